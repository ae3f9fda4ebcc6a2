"""A table as it stands, as a situation of the page "Får man …?"."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from vandatta.cards import NO_CARD, SUITS, card_text
from vandatta.engine.alphabet import NAMING, OVER, TO_FOLLOW, TO_NAME
from vandatta.events import Drew
from vandatta.options import from_id
from vandatta.server.exchange import seat_at
from vandatta.server.problems import settings_of
from vandatta.server.situation import HAND, Situation, can_be_own, needs_suit
from vandatta.sheet.mix import Mix
from vandatta.view import View


async def ask_at_table(request: Request) -> Response:
    """``GET /t/<id>/may``: leads to the page on which the table lies as the reader sees it."""
    live, seat = await seat_at(request, request.path_params["table"])
    mix = Mix(settings_of(request).lang, from_id(live.table.rules_id))
    found = situation_at(mix, live.view(seat))
    query = found.query() if found else ""
    return RedirectResponse(f"/may/{live.table.rules_id}{query}", 303)


def situation_at(m: Mix, view: View) -> Situation | None:
    """What lies on the table and in the reader's hand.

    Args:
        m: the table's rules.
        view: the round as the reader sees it.

    Returns:
        None while there is no round in which the reader could do anything, while a
        suit is still to be named, or where the page can't tell what matters.
    """
    me = view.seat
    if view.top == NO_CARD or view.phase in (OVER, TO_NAME, NAMING) or not view.playing[me]:
        return None
    if not _can_be_told(view):
        return None
    mine, top = view.turn == me, card_text(view.top)
    hand, after = _hand(view), _after(view)
    left = view.counts[after]
    late = view.window == me and not mine and len(hand) == 1
    own = mine and view.phase == TO_FOLLOW and can_be_own(m, top)
    suit = view.suit if view.suit >= 0 else view.top & 3
    return Situation(
        top=top,
        suit=SUITS[suit] if needs_suit(m, top) else "",
        hand=hand,
        left=min(left, HAND),
        own=own,
        duty=view.duty if mine else 0,
        drawn=view.drawn if mine else 0,
        bare=not view.can_draw,
        late=late,
        called=left == 1 and view.called[after],
        window=mine and view.window == me,
        said=view.called[me] and len(hand) == 1,
    )


def _can_be_told(view: View) -> bool:
    """Has the page words for all that matters now?"""
    rules, after = view.rules, _after(view)
    if max(len(view.hand), view.duty, view.drawn) > HAND:
        return False
    # nothing to draw, though the pile may still be shuffled: it has no card below its top one
    if not view.can_draw and rules.reshuffles > view.reshuffled:
        return False
    # a last card that was dealt, or was shown by drawing back, is neither called nor forgotten
    last = view.counts[after] == 1 and not view.called[after] and rules.lappen != 0
    return not last or view.calls >> 1 + after & 1 == 1


def _hand(view: View) -> tuple[str, ...]:
    """The reader's cards; one just drawn is the last."""
    cards = list(view.hand)
    drawn = [event.card for event in view.history if isinstance(event, Drew)]
    if view.turn == view.seat and view.drawn and drawn and drawn[-1] in cards:
        cards.remove(drawn[-1])
        cards.append(drawn[-1])
    return tuple(card_text(card) for card in cards)


def _after(view: View) -> int:
    """The seat after the reader's."""
    seat = view.seat
    while True:
        seat = (seat + view.direction) % view.players
        if view.playing[seat]:
            return seat


ROUTES = [Route("/t/{table}/may", ask_at_table)]


__all__ = ["ROUTES", "ask_at_table", "situation_at"]
