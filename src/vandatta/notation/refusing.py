"""Which sentence says why a move is refused at this very table, and what it needs to know."""

from __future__ import annotations

from vandatta.cards import ALL_CARDS, NO_CARD, RED_JOKER, members
from vandatta.engine.alphabet import DRAW, NO_SEAT, PASS, TO_FOLLOW, TO_LAY
from vandatta.engine.calls import is_called_at
from vandatta.engine.matching import ranks_beside
from vandatta.engine.out import playable
from vandatta.engine.play import legal
from vandatta.engine.state import State, rank_cards, top_card
from vandatta.notation.deciding import option_behind
from vandatta.notation.refusal import Refusal

ADVISED = {
    *("wild_on_wild", "wild_on_draw_all", "draw_all_on_wild", "draw_all_on_draw_all"),
    *("out_on_wild", "out_on_draw_all", "out_on_joker", "last_card_suit", "needs_follow"),
    *("draw_limit", "stock_empty"),
}
"""Rules whose sentence goes on to say what may be done instead."""

ADVICE = {
    # a card, draw, pass: after a refused card, and after anything else
    (True, False, False): ("another", "card"),
    (True, True, False): ("another_draw", "card_draw"),
    (True, False, True): ("another_pass", "card_pass"),
    (True, True, True): ("another_draw_pass", "card_draw_pass"),
    (False, True, False): ("draw", "draw"),
    (False, False, True): ("pass", "pass"),
    (False, True, True): ("draw_pass", "draw_pass"),
}
"""What may be done: a key under ``advice``."""


def refusal(
    s: State, rule: str, card: int | None = None, seat: int = NO_SEAT, other: int = NO_SEAT
) -> Refusal:
    """A refusal by ``rule``, with what its sentence tells of the table.

    Args:
        s: the round.
        rule: the rule's name.
        card: the card in question, if there is one.
        seat: whose move it is, where the sentence depends on that.
        other: the seat whose forgotten call was pointed out.
    """
    saying = _saying(s, rule, card, seat, other)
    return Refusal(
        rule,
        saying,
        card=card,
        top=top_card(s),
        suit=s.suit,
        count=_count(s, rule, seat, other),
        drawn=s.drawn,
        drawn_card=s.drawn_card,
        wild=_lowest_rank(s.rules.wilds),
        draw_all=_lowest_rank(s.rules.all_draw | s.rules.pass_on),
        fitting=_beside(s) if rule in ("no_match", "must_follow_suit") else (),
        holds=tuple(members(playable(s, s.turn) & ALL_CARDS)) if rule == "must_lay" else (),
        option=option_behind(s, saying or rule, card),
        advice=_advice(s, card) if rule in ADVISED else "",
    )


def _count(s: State, rule: str, seat: int, other: int) -> int:
    if rule == "must_take_duty":
        return s.duty
    if rule == "must_lay":
        return s.rules.hand_cap
    if rule == "stock_empty":
        return s.rules.reshuffles
    if rule in ("nothing_to_call", "not_forgotten"):
        who = other if other != NO_SEAT else seat
        return s.count[who] if 0 <= who < s.players else 0
    return s.rules.draw_limit


def _saying(s: State, rule: str, card: int | None, seat: int, other: int) -> str:
    """Which of a rule's sentences says what is so at this table; "" for its only one."""
    top = top_card(s)
    if rule == "no_match":
        if top >= RED_JOKER:
            return "no_match_joker"
        return "no_match_named" if s.rules.wilds >> top & 1 else ""
    if rule == "must_lay":
        if s.phase == TO_FOLLOW:
            return "must_lay_follow"
        return "" if s.rules.must_lay else "must_lay_cap"
    if rule == "nothing_to_call":
        return _no_call(s, seat)
    if rule == "not_forgotten":
        return _no_challenge(s, seat, other)
    if rule in ("draw_first", "stock_empty"):
        return _no_pass(s) if rule == "draw_first" else _no_draw(s)
    if rule == "several_not_allowed":
        return _no_set(s, card)
    if rule == "only_the_drawn":
        drawn = s.drawn_card
        sets = s.rules.several >> drawn & 1 or (s.rules.wilds >> drawn & s.rules.several_wilds)
        return "only_the_drawn_set" if drawn != NO_CARD and sets else ""
    if rule == "must_take_duty" and card is not None:
        return "must_take_duty_card"
    if rule in ("nothing_to_name", "not_wild") and not s.rules.wilds & s.rules.pack:
        return {"not_wild": "not_wild_none"}.get(rule, "nothing_to_name_none")
    return ""


def _no_call(s: State, seat: int) -> str:
    if not s.rules.lappen:
        return "nothing_to_call_none"
    count = s.count[seat] if seat != NO_SEAT else 0
    if count == 1:
        return "nothing_to_call_twice" if s.called >> seat & 1 else "nothing_to_call_late"
    return "nothing_to_call_warned" if is_called_at(s.rules, count) else ""


def _no_challenge(s: State, seat: int, other: int) -> str:
    if not s.rules.lappen:
        return "not_forgotten_none"
    if other == NO_SEAT:
        return ""
    if other == seat:
        return "not_forgotten_self"
    if s.rules.noticed:
        return "not_forgotten_noticed"
    if other < s.players and s.count[other] > 1:
        return "not_forgotten_more"
    return ""


def _no_pass(s: State) -> str:
    if not s.rules.draw_limit:
        return "draw_first_until"
    return "draw_first_more" if s.drawn else ""


def _no_draw(s: State) -> str:
    if 0 <= s.rules.reshuffles <= s.reshuffled:
        return "" if s.rules.reshuffles else "stock_empty_never"
    return "stock_empty_bare"


def _no_set(s: State, card: int | None) -> str:
    if not (s.rules.several or s.rules.several_wilds) or card is None:
        return ""
    return "several_not_allowed_joker" if card >= RED_JOKER else "several_not_allowed_rank"


def _beside(s: State) -> tuple[int, ...]:
    return ranks_beside(s.rules, top_card(s), s.suit, s.phase == TO_FOLLOW)


def _advice(s: State, card: int | None) -> str:
    """What the seat in turn may do instead; "" where there is nothing to be said."""
    if s.phase not in (TO_LAY, TO_FOLLOW) or s.rules.misplay:
        return ""
    actions = legal(s)
    cards = actions & ALL_CARDS
    if card is not None:
        cards &= ~(rank_cards(card) if card >= RED_JOKER else 1 << card)
    ways = (cards != 0, actions >> DRAW & 1 == 1, actions >> PASS & 1 == 1)
    return ADVICE[ways][card is None] if ways in ADVICE else ""


def _lowest_rank(cards: int) -> int:
    return max(0, (cards & -cards).bit_length() - 1 >> 2)
