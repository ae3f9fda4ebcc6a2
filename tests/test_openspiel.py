"""Preset `openspiel` in lockstep with OpenSpiel's own crazy_eights.

OpenSpiel chooses the chance outcomes; the engine must have each of them in its
stock, offer the same actions at every decision and end with the same returns.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest

from tests.spiel import NOMINATE, SKIP, TAKE, ours, theirs
from vandatta.cards import NO_CARD, members
from vandatta.engine import drawing
from vandatta.engine.alphabet import DRAW, NAME, OVER, PASS
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.play import apply, legal
from vandatta.engine.points import hand_points
from vandatta.engine.state import State
from vandatta.options import options_from, preset, rules_from

pyspiel = pytest.importorskip("pyspiel", reason="install open_spiel to compare with it")

GAMES = 1000
SETTINGS = list(product((1, 2, 5, 60, -1), (5, 100, 2000), (False, True), (False, True)))
"""max_draw_cards (-1: no limit), max_turns, use_special_cards, reshuffle: every value that its
description lists, but max_draw_cards 0, with which OpenSpiel's own games get stuck."""
DEFAULT = (5, 100, False, False)
POWERS = {"next_draws": "2:2", "skip_ranks": "Q", "reverse_ranks": "A"}
UNLIMITED = 60
"""No hand ever draws so many in a turn, which a game in lockstep sees to."""


def rules_of(setting: tuple[int, int, bool, bool]) -> dict[str, Any]:
    """The preset with OpenSpiel's parameters set."""
    draws, turns, special, reshuffle = setting
    return {
        "base": "openspiel",
        "draw_limit": 0 if draws in (-1, UNLIMITED) else draws,
        "lay_limit": turns,
        "reshuffles": -1 if reshuffle else 0,
        **(POWERS if special else {}),
    }


def their_action(action: int) -> int:
    """OpenSpiel's action for ours."""
    if action < NAME:
        return theirs(action)
    if action < DRAW:
        return NOMINATE + 3 - (action - NAME)
    return TAKE if action == DRAW else SKIP


def prepare(s: State, drawn: list[int]) -> Callable[[list[int], int], int]:
    """Put the cards that will be drawn on top of the stock, as far as it reaches.

    Returns:
        The chance of the shuffle that may come up on the way: it lays the rest of
        ``drawn`` on top of the new stock.
    """
    for depth, card in enumerate(drawn[: s.n_stock]):
        place = s.n_stock - 1 - depth
        found = s.stock.index(card, 0, place + 1)
        s.stock[found], s.stock[place] = s.stock[place], card
    coming = drawn[s.n_stock :]

    def below(rng: list[int], n: int) -> int:
        # the shuffle fills its places from the top down
        return s.stock.index(coming.pop(0), 0, n) if coming else rng[0] % n

    return below


def chance(state: Any, luck: random.Random) -> int:
    """Draw and apply a chance outcome."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    (outcome,) = luck.choices(outcomes, weights)
    state.apply_action(outcome)
    return int(outcome)


def begin(game: Any, rules: Any, players: int, luck: random.Random) -> tuple[Any, State]:
    """Both games, dealt alike."""
    state = game.new_initial_state()
    dealer = chance(state, luck) - 52
    size = 7 if players == 2 else 5
    dealt = [ours(chance(state, luck)) for _ in range(size * players)]
    while True:
        start = ours(chance(state, luck))
        dealt.append(start)
        if not state.is_chance_node():
            break
    # an eight that came up was put back
    first = [*dealt[: size * players], dealt[-1]]
    rest = list(pack_for(rules, players))
    for card in first:
        rest.remove(card)
    return state, new_round(rules, players, (1 << players) - 1, dealer, [*first, *rest], 1)


def lockstep(players: int, setting: tuple[int, int, bool, bool], seed: int) -> tuple[int, str]:
    draws, turns, special, reshuffle = setting
    game = pyspiel.load_game(
        "crazy_eights",
        {
            "players": players,
            "max_draw_cards": draws,
            "max_turns": turns,
            "use_special_cards": special,
            "reshuffle": reshuffle,
        },
    )
    rules = rules_from(rules_of(setting))
    luck = random.Random(seed)
    state, s = begin(game, rules, players, luck)
    policy = luck.choice(("uniform", "draws", "passes", "lays"))
    decisions = 0
    while not state.is_terminal():
        assert s.phase != OVER and s.drawn < UNLIMITED
        assert state.current_player() == s.turn
        expected = state.legal_actions()
        actions = members(legal(s))
        assert sorted(map(their_action, actions)) == expected
        action = choose(actions, policy, luck)
        owed = s.duty if action == DRAW else 0
        state.apply_action(their_action(action))
        if action == DRAW:
            drawn = []
            while state.is_chance_node():
                drawn.append(ours(chance(state, luck)))
            assert 1 <= len(drawn) <= max(owed, 1)
            renews = len(drawn) >= s.n_stock
            below = prepare(s, drawn)
            with patch.object(drawing, "below", below) if renews else nullcontext():
                apply(s, action)
        else:
            apply(s, action)
        decisions += 1
    assert s.phase == OVER
    assert [-hand_points(s, seat) for seat in range(players)] == state.returns()
    limited = s.laid >= rules.lay_limit
    return decisions, "out" if s.out >= 0 else "cards played" if limited else "passes"


def choose(actions: list[int], policy: str, luck: random.Random) -> int:
    favourite = {"draws": DRAW, "passes": PASS}.get(policy, NO_CARD)
    if favourite in actions and luck.random() < 0.8:
        return favourite
    lays = [action for action in actions if action < DRAW]
    if policy == "lays" and lays and luck.random() < 0.8:
        return luck.choice(lays)
    return luck.choice(actions)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_lockstep(players: int) -> None:
    ends: Counter[str] = Counter()
    for game in range(GAMES // 5):
        setting = SETTINGS[game % len(SETTINGS)]
        ends[lockstep(players, setting, 1000 * players + game)[1]] += 1
    assert set(ends) == {"out", "cards played", "passes"}, ends


def test_a_few_games_of_the_default() -> None:
    assert options_from(rules_of(DEFAULT)) == preset("openspiel")
    for seed in range(10):
        decisions, _ = lockstep(5, DEFAULT, seed)
        assert decisions > 0
