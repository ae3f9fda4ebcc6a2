"""The data that were measured last, to be told of. Needs no library for numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from vandatta.options import OPTIONS, Value
from vandatta.simulation.figures import Figure

DATA = "figures.json"
MEASURES = ("length", "blocked", "edge", "skill")
"""What is told of every trial."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What trials are held against, and how it went there."""

    settings: dict[str, Value]
    """What differs from `svensk`."""
    seats: int
    forgets: int
    matches: bool
    player: str
    rules: str
    figures: dict[str, Figure]
    """Of each of `MEASURES`: moves, and shares from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a value of an option does: differences from its setup."""

    option: str
    value: Value
    rules: str
    setup: Setup
    figures: dict[str, Figure]
    """Of each of `MEASURES`."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A figure that a claim was held against."""

    figure: str
    players: tuple[str, ...]
    settings: dict[str, Value]
    against: dict[str, Value] | None
    matches: bool
    number: Figure
    low: float | None
    high: float | None
    """Between what it lies if the claim is true."""
    holds: str | None
    """``yes``, ``no`` or ``open``; None if it is only told."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim, and what became of it."""

    key: str
    verdict: str
    rows: tuple[Looked, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """All that was measured."""

    date: str
    rounds: int
    matches: int
    seed: int
    seconds: float
    """A move takes so long at a table."""
    forgets: int
    setups: tuple[Setup, ...]
    effects: tuple[Effect, ...]
    claims: tuple[Judged, ...]

    def of(self, option: str) -> tuple[Effect, ...]:
        """The trials of an option."""
        return tuple(each for each in self.effects if each.option == option)


@cache
def found() -> Found:
    """What the package holds."""
    return found_in((files(__package__) / DATA).read_text("utf-8"))


def found_in(words: str) -> Found:
    """What a data file tells.

    Args:
        words: what `vandatta.simulation.house.measuring.as_text` made.

    Raises:
        KeyError: something is missing in it.
        ValueError: it is no such file.
    """
    data = json.loads(words)
    setups = tuple(_setup(each) for each in data["tables"])
    return Found(
        date=data["date"],
        rounds=data["rounds"],
        matches=data["matches"],
        seed=data["seed"],
        seconds=data["seconds"],
        forgets=data["forgets"],
        setups=setups,
        effects=tuple(_effect(each, setups) for each in data["effects"]),
        claims=tuple(_claim(each) for each in data["claims"]),
    )


def _figures(each: dict[str, Any]) -> dict[str, Figure]:
    return {key: Figure(*each[key]) for key in MEASURES}


def _setup(each: dict[str, Any]) -> Setup:
    return Setup(
        each["settings"],
        each["seats"],
        each["forgets"],
        each["matches"],
        each["player"],
        each["rules"],
        _figures(each),
    )


def _effect(each: dict[str, Any], setups: tuple[Setup, ...]) -> Effect:
    option = OPTIONS[each["option"]]
    return Effect(option.key, each["value"], each["rules"], setups[each["table"]], _figures(each))


def _claim(each: dict[str, Any]) -> Judged:
    return Judged(each["key"], each["verdict"], tuple(_looked(row) for row in each["rows"]))


def _looked(row: dict[str, Any]) -> Looked:
    low, high = row["expect"] or (None, None)
    return Looked(
        row["figure"],
        tuple(row["players"]),
        row["settings"],
        row["against"],
        row["matches"],
        Figure(*row["numbers"]),
        low,
        high,
        row["holds"],
    )


def shows(figure: Figure) -> bool:
    """Does the interval leave out zero?"""
    return figure.low is not None and figure.high is not None and figure.low * figure.high > 0


__all__ = [
    "DATA",
    "MEASURES",
    "Effect",
    "Found",
    "Judged",
    "Looked",
    "Setup",
    "found",
    "found_in",
    "shows",
]
