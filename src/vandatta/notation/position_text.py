"""Positions as text, in the family of records: a block of lines, a key each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from vandatta.cards import SUITS, cards_text
from vandatta.engine.alphabet import NO_SEAT, OVER, PHASE_NAMES
from vandatta.messages import Lang, text
from vandatta.notation.position import COUNTERS, BadRequest, read_position, write_position
from vandatta.notation.record import RecordError, card_lines, record_card
from vandatta.notation.record_reading import Lines, read_card
from vandatta.options import named, rules_id
from vandatta.view import View

_CARDS = ("pile", "stock", "drawn_card")
_SEATS = ("called", "forgot", "owes")
_WORDS = ("suit", "phase")
_NUMBERS = ("turn", "dealer", "direction", *COUNTERS, "window", "seed")
_DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(COUNTERS, 0),
    "direction": 1,
    "phase": "lay",
    "drawn_card": None,
    "window": None,
    "seed": 0,
}
_HANDS = [f"{rank}s {rank}d" for rank in "A2345679"]
_HIDDEN: dict[str, Any] = {"pile": "4c", "stock": "", "drawn_card": None}


def whole(position: object) -> dict[str, Any]:
    """A position as JSON with every key, its rules as an id: equal ones are equal.

    Raises:
        vandatta.notation.position.BadRequest: it is no position.
    """
    s = read_position(position)
    given: Mapping[str, Any] = position if isinstance(position, Mapping) else {}
    return write_position(s, rules_id(named(given["rules"])), given.get("seed", 0))


def print_position(position: object) -> str:
    """A position, as JSON has it or as `position_seen` gives it, as text.

    Raises:
        vandatta.notation.position.BadRequest: it is no position.
    """
    found: Mapping[str, Any] = position if isinstance(position, Mapping) else {}
    if not any("?" in str(value) for value in found.values()):
        found = whole(position)
    lines = ['[Position "1"]', f'[Rules "{found["rules"]}"]']
    for seat, hand in enumerate(found["hands"]):
        lines += card_lines(f"Hand {seat}:", [read_card(card, 0) for card in hand.split()])
    for key in ("pile", "stock"):
        cards = [read_card(card, 0) for card in found[key].split()]
        lines += card_lines(f"{_heading(key)}:", cards)
    for key in ("turn", "suit", "dealer", "direction", "phase", *COUNTERS, "drawn_card"):
        if found[key] != _DEFAULTS.get(key):
            lines.append(f"{_heading(key)}: {found[key]}")
    for key in _SEATS:
        if any(found[key]):
            seats = [str(seat) for seat, flag in enumerate(found[key]) if flag]
            lines.append(f"{_heading(key)}: {' '.join(seats)}")
    for key in ("window", "seed"):
        if found[key] != _DEFAULTS[key]:
            lines.append(f"{_heading(key)}: {found[key]}")
    return "\n".join(lines) + "\n"


def _heading(key: str) -> str:
    return key.capitalize().replace("_", " ")


def read_position_text(words: str) -> dict[str, Any]:
    """The position, as JSON with every key, that `print_position` writes as ``words``.

    Raises:
        RecordError: it can't be read, or is no position.
    """
    lines = Lines(words)
    first = lines.take('[Position "1"]')
    if str(first) != '[Position "1"]':
        raise RecordError(first.number, "record.not_a_position")
    rules = lines.take('[Rules "..."]')
    found = re.fullmatch(r'\[Rules "([^"]*)"\]', str(rules))
    if not found:
        raise rules.unread()
    at = {"rules": rules.number}
    position: dict[str, Any] = {"rules": found[1], "hands": []}
    while lines.peek().startswith("Hand "):
        line, cards = lines.take_cards(f"Hand {len(position['hands'])}:")
        at["hands"] = line.number
        position["hands"].append(" ".join(map(record_card, cards)))
    flags: dict[str, list[int]] = {}
    while lines.peek():
        heading = lines.peek().partition(":")[0]
        key = heading.lower().replace(" ", "_")
        if key in _CARDS and key not in position:
            line, cards = lines.take_cards(f"{_heading(key)}:")
            position[key] = " ".join(map(record_card, cards))
        else:
            line = lines.take("")
            value = re.fullmatch(rf"{re.escape(_heading(key))}: ([0-9a-z -]{{1,40}})", str(line))
            if not value or key in position or key in flags:
                raise line.unread()
            if key in _SEATS and re.fullmatch("[0-7]( [0-7])*", value[1]):
                flags[key] = list(map(int, value[1].split()))
            elif key in _NUMBERS and re.fullmatch("-?[0-9]{1,29}", value[1]):
                position[key] = int(value[1])
            elif key in _WORDS:
                position[key] = value[1]
            else:
                raise line.unread()
        at[key] = line.number
    return _finished(position, flags, at)


def _finished(
    position: dict[str, Any], flags: dict[str, list[int]], at: dict[str, int]
) -> dict[str, Any]:
    """The position with every key, checked if all of its cards are known."""
    seats = range(len(position["hands"]))
    for key, flagged in flags.items():
        if not set(flagged) <= set(seats) or len(set(flagged)) != len(flagged):
            raise RecordError(at[key], "record.no_seat", seat=max(flagged))
        position[key] = [seat in flagged for seat in seats]
    hidden = any("?" in each for each in (*position["hands"], position.get("stock", "")))
    hidden = hidden or "?" in position.get("pile", "")
    try:
        if not hidden:
            return whole(position)
        known = {"turn": 0, "suit": None, "dealer": len(seats) - 1, "stock": "", **_DEFAULTS}
        known |= {key: [False] * len(seats) for key in _SEATS}
        # whatever does not hang on the cards that aren't known must fit
        read_position({**known, **position, "hands": _HANDS[: len(seats)], **_HIDDEN})
        return {**known, **position}
    except BadRequest as bad:
        line = at.get(str(bad.values.get("key")), at["rules"])
        raise RecordError(line, "record.bad_position", _because(bad)) from None


def _because(bad: BadRequest) -> Callable[[Lang], str]:
    def because(lang: Lang) -> str:
        return text(lang, bad.message, **bad.values)

    return because


def position_seen(view: View, rules: str) -> dict[str, Any]:
    """The position that a seat sees, in the form of the JSON ones, with ``?`` for the
    cards it does not know.

    Args:
        view: what the seat sees, of a round that has been dealt.
        rules: the rules' id.
    """
    hands = view.hands or tuple(
        view.hand if seat == view.seat else (-1,) * count for seat, count in enumerate(view.counts)
    )
    phase = 0 if view.phase == OVER else view.phase
    return {
        "rules": rules,
        "hands": [_seen(hand) for hand in hands],
        "pile": " ".join(["?"] * (view.pile - 1) + [cards_text([view.top])]),
        "stock": " ".join("?" * view.stock),
        "turn": view.turn,
        "suit": SUITS[view.suit] if view.suit >= 0 else None,
        "dealer": view.dealer,
        "direction": view.direction,
        "phase": PHASE_NAMES[phase],
        **{key: getattr(view, key) for key in COUNTERS},
        "drawn_card": None if view.drawn_card < 0 else cards_text([view.drawn_card]),
        "called": list(view.called),
        "forgot": list(view.forgot),
        "owes": list(view.owes),
        "window": None if view.window == NO_SEAT else view.window,
        "seed": 0,
    }


def _seen(hand: tuple[int, ...]) -> str:
    return " ".join("?" if card < 0 else cards_text([card]) for card in hand)
