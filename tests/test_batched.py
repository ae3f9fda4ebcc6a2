"""Many tables at once: the same decisions, observations and points as one round at a time."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.mixing import random_mix
from vandatta.engine import tables as loops
from vandatta.engine.alphabet import CALL, CHALLENGE
from vandatta.engine.copying import copy_of
from vandatta.engine.rng import one_of
from vandatta.engine.state import State
from vandatta.envs import IllegalAction
from vandatta.envs.actions import ACTIONS, SILENT
from vandatta.envs.dealing import Reward, worth
from vandatta.envs.observation import members_of, write_mask
from vandatta.envs.rounds import Round
from vandatta.envs.seen import NO_QUESTION
from vandatta.options import PRESETS, OptionsError

np = pytest.importorskip("numpy")

from vandatta.envs.batched import PLAYERS, BatchedEnv  # noqa: E402 - it needs NumPy

try:
    from vandatta import compiled
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    compiled = None  # type: ignore[assignment]

WAYS = [False, pytest.param(True, marks=pytest.mark.slow)]
"""Plain and compiled; to compile it for the first time takes long."""


@pytest.fixture(params=WAYS, ids=["plain", "compiled"])
def way(request: pytest.FixtureRequest) -> bool:
    if request.param and compiled is None:
        pytest.skip("to test the compiled loop: pip install '.[fast]'")
    return bool(request.param)


def state_at(game: BatchedEnv, table: int) -> State:
    """A state equal to a table's, for a round of one's own."""
    s = game._states[table]
    return copy_of(s) if isinstance(s, State) else compiled.plain(s, State)


def same(game: BatchedEnv, table: int, beside: Round) -> int:
    """See that a table shows just what a round does; the actions that there are."""
    seen = beside.seen(beside.seat)
    numbers, mask = np.zeros(game.layout.size, np.float32), np.zeros(ACTIONS, np.int8)
    game.layout.write(seen, numbers)
    write_mask(seen.actions, mask)
    assert game.deciding[table] == beside.seat
    assert game.masks[table].tobytes() == mask.tobytes()
    differ = np.flatnonzero(game.observations[table] != numbers)
    assert not differ.size, [game.layout.names[at] for at in differ]
    t = game._tables[table]
    assert int(t.do) | int(t.say) << CALL == seen.actions == beside.actions()
    return seen.actions


def chosen(actions: int, luck: random.Random) -> int:
    """One of a set of actions, silence and challenges more often than they would come up."""
    rare = [each for each in members_of(actions) if each >= CHALLENGE]
    return luck.choice(rare if rare and luck.random() < 0.4 else members_of(actions))


def played_beside(
    game: BatchedEnv,
    seed: int,
    steps: int,
    luck: random.Random,
    seen: Counter[str],
    reward: Reward = "points",
) -> None:
    """Play rounds at all tables, and each of them as a `Round` beside it."""
    game.reset(seed)
    rounds = [Round(state_at(game, table)) for table in range(game.tables)]
    for _ in range(steps):
        actions = []
        for table, beside in enumerate(rounds):
            may = same(game, table, beside)
            actions.append(chosen(may, luck))
            seen.update({f"asked {beside.question}": 1, "decisions": 1})
            seen["challenges"] += actions[-1] in range(CHALLENGE, SILENT)
            beside.act(actions[-1])
        actors = game.deciding.copy()
        game.step(actions)
        assert (game.acted == actors).all()
        for table, beside in enumerate(rounds):
            assert bool(game.terminated[table]) == beside.over
            expected = beside.points() if beside.over else (0,) * game.seats
            assert tuple(game.points[table]) == expected
            value = worth(expected, reward)
            assert game.rewards[table].tolist() == np.array(value, np.float32).tolist()
            if beside.over:
                seen["rounds"] += 1
                rounds[table] = Round(state_at(game, table))


def test_every_table_plays_as_a_round_does(way: bool) -> None:
    """Over random mixes of all options, two to eight seats, one and two packs."""
    seen: Counter[str] = Counter()
    for number in range(120 if way else 60):
        luck = random.Random(f"batched {number}")
        values, seats = random_mix(luck, 2 + number % 7)
        reward: Reward = "points" if luck.random() < 0.5 else "edge"
        tables = 3
        game = BatchedEnv({"base": "svensk", **values}, seats, tables, reward=reward, compiled=way)
        seen[f"{'two packs' if game.layout.two else 'one pack'}"] += 1
        seen["open"] += game.rules.open_hands
        played_beside(game, number, 60, luck, seen, reward)
    assert seen["one pack"] > 10 and seen["two packs"] > 10 and seen["open"] > 5
    assert all(seen[f"asked {question}"] > 5 for question in range(6)), seen
    assert seen["rounds"] > 40 and seen["challenges"] > 100


def test_a_round_of_every_preset(way: bool) -> None:
    for number, preset in enumerate(PRESETS):
        for seats in (2, 4):
            try:
                game = BatchedEnv(preset, seats, 2, compiled=way)
            except OptionsError:
                continue
            played_beside(game, number, 80, random.Random(number), Counter())


@pytest.mark.parametrize("who", PLAYERS)
def test_the_others_play_until_ones_own_seat_decides(way: bool, who: str) -> None:
    """Every seat's decisions one by one, chosen as the loop chooses, come to the same."""
    luck, rounds = random.Random(who), 0
    for number in range(12):
        values, seats = random_mix(luck)
        rules = {"base": "svensk", **values}
        setting: dict[str, Any] = {"compiled": way, "forgets": 40}
        game = BatchedEnv(rules, seats, 1, opponents=who, seat=1, **setting)
        game.reset(number)
        for _ in range(3):
            which = int(game._tables[0].number) - 1
            beside, rng = dealt_alone(rules, seats, game, number, which)
            others(beside, rng, 1, PLAYERS[who], 40)
            while not beside.over:
                action = chosen(same(game, 0, beside), luck)
                beside.act(action)
                game.step([action])
                others(beside, rng, 1, PLAYERS[who], 40)
                assert bool(game.terminated[0]) == beside.over
            assert tuple(game.points[0]) == beside.points()
            assert game.reward[0] == -beside.points()[1]
            rounds += 1
    assert rounds > 25


