"""A report as a table to read, as JSON and as CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from io import StringIO

from vandatta.messages import Lang, decimal, text
from vandatta.simulation.figures import Figure
from vandatta.simulation.report import HUNDREDTHS, Line, Report, Run

GAP = "  "
COLUMNS = {
    "out": "forehand",
    "points": "points",
    "match_points": "match_points",
    "won": "match_forehand",
}
"""The columns by seat, place and player, and figures that are written alike."""


def as_json(report: Report) -> str:
    """The report as JSON: the same plan gives the same bytes."""
    return json.dumps(report.as_json(), ensure_ascii=False, indent=1) + "\n"


def as_csv(report: Report) -> str:
    """The report as CSV, a line a figure; a bound that can't be told is empty."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("rules", "figure", "of", "value", "low", "high"))
    for run in report.runs:
        for figure, of, each in _rows(run):
            writer.writerow((run.label, figure, of, each.value, each.low, each.high))
    return out.getvalue()


def _rows(run: Run) -> Iterator[tuple[str, str, Figure]]:
    for key, each in run.figures.items():
        yield key, "", each
    lines = [(f"seat {k}", line) for k, line in enumerate(run.by_seat)]
    lines += [(f"place {k}", line) for k, line in enumerate(run.by_place)]
    lines += [(f"player {name}", line) for name, line in run.by_player.items()]
    for of, line in lines:
        for column in COLUMNS:
            if (each := getattr(line, column)) is not None:
                yield column, of, each
    for key, each in run.differences.items():
        yield key, "difference", each


# --- to read


def as_table(lang: Lang, report: Report) -> str:
    """The report as a table to read."""
    blocks = [_heading(lang, report)]
    blocks += [_single(lang, report)] if len(report.runs) == 1 else [_beside(lang, report)]
    return "\n\n".join(blocks) + "\n"


def _heading(lang: Lang, report: Report) -> str:
    plan = report.plan
    what = "matches" if plan.matches else "rounds"
    players = ", ".join(plan.players)
    lines = [
        text(lang, f"simulate.heading.{what}", count=plan.many, seed=plan.seed),
        text(lang, "simulate.heading.players", count=plan.seats, players=players),
    ]
    if len(report.runs) == 1:
        lines.insert(0, text(lang, "simulate.heading.rules", rules=report.runs[0].label))
    else:
        lines.append(text(lang, "simulate.heading.compared", rules=report.runs[0].label))
    seconds = decimal(lang, report.seconds, 0 if report.seconds == int(report.seconds) else 1)
    lines.append(text(lang, "simulate.heading.intervals", seconds=seconds))
    return "\n".join(lines)


def _single(lang: Lang, report: Report) -> str:
    (run,) = report.runs
    rows = [
        (figure_name(lang, report, key), *_cells(lang, key, each))
        for key, each in run.figures.items()
    ]
    parts = [aligned(rows)]
    named = [
        (
            "first_place" if report.plan.matches else "place",
            [(_place(lang, k, report.plan.seats), line) for k, line in enumerate(run.by_place)],
        ),
        (
            "seat",
            [
                (text(lang, "simulate.seat", seat=k + 1, player=report.plan.players[k]), line)
                for k, line in enumerate(run.by_seat)
            ],
        ),
        ("player", list(run.by_player.items())),
    ]
    parts += [_lines(lang, key, lines) for key, lines in named if lines]
    return "\n\n".join(parts)


def _place(lang: Lang, place: int, seats: int) -> str:
    if place == 0:
        return text(lang, "simulate.place.first")
    if place == seats - 1:
        return text(lang, "simulate.place.last")
    return text(lang, "simulate.place.other", place=place + 1)


def _lines(lang: Lang, key: str, lines: list[tuple[str, Line]]) -> str:
    columns = [each for each in COLUMNS if getattr(lines[0][1], each) is not None]
    head = [text(lang, f"simulate.by.{key}")]
    for column in columns:
        head += [text(lang, f"simulate.column.{column}"), ""]
    rows = [tuple(head)]
    for name, line in lines:
        row = [name]
        for column in columns:
            row += _cells(lang, COLUMNS[column], getattr(line, column))
        rows.append(tuple(row))
    return aligned(rows)


def _beside(lang: Lang, report: Report) -> str:
    """The runs beside one another, a block a figure."""
    blocks = []
    for key in report.runs[0].figures:
        rows = []
        for run in report.runs:
            row = [GAP + run.label, *_cells(lang, key, run.figures[key])]
            if key in run.differences:
                row += _cells(lang, key, run.differences[key], signed=True)
            rows.append(tuple(row))
        blocks.append((figure_name(lang, report, key), rows))
    # one width for all, so that the eye can run down
    lines = aligned([row for _, rows in blocks for row in rows]).split("\n")
    found, start = [], 0
    for title, rows in blocks:
        found.append("\n".join([title, *lines[start : start + len(rows)]]))
        start += len(rows)
    return "\n\n".join(found)


def figure_name(lang: Lang, report: Report, key: str) -> str:
    """What a figure is called, with the player it is about."""
    return text(lang, f"simulate.figure.{key}", player=report.plan.players[0])


def _cells(lang: Lang, key: str, each: Figure, signed: bool = False) -> tuple[str, str]:
    """A figure and its interval."""
    value = amount(lang, key, each.value, signed)
    if each.low is None or each.high is None:
        return value, ""
    low, high = (amount(lang, key, bound, signed) for bound in (each.low, each.high))
    return value, text(lang, "simulate.interval", low=low, high=high)


def amount(lang: Lang, key: str, value: float, signed: bool = False) -> str:
    """A figure's number: a share in per cent, an edge with its sign."""
    signed = signed or key == "edge"
    if key in HUNDREDTHS:
        return text(lang, "simulate.percent", number=decimal(lang, 100 * value, 2, signed))
    digits = 0 if key in ("moves_median", "moves_p99") else 2
    return decimal(lang, value, digits, signed)


def aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows as columns, the first to the left and numbers to the right."""
    columns = max(map(len, rows))
    full = [row + ("",) * (columns - len(row)) for row in rows]
    widths = [max(len(row[k]) for row in full) for k in range(columns)]
    lines = []
    for row in full:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append(GAP.join(cells).rstrip())
    return "\n".join(lines)


__all__ = ["aligned", "amount", "as_csv", "as_json", "as_table", "figure_name"]
