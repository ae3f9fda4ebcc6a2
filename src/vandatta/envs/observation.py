"""The observation of a seat: a row of numbers from 0 to 1, documented index by index.

It is made from a `vandatta.envs.seen.Seen` alone, so it can't tell more than the seat
may know. `Layout` is the one place that says what stands where: its names and the
numbers come from the same list of blocks. Other seats are counted from one's own:
``+1`` is the next clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from vandatta.cards import CARD_TYPES, SUITS
from vandatta.engine.alphabet import MAX_SEATS
from vandatta.engine.rules import Rules, packs_for
from vandatta.envs.actions import ACTIONS, action_text
from vandatta.envs.seen import QUESTIONS, Seen


class Row(Protocol):
    """Anything that takes numbers at indices: a list, an array, a row of a larger array."""

    def __setitem__(self, at: int, value: float, /) -> None: ...

    def __len__(self) -> int: ...


class Bits(Protocol):
    """Anything that takes whole numbers at indices."""

    def __setitem__(self, at: int, value: int, /) -> None: ...


Fill = Callable[[Seen, Row, int], None]
PASSES = 2 * MAX_SEATS
"""Passes in a row that count in full: two circles of them."""
SEAT_FLAGS = (
    "in turn",
    "dealt",
    "has called",
    "may still call",
    "forgot to call",
    "owes a penalty",
)
SEAT = 1 + len(SEAT_FLAGS)
"""Numbers a seat."""
CARDS = tuple(action_text(card) for card in range(CARD_TYPES))


@dataclass(frozen=True, slots=True)
class Block:
    """Some numbers of an observation that belong together."""

    title: str
    text: str
    """What they tell."""
    names: tuple[str, ...]
    fill: Fill | None
    """Writes those that are not 0 into a row, from an index on. None: the block before it
    fills this one too."""


class Layout:
    """What stands where in the observations at one kind of table.

    Args:
        rules: the table's rules, compiled.
        seats: how many play.

    Attributes:
        blocks: what the observation is made of, in order.
        size: how many numbers it has.
    """

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        packs = packs_for(rules, seats)
        self.pack = packs * rules.pack.bit_count()
        self.two = packs == 2
        self._places = [[(at - own) % seats * SEAT for at in range(seats)] for own in range(seats)]
        """Where the numbers of every seat begin, for each who looks."""
        self.blocks = tuple(self._blocks())
        self._fills: list[tuple[Fill, int]] = []
        self.size = 0
        for block in self.blocks:
            if block.fill is not None:
                self._fills.append((block.fill, self.size))
            self.size += len(block.names)

    @property
    def names(self) -> tuple[str, ...]:
        """What each number of the observation tells."""
        return tuple(f"{block.title}: {name}" for block in self.blocks for name in block.names)

    def write(self, seen: Seen, row: Row) -> None:
        """Write an observation in place.

        Args:
            seen: what the seat sees.
            row: at least `size` numbers, all of them 0.
        """
        for fill, at in self._fills:
            fill(seen, row, at)

    def _blocks(self) -> Iterator[Block]:
        copies = "; of two copies, the second one stands 54 places on" if self.two else ""
        names = self._cards()
        yield Block("hand", f"1 for a card in the hand{copies}", names, _hand)
        yield Block("top", "1 for the card on top of the pile", CARDS, _top)
        suits = tuple(SUITS)
        yield Block("suit", "1 for the suit in force, if one is", suits, _suit)
        text = f"1 for a card in the pile{copies}"
        yield Block("pile", text, names, self._pile)
        yield Block("asked", "1 for what this seat is asked now", QUESTIONS, _question)
        for other in range(self.seats):
            yield Block(
                f"seat +{other}",
                "one's own seat" if other == 0 else f"the seat {other} places clockwise",
                (f"cards / {self.pack}", *SEAT_FLAGS),
                self._seats if other == 0 else None,
            )
        if self.rules.open_hands:
            for other in range(1, self.seats):
                text = f"1 for a card in the hand of seat +{other}{copies}"
                yield Block(f"hand +{other}", text, names, partial(_other_hand, other))
        if self.rules.lay_drawn:
            text = "1 for the card just drawn, while it must be in what is laid"
            yield Block("drawn card", text, CARDS, _drawn_card)
        yield Block("round", "how the round stands", self._numbers(), self._round)

    def _cards(self) -> tuple[str, ...]:
        return CARDS + tuple(f"{card} twice" for card in CARDS) if self.two else CARDS

    def _numbers(self) -> tuple[str, ...]:
        names = [f"stock / {self.pack}", f"pile / {self.pack}", f"drawn this turn / {self.pack}"]
        names += [
            f"owed / {self.pack}",
            f"passes in a row / {PASSES}",
            "clockwise",
            "a card can be drawn",
        ]
        if self.rules.reshuffles > 0:
            names.append(f"renewals / {self.rules.reshuffles}")
        if self.rules.turn_limit > 0:
            names.append(f"turns / {self.rules.turn_limit}")
        return tuple(names)

    def _pile(self, seen: Seen, row: Row, at: int) -> None:
        if not self.two:
            for card in seen.pile:
                row[at + card] = 1.0
            return
        once = 0
        for card in seen.pile:
            row[at + card if not once >> card & 1 else at + CARD_TYPES + card] = 1.0
            once |= 1 << card

    def _seats(self, seen: Seen, row: Row, at: int) -> None:
        """Fill the blocks of all seats: one by one takes twice the time."""
        view, pack = seen.view, self.pack
        places = self._places[view.seat]
        for seat, count in enumerate(view.counts):
            row[at + places[seat]] = count / pack
        row[at + places[view.turn] + 1] = 1.0
        row[at + places[view.dealer] + 2] = 1.0
        if view.window >= 0:
            row[at + places[view.window] + 4] = 1.0
        for flag, flags in ((3, view.called), (5, view.forgot), (6, view.owes)):
            if True in flags:
                for seat, marked in enumerate(flags):
                    row[at + places[seat] + flag] = marked

    def _round(self, seen: Seen, row: Row, at: int) -> None:
        view, pack = seen.view, self.pack
        row[at] = view.stock / pack
        row[at + 1] = view.pile / pack
        row[at + 2] = view.drawn / pack
        if view.duty:
            row[at + 3] = min(view.duty / pack, 1.0)
        if view.passes:
            row[at + 4] = min(view.passes / PASSES, 1.0)
        row[at + 5] = view.direction == 1
        row[at + 6] = view.can_draw
        at += 7
        if self.rules.reshuffles > 0:
            row[at] = view.reshuffled / self.rules.reshuffles
            at += 1
        if self.rules.turn_limit > 0:
            limit = self.rules.turn_limit
            row[at] = view.turns / limit if view.turns < limit else 1.0


def _cards(cards: tuple[int, ...], row: Row, at: int) -> None:
    """Mark cards, ascending; a second copy has its place after all the first ones."""
    last = -1
    for card in cards:
        row[at + card if card != last else at + CARD_TYPES + card] = 1.0
        last = card


def _hand(seen: Seen, row: Row, at: int) -> None:
    _cards(seen.view.hand, row, at)


def _other_hand(other: int, seen: Seen, row: Row, at: int) -> None:
    view = seen.view
    if view.hands is not None:
        _cards(view.hands[(view.seat + other) % view.players], row, at)


def _top(seen: Seen, row: Row, at: int) -> None:
    if seen.view.top >= 0:
        row[at + seen.view.top] = 1.0


def _suit(seen: Seen, row: Row, at: int) -> None:
    if seen.view.suit >= 0:
        row[at + seen.view.suit] = 1.0


def _question(seen: Seen, row: Row, at: int) -> None:
    if seen.question >= 0:
        row[at + seen.question] = 1.0


def _drawn_card(seen: Seen, row: Row, at: int) -> None:
    if seen.view.drawn_card >= 0:
        row[at + seen.view.drawn_card] = 1.0


def write_mask(actions: int, row: Bits) -> None:
    """Write a set of actions in place, a 1 for each.

    Args:
        actions: the set, as `Seen.actions` gives it.
        row: `vandatta.envs.actions.ACTIONS` numbers, all of them 0.
    """
    while actions:
        low = actions & -actions
        row[low.bit_length() - 1] = 1
        actions ^= low


def members_of(actions: int) -> list[int]:
    """The actions in a set, ascending."""
    return [action for action in range(ACTIONS) if actions >> action & 1]
