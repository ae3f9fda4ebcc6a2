"""Rounds and matches played by given players, and what happened in them counted.

These loops stand behind ``vandatta simulate``; like those of `vandatta.engine.playouts` they run
as they are or compiled. All that is counted is whole numbers, so the counts of any shares of the
work can be added in any order, and the sum is the same to the last digit.

What is counted of a *unit*, a round or a match, are its rounds and a list of `COUNTS` numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vandatta.engine.alphabet import CALL, CHALLENGE, MAX_SEATS, NO_SEAT, OVER
from vandatta.engine.calls import can_be_challenged
from vandatta.engine.choosing import amid_a_move
from vandatta.engine.mark import rule
from vandatta.engine.match import Match, score_round
from vandatta.engine.play import apply, speak
from vandatta.engine.playouts import deal_by_chance
from vandatta.engine.points import hand_points
from vandatta.engine.rng import M32, one_of, seed_words
from vandatta.engine.sitting import EAGER, chosen
from vandatta.engine.state import State
from vandatta.engine.turns import used_up

# What is counted of a unit
MOVES = 0
"""Drawing a card is a move, laying several cards at once is one."""
TURNS = 1
LAID = 2
RENEWED = 3
"""How often the stock was."""
BLOCKED = 4
"""Rounds that ended by themselves with nobody out."""
LIMITED = 5
"""Rounds whose turns or cards were used up, or that were broken off."""
LEFT = 6
"""Cards left in hand."""
POINTS = 7
LARGEST = 8
"""The largest hand of a round, added up."""
EDGE = 9
"""How much oftener forehand goes out than others: 0 if all seats are as likely to, whether
rounds are blocked or not. A round that forehand ends counts the seats less one, any other that
somebody ends counts one less than nothing."""
LEAD = 10
"""The same of the first group, against those of all others."""
UNENDED = 11
"""1: a match that was broken off."""
OUT_BY_SEAT = 12
"""From here on by seat, place or group, `MAX_SEATS` numbers each: who went out."""
OUT_BY_PLACE = 20
"""Forehand first, in the order of play from the dealer on."""
OUT_BY_GROUP = 28
POINTS_BY_SEAT = 36
POINTS_BY_PLACE = 44
POINTS_BY_GROUP = 52
WON_BY_SEAT = 60
"""Matches won, in parts of `WHOLE` where several won one together."""
WON_BY_PLACE = 68
"""By the place in the first round."""
WON_BY_GROUP = 76
COUNTS = 84

WHOLE = 840
"""So many parts can be shared by up to eight without a remainder."""
LONGEST_MATCH = 1000
"""Rounds after which a match is broken off."""
MATCHES = 1 << 22
"""How many matches there can be of one seed."""
BINS = 2048
"""Bins of the histogram of moves; the last one holds all that are more."""
HANDS = 128
"""Bins of the histograms of hands: more cards than that nobody can have."""


@dataclass(slots=True)
class Setting:
    """Who plays, and how. Lists "a seat" have room for eight."""

    who: list[int] = field(default_factory=lambda: [EAGER] * MAX_SEATS)
    group: list[int] = field(default_factory=lambda: [0] * MAX_SEATS)
    """A seat: which of the players' kinds it is of."""
    forgets: int = 0
    """How many of a hundred last cards nobody calls in time."""
    matches: int = 0
    """1: units are whole matches; 0: they are rounds."""
    most: int = 0
    """Moves after which a round is broken off."""
    seed: int = 0
    """Which rounds these are, below 2**62."""
    rng: list[int] = field(default_factory=lambda: [0] * 4)


@dataclass(slots=True)
class Unit:
    """What happened in a round, or in a match."""

    rounds: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * COUNTS)


@dataclass(slots=True)
class Tally:
    """Units added up. Of each number there are its sum and what its spread is told from."""

    units: int = 0
    rounds: int = 0
    rounds_squared: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * COUNTS)
    squares: list[int] = field(default_factory=lambda: [0] * COUNTS)
    by_rounds: list[int] = field(default_factory=lambda: [0] * COUNTS)
    """Each count times the rounds of its unit."""
    moves: list[int] = field(default_factory=lambda: [0] * BINS)
    """Rounds by their moves."""
    left: list[int] = field(default_factory=lambda: [0] * HANDS)
    """Hands at the end of a round, but for that of who went out, by their cards."""
    largest: list[int] = field(default_factory=lambda: [0] * HANDS)
    """Rounds by the largest hand that anybody had."""


