"""What a seat sees of a round, as a row of numbers: for environments of many tables.

These are the numbers of `vandatta.envs.observation.Layout`, which says what they tell, at the
places that it gives; a test holds the two together. Of the state only what a seat may see is
read: its own hand, the pile, the counts, and other hands where the table plays with open ones.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import Any

from vandatta.cards import CARD_TYPES
from vandatta.engine.alphabet import CALL, MAX_SEATS
from vandatta.engine.copying import wipe
from vandatta.engine.drawing import can_draw
from vandatta.engine.mark import rule
from vandatta.engine.out import must_lay_drawn
from vandatta.engine.state import State, top_card

Row = MutableSequence[Any]
FLAGS = 7
"""Numbers a seat: its cards and six flags."""


@dataclass(slots=True)
class Places:
    """Where the parts of an observation begin; -1: it has no such part."""

    size: int = 0
    """How many numbers it has."""
    pack: int = 1
    """Cards in play."""
    two: int = 0
    """1: two packs; second copies have places of their own."""
    hand: int = -1
    top: int = -1
    suit: int = -1
    pile: int = -1
    asked: int = -1
    seats: int = -1
    hands: int = -1
    drawn: int = -1
    round: int = -1


@rule
def write_observation(s: State, seat: int, question: int, p: Places, row: Row) -> None:
    """Write what ``seat`` sees, and nobody is in the middle of a move but itself.

    Args:
        s: the round.
        seat: who looks.
        question: what it is asked: a phase, or `vandatta.engine.deciding.TO_CALL`; -1: nothing.
        p: what stands where.
        row: as many numbers as an observation has.
    """
    wipe(row)
    write_hand(s, seat, p.hand, row)
    top = top_card(s)
    if top >= 0:
        row[p.top + top] = 1
    if s.suit >= 0:
        row[p.suit + s.suit] = 1
    write_pile(s, p, row)
    if question >= 0:
        row[p.asked + question] = 1
    other = seat
    for k in range(s.players):
        write_seat(s, other, p.pack, p.seats + FLAGS * k, row)
        other = other + 1 if other + 1 < s.players else 0
    if p.hands >= 0:
        write_other_hands(s, seat, p, row)
    if p.drawn >= 0 and s.turn == seat and must_lay_drawn(s):
        row[p.drawn + s.drawn_card] = 1
    write_round(s, p.pack, p.round, row)


@rule
def write_hand(s: State, seat: int, at: int, row: Row) -> None:
    """Mark the cards of a hand."""
    write_set(s.first[seat], at, row)
    write_set(s.second[seat], at + CARD_TYPES, row)


@rule
def write_set(members: int, at: int, row: Row) -> None:
    """Mark the members of a set."""
    while members != 0:
        low = members & -members
        row[at + low.bit_length() - 1] = 1
        members ^= low


@rule
def write_pile(s: State, p: Places, row: Row) -> None:
    """Mark the cards of the pile."""
    if p.two == 0:
        for k in range(s.n_pile):
            row[p.pile + s.pile[k]] = 1
        return
    once = 0
    for k in range(s.n_pile):
        card = int(s.pile[k])
        row[p.pile + card + (CARD_TYPES if once >> card & 1 == 1 else 0)] = 1
        once |= 1 << card


@rule
def write_seat(s: State, seat: int, pack: int, at: int, row: Row) -> None:
    """What everybody sees of a seat."""
    row[at] = s.count[seat] / pack
    row[at + 1] = int(s.turn == seat)
    row[at + 2] = int(s.dealer == seat)
    row[at + 3] = s.called >> seat & 1
    row[at + 4] = int(s.window == seat)
    row[at + 5] = s.forgot >> seat & 1
    row[at + 6] = s.owes >> seat & 1


@rule
def write_other_hands(s: State, seat: int, p: Places, row: Row) -> None:
    """Mark the cards of the others, whose hands are open."""
    at = p.hands
    for k in range(1, s.players):
        write_hand(s, (seat + k) % s.players, at, row)
        at += CARD_TYPES << p.two


@rule
def write_round(s: State, pack: int, at: int, row: Row) -> None:
    """How the round stands."""
    row[at] = s.n_stock / pack
    row[at + 1] = s.n_pile / pack
    row[at + 2] = s.drawn / pack
    row[at + 3] = min(s.duty / pack, 1.0)
    row[at + 4] = min(s.passes / (2 * MAX_SEATS), 1.0)
    row[at + 5] = int(s.direction == 1)
    row[at + 6] = int(can_draw(s))
    at += 7
    if s.rules.reshuffles > 0:
        row[at] = s.reshuffled / s.rules.reshuffles
        at += 1
    if s.rules.turn_limit > 0:
        row[at] = min(s.turns / s.rules.turn_limit, 1.0)


@rule
def write_choices(do: int, say: int, row: Row) -> None:
    """Write what a seat may decide (see `vandatta.engine.deciding`), a 0 or 1 for each."""
    wipe(row)
    write_set(do, 0, row)
    write_set(say, CALL, row)
