"""The actions of every environment: numbers, what they are called, and the moves they make.

They are the engine's small decisions, one number each whatever the rules: 0 to 69 as in
`vandatta.engine.alphabet`, and one more, to keep silent when asked whether to call.
"""

from __future__ import annotations

from vandatta.cards import BLACK_JOKER, CARD_TYPES, SUITS, card_from_text, card_text
from vandatta.engine import deciding
from vandatta.engine.alphabet import (
    ALPHABET,
    CALL,
    CHALLENGE,
    DONE,
    DRAW,
    LAY,
    MAX_SEATS,
    NAME,
    PASS,
)

SILENT = deciding.SILENT
"""Not to call "lappen", when asked."""
ACTIONS = ALPHABET + 1
"""How many actions there are."""

WORDS = {DRAW: "draw", PASS: "pass", DONE: "done", CALL: "!", SILENT: "silent"}
NUMBERS = {word: number for number, word in WORDS.items()}
BLACK = "JKb"
"""The black joker; in the project's notation both jokers are ``JK``."""


def action_text(action: int) -> str:
    """What an action is called: ``9c`` (lay it), ``=s``, ``draw``, ``pass``, ``done``,
    ``!``, ``?2`` (challenge seat 2), ``silent``.

    Raises:
        ValueError: there is no such action.
    """
    if action in WORDS:
        return WORDS[action]
    if LAY <= action < CARD_TYPES:
        return BLACK if action == BLACK_JOKER else card_text(action)
    if NAME <= action < DRAW:
        return "=" + SUITS[action - NAME]
    if CHALLENGE <= action < CHALLENGE + MAX_SEATS:
        return f"?{action - CHALLENGE}"
    raise ValueError(f"there is no action {action}")


def action_from_text(text: str) -> int:
    """The action that `action_text` calls ``text``.

    Raises:
        ValueError: no action is called so.
    """
    if text in NUMBERS:
        return NUMBERS[text]
    if text == BLACK:
        return BLACK_JOKER
    if len(text) == 2 and text[0] == "=" and text[1] in SUITS:
        return NAME + SUITS.index(text[1])
    if len(text) == 2 and text[0] == "?" and text[1] in "01234567"[:MAX_SEATS]:
        return CHALLENGE + int(text[1])
    return LAY + card_from_text(text)
