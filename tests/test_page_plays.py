"""How the page plays: taps, drags, keys, flights, focus, sound and a lost line.

Behind it is a table made by hand instead of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.scenes import (
    SCENES,
    challenge,
    chosen,
    face,
    hand,
    round_end,
    seat,
    start,
    suit_choice,
    waiting,
)
from tests.shown import PHONE, Table, settled
from tests.test_page_looks import violations
from vandatta.messages import text
from vandatta.server.render import render_table
from vandatta.server.scene import HandCard
from vandatta.server.settings import Settings

pytestmark = pytest.mark.browser

LAID = replace(
    start("sv"),
    number=6,
    my_turn=False,
    hand=hand("sv", "3s 9s Kh 4h 8d Qc"),
    pile=(face("sv", "4c", "p1"), face("sv", "9c")),
)


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    """A page of the size of a phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    yield Table(context)
    context.close()


def test_a_tap_sends_what_the_element_says(table: Table) -> None:
    page = table.open(start("sv"))
    page.locator("#slot-k9c").tap(position={"x": 10, "y": 30})
    page.locator("#slot-k3s").tap(position={"x": 10, "y": 30})
    page.locator("#slot-k8d").tap(position={"x": 10, "y": 30})
    for name in ("stock", "sort", "lappen"):
        page.locator(f"#{name}").tap()
    table.heard("move 9c", "move 3s", "pick 8d", "move draw", "sort rank", "lappen")
    table.push(replace(challenge("sv"), number=7))
    page.locator("#seat-3").tap()
    table.heard("move ?3")


def test_a_double_tap_lays_one_card(table: Table) -> None:
    page = table.open(start("sv"))
    click = """(slot, [at, x]) => {
      const event = new MouseEvent('click', {bubbles: true, detail: 1, clientX: x, clientY: 600})
      Object.defineProperty(event, 'timeStamp', {value: at})
      slot.dispatchEvent(event)
    }"""
    page.locator("#slot-k9c").evaluate(click, [1000, 100])
    table.heard("move 9c")
    table.push(LAID)
    # the next card has slid in under the finger; one beside it is meant
    page.locator("#slot-k9s").evaluate(click, [1200, 104])
    table.heard()
    page.locator("#slot-k3s").evaluate(click, [1250, 60])
    table.heard("move 3s")
    page.locator("#slot-k9s").evaluate(click, [1700, 60])
    table.heard("move 9s")
    # a press on something else comes between, so this is no second tap
    page.locator("#sort").evaluate(click, [1750, 300])
    table.heard("sort rank")
    page.locator("#slot-k3s").evaluate(click, [1800, 60])
    table.heard("move 3s")


def test_what_others_did_meanwhile_makes_a_second_tap_a_new_one(table: Table) -> None:
    page = table.open(start("sv"))
    decision = start("sv").decision
    click = """(slot, at) => {
      const event = new MouseEvent('click', {bubbles: true, detail: 1, clientX: 100, clientY: 600})
      Object.defineProperty(event, 'timeStamp', {value: at})
      slot.dispatchEvent(event)
    }"""
    page.locator("#slot-k9c").evaluate(click, 1000)
    table.heard("move 9c")
    table.push(replace(LAID, decision=decision + 2))
    page.locator("#slot-k9s").evaluate(click, 1200)
    table.heard("move 9s")


def test_the_end_of_a_round_is_still_spoken(table: Table) -> None:
    scene = round_end("sv")
    spoken = table.open(scene).locator("body").aria_snapshot()
    assert "- status:" in spoken and scene.status in spoken
    assert "- log" in spoken and scene.log[-1].text in spoken


def test_what_the_end_of_a_round_puts_under_a_finger_cannot_be_tapped_at_once(table: Table) -> None:
    page = table.open(start("sv"))
    page.evaluate("""() => {
      const timeout = setTimeout
      window.setTimeout = (act, wait, ...what) =>
        wait === 350 ? void (window.later = act) : timeout(act, wait, ...what)
    }""")
    table.push(replace(round_end("sv"), number=start("sv").number + 1))
    for name in ("#watch", "#go-on"):
        box = page.locator(name).bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.heard()
    expect(page.locator("#end")).to_be_visible()
    page.locator("#go-on").press("Enter")  # keys are no slip of a finger
    table.heard("next")
    page.evaluate("later()")
    page.locator("#go-on").click()
    table.heard("next")


def test_a_card_keeps_its_element_from_hand_to_pile(table: Table) -> None:
    page = table.open(start("sv"))
    page.evaluate("window.nine = document.getElementById('k9c')")
    table.freeze()
    table.push(LAID)
    assert page.evaluate("nine === document.querySelector('#pile #k9c')")
    assert page.evaluate("nine.getAnimations().length") == 1
    settled(page)
    expect(page.locator(".fly")).to_have_count(0)


