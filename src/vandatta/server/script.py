"""A seat's view of the table as JSON, for programs that play over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, get_args

from vandatta.cards import NO_CARD, SUITS, card_text
from vandatta.engine.alphabet import CALL_BIT, NO_SEAT, OVER, PHASE_NAMES
from vandatta.events import Event
from vandatta.notation.moves import move_texts
from vandatta.notation.outcomes import outcomes
from vandatta.server.live import LiveTable
from vandatta.view import View

NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(Event)}
"""The names of the fields of each kind of event."""


def view_json(live: LiveTable, seat: int, after: int) -> dict[str, Any]:
    """What ``seat`` sees, and what it may do, in the notation of moves.

    Args:
        live: the table.
        seat: the seat that asks.
        after: leaves out this round's events up to this number.
    """
    view = live.view(seat)
    table = live.table
    calls = ["!"] if view.calls & CALL_BIT else []
    calls += [f"?{i}" for i in range(view.players) if view.calls >> 1 + i & 1]
    return {
        "table": live.name,
        "seat": seat,
        "rules": table.rules_id,
        "seats": [{"name": each.name, "player": each.player} for each in table.seats],
        "length": table.length,
        "decision": table.decision,
        "number": table.number,
        "phase_of_match": table.phase_of_match,
        "phase": PHASE_NAMES[view.phase],
        "turn": None if view.phase == OVER or view.top == NO_CARD else view.turn,
        "dealer": view.dealer,
        "top": None if view.top == NO_CARD else card_text(view.top),
        "suit": _suit(view.suit),
        "direction": view.direction,
        "duty": view.duty,
        "hand": _cards(view.hand),
        "hands": None if view.hands is None else [_cards(hand) for hand in view.hands],
        "counts": list(view.counts),
        "playing": list(view.playing),
        "stock": view.stock,
        "drawn": view.drawn,
        "drawn_card": None if view.drawn_card == NO_CARD else card_text(view.drawn_card),
        "called": list(view.called),
        "forgot": list(view.forgot),
        "owes": [view.rules.penalty * owes for owes in view.owes],
        "window": None if view.window == NO_SEAT else view.window,
        "legal": _legal(view),
        "calls": calls,
        "round": view.round,
        "rounds": [list(row) for row in table.rounds],
        "totals": list(view.totals),
        "winners": list(view.winners),
        "events": [event_json(event) for event in view.history if event.n > after],
    }


def _legal(view: View) -> list[str]:
    """Every move that may be made: those of one card, then the sets, each in one order."""
    found = move_texts(view.rules, view.singles)
    if view.legal and (view.rules.several or view.rules.several_wilds):
        found += [each.text for each in outcomes(view) if len(each.cards) > 1]
    return found


def event_json(event: Event) -> dict[str, Any]:
    """An event as JSON: its kind, its number, and its fields with cards as text."""
    found: dict[str, Any] = {"kind": type(event).__name__}
    for name in NAMES[type(event)]:
        value = getattr(event, name)
        if name == "suit":
            value = _suit(value)
        elif name == "card" and value is not None:
            value = card_text(value)
        elif name == "cards" and value is not None:
            value = _cards(value)
        elif name == "hands":
            value = [_cards(hand) for hand in value]
        found[name] = value
    return found


def _cards(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


def _suit(suit: int) -> str | None:
    return SUITS[suit] if suit >= 0 else None
