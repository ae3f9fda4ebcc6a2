"""How long the rounds of a mix last, measured."""

from __future__ import annotations

from collections import Counter

import pytest

from vandatta.engine.alphabet import DRAW, MAX_SEATS, MORE, NAMING, OVER, PASS
from vandatta.engine.choosing import any_of, eager_of
from vandatta.engine.copying import copy_of
from vandatta.engine.match import Match
from vandatta.engine.playouts import Round, deal_number, eager_rounds, play_any, seated
from vandatta.engine.rng import one_of, seed_words
from vandatta.engine.rollouts import redeal
from vandatta.engine.state import State, hand_of
from vandatta.events import History
from vandatta.options import (
    PRESETS,
    OptionsError,
    check_seats,
    compile_rules,
    from_id,
    preset,
    rules_from,
)
from vandatta.simulation.lengths import ENDLESS, FEWEST, Lengths, lengths
from vandatta.view import observe

ENDLESS_MIX = "svensk-rs-1-nd2.9+3.9+4.9+5.9+6.9+7.9"
"""So many cards are drawn that hardly anybody goes out."""


def seats_of(name: str) -> list[int]:
    rules, found = compile_rules(preset(name)), []
    for seats in range(2, MAX_SEATS + 1):
        try:
            check_seats(rules, seats)
        except OptionsError:
            continue
        found.append(seats)
    return found


def measured(name: str, seats: int, rounds: int = 100) -> Lengths:
    return lengths(from_id(name), seats, rounds)


@pytest.mark.parametrize("name", PRESETS)
def test_the_rounds_of_every_preset_end_by_themselves(name: str) -> None:
    for seats in seats_of(name):
        found = measured(name, seats)
        assert found.rounds == 100
        assert found.limited < 0.02
        assert 10 < found.mean < found.p99 < 700


def test_the_same_seed_gives_the_same_rounds() -> None:
    once, again = (lengths(preset("klassisk"), 4, 50, seed=7) for _ in range(2))
    assert once == again
    assert once != lengths(preset("klassisk"), 4, 50, seed=8)


def test_a_mix_that_tends_not_to_end_is_known_by_it() -> None:
    plain, long = measured("svensk", 4), measured("svensk-rs-1-nd2.5", 5)
    assert long.mean > 1.5 * plain.mean
    assert long.limited > 0.05
    assert measured(ENDLESS_MIX, 4).limited > long.limited


def test_without_a_limit_a_round_is_given_up_some_time() -> None:
    found = measured(f"{ENDLESS_MIX}-tl0", 4, 300)
    assert FEWEST <= found.rounds < 300
    assert found.p99 == ENDLESS
    assert found.limited > 0.05


def test_a_limit_of_turns_is_one_of_the_reasons_to_stop() -> None:
    assert measured("svensk-tl3", 4).limited > 0.9
    assert measured("svensk-ll3", 4).limited > 0.9


def test_several_cards_at_once_and_a_suit_are_one_move() -> None:
    # eights alone, two each: forehand names a suit, and each lay names another until one is out
    eights = "svensk-hs2-sd2-rrA2345679TJQK-ww1-ow1"
    assert measured(eights, 2, 20).mean == 4
    # or lays both at once
    assert measured(f"{eights}-sw1", 2, 20).mean < 4


def test_seats_that_do_not_fit_are_refused() -> None:
    with pytest.raises(OptionsError):
        measured("svensk", 6)
    with pytest.raises(OptionsError):
        measured("svensk-hs20-sd9", 3)


# --- imagined rounds, and many tables


def dealt(request: object, seats: int, number: int, actions: int = 30) -> State:
    """A round in its middle."""
    s, rng = seated(rules_from(request), seats), [0] * 4
    deal_number(s, rng, 1, number)
    for _ in range(actions):
        before = copy_of(s)
        play_any(s, rng, 1)
        if s.phase == OVER:
            return before
    return s


def cards_of(s: State) -> list[int]:
    hands = [card for seat in range(s.players) for card in hand_of(s, seat)]
    return sorted([*hands, *s.stock[: s.n_stock], *s.pile[: s.n_pile]])


def whole(s: State) -> bool:
    """Is this a moment that everybody at the table sees?"""
    return s.phase not in (NAMING, MORE)


DRAWN_ONLY = {"base": "svensk", "must_lay": False, "lay_after_draw": "drawn"}
TWO_PACKS = {"base": "klassisk", "second_deck_from": 2, "jokers": 2}
OPEN = {"base": "svensk", "open_hands": True}


@pytest.mark.parametrize("request_", [*PRESETS, DRAWN_ONLY, TWO_PACKS, OPEN])
def test_what_a_seat_sees_is_not_dealt_anew(request_: object) -> None:
    rules = rules_from(request_)
    stocks = hands = drawn = 0
    for number in range(40):
        seats = rules.min_seats + number % (min(rules.max_seats, 5) - rules.min_seats + 1)
        s = dealt(request_, seats, number, 5 + number)
        seat = number % seats if whole(s) else s.turn
        m, none = Match(players=seats, playing=s.playing), History([])
        other = copy_of(s)
        redeal(other, seat, [number, 2, 3, 4])
        assert observe(other, m, seat, none) == observe(s, m, seat, none)
        assert cards_of(other) == cards_of(s)
        assert other.pile == s.pile and other.count == s.count
        if other.drawn_card >= 0:
            assert other.first[other.turn] >> other.drawn_card & 1
            drawn += 1
        hands += other.first != s.first
        stocks += other.stock != s.stock
    assert stocks > 35 and (hands == 0 if rules.open_hands else hands > 35)
    assert drawn or request_ != DRAWN_ONLY


def test_every_way_to_deal_again_is_as_likely() -> None:
    s = dealt("svensk", 2, 1, 0)
    rng, found = [9, 8, 7, 6], Counter[int]()
    for _ in range(3000):
        other = copy_of(s)
        redeal(other, 0, rng)
        found.update(hand_of(other, 1))
    hidden = 52 - s.count[0] - s.n_pile
    expected = 3000 * s.count[1] / hidden
    assert len(found) == hidden
    assert all(0.8 * expected < many < 1.2 * expected for many in found.values())


def test_of_a_set_each_is_as_likely() -> None:
    rng, actions = [0] * 4, 1 << 3 | 1 << 17 | 1 << 60
    seed_words(rng, 1, 2, 3)
    found = Counter(any_of(rng, actions) for _ in range(6000))
    assert found.keys() == {3, 17, 60}
    assert all(1800 < many < 2200 for many in found.values())
    assert {one_of(rng, 5) for _ in range(200)} == set(range(5))
    assert {eager_of(rng, 1 << DRAW | 1 << PASS) for _ in range(50)} == {DRAW}
    assert {eager_of(rng, 1 << DRAW | 3) for _ in range(50)} == {0, 1}


def test_a_round_is_known_by_its_number() -> None:
    states, rng = [seated(compile_rules(preset("klassisk")), 4)], [0] * 4
    together = [Round() for _ in range(6)]
    eager_rounds(states, rng, 11, 0, 4000, together)
    assert [each.number for each in together] == [0, 1, 2, 3, 4, 5]
    assert [each.dealer for each in together] == [0, 1, 2, 3, 0, 1]
    for number in (5, 2):
        alone = [Round()]
        eager_rounds([seated(states[0].rules, 4)], [7] * 4, 11, number, 4000, alone)
        assert alone == [together[number]]
    for each in together:
        assert each.out >= 0 and each.count[each.out] == each.points[each.out] == 0
        assert sum(each.points) > 0 and each.ended == 1 and each.actions >= each.moves > 0
