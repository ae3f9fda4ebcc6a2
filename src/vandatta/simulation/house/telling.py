"""The data in words: for the page on the web and for that of the docs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vandatta.describe import group_name, option_name, value_text
from vandatta.messages import Lang, decimal, joined, sentence, text
from vandatta.options import GROUPS, OPTIONS, Value, preset
from vandatta.simulation.figures import Figure
from vandatta.simulation.house.found import (
    MEASURES,
    Effect,
    Found,
    Looked,
    Setup,
    shows,
)
from vandatta.simulation.house.trials import USUAL

COMMAND = "make figures"
STRONGEST = 8
"""So many effects of each measure are the strongest ones."""
HUNDREDTHS = ("blocked", "edge", "edge_of_two", "skill", "lead", "match_lead")
"""Shares, which are told of 100."""
NO_DIFFERENCES = ("edge", "edge_of_two", "lead", "match_lead", "points")
"""What is a difference by itself, and so has a sign even alone."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure as it is told."""

    value: str
    interval: str
    shows: bool
    """Does the interval leave out zero? Only differences ask."""
    more: tuple[str, str] = ("", "")
    """The same in minutes, with its interval, where it is a length."""


@dataclass(frozen=True, slots=True)
class Row:
    """A value of an option and what it does, or what it is compared with."""

    said: str
    held: str
    """At what table; empty at the usual one."""
    rules: str
    match: bool
    cells: tuple[Cell, ...]
    """One for each of `MEASURES`."""


@dataclass(frozen=True, slots=True)
class OptionTold:
    """An option and what it does."""

    key: str
    name: str
    usual: str
    rows: tuple[Row, ...]
    unseen: str
    """Why nothing is told, if nothing is."""


