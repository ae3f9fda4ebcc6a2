"""Many tables side by side, a decision at a time at each: for learning, and worth compiling.

A table whose round has ended is dealt anew at once. The seats that nobody learns at are played
by players of `vandatta.engine.sitting`, who call in time and point out every call that was
forgotten.

States and tables are lists of dataclasses, or arrays of records; observations and masks
have a row for each table, and so have results, flags and rewards.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field

from vandatta.engine.alphabet import CALL, CHALLENGE, MAX_SEATS, OVER
from vandatta.engine.calls import can_be_challenged
from vandatta.engine.choosing import amid_a_move
from vandatta.engine.copying import wipe
from vandatta.engine.deciding import (
    SILENT,
    TO_CALL,
    Moment,
    begin,
    decide,
    decider,
    is_among,
    to_do,
    to_say,
)
from vandatta.engine.mark import rule
from vandatta.engine.observing import Places, Row, write_choices, write_observation
from vandatta.engine.playouts import deal_by_chance
from vandatta.engine.points import hand_points
from vandatta.engine.rng import M32, one_of, seed_words
from vandatta.engine.sitting import chosen
from vandatta.engine.state import State

LEARNER = -1
"""Who sits there is asked; the others are those of `vandatta.engine.sitting`."""

# A table's results
SEAT = 0
"""Who decides now; -1: no round could be dealt in which a learner ever decides."""
ACTED = 1
"""Whose decision the last step was."""
POINTS = 2
"""From here on, by seat: what the round costs that ended with it."""
RESULTS = POINTS + MAX_SEATS

# A table's flags
ENDED = 0
"""1: with the last step the round ended."""
CUT = 1
"""1: with it the round was cut off."""
ILLEGAL = 2
"""1: it was not allowed, and nothing happened."""
FLAGS = 3

TRIES = 1000
"""Rounds dealt at most until there is one in which a learner decides."""


@dataclass(slots=True)
class Table:
    """What a table has besides its state."""

    moment: Moment = field(default_factory=Moment)
    rng: list[int] = field(default_factory=lambda: [0] * 4)
    number: int = 0
    """The number of its next round."""
    home: int = 0
    """The seat from which `Setting.who` counts."""
    steps: int = 0
    """Decisions in this round."""
    do: int = 0
    say: int = 0
    """What the seat that decides may do and say."""


@dataclass(slots=True)
class Setting:
    """What holds at all tables."""

    places: Places = field(default_factory=Places)
    who: list[int] = field(default_factory=lambda: [LEARNER] * MAX_SEATS)
    """Who sits there, clockwise from the table's `Table.home`."""
    forgets: int = 0
    """How many of a hundred last cards the other players do not call."""
    seed: int = 0
    """Which rounds these are, below 2**62."""
    apart: int = 1
    """Numbers between two rounds of a table."""
    dealer: int = -1
    """Who deals; -1: drawn by lot."""
    home: int = 0
    """Every table's; -1: drawn by lot."""
    edge: int = 0
    """1: a round is worth the mean of the others' points minus one's own; 0: minus those."""
    most: int = 0
    """Decisions after which a round is cut off; 0: never."""


@rule
def deal_table(s: State, t: Table, setting: Setting) -> bool:
    """Deal a table's next round, and play until a learner decides.

    Returns:
        Does one? Rounds that end before are not counted.
    """
    for _ in range(TRIES):
        seed_words(t.rng, setting.seed & M32, setting.seed >> 32, t.number & M32)
        t.number += setting.apart
        t.steps = 0
        t.home = setting.home if setting.home >= 0 else one_of(t.rng, s.players)
        dealer = setting.dealer if setting.dealer >= 0 else one_of(t.rng, s.players)
        deal_by_chance(s, t.rng, dealer)
        begin(t.moment)
        play_others(s, t, setting)
        if s.phase != OVER:
            return True
    return False


@rule
def play_others(s: State, t: Table, setting: Setting) -> None:
    """Play on until a learner decides or the round is over."""
    m = t.moment
    while s.phase != OVER:
        place = decider(s, m) - t.home
        who = setting.who[place if place >= 0 else place + s.players]
        if who == LEARNER:
            return
        decide(s, m, choice_of(s, m, t.rng, who, setting.forgets))


@rule
def choice_of(s: State, m: Moment, rng: list[int], who: int, forgets: int) -> int:
    """What the seat that decides chooses, where ``who`` sits there."""
    if m.asked != 0:
        return SILENT if forgets > 0 and one_of(rng, 100) < forgets else CALL
    if s.forgot != 0 and not amid_a_move(s):
        for seat in range(s.players):
            unmade = m.challenged >> seat & 1 == 0
            if seat != s.turn and unmade and can_be_challenged(s, seat):
                return CHALLENGE + seat
    return chosen(s, rng, who)


