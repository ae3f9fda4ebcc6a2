"""What keeps strangers, other pages and floods away from a table.

A player is whoever holds a secret of 128 random bits, kept in a cookie that
scripts can't read; a table's log holds only its SHA-256. The seat a message
acts for comes from the cookie and never from the message.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from vandatta.options import OptionsError

COOKIE = "vandatta_player"
COOKIE_AGE = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""

BODY_LIMIT = 16 * 1024
FRAME_LIMIT = 4 * 1024
WORD_LIMIT = 40
"""Letters in a move or another word of a message."""
NUMBER_LIMIT = 2**53

_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")
_TABLE = re.compile(r"[A-Za-z0-9_-]{22}")
_WORD = re.compile(f"[ -~]{{1,{WORD_LIMIT}}}")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # not "no-referrer": with that a browser says "Origin: null" of our own forms
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Problem(Exception):
    """A request that gets a sentence instead of what it asked for.

    Args:
        status: the HTTP status, 4xx, or 503 when the disk is full.
        key: which sentence, ``problem.<key>`` in the catalogue.
        reason: what is wrong with some rules, to be told instead of that sentence.
    """

    def __init__(self, status: int, key: str, reason: OptionsError | None = None) -> None:
        super().__init__(f"{status} {key}")
        self.status = status
        self.key = key
        self.reason = reason


def player_of(connection: HTTPConnection) -> str | None:
    """The secret a browser shows, if it looks like one of ours."""
    secret = connection.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else None


def remember_player(response: Response, secret: str, secure: bool) -> None:
    """Give the browser its secret; ``secure`` where the page came over HTTPS."""
    response.set_cookie(
        COOKIE, secret, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure
    )


def fingerprint(secret: str) -> str:
    """What a table's log keeps of a player's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same_player(secret: str, kept: str) -> bool:
    """Is ``kept`` the fingerprint of ``secret``? Takes as long whatever the answer."""
    return hmac.compare_digest(fingerprint(secret), kept)


def check_table_id(table: str) -> None:
    """Let only what can be a table's id through to the store.

    Raises:
        Problem: it can't; the same answer as for a table that isn't there.
    """
    if not _TABLE.fullmatch(table):
        raise Problem(404, "no_table")


def check_origin(connection: HTTPConnection) -> None:
    """Let only our own pages, and programs that are no browser, change anything.

    A browser says where a form or socket comes from. Programs say nothing; they
    have no cookies that another page could borrow.

    Raises:
        Problem: another page is behind this.
    """
    origin = connection.headers.get("origin")
    if origin is not None:
        try:
            where = urlsplit(origin).netloc
        except ValueError:
            where = ""
        if not where or where.lower() != connection.headers.get("host", "").lower():
            raise Problem(403, "other_origin")
    elif connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Problem(403, "other_origin")


async def read_body(request: Request, limit: int = BODY_LIMIT) -> bytes:
    """The body of a request, read no further than ``limit``.

    Raises:
        Problem: it is longer.
    """
    declared = request.headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared[:12]) > limit:
        raise Problem(413, "too_big")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise Problem(413, "too_big")
    return bytes(body)


async def read_json(request: Request, keys: Collection[str]) -> dict[str, Any]:
    """The JSON object in a request's body; it may have these ``keys`` and no others.

    Raises:
        Problem: not JSON, not an object, too long, or not declared as JSON
            (which a form on another page could not do).
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "not_json")
    return parse_object(await read_body(request), keys)


def parse_object(data: bytes | str, keys: Collection[str]) -> dict[str, Any]:
    """The JSON object that ``data`` spells; it may have these ``keys`` and no others.

    Raises:
        Problem: it spells none, or something so deep or large that only an
            attacker would.
    """
    try:
        found = json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Problem(400, "not_json") from None
    if not isinstance(found, dict):
        raise Problem(400, "not_json")
    if not found.keys() <= set(keys):
        raise Problem(400, "bad_request")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def word(value: object) -> str:
    """``value`` if it is a short text of plain letters, as moves are.

    Raises:
        Problem: it is anything else.
    """
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise Problem(400, "bad_request")
    return value


def number(value: object) -> int | None:
    """``value`` if it is a whole number of bearable size, or None.

    Raises:
        Problem: it is anything else.
    """
    if value is None:
        return None
    if type(value) is not int or not 0 <= value < NUMBER_LIMIT:
        raise Problem(400, "bad_request")
    return value


@dataclass(slots=True)
class Bucket:
    """A token bucket: bursts up to ``size``, then ``rate`` a second."""

    size: float
    rate: float
    level: float
    filled: float
    """The clock when ``level`` was right."""

    def take(self, now: float) -> float:
        """Take a token at time ``now``.

        Returns:
            How many seconds to wait first: 0 unless the bucket is empty.
        """
        self.level = min(self.size, self.level + (now - self.filled) * self.rate) - 1
        self.filled = now
        return max(0.0, -self.level / self.rate)


def bucket(size: float, rate: float, now: float) -> Bucket:
    """A full bucket."""
    return Bucket(size, rate, size, now)


class Buckets:
    """A bucket for each address that asks for something dear.

    Args:
        size: how many at once.
        rate: how many a second in the long run.
    """

    MOST = 10_000
    """Addresses remembered; when there are more, the full buckets are forgotten."""

    def __init__(self, size: float, rate: float) -> None:
        self._size = size
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> bool:
        """May ``address`` have one more at time ``now``?"""
        if len(self._buckets) > self.MOST:
            full = self._size / self._rate
            self._buckets = {a: b for a, b in self._buckets.items() if now - b.filled < full}
        one = self._buckets.setdefault(address, bucket(self._size, self._rate, now))
        if one.take(now) > 0:
            one.level += 1
            return False
        return True
