"""Playing all trials, and making the data of them: the same wish gives the same data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import Any

from vandatta.engine import counted
from vandatta.engine.counted import WHOLE, Pairs, Tally
from vandatta.options import Value, changed, preset, rules_id
from vandatta.simulation import running
from vandatta.simulation.arguments import SECONDS
from vandatta.simulation.figures import (
    Figure,
    Sums,
    difference,
    mean,
    per_round,
    per_unit,
    products_per_round,
    products_per_unit,
    rounds_per_unit,
    share,
    share_difference,
)
from vandatta.simulation.house.claims import CLAIMS, Claim, Expect, Row
from vandatta.simulation.house.trials import FORGETS, OTHERS, TRIALS, Settings, Table, Trial
from vandatta.simulation.plan import Plan
from vandatta.simulation.summary import Summary

ROUNDS = 200_000
"""Rounds of each trial unless told otherwise."""
ROUNDS_A_MATCH = 8
"""So many fewer matches are played than rounds."""
TWENTY = 20
"""Minutes that a round is said to take."""

COUNTED = {
    "moves": counted.MOVES,
    "minutes": counted.MOVES,
    "largest": counted.LARGEST,
    "blocked": counted.OUT_BY_GROUP,
    "edge": counted.EDGE,
    "lead": counted.LEAD,
    "match_moves": counted.MOVES,
    "match_minutes": counted.MOVES,
    "match_edge": counted.WON_BY_PLACE,
    "match_lead": counted.WON_BY_GROUP,
}
"""What each figure is made of; those of a match are counted a match."""
WON = frozenset(("match_edge", "match_lead"))
"""Shares of the matches won."""
FIGURES = (*COUNTED, "match_rounds", "points", "pace", "edge_of_two")
"""All there are. ``blocked`` is of tables where all play alike; ``lead``, ``match_lead`` and
``points`` are of the first player beside the average of the others."""

OF_ROUNDS = {"length": "moves", "blocked": "blocked", "edge": "edge", "skill": "lead"}
OF_MATCHES = {
    "length": "match_moves",
    "blocked": "blocked",
    "edge": "match_edge",
    "skill": "match_lead",
}
"""What is told of a trial, and the figure that tells it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How much is to be played."""

    rounds: int = ROUNDS
    seed: int = 1

    @property
    def matches(self) -> int:
        """How many matches, where these are played."""
        return max(1, self.rounds // ROUNDS_A_MATCH)


Run = Callable[[Plan], Summary]
"""Plays a plan."""


@dataclass(slots=True)
class Played:
    """What has been played; what is asked for again is not played again."""

    wish: Wish
    run: Run
    known: dict[Plan, Summary] = field(default_factory=dict)

    def summary(
        self, rules: Iterable[str], players: tuple[str, ...], matches: bool, forgets: int = 0
    ) -> tuple[Plan, Summary]:
        """Rule sets played on the same deals."""
        many = self.wish.matches if matches else self.wish.rounds
        plan = Plan(tuple(rules), players, many, matches, self.wish.seed, forgets)
        if plan not in self.known:
            self.known[plan] = self.run(plan)
        return plan, self.known[plan]


def measure(
    wish: Wish,
    jobs: int = 0,
    fast: bool = True,
    progress: Callable[[int], None] | None = None,
    trials: tuple[Trial, ...] = TRIALS,
    claims: tuple[Claim, ...] = CLAIMS,
) -> dict[str, Any]:
    """Play everything, and make the data; no date, no time taken is in it.

    Args:
        wish: how much.
        jobs: how many cores to use; 0 for all.
        fast: compiled; needs numba.
        progress: told after every plan how many have been played.
        trials: what is tried.
        claims: what is looked into.

    Raises:
        ImportError: compiled, but what it needs is not installed; the message says what.
    """

    def run(plan: Plan) -> Summary:
        if progress is not None:
            progress(len(played.known))
        return running.run(plan, jobs, fast)

    played = Played(wish, run)
    tables = list(dict.fromkeys(trial.table for trial in trials))
    effects: dict[Trial, dict[str, Any]] = {}
    bases = []
    for table in tables:
        base, found = _at(played, table, [each for each in trials if each.table == table])
        bases.append(base)
        effects |= found
    return {
        "rounds": wish.rounds,
        "matches": wish.matches,
        "seed": wish.seed,
        "seconds": SECONDS,
        "forgets": FORGETS,
        "confidence": 0.95,
        "tables": bases,
        "effects": [{**effects[each], "table": tables.index(each.table)} for each in trials],
        "claims": [_claim(played, each) for each in claims],
    }


def _at(
    played: Played, table: Table, trials: list[Trial]
) -> tuple[dict[str, Any], dict[Trial, dict[str, Any]]]:
    """What the trials of a table came to, and the table itself."""
    rules = [rules_id(table.rules())]
    rules += [rules_id(table.rules(((each.option, each.value),))) for each in trials]
    alike = (table.player,) * table.seats
    better = (table.player, *(OTHERS,) * (table.seats - 1))
    kinds = OF_MATCHES if table.matches else OF_ROUNDS
    found: list[dict[str, Any]] = [{"rules": each} for each in rules]
    for players, keys in ((alike, ("length", "blocked", "edge")), (better, ("skill",))):
        plan, summary = played.summary(rules, players, table.matches, table.forgets)
        for k, each in enumerate(found):
            for key in keys:
                figure = _of(kinds[key], plan, summary, k, None if k == 0 else 0)
                each[key] = _numbers(figure)
    told = {
        "settings": dict(table.settings),
        "seats": table.seats,
        "forgets": table.forgets,
        "matches": table.matches,
        "player": table.player,
    }
    named = zip(trials, found[1:], strict=True)
    return {**told, **found[0]}, {
        each: {"option": each.option, "value": each.value, **figures} for each, figures in named
    }


def _numbers(figure: Figure) -> list[float | None]:
    """The figure and its bounds, with no more digits than they are worth."""
    each = (figure.value, figure.low, figure.high)
    return [None if number is None else float(f"{number:.5g}") + 0.0 for number in each]


# --- figures


def _of(key: str, plan: Plan, summary: Summary, k: int, beside: int | None) -> Figure:
    """A figure of rule set ``k``; or how much larger it is than that of the first."""
    tally = summary.tallies[k]
    if key == "points":
        return mean(_points(plan, tally))
    if key == "pace":
        moves = mean(per_round(tally, counted.MOVES))
        low, high = (
            None if each is None else TWENTY * 60 / each for each in (moves.high, moves.low)
        )
        return Figure(TWENTY * 60 / moves.value, low, high)
    if beside is None:
        return _alone(key, plan, tally)
    ours, theirs = (_sums(key, each) for each in (summary.tallies[0], tally))
    products = _products(key, ours, theirs, summary.pairs[k - 1])
    if key in WON:
        return share_difference(ours, theirs, products, WHOLE)
    if key == "blocked":
        return _turned(share_difference(ours, theirs, products), 0)
    return difference(ours, theirs, products).scaled(_scale(key, plan))


def _alone(key: str, plan: Plan, tally: Tally) -> Figure:
    sums = _sums(key, tally)
    if key == "blocked":
        return _turned(share(sums), 1)
    if key in WON:
        won = share(sums, WHOLE)
        fair = 1 / plan.seats
        low, high = (None if each is None else each - fair for each in (won.low, won.high))
        return Figure(won.value - fair, low, high)
    return mean(sums).scaled(_scale(key, plan))


def _turned(figure: Figure, whole: int) -> Figure:
    """What is left of ``whole``."""
    low, high = (None if each is None else whole - each for each in (figure.high, figure.low))
    return Figure(whole - figure.value, low, high)


def _sums(key: str, tally: Tally) -> Sums:
    if key == "match_rounds":
        return rounds_per_unit(tally)
    return (per_unit if key.startswith("match_") else per_round)(tally, COUNTED[key])


def _products(key: str, ours: Sums, theirs: Sums, pairs: Pairs) -> Any:
    if key == "match_rounds":
        return products_per_unit(ours, theirs, pairs.rounds)
    if key.startswith("match_"):
        return products_per_unit(ours, theirs, pairs.counts[COUNTED[key]])
    return products_per_round(pairs, COUNTED[key])


def _scale(key: str, plan: Plan) -> float:
    if key in ("minutes", "match_minutes"):
        return SECONDS / 60
    return 1 / plan.seats if key in ("edge", "lead") else 1


def _points(plan: Plan, tally: Tally) -> Sums:
    """Points a round of the first player, less the average of the others'."""
    others = plan.seats - 1
    first, k = counted.POINTS_BY_GROUP, counted.POINTS_BY_GROUP + 1
    a, b = tally.squares[first], tally.squares[k]
    # both together squared hold their product twice
    ab = (tally.squares[counted.POINTS] - a - b) // 2
    x = others * tally.sums[first] - tally.sums[k]
    xx = others * others * a - 2 * others * ab + b
    n = tally.units
    return Sums(n, x, xx, others * n, others * others * n, others * x)


