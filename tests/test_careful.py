"""The careful player: its habits, and that it uses only what its seat sees."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.mixing import random_mix
from vandatta.cards import cards_text
from vandatta.engine.alphabet import DRAW, NAME, NAMING, OVER, PASS, TO_LAY, TO_NAME
from vandatta.engine.careful import careful_of
from vandatta.engine.choosing import call_in_time
from vandatta.engine.copying import copy_of
from vandatta.engine.counted import OUT_BY_GROUP
from vandatta.engine.play import apply, legal
from vandatta.engine.playouts import deal_number, seated
from vandatta.engine.rollouts import redeal
from vandatta.engine.rules import Rules
from vandatta.engine.state import State, add_card
from vandatta.notation.moves import read_move
from vandatta.options import PRESETS, compile_rules, rules_from
from vandatta.simulation.plan import Plan
from vandatta.simulation.running import run


def decisions(rules: Rules, seats: int, number: int, most: int = 60) -> Iterator[tuple[State, int]]:
    """Rounds in which everybody is careful, at every decision; and what is chosen."""
    s, rng = seated(rules, seats), [0] * 4
    deal_number(s, rng, 3, number)
    for _ in range(most):
        if s.phase == OVER:
            return
        action = careful_of(s, list(rng), legal(s))
        yield s, action
        assert careful_of(s, rng, legal(s)) == action
        apply(s, action)
        call_in_time(s)


def test_what_a_seat_cannot_see_makes_no_difference_to_its_choice() -> None:
    changed = looked = 0
    for number in range(60):
        values, seats = random_mix(random.Random(f"careful {number}"))
        for s, _ in decisions(compile_rules(values), seats, number):
            other = copy_of(s)
            redeal(other, s.turn, [number, 5, 6, 7])
            words = [number, 1, 2, 3]
            assert careful_of(other, list(words), legal(other)) == careful_of(
                s, list(words), legal(s)
            )
            looked += 1
            changed += other.first != s.first
    assert looked > 1000 and changed > 0.7 * looked


def test_every_choice_is_legal_under_any_rules() -> None:
    for number in range(80):
        values, seats = random_mix(random.Random(f"legal {number}"))
        for s, action in decisions(compile_rules(values), seats, number):
            assert legal(s) >> action & 1


@pytest.mark.parametrize("rules", PRESETS)
def test_it_wins_more_than_those_who_are_only_eager(rules: str) -> None:
    plan = Plan((rules,), ("careful", "eager", "eager"), 450)
    (tally,) = run(plan, 1, fast=False).tallies
    assert tally.sums[OUT_BY_GROUP] / tally.units > 0.36


# --- habits


def position(hand: str, top: str, other: int = 5, rules: object = "svensk") -> State:
    """Seat 0 in turn with ``hand`` on the card ``top``; the others have so many cards."""
    s = State(rules=rules_from(rules), players=3, playing=0b111, dealer=2, turn=0, phase=TO_LAY)
    for card in read_move(hand).cards:
        add_card(s, 0, card)
    (lying,) = read_move(top).cards
    s.pile[0], s.n_pile, s.suit = lying, 1, lying & 3
    hidden = [card for card in range(52) if card != lying and not s.first[0] >> card & 1]
    for seat in (1, 2):
        for _ in range(other):
            add_card(s, seat, hidden.pop(0))
    s.stock[: len(hidden)], s.n_stock = bytes(hidden), len(hidden)
    return s


def chosen(s: State) -> str:
    found = {careful_of(s, [seed, 7, 7, 7], legal(s)) for seed in range(20)}
    assert len(found) == 1
    (action,) = found
    return cards_text([action]) if action < NAME else {DRAW: "draw", PASS: "pass"}[action]


@pytest.mark.parametrize(
    ("hand", "top", "card"),
    [
        ("8h5s4d2d", "9s", "5s"),  # the eight is saved
        ("8h4d2d", "9s", "8h"),  # but laid rather than drawing
        ("9h9d3d4d", "9s", "9d"),  # the longer suit
        ("Ks3s4d5d", "9s", "Ks"),  # dear cards first
    ],
)
def test_habits(hand: str, top: str, card: str) -> None:
    assert chosen(position(hand, top)) == card


def test_powers_are_kept_for_those_about_to_go_out() -> None:
    house = {"base": "svensk", "skip_ranks": "Q", "scale": "children", "match_end": "single"}
    assert chosen(position("Qs9s9h9d6h", "7s", other=1, rules=house)) == "Qs"


def test_the_longest_suit_is_named() -> None:
    s = position("5h6h7h2s2d8c", "8s")
    s.phase = TO_NAME
    assert careful_of(s, [1, 2, 3, 4], legal(s)) == NAME + 1
    s = position("5d6d7h8c", "8s")
    s.phase = NAMING
    assert careful_of(s, [1, 2, 3, 4], legal(s)) == NAME + 2
