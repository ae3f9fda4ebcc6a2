"""Named options of the rules, and compiling them into `Rules`.

Names and meaning are those of the project's rules page. An option's table row
holds every value it can have and those the engine plays so far; a value that is
known but not played yet is refused by name, never ignored.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from vandatta.cards import ALL_CARDS, BLACK_JOKER, RANKS, RED_JOKER
from vandatta.engine.rules import (
    FOLLOW_MATCH,
    FOLLOW_SUIT,
    FOLLOW_SUIT_OR_RANK,
    LAST_IN,
    LOWEST,
    SINGLE,
    Rules,
)

Value = str | int | bool
PRESETS = ("svensk", "guide", "klassisk", "barn")


@dataclass(frozen=True, slots=True)
class Option:
    """An option: is a value one it can have, and one that is played?"""

    known: Callable[[Value], bool]
    played: Callable[[Value], bool]
    allowed: str
    """The values it can have, in words any language reads: ``on, off``, ``0-50``."""


class OptionsError(ValueError):
    """A rule set that can't be read; ``message`` is a key of the catalogue."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values


def _switch(played: Iterable[bool] = (True, False)) -> Option:
    return Option(lambda v: isinstance(v, bool), lambda v: v in set(played), "on, off")


def _one_of(*values: str, played: Iterable[str] | None = None) -> Option:
    some = set(values if played is None else played)
    return Option(lambda v: v in values, lambda v: v in some, ", ".join(values))


def _number(low: int, high: int, played: Iterable[int] | None = None) -> Option:
    some = range(low, high + 1) if played is None else set(played)
    return Option(
        lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high,
        lambda v: v in some,
        f"{low}-{high}",
    )


def _free(example: str, played: Iterable[str]) -> Option:
    return Option(lambda v: isinstance(v, str), lambda v: v in set(played), example)


OPTIONS: dict[str, Option] = {
    "players": _one_of("2-5", "2-8"),
    "hand_size": _number(1, 20),
    "second_deck_from": _number(2, 9),
    "jokers": _number(0, 2, played=[0]),
    "removed_ranks": _free("none, 2345", played=["none"]),
    "start_eight": _one_of("name", "redraw", "own_suit"),
    "start_ace": _one_of("redraw", "dealer_draws", "all_draw", "plain", played=["redraw", "plain"]),
    "open_hands": _switch(played=[False]),
    "must_lay": _switch(),
    "hand_cap": _number(0, 104, played=[0]),
    "several_of_a_rank": _switch(played=[False]),
    "wild_rank": _one_of(*RANKS),
    "draw_all_rank": _one_of(*RANKS),
    "wild_on_wild": _switch(),
    "wild_on_draw_all": _switch(),
    "draw_all_on_wild": _switch(),
    "draw_all_on_draw_all": _switch(),
    "draw_all_power": _one_of("again", "pass_on", "none", played=["again"]),
    "draw_all_follow": _one_of("suit", "suit_or_rank", "match"),
    "draw_all_needs_follow": _switch(played=[False]),
    "must_name_suit": _switch(played=[True]),
    "draw_limit": _number(0, 20),
    "lay_after_draw": _one_of("any", "drawn", played=["any"]),
    "turn_limit": _number(0, 100_000),
    "reshuffles": _number(-1, 100),
    "lappen": _switch(),
    "lappen_penalty": _number(0, 10),
    "lappen_caught_by": _one_of("challenge", "rule", played=["challenge"]),
    "lappen_penalty_when": _one_of("at_once", "next_turn", played=["at_once"]),
    "warning_at": _number(0, 10, played=[0]),
    "false_challenge_penalty": _number(0, 10, played=[0]),
    "out_on_wild": _switch(),
    "out_on_draw_all": _switch(),
    "wait_with_special": _switch(),
    "last_card_suit": _switch(),
    "next_draws": _free("none, 2:2", played=["none"]),
    "joker_power": _one_of("reverse"),
    "several_wilds": _switch(played=[False]),
    "misplay": _one_of("refuse", "draw_one", "retry", played=["refuse"]),
    "scale": _one_of("standard", "children", "face_value", "english"),
    "limit": _number(1, 1000),
    "limit_is": _one_of("reached", "passed"),
    "match_end": _one_of("last_in", "lowest", "single"),
}


@cache
def preset(name: str) -> Mapping[str, Value]:
    """Every option's value in the preset ``name``.

    Raises:
        OptionsError: no such preset.
    """
    if name not in PRESETS:
        near = get_close_matches(name, PRESETS, 1)
        raise OptionsError(
            "options.unknown_preset", name=name, near=near[0] if near else PRESETS[0]
        )
    text = files("vandatta.presets").joinpath(f"{name}.toml").read_text("utf-8")
    values: dict[str, Value] = tomllib.loads(text)
    return values