# --- claims


def _claim(played: Played, claim: Claim) -> dict[str, Any]:
    rows = [_row(played, row) for row in claim.rows]
    return {"key": claim.key, "verdict": verdict(row["holds"] for row in rows), "rows": rows}


def _row(played: Played, row: Row) -> dict[str, Any]:
    figure, base = _seen(played, row)
    low, high = _bounds(row.expect, base)
    return {
        "figure": row.figure,
        "players": list(row.players),
        "settings": dict(row.settings),
        "against": None if row.against is None else dict(row.against),
        "matches": row.matches,
        "numbers": _numbers(figure),
        "expect": None if row.expect is None else _numbers(Figure(0, low, high))[1:],
        "holds": None if row.expect is None else holds(figure, low, high),
    }


def _seen(played: Played, row: Row) -> tuple[Figure, float]:
    """The figure of a row, and what it is a difference from."""
    if row.figure == "edge_of_two":
        two, four = (_seen(played, Row("edge", row.players[:1] * seats))[0] for seats in (2, 4))
        return _apart(two, four), 0.0
    rules = [_rules(row.settings)]
    if row.against is not None:
        rules.insert(0, _rules(row.against))
    plan, summary = played.summary(rules, row.players, row.matches)
    last = len(rules) - 1
    figure = _of(row.figure, plan, summary, last, 0 if last else None)
    return figure, _of(row.figure, plan, summary, 0, None).value if last else 0.0


