"""A reload, the way back, a second tab, a new server: it is the same table, and one may go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.person import Look, Mouse, Person, Touch, Way, table_html
from tests.serving import Server, lasting_port, serving

pytestmark = pytest.mark.browser

COUNT_FLIGHTS = """
window.flown = 0
const animate = Element.prototype.animate
Element.prototype.animate = function (...how) { flown++; return animate.apply(this, how) }
"""
FLYING = "document.getAnimations().filter(a => a.effect.target.matches('.card')).length"
HEARD = "number => Number(document.getElementById('table').dataset.number) >= number"
MOVING = """document.getAnimations().filter(
  a => a.playState === 'running' && a.effect.getComputedTiming().endTime > 1).length"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, pace=0.02, port=lasting_port()) as server:
        yield server


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        locale="sv-SE", viewport={"width": 1000, "height": 800}, has_touch=True
    )
    yield context
    context.close()


def in_the_middle(person: Person, look: Look) -> Look:
    """Play a few moves, until a card may be laid and the round does not end at once."""
    past = look.number

    def there(each: Look) -> bool:
        return each.number > past + 6 and bool(each.fits) and len(each.hand) > 3

    return person.play_until(look, there)


def agreed(one: Page, other: Page) -> str:
    """The table that both pages show, once both have heard the same.

    A computer player may still call or point out something, a few times at most.
    """
    for _ in range(10):
        numbers = [
            int(page.locator("#table").get_attribute("data-number") or 0) for page in (one, other)
        ]
        for page in (one, other):
            page.wait_for_function(HEARD, arg=max(numbers))
        tables = table_html(one), table_html(other)
        if tables[0] == tables[1]:
            return tables[0]
    raise AssertionError(f"two pages of one seat differ: {tables}")


def shows(page: Page, html: str) -> None:
    """Wait until a page's line is open and it shows a table; it must be this one."""
    page.wait_for_function("() => window.line?.readyState === 1 && told > 0")
    assert table_html(page) == html


def test_the_table_is_the_same_wherever_one_comes_from(
    server: Server, context: BrowserContext
) -> None:
    person = Person(context, Mouse())
    page = person.page
    in_the_middle(person, person.sit_down(server.address, opponents=2))
    table = table_html(page)
    address = page.url

    page.reload()
    shows(page, table)

    page.locator("#rules-button").click()
    page.locator("#rules a[href='/rules/svensk']").click()
    page.wait_for_url("**/rules/svensk")
    page.go_back()
    page.wait_for_url(address)
    shows(page, table)

    page.goto(server.address)
    page.get_by_role("link", name="Fortsätt partiet").click()
    shows(page, table)

    other = Person(context, Touch())
    other.page.goto(address)
    shows(other.page, table)
    assert person.wrong == other.wrong == []


def test_two_tabs_and_a_new_server_go_on_together(server: Server, context: BrowserContext) -> None:
    one, two = Person(context, Mouse(), 1), Person(context, Touch(), 2)
    in_the_middle(one, one.sit_down(server.address, opponents=2))
    # how the hand lies is kept too
    with one.page.expect_response("**/settings"):
        one.page.locator("#sort").click()
    expect(one.page.locator("#sort")).to_have_attribute("data-do", "sort suit")
    two.page.goto(one.page.url)
    table = table_html(one.page)
    shows(two.page, table)

    told = [each.page.evaluate("told") for each in (one, two)]
    server.stop()
    for each in (one, two):
        expect(each.page.locator("#offline")).to_be_visible(timeout=20_000)
        assert table_html(each.page) == table
    server.start()
    for each, before in zip((one, two), told, strict=True):
        each.page.wait_for_function("before => told > before", arg=before)
        expect(each.page.locator("#offline")).to_be_hidden(timeout=20_000)
        assert table_html(each.page) == table

    for mover, watcher in ((one, two), (two, one)):
        in_the_middle(mover, mover.look())
        before, table = table, agreed(mover.page, watcher.page)
        assert table != before


@pytest.mark.parametrize("way", [Mouse, Touch])
def test_a_card_can_be_tapped_while_others_fly(
    server: Server, context: BrowserContext, way: type[Way]
) -> None:
    person = Person(context, way())
    look = person.sit_down(server.address)
    session = context.new_cdp_session(person.page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})
    taps = 0
    while taps < 8:
        flying = person.page.evaluate(FLYING)
        lays = bool(look.fits) and not look.suits
        # that the table answers is what `act` waits for
        look = person.act(look)
        taps += flying > 0 and lays


def test_nothing_moves_for_who_wants_it_calm(server: Server, browser: Browser) -> None:
    flown = []
    for motion in ("reduce", "no-preference"):
        context = browser.new_context(
            reduced_motion="reduce" if motion == "reduce" else "no-preference"
        )
        person = Person(context, Mouse())
        person.page.add_init_script(COUNT_FLIGHTS)
        look = person.sit_down(server.address)
        for _ in range(12):
            look = person.act(look)
            if motion == "reduce":
                assert person.page.evaluate(MOVING) == 0
        flown.append(person.page.evaluate("flown"))
        context.close()
    assert flown[0] == 0
    assert flown[1] > 0
