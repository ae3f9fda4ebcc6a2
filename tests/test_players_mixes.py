"""The computer players play any rules: legally, honestly, and by looking at few moves."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from tests.quick import LEVELS, some
from tests.recorded import mix
from tests.test_memory import dealt
from vandatta.arena.worlds import redealt, retold
from vandatta.events import FalselyChallenged, History, Laid
from vandatta.notation.moves import read_move
from vandatta.notation.outcomes import ENOUGH, outcomes
from vandatta.options import PRESETS
from vandatta.players import Level, forgotten, is_to_call, will_call, will_notice
from vandatta.table import Table
from vandatta.view import View

SHORT = {"turn_limit": 60}


def other_world(table: Table, seat: int, chance: random.Random) -> View:
    """What ``seat`` sees once all it can't see has been dealt anew."""
    s = table._round
    assert s is not None
    world = copy.copy(table)
    if s.rules.open_hands:
        world._round = copy.deepcopy(s)
        stock = list(s.stock[: s.n_stock])
        chance.shuffle(stock)
        world._round.stock[: s.n_stock] = bytes(stock)
        return world.view(seat)
    world._round = redealt(s, seat, chance)
    world._history = History(retold(table._history, seat, chance))
    return world.view(seat)


def talk(table: Table, seat: int, level: Level, chance: random.Random) -> None:
    """``seat``, which has just moved, calls or forgets; the others notice, or not."""
    if table.why_not(seat, "!") is None and will_call(level, chance):
        table.apply(table.move(seat, "!"))
    for other in range(len(table.seats)):
        for late in forgotten(table.view(other)):
            if will_notice(level, chance) and table.in_turn() is not None:
                events = table.apply(table.move(other, f"?{late}"))
                assert not any(isinstance(event, FalselyChallenged) for event in events)
                return


def play(table: Table, chance: random.Random, steps: int = 80) -> Counter[str]:
    """Let both levels play, now this one and now that."""
    seen: Counter[str] = Counter()
    for _ in range(steps):
        seat = table.in_turn()
        if seat is None:
            break
        view, other = table.view(seat), other_world(table, seat, chance)
        assert len(outcomes(view)) < ENOUGH + 250
        seed = chance.getrandbits(32)
        moves = {}
        for key, level in some(chance).items():
            moves[key] = level.choose(view, random.Random(seed))
            assert level.choose(view, random.Random(seed)) == moves[key]
            assert level.choose(other, random.Random(seed)) == moves[key]
            assert table.why_not(seat, moves[key]) is None, (table.rules_id, moves[key])
            seen[key] += 1
        key = chance.choice(list(moves))
        to_call = is_to_call(view, moves[key])
        laid = read_move(moves[key]).cards
        events = table.apply(table.move(seat, moves[key]))
        # nothing that can be laid is taken back, and nothing laid that must be
        assert len(laid) == sum(isinstance(event, Laid) for event in events)
        seen["sets"] += len(laid) > 1
        if table.in_turn() is not None and laid:
            assert to_call == (table.view(seat).window == seat)
        talk(table, seat, LEVELS[key], chance)
    return seen


@pytest.mark.parametrize("part", range(6))
def test_all_levels_play_every_mix(part: int) -> None:
    chance = random.Random(f"players {part}")
    seen: Counter[str] = Counter()
    for seats in range(2, 9):
        for _ in range(3):
            seen += play(dealt(chance, mix(chance, seats), seats), chance)
    assert min(seen[key] for key, level in LEVELS.items() if not level.guesses) > 500
    assert min(seen[key] for key in LEVELS) > 20
    assert seen["sets"]


@pytest.mark.parametrize("rules", PRESETS)
def test_all_levels_play_every_preset(rules: str) -> None:
    chance = random.Random(rules)
    seen: Counter[str] = Counter()
    for seats in (2, 3, 5):
        seen += play(dealt(chance, {"base": rules, **SHORT}, seats), chance)
    assert min(seen[key] for key, level in LEVELS.items() if not level.guesses) > 30


# --- calling and challenging


def stopped(rules: dict[str, Any], seed: int, wanted: int) -> Table:
    """A table where somebody has just been left with so many cards, uncalled."""
    chance = random.Random(seed)
    table = dealt(chance, {"base": "svensk", **rules}, 3)
    while (seat := table.in_turn()) is not None:
        table.apply(table.move(seat, LEVELS["regular"].choose(table.view(seat), chance)))
        if table.view(0).counts[seat] == wanted and table.view(0).window in (seat, -1):
            return table
    raise AssertionError("nobody came to so few cards")


def looks(table: Table) -> set[int]:
    return {late for seat in range(3) for late in forgotten(table.view(seat))}


def test_a_forgotten_call_may_be_pointed_out() -> None:
    table = stopped({}, 1, 1)
    assert looks(table) == {table.view(0).window}
    # even where it costs something to be wrong, for it is not
    table = stopped({"false_challenge_penalty": 2}, 1, 1)
    assert looks(table) == {table.view(0).window}


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ({"lappen": False}, 1),
        ({"lappen_caught_by": "rule"}, 1),
        ({"warning_at": 3}, 3),
        ({"warning_at": 3, "false_challenge_penalty": 2}, 3),
        ({"false_challenge_penalty": 2}, 2),
    ],
)
def test_nothing_is_pointed_out_that_was_not_forgotten(rules: dict[str, Any], left: int) -> None:
    assert looks(stopped(rules, 1, left)) == set()


@pytest.mark.parametrize(
    ("rules", "lefts"),
    [
        ({}, {1}),
        ({"lappen": False}, set()),
        ({"warning_at": 3}, {1, 3}),
        ({"lappen": False, "warning_at": 3}, set()),
        ({"base": "guide"}, {1}),
    ],
)
def test_what_is_to_be_called_is_known_before_the_move(
    rules: dict[str, Any], lefts: set[int]
) -> None:
    found = set()
    for seed in range(8):
        chance = random.Random(seed)
        table = dealt(chance, {"base": "svensk", **rules}, 2)
        while (seat := table.in_turn()) is not None:
            view = table.view(seat)
            move = LEVELS["regular"].choose(view, chance)
            if is_to_call(view, move):
                found.add(len(view.hand) - len(read_move(move).cards))
            table.apply(table.move(seat, move))
    assert found == lefts
