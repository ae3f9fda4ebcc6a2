"""The sounds of what happened at a table."""

from __future__ import annotations

from vandatta.engine.alphabet import OVER
from vandatta.events import Called, Drew, Event, Laid, MatchOver, RoundOver, Warned
from vandatta.server.lines import turn_of
from vandatta.view import View


def sounds(view: View, seen: int) -> tuple[str, ...]:
    """The sounds of what happened after event ``seen``, each once."""
    found: list[str] = []
    fresh = [event for event in view.history if event.n > seen]
    for event in fresh:
        sound = _sound(view.seat, event)
        if sound and sound not in found:
            found.append(sound)
    came = fresh and all(turn_of(event) != view.seat for event in fresh)
    if came and view.turn == view.seat and view.phase != OVER:
        found.append("turn")
    return tuple(found)


def _sound(me: int, event: Event) -> str:
    match event:
        case Laid():
            return "lay"
        case Drew():
            return "draw"
        case Called() | Warned():
            return "call"
        case RoundOver(out=out) if out == me:
            return "win"
        case MatchOver():
            return "win" if me in event.winners else "lose"
        case _:
            return ""
