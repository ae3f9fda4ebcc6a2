"""What a simulation tells: every figure with its interval, as one structure for all outputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from vandatta.engine import counted
from vandatta.engine.counted import WHOLE, Pairs, Tally
from vandatta.simulation.figures import (
    Figure,
    Sums,
    difference,
    mean,
    per_round,
    per_unit,
    products_per_round,
    products_per_unit,
    quantile,
    rounds_per_unit,
    share,
    share_difference,
)
from vandatta.simulation.plan import Plan
from vandatta.simulation.summary import Summary

ROUND_MEANS = {
    "moves": counted.MOVES,
    "minutes": counted.MOVES,
    "renewed": counted.RENEWED,
    "largest": counted.LARGEST,
    "left": counted.LEFT,
    "points": counted.POINTS,
    "edge": counted.EDGE,
}
ROUND_SHARES = {
    "blocked": counted.BLOCKED,
    "limited": counted.LIMITED,
    "forehand": counted.OUT_BY_PLACE,
    "first_player": counted.OUT_BY_GROUP,
}
ROUNDS_ALONE = frozenset(("points", "forehand", "edge", "first_player"))
"""What is told of single rounds and not of those of a match, in which fewer and fewer may play:
matches have figures of their own instead."""
MATCH_MEANS = {
    "match_rounds": -1,
    "match_moves": counted.MOVES,
    "match_minutes": counted.MOVES,
    "match_points": counted.POINTS,
}
MATCH_SHARES = {
    "match_forehand": counted.WON_BY_PLACE,
    "match_first_player": counted.WON_BY_GROUP,
    "match_unended": counted.UNENDED,
}
FIGURES = (
    "moves",
    "moves_median",
    "moves_p99",
    "minutes",
    "renewed",
    "largest",
    "left",
    "points",
    "blocked",
    "limited",
    "forehand",
    "edge",
    "first_player",
    *MATCH_MEANS,
    *MATCH_SHARES,
)
"""All there are, in their order."""
SHARES = frozenset((*ROUND_SHARES, *MATCH_SHARES))
"""Those that are shares, from 0 to 1."""
HUNDREDTHS = SHARES | {"edge"}
"""Those that are told in per cent."""
MINUTES = frozenset(("minutes", "match_minutes"))
OF_ONE = WHOLE
"""A match won is counted in so many parts."""


@dataclass(frozen=True, slots=True)
class Line:
    """How it went for a seat, a place or a kind of player."""

    seats: int
    """Out of how many seats it is."""
    out: Figure | None
    """Share of the rounds in which it, or one of them, went out, if rounds were played."""
    points: Figure | None
    """Points a round and seat, if rounds were played."""
    match_points: Figure | None
    """Points a match and seat, if matches were played. Not told by place, for that is another in
    each round."""
    won: Figure | None
    """Share of the matches won, if matches were played; by the place in the first round."""


@dataclass(frozen=True, slots=True)
class Run:
    """What there is to tell of one rule set."""

    rules: str
    label: str
    figures: dict[str, Figure]
    by_seat: tuple[Line, ...]
    by_place: tuple[Line, ...]
    """Forehand first, the dealer last."""
    by_player: dict[str, Line]
    """By the kind of player; empty where all are of one."""
    histograms: dict[str, dict[int, int]]
    differences: dict[str, Figure]
    """How much larger a figure is than the first rule set's, on the same deals."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation tells."""

    plan: Plan
    seconds: float
    """A move takes so long: what minutes are told from."""
    runs: tuple[Run, ...]

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        plan = self.plan
        return {
            "seats": plan.seats,
            "players": list(plan.players),
            "matches" if plan.matches else "rounds": plan.many,
            "seed": plan.seed,
            "forgets": plan.forgets,
            "seconds_a_move": self.seconds,
            "confidence": 0.95,
            "runs": [asdict(run) for run in self.runs],
        }


