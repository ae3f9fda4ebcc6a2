"""A person at the table page: looks at what it shows, and taps, drags or presses keys.

A person knows nothing but the page: which cards are lifted, what the buttons are called, where
they are. They wait until the table has changed and asks for something, never for a time.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request
from playwright.sync_api import TimeoutError as TooLate

LINE = """
window.WebSocket = class extends WebSocket {
  constructor(...words) {
    super(...words)
    window.line = this
    this.addEventListener('message', () => told++)
  }
}
window.told = 0
window.felt = []
for (const kind of ['pointerdown', 'pointerup', 'pointercancel', 'click', 'keydown'])
  addEventListener(kind, (e) => felt.push(`${kind} ${e.target.id} ${e.clientX ?? e.key}`), true)
"""
"""Lets a test see whether the page's line to the server is open, how often it was told of the
table, and what it has felt of the person."""

LOOK = """past => {
  const table = document.getElementById('table')
  if (!table || window.line?.readyState !== 1) return null
  const all = (what) => [...table.querySelectorAll(what)]
  const one = (what) => table.querySelector(what)
  const spot = (e) => {
    const r = e.getBoundingClientRect(), held = e.classList.contains('slot')
    return {
      id: e.id, label: e.getAttribute('aria-label') ?? e.innerText,
      x: held ? r.x + 18 : r.x + r.width / 2, y: held ? r.y + 24 : r.y + r.height / 2,
    }
  }
  const mine = table.classList.contains('mine'), lappen = one('#lappen')
  const urgent = lappen?.classList.contains('urgent') ?? false
  const go = document.querySelector('.settling') ? null : one('#go-on')
  const suits = all('#four button').map(spot), catches = all('.catch').map(spot)
  const stamp = [table.dataset.n, all('.slot').map(e => e.id), go?.id, suits.length, catches.length,
    lappen?.className, all('.picked').map(e => e.id), one('#lay')?.dataset.do,
    one('#notice p')?.id ?? '', one('#sort').getAttribute('aria-label')].join()
  if (stamp === past || !(mine || urgent || go || catches.length)) return null
  const where = (e) => e ? spot(e) : null
  return {
    stamp, mine, urgent, suits, catches, number: Number(table.dataset.number),
    armed: lappen?.classList.contains('armed') ?? false, lappen: where(lappen),
    lay: where(one('#lay')), bare: where(one('#bare')), take: where(one('#take')),
    hand: all('.slot').map(spot), fits: mine ? all('.slot.fits').map(spot) : [],
    stock: spot(one('#stock')), draw: one('#stock').classList.contains('may'),
    pass_turn: where(one('#pass')), go_on: where(go), pile: where(one('#pile')),
    status: one('#status').textContent, notice: one('#notice').textContent.trim(),
    sideways: document.documentElement.scrollWidth > innerWidth || scrollX !== 0,
  }
}"""


@dataclass(frozen=True)
class Spot:
    """Something on the page that can be tapped."""

    id: str
    label: str
    x: float
    y: float


@dataclass(frozen=True)
class Look:
    """What the page shows at a moment when it asks for something."""

    stamp: str
    """Changes whenever what it asks does, and what one has to answer it; not with what others
    say meanwhile: who acted upon a table from just before would else take that for the answer."""
    number: int
    mine: bool
    urgent: bool
    """A call of "lappen" is due."""
    armed: bool
    suits: list[Spot]
    catches: list[Spot]
    hand: list[Spot]
    fits: list[Spot]
    lappen: Spot | None
    lay: Spot | None
    """Lays the cards that are chosen."""
    bare: Spot | None
    """Lays an eight and names no suit."""
    take: Spot | None
    """Draws what is owed."""
    stock: Spot
    draw: bool
    pass_turn: Spot | None
    go_on: Spot | None
    pile: Spot
    status: str
    notice: str
    sideways: bool


def _look(found: dict[str, Any]) -> Look:
    def read(value: Any) -> Any:
        if isinstance(value, dict):
            return Spot(**value)
        return [Spot(**each) for each in value] if isinstance(value, list) else value

    return Look(**{name: read(value) for name, value in found.items()})


class Way(Protocol):
    """How a person acts."""

    def press(self, what: Locator) -> None:
        """Press a button or choose an option of a page that stands still."""

    def tap(self, page: Page, spot: Spot) -> None:
        """Press something on the table."""

    def lay(self, page: Page, card: Spot, _pile: Spot, /) -> None:
        """Lay a card of the hand."""

    def lay_chosen(self, page: Page, button: Spot, _pile: Spot, /) -> None:
        """Lay the cards chosen in the hand."""


class Aim:
    """Where a press goes: never twice running to one point, which would be a double tap."""

    def __init__(self) -> None:
        self._last = (0.0, 0.0)

    def at(self, spot: Spot) -> tuple[float, float]:
        x = spot.x
        if math.dist((x, spot.y), self._last) < 13:
            x += 14
        self._last = (x, spot.y)
        return self._last


class Mouse:
    """Clicks; every third card is dragged to the pile."""

    def __init__(self) -> None:
        self._laid = 0
        self._aim = Aim()

    def press(self, what: Locator) -> None:
        what.click()

    def tap(self, page: Page, spot: Spot) -> None:
        page.mouse.click(*self._aim.at(spot))

    def lay(self, page: Page, card: Spot, pile: Spot, /) -> None:
        self._laid += 1
        if self._laid % 3:
            self.tap(page, card)
            return
        page.mouse.move(card.x, card.y)
        page.mouse.down()
        page.mouse.move(card.x, card.y - 30, steps=2)
        page.mouse.move(pile.x, pile.y, steps=2)
        page.mouse.up()

    def lay_chosen(self, page: Page, button: Spot, pile: Spot, /) -> None:
        self._laid += 1
        self.tap(page, pile if self._laid % 2 else button)


class Touch:
    """Taps with a finger."""

    def __init__(self) -> None:
        self._aim = Aim()

    def press(self, what: Locator) -> None:
        what.tap()

    def tap(self, page: Page, spot: Spot) -> None:
        page.touchscreen.tap(*self._aim.at(spot))

    def lay(self, page: Page, card: Spot, _pile: Spot, /) -> None:
        self.tap(page, card)

    def lay_chosen(self, page: Page, button: Spot, _pile: Spot, /) -> None:
        self.tap(page, button)


LETTERS = {"stock": "d", "pass": "p", "lappen": "l", "lay": "g", "bare": "5"}
"""Keys for what stands on the table, by its id."""


class Keys:
    """Tab, arrows and Enter, and every other time a letter where there is one."""

    def __init__(self) -> None:
        self._presses = 0

    def press(self, what: Locator) -> None:
        page = what.page
        kind, name, value = what.evaluate("e => [e.type, e.name, e.value]")
        if kind == "radio":
            self._go(page, lambda: self._focus(page, "name") == name, "Tab")
            self._go(page, lambda: self._focus(page, "value") == value, "ArrowRight")
            return
        what.evaluate("e => e.dataset.wanted = 'yes'")
        self._go(page, lambda: self._focus(page, "dataset.wanted") == "yes", "Tab")
        page.keyboard.press("Enter")

    def tap(self, page: Page, spot: Spot) -> None:
        self._presses += 1
        letter = LETTERS.get(spot.id)
        if letter and self._presses % 2:
            page.keyboard.press(letter)
            return
        there = "id => document.activeElement.id === id || !document.getElementById(id)"
        keys = ("ArrowRight", "ArrowLeft")
        arrows = ("slot-", "suit-")
        # arrows stay within the hand, and within the suits
        places = {spot.id[:5], str(self._focus(page, "id"))[:5]}
        across = len(places) > 1 and "suit-" in places
        if across or not spot.id.startswith(arrows):
            keys = ("Tab", "Shift+Tab") if self._presses % 4 else ("Shift+Tab", "Tab")
        # to point out a forgotten call, one may come too late: then what was to be pressed is gone
        self._go(page, lambda: bool(page.evaluate(there, spot.id)), *keys)
        if self._focus(page, "id") == spot.id:
            page.keyboard.press("Enter" if self._presses % 3 else "Space")

    def lay(self, page: Page, card: Spot, _pile: Spot, /) -> None:
        self.tap(page, card)

    def lay_chosen(self, page: Page, button: Spot, _pile: Spot, /) -> None:
        self.tap(page, button)

    @staticmethod
    def _focus(page: Page, what: str) -> object:
        return page.evaluate(f"document.activeElement.{what}")

    @staticmethod
    def _go(page: Page, there: Callable[[], bool], key: str, back: str = "") -> None:
        """Press a key until the focus is there; then, if it never is, another one."""
        for each in (key, back or key):
            for _ in range(40):
                if there():
                    return
                page.keyboard.press(each)
        raise AssertionError("the keyboard does not get there")


class Person:
    """Somebody who plays on a page of their own.

    Args:
        context: their browser; it should be told to be Swedish.
        way: how they act.
        seed: decides what they choose where there is a choice.
    """

    def __init__(self, context: BrowserContext, way: Way, seed: int = 0) -> None:
        self.context = context
        self.way = way
        self.page = context.new_page()
        self.page.add_init_script(LINE)
        self.wrong: list[str] = []
        self.hosts: set[str] = set()
        self._luck = random.Random(seed)
        self._armed: list[Spot] = []
        self._watch(self.page)

    def _watch(self, page: Page) -> None:
        def said(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.wrong.append(message.text)

        def asked(request: Request) -> None:
            self.hosts.add(urlsplit(request.url).netloc)

        page.on("console", said)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", asked)
        page.on("websocket", lambda line: self.hosts.add(urlsplit(line.url).netloc))

    def sit_down(self, address: str, opponents: int = 1, rules: str = "") -> Look:
        """Open the start page, choose opponents and begin.

        Args:
            address: the start page.
            opponents: how many.
            rules: an id whose rule sheet is read first, and its rules tried.

        Returns:
            The table, as soon as it asks for something.
        """
        page = self.page
        if rules:
            page.goto(f"{address}rules/{rules}")
            self.way.press(page.locator("form[action='/table'] button"))
            page.wait_for_url("**/t/*")
        page.goto(address)
        self.way.press(page.locator(f"input[name=opponents][value='{opponents}']"))
        self.way.press(page.locator("input[name=level][value=beginner]"))
        self.way.press(page.locator("form[action='/table'] button"))
        page.wait_for_url("**/t/*")
        return self.look()

    def look(self, past: Look | None = None) -> Look:
        """Wait until the table differs from ``past`` and asks for something."""
        try:
            found = self.page.wait_for_function(LOOK, arg=past.stamp if past else "").json_value()
        except TooLate as error:
            now = self.page.evaluate(LOOK, "")
            felt = self.page.evaluate("felt.slice(-6)")
            seen = f"{self.page.url}: {self.page.locator('body').inner_text()[:400]}"
            raise AssertionError(f"nothing happens: {past}, now {now}, {felt}, {seen}") from error
        look = _look(found)
        assert not look.sideways, "the page scrolls sideways"
        assert look.status, "nothing says what is going on"
        return look

    def act(self, look: Look) -> Look:
        """Do one thing that the page asks for.

        Returns:
            The table when it asks for the next thing.
        """
        page, way = self.page, self.way
        if look.go_on:
            way.tap(page, look.go_on)
        elif look.catches:
            way.tap(page, look.catches[0])
        elif look.urgent and look.lappen:
            way.tap(page, look.lappen)
        elif look.suits and not (look.fits and self._luck.random() < 0.5):
            named = look.bare and self._luck.random() < 0.3
            way.tap(page, look.bare if named and look.bare else self._longest(look))
        elif look.lay and not (look.fits and self._luck.random() < 0.5):
            way.lay_chosen(page, look.lay, look.pile)
        elif look.fits:
            arms = len(look.hand) == 2 and not look.armed and self._luck.random() < 0.8
            # pressed once for these two cards: what the table shows may be from before the press
            if arms and look.lappen and self._armed != look.hand:
                self._armed = look.hand
                way.tap(page, look.lappen)
            else:
                way.lay(page, self._luck.choice(look.fits), look.pile)
        elif look.draw:
            way.tap(page, look.take or look.stock)
        else:
            assert look.pass_turn, f"it is my turn, and nothing can be done: {look}"
            way.tap(page, look.pass_turn)
        return self.look(look)

    def _longest(self, look: Look) -> Spot:
        """The suit of which the hand holds most."""
        held = [card.label.split()[0] for card in look.hand]
        return max(look.suits, key=lambda suit: held.count(suit.label))

    def play_until(self, look: Look, enough: Callable[[Look], bool]) -> Look:
        """Play on until the table looks as wanted."""
        for _ in range(3000):
            if enough(look):
                return look
            look = self.act(look)
        raise AssertionError("this match does not end")


def table_html(page: Page) -> str:
    """The table as it stands on the page, but for what is this page's own: flights, its notice."""
    return str(
        page.evaluate(
            """() => {
              const table = document.getElementById('table').cloneNode(true)
              for (const e of table.querySelectorAll('.was, #notice')) e.remove()
              for (const e of [table, ...table.querySelectorAll('*')]) {
                e.removeAttribute('style')
                e.classList.remove('fly')
                if (!e.classList.length) e.removeAttribute('class')
              }
              delete table.dataset.sounds
              return table.outerHTML.replace(/\\s+/g, ' ')
            }"""
        )
    )
