"""Positions as JSON objects (see the interface page): reading and writing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vandatta.cards import (
    BLACK_JOKER,
    NO_SUIT,
    RED_JOKER,
    SUITS,
    card_text,
    cards_from_text,
    cards_text,
)
from vandatta.engine.alphabet import MAX_SEATS, NO_SEAT, OVER, PHASE_NAMES, TO_LAY, TO_NAME
from vandatta.engine.calls import is_called_at
from vandatta.engine.rng import seed
from vandatta.engine.state import State, add_card, hand_of, top_card
from vandatta.engine.turns import is_blocked
from vandatta.options import OptionsError, compile_rules, named

PHASES = PHASE_NAMES[:3]
"""The phases a position can have: ``lay``, ``name``, ``follow``."""
COUNTERS = ("drawn", "duty", "reshuffled", "passes", "turns")
KEYS = {
    *("rules", "hands", "pile", "stock", "turn", "suit", "dealer", "direction", "phase"),
    *COUNTERS,
    *("drawn_card", "called", "forgot", "owes", "window", "seed"),
}


class BadRequest(ValueError):
    """A request that can't be read; ``message`` is a key of the catalogue."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values


def read_position(position: object) -> State:
    """The state that a position describes.

    Raises:
        BadRequest: it describes none, or one whose rules are not played.
    """
    if not isinstance(position, Mapping):
        raise BadRequest("request.bad_value", key="position")
    for key in position:
        if key not in KEYS:
            raise BadRequest("request.unknown_key", key=str(key)[:40])
    for key in ("rules", "hands", "pile"):
        if key not in position:
            raise BadRequest("request.missing", key=key)
    try:
        s = State(rules=compile_rules(named(position["rules"])))
    except OptionsError as error:
        raise BadRequest(error.message, **error.values) from None
    _read_cards(s, position)
    _read_turn(s, position)
    _read_lappen(s, position)
    chance = _number(position, "seed", 0, 1 << 96, 0)
    seed(s.rng, chance)
    empty = [seat for seat in range(s.players) if s.count[seat] == 0]
    if empty or is_blocked(s):
        s.phase = OVER
        s.out = empty[0] if empty else NO_SEAT
        s.window = NO_SEAT
        s.forgot = 0
    return s


def _read_cards(s: State, position: Mapping[str, Any]) -> None:
    hands = position["hands"]
    if not isinstance(hands, list) or not all(isinstance(hand, str) for hand in hands):
        raise BadRequest("request.bad_value", key="hands")
    if not s.rules.min_seats <= len(hands) <= min(s.rules.max_seats, MAX_SEATS):
        raise BadRequest("options.seats", low=s.rules.min_seats, high=s.rules.max_seats)
    s.players = len(hands)
    s.playing = (1 << s.players) - 1
    copies: dict[int, int] = {}
    for seat, hand in enumerate(hands):
        for card in _cards(hand, "hands", copies):
            add_card(s, seat, card)
    pile = _cards(position["pile"], "pile", copies)
    if not pile:
        raise BadRequest("request.bad_value", key="pile")
    stock = _cards(position.get("stock", ""), "stock", copies)
    s.n_pile, s.n_stock = len(pile), len(stock)
    s.pile[: len(pile)] = bytes(pile)
    s.stock[: len(stock)] = bytes(reversed(stock))


def _cards(text: object, key: str, copies: dict[int, int]) -> list[int]:
    """The cards of ``text``; no more of each, with those before, than two packs hold."""
    if not isinstance(text, str):
        raise BadRequest("request.bad_value", key=key)
    try:
        cards = cards_from_text(text)
    except ValueError:
        raise BadRequest("request.bad_value", key=key) from None
    for i, card in enumerate(cards):
        if card == RED_JOKER and copies.get(card, 0) == 2:
            cards[i] = card = BLACK_JOKER
        copies[card] = copies.get(card, 0) + 1
        if copies[card] > 2:
            raise BadRequest("request.too_many_copies", card=card_text(card))
    return cards


