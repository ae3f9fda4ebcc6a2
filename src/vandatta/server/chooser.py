"""What the page shows on which rules are chosen: presets, every option, what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vandatta.cards import RANKS
from vandatta.describe import (
    QUOTED,
    base_of,
    group_name,
    idle_text,
    option_name,
    option_text,
    preset_name,
    preset_text,
    rules_name,
    value_text,
)
from vandatta.messages import Lang, sentence, text
from vandatta.options import GROUPS, OPTIONS, PRESETS, Option, Value, differences, preset, rules_id
from vandatta.options.table import draws_from
from vandatta.server.mixing import address
from vandatta.server.sharing import Share

FEW = 21
"""Numbers up to which one is chosen from a list; more are typed."""
RESHUFFLES = (-1, *range(6))
FOLLOWS = {"svensk": "000", "barn": "000", "guide": "001", "klassisk": "002"}
"""The presets that follow written rules, and the number of those."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a list, or one rank."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Control:
    """An option as it can be changed."""

    key: str
    name: str
    text: str
    """What it means."""
    source: str
    """The passage it comes from, if the preset follows the text that it stands in."""
    kind: str
    """``switch``, ``list``, ``number``, ``ranks`` or ``draws``."""
    value: str
    """As the form has it."""
    said: str
    """Its value in words."""
    choices: tuple[Choice, ...] = ()
    """Of a ``list``, or each rank of ``ranks``."""
    rows: tuple[tuple[tuple[Choice, ...], tuple[Choice, ...]], ...] = ()
    """Of ``draws``: ranks and numbers of cards, a row for each card and an empty one."""
    low: int = 0
    high: int = 0
    idle: str = ""
    """Why it cannot matter, if it cannot."""
    usual: str = ""
    """Its value in the preset, if that is another."""
    undo: str = ""
    """The address that gives it that value."""


@dataclass(frozen=True, slots=True)
class Group:
    """Options under a heading."""

    key: str
    name: str
    controls: tuple[Control, ...]
    differing: int
    """How many of them differ from the preset."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset to begin with."""

    id: str
    name: str
    text: str
    chosen: bool
    """Is it the one that the rules are nearest to?"""


@dataclass(frozen=True, slots=True)
class Mixture:
    """The rules on the page."""

    id: str
    name: str
    called: str
    """The reader's own name for them, if there is one."""
    base: str
    base_name: str
    presets: tuple[Preset, ...]
    groups: tuple[Group, ...]
    differing: tuple[Control, ...]


@dataclass(frozen=True, slots=True)
class Length:
    """How long the rounds last, in words."""

    said: str = ""
    """The calm line; empty before the rules have been measured."""
    warning: str = ""
    """What is troubling about it, if anything is."""
    measured: str = ""
    """How that was found out."""
    ask: str = ""
    """Where to ask for it, if it isn't known yet."""


@dataclass(frozen=True, slots=True)
class Named:
    """Rules that the reader has given a name."""

    name: str
    id: str
    rules: str
    """What they are called without it."""
    here: bool
    """Are they the rules on the page?"""
    kept: bool
    """In the reader's browser, where they can be let go; else in the data folder."""


@dataclass(frozen=True, slots=True)
class Chooser:
    """The page on which rules are chosen."""

    mix: Mixture
    named: tuple[Named, ...]
    share: Share | None
    length: Length
    players: str
    """For how many the rules are; empty if there are not even cards for two."""
    problem: str
    """What was wrong with the last change."""
    wanted: str
    """The name that could not be kept, to be mended."""
    asks: str
    """The name that other rules have, if it is asked whether these shall have it."""
    saved: str
    """The name under which the rules have just been kept."""


def mixture(lang: Lang, values: Mapping[str, Value], called: str = "") -> Mixture:
    """The page of the rules ``values``.

    Args:
        lang: the reader's language.
        values: every option's value, canonical.
        called: the reader's own name for them, if there is one.
    """
    base, ident = base_of(values), rules_id(values)
    differing = differences(values, base)
    controls = {
        option.key: _control(lang, option, values, base, ident if option.key in differing else "")
        for option in OPTIONS.values()
    }
    return Mixture(
        id=ident,
        name=called or rules_name(lang, values),
        called=called,
        base=base,
        base_name=preset_name(lang, base),
        presets=tuple(
            Preset(name, preset_name(lang, name), preset_text(lang, name), name == base)
            for name in PRESETS
        ),
        groups=tuple(_group(lang, group, controls) for group in GROUPS),
        differing=tuple(controls[key] for key in differing),
    )


