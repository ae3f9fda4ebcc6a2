"""Simulation: whatever way the work is cut and given out, the same counts come of it."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import pytest

from tests.mixing import random_mix
from vandatta.engine import counted
from vandatta.engine.counted import (
    BLOCKED,
    COUNTS,
    LIMITED,
    MOVES,
    OUT_BY_GROUP,
    OUT_BY_PLACE,
    OUT_BY_SEAT,
    POINTS,
    POINTS_BY_SEAT,
    UNENDED,
    WHOLE,
    WON_BY_GROUP,
    WON_BY_PLACE,
    WON_BY_SEAT,
    Pairs,
    Tally,
    Unit,
    add_unit,
)
from vandatta.engine.playouts import Round, eager_rounds, seated
from vandatta.engine.sitting import THINKING as THINKS
from vandatta.options import OptionsError, preset, rules_from, rules_id
from vandatta.simulation import running
from vandatta.simulation.plan import ENDLESS, PLAYERS, Plan, Share, shares
from vandatta.simulation.report import report
from vandatta.simulation.running import is_worth_compiling, run
from vandatta.simulation.showing import as_json
from vandatta.simulation.summary import Summary, empty, merged
from vandatta.simulation.variants import varied
from vandatta.simulation.working import Stopped, work
from vandatta.view import View

try:
    from vandatta import compiled
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    compiled = None  # type: ignore[assignment]

MIXED = ("careful", "eager", "any")
ROUNDS = Plan(("svensk", "klassisk", "barn-sr1"), MIXED, 30, seed=9, forgets=30)
MATCHES = replace(ROUNDS, many=6, matches=True)
THINKING = Plan(("svensk",), ("regular", "beginner", "careful"), 4)
PLANS = {"rounds": ROUNDS, "matches": MATCHES, "thinking": THINKING}


def shown(plan: Plan, summary: Summary) -> str:
    return as_json(report(plan, summary, 6.0))


# --- the same everywhere


@pytest.mark.parametrize("name", PLANS)
def test_processes_and_shares_make_no_difference(name: str) -> None:
    plan = PLANS[name]
    once = run(plan, 1, fast=False)
    for size in (1, 4, plan.many):
        assert run(plan, 1, fast=False, size=size) == once
    assert shown(plan, run(plan, 2, fast=False, size=3)) == shown(plan, once)


def test_the_order_in_which_shares_come_back_makes_no_difference() -> None:
    done = [work(ROUNDS, share) for share in shares(ROUNDS, 4)]
    random.Random(1).shuffle(done)
    assert merged(done, 3) == run(ROUNDS, 1, fast=False)


@pytest.mark.parametrize("plan", [ROUNDS, MATCHES])
@pytest.mark.slow
def test_compiled_counts_the_same(plan: Plan) -> None:
    if compiled is None:
        pytest.skip("to test the compiled loops: pip install '.[fast]'")
    plain = run(plan, 1, fast=False)
    told: list[int] = []
    assert run(plan, 2, progress=told.append, size=4) == plain
    assert told[-1] == plan.many and sorted(told) == told
    assert shown(plan, run(plan, 1)) == shown(plan, plain)


@pytest.mark.slow
def test_compiled_counts_the_same_under_any_rules() -> None:
    if compiled is None:
        pytest.skip("to test the compiled loops: pip install '.[fast]'")
    for number in range(60):
        chance = random.Random(f"simulated {number}")
        values, seats = random_mix(chance)
        fast = [name for name, who in PLAYERS.items() if who != THINKS]
        players = tuple(chance.choice(fast) for _ in range(seats))
        forgets = chance.choice((0, 40))
        plan = Plan((rules_id(values),), players, 2, number % 4 == 0, number, forgets)
        assert work(plan, Share(0, 2), fast=True) == work(plan, Share(0, 2))


def test_a_lost_process_is_made_good() -> None:
    killed: list[Any] = []

    def kill(_: int) -> None:
        if not killed:
            killed.append(multiprocessing.active_children()[0])
            killed[0].kill()
            killed[0].join()

    plan = replace(ROUNDS, many=40)
    assert run(plan, 2, fast=False, size=2, progress=kill) == run(plan, 1, fast=False)
    assert killed


def test_processes_lost_again_and_again_are_told_of() -> None:
    def kill(_: int) -> None:
        for each in multiprocessing.active_children():
            each.kill()

    with pytest.raises(BrokenProcessPool):
        run(replace(ROUNDS, many=200), 2, fast=False, size=1, progress=kill)


def test_work_can_be_called_off() -> None:
    with pytest.raises(Stopped):
        work(ROUNDS, Share(0, 5), stop=lambda: True)


def test_another_seed_gives_other_rounds() -> None:
    one, other = (
        work(Plan(("svensk",), ("eager",) * 4, 9, seed=seed), Share(0, 9)) for seed in (1, 2)
    )
    assert one != other


def test_the_deals_are_those_of_the_other_loops() -> None:
    """With nobody forgetting, eager rounds are the very rounds of `eager_rounds`."""
    plan = Plan(("klassisk",), ("eager",) * 3, 8, seed=5)
    summary = run(plan, 1, fast=False)
    results = [Round() for _ in range(8)]
    eager_rounds([seated(rules_from("klassisk"), 3)], [0] * 4, 5, 0, ENDLESS, results)
    (tally,) = summary.tallies
    assert tally.units == tally.rounds == 8
    assert tally.sums[MOVES] == sum(each.moves for each in results)
    assert tally.squares[MOVES] == sum(each.moves**2 for each in results)
    assert tally.sums[POINTS] == sum(sum(each.points) for each in results)
    for seat in range(3):
        outs = [each for each in results if each.out == seat]
        assert tally.sums[OUT_BY_SEAT + seat] == len(outs)
        assert tally.sums[POINTS_BY_SEAT + seat] == sum(each.points[seat] for each in results)
        first = [each for each in results if (each.dealer + 1 + seat) % 3 == each.out]
        assert tally.sums[OUT_BY_PLACE + seat] == len(first)
    assert sorted(each.moves for each in results) == [
        moves for moves, many in enumerate(tally.moves) for _ in range(many)
    ]


def test_all_that_is_counted_adds_up() -> None:
    for plan in (ROUNDS, MATCHES):
        for tally in run(plan, 1, fast=False).tallies:
            sums, rounds = tally.sums, tally.rounds
            ended = rounds - sums[BLOCKED] - sums[LIMITED]
            for start in (OUT_BY_SEAT, OUT_BY_PLACE, OUT_BY_GROUP):
                assert sum(sums[start : start + 8]) == ended
            for start in (POINTS_BY_SEAT, counted.POINTS_BY_PLACE, counted.POINTS_BY_GROUP):
                assert sum(sums[start : start + 8]) == sums[POINTS] > 0
            for start in (WON_BY_SEAT, WON_BY_PLACE, WON_BY_GROUP):
                won = WHOLE * (tally.units - sums[UNENDED]) if plan.matches else 0
                assert sum(sums[start : start + 8]) == won
            assert sum(tally.moves) == sum(tally.largest) == rounds
            assert sum(many * cards for cards, many in enumerate(tally.left)) == sums[counted.LEFT]
            assert rounds == tally.units or plan.matches


def test_numbers_lie_beside_one_another_without_a_gap() -> None:
    starts = [
        getattr(counted, f"{what}_BY_{by}")
        for what in ("OUT", "POINTS", "WON")
        for by in ("SEAT", "PLACE", "GROUP")
    ]
    assert starts[0] == UNENDED + 1 and starts[-1] + 8 == COUNTS
    assert all(b - a == 8 for a, b in pairwise(starts))


# --- matches and limits


def test_a_match_that_goes_on_for_ever_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "LONGEST_MATCH", 3)
    plan = Plan(("svensk-li1000",), ("eager",) * 4, 2, matches=True)
    (tally,) = run(plan, 1, fast=False).tallies
    assert tally.sums[UNENDED] == 2 and tally.rounds == 6
    assert sum(tally.sums[WON_BY_SEAT:]) == 0


def test_a_round_without_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vandatta.simulation.plan.ENDLESS", 20)
    (tally,) = run(Plan(("svensk",), ("eager",) * 4, 4), 1, fast=False).tallies
    assert tally.sums[LIMITED] == tally.moves[20] > 0


def test_the_points_of_a_match_are_those_of_the_tables() -> None:
    """In svensk everybody but the winner has come to the limit when a match ends."""
    plan = Plan(("svensk",), ("careful",) * 3, 5, matches=True)
    summary = run(plan, 1, fast=False)
    (tally,), (told,) = summary.tallies, report(plan, summary, 6.0).runs
    totals = [tally.sums[POINTS_BY_SEAT + seat] for seat in range(3)]
    for seat, line in enumerate(told.by_seat):
        assert line.match_points is not None and line.out is line.points is None
        assert line.match_points.value == totals[seat] / 5
    assert told.figures["match_points"].value == sum(totals) / 5
    limit = preset("svensk")["limit"]
    assert isinstance(limit, int)
    assert sum(totals) / 5 >= 2 * limit
    assert "points" not in told.figures and "points" not in told.differences


def test_a_limit_of_turns_is_known() -> None:
    limited = Plan(("svensk-tl3",), ("eager",) * 4, 5)
    assert run(limited, 1, fast=False).tallies[0].sums[LIMITED] == 5


def test_matches_won_together_are_shared() -> None:
    # every seat is at the limit after a round, and those with the fewest points have won
    plan = Plan(("barn-li1-melast_in",), ("eager",) * 4, 12, matches=True)
    (tally,) = run(plan, 1, fast=False).tallies
    assert sum(tally.sums[WON_BY_SEAT : WON_BY_SEAT + 8]) == 12 * WHOLE


def test_calls_that_are_forgotten_cost_cards() -> None:
    plans = [Plan(("svensk-lp5",), ("eager",) * 4, 60, forgets=each) for each in (0, 100)]
    called, forgot = (run(plan, 1, fast=False).tallies[0].sums[MOVES] for plan in plans)
    assert forgot > 1.1 * called


# --- plans and shares


def test_shares_are_the_whole_work_once() -> None:
    for many, size in ((1, None), (39, None), (1000, 7), (10**6, None)):
        plan = Plan(("svensk",), ("any", "any"), many)
        parts = list(shares(plan, size))
        assert parts[0].first == 0 and parts[-1].first + parts[-1].count == many
        assert all(a.first + a.count == b.first for a, b in pairwise(parts))
    assert 40 <= len(parts) <= 200


@pytest.mark.parametrize(
    "change",
    [
        {"players": ("any", "nobody")},
        {"rules": ()},
        {"many": 0},
        {"many": (1 << 22) + 1, "matches": True},
        {"seed": -1},
        {"seed": 1 << 62},
        {"forgets": 101},
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"range|player"):
        replace(ROUNDS, **change)


def test_seats_that_the_rules_do_not_allow_are_refused() -> None:
    with pytest.raises(OptionsError):
        Plan(("svensk",), ("any",) * 6, 1)


def test_what_is_compiled() -> None:
    assert is_worth_compiling(replace(ROUNDS, many=1000))
    assert not is_worth_compiling(ROUNDS)
    assert not is_worth_compiling(replace(THINKING, many=1000))
    assert running.cores() >= 1
    fast = {"any", "eager", "careful", "spending", "heedless", "waiting"}
    assert set(PLAYERS) == fast | {"beginner", "friend", "regular", "master", "grandmaster"}


def test_thinkers_get_a_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    from vandatta.players import LEVELS
    from vandatta.simulation import working

    seen: list[View] = []
    regular = LEVELS["regular"]

    def choose(view: View, chance: random.Random) -> str:
        seen.append(view)
        return regular.choose(view, chance)

    levels = {**LEVELS, "regular": replace(regular, choose=choose)}
    monkeypatch.setattr(working, "LEVELS", levels)
    plan = Plan(("svensk",), ("regular", "eager", "eager"), 2)
    work(plan, Share(0, 2))
    assert len(seen) > 10
    assert {type(view) for view in seen} == {View}
    assert all(view.seat == view.turn == 0 and view.hands is None for view in seen)
    numbers = [event.n for event in seen[-1].history]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


# --- sums


def tallies(chance: random.Random, kind: type[Any]) -> Any:
    found = kind()
    for field in fields(kind):
        value = getattr(found, field.name)
        if isinstance(value, int):
            setattr(found, field.name, chance.getrandbits(70))
        else:
            value[:] = [chance.getrandbits(70) for _ in value]
    return found


def summaries(chance: random.Random) -> Iterator[Summary]:
    while True:
        yield Summary((tallies(chance, Tally), tallies(chance, Tally)), (tallies(chance, Pairs),))


def test_summaries_add_up_in_any_order() -> None:
    some = summaries(random.Random(1))
    a, b, c = next(some), next(some), next(some)
    assert merged([merged([a, b], 2), c], 2) == merged([a, merged([b, c], 2)], 2)
    assert merged([a, b], 2) == merged([b, a], 2) != a
    assert merged([a, empty(2)], 2) == a == merged([empty(2), a], 2)
    assert Summary.from_json(a.as_json()) == a


def test_a_unit_is_added_with_its_squares() -> None:
    tally = Tally()
    for rounds, count in ((2, 5), (3, 7)):
        unit = Unit(rounds=rounds)
        unit.counts[MOVES] = count
        add_unit(tally, unit)
    assert (tally.units, tally.rounds, tally.rounds_squared) == (2, 5, 13)
    assert (tally.sums[MOVES], tally.squares[MOVES], tally.by_rounds[MOVES]) == (12, 74, 31)


# --- one option's values


def test_an_option_is_varied() -> None:
    svensk = preset("svensk")
    assert varied(svensk, "must_lay", 4) == {"must_lay=on": "svensk", "must_lay=off": "svensk-ml0"}
    assert varied(svensk, "draw_limit=0,3,5", 4) == {
        "draw_limit=3": "svensk",
        "draw_limit=0": "svensk-dl0",
        "draw_limit=5": "svensk-dl5",
    }
    # what can't be dealt is left out, unless it was asked for
    assert len(varied(svensk, "lappen_penalty", 4)) == 11
    with pytest.raises(OptionsError):
        varied({**svensk, "players": "2-8"}, "players", 6)
    for wish in ("must_lay=on", "turn_limit", "hand_size=20", "nothing", "draw_limit=x"):
        with pytest.raises(OptionsError):
            varied(svensk, wish, 4)