@rule
def show_table(
    s: State,
    t: Table,
    setting: Setting,
    observation: Row,
    mask: Row,
    result: Row,
) -> None:
    """Write what the seat that decides sees and may do."""
    m = t.moment
    seat = decider(s, m)
    t.do = to_do(s, m)
    t.say = to_say(s, m)
    result[SEAT] = seat
    question = TO_CALL if m.asked != 0 else s.phase
    if seat < 0:
        question = -1
    write_observation(s, max(seat, 0), question, setting.places, observation)
    write_choices(t.do, t.say, mask)


@rule
def play_all(
    states: Sequence[State],
    tables: Sequence[Table],
    settings: Sequence[Setting],
    actions: Sequence[int],
    observations: Sequence[Row],
    masks: Sequence[Row],
    results: Sequence[Row],
    flags: Sequence[Row],
    rewards: Sequence[Row],
    finals: Sequence[Row],
) -> int:
    """Make a decision at every table, or deal the first round there.

    Args:
        states: the tables' states, with rules and seats (see `vandatta.engine.playouts.seated`).
        tables: what else they have.
        settings: one, for all of them.
        actions: what the seats choose that decide. No actions: deal the first rounds.
        observations: filled with what the seat sees that decides next.
        masks: filled with what it may do.
        results: `RESULTS` numbers each, filled with who acts and what it came to.
        flags: `FLAGS` numbers each, filled with what happened.
        rewards: by seat, filled with what a round that ended is worth.
        finals: a row for each table; filled, where a round ended or was cut off, with what the
            seat saw of it whose decision that was. Or no rows.

    Returns:
        At how many tables nobody decides, because no round lasts so long.
    """
    # a loop of its own, for the compiler counts the references that an outermost function holds
    return play_each(
        states, tables, settings, actions, observations, masks, results, flags, rewards, finals
    )


@rule
def play_each(
    states: Sequence[State],
    tables: Sequence[Table],
    settings: Sequence[Setting],
    actions: Sequence[int],
    observations: Sequence[Row],
    masks: Sequence[Row],
    results: Sequence[Row],
    flags: Sequence[Row],
    rewards: Sequence[Row],
    finals: Sequence[Row],
) -> int:
    """See `play_all`."""
    setting = settings[0]
    without = 0
    for k in range(len(states)):
        s = states[k]
        t = tables[k]
        result = results[k]
        flag = flags[k]
        if flag[ENDED] != 0 or len(actions) == 0:
            clear_round(s, result, rewards[k])
        deals = len(actions) == 0
        if deals:
            t.number = k
            result[ACTED] = -1
            wipe(flag)
        else:
            act_at(s, t, setting, actions[k], result, flag)
            deals = flag[ENDED] != 0 or flag[CUT] != 0
            if flag[ENDED] != 0:
                score(s, setting, result, rewards[k])
            if deals and len(finals) > 0:
                write_observation(s, result[ACTED], -1, setting.places, finals[k])
        if deals and not deal_table(s, t, setting):
            without += 1
        show_table(s, t, setting, observations[k], masks[k], result)
    return without


@rule
def clear_round(s: State, result: Row, reward: Row) -> None:
    """Forget what the last round came to."""
    for seat in range(s.players):
        result[POINTS + seat] = 0
        reward[seat] = 0


@rule
def score(s: State, setting: Setting, result: Row, reward: Row) -> None:
    """Write down what a round came to."""
    total = 0
    for seat in range(s.players):
        points = hand_points(s, seat)
        result[POINTS + seat] = points
        total += points
    for seat in range(s.players):
        mine = result[POINTS + seat]
        others = (total - mine) / (s.players - 1) if setting.edge != 0 else 0.0
        reward[seat] = others - mine


@rule
def act_at(s: State, t: Table, setting: Setting, action: int, result: Row, flag: Row) -> None:
    """Make a decision at a table, and write down what happened."""
    # nobody reads what the engine notes, and it takes less memory always at the same place
    s.noted = 0
    result[ACTED] = result[SEAT]
    fine = is_among(action, t.do, t.say)
    if fine:
        decide(s, t.moment, action)
        play_others(s, t, setting)
    t.steps += 1
    over = s.phase == OVER
    flag[ENDED] = int(over)
    flag[CUT] = int(not over and 0 < setting.most <= t.steps)
    flag[ILLEGAL] = int(not fine)


@rule
def first_illegal(tables: Sequence[Table], actions: Sequence[int]) -> int:
    """The first table at which the action is not allowed; -1: none."""
    for k in range(len(tables)):
        if not is_among(actions[k], tables[k].do, tables[k].say):
            return k
    return -1


@rule
def choose_all(rng: list[int], tables: Sequence[Table], actions: MutableSequence[int]) -> None:
    """Choose an action for every table, each as likely."""
    for k in range(len(tables)):
        do = tables[k].do
        say = tables[k].say
        many = do.bit_count()
        which = one_of(rng, many + say.bit_count())
        left = do if which < many else say
        for _ in range(which if which < many else which - many):
            left &= left - 1
        at = (left & -left).bit_length() - 1
        actions[k] = at if which < many else CALL + at
