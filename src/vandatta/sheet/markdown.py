"""The rule sheet as Markdown, for the documentation."""

from __future__ import annotations

from textwrap import fill

from vandatta.sheet.shape import Block, Bullets, Paragraph, Sheet, Table

WIDTH = 100


def markdown(sheet: Sheet) -> str:
    """The sections of ``sheet``, with headings of the third level."""
    parts = []
    for section in sheet.sections:
        parts.append(f"### {section.heading}")
        parts += map(_block, section.blocks)
    return "\n\n".join(parts)


def _block(block: Block) -> str:
    if isinstance(block, Paragraph):
        return _filled(block.text, "", "")
    if isinstance(block, Bullets):
        return "\n".join(_filled(item, "- ", "  ") for item in block.items)
    return table(block)


def _filled(words: str, first: str, rest: str) -> str:
    # a line that breaks at a hyphen or before a dash would read otherwise
    return fill(
        words,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )


def table(block: Table) -> str:
    """A table as Markdown has it."""
    rows = (block.head, ("---",) * len(block.head), *block.rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
