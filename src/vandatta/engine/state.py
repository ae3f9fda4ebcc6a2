"""The whole state of a round, hidden cards included. Only the table may hold it."""

from __future__ import annotations

from dataclasses import dataclass, field

from vandatta.cards import ALL_CARDS, NO_CARD, NO_SUIT
from vandatta.engine.alphabet import MAX_SEATS, NO_SEAT, OVER
from vandatta.engine.mark import rule
from vandatta.engine.rules import Rules

PILE_ROOM = 128
NOTES = 256
"""Notes kept, a power of two; older ones are overwritten. No single action writes as many."""

# Kinds of note
DEALT = 0
TURNED = 1
PUT_BACK = 2
NAMED = 3
LAID = 4
DREW = 5
DREW_FOR_ACE = 6
DREW_AS_PENALTY = 7
RENEWED = 8
CALLED = 9
CAUGHT = 10
PASSED = 11
ENDED = 12
DREW_AS_DUTY = 13
DREW_AT_START = 14
DREW_FOR_MISPLAY = 15
DREW_FOR_FALSE_CHALLENGE = 16
TURNED_ROUND = 17
SKIPPED = 18
WARNED = 19
FORGOT_WARNING = 20
MISPLAYED = 21
FALSELY_CHALLENGED = 22


@dataclass(slots=True)
class State:
    """One round. Lists "a seat" have room for eight; sets of seats are ints."""

    rules: Rules = field(default_factory=Rules)
    players: int = 0
    playing: int = 0
    """The set of seats in this round."""
    dealer: int = NO_SEAT
    turn: int = NO_SEAT
    direction: int = 1
    phase: int = OVER
    suit: int = NO_SUIT
    """The suit in force."""
    drawn: int = 0
    """Cards drawn this turn; counted anew after one's own ace."""
    drawn_card: int = NO_CARD
    """The card drawn last this turn, while it must be in what is laid."""
    duty: int = 0
    """Cards the seat in turn owes."""
    reshuffled: int = 0
    passes: int = 0
    """Turns in a row in which nothing was laid or drawn."""
    turns: int = 0
    """Turns ended so far."""
    laid: int = 0
    """Cards laid so far."""
    skips: int = 0
    """Seats that the cards laid this turn skip."""
    in_suit: int = 0
    """Was the bottom card of what is being laid of the suit in force?"""
    first: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)
    """A seat's hand: the set of cards it has at least one copy of."""
    second: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)
    """The cards a seat has two copies of."""
    count: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)
    stock: bytearray = field(default_factory=lambda: bytearray(PILE_ROOM))
    """``stock[n_stock - 1]`` is drawn next."""
    n_stock: int = 0
    pile: bytearray = field(default_factory=lambda: bytearray(PILE_ROOM))
    """``pile[n_pile - 1]`` is the top card."""
    n_pile: int = 0
    called: int = 0
    """Seats that called, while their hand is that one card."""
    forgot: int = 0
    """Seats with one card that can no longer call."""
    owes: int = 0
    """Seats that draw the penalty at the start of their next turn."""
    window: int = NO_SEAT
    """The seat that may still call late."""
    out: int = NO_SEAT
    """The seat that went out."""
    rng: list[int] = field(default_factory=lambda: [0] * 4)
    notes: list[int] = field(default_factory=lambda: [0] * NOTES)
    """What happened, packed by `note`, note number ``k`` at ``k % NOTES``."""
    noted: int = 0
    """How many notes were ever written."""


@rule
def note(s: State, kind: int, seat: int, what: int) -> None:
    """Write down what happened; ``what`` is a card, a suit, a seat or a number."""
    s.notes[s.noted & NOTES - 1] = kind << 16 | (seat + 1) << 8 | (what + 1)
    s.noted += 1


def read_note(packed: int) -> tuple[int, int, int]:
    """The kind, seat and ``what`` of a note; -1 where there is none."""
    return packed >> 16, (packed >> 8 & 0xFF) - 1, (packed & 0xFF) - 1


@rule
def add_card(s: State, seat: int, card: int) -> None:
    """Put ``card`` into a hand."""
    bit = 1 << card
    if s.first[seat] & bit:
        s.second[seat] |= bit
    else:
        s.first[seat] |= bit
    s.count[seat] += 1


@rule
def take_card(s: State, seat: int, card: int) -> None:
    """Take ``card``, which the seat holds, out of a hand."""
    bit = 1 << card
    if s.second[seat] & bit:
        s.second[seat] ^= bit
    else:
        s.first[seat] ^= bit
    s.count[seat] -= 1


@rule
def rank_cards(card: int) -> int:
    """All cards of ``card``'s rank."""
    return 0xF << (card & ~3)


@rule
def top_card(s: State) -> int:
    """The top card of the pile, or -1."""
    if s.n_pile == 0:
        return NO_CARD
    return s.pile[s.n_pile - 1]


@rule
def next_seat(s: State, seat: int) -> int:
    """The next seat in the round after ``seat``, in the direction of play."""
    while True:
        seat += s.direction
        # a division would take longer than all the rest
        if seat == s.players:
            seat = 0
        elif seat < 0:
            seat = s.players - 1
        if s.playing >> seat & 1 == 1:
            return seat


def hand_of(s: State, seat: int) -> list[int]:
    """A hand's cards, ascending, second copies twice."""
    cards = []
    left, second = s.first[seat] & ALL_CARDS, s.second[seat]
    while left:
        low = left & -left
        card = low.bit_length() - 1
        cards.append(card)
        if second & low:
            cards.append(card)
        left ^= low
    return cards
