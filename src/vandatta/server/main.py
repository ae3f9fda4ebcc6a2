"""Running the server: a port, a data file, and a calm end."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from vandatta.players import Level
from vandatta.server.app import create_app
from vandatta.server.security import FRAME_LIMIT
from vandatta.store.sqlite import SqliteStore

PING = 20.0
"""Seconds between asking an open page whether it is still there."""
SHUTDOWN = 3
"""Seconds that open requests get to finish when the server is stopped."""
WAITING = 128
"""Connections that may wait to be taken."""
_FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that are on nobody's own network, as they are kept for examples."""


def serve(
    data: Path,
    host: str,
    port: int,
    pace: float,
    on_ready: Callable[[str], None],
    presets: Path | None = None,
    trained: Level | None = None,
) -> int:
    """Serve tables until the process is told to stop (SIGINT or SIGTERM).

    Args:
        data: the file with the tables' logs; made if it isn't there.
        host: the address to listen on.
        port: the port; 0 for any that is free.
        pace: multiplies the computer players' thinking times.
        on_ready: called once with the address of the start page, when the server
            can be reached.
        presets: the folder with rule sets of the user's own.
        trained: a computer player that plays by a policy, if one is to choose from.

    Returns:
        0, after a calm end.

    Raises:
        OSError: the port can't be listened on.
        StoreError: the data file can't be used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with _listen(host, port) as listener:
        return asyncio.run(_serve(data, listener, host, pace, on_ready, presets, trained))


async def _serve(
    data: Path,
    listener: socket.socket,
    host: str,
    pace: float,
    on_ready: Callable[[str], None],
    presets: Path | None,
    trained: Level | None,
) -> int:
    store = SqliteStore(data)
    try:
        config = uvicorn.Config(
            create_app(store, pace, presets=presets, trained=trained),
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=FRAME_LIMIT,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            timeout_graceful_shutdown=SHUTDOWN,
        )
        # the port takes connections already; they wait until the server gets to them
        on_ready(_address(host, *listener.getsockname()[:2]))
        with _calm_end():
            await uvicorn.Server(config).serve(sockets=[listener])
    finally:
        await store.close()
    return 0


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=WAITING)


def _address(host: str, bound: str, port: int) -> str:
    """The address of the start page.

    Args:
        host: the address that was asked for.
        bound: the one that is listened on.
        port: the port.
    """
    shown = (own_address(bound) or "localhost") if ip_address(bound).is_unspecified else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def own_address(every: str) -> str | None:
    """This machine's address on its network, under which others can reach it.

    Args:
        every: the address that stands for all of the machine's, of IPv4 or of IPv6.

    Returns:
        The address; None if the machine is on no network.
    """
    family, far = _FAR[":" in every]
    try:
        # a datagram socket only looks up which way it would send; nothing is sent
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            found = str(asking.getsockname()[0])
        known = ip_address(found)
    except (OSError, ValueError):
        return None
    useless = known.is_loopback or known.is_unspecified or known.is_link_local
    return None if useless else found


@contextmanager
def _calm_end() -> Iterator[None]:
    """Take the signals that uvicorn repeats after it has stopped as seen to."""
    kept = {each: signal.signal(each, lambda *_: None) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in kept.items():
            signal.signal(each, handler)
