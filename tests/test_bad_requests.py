"""Thousands of requests that should not be: each gets a 4xx and a sentence, and changes nothing."""

from __future__ import annotations

import asyncio
import html
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.browsing import NEVER, NOWHERE
from vandatta.cards import PACK, SUITS, card_text
from vandatta.messages import LANGS, catalogue
from vandatta.server.app import create_app
from vandatta.server.security import BODY_LIMIT, COOKIE
from vandatta.server.settings import CHOICES
from vandatta.store.memory import MemoryStore

SENTENCES = {
    lang: [str(texts[lang]) for key, texts in catalogue().items() if key.startswith("problem.")]
    for lang in LANGS
}
JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True)
class Bad:
    """A request, with holes for what only the running server knows."""

    method: str = "POST"
    path: str = "{table}/move"
    headers: dict[str, str] = field(default_factory=lambda: dict(JSON))
    body: bytes = b""
    move: dict[str, Any] | None = None
    """A body to be made: ``legal`` says which legal move to put in, ``stale`` by how much its
    decision is off, ``words`` a move to make if it is not legal."""
    who: str = "player"
    """Whose cookie: "player", "other", "nobody"."""


class Desk:
    """A server with two players, each at a table of their own where the first is to move."""

    async def open(self) -> None:
        self.store = MemoryStore()
        self.app = create_app(self.store, NEVER, new_tables=1e6)
        self.lifespan = self.app.router.lifespan_context(self.app)
        await self.lifespan.__aenter__()
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url="http://testserver"
        )
        self.cookies = {"nobody": ""}
        self.other, _ = await self._sit_down("other")
        self.table, self.seen = await self._sit_down("player")
        self.before = await self.lengths()

    async def _sit_down(self, who: str) -> tuple[str, dict[str, Any]]:
        while True:
            self.client.cookies.clear()
            response = await self.client.post("/table")
            cookie = f"{COOKIE}={response.cookies[COOKIE]}"
            self.client.cookies.clear()
            table = response.headers["location"]
            seen = await self.client.get(f"{table}/view", headers={"cookie": cookie})
            if seen.json()["turn"] == 0:
                self.cookies[who] = cookie
                return table, seen.json()

    async def close(self) -> None:
        await self.client.aclose()
        await self.lifespan.__aexit__(None, None, None)

    async def lengths(self) -> dict[str, int]:
        """How long every table's log is."""
        return {name: len(await self.store.read(name)) for name in await self.store.tables()}

    async def send(self, bad: Bad, lang: str) -> None:
        """Send a request and check what comes back."""
        headers = {**bad.headers, "accept-language": lang, "cookie": self.cookies[bad.who]}
        body = bad.body if bad.move is None else self._body(bad.move)
        path = bad.path.replace("{table}", self.table).replace("{other}", self.other)
        self.client.cookies.clear()
        response = await self.client.request(bad.method, path, headers=headers, content=body)
        assert 400 <= response.status_code < 500, (response.status_code, response.text)
        if response.headers["content-type"] == "application/json":
            found = response.json()
            assert set(found) == {"rule", *LANGS}
            assert all(found[each].endswith((".", "!", "?")) for each in LANGS), found
        elif bad.method != "HEAD":
            page = html.unescape(response.text)
            assert any(each in page for each in SENTENCES["sv" if lang == "sv" else "en"])
        assert await self.lengths() == self.before

    def _body(self, move: dict[str, Any]) -> bytes:
        asked = {
            key: value for key, value in move.items() if key not in ("legal", "stale", "words")
        }
        legal = self.seen["legal"]
        if "legal" in move:
            asked["move"] = legal[move["legal"] % len(legal)]
        elif "words" in move:
            words = move["words"]
            asked["move"] = words if words.removesuffix("!") not in legal else "pass"
        if "stale" in move:
            asked["decision"] = self.seen["decision"] + move["stale"]
        return json.dumps(asked).encode()


@pytest.fixture(scope="module")
def desk() -> Iterator[tuple[asyncio.Runner, Desk]]:
    with asyncio.Runner() as runner:
        desk = Desk()
        runner.run(desk.open())
        yield runner, desk
        runner.run(desk.close())


CARDS = [card_text(card) for card in PACK] + ["JK"]
WORDS = st.one_of(
    st.sampled_from(CARDS),
    st.builds("{}={}".format, st.sampled_from(CARDS), st.sampled_from(SUITS)),
    st.builds("{}!".format, st.sampled_from(CARDS)),
    st.builds("".join, st.lists(st.sampled_from(CARDS), min_size=2, max_size=20)),
    st.builds("={}".format, st.sampled_from(SUITS)),
    st.builds("?{}".format, st.integers(-1, 12)),
    st.sampled_from(["!", "pass", "done", "DRAW", "9C", "10h", "", " ", "8h=", "=", "?", "9c!!"]),
    st.text(max_size=60),
)
"""Moves in the notation and beside it; what is legal is replaced when it is sent."""
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
NO_WORD = VALUES.filter(lambda value: not isinstance(value, str))
NO_NUMBER = VALUES.filter(lambda value: value is not None and type(value) is not int)
OFF = st.integers(-1000, 10**18).filter(bool)
LEGAL = st.integers(0, 30).map(lambda i: {"legal": i})
TEXTS = st.text(st.characters(codec="ascii", exclude_characters="\r\n"), max_size=30)


