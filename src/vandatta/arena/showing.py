"""A standing as a table to read, and as JSON."""

from __future__ import annotations

import json

from vandatta.arena.standing import Line, Standing
from vandatta.messages import Lang, decimal, text
from vandatta.simulation.figures import Figure
from vandatta.simulation.showing import aligned


def as_json(found: Standing) -> str:
    """The standing as JSON: the same contest gives the same bytes."""
    return json.dumps(found.as_json(), ensure_ascii=False, indent=1) + "\n"


def as_table(lang: Lang, found: Standing) -> str:
    """The standing as a table to read."""
    contest = found.contest
    engine = "arena.heading.spiel" if contest.spiel else "arena.heading.rules"
    last = contest.players[-1]
    lines = [
        text(lang, engine, rules=found.label, seats=contest.seats),
        text(
            lang,
            "arena.heading.deals",
            count=found.deals,
            rounds=found.rounds,
            seed=contest.seed,
        ),
        text(lang, "arena.heading.par", par=percent(lang, 1 / contest.seats, 1)),
        text(lang, "arena.heading.rating", player=last),
    ]
    if found.nobody:
        lines.append(text(lang, "arena.heading.nobody", share=percent(lang, found.nobody, 1)))
    if contest.clock:
        lines.append(text(lang, "arena.heading.clock"))
    columns = ("first", "edge", "rating", "points")
    head = [text(lang, "arena.column.player")]
    for column in columns:
        head += [text(lang, f"arena.column.{column}")] + [""] * (column != "edge")
    rows = [tuple(head), *(_row(lang, line) for line in found.lines)]
    return "\n".join(lines) + "\n\n" + aligned(rows) + "\n"


def _row(lang: Lang, line: Line) -> tuple[str, ...]:
    first = line.first
    return (
        line.player,
        percent(lang, first.value, 1),
        _between(lang, first, 100, 1),
        decimal(lang, 100 * line.edge, 1, signed=True),
        decimal(lang, line.rating.value, 0),
        _between(lang, line.rating, 1, 0),
        decimal(lang, line.points.value, 1),
        _between(lang, line.points, 1, 1),
    )


def _between(lang: Lang, each: Figure, times: float, digits: int) -> str:
    if each.low is None or each.high is None or each.low == each.high:
        return ""
    low, high = (decimal(lang, times * bound, digits) for bound in (each.low, each.high))
    return text(lang, "simulate.interval", low=low, high=high)


def percent(lang: Lang, value: float, digits: int) -> str:
    """A share in per cent."""
    return text(lang, "simulate.percent", number=decimal(lang, 100 * value, digits))


__all__ = ["as_json", "as_table", "percent"]