@dataclass(slots=True)
class Pairs:
    """Products of what was counted of the same units under two rule sets, added up."""

    rounds: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * COUNTS)
    counts_by_their_rounds: list[int] = field(default_factory=lambda: [0] * COUNTS)
    rounds_by_their_counts: list[int] = field(default_factory=lambda: [0] * COUNTS)


# --- a round


@rule
def begin_unit(s: State, m: Match, unit: Unit, number: int) -> None:
    """Begin unit ``number``: seats deal the first round in turn."""
    unit.rounds = 0
    for k in range(COUNTS):
        unit.counts[k] = 0
    m.players = s.players
    m.playing = (1 << s.players) - 1
    m.dealer = number % s.players
    m.round = 1
    m.winners = 0
    for seat in range(MAX_SEATS):
        m.totals[seat] = 0


@rule
def begin_round(s: State, m: Match, setting: Setting, number: int) -> None:
    """Deal the next round of a unit.

    Every round has numbers of its own, by the seed, the unit and the round: under other rules
    the same cards are dealt.
    """
    third = (number | (m.round - 1) << 22) & M32
    seed_words(setting.rng, setting.seed & M32, setting.seed >> 32, third)
    s.playing = m.playing
    deal_by_chance(s, setting.rng, m.dealer)


@rule
def before_action(s: State, unit: Unit, largest: int) -> int:
    """What there is to do before the seat in turn acts: look out for forgotten calls, and count.

    Returns:
        The largest hand so far.
    """
    if not amid_a_move(s):
        unit.counts[MOVES] += 1
        if s.forgot != 0:
            point_out(s)
    if s.count[s.turn] > largest:
        largest = s.count[s.turn]
    return largest


@rule
def point_out(s: State) -> None:
    """The seat in turn points out every call that was forgotten."""
    for seat in range(s.players):
        if seat != s.turn and can_be_challenged(s, seat):
            speak(s, s.turn, CHALLENGE + seat)


@rule
def after_action(s: State, setting: Setting) -> None:
    """Whoever may still call does, if it is not forgotten."""
    if s.window == NO_SEAT or s.phase == OVER or amid_a_move(s):
        return
    if setting.forgets == 0 or one_of(setting.rng, 100) >= setting.forgets:
        speak(s, s.window, CALL)


@rule
def play_round(s: State, setting: Setting, unit: Unit) -> int:
    """Play a round to its end, nobody `THINKING`; counts its moves.

    Returns:
        The largest hand that anybody had when in turn.
    """
    last = unit.counts[MOVES] + setting.most
    largest = 0
    while s.phase != OVER and unit.counts[MOVES] < last:
        largest = before_action(s, unit, largest)
        apply(s, chosen(s, setting.rng, setting.who[s.turn]))
        after_action(s, setting)
    return largest


# --- counting


@rule
def place_of(s: State, seat: int) -> int:
    """Where ``seat`` sits in a round: 0 for forehand, the dealer has the highest."""
    place = 0
    each = s.dealer
    for _ in range(s.players):
        each = each + 1 if each + 1 < s.players else 0
        if each == seat:
            break
        place += s.playing >> each & 1
    return place


@rule
def end_round(
    s: State, setting: Setting, unit: Unit, tally: Tally, largest: int, moves: int
) -> None:
    """Count a round that has been played.

    Args:
        s: the round.
        setting: who played.
        unit: what it is a part of.
        tally: where its sizes are counted.
        largest: the largest hand that anybody had when in turn.
        moves: how many moves it had.
    """
    counts = unit.counts
    unit.rounds += 1
    counts[TURNS] += s.turns
    counts[LAID] += s.laid
    counts[RENEWED] += s.reshuffled
    if s.out != NO_SEAT:
        counts[OUT_BY_SEAT + s.out] += 1
        counts[OUT_BY_PLACE + place_of(s, s.out)] += 1
        counts[OUT_BY_GROUP + setting.group[s.out]] += 1
        counts[EDGE] -= 1
        if place_of(s, s.out) == 0:
            counts[EDGE] += s.playing.bit_count()
        counts[LEAD] += lead_of(s, setting)
    elif s.phase != OVER or used_up(s):
        counts[LIMITED] += 1
    else:
        counts[BLOCKED] += 1
    for seat in range(s.players):
        if s.playing >> seat & 1 == 1:
            largest = max(largest, s.count[seat])
            counts[LEFT] += s.count[seat]
            points = hand_points(s, seat)
            counts[POINTS] += points
            counts[POINTS_BY_SEAT + seat] += points
            counts[POINTS_BY_PLACE + place_of(s, seat)] += points
            counts[POINTS_BY_GROUP + setting.group[seat]] += points
            if seat != s.out:
                tally.left[min(s.count[seat], HANDS - 1)] += 1
    counts[LARGEST] += largest
    tally.largest[min(largest, HANDS - 1)] += 1
    tally.moves[min(moves, BINS - 1)] += 1


