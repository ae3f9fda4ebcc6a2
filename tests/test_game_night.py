"""A game night from its first tap to its record, as a family goes through it in two browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.person import Person, Touch
from tests.serving import Server, serving
from tests.shown import PHONE
from vandatta.notation.record_reading import read_records
from vandatta.options import preset
from vandatta.replay import Replay

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, pace=0.02) as server:
        yield server


def test_a_game_night(browser: Browser, server: Server, tmp_path: Path) -> None:
    """Klassisk with twos is chosen, shared, read, played for a round, kept and gone through."""
    host = browser.new_context(locale="sv-SE", viewport=PHONE).new_page()
    host.goto(server.address)
    host.locator(".rules-line a").click()
    host.locator("#p-klassisk").click()
    host.locator("#g-house > summary").click()
    host.locator("#o-next_draws-1").select_option("2")
    expect(host.locator("#choose")).to_have_attribute("data-id", "klassisk-nd2.2")
    host.locator("#to-keep").click()
    link = host.locator("#link").input_value()

    guest = browser.new_context(
        locale="sv-SE", viewport=PHONE, has_touch=True, accept_downloads=True
    )
    person = Person(guest, Touch(), seed=4)
    page = person.page
    page.goto(link)
    expect(page.locator("#choose")).to_have_attribute("data-id", "klassisk-nd2.2")
    page.locator("#summary a[href^='/rules/']").click()
    expect(page.locator("main")).to_contain_text("en tvåa ger två kort")
    page.locator("form[action='/table'] button").click()
    page.wait_for_url("**/t/*")
    person.play_until(person.look(), lambda look: look.go_on is not None)

    with page.expect_download() as caught:
        page.locator("#download").click()
    kept = tmp_path / "kept.vandatta"
    caught.value.save_as(kept)
    (record,) = read_records(kept.read_text("utf-8"))
    assert record.rules == "klassisk-nd2.2"
    assert preset("klassisk")["next_draws"] == "none"

    host.goto(server.address + "replay")
    host.locator("[type=file]").set_input_files(kept)
    host.locator(".btn.big").last.click()
    expect(host.locator("#table")).to_be_visible()
    host.wait_for_load_state()
    steps = Replay(record).steps
    for step in range(1, steps):
        host.keyboard.press("ArrowRight")
        expect(host.locator("#table")).to_have_attribute("data-at", str(step))
    assert person.wrong == []
    for each in (host, page):
        each.context.close()
