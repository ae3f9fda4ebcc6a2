"""The page of a rule sheet: what it says, how it looks, and that it prints on one A4 page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browsing import EN, HOST, browser, new_table, problem, shown
from tests.mixes import mixes
from tests.shown import PHONE, Table
from tests.test_page_looks import violations
from vandatta.describe import difference_lines, rules_name
from vandatta.messages import LANGS, Lang, text
from vandatta.options import PRESETS, Value, from_id, preset, rules_id
from vandatta.server.fits import fits
from vandatta.server.render import render_rules, render_sheet
from vandatta.server.settings import Settings
from vandatta.server.sharing import is_host
from vandatta.server.sheets import SIZES, leaf, print_size
from vandatta.sheet import Bullets, Paragraph, sheet
from vandatta.sheet.mix import Mix
from vandatta.store.memory import MemoryStore

MIXES = (
    "klassisk-nd2.2",
    # many house rules at once, of the kind a kitchen has
    "svensk-jo2-ml0-hc12-sr1-ww1-nd2.2-sw1-mpdraw_one",
    # about as much text as there can be
    "barn-hs4-ht8-sd4-jo2-rr69T-saall_draw-sp1-ml0-hc4-sr1-wr3-arK-afsuit_or_rank-an1-mn0-dl4"
    "-lddrawn-ll5-bacircle_and_one-pcstock_empty-rs8-lp4-wn4-fp4-ls1-ndA.2+4.4-ds1-sk28-rvJQ-ag57"
    "-jd8-sw1-mpdraw_one-scopenspiel-li10-lxpassed-melast_in",
    "svensk-hs8-ht7-sd3-jo2-rrK-saall_draw-sp1-ml0-hc3-sr1-wr5-ar3-ww1-afsuit_or_rank-an1-mn0"
    "-lddrawn-tl7-ll5-bacircle_and_one-pcstock_empty-rs3-lp7-wn7-fp3-ls1-nd2.9+6.8+7.4-ds1-skA9"
    "-rvTQ-ag48-jd3-sw1-mpdraw_one-scopenspiel-li10-lxpassed",
)
A4 = (595, 842)
"""In points."""


@pytest.fixture
def client() -> Iterator[Any]:
    with browser(MemoryStore()) as client:
        yield client


def page_of(lang: Lang, values: Mapping[str, Value], under_way: str | None = None) -> str:
    return render_sheet(Settings(lang=lang), leaf(lang, values, "vandatta.test"), under_way)


# What it says


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("lang", LANGS)
def test_it_says_all_that_the_sheet_says(client: Any, name: str, lang: Lang) -> None:
    response = client.get(f"/rules/{name}", headers=EN if lang == "en" else None)
    assert response.status_code == 200
    words = shown(response)
    for section in sheet(lang, preset(name)).sections:
        assert f"<h2>{section.heading}</h2>" in words
        for block in section.blocks:
            if isinstance(block, Paragraph):
                assert block.text in words
            elif isinstance(block, Bullets):
                assert [item for item in block.items if item not in words] == []
    assert text(lang, f"source.{name}") in words
    assert f"testserver/rules/{name}<" in words


def test_what_differs_comes_first(client: Any) -> None:
    words = shown(client.get("/rules/klassisk-nd2.2"))
    (line,) = difference_lines("sv", from_id("klassisk-nd2.2"), "klassisk")
    first = sheet("sv", from_id("klassisk-nd2.2")).sections[0].heading
    assert words.index(line) < words.index(f"<h2>{first}</h2>")
    assert 'href="/rules/klassisk"' in words
    assert text("sv", "sheet_page.differs") not in shown(client.get("/rules/klassisk"))


def test_its_buttons_lead_on_with_these_rules(client: Any) -> None:
    words = shown(client.get("/rules/barn-dl1"))
    assert 'href="/choose/barn-dl1"' in words
    assert 'href="/may/barn-dl1"' in words
    assert re.search(r'action="/table"><input type="hidden" name="rules" value="barn-dl1">', words)


def test_it_leads_back_to_a_match_under_way(client: Any) -> None:
    table = new_table(client)
    assert f'href="{table}"' in shown(client.get("/rules/guide"))


def test_the_two_pages_of_svensk_lead_to_each_other(client: Any) -> None:
    assert 'href="/rules"' in shown(client.get("/rules/svensk"))
    assert 'href="/rules/svensk"' in shown(client.get("/rules"))
    assert 'href="/rules"' not in shown(client.get("/rules/guide"))


def test_the_rules_of_svensk_lead_to_every_other_preset(client: Any) -> None:
    words = shown(client.get("/rules"))
    assert [name for name in PRESETS if f'href="/rules/{name}"' not in words] == []


def test_rules_by_another_id_are_found_under_their_own(client: Any) -> None:
    response = client.get("/rules/svensk-hc9-dl0")
    assert response.status_code == 302
    assert response.headers["location"] == "/rules/svensk-dl0"


@pytest.mark.parametrize(
    "ident", ["svnsk", "svensk-zz1", "svensk-dl99", "A" * 500, "%00", "svensk-wrA"]
)
def test_there_are_no_such_rules(client: Any, ident: str) -> None:
    response = client.get(f"/rules/{ident}")
    assert response.status_code == 404
    assert problem("no_rules") in shown(response)


def test_the_language_is_changed_on_the_spot(client: Any) -> None:
    form = {"lang": "en", "back": "/rules/svensk-dl0"}
    response = client.post("/settings", data=form, headers={"origin": HOST})
    assert response.headers["location"] == "/rules/svensk-dl0"
    assert "Your turn" in shown(client.get("/rules/svensk-dl0"))


@pytest.mark.parametrize("host", ["", "<b>", "a" * 100, 'x" onload="'])
def test_a_strange_host_is_left_out(host: str) -> None:
    assert not is_host(host)
    assert leaf("sv", preset("guide"), host).address == "/rules/guide"


# What goes on what


@settings(max_examples=50)
@given(mixes(), st.sampled_from(LANGS))
def test_the_examples_are_of_the_mix(values: dict[str, Value], lang: Lang) -> None:
    m = Mix(lang, values)
    found = fits(m)
    assert found
    for fit in found:
        cards = (fit.top, *fit.yes, *fit.no)
        assert {card[0] for card in cards if card != "JK"} <= set(m.pack)
        assert m.jokers or "JK" not in cards
        assert fit.yes or fit.no
        assert fit.said[0].isupper()


def test_the_examples_show_what_the_rules_differ_in() -> None:
    eight = {name: fits(Mix("sv", preset(name)))[1] for name in ("svensk", "klassisk", "barn")}
    assert {name: fit.yes for name, fit in eight.items()} == {
        "svensk": ("7d",),
        "klassisk": ("7d", "Ad"),
        "barn": ("7d", "8h"),
    }
    joker = fits(Mix("sv", preset("pesten")))[-1]
    assert (joker.top, joker.yes) == ("JK", ("JK",))


# How it prints


@given(mixes(), st.sampled_from(LANGS))
def test_more_text_has_smaller_type(values: dict[str, Value], lang: Lang) -> None:
    assert print_size(sheet(lang, values)) in SIZES


def pages(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page of a PDF, in points."""
    boxes = re.findall(rb"/Type\s*/Page\b.*?/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf, re.DOTALL)
    return [(round(float(wide)), round(float(tall))) for wide, tall in boxes]


def printed(page: Page) -> list[tuple[int, int]]:
    return pages(page.pdf(prefer_css_page_size=True))


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """A browser with scripts, and one without."""
    found = [browser.new_context(java_script_enabled=on) for on in (True, False)]
    yield found
    for context in found:
        context.close()


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGS)
def test_it_prints_on_one_page(contexts: list[BrowserContext], lang: Lang) -> None:
    for context in contexts:
        table = Table(context)
        for name in (*PRESETS, *MIXES):
            html = page_of(lang, from_id(name))
            assert printed(table.open_html(html)) == [A4], name


