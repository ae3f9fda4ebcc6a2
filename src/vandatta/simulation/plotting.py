"""A report as a picture, by matplotlib: the same report gives the same SVG, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vandatta.messages import Lang, text
from vandatta.simulation.figures import Figure
from vandatta.simulation.report import HUNDREDTHS, Report
from vandatta.simulation.showing import figure_name

KINDS = (".svg", ".png")
COMPARED = (
    "moves",
    "blocked",
    "edge",
    "first_player",
    "match_rounds",
    "match_minutes",
    "match_forehand",
    "match_first_player",
)
"""The figures of which a comparison shows a panel, those that there are."""
INK, SOFT = "#24506b", "#9fc3d6"
STYLE = {
    "svg.hashsalt": "vandatta",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
}


def needed() -> None:
    """See that what draws is installed.

    Raises:
        ImportError: it is not; the message says what to install.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as missing:
        raise ImportError("pip install 'vandatta[plots]'", name=missing.name) from missing


def plot(lang: Lang, report: Report, path: Path) -> None:
    """Draw a report into the file ``path``, which ends in one of `KINDS`.

    Raises:
        ImportError: what draws is not installed; the message says what to install.
        OSError: the file can't be written.
    """
    needed()
    from matplotlib import rc_context

    svg = path.suffix.lower() == ".svg"
    # a date, or the version of what drew it, would make each file another
    metadata = {"Date": None, "Creator": None} if svg else {"Software": None}
    with rc_context(STYLE):
        figure = _one(lang, report) if len(report.runs) == 1 else _several(lang, report)
        figure.savefig(path, format=path.suffix[1:].lower(), metadata=metadata, dpi=150)


def _panels(many: int, height: float) -> tuple[Any, list[Any]]:
    from matplotlib.figure import Figure as Canvas

    columns = 2 if many > 1 else 1
    rows = -(-many // columns)
    canvas = Canvas(figsize=(4.5 * columns, height * rows), layout="constrained")
    axes = [canvas.add_subplot(rows, columns, k + 1) for k in range(many)]
    return canvas, axes


def _one(lang: Lang, report: Report) -> Any:
    """Four panels: moves, who goes out by place, hands left, the largest hand."""
    (run,) = report.runs
    canvas, (moves, places, left, largest) = _panels(4, 3)
    _title(lang, report, canvas, run.label)
    for axes, name in ((moves, "moves"), (left, "left"), (largest, "largest")):
        _histogram(axes, run.histograms[name])
        axes.set_title(text(lang, f"simulate.plot.{name}"))
    names = [str(k + 1) for k in range(len(run.by_place))]
    firsts = [line.out or line.won or Figure(0) for line in run.by_place]
    _points(places, names, [each.scaled(100) for each in firsts], upright=True)
    what = "won_places" if report.plan.matches else "places"
    places.set_title(text(lang, f"simulate.plot.{what}"))
    return canvas


def _title(lang: Lang, report: Report, canvas: Any, words: str) -> None:
    """What the picture is of, and what its bars are."""
    plan = report.plan
    what = "matches" if plan.matches else "rounds"
    many = text(lang, f"simulate.heading.{what}", count=plan.many, seed=plan.seed)
    players = text(lang, "simulate.plot.players", count=plan.seats, players=", ".join(plan.kinds))
    canvas.suptitle(f"{words}\n{many}; {players}")
    canvas.supxlabel(text(lang, "simulate.plot.intervals"), fontsize=8)


def _histogram(axes: Any, bins: dict[int, int]) -> None:
    many = sum(bins.values())
    width = max(1, (max(bins) - min(bins)) // 60)
    heights: dict[int, float] = {}
    for value, count in bins.items():
        start = value - value % width
        heights[start] = heights.get(start, 0.0) + 100 * count / many
    axes.bar(list(heights), list(heights.values()), width=width, align="edge", color=SOFT)
    axes.set_ylabel("%")


def _several(lang: Lang, report: Report) -> Any:
    """A panel a figure, a row a rule set."""
    keys = [key for key in COMPARED if key in report.runs[0].figures]
    canvas, panels = _panels(len(keys), 0.9 + 0.28 * len(report.runs))
    labels = [run.label for run in report.runs]
    _title(lang, report, canvas, text(lang, "simulate.plot.beside", rules=labels[0]))
    for axes, key in zip(panels, keys, strict=True):
        by = 100 if key in HUNDREDTHS else 1
        _points(axes, labels, [run.figures[key].scaled(by) for run in report.runs], upright=False)
        axes.set_title(figure_name(lang, report, key) + (" (%)" if key in HUNDREDTHS else ""))
    return canvas


def _points(axes: Any, names: Sequence[str], figures: Sequence[Figure], upright: bool) -> None:
    """A point with its interval for each name."""
    at = list(range(len(names)))
    values = [each.value for each in figures]
    lows = [each.value if each.low is None else each.low for each in figures]
    highs = [each.value if each.high is None else each.high for each in figures]
    # a share's interval can end at the share itself, and arithmetic a hair's breadth beyond
    bars = [
        [max(0.0, value - low) for value, low in zip(values, lows, strict=True)],
        [max(0.0, high - value) for value, high in zip(values, highs, strict=True)],
    ]
    look = {"fmt": "o", "color": INK, "ecolor": INK, "capsize": 3, "markersize": 4}
    if upright:
        axes.errorbar(at, values, yerr=bars, **look)
        axes.set_xticks(at, names)
        axes.set_ylabel("%")
    else:
        axes.errorbar(values, at, xerr=bars, **look)
        axes.set_yticks(at, names)
        axes.margins(y=0.2)
        axes.invert_yaxis()
        axes.axvline(values[0], color=SOFT, linewidth=1, zorder=0)


__all__ = ["KINDS", "needed", "plot"]
