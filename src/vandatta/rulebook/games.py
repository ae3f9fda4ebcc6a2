"""A page of the documentation for each family game: its rules, and where they come from."""

from __future__ import annotations

from pathlib import Path

from vandatta.describe import option_name, preset_name, preset_text, value_text
from vandatta.messages import text
from vandatta.options import OPTIONS, PRESETS, SWEDISH, differences, preset
from vandatta.sheet import sheet
from vandatta.sheet.markdown import markdown, table
from vandatta.sheet.shape import Table

GAMES = tuple(name for name in PRESETS if name not in SWEDISH)
"""The presets that are games of their own."""

PAGE = """\
# {name}

This page is made by `vandatta rules docs`; change the preset or the messages, not the page. These
are the rules that the preset `{key}` plays.

{about}

Source: {source}

## What differs from `svensk`

{differs}

## Rules

{english}

## Regler

{swedish}
"""


def page(name: str) -> str:
    """The page of the game that the preset ``name`` is, as Markdown."""
    values = preset(name)
    return PAGE.format(
        name=preset_name("en", name),
        key=name,
        about=preset_text("en", name),
        source=text("en", f"source.{name}"),
        differs=_differs(name),
        english=markdown(sheet("en", values)),
        swedish=markdown(sheet("sv", values)),
    )


def _differs(name: str) -> str:
    """The options that have other values than in `svensk`, and where each comes from."""
    mine, usual = preset(name), preset("svensk")
    rows = tuple(
        (
            f"`{key}`: {option_name('en', key, mine)}",
            value_text("en", key, value, mine),
            value_text("en", key, usual[key], usual),
            OPTIONS[key].source,
        )
        for key, value in differences(mine, "svensk").items()
    )
    return table(Table(("Option", "Here", "In `svensk`", "The option comes from"), rows))


def write(folder: Path) -> None:
    """Write the page of every game into ``folder``.

    Raises:
        OSError: a page can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (folder / name).with_suffix(".md").write_text(page(name), "utf-8", newline="\n")


__all__ = ["GAMES", "page", "write"]
