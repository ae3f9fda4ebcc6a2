"""Many tables at once: copies of them, and what they are given that can't be."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from typing import Any

import pytest

from vandatta.envs import IllegalAction

np = pytest.importorskip("numpy")

from vandatta.envs.batched import SEEDS, BatchedEnv  # noqa: E402 - it needs NumPy

try:
    from vandatta import compiled
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    compiled = None  # type: ignore[assignment]

WAYS = [False, pytest.param(True, marks=pytest.mark.slow)]
COPIES = [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
ARRAYS = ("observations", "masks", "rewards", "finals", "_flags", "_results")
PARTS = ("terminated", "truncated", "illegal", "deciding", "acted", "points")


@pytest.fixture(params=WAYS, ids=["plain", "compiled"])
def way(request: pytest.FixtureRequest) -> bool:
    if request.param and compiled is None:
        pytest.skip("to test the compiled loop: pip install '.[fast]'")
    return bool(request.param)


def made(way: bool, **settings: Any) -> BatchedEnv:
    given: dict[str, Any] = {"max_steps": 9, "finals": True, "compiled": way, **settings}
    return BatchedEnv("svensk", 3, 4, **given)


def all_of(game: BatchedEnv) -> bytes:
    """Everything that the environment shows, and all that it goes on from."""
    shown = b"".join(getattr(game, name).tobytes() for name in (*ARRAYS, *PARTS))
    inner = [game._states, game._tables, game._settings, game._luck]
    if game._loops.compiled:
        return shown + b"".join(each.tobytes() for each in inner)
    return shown + repr(inner).encode()


def play(game: BatchedEnv, steps: int) -> list[bytes]:
    found = []
    for _ in range(steps):
        game.step(game.sample())
        found.append(all_of(game))
    return found


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("opponents", [None, "eager"])
def test_a_copy_goes_on_by_itself_and_just_as_the_first(
    way: bool, copied: Any, opponents: str | None
) -> None:
    game = made(way, opponents=opponents, seat=None)
    game.reset(5)
    play(game, 3)
    before = all_of(game)
    twin = copied(game)
    assert all_of(twin) == before
    for name in ARRAYS:
        assert not np.shares_memory(getattr(game, name), getattr(twin, name))
    went = play(twin, 30)
    # the first one has not moved, and comes to the same
    assert all_of(game) == before
    assert play(game, 30) == went
    assert len(set(went)) == 30
    # what has a name of its own is a part of its own arrays
    for name in PARTS:
        arrays = [getattr(twin, each) for each in ("_flags", "_results")]
        assert any(np.shares_memory(getattr(twin, name), each) for each in arrays)
    twin.reset(5)
    game.reset(5)
    assert all_of(twin) == all_of(game)


def test_a_copy_of_what_was_not_dealt_wants_a_reset_too(way: bool) -> None:
    twin = copy.deepcopy(made(way))
    with pytest.raises(RuntimeError, match=r"reset\(\) deals the first rounds"):
        twin.step([0] * 4)
    twin.reset(1)


@pytest.mark.slow
@pytest.mark.skipif(compiled is None, reason="to test the compiled loop: pip install '.[fast]'")
def test_what_was_compiled_is_not_unpickled_where_numba_is_missing(tmp_path: Any) -> None:
    path = tmp_path / "game.pickle"
    path.write_bytes(pickle.dumps(made(True)))
    source = f"""
import pickle, sys
sys.modules["numba"] = None
try:
    pickle.load(open({str(path)!r}, "rb"))
except ImportError as missing:
    print(missing)
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", source], env=env, capture_output=True, text=True, check=True
    )
    assert "pip install 'vandatta[fast]'" in done.stdout


NO_ACTIONS: list[tuple[Any, str]] = [
    ([0.0, 1.0, 2.0, 3.0], "whole numbers, not of type float64"),
    (np.zeros(4, np.float32), "whole numbers, not of type float32"),
    (np.zeros(4, complex), "whole numbers, not of type complex128"),
    (np.zeros(4, bool), "whole numbers, not of type bool"),
    (["0"] * 4, "whole numbers, not of type <U1"),
    ([None] * 4, "whole numbers, not of type object"),
    ([1 << 70] * 4, "whole numbers, not of type object"),
    (np.zeros(4, "datetime64[s]"), "whole numbers, not of type datetime64"),
    ([0, 0, 0], r"4 tables need as many actions, not \(3,\)"),
    (np.zeros((4, 1), int), r"4 tables need as many actions, not \(4, 1\)"),
    (0, r"4 tables need as many actions, not \(\)"),
    (None, r"4 tables need as many actions, not \(\)"),
    ([[0], [0, 1], 2, 3], r"actions are a row of numbers, not \[\[0\], "),
]


