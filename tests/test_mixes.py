"""Any mix of the options is a game: it never gets stuck, ends, keeps its cards, explains itself.

And every option is alive: with it changed some position is decided differently. The numbers are
told at the end of the run.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.mixing import another, decided, one_mix
from vandatta.engine.reasons import NAMES
from vandatta.options import OPTIONS, Value, rules_id

MIXES, PARTS = 20_000, 5
ALIVE = 3
"""Positions that each option decides differently in each part, before it is left in peace."""


def some_mixes(first: int, count: int) -> Counter[str]:
    """Play mixes; in every other one an option that has decided little is changed, too."""
    seen: Counter[str] = Counter()
    alive = Counter(dict.fromkeys(OPTIONS, 0))
    for number in range(first, first + count):
        try:
            happened, values, seats = one_mix(number)
            seen.update(happened)
            if number % 2 == 0 and min(alive.values()) < ALIVE:
                probe(number, values, seats, alive, seen)
        except AssertionError as error:
            raise AssertionError(f"mix {number}: {error}") from error
    seen.update({f"alive: {key}": number for key, number in alive.items()})
    return seen


def probe(
    number: int, values: dict[str, Value], seats: int, alive: Counter[str], seen: Counter[str]
) -> None:
    """Change an option that has decided little so far, and see whether anything differs."""
    chance = random.Random(f"probe {number}")
    key = chance.choice([key for key in OPTIONS if alive[key] < ALIVE])
    other = another(values, key, chance)
    if other is None:
        return
    seen["options changed"] += 1
    how = decided(values, other, seats, chance)
    if rules_id(other) == rules_id(values):
        assert how is None, f"{key} must not matter in {rules_id(values)}, but {how} differs"
    elif how:
        alive[key] += 1
        seen[f"decided: {how}"] += 1


def test_some_mixes() -> None:
    seen = some_mixes(0, 60)
    assert seen["mixes"] == 60
    assert seen["no limit, broken off"] <= 3


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_twenty_thousand_mixes(part: int, record_property: Callable[[str, object], None]) -> None:
    each = MIXES // PARTS
    seen = some_mixes(1_000 + part * each, each)
    record_property("mixes", json.dumps(seen))
    assert seen["mixes"] == each
    for seats in range(2, 9):
        assert seen[f"{seats} seats"]
    dead = [key for key in OPTIONS if seen[f"alive: {key}"] < ALIVE]
    assert not dead, f"decided next to nothing: {dead}"
    unmet = [rule for rule in NAMES[1:] if not seen[f"refused: {rule}"]]
    assert not unmet, f"refused nothing: {unmet}"
