"""The moves a seat may choose from, and what each leads to as far as the seat can tell.

The engine itself tells: it plays every move on a round made up from nothing but what
the seat sees. Hidden hands are only counted there, and hidden cards are `UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vandatta.cards import CARD_TYPES, NO_SUIT, members
from vandatta.engine.alphabet import DONE, DRAW, MORE, NAME, NAMING, OVER, PASS
from vandatta.engine.copying import copy_of
from vandatta.engine.matching import fitting
from vandatta.engine.out import playable
from vandatta.engine.play import apply, legal
from vandatta.engine.rng import seed
from vandatta.engine.state import State, add_card, hand_of, top_card
from vandatta.events import Laid
from vandatta.notation.moves import Move
from vandatta.notation.record import UNKNOWN
from vandatta.view import View

ENOUGH = 250
"""With so many moves found, cards that have not been come to yet are only laid alone, unless
they can't be: a hand full of sets would have thousands."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A move, and the table just after it."""

    text: str
    """The move in the project's notation, without a call."""
    actions: tuple[int, ...]
    """The same as the engine's actions."""
    cards: tuple[int, ...]
    """The cards laid, bottom card first."""
    seat: int
    """Whose move it is."""
    rest: tuple[int, ...]
    """The hand left, as far as it is known; see `counts`."""
    counts: tuple[int, ...]
    """Cards a seat."""
    over: bool
    """Has the round ended?"""
    turn: int
    """The seat in turn."""
    direction: int
    top: int
    suit: int
    """The suit in force."""
    duty: int
    """Cards the seat in turn owes."""
    fits: int
    """The set of cards that may lie on the top card now."""
    playable: int
    """Those that ``seat`` itself could lay now, were it in turn."""
    after: State
    """The made-up round, for `then`."""

    def then(self) -> list[Outcome]:
        """What ``seat`` may do next, if it is in turn again."""
        return [] if self.over or self.turn != self.seat else _outcomes(self.after)


def outcomes(view: View) -> list[Outcome]:
    """Every legal move of the seat in turn; sets that differ only in their order just once.

    Raises:
        ValueError: it is not this seat's turn.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} is not in turn")
    return _outcomes(imagined(view))


def imagined(view: View) -> State:
    """A round that looks to its seat as ``view`` does, with hidden cards `UNKNOWN`."""
    s = State(rules=view.rules, players=view.players, dealer=view.dealer)
    for seat in range(view.players):
        s.playing |= view.playing[seat] << seat
        s.called |= view.called[seat] << seat
        s.forgot |= view.forgot[seat] << seat
        s.owes |= view.owes[seat] << seat
        hand = view.hand if seat == view.seat else view.hands[seat] if view.hands else ()
        for card in hand:
            add_card(s, seat, card)
        s.count[seat] = view.counts[seat]
    s.turn, s.direction, s.phase = view.turn, view.direction, view.phase
    s.suit, s.duty, s.window = view.suit, view.duty, view.window
    s.drawn, s.drawn_card = view.drawn, view.drawn_card
    s.passes, s.turns, s.reshuffled = view.passes, view.turns, view.reshuffled
    if view.rules.lay_limit:
        s.laid = sum(isinstance(event, Laid) for event in view.history)
    s.n_stock, s.n_pile = view.stock, view.pile
    s.stock[: s.n_stock] = bytes([UNKNOWN]) * s.n_stock
    s.pile[: s.n_pile] = bytes([UNKNOWN]) * (s.n_pile - 1) + bytes([view.top])
    seed(s.rng, 0)
    return s


def _outcomes(s: State) -> list[Outcome]:
    found: dict[str, Outcome] = {}
    for action in members(legal(s)):
        if action >= NAME:
            after = copy_of(s)
            apply(after, action)
            move = Move(suit=action - NAME) if action < DRAW else Move(action=action)
            _note(found, _outcome(s, move, (action,), after))
            continue
        for move, actions, after in _lays(s, (action,), len(found) < ENOUGH):
            _note(found, _outcome(s, move, actions, after))
    return list(found.values())


def _note(found: dict[str, Outcome], outcome: Outcome) -> None:
    """Keep an outcome unless there is one like it: both jokers, a set in another order."""
    key = outcome.text
    if len(outcome.cards) > 1:
        suit = key.partition("=")[2]
        key = f"{sorted(outcome.cards)} {outcome.cards[-1]} {suit}"
    found.setdefault(key, outcome)


def _lays(
    s: State, cards: tuple[int, ...], more: bool
) -> Iterator[tuple[Move, tuple[int, ...], State]]:
    """The moves that lay ``cards``, of which all but the last lie on the pile, or more."""
    after = copy_of(s)
    apply(after, cards[-1])
    if after.phase not in (NAMING, MORE):
        wild = after.rules.wilds >> cards[-1] & 1 and after.count[s.turn]
        # the round is over, but for who lays an eight a suit is good form
        yield Move(cards, suit=max(after.suit, 0) if wild else NO_SUIT), cards, after
        return
    actions = legal(after)
    for action in members(actions & ~(1 << DRAW | 1 << PASS)):
        if action < NAME:
            # in the middle of a set any order comes to the same
            if (more or not actions >> NAME) and (len(cards) < 3 or cards[-2] <= cards[-1]):
                yield from _lays(after, (*cards, action), more)
            continue
        ended = copy_of(after)
        apply(ended, action)
        named = NO_SUIT if action == DONE else action - NAME
        yield Move(cards, suit=named), (*cards, action), ended


def _outcome(s: State, move: Move, actions: tuple[int, ...], after: State) -> Outcome:
    seat, over = s.turn, after.phase == OVER
    return Outcome(
        text=str(move),
        actions=actions,
        cards=move.cards,
        seat=seat,
        rest=tuple(card for card in hand_of(after, seat) if card < CARD_TYPES),
        counts=tuple(after.count[: after.players]),
        over=over,
        turn=after.turn,
        direction=after.direction,
        top=top_card(after),
        suit=after.suit,
        duty=after.duty,
        fits=fitting(after) if after.suit != NO_SUIT else 0,
        playable=playable(after, seat) if after.suit != NO_SUIT and not over else 0,
        after=after,
    )
