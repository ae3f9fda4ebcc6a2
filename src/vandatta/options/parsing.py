"""Reading a rule set: a preset's name, or a base and what differs from it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from vandatta.cards import RANKS
from vandatta.messages import text
from vandatta.options.table import OPTIONS, Option, Value, draws_from, in_order

PRESETS = ("svensk", "guide", "klassisk", "barn", "crazy_eights", "openspiel", "mau_mau", "pesten")
NEAR = 0.7
"""How like a name a misspelt one must be for it to be what was meant."""
SWEDISH = PRESETS[:4]
"""The presets of Vändåtta itself; the others are family games."""


class OptionsError(ValueError):
    """A rule set that can't be read; ``message`` is a key of the catalogue."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        """What is wrong, in English; `vandatta.describe.problem` tells it in either language."""
        return text("en", self.message, **self.values)


def unknown_preset(name: str, known: Sequence[str]) -> OptionsError:
    """What is wrong with ``name``, which is none of the rule sets ``known``."""
    near = get_close_matches(name, known, 1, NEAR)
    if near:
        return OptionsError("options.unknown_preset", name=name[:40], near=near[0])
    return OptionsError("options.no_preset", name=name[:40], all=", ".join(known))


@cache
def preset(name: str) -> Mapping[str, Value]:
    """Every option's value in the preset ``name``.

    Raises:
        OptionsError: no such preset.
    """
    if name not in PRESETS:
        raise unknown_preset(name, PRESETS)
    file = files("vandatta.presets").joinpath(f"{name}.toml")
    values: dict[str, Value] = tomllib.loads(file.read_text("utf-8"))
    return values


def options_from(request: object) -> dict[str, Value]:
    """The options of a rule set as requests name it.

    Args:
        request: a preset's name, or an object with ``base`` and options that
            differ from it. A switch may be written ``on`` and ``off``.

    Returns:
        Every option's value.

    Raises:
        OptionsError: an unknown preset, option or value, or values that
            contradict one another.
    """
    if isinstance(request, str):
        request = {"base": request}
    if not isinstance(request, Mapping):
        raise OptionsError("options.not_rules")
    base = request.get("base", PRESETS[0])
    if not isinstance(base, str):
        raise OptionsError("options.not_rules")
    settings = {key: value for key, value in request.items() if key != "base"}
    return changed(preset(base), settings)


def changed(values: Mapping[str, Value], settings: Mapping[object, object]) -> dict[str, Value]:
    """A rule set with some options set anew.

    Args:
        values: every option's value.
        settings: the new values by option, as JSON or text gives them.

    Raises:
        OptionsError: an unknown option or value, or values that contradict one another.
    """
    values = dict(values)
    for key, value in settings.items():
        option = OPTIONS.get(key) if isinstance(key, str) else None
        if option is None:
            near = get_close_matches(str(key), OPTIONS, 1, NEAR)
            if near:
                raise OptionsError("options.unknown", key=str(key)[:40], near=near[0])
            raise OptionsError("options.no_option", key=str(key)[:40])
        values[option.key] = read_value(option, value)
    check(values)
    return values


def read_value(option: Option, value: object) -> Value:
    """A value of ``option`` as JSON or text gives it.

    Raises:
        OptionsError: not one that the option can have; the sentence says which it can.
    """
    if option.kind == "switch" and value in ("on", "off"):
        value = value == "on"
    elif option.kind == "number" and isinstance(value, str):
        digits = value.removeprefix("-")
        value = int(value) if digits.isascii() and digits.isdigit() and len(value) < 9 else value
    elif option.kind == "ranks" and isinstance(value, str) and set(value) <= set(RANKS):
        value = in_order(value)
    if not option.allows(value):
        if option.kind == "draws" and (rank := _twice(str(value))):
            raise OptionsError("options.rank_twice", rank=rank)
        raise OptionsError("options.bad_value", key=option.key, allowed=option.allowed)
    return value


def _twice(draws: str) -> str:
    """A rank that stands twice in a text like ``2:2 7:3``; "" if none does."""
    ranks = [word.partition(":")[0] for word in draws.split()]
    return next((rank for rank in RANKS if ranks.count(rank) > 1), "")


def check(values: Mapping[str, Value]) -> None:
    """See that ``values`` do not contradict one another.

    Raises:
        OptionsError: a rank is given two powers at once.
    """
    powers = {"wild_rank": str(values["wild_rank"])}
    if values["draw_all_power"] != "none":
        powers["draw_all_rank"] = str(values["draw_all_rank"])
    draws = draws_from(str(values["next_draws"])) or {}
    powers["next_draws"] = "".join(RANKS[rank] for rank in draws)
    for key in ("skip_ranks", "reverse_ranks", "again_ranks"):
        powers[key] = "" if values[key] == "none" else str(values[key])
    taken: dict[str, str] = {}
    for key, ranks in powers.items():
        for rank in ranks:
            if rank in taken:
                raise OptionsError("options.two_powers", rank=rank, one=taken[rank], other=key)
            taken[rank] = key
