"""What the pages have in common: reading a request, finding whose seat it is, answering."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response

from vandatta.server.house import House
from vandatta.server.live import LiveTable
from vandatta.server.security import Buckets, Problem, check_table_id, player_of, read_body
from vandatta.server.static import takes_gzip

TABLE_COOKIE = "vandatta_table"
"""The table the browser was at last."""
FIELDS = 20
"""Fields of a form at most."""
WORTH_PACKING = 1000
"""Bytes from which a page is sent compressed."""


def house_of(connection: HTTPConnection) -> House:
    """All tables of this server."""
    house: House = connection.app.state.house
    return house


async def seat_at(connection: HTTPConnection, name: str) -> tuple[LiveTable, int]:
    """The table called ``name``, and the seat whose player asks.

    Raises:
        Problem: no such table, or not this player's: one answer for both, so that
            nobody can find out which tables there are.
    """
    check_table_id(name)
    secret = player_of(connection)
    if secret is None:
        raise Problem(404, "no_table")
    live = await house_of(connection).find(name)
    seat = live.seat_of(secret)
    if seat is None:
        raise Problem(404, "no_table")
    return live, seat


async def under_way(request: Request) -> str | None:
    """The address of the match this browser was at, if it still goes on."""
    try:
        live, _ = await seat_at(request, request.cookies.get(TABLE_COOKIE, ""))
    except Problem:
        return None
    return None if live.table.phase_of_match == "over" else f"/t/{live.name}"


def take_token(request: Request) -> None:
    """Let one address do something dear only so often.

    Raises:
        Problem: it has done so too often.
    """
    buckets: Buckets = request.app.state.buckets
    now = asyncio.get_running_loop().time()
    if not buckets.take(request.client.host if request.client else "", now):
        raise Problem(429, "too_many")


async def form(request: Request) -> dict[str, str]:
    """The fields of a form; an empty body has none.

    Raises:
        Problem: not a form, or too long a one.
    """
    body = await read_body(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != "application/x-www-form-urlencoded":
        raise Problem(415, "not_form")
    try:
        words = body.decode()
        return dict(
            parse_qsl(words, keep_blank_values=True, max_num_fields=FIELDS, errors="strict")
        )
    except ValueError:
        raise Problem(400, "not_form") from None


def query_number(request: Request, name: str) -> int:
    """A whole number from the address's query; 0 where it is left out.

    Raises:
        Problem: it is no number.
    """
    words = request.query_params.get(name, "0")
    if not (words.isascii() and words.isdecimal() and len(words) <= 15):
        raise Problem(400, "bad_request")
    return int(words)


def over_https(request: Request) -> bool:
    """Did the request come over HTTPS?"""
    return bool(request.scope["scheme"] == "https")


def remember(response: Response, name: str, value: str, age: int, secure: bool) -> None:
    """Give the browser a cookie to keep for ``age`` seconds."""
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="lax", secure=secure)


def page(request: Request, words: str, status: int = 200) -> Response:
    """A page, compressed where the browser takes it, and never kept by others."""
    headers: dict[str, Any] = {
        "Cache-Control": "private, no-cache",
        "Vary": "Cookie, Accept-Language, Accept-Encoding",
    }
    body = words.encode()
    if len(body) >= WORTH_PACKING and takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 5)
    return HTMLResponse(body, status, headers=headers)
