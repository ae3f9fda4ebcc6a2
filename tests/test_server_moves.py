"""Moves of programs over HTTP, and who may make them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.browsing import (
    EN,
    HOST,
    NOWHERE,
    TestClient,
    browser,
    my_turn,
    new_table,
    problem,
    shown,
    stranger,
    view,
)
from vandatta.messages import LANGS
from vandatta.server.security import BODY_LIMIT, COOKIE
from vandatta.store.interface import StoreFull
from vandatta.store.memory import MemoryStore


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def client(store: MemoryStore) -> Iterator[TestClient]:
    with browser(store) as client:
        yield client


# --- moves over HTTP -----------------------------------------------------------------


def test_a_move_by_a_program(client: TestClient) -> None:
    table = my_turn(client)
    before = view(client, table)
    move = before["legal"][0]
    response = client.post(f"{table}/move", json={"move": move, "decision": before["decision"]})
    assert (response.status_code, response.json()) == (200, {"ok": True, "length": 3})
    after = view(client, table, f"?after={before['number']}")
    assert after["length"] == 3
    assert {event["n"] for event in after["events"]} == set(
        range(before["number"] + 1, after["number"] + 1)
    )
    kind = "Drew" if move == "draw" else "Named" if move[0] == "=" else "Laid"
    assert after["events"][0]["kind"] == kind


def _laid(seen: dict[str, Any]) -> set[str]:
    """The cards that have lain open."""
    open_cards = ("Laid", "TurnedUp", "PutBack")
    return {event["card"] for event in seen["events"] if event["kind"] in open_cards}


def test_the_view_tells_what_the_seat_sees_and_no_more(client: TestClient) -> None:
    table = my_turn(client)
    seen = view(client, table)
    assert len(seen["hand"]) == 7 and seen["counts"] == [7, 7, 7, 7]
    dealt = [event for event in seen["events"] if event["kind"] == "Dealt"]
    assert [event["cards"] is not None for event in dealt] == [e["seat"] == 0 for e in dealt]
    named = set(re.findall(r'"([A2-9TJQK][shdc])"', client.get(f"{table}/view").text))
    assert named == {*seen["hand"], *_laid(seen), seen["top"]}
    assert seen["phase_of_match"] == "round" and seen["seat"] == 0
    assert [each["player"] for each in seen["seats"]] == ["human"] + ["beginner"] * 3


def test_waiting_for_news(store: MemoryStore) -> None:
    """The answer comes with the computer players' moves, not when the time is up."""
    with browser(store, pace=0) as client:
        table = new_table(client)
        seen = view(client, table)
        while seen["turn"] != 0:
            seen = view(client, table, f"?after={seen['number']}&wait=25")
        assert seen["legal"]
        client.post(f"{table}/move", json={"move": seen["legal"][0]})
        later = view(client, table, f"?after={seen['number']}&wait=25")
        assert later["number"] > seen["number"]


@pytest.mark.parametrize(
    ("asked", "status", "rule"),
    [
        ({"move": "?1"}, 422, "not_forgotten"),
        ({"move": "!"}, 422, "nothing_to_call"),
        ({"move": "=s"}, 422, "nothing_to_name"),
        ({"move": "9x"}, 400, "bad_request"),
        ({"move": "draw" * 20}, 400, "bad_request"),
        ({"move": 9}, 400, "bad_request"),
        ({"move": None}, 400, "bad_request"),
        ({"move": "draw", "decision": "1"}, 400, "bad_request"),
        ({"move": "draw", "decision": True}, 400, "bad_request"),
        ({"move": "draw", "decision": 1.0}, 400, "bad_request"),
        ({"move": "draw", "decision": -1}, 400, "bad_request"),
        ({"move": "draw", "seat": 1}, 400, "bad_request"),
        ({}, 400, "bad_request"),
        ([], 400, "not_json"),
        ("draw", 400, "not_json"),
    ],
)
def test_refused_moves(client: TestClient, asked: Any, status: int, rule: str) -> None:
    table = my_turn(client)
    response = client.post(f"{table}/move", json=asked)
    assert (response.status_code, response.json()["rule"]) == (status, rule)
    assert all(response.json()[lang][-1] in ".!" for lang in LANGS)
    assert view(client, table)["length"] == 2


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe", b'{"move": NaN}', b"[" * 10_000, b'{"move": ' + b"1" * 5000 + b"}"],
)
def test_bodies_that_are_no_json(client: TestClient, body: bytes) -> None:
    table = my_turn(client)
    headers = {"content-type": "application/json"}
    response = client.post(f"{table}/move", content=body, headers=headers)
    assert (response.status_code, response.json()["rule"]) == (400, "not_json")


