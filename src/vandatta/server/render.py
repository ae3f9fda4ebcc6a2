"""Scenes and pages into HTML.

Everything said on a page comes from the scene or from the catalogue; the
templates hold structure alone. One environment serves all requests.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from zlib import crc32

from jinja2 import Environment, PackageLoader, StrictUndefined

from vandatta.cards import card_from_text
from vandatta.messages import card_name, sentence, text
from vandatta.server.scene import Scene
from vandatta.server.settings import CHOICES, Settings
from vandatta.server.static import static_url


@dataclass(frozen=True, slots=True)
class Example:
    """A line of the table of what goes on what, on the rules page."""

    card: str
    """The card on top."""
    yes: tuple[str, ...]
    """Cards that go on it."""
    no: tuple[str, ...]
    key: str
    """The message that says it in words, under ``rules.fits``."""


FITS = (
    Example("4c", ("9c", "4h", "8d"), ("9s", "Kh"), "plain"),
    Example("Qh", ("2h", "Qs", "8c"), ("3d", "Jc"), "court"),
    Example("8s", ("Kd", "3d"), ("Ad", "8h", "3s"), "eight"),
    Example("Ac", ("5c", "Ah", "8h"), ("5h", "Kd"), "ace"),
    Example("As", ("7s", "8s"), ("7h", "8d", "Ad"), "own_ace"),
)


WORTH = (("8", 25), ("A", 15), ("K", 10), ("7", 5))
"""The table of points on the rules page: a rank to show, and what it costs."""


@cache
def _environment() -> Environment:
    """The one environment: everything is escaped, and a name misspelt is an error."""
    environment = Environment(
        loader=PackageLoader("vandatta.server"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(choices=CHOICES, fits=FITS, worth=WORTH, static=static_url)
    environment.filters["tilt"] = _tilt
    return environment


def _tilt(key: str) -> int:
    """Which way a card on the pile lies askew, 0 to 4: the same as long as it lies there."""
    return crc32(key.encode()) % 5


def _render(template: str, settings: Settings, **values: object) -> str:
    lang = settings.lang
    return (
        _environment()
        .get_template(template)
        .render(
            t=partial(text, lang),
            card_name=lambda card: sentence(card_name(lang, card_from_text(card))),
            settings=settings,
            lang=lang,
            **values,
        )
    )


def render_table(scene: Scene, settings: Settings) -> str:
    """The element ``<main id="table">`` alone, as it is pushed to an open page.

    Args:
        scene: what the reader's seat sees; its language is the page's.
        settings: the reader's wishes.
    """
    return _render("table.html", settings, scene=scene)


def render_page(scene: Scene, settings: Settings) -> str:
    """The whole page of a table, with the table as it stands now."""
    return _render("play.html", settings, scene=scene, here=f"/t/{scene.table}")


def render_start(settings: Settings, under_way: str | None = None) -> str:
    """The start page.

    Args:
        settings: the reader's wishes; the last choice of opponents is set.
        under_way: the address of a match to go on with, if there is one.
    """
    return _render("start.html", settings, under_way=under_way, here="/")


def render_rules(settings: Settings, under_way: str | None = None) -> str:
    """The complete rules, for one who never saw the game.

    Args:
        settings: the reader's wishes.
        under_way: the address of a match to go back to, if there is one.
    """
    return _render("rules.html", settings, under_way=under_way, here="/rules")


def render_error(settings: Settings, what: str) -> str:
    """A page that says calmly what went wrong and leads back to the start.

    Args:
        settings: the reader's wishes.
        what: a sentence that says what went wrong, in the reader's language.
    """
    return _render("error.html", settings, what=what, here="/")


__all__ = ["render_error", "render_page", "render_rules", "render_start", "render_table"]
