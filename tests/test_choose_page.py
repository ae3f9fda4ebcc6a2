"""Choosing rules in a real browser, with a script and without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.serving import Server, serving
from tests.test_page_looks import violations
from vandatta.describe import option_name, preset_name
from vandatta.messages import LANGS, Lang, text
from vandatta.options import GROUPS

pytestmark = pytest.mark.browser

LOCALES = {"sv": "sv-SE", "en": "en-GB"}
STUCK = "svensk-rs-1-nd2.5+3.5"
UNMEASURED = "klassisk-li175"
MEASURED = 60_000
"""Milliseconds by which, however busy the machine is, rounds have been played for an estimate."""
"""Rules that no other test asks the server to measure."""
WRONG: list[str] = []
"""What scripts of the pages have thrown."""


@pytest.fixture(autouse=True)
def _nothing_goes_wrong() -> Iterator[None]:
    WRONG.clear()
    yield
    assert WRONG == []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data: Path = tmp_path_factory.mktemp("data")
    with serving(data, pace=100) as server:
        yield server


def opened(
    browser: Browser,
    server: Server,
    path: str,
    lang: Lang = "sv",
    width: int = 360,
    script: bool = True,
    dark: bool = False,
) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": 740 if width < 700 else 800},
        locale=LOCALES[lang],
        java_script_enabled=script,
        reduced_motion="reduce",
        color_scheme="dark" if dark else "light",
    )
    page = context.new_page()
    page.on("pageerror", lambda error: WRONG.append(str(error)))
    page.goto(server.address + path)
    return page


def open_group(page: Page, group: str) -> None:
    page.locator(f"#g-{group} > summary").click()


def at(page: Page, ident: str) -> None:
    """Wait until the page is that of the rules ``ident``."""
    expect(page.locator("#choose")).to_have_attribute("data-id", ident)
    expect(page).to_have_url(re.compile(f"/choose/{re.escape(ident)}$"))


def measured(page: Page) -> None:
    """Wait until the page says how long rounds last."""
    expect(page.locator("#length")).to_contain_text("300")


def test_a_family_chooses_shares_and_keeps_its_rules(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "")
    page.get_by_role("link", name=text("sv", "choose.start.change_what")).click()
    page.get_by_role("link", name=preset_name("sv", "klassisk")).click()
    at(page, "klassisk")
    open_group(page, "house")
    page.locator("#o-next_draws-1").select_option("2")
    at(page, "klassisk-nd2.2")
    expect(page.locator("#differs li")).to_have_count(1)
    expect(page.locator("#differs")).to_contain_text(option_name("sv", "next_draws"))
    expect(page.locator("#dock [role=status]")).to_have_text(text("sv", "choose.changes", count=1))
    # there is room for another card, and this one is where it was
    expect(page.locator("#o-next_draws-1")).to_have_value("2")
    expect(page.locator("#o-next_draws-2")).to_have_value("")
    measured(page)

    page.locator("#to-keep").click()
    link = page.locator("#link").input_value()
    other = browser.new_context(locale="sv-SE").new_page()
    other.goto(link)
    at(other, "klassisk-nd2.2")
    other.goto(server.address)
    name = text("sv", "ruleset.changed", name=preset_name("sv", "klassisk"))
    expect(other.locator(".rules-line")).to_contain_text(name)

    page.locator("#save-name").fill("Mormors kök")
    page.locator("#save").get_by_role("button").click()
    expect(page.locator("#named")).to_contain_text("Mormors kök")
    page.goto(server.address)
    expect(page.locator(".rules-line")).to_contain_text("Mormors kök")

    page.go_back()
    page.get_by_role("button", name=text("sv", "choose.play_what")).click()
    page.get_by_role("button", name=text("sv", "start.play")).click()
    expect(page).to_have_url(re.compile("/t/"))
    for each in (page, other):
        each.context.close()


@pytest.mark.parametrize("script", [True, False])
def test_playing_asks_against_whom_and_keeps_the_match(
    browser: Browser, server: Server, script: bool
) -> None:
    page = opened(browser, server, "choose/barn", script=script)
    play, begin = page.locator("#play"), page.locator("#begin")
    expect(begin).to_be_hidden()
    play.click()
    expect(begin).to_be_visible()
    expect(begin.get_by_role("link")).to_have_count(0)
    close = begin.get_by_role("button", name=text("sv", "page.close"))
    box = close.bounding_box()
    assert box and box["width"] >= 44 and box["height"] >= 44
    close.click()
    expect(begin).to_be_hidden()
    # two taps, or some more for other opponents
    play.click()
    begin.locator("input[name=opponents][value='2']").check()
    begin.get_by_role("button", name=text("sv", "start.play")).click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".seat")).to_have_count(2)
    table = page.url

    page.goto(f"{server.address}choose/klassisk")
    play.click()
    expect(begin.locator("input[name=opponents][value='2']")).to_be_checked()
    begin.get_by_role("link", name=text("sv", "start.go_on")).click()
    expect(page).to_have_url(table)
    page.context.close()


def test_what_cannot_be_is_told_and_changes_nothing(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "choose/svensk")
    open_group(page, "laying")
    field = page.locator("#o-wild_rank")
    field.focus()
    field.select_option("A")
    expect(page.get_by_role("alert")).to_contain_text(option_name("sv", "draw_all_rank"))
    expect(field).to_have_value("8")
    expect(field).to_be_focused()
    at(page, "svensk")
    # the next change is a change like any other
    field.select_option("J")
    at(page, "svensk-wrJ")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.context.close()


def test_focus_scroll_and_open_parts_stay(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "choose/svensk")
    measured(page)
    open_group(page, "laying")
    page.locator("#w-must_lay > summary").click()
    flip = page.locator("#o-must_lay")
    flip.focus()
    before = flip.bounding_box()
    page.keyboard.press("Space")
    at(page, "svensk-ml0")
    expect(flip).to_be_focused()
    expect(flip).not_to_be_checked()
    expect(page.locator("#w-must_lay p").first).to_be_visible()
    after = flip.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) <= 1
    # what could not matter can now, and the other way round
    expect(page.locator("#o-hand_cap")).to_be_enabled()
    page.locator("#b-must_lay").click()
    at(page, "svensk")
    expect(flip).to_be_focused()
    expect(flip).to_be_checked()
    expect(page.locator("#o-hand_cap")).to_be_disabled()
    page.context.close()


def test_a_change_is_undone_in_the_list(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "choose/svensk-dl0-skQ")
    undo = page.get_by_role(
        "link", name=text("sv", "choose.undo_what", name=option_name("sv", "draw_limit"))
    )
    undo.first.click()
    at(page, "svensk-skQ")
    expect(page.locator("#name")).to_be_focused()
    page.locator("#r-skip_ranks label").nth(11).click()
    at(page, "svensk")
    page.locator("#r-skip_ranks label").nth(3).click()
    at(page, "svensk-sk4")
    page.context.close()


def test_a_change_in_haste_is_one_to_the_rules_that_were_tapped(
    browser: Browser, server: Server
) -> None:
    page = opened(browser, server, "choose/svensk")
    open_group(page, "house")
    held: list[Route] = []
    page.route("**/choose/klassisk", lambda route: held.append(route))
    page.locator("#p-klassisk").click()
    page.locator("#o-next_draws-1").select_option("2")
    for route in held:
        route.continue_()
    at(page, "klassisk-nd2.2")
    page.context.close()


def test_a_number_is_typed(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "choose/svensk")
    open_group(page, "points")
    page.locator("#o-limit").fill("150")
    page.keyboard.press("Enter")
    at(page, "svensk-li150")
    expect(page.locator("#s-limit")).to_have_text("150 poäng")
    page.context.close()


def test_all_is_there_without_a_script(browser: Browser, server: Server) -> None:
    page = opened(browser, server, f"choose/{UNMEASURED}", script=False)
    open_group(page, "house")
    page.locator("#o-next_draws-1").select_option("2")
    page.get_by_role("button", name=text("sv", "choose.update")).click()
    at(page, UNMEASURED.replace("-", "-nd2.2-"))
    page.locator("#u-next_draws").click()
    at(page, UNMEASURED)
    page.locator("#save > summary").click()
    page.locator("#save-name").fill("Kusinerna")
    page.locator("#save").get_by_role("button").click()
    expect(page.locator("#saved")).to_have_text(text("sv", "choose.save.done", name="Kusinerna"))
    expect(page.locator("#named")).to_contain_text("Kusinerna")
    page.get_by_role("button", name=text("sv", "choose.save.forget_what", name="Kusinerna")).click()
    expect(page.locator("#named")).to_have_count(0)
    page.get_by_role("link", name=text("sv", "choose.length.ask")).click()
    measured(page)
    expect(page.locator("#copy")).to_be_hidden()
    page.context.close()


def test_a_mix_that_gets_stuck_is_warned_about(browser: Browser, server: Server) -> None:
    page = opened(browser, server, f"choose/{STUCK}")
    expect(page.locator("#warning")).to_contain_text("%", timeout=MEASURED)
    page.context.close()


def test_the_link_is_copied(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "choose/guide")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#to-keep").click()
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text(text("sv", "choose.share.copied"))
    assert page.evaluate("navigator.clipboard.readText()") == server.address + "choose/guide"
    page.context.close()


def unfold(page: Page) -> None:
    """Open every part of the page."""
    page.evaluate("document.querySelectorAll('.choose details').forEach(e => e.open = true)")


@pytest.mark.parametrize("lang", LANGS)
def test_axe_finds_nothing(browser: Browser, server: Server, lang: Lang) -> None:
    width = 360 if lang == "sv" else 1280
    page = opened(browser, server, f"choose/{STUCK}", lang, width, dark=lang == "en")
    page.locator("#to-keep").click()
    page.locator("#save-name").fill("Hemma")
    page.locator("#save").get_by_role("button").click()
    expect(page.locator("#named")).to_be_visible()
    expect(page.locator("#warning")).to_be_visible(timeout=MEASURED)
    assert violations(page) == []
    page.locator("#play").click()
    expect(page.locator("#begin form .btn")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#play")).to_be_focused()
    unfold(page)
    assert violations(page) == []
    page.locator("#o-wild_rank").select_option("A")
    expect(page.get_by_role("alert")).to_be_visible()
    assert violations(page) == []
    page.goto(server.address)
    assert violations(page) == []
    page.context.close()


@pytest.mark.parametrize("width", [320, 360, 820, 1280])
def test_nothing_overflows_and_all_can_be_tapped(
    browser: Browser, server: Server, width: int
) -> None:
    for lang in LANGS:
        page = opened(browser, server, f"choose/{STUCK}-saall_draw-wr9-mpdraw_one", lang, width)
        expect(page.locator("#warning")).to_be_visible(timeout=MEASURED)
        unfold(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        outside = page.evaluate(
            "[...document.querySelectorAll('.choose :is(.panel, .dock) *')].filter(e => {"
            " const r = e.getBoundingClientRect();"
            " return r.right > innerWidth + 1 || r.left < -1 })"
            ".filter(e => !e.closest('.sr, svg')).map(e => e.outerHTML.slice(0, 80))"
        )
        assert outside == []
        small = page.evaluate(
            "[...document.querySelectorAll('.choose :is(button, select, summary, label, .undo)')]"
            ".filter(e => { const r = e.getBoundingClientRect();"
            " return r.height && (r.height < 43.5 || r.width < 30) })"
            ".map(e => e.outerHTML.slice(0, 80))"
        )
        assert small == []
        page.context.close()


def test_the_longest_name_fits(browser: Browser, server: Server) -> None:
    page = opened(browser, server, f"choose/{UNMEASURED}", width=360)
    page.locator("#save > summary").click()
    page.locator("#save-name").fill("Å" * 32)
    page.locator("#save").get_by_role("button").click()
    expect(page.locator("#named")).to_contain_text("Å" * 32)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("#name")).to_have_text("Å" * 32)
    for path in ("", f"rules/{UNMEASURED}", f"may/{UNMEASURED}"):
        page.goto(server.address + path)
        expect(page.locator("main")).to_contain_text("Å" * 32)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(server.address)
    page.get_by_role("button", name=text("sv", "start.play")).click()
    page.locator("#rules-button").click()
    expect(page.locator("#rules-title")).to_have_text("Å" * 32)
    expect(page.locator("#rules .close")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.context.close()


@pytest.mark.parametrize("script", [True, False])
def test_a_name_is_replaced_after_a_question(
    browser: Browser, server: Server, script: bool
) -> None:
    page = opened(browser, server, "choose/guide", width=360, script=script)
    page.locator("#save > summary").click()
    page.locator("#save-name").fill("Hemma")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_have_text(text("sv", "choose.save.done", name="Hemma"))
    page.locator("#p-barn").click()
    at(page, "barn")
    expect(page.locator("#saved")).to_be_empty()
    if not script:
        page.locator("#save > summary").click()
    page.locator("#save-name").fill("Hemma")
    page.keyboard.press("Enter")
    expect(page.locator("#asks")).to_have_text(text("sv", "choose.save.taken", name="Hemma"))
    page.locator("#save-name").press("Enter")
    expect(page.locator("#asks")).to_be_visible()
    page.locator("#replace").click()
    expect(page.locator("#saved")).to_have_text(text("sv", "choose.save.done", name="Hemma"))
    expect(page.locator("#asks")).to_have_count(0)
    expect(page.locator("#named [aria-current]")).to_contain_text("Hemma")
    if script:
        expect(page.locator("#save-name")).to_be_focused()
    page.context.close()


def test_every_group_can_be_opened(browser: Browser, server: Server) -> None:
    page = opened(browser, server, "choose/svensk")
    for group in GROUPS:
        option = page.locator(f"#g-{group} .option").first
        expect(option).to_be_hidden()
        open_group(page, group)
        expect(option).to_be_visible()
    page.context.close()
