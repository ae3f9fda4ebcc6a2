"""How the page looks: on every screen nothing is lost, covered, too small or out of reach."""

from __future__ import annotations

from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from tests.scenes import SCENES, big_hand, refused, start
from tests.shown import PHONE, Table
from vandatta.messages import LANGS, Lang
from vandatta.server.render import render_error, render_rules, render_start
from vandatta.server.settings import Settings

pytestmark = pytest.mark.browser

SIZES = [
    (360, 740),
    (320, 640),
    (740, 360),
    (820, 1100),
    (1024, 768),
    (1100, 620),
    (1280, 800),
    (1920, 1080),
]
PLAYING = [name for name, make in SCENES.items() if make("sv").round_end is None]


def violations(page: Page) -> list[str]:
    """What axe finds, a line each."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(browser: Browser, lang: Lang, dark: bool) -> None:
    size: ViewportSize = {"width": 1280, "height": 800} if dark else PHONE
    context = browser.new_context(
        viewport=size, color_scheme="dark" if dark else "light", reduced_motion="reduce"
    )
    table, settings = Table(context), Settings(lang=lang)
    for name, make in SCENES.items():
        assert violations(table.open(make(lang))) == [], name
    for html in (
        render_start(settings, "/t/x"),
        render_rules(settings),
        render_error(settings, "Nej."),
    ):
        assert violations(table.open_html(html)) == []
    page = table.open(start(lang))
    page.locator("#menu-button").click()
    page.locator("summary").click()
    assert violations(page) == []
    context.close()


def test_a_card_in_flight_leaves_nothing_to_scroll(browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE)
    page = Table(context).open(start("sv"))
    page.locator("#hand .card").first.evaluate("e => e.style.transform = 'translate(500px, 400px)'")
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(size) == [PHONE["width"], PHONE["height"]]
    context.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_overflows_and_nothing_jumps(browser: Browser, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    table = Table(context)
    page = table.open(start("sv"))
    spots: set[str] = set()
    both = [(name, lang) for name in SCENES for lang in LANGS]
    for number, (name, lang) in enumerate(both, 100):
        table.push(replace(SCENES[name](lang), number=number))
        wide, tall = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert wide <= width, name
        assert tall <= height, name
        outside = page.evaluate(
            """() => [...document.querySelectorAll(`#hand .card, .seat, .bar button, #stock,
                #pile, .badge, .suits button, .status`)].filter(e => {
                  const r = e.getBoundingClientRect()
                  return r.left < -1 || r.top < -1 || r.right > innerWidth + 1 ||
                    r.bottom > innerHeight + 1 || !r.width || !r.height
                }).filter(e => !e.closest('.ended')).map(e => e.id || e.className)"""
        )
        assert outside == [], name
        cut = page.evaluate(
            "[...document.querySelectorAll('#status, .who, .tally, .btn, .lappen, .four button')]"
            ".filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)"
            # at the end of a round the status line is there for screen readers alone
            ".filter(e => !(e.id === 'status' && e.closest('.ended')))"
            ".map(e => e.id || e.textContent)"
        )
        assert cut == [], name
        # at a table with open hands there is more room for them, from the first card on
        if name in PLAYING and name != "open_hands":
            spots |= set(
                page.evaluate(
                    """() => ['stock', 'pile', 'lappen', 'middle', 'seats', 'news'].flatMap(id => {
                      const r = document.getElementById(id)?.getBoundingClientRect()
                      return r ? [[id, r.x, r.y, r.width, r.height].join()] : []
                    })"""
                )
            )
    assert len(spots) == 6, "something stands elsewhere in another scene"
    context.close()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1280, 800)])
def test_each_of_25_cards_can_be_hit_with_a_thumb(
    browser: Browser, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page = Table(context).open(big_hand("sv"))
    missed = page.evaluate(
        """() => [...document.querySelectorAll('#hand .slot')].filter(slot => {
          const box = slot.querySelector('.card').getBoundingClientRect()
          for (let y = box.top + 22; y <= box.bottom - 22; y++) {
            const hits = [-21.5, -10, 0, 10, 21.5].every(dx => [-21.5, -10, 0, 10, 21.5].every(dy =>
              document.elementFromPoint(box.left + 22.1 + dx, y + dy)?.closest('.slot') === slot))
            if (hits) return false
          }
          return true
        }).map(slot => slot.id)"""
    )
    assert missed == []
    assert page.locator("#hand .slot").count() == 25
    context.close()


@pytest.mark.parametrize(("width", "height"), [*SIZES, (640, 360)])
def test_a_notice_covers_no_card_of_the_hand(browser: Browser, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    long = "Hjärter fem passar inte: färgen är ruter. Du tog tillbaka kortet, drog ett för felet."
    page = Table(context).open(replace(refused("sv"), notice=long))
    boxes = page.evaluate(
        """() => ['#notice p', ...[...document.querySelectorAll('.slot')].map(e => '#' + e.id)]
          .map(each => document.querySelector(each).getBoundingClientRect().toJSON())"""
    )
    notice, *cards = boxes
    assert notice["left"] >= 0 and notice["bottom"] <= height
    for card in cards:
        beside = notice["right"] <= card["left"] or notice["left"] >= card["right"]
        assert beside or notice["bottom"] <= card["top"] or notice["top"] >= card["bottom"]
    context.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_lappen_is_never_covered(browser: Browser, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    table = Table(context)
    page = table.open(start("sv"))
    for menu in (False, True):
        if menu:
            page.locator("#menu-button").click()
            page.locator("summary").click()
        with_call = [name for name in PLAYING if SCENES[name]("sv").lappen]
        for number, name in enumerate(with_call, 200 if menu else 100):
            table.push(replace(SCENES[name]("sv"), number=number))
            free = page.evaluate(
                """() => {
                  const r = document.getElementById('lappen').getBoundingClientRect()
                  const at = (x, y) => document.elementFromPoint(x, y)?.id === 'lappen'
                  return r.width >= 48 && r.height >= 48 && [.1, .5, .9].every(x =>
                    [.2, .5, .8].every(y => at(r.x + x * r.width, r.y + y * r.height)))
                }"""
            )
            assert free, (name, menu)
    context.close()
