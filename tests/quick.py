"""The levels, quick enough for thousands of moves: those that search make only a few guesses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from vandatta.players import LEVELS as REAL
from vandatta.players import Level, search
from vandatta.view import View

FEW = search.Effort(3)
SEARCHES = 0.1
"""How often a level that searches is among `some`."""


def _choose(view: View, rng: Random) -> str:
    return search.choose(view, rng, FEW)


LEVELS: dict[str, Level] = {
    key: replace(level, choose=_choose) if level.guesses else level for key, level in REAL.items()
}


def some(chance: Random) -> dict[str, Level]:
    """The levels, of those that search one now and then: they take as long as all others."""
    one = chance.choice([key for key, level in LEVELS.items() if level.guesses])
    searching = {one} if chance.random() < SEARCHES else set()
    return {key: each for key, each in LEVELS.items() if not each.guesses or key in searching}
