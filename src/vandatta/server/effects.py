"""The page "Vad gör husreglerna?": what was measured of every option and of what is claimed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from vandatta.messages import Lang
from vandatta.server.exchange import page, under_way
from vandatta.server.problems import settings_of
from vandatta.server.render import render_effects
from vandatta.simulation.house import telling
from vandatta.simulation.house.drawing import Strip, strips
from vandatta.simulation.house.found import MEASURES, found
from vandatta.simulation.house.telling import ClaimTold, Group, Point, Row, Strongest

PATH = "/house-rules"

Drawn = tuple[tuple[Point, Strip, str], ...]
"""Lines of a picture, and in words between what each should lie."""


@dataclass(frozen=True, slots=True)
class Page:
    """What the page shows."""

    date: str
    seed: str
    rounds: str
    matches: str
    seconds: str
    command: str
    measures: tuple[str, ...]
    claims: tuple[tuple[ClaimTold, Drawn], ...]
    strongest: tuple[tuple[Strongest, Drawn], ...]
    base: tuple[Row, ...]
    groups: tuple[Group, ...]


@cache
def page_in(lang: Lang) -> Page:
    """The page for readers of ``lang``; the data never change while the server runs."""
    data = found()
    return Page(
        date=data.date,
        seed=str(data.seed),
        rounds=telling.count(lang, data.rounds),
        matches=telling.count(lang, data.matches),
        seconds=f"{data.seconds:g}",
        command=telling.COMMAND,
        measures=MEASURES,
        claims=tuple((each, _drawn(lang, each.points)) for each in telling.claims(lang, data)),
        strongest=tuple(
            (each, _drawn(lang, each.points, together=True))
            for each in telling.strongest(lang, data)
        ),
        base=telling.base(lang, data),
        groups=telling.groups(lang, data),
    )


def _drawn(lang: Lang, points: tuple[Point, ...], together: bool = False) -> Drawn:
    lines = strips(points, together)
    words = (telling.bounds(lang, point) for point in points)
    return tuple(zip(points, lines, words, strict=True))


async def effects_page(request: Request) -> Response:
    """``GET /house-rules``."""
    settings = settings_of(request)
    told = page_in(settings.lang)
    return page(request, render_effects(settings, told, await under_way(request)))


ROUTES = [Route(PATH, effects_page)]


__all__ = ["PATH", "ROUTES", "effects_page", "page_in"]
