"""A round as a row of decisions, each of one seat: for environments.

Calls and challenges, which at a table can come at any moment, get moments of their own: a seat
whose lay opens the time to call is asked at once whether it does, and a seat in turn may point
out who has forgotten, each of the others once, before it does anything else.

What a seat may decide is two sets: actions of `vandatta.engine.play.legal`, and things to say,
where bit 0 is the call, bit ``1 + seat`` a challenge of it, and bit `SILENT` - `CALL` silence.
"""

from __future__ import annotations

from dataclasses import dataclass

from vandatta.engine.alphabet import (
    ACTIONS,
    ALPHABET,
    CALL,
    CALL_BIT,
    CHALLENGE,
    MORE,
    NAME,
    NAMING,
    NO_SEAT,
    OVER,
)
from vandatta.engine.calls import calls
from vandatta.engine.mark import rule
from vandatta.engine.play import apply, legal, speak
from vandatta.engine.state import State

SILENT = ALPHABET
"""Not to call "lappen", when asked."""
CALL_OR_NOT = 1 << SILENT - CALL | CALL_BIT
TO_CALL = OVER
"""The question whether one calls; the others are the phases of the engine, below this."""


@dataclass(slots=True)
class Moment:
    """Where a round stands between two decisions, besides its state."""

    asked: int = 0
    """1: the seat that may still call is asked whether it does."""
    to_ask: int = 0
    """1: it will be, once its move is whole."""
    challenged: int = 0
    """The seats that the seat in turn has challenged before it does anything else."""


@rule
def begin(m: Moment) -> None:
    """Stand at the beginning of a round."""
    m.asked = 0
    m.to_ask = 0
    m.challenged = 0


@rule
def decider(s: State, m: Moment) -> int:
    """Who decides now; -1 when the round is over."""
    if s.phase == OVER:
        return NO_SEAT
    return s.window if m.asked != 0 else s.turn


@rule
def to_do(s: State, m: Moment) -> int:
    """The actions, a bit each, that the seat has that decides."""
    return legal(s) if m.asked == 0 else 0


@rule
def to_say(s: State, m: Moment) -> int:
    """What that seat may say."""
    if s.phase == OVER:
        return 0
    return CALL_OR_NOT if m.asked != 0 else unsaid(m, calls(s, s.turn))


@rule
def unsaid(m: Moment, said: int) -> int:
    """Of the `calls` of the seat in turn the challenges that it has not made yet.

    It does not call: it was asked, as soon as it could.
    """
    return (said >> 1 & ~m.challenged) << 1


@rule
def is_among(action: int, do: int, say: int) -> bool:
    """Is ``action`` in one of the sets that `to_do` and `to_say` give?"""
    if action < CALL:
        return 0 <= action < ACTIONS and do >> action & 1 == 1
    return action <= SILENT and say >> action - CALL & 1 == 1


@rule
def decide(s: State, m: Moment, action: int) -> None:
    """Do what the seat that decides has chosen of `to_do` and `to_say`."""
    if m.asked != 0:
        m.asked = 0
        if action == CALL:
            speak(s, s.window, CALL)
        return
    if action >= CHALLENGE:
        speak(s, s.turn, action)
        m.challenged |= 1 << action - CHALLENGE
        return
    mover = s.turn
    m.challenged = 0
    apply(s, action)
    if action < NAME:
        m.to_ask = int(s.window == mover)
    if s.phase != NAMING and s.phase != MORE:
        m.asked = int(m.to_ask != 0 and s.window == mover and s.phase != OVER)
        m.to_ask = 0