@pytest.mark.browser
def test_it_prints_on_one_page_under_the_longest_name(contexts: list[BrowserContext]) -> None:
    called = "Å" * 32
    for context in contexts:
        table = Table(context)
        for name in ("svensk", *MIXES):
            made = leaf("sv", from_id(name), "vandatta.test", called)
            page = table.open_html(render_sheet(Settings(), made))
            assert printed(page) == [A4], name
            page.emulate_media(media="print")
            assert page.locator("h1").inner_text() == called
            assert page.locator(".under").inner_text() == rules_name("sv", from_id(name))
            page.emulate_media()


@pytest.mark.browser
def test_the_type_is_as_large_as_the_page_allows(browser: Browser) -> None:
    context = browser.new_context()
    table = Table(context)
    sizes = {}
    for name in (*PRESETS, *MIXES[:2]):
        page = table.open_html(page_of("sv", preset(name) if name in PRESETS else from_id(name)))
        printed(page)
        size = page.locator(".leaf").evaluate("e => e.style.getPropertyValue('--pt')")
        sizes[name] = float(size.removesuffix("pt"))
    assert {name: size for name, size in sizes.items() if size < 9} == {}
    assert sizes["openspiel"] >= sizes["svensk"] >= sizes[MIXES[1]]
    context.close()


