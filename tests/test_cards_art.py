"""The card sprite: whole, small, and coloured by custom properties alone."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, Route

from vandatta.cards import PACK, SUITS, card_text
from vandatta.server import art
from vandatta.server.art.palette import DARK, FOUR_DARK, FOUR_LIGHT, LIGHT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def tree() -> ElementTree.Element:
    return ElementTree.fromstring(art.sprite())


def test_every_card_suit_back_and_joker_has_its_symbol(tree: ElementTree.Element) -> None:
    boxes = {symbol.get("id"): symbol.get("viewBox") for symbol in tree.iter(f"{SVG}symbol")}
    cards = {f"c-{card_text(card)}" for card in PACK} | {"c-JK", "c-back"}
    suits = {f"suit-{suit}" for suit in SUITS}
    assert set(boxes) == cards | suits
    assert {boxes[name] for name in cards} == {"0 0 250 350"}
    assert {boxes[name] for name in suits} == {"0 0 100 100"}


def test_ids_are_unique_and_every_reference_is_answered(tree: ElementTree.Element) -> None:
    ids = [name for element in tree.iter() if (name := element.get("id"))]
    assert len(ids) == len(set(ids))
    wanted = {str(use.get("href")).removeprefix("#") for use in tree.iter(f"{SVG}use")}
    assert wanted <= set(ids)
    parts = {element.get("id") for element in tree.iter() if element.tag != f"{SVG}symbol"}
    assert parts - {None} <= wanted, "a part that nothing uses"


def test_no_two_cards_look_alike(tree: ElementTree.Element) -> None:
    drawings = [ElementTree.tostring(symbol).split(b">", 1)[1] for symbol in tree]
    assert len(drawings) == len(set(drawings))


def test_number_cards_show_as_many_pips_as_they_count(tree: ElementTree.Element) -> None:
    for card in PACK:
        text = card_text(card)
        if text[0] not in "23456789T":
            continue
        symbol = next(part for part in tree if part.get("id") == f"c-{text}")
        pips = [use for use in symbol.iter(f"{SVG}use") if use.get("href") == f"#p-{text[1]}"]
        corners = 2
        assert len(pips) - corners == (10 if text[0] == "T" else int(text[0])), text


def test_every_colour_goes_through_a_custom_property() -> None:
    without = re.sub(r"var\(--[a-z-]+,[^()]*\)", "", art.sprite())
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?!\")|rgb|hsl", without)
    painted = re.findall(r'(?:fill|stroke|color)="([^"]*)"', without)
    assert set(painted) <= {"", "none", "currentColor"}


def test_fallbacks_are_the_daylight_palette() -> None:
    used = dict(re.findall(r"var\(--([a-z-]+),([^()]*)\)", art.sprite()))
    assert used.pop("idx-sv") == "inline"
    assert used.pop("idx-int") == "none"
    assert used == {name: LIGHT[name] for name in used}
    assert set(used) == set(LIGHT), "a colour that nothing uses"


def test_other_palettes_change_only_known_properties() -> None:
    for palette in (DARK, FOUR_LIGHT, FOUR_DARK):
        assert set(palette) <= set(LIGHT)
    css = art.palette_css()
    assert css.count("{") == css.count("}")
    for needed in (
        "prefers-color-scheme:dark",
        'html[data-colours="four"]',
        'html[data-indices="int"]{--idx-sv:none;--idx-int:inline}',
    ):
        assert needed in css


def _luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    "palette",
    [LIGHT, LIGHT | FOUR_LIGHT, LIGHT | DARK, LIGHT | DARK | FOUR_DARK],
    ids=["light", "light-four", "dark", "dark-four"],
)
def test_suits_stand_out_from_the_paper(palette: dict[str, str]) -> None:
    paper = _luminance(palette["card-paper"])
    for suit in SUITS:
        contrast = (paper + 0.05) / (_luminance(palette[f"suit-{suit}"]) + 0.05)
        assert contrast >= 4.5, suit


def test_the_sprite_is_small() -> None:
    assert len(gzip.compress(art.sprite().encode(), mtime=0)) < 10_000


def test_the_sprite_is_the_same_in_every_process() -> None:
    program = "from vandatta.server import art; print(art.sprite(), art.favicon(), end='')"
    for seed in ("1", "2"):
        other = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert other.stdout == f"{art.sprite()} {art.favicon()}"


def test_the_sprite_needs_nothing_from_elsewhere() -> None:
    """No style sheets or scripts (a strict CSP serves it) and no other host."""
    for text in (art.sprite(), art.favicon()):
        assert not re.search(r"<style|style=|<script|<image|<text|<pattern|url\(", text)
        assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


def test_the_favicon_is_a_drawing_of_its_own() -> None:
    root = ElementTree.fromstring(art.favicon())
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 64 64"
    assert "var(" not in art.favicon()


@pytest.mark.browser
def test_a_pages_properties_reach_into_the_sprite(page: Page) -> None:
    """Letters and colours of an external ``<use>`` follow the page's root element."""
    html = (
        f"<!doctype html><style>{art.palette_css()}</style>"
        '<svg width="125" height="175" viewBox="0 0 250 350"><use href="/cards.svg#c-Qd"/></svg>'
    )

    def answer(route: Route) -> None:
        if route.request.url.endswith("/cards.svg"):
            headers = {"Content-Security-Policy": "default-src 'none'"}
            route.fulfill(body=art.sprite(), content_type="image/svg+xml", headers=headers)
        else:
            route.fulfill(body=html, content_type="text/html")

    page.route("**/*", answer)
    looks: set[bytes] = set()
    page.emulate_media(color_scheme="light")
    with page.expect_response("**/cards.svg"):
        page.goto("http://cards.test/")
    card = page.locator("svg")
    empty = card.evaluate("svg => svg.getElementsByTagName('use')[0].getBBox().width === 0")
    assert not empty
    looks.add(card.screenshot())
    page.evaluate("document.documentElement.dataset.colours = 'four'")
    looks.add(card.screenshot())
    page.evaluate("document.documentElement.dataset.indices = 'int'")
    looks.add(card.screenshot())
    page.emulate_media(color_scheme="dark")
    looks.add(card.screenshot())
    assert len(looks) == 4
