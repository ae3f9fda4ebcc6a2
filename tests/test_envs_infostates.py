"""Information states are equal exactly when the seat saw the same, and this can fail.

What a seat saw is taken from its `View`, all the way from the deal, and from what it chose itself;
the information states are made of the round's log. Whole trees of small rounds are compared in
both directions, and so are information states that leak or forget something on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from tests.test_envs import dealt, looks, swapped
from vandatta.engine.state import hand_of
from vandatta.envs import rounds
from vandatta.envs.observation import Layout
from vandatta.envs.recall import state_text
from vandatta.envs.seen import KINDS, NO_QUESTION, Told
from vandatta.events import Dealt
from vandatta.options import rules_from
from vandatta.view import View, observe

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

import vandatta.envs.openspiel  # noqa: E402, F401

CALLS = "rules=svensk-dl1-rs0-tl3-hs1,pack=7s8s7h9h9s,dealer=0"
"""An eight, and calls of the last card, which are made or forgotten, and pointed out."""
SETS = "rules=svensk-la0-dl1-rs0-tl2-hs2-sr1,pack=7s7d7h8s9s9h,dealer=0"
"""Several cards of a rank: nobody sees that another could have gone on."""
ACES = "rules=svensk-la0-dl1-rs0-tl2-hs1,pack=7sAsAh7h9s,dealer=0"
"""Aces, which make the other draw two cards at once."""
BY_LOT = "rules=svensk-la0-dl1-rs0-tl4-hs1,pack=7s8s7h8h"
"""Who deals is drawn by lot, and who draws the last card can't draw another."""
OPEN = "rules=barn-dl1-rs0-tl3-hs1,pack=7s8s7h9h9s,dealer=0"
"""Open hands, where a seat sees what the other draws."""
SLOW = pytest.mark.slow
TREES = [CALLS, BY_LOT, OPEN, pytest.param(SETS, marks=SLOW), pytest.param(ACES, marks=SLOW)]
WHOLE = [BY_LOT, f"{BY_LOT},reward=edge", pytest.param(ACES, marks=SLOW)]
Tell = Callable[[Any, int], object]
"""What some way to make information states says of a state, for a seat."""


def load(settings: str) -> Any:
    return pyspiel.load_game(f"python_vandatta({settings},players=2)")


def text_of(state: Any, seat: int) -> object:
    return state.information_state_string(seat)


def tensor_of(state: Any, seat: int) -> object:
    return np.asarray(state.information_state_tensor(seat), np.float32).tobytes()


# --- what a seat saw, without the log

SHOWN = [each.name for each in fields(View) if each.name not in ("rules", "history")]


def shown(view: View) -> tuple[Any, ...]:
    """What a seat sees now; in which order it was dealt its hand it does not see."""
    heard = [
        replace(each, cards=tuple(sorted(each.cards)))
        if isinstance(each, Dealt) and each.cards is not None
        else each
        for each in view.history
    ]
    return (*(getattr(view, name) for name in SHOWN), repr(heard))


def lives(settings: str) -> Iterator[tuple[Any, list[int]]]:
    """Every state of a tree, and a number for all that each seat has seen and done so far."""
    numbers: dict[tuple[int, object], int] = {}

    def more(life: int, thing: object) -> int:
        return numbers.setdefault((life, thing), len(numbers) + 1)

    todo: list[tuple[Any, list[int], list[object]]] = [
        (load(settings).new_initial_state(), [0, 0], [None, None])
    ]
    while todo:
        state, life, last = todo.pop()
        chances = state.chances
        if not chances.undealt:
            game = chances.game()
            views: list[object] = [shown(game.view(seat)) for seat in (0, 1)]
            life = [
                each if view == old else more(each, view)
                for each, view, old in zip(life, views, last, strict=True)
            ]
            asked = [
                game.question if seat == game.seat and not chances.waits else NO_QUESTION
                for seat in (0, 1)
            ]
            yield state, [more(each, question) for each, question in zip(life, asked, strict=True)]
            last = views
        if state.is_terminal():
            continue
        if state.is_chance_node():
            todo += [(state.child(way), life, last) for way, _ in state.chance_outcomes()]
            continue
        seat = state.current_player()
        for action in state.legal_actions():
            after = life[:]
            after[seat] = more(life[seat], ("did", action))
            todo.append((state.child(action), after, last))


def compared(settings: str, ways: dict[str, Tell]) -> dict[str, tuple[int, int]]:
    """How often each way tells apart what a seat saw alike, and takes for equal what it did not."""
    by_life: dict[str, dict[tuple[int, int], object]] = {name: {} for name in ways}
    by_told: dict[str, dict[tuple[int, object], int]] = {name: {} for name in ways}
    leaks, lost = dict.fromkeys(ways, 0), dict.fromkeys(ways, 0)
    for state, life in lives(settings):
        for seat in (0, 1):
            for name, tell in ways.items():
                told = tell(state, seat)
                leaks[name] += by_life[name].setdefault((seat, life[seat]), told) != told
                lost[name] += by_told[name].setdefault((seat, told), life[seat]) != life[seat]
    assert all(len(found) > 100 for found in by_life.values())
    return {name: (leaks[name], lost[name]) for name in ways}


