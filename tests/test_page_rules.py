"""Rounds on the real page under rich mixes of rules: sets, duties, jokers, suits unnamed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.person import Keys, Look, Mouse, Person, Touch, Way
from tests.serving import Server, serving
from tests.shown import PHONE
from vandatta.options import named, rules_id

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KLASSISK = rules_id(named({"base": "klassisk", "next_draws": "2:2", "several_wilds": True}))
MIXES: dict[str, tuple[str, int, Callable[[], Way], dict[str, Any]]] = {
    "klassisk": (KLASSISK, 2, Touch, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    "pesten": ("pesten", 3, Mouse, {"viewport": {"width": 1280, "height": 800}}),
    "openspiel": ("openspiel", 3, Keys, {"viewport": {"width": 1024, "height": 768}}),
    "barn": ("barn", 7, Mouse, {"viewport": PHONE}),
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, 0.02) as server:
        yield server


@pytest.mark.parametrize("name", MIXES)
def test_a_round_by_other_rules(browser: Browser, server: Server, name: str) -> None:
    rules, opponents, way, screen = MIXES[name]
    context = browser.new_context(locale="sv-SE", **screen)
    person = Person(context, way(), seed=len(name))
    look = person.sit_down(server.address, min(opponents, 4 if name == "barn" else 7), rules)
    page = person.page
    assert page.locator("#rules a").first.get_attribute("href") == f"/rules/{rules}"
    expect(page.locator("#lappen")).to_have_count(0 if name == "openspiel" else 1)
    sets = 0
    while look.go_on is None:
        sets += look.lay is not None
        assert not look.take or look.take.label.startswith("Dra ")
        look = person.act(look)
    single = name in ("openspiel", "barn")
    # one dear hand can end a match in its first round
    ends = ("Spela igen",) if single else ("Nästa omgång", "Spela igen")
    assert look.go_on.label in ends
    expect(page.locator("#sheet")).to_have_count(0 if single else 1)
    if name == "klassisk":
        while not sets:
            sets += look.lay is not None
            look = person.act(look)
    assert person.wrong == []
    context.close()


def wrong_card(look: Look) -> bool:
    """Is there a card to lay wrongly?"""
    return look.mine and not look.suits and 0 < len(look.fits) < len(look.hand)


def test_a_wrong_card_costs_one_and_the_person_hears_why(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="sv-SE", viewport=PHONE)
    person = Person(context, Mouse(), seed=3)
    rules = rules_id(named({"base": "svensk", "misplay": "draw_one"}))
    look = person.play_until(person.sit_down(server.address, 1, rules), wrong_card)
    wrong = next(card for card in look.hand if card not in look.fits)
    person.way.tap(person.page, wrong)
    notice = person.page.locator("#notice")
    expect(notice).to_contain_text("drog ett för felet")
    after = person.look(look)
    assert after.number > look.number
    assert person.wrong == []
    context.close()
