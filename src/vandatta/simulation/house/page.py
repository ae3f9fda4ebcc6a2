"""The page of the documentation, and its pictures, made from the data."""

from __future__ import annotations

from collections.abc import Iterator

from vandatta.messages import sentence, text
from vandatta.simulation.house import telling
from vandatta.simulation.house.drawing import picture
from vandatta.simulation.house.found import MEASURES, Found
from vandatta.simulation.house.telling import Cell, Point, Row

PAGE = "house-rules.md"
FOLDER = "house-rules"

HEAD = """\
# What do the house rules do?

This page and its pictures are made by `{command}`; change the trials
(`vandatta.simulation.house`) or the messages, not the page. Measured on {date} with seed {seed}:
{rounds} rounds of each trial, {matches} matches where whole matches were played. The same command
gives the same files, byte for byte; it takes three to four minutes on two idle cores
(`scripts/house_rules.py --rounds 10000` a quarter of a minute, with intervals four times as wide).
In brackets are 95 % confidence intervals. The web app shows the same figures at `/house-rules`.
"""


def pages(found: Found) -> dict[str, str]:
    """Every file of the page: its name below the folder of the docs, and what stands in it."""
    made = {PAGE: _page(found)}
    for each in telling.strongest("en", found):
        unit = text("en", f"effects.measure.{each.key}.unit")
        title = text("en", "effects.picture.title", measure=each.name)
        note = text("en", "effects.picture.note")
        made[f"{FOLDER}/{each.key}.svg"] = picture(title, note, unit, each.points)
    return made


def _page(found: Found) -> str:
    head = HEAD.format(
        command=telling.COMMAND,
        date=found.date,
        seed=found.seed,
        rounds=telling.count("en", found.rounds),
        matches=telling.count("en", found.matches),
    )
    parts = [head, *_how(found), *_claims(found), *_strongest(found), *_options(found)]
    return "\n".join(parts).rstrip() + "\n"


def _title(key: str) -> str:
    return f"## {text('en', f'effects.{key}.title')}\n"


def _how(found: Found) -> Iterator[str]:
    yield _title("how")
    for key in ("many", "careful", "eager", "spending", "heedless", "waiting", "people"):
        words = text(
            "en",
            f"effects.how.{key}",
            rounds=telling.count("en", found.rounds),
            matches=telling.count("en", found.matches),
            seconds=f"{found.seconds:g}",
        )
        yield f"- {words}"
    yield ""
    for key in MEASURES:
        words = text("en", f"effects.measure.{key}.text", seconds=f"{found.seconds:g}")
        yield f"- *{text('en', f'effects.measure.{key}.name')}.* {words}"
    yield ""


def _claims(found: Found) -> Iterator[str]:
    yield _title("claims")
    yield text("en", "effects.claims.lead") + "\n"
    for claim in telling.claims("en", found):
        yield f"### {text('en', f'effects.claim.{claim.key}.name')}\n"
        yield f"> {text('sv', f'effects.claim.{claim.key}.quote')}\n"
        yield f"“{text('en', f'effects.claim.{claim.key}.quote')}”\n"
        verdict = text("en", f"effects.verdict.{claim.verdict}")
        yield f"**{verdict}.** {text('en', f'effects.claim.{claim.key}.how')}\n"
        yield from map(_point, claim.points)
        yield ""


def _point(point: Point) -> str:
    where = f" ({point.held})" if point.held else ""
    claimed = telling.bounds("en", point)
    ends = f"; {claimed}" if claimed else ""
    return f"- {point.name}{where}: **{point.cell.value}** ({point.cell.interval}){ends}"


def _strongest(found: Found) -> Iterator[str]:
    yield _title("strongest")
    yield text("en", "effects.strongest.lead") + "\n"
    for each in telling.strongest("en", found):
        yield f"![{each.name}: the strongest effects]({FOLDER}/{each.key}.svg)\n"


def _options(found: Found) -> Iterator[str]:
    yield _title("options")
    yield text("en", "effects.options.lead") + "\n"
    yield f"### {text('en', 'effects.options.base')}\n"
    yield from _table(telling.base("en", found))
    for group in telling.groups("en", found):
        yield f"### {group.name}\n"
        for option in group.options:
            yield f"#### {option.name} (`{option.key}`)\n"
            yield f"{sentence(option.usual)}.{' ' + option.unseen if option.unseen else ''}\n"
            if option.rows:
                yield from _table(option.rows)


def _table(rows: tuple[Row, ...]) -> Iterator[str]:
    unit = "match" if rows[-1].match and rows[0].match else "round"
    heads = [text("en", f"effects.measure.{key}.{unit}") for key in MEASURES]
    yield "| | " + " | ".join(heads) + " |"
    yield "|---|" + "---|" * len(heads)
    for row in rows:
        name = f"{row.said}, {row.held}" if row.held else row.said
        yield f"| {name} | " + " | ".join(map(_cell, row.cells)) + " |"
    yield ""


def _cell(each: Cell) -> str:
    found = f"{each.value} ({each.interval})"
    more = f"; {each.more[0]} ({each.more[1]})" if each.more[0] else ""
    # what is not certain is not told with stress
    return f"**{found}**{more}" if each.shows else found + more


__all__ = ["FOLDER", "PAGE", "pages"]