@pytest.mark.parametrize("settings", TREES)
def test_equal_information_states_are_what_a_seat_saw_alike(settings: str) -> None:
    found = compared(settings, {"text": text_of, "tensor": tensor_of})
    assert found == {"text": (0, 0), "tensor": (0, 0)}


# --- and it can fail


def asked_of(state: Any, seat: int) -> int:
    game = state.chances.game()
    mine = seat == game.seat and not state.chances.waits
    return int(game.question) if mine else NO_QUESTION


def from_log(heard: Callable[[Any, int], Any], asked: bool = True) -> Tell:
    """An information state made of another log."""

    def tell(state: Any, seat: int) -> object:
        question = asked_of(state, seat) if asked else NO_QUESTION
        return state_text(seat, heard(state.chances.game(), seat), question)

    return tell


def without(*kinds: str) -> Tell:
    """An information state that forgets some of what happened."""
    gone = {KINDS.index(kind) for kind in kinds}

    def heard(game: Any, seat: int) -> list[Told]:
        rows = [row for each in game.heard(seat) for row in each.to(seat) if row.kind not in gone]
        return [Told(tuple(rows))]

    return from_log(heard)


def others_hand(state: Any, seat: int) -> object:
    return text_of(state, seat), state.chances.game().view(1 - seat).hand


def how_it_was_dealt(state: Any, seat: int) -> object:
    """The cards of one's own hand in the order in which they came; forehand got the first."""
    return text_of(state, seat), tuple(state.history()[1 - seat : 4 : 2])


def other_chances(state: Any, seat: int) -> object:
    """What the other may do, which it alone knows."""
    return text_of(state, seat), len(state.legal_actions(1 - seat))


LEAKING: dict[str, tuple[str, Tell]] = {
    "hands": (BY_LOT, others_hand),
    "cards dealt and drawn": (
        CALLS,
        from_log(lambda game, seat: [Told(each.rows) for each in game.heard(seat)]),
    ),
    "the middle of a set": (SETS, from_log(lambda game, _: game.log)),
    "the order of the deal": (SETS, how_it_was_dealt),
    "how many actions another has": (CALLS, other_chances),
}
FORGETTING: dict[str, tuple[str, Tell]] = {
    "cards laid": (CALLS, without("laid")),
    "suits named": (CALLS, without("named")),
    "cards drawn": (CALLS, without("drew")),
    "calls and silence": (CALLS, without("called", "silent")),
    "the question": (CALLS, from_log(lambda game, seat: game.heard(seat), asked=False)),
    "what waits for a card": (CALLS, from_log(lambda game, seat: game.heard(seat))),
    "all but the end": (BY_LOT, from_log(lambda game, seat: game.heard(seat)[-1:])),
}


@pytest.mark.parametrize("what", LEAKING)
def test_a_leak_is_found(what: str) -> None:
    settings, tell = LEAKING[what]
    leaks, _ = compared(settings, {what: tell})[what]
    assert leaks > 0


@pytest.mark.parametrize("what", FORGETTING)
def test_what_is_forgotten_is_found(what: str) -> None:
    settings, tell = FORGETTING[what]
    leaks, lost = compared(settings, {what: tell})[what]
    assert leaks == 0
    assert lost > 0


def test_a_log_that_shows_everybody_everything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the game as it is, by text and by tensor."""
    monkeypatch.setattr(Told, "to", lambda told, _: told.rows)
    found = compared(CALLS, {"text": text_of, "tensor": tensor_of})
    assert found["text"][0] > 0
    assert found["tensor"][0] > 0


def test_a_view_that_shows_another_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the test that deals anew what a seat can't see (in `test_envs.py`)."""
    rules, luck = rules_from("svensk"), random.Random(1)
    layout, game = Layout(rules, 3), dealt(rules, 3, luck)

    def differ() -> list[bool]:
        game._seen.clear()
        twins = [swapped(game, seat, luck) for seat in range(3)]
        return [looks(twins[k], layout, k) != looks(game, layout, k) for k in range(3)]

    assert differ() == [False] * 3

    def peek(s: Any, m: Any, seat: int, history: Any) -> View:
        other = tuple(hand_of(s, (seat + 1) % 3))
        return replace(observe(s, m, seat, history), totals=other)

    monkeypatch.setattr(rounds, "observe", peek)
    assert differ() == [True] * 3


# --- OpenSpiel's own


@pytest.mark.parametrize("settings", WHOLE)
def test_openspiels_own_tests_of_whole_trees(settings: str) -> None:
    """Simulations, information states with their actions, and trees of information states."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import get_all_states

    game = load(settings)
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    states = get_all_states.get_all_states(game, include_terminals=True)
    # it refuses information states that differ in what may be done
    every = policy.TabularPolicy(game)
    assert len(every.states) > 50
    for state in states.values():
        if state.is_terminal():
            assert all(str(each) != "-0.0" for each in state.returns())
            assert all(game.min_utility() <= x <= game.max_utility() for x in state.returns())
        else:
            assert set(every.action_probabilities(state)) == set(state.legal_actions())
    for seat in (0, 1):
        # it refuses what is remembered imperfectly
        tree = pyspiel.InfostateTree(game, seat)
        own = {text for text in every.state_lookup if text.startswith(f"seat {seat}:")}
        assert tree.num_decisions() == len(own)
