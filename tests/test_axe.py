"""axe finds nothing on the pages of a real server, in either language.

The scenes of a table that a game seldom gets to are looked at in ``test_page_looks.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.person import Look, Mouse, Person
from tests.serving import Server, serving
from tests.test_page_looks import violations
from vandatta.messages import LANGS, Lang, text

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS: dict[Lang, dict[str, Any]] = {
    "sv": {"viewport": {"width": 360, "height": 740}, "locale": "sv-SE"},
    "en": {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "color_scheme": "dark"},
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, pace=0.02) as server:
        yield server


def misfit(look: Look) -> bool:
    """Is there a card that may not be laid?"""
    return look.mine and not look.suits and len(look.fits) < len(look.hand)


def eight(look: Look) -> bool:
    """Has an eight a suit to be named, or could one be laid?"""
    return bool(look.suits) or any(wild(card.label) for card in look.fits)


def wild(label: str) -> bool:
    return label.startswith(("Eight", "The eight")) or bool(re.search(" åtta", label))


@pytest.mark.parametrize("lang", LANGS)
def test_axe_finds_nothing_in_a_whole_match(browser: Browser, server: Server, lang: Lang) -> None:
    context = browser.new_context(reduced_motion="reduce", **SCREENS[lang])
    person = Person(context, Mouse())
    page = person.page
    looked: list[str] = []

    def check(what: str) -> None:
        assert page.locator("html").get_attribute("lang") == lang
        assert violations(page) == [], what
        looked.append(what)

    for path in ("", "rules", "t/" + "A" * 22):
        page.goto(server.address + path)
        check(path or "start")
    assert person.wrong == [each for each in person.wrong if "404" in each]

    look = person.sit_down(server.address)
    page.locator("#menu-button").click()
    page.locator("summary").click()
    check("settings")
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()

    moments: list[tuple[str, Callable[[Look], bool]]] = [
        ("my turn", lambda each: bool(each.fits)),
        ("nothing fits", lambda each: each.draw),
        ("not that card", misfit),
        ("suit choice", eight),
        ("round end", lambda each: each.go_on is not None),
    ]
    while moments or not (look.go_on and look.go_on.label == text(lang, "table.again")):
        for moment in list(moments):
            what, there = moment
            if not there(look):
                continue
            if what == "not that card":
                fits = {card.id for card in look.fits}
                card = next(card for card in look.hand if card.id not in fits)
                person.way.tap(page, card)
                look = person.look(look)
            elif what == "suit choice" and not look.suits:
                person.way.tap(page, next(card for card in look.fits if wild(card.label)))
                look = person.look(look)
                if not look.suits:  # the last card goes out without a suit
                    continue
            check(what)
            moments.remove(moment)
        look = person.act(look)
    check("match end")
    page.goto(server.address)
    check("start again")
    assert len(looked) == 11
    context.close()
