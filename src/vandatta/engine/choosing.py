"""Choosing among actions by chance, for loops that play by themselves."""

from __future__ import annotations

from vandatta.engine.alphabet import CALL, DRAW, MORE, NAMING, NO_SEAT, OVER
from vandatta.engine.mark import rule
from vandatta.engine.play import speak
from vandatta.engine.rng import one_of
from vandatta.engine.state import State

LAYS_AND_NAMES = (1 << DRAW) - 1


@rule
def any_of(rng: list[int], actions: int) -> int:
    """One of ``actions``, a set that is not empty, each as likely."""
    if actions & (actions - 1) != 0:
        for _ in range(one_of(rng, actions.bit_count())):
            actions &= actions - 1
    return (actions & -actions).bit_length() - 1


@rule
def eager_of(rng: list[int], actions: int) -> int:
    """One of ``actions``: laying, if that is among them, then drawing."""
    if actions & LAYS_AND_NAMES != 0:
        return any_of(rng, actions & LAYS_AND_NAMES)
    if actions >> DRAW & 1 == 1:
        return DRAW
    return any_of(rng, actions)


@rule
def amid_a_move(s: State) -> bool:
    """Has the seat in turn begun a move that it must yet end?"""
    return s.phase == NAMING or s.phase == MORE


@rule
def call_in_time(s: State) -> None:
    """Whoever may still call lappen does."""
    if s.window != NO_SEAT and s.phase != OVER and not amid_a_move(s):
        speak(s, s.window, CALL)
