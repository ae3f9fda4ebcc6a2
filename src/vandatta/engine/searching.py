"""Trying moves: the hidden cards are guessed, each move is made, and the round is played on.

Every move is tried on the same guesses and with the same chance, so that what differs is the move.
In what follows the others play by a few plain habits (`vandatta.engine.careful`); the seat itself
learns from one guess to the next what to do in its later turns (as in information-set Monte Carlo
tree search: what it learns is kept by what the seat would see, never by what was guessed).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from vandatta.engine.alphabet import NO_SEAT, OVER
from vandatta.engine.careful import careful_of
from vandatta.engine.choosing import call_in_time
from vandatta.engine.copying import assign
from vandatta.engine.guessing import Guess, believe, stir
from vandatta.engine.mark import rule
from vandatta.engine.play import apply, legal
from vandatta.engine.points import hand_points
from vandatta.engine.rng import next32
from vandatta.engine.state import State, top_card

MOVES = 64
"""Moves tried at most."""
STEPS = 16
"""Actions of one move at most."""
LORE = 1 << 14
"""Room for what is learnt, in pairs of a situation and an action; a power of two."""
DEPTH = 12
"""Later decisions of one's own that are learnt of at most, in one round played on."""
WON = 1000
"""What it is worth to be first."""
PROBES = 4
"""Places looked at for one thing learnt."""
MASK31 = (1 << 31) - 1


@dataclass(slots=True)
class Tries:
    """The moves to try, and what has come of them."""

    many: int = 0
    steps: list[int] = field(default_factory=lambda: [0] * MOVES)
    """A move: how many actions it is."""
    actions: list[int] = field(default_factory=lambda: [0] * (MOVES * STEPS))
    tried: list[int] = field(default_factory=lambda: [0] * MOVES)
    """A move: how many times it was tried."""
    left_out: list[int] = field(default_factory=lambda: [0] * MOVES)
    """A move: 1 if it is no longer tried."""
    worth: list[int] = field(default_factory=lambda: [0] * MOVES)
    """A move: the sum of what the ends were worth, by `worth_of`."""
    first: list[int] = field(default_factory=lambda: [0] * MOVES)
    """A move: the sum of shares of first places, in thousandths."""
    points: list[int] = field(default_factory=lambda: [0] * MOVES)
    """A move: the sum of points in one's own hand in the end."""
    others: list[int] = field(default_factory=lambda: [0] * MOVES)
    """A move: the sum of points in all other hands."""


@dataclass(slots=True)
class Aim:
    """What the seat is after, and how it learns."""

    seat: int = 0
    dear: int = 0
    """What a point in one's own hand in the end takes from `WON`."""
    learns: int = 1
    """0: one's own later turns are played by habit, too."""
    curious: int = 500
    """How much what was tried seldom is worth trying, in the unit of `WON`."""
    stirs: int = 2
    """Changes of a guess between one and the next, for each hidden card in a hand."""
    first_stirs: int = 60
    """The same before the first guess; 0 once that is done."""
    most: int = 400
    """Actions after which a round is broken off."""


@dataclass(slots=True)
class Lore:
    """What the seat has learnt: a table of situations and actions, by a number that stands for
    both. Where two get the same number they share what is learnt.
    """

    key: list[int] = field(default_factory=lambda: [0] * LORE)
    times: list[int] = field(default_factory=lambda: [0] * LORE)
    worth: list[int] = field(default_factory=lambda: [0] * LORE)
    path: list[int] = field(default_factory=lambda: [0] * DEPTH)
    """The places of what was decided in the round being played on."""
    walked: int = 0
    luck: list[int] = field(default_factory=lambda: [0] * 4)
    """The chance that every move is played on with."""


@rule
def mixed(key: int, value: int) -> int:
    """A number below 2**62 that stands for ``key``, one such, and for ``value``."""
    low = (key ^ value) & MASK31
    high = (key >> 31 ^ value >> 31) & MASK31
    a = low * 0x5BD1E995 + high * 0x1B873593 + 0x165667B1
    a ^= a >> 29
    b = (a & MASK31) * 0x2C1B3C6D + (a >> 31 & MASK31) * 0x297A2D39
    b ^= b >> 32
    return b & (1 << 62) - 1


@rule
def situation(s: State, seat: int) -> int:
    """A number for what ``seat``, in turn, sees of the round, but for what came before."""
    key = mixed(s.first[seat], s.second[seat])
    key = mixed(key, top_card(s) << 16 | s.suit + 1 << 12 | s.phase << 8 | s.drawn)
    counts = s.duty
    for other in range(s.players):
        # more than so many make no difference to anybody
        counts = counts << 4 | min(s.count[other], 15)
    return mixed(key, counts << 1 | int(s.direction > 0))