@rule
def lead_of(s: State, setting: Setting) -> int:
    """What a round that somebody ended counts of `LEAD`."""
    first = 0
    for seat in range(s.players):
        if s.playing >> seat & 1 == 1 and setting.group[seat] == 0:
            first += 1
    return s.playing.bit_count() - first if setting.group[s.out] == 0 else -first


@rule
def end_match(s: State, m: Match, setting: Setting, unit: Unit, number: int) -> None:
    """Count who won a match that has been played."""
    winners = m.winners.bit_count()
    if winners == 0:
        unit.counts[UNENDED] = 1
        return
    for seat in range(s.players):
        if m.winners >> seat & 1 == 1:
            place = (seat - number - 1) % s.players
            unit.counts[WON_BY_SEAT + seat] += WHOLE // winners
            unit.counts[WON_BY_PLACE + place] += WHOLE // winners
            unit.counts[WON_BY_GROUP + setting.group[seat]] += WHOLE // winners


@rule
def add_unit(tally: Tally, unit: Unit) -> None:
    """Add a unit to a tally."""
    rounds = unit.rounds
    tally.units += 1
    tally.rounds += rounds
    tally.rounds_squared += rounds * rounds
    for k in range(COUNTS):
        count = unit.counts[k]
        tally.sums[k] += count
        tally.squares[k] += count * count
        tally.by_rounds[k] += count * rounds


@rule
def match_goes_on(m: Match, s: State, setting: Setting) -> bool:
    """Score a round; is there another one to play in this unit?"""
    if setting.matches == 0:
        return False
    score_round(m, s)
    return m.winners == 0 and m.round <= LONGEST_MATCH


# --- loops worth compiling


@rule
def play_units(
    states: Sequence[State],
    matches: Sequence[Match],
    settings: Sequence[Setting],
    first: int,
    units: Sequence[Unit],
    tallies: Sequence[Tally],
) -> int:
    """Play a unit for each of ``units``.

    Args:
        states: one state (see `vandatta.engine.playouts.seated`).
        matches: one match, in any state.
        settings: one setting.
        first: the number of the first unit, below 2**32; with whole matches below `MATCHES`.
        units: filled with what happened in each.
        tallies: one tally, to which all are added.

    Returns:
        How many rounds that were.
    """
    s = states[0]
    m = matches[0]
    setting = settings[0]
    tally = tallies[0]
    rounds = 0
    for k in range(len(units)):
        unit = units[k]
        begin_unit(s, m, unit, first + k)
        going = True
        while going:
            begin_round(s, m, setting, first + k)
            before = unit.counts[MOVES]
            largest = play_round(s, setting, unit)
            end_round(s, setting, unit, tally, largest, unit.counts[MOVES] - before)
            going = match_goes_on(m, s, setting)
        if setting.matches != 0:
            end_match(s, m, setting, unit, first + k)
        add_unit(tally, unit)
        rounds += unit.rounds
    return rounds


@rule
def add_pairs(ours: Sequence[Unit], theirs: Sequence[Unit], pairs: Sequence[Pairs]) -> None:
    """Add the same units under two rule sets to ``pairs[0]``."""
    sums = pairs[0]
    for unit in range(len(ours)):
        one = ours[unit]
        other = theirs[unit]
        sums.rounds += one.rounds * other.rounds
        for k in range(COUNTS):
            sums.counts[k] += one.counts[k] * other.counts[k]
            sums.counts_by_their_rounds[k] += one.counts[k] * other.rounds
            sums.rounds_by_their_counts[k] += one.rounds * other.counts[k]
