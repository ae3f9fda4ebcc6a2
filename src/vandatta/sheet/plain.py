"""The rule sheet as plain text, for a terminal."""

from __future__ import annotations

from textwrap import fill

from vandatta.sheet.shape import Block, Bullets, Paragraph, Sheet, Table

WIDTH = 78


def plain(sheet: Sheet, width: int = WIDTH) -> str:
    """``sheet`` as text in lines no longer than ``width``, where words allow it."""
    parts = [f"{sheet.title}\n{'=' * len(sheet.title)}"]
    for section in sheet.sections:
        blocks = "\n".join(_block(block, width) for block in section.blocks)
        parts.append(f"{section.heading}\n{'-' * len(section.heading)}\n{blocks}")
    return "\n\n".join([*parts, sheet.foot]) + "\n"


def _block(block: Block, width: int) -> str:
    if isinstance(block, Paragraph):
        return fill(block.text, width)
    if isinstance(block, Bullets):
        return "\n".join(
            fill(item, width, initial_indent="- ", subsequent_indent="  ") for item in block.items
        )
    return _table(block, width)


def _table(table: Table, width: int) -> str:
    rows = (table.head, *table.rows)
    wide = [max(len(row[i]) for row in rows) for i in range(len(table.head) - 1)]
    indent = " " * (2 + sum(wide) + 2 * len(wide))
    lines = []
    for row in rows:
        start = "  " + "".join(f"{cell:<{w}}  " for cell, w in zip(row, wide, strict=False))
        lines.append(fill(row[-1], width, initial_indent=start, subsequent_indent=indent))
    return "\n".join(lines)
