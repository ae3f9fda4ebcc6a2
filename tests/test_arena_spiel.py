"""Our players in OpenSpiel's own crazy_eights: they see what they would see in ours."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from vandatta import cli
from vandatta.arena.contest import contest
from vandatta.arena.players import player
from vandatta.arena.working import work
from vandatta.cards import CARD_TYPES
from vandatta.notation.outcomes import outcomes
from vandatta.options import preset, rules_id
from vandatta.players import Choose
from vandatta.simulation.plan import Share
from vandatta.simulation.working import RefusedMove
from vandatta.view import View

pyspiel = pytest.importorskip("pyspiel", reason="install open_spiel to play in its game")

from vandatta.arena import spiel  # noqa: E402

RULES = rules_id(preset("openspiel"))
SEATS = (2, 3, 4, 6)


def watched(choose: Choose, seen: list[View]) -> Choose:
    def watching(view: View, rng: Random) -> str:
        seen.append(view)
        return choose(view, rng)

    return watching


def mostly(view: View, rng: Random) -> str:
    """Any move, now and then a draw where a card would go: whole stocks are drawn."""
    found = outcomes(view)
    draw = [each.text for each in found if each.text == "draw"]
    return draw[0] if draw and rng.random() < 0.3 else rng.choice(found).text


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_sees_there_what_it_sees_here(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []
    chooses = {"regular": player("regular"), "own": mostly}
    monkeypatch.setattr(
        "vandatta.arena.working.player", lambda name, _: watched(chooses[name], seen)
    )
    here = work(contest(RULES, ("regular", "own"), seats), Share(0, 3))
    views = seen[:]
    seen.clear()
    there = work(contest(RULES, ("regular", "own"), seats, spiel=True), Share(0, 3))
    # every field, and every event told, at every move of every round
    assert len(seen) == len(views) > 100
    for one, other in zip(views, seen, strict=True):
        assert one == other
    assert there == here
    assert {view.seat for view in seen} == set(range(seats))


def test_nothing_hidden_is_left_in_what_a_seat_knows() -> None:
    luck, game = Random(3), pyspiel.load_game("crazy_eights(players=4)")
    for _ in range(3):
        bots = [spiel.Bot(game, seat, mostly, Random(seat)) for seat in range(4)]
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(by_chance(state, luck))
                continue
            bot = bots[state.current_player()]
            action = bot.step(state)
            s: Any = bot._knowledge._s
            for seat in range(4):
                own = seat == state.current_player()
                assert (s.first[seat].bit_count() == s.count[seat]) == own
                assert own or s.first[seat] == s.second[seat] == 0
            assert all(card >= CARD_TYPES for card in s.stock[: s.n_stock])
            assert action in state.legal_actions()
            state.apply_action(action)


def by_chance(state: Any, luck: Random) -> int:
    cards, weights = zip(*state.chance_outcomes(), strict=True)
    return int(luck.choices(cards, weights)[0])


def test_the_same_history_with_other_hidden_cards_looks_the_same() -> None:
    game = pyspiel.load_game("crazy_eights(players=2)")
    checked = 0
    for deal in range(30):
        luck = Random(deal)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(by_chance(state, luck))
        history = [each.action for each in state.full_history()]
        seat = state.current_player()
        dealer = history[0] - spiel.DEALER
        theirs = [k for k in range(1, 15) if (dealer + k) % 2 != seat]
        unseen = sorted(set(range(52)) - {*history[1:]} | {history[k] for k in theirs})
        luck.shuffle(unseen)
        other = game.new_initial_state()
        for k, action in enumerate(history):
            other.apply_action(unseen.pop() if k in theirs else action)
        one, two = (spiel.Bot(game, seat, "regular") for _ in range(2))
        assert one.view(state) == two.view(other)
        assert one.step(state) == two.step(other)
        checked += state.history() != other.history()
    assert checked > 25


def test_they_play_among_openspiels_own_bots() -> None:
    game = pyspiel.load_game("crazy_eights(players=3)")
    bots = [
        spiel.Bot(game, 0, "master@2"),
        pyspiel.make_uniform_random_bot(1, 7),
        spiel.Bot(game, 2, "eager"),
    ]
    for seed in range(3):
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        assert len(returns) == 3 and max(returns) <= 0


def test_another_game_is_refused() -> None:
    for words in ("crazy_eights(max_turns=5)", "crazy_eights(players=9)", "leduc_poker"):
        with pytest.raises(ValueError, match="crazy_eights"):
            spiel.Bot(pyspiel.load_game(words), 0, "eager")


def always(words: str) -> Choose:
    return lambda _view, _rng: words


def test_a_move_that_is_not_allowed_is_refused() -> None:
    game, luck = pyspiel.load_game("crazy_eights(players=2)"), Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(by_chance(state, luck))
    for words in ("pass", "As2s", "nothing"):
        bot = spiel.Bot(game, state.current_player(), always(words))
        with pytest.raises(RefusedMove):
            bot.step(state)


def test_cards_and_actions_are_translated() -> None:
    assert [spiel.ours(spiel.theirs(card)) for card in range(52)] == list(range(52))
    game = pyspiel.load_game("crazy_eights(players=2)")
    names = {game.new_initial_state().action_to_string(0, spiel.theirs(28 + k)) for k in range(4)}
    assert all("8" in name for name in names)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("friend", "eager", "--most", "5", "--jobs", "1", "--json")
    found = []
    for more in (("--pyspiel",), ("--rules", "openspiel")):
        assert cli.main(["arena", *words, *more]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0].pop("engine") == "pyspiel" and found[1].pop("engine") == "vandatta"
    assert found[0] == found[1]
    assert cli.main(["arena", *words[:-1], "--pyspiel", "--lang", "sv"]) == 0
    assert capsys.readouterr().out.startswith("OpenSpiels eget crazy_eights, 2 spelare\n")