@dataclass(frozen=True, slots=True)
class Group:
    """Options under a heading."""

    key: str
    name: str
    options: tuple[OptionTold, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A line of a picture: a figure, and between what it should lie."""

    name: str
    held: str
    cell: Cell
    figure: Figure
    low: float | None = None
    high: float | None = None
    holds: str | None = None
    about: str = ""
    """The option it is about, or the figure."""


@dataclass(frozen=True, slots=True)
class Strongest:
    """The strongest effects on one measure."""

    key: str
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ClaimTold:
    """A claim and what became of it."""

    key: str
    verdict: str
    points: tuple[Point, ...]


# --- numbers


def _times(key: str) -> float:
    return 100 if key in HUNDREDTHS else 1


def _digits(figure: Figure, times: float) -> int:
    """As many decimals as the interval is worth."""
    if figure.low is None or figure.high is None:
        return 2
    half = times * (figure.high - figure.low) / 2
    return 0 if half >= 5 else 1 if half >= 0.5 else 2


def cell(lang: Lang, key: str, figure: Figure, signed: bool) -> Cell:
    """A figure as it is told.

    Args:
        lang: the reader's language.
        key: one of `MEASURES`, or a figure of a claim.
        figure: the figure.
        signed: whether it is a difference.
    """
    times = _times(key)
    value, interval = _words(lang, figure.scaled(times), signed, _digits(figure, times))
    return Cell(value, interval, shows(figure))


def _words(lang: Lang, figure: Figure, signed: bool, digits: int) -> tuple[str, str]:
    known = [round(each, digits) for each in (figure.low, figure.high) if each is not None]
    if signed and figure.value == 0 and known == [0, 0]:
        # the very same rounds
        return "\N{PLUS-MINUS SIGN}0", text(lang, "effects.interval", low="0", high="0")
    value = decimal(lang, figure.value + 0.0, digits, signed)
    if figure.low is None or figure.high is None:
        return value, ""
    low, high = (decimal(lang, each, digits, signed) for each in (figure.low, figure.high))
    return value, text(lang, "effects.interval", low=low, high=high)


def _length(lang: Lang, figure: Figure, signed: bool, seconds: float) -> Cell:
    moves = cell(lang, "length", figure, signed)
    minutes = figure.scaled(seconds / 60)
    value, interval = _words(lang, minutes, signed, _digits(minutes, 1))
    return Cell(
        text(lang, "effects.moves", number=moves.value),
        moves.interval,
        moves.shows,
        (text(lang, "effects.minutes", number=value), interval),
    )


def count(lang: Lang, many: int) -> str:
    """A large number with its thousands apart."""
    return f"{many:,}".replace(",", "\N{NO-BREAK SPACE}" if lang == "sv" else ",")


# --- options


def groups(lang: Lang, found: Found) -> tuple[Group, ...]:
    """Every option and what it does, under their headings."""
    return tuple(
        Group(
            group,
            group_name(lang, group),
            tuple(_option(lang, found, key) for key in OPTIONS if OPTIONS[key].group == group),
        )
        for group in GROUPS
    )


def base(lang: Lang, found: Found) -> tuple[Row, ...]:
    """The basic rules at the tables that are told of without any house rule."""
    return tuple(
        _row(lang, found, _players(lang, setup.seats), _matches(lang, setup), setup, setup.figures)
        for setup in found.setups
        if not setup.settings and not setup.forgets and setup.player == USUAL.player
    )


def _matches(lang: Lang, setup: Setup) -> str:
    return text(lang, "effects.whole_matches") if setup.matches else ""


def _option(lang: Lang, found: Found, key: str) -> OptionTold:
    effects = found.of(key)
    return OptionTold(
        key=key,
        name=option_name(lang, key),
        usual=_usual(lang, key, effects),
        rows=tuple(
            _row(
                lang,
                found,
                said(lang, each),
                held(lang, each.setup),
                each.setup,
                each.figures,
                each,
            )
            for each in effects
        ),
        unseen="" if effects else text(lang, f"effects.unseen.{key}"),
    )


def _usual(lang: Lang, key: str, effects: tuple[Effect, ...]) -> str:
    """The value that the trials were held against."""
    set_there = {key: effects[0].setup.settings[key]} if _set(key, effects) else {}
    value = set_there.get(key, preset("svensk")[key])
    return text(lang, "effects.usual", usual=value_text(lang, key, value))


def _set(key: str, effects: tuple[Effect, ...]) -> bool:
    return bool(effects) and key in effects[0].setup.settings


def said(lang: Lang, effect: Effect) -> str:
    """The value that was tried, as a sentence begins."""
    return sentence(_value(lang, effect))


def _value(lang: Lang, effect: Effect) -> str:
    values: dict[str, Value] = {**preset("svensk"), **effect.setup.settings}
    values[effect.option] = effect.value
    return value_text(lang, effect.option, effect.value, values)


def held(lang: Lang, setup: Setup) -> str:
    """At what table, if it is not the usual one."""
    some = list(_options(lang, setup.settings))
    if setup.seats != USUAL.seats:
        some.append(_players(lang, setup.seats))
    if setup.forgets:
        some.append(text(lang, "effects.forgets", n=setup.forgets))
    if setup.matches:
        some.append(text(lang, "effects.whole_matches"))
    if setup.player != USUAL.player:
        some.append(text(lang, "effects.all", who=_who(lang, setup.player)))
    return "; ".join(some)


def _players(lang: Lang, seats: int) -> str:
    return text(lang, "effects.players", count=seats)


def _who(lang: Lang, player: str) -> str:
    return text(lang, f"effects.who.{player}")


def _options(lang: Lang, settings: Mapping[str, Value]) -> Iterator[str]:
    values = {**preset("svensk"), **settings}
    for key, value in settings.items():
        words = value_text(lang, key, value, values)
        yield text(lang, "effects.option", name=option_name(lang, key), value=words)


def _row(
    lang: Lang,
    found: Found,
    what: str,
    where: str,
    setup: Setup,
    figures: Mapping[str, Figure],
    effect: Effect | None = None,
) -> Row:
    cells = []
    for key in MEASURES:
        signed = effect is not None or key in ("edge", "skill")
        if key == "length":
            cells.append(_length(lang, figures[key], signed, found.seconds))
        else:
            cells.append(cell(lang, key, figures[key], signed))
    rules = effect.rules if effect else setup.rules
    return Row(what, where, rules, setup.matches, tuple(cells))


# --- pictures


def strongest(lang: Lang, found: Found) -> tuple[Strongest, ...]:
    """For each measure the effects that are largest, of those that are certain."""
    told = []
    for key in MEASURES:
        certain = [e for e in found.effects if not e.setup.matches and shows(e.figures[key])]
        certain.sort(key=lambda each: -abs(each.figures[key].value))
        some = sorted(certain[:STRONGEST], key=lambda each: -each.figures[key].value)
        points = tuple(_point(lang, key, each) for each in some)
        told.append(Strongest(key, text(lang, f"effects.measure.{key}.name"), points))
    return tuple(told)


def _point(lang: Lang, key: str, effect: Effect) -> Point:
    figure = effect.figures[key].scaled(_times(key))
    option = option_name(lang, effect.option)
    name = text(lang, "effects.option", name=option, value=_value(lang, effect))
    told = cell(lang, key, effect.figures[key], True)
    return Point(name, held(lang, effect.setup), told, figure, about=effect.option)


# --- claims


def claims(lang: Lang, found: Found) -> tuple[ClaimTold, ...]:
    """Every claim, and the figures it was held against."""
    return tuple(
        ClaimTold(each.key, each.verdict, tuple(_looked(lang, row) for row in each.rows))
        for each in found.claims
    )


def _looked(lang: Lang, row: Looked) -> Point:
    times = _times(row.figure)
    signed = row.against is not None or row.figure in NO_DIFFERENCES
    low, high = (None if each is None else each * times for each in (row.low, row.high))
    name = text(lang, f"effects.figure.{row.figure}")
    if row.against is not None:
        name = text(lang, "effects.difference", figure=name)
    return Point(
        name,
        _circumstances(lang, row),
        cell(lang, row.figure, row.number, signed),
        row.number.scaled(times),
        low,
        high,
        row.holds,
        row.figure,
    )


def _circumstances(lang: Lang, row: Looked) -> str:
    some = []
    if row.figure != "edge_of_two":
        some.append(_players(lang, len(row.players)))
    first, *others = row.players
    if others[0] != first:
        words = (_who(lang, first), _who(lang, others[0]))
        some.append(text(lang, "effects.versus", first=words[0], others=words[1]))
    elif first != USUAL.player:
        some.append(text(lang, "effects.all", who=_who(lang, first)))
    some += _options(lang, row.settings)
    against = row.against or {}
    instead = [
        value_text(lang, key, value)
        for key, value in against.items()
        if row.settings.get(key, value) != value
    ]
    if instead:
        some.append(text(lang, "effects.instead", what=joined(lang, instead)))
    return "; ".join(some)


def bounds(lang: Lang, point: Point) -> str:
    """Between what the figure lies if the claim is true; empty if nothing is claimed."""
    given = [each for each in (point.low, point.high) if each is not None]
    digits = 0 if all(each == round(each) for each in given) else 2
    low, high = (
        "" if each is None else decimal(lang, each, digits) for each in (point.low, point.high)
    )
    if low and high:
        return text(lang, "effects.between", low=low, high=high)
    if low:
        return text(lang, "effects.over", low=low)
    return text(lang, "effects.under", high=high) if high else ""


__all__ = [
    "COMMAND",
    "Cell",
    "ClaimTold",
    "Group",
    "OptionTold",
    "Point",
    "Row",
    "Strongest",
    "base",
    "bounds",
    "cell",
    "claims",
    "count",
    "groups",
    "held",
    "said",
    "strongest",
]
