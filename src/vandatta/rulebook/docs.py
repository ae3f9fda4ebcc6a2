"""The page of the documentation that tells of every option, made from the one table."""

from __future__ import annotations

from vandatta.describe import (
    group_name,
    option_name,
    option_text,
    preset_name,
    preset_text,
    value_text,
)
from vandatta.messages import LANGS, Lang
from vandatta.options import GROUPS, OPTIONS, PRESETS, Option, Value, preset
from vandatta.rulebook.listing import raw

HEAD = """\
# The options of the rules

This page is made by `vandatta rules docs`; change the table of options or the messages, not the
page. A rule set is a preset and the options that differ from it. Its id is the preset's name and,
for each such option, its code and value: `svensk-dl0-nd2.2` is `svensk` with `draw_limit = 0` and
`next_draws = 2:2`. A switch is `1` or `0` in an id, a colon is written `.` and a space `+`.

Sources: 000 is the text that `svensk` and `barn` follow, 001 that of `guide`, 002 that of
`klassisk`; the other presets are [family games](games/), each with a page of its own, and the
options they need name them.

## Presets
"""


def page() -> str:
    """The whole page, as Markdown."""
    parts = [HEAD, *map(_preset, PRESETS)]
    for group in GROUPS:
        parts.append(f"\n## {group_name('en', group)}")
        parts += (_option(option) for option in OPTIONS.values() if option.group == group)
    return "\n".join(parts) + "\n"


def _preset(name: str) -> str:
    return f"- `{name}`, *{preset_name('sv', name)}*: {preset_text('en', name)}"


def _option(option: Option) -> str:
    lines = [f"\n### `{option.key}`\n", *(_told(lang, option.key) for lang in LANGS)]
    lines.append(f"- Values: {_values(option)}. In an id: `{option.code}`.")
    lines.append(f"- {_presets(option)}")
    lines.append(f"- Source: {option.source}.")
    return "\n".join(lines)


def _told(lang: Lang, key: str) -> str:
    return f"- *{option_name(lang, key)}.* {option_text(lang, key)}"


def _values(option: Option) -> str:
    if option.kind != "choice" or len(option.values) > 9:
        return option.allowed
    return ", ".join(
        f"`{value}` ({_said('sv', option, value)}; {_said('en', option, value)})"
        for value in option.values
    )


def _said(lang: Lang, option: Option, value: Value) -> str:
    return value_text(lang, option.key, value)


def _presets(option: Option) -> str:
    """Which presets have which value, the commonest first."""
    having: dict[Value, list[str]] = {}
    for name in PRESETS:
        having.setdefault(preset(name)[option.key], []).append(name)
    (most, _), *rest = sorted(having.items(), key=lambda each: -len(each[1]))
    if not rest:
        return f"Every preset has `{raw(most)}`."
    others = "; ".join(f"`{raw(value)}` in {', '.join(named)}" for value, named in rest)
    return f"{others}; `{raw(most)}` in all other presets."
