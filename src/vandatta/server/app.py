"""The web application, put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from vandatta.players import Level
from vandatta.server import (
    asking,
    choosing,
    effects,
    pages,
    present,
    replaying,
    reviewing,
)
from vandatta.server.advising import Adviser
from vandatta.server.house import House
from vandatta.server.measuring import Measures
from vandatta.server.problems import Shell, answer
from vandatta.server.security import Buckets, Problem
from vandatta.server.shelf import Shelf
from vandatta.server.socket import table_socket
from vandatta.server.static import serve_static
from vandatta.store.interface import Store
from vandatta.table import Refused

NEW_TABLES = 30.0
"""New tables one address may open at once ..."""
NEW_TABLES_A_SECOND = 0.5
"""... and in the long run."""


def create_app(
    store: Store,
    pace: float = 1.0,
    new_tables: float = NEW_TABLES,
    presets: Path | None = None,
    trained: Level | None = None,
) -> Starlette:
    """The application; it keeps the store open, which is its caller's to close.

    Args:
        store: where the tables' logs are.
        pace: multiplies the computer players' thinking times; 0 for none.
        new_tables: how many new tables one address may open at once.
        presets: the folder with rule sets of the user's own, if there may be any.
        trained: a computer player that plays by a policy, if one is to choose from.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(store, pace, trained)
        app.state.house = house
        app.state.buckets = Buckets(new_tables, NEW_TABLES_A_SECOND)
        app.state.shelf = Shelf()
        app.state.presets = presets
        app.state.measures = Measures()
        app.state.measure_buckets = Buckets(choosing.MEASURED, choosing.MEASURED_A_SECOND)
        app.state.adviser = Adviser()
        app.state.reviews = reviewing.Reviews(app.state.adviser)
        sweeper = asyncio.create_task(house.sweep())
        try:
            yield
        finally:
            sweeper.cancel()
            app.state.measures.close()
            app.state.reviews.close()
            app.state.adviser.close()
            await house.close()

    routes = [
        Route("/", pages.start_page),
        Route("/rules", pages.rules_page),
        Route("/rules/{id}", pages.sheet_page),
        Route("/health", pages.health),
        Route("/settings", pages.change_settings, methods=["POST"]),
        Route("/table", pages.new_table, methods=["POST"]),
        Route("/t/{table}", pages.table_page),
        Route("/t/{table}/view", pages.see_table),
        Route("/t/{table}/move", pages.make_move, methods=["POST"]),
        Route("/t/{table}/next", pages.go_on, methods=["POST"]),
        *choosing.ROUTES,
        *asking.ROUTES,
        *effects.ROUTES,
        *present.ROUTES,
        *replaying.ROUTES,
        *reviewing.ROUTES,
        Route("/static/{name}", serve_static),
        WebSocketRoute("/t/{table}/ws", table_socket),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Shell)],
        exception_handlers={Problem: answer, Refused: answer, HTTPException: answer},
    )
    # an address with a slash too many is another address, and "redirect" trusts the Host header
    app.router.redirect_slashes = False
    return app