def _read_turn(s: State, position: Mapping[str, Any]) -> None:
    s.turn = _number(position, "turn", 0, s.players, 0)
    s.dealer = _number(position, "dealer", 0, s.players, s.players - 1)
    s.direction = _number(position, "direction", -1, 2, 1)
    if s.direction == 0:
        raise BadRequest("request.bad_value", key="direction")
    for key in COUNTERS:
        setattr(s, key, _number(position, key, 0, 1_000_000, 0))
    drawn = position.get("drawn_card")
    if drawn is not None:
        cards = _cards(drawn, "drawn_card", {})
        if len(cards) != 1 or not s.first[s.turn] >> cards[0] & 1:
            raise BadRequest("request.bad_value", key="drawn_card")
        s.drawn_card = cards[0]
    phase = position.get("phase", "lay")
    if phase not in PHASES:
        raise BadRequest("request.bad_value", key="phase")
    s.phase = PHASES.index(phase)
    suit = position.get("suit")
    if s.phase == TO_NAME:
        s.suit = NO_SUIT
    elif suit is None:
        if top_card(s) >= RED_JOKER:
            raise BadRequest("request.missing", key="suit")
        s.suit = top_card(s) & 3
    elif isinstance(suit, str) and len(suit) == 1 and suit in SUITS:
        s.suit = SUITS.index(suit)
    else:
        raise BadRequest("request.bad_value", key="suit")


def _read_lappen(s: State, position: Mapping[str, Any]) -> None:
    s.called = _flags(position, "called", s.players)
    s.forgot = _flags(position, "forgot", s.players)
    s.owes = _flags(position, "owes", s.players)
    if position.get("window") is None:
        s.window = NO_SEAT
    else:
        s.window = _number(position, "window", 0, s.players, 0)
    for seat in range(s.players):
        # only a hand of one card can have been called, or forgotten
        if s.count[seat] != 1 or not s.rules.lappen:
            s.called &= ~(1 << seat)
            s.forgot &= ~(1 << seat)
    if s.window != NO_SEAT and not is_called_at(s.rules, s.count[s.window]):
        s.window = NO_SEAT


def _number(position: Mapping[str, Any], key: str, low: int, above: int, default: int) -> int:
    value = position.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value < above:
        raise BadRequest("request.bad_value", key=key)
    return value


def _flags(position: Mapping[str, Any], key: str, players: int) -> int:
    flags = position.get(key, [False] * players)
    if (
        not isinstance(flags, list)
        or len(flags) != players
        or not all(isinstance(flag, bool) for flag in flags)
    ):
        raise BadRequest("request.bad_value", key=key)
    return sum(1 << seat for seat, flag in enumerate(flags) if flag)


def write_position(s: State, rules: object, chance: int = 0) -> dict[str, Any]:
    """The position of ``s``, in the form that `read_position` reads.

    Args:
        s: the state; its ``rules`` are compiled and can't be named again.
        rules: the rules as they were asked for.
        chance: the seed of later reshuffles.
    """
    phase = TO_LAY if s.phase == OVER else s.phase
    return {
        "rules": rules,
        "hands": hands_text(s),
        "pile": cards_text(s.pile[: s.n_pile]),
        "stock": cards_text(reversed(s.stock[: s.n_stock])),
        "turn": s.turn,
        "suit": suit_text(s),
        "dealer": s.dealer,
        "direction": s.direction,
        "phase": PHASES[phase],
        **{key: getattr(s, key) for key in COUNTERS},
        "drawn_card": None if s.drawn_card < 0 else card_text(s.drawn_card),
        "called": flags_of(s, s.called),
        "forgot": flags_of(s, s.forgot),
        "owes": flags_of(s, s.owes),
        "window": None if s.window == NO_SEAT else s.window,
        "seed": chance,
    }


def hands_text(s: State) -> list[str]:
    """Every hand as text, sorted."""
    return [cards_text(hand_of(s, seat)) for seat in range(s.players)]


def suit_text(s: State) -> str | None:
    """The suit in force as a letter; None while it is being named."""
    return None if s.suit == NO_SUIT else SUITS[s.suit]


def flags_of(s: State, seats: int) -> list[bool]:
    """A set of seats as a boolean a seat."""
    return [seats >> seat & 1 == 1 for seat in range(s.players)]
