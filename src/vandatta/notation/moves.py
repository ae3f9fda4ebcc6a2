"""Moves as players write them, and as the small decisions they are put together from.

A text move is all or nothing: `decisions` checks the whole of it before any of
its small decisions is applied.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from vandatta.cards import BLACK_JOKER, NO_SUIT, RED_JOKER, SUITS, card_from_text, card_text
from vandatta.engine.alphabet import CALL, CALL_BIT, CHALLENGE, DRAW, MAX_SEATS, NAME, OVER, PASS
from vandatta.engine.calls import calls
from vandatta.engine.play import apply, speak
from vandatta.engine.reasons import NAMES, why_not
from vandatta.engine.state import State, top_card
from vandatta.notation.refusal import Refusal

_CARDS = re.compile(r"((?:[A23456789TJQK][shdc]|JK)+)(?:=([shdc]))?(!?)")
_CARD = re.compile(r"[A23456789TJQK][shdc]|JK")
FIRST_REFUSALS = ("round_over", "not_your_turn", "name_first")
"""What is wrong with any lay at all, before its cards are looked at."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of one seat. Exactly one of cards, a word, a name or a call."""

    cards: tuple[int, ...] = ()
    """The cards laid, bottom card first."""
    suit: int = NO_SUIT
    """The suit named, with the lay or for a turned-up eight."""
    call: bool = False
    """Calls "lappen", with the lay or afterwards."""
    action: int | None = None
    """`DRAW`, `PASS` or `CHALLENGE` + seat."""

    def __str__(self) -> str:
        if self.action == DRAW:
            return "draw"
        if self.action == PASS:
            return "pass"
        if self.action is not None:
            return f"?{self.action - CHALLENGE}"
        words = "".join(card_text(card) for card in self.cards)
        if self.suit != NO_SUIT:
            words += "=" + SUITS[self.suit]
        return words + "!" * self.call


def read_move(text: str) -> Move:
    """The move that ``text`` writes (see the notation page).

    Raises:
        ValueError: ``text`` is no move.
    """
    if text == "draw":
        return Move(action=DRAW)
    if text == "pass":
        return Move(action=PASS)
    if text == "!":
        return Move(call=True)
    if len(text) == 2 and text[0] == "?" and text[1] in "01234567"[:MAX_SEATS]:
        return Move(action=CHALLENGE + int(text[1]))
    if len(text) == 2 and text[0] == "=" and text[1] in SUITS:
        return Move(suit=SUITS.index(text[1]))
    found = _CARDS.fullmatch(text)
    if found is None:
        raise ValueError(f"not a move: {text[:40]!r}")
    cards, suit, call = found.groups()
    return Move(
        cards=tuple(card_from_text(word) for word in _CARD.findall(cards)),
        suit=SUITS.index(suit) if suit else NO_SUIT,
        call=bool(call),
    )


def decisions(s: State, seat: int, move: Move) -> list[int] | Refusal:
    """The small decisions that ``move`` is made of, or why ``seat`` may not make it.

    Changes nothing.
    """
    if not s.playing >> seat & 1:
        return refusal(s, "round_over" if s.phase == OVER else "not_your_turn")
    if move.cards:
        return _lay(s, seat, move)
    action = move.action
    if action is None:
        action = CALL if move.call else NAME + move.suit
    why = why_not(s, seat, action)
    return refusal(s, NAMES[why]) if why else [action]


def _lay(s: State, seat: int, move: Move) -> list[int] | Refusal:
    card = move.cards[0]
    if card == RED_JOKER and not s.first[seat] >> card & 1:
        card = BLACK_JOKER
    rule = NAMES[why_not(s, seat, card)]
    wild = s.rules.wilds >> card & 1 == 1
    if rule not in FIRST_REFUSALS:
        if len(move.cards) > 1:
            rule = "several_not_allowed"
        elif rule != "not_in_hand" and move.suit != NO_SUIT and not wild:
            rule = "not_wild"
        elif not rule and wild and move.suit == NO_SUIT:
            rule = "must_name_suit"
    if rule:
        return refusal(s, rule, card)
    if wild and s.count[seat] > 1:
        return [card, NAME + move.suit]
    return [card]


def make(s: State, seat: int, move: Move, parts: list[int]) -> None:
    """Make a move whose ``parts`` were found by `decisions`."""
    for part in parts:
        if part >= CALL:
            speak(s, seat, part)
        else:
            apply(s, part)
    # a call breathed with a lay that leaves more cards than one is just noise
    if move.cards and move.call and calls(s, seat) & CALL_BIT:
        speak(s, seat, CALL)


def refusal(s: State, rule: str, card: int | None = None) -> Refusal:
    """A refusal by ``rule``, with what its sentence tells of the table."""
    return Refusal(
        rule,
        card=card,
        top=top_card(s),
        suit=s.suit,
        count=s.rules.draw_limit,
        wild=_lowest_rank(s.rules.wilds),
        draw_all=_lowest_rank(s.rules.all_draw),
        turn=s.turn,
        named=s.rules.wilds >> top_card(s) & 1 == 1,
    )


def _lowest_rank(cards: int) -> int:
    return (cards & -cards).bit_length() - 1 >> 2
