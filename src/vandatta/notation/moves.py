"""Moves as players write them, and as the small decisions they are put together from.

A text move is all or nothing: `decisions` checks the whole of it before any of
its small decisions is applied.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from vandatta.cards import (
    BLACK_JOKER,
    NO_SUIT,
    RANKS,
    RED_JOKER,
    SUITS,
    card_from_text,
    card_text,
    members,
)
from vandatta.engine.alphabet import (
    CALL,
    CALL_BIT,
    CHALLENGE,
    DONE,
    DRAW,
    MAX_SEATS,
    MORE,
    NAME,
    NAMING,
    NO_SEAT,
    OVER,
    PASS,
)
from vandatta.engine.calls import calls
from vandatta.engine.copying import copy_of
from vandatta.engine.out import must_lay_drawn
from vandatta.engine.play import apply, misplay, speak
from vandatta.engine.reasons import LAST_CARD_SUIT, MISPLAYS, NAMES, why_not
from vandatta.engine.rules import Rules
from vandatta.engine.state import State
from vandatta.notation.refusal import Refusal
from vandatta.notation.refusing import refusal

_CARD = re.compile(f"[{RANKS}][{SUITS}]|JK")
_LAY = re.compile(f"((?:{_CARD.pattern})+)(?:=([{SUITS}]))?(!?)")
MISPLAY_RULES = frozenset(NAMES[why] for why in MISPLAYS)


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


def cards_in(text: str) -> list[str]:
    """The cards written in a row in ``text``; whatever else stands there is passed over."""
    return _CARD.findall(text)


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
    found = _LAY.fullmatch(text)
    if found is None:
        raise ValueError(f"not a move: {text[:40]!r}")
    cards, suit, call = found.groups()
    return Move(
        cards=tuple(map(card_from_text, cards_in(cards))),
        suit=SUITS.index(suit) if suit else NO_SUIT,
        call=bool(call),
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """A move that may be made: its small decisions, or a lay that is taken back."""

    parts: tuple[int, ...] = ()
    misplayed: int | None = None
    """The card of a forbidden lay, where the rules let one be laid and taken back."""
    why: Refusal | None = None
    """Why that lay does not go."""

    @property
    def out_of_turn(self) -> bool:
        """Is it a call or a challenge, that can come out of turn?"""
        return bool(self.parts) and self.parts[0] >= CALL


def plan(s: State, seat: int, move: Move) -> Plan | Refusal:
    """The small decisions that ``move`` is made of, or why ``seat`` may not make it.

    Changes nothing.
    """
    if not s.playing >> seat & 1:
        return refusal(s, "round_over" if s.phase == OVER else "not_your_turn")
    if move.cards:
        found = _lay(s, seat, move)
        if isinstance(found, Refusal) and s.rules.misplay and found.rule in MISPLAY_RULES:
            return Plan(misplayed=meant(s, seat, move.cards[0]), why=found)
        return found
    action = move.action
    if action is None:
        action = CALL if move.call else NAME + move.suit
    why = why_not(s, seat, action)
    if not why:
        return Plan((action,))
    other = action - CHALLENGE if action >= CHALLENGE else NO_SEAT
    return refusal(s, NAMES[why], seat=seat, other=other)


def meant(s: State, seat: int, card: int) -> int:
    """The card that ``seat`` means by the text of ``card``: the two jokers are one in text."""
    if card != RED_JOKER:
        return card
    if must_lay_drawn(s) and s.drawn_card == BLACK_JOKER:
        return BLACK_JOKER
    return RED_JOKER if s.first[seat] >> RED_JOKER & 1 else BLACK_JOKER


def _lay(s: State, seat: int, move: Move) -> Plan | Refusal:
    """The plan of a lay: each card in turn, then the suit, tried on a copy."""
    sets = s.rules.several or s.rules.several_wilds
    trial = s if len(move.cards) == 1 and not sets else copy_of(s)
    parts: list[int] = []
    for number, named in enumerate(move.cards):
        card = meant(trial, seat, named)
        if trial.phase == OVER:
            return refusal(s, "not_in_hand", card)
        if number and trial.phase not in (NAMING, MORE):
            return _not_another(trial, seat, move.cards[0], card)
        why = why_not(trial, seat, card)
        if why == LAST_CARD_SUIT:
            # of several it is the bottom one that must be of the suit in force
            return refusal(s, NAMES[why], move.cards[0])
        if why:
            return refusal(trial, NAMES[why], card)
        parts.append(card)
        if trial is not s:
            apply(trial, card)
    wild = s.rules.wilds >> move.cards[-1] & 1 == 1
    if move.suit != NO_SUIT and not wild:
        return refusal(s, "not_wild", move.cards[-1])
    if wild and s.count[seat] > len(parts):
        if move.suit != NO_SUIT:
            parts.append(NAME + move.suit)
        elif s.rules.name_optional:
            parts.append(DONE)
        else:
            return refusal(s, "must_name_suit", move.cards[-1])
    elif trial.phase == MORE:
        parts.append(DONE)
    if trial is not s and trial.phase != OVER and must_lay_drawn(trial):
        return refusal(s, "only_the_drawn", move.cards[0])
    return Plan(tuple(parts))


def _not_another(s: State, seat: int, first: int, card: int) -> Refusal:
    """Why ``card`` may not be added, when the turn has gone on after ``first``."""
    if not s.first[seat] >> card & 1:
        return refusal(s, "not_in_hand", card)
    same = first >> 2 == card >> 2
    allowed = s.rules.several >> first & 1 == 1
    return refusal(s, "several_not_allowed" if same or not allowed else "not_same_rank", card)


def make(s: State, seat: int, move: Move, found: Plan) -> None:
    """Make a move that `plan` found to be allowed."""
    if found.misplayed is not None:
        misplay(s, found.misplayed)
        return
    for part in found.parts:
        if s.phase == OVER:
            return
        if part >= CALL:
            speak(s, seat, part)
        else:
            apply(s, part)
    # a call breathed with a lay that leaves more cards than one is just noise
    if move.cards and move.call and calls(s, seat) & CALL_BIT:
        speak(s, seat, CALL)


def move_texts(rules: Rules, actions: int) -> list[str]:
    """A set of actions as single moves: one-card lays, a wild with each suit it may
    name (and bare where that is allowed), ``=s``, ``draw``, ``pass``.

    Args:
        rules: the table's rules.
        actions: the set, as `vandatta.engine.play.singles` gives it.
    """
    found = []
    for action in members(actions):
        if action < NAME:
            suits = [NO_SUIT]
            if rules.wilds >> action & 1:
                suits = [*range(4), *([NO_SUIT] if rules.name_optional else [])]
            found += [str(Move(cards=(action,), suit=suit)) for suit in suits]
        elif action < DRAW:
            found.append("=" + SUITS[action - NAME])
        else:
            found.append("pass" if action == PASS else "draw")
    # the two jokers are one in text
    return list(dict.fromkeys(found))
