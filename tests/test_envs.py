"""The environments' common core, and PettingZoo's and Gymnasium's own suites."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.mixes import mixes
from vandatta.engine.alphabet import CALL, CHALLENGE
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.rules import Rules
from vandatta.envs import IllegalAction
from vandatta.envs.actions import ACTIONS, SILENT, action_from_text, action_text
from vandatta.envs.observation import Layout, members_of, write_mask
from vandatta.envs.recall import state_text, tensor_size, write_state
from vandatta.envs.rounds import Round
from vandatta.envs.seen import NO_QUESTION, Seen
from vandatta.notation.moves import read_move
from vandatta.options import OptionsError, check_seats, compile_rules, rules_from

pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

RICH = {
    "base": "svensk",
    "several_of_a_rank": True,
    "several_wilds": True,
    "jokers": 2,
    "second_deck_from": 3,
    "false_challenge_penalty": 1,
    "warning_at": 3,
    "lappen_penalty": 2,
}
TABLES: list[tuple[Any, int]] = [
    ("svensk", 2),
    ("barn", 3),
    ("klassisk", 4),
    ("openspiel", 5),
    ("pesten", 6),
    ("mau_mau", 7),
    ("crazy_eights", 8),
    (RICH, 4),
]


def dealt(rules: Rules, seats: int, luck: Random, log: bool = True) -> Round:
    deck = list(pack_for(rules, seats))
    luck.shuffle(deck)
    dealer = luck.randrange(seats)
    s = new_round(rules, seats, (1 << seats) - 1, dealer, deck, luck.getrandbits(96))
    return Round(s, log=log)


def looks(game: Round, layout: Layout, seat: int) -> tuple[Any, ...]:
    """All that any environment shows a seat."""
    seen = game.seen(seat)
    numbers, mask = [0.0] * layout.size, [0] * ACTIONS
    layout.write(seen, numbers)
    write_mask(seen.actions, mask)
    asked = seen.question
    rows = [0.0] * tensor_size(layout.seats, 6000)
    write_state(layout.seats, seat, game.heard(seat), asked, rows)
    return numbers, mask, seen, state_text(seat, game.heard(seat), asked), rows


def test_every_action_has_a_name_of_its_own() -> None:
    names = [action_text(action) for action in range(ACTIONS)]
    assert len(set(names)) == ACTIONS
    assert [action_from_text(name) for name in names] == list(range(ACTIONS))
    for wrong in ("", "1z", "=x", "?8", "JKx"):
        with pytest.raises(ValueError, match=r"."):
            action_from_text(wrong)
    with pytest.raises(ValueError, match="no action"):
        action_text(ACTIONS)


def test_actions_are_called_what_the_notation_calls_the_move() -> None:
    for action in range(ACTIONS):
        name = action_text(action)
        if name not in ("done", "silent", "JKb"):
            assert str(read_move(name)) == name


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_round_ends_and_every_observation_keeps_within_bounds(rules: Any, seats: int) -> None:
    compiled = rules_from(rules)
    layout = Layout(compiled, seats)
    assert len(layout.names) == layout.size == len(set(layout.names))
    luck = Random(seats)
    game = dealt(compiled, seats, luck)
    while not game.over:
        seen = game.seen(game.seat)
        assert seen.actions == game.actions() > 0
        for seat in range(seats):
            numbers = looks(game, layout, seat)[0]
            assert all(0 <= number <= 1 for number in numbers)
            if seat != game.seat:
                assert game.seen(seat).actions == 0
        game.act(luck.choice(members_of(seen.actions)))
    assert game.actions() == 0
    assert game.points() == tuple(game.view(0).totals)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_the_names_tell_what_the_numbers_are(rules: Any, seats: int) -> None:
    compiled = rules_from(rules)
    layout = Layout(compiled, seats)
    luck = Random(7)
    game = dealt(compiled, seats, luck)
    for _ in range(60):
        if game.over:
            break
        view = game.view(game.seat)
        numbers, *_ = looks(game, layout, game.seat)
        said = dict(zip(layout.names, numbers, strict=True))
        for card in set(view.hand):
            name = action_text(card)
            assert said[f"hand: {name}"] == 1
            if layout.two:
                assert said[f"hand: {name} twice"] == (view.hand.count(card) == 2)
        assert sum(said[f"hand: {action_text(card)}"] for card in range(54)) == len(set(view.hand))
        assert said[f"top: {action_text(view.top)}"] == 1
        for other in range(seats):
            seat = (view.seat + other) % seats
            key = f"seat +{other}: cards / {layout.pack}"
            assert said[key] == pytest.approx(view.counts[seat] / layout.pack)
            assert said[f"seat +{other}: in turn"] == (view.turn == seat)
        assert sum(v for k, v in said.items() if k.startswith("pile: ")) == view.pile
        game.act(luck.choice(members_of(game.actions())))


def swapped(game: Round, seat: int, luck: Random) -> Round:
    """The same round, with what ``seat`` can't see dealt anew."""
    twin = game.copy()
    twin._seen = {}
    s = twin.s
    others = [each for each in range(s.players) if each != seat]
    hidden = list(s.stock[: s.n_stock])
    for other in others:
        hidden += list(twin.view(other).hand) if not game.unseen_moves(seat) else []
    luck.shuffle(hidden)
    for other in others:
        if game.unseen_moves(seat):
            continue
        count = s.count[other]
        s.first[other] = s.second[other] = 0
        for card in (hidden.pop() for _ in range(count)):
            if s.first[other] >> card & 1:
                s.second[other] |= 1 << card
            s.first[other] |= 1 << card
    s.stock[: s.n_stock] = bytes(hidden)
    return twin


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(mixes(), st.integers(2, 8), st.integers(0, 2**32))
def test_nothing_hidden_shows(values: dict[str, Any], seats: int, seed: int) -> None:
    rules = compile_rules({**values, "open_hands": False})
    try:
        check_seats(rules, seats)
    except OptionsError:
        assume(False)
    luck = Random(seed)
    layout = Layout(rules, seats)
    game = dealt(rules, seats, luck)
    for _ in range(luck.randrange(80)):
        if game.over:
            return
        game.act(luck.choice(members_of(game.actions())))
    if game.over:
        return
    for seat in range(seats):
        twin = swapped(game, seat, luck)
        assert looks(twin, layout, seat) == looks(game, layout, seat)


