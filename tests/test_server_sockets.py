"""An open page at a table: what its socket is sent, and what it may send."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.browsing import (
    NOWHERE,
    TestClient,
    browser,
    my_turn,
    new_table,
    problem,
    stranger,
    view,
)
from vandatta.messages import text
from vandatta.server import socket as socket_module
from vandatta.server.security import FRAME_LIMIT
from vandatta.server.socket import NO_TABLE
from vandatta.store.memory import MemoryStore


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def client(store: MemoryStore) -> Iterator[TestClient]:
    with browser(store) as client:
        yield client


# --- again and again -----------------------------------------------------------------


def without_sounds(page: str) -> str:
    return re.sub(r'data-sounds="[^"]*"', "", page)


def test_a_restart_changes_nothing(store: MemoryStore) -> None:
    with browser(store) as client:
        table = my_turn(client)
        client.post(f"{table}/move", json={"move": view(client, table)["legal"][0]})
        cookies = dict(client.cookies)
        before, seen = client.get(table), view(client, table)
    with browser(store) as client:
        client.cookies.update(cookies)
        after = client.get(table)
        assert after.status_code == 200 and after.text == before.text
        assert view(client, table) == seen
        assert f'href="{table}"' in client.get("/").text


def test_sockets_of_one_seat_show_the_same(client: TestClient) -> None:
    table = my_turn(client)
    with (
        client.websocket_connect(f"{table}/ws") as one,
        client.websocket_connect(f"{table}/ws") as two,
    ):
        first = one.receive_text()
        assert first.startswith('<main id="table"')
        assert first == two.receive_text()
        assert first in client.get(table).text
        seen = view(client, table)
        # an eight wants a suit, so take what is a move in one tap
        move = next((m for m in seen["legal"] if "=" not in m), seen["legal"][0])
        one.send_json({"do": f"move {move}", "n": seen["decision"]})
        after = one.receive_text()
        assert after != first and after == two.receive_text()
    with client.websocket_connect(f"{table}/ws") as three:
        assert without_sounds(three.receive_text()) == without_sounds(after)


def test_a_socket_answers_with_the_referees_sentence(client: TestClient) -> None:
    table = my_turn(client)
    client.post("/settings", data={"lang": "en"})
    with client.websocket_connect(f"{table}/ws") as socket:
        shown = socket.receive_text()
        assert "notice-" not in shown
        socket.send_json({"do": "move ?1", "n": view(client, table)["decision"]})
        refused = html.unescape(socket.receive_text())
        assert text("en", "refusal.not_forgotten_more", number="seven") in refused
        # the same again is a new notice, so that it is told again
        socket.send_json({"do": "move ?1"})
        again = socket.receive_text()
        keys = [re.findall(r'id="notice-(\w+)"', page) for page in (refused, again)]
        assert len(keys[0]) == len(keys[1]) == 1 and keys[0] != keys[1]
        # and it goes away with the next thing one does
        socket.send_json({"do": "sort rank"})
        assert "notice-" not in socket.receive_text()
    assert view(client, table)["length"] == 2


def test_an_outdated_tap_is_told(client: TestClient) -> None:
    table = my_turn(client)
    seen = view(client, table)
    with client.websocket_connect(f"{table}/ws") as socket:
        socket.receive_text()
        for do in (f"move {seen['legal'][0]}", "next", "again"):
            socket.send_json({"do": do, "n": seen["decision"] - 1})
            told = html.unescape(socket.receive_text())
            assert "notice-" in told
            assert text("sv", "refusal.stale") in told or problem("stale") in told
    assert view(client, table)["length"] == 2


def test_a_double_tap_is_silent(client: TestClient) -> None:
    table = my_turn(client)
    seen = view(client, table)
    tap = {"do": f"move {seen['legal'][0]}", "n": seen["decision"]}
    with client.websocket_connect(f"{table}/ws") as socket:
        socket.receive_text()
        socket.send_json(tap)
        assert "notice-" not in socket.receive_text()
        socket.send_json(tap)
        assert "notice-" not in socket.receive_text()
        # but another action for the same table is told of
        socket.send_json({**tap, "do": "move ?1"})
        assert "notice-" in socket.receive_text()
    assert view(client, table)["length"] == 3


BAD_FRAMES = [
    "",
    "hello",
    "[]",
    "{}",
    "null",
    '{"do": 7}',
    '{"do": "move"}',
    '{"do": "move 9x"}',
    '{"do": "move 9c 9d"}',
    '{"do": "pick ÅÄ"}',
    '{"do": "pick 99"}',
    '{"do": "sort colour"}',
    '{"do": "dance"}',
    '{"do": "unpick", "n": "1"}',
    '{"do": "unpick", "n": 1e3}',
    '{"do": "unpick", "seat": 1}',
    '{"do": "\\ud800"}',
    "[" * 4000,
]


def test_frames_that_make_no_sense_get_a_sentence(client: TestClient) -> None:
    table = my_turn(client)
    with client.websocket_connect(f"{table}/ws") as socket:
        socket.receive_text()
        for frame in BAD_FRAMES:
            socket.send_text(frame)
            answer = html.unescape(socket.receive_text())
            assert "notice-" in answer, frame
            assert problem("bad_request") in answer or problem("not_json") in answer, frame
    assert view(client, table)["length"] == 2


def test_frames_that_are_too_big_or_not_text_end_it(client: TestClient) -> None:
    table = my_turn(client)
    for frame, code in (("x" * (FRAME_LIMIT + 1), 1009), ("ä" * FRAME_LIMIT, 1009), (b"x", 1003)):
        with client.websocket_connect(f"{table}/ws") as socket:
            socket.receive_text()
            if isinstance(frame, bytes):
                socket.send_bytes(frame)
            else:
                socket.send_text(frame)
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == code


def test_a_socket_to_nowhere_is_closed_for_good(client: TestClient) -> None:
    table = my_turn(client)
    for who, where in ((client, NOWHERE), (client, "/t/x"), (stranger(client), table)):
        with who.websocket_connect(f"{where}/ws") as socket:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == NO_TABLE


def test_the_suit_is_chosen_in_place(client: TestClient) -> None:
    """Picking opens the choice, going back closes it, and neither is a move."""
    while True:
        table = my_turn(client)
        seen = view(client, table)
        eights = [move for move in seen["legal"] if "=" in move[1:]]
        if eights:
            break
    card = eights[0].partition("=")[0]
    with client.websocket_connect(f"{table}/ws") as socket:
        first = socket.receive_text()
        assert f'data-do="pick {card}"' in first and 'id="suits"' not in first
        socket.send_json({"do": f"pick {card}", "n": seen["decision"]})
        assert f'data-do="move {card}=h"' in socket.receive_text()
        socket.send_json({"do": "unpick"})
        assert socket.receive_text() == first
        socket.send_json({"do": f"pick {card}", "n": seen["decision"]})
        socket.receive_text()
        socket.send_json({"do": f"move {card}=h", "n": seen["decision"]})
        assert 'id="suits"' not in socket.receive_text()
    assert view(client, table)["suit"] == "h"


class Player:
    """Taps what the page offers, as a person would who looks at nothing else."""

    def __init__(self) -> None:
        self.shown = ""
        self.done: set[tuple[str, str]] = set()

    def tap(self) -> str | None:
        """What to tap now, if anything."""
        page = self.shown
        for pattern in (
            r'id="go-on" data-do="([^"]+)"',
            r'<button class="lappen urgent" id="lappen" data-do="(lappen)"',
            r'id="suit-h" data-do="([^"]+)"',
            r'class="slot fits" id="[^"]+" data-do="([^"]+)"',
            r'class="stock may[^"]*" id="stock" data-do="([^"]+)"',
            r'id="pass" data-do="([^"]+)"',
        ):
            found = re.search(pattern, page)
            if found:
                return found[1]
        return None

    @property
    def decision(self) -> str:
        found = re.search(r'data-n="(\d+)"', self.shown)
        assert found
        return found[1]


@pytest.mark.parametrize("level", ["beginner", "regular"])
def test_a_whole_match_over_the_socket(
    store: MemoryStore, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "RATE", 1e6)  # this player is faster than any person
    with browser(store, pace=0) as client:
        table = new_table(client, opponents="3", level=level)
        player = Player()
        rounds = taps = 0
        with client.websocket_connect(f"{table}/ws") as socket:
            while True:
                player.shown = socket.receive_text()
                tap = player.tap()
                if tap == "again":
                    break
                if tap and (player.decision, tap) not in player.done:
                    player.done.add((player.decision, tap))
                    rounds += tap == "next"
                    taps += 1
                    socket.send_json({"do": tap, "n": int(player.decision)})
        seen = view(client, table)
        assert seen["winners"] and seen["phase_of_match"] == "over"
        assert rounds >= 1 and taps > 5
        assert len(seen["rounds"]) >= rounds
        assert max(seen["totals"]) >= 100
        assert text("sv", "status.match_over") in player.shown
