"""The rules that an address names: ``/rules/<id>``, ``/choose/<id>`` and their like."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request

from vandatta.options import OptionsError, Value, from_id, rules_id
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
        raise HTTPException(302, headers={"Location": f"{page}/{canonical}"})
    return values
