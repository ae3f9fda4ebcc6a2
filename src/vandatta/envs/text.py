"""What a seat sees, as text for programmers and logs."""

from __future__ import annotations

from vandatta.cards import SUITS, cards_text
from vandatta.envs.actions import ACTIONS, action_text
from vandatta.envs.seen import QUESTIONS, Seen
from vandatta.view import View


def seen_text(seen: Seen) -> str:
    """What a seat sees, in a few lines."""
    view = seen.view
    lines = [
        f"seat {view.seat}: {cards_text(view.hand)}",
        f"top {cards_text([view.top]) if view.top >= 0 else '-'}"
        f", suit {SUITS[view.suit] if view.suit >= 0 else '-'}"
        f", pile {view.pile}, stock {view.stock}, renewed {view.reshuffled}, turn {view.turn}"
        f", direction {view.direction}, drawn {view.drawn}, owed {view.duty}"
        f", passes {view.passes}, turns {view.turns}, dealer {view.dealer}",
        *(_seat(view, seat) for seat in range(view.players)),
    ]
    if view.drawn_card >= 0:
        lines.append(f"must lay {action_text(view.drawn_card)}")
    if seen.question >= 0:
        may = " ".join(action_text(each) for each in range(ACTIONS) if seen.actions >> each & 1)
        lines.append(f"{QUESTIONS[seen.question]}? {may}")
    return "\n".join(lines)


def _seat(view: View, seat: int) -> str:
    words = [f"seat {seat} holds {view.counts[seat]}"]
    if view.hands is not None:
        words.append(cards_text(view.hands[seat]))
    for said, flags in (("called", view.called), ("forgot", view.forgot), ("owes", view.owes)):
        if flags[seat]:
            words.append(said)
    if view.window == seat:
        words.append("may call")
    return ", ".join(words)
