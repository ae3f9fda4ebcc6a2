"""What is asked over HTTP of records: to have one, to open one, to step through it, to play it.

Of a match that is over everything can be had; of one that is still played only
what the asker's own seat saw.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import datetime
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from vandatta.messages import Lang, text
from vandatta.notation.record import Record, RecordError, print_record
from vandatta.notation.record_log import match_log, records, seen
from vandatta.replay import Replay
from vandatta.server import chance
from vandatta.server.again import table_again
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
from vandatta.server.live import LiveTable
from vandatta.server.problems import settings_of
from vandatta.server.render import render_open, render_replay
from vandatta.server.replay_stage import OPEN, Look, replay_scene
from vandatta.server.security import (
    COOKIE_AGE,
    Problem,
    check_origin,
    player_of,
    remember_player,
)
from vandatta.server.shelf import Opened, Shelf
from vandatta.server.upload import UPLOAD_LIMIT, TooBig, open_record, read_upload
from vandatta.store.interface import Entry

_KEY = re.compile(r"[A-Za-z0-9_-]{22}")
_SEAT = re.compile(r"[0-7]")


# A record that is opened


async def open_page(request: Request) -> Response:
    """``GET /replay``: the form that opens a record."""
    return page(request, render_open(settings_of(request), under_way=await under_way(request)))


async def opening(request: Request) -> Response:
    """``/replay``: one address, so that a wrong method is told both that are right."""
    return await (open_file if request.method == "POST" else open_page)(request)


async def open_file(request: Request) -> Response:
    """``POST /replay``: opens a record and leads to it, or says what is wrong with it."""
    check_origin(request)
    take_token(request)
    lang = settings_of(request).lang
    try:
        data = await read_upload(request)
    except TooBig:
        what = text(lang, "replay_page.too_big", most=UPLOAD_LIMIT // 1024)
        return await _not_opened(request, 413, what)
    if not data.strip():
        return await _not_opened(request, 422, text(lang, "replay_page.nothing"))
    try:
        key = await shelf_of(request).add(lambda: _open(data))
    except RecordError as error:
        words = _mendable(data)
        where = words.split("\n", error.line)[error.line - 1 : error.line]
        what = error.sentence(lang)
        return await _not_opened(request, 422, what, words, "".join(where).strip()[:80])
    return RedirectResponse(f"/replay/{key}", 303)


async def _not_opened(
    request: Request, status: int, what: str, words: str = "", where: str = ""
) -> Response:
    """The form that opens a record, with what was wrong; see `render_open`."""
    settings, back = settings_of(request), await under_way(request)
    return page(request, render_open(settings, what, words, where, back), status)


def _open(data: bytes) -> Opened:
    replays = open_record(data)
    return Opened(replays, matches=len(replays))


def _mendable(data: bytes) -> str:
    """The text to be mended in the page; nothing if it is none."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return ""


async def opened_page(request: Request) -> Response:
    """``GET /replay/<key>``: a step of an opened record."""
    settings = settings_of(request)
    opened = _opened(request)
    if opened is None:
        return await _not_opened(request, 404, text(settings.lang, "replay_page.gone"))
    look = _look(request, opened)
    return page(request, render_replay(replay_scene(look), settings, await under_way(request)))


async def opened_again(request: Request) -> Response:
    """``POST /replay/<key>/same``: the cards of a round at a new table."""
    check_origin(request)
    wishes = await form(request)
    opened = _opened(request)
    if opened is None:
        raise Problem(404, "no_cards")
    number = _number(wishes, "match", 1)
    if not 1 <= number <= len(opened.replays):
        raise Problem(400, "bad_request")
    take_token(request)
    return await _again(request, wishes, opened.replays[number - 1].record, "")


def _opened(request: Request) -> Opened | None:
    key = request.path_params["key"]
    return shelf_of(request).get(key) if _KEY.fullmatch(key) else None


# One's own match


async def table_record(request: Request) -> Response:
    """``GET /t/<id>/record``: a match as a file to keep."""
    live, seat = await seat_at(request, request.path_params["table"])
    opened = await _own(request, live, seat)
    # printing takes a moment too, though nothing like playing
    words = await asyncio.to_thread(print_record, opened.replays[0].record)
    lang, number = settings_of(request).lang, opened.first
    return Response(
        words,
        media_type="text/plain; charset=utf-8",
        headers={
            "Content-Disposition": disposition(lang, number),
            "Cache-Control": "private, no-store",
        },
    )


async def table_replay(request: Request) -> Response:
    """``GET /t/<id>/replay``: a step of a match at one's own table."""
    live, seat = await seat_at(request, request.path_params["table"])
    opened = await _own(request, live, seat, or_older=True)
    look = _look(request, opened, seat)
    scene = replay_scene(look, f"/t/{live.name}")
    return page(request, render_replay(scene, settings_of(request), await under_way(request)))


