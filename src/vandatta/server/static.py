"""The files a page needs: style, script and the cards, kept in memory and compressed."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from vandatta.server.art import favicon, palette_css, sprite
from vandatta.server.security import Problem

DRAWN: dict[str, Callable[[], str]] = {
    "cards.svg": sprite,
    "cards.css": palette_css,
    "favicon.svg": favicon,
}
"""Files that are made and not kept."""
KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it goes over the wire."""

    plain: bytes
    packed: bytes
    kind: str
    version: str
    """From its content: a changed file has another address."""


def asset(name: str) -> Asset | None:
    """The file called ``name``; None if there is none of ours."""
    if name.rpartition(".")[2] not in KINDS or name not in names():
        return None
    return _packed(name)


@cache
def _packed(name: str) -> Asset:
    """A file that there is; asked for by no other name, so that no more than those are kept."""
    kind = KINDS[name.rpartition(".")[2]]
    if name in DRAWN:
        plain = DRAWN[name]().encode()
    else:
        plain = (files("vandatta.server") / "static" / name).read_bytes()
    version = hashlib.sha256(plain).hexdigest()[:12]
    return Asset(plain, gzip.compress(plain, 9, mtime=0), kind, version)


@cache
def names() -> frozenset[str]:
    """The names of all files there are."""
    kept = {each.name for each in (files("vandatta.server") / "static").iterdir()}
    return frozenset(kept | set(DRAWN))


def static_url(name: str) -> str:
    """The address of a file, good for ever because it changes with the content.

    Raises:
        KeyError: there is no such file.
    """
    found = asset(name)
    if found is None:
        raise KeyError(name)
    return f"/static/{name}?v={found.version}"


async def serve_static(request: Request) -> Response:
    """``GET /static/<name>``: cached for ever under its version, else asked for anew."""
    found = asset(request.path_params["name"])
    if found is None:
        raise Problem(404, "no_page")
    tag = f'"{found.version}"'
    current = request.query_params.get("v") == found.version
    headers = {
        "ETag": tag,
        "Cache-Control": FOR_EVER if current else "public, no-cache",
        "Vary": "Accept-Encoding",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, headers=headers, media_type=found.kind)
    return Response(found.plain, headers=headers, media_type=found.kind)


def takes_gzip(request: Request) -> bool:
    """Does the client unpack gzip?"""
    return "gzip" in request.headers.get("accept-encoding", "")
