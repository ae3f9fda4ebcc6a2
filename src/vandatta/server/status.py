"""The status line: whose turn it is, and what may be done."""

from __future__ import annotations

from vandatta.cards import RANKS, RED_JOKER, SUITS, rank_of
from vandatta.describe import cards as cards_words
from vandatta.engine.alphabet import CALL_BIT, DRAW, NAME, OVER, PASS, TO_FOLLOW, TO_NAME
from vandatta.engine.matching import ONE_SUIT, fits, ranks_beside
from vandatta.engine.rules import SINGLE, Rules
from vandatta.events import Laid, Named, Skipped, TurnedRound
from vandatta.messages import Lang, card_name, joined, sentence, text
from vandatta.notation.refusal import a_rank
from vandatta.notation.sets import Begun, begun
from vandatta.server.phrases import Who
from vandatta.view import View

LAYS = (1 << NAME) - 1


def status_line(who: Who, view: View, held: Begun | None, phase_of_match: str) -> str:
    """One or two short sentences, always: whose turn, and what may be done.

    Args:
        who: the reader and the seats' names.
        view: the round as the reader sees it.
        held: the cards that the reader has taken out and not laid yet.
        phase_of_match: see `vandatta.table`.
    """
    lang = who.lang
    if phase_of_match == "deal":
        return text(lang, "status.dealing")
    if phase_of_match == "over":
        single = "_single" if is_single(view.rules) else ""
        return text(lang, f"status.match_over{single}")
    if view.phase == OVER:
        return text(lang, "status.round_over")
    words = [_call(lang, view)] if view.calls & CALL_BIT else []
    if not view.playing[view.seat]:
        words.append(text(lang, "status.out"))
    if view.turn != view.seat:
        words.append(_other(who, view))
        # where there is more to say, its sign beside the points has to do
        if view.owes[view.seat] and len(words) == 1 and not view.duty:
            owed = cards_words(lang, view.rules.penalty)
            words.append(text(lang, "status.owes", cards=owed))
    elif held is not None:
        words.append(_held(lang, view, held))
    else:
        words.append(_mine(lang, view))
    return " ".join(words)


def is_single(rules: Rules) -> bool:
    """Is a match one round, without points?"""
    return rules.match_end == SINGLE


def _call(lang: Lang, view: View) -> str:
    count = len(view.hand)
    if count == 1:
        return text(lang, "status.call")
    return text(lang, "status.warn", cards=cards_words(lang, count))


def _other(who: Who, view: View) -> str:
    lang, name = who.lang, who.Name(view.turn)
    if view.phase == TO_NAME:
        return text(lang, "status.other_name", Name=name)
    if view.phase == TO_FOLLOW:
        return text(lang, "status.other_follow", Name=name, card=card_name(lang, view.top))
    if view.duty:
        owed, rank = cards_words(lang, view.duty), a_rank(lang, rank_of(view.top))
        return text(lang, "status.other_duty", Name=name, cards=owed, a_rank=rank)
    return text(lang, "status.other", Name=name)


def _held(lang: Lang, view: View, held: Begun) -> str:
    """What may be done with the cards taken out."""
    card = card_name(lang, held.cards[-1])
    last = held.cards[-1]
    ranks = text(lang, f"ranks.{RANKS[rank_of(last)]}") if last < RED_JOKER else card
    if held.names:
        return text(lang, "status.name_more" if held.more else "status.name", ranks=ranks)
    if not held.whole:
        drawn = sentence(card_name(lang, view.drawn_card))
        return text(lang, "status.held_needs", Card=drawn)
    key = "status.held_more" if held.more else "status.held_all"
    count = len(held.cards)
    return text(lang, key, count=count, card=card, Card=sentence(card), ranks=ranks)


def _mine(lang: Lang, view: View) -> str:
    if view.phase == TO_NAME:
        return text(lang, "status.name_turned", a_rank=a_rank(lang, rank_of(view.top)))
    if view.duty:
        owed = cards_words(lang, view.duty)
        if view.legal & LAYS:
            rank = a_rank(lang, rank_of(view.top))
            return text(lang, "status.duty_or_lay", cards=owed, a_rank=rank)
        return text(lang, "status.duty", cards=owed)
    todo = _lay(lang, view) if view.legal & LAYS else _do_not_lay(lang, view)
    if view.phase == TO_FOLLOW:
        return text(lang, "status.my_follow", card=card_name(lang, view.top), todo=todo)
    return text(lang, "status.mine_again" if _again(view) else "status.mine", todo=todo)


