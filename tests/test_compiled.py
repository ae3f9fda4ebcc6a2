"""The rules compiled: the same games as the plain rules play, and what is kept of compiling."""

from __future__ import annotations

import ast
import inspect
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.mixing import random_mix
from vandatta.cards import NO_CARD
from vandatta.engine import counted, playouts, rollouts, searching
from vandatta.engine import tables as many
from vandatta.engine.alphabet import CALL, CHALLENGE, MAX_SEATS, NO_SEAT, OVER, TO_NAME
from vandatta.engine.calls import calls
from vandatta.engine.choosing import amid_a_move, any_of, eager_of
from vandatta.engine.copying import assign, copy_of
from vandatta.engine.mark import marked
from vandatta.engine.match import Match, score_round
from vandatta.engine.play import apply, legal, misplay, singles, speak
from vandatta.engine.playouts import Round, deal_by_chance, seated
from vandatta.engine.reasons import why_not
from vandatta.engine.rng import next32, one_of, seed_words
from vandatta.engine.rules import Rules
from vandatta.engine.state import State
from vandatta.options import PRESETS, OptionsError, check_seats, compile_rules, preset

try:
    import numpy as np

    from vandatta import compiled
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip("to test the compiled rules: pip install '.[fast]'", allow_module_level=True)

GAMES = 10_000
PARTS = 10
LONGEST = 300
"""Steps after which a game is broken off, so that the plain rules are done in time."""

# --- the same games


def play_wildly(
    states: Any, matches: Any, rng: Any, number: int, eager: bool, most: int, log: Any
) -> int:
    """A round in which people call, forget, point out and lay what does not go.

    Returns:
        How many steps there were; each is in ``log``.
    """
    s = states[0]
    m = matches[0]
    seed_words(rng, number, 0, 7)
    if m.winners != 0:
        m.winners = 0
        m.playing = (1 << m.players) - 1
    s.playing = m.playing
    deal_by_chance(s, rng, m.dealer)
    steps = 0
    while s.phase != OVER and steps < most:
        seat = one_of(rng, s.players)
        said = calls(s, seat)
        may = legal(s)
        wrong = s.first[s.turn] & ~may
        amid = amid_a_move(s) or s.phase == TO_NAME
        if said != 0 and one_of(rng, 3) == 0:
            bit = any_of(rng, said)
            action = CALL if bit == 0 else CHALLENGE + bit - 1
            speak(s, seat, action)
        elif s.rules.misplay != 0 and wrong != 0 and not amid and one_of(rng, 24) == 0:
            action = any_of(rng, wrong)
            misplay(s, action)
        else:
            action = eager_of(rng, may) if eager else any_of(rng, may)
            apply(s, action)
        why = why_not(s, seat, one_of(rng, 70))
        log[steps] = (action + 1) << 16 | why << 8 | (singles(s) + calls(s, s.turn)) % 251
        steps += 1
    if s.phase == OVER:
        score_round(m, s)
    return steps


def all_presets() -> Iterator[tuple[Rules, int]]:
    """Every preset with every number of seats that it is for."""
    for name in PRESETS:
        rules = compile_rules(preset(name))
        for seats in range(2, MAX_SEATS + 1):
            try:
                check_seats(rules, seats)
            except OptionsError:
                continue
            yield rules, seats


def tables(part: int) -> Iterator[tuple[Rules, int]]:
    """The presets, and then mixes by chance; each part has its own."""
    yield from list(all_presets())[part::PARTS]
    chance = random.Random(f"compiled {part}")
    while True:
        values, seats = random_mix(chance)
        yield compile_rules(values), seats


@pytest.fixture(scope="module")
def wildly() -> Callable[..., int]:
    return compiled.function(play_wildly)