def with_move(moves: st.SearchStrategy[dict[str, Any]], **rest: Any) -> st.SearchStrategy[Bad]:
    return moves.map(lambda move: Bad(move=move, **rest))


REQUESTS = st.one_of(
    # moves that may not be made, or not now
    with_move(WORDS.map(lambda words: {"words": words})),
    with_move(st.builds(lambda move, off: {**move, "stale": off}, LEGAL, OFF)),
    # things that are no moves
    with_move(NO_WORD.map(lambda value: {"move": value})),
    with_move(st.builds(lambda move, value: {**move, "decision": value}, LEGAL, NO_NUMBER)),
    with_move(
        st.builds(
            lambda move, key, value: {**move, key: value},
            LEGAL,
            st.sampled_from(["seat", "table", "Move", "move "]),
            VALUES,
        )
    ),
    VALUES.filter(lambda value: value != {}).map(
        lambda value: Bad(body=json.dumps(value).encode())
    ),
    st.binary(max_size=200).map(lambda body: Bad(body=body)),
    st.integers(1, 4).map(lambda times: Bad(body=b" " * (BODY_LIMIT * times + 1))),
    st.integers(1000, 16000).map(lambda depth: Bad(body=b"[" * depth)),
    # somebody else's move
    with_move(LEGAL, who="other"),
    with_move(LEGAL, who="nobody"),
    with_move(LEGAL, path="{other}/move"),
    with_move(LEGAL, path=NOWHERE + "/move"),
    st.sampled_from(["", "/view", "/ws"]).map(lambda end: Bad("GET", "{other}" + end)),
    st.builds(
        lambda where, end: Bad("GET", f"/t/{where}{end}"),
        st.from_regex(r"[A-Za-z0-9_.~%-]{1,40}", fullmatch=True).filter(
            lambda where: "%" not in where and where not in (".", "..")
        ),
        st.sampled_from(["", "/view"]),
    ),
    with_move(LEGAL, headers={**JSON, "origin": "https://elsewhere.example"}),
    with_move(LEGAL, headers={**JSON, "sec-fetch-site": "cross-site"}),
    with_move(LEGAL, headers={"content-type": "text/plain"}),
    with_move(LEGAL, headers={}),
    # the wrong time, way or words
    with_move(
        st.sampled_from([{}, {"again": True}, {"again": 1}, {"again": None}, {"more": 1}]),
        path="{table}/next",
    ),
    st.builds(
        Bad,
        st.sampled_from(["PUT", "DELETE", "PATCH", "OPTIONS"]),
        st.sampled_from(["/", "/rules", "/table", "/settings", "{table}", "{table}/move"]),
    ),
    st.sampled_from(["after=x", "after=-1", "wait=1e9", "after=" + "9" * 99, "wait=%C3%A5"]).map(
        lambda query: Bad("GET", "{table}/view?" + query)
    ),
    st.builds(
        lambda path, name, value: Bad(
            path=path, headers=dict(FORM), body=str(httpx.QueryParams({name: value})).encode()
        ),
        st.sampled_from(["/settings", "/table"]),
        st.sampled_from([*CHOICES, "back", "seat"]),
        st.text(max_size=20).filter(
            lambda value: value not in ("/", "/rules", *sum(CHOICES.values(), ()))
        ),
    ),
    st.binary(min_size=1, max_size=100).map(lambda body: Bad(path="/table", body=body)),
    st.builds(
        lambda name, value: Bad("GET", f"/{name}?{value}"),
        st.sampled_from(["static/x.js", "t", "t/", "favicon.ico", "%00", "%ff", "robots"]),
        TEXTS.map(lambda words: str(httpx.QueryParams({"v": words}))),
    ),
)
BATCH = 67
"""With the profile of CI, 150 batches: some ten thousand requests."""


@given(
    st.lists(REQUESTS, min_size=BATCH, max_size=BATCH), st.sampled_from(["sv", "en", "de-AT;q=x"])
)
def test_bad_requests_get_a_sentence_and_change_nothing(
    desk: tuple[asyncio.Runner, Desk], requests: list[Bad], lang: str
) -> None:
    runner, server = desk

    async def send_all() -> None:
        for bad in requests:
            await server.send(bad, lang)

    runner.run(send_all())


def test_the_same_move_is_accepted_where_nothing_is_wrong(
    desk: tuple[asyncio.Runner, Desk],
) -> None:
    """Or all the refusals above would prove nothing."""
    runner, server = desk

    async def send() -> None:
        headers = {**JSON, "cookie": server.cookies["player"]}
        body = server._body({"legal": 0, "stale": 0})
        response = await server.client.post(f"{server.table}/move", headers=headers, content=body)
        assert response.status_code == 200, response.text
        after = await server.lengths()
        assert sum(after.values()) == sum(server.before.values()) + 1

    runner.run(send())