def test_a_flight_carries_on_from_where_the_card_is(table: Table) -> None:
    page = table.open(start("sv"))
    table.freeze()
    table.push(LAID)
    page.evaluate(
        "for (const a of document.getAnimations()) a.currentTime = 100;"
        "window.at = document.getElementById('k9c').getBoundingClientRect().y"
    )
    # its place is another one now: an opponent's card lies where it was going, it goes back
    table.push(replace(start("sv"), number=7))
    assert abs(page.evaluate("document.getElementById('k9c').getBoundingClientRect().y - at")) < 2


def test_a_card_can_be_tapped_while_others_fly(table: Table) -> None:
    page = table.open(LAID)
    table.freeze()
    others = tuple(seat("sv", i, 8) for i in (1, 2, 3))
    table.push(replace(start("sv"), number=8, opponents=others, hand=start("sv").hand))
    assert page.evaluate("document.getAnimations().length") > 5
    page.locator("#slot-k9c").tap(position={"x": 10, "y": 30}, force=True)
    table.heard("move 9c")


def test_a_hidden_card_turns_over_on_its_way_to_the_pile(table: Table) -> None:
    page = table.open(start("sv"))
    table.freeze()
    fewer = replace(seat("sv", 1, 6), fan=seat("sv", 1, 7).fan[:6])
    pile = (*start("sv").pile, face("sv", "9d", "b1x6"))
    table.push(replace(start("sv"), number=6, opponents=(fewer,), pile=pile))
    assert page.locator("#b1x6 svg").count() == 2
    settled(page)
    expect(page.locator("#b1x6 svg")).to_have_count(1)


def test_a_drawn_card_comes_from_the_stock(table: Table) -> None:
    page = table.open(LAID)
    table.freeze()
    drawn = HandCard(face("sv", "2d", "knew", "stock"), False, "move 2d", "Ruter två")
    table.push(replace(LAID, number=7, hand=(*LAID.hand, drawn)))
    offset = page.evaluate(
        """() => {
          const [a, b] = ['#knew', '#deck'].map(i => document.querySelector(i))
            .map(element => element.getBoundingClientRect())
          return Math.hypot(a.x - b.x, a.y - b.y, a.width - b.width)
        }"""
    )
    assert offset < 2


def test_reduced_motion_moves_nothing(browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    table = Table(context)
    page = table.open(start("sv"))
    table.push(LAID)
    assert page.evaluate("document.getElementById('k9c').getAnimations().length") == 0
    context.close()


def test_new_lines_come_in_whole(table: Table) -> None:
    page = table.open(start("sv"))
    page.evaluate(
        """() => {
          window.added = []
          window.log = document.getElementById('log')
          new MutationObserver(list => list.forEach(m => m.addedNodes.forEach(n =>
            n.nodeType === 1 && added.push(n.textContent)))).observe(log, {childList: true})
        }"""
    )
    table.push(waiting("sv"))
    assert page.evaluate("log === document.getElementById('log')")
    assert page.evaluate("added") == [line.text for line in waiting("sv").log if line.key > "e1"]


def drag(page: Page, slot: str, x: float, y: float) -> None:
    """Drag a card with the mouse to a point."""
    box = page.locator(slot).bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] - 40, steps=3)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def test_dragging_lays_on_the_pile_only(table: Table) -> None:
    page = table.open(start("sv"))
    pile = page.locator("#pile").bounding_box()
    assert pile
    drag(page, "#slot-k9c", 20, 500)
    settled(page)
    table.heard()
    assert page.locator("#k9c").get_attribute("style") in ("", None)
    drag(page, "#slot-k9c", pile["x"] + 40, pile["y"] + 60)
    table.heard("move 9c")
    table.push(LAID)
    settled(page)
    box = page.locator("#k9c").bounding_box()
    assert box
    assert abs(box["x"] - pile["x"]) < 1


def test_a_drag_of_a_few_pixels_is_a_tap(table: Table) -> None:
    page = table.open(start("sv"))
    box = page.locator("#slot-k9c").bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 14, box["y"] + 23)
    page.mouse.up()
    table.heard("move 9c")


def test_cards_are_chosen_and_laid_together(table: Table) -> None:
    page = table.open(chosen("sv"))
    page.locator("#slot-k4d").tap(position={"x": 10, "y": 30})
    page.locator("#slot-k4s").tap(position={"x": 10, "y": 30})
    page.locator("#lay").tap()
    page.locator("#pile").tap()
    page.keyboard.press("g")
    page.keyboard.press("Escape")
    table.heard("move 4d", "drop 1", "move 4h4s", "move 4h4s", "move 4h4s", "drop 0")
    pile = page.locator("#pile").bounding_box()
    assert pile
    drag(page, "#slot-k4h", pile["x"] + 40, pile["y"] + 60)
    table.heard("move 4h4s")
    assert page.locator("#slot-k4s .order").inner_text() == "2"


def test_a_double_tap_means_dragging_to_the_pile(table: Table) -> None:
    held = replace(hand("sv", "4h")[0], do="pick 4h", drop="move 4h")
    page = table.open(replace(start("sv"), hand=(held,)))
    click = """(slot, at) => {
      const event = new MouseEvent('click', {bubbles: true, detail: 1, clientX: 100, clientY: 600})
      Object.defineProperty(event, 'timeStamp', {value: at})
      slot.dispatchEvent(event)
    }"""
    for at in (1000, 1200, 2000):
        page.locator("#slot-k4h").evaluate(click, at)
    table.heard("pick 4h", "move 4h", "pick 4h")


