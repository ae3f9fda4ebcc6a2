"""The rule sets that a comparison puts side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from vandatta.options import (
    OPTIONS,
    Option,
    OptionsError,
    Value,
    changed,
    check_seats,
    compile_rules,
    named,
    rules_id,
)
from vandatta.options.parsing import read_value
from vandatta.simulation.house.trials import UNSEEN

MOST = 12
"""A number with more values than that is varied by those that are given."""
FORGETTING = ("lappen", "lappen_penalty", "lappen_penalty_when")
"""Options that matter once somebody forgets to call."""
OF_MATCHES = ("limit", "limit_is", "match_end")
"""Options that matter from round to round."""


def varied(values: Mapping[str, Value], wish: str, seats: int) -> dict[str, str]:
    """The rule sets that differ from ``values`` in one option.

    Args:
        values: every option's value.
        wish: an option, such as ``draw_limit``, for all its values that can be played; or some of
            them, ``draw_limit=1,3,0``.
        seats: how many play.

    Returns:
        What to call each, with the option and its value, and its id; ``values`` itself first.

    Raises:
        OptionsError: no such option or value, or none that can be played.
    """
    key, equals, given = wish.partition("=")
    option = OPTIONS.get(key)
    if not key:
        raise OptionsError("simulate.error.no_option", option="draw_limit")
    if option is None:
        near = get_close_matches(key, OPTIONS, 1, 0)
        raise OptionsError("options.unknown", key=key[:40], near=near[0])
    found = {_label(option, values[key]): rules_id(values)}
    for value in given.split(",") if equals else _all(option):
        try:
            other = changed(values, {key: read_value(option, value)})
            check_seats(compile_rules(other), seats)
        except OptionsError:
            if equals:
                raise
            continue
        if other[key] != values[key]:
            found[_label(option, other[key])] = rules_id(other)
    if len(found) == 1:
        raise OptionsError("simulate.error.nothing_varied", key=key)
    return found


def in_vain(rules: Sequence[str], forgets: bool, matches: bool) -> dict[str, list[str]]:
    """Which differences of rule sets from the first of them no simulation like this can show.

    Args:
        rules: ids of rule sets.
        forgets: whether anybody forgets to call the last card.
        matches: whether whole matches are played.

    Returns:
        By the reason, ``forget``, ``matches`` or ``unseen``, the options that differ in vain.
    """
    reasons: dict[str, tuple[str, ...]] = {"unseen": UNSEEN}
    reasons |= {} if forgets else {"forget": (*UNSEEN, *FORGETTING)}
    reasons |= {} if matches else {"matches": (*UNSEEN, *OF_MATCHES)}
    found: dict[str, list[str]] = {}
    ours = named(rules[0])
    for theirs in map(named, rules[1:]):
        differing = [key for key in OPTIONS if ours[key] != theirs[key]]
        for reason, options in reasons.items():
            if differing and set(differing) <= set(options):
                some = found.setdefault(reason, [])
                some += [key for key in differing if key not in some]
                break
    return found


def _all(option: Option) -> tuple[object, ...]:
    if option.kind == "switch":
        return (False, True)
    if option.kind == "choice":
        return option.values
    if option.kind == "number" and option.high - option.low <= MOST:
        return tuple(range(option.low, option.high + 1))
    raise OptionsError("simulate.error.which_values", key=option.key, allowed=option.allowed)


def _label(option: Option, value: Value) -> str:
    if option.kind == "switch":
        value = "on" if value else "off"
    return f"{option.key}={value}"


__all__ = ["in_vain", "varied"]
