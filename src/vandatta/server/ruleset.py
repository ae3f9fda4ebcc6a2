"""The rules that an address names: ``/rules/<id>``, ``/choose/<id>`` and their like."""

from __future__ import annotations

from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request

from vandatta.options import (
    OptionsError,
    Value,
    compile_rules,
    from_id,
    rules_id,
    seats_for,
)
from vandatta.server.security import Problem


def values_at(request: Request) -> dict[str, Value]:
    """Every option's value, of the rules whose id ends the address.

    Args:
        request: a request with the path parameter ``id``.

    Raises:
        Problem: there are no such rules.
        HTTPException: a redirect to the same page under the rules' canonical id.
    """
    asked = request.path_params["id"]
    try:
        values = from_id(asked)
    except OptionsError:
        raise Problem(404, "no_rules") from None
    canonical = rules_id(values)
    if asked != canonical:
        page = request.scope["path"].rpartition("/")[0]
        query = f"?{request.url.query}" if request.url.query else ""
        raise HTTPException(302, headers={"Location": f"{page}/{canonical}{query}"})
    return values


@lru_cache(maxsize=1000)
def opponents_for(rules: str) -> tuple[int, ...]:
    """How many opponents one can have by the rules of id ``rules``; none if that is no id."""
    try:
        compiled = compile_rules(from_id(rules))
    except OptionsError:
        return ()
    return tuple(seats - 1 for seats in seats_for(compiled))


def nearest(wanted: int, allowed: tuple[int, ...]) -> int:
    """The number of ``allowed`` that is nearest to ``wanted``; ``wanted`` if none is allowed."""
    return min(allowed, key=lambda each: abs(each - wanted), default=wanted)


__all__ = ["nearest", "opponents_for", "values_at"]
