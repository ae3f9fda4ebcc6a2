"""The rule sheet: the complete rules of one mix, as a person who never saw it can read them.

It is written from the canonical options alone, so two mixes that are the same
game have the same sheet, and says only what applies.
"""

from __future__ import annotations

from collections.abc import Mapping

from vandatta.describe import rules_name
from vandatta.messages import Lang
from vandatta.options import Value, rules_id
from vandatta.sheet.ending import lappen, out, points
from vandatta.sheet.mix import Mix
from vandatta.sheet.plain import plain
from vandatta.sheet.playing import aim, deal, draw, turn
from vandatta.sheet.powers import ace, others, wild
from vandatta.sheet.shape import Block, Bullets, Paragraph, Section, Sheet, Table


def sheet(lang: Lang, values: Mapping[str, Value]) -> Sheet:
    """The rule sheet of a mix.

    Args:
        lang: the reader's language.
        values: every option's value.
    """
    m = Mix(lang, values)
    found = [("sheet.head.aim", aim(m)), ("sheet.head.deal", deal(m)), ("sheet.head.turn", turn(m))]
    found.append(("sheet.head.wild", wild(m)))
    if m.power != "none":
        found.append(("sheet.head.ace" if m.power == "again" else "sheet.head.duty", ace(m)))
    found += [("sheet.head.powers", others(m)), ("sheet.head.draw", draw(m))]
    found += [("sheet.head.lappen", lappen(m)), ("sheet.head.out", out(m))]
    found.append(("sheet.head.points", points(m)))
    return Sheet(
        title=rules_name(lang, m.v),
        sections=tuple(Section(m.say(key), tuple(blocks)) for key, blocks in found if blocks),
        foot=m.say("sheet.id", id=rules_id(m.v)),
    )


__all__ = [
    "Block",
    "Bullets",
    "Paragraph",
    "Section",
    "Sheet",
    "Table",
    "plain",
    "sheet",
]
