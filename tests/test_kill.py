"""``kill -9`` of the server in the middle of a match: what was acknowledged is there, once."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from tests.serving import Server
from vandatta.store.interface import Entry
from vandatta.store.sqlite import SqliteStore
from vandatta.table import Table

pytestmark = pytest.mark.slow

KILLS = 50
DATA = "log.sqlite"
FORM = {"content-type": "application/x-www-form-urlencoded"}
JSON = {"content-type": "application/json"}


class Gone(Exception):
    """The server was killed before it answered."""


@dataclass
class Client:
    """A program that plays over HTTP, and remembers what it was told."""

    address: str
    luck: random.Random
    table: str = ""
    cookie: str = ""
    acknowledged: list[str] = field(default_factory=list)
    """The moves that the server said it had made."""

    def _line(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """One request and its whole answer."""
        line = self._line()
        try:
            data = None if body is None else json.dumps(body)
            line.request(method, path, data, {"cookie": self.cookie, **JSON})
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            line.close()

    def open_table(self, opponents: int) -> None:
        """Sit down at a new table."""
        line = self._line()
        form = urlencode({"opponents": opponents, "level": "beginner"})
        line.request("POST", "/table", form, FORM)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 303
        self.table = answer.headers["location"]
        cookies = answer.headers.get_all("set-cookie") or []
        self.cookie = "; ".join(each.partition(";")[0] for each in cookies)
        line.close()

    def view(self) -> dict[str, Any]:
        """The table, as soon as it waits for this player, or the round is over."""
        seen = 0
        while True:
            status, view = self.ask("GET", f"{self.table}/view?after={seen}&wait=20")
            assert status == 200
            found: dict[str, Any] = view
            if found["turn"] == 0 or found["phase_of_match"] in ("between", "over"):
                return found
            seen = found["number"]

    def wish(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """What to ask for next: the path, and the body."""
        decision = view["decision"]
        if view["phase_of_match"] != "round":
            again = view["phase_of_match"] == "over"
            return f"{self.table}/next", {"again": again, "decision": decision}
        move = self.luck.choice(view["legal"])
        if len(view["hand"]) == 2 and move not in ("draw", "pass") and move[0] != "=":
            move += "!"
        return f"{self.table}/move", {"move": move, "decision": decision}

    def step(self) -> None:
        """Look at the table and do what it waits for."""
        path, body = self.wish(self.view())
        status, answer = self.ask("POST", path, body)
        # a computer player may have been faster: with a forgotten call, or the next round
        assert status in (200, 409), answer
        if status == 200 and "move" in body:
            self.acknowledged.append(body["move"])

    def step_and(self, server: Server, how: int) -> str | None:
        """Send a request and kill the server in the middle of it.

        Args:
            server: the server to kill.
            how: 0 with half of the request sent; 1 with all of it, and no answer awaited; 2 a
                moment later, when the move may be on its way to the disk; 3 at the first byte
                of the answer.

        Returns:
            The move that was not acknowledged; None if it was, or if there was none.
        """
        path, body = self.wish(self.view())
        host = urlsplit(self.address)
        words = json.dumps(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {host.netloc}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(words)}\r\n\r\n"
        )
        request = (head + words).encode()
        answer = b""
        with socket.create_connection((host.hostname, host.port or 80), timeout=60) as line:
            if how == 0:
                request = request[: self.luck.randrange(1, len(request))]
            line.sendall(request)
            if how == 2:
                # as long as a few hundred to some ten thousand steps of ours take
                sum(range(int(10 ** self.luck.uniform(2, 5.5))))
            if how == 3:
                answer = line.recv(1)
            server.kill()
            try:
                while more := line.recv(4096):
                    answer += more
            except ConnectionError:
                pass
        move = str(body["move"]) if "move" in body else None
        if answer.startswith(b"HTTP/1.1 200") and answer.rstrip().endswith(b"}") and move:
            self.acknowledged.append(move)
            return None
        return move


def log_of(data: Path, table: str) -> list[Entry]:
    """The table's log as it is on disk."""

    async def read() -> list[Entry]:
        store = SqliteStore(data)
        try:
            return await store.read(table.rpartition("/")[2])
        finally:
            await store.close()

    return asyncio.run(read())


def moves_of(log: list[Entry], seat: int) -> list[str]:
    return [entry["move"] for entry in log if entry["t"] == "move" and entry["seat"] == seat]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / DATA, pace=0)
    yield server
    server.abandon()


def test_no_kill_loses_or_doubles_a_move(server: Server, tmp_path: Path) -> None:
    luck = random.Random("kill")
    client = Client(server.start(), luck)
    client.open_table(opponents=2)
    before: list[Entry] = []
    unanswered = kept = 0
    for kill in range(KILLS):
        for _ in range(luck.randrange(4)):
            client.step()
        how = kill % 5
        lost = None
        if how == 4:
            server.kill()
        else:
            lost = client.step_and(server, how)

        log = log_of(tmp_path / DATA, client.table)
        assert log[: len(before)] == before, "what was in the log has changed"
        mine = moves_of(log, 0)
        if lost is not None:
            unanswered += 1
            if len(mine) > len(client.acknowledged):
                # it got through, though nobody heard: as if it had been acknowledged
                kept += 1
                client.acknowledged.append(lost)
        assert mine == client.acknowledged, f"kill {kill}, {how}"
        table = Table(log)

        before = log
        client.address = server.start()
        number = client.ask("GET", f"{client.table}/view")[1]["number"]
        assert number >= table.number
    assert unanswered > 10
    assert kept < unanswered, "every kill came too late to matter"

    while (view := client.view())["phase_of_match"] != "over":
        client.step()
    server.stop()
    log = log_of(tmp_path / DATA, client.table)
    assert log[: len(before)] == before
    assert moves_of(log, 0) == client.acknowledged
    table = Table(log)
    assert table.phase_of_match == "over"
    winners = table.view(0).winners
    assert winners == tuple(view["winners"])
    totals = table.view(0).totals
    assert all(totals[seat] <= min(totals) for seat in winners)
    assert table.length == view["length"]