# slow, but for the first time mostly for compiling
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_plain_and_compiled_play_the_same_games(part: int, wildly: Callable[..., int]) -> None:
    """Every action is the same, and in the end every byte of round, match and generator."""
    seen: Counter[str] = Counter()
    logs = [0] * LONGEST, np.zeros(LONGEST, np.int64)
    rngs = [0] * 4, np.zeros(4, np.int64)
    for mix, (rules, seats) in enumerate(tables(part)):
        if seen["games"] >= GAMES // PARTS:
            break
        chance = random.Random(f"{part} {mix}")
        s = seated(rules, seats)
        m = Match(players=seats, playing=s.playing, dealer=chance.randrange(seats))
        m.totals[:seats] = (chance.randrange(100) for _ in range(seats))
        twin, match = compiled.records([s]), compiled.records([m])
        for each in range(5):
            number, eager = 5 * mix + each, chance.random() < 0.7
            steps = play_wildly([s], [m], rngs[0], number, eager, LONGEST, logs[0])
            assert wildly(twin, match, rngs[1], number, eager, LONGEST, logs[1]) == steps
            assert logs[0][:steps] == logs[1][:steps].tolist()
            assert rngs[0] == rngs[1].tolist()
            assert compiled.records([m]).tobytes() == match.tobytes()
            assert compiled.records([s]).tobytes() == twin.tobytes()
            seen.update({"games": 1, f"{seats} seats": 1, "steps": steps})
            seen["two packs"] += s.playing.bit_count() >= rules.second_deck_from
            seen["ended"] += s.phase == OVER
    assert seen["ended"] > 0.7 * seen["games"]
    assert seen["two packs"] > 0.1 * seen["games"]
    assert all(seen[f"{seats} seats"] for seats in range(2, MAX_SEATS + 1))


def test_every_rule_is_compiled_in_some_test() -> None:
    """What the loops call, and what that calls, is every marked function there is."""
    calling = {fn.__name__: called_by(fn) for fn in [*marked, play_wildly]}
    roots = {play_wildly, playouts.eager_rounds, playouts.any_rounds, rollouts.rollouts}
    # these in test_simulation.py
    roots |= {counted.play_units, counted.add_pairs}
    # these in test_batched.py
    roots |= {many.play_all, many.first_illegal, many.choose_all}
    # this in test_searching.py
    roots |= {searching.try_moves}
    found, more = set[str](), {fn.__name__ for fn in roots}
    while more:
        found |= more
        more = {name for each in more for name in calling.get(each, ())} - found
    assert {fn.__name__ for fn in marked} - found == set()


def called_by(fn: Callable[..., Any]) -> set[str]:
    tree = ast.parse(inspect.getsource(fn))
    return {
        each.func.id
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }


@pytest.mark.slow
def test_simulated_rounds_are_the_same() -> None:
    twin = compiled.function(playouts.eager_rounds)
    anyhow = compiled.function(playouts.any_rounds)
    for rules, seats in all_presets():
        plain, fast = seated(rules, seats), compiled.records([seated(rules, seats)])
        rngs = [0] * 4, np.zeros(4, np.int64)
        results, rows = [Round(), Round()], compiled.blank(Round, 2)
        playouts.eager_rounds([plain], rngs[0], 1 << 60, 41, 2000, results)
        twin(fast, rngs[1], 1 << 60, 41, 2000, rows)
        assert compiled.records(results).tobytes() == rows.tobytes()
        assert [compiled.plain(row, Round) for row in rows] == results
        actions = playouts.any_rounds([plain], rngs[0], 3, 0, 2, 500)
        assert anyhow(fast, rngs[1], 3, 0, 2, 500) == actions > 0
        assert compiled.records([plain]).tobytes() == fast.tobytes()
        assert rngs[0] == rngs[1].tolist()


