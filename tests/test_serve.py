"""The server as a process of its own: started, stopped, killed and started again."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from vandatta.server import main
from vandatta.server.security import FRAME_LIMIT

PROGRAM = """
import sys
from pathlib import Path
from vandatta.server.main import serve
status = serve(Path(sys.argv[1]), sys.argv[2], 0, 1e6, lambda where: print(where, flush=True))
print("numpy" in sys.modules or "numba" in sys.modules, flush=True)
sys.exit(status)
"""


@contextmanager
def server(
    data: Path, host: str = "127.0.0.1", shown: str = "127.0.0.1"
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server, and its address; it is killed if it is still there at the end.

    Args:
        data: its data file.
        host: the address it listens on.
        shown: the one it shows.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(data), host],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith(f"http://{shown}:"), process.communicate()
        yield process, address.rstrip("/")
    finally:
        process.kill()
        process.communicate()


def stop(process: subprocess.Popen[str], how: int) -> str:
    """Stop a server and see that it goes calmly; what it said at the end."""
    process.send_signal(how)
    said, complained = process.communicate(timeout=60)
    assert process.returncode == 0, complained
    assert complained == ""
    return said


def open_socket(address: str, table: str, cookie: str, origin: str) -> ClientConnection:
    return connect(
        address.replace("http", "ws") + f"{table}/ws",
        additional_headers={"Cookie": cookie, "Origin": origin},
    )


def cookie_of(client: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_what_was_acknowledged_is_there_after_any_end(tmp_path: Path, how: signal.Signals) -> None:
    data = tmp_path / "folder" / "tables.sqlite"
    with httpx.Client() as client:
        with server(data) as (process, address):
            assert client.get(address).status_code == 200
            while True:
                table = client.post(f"{address}/table").headers["location"]
                seen = client.get(f"{address}{table}/view").json()
                if seen["turn"] == 0:
                    break
            move = {"move": seen["legal"][0], "decision": seen["decision"]}
            assert client.post(f"{address}{table}/move", json=move).json()["ok"]
            seen = client.get(f"{address}{table}/view").json()
            with open_socket(address, table, cookie_of(client), address) as open_one:
                shown = open_one.recv()
                if how == signal.SIGKILL:
                    process.kill()
                    process.wait()
                else:
                    # an open page does not hold it up
                    assert stop(process, how) == "False\n"
                with pytest.raises(ConnectionClosed):
                    open_one.recv()
        with server(data) as (process, address):
            assert client.get(f"{address}{table}/view").json() == seen
            with open_socket(address, table, cookie_of(client), address) as open_one:
                assert open_one.recv() == shown
            stop(process, signal.SIGTERM)


def test_sockets_are_packed_bounded_and_our_own(tmp_path: Path) -> None:
    with server(tmp_path / "tables.sqlite") as (process, address), httpx.Client() as client:
        table = client.post(f"{address}/table").headers["location"]
        cookie = cookie_of(client)
        with open_socket(address, table, cookie, address) as open_one:
            assert [each.name for each in open_one.protocol.extensions] == ["permessage-deflate"]
            first = open_one.recv()
            open_one.send(json.dumps({"do": "sort rank"}))
            assert open_one.recv() != first
            open_one.send("x" * (FRAME_LIMIT + 1))
            with pytest.raises(ConnectionClosed) as closed:
                open_one.recv()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
        with pytest.raises(InvalidStatus) as refused:
            open_socket(address, table, cookie, "https://elsewhere.example")
        assert refused.value.response.status_code == 403
        with open_socket(address, table, "", address) as open_one:
            with pytest.raises(ConnectionClosed) as closed:
                open_one.recv()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
        stop(process, signal.SIGTERM)


def test_a_server_for_all_shows_an_address_that_others_can_open(tmp_path: Path) -> None:
    every = "0.0.0.0"
    shown = main.own_address(every) or "localhost"
    with server(tmp_path / "tables.sqlite", every, shown) as (process, address):
        page = httpx.get(f"{address}/choose/svensk")
        assert page.status_code == 200
        assert ('class="code"' in page.text) is (shown != "localhost")
        stop(process, signal.SIGTERM)


def test_an_address_that_nobody_else_can_open_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loops = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
    monkeypatch.setattr(main, "_FAR", loops)
    assert main.own_address("0.0.0.0") is None
    assert main.own_address("::") is None
