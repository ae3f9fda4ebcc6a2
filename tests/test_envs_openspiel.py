"""The OpenSpiel game: its suites, its search, and what a seat can't see dealt anew."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.test_envs import RICH
from vandatta.engine.deal import pack_for
from vandatta.envs import IllegalAction
from vandatta.options import named, rules_id

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

import vandatta.envs.openspiel  # noqa: E402, F401

RICH_ID = rules_id(named(RICH))
GAMES = [
    "players=2",
    "rules=barn,players=3",
    "rules=svensk-hs9,players=5",
    "rules=openspiel,players=4,reward=edge",
    "rules=mau_mau,players=8,dealer=0",
    f"rules={RICH_ID},players=3",
]
TINY = "rules=openspiel-rr23456799TJ-hs1-ht1-ll3,players=2,dealer=0"


def load(settings: str) -> Any:
    return pyspiel.load_game(f"python_vandatta({settings})")


def random_step(state: Any, luck: Random) -> None:
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        assert sum(odds) == pytest.approx(1)
        state.apply_action(luck.choices(outcomes, odds)[0])
    else:
        state.apply_action(luck.choice(state.legal_actions()))


@pytest.mark.parametrize("settings", GAMES)
def test_random_simulations(settings: str) -> None:
    pyspiel.random_sim_test(load(settings), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("settings", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_openspiels_own_simulations(settings: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What OpenSpiel runs on every game of its own: copies, pickles, bounds of what is won."""
    suite = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    np.random.seed(1)
    suite.GamesSimTest().sim_game(load(settings))
    assert "terminated with" in capsys.readouterr().out


@pytest.mark.parametrize("settings", GAMES)
def test_no_round_is_worth_less_than_nothing_to_who_went_out(settings: str) -> None:
    """0 is written 0.0, and -0.0 nowhere: not while it goes on, nor at the end."""
    luck, nothing = Random(6), 0
    for _ in range(3):
        state = load(settings).new_initial_state()
        while not state.is_terminal():
            assert str(state.returns()) == str([0.0] * state.num_players())
            random_step(state, luck)
        for each in (*state.returns(), *state.rewards(), *map(state.player_return, range(2))):
            assert str(each) != "-0.0"
            nothing += each == 0
    assert nothing > 0 or "reward=edge" in settings


@pytest.mark.parametrize("settings", GAMES)
def test_every_card_is_somewhere(settings: str) -> None:
    game = load(settings)
    luck = Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        random_step(state, luck)
    s = state.chances.game().s
    cards = Counter(s.stock[: s.n_stock]) + Counter(s.pile[: s.n_pile])
    for seat in range(game.num_players()):
        cards += Counter(state.chances.game().view(seat).hand)
    assert cards == Counter(pack_for(game.rules, game.num_players()))
    assert len(state.history()) <= game.max_history_length()


