"""Nothing hidden goes over the wire: every byte a browser gets in a whole match is searched.

What a seat may know is worked out here from the log alone, without the view: its own cards, those
that lay on the pile, and all hands once the round is over.
"""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from tests.browsing import TestClient, browser, new_table
from vandatta.cards import card_from_text, card_text
from vandatta.events import Dealt, Drew, Event, Laid, PutBack, Renewed, RoundOver, TurnedUp
from vandatta.messages import LANGS, card_name
from vandatta.store.memory import MemoryStore
from vandatta.table import Table

if TYPE_CHECKING:
    from starlette.testclient import WebSocketTestSession

DECK = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
WRITTEN = re.compile(r"(?<![A-Za-z0-9])([A23456789TJQK][shdc])(?![A-Za-z0-9])")
"""A card as moves, element data and JSON write it."""
SPOKEN = {card_name(lang, card_from_text(card)): card for lang in LANGS for card in DECK}
NOTICE = re.compile(r'id="notice-(\w+)"')
SETTLED = (0.001, 3)
"""A pace at which nearly every move is shown on its own; and the opponents."""


@dataclass(frozen=True)
class Knowledge:
    """What one seat may know after an event."""

    seen: frozenset[str] = frozenset()
    """Cards that it held, or that lay open, since the deal."""
    hand: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    over: bool = False
    """The round is over: all hands lie open."""

    def after(self, event: Event, seat: int) -> Knowledge:
        """What it may know when ``event``, told in full, has happened."""
        match event:
            case Dealt(cards=cards):
                # the deal of a new round begins: nothing of the last one counts any more
                fresh = Knowledge() if self.over else self
                return fresh._take(cards or ()) if event.seat == seat else fresh
            case Drew(card=card) if card is not None and event.seat == seat:
                return self._take((card,))
            case TurnedUp():
                return self._open(event.card)
            case Laid():
                known = self._open(event.card)
                if event.seat != seat:
                    return known
                left = list(self.hand)
                left.remove(card_text(event.card))
                return replace(known, hand=tuple(left))
            case PutBack():
                return replace(self._open(event.card), pile=())
            case Renewed():
                return replace(self, pile=self.pile[-1:])
            case RoundOver():
                return replace(self, over=True, seen=frozenset(DECK))
            case _:
                return self

    def _take(self, cards: tuple[int, ...]) -> Knowledge:
        words = tuple(map(card_text, cards))
        return replace(self, hand=self.hand + words, seen=self.seen | set(words))

    def _open(self, card: int) -> Knowledge:
        words = card_text(card)
        return replace(self, pile=(*self.pile, words), seen=self.seen | {words})