@pytest.mark.parametrize("illegal", ["raise", "flag"])
@pytest.mark.parametrize(("actions", "why"), NO_ACTIONS)
def test_actions_that_are_none_change_nothing(actions: Any, why: str, illegal: str) -> None:
    game = made(False, illegal=illegal)
    game.reset(1)
    before = all_of(game)
    with pytest.raises(ValueError, match=why) as caught:
        game.step(actions)
    assert not isinstance(caught.value, IllegalAction)
    assert all_of(game) == before


def test_a_number_too_large_for_an_action_is_no_other_action(way: bool) -> None:
    game = made(way, illegal="flag")
    game.reset(1)
    wrong = np.full(4, (1 << 64) - 1, np.uint64)
    game.step(wrong)
    assert game.illegal.all()
    strict = made(way)
    strict.reset(1)
    with pytest.raises(IllegalAction, match=f"not take action {1 << 62} now"):
        strict.step(wrong)


def test_whole_numbers_of_every_size_are_actions(way: bool) -> None:
    game, twin = made(way), made(way)
    for each in (game, twin):
        each.reset(1)
    for kind in (np.int8, np.uint8, np.int32, np.uint64):
        actions = game.sample()
        assert (twin.sample() == actions).all()
        game.step(actions.astype(kind))
        twin.step(actions.tolist())
        assert all_of(game) == all_of(twin)


NO_SEEDS: list[tuple[Any, str]] = [
    (-1, "a seed is 0 or more, not -1"),
    (SEEDS, r"a seed is below 2\*\*62, not 4611686018427387904"),
    (1.0, "a seed is a whole number, not 1.0"),
    ("1", "a seed is a whole number, not '1'"),
    (True, "a seed is a whole number, not True"),
    (np.arange(2), r"a seed is a whole number, not array\(\[0, 1\]\)"),
]


@pytest.mark.parametrize(("seed", "why"), NO_SEEDS)
def test_seeds_that_are_none_change_nothing(seed: Any, why: str) -> None:
    game = made(False)
    game.reset(1)
    game.step(game.sample())
    before = all_of(game)
    with pytest.raises(ValueError, match=why):
        game.reset(seed)
    assert all_of(game) == before


def test_an_array_that_is_none_leaves_the_seed_as_it_was() -> None:
    game = made(False)
    game.reset(1)
    before = all_of(game)
    for wrong in ({"observations": np.zeros(3)}, {"masks": [0] * 71}, {"masks": "no"}):
        with pytest.raises(ValueError, match="that lie one after another"):
            game.reset(2, **wrong)
        with pytest.raises(ValueError, match="that lie one after another"):
            game.step(game.masks.argmax(axis=1), **wrong)
    assert all_of(game) == before


def test_seeds_differ_to_the_last_one() -> None:
    game = made(False)
    shown = []
    for seed in (0, 1, np.uint64(SEEDS - 2), SEEDS - 1):
        game.reset(seed)
        shown.append(game.observations.tobytes())
    assert len(set(shown)) == 4


def test_samples_are_written_into_what_can_hold_them() -> None:
    game = made(False)
    with pytest.raises(RuntimeError, match=r"reset\(\) deals the first rounds"):
        game.sample()
    game.reset(1)
    before = all_of(game)
    for wrong in (np.zeros(3, int), np.zeros(4), np.zeros(8, int)[::2], [0] * 4):
        with pytest.raises(ValueError, match="actions need 4 of int64"):
            game.sample(wrong)
    assert all_of(game) == before
    own = np.zeros(4, np.int64)
    assert game.sample(own) is own


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"tables": 2.0}, "the number of tables is a whole number, not 2.0"),
    ({"tables": "4"}, "the number of tables is a whole number, not '4'"),
    ({"tables": -3}, "there must be a table, not -3"),
    ({"seats": 3.0}, "the number of seats is a whole number, not 3.0"),
    ({"forgets": 0.5}, "forgets is a whole number, not 0.5"),
    ({"forgets": -1}, "-1 of a hundred"),
    ({"seat": 1.0}, "a seat is a whole number, not 1.0"),
    ({"dealer": 0.0}, "a seat is a whole number, not 0.0"),
    ({"max_steps": 9.0}, "max_steps is a whole number, not 9.0"),
    ({"opponents": 5}, "any, eager, careful, not 5"),
    ({"opponents": [["eager"], "any", "any"]}, r"any, eager, careful, not \['eager'\]"),
    ({"opponents": lambda *_: "draw"}, "any, eager, careful, not <function"),
]


@pytest.mark.parametrize(("settings", "why"), WRONG)
def test_what_can_not_be_is_refused(settings: dict[str, Any], why: str) -> None:
    given = {"seats": 4, "tables": 4, "compiled": False, **settings}
    with pytest.raises(ValueError, match=why):
        BatchedEnv("svensk", **given)


def test_a_limit_beyond_all_counting_is_none(way: bool) -> None:
    game = made(way, max_steps=1 << 80)
    game.reset(1)
    game.step(game.sample())
    assert not game.truncated.any()
