"""A teacher: what a move is, and why it is better than another, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vandatta.cards import NO_CARD, NO_SUIT, RANKS, SUITS, rank_of
from vandatta.describe import cards as cards_words
from vandatta.describe import number
from vandatta.engine.alphabet import DRAW, NO_SEAT, PASS
from vandatta.engine.calls import is_called_at
from vandatta.messages import Lang, a_card, joined, sentence, suit_name, text
from vandatta.notation.moves import read_move
from vandatta.notation.outcomes import Outcome
from vandatta.players.reasons import Reason, is_rank, position, reason
from vandatta.players.search import Weighed
from vandatta.view import View

SMALL = 0.015
"""So much of a first place, or less, is no difference between moves ..."""
SPREAD = 0.9
"""... nor what chance may have made of it: so much, divided by the root of how often they were
tried."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A move to make, and why."""

    move: str
    """In the project's notation."""
    words: str
    """What to do: "Lägg klöver nio."."""
    why: str
    """Why: "Spara åttan: du har tre klöver till."."""


def margin(tried: int) -> float:
    """How much worse a move must look before it can be called worse.

    Args:
        tried: how many times each of the moves was tried.
    """
    return float(max(SMALL, SPREAD / max(tried, 1) ** 0.5))


def tip(lang: Lang, names: Sequence[str], view: View, weighed: Sequence[Weighed]) -> Tip:
    """What to do in a position, and why.

    Args:
        lang: the reader's language.
        names: what the seats are called.
        view: the position, seen by the seat in turn.
        weighed: its moves, the best first; see `vandatta.players.search.weigh`.
    """
    best = weighed[0]
    words = sentence(move_words(lang, view, best.outcome))
    why = _why(lang, names, view, best, weighed[1:])
    return Tip(best.outcome.text, text(lang, "teacher.full_stop", words=words), why)


def because(
    lang: Lang, names: Sequence[str], view: View, best: Weighed, other: Weighed | None
) -> str:
    """Why ``best`` is better than ``other``, in a sentence; None: than any other.

    Args:
        lang: the reader's language.
        names: what the seats are called.
        view: the position, seen by the seat in turn.
        best: the better move.
        other: the other.
    """
    return _why(lang, names, view, best, [other] if other else [])


def quick_tip(lang: Lang, names: Sequence[str], view: View, moves: Sequence[Outcome]) -> Tip:
    """The same for moves that have not been tried, the one that looks best first."""
    words = sentence(move_words(lang, view, moves[0]))
    found = reason(position(view), moves[0], moves[1:])
    why = text(lang, "teacher.why.only") if len(moves) == 1 else text(lang, "teacher.why.habit")
    if found is not None:
        why = _told(lang, names, found)
    return Tip(moves[0].text, text(lang, "teacher.full_stop", words=words), why)


def _why(
    lang: Lang, names: Sequence[str], view: View, best: Weighed, others: Sequence[Weighed]
) -> str:
    if not others:
        return text(lang, "teacher.why.only")
    p = position(view)
    worse = [each for each in others if best.worth - each.worth > margin(each.tried)]
    ends = best.outcome.over and best.outcome.counts[view.seat] == 0
    compared = worse or (others if ends else [])
    if not compared:
        return text(lang, "teacher.why.close")
    found = reason(p, best.outcome, [each.outcome for each in compared])
    if found is not None:
        return _told(lang, names, found)
    return _by_numbers(lang, view, best, compared[0])


def _by_numbers(lang: Lang, view: View, best: Weighed, other: Weighed) -> str:
    """What came of both moves when they were tried."""
    move = move_words(lang, view, other.outcome, "if")
    mine, its = round(100 * best.first), round(100 * other.first)
    if mine > its:
        return text(lang, "teacher.why.first", mine=mine, its=its, move=move)
    mine, its = round(best.points), round(other.points)
    if mine < its:
        return text(lang, "teacher.why.points", mine=mine, its=its, move=move)
    return text(lang, "teacher.why.close")


def _told(lang: Lang, names: Sequence[str], why: Reason) -> str:
    """A reason as a sentence."""
    values: dict[str, object] = {"count": why.count, "points": why.points}
    values["number"] = number(lang, why.count or 1)
    values["cards"] = cards_words(lang, why.count or 1)
    values["owed"] = cards_words(lang, why.points or 1)
    if why.seat != NO_SEAT:
        values |= {"name": names[why.seat], "Name": sentence(names[why.seat])}
    if why.suit != NO_SUIT:
        few = {"count": why.count or 1, "number": number(lang, why.count or 1)}
        values["suit"] = suit_name(lang, why.suit)
        values["more"] = text(lang, f"teacher.more.{SUITS[why.suit]}", **few)
        values["of_suit"] = text(lang, f"teacher.of_suit.{SUITS[why.suit]}", **few)
    if why.card != NO_CARD:
        name = a_card(lang, why.card)
        values |= {"card": name, "Card": sentence(name)}
        values |= {"a_rank": _rank(lang, "a_rank", why.card)}
        the_rank = _rank(lang, "the_rank", why.card)
        values |= {"the_rank": the_rank, "The_rank": sentence(the_rank)}
    return text(lang, f"teacher.why.{why.key}", **values)


def _rank(lang: Lang, kind: str, card: int) -> str:
    """The rank as a kind of card: "åttan", "the eight"."""
    if not is_rank(card):
        return text(lang, "teacher.the_joker" if kind == "the_rank" else "a_joker")
    return text(lang, f"{kind}.{RANKS[rank_of(card)]}")


def move_words(
    lang: Lang, view: View, outcome: Outcome, form: Literal["do", "if", "did"] = "do"
) -> str:
    """A move as one says it: "lägg hjärter åtta och säg klöver".

    Args:
        lang: the reader's language.
        view: the position, seen by the seat in turn.
        outcome: the move.
        form: what to do, what is so "if", or what was done.
    """
    move = read_move(outcome.text)
    if move.action == DRAW:
        return text(lang, f"teacher.{form}.draw", cards=cards_words(lang, view.duty or 1))
    if move.action == PASS:
        return text(lang, f"teacher.{form}.pass")
    suit = suit_name(lang, move.suit) if move.suit != NO_SUIT else ""
    if not move.cards:
        return text(lang, f"teacher.{form}.name", suit=suit)
    cards = joined(lang, [a_card(lang, card) for card in move.cards])
    named = suit and outcome.rest
    words = text(lang, f"teacher.{form}.{'lay_name' if named else 'lay'}", cards=cards, suit=suit)
    calls = len(outcome.rest) == 1 and is_called_at(view.rules, 1) and not outcome.over
    return text(lang, "teacher.call", words=words) if calls and form == "do" else words


__all__ = ["Tip", "because", "margin", "move_words", "quick_tip", "tip"]