@pytest.mark.slow
def test_imagined_rounds_are_the_same() -> None:
    twin = compiled.function(rollouts.rollouts)
    for number, (rules, seats) in enumerate(all_presets()):
        s, rng = seated(rules, seats), [0] * 4
        playouts.deal_number(s, rng, 1, number)
        playouts.play_any(s, rng, 10)
        states, points, sums = [s, copy_of(s)], [0] * 8, np.zeros(8, np.int64)
        records, words = compiled.records(states), np.array(rng)
        actions = rollouts.rollouts(states, s.turn, rng, 2, 500, points)
        assert twin(records, s.turn, words, 2, 500, sums) == actions > 0
        assert points == sums.tolist()
        assert rng == words.tolist()
        assert compiled.records(states).tobytes() == records.tobytes()


# --- records and arguments


def test_a_record_is_the_state_it_was_made_from() -> None:
    rules, seats = next(all_presets())
    s = seated(rules, seats)
    playouts.deal_number(s, [0] * 4, 7, 3)
    (record,) = compiled.records([s])
    assert compiled.plain(record, State) == s
    assert [f.name for f in fields(State)] == list(record.dtype.names)
    assert record.rules.dtype.names == tuple(f.name for f in fields(Rules))
    assert compiled.blank(Match, 2).totals.tolist() == [[0] * MAX_SEATS] * 2


def copy_first(states: Any) -> None:
    assign(states[1], states[0])


def hold(states: Any, seat: int) -> int:
    return legal(states[seat])


def test_a_copy_is_whole_and_apart() -> None:
    s = seated(*next(all_presets()))
    playouts.deal_number(s, [0] * 4, 7, 3)
    states = [s, State()]
    records = compiled.records(states)
    copy_first(states)
    compiled.function(copy_first)(records)
    assert states[0] == states[1] and states[0].first is not states[1].first
    assert records[0].tobytes() == records[1].tobytes() == compiled.records([s]).tobytes()


def test_what_does_not_exist_is_not_touched() -> None:
    records = compiled.records([seated(*next(all_presets()))])
    twin = compiled.function(hold)
    with pytest.raises(IndexError):
        twin(records, 1)
    records[0].turn, records[0].phase = 9, 0
    with pytest.raises(IndexError):
        twin(records, 0)
    assert NO_SEAT == NO_CARD == -1


# --- what is kept

ASK = """
import numpy
from vandatta import compiled
from vandatta.engine.rng import next32
told = []
print(compiled.function(next32, lambda: told.append(1))(numpy.arange(4)), len(told))
"""


def asked(cache: Path, source: str = ASK) -> str:
    """What a process of its own prints."""
    env = {**os.environ, "XDG_CACHE_HOME": str(cache), "HOME": str(cache)}
    env["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-c", source], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_next_process_finds_what_was_compiled(tmp_path: Path) -> None:
    expected = next32([0, 1, 2, 3])
    assert asked(tmp_path) == f"{expected} 1"
    assert asked(tmp_path) == f"{expected} 0"


@pytest.mark.parametrize("end", ["nbc", "nbi"])
def test_what_is_damaged_is_compiled_anew(tmp_path: Path, end: str) -> None:
    expected = next32([0, 1, 2, 3])
    asked(tmp_path)
    for kept in list(tmp_path.rglob(f"*.{end}")):
        kept.write_bytes(kept.read_bytes()[:-9])
    assert asked(tmp_path) == f"{expected} 1"
    assert asked(tmp_path) == f"{expected} 0"


def test_without_a_place_to_write_it_is_compiled_each_time(tmp_path: Path) -> None:
    (tmp_path / "no folder").touch()
    for _ in range(2):
        assert asked(tmp_path / "no folder") == f"{next32([0, 1, 2, 3])} 1"


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "user_cache_path", lambda _: Path("~/.cache"))
    assert compiled._folder.__wrapped__("any") is None
    assert not Path("~").exists()


