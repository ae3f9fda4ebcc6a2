"""The page of a rule sheet: all the rules of one mix, to read on a screen and to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil

from vandatta.describe import base_of, difference_lines, preset_name, preset_text
from vandatta.messages import Lang, text
from vandatta.options import Value, rules_id
from vandatta.server.fits import Fit, fits
from vandatta.server.sharing import is_host
from vandatta.sheet import Bullets, Paragraph, Sheet, Table, sheet
from vandatta.sheet.mix import Mix

SIZES = ("12", "11.5", "11", "10.5", "10", "9.5", "9", "8.5", "8", "7.5")
"""Type sizes for print, in points, the largest first."""
COLUMN = (88.0, 250.0)
"""Width and height of one of the two printed columns, in millimetres."""
POINT = 25.4 / 72
NAMED = 15.0
"""What a heading takes with a name of the reader's own, which can be long."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A rule sheet and what stands around it on its page."""

    id: str
    title: str
    """The reader's own name for the rules; what everybody calls them where there is none."""
    under: str
    """What everybody calls them, where the title is another."""
    sheet: Sheet
    base: str
    """The nearest preset."""
    base_name: str
    lead: str
    """The preset in one line; empty where something differs from it."""
    differs: tuple[str, ...]
    """What differs from it, a line each; none for the preset itself."""
    fits: tuple[Fit, ...]
    source: str
    size: str
    """The type size in print, in points."""
    address: str
    """Where the page is, short, for who finds it on a refrigerator."""


def leaf(lang: Lang, values: Mapping[str, Value], host: str, called: str = "") -> Leaf:
    """The page of a mix.

    Args:
        lang: the reader's language.
        values: every option's value.
        host: the name under which the reader reached the server.
        called: the reader's own name for these rules, if there is one.
    """
    made, base, ident = sheet(lang, values), base_of(values), rules_id(values)
    differs = tuple(difference_lines(lang, values, base))
    place = f"{host}/rules/{ident}" if is_host(host) else f"/rules/{ident}"
    return Leaf(
        id=ident,
        title=called or made.title,
        under=made.title if called else "",
        sheet=made,
        base=base,
        base_name=preset_name(lang, base),
        lead="" if differs else preset_text(lang, base),
        differs=differs,
        fits=tuple(fits(Mix(lang, values))),
        source=text(lang, "sheet_page.source", source=text(lang, f"source.{base}")),
        size=print_size(made, NAMED if called else 0),
        address=place,
    )


def print_size(made: Sheet, less: float = 0) -> str:
    """The largest of `SIZES` at which ``made`` fits on one A4 page; the last if none does.

    Args:
        made: the sheet.
        less: millimetres that a heading takes beyond a line.
    """
    for size in SIZES:
        if sum(_heights(made, float(size) * POINT)) <= 2 * (COLUMN[1] - less):
            return size
    return SIZES[-1]


def _heights(made: Sheet, em: float) -> Iterator[float]:
    """How tall the parts of ``made`` are in a column, in millimetres, for a letter size ``em``.

    The measures are those of ``sheet.css``; letters are taken for wide ones, as
    nobody knows what typeface the reader's machine has.
    """
    for section in made.sections:
        yield 2.5 * em
        for block in section.blocks:
            if isinstance(block, Paragraph):
                yield _lines(block.text, 0, em) + 0.35 * em
            elif isinstance(block, Bullets):
                yield from (_lines(item, 1, em) + 0.25 * em for item in block.items)
            else:
                yield from _rows(block, em)


def _lines(words: str, indent: float, em: float) -> float:
    room = COLUMN[0] - indent * em
    return ceil(len(words) * 0.5 * em / room + 0.4) * LEADING * em


def _rows(table: Table, em: float) -> Iterator[float]:
    for row in (table.head, *table.rows):
        longest = max(len(cell) for cell in row)
        yield ceil(longest * 0.5 * em / (COLUMN[0] / 2)) * LEADING * em + 0.3 * em


LEADING = 1.3


__all__ = ["Leaf", "leaf", "print_size"]
