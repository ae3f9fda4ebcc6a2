"""The page of a replay in a real browser: by mouse, by keyboard, and without script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.serving import Server, serving
from tests.shown import PHONE, settled
from tests.test_page_looks import violations
from tests.test_replay_web import SECRET, TABLE, damaged, now, played
from vandatta.messages import LANGS, Lang, text
from vandatta.notation.record import Record, print_record
from vandatta.notation.record_log import records
from vandatta.replay import Replay
from vandatta.server.security import COOKIE
from vandatta.store.sqlite import SqliteStore

pytestmark = pytest.mark.browser

LOCALES = {"sv": "sv-SE", "en": "en-GB"}
REMEMBER = """card => {
  card.mine = true
  const animate = card.animate
  card.animate = (...how) => { card.flown = true; return animate.apply(card, how) }
}"""
"""Mark an element, and have it remember that it flew, however soon that is over."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("data") / "tables.sqlite"
    now(keep(data))
    with serving(data, pace=1.0) as server:
        yield server


async def keep(data: Path) -> None:
    """A table with a finished match, in a data file."""
    store = SqliteStore(data)
    await store.append(TABLE, 0, played(1))
    await store.close()


@pytest.fixture(scope="module")
def record() -> Record:
    return records(played(1))[0]


def open_file(page: Page, server: Server, words: str) -> None:
    page.goto(server.address + "replay")
    file = {"name": "parti.vandatta", "mimeType": "text/plain", "buffer": words.encode()}
    page.locator("[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.locator(".btn.big").last.click()
    expect(page.locator("#table, .wrong")).to_be_visible()
    # the script has been run by then
    page.wait_for_load_state()


def at(page: Page, step: int) -> None:
    """The page shows a step, and its address says so."""
    expect(page.locator("#table")).to_have_attribute("data-at", str(step))
    page.wait_for_url(f"**at={step}&*")


@pytest.mark.parametrize("lang", LANGS)
def test_axe_finds_nothing(browser: Browser, server: Server, record: Record, lang: Lang) -> None:
    size: ViewportSize = PHONE if lang == "sv" else {"width": 1280, "height": 800}
    context = browser.new_context(
        viewport=size,
        locale=LOCALES[lang],
        color_scheme="light" if lang == "sv" else "dark",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))
    page.goto(server.address + "replay")
    assert violations(page) == []
    open_file(page, server, damaged(record)[0][0])
    expect(page.locator(".wrong")).to_be_visible()
    assert violations(page) == []
    open_file(page, server, print_record(record))
    steps = Replay(record).steps
    for query in ("?at=0", "?at=20&seat=open", "?at=21&seat=1", f"?at={steps - 1}&seat=2"):
        page.goto(page.url.partition("?")[0] + query)
        assert page.locator("html").get_attribute("lang") == lang
        assert violations(page) == [], query
        wide = "document.documentElement.scrollWidth <= innerWidth"
        assert page.evaluate(wide), query
    context.close()


def test_the_arrow_keys_step_and_the_page_stays(
    browser: Browser, server: Server, record: Record
) -> None:
    context = browser.new_context(viewport=PHONE, locale="sv-SE")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))
    open_file(page, server, print_record(record))
    page.evaluate("window.same = 'page'")
    replay = Replay(record)
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, step)
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    page.keyboard.press("End")
    at(page, replay.steps - 1)
    page.keyboard.press("ArrowRight")  # there is nowhere to go
    page.keyboard.press("Shift+ArrowLeft")
    at(page, replay.starts[-1])
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("Shift+ArrowRight")
    at(page, replay.starts[1])

    page.locator("#eyes-1").click()
    page.wait_for_url("**seat=1")
    expect(page.locator("#eyes-1")).to_have_attribute("aria-current", "true")
    expect(page.locator("#eyes-1")).to_be_focused()
    page.locator(f"#to-{replay.starts[1] + 4}").click()
    at(page, replay.starts[1] + 4)
    expect(page.locator("#rows [aria-current]")).to_be_in_viewport()
    page.locator("#round-1").click()
    at(page, 0)
    page.locator("#go-forth").click()
    at(page, 1)
    page.keyboard.press("Enter")
    at(page, 2)
    assert page.evaluate("window.same") == "page"
    page.reload()
    at(page, 2)
    context.close()


def test_a_card_that_is_laid_keeps_its_element_and_flies(
    browser: Browser, server: Server, record: Record
) -> None:
    lay = next(
        k
        for k in range(1, Replay(record).steps)
        if (move := Replay(record).at(k).move) and move.seat == 1 and len(move.words) == 2
    )
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    open_file(page, server, print_record(record))
    page.goto(f"{page.url}?at={lay - 1}&seat=1")
    move = Replay(record).at(lay).move
    assert move
    card = page.locator(f'#hand [data-card="{move.words}"]').first
    key = card.get_attribute("id")
    card.evaluate(REMEMBER)
    page.keyboard.press("ArrowRight")
    at(page, lay)
    laid = page.locator(f"#pile #{key}")
    assert laid.evaluate("card => card.mine && card.flown")
    page.keyboard.press("ArrowLeft")
    at(page, lay - 1)
    settled(page)
    assert page.locator(f"#hand #{key}").evaluate("card => card.mine")
    context.close()


def test_ones_own_match_is_watched_downloaded_and_opened(
    browser: Browser, server: Server, record: Record
) -> None:
    context = browser.new_context(viewport=PHONE, locale="sv-SE")
    context.add_cookies([{"name": COOKIE, "value": SECRET, "url": server.address}])
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))
    page.goto(f"{server.address}t/{TABLE}")
    assert violations(page) == []
    page.locator("#watch").click()
    expect(page.locator("#eyes [aria-current]")).to_have_text("Du")
    page.get_by_role("link", name=text("sv", "replay_page.to_table")).click()
    with page.expect_download() as coming:
        page.locator("#download").click()
    assert coming.value.suggested_filename.startswith("vändåtta-")
    words = Path(coming.value.path()).read_text("utf-8")
    assert words == print_record(record)
    open_file(page, server, words)
    page.locator("#go-last").click()
    at(page, Replay(record).steps - 1)
    context.close()


def test_it_steps_without_script(browser: Browser, server: Server, record: Record) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, locale="sv-SE")
    page = context.new_page()
    open_file(page, server, print_record(record))
    page.locator("#go-forth").click()
    at(page, 1)
    page.locator("#go-last").click()
    at(page, Replay(record).steps - 1)
    page.locator("#eyes-2").click()
    page.wait_for_url("**seat=2")
    page.locator("#again button").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".same")).to_have_text(text("sv", "replay_page.same"))
    context.close()


def test_what_is_damaged_is_put_right_in_the_page(
    browser: Browser, server: Server, record: Record
) -> None:
    context = browser.new_context(viewport=PHONE, locale="sv-SE")
    page = context.new_page()
    words = print_record(record)
    open_file(page, server, words.replace("Round 1", "Round 9"))
    line = words.split("\n").index("Round 1, dealer " + str(record.dealer)) + 1
    expect(page.locator(".wrong")).to_contain_text(f"Rad {line}: ")
    field = page.locator("textarea").first
    field.fill(field.input_value().replace("Round 9", "Round 1"))
    page.get_by_role("button", name=text("sv", "replay_page.mended")).click()
    expect(page.locator("#table")).to_have_attribute("data-at", "0")
    context.close()
