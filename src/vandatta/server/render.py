"""Scenes and pages into HTML.

Everything said on a page comes from the scene or from the catalogue; the
templates hold structure alone. One environment serves all requests.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, partial
from zlib import crc32

from jinja2 import Environment, PackageLoader, StrictUndefined

from vandatta.cards import card_from_text
from vandatta.describe import preset_name, preset_text, rules_name
from vandatta.messages import card_name, sentence, text
from vandatta.options import PRESETS, from_id
from vandatta.players import TRAINED
from vandatta.server.again import Same
from vandatta.server.chooser import Chooser, Length
from vandatta.server.in_force import rules_in_force
from vandatta.server.replay_scene import ReplayScene
from vandatta.server.ruleset import nearest, opponents_for
from vandatta.server.scene import Scene
from vandatta.server.settings import CHOICES, Settings
from vandatta.server.sheets import Leaf
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
        # the package's templates do not change while it runs
        auto_reload=False,
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


def render_page(
    scene: Scene,
    settings: Settings,
    same: Same | None = None,
    rules: str = "svensk",
    called: str = "",
) -> str:
    """The whole page of a table, with the table as it stands now.

    Args:
        scene: what the reader's seat sees.
        settings: the reader's wishes.
        same: the round that the table's cards were dealt like, if there is one.
        rules: the id of the rules it is played by.
        called: the reader's own name for them, if there is one.
    """
    return _render(
        "play.html",
        settings,
        scene=scene,
        same=same,
        rules=rules_in_force(settings.lang, rules, called),
        here=f"/t/{scene.table}",
    )


def render_start(
    settings: Settings, under_way: str | None = None, called: str = "", trained: bool = False
) -> str:
    """The start page.

    Args:
        settings: the reader's wishes; the last choice of opponents and rules is set.
        under_way: the address of a match to go on with, if there is one.
        called: the reader's own name of the rules, if they have one.
        trained: is there a player that was trained?
    """
    allowed = opponents_for(settings.rules)
    return _render(
        "start.html",
        settings,
        under_way=under_way,
        here="/",
        rules=called or rules_name(settings.lang, from_id(settings.rules)),
        opponents=[str(each) for each in allowed],
        wanted_opponents=str(nearest(settings.opponents, allowed)),
        **_levels(settings, trained),
    )


def _levels(settings: Settings, trained: bool) -> dict[str, object]:
    """The levels to choose from, and which of them is set."""
    offered = [each for each in CHOICES["level"] if trained or each != TRAINED]
    wanted = settings.level if settings.level in offered else "regular"
    return {"levels": offered, "wanted_level": wanted}


def render_choose(
    settings: Settings, chooser: Chooser, under_way: str | None = None, trained: bool = False
) -> str:
    """The page on which rules are chosen.

    Args:
        settings: the reader's wishes.
        chooser: what the page shows.
        under_way: the address of a match to go back to, if there is one.
        trained: is there a player that was trained?
    """
    shown = {each.name: getattr(chooser, each.name) for each in fields(chooser)}
    allowed = opponents_for(chooser.mix.id)
    return _render(
        "choose.html",
        settings,
        under_way=under_way,
        here=f"/choose/{chooser.mix.id}",
        opponents=[str(each) for each in allowed],
        wanted_opponents=str(nearest(settings.opponents, allowed)),
        **_levels(settings, trained),
        **shown,
    )


def render_length(settings: Settings, length: Length) -> str:
    """How long the rounds of a mix last, as a piece of that page."""
    return _render("length.html", settings, length=length)


def render_rules(settings: Settings, under_way: str | None = None) -> str:
    """The complete rules of `svensk`, for one who never saw the game.

    Args:
        settings: the reader's wishes.
        under_way: the address of a match to go back to, if there is one.
    """
    lang = settings.lang
    others = [
        (name, preset_name(lang, name), preset_text(lang, name))
        for name in PRESETS
        if name != "svensk"
    ]
    return _render("rules.html", settings, under_way=under_way, others=others, here="/rules")


def render_sheet(settings: Settings, leaf: Leaf, under_way: str | None = None) -> str:
    """The page of a rule sheet, to read and to print.

    Args:
        settings: the reader's wishes.
        leaf: the sheet, and what stands around it.
        under_way: the address of a match to go back to, if there is one.
    """
    return _render("sheet.html", settings, leaf=leaf, under_way=under_way, here=f"/rules/{leaf.id}")


def render_replay(scene: ReplayScene, settings: Settings, under_way: str | None = None) -> str:
    """The page of a step of a replay.

    Args:
        scene: the step.
        settings: the reader's wishes.
        under_way: the address of a match to go back to, if there is one.
    """
    return _render("replay.html", settings, scene=scene, under_way=under_way, here=scene.here)


def render_wait(settings: Settings, here: str) -> str:
    """The page that says that a review is coming, and asks for it again.

    Args:
        settings: the reader's wishes.
        here: the address of the review.
    """
    back = here.split("/review")[0]
    return _render("review_wait.html", settings, here=here, back_to=back)


def render_open(
    settings: Settings,
    what: str = "",
    words: str = "",
    where: str = "",
    under_way: str | None = None,
) -> str:
    """The page that opens a record.

    Args:
        settings: the reader's wishes.
        what: what was wrong with the last one.
        words: its text, to be mended.
        where: the line of it that is wrong.
        under_way: the address of a match to go back to, if there is one.
    """
    values = {"what": what, "words": words, "where": where, "under_way": under_way}
    return _render("replay_open.html", settings, here="/replay", **values)


def render_may(
    settings: Settings, may: object, under_way: str | None, here: str, query: str
) -> str:
    """The page "Får man …?".

    Args:
        settings: the reader's wishes.
        may: a `vandatta.server.asking.Page`.
        under_way: the address of a match to go back to, if there is one.
        here: the page's own address, without its query.
        query: the situation's query, which a change of settings leads back to.
    """
    back = here + query
    return _render("may.html", settings, may=may, under_way=under_way, here=here, back=back)


def render_effects(settings: Settings, told: object, under_way: str | None = None) -> str:
    """The page "Vad gör husreglerna?".

    Args:
        settings: the reader's wishes.
        told: a `vandatta.server.effects.Page`.
        under_way: the address of a match to go back to, if there is one.
    """
    return _render("effects.html", settings, told=told, under_way=under_way, here="/house-rules")


def render_error(settings: Settings, what: str) -> str:
    """A page that says calmly what went wrong and leads back to the start.

    Args:
        settings: the reader's wishes.
        what: a sentence that says what went wrong, in the reader's language.
    """
    return _render("error.html", settings, what=what, here="/")


__all__ = [
    "render_choose",
    "render_effects",
    "render_error",
    "render_length",
    "render_open",
    "render_page",
    "render_replay",
    "render_rules",
    "render_sheet",
    "render_start",
    "render_table",
    "render_wait",
]