def dealt_alone(
    rules: Any, seats: int, game: BatchedEnv, seed: int, number: int
) -> tuple[Round, list[int]]:
    """A round as it was dealt, and the numbers that it is played on by."""
    alone = BatchedEnv(rules, seats, 1, seat=1, compiled=False)
    alone.reset(seed)
    t, s = alone._tables[0], alone._states[0]
    t.number = number
    loops.deal_table(s, t, alone._settings[0])
    assert game.seats == seats
    return Round(copy_of(s)), t.rng[:]


def others(beside: Round, rng: list[int], me: int, who: int, forgets: int) -> None:
    """Let the others play by hand."""
    while not beside.over and beside.seat != me:
        action = loops.choice_of(beside.s, beside._moment, rng, who, forgets)
        assert beside.actions() >> action & 1
        beside.act(action)


def run(game: BatchedEnv, steps: int, seed: int = 7) -> bytes:
    """All that came of playing by chance."""
    game.reset(seed)
    found = [game.observations.tobytes(), game.masks.tobytes()]
    for _ in range(steps):
        game.step(game.sample())
        found += [each.tobytes() for each in (game.observations, game.masks, game._results)]
        found += [each.tobytes() for each in (game.rewards, game.finals, game.truncated)]
    return b"".join(found)


@pytest.mark.slow
@pytest.mark.skipif(compiled is None, reason="to test the compiled loop: pip install '.[fast]'")
@pytest.mark.parametrize("opponents", [None, "careful", ["any", "eager", "careful"]])
def test_plain_and_compiled_are_the_same_to_the_last_byte(opponents: Any) -> None:
    setting: dict[str, Any] = {"max_steps": 25, "finals": True, "reward": "edge", "seat": None}
    both = [
        run(BatchedEnv("svensk", 4, 12, opponents=opponents, compiled=each, **setting), 120)
        for each in (False, True)
    ]
    assert both[0] == both[1]


