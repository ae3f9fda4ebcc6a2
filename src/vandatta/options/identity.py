"""The canonical form of a rule set, and its short id that fits in a link.

Equal games have equal ids: options that cannot matter in a mix are set to the
values they have in `svensk` before anything is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from vandatta.cards import RANKS
from vandatta.options.parsing import PRESETS, OptionsError, check, options_from, preset, read_value
from vandatta.options.table import OPTIONS, Option, Value, draws_from

CODES = {option.code: option for option in OPTIONS.values()}

REWRITTEN = frozenset(
    (
        "hand_size_two",
        "second_deck_from",
        "must_lay",
        "wild_rank",
        "draw_all_power",
        "draw_all_follow",
        "warning_at",
        "next_draws",
        "skip_ranks",
        "reverse_ranks",
        "again_ranks",
    )
)
"""What `canonical` may give another value although it matters."""


def idle(values: Mapping[str, Value]) -> dict[str, str]:
    """The options that cannot matter in the mix ``values``, whatever they say.

    Returns:
        Key of the option, and the reason: a message ``idle.REASON`` of the catalogue.
    """
    found: dict[str, str] = {}
    for reason, keys in _idle(values):
        for key in keys:
            found.setdefault(key, reason)
    return found


def _idle(v: Mapping[str, Value]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if v["must_lay"]:
        yield "must_lay", ("hand_cap", "lay_after_draw")
    if not v["jokers"]:
        yield "no_jokers", ("joker_power", "joker_draws")
    if v["match_end"] == "single":
        yield "single", ("limit", "limit_is")
    if v["reshuffles"] == 0:
        yield "no_reshuffles", ("renew_stock",)
    powers = (_draws(v), *(_kept(v, key) for key in ("skip_ranks", "reverse_ranks")))
    if all(power == "none" for power in powers):
        yield "no_powers", ("start_powers",)
    if not _duty(v):
        yield "no_duty", ("duty_needs_stock",)
    yield from _idle_lappen(v)
    yield from _idle_specials(v)


def _idle_lappen(v: Mapping[str, Value]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not v["lappen"]:
        yield (
            "no_lappen",
            (
                "lappen_penalty",
                "lappen_caught_by",
                "lappen_penalty_when",
                "warning_at",
                "false_challenge_penalty",
            ),
        )
    if not v["lappen_penalty"]:
        yield "no_penalty", ("lappen_penalty_when",)
    if v["lappen_caught_by"] == "rule":
        yield "noticed", ("false_challenge_penalty",)


def _idle_specials(v: Mapping[str, Value]) -> Iterator[tuple[str, tuple[str, ...]]]:
    wilds = str(v["wild_rank"]) not in _removed(v)
    aces = v["draw_all_power"] != "none" and str(v["draw_all_rank"]) not in _removed(v)
    if not aces:
        yield (
            "no_draw_all",
            (
                "draw_all_rank",
                "start_ace",
                "draw_all_on_draw_all",
                "out_on_draw_all",
                "wild_on_draw_all",
                "draw_all_on_wild",
            ),
        )
    if not aces or v["draw_all_power"] != "again":
        yield "not_again", ("draw_all_follow", "draw_all_needs_follow")
    elif not (v["draw_all_on_draw_all"] or (wilds and v["wild_on_draw_all"]) or v["jokers"]):
        yield "only_its_suit", ("draw_all_follow",)
    if not wilds:
        yield (
            "no_wild",
            (
                "start_eight",
                "wild_on_wild",
                "wild_on_draw_all",
                "draw_all_on_wild",
                "must_name_suit",
                "out_on_wild",
                "several_wilds",
            ),
        )
    every_last = (v["out_on_wild"] or not wilds) and (v["out_on_draw_all"] or not aces)
    if every_last and not v["jokers"]:
        yield "every_last", ("wait_with_special",)


def _removed(v: Mapping[str, Value]) -> str:
    return "" if v["removed_ranks"] == "none" else str(v["removed_ranks"])


def _kept(v: Mapping[str, Value], key: str) -> str:
    """The ranks of option ``key`` that are in the pack."""
    ranks = "" if v[key] == "none" else str(v[key])
    return "".join(rank for rank in ranks if rank not in _removed(v)) or "none"


def _draws(v: Mapping[str, Value]) -> str:
    """`next_draws`, of the ranks that are in the pack."""
    draws = draws_from(str(v["next_draws"])) or {}
    kept = (f"{RANKS[rank]}:{count}" for rank, count in draws.items())
    return " ".join(word for word in kept if word[0] not in _removed(v)) or "none"


def _duty(v: Mapping[str, Value]) -> bool:
    """Is there a card, but for the ace, that makes the next player draw?"""
    return _draws(v) != "none" or bool(v["jokers"] and v["joker_draws"])


def canonical(values: Mapping[str, Value]) -> dict[str, Value]:
    """``values`` with everything that cannot matter set to its value in `svensk`."""
    found = dict(values)
    plain = preset("svensk")
    for key in ("skip_ranks", "reverse_ranks", "again_ranks"):
        found[key] = _kept(found, key)
    found["next_draws"] = _draws(found)
    removed = _removed(found)
    if str(found["draw_all_rank"]) in removed:
        found["draw_all_power"] = "none"
    if str(found["wild_rank"]) in removed:
        # which of the ranks that are missing is wild, nobody will ever know
        found["wild_rank"] = "8" if "8" in removed else removed[0]
    most = int(str(found["players"]).split("-")[1]) + 1
    found["second_deck_from"] = min(int(found["second_deck_from"]), most)
    if found["hand_cap"] == 1 and found["lay_after_draw"] == "any":
        found["must_lay"] = True  # every hand holds as much as that
    if found["hand_size_two"] == found["hand_size"]:
        found["hand_size_two"] = plain["hand_size_two"]
    if found["warning_at"] == 1:
        found["warning_at"] = 0  # at one card it is "lappen" that is called
    # setting one can make another idle, as when a rank loses its last power
    for _ in range(2):
        for key in idle(found):
            found[key] = plain[key]
    found["draw_all_follow"] = _follow(found)
    return found


def _follow(v: Mapping[str, Value]) -> Value:
    """The strictest `draw_all_follow` under which the same cards follow an ace."""
    wilds = v["wild_on_draw_all"] and str(v["wild_rank"]) not in _removed(v)
    if v["draw_all_follow"] == "match" and not wilds and not v["jokers"]:
        return "suit_or_rank"  # with an ace on an ace forbidden the option is idle altogether
    if v["draw_all_follow"] == "suit_or_rank" and not v["draw_all_on_draw_all"]:
        return "suit"
    return v["draw_all_follow"]


def rules_id(values: Mapping[str, Value]) -> str:
    """The short id of a rule set: the nearest preset and what differs from it.

    ``svensk``, or ``svensk-dl0-nd2.2``: a preset's name, then for each option
    that differs its code and value. Equal games have equal ids.
    """
    mine = canonical(values)
    matters = _Matters(mine)
    ids: list[tuple[int, int, str]] = []
    for name in sorted(PRESETS, key=matters.least):
        if ids and matters.least(name) > min(ids)[0]:
            break  # nor can any that comes now be as near
        words = [OPTIONS[key].code + _short(mine[key]) for key in matters.differing(name)]
        ids.append((len(words), PRESETS.index(name), "-".join([name, *words])))
    return min(ids)[2]


class _Matters:
    """What makes the canonical rule set ``mine`` another game than a preset."""

    def __init__(self, mine: dict[str, Value]) -> None:
        self.mine = mine
        self.keys = OPTIONS.keys() - idle(mine).keys()
        self.known: dict[tuple[str, Value], bool] = {}

    def least(self, base: str) -> int:
        """How many options do at the least, of the preset ``base``."""
        theirs = preset(base)
        return sum(self.mine[key] != theirs[key] for key in self.keys - REWRITTEN)

    def differing(self, base: str) -> list[str]:
        """The options that do, of the preset ``base``."""
        theirs = preset(base)
        return [
            key
            for key in OPTIONS
            if self.mine[key] != theirs[key]
            and key in self.keys
            and self._is_other(key, theirs[key])
        ]

    def _is_other(self, key: str, value: Value) -> bool:
        """Is it another game with the option ``key`` at ``value``?"""
        if key not in REWRITTEN:
            return True
        # what `canonical` rewrites may be the same in another guise
        if (key, value) not in self.known:
            self.known[key, value] = canonical({**self.mine, key: value}) != self.mine
        return self.known[key, value]


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
    values = dict(preset(name))
    for word in words:
        option = CODES.get(word[:2])
        if option is None:
            raise OptionsError("options.bad_id", id=text[:40])
        values[option.key] = read_value(option, _long(option, word[2:]))
    values = canonical(values)
    check(values)
    return values


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
    mine = canonical(values)
    return {key: mine[key] for key in _Matters(mine).differing(base)}
