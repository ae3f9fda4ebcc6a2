"""The chooser's form: what it asks for, and the rules that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from vandatta.cards import RANKS
from vandatta.options import (
    OPTIONS,
    OptionsError,
    Value,
    changed,
    check_seats,
    compile_rules,
    idle,
    preset,
    rules_id,
)
from vandatta.options.parsing import check
from vandatta.server.ruleset import opponents_for
from vandatta.server.security import Problem

QUERY_LIMIT = 8000
FIELDS = 200
"""Fields of the form at most: each option, and one for each rank where ranks are chosen."""
FROM = "from"
"""The field with the id of the rules that the form changes."""
RANK, COUNT = "next_draws_rank", "next_draws_count"
"""Two fields a card that makes the next player draw."""


def asked(query: bytes) -> tuple[str | None, dict[str, str]]:
    """What a form asks for.

    Args:
        query: the address's query.

    Returns:
        The id of the rules to change, if there is one; the new values by option.

    Raises:
        Problem: a field that the form does not have, or too many or too long ones.
    """
    if len(query) > QUERY_LIMIT:
        raise Problem(414, "too_big")
    try:
        pairs = parse_qsl(
            query.decode("ascii"), keep_blank_values=True, max_num_fields=FIELDS, errors="strict"
        )
    except ValueError:
        raise Problem(400, "not_form") from None
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        if name not in OPTIONS and name not in (FROM, RANK, COUNT):
            raise Problem(400, "bad_request")
        found.setdefault(name, []).append(value)
    base = found.pop(FROM, [None])[-1]
    ranks, counts = found.pop(RANK, []), found.pop(COUNT, [])
    if len(ranks) != len(counts):
        raise Problem(400, "bad_request")
    settings = {key: _joined(key, values) for key, values in found.items()}
    if ranks:
        settings["next_draws"] = _draws(ranks, counts)
    return base, {key: value for key, value in settings.items() if value != ""}


def _joined(key: str, values: list[str]) -> str:
    """The one value that several fields of a name give."""
    if OPTIONS[key].kind != "ranks":
        return values[-1]  # a switch is "off", and then "on" if its box is ticked
    return "".join(value for value in values if value != "none") or "none"


def _draws(ranks: list[str], counts: list[str]) -> str:
    rows = [(rank, count) for rank, count in zip(ranks, counts, strict=True) if rank]
    rows.sort(key=lambda row: RANKS.find(row[0]))
    return " ".join(f"{rank}:{count}" for rank, count in rows) or "none"


def mixed(old: Mapping[str, Value], base: str, settings: Mapping[str, str]) -> dict[str, Value]:
    """The rules ``old`` with some options set anew.

    An option that could not matter and now can gets the value it has in the
    preset, unless it is set too.

    Args:
        old: every option's value.
        base: the preset that ``old`` is nearest to.
        settings: the new values by option, as text.

    Raises:
        OptionsError: a value that can't be, values that contradict one another, or
            rules by which no two can play.
    """
    new = changed(old, dict(settings.items()))
    slept, rests = idle(old), idle(new)
    woken = {key: preset(base)[key] for key in slept if key not in rests and key not in settings}
    try:
        check({**new, **woken})
    except OptionsError:
        woken = {}
    new.update(woken)
    if not opponents_for(rules_id(new)) and opponents_for(rules_id(old)):
        check_seats(compile_rules(new), 2)
    return new


def address(ident: str, key: str, value: Value) -> str:
    """The address that sets one option of the rules ``ident``."""
    word = ("on" if value else "off") if isinstance(value, bool) else str(value)
    return "/choose?" + urlencode({FROM: ident, key: word})


__all__ = ["COUNT", "FROM", "RANK", "address", "asked", "mixed"]