def test_the_same_seed_deals_the_same_rounds(way: bool) -> None:
    game = BatchedEnv("klassisk", 3, 5, opponents="eager", compiled=way)
    first = run(game, 30)
    assert run(game, 30) == first
    assert run(BatchedEnv("klassisk", 3, 5, opponents="eager", compiled=way), 30) == first
    assert run(game, 30, seed=8) != first
    game.reset()
    before = game.observations.copy()
    game.reset()
    assert (game.observations != before).any()


def test_arrays_that_are_given_are_written_into(way: bool) -> None:
    game = BatchedEnv("svensk", 2, 4, compiled=way)
    rows = np.ones((5, 4, game.layout.size), np.float32)
    masks = np.ones((5, 4, ACTIONS), np.bool_)
    game.reset(1, observations=rows[0], masks=masks[0])
    for step in range(1, 5):
        seen, choices = game.step(game.sample(), observations=rows[step], masks=masks[step])
        assert seen.base is rows and choices.base is masks
    twin = BatchedEnv("svensk", 2, 4, compiled=way)
    twin.reset(1)
    for step in range(5):
        assert (twin.observations == rows[step]).all() and (twin.masks == masks[step]).all()
        twin.step(twin.sample())
    for wrong in (rows, rows[0].astype(float), rows[0].T, rows[0, :, ::-1]):
        with pytest.raises(ValueError, match="observations need 4 x"):
            game.step(game.sample(), observations=wrong)
    with pytest.raises(ValueError, match="masks need 4 x 71 of int8"):
        game.reset(masks=masks[0].astype(int))


def some_illegal(game: BatchedEnv) -> Any:
    """Actions of which the last is not allowed."""
    actions = game.sample()
    actions[-1] = int(np.flatnonzero(game.masks[-1] == 0)[0])
    return actions


def test_an_illegal_action_is_refused_and_changes_nothing(way: bool) -> None:
    game = BatchedEnv("svensk", 4, 3, compiled=way)
    with pytest.raises(RuntimeError, match=r"reset\(\)"):
        game.step([0, 0, 0])
    game.reset(1)
    before = [game._states[0].turn, game.observations.copy(), game.masks.copy()]
    with pytest.raises(IllegalAction, match=r"^table 2: seat \d may not take action 0"):
        game.step(some_illegal(game))
    for wrong in (-1, ACTIONS, 1 << 40):
        with pytest.raises(IllegalAction):
            game.step([*game.sample()[:2], wrong])
    assert game._states[0].turn == before[0]
    assert (game.observations == before[1]).all() and (game.masks == before[2]).all()
    with pytest.raises(ValueError, match="as many actions"):
        game.step([0])


def test_or_it_is_flagged(way: bool) -> None:
    game = BatchedEnv("svensk", 4, 3, illegal="flag", max_steps=2, compiled=way)
    game.reset(1)
    before = game.observations[2].copy()
    game.step(some_illegal(game))
    assert game.illegal.tolist() == [False, False, True]
    assert (game.observations[2] == before).all()
    assert not game.truncated.any()
    game.step(game.sample())
    assert not game.illegal.any()
    # it counts as a step
    assert game.truncated.all() and not game.terminated.any()


def test_a_round_that_is_cut_off_is_told_so_and_what_was_seen_last(way: bool) -> None:
    game = BatchedEnv("svensk", 2, 4, max_steps=9, finals=True, compiled=way)
    game.reset(3)
    for _ in range(8):
        game.step(game.sample())
        assert not game.truncated.any() and not game.finals.any()
    rounds = [Round(state_at(game, table)) for table in range(4)]
    for table, beside in enumerate(rounds):
        for field in ("asked", "to_ask", "challenged"):
            value = int(getattr(game._tables[table].moment, field))
            setattr(beside._moment, field, value)
    actions = game.sample()
    game.step(actions)
    assert (game.truncated | game.terminated).all() and game.truncated.sum() >= 3
    assert not game.points[game.truncated].any()
    for table, beside in enumerate(rounds):
        seat = beside.seat
        beside.act(int(actions[table]))
        numbers = np.zeros(game.layout.size, np.float32)
        look = beside.seen(seat)
        game.layout.write(look.__class__(look.view, look.pile, NO_QUESTION, 0), numbers)
        assert game.finals[table].tobytes() == numbers.tobytes()


