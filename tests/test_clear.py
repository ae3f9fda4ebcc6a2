"""A hundred positions with one clearly best move: *Stormästare* finds it, the teacher says why.

What makes the move best stands in each position's ``why``, derived from the rules. Where it can be
proved that the move wins whatever is hidden, it is proved here, without any search.
"""

from __future__ import annotations

from importlib.util import find_spec
from random import Random

import pytest

from tests.clear import Clear, positions
from vandatta.notation.outcomes import Outcome, outcomes
from vandatta.players import search
from vandatta.players.reasons import position, reasons

CLEAR = positions()
GUESSES = 2_000 if find_spec("numba") else 300
ENOUGH = 95


def wins(outcome: Outcome) -> bool:
    """Can the seat go out before anybody else has a turn, whatever is hidden?"""
    if outcome.counts[outcome.seat] == 0:
        return True
    return bool(outcome.cards) and any(wins(each) for each in outcome.then() if each.cards)


def test_there_are_a_hundred_and_no_two_are_the_same() -> None:
    assert len(CLEAR) == 100
    assert len({(repr(each.view), each.best) for each in CLEAR}) == 100
    assert all(len(each.why) > 20 for each in CLEAR)


@pytest.mark.parametrize("clear", CLEAR, ids=lambda clear: clear.name)
def test_the_best_move_is_one_among_others_and_has_the_reason_told(clear: Clear) -> None:
    found = outcomes(clear.view)
    best = [each for each in found if clear.is_best(each.text)]
    others = [each for each in found if not clear.is_best(each.text)]
    assert best and others
    p = position(clear.view)
    told = {why.key for other in others for why in reasons(p, best[0], other)}
    assert clear.says in told


@pytest.mark.parametrize(
    "clear", [each for each in CLEAR if each.kind in ("out", "out_next")], ids=lambda c: c.name
)
def test_a_win_that_is_there_is_won_by_that_move_alone(clear: Clear) -> None:
    for each in outcomes(clear.view):
        assert wins(each) == clear.is_best(each.text), each.text


@pytest.mark.parametrize(
    "clear", [each for each in CLEAR if each.kind == "open_hands"], ids=lambda c: c.name
)
def test_only_the_best_move_keeps_the_next_player_from_going_out(clear: Clear) -> None:
    assert clear.view.hands is not None
    for each in outcomes(clear.view):
        seat = clear.view.seat + 1
        (card,) = clear.view.hands[seat]
        lets = each.turn == seat and each.counts[seat] == 1 and each.fits >> card & 1 == 1
        if clear.is_best(each.text):
            assert not lets
        elif "=" not in clear.best:
            assert lets, each.text


@pytest.mark.slow
def test_a_grandmaster_finds_nearly_all_of_them() -> None:
    missed = []
    for each in CLEAR:
        move = search.choose(each.view, Random(1), search.Effort(GUESSES))
        if not each.is_best(move):
            missed.append(f"{each.name}: {move} for {each.best}")
    assert len(missed) <= len(CLEAR) - ENOUGH, missed
