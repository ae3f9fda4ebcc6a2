"""Whole matches on the real page of a real server, by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.person import Keys, Look, Mouse, Person, Touch, Way
from tests.serving import Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PACE = 0.02
WAYS: dict[str, tuple[Callable[[], Way], dict[str, Any]]] = {
    "mouse": (Mouse, {"viewport": {"width": 1280, "height": 800}}),
    "touch": (
        Touch,
        {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    ),
    "keyboard": (Keys, {"viewport": {"width": 1024, "height": 768}}),
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, PACE) as server:
        yield server


def try_what_does_not_fit(person: Person, look: Look) -> Look:
    """Lay a card that may not be laid: the page says why, and nothing else happens."""
    others = [card for card in look.hand if card not in look.fits]
    if not others or look.suits:
        return look
    person.way.lay(person.page, others[0], look.pile)
    after = person.look(look)
    if not after.suits:  # an eight in the hand asks for its suit, if it could be laid
        assert re.search(r"\w+ .+\.", after.notice)
        assert after.number == look.number and len(after.hand) == len(look.hand)
    return after


@pytest.mark.parametrize("name", WAYS)
def test_a_whole_match_to_a_winner(browser: Browser, server: Server, name: str) -> None:
    way, screen = WAYS[name]
    context = browser.new_context(locale="sv-SE", **screen)
    person = Person(context, way(), seed=len(name))
    look = person.play_until(person.sit_down(server.address), lambda each: each.mine)
    look = try_what_does_not_fit(person, look)
    rounds = 1
    while True:
        look = person.play_until(look, lambda each: each.go_on is not None)
        assert look.go_on
        if look.go_on.label == "Spela igen":
            break
        assert look.go_on.label == "Nästa omgång"
        look = person.act(look)
        # the answer to a late call may come before the next round
        rounds += look.go_on is None

    page = person.page
    expect(page.locator("#end .note")).to_have_text(re.compile(r"vann partiet!|Delad seger"))
    assert page.locator("#sheet tbody tr").count() == rounds
    totals = [int(each) for each in page.locator("#sheet tfoot td").all_inner_texts()]
    assert max(totals) >= 100
    won = page.locator("#end.won").count() == 1
    assert won == (totals[0] == min(totals))

    look = person.play_until(person.act(look), lambda each: each.mine)
    assert page.locator("#end").count() == 0
    assert person.wrong == []
    assert person.hosts == {server.address.split("/")[2]}
    context.close()