def test_an_outdated_move(client: TestClient) -> None:
    table = my_turn(client)
    seen = view(client, table)
    outdated = {"move": seen["legal"][0], "decision": seen["decision"] - 1}
    response = client.post(f"{table}/move", json=outdated)
    assert (response.status_code, response.json()["rule"]) == (409, "stale")
    assert client.post(f"{table}/next", json={"decision": 1}).status_code == 409
    assert view(client, table)["length"] == 2


def test_a_round_can_not_be_skipped(client: TestClient) -> None:
    table = my_turn(client)
    for asked in ({}, {"again": True}):
        response = client.post(f"{table}/next", json=asked)
        assert response.status_code == 409
    assert client.post(f"{table}/next", json={"again": 1}).status_code == 400
    assert view(client, table)["length"] == 2


def test_a_store_that_is_full(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = my_turn(client)
    move = view(client, table)["legal"][0]

    async def full(*_: object) -> None:
        raise StoreFull("full", "some/path")

    with monkeypatch.context() as patch:
        patch.setattr(MemoryStore, "append", full)
        response = client.post(f"{table}/move", json={"move": move})
        assert response.status_code == 503
        assert response.json() == {
            "rule": "store_full",
            "sv": problem("store_full", "sv"),
            "en": problem("store_full", "en"),
        }
        page = client.post("/table")
        assert page.status_code == 503 and problem("store_full") in shown(page)
    assert view(client, table)["length"] == 2
    assert client.post(f"{table}/move", json={"move": move}).status_code == 200


# --- who may do what -----------------------------------------------------------------


def test_anothers_table_looks_like_none(client: TestClient) -> None:
    table = my_turn(client)
    move = {"move": view(client, table)["legal"][0]}
    other = stranger(client)
    new_table(other)
    for each in (other, stranger(client)):
        for path in ("", "/view"):
            theirs, nobodys = each.get(table + path), each.get(NOWHERE + path)
            assert theirs.status_code == nobodys.status_code == 404
            assert theirs.content == nobodys.content
        assert each.post(f"{table}/move", json=move).status_code == 404
        assert each.post(f"{table}/next", json={}).status_code == 404
    assert problem("no_table", "en") in shown(stranger(client).get(table, headers=EN))
    assert view(client, table)["length"] == 2


@pytest.mark.parametrize(
    "cookie", ["", "x" * 22, "x" * 5000, 'ab"c', "\N{LATIN SMALL LETTER A WITH DIAERESIS}" * 22]
)
def test_a_made_up_secret_opens_nothing(client: TestClient, cookie: str) -> None:
    table = my_turn(client)
    header = f"{COOKIE}={cookie}".encode("latin-1")
    response = stranger(client).get(table, headers=[(b"cookie", header)])
    assert response.status_code == 404


ELSEWHERE = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://testserver.evil.example"},
    {"origin": "http://testserver:81"},
    {"origin": "http://[broken"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_other_websites_change_nothing(client: TestClient, headers: dict[str, str]) -> None:
    table = my_turn(client)
    move = {"move": view(client, table)["legal"][0]}
    answers = [
        client.post("/table", headers=headers),
        client.post("/settings", data={"lang": "en"}, headers=headers),
        client.post(f"{table}/move", json=move, headers=headers),
        client.post(f"{table}/next", json={}, headers=headers),
    ]
    assert [each.status_code for each in answers] == [403] * 4
    assert problem("other_origin") in shown(answers[0])
    assert answers[2].json()["rule"] == "other_origin"
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{table}/ws", headers=headers),
    ):
        pass
    assert view(client, table)["length"] == 2


@pytest.mark.parametrize("headers", [{"origin": HOST}, {"sec-fetch-site": "same-origin"}, {}])
def test_our_own_pages_and_programs_do(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/table", headers=headers).status_code == 303


def test_a_form_elsewhere_can_not_send_a_move(client: TestClient) -> None:
    """A form can say neither that it is JSON nor anything like it."""
    table = my_turn(client)
    move = view(client, table)["legal"][0]
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        body = f'{{"move": "{move}"}}'
        response = client.post(f"{table}/move", content=body, headers={"content-type": kind})
        assert (response.status_code, response.json()["rule"]) == (415, "not_json")
    assert view(client, table)["length"] == 2


def test_too_much_is_not_read(client: TestClient) -> None:
    table = my_turn(client)
    headers = {"content-type": "application/json"}

    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 1024

    for body in (b" " * (BODY_LIMIT + 1), endless()):
        response = client.post(f"{table}/move", content=body, headers=headers)
        assert (response.status_code, response.json()["rule"]) == (413, "too_big")
    page = client.post("/settings", content=b"x" * (BODY_LIMIT + 1))
    assert page.status_code == 413 and problem("too_big") in shown(page)
