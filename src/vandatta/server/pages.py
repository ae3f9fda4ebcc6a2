"""What is asked over HTTP: the pages, and the moves of programs."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from vandatta.messages import LANGS
from vandatta.server import chance
from vandatta.server.again import same_as
from vandatta.server.exchange import (
    TABLE_COOKIE,
    form,
    house_of,
    over_https,
    page,
    query_number,
    remember,
    seat_at,
    take_token,
    under_way,
)
from vandatta.server.holding import Hold
from vandatta.server.live import LiveTable
from vandatta.server.own_names import own_name
from vandatta.server.problems import settings_of, wants_json
from vandatta.server.render import render_page, render_rules, render_sheet, render_start
from vandatta.server.ruleset import nearest, opponents_for, values_at
from vandatta.server.script import view_json
from vandatta.server.security import (
    COOKIE_AGE,
    Problem,
    check_origin,
    number,
    player_of,
    read_json,
    remember_player,
    word,
)
from vandatta.server.settings import (
    CHOICES,
    SETTINGS_AGE,
    SETTINGS_COOKIE,
    Settings,
    canonical_id,
)
from vandatta.server.sheets import leaf
from vandatta.server.stage import stage

LONGEST_WAIT = 25.0
"""Seconds a program can wait for news in one request."""

_BACK = re.compile(r"/(?:[A-Za-z0-9_.+-][A-Za-z0-9_.+/-]{0,399})?(?:\?[A-Za-z0-9=&%_.!-]{0,400})?")
"""An address of this site, as its forms tell it: never ``//elsewhere``."""


async def start_page(request: Request) -> Response:
    """``GET /``."""
    settings = settings_of(request)
    called = own_name(request, settings.rules)
    trained = house_of(request).trained is not None
    return page(request, render_start(settings, await under_way(request), called, trained))


async def rules_page(request: Request) -> Response:
    """``GET /rules``."""
    return page(request, render_rules(settings_of(request), await under_way(request)))


async def sheet_page(request: Request) -> Response:
    """``GET /rules/<id>``: the rule sheet of a mix."""
    values = values_at(request)
    settings = settings_of(request)
    called = own_name(request, request.path_params["id"])
    made = leaf(settings.lang, values, request.headers.get("host", ""), called)
    return page(request, render_sheet(settings, made, await under_way(request)))


async def new_table(request: Request) -> Response:
    """``POST /table``: opens a table and leads to it."""
    check_origin(request)
    take_token(request)
    wishes = await form(request)
    settings = _changed(request, wishes)
    if "opponents" not in wishes:
        # the rules alone were chosen: as many as last time, or as near to that as they allow
        fitting = nearest(settings.opponents, opponents_for(settings.rules))
        settings = replace(settings, opponents=fitting)
    secret = player_of(request) or chance.player_secret()
    live = await house_of(request).open(settings, secret)
    response = RedirectResponse(f"/t/{live.name}", 303)
    secure = over_https(request)
    remember_player(response, secret, secure)
    remember(response, SETTINGS_COOKIE, settings.cookie(), SETTINGS_AGE, secure)
    remember(response, TABLE_COOKIE, live.name, COOKIE_AGE, secure)
    return response


async def table_page(request: Request) -> Response:
    """``GET /t/<id>``: the page with the table as it stands."""
    live, seat = await seat_at(request, request.path_params["table"])
    settings = settings_of(request)
    hold = Hold(sort=live.sort.get(seat, settings.sort), seen=live.table.number)
    scene = stage(live.view(seat), live.keyring(seat), live.sitting(), hold, settings.lang)
    rules = live.table.rules_id
    html = render_page(scene, settings, same_as(live.table.extra), rules, own_name(request, rules))
    response = page(request, html)
    if request.cookies.get(TABLE_COOKIE) != live.name:
        remember(response, TABLE_COOKIE, live.name, COOKIE_AGE, over_https(request))
    return response


async def make_move(request: Request) -> Response:
    """``POST /t/<id>/move``: ``{"move": "9c", "decision": 17}``."""
    check_origin(request)
    live, seat = await seat_at(request, request.path_params["table"])
    asked = await read_json(request, ("move", "decision"))
    words = word(asked.get("move"))
    wrong = live.table.misplays(seat, words)
    await live.move(seat, words, number(asked.get("decision")))
    answer: dict[str, Any] = {"ok": True, "length": live.table.length}
    if wrong is not None:
        # it was made, and taken back
        answer["misplayed"] = {"rule": wrong.rule, **{lang: wrong.sentence(lang) for lang in LANGS}}
    return JSONResponse(answer)


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
    after = query_number(request, "after")
    wait = min(float(query_number(request, "wait")), LONGEST_WAIT)
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
    wishes = await form(request)
    back = wishes.pop("back", "/")
    if not _BACK.fullmatch(back):
        raise Problem(400, "bad_request")
    settings = _changed(request, wishes)
    response = Response(status_code=204) if wants_json(request) else RedirectResponse(back, 303)
    remember(response, SETTINGS_COOKIE, settings.cookie(), SETTINGS_AGE, over_https(request))
    return response


async def health(request: Request) -> Response:
    """``GET /health``: is the server there?"""
    return JSONResponse({"ok": True, "tables": house_of(request).in_memory})


def _changed(request: Request, wishes: dict[str, str]) -> Settings:
    """The browser's settings with a form's wishes.

    Raises:
        Problem: a wish that no page of ours offers.
    """
    for name, wish in wishes.items():
        if name == "rules":
            if canonical_id(wish) is None:
                raise Problem(400, "no_rules")
        elif wish not in CHOICES.get(name, ()):
            raise Problem(400, "bad_request")
    return settings_of(request).changed(wishes)