class Faces(HTMLParser):
    """Which cards lie face up in which zone of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.zones: dict[str, list[str]] = {}
        self._open: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if "data-zone" in found:
            self._open.append((tag, found.get("id") or ""))
            self.zones[self._open[-1][1]] = []
        if found.get("data-card") is not None and self._open:
            self.zones[self._open[-1][1]].append(found["data-card"] or "")

    def handle_endtag(self, tag: str) -> None:
        # a zone holds no other element of its own kind
        if self._open and self._open[-1][0] == tag:
            self._open.pop()


def named_in(words: str) -> set[str]:
    """Every card that ``words`` name, in the notation or in either language."""
    plain = html.unescape(words)
    lower = plain.lower()
    spoken = {card for name, card in SPOKEN.items() if name in lower}
    return {*WRITTEN.findall(plain), *spoken}


def search(words: str, known: Knowledge, asked: str = "") -> None:
    """Fail if ``words`` name a card that the seat may not know, nor has ``asked`` about."""
    hidden = named_in(words) - known.seen - set(asked.split())
    assert not hidden, f"{hidden} in {words}"


def search_page(page: str, known: Knowledge, asked: str = "") -> None:
    """Fail if a page, or a piece of one, shows a card that the seat may not know."""
    search(page, known, asked)
    faces = Faces()
    faces.feed(page)
    fans = [cards for zone, cards in faces.zones.items() if zone.startswith("fan-")]
    assert len(fans) == SETTLED[1]
    assert not any(card for cards in fans for card in cards)
    assert faces.zones["pile"] == list(known.pile[-3:])
    if not known.over:
        assert sorted(faces.zones["hand"]) == sorted(known.hand)


@dataclass
class Listener:
    """Everything the server has sent.

    Each with the number of the last event it tells of, and a card that was asked about, which the
    answer may name.
    """

    client: TestClient
    table: str
    asked: str = ""
    pages: list[tuple[int, str, str]] = field(default_factory=list)
    other: list[tuple[int, str, str]] = field(default_factory=list)

    def frame(self, words: str) -> str:
        found = re.search(r'data-number="(\d+)"', words)
        assert found
        self.pages.append((int(found.group(1)), words, self.asked))
        return words

    def hear(self, number: int, words: str, asked: str = "") -> None:
        self.other.append((number, words, asked))

    def look(self) -> dict[str, Any]:
        """The table as JSON."""
        response = self.client.get(f"{self.table}/view")
        view: dict[str, Any] = response.json()
        self.hear(view["number"], response.text)
        self.hear(view["number"], str(response.headers))
        return view

    def visit(self) -> None:
        """The page itself, and the start page, which leads to it."""
        response = self.client.get(self.table)
        self.frame(response.text)
        self.hear(self.pages[-1][0], str(response.headers))
        # the start page shows the four eights, whatever happens at the table
        assert named_in(self.client.get("/").text) == {"8s", "8h", "8d", "8c"}

    def ask(self, card: str, decision: int) -> None:
        """Try over HTTP to lay a card that the hand may hold or not, whatever the answer."""
        body = {"move": card, "decision": decision}
        response = self.client.post(f"{self.table}/move", json=body)
        # the answer may be a moment older than the table is now
        self.hear(self.look()["number"], response.text + str(response.headers), card)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def client(store: MemoryStore) -> Iterator[TestClient]:
    with browser(store, pace=SETTLED[0]) as client:
        yield client


def answered(listener: Listener, line: WebSocketTestSession, do: str, decision: int) -> str:
    """Ask for something over the socket.

    Returns:
        The first table that answers: a later one, one with another notice or a suit choice.
    """
    old = listener.pages[-1][1]
    line.send_json({"do": do, "n": decision})
    while True:
        frame = listener.frame(line.receive_text())
        shown = re.search(r'data-n="(\d+)"', frame)
        if (shown and int(shown.group(1)) > decision) or 'id="suits"' in frame:
            return frame
        if NOTICE.search(frame) and NOTICE.findall(frame) != NOTICE.findall(old):
            return frame


def play_match(listener: Listener, luck: random.Random) -> None:
    """Play a match over the socket, and look around over HTTP meanwhile."""
    with listener.client.websocket_connect(f"{listener.table}/ws") as line:
        frame = listener.frame(line.receive_text())
        while 'data-do="again"' not in frame:
            view = listener.look()
            decision, mine = view["decision"], view["turn"] == 0
            if view["phase_of_match"] == "between":
                frame = answered(listener, line, "next", decision)
            elif mine and luck.random() < 0.2:
                card = luck.choice(DECK)
                listener.ask(card, decision)
                # an answer may stand on the page for a while, beside the next one
                listener.asked += f" {card}"
                frame = answered(listener, line, f"pick {card}", decision)
            elif mine:
                frame = answered(listener, line, f"move {luck.choice(view['legal'])}", decision)
            else:
                frame = listener.frame(line.receive_text())
            if luck.random() < 0.1:
                listener.visit()
    listener.visit()
    listener.look()


@pytest.mark.slow
def test_no_byte_of_a_match_tells_what_is_hidden(store: MemoryStore, client: TestClient) -> None:
    table = new_table(client, opponents=str(SETTLED[1]), level="beginner")
    listener = Listener(client, table)
    play_match(listener, random.Random(7))

    portal = client.portal
    assert portal
    log = portal.call(store.read, table.rpartition("/")[2])
    replay = Table()
    known = {0: Knowledge()}
    for entry in log:
        for event in replay.apply(entry):
            known[event.n] = known[event.n - 1].after(event, 0)
    assert replay.phase_of_match == "over"

    # what is random may look like a card, and tells nothing
    chance = re.compile("|".join(map(re.escape, [table[3:], *client.cookies.values()])))
    for number, page, asked in listener.pages:
        search_page(chance.sub("", page), known[number], asked)
    for number, words, asked in listener.other:
        search(chance.sub("", words), known[number], asked)
    assert len(listener.pages) > 100
    assert len(listener.other) > 100
    hidden = [52 - len(known[number].seen) for number, *_ in listener.pages]
    assert sum(each > 20 for each in hidden) > 30, "too little was hidden for this to say anything"


OPEN = Knowledge(seen=frozenset({"9c", "4h", "Qh"}), hand=("9c", "Qh"), pile=("4h",))
PAGE = (
    "<main><ul>"
    + "".join(
        f'<li><div id="fan-{i}" data-zone><span data-card=""></span></div></li>' for i in (1, 2, 3)
    )
    + '</ul><div id="pile" data-zone><span data-card="4h"></span></div>'
    '<section id="hand" data-zone><button><span data-card="9c"></span></button>'
    '<button aria-label="Hjärter dam"><span data-card="Qh"></span></button></section></main>'
)


def test_a_page_that_tells_nothing_passes() -> None:
    search_page(PAGE, OPEN)


@pytest.mark.parametrize(
    ("what", "leak"),
    [
        ('data-card=""', 'data-card="Ks"'),
        ('data-card=""', 'data-card="4h"'),
        ("<main>", "<main><!-- spader kung -->"),
        ("<main>", "<main><p>The King of Spades"),
        ("<main>", '<main data-x="#c-Ks">'),
        ("Hjärter dam", "Hj&auml;rter kung"),
        ('data-card="4h"', 'data-card="9c"'),
        ('<span data-card="9c"></span>', ""),
    ],
)
def test_a_page_that_tells_something_is_found(what: str, leak: str) -> None:
    page = PAGE.replace(what, leak, 1)
    assert page != PAGE
    with pytest.raises(AssertionError):
        search_page(page, OPEN)


def test_a_view_that_tells_something_is_found() -> None:
    search(json.dumps({"hand": ["9c", "Qh"], "top": "4h"}), OPEN)
    with pytest.raises(AssertionError):
        search(json.dumps({"events": [{"kind": "Drew", "card": "2d"}]}), OPEN)
