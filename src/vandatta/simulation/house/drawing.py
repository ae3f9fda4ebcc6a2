"""Pictures of figures with their intervals, drawn without any library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from vandatta.simulation.house.telling import Point

INK, SOFT, LINE, PAPER = "#1e2521", "#545e58", "#d8d0bd", "#fcfaf4"
GREEN, BRASS = "#17543b", "#e2ad34"
WIDTH, LABELS, NUMBERS = 780, 370, 76
ROW, HEAD, FOOT = 30, 62, 34
LONG = 46
"""Letters of a name that have room in a line."""
FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class Strip:
    """Where the parts of a line of a picture stand, from 0 to 100."""

    value: float
    low: float
    high: float
    zero: float
    reach: tuple[float, float] | None
    """From zero to the value: start and width."""
    band: tuple[float, float] | None
    """Where the figure lies if a claim is true: start and width."""


@dataclass(frozen=True, slots=True)
class Scale:
    """From ``low`` to ``high`` is what is in the picture."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Where ``value`` stands, from 0 to 100."""
        part = (value - self.low) / (self.high - self.low)
        return round(100 * min(1.0, max(0.0, part)), 2)


def scale(points: Iterable[Point]) -> Scale:
    """A scale on which all ``points`` have room, and zero too."""
    ends = [0.0]
    for point in points:
        figure = point.figure
        found = (figure.value, figure.low, figure.high, point.low, point.high)
        ends += [each for each in found if each is not None]
    room = 0.06 * (max(ends) - min(ends)) or 1.0
    return Scale(min(ends) - room, max(ends) + room)


def strip(point: Point, on: Scale) -> Strip:
    """A line of a picture."""
    figure = point.figure
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    band = None
    if point.holds is not None:
        start = 0.0 if point.low is None else on.at(point.low)
        end = 100.0 if point.high is None else on.at(point.high)
        band = (start, round(end - start, 2))
    ends = sorted((on.at(0), on.at(figure.value)))
    reach = None if band else (ends[0], round(ends[1] - ends[0], 2))
    return Strip(on.at(figure.value), on.at(low), on.at(high), on.at(0), reach, band)


def strips(points: Sequence[Point], together: bool = False) -> tuple[Strip, ...]:
    """A line for each of ``points``.

    Args:
        points: what is in the picture.
        together: all share a scale; else those about the same do.
    """
    shared = {
        point.about: scale(each for each in points if together or each.about == point.about)
        for point in points
    }
    return tuple(strip(point, shared[point.about]) for point in points)


# --- a whole picture


def picture(title: str, note: str, unit: str, points: Sequence[Point]) -> str:
    """An SVG: a line for each of ``points``, their names at the left, zero marked.

    Args:
        title: what stands above it.
        note: what stands below the title.
        unit: what the axis counts.
        points: what is in it, from above; all on one scale.
    """
    on = scale(points)
    height = HEAD + ROW * len(points) + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="{FONT}" font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="{PAPER}"/>',
        _text(16, 26, title, INK, 'font-size="16" font-weight="600"'),
        _text(16, 44, note, SOFT, 'font-size="11"'),
    ]
    bottom = HEAD + ROW * len(points)
    for tick in _ticks(on):
        x = _x(on, tick)
        colour, wide = (SOFT, 1.5) if tick == 0 else (LINE, 1)
        parts.append(
            f'<path d="M{x} {HEAD - 4}V{bottom}" stroke="{colour}" stroke-width="{wide}"/>'
        )
        parts.append(_text(x, bottom + 14, _signed(tick), SOFT, 'font-size="11"', "middle"))
    middle = LABELS + (WIDTH - LABELS - NUMBERS) / 2
    parts.append(_text(middle, bottom + 28, unit, SOFT, 'font-size="11"', "middle"))
    for k, point in enumerate(points):
        parts += _line(point, on, HEAD + ROW * k + ROW / 2)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(point: Point, on: Scale, y: float) -> list[str]:
    figure = point.figure
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    x, left, right = (_x(on, each) for each in (figure.value, low, high))
    names = _name(point, y)
    start, end = sorted((_x(on, 0), x))
    return [
        *names,
        f'<path d="M{start} {y - 4}H{end}v8H{start}z" fill="{LINE}"/>',
        f'<path d="M{left} {y}H{right}M{left} {y - 4}v8M{right} {y - 4}v8" '
        f'stroke="{GREEN}" stroke-width="2"/>',
        f'<circle cx="{x}" cy="{y}" r="4.5" fill="{BRASS}" stroke="{GREEN}" stroke-width="1.5"/>',
        _text(WIDTH - 14, y + 4.5, point.cell.value, INK, 'font-weight="600"', "end"),
    ]


def _name(point: Point, y: float) -> list[str]:
    """What the line is about: in two lines where there is too much to tell for one."""
    first, below = point.name, point.held
    if len(first) > LONG:
        first, _, value = first.partition(": ")
        below = f"{value}; {below}" if below else value
    found = [_text(LABELS - 12, y + (-1 if below else 4.5), first, INK, "", "end")]
    if below:
        found.append(_text(LABELS - 12, y + 11, below, SOFT, 'font-size="11"', "end"))
    return found


def _x(on: Scale, value: float) -> float:
    return round(LABELS + (WIDTH - LABELS - NUMBERS) * on.at(value) / 100, 1)


def _text(x: float, y: float, words: str, colour: str, look: str, anchor: str = "start") -> str:
    place = f'x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place} {look}>{escape(words)}</text>".replace(" >", ">")


def _signed(tick: float) -> str:
    return f"{tick:+g}".replace("-", "\N{MINUS SIGN}") if tick else "0"


def _ticks(on: Scale) -> list[float]:
    """Round numbers along the scale."""
    rough = (on.high - on.low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
    first, last = ceil(on.low / step), floor(on.high / step)
    return [round(each * step, 6) for each in range(first, last + 1)]


__all__ = ["Scale", "Strip", "picture", "scale", "strip", "strips"]
