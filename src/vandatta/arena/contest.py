"""Who meets whom: the players of a contest, seated in every way that is fair."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from vandatta.options import check_seats, compile_rules, named
from vandatta.simulation.plan import SEEDS


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played on every deal. It is small and can be sent anywhere.

    Raises:
        ValueError: nobody to play with, or a number out of its range.
        vandatta.options.OptionsError: there are no such rules, or not for so many seats.
    """

    rules: str
    """The id of a rule set."""
    players: tuple[str, ...]
    """The different players, by name."""
    seatings: tuple[tuple[int, ...], ...]
    """On each deal a round is played by each of these: which player sits where."""
    seed: int = 1
    """The same seed gives the same deals."""
    clock: bool = False
    """Those that search stop when their time is up."""
    spiel: bool = False
    """Played in OpenSpiel's own crazy_eights."""

    def __post_init__(self) -> None:
        if len(self.players) < 2 or not 0 <= self.seed < SEEDS:
            raise ValueError("too few players, or no such seed")
        check_seats(compile_rules(named(self.rules)), self.seats)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.seatings[0])

    def places(self, player: int) -> int:
        """How many seats a player has in all rounds of a deal together."""
        return sum(seating.count(player) for seating in self.seatings)

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        return asdict(self)


def seatings(names: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """How the named players are seated on each deal, with every rotation.

    Two at a larger table: one of the first among the second. More than there are seats: everyone
    with everyone. Else those named, around the table until it is full.
    """
    if len(names) > seats:
        tables = list(combinations(names, seats))
    elif len(names) == 2:
        tables = [(names[0], *[names[1]] * (seats - 1))]
    else:
        tables = [tuple(names[k % len(names)] for k in range(seats))]
    rotated = (table[k:] + table[:k] for table in tables for k in range(seats))
    return tuple(dict.fromkeys(rotated))


def contest(
    rules: str,
    names: tuple[str, ...],
    seats: int,
    seed: int = 1,
    clock: bool = False,
    spiel: bool = False,
) -> Contest:
    """A contest of named players; see `seatings` and `Contest`."""
    players = tuple(dict.fromkeys(names))
    tables = tuple(tuple(map(players.index, each)) for each in seatings(names, seats))
    return Contest(rules, players, tables, seed, clock, spiel)


__all__ = ["Contest", "contest", "seatings"]
