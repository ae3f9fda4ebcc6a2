"""Whole rounds played by chance: loops that are worth compiling.

They run as they stand, on `State` and `Round`, or compiled by `vandatta.compiled`, on records of
the same fields, and play the same rounds. Where a function takes several states, it takes a list
of them or an array of records.

Every round is played on numbers of its own, started from a seed and the round's number. So a
share of the rounds can be played anywhere, in any order, and comes out the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vandatta.engine.alphabet import MAX_SEATS, NO_SEAT, OVER
from vandatta.engine.choosing import amid_a_move, any_of, call_in_time, eager_of
from vandatta.engine.deal import deal
from vandatta.engine.mark import rule
from vandatta.engine.play import apply, legal
from vandatta.engine.points import hand_points
from vandatta.engine.rng import M32, next32, one_of, seed_words
from vandatta.engine.rules import Rules, packs_for
from vandatta.engine.state import State
from vandatta.engine.turns import used_up


@dataclass(slots=True)
class Round:
    """How a round went. Lists "a seat" have room for eight."""

    number: int = 0
    dealer: int = NO_SEAT
    out: int = NO_SEAT
    """Who went out; -1: nobody."""
    ended: int = 0
    """1: it ended by itself; 0: it was broken off, or its turns or cards were used up."""
    moves: int = 0
    """Drawing a card is a move, laying several cards at once is one."""
    actions: int = 0
    turns: int = 0
    laid: int = 0
    reshuffled: int = 0
    count: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)
    """A seat: cards left in hand."""
    points: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)


def seated(rules: Rules, seats: int) -> State:
    """A state with all seats in the round, to be dealt."""
    return State(rules=rules, players=seats, playing=(1 << seats) - 1)


@rule
def put_aside(s: State, cards: int) -> None:
    """Put a set of cards on top of the stock."""
    size = s.n_stock
    while cards != 0:
        low = cards & -cards
        s.stock[size] = low.bit_length() - 1
        size += 1
        cards ^= low
    s.n_stock = size


@rule
def shuffle_stock(s: State, rng: list[int]) -> None:
    """Put the stock in an order by chance."""
    for i in range(s.n_stock - 1, 0, -1):
        j = one_of(rng, i + 1)
        card = s.stock[i]
        s.stock[i] = s.stock[j]
        s.stock[j] = card


@rule
def deal_by_chance(s: State, rng: list[int], dealer: int) -> None:
    """Deal a new round to the seats that are in this one."""
    s.dealer = dealer
    s.noted = 0
    s.n_stock = 0
    for _ in range(packs_for(s.rules, s.playing.bit_count())):
        put_aside(s, s.rules.pack)
    shuffle_stock(s, rng)
    seed_words(s.rng, next32(rng), next32(rng), next32(rng))
    deal(s)


@rule
def deal_number(s: State, rng: list[int], seed: int, number: int) -> None:
    """Deal round ``number`` of those that ``seed``, below 2**62, stands for.

    The seats deal in turn. ``rng`` is started anew, and goes on to play the round by.
    """
    seed_words(rng, seed & M32, seed >> 32, number & M32)
    dealer = number % s.players
    while s.playing >> dealer & 1 == 0:
        dealer = (dealer + 1) % s.players
    deal_by_chance(s, rng, dealer)


@rule
def play_any(s: State, rng: list[int], most: int) -> int:
    """Play a round on, every action as likely as the next and nobody calling.

    Returns:
        How many actions that took; after ``most`` the round is broken off.
    """
    actions = 0
    while s.phase != OVER and actions < most:
        apply(s, any_of(rng, legal(s)))
        actions += 1
    return actions


@rule
def play_eagerly(s: State, rng: list[int], most: int, result: Round) -> None:
    """Play a round on, everyone laying whenever that is allowed and calling in time.

    Args:
        s: the round.
        rng: what chooses among the cards that fit.
        most: moves after which the round is broken off.
        result: where moves and actions are counted.
    """
    moves = 0
    actions = 0
    while s.phase != OVER and moves < most:
        if not amid_a_move(s):
            moves += 1
        actions += 1
        apply(s, eager_of(rng, legal(s)))
        call_in_time(s)
    result.moves = moves
    result.actions = actions


@rule
def look_back(s: State, result: Round) -> None:
    """Write down how a round went."""
    result.ended = int(s.phase == OVER and (s.out != NO_SEAT or not used_up(s)))
    result.dealer = s.dealer
    result.out = s.out
    result.turns = s.turns
    result.laid = s.laid
    result.reshuffled = s.reshuffled
    for seat in range(MAX_SEATS):
        result.count[seat] = s.count[seat]
        result.points[seat] = hand_points(s, seat)


@rule
def eager_rounds(
    states: Sequence[State],
    rng: list[int],
    seed: int,
    first: int,
    most: int,
    results: Sequence[Round],
) -> int:
    """Play a round for each of ``results``, eagerly.

    Args:
        states: one state (see `seated`); it is dealt anew for every round.
        rng: a generator, in any state.
        seed: which rounds these are, below 2**62.
        first: the number of the first round, below 2**32.
        most: moves after which a round is broken off.
        results: one for each round.

    Returns:
        How many actions that took.
    """
    s = states[0]
    actions = 0
    for k in range(len(results)):
        result = results[k]
        result.number = first + k
        deal_number(s, rng, seed, first + k)
        play_eagerly(s, rng, most, result)
        look_back(s, result)
        actions += result.actions
    return actions


@rule
def any_rounds(
    states: Sequence[State], rng: list[int], seed: int, first: int, rounds: int, most: int
) -> int:
    """Play rounds in which every action is as likely; see `eager_rounds`.

    Returns:
        How many actions that took.
    """
    s = states[0]
    actions = 0
    for number in range(first, first + rounds):
        deal_number(s, rng, seed, number)
        actions += play_any(s, rng, most)
    return actions
