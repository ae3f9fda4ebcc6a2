"""The suites of PettingZoo, Gymnasium and OpenSpiel, and what the environments promise."""

from __future__ import annotations

import copy
import pickle
import re
import sys
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.test_envs import RICH, TABLES
from vandatta.envs import IllegalAction, docs, missing
from vandatta.envs.dealing import worth
from vandatta.envs.observation import members_of
from vandatta.options import OptionsError

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    # PettingZoo's suites warn of PettingZoo's own games
    warnings.simplefilter("ignore")
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, parallel_seed_test, seed_test
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from vandatta.envs.aec import env  # noqa: E402
from vandatta.envs.batched import BatchedEnv  # noqa: E402
from vandatta.envs.single import SeatEnv, env_id  # noqa: E402


@pytest.fixture(autouse=True)
def _their_warnings() -> Iterator[None]:
    """PettingZoo warns of every observation that is a dictionary, Gymnasium of its own rules."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_pettingzoo(rules: Any, seats: int) -> None:
    api_test(env(rules, seats), num_cycles=200)
    seed_test(lambda: env(rules, seats), num_cycles=60)


def test_pettingzoo_in_parallel() -> None:
    def make() -> Any:
        return turn_based_aec_to_parallel(env("svensk", 3, illegal="flag"))

    parallel_seed_test(make, num_cycles=60)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_gymnasium(rules: Any, seats: int) -> None:
    check_env(SeatEnv(rules, seats, seat=None), skip_render_check=True)


def test_gymnasium_knows_every_preset() -> None:
    game = gymnasium.make(env_id("klassisk"), seats=3, opponents=["beginner", "regular"])
    assert game.unwrapped.rules_id == "klassisk"
    _, info = game.reset(seed=1)
    assert info["action_mask"].any()


def played(game: Any, seed: int) -> list[Any]:
    """A whole round at random, as a list of what was seen and got."""
    luck = Random(seed)
    told: list[Any] = []
    game.reset(seed=seed)
    for agent in game.agent_iter():
        observation, reward, ended, cut, _ = game.last()
        told.append((agent, observation["observation"].tobytes(), reward, ended, cut))
        done = ended or cut
        some = np.flatnonzero(observation["action_mask"])
        assert done == (len(some) == 0)
        game.step(None if done else int(luck.choice(some)))
    return told


def test_the_same_seed_gives_the_same_rounds() -> None:
    first, second = env(RICH, 4), env(RICH, 4)
    assert played(first, 1) == played(second, 1) != played(first, 2)
    # and neither disturbs the other
    first.reset(seed=3)
    second.reset(seed=4)
    first.reset()
    again = env(RICH, 4)
    again.reset(seed=3)
    again.reset()
    assert first.round.s == again.round.s


def test_rewards_are_the_points_lost_or_add_up_to_nothing() -> None:
    for reward in ("points", "edge"):
        game = env("svensk", 3, reward=reward)
        told = played(game, 1)
        values = [each[2] for each in told[-3:]]
        points = game.round.points()
        assert sum(points) > 0
        if reward == "edge":
            assert sum(values) == pytest.approx(0)
        else:
            assert sorted(values) == sorted(-each for each in points)


def test_a_round_is_cut_off_only_when_asked_and_then_it_is_told_as_truncation() -> None:
    assert not any(cut for *_, cut in played(env("svensk", 4), 1))
    told = played(env("svensk", 4, max_steps=5), 1)
    assert len(told) == 5 + 4
    assert all(cut and not ended and reward == 0 for _, _, reward, ended, cut in told[-4:])
    single = SeatEnv("svensk", 4, max_steps=2)
    _, info = single.reset(seed=1)
    for last in (False, True):
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, reward, ended, cut, info = single.step(action)
        assert (reward, ended, cut) == (0, False, last)
    with pytest.raises(RuntimeError, match="over"):
        single.step(0)


@pytest.mark.parametrize("wrong", [70, 71, -1, 1000])
def test_illegal_actions_raise_or_are_flagged(wrong: int) -> None:
    strict = env("svensk", 4)
    strict.reset(seed=1)
    before = strict.last()[0]["observation"].tobytes()
    with pytest.raises(IllegalAction):
        strict.step(wrong)
    assert strict.last()[0]["observation"].tobytes() == before
    lenient = env("svensk", 4, illegal="flag")
    lenient.reset(seed=1)
    agent = lenient.agent_selection
    lenient.step(wrong)
    assert lenient.agent_selection == agent
    assert lenient.infos[agent] == {"illegal": True}
    lenient.step(int(np.flatnonzero(lenient.last()[0]["action_mask"])[0]))
    assert lenient.infos[agent] == {}
    single = SeatEnv("svensk", illegal="raise")
    single.reset(seed=1)
    with pytest.raises(IllegalAction):
        single.step(wrong)
    flagged = SeatEnv("svensk")
    flagged.reset(seed=1)
    assert flagged.step(wrong)[4]["illegal"] is True


def test_the_rules_are_part_of_the_name() -> None:
    assert env("svensk", 4).metadata["name"] == "vandatta_svensk_4_v0"
    assert env("svensk-dl0-nd2.2", 2).metadata["name"] == "vandatta_svensk-dl0-nd2.2_2_v0"


def play_out(game: SeatEnv) -> None:
    ended = False
    game.reset(seed=1)
    while not ended:
        _, _, ended, _, _ = game.step(members_of(game.round.actions())[0])


def test_opponents_may_be_anybodys_own() -> None:
    game = SeatEnv("svensk", 3, opponents=lambda *_: "nonsense")
    # whoever deals, another seat moves before one's own, or right after it
    with pytest.raises(IllegalAction, match="nonsense"):
        play_out(game)
    with pytest.raises(ValueError, match="2 opponents"):
        SeatEnv("svensk", 3, opponents=["regular"])
    with pytest.raises(ValueError, match="beginner"):
        SeatEnv("svensk", 3, opponents="genius")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"dealer": 4}, "there is no seat 4"),
    ({"dealer": -1}, "there is no seat -1"),
    ({"dealer": 1.0}, "a seat is a whole number, not 1.0"),
    ({"dealer": "1"}, "a seat is a whole number, not '1'"),
    ({"dealer": True}, "a seat is a whole number, not True"),
    ({"reward": "fame"}, "reward is one of points, edge, not 'fame'"),
    ({"reward": None}, "reward is one of points, edge, not None"),
    ({"illegal": "maybe"}, "illegal is one of raise, flag, not 'maybe'"),
    ({"max_steps": 0}, "a round can't be cut off after 0 decisions"),
    ({"max_steps": 2.5}, "max_steps is a whole number, not 2.5"),
    ({"max_steps": float("nan")}, "max_steps is a whole number, not nan"),
    ({"max_steps": [5]}, r"max_steps is a whole number, not \[5\]"),
    ({"render_mode": "human"}, "render_mode is ansi or None, not 'human'"),
    ({"seats": 4.0}, "the number of seats is a whole number, not 4.0"),
    ({"seats": 9}, "."),
]
WRONG_OF_ONE: list[tuple[dict[str, Any], str]] = [
    ({"seat": 4}, "there is no seat 4"),
    ({"seat": 0.0}, "a seat is a whole number, not 0.0"),
    ({"opponents": 5}, "or a function, not 5"),
    ({"opponents": [None, "regular", "regular"]}, "or a function, not None"),
    ({"opponents": ["regular"]}, "need 3 opponents, not 1"),
]


@pytest.mark.parametrize(("settings", "why"), WRONG)
def test_wrong_parameters_are_refused(settings: dict[str, Any], why: str) -> None:
    for make in (env, SeatEnv):
        with pytest.raises(ValueError, match=why):
            make("svensk", **settings)


def test_rules_that_there_are_not_are_told_in_a_sentence() -> None:
    for make in (env, SeatEnv, lambda rules, seats: BatchedEnv(rules, seats, compiled=False)):
        for rules, seats, why in (
            ("poker", 3, "^There is no rule set “poker”"),
            (None, 3, "^Rules are a name, or an object"),
            ({"base": "svensk", "jokers": "many"}, 3, "^The option “jokers” can be 0"),
            ("svensk", 9, "^The rules are for 2 to 5 players"),
        ):
            with pytest.raises(OptionsError) as caught:
                make(rules, seats)
            assert re.search(why, str(caught.value)), str(caught.value)
    with pytest.raises(OptionsError, match="poker"):
        env_id("poker")


@pytest.mark.parametrize(("settings", "why"), WRONG_OF_ONE)
def test_wrong_parameters_of_one_seat_are_refused(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        SeatEnv("svensk", **settings)


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    for make in (env, SeatEnv):
        game = make("svensk", np.int64(3), dealer=np.int8(1), max_steps=np.uint16(5))
        game.reset(seed=np.int64(3))
        again = make("svensk", 3, dealer=1, max_steps=5)
        again.reset(seed=3)
        assert game.round.s == again.round.s


@pytest.mark.parametrize("make", [env, SeatEnv])
def test_seeds_and_actions_that_can_not_be_change_nothing(make: Any) -> None:
    game = make("svensk", 3)
    game.reset(seed=1)
    before = game.round.s
    for seed, why in ((-1, "0 or more, not -1"), (1.5, "whole number, not 1.5"), ("1", "not '1'")):
        with pytest.raises(ValueError, match=why):
            game.reset(seed=seed)
    for action in (1.0, "draw", np.array([1, 2]), 3 + 0j, True):
        with pytest.raises(ValueError, match="an action is a whole number, not "):
            game.step(action)
    assert game.round.s is before
    assert game.round.moves == 0 or make is SeatEnv


def test_before_reset_every_environment_says_what_is_missing() -> None:
    table, seat = env("svensk", render_mode="ansi"), SeatEnv("svensk", render_mode="ansi")
    for ask in (
        lambda: table.observe("seat_0"),
        table.last,
        lambda: table.step(0),
        table.render,
        lambda: table.round,
        lambda: seat.step(0),
        seat.render,
        lambda: seat.round,
    ):
        with pytest.raises(RuntimeError, match=r"^reset\(\) deals the first round$"):
            ask()
    with pytest.raises(AttributeError, match=r"reset\(\) deals the first round"):
        list(table.agent_iter())
    assert not hasattr(table, "agent_selection")


def test_after_the_end_and_for_others_there_are_sentences_too() -> None:
    table = env("svensk", 3)
    played(table, 1)
    for ask in (table.last, lambda: table.step(None), lambda: table.step(0)):
        with pytest.raises(RuntimeError, match=r"the round is over: reset\(\)"):
            ask()
    strangers: list[Any] = ["seat_3", 0, None, ["seat_0"]]
    for nobody in strangers:
        for tell in (table.observe, table.action_space, table.observation_space):
            with pytest.raises(ValueError, match="an agent is one of seat_0, seat_1, seat_2, not"):
                tell(nobody)


COPIES = [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_an_environment_goes_its_own_way(copied: Any) -> None:
    for make in (env, SeatEnv):
        game = make("svensk", 3)
        game.reset(seed=1)
        twin = copied(game)
        before = game.round.s.noted, game.round.seen(0)
        actions = members_of(twin.round.actions())
        twin.step(actions[-1])
        assert (game.round.s.noted, game.round.seen(0)) == before
        game.step(actions[-1])
        for each in (game, twin):
            each.reset()
        assert game.round.s == twin.round.s


def test_who_answers_with_no_move_is_told_of() -> None:
    for answer in (None, 7, b"draw", ("draw",)):
        with pytest.raises(IllegalAction, match="may not make the move"):
            play_out(SeatEnv("svensk", 3, opponents=lambda *_, a=answer: a))


def test_a_round_that_costs_nothing_is_worth_nothing_and_not_less() -> None:
    for reward in ("points", "edge"):
        assert [str(each) for each in worth((0, 0, 0), reward)] == ["0.0"] * 3
    assert [str(each) for each in worth((0, 7), "points")] == ["0.0", "-7.0"]
    assert [str(each) for each in worth((0, 7), "edge")] == ["7.0", "-7.0"]


def test_the_text_of_a_seat_shows_no_other_hand() -> None:
    game = env("svensk", 2, render_mode="ansi")
    game.reset(seed=1)
    text = game.render()
    assert text is not None
    assert text.count("\n") == 4
    silent = env("svensk", 2)
    silent.reset(seed=1)
    assert silent.render() is None


def test_a_missing_library_is_one_sentence() -> None:
    assert str(missing("PettingZoo")) == (
        "This environment needs PettingZoo, which is not installed: pip install 'vandatta[envs]'"
    )


def test_a_library_that_can_not_be_loaded_is_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            raise ValueError(f"wrong ABI\nof {name}")

    for module, library, extra in (
        ("aec", "PettingZoo", "envs"),
        ("single", "Gymnasium", "envs"),
        ("batched", "NumPy", "fast"),
        ("learned", "NumPy", "fast"),
        ("openspiel", "OpenSpiel", "openspiel"),
    ):
        for name in ("numpy", "gymnasium", "pettingzoo", "pyspiel"):
            monkeypatch.setitem(sys.modules, name, Broken())
        source = Path(docs.__file__).with_name(f"{module}.py").read_text("utf-8")
        source = source.replace("import numpy as np", "from numpy import ndarray as np")
        source = source.replace("import pyspiel", "from pyspiel import Game")
        source = source.replace("import gymnasium\n", "from gymnasium import Env\n")
        with pytest.raises(ImportError) as caught:
            exec(source, {"__name__": f"vandatta.envs.{module}"})
        told = str(caught.value)
        assert told.startswith(f"This environment needs {library}, which can't be loaded (")
        assert "ValueError: wrong ABI" in told
        assert told.endswith(f": pip install 'vandatta[{extra}]'")


def test_the_page_of_observations_is_the_codes_own() -> None:
    page = Path(__file__).parents[1] / "docs" / "observations.md"
    assert page.read_text(encoding="utf-8") == docs.page()


@pytest.mark.filterwarnings("ignore")
def test_the_example_in_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    text = (Path(__file__).parents[1] / "docs" / "environments.md").read_text(encoding="utf-8")
    exec(text.split("```python\n")[1].split("```")[0], {})
    assert "points lost:" in (told := capsys.readouterr().out)
    assert "returns: [" in told
    # the next one, of other rules, sees for itself that it is right
    other = text.split("```python\n")[2].split("```")[0]
    assert "rules=" in other and "assert" in other
    exec(other, {})


def test_the_docs_say_how_to_install_from_a_clone() -> None:
    root = Path(__file__).parents[1]
    text = (root / "docs" / "environments.md").read_text(encoding="utf-8")
    known = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    lines = re.findall(
        r"^    python3 -m venv (\S+) && (\S+)/bin/pip install '\.\[(.+)\]'$", text, re.M
    )
    assert [line[2] for line in lines] == ["fast,envs,openspiel", "rl"]
    for made, used, extras in lines:
        assert made == used
        assert set(extras.split(",")) <= set(known["optional-dependencies"])
        assert f"    {used}/bin/" in text.split(f"'.[{extras}]'", 1)[1]
