"""A browser at the server, in the same process, for the server's tests."""

from __future__ import annotations

import html
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.exceptions import StarletteDeprecationWarning

from vandatta.messages import Lang, text
from vandatta.players import Level
from vandatta.server.app import create_app
from vandatta.store.memory import MemoryStore

with warnings.catch_warnings():
    # it would rather have another version of the client library it is built on
    warnings.simplefilter("ignore", StarletteDeprecationWarning)
    from starlette.testclient import TestClient as TestClient

NEVER = 1e6
"""A pace at which no computer player gets to move in a test."""
HOST = "http://testserver"
SV = {"accept-language": "sv"}
EN = {"accept-language": "en-GB,en;q=0.9"}


@contextmanager
def browser(
    store: MemoryStore,
    pace: float = NEVER,
    new_tables: float = 1000.0,
    presets: Path | None = None,
    trained: Level | None = None,
) -> Iterator[TestClient]:
    app = create_app(store, pace, new_tables, presets, trained)
    with TestClient(app, follow_redirects=False) as client:
        client.headers["accept-language"] = "sv"
        client.headers["accept"] = "text/html"
        yield client


def stranger(client: TestClient) -> TestClient:
    """Another browser at the same server."""
    other = TestClient(client.app, follow_redirects=False, headers=client.headers)
    other.portal = client.portal
    return other


def new_table(client: TestClient, **form: str) -> str:
    """The address of a new table."""
    response = client.post("/table", data=form)
    assert response.status_code == 303
    return str(response.headers["location"])


def view(client: TestClient, table: str, query: str = "") -> dict[str, Any]:
    response = client.get(f"{table}/view{query}")
    assert response.status_code == 200
    found: dict[str, Any] = response.json()
    return found


def my_turn(client: TestClient) -> str:
    """A new table at which the player begins, and no eight was turned up."""
    while True:
        table = new_table(client)
        seen = view(client, table)
        if seen["turn"] == 0 and seen["phase"] == "lay":
            return table


def problem(key: str, lang: Lang = "sv") -> str:
    return text(lang, f"problem.{key}")


def shown(response: Any) -> str:
    return html.unescape(response.text)


NOWHERE = "/t/" + "A" * 22
"""Where there is no table."""