@cache
def _rules(settings: Settings) -> str:
    return rules_id(changed(preset("svensk"), dict(settings)))


def _apart(one: Figure, other: Figure) -> Figure:
    """How much larger ``one`` is, of deals that have nothing in common."""
    value = one.value - other.value
    if one.high is None or other.high is None:
        return Figure(value)
    half = sqrt((one.high - one.value) ** 2 + (other.high - other.value) ** 2)
    return Figure(value, value - half, value + half)


def _bounds(expect: Expect | None, base: float) -> tuple[float | None, float | None]:
    if expect is None:
        return None, None
    by = base if expect.part else 1.0
    low, high = (None if each is None else each * by for each in (expect.low, expect.high))
    return low, high


def holds(figure: Figure, low: float | None, high: float | None) -> str:
    """Does the whole interval lie between the bounds?

    Returns:
        ``yes``, ``no`` if the whole interval lies outside, else ``open``.
    """
    least = figure.value if figure.low is None else figure.low
    most = figure.value if figure.high is None else figure.high
    if (low is None or least > low) and (high is None or most < high):
        return "yes"
    if (low is not None and most < low) or (high is not None and least > high):
        return "no"
    return "open"


def verdict(answers: Iterable[str | None]) -> str:
    """What becomes of a claim whose rows hold like this; None is not asked.

    Returns:
        ``confirmed``, ``refuted``, ``undecided`` or ``partly``.
    """
    found = {each for each in answers if each is not None}
    alone = {"yes": "confirmed", "no": "refuted", "open": "undecided"}
    return alone[found.pop()] if len(found) == 1 else "partly"


# --- the file


def as_text(data: dict[str, Any]) -> str:
    """The data as they are kept: JSON with a line for each thing told."""
    return "{\n" + ",\n".join(_members(data)) + "\n}\n"


def _members(data: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join("  " + _json(each) for each in value)
            yield f"{_json(key)}: [\n{lines}\n]"
        else:
            yield f"{_json(key)}: {_json(value)}"


def _json(value: Value | Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


__all__ = ["FIGURES", "ROUNDS", "Played", "Wish", "as_text", "holds", "measure", "verdict"]
