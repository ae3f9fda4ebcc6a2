"""How good the players of a contest are: shares, intervals and a rating.

A player's share is how often a seat of its is first, so that at a table for four a quarter is par.
Deals are what intervals are computed over: on each of them the cards are the same for everyone,
and all its rounds together are one observation.

The rating is Bradley and Terry's, for tables of any size: each player has a strength, and is first
as often as its strength is a part of those at the table together. A player whose strength is ten
times as large has 400 points more, as in Elo's rating; the last player named has `BASE`. The
strengths are the likeliest ones, with one deal more added in which all share alike, so that who
never loses is not infinitely strong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp, log, sqrt
from typing import Any

from vandatta.arena.contest import Contest
from vandatta.arena.tally import WHOLE, Tally
from vandatta.simulation.figures import Figure, Sums, Z, mean, share

BASE = 1000
TENFOLD = 400
"""Points of rating that a strength ten times as large is worth."""
STEPS = 200
"""Steps to the likeliest strengths at the most; it takes about ten."""
NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class Line:
    """How it went for a player."""

    player: str
    first: Figure
    """Share of first places, a seat."""
    edge: float
    """By how much that is more than par."""
    rating: Figure
    points: Figure
    """Points left in hand, a round."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a contest tells."""

    contest: Contest
    label: str
    """What to call the rules."""
    deals: int
    rounds: int
    nobody: float
    """Share of rounds in which nobody went out."""
    within: float
    """Half of the widest interval."""
    lines: tuple[Line, ...]

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        contest = self.contest
        return {
            "rules": contest.rules,
            "label": self.label,
            "seats": contest.seats,
            "seed": contest.seed,
            "by_clock": contest.clock,
            "engine": "pyspiel" if contest.spiel else "vandatta",
            "seatings": [[contest.players[who] for who in each] for each in contest.seatings],
            "deals": self.deals,
            "rounds": self.rounds,
            "nobody_out": self.nobody,
            "confidence": 0.95,
            "within": self.within,
            "par": 1 / contest.seats,
            "players": [asdict(line) for line in self.lines],
        }


def standing(contest: Contest, tally: Tally, label: str) -> Standing:
    """What the deals counted tell of a contest.

    Args:
        contest: who met whom.
        tally: what was counted, a deal at the least.
        label: what to call the rules.
    """
    rounds = tally.deals * len(contest.seatings)
    ratings = rated(contest, tally)
    lines = []
    for k, name in enumerate(contest.players):
        first = share_of(contest, tally, k)
        left = mean(_sums(tally.deals, tally.points[k], tally.points_squared[k]))
        edge = first.value - 1 / contest.seats
        points = left.scaled(1 / contest.places(k))
        lines.append(Line(name, first, edge, ratings[k], points))
    wide = widest(contest, tally)
    return Standing(contest, label, tally.deals, rounds, tally.nobody / rounds, wide, tuple(lines))


def share_of(contest: Contest, tally: Tally, k: int) -> Figure:
    """How often a seat of player ``k`` is first."""
    sums = _sums(tally.deals, tally.firsts[k], tally.products[k][k])
    return share(sums, WHOLE * contest.places(k))


def widest(contest: Contest, tally: Tally) -> float:
    """Half of the widest interval of a share; 1 while there is none."""
    found = 0.0
    for k in range(len(contest.players)):
        each = share_of(contest, tally, k)
        if each.low is None or each.high is None:
            return 1.0
        found = max(found, (each.high - each.low) / 2)
    return found


def _sums(n: int, x: int, xx: int) -> Sums:
    return Sums(n, x, xx, n, n, x)


# --- ratings


def rated(contest: Contest, tally: Tally) -> list[Figure]:
    """The rating of every player, the last one's being `BASE`.

    A share is one observation a deal, so is the rating's interval (a sandwich estimate: the
    curvature of the likelihood on both sides of what the deals differ by).
    """
    many, n = len(contest.players), tally.deals
    par = [contest.places(k) / contest.seats for k in range(many)]
    won = [tally.firsts[k] / WHOLE + par[k] for k in range(many)]
    logs = [0.0] * many
    for _ in range(STEPS):
        expected, slopes = _expected(contest, logs)
        gaps = [won[k] - (n + 1) * expected[k] for k in range(many - 1)]
        curved = [[(n + 1) * each for each in row[:-1]] for row in slopes[:-1]]
        steps = solved(curved, gaps)
        # far from the end a whole step may lead too far
        short = min(1.0, 1 / max(map(abs, steps))) if any(steps) else 1.0
        logs = [each + short * step for each, step in zip(logs, [*steps, 0.0], strict=True)]
        if max(map(abs, steps)) < NEAR:
            break
    unit = TENFOLD / log(10)
    if n < 2:
        return [Figure(BASE + unit * each) for each in logs]
    _, slopes = _expected(contest, logs)
    curved = [[(n + 1) * each for each in row[:-1]] for row in slopes[:-1]]
    found = []
    for k in range(many - 1):
        # the row of the inverse, which is symmetric
        row = solved(curved, [float(j == k) for j in range(many - 1)])
        half = unit * Z * sqrt(max(0.0, n * _spread(tally, row)))
        value = BASE + unit * logs[k]
        found.append(Figure(value, value - half, value + half))
    return [*found, Figure(float(BASE), float(BASE), float(BASE))]


def _expected(contest: Contest, logs: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """First places a deal by given strengths, and how they change with them."""
    many = len(logs)
    expected, slopes = [0.0] * many, [[0.0] * many for _ in logs]
    for seating in contest.seatings:
        top = max(logs[who] for who in seating)
        weights = [exp(logs[who] - top) for who in seating]
        total = sum(weights)
        parts = [0.0] * many
        for who, weight in zip(seating, weights, strict=True):
            parts[who] += weight / total
        for k in range(many):
            expected[k] += parts[k]
            for j in range(many):
                slopes[k][j] += (parts[k] if k == j else 0.0) - parts[k] * parts[j]
    return expected, slopes


def _spread(tally: Tally, row: Sequence[float]) -> float:
    """The variance, a deal, of what players won, weighed by ``row``."""
    n, total = tally.deals, 0.0
    for k, one in enumerate(row):
        for j, other in enumerate(row):
            # in whole numbers as far as it goes
            shared = n * tally.products[k][j] - tally.firsts[k] * tally.firsts[j]
            total += one * other * (shared / (n * (n - 1) * WHOLE**2))
    return total


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a few linear equations, the largest pivots first."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    many = len(rows)
    for k in range(many):
        best = max(range(k, many), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(many):
            if i != k and rows[i][k]:
                by = rows[i][k] / rows[k][k]
                rows[i] = [a - by * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [rows[k][-1] / rows[k][k] for k in range(many)]


__all__ = ["BASE", "Line", "Standing", "rated", "share_of", "solved", "standing", "widest"]