def test_nothing_of_the_others_hands_or_the_stock_shows() -> None:
    """Cards that the seat can't see are exchanged; it sees the same and may do the same."""
    luck, changed = random.Random(1), 0
    for rules in ("svensk", "mau_mau", {"base": "svensk", "false_challenge_penalty": 1}):
        game = BatchedEnv(rules, 3, 8, compiled=False)
        game.reset(5)
        for _ in range(40):
            for table in range(game.tables):
                changed += exchanged(game, table, luck)
            rows, masks = game.observations.copy(), game.masks.copy()
            for table in range(game.tables):
                loops.show_table(
                    game._states[table],
                    game._tables[table],
                    game._settings[0],
                    game.observations[table],
                    game.masks[table],
                    game._results[table],
                )
            assert (rows == game.observations).all() and (masks == game.masks).all()
            game.step(game.sample())
    assert changed > 500


def exchanged(game: BatchedEnv, table: int, luck: random.Random) -> bool:
    """Give another seat one card of the stock for one of its own."""
    s, me = game._states[table], int(game.deciding[table])
    other = (me + luck.choice((1, 2))) % 3
    held = members_of(int(s.first[other]))
    if not held or s.n_stock == 0:
        return False
    place = luck.randrange(int(s.n_stock))
    mine, theirs = luck.choice(held), int(s.stock[place])
    s.stock[place] = mine
    s.first[other] = int(s.first[other]) ^ 1 << mine | 1 << theirs
    return True


def test_a_seat_by_lot_is_dealt_to_everywhere(way: bool) -> None:
    game = BatchedEnv("svensk", 4, 40, opponents="eager", seat=None, compiled=way)
    game.reset(1)
    assert set(game.deciding.tolist()) == {0, 1, 2, 3}
    game = BatchedEnv("svensk", 4, 8, dealer=2, compiled=way)
    game.reset(1)
    assert {int(s.dealer) for s in game._states} == {2}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"opponents": "nobody"}, "one of any, eager, careful"),
        ({"opponents": ["eager"]}, "need 3 opponents"),
        ({"seat": 4}, "no seat 4"),
        ({"tables": 0}, "must be a table"),
        ({"forgets": 101}, "101 of a hundred"),
        ({"max_steps": 0}, "cut off after 0"),
        ({"dealer": 9}, "no seat 9"),
        ({"reward": "money"}, "reward is one of"),
        ({"illegal": "maybe"}, "illegal is one of"),
    ],
)
def test_what_can_not_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        BatchedEnv("svensk", 4, compiled=False, **wrong)


def test_rules_under_which_one_never_decides_are_told() -> None:
    rules = {"base": "svensk", "turn_limit": 1}
    game = BatchedEnv(rules, 4, 1, opponents="eager", seat=0, dealer=1, compiled=False)
    with pytest.raises(RuntimeError, match="no round lasts"):
        game.reset(1)


def test_sampling_takes_every_action_as_likely(way: bool) -> None:
    game = BatchedEnv("svensk", 4, 600, compiled=way)
    game.reset(2)
    for table in range(game.tables):
        game._tables[table].do = 0b1011
        game._tables[table].say = 0b11
    found = Counter(np.concatenate([game.sample() for _ in range(10)]).tolist())
    assert set(found) == {0, 1, 3, CALL, CHALLENGE}
    assert all(abs(many - 1200) < 150 for many in found.values())


def test_whatever_a_computer_player_chooses_is_allowed() -> None:
    luck = random.Random(4)
    for _ in range(10):
        values, seats = random_mix(luck)
        game = BatchedEnv({"base": "svensk", **values}, seats, 1, compiled=False)
        game.reset(1)
        rng = [1, 2, 3, 4]
        beside = Round(state_at(game, 0))
        for _ in range(60):
            if beside.over:
                break
            who = list(PLAYERS.values())[one_of(rng, 3)]
            action = loops.choice_of(beside.s, beside._moment, rng, who, 50)
            assert beside.actions() >> action & 1
            beside.act(action)


@pytest.mark.slow
def test_the_example_in_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[1] / "docs" / "environments.md").read_text(encoding="utf-8")
    part = page.split("## Many tables at once")[1]
    exec(part.split("```python\n")[1].split("```")[0], {})
    assert "ended with points [" in capsys.readouterr().out