def _again(view: View) -> bool:
    """Did the reader, in turn, lay the last card too?"""
    for event in reversed(view.history):
        if isinstance(event, Laid | Named):
            return event.seat == view.seat
        if not isinstance(event, Skipped | TurnedRound):
            return False
    return False


def _lay(lang: Lang, view: View) -> str:
    """What the reader, in turn and able to lay, may do."""
    more = "_or_draw" if view.legal >> DRAW & 1 else "_or_pass" if view.legal >> PASS & 1 else ""
    return text(lang, f"status.lay{more}", fits=_what(lang, view))


def _what(lang: Lang, view: View) -> str:
    """What the reader may lay, who may lay something."""
    if len(view.hand) == 1:
        return text(lang, "fit.last", card=card_name(lang, view.hand[0]))
    drawn = view.drawn_card
    if drawn < 0:
        return fits_words(lang, view)
    values = {"card": card_name(lang, drawn), "ranks": ""}
    if drawn < RED_JOKER:
        values["ranks"] = text(lang, f"ranks.{RANKS[rank_of(drawn)]}")
    if not view.legal >> drawn & 1:
        return text(lang, "fit.with_drawn", **values)
    alone = begun(view, [drawn])
    more = (alone is not None and alone.more) or view.legal & LAYS != 1 << drawn
    return text(lang, "fit.drawn_or_more" if more else "fit.drawn", **values)


def fits_words(lang: Lang, view: View) -> str:
    """What may lie on the top card: "en hjärter, en dam eller en åtta".

    Cards of the suit that the reader holds and may not lay are told apart.
    """
    on_top = (view.rules, view.top, view.suit, view.phase == TO_FOLLOW)
    suit = ONE_SUIT << view.suit
    words = []
    if fits(*on_top) & view.rules.pack & suit:
        a_suit = text(lang, f"fit.suit.{SUITS[view.suit]}")
        barred = {rank_of(card) for card in view.hand if (suit & ~view.legal) >> card & 1}
        if barred and suit & view.legal:
            ranks = joined(lang, [a_rank(lang, rank) for rank in sorted(barred)], "join.or")
            a_suit = text(lang, "fit.but", a_suit=a_suit, ranks=ranks)
        words.append(a_suit)
    words += [a_rank(lang, rank) for rank in ranks_beside(*on_top)]
    return joined(lang, words, "join.or")


def _do_not_lay(lang: Lang, view: View) -> str:
    """What the reader, in turn and unable to lay, may do."""
    draw, may_pass = view.legal >> DRAW & 1 == 1, view.legal >> PASS & 1 == 1
    why = _why(lang, view)
    limit = view.rules.draw_limit
    if not draw:
        tried = limit and view.drawn >= limit
        return text(lang, "status.pass" if tried or view.can_draw else "status.pass_empty", why=why)
    key = "status.left" if view.drawn else "status.left_first"
    left = text(lang, key, left=limit - view.drawn) if limit else ""
    return text(lang, "status.draw_or_pass" if may_pass else "status.draw", why=why, left=left)


def _why(lang: Lang, view: View) -> str:
    """Why the reader can't lay."""
    rules = view.rules
    if len(view.hand) == 1 and rules.not_last >> view.hand[0] & 1:
        return text(lang, "status.why.last", card=card_name(lang, view.hand[0]))
    cards = fits(rules, view.top, view.suit, view.phase == TO_FOLLOW)
    if not any(cards >> card & 1 for card in view.hand):
        return text(lang, "status.why.nothing")
    if len(view.hand) == 1 and rules.last_in_suit:
        a_suit = text(lang, f"fit.suit.{SUITS[view.suit]}")
        return text(lang, "status.why.last_in_suit", a_suit=a_suit)
    if view.drawn_card >= 0:
        return text(lang, "status.why.drawn", card=card_name(lang, view.drawn_card))
    return text(lang, "status.why.cannot")


__all__ = ["fits_words", "is_single", "status_line"]