def _group(lang: Lang, group: str, controls: Mapping[str, Control]) -> Group:
    inside = tuple(each for key, each in controls.items() if OPTIONS[key].group == group)
    return Group(group, group_name(lang, group), inside, sum(1 for each in inside if each.undo))


def _control(
    lang: Lang, option: Option, values: Mapping[str, Value], base: str, differing: str
) -> Control:
    """An option.

    Args:
        lang: the reader's language.
        option: which.
        values: every option's value.
        base: the preset that the mix is nearest to.
        differing: the mix's id if the option differs there from ``base``, else empty.
    """
    key, value = option.key, values[option.key]
    usual = preset(base)[key] if differing else None
    return Control(
        key=key,
        name=option_name(lang, key, values),
        text=option_text(lang, key, values),
        source=own_passage(lang, option, base),
        kind=_kind(option),
        value=("on" if value else "") if isinstance(value, bool) else str(value),
        said=value_text(lang, key, value, values),
        choices=tuple(_choices(lang, option, values)),
        rows=tuple(_rows(lang, str(value))) if option.kind == "draws" else (),
        low=option.low,
        high=option.high,
        idle=idle_text(lang, key, values) or "",
        usual="" if usual is None else value_text(lang, key, usual, values),
        undo="" if usual is None else address(differing, key, usual),
    )


def _kind(option: Option) -> str:
    if option.kind == "choice":
        return "list"
    if option.kind == "number":
        few = option.high - option.low < FEW or option.key == "reshuffles"
        return "list" if few else "number"
    return option.kind


def _choices(lang: Lang, option: Option, values: Mapping[str, Value]) -> Iterator[Choice]:
    key, value = option.key, values[option.key]
    if option.kind == "ranks":
        for rank in RANKS:
            name = sentence(text(lang, f"ranks.{rank}"))
            yield Choice(rank, name, value != "none" and rank in str(value))
        return
    if _kind(option) != "list":
        return
    listed: tuple[Value, ...] = option.values or tuple(range(option.low, option.high + 1))
    if key == "reshuffles":
        listed = RESHUFFLES if value in RESHUFFLES else (*RESHUFFLES, value)
    mine = value_text(lang, key, value, values)
    # several values can come to the same: then the one in force stands for them, or the first
    said = {mine: value}
    for each in listed:
        said.setdefault(value_text(lang, key, each, values), each)
    for each in (each for each in listed if each in said.values()):
        name = sentence(value_text(lang, key, each, values))
        yield Choice(str(each), name, each == value)


def _rows(lang: Lang, value: str) -> Iterator[tuple[tuple[Choice, ...], tuple[Choice, ...]]]:
    """Each card that makes the next player draw, and a row to add another."""
    draws = draws_from(value) or {}
    for rank, count in [*((RANKS[rank], count) for rank, count in draws.items()), ("", 2)]:
        ranks = (Choice("", text(lang, "choose.no_rank"), rank == ""), *_ranks(lang, rank))
        yield ranks, tuple(Choice(str(each), str(each), each == count) for each in range(1, 10))


def _ranks(lang: Lang, chosen: str) -> Iterator[Choice]:
    for rank in RANKS:
        yield Choice(rank, sentence(text(lang, f"a_rank.{rank}")), rank == chosen)


def own_passage(lang: Lang, option: Option, base: str) -> str:
    """The passage of the text that ``base`` follows; "" if the option comes from elsewhere."""
    quoted = QUOTED.fullmatch(option.source)
    if quoted is None or quoted[1] != FOLLOWS.get(base):
        return ""
    return text(lang, "choose.source", passage=quoted[2])


__all__ = [
    "Choice",
    "Chooser",
    "Control",
    "Group",
    "Length",
    "Mixture",
    "Named",
    "Preset",
    "mixture",
    "own_passage",
]
