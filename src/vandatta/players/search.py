"""Players that search: every move is tried on many guesses of the hidden cards.

What they know is their view; `vandatta.players.guesses` makes the guesses of it, and
`vandatta.engine.searching` plays them to the end, compiled where that is installed. After each
share of the guesses the moves that look much worse than the best are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from random import Random
from typing import Any

from vandatta.engine.copying import copy_of
from vandatta.engine.guessing import Guess
from vandatta.engine.rng import seed
from vandatta.engine.rules import SINGLE, Rules
from vandatta.engine.searching import MOVES, STEPS, WON, Aim, Lore, Tries, try_moves
from vandatta.notation.outcomes import Outcome, imagined, outcomes
from vandatta.players import regular
from vandatta.players.guesses import guess_of
from vandatta.view import View

SHARES = 10
"""After each of so many shares of the guesses poor moves are left out ..."""
DOUBT = 1.2
"""... that are worse than the best by more than so many first places, over the root of how often
they were tried: about two and a half times what chance makes of it."""
DEAR = 40
"""What the dearest card in hand in the end takes from the thousand that a first place is."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a search may take."""

    guesses: int
    """Guesses of the hidden cards at most."""
    spent: Callable[[], bool] = lambda: False
    """Says whether the time is up; asked after each share of the guesses."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a search found of a move."""

    outcome: Outcome
    tried: int
    """How many times it was tried."""
    worth: float
    """How often it leads to the first place, less what the cards left in hand cost, 0 to 1."""
    first: float
    """The share of first places."""
    points: float
    """Points in one's own hand in the end, on average."""
    others: float
    """Points in all other hands together, on average."""


def weigh(view: View, rng: Random, effort: Effort, narrow: bool = True) -> list[Weighed]:
    """Try the moves of the seat in turn.

    Args:
        view: what the seat sees.
        rng: the chance that guesses are made by.
        effort: how many guesses, and how long.
        narrow: leave out moves that look worse than the others on the way.

    Returns:
        The moves, the best first.

    Raises:
        ValueError: it is not this seat's turn.
    """
    found = outcomes(view)
    if len(found) > MOVES:
        found = sorted(found, key=regular.by_score(view), reverse=True)[:MOVES]
    search = engine().begin(view, to_try(found), rng.getrandbits(96))
    done, share = 0, 1
    while done < effort.guesses:
        step = min(engine().chunk, effort.guesses - done)
        search.go_on(step)
        done += step
        if effort.spent():
            break
        if done * SHARES >= share * effort.guesses and narrow:
            _leave_out(search.tries, len(found))
            share += 1
    return _ranked(search.tries, found)


def choose(view: View, rng: Random, effort: Effort) -> str:
    """The move of the seat in turn that a search finds best.

    Raises:
        ValueError: it is not this seat's turn.
    """
    found = outcomes(view)
    if len(found) == 1:
        return found[0].text
    return weigh(view, rng, effort)[0].outcome.text


class Engine:
    """What plays a search on: the rules as plain Python."""

    chunk = 2
    """Guesses made between two looks at the clock: a few hundredths of a second."""

    def begin(self, view: View, tries: Tries, chance: int) -> Search:
        """A search of the moves in ``tries``, by a chance below 2**96."""
        base, guess, aim = imagined(view), guess_of(view), _aim(view)
        luck = [0] * 4
        seed(luck, chance)
        return self.search(base, guess, aim, tries, luck)

    def search(self, base: Any, guess: Guess, aim: Aim, tries: Tries, luck: list[int]) -> Search:
        """A search with its parts where the engine can play on them."""
        states = [base, copy_of(base), copy_of(base)]
        return Search(try_moves, states, [guess], [tries], [aim], [Lore()], luck)


class Compiled(Engine):
    """The same, compiled."""

    chunk = 50

    def __init__(self) -> None:
        from vandatta import compiled

        self._layer = compiled
        self._run = compiled.function(try_moves)

    def search(self, base: Any, guess: Guess, aim: Aim, tries: Tries, luck: list[int]) -> Search:
        """A search with its parts as records."""
        made = self._layer.records
        return Search(
            self._run,
            made([base] * 3),
            made([guess]),
            made([tries]),
            made([aim]),
            self._layer.blank(Lore, 1),
            self._layer.numbers(luck),
        )


@dataclass(frozen=True, slots=True)
class Search:
    """A search under way."""

    run: Callable[..., None]
    states: Any
    guesses: Any
    trials: Any
    aims: Any
    lores: Any
    luck: Any

    def go_on(self, many: int) -> None:
        """Try the moves on so many more guesses."""
        self.run(self.states, self.guesses, self.trials, self.aims, self.lores, self.luck, many)

    @property
    def tries(self) -> Any:
        """What has come of the moves so far."""
        return self.trials[0]


@cache
def engine() -> Engine:
    """The compiled rules, where what they need is installed, else the plain ones."""
    try:
        return Compiled()
    except ImportError:
        return Engine()


def _aim(view: View) -> Aim:
    return Aim(seat=view.seat, dear=_dear(view.rules))


def _dear(rules: Rules) -> int:
    """What a point in hand weighs: a whole hand of dear cards about a fifth of a first place."""
    if rules.match_end == SINGLE:
        return 0
    return round(DEAR / max(max(rules.points), 1))


def to_try(found: Sequence[Outcome]) -> Tries:
    """The actions of every move."""
    tries = Tries(many=len(found))
    for move, outcome in enumerate(found):
        steps = len(outcome.actions)
        tries.steps[move] = steps
        tries.actions[move * STEPS : move * STEPS + steps] = outcome.actions
    return tries


def _leave_out(tries: Any, many: int) -> None:
    """Leave out the moves that look so much worse than the best that chance hardly explains it."""
    alive = [move for move in range(many) if not tries.left_out[move]]
    means = {move: int(tries.worth[move]) / int(tries.tried[move]) for move in alive}
    doubt = DOUBT * WON / sqrt(int(tries.tried[alive[0]]))
    least = max(means.values()) - doubt
    for move in alive:
        if means[move] < least:
            tries.left_out[move] = 1


def _ranked(tries: Any, found: Sequence[Outcome]) -> list[Weighed]:
    """The moves, those tried to the end first, and of these the best."""
    weighed = []
    for move, outcome in enumerate(found):
        times = max(int(tries.tried[move]), 1)
        sums = (tries.worth[move], tries.first[move], tries.points[move], tries.others[move])
        worth, first, points, others = (int(each) / times for each in sums)
        weighed.append(Weighed(outcome, times, worth / WON, first / WON, points, others))
    return sorted(weighed, key=lambda each: (each.tried, each.worth), reverse=True)
