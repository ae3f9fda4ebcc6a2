"""The status line: whose turn it is, and what may be done."""

from __future__ import annotations

from vandatta.cards import RANKS, SUITS, rank_of
from vandatta.engine.alphabet import CALL_BIT, DRAW, NAME, OVER, PASS, TO_FOLLOW, TO_NAME
from vandatta.engine.rules import FOLLOW_MATCH, FOLLOW_SUIT_OR_RANK
from vandatta.messages import card_name, text
from vandatta.server.phrases import Who
from vandatta.view import View

LAYS = (1 << NAME) - 1


def status_line(who: Who, view: View, picking: bool, phase_of_match: str) -> str:
    """One or two short sentences, always: whose turn, and what may be done.

    Args:
        who: the reader and the seats' names.
        view: the round as the reader sees it.
        picking: the reader is choosing a suit for an eight not laid yet.
        phase_of_match: see `vandatta.table`.
    """
    lang = who.lang
    if phase_of_match == "deal":
        return text(lang, "status.dealing")
    if phase_of_match == "over":
        return text(lang, "status.match_over")
    if view.phase == OVER:
        return text(lang, "status.round_over")
    words = [text(lang, "status.call")] if view.calls & CALL_BIT else []
    if not view.playing[view.seat]:
        words.append(text(lang, "status.out"))
    if view.turn != view.seat:
        words.append(_other(who, view))
    elif picking:
        words.append(text(lang, "status.name"))
    else:
        words.append(_mine(who, view))
    return " ".join(words)


def _other(who: Who, view: View) -> str:
    key = {TO_FOLLOW: "other_ace", TO_NAME: "other_name"}.get(view.phase, "other")
    return text(who.lang, f"status.{key}", Name=who.Name(view.turn))


def _mine(who: Who, view: View) -> str:
    lang = who.lang
    if view.phase == TO_NAME:
        return text(lang, "status.name_turned")
    key = "my_ace" if view.phase == TO_FOLLOW else "mine"
    return text(lang, f"status.{key}", todo=_todo(who, view))


def _todo(who: Who, view: View) -> str:
    """What the reader, in turn, may do."""
    lang = who.lang
    draw = view.legal >> DRAW & 1 == 1
    may_pass = view.legal >> PASS & 1 == 1
    if view.legal & LAYS:
        more = "_or_draw" if draw else "_or_pass" if may_pass else ""
        return text(lang, f"status.lay{more}", fits=fits(who, view))
    left = view.rules.draw_limit - view.drawn
    if may_pass and len(view.hand) == 1 and view.rules.not_last >> view.hand[0] & 1:
        card = card_name(lang, view.hand[0])
        return text(lang, f"status.wait{'_or_draw' * draw}", card=card, left=left)
    if not draw:
        return text(lang, "status.pass")
    if view.rules.draw_limit == 0:
        return text(lang, "status.draw")
    return text(lang, "status.draw_left", left=left)


def fits(who: Who, view: View) -> str:
    """What may lie on the top card: "en hjärter eller en dam, eller en åtta"."""
    lang = who.lang
    rules = view.rules
    rank = rank_of(view.top)
    allowed = rules.allowed_on[rank]
    free = view.phase != TO_FOLLOW or rules.follow == FOLLOW_MATCH
    words = [text(lang, f"fit.suit.{SUITS[view.suit]}")]
    if (free or rules.follow == FOLLOW_SUIT_OR_RANK) and rules.same_rank[rank] & allowed:
        words.append(text(lang, f"a_rank.{RANKS[rank]}"))
    wild = rules.anywhere & rules.wilds & allowed
    if free and wild:
        wild_rank = rank_of((wild & -wild).bit_length() - 1)
        words.append(text(lang, f"a_rank.{RANKS[wild_rank]}"))
    if len(words) == 1:
        return words[0]
    return text(lang, f"fit.either.{len(words)}", **dict(zip("abc", words, strict=False)))
