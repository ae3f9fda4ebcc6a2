"""Vän: plays as Van does, but does not weigh so carefully, and remembers nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from vandatta.notation.outcomes import outcomes
from vandatta.players import regular
from vandatta.view import View

SLIP = 0.3
"""How far off a move is judged, about, in cards (see `regular.score`)."""


def choose(view: View, rng: Random) -> str:
    """A legal move of the seat in turn: one that looks good at a glance.

    Args:
        view: what the seat sees.
        rng: the chance of misjudging.

    Raises:
        ValueError: it is not this seat's turn.
    """
    found = outcomes(view)
    if len(found) == 1:
        return found[0].text
    score = regular.by_score(replace(view, history=()))
    judged = [score(each) + rng.gauss(0, SLIP) for each in found]
    return found[judged.index(max(judged))].text