def test_a_suit_to_be_named_has_the_focus_from_the_start(table: Table) -> None:
    assert focused(table.open(suit_choice("sv"))) == "suit-s"
    assert focused(table.open(round_end("sv"))) == "go-on"


def test_the_rules_in_force_are_one_tap_away(table: Table) -> None:
    scene = start("sv")
    page = table.open(scene)
    expect(page.locator("#rules")).to_be_hidden()
    page.locator("#rules-button").tap()
    expect(page.locator("#rules")).to_be_visible()
    close = page.get_by_role("button", name=text("sv", "page.close"))
    box = close.bounding_box()
    assert box and box["width"] >= 44 and box["height"] >= 44
    assert violations(page) == []
    close.tap()
    expect(page.locator("#rules")).to_be_hidden()
    page.locator("#rules-button").tap()
    links = page.locator("#rules a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert links == ["/rules/svensk", f"/t/{scene.table}/may"]
    page.locator("#rules a").first.focus()
    page.keyboard.press("d")
    table.heard()


def focused(page: Page) -> str:
    """The id of what has the focus."""
    return str(page.evaluate("document.activeElement?.id ?? ''"))


def test_keys_play_and_the_focus_stays_sensible(table: Table) -> None:
    page = table.open(start("sv"))
    page.keyboard.press("ArrowRight")
    assert focused(page) == "slot-k3s"
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert focused(page) == "slot-k8d"
    page.keyboard.press("Enter")
    table.heard("pick 8d")
    table.push(replace(suit_choice("sv"), number=6))
    assert focused(page) == "suit-s"
    page.keyboard.press("ArrowRight")
    assert focused(page) == "suit-h"
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    table.heard("unpick", "move 8d=d")
    table.push(replace(LAID, number=7, hand=hand("sv", "3s 9s Kh 4h 9c Qc")))
    assert focused(page) == "slot-k9c"
    table.push(replace(LAID, number=8, hand=hand("sv", "2s 3s 9s Kh 4h 9c Qc")))
    assert focused(page) == "slot-k9c"


def test_letters_are_shortcuts_unless_switched_off(table: Table) -> None:
    page = table.open(SCENES["drawing"]("sv"))
    for key in "dpls":
        page.keyboard.press(key)
    table.heard("move draw", "move pass", "lappen", "sort rank")
    page = table.open(SCENES["drawing"]("sv"), Settings(keys="off"))
    for key in "dpls":
        page.keyboard.press(key)
    table.heard()


def test_a_held_key_chooses_nothing(table: Table) -> None:
    page = table.open(start("sv"))
    page.locator("#slot-k8d").focus()
    page.keyboard.down("Enter")
    table.push(replace(suit_choice("sv"), number=6))
    assert focused(page) == "suit-s"
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    table.heard("pick 8d")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    table.heard("move 8d=s")


def test_a_lost_line_is_shown_and_mended(table: Table) -> None:
    page = table.open(start("sv"))
    expect(page.locator("#offline")).to_be_hidden()
    table.reachable = False
    table.sockets[-1].close()
    expect(page.locator("#offline")).to_be_visible()
    page.locator("#slot-k9c").tap(position={"x": 10, "y": 30})
    table.heard()
    table.reachable = True
    expect(page.locator("#offline")).to_be_hidden()
    table.heard("move 9c")
    page.locator("#slot-k9c").tap(position={"x": 10, "y": 30})
    table.heard("move 9c")


def test_a_line_that_gives_no_answer_is_opened_anew(table: Table) -> None:
    page = table.open(start("sv"))
    page.clock.install()
    table.answers = False
    page.locator("#slot-k9c").tap(position={"x": 10, "y": 30})
    table.heard("move 9c")
    page.clock.fast_forward(5000)
    # said again: the server knows by its number whether it was heard the first time
    table.heard("move 9c")
    assert len(table.sockets) == 2


PAINTED = "new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))"
"""Sounds come when the table has been painted."""


def test_sounds_are_heard_once_and_not_when_off(table: Table) -> None:
    listen: dict[str, Any] = {
        "script": "window.heard = 0; const play = AudioBufferSourceNode.prototype.start;"
        "AudioBufferSourceNode.prototype.start = function(t) { heard++; return play.call(this, t) }"
    }
    table.page.add_init_script(**listen)
    page = table.open(start("sv"))
    page.locator("#sort").tap()
    table.push(replace(LAID, sounds=("lay",)))
    table.sockets[-1].send(render_table(replace(LAID, sounds=("lay",)), Settings()))
    table.push(replace(LAID, number=9, sounds=()))
    page.evaluate(PAINTED)
    assert page.evaluate("heard") == 1
    page = table.open(start("sv"), Settings(sound="off"))
    page.locator("#sort").tap()
    table.push(replace(LAID, sounds=("lay",)))
    page.evaluate(PAINTED)
    assert page.evaluate("heard") == 0
