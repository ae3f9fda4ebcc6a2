"""A record file that a browser sends: read with care, for anybody may have written it."""

from __future__ import annotations

import re

from starlette.requests import Request

from vandatta.notation.record import Record, RecordError
from vandatta.notation.record_reading import each_record
from vandatta.replay import Replay
from vandatta.replay.terminal import decode
from vandatta.server.security import Problem, read_body

UPLOAD_LIMIT = 256 * 1024
"""Bytes of a record; a long evening's match has some twenty thousand."""
FORM_LIMIT = UPLOAD_LIMIT + UPLOAD_LIMIT // 4
"""Bytes of the form around it: a browser makes two signs of the end of each line of a text."""
LINE_LIMIT = 1000
"""Signs in a line; records are printed in lines of a hundred or so."""
MOVES_LIMIT = 20_000
"""Moves in a file, which is what playing it takes time and room for."""
ROUND_LIMIT = 4000
"""Moves in a round, which is what showing a step of it takes time for."""

_KIND = re.compile(r'multipart/form-data; *boundary="?([0-9A-Za-z\'()+_,./:=?-]{1,70})"?')
_NAME = re.compile(
    rb'(?i)^content-disposition: *form-data;(?:[^"]|"[^"]*")*?\bname="([a-z]{1,20})"'
)
PARTS = 8


class TooBig(Exception):
    """A file or text that is larger than any record of ours."""


async def read_upload(request: Request) -> bytes:
    """The record in a form: its file, or else its text.

    Raises:
        TooBig: it is longer than `UPLOAD_LIMIT`.
        Problem: no such form.
    """
    kind = _KIND.fullmatch(request.headers.get("content-type", "").strip())
    if kind is None:
        raise Problem(415, "not_form")
    try:
        body = await read_body(request, FORM_LIMIT)
    except Problem:
        raise TooBig from None
    fields = parts(body, kind[1].encode())
    data = fields.get("file", b"") or fields.get("text", b"").replace(b"\r\n", b"\n")
    if len(data) > UPLOAD_LIMIT:
        raise TooBig
    return data


def parts(body: bytes, boundary: bytes) -> dict[str, bytes]:
    """The fields of a form of the kind ``multipart/form-data``.

    Raises:
        Problem: it is not one, or has more parts than any of ours.
    """
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary, PARTS + 1)
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        raise Problem(400, "not_form")
    found: dict[str, bytes] = {}
    for piece in pieces[1:-1]:
        head, blank, content = piece.partition(b"\r\n\r\n")
        names = [name[1] for line in head.split(b"\r\n") if (name := _NAME.match(line[:1000]))]
        if not blank or len(names) != 1:
            raise Problem(400, "not_form")
        found[names[0].decode()] = content
    return found


def open_record(data: bytes) -> tuple[Replay, ...]:
    """The matches of a record file, played: it may take a second or two.

    Raises:
        RecordError: it can't be read, can't have gone like that, or is too long.
    """
    words = decode(data)
    for number, row in enumerate(words.split("\n"), 1):
        if len(row) > LINE_LIMIT:
            raise RecordError(number, "replay_page.long_line", most=LINE_LIMIT)
    records, moves = [], 0
    # one after another: what is wrong with the first need not wait for the others
    for record in each_record(words):
        moves = _counted(record, moves)
        records.append(record)
    return tuple(map(Replay, records))


def _counted(record: Record, moves: int) -> int:
    """The moves of a file up to and with ``record``, when there were ``moves`` before it.

    Raises:
        RecordError: it has too many, or nothing to watch.
    """
    if not record.rounds:
        raise RecordError(record.at["end"], "replay_page.no_rounds")
    for played in record.rounds:
        moves += len(played.moves) + 1
        line = played.at["round"]
        if moves > MOVES_LIMIT:
            raise RecordError(line, "replay_page.too_long", most=MOVES_LIMIT)
        if len(played.moves) > ROUND_LIMIT:
            raise RecordError(line, "replay_page.long_round", most=ROUND_LIMIT)
    return moves