@pytest.mark.browser
def test_nothing_of_the_screen_is_printed(browser: Browser) -> None:
    context = browser.new_context()
    page = Table(context).open_html(page_of("sv", from_id("klassisk-nd2.2"), "/t/x"))
    page.emulate_media(media="print")
    seen = page.evaluate(
        "[...document.querySelectorAll('a, button, nav, form, .differs, .fits, .source')]"
        ".filter(e => e.checkVisibility()).map(e => e.outerHTML)"
    )
    assert seen == []
    assert page.locator(".columns").is_visible()
    assert "klassisk-nd2.2" in page.locator("footer").inner_text()
    context.close()


# How it looks


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(browser: Browser, dark: bool) -> None:
    size: ViewportSize = {"width": 1280, "height": 800} if dark else PHONE
    context = browser.new_context(viewport=size, color_scheme="dark" if dark else "light")
    table = Table(context)
    lang: Lang = "en" if dark else "sv"
    for name in ("svensk", "pesten", MIXES[1]):
        assert violations(table.open_html(page_of(lang, from_id(name)))) == [], name
    assert violations(table.open_html(render_rules(Settings(lang=lang)))) == []
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_overflows(browser: Browser, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740})
    table = Table(context)
    for lang in LANGS:
        for name in ("svensk", "openspiel", "pesten", MIXES[1], MIXES[2]):
            page = table.open_html(page_of(lang, from_id(name)))
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            outside = page.evaluate(
                "[...document.querySelectorAll('.leaf *')].filter(e => { const r ="
                " e.getBoundingClientRect(); return r.right > innerWidth + 1 || r.left < -1 })"
                ".filter(e => !e.closest('.sr, svg')).map(e => e.outerHTML.slice(0, 80))"
            )
            assert outside == [], name
    context.close()


@pytest.mark.browser
def test_the_print_button_prints(browser: Browser) -> None:
    context = browser.new_context()
    context.add_init_script("window.print = () => document.body.append('Printing!')")
    page = Table(context).open_html(page_of("sv", preset("svensk")))
    page.get_by_role("button", name=text("sv", "sheet_page.print")).click()
    page.get_by_text("Printing!").wait_for()
    context.close()


def test_ids_of_the_mixes_are_canonical() -> None:
    assert [rules_id(from_id(name)) for name in MIXES] == [*MIXES]


@pytest.mark.parametrize("lang", LANGS)
def test_the_title_names_the_rules(client: Any, lang: Lang) -> None:
    def title(address: str) -> str:
        response = client.get(address, headers={"accept-language": lang})
        found = re.search(r"<title>(.*)</title>", shown(response))
        assert found
        return found[1]

    for rules in (*PRESETS, "klassisk-nd2.2"):
        name = rules_name(lang, from_id(rules))
        for page in ("rules", "choose", "may"):
            assert name in title(f"/{page}/{rules}"), (page, rules)
    assert title("/rules/pesten").startswith(text(lang, "sheet_page.title", name="Pesten"))
    assert "vändåtta" in title("/rules").lower().partition(" · ")[0]
