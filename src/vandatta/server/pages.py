"""What is asked over HTTP: the pages, and the moves of programs."""

from __future__ import annotations

import asyncio
import gzip
import re
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from vandatta.server import chance
from vandatta.server.house import House
from vandatta.server.live import LiveTable
from vandatta.server.problems import settings_of, wants_json
from vandatta.server.render import render_page, render_rules, render_start
from vandatta.server.script import view_json
from vandatta.server.security import (
    COOKIE_AGE,
    Buckets,
    Problem,
    check_origin,
    check_table_id,
    number,
    player_of,
    read_body,
    read_json,
    remember_player,
    word,
)
from vandatta.server.settings import CHOICES, SETTINGS_AGE, SETTINGS_COOKIE, Settings
from vandatta.server.stage import Hold, stage
from vandatta.server.static import takes_gzip

TABLE_COOKIE = "vandatta_table"
"""The table the browser was at last."""
FIELDS = 20
"""Fields of a form at most."""
LONGEST_WAIT = 25.0
"""Seconds a program can wait for news in one request."""
WORTH_PACKING = 1000
"""Bytes from which a page is sent compressed."""

_BACK = re.compile(r"/(?:rules|t/[A-Za-z0-9_-]{22})?")


async def start_page(request: Request) -> Response:
    """``GET /``."""
    return _page(request, render_start(settings_of(request), await _under_way(request)))


async def rules_page(request: Request) -> Response:
    """``GET /rules``."""
    return _page(request, render_rules(settings_of(request), await _under_way(request)))


async def new_table(request: Request) -> Response:
    """``POST /table``: opens a table and leads to it."""
    check_origin(request)
    buckets: Buckets = request.app.state.buckets
    if not buckets.take(request.client.host if request.client else "", _now()):
        raise Problem(429, "too_many")
    settings = _changed(request, await _form(request))
    secret = player_of(request) or chance.player_secret()
    live = await _house(request).open(settings, secret)
    response = RedirectResponse(f"/t/{live.name}", 303)
    secure = _secure(request)
    remember_player(response, secret, secure)
    _remember(response, SETTINGS_COOKIE, settings.cookie(), SETTINGS_AGE, secure)
    _remember(response, TABLE_COOKIE, live.name, COOKIE_AGE, secure)
    return response


async def table_page(request: Request) -> Response:
    """``GET /t/<id>``: the page with the table as it stands."""
    live, seat = await seat_at(request, request.path_params["table"])
    settings = settings_of(request)
    hold = Hold(sort=live.sort.get(seat, settings.sort), seen=live.table.number)
    scene = stage(live.view(seat), live.keyring(seat), live.sitting(), hold, settings.lang)
    response = _page(request, render_page(scene, settings))
    if request.cookies.get(TABLE_COOKIE) != live.name:
        _remember(response, TABLE_COOKIE, live.name, COOKIE_AGE, _secure(request))
    return response


async def make_move(request: Request) -> Response:
    """``POST /t/<id>/move``: ``{"move": "9c", "decision": 17}``."""
    check_origin(request)
    live, seat = await seat_at(request, request.path_params["table"])
    asked = await read_json(request, ("move", "decision"))
    await live.move(seat, word(asked.get("move")), number(asked.get("decision")))
    return JSONResponse({"ok": True, "length": live.table.length})


async def go_on(request: Request) -> Response:
    """``POST /t/<id>/next``: the next round, or with ``{"again": true}`` the next match."""
    check_origin(request)
    live, _ = await seat_at(request, request.path_params["table"])
    asked = await read_json(request, ("again", "decision"))
    again = asked.get("again", False)
    if not isinstance(again, bool):
        raise Problem(400, "bad_request")
    decision = number(asked.get("decision"))
    await (live.again(decision) if again else live.go_on(decision))
    return JSONResponse({"ok": True, "length": live.table.length})


async def see_table(request: Request) -> Response:
    """``GET /t/<id>/view``: the view as JSON.

    ``?after=<number>`` leaves out the events up to that one; ``&wait=<seconds>``
    answers only when there is a newer one, or when the time is up.
    """
    live, seat = await seat_at(request, request.path_params["table"])
    after = _query_number(request, "after")
    wait = min(float(_query_number(request, "wait")), LONGEST_WAIT)
    if wait and live.table.number <= after:
        await _news(live, after, wait)
    return JSONResponse(view_json(live, seat, after), headers={"Cache-Control": "no-store"})


async def _news(live: LiveTable, after: int, wait: float) -> None:
    """Wait until the table has an event after number ``after``, but not too long."""
    with live.watch() as fresh:
        try:
            async with asyncio.timeout(wait):
                while live.table.number <= after:
                    fresh.clear()
                    await fresh.wait()
        except TimeoutError:
            return


async def change_settings(request: Request) -> Response:
    """``POST /settings``: remembers wishes and leads back to the page they came from."""
    check_origin(request)
    form = await _form(request)
    back = form.pop("back", "/")
    if not _BACK.fullmatch(back):
        raise Problem(400, "bad_request")
    settings = _changed(request, form)
    response = Response(status_code=204) if wants_json(request) else RedirectResponse(back, 303)
    _remember(response, SETTINGS_COOKIE, settings.cookie(), SETTINGS_AGE, _secure(request))
    return response


async def health(request: Request) -> Response:
    """``GET /health``: is the server there?"""
    return JSONResponse({"ok": True, "tables": _house(request).in_memory})


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
    live = await _house(connection).find(name)
    seat = live.seat_of(secret)
    if seat is None:
        raise Problem(404, "no_table")
    return live, seat


def _house(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


def _secure(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _under_way(request: Request) -> str | None:
    """The address of the match this browser was at, if it still goes on."""
    try:
        live, _ = await seat_at(request, request.cookies.get(TABLE_COOKIE, ""))
    except Problem:
        return None
    return None if live.table.phase_of_match == "over" else f"/t/{live.name}"


async def _form(request: Request) -> dict[str, str]:
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


def _changed(request: Request, wishes: dict[str, str]) -> Settings:
    """The browser's settings with a form's wishes.

    Raises:
        Problem: a wish that no page of ours offers.
    """
    for name, wish in wishes.items():
        if wish not in CHOICES.get(name, ()):
            raise Problem(400, "bad_request")
    return settings_of(request).changed(wishes)


def _query_number(request: Request, name: str) -> int:
    words = request.query_params.get(name, "0")
    if not (words.isascii() and words.isdecimal() and len(words) <= 15):
        raise Problem(400, "bad_request")
    return int(words)


def _remember(response: Response, name: str, value: str, age: int, secure: bool) -> None:
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="lax", secure=secure)


def _page(request: Request, words: str) -> Response:
    """A page, compressed where the browser takes it, and never kept by others."""
    headers: dict[str, Any] = {
        "Cache-Control": "private, no-cache",
        "Vary": "Cookie, Accept-Language, Accept-Encoding",
    }
    body = words.encode()
    if len(body) >= WORTH_PACKING and takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 5)
    return HTMLResponse(body, headers=headers)