async def _own(request: Request, live: LiveTable, seat: int, or_older: bool = False) -> Opened:
    """The match at one's own table that is asked for, as the log has it now.

    What is on the shelf costs its reader nothing: stepping is never too fast. Playing
    a match anew costs a token, and so does reading the log for one never opened.

    Args:
        request: which match, and whose tokens.
        live: the table.
        seat: whose eyes.
        or_older: while the address has no token left, the match as it was opened
            last will do: it is being stepped through while others play on.

    Raises:
        Problem: no such match, no token, or too many others wait.
    """
    shelf, asked = shelf_of(request), query_number(request, "match")
    likely = shelf.get(_place(live, seat, asked or 1))
    if likely is None:
        take_token(request)
    elif likely.length == live.table.length and (asked or likely.matches == 1):
        return likely
    log = await live.log()
    matches = count_matches(log)
    number = asked or matches
    if not 1 <= number <= matches:
        raise Problem(404, "no_match")
    key, part = _place(live, seat, number), match_log(log, number)
    found = shelf.get(key)
    if found is not None and found.entries == len(part):
        # the rest of the log is another match's
        found = replace(found, matches=matches, length=len(log))
        shelf.put(key, found)
        return found
    if not any(entry["t"] == "deal" for entry in part):
        raise Problem(409, "not_dealt")
    if likely is not None:
        try:
            take_token(request)
        except Problem:
            if found is None or not or_older:
                raise
            return found
    return await shelf.find(
        key,
        lambda: Opened((Replay(_record(part, seat)),), number, matches, len(part), len(log)),
        len(part),
    )


def _place(live: LiveTable, seat: int, number: int) -> str:
    """Where on the shelf a match at a table lies, as a seat sees it."""
    return f"t/{live.name}/{seat}/{number}"


async def table_again_page(request: Request) -> Response:
    """``POST /t/<id>/replay/same``: the cards of a finished round at a new table."""
    check_origin(request)
    live, _ = await seat_at(request, request.path_params["table"])
    wishes = await form(request)
    take_token(request)
    log = await live.log()
    matches = count_matches(log)
    number = _number(wishes, "match", matches)
    if not 1 <= number <= matches:
        raise Problem(400, "bad_request")
    found = await shelf_of(request).aside(lambda: records(match_log(log, number))[0])
    return await _again(request, wishes, found, f"/t/{live.name}/replay?match={number}")


def count_matches(log: list[Entry]) -> int:
    """How many matches a table's log holds."""
    return sum(1 for entry in log if entry["t"] in ("open", "match"))


def _record(log: list[Entry], seat: int) -> Record:
    """A match's record: all of it when it is over, else what ``seat`` saw."""
    (record,) = records(log)
    return record if record.winners else seen(record, seat)


def disposition(lang: Lang, number: int) -> str:
    """What a browser is to call the file: for old ones without the dots and rings."""
    # the reader's day is the server's, near enough: it only tells files apart
    day = datetime.now().astimezone().date().isoformat()
    name = text(lang, "replay_page.file", day=day) + (f"-{number}" if number > 1 else "")
    plain = name.translate(str.maketrans("åäö", "aao"))
    return f"attachment; filename=\"{plain}.vandatta\"; filename*=UTF-8''{quote(name)}.vandatta"


# Both


def _look(request: Request, opened: Opened, me: int | None = None) -> Look:
    """Who looks at which step.

    Raises:
        Problem: no such match, or not to be seen with those eyes.
    """
    settings = settings_of(request)
    last = opened.first + len(opened.replays) - 1
    number = query_number(request, "match") or (opened.first if me is None else last)
    if not opened.first <= number <= last:
        raise Problem(404, "no_match")
    replay = opened.replays[number - opened.first]
    return Look(
        lang=settings.lang,
        sort=settings.sort,
        base=request.scope["path"],
        replay=replay,
        at=min(query_number(request, "at"), replay.steps - 1),
        eyes=eyes_of(request, replay, me),
        me=me,
        match=number,
        matches=opened.matches,
        same=me is not None or replay.record.view is None,
    )


def eyes_of(request: Request, replay: Replay, me: int | None) -> int | None:
    """The seat whose eyes are asked for; ``me`` if none is.

    Raises:
        Problem: no such seat, or it can't be looked from there.
    """
    record = replay.record
    asked = request.query_params.get("seat")
    if asked is None:
        return me if record.view is None else record.view
    if asked == OPEN:
        return record.view
    if not _SEAT.fullmatch(asked) or int(asked) >= len(record.seats):
        raise Problem(404, "no_seat")
    if record.view not in (None, int(asked)):
        raise Problem(403, "not_your_eyes")
    return int(asked)


async def _again(request: Request, wishes: dict[str, str], record: Record, source: str) -> Response:
    """A new table with the cards of a round, and the way to it."""
    secret = player_of(request) or chance.player_secret()
    number = _number(wishes, "round", 0)
    seat = _number(wishes, "seat", -1)
    table, entries = table_again(record, number, None if seat < 0 else seat, secret, source)
    live = await house_of(request).take_in(table, entries)
    response = RedirectResponse(f"/t/{live.name}", 303)
    secure = over_https(request)
    remember_player(response, secret, secure)
    remember(response, TABLE_COOKIE, live.name, COOKIE_AGE, secure)
    return response


def _number(wishes: dict[str, str], name: str, otherwise: int) -> int:
    words = wishes.get(name, "")
    if not words:
        return otherwise
    if not (words.isascii() and words.isdecimal() and len(words) <= 6):
        raise Problem(400, "bad_request")
    return int(words)


def shelf_of(request: Request) -> Shelf:
    """The opened records of this server."""
    shelf: Shelf = request.app.state.shelf
    return shelf


ROUTES = [
    Route("/replay", opening, methods=["GET", "POST"]),
    Route("/replay/{key}", opened_page),
    Route("/replay/{key}/same", opened_again, methods=["POST"]),
    Route("/t/{table}/record", table_record),
    Route("/t/{table}/replay", table_replay),
    Route("/t/{table}/replay/same", table_again_page, methods=["POST"]),
]
