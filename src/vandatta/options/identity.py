"""The canonical form of a rule set, and its short id that fits in a link.

Equal games have equal ids: options that cannot matter in a mix are set to the
values they have in `svensk` before anything is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from vandatta.options.parsing import PRESETS, OptionsError, check, options_from, preset, read_value
from vandatta.options.table import OPTIONS, Option, Value, draws_from

CODES = {option.code: option for option in OPTIONS.values()}


def idle(values: Mapping[str, Value]) -> set[str]:
    """The options that cannot matter in the mix ``values``, whatever they say."""
    return set(_idle(values))


def _idle(v: Mapping[str, Value]) -> Iterator[str]:
    if v["must_lay"]:
        yield from ("hand_cap", "lay_after_draw")
    if not v["jokers"]:
        yield from ("joker_power", "joker_draws")
    yield from _idle_lappen(v)
    yield from _idle_specials(v)
    if v["match_end"] == "single":
        yield from ("limit", "limit_is")
    if v["hand_size_two"] in (0, v["hand_size"]):
        yield "hand_size_two"
    if v["next_draws"] == "none" and not (v["jokers"] and v["joker_draws"]):
        yield "duty_needs_stock"


def _idle_lappen(v: Mapping[str, Value]) -> Iterator[str]:
    if not v["lappen"]:
        yield from ("lappen_penalty", "lappen_caught_by", "warning_at")
    if not v["lappen"] or not v["lappen_penalty"]:
        yield "lappen_penalty_when"
    if not v["lappen"] or v["lappen_caught_by"] == "rule":
        yield "false_challenge_penalty"


def _idle_specials(v: Mapping[str, Value]) -> Iterator[str]:
    wilds = str(v["wild_rank"]) not in _removed(v)
    power = v["draw_all_power"] if str(v["draw_all_rank"]) not in _removed(v) else "none"
    if power == "none":
        yield from ("start_ace", "draw_all_on_draw_all", "out_on_draw_all")
    if power == "none" or not wilds:
        yield from ("wild_on_draw_all", "draw_all_on_wild")
    if power != "again":
        yield from ("draw_all_follow", "draw_all_needs_follow")
    if v["draw_all_power"] == "none":
        yield "draw_all_rank"
    if not wilds:
        yield from ("start_eight", "wild_on_wild", "must_name_suit", "out_on_wild", "several_wilds")
    wild_out = v["out_on_wild"] or not wilds
    ace_out = v["out_on_draw_all"] or power == "none"
    if wild_out and ace_out and not v["jokers"]:
        yield "wait_with_special"


def _removed(v: Mapping[str, Value]) -> str:
    return "" if v["removed_ranks"] == "none" else str(v["removed_ranks"])


def canonical(values: Mapping[str, Value]) -> dict[str, Value]:
    """``values`` with everything that cannot matter set to its value in `svensk`."""
    found = dict(values)
    plain = preset("svensk")
    removed = _removed(found)
    # powers of ranks that are not in the pack
    for key in ("skip_ranks", "reverse_ranks", "again_ranks"):
        kept = "".join(rank for rank in str(found[key]) if rank not in removed)
        found[key] = found[key] if found[key] == "none" else kept or "none"
    draws = draws_from(str(found["next_draws"])) or {}
    words = [f"{'A23456789TJQK'[r]}:{n}" for r, n in draws.items()]
    found["next_draws"] = " ".join(word for word in words if word[0] not in removed) or "none"
    most = int(str(found["players"]).split("-")[1]) + 1
    found["second_deck_from"] = min(int(found["second_deck_from"]), most)
    # setting one can make another idle, as when a rank loses its last power
    for _ in range(2):
        for key in idle(found):
            found[key] = plain[key]
    return found


def rules_id(values: Mapping[str, Value]) -> str:
    """The short id of a rule set: the nearest preset and what differs from it.

    ``svensk``, or ``svensk-dl0-nd2.2``: a preset's name, then for each option
    that differs its code and value. Equal games have equal ids.
    """
    mine = canonical(values)
    best: tuple[int, int, str] | None = None
    for order, name in enumerate(PRESETS):
        theirs = canonical(preset(name))
        words = [
            OPTIONS[key].code + _short(mine[key]) for key in OPTIONS if mine[key] != theirs[key]
        ]
        rank = (len(words), order, "-".join([name, *words]))
        best = rank if best is None or rank < best else best
    assert best is not None
    return best[2]


def _short(value: Value) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value).replace(":", ".").replace(" ", "+")


def from_id(text: str) -> dict[str, Value]:
    """The canonical options of a rules id.

    Raises:
        OptionsError: ``text`` is no rules id.
    """
    name, *words = re.split(r"-(?=[a-z])", text[:400])
    values = canonical(preset(name))
    for word in words:
        option = CODES.get(word[:2])
        if option is None:
            raise OptionsError("options.bad_id", id=text[:40])
        values[option.key] = read_value(option, _long(option, word[2:]))
    check(values)
    return canonical(values)


def _long(option: Option, text: str) -> object:
    if option.kind == "switch":
        return {"1": True, "0": False}.get(text, text)
    if option.kind == "draws":
        return text.replace(".", ":").replace("+", " ")
    return text


def named(request: object) -> dict[str, Value]:
    """The options of a request: a preset's name, a rules id, or an object.

    Raises:
        OptionsError: it names no rule set.
    """
    if isinstance(request, str) and request not in PRESETS:
        return from_id(request)
    return options_from(request)


def differences(values: Mapping[str, Value], base: str) -> dict[str, Value]:
    """What differs, in a way that matters, from the preset ``base``: key and value."""
    mine, theirs = canonical(values), canonical(preset(base))
    return {key: mine[key] for key in OPTIONS if mine[key] != theirs[key]}
