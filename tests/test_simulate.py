"""How long the rounds of a mix last, measured."""

from __future__ import annotations

import pytest

from vandatta.engine.alphabet import MAX_SEATS
from vandatta.options import PRESETS, OptionsError, check_seats, compile_rules, from_id, preset
from vandatta.simulate import ENDLESS, FEWEST, Lengths, lengths

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