@pytest.mark.parametrize("settings", GAMES)
def test_dealing_anew_never_contradicts_what_was_seen(settings: str) -> None:
    game = load(settings)
    luck = Random(1)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    other_hands = checked = 0
    open_hands = game.rules.open_hands == 1
    for _ in range(2):
        state = game.new_initial_state()
        while not state.is_terminal():
            random_step(state, luck)
            if state.is_terminal() or state.is_chance_node() or luck.random() > 0.06:
                continue
            for seat in luck.sample(range(game.num_players()), 2):
                other = state.resample_from_infostate(seat, sampler)
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.observation_string(seat) == state.observation_string(seat)
                assert other.current_player() == state.current_player()
                assert np.array_equal(
                    other.information_state_tensor(seat), state.information_state_tensor(seat)
                )
                if seat == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                checked += 1
                hands = [
                    [each.chances.game().view(k).hand for k in range(game.num_players())]
                    for each in (state, other)
                ]
                other_hands += hands[0] != hands[1]
                # it goes on like any other round
                follow = other.clone()
                while not follow.is_terminal() and luck.random() < 0.9:
                    random_step(follow, luck)
    assert checked > 5
    assert (other_hands == 0) if open_hands else (other_hands > checked // 2)


@pytest.mark.parametrize("settings", GAMES)
def test_a_state_is_copied_whole_and_tells_the_same_as_its_history(settings: str) -> None:
    game = load(settings)
    luck = Random(2)
    state = game.new_initial_state()
    for _ in range(120):
        if state.is_terminal():
            break
        twin = state.clone()
        before = str(state)
        random_step(twin, luck)
        assert str(state) == before
        again = game.new_initial_state()
        if luck.random() < 0.1:
            for action in twin.history():
                again.apply_action(action)
            assert str(again) == str(twin)
        state = twin


def small_tree(settings: str, limit: int) -> list[Any]:
    """States of a whole tree, or as many of it as ``limit``, breadth last."""
    found: list[Any] = []
    todo = [load(settings).new_initial_state()]
    luck = Random(1)
    while todo and len(found) < limit:
        state = todo.pop(luck.randrange(len(todo)))
        found.append(state)
        if state.is_terminal():
            continue
        chance = state.is_chance_node()
        actions = [a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()
        todo += [state.child(action) for action in actions]
    return found


@pytest.mark.parametrize("settings", [TINY, f"{TINY},reward=edge"])
def test_equal_information_states_are_equal_to_play(settings: str) -> None:
    """Text and tensor agree, and who has the same has the same to choose from."""
    states = small_tree(settings, 4000)
    legal: dict[str, list[int]] = {}
    tensors: dict[str, bytes] = {}
    texts: dict[bytes, str] = {}
    for state in states:
        if state.is_terminal() or state.is_chance_node():
            continue
        player = state.current_player()
        text = state.information_state_string(player)
        tensor = np.asarray(state.information_state_tensor(player), np.float32).tobytes()
        assert legal.setdefault(text, state.legal_actions()) == state.legal_actions()
        assert tensors.setdefault(text, tensor) == tensor
        assert texts.setdefault(tensor, text) == text
    assert 100 < len(legal) < sum(not s.is_chance_node() for s in states)


def test_a_seat_remembers_all_it_ever_saw() -> None:
    """A later information state begins with the earlier ones of the same seat."""
    game = load(f"rules={RICH_ID},players=3")
    luck = Random(4)
    state = game.new_initial_state()
    last: dict[int, str] = {}
    while not state.is_terminal():
        if not state.is_chance_node():
            player = state.current_player()
            text = state.information_state_string(player)
            assert text.endswith("?")
            told = text[: text.rindex(";")]
            assert told.startswith(last.get(player, ""))
            last[player] = told
        random_step(state, luck)


def test_the_search_runs_as_it_is() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("rules=svensk,players=2")
    state = game.new_initial_state()
    luck = Random(1)
    while state.is_chance_node():
        random_step(state, luck)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=50.0,
        max_simulations=5,
        random_state=np.random.RandomState(1),
    )
    for _ in range(3):
        assert bot.step(state) in state.legal_actions()
        state.apply_action(bot.step(state))
        while state.is_chance_node():
            random_step(state, luck)


def test_parameters_are_checked() -> None:
    for wrong in ("rules=nonsense", "players=2,dealer=2", "reward=fame", "dealer=-2", "recall=-1"):
        with pytest.raises((ValueError, RuntimeError)):
            load(wrong)


def test_what_may_not_be_done_is_refused_and_changes_nothing() -> None:
    luck = Random(8)
    state = load("players=2").new_initial_state()
    while not state.is_terminal():
        before, past = str(state), state.history()
        chance = state.is_chance_node()
        fine = [way for way, _ in state.chance_outcomes()] if chance else state.legal_actions()
        for wrong in {-2, 99, luck.randrange(71)} - set(fine):
            with pytest.raises(IllegalAction, match=r"can come now|can deal|may not take action"):
                state.apply_action(wrong)
            assert (str(state), state.history()) == (before, past)
        random_step(state, luck)


def test_who_wants_a_smaller_tensor_is_told_when_it_overflows() -> None:
    game = load("players=2,recall=8")
    assert game.information_state_tensor_shape() == [2 + 6 + 3 * 8]
    state = game.new_initial_state()
    luck = Random(1)
    while state.is_chance_node():
        random_step(state, luck)
    with pytest.raises((ValueError, RuntimeError)):
        state.information_state_tensor(0)