def test_nobody_sees_that_another_could_add_to_its_set() -> None:
    """Whoever holds no more of the rank ends its turn at once; who does, looks the same."""
    rules = rules_from({"base": "svensk", "several_of_a_rank": True})
    layout = Layout(rules, 3)
    seen = 0
    for seed in range(200):
        luck = Random(seed)
        game = dealt(rules, 3, luck)
        while not game.over and game.moves < 60:
            before = {seat: looks(game, layout, seat) for seat in range(3)}
            mover = game.seat
            game.act(luck.choice(members_of(game.actions())))
            if game.question in (3, 4):
                seen += 1
                for seat in {0, 1, 2} - {mover}:
                    numbers, mask, _, text, rows = looks(game, layout, seat)
                    assert (numbers, mask, text, rows) == (
                        before[seat][0],
                        before[seat][1],
                        before[seat][3],
                        before[seat][4],
                    ) or before[seat][2].question != NO_QUESTION
    assert seen > 50


def test_who_lays_its_last_but_one_card_is_asked_and_who_keeps_silent_can_be_caught() -> None:
    rules = rules_from("svensk")
    asked = caught = 0
    for seed in range(150):
        luck = Random(seed)
        game = dealt(rules, 3, luck)
        while not game.over:
            actions = game.actions()
            if actions == 1 << CALL | 1 << SILENT:
                asked += 1
                assert game.view(game.seat).counts[game.seat] == 1
                game.act(SILENT)
                continue
            challenges = [each for each in members_of(actions) if CHALLENGE <= each < SILENT]
            if challenges:
                caught += 1
                forgetful = challenges[0] - CHALLENGE
                before = game.view(forgetful)
                game.act(challenges[0])
                drew = game.view(forgetful).counts[forgetful] > before.counts[forgetful]
                assert drew or not before.can_draw
                continue
            game.act(luck.choice([a for a in members_of(actions) if a < CALL]))
    assert asked > 20
    assert caught > 20


def test_a_challenge_that_costs_cards_is_made_once_a_turn() -> None:
    game = dealt(rules_from({**RICH, "false_challenge_penalty": 3}), 4, Random(1))
    made = 0
    while challenges := [a for a in members_of(game.actions()) if CHALLENGE <= a < SILENT]:
        game.act(challenges[0])
        made += 1
    assert made == 3


def test_the_information_state_keeps_what_was_chosen_in_silence() -> None:
    """Calling and keeping silent, or saying that a set is done, are remembered by who did."""
    rules = rules_from("svensk")
    for seed in range(300):
        luck = Random(seed)
        game = dealt(rules, 2, luck)
        while not game.over:
            if game.actions() == 1 << CALL | 1 << SILENT:
                seat = game.seat
                game.act(SILENT)
                assert state_text(seat, game.heard(seat), -1).endswith(f"silent {seat}")
                other = state_text(1 - seat, game.heard(1 - seat), -1)
                assert "silent" not in other
                return
            game.act(luck.choice(members_of(game.actions())))
    raise AssertionError("nobody was ever asked")


def test_a_tensor_that_is_too_small_says_so() -> None:
    game = dealt(rules_from("svensk"), 2, Random(1))
    with pytest.raises(ValueError, match="room"):
        write_state(2, 0, game.heard(0), -1, [0.0] * 12)


def test_a_copy_goes_its_own_way() -> None:
    luck = Random(5)
    game = dealt(rules_from(RICH), 4, luck)
    layout = Layout(game.rules, 4)
    for _ in range(40):
        twin = game.copy()
        action = luck.choice(members_of(game.actions()))
        before = [looks(game, layout, seat) for seat in range(4)]
        twin.act(action)
        assert [looks(game, layout, seat) for seat in range(4)] == before
        game.act(action)
        assert [looks(twin, layout, seat) for seat in range(4)] == [
            looks(game, layout, seat) for seat in range(4)
        ]
        if game.over:
            break


def test_seen_leaves_the_history_to_the_view() -> None:
    game = dealt(rules_from("svensk"), 2, Random(1), log=False)
    assert isinstance(game.seen(0), Seen)
    assert game.seen(0).view.history == ()
    assert len(game.view(0).history) >= 3
    with pytest.raises(ValueError, match="no log"):
        game.heard(0)


def test_an_illegal_action_says_what_may_be_done() -> None:
    from vandatta.envs.dealing import refusal

    error = refusal(58, 1 << 59, 2)
    assert isinstance(error, IllegalAction)
    assert str(error) == "seat 2 may not take action 58 (draw) now, but one of: pass"
