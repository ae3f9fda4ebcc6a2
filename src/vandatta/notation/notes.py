"""The engine's notes as short texts, everything shown, for referees and scripts."""

from __future__ import annotations

from vandatta.cards import SUITS, card_text
from vandatta.engine.state import (
    CALLED,
    CAUGHT,
    DEALT,
    DREW,
    DREW_AS_PENALTY,
    DREW_FOR_ACE,
    LAID,
    NAMED,
    NOTES,
    PASSED,
    PUT_BACK,
    RENEWED,
    TURNED,
    State,
    read_note,
)


def note_texts(s: State) -> list[str]:
    """What the engine noted, oldest first: "0 laid 9c", "1 drew Kd for the ace"."""
    first = max(0, s.noted - NOTES)
    return [_text(*read_note(s.notes[k % NOTES])) for k in range(first, s.noted)]


def _text(kind: int, seat: int, what: int) -> str:
    match kind:
        case x if x == DEALT:
            return f"{seat} dealt {card_text(what)}"
        case x if x == TURNED:
            return f"turned up {card_text(what)}"
        case x if x == PUT_BACK:
            return f"put back {card_text(what)}"
        case x if x == NAMED:
            return f"{seat} named {SUITS[what]}"
        case x if x == LAID:
            return f"{seat} laid {card_text(what)}"
        case x if x == DREW:
            return f"{seat} drew {card_text(what)}"
        case x if x == DREW_FOR_ACE:
            return f"{seat} drew {card_text(what)} for the ace"
        case x if x == DREW_AS_PENALTY:
            return f"{seat} drew {card_text(what)} as a penalty"
        case x if x == RENEWED:
            return f"renewed the stock with {what}"
        case x if x == CALLED:
            return f"{seat} called lappen"
        case x if x == CAUGHT:
            return f"{what} caught {seat}"
        case x if x == PASSED:
            return f"{seat} passed"
        case _:
            return "round over" if seat < 0 else f"round over, {seat} went out"