def options_from(request: object) -> dict[str, Value]:
    """The options of a rule set as requests name it.

    Args:
        request: a preset's name, or an object with ``base`` and options that
            differ from it.

    Returns:
        Every option's value.

    Raises:
        OptionsError: an unknown preset, option or value, or one not played yet.
    """
    if isinstance(request, str):
        request = {"base": request}
    if not isinstance(request, Mapping):
        raise OptionsError("options.not_rules")
    changes = dict(request)
    base = changes.pop("base", "svensk")
    if not isinstance(base, str):
        raise OptionsError("options.not_rules")
    values = dict(preset(base))
    for key, value in changes.items():
        option = OPTIONS.get(key)
        if option is None:
            near = get_close_matches(str(key), OPTIONS, 1)
            raise OptionsError("options.unknown", key=key, near=near[0] if near else "base")
        if isinstance(values[key], bool) and value in ("on", "off"):
            value = value == "on"
        if not option.known(value):
            raise OptionsError("options.bad_value", key=key, allowed=option.allowed)
        values[key] = value
    missing = [key for key, value in values.items() if not OPTIONS[key].played(value)]
    if missing:
        raise OptionsError("options.not_played", keys=", ".join(missing))
    if values["wild_rank"] == values["draw_all_rank"]:
        raise OptionsError("options.same_rank")
    return values


FACE_VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 0]
SCALES: dict[str, tuple[int, int, list[int]]] = {
    "standard": (25, 15, [5] * 9 + [10] * 4 + [0]),
    "children": (10, 5, [1] * 13 + [0]),
    "face_value": (25, 15, FACE_VALUES),
    "english": (50, 1, FACE_VALUES),
}
"""Points of a wild, of a draw-all, and of every rank that is neither."""


def compile_rules(options: Mapping[str, Value]) -> Rules:
    """Compile ``options``, which has every option's value, into `Rules`."""
    wild = RANKS.index(str(options["wild_rank"]))
    draw_all = RANKS.index(str(options["draw_all_rank"]))
    wilds = 0xF << 4 * wild
    aces = 0xF << 4 * draw_all
    jokers = 1 << RED_JOKER | 1 << BLACK_JOKER
    low, high = str(options["players"]).split("-")
    same_rank = [0xF << 4 * rank for rank in range(13)] + [0]
    same_rank[wild] = 0
    allowed_on = [ALL_CARDS] * 14
    for top, card, option in (
        (wild, wilds, "wild_on_wild"),
        (wild, aces, "draw_all_on_wild"),
        (draw_all, wilds, "wild_on_draw_all"),
        (draw_all, aces, "draw_all_on_draw_all"),
    ):
        if not options[option]:
            allowed_on[top] &= ALL_CARDS & ~card
    wild_points, ace_points, points = SCALES[str(options["scale"])]
    points = list(points)
    points[wild] = points[13] = wild_points
    points[draw_all] = ace_points
    start_eight = options["start_eight"]
    return Rules(
        min_seats=int(low),
        max_seats=int(high),
        hand_size=int(options["hand_size"]),
        second_deck_from=int(options["second_deck_from"]),
        wilds=wilds,
        all_draw=aces,
        again=aces,
        anywhere=wilds | jokers,
        same_rank=same_rank,
        allowed_on=allowed_on,
        put_back=jokers
        | (aces if options["start_ace"] == "redraw" else 0)
        | (wilds if start_eight == "redraw" else 0),
        start_names=wilds if start_eight == "name" else 0,
        follow={"suit": FOLLOW_SUIT, "suit_or_rank": FOLLOW_SUIT_OR_RANK, "match": FOLLOW_MATCH}[
            str(options["draw_all_follow"])
        ],
        not_last=jokers
        | (0 if options["out_on_wild"] else wilds)
        | (0 if options["out_on_draw_all"] else aces),
        last_in_suit=int(options["last_card_suit"]),
        must_lay=int(options["must_lay"]),
        draw_limit=int(options["draw_limit"]),
        turn_limit=int(options["turn_limit"]),
        reshuffles=int(options["reshuffles"]),
        lappen=int(options["lappen"]),
        penalty=int(options["lappen_penalty"]),
        wait=int(options["wait_with_special"]),
        points=points,
        limit=int(options["limit"]),
        limit_passed=int(options["limit_is"] == "passed"),
        match_end={"last_in": LAST_IN, "lowest": LOWEST, "single": SINGLE}[
            str(options["match_end"])
        ],
    )


def rules_from(request: object) -> Rules:
    """`compile_rules` of `options_from`."""
    return compile_rules(options_from(request))
