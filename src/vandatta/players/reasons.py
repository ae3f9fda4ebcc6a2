"""Why one move is better than another: what can be said of it truly, the most telling first.

A reason is a key of the catalogue, ``teacher.why.<key>``, and what its sentence speaks of. Each
is given by a small function that looks at a position, at the better move and at the other, and
says nothing where its sentence would not be so. What a card does is never asked by its rank:
the outcome tells what it did, and the rules tell what it may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from vandatta.cards import NO_CARD, NO_SUIT, RANKS, rank_of, suit_of
from vandatta.engine.alphabet import NO_SEAT
from vandatta.engine.rules import SINGLE
from vandatta.notation.outcomes import Outcome
from vandatta.players import regular
from vandatta.players.position import Position, position

FEW = 4
"""With so many cards in hand one should think of which of them may be the last."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a sentence of the catalogue, and what it speaks of."""

    key: str
    card: int = NO_CARD
    seat: int = NO_SEAT
    suit: int = NO_SUIT
    count: int = 0
    points: int = 0


Why = Callable[[Position, Outcome, Outcome], Reason | None]
"""Why the first outcome is better than the second, if it is for this reason."""


def _out(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """The last card is laid."""
    ends = best.over and best.counts[best.seat] == 0 and other.counts[other.seat] > 0
    return Reason("out") if ends and p.view.playing[best.seat] else None


def _out_next(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """The rest of the hand can be laid before anybody else has a turn."""
    mind = regular.Mind(p.view, p.memory, 1.0)
    if not regular.ends_next(best, mind) or regular.ends_next(other, mind):
        return None
    return Reason("out_next", card=best.cards[-1], count=len(best.rest))


def _blocked(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """The round ends here, with fewer points than the others have."""
    if not best.over or best.counts[best.seat] == 0 or other.over:
        return None
    fewest = all(best.counts[seat] > best.counts[best.seat] for seat in p.others(best))
    return Reason("blocks") if fewest else None


def _stops(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """Somebody about to go out has to draw, loses a turn, or has nothing of the suit."""
    for seat in p.near(best):
        count = p.view.counts[seat]
        if seat in p.drawing(best) and seat not in p.drawing(other):
            return Reason("near_draws", seat=seat, count=count)
        if seat == p.owing(best) != p.owing(other):
            return Reason("near_owes", seat=seat, count=count, card=best.top, points=best.duty)
        if seat in p.skipped(best) and seat not in p.skipped(other):
            return Reason("near_skipped", seat=seat, count=count)
        card = p.only_card(seat)
        if card != NO_CARD and p.lets_lay(other, seat, card) and not p.lets_lay(best, seat, card):
            return Reason("near_stuck", seat=seat, card=card)
        if best.suit == other.suit and other.cards:
            continue
        if seat == p.lacks(best, surely=True) != p.lacks(other, surely=True):
            return Reason("near_lacks", seat=seat, count=count, suit=best.suit)
        if seat == p.lacks(best, surely=False) != p.lacks(other, surely=False):
            return Reason("near_drew", seat=seat, count=count, suit=best.suit)
    return None


def _last_barred(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """Else only cards that may not be the last would be left."""
    barred = p.view.rules.not_last
    if len(p.view.hand) > FEW:
        return None

    def stuck(outcome: Outcome) -> bool:
        return bool(outcome.rest) and all(barred >> card & 1 for card in outcome.rest)

    if stuck(best) or not stuck(other) or not best.rest:
        return None
    if best.cards and barred >> best.cards[-1] & 1:
        return Reason("spend_barred", card=best.cards[-1])
    if not best.cards:
        return Reason("draw_exit", card=other.rest[0])
    kept = [card for card in best.rest if not barred >> card & 1]
    return Reason("keep_exit", card=kept[0]) if len(kept) == 1 else None


def _last_fits(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """The one card left can be laid on what is laid now, and go out."""

    def fits(outcome: Outcome) -> bool:
        if len(outcome.rest) != 1 or outcome.over or outcome.duty or not outcome.cards:
            return False
        card = outcome.rest[0]
        rules = p.view.rules
        off = rules.last_in_suit and suit_of(card) != outcome.suit
        return outcome.fits >> card & 1 == 1 and not (rules.not_last >> card & 1 or off)

    return Reason("last_fits", card=best.rest[0]) if fits(best) and not fits(other) else None


def _again(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """One more turn at once, with a card to lay in it."""

    def again(outcome: Outcome) -> bool:
        return bool(not outcome.over and outcome.turn == outcome.seat and outcome.cards)

    if not again(best) or not best.playable or again(other):
        return None
    everybody = len(p.drawing(best)) == len(list(p.others(best)))
    return Reason("again_draws" if everybody else "again", card=best.cards[-1])


def _several(_: Position, best: Outcome, other: Outcome) -> Reason | None:
    """More cards are laid at once."""
    more = len(best.cards) > max(len(other.cards), 1)
    return Reason("several", count=len(best.cards)) if more else None


def _saves_wild(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """The card that goes on anything is kept."""
    wild = p.wild(other)
    if wild == NO_CARD or p.wild(best) != NO_CARD or len(p.view.hand) <= len(other.cards):
        return None
    if not best.cards:
        still = best.turn == best.seat and best.playable >> wild & 1
        return Reason("draw_first", card=wild) if best.text == "draw" and still else None
    many = len(p.of_suit(best))
    if many >= 2:
        return Reason("save_wild_suit", card=wild, suit=best.suit, count=many)
    if many == 1:
        return Reason("save_wild_one", card=wild, suit=best.suit)
    return Reason("save_wild", card=wild)


def _names(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """The suit is named that the next seat lacks, or that one has most of."""
    if "=" not in best.text or best.suit == other.suit:
        return None
    seat = p.lacks(best, surely=True)
    if seat != NO_SEAT and p.lacks(other, surely=True) == NO_SEAT:
        return Reason("name_lacks", seat=seat, suit=best.suit)
    mine = [suit_of(card) for card in p.plain(best)]
    many = mine.count(best.suit)
    if many >= 2 and all(mine.count(suit) < many for suit in range(4) if suit != best.suit):
        return Reason("name_most", suit=best.suit, count=many)
    seat = p.lacks(best, surely=False)
    if seat != NO_SEAT and p.lacks(other, surely=False) == NO_SEAT:
        return Reason("name_drew", seat=seat, suit=best.suit)
    if many >= 1 and mine.count(other.suit) < many:
        return Reason("name_own", suit=best.suit, count=many)
    return None


def _dear(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """A dear card is laid, above all while somebody is about to go out."""
    if p.view.rules.match_end == SINGLE or len(best.cards) != 1 or len(other.cards) > 1:
        return None
    points, near = p.worth(best), p.near(best)
    could = [card for card in p.view.hand if p.view.legal >> card & 1]
    dearest = max((p.view.rules.points[rank_of(card)] for card in could), default=0)
    if not p.worth(other) < points == dearest or not best.rest:
        return None
    if near:
        seat = near[0]
        count = p.view.counts[seat]
        return Reason("dear_near", card=best.cards[0], seat=seat, count=count, points=points)
    if p.wild(best) != NO_CARD or not other.cards:
        return None
    return Reason("dear", card=best.cards[0], points=points)


def _hits(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """Others have to draw, or lose a turn."""
    if p.drawing(best) and not p.drawing(other):
        if len(p.drawing(best)) == len(list(p.others(best))):
            return Reason("all_draw", card=best.cards[-1])
        return Reason("draws", seat=p.drawing(best)[0])
    if p.owing(best) != NO_SEAT and p.owing(other) == NO_SEAT:
        return Reason("owes", seat=p.owing(best), card=best.top, points=best.duty)
    if p.skipped(best) and not p.skipped(other):
        return Reason("skipped", seat=p.skipped(best)[0])
    return None


def _hard(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """The next seat has nothing of the suit."""
    if best.suit == other.suit and other.cards:
        return None
    for key, surely in (("lacks", True), ("drew", False)):
        seat = p.lacks(best, surely)
        if seat != NO_SEAT and p.lacks(other, surely) == NO_SEAT and best.cards:
            return Reason(key, seat=seat, suit=best.suit)
    return None


def _keeps_defence(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """A card is kept that sends on what others make one owe."""
    rules = p.view.rules
    owed = [card for card in other.cards if rules.draws[rank_of(card)] or rules.pass_on >> card & 1]
    if not owed or any(card in best.cards for card in owed) or not best.cards or p.view.duty:
        return None
    kept = [card for card in best.rest if rank_of(card) == rank_of(owed[-1])]
    left = [card for card in other.rest if rank_of(card) == rank_of(owed[-1])]
    return Reason("keep_defence", card=kept[0]) if kept and not left else None


def _sends_on(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """What is owed is sent on to the next."""
    on = p.view.duty and best.cards and not other.cards
    return Reason("sends_on", seat=best.turn, points=p.view.duty) if on and not best.over else None


def _own_suit(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """More of the hand is of the suit that will be in force."""
    many, fewer = len(p.of_suit(best)), len(p.of_suit(other)) if other.cards else 0
    if not best.cards or many <= fewer or best.suit == other.suit:
        return None
    if many == 1:
        return Reason("one_more", card=p.of_suit(best)[0], suit=best.suit)
    key = "switch" if best.suit != p.view.suit else "stay"
    return Reason(key, suit=best.suit, count=many)


def _many_suits(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """More suits can still be answered."""
    suits = len({suit_of(card) for card in p.plain(best)})
    more = suits > len({suit_of(card) for card in p.plain(other)})
    return Reason("suits", count=suits) if more and suits >= 2 and best.cards else None


def _lays(p: Position, best: Outcome, other: Outcome) -> Reason | None:
    """A card less instead of a card more."""
    if not best.cards or p.view.duty:
        return None
    return {"draw": Reason("lay_not_draw"), "pass": Reason("lay_not_pass")}.get(other.text)


REASONS: tuple[Why, ...] = (
    _out,
    _out_next,
    _blocked,
    _stops,
    _last_barred,
    _last_fits,
    _sends_on,
    _again,
    _several,
    _names,
    _saves_wild,
    _hits,
    _dear,
    _keeps_defence,
    _hard,
    _own_suit,
    _many_suits,
    _lays,
)
"""The reasons, the most telling first."""


def reasons(p: Position, best: Outcome, other: Outcome) -> Iterator[Reason]:
    """All that can be said for ``best`` against ``other``, the most telling first."""
    for why in REASONS:
        found = why(p, best, other)
        if found is not None:
            yield found


def reason(p: Position, best: Outcome, others: Sequence[Outcome]) -> Reason | None:
    """The most telling reason for ``best`` against the first of ``others`` that has one."""
    return next((why for other in others for why in reasons(p, best, other)), None)


def is_rank(card: int) -> bool:
    """Has ``card`` a rank by which it can be called? A joker has none."""
    return 0 <= rank_of(card) < len(RANKS)


__all__ = ["REASONS", "Position", "Reason", "is_rank", "position", "reason", "reasons"]
