"""Rule sets and options as lists, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import fill

from vandatta.describe import (
    QUOTED,
    base_of,
    group_name,
    option_name,
    option_text,
    preset_name,
    preset_text,
    rules_name,
    value_text,
)
from vandatta.messages import Lang, catalogue, text
from vandatta.options import GROUPS, OPTIONS, PRESETS, Option, Value, differences, idle, rules_id

WIDTH = 78
TEXTS = {"000": "svensk", "001": "guide", "002": "klassisk"}
"""The written rules by number, and the preset that follows each."""


def raw(value: Value) -> str:
    """A value as one writes it after ``KEY=``."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def indented(words: str, by: int) -> str:
    """``words`` in lines that begin with ``by`` spaces."""
    return fill(words, WIDTH, initial_indent=" " * by, subsequent_indent=" " * by)


def presets(lang: Lang, own: Iterable[str]) -> str:
    """Every rule set that has a name, with its line; then the user's ``own``."""
    wide = max(map(len, PRESETS))
    lines: list[str] = []
    for name in PRESETS:
        lines.append(f"{name:<{wide}}  {preset_name(lang, name)}")
        lines.append(indented(preset_text(lang, name), wide + 2))
    mine = [text(lang, "rulebook.own"), *(f"  {name}" for name in own)]
    return "\n".join([*lines, *(mine if len(mine) > 1 else ())]) + "\n"


def show(lang: Lang, values: Mapping[str, Value]) -> str:
    """Every option of a rule set, with its value and source; what differs is marked."""
    base = base_of(values)
    differing, resting = differences(values, base), idle(values)
    lines = [f"{rules_name(lang, values)} ({rules_id(values)})"]
    for group in GROUPS:
        lines += ["", group_name(lang, group)]
        for option in _of(group):
            mark = "*" if option.key in differing else "-" if option.key in resting else " "
            setting = f"{option.key} = {raw(values[option.key])}"
            name = option_name(lang, option.key, values)
            value = value_text(lang, option.key, values[option.key], values)
            lines.append(f"{mark} {setting:<36} {name}: {value}")
            lines.append(indented(source(lang, option), 6))
    lines += ["", text(lang, "rulebook.marks", base=preset_name(lang, base))]
    return "\n".join(lines) + "\n"


def source(lang: Lang, option: Option) -> str:
    """Where an option comes from: the text, and the passage in it."""
    if f"rulebook.passage.{option.key}" in catalogue():
        return text(lang, f"rulebook.passage.{option.key}")
    quoted = QUOTED.fullmatch(option.source)
    if quoted is None:
        return option.source
    where = text(lang, f"rulebook.text.{TEXTS[quoted[1]]}")
    return text(lang, "rulebook.quoted", text=where, passage=quoted[2])


def options(lang: Lang) -> str:
    """Every option: key, what it can be, name and meaning."""
    lines: list[str] = []
    for group in GROUPS:
        lines += [group_name(lang, group), ""]
        for option in _of(group):
            lines.append(f"{option.key} = {option.allowed}")
            told = f"{option_name(lang, option.key)}. {option_text(lang, option.key)}"
            lines += [indented(told, 4), ""]
    return "\n".join(lines)


def _of(group: str) -> list[Option]:
    return [option for option in OPTIONS.values() if option.group == group]
