"""The levels of computer players, and how fast and how attentively they play.

A level's `Level.choose` says what is laid. Calling "lappen" and pointing out
that somebody forgot are matters of attention and time, so whoever runs the clock
decides them with the functions here:

- Before a computer player's move: wait `delay_to_move`.
- When a lay leaves it so many cards that it `is_to_call`: if `will_call`, call
  after `delay_to_call`. That is sooner than any level makes its next move, so a
  call is never late.
- When another seat is among those that have `forgotten`: if `will_notice`, point
  it out after `delay_to_notice`, counted from the moment the card was left, if it
  is uncalled still. That is slow enough for people to call, or to be the first to
  notice. Nobody else is ever challenged: no level points out what is not so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from vandatta.engine.alphabet import TO_NAME
from vandatta.engine.calls import can_be_challenged, is_called_at
from vandatta.notation.moves import read_move
from vandatta.notation.outcomes import imagined
from vandatta.players import beginner, friend, regular, search
from vandatta.view import View

Choose = Callable[[View, Random], str]
"""A legal move of the seat in turn, in the project's notation, without a call."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a computer player plays."""

    key: str
    """What a seat's `player` says; the catalogue's ``level.<key>`` is its name."""
    choose: Choose
    forgets: float
    """How often a call is forgotten."""
    notices: float
    """How often another's forgotten call is noticed."""
    pace: tuple[float, float]
    """Shortest and longest time for an easy move, in seconds."""
    guesses: int = 0
    """For a level that searches: guesses of the hidden cards a move, at most ..."""
    seconds: float = 0.0
    """... and how long a move may take it, on one core, for whoever watches the clock."""


def _searching(key: str, guesses: int, seconds: float, **habits: Any) -> Level:
    """A level that searches. Without a clock it makes all its guesses."""

    def choose(view: View, rng: Random) -> str:
        return search.choose(view, rng, search.Effort(guesses))

    return Level(key, choose, guesses=guesses, seconds=seconds, **habits)


LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        Level("beginner", beginner.choose, forgets=0.2, notices=0.25, pace=(0.7, 0.9)),
        Level("friend", friend.choose, forgets=0.08, notices=0.5, pace=(0.65, 0.85)),
        Level("regular", regular.choose, forgets=0.02, notices=0.85, pace=(0.6, 0.8)),
        _searching("master", 1_000, 0.2, forgets=0.005, notices=0.95, pace=(0.6, 0.8)),
        _searching("grandmaster", 10_000, 1.5, forgets=0.0, notices=1.0, pace=(0.7, 0.9)),
    )
}
"""The levels, the weakest first."""

TRAINED = "trained"
"""The key of a level that is none of those: whoever runs the game brings it along, made from a
policy (see `vandatta.envs.learned`)."""

HESITATION = 0.07
"""Seconds more for each card in hand after the second ..."""
LONGEST_HESITATION = 0.5
"""... and at the most."""
NAMING = 0.25
"""Seconds more to name the suit of a wild card turned up."""


def delay_to_move(level: Level, view: View, rng: Random) -> float:
    """Seconds a player takes for its move: more with more cards in hand.

    Everybody sees how long it takes, so nothing counts here but what everybody
    sees anyway: which cards those are would be told by the clock.
    """
    seconds = rng.uniform(*level.pace)
    seconds += min(HESITATION * max(view.counts[view.seat] - 2, 0), LONGEST_HESITATION)
    return seconds + (NAMING if view.phase == TO_NAME else 0.0)


def delay_to_call(level: Level, rng: Random) -> float:
    """Seconds after its lay in which a player that `will_call` calls."""
    return rng.uniform(0.35, 0.75) * level.pace[0]


def delay_to_notice(level: Level, rng: Random) -> float:
    """Seconds after a card was left uncalled in which a player that `will_notice` says so."""
    return 1.5 + rng.uniform(0.5, 2.5) * level.pace[1]


def is_to_call(view: View, move: str) -> bool:
    """Does ``move`` leave its seat, in turn, so many cards that it must call or warn?"""
    cards = len(read_move(move).cards)
    return cards > 0 and is_called_at(view.rules, len(view.hand) - cards)


def forgotten(view: View) -> tuple[int, ...]:
    """The other seats that have not called their last card, which may be pointed out."""
    if view.window < 0 and not any(view.forgot):
        return ()
    s = imagined(view)
    return tuple(
        seat for seat in range(view.players) if seat != view.seat and can_be_challenged(s, seat)
    )


def will_call(level: Level, rng: Random) -> bool:
    """Does the player think of calling its last card, or of warning?"""
    return rng.random() >= level.forgets


def will_notice(level: Level, rng: Random) -> bool:
    """Does the player notice this forgotten call of another's?"""
    return rng.random() < level.notices
