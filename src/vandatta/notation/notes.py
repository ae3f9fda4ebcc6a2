"""The engine's notes as short texts, everything shown, for referees and scripts."""

from __future__ import annotations

from vandatta.cards import SUITS, card_text
from vandatta.engine.state import (
    CALLED,
    CAUGHT,
    DEALT,
    DREW,
    DREW_AS_DUTY,
    DREW_AS_PENALTY,
    DREW_AT_START,
    DREW_FOR_ACE,
    DREW_FOR_FALSE_CHALLENGE,
    DREW_FOR_MISPLAY,
    FALSELY_CHALLENGED,
    FORGOT_WARNING,
    LAID,
    MISPLAYED,
    NAMED,
    NOTES,
    PASSED,
    PUT_BACK,
    RENEWED,
    SKIPPED,
    TURNED,
    TURNED_ROUND,
    WARNED,
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
        case x if x == DREW_AS_DUTY:
            return f"{seat} drew {card_text(what)} as a duty"
        case x if x == DREW_AT_START:
            return f"{seat} drew {card_text(what)} for the turned-up ace"
        case x if x == DREW_FOR_MISPLAY:
            return f"{seat} drew {card_text(what)} for the misplay"
        case x if x == DREW_FOR_FALSE_CHALLENGE:
            return f"{seat} drew {card_text(what)} for a false challenge"
        case x if x == TURNED_ROUND:
            return f"{seat} turned the direction"
        case x if x == SKIPPED:
            return f"{seat} is skipped"
        case x if x == WARNED:
            return f"{seat} warned at {what}"
        case x if x == FORGOT_WARNING:
            return f"{seat} has {what} left"
        case x if x == MISPLAYED:
            return f"{seat} took back {card_text(what)}"
        case x if x == FALSELY_CHALLENGED:
            return f"{what} challenged {seat} in vain"
        case x if x == RENEWED:
            return f"renewed the stock with {what}"
        case x if x == CALLED:
            return f"{seat} called lappen"
        case x if x == CAUGHT:
            return f"{what} caught {seat}" if what >= 0 else f"{seat} forgot to call"
        case x if x == PASSED:
            return f"{seat} passed"
        case _:
            return "round over" if seat < 0 else f"round over, {seat} went out"
