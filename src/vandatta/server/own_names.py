"""The rules that a browser has kept under a name, in one cookie."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from starlette.requests import HTTPConnection

from vandatta.server.security import Problem
from vandatta.server.settings import canonical_id

NAMES_COOKIE = "vandatta_rules"
MOST = 12
"""Names kept at most."""
NAME_LIMIT = 32
"""Letters of a name at most."""
COOKIE_LIMIT = 3500
"""Bytes; browsers drop a cookie that is longer than about 4000."""


def kept(cookie: str | None) -> dict[str, str]:
    """The names that a cookie holds, each with the id of its rules, in the order they were kept.

    Args:
        cookie: the cookie's value; anything that can't be read is passed over.
    """
    if not cookie or len(cookie) > 2 * COOKIE_LIMIT:
        return {}
    try:
        pairs = parse_qsl(cookie.strip('"'), max_num_fields=MOST, errors="strict")
    except ValueError:
        return {}
    found: dict[str, str] = {}
    for name, rules in pairs:
        known = canonical_id(rules)
        if known is not None and read_name(name) == name:
            found[name] = known
    return found


def own_name(connection: HTTPConnection, rules: str) -> str:
    """What the browser calls the rules of id ``rules``: the name it kept last; "" if none."""
    names = kept(connection.cookies.get(NAMES_COOKIE))
    return next((name for name in reversed(names) if names[name] == rules), "")


def read_name(words: str) -> str | None:
    """A name as it is kept; None if ``words`` are none."""
    name = " ".join(unicodedata.normalize("NFC", words).split())
    return name if name and len(name) <= NAME_LIMIT and name.isprintable() else None


def taken(names: Mapping[str, str], words: str, rules: str) -> str:
    """The name that ``words`` are, if other rules than ``rules`` have it; else ""."""
    name, known = read_name(words), canonical_id(rules)
    if name is None or known is None or names.get(name, known) == known:
        return ""
    return name


def keep(names: dict[str, str], words: str, rules: str) -> dict[str, str]:
    """``names`` with one more, as the last; one that there is already gets the new rules.

    Raises:
        Problem: no name, no rules, or no more room.
    """
    name, known = read_name(words), canonical_id(rules)
    if known is None:
        raise Problem(400, "no_rules")
    if name is None:
        raise Problem(422, "no_name")
    found = {each: names[each] for each in names if each != name} | {name: known}
    if len(found) > MOST or len(cookie_of(found)) > COOKIE_LIMIT:
        raise Problem(422, "no_room")
    return found


def cookie_of(names: dict[str, str]) -> str:
    """``names`` as the value of a cookie, which `kept` reads."""
    return urlencode(names)


__all__ = [
    "MOST",
    "NAMES_COOKIE",
    "NAME_LIMIT",
    "cookie_of",
    "keep",
    "kept",
    "own_name",
    "read_name",
    "taken",
]
