"""Tables dealt as a test wants them, and played on at random, for the server's tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from vandatta.cards import cards_from_text
from vandatta.engine.alphabet import CALL_BIT
from vandatta.messages import Lang
from vandatta.notation.moves import move_texts
from vandatta.server.holding import Hold
from vandatta.server.keyring import Keyring
from vandatta.server.scene import Scene
from vandatta.server.seats import Sitting
from vandatta.server.stage import stage
from vandatta.table import Seat, Table

NAMES = ("Spelare", "Astrid", "Birger", "Cecilia", "David")
SECRET = bytes(range(16))


def seats(count: int) -> list[Seat]:
    """A person in seat 0 and computer players in the others."""
    return [Seat(NAMES[i], "regular" if i else "human") for i in range(count)]


def table_with(hands: Sequence[str], rest: str, chance: int = 0, rules: object = "svensk") -> Table:
    """A table where seat 0 is forehand.

    Args:
        hands: each seat's cards, any that are missing filled up.
        rest: the card turned up, and then the stock from its top.
        chance: the seed of what is shuffled later.
        rules: a rule set; each seat is dealt its ``hand_size`` cards.
    """
    count = len(hands)
    table = Table([Table.opening(seats(count), rules, dealer=count - 1)])
    size = table.rules.hand_size
    left = list(table.pack())
    given = [cards_from_text(hand)[:size] for hand in hands]
    stock = cards_from_text(rest)
    for cards in [*given, stock]:
        for card in cards:
            left.remove(card)
    for hand in given:
        hand += [left.pop() for _ in range(size - len(hand))]
    dealt = [given[i % count][i // count] for i in range(size * count)]
    table.apply(table.deal([*dealt, *stock, *left], chance))
    return table


def play(table: Table, *moves: str) -> None:
    """Make moves, each ``"seat:move"`` or a move of the seat in turn."""
    for words in moves:
        seat, _, move = words.rpartition(":")
        turn = table.in_turn()
        assert turn is not None
        table.apply(table.move(int(seat) if seat else turn, move))


def played(count: int, seed: int, steps: int) -> Iterator[Table]:
    """The same table again and again, after each of so many random moves and deals."""
    luck = random.Random(seed)
    table = Table([Table.opening(seats(count), dealer=luck.randrange(count))])
    for _ in range(steps):
        phase = table.phase_of_match
        if phase in ("deal", "between"):
            deck = list(table.pack())
            luck.shuffle(deck)
            table.apply(table.deal(deck, luck.getrandbits(96)))
        elif phase == "over":
            table.apply(table.rematch(luck.randrange(count)))
            continue
        else:
            _random_move(table, luck)
        yield table


def _random_move(table: Table, luck: random.Random) -> None:
    speaker = luck.randrange(len(table.seats))
    calls = table.view(speaker).calls
    if calls and luck.random() < 0.4:
        low = (calls & -calls).bit_length() - 1
        table.apply(table.move(speaker, "!" if calls & CALL_BIT else f"?{low - 1}"))
        return
    turn = table.in_turn()
    assert turn is not None
    view = table.view(turn)
    table.apply(table.move(turn, luck.choice(move_texts(view.rules, view.singles))))


@dataclass
class Reader:
    """A seat's page, without a server."""

    table: Table
    seat: int = 0
    lang: Lang = "sv"
    hold: Hold = field(default_factory=Hold)
    overlooked: int = -1
    _keys: dict[int, Keyring] = field(default_factory=dict)

    def scene(self, hold: Hold | None = None) -> Scene:
        """What the page shows now."""
        view = self.table.view(self.seat)
        keys = self._keys.setdefault(self.seat, Keyring(SECRET, self.seat))
        keys.follow(view.history)
        sitting = Sitting(
            "table",
            self.table.seats,
            self.table.number,
            self.table.decision,
            self.table.phase_of_match,
            self.table.rounds,
            self.overlooked,
        )
        return stage(view, keys, sitting, hold or self.hold, self.lang)
