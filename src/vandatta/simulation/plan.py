"""What is to be simulated, and the shares that the work is cut into."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vandatta.engine.alphabet import MAX_SEATS
from vandatta.engine.counted import MATCHES, Setting
from vandatta.engine.sitting import (
    ANY,
    CAREFUL,
    EAGER,
    HEEDLESS,
    SPENDING,
    THINKING,
    WAITING,
)
from vandatta.options import check_seats, compile_rules, named
from vandatta.players import LEVELS

PLAYERS = {
    "any": ANY,
    "eager": EAGER,
    "careful": CAREFUL,
    "spending": SPENDING,
    "heedless": HEEDLESS,
    "waiting": WAITING,
} | dict.fromkeys(LEVELS, THINKING)
"""Everybody who can be sat down, the fast ones first."""

ENDLESS = 4000
"""Moves after which a round is broken off, whatever the rules say."""
MOST_ROUNDS = 1 << 32
SEEDS = 1 << 62
SHARE = 10_000
"""Rounds in a share at the most."""
CUTS = 40
"""Shares that the work is cut into at the least, if there is as much of it."""
MATCH = 8
"""About so many rounds are in a match."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. It is small and can be sent anywhere.

    Raises:
        ValueError: a number is out of its range, or a player is not known.
        vandatta.options.OptionsError: there are no such rules, or not for so many seats.
    """

    rules: tuple[str, ...]
    """Ids of rule sets. The first is what the others are compared with."""
    players: tuple[str, ...]
    """Who sits where, keys of `PLAYERS`."""
    many: int
    """How many rounds, or matches."""
    matches: bool = False
    seed: int = 1
    """The same seed gives the same deals, under any rules with the same cards."""
    forgets: int = 0
    """How many of a hundred last cards nobody calls in time; all are pointed out."""

    def __post_init__(self) -> None:
        if not self.rules or not set(self.players) <= PLAYERS.keys():
            raise ValueError("no rules, or no such player")
        limits = (
            (self.many, 1, MATCHES if self.matches else MOST_ROUNDS),
            (self.seed, 0, SEEDS - 1),
            (self.forgets, 0, 100),
        )
        if not all(low <= number <= high for number, low, high in limits):
            raise ValueError("a number is out of its range")
        for rules in self.rules:
            check_seats(compile_rules(named(rules)), len(self.players))

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The different players there are, in the order of the seats."""
        return tuple(dict.fromkeys(self.players))

    @property
    def thinks(self) -> bool:
        """Is there a player that only plain Python can ask?"""
        return thinks(self.players)

    def setting(self) -> Setting:
        """Who plays, as the loops want it."""
        rest = [0] * (MAX_SEATS - self.seats)
        return Setting(
            who=[PLAYERS[each] for each in self.players] + rest,
            group=[self.kinds.index(each) for each in self.players] + rest,
            forgets=self.forgets,
            matches=int(self.matches),
            most=ENDLESS,
            seed=self.seed,
        )


def thinks(players: tuple[str, ...]) -> bool:
    """Is there one among ``players`` that only plain Python can ask?"""
    return any(PLAYERS[each] == THINKING for each in players)


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the work: some rounds or matches in a row."""

    first: int
    count: int


def shares(plan: Plan, size: int | None = None) -> Iterator[Share]:
    """Cut the work of ``plan`` into shares.

    Args:
        plan: the work.
        size: rounds or matches in a share; None for a size that suits.
    """
    if size is None:
        most = SHARE // MATCH if plan.matches else SHARE
        size = max(1, min(most, plan.many // CUTS))
    for first in range(0, plan.many, size):
        yield Share(first, min(size, plan.many - first))
