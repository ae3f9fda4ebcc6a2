"""Players by their names: a level, a habit of those that ``vandatta simulate`` has, or one's own.

Whoever it is, it is a function of a view and a chance, and gets nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from random import Random
from time import monotonic
from typing import Any

from vandatta.cards import NO_SUIT
from vandatta.engine.alphabet import DRAW, NAME, OVER, PASS
from vandatta.engine.choosing import amid_a_move
from vandatta.engine.play import apply
from vandatta.engine.rng import seed
from vandatta.engine.sitting import THINKING, chosen
from vandatta.envs.measuring import is_own, own
from vandatta.messages import Unable
from vandatta.notation.moves import Move
from vandatta.notation.outcomes import imagined
from vandatta.players import LEVELS, Choose, Level, search
from vandatta.simulation.plan import PLAYERS
from vandatta.view import View

AT = "@"
"""Stands between the name of a level that searches and how many guesses it makes."""
MOST_GUESSES = 1_000_000


def player(name: str, clock: bool = False) -> Choose:
    """The player with a name.

    Args:
        name: a level, ``master@200`` for one that searches with so many guesses a move, a habit
            such as ``eager``, or one's own, ``MODULE:FUNCTION``.
        clock: levels that search stop when their time for a move is up, as at a table. What
            they choose then depends on the machine.

    Raises:
        Unable: there is no such player.
    """
    if is_own(name):
        return _own(name)
    key, at, guesses = name.partition(AT)
    if key not in PLAYERS:
        raise _unknown(name)
    if PLAYERS[key] != THINKING and not at:
        return habit(PLAYERS[key])
    level = LEVELS.get(key)
    if at and (level is None or not level.guesses):
        raise Unable("arena.error.no_search", name=name[:40])
    if level is None or not level.guesses:
        return LEVELS[key].choose
    many = _guesses(name, guesses) if at else level.guesses
    return searching(level, many, clock)


def searches(name: str) -> bool:
    """Is it a player whose moves take long?"""
    level = LEVELS.get(name.partition(AT)[0])
    return is_own(name) or (level is not None and level.guesses > 0)


def _guesses(name: str, given: str) -> int:
    if given.isascii() and given.isdigit() and 0 < int(given[:9]) <= MOST_GUESSES:
        return int(given)
    raise Unable("arena.error.guesses", name=name[:40], high=MOST_GUESSES)


def _unknown(name: str) -> Unable:
    near = get_close_matches(name, PLAYERS, 1, 0)
    return Unable("arena.error.player", name=name[:40], near=near[0], all=", ".join(PLAYERS))


def searching(level: Level, guesses: int, clock: bool) -> Choose:
    """A level that searches, with so many guesses a move at the most."""

    def choose(view: View, rng: Random) -> str:
        effort = search.Effort(guesses, _alarm(level.seconds)) if clock else search.Effort(guesses)
        return search.choose(view, rng, effort)

    return choose


def _alarm(seconds: float) -> Callable[[], bool]:
    end = monotonic() + seconds
    return lambda: monotonic() >= end


def habit(who: int) -> Choose:
    """One of `vandatta.engine.sitting`'s players, asked as all others are.

    It acts in a round that is made up from the view, in which the hidden cards are unknown.
    """

    def choose(view: View, rng: Random) -> str:
        s, luck = imagined(view), [0] * 4
        seed(luck, rng.getrandbits(96))
        seat, cards, suit = s.turn, [], NO_SUIT
        while True:
            action = chosen(s, luck, who)
            apply(s, action)
            if action < NAME:
                cards.append(action)
            elif action < DRAW:
                suit = action - NAME
            elif action in (DRAW, PASS):
                return str(Move(action=action))
            if s.phase == OVER or not amid_a_move(s):
                break
        if cards and suit == NO_SUIT and s.rules.wilds >> cards[-1] & 1 and s.count[seat]:
            # what the rules name for it, or what is said of a last lay for good form
            suit = max(s.suit, 0)
        return str(Move(tuple(cards), suit=suit))

    return choose


def _own(name: str) -> Choose:
    """Somebody's own player, whose mistakes are told in a sentence."""
    found = own(name)
    choose: Any = getattr(found, "choose", found)
    if not callable(choose):
        # a policy tells how likely actions are; here a move is asked for
        raise Unable("yardstick.error.callable", given=name[:40], what=type(found).__name__)
    chosen: Choose = choose
    return chosen


__all__ = ["habit", "player", "searches", "searching"]