def test_each_version_of_the_rules_has_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = compiled._digest()
    package = tmp_path / "vandatta"
    shutil.copytree(compiled.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiled, "PACKAGE", package)
    assert compiled._digest() == mine
    for changed in ("engine/rules.py", "cards.py", "compiled.py"):
        path = package / changed
        path.write_text(path.read_text("utf-8") + "# another\n", "utf-8")
        assert compiled._digest() != mine
        mine = compiled._digest()
    (package / "view.py").write_text("", "utf-8")
    assert compiled._digest() == mine


OWN = """
from constants import MORE
from vandatta.engine.mark import rule

@rule
def more(n):
    return n + MORE + 1
"""
ASK_OWN = """
import sys
sys.path.insert(0, {folder!r})
import loop
from vandatta import compiled
told = []
print(compiled.function(loop.entry, lambda: told.append(1))(10), len(told))
"""


def test_what_is_marked_elsewhere_is_compiled_anew_when_it_changes(tmp_path: Path) -> None:
    """numba looks at the file of the loop alone, and that stays as it is."""
    mine = tmp_path / "mine"
    mine.mkdir()
    for name, source in (
        ("constants", "MORE = 5\n"),
        ("own", OWN),
        ("loop", "from own import more\ndef entry(n):\n    return more(n)\n"),
    ):
        (mine / f"{name}.py").write_text(source, "utf-8")

    def told() -> str:
        shutil.rmtree(mine / "__pycache__", ignore_errors=True)
        return asked(tmp_path / "cache", ASK_OWN.format(folder=str(mine)))

    assert [told(), told()] == ["16 1", "16 0"]
    (mine / "own.py").write_text(OWN.replace("+ 1", "+ 3"), "utf-8")
    assert [told(), told()] == ["18 1", "18 0"]
    (mine / "constants.py").write_text("MORE = 7\n", "utf-8")
    assert [told(), told()] == ["20 1", "20 0"]


def test_what_is_marked_in_no_file_is_not_kept(tmp_path: Path) -> None:
    source = """
from vandatta import compiled
from vandatta.engine.mark import rule
assert compiled.cache_folder() is not None
exec("@rule\\ndef nowhere(n):\\n    return n\\n")
print(compiled.cache_folder())
"""
    assert asked(tmp_path, source) == "None"


def test_old_versions_are_swept_away(tmp_path: Path) -> None:
    for age in range(8):
        old = tmp_path / str(age)
        old.mkdir()
        os.utime(old, (1000 - age, 1000 - age))
    compiled._sweep(tmp_path, tmp_path / "7")
    assert {each.name for each in tmp_path.iterdir()} == {"0", "1", "2", "7"}


def test_without_numba_a_sentence_says_what_to_install(tmp_path: Path) -> None:
    source = """
import sys
sys.modules["numba"] = None
import vandatta.simulation.running, vandatta.cli
try:
    import vandatta.compiled
except ImportError as missing:
    print(missing)
"""
    assert asked(tmp_path, source) == (
        "To play compiled, install the packages for it: pip install 'vandatta[fast]'"
    )


@pytest.mark.parametrize(
    ("package", "broken"),
    [
        ("numba", "raise AttributeError('no long double')"),
        ("numba", "raise ImportError('Numba needs NumPy 2.4 or less.\\nGot NumPy 2.9.')"),
        ("numpy", "raise SystemError('wrong ABI')"),
        ("numba", "1 / 0"),
        ("numba", "raise OSError()"),
    ],
)
def test_a_numba_that_can_not_be_loaded_is_told_in_a_sentence(
    tmp_path: Path, package: str, broken: str
) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / f"{package}.py").write_text(broken + "\n", "utf-8")
    source = f"""
import sys
sys.path.insert(0, {str(tmp_path / "broken")!r})
import vandatta.simulation.running
try:
    import vandatta.compiled
except ImportError as missing:
    print(missing)
"""
    told = asked(tmp_path, source)
    assert told.startswith("To play compiled, install the packages for it: pip install ")
    assert "(what is installed can't be loaded: " in told
    assert "\n" not in told