def report(
    plan: Plan, summary: Summary, seconds: float, labels: Sequence[str] | None = None
) -> Report:
    """Make a report.

    Args:
        plan: what was played.
        summary: what was counted.
        seconds: how long a move takes at a table.
        labels: what to call each of the plan's rule sets; None: by its id.
    """
    runs = []
    for k, tally in enumerate(summary.tallies):
        pairs = summary.pairs[k - 1] if k else None
        name = labels[k] if labels else plan.rules[k]
        differences = _differences(plan, summary.tallies[0], tally, pairs, seconds)
        runs.append(
            Run(
                plan.rules[k],
                name,
                _figures(plan, tally, seconds),
                tuple(_lines(plan, tally, "SEAT", plan.seats)),
                tuple(_lines(plan, tally, "PLACE", plan.seats)),
                _by_player(plan, tally),
                _histograms(tally),
                differences,
            )
        )
    return Report(plan, seconds, tuple(runs))


def _figures(plan: Plan, tally: Tally, seconds: float) -> dict[str, Figure]:
    found = {
        "moves_median": quantile(tally.moves, 0.5),
        "moves_p99": quantile(tally.moves, 0.99),
    }
    for key, sums, _ in _sums(plan, tally):
        if key in SHARES:
            found[key] = share(sums, _whole(key))
        else:
            found[key] = _spread(mean(sums)).scaled(_scale(plan, key, seconds))
    return {key: found[key] for key in FIGURES if key in found}


def _spread(figure: Figure) -> Figure:
    """A mean as it is told: of what was always the same nobody can say how much it varies."""
    return Figure(figure.value) if figure.low == figure.high else figure


def _sums(plan: Plan, tally: Tally) -> Iterator[tuple[str, Sums, int]]:
    """What each figure is made from, and which count that is."""
    for key, k in (ROUND_MEANS | ROUND_SHARES).items():
        if plan.matches and key in ROUNDS_ALONE:
            continue
        if key != "first_player" or len(plan.kinds) > 1:
            yield key, per_round(tally, k), k
    for key, k in (MATCH_MEANS | MATCH_SHARES).items() if plan.matches else ():
        if key != "match_first_player" or len(plan.kinds) > 1:
            yield key, rounds_per_unit(tally) if k < 0 else per_unit(tally, k), k


def _whole(key: str) -> int:
    return OF_ONE if key in ("match_forehand", "match_first_player") else 1


def _scale(plan: Plan, key: str, seconds: float) -> float:
    if key == "edge":
        return 1 / plan.seats
    return seconds / 60 if key in MINUTES else 1


def _differences(
    plan: Plan, ours: Tally, theirs: Tally, pairs: Pairs | None, seconds: float
) -> dict[str, Figure]:
    if pairs is None:
        return {}
    found = {}
    for (key, one, k), (_, other, _) in zip(_sums(plan, ours), _sums(plan, theirs), strict=True):
        if key in ROUND_MEANS or key in ROUND_SHARES:
            products = products_per_round(pairs, k)
        else:
            products = products_per_unit(one, other, pairs.rounds if k < 0 else pairs.counts[k])
        if key in SHARES:
            found[key] = share_difference(one, other, products, _whole(key))
        else:
            apart = _spread(difference(one, other, products))
            found[key] = apart.scaled(_scale(plan, key, seconds))
    return {key: found[key] for key in FIGURES if key in found}


def _lines(plan: Plan, tally: Tally, by: str, many: int) -> Iterator[Line]:
    """The lines by ``SEAT``, ``PLACE`` or ``GROUP``."""
    out, points, won = (getattr(counted, f"{what}_BY_{by}") for what in ("OUT", "POINTS", "WON"))
    for k in range(many):
        seats = plan.players.count(plan.kinds[k]) if by == "GROUP" else 1
        if not plan.matches:
            scored = _spread(mean(per_round(tally, points + k))).scaled(1 / seats)
            yield Line(seats, share(per_round(tally, out + k)), scored, None, None)
            continue
        scored = _spread(mean(per_unit(tally, points + k))).scaled(1 / seats)
        yield Line(
            seats,
            None,
            None,
            None if by == "PLACE" else scored,
            share(per_unit(tally, won + k), OF_ONE),
        )


def _by_player(plan: Plan, tally: Tally) -> dict[str, Line]:
    if len(plan.kinds) == 1:
        return {}
    return dict(zip(plan.kinds, _lines(plan, tally, "GROUP", len(plan.kinds)), strict=True))


def _histograms(tally: Tally) -> dict[str, dict[int, int]]:
    return {
        name: {value: many for value, many in enumerate(getattr(tally, name)) if many}
        for name in ("moves", "left", "largest")
    }


__all__ = ["FIGURES", "HUNDREDTHS", "SHARES", "Line", "Report", "Run", "report"]
