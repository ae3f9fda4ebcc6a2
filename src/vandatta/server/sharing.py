"""A link to some rules, as text and as a QR code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import segno

_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,60}")
_HERE = re.compile(
    r"((.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])(:\d+)?", re.IGNORECASE
)
MARGIN = 4
"""Light squares around a code."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code to be drawn."""

    size: int
    """Squares along a side, margin and all."""
    path: str
    """The dark squares, as the outline of an SVG path."""


@dataclass(frozen=True, slots=True)
class Share:
    """A link that opens the same rules at somebody else's."""

    address: str
    code: Code | None
    """None where the link leads to the reader's own machine, which nobody else can reach."""


def is_host(host: str) -> bool:
    """Is ``host``, as a request names it, one that can stand in an address?"""
    return _HOST.fullmatch(host) is not None


def share(host: str, https: bool, path: str) -> Share | None:
    """The link to a page of this server.

    Args:
        host: the name under which the reader reached the server.
        https: was that over HTTPS?
        path: the page.

    Returns:
        The link; None where the name is none that could stand in a link.
    """
    if not is_host(host):
        return None
    address = f"http{'s' if https else ''}://{host}{path}"
    return Share(address, None if _HERE.fullmatch(host) else code_of(address))


@lru_cache(maxsize=200)
def code_of(address: str) -> Code:
    """The QR code of an address."""
    matrix = segno.make_qr(address, error="m").matrix
    words = []
    for y, row in enumerate(matrix, MARGIN):
        x = MARGIN
        for dark, squares in groupby(row):
            run = len(list(squares))
            if dark:
                words.append(f"M{x} {y}h{run}v1h-{run}z")
            x += run
    return Code(len(matrix) + 2 * MARGIN, "".join(words))


__all__ = ["Code", "Share", "code_of", "is_host", "share"]