@rule
def place_of(lore: Lore, key: int) -> int:
    """Where what ``key`` stands for is learnt: its own place, or the one to be taken for it."""
    at = key & LORE - 1
    least = at
    for _ in range(PROBES):
        if lore.key[at] == key:
            return at
        if lore.times[at] < lore.times[least]:
            least = at
        at = at + 1 & LORE - 1
    return least


@rule
def learnt(lore: Lore, s: State, aim: Aim, habit: int, actions: int) -> int:
    """The action that looks best by what has been learnt, or that is worth another try.

    Args:
        lore: what has been learnt; the place of the action is added to its path.
        s: the round.
        aim: how curious the seat is.
        habit: what the seat does by habit.
        actions: the actions it has.
    """
    here = situation(s, s.turn)
    total = 0
    sum_worth = 0
    left = actions
    while left != 0:
        bit = left & -left
        left ^= bit
        key = mixed(here, bit.bit_length())
        at = place_of(lore, key)
        if lore.key[at] == key:
            total += lore.times[at]
            sum_worth += lore.worth[at]
    best = habit
    if total > 0:
        mean = sum_worth / total
        spread = aim.curious * sqrt(total.bit_length())
        most = -1e18
        left = actions
        while left != 0:
            bit = left & -left
            left ^= bit
            action = bit.bit_length() - 1
            key = mixed(here, action + 1)
            at = place_of(lore, key)
            times = 1
            worth = mean
            if lore.key[at] == key:
                times += lore.times[at]
                worth += lore.worth[at]
            value = worth / times + spread / sqrt(times)
            if action == habit:
                value += aim.curious / times
            if value > most:
                most = value
                best = action
    key = mixed(here, best + 1)
    at = place_of(lore, key)
    if lore.key[at] != key:
        lore.key[at] = key
        lore.times[at] = 0
        lore.worth[at] = 0
    lore.path[lore.walked] = at
    lore.walked += 1
    return -1 - best if total == 0 else best


@rule
def play_on(s: State, rng: list[int], aim: Aim, lore: Lore) -> None:
    """Play a round on to its end, the others by habit, the seat by what it has learnt."""
    learns = aim.learns != 0
    lore.walked = 0
    done = 0
    while s.phase != OVER and done < aim.most:
        actions = legal(s)
        action = careful_of(s, rng, actions)
        if learns and s.turn == aim.seat and actions & (actions - 1) != 0:
            action = learnt(lore, s, aim, action, actions)
            if action < 0:
                # from here on nothing has been learnt yet
                action = -1 - action
                learns = False
            elif lore.walked == DEPTH:
                learns = False
        apply(s, action)
        call_in_time(s)
        done += 1


@rule
def first_share(s: State, seat: int) -> int:
    """The share in the first place that ``seat`` has, in thousandths.

    Who goes out is first; where nobody does, those whose cards cost least share it.
    """
    if s.out != NO_SEAT:
        return WON if s.out == seat else 0
    mine = hand_points(s, seat)
    alike = 0
    for other in range(s.players):
        if s.playing >> other & 1 == 1:
            points = hand_points(s, other)
            if points < mine:
                return 0
            alike += int(points == mine)
    return WON // alike


@rule
def try_moves(
    states: Sequence[State],
    guesses: Sequence[Guess],
    tries: Sequence[Tries],
    aims: Sequence[Aim],
    lores: Sequence[Lore],
    rng: list[int],
    many: int,
) -> None:
    """Try each move on ``many`` guesses.

    Args:
        states: the round without its hidden cards, and two states to work with.
        guesses: one guess, settled.
        tries: one set of moves.
        aims: one aim.
        lores: one, for what is learnt; it may have been learnt in an earlier call.
        rng: a generator, started from a seed.
        many: how many guesses.
    """
    guess = guesses[0]
    trial = tries[0]
    aim = aims[0]
    lore = lores[0]
    start = states[1]
    s = states[2]
    luck = lore.luck
    stir(guess, rng, aim.first_stirs * guess.held)
    aim.first_stirs = 0
    for _ in range(many):
        stir(guess, rng, aim.stirs * guess.held)
        assign(start, states[0])
        believe(guess, start, rng)
        one = next32(rng)
        two = next32(rng)
        for move in range(trial.many):
            if trial.left_out[move] != 0:
                continue
            assign(s, start)
            luck[0] = one
            luck[1] = two
            luck[2] = 1
            luck[3] = 2
            for step in range(trial.steps[move]):
                apply(s, trial.actions[move * STEPS + step])
            call_in_time(s)
            play_on(s, luck, aim, lore)
            share = first_share(s, aim.seat)
            points = hand_points(s, aim.seat)
            worth = share - aim.dear * points
            trial.tried[move] += 1
            trial.worth[move] += worth
            trial.first[move] += share
            trial.points[move] += points
            for other in range(s.players):
                if other != aim.seat:
                    trial.others[move] += hand_points(s, other)
            for k in range(lore.walked):
                lore.times[lore.path[k]] += 1
                lore.worth[lore.path[k]] += worth
