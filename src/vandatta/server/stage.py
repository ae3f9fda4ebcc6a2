"""The table as one reader sees it: a `Scene` made from the seat's view.

A pure function of the view, the element keys, the table's public facts and what
the reader has in hand (`Hold`): equal views give equal scenes.
"""

from __future__ import annotations

from vandatta.cards import NO_CARD, SUITS
from vandatta.describe import cards as cards_words
from vandatta.engine.alphabet import CALL_BIT, DRAW, NAME, OVER, PASS
from vandatta.messages import Lang, card_name, sentence, suit_name, text
from vandatta.notation.sets import Begun
from vandatta.server.ending import round_end
from vandatta.server.faces import face
from vandatta.server.holding import (
    Hold,
    hand_cards,
    held_cards,
    lappen_choice,
    lay_choice,
    left_after,
    ordered,
    suit_choice,
)
from vandatta.server.keyring import Keyring
from vandatta.server.lines import bubbles, log_lines, unnamed
from vandatta.server.phrases import Who
from vandatta.server.scene import Choice, Scene
from vandatta.server.seats import Sitting, around, opponent
from vandatta.server.settings import Sort
from vandatta.server.sounds import sounds
from vandatta.server.status import is_single, status_line
from vandatta.server.tips import offered
from vandatta.view import View

PILE_SHOWN = 3
ROOM = 72
"""Characters of the status line for which there is room on a small phone."""


def stage(view: View, keys: Keyring, sitting: Sitting, hold: Hold, lang: Lang) -> Scene:
    """The scene for one open page.

    Args:
        view: the round as the page's seat sees it.
        keys: the seat's keyring, having followed the view's history.
        sitting: the table's public facts.
        hold: what the page has in hand.
        lang: the reader's language.
    """
    who = Who(lang, view.seat, tuple(seat.name for seat in sitting.seats))
    me = view.seat
    mine = view.turn == me and view.phase != OVER
    held = held_cards(view, hold.chosen)
    lay = lay_choice(lang, held)
    ahead = left_after(view, held.cards if held else ())
    armed = hold.armed and ahead > 0
    badge = badge_of(view)
    says = bubbles(who, view.history)
    duty = view.duty if view.phase != OVER else 0
    turns = _direction(view)
    return Scene(
        lang=lang,
        table=sitting.table,
        number=sitting.number,
        decision=sitting.decision,
        opponents=tuple(
            opponent(who, view, keys, sitting, seat, says.get(seat, "")) for seat in around(view)
        ),
        me_name=who.Name(me),
        me_total=view.totals[me],
        me_called=view.called[me],
        me_dealer=view.dealer == me,
        my_turn=mine,
        me_out=not view.playing[me],
        stock_count=view.stock,
        stock_label=_stock_label(lang, view),
        stock_do="move draw",
        stock_may=view.legal >> DRAW & 1 == 1,
        pile=tuple(face(lang, each, "stock") for each in keys.pile(PILE_SHOWN)),
        pile_label=pile_label(lang, view, badge is not None),
        badge=badge,
        badge_label=text(lang, "table.badge", suit=suit_name(lang, view.suit)) if badge else "",
        status=_status(who, view, held, sitting.phase_of_match, ahead if armed else 0),
        notice=hold.notice,
        notice_key=hold.notice_key,
        hand=hand_cards(lang, view, ordered(keys.hand(me), hold.sort), held),
        sort=_sort_choice(lang, hold.sort),
        lappen=lappen_choice(lang, view, armed, ahead),
        lappen_armed=armed,
        lappen_urgent=view.calls & CALL_BIT != 0,
        pass_turn=_pass(lang) if view.legal >> PASS & 1 else None,
        suit_choice=suit_choice(lang, view, held),
        log=log_lines(who, view.history, is_single(view.rules), unnamed(view)),
        round_end=round_end(who, view, keys, sitting.rounds, sitting.phase_of_match),
        sounds=sounds(view, hold.seen),
        lay=lay,
        take=_take(lang, view) if view.legal >> DRAW & 1 and duty else None,
        pile_do=lay.do if lay else "",
        direction=turns,
        direction_label=text(lang, f"table.direction.{_WAYS[turns]}") if turns else "",
        duty=duty,
        duty_label=text(lang, "table.duty", cards=cards_words(lang, duty)) if duty else "",
        single=is_single(view.rules),
        me_owes=view.rules.penalty if view.owes[me] else 0,
        me_owes_label=_owes(lang, view) if view.owes[me] else "",
        tips=offered(sitting.seats, view),
        tip=hold.tip,
    )


_WAYS = {1: "on", -1: "back"}


def _status(who: Who, view: View, held: Begun | None, phase_of_match: str, armed: int) -> str:
    """The status line, and that a call or warning for ``armed`` cards left goes with the next."""
    words = status_line(who, view, held, phase_of_match)
    if not armed:
        return words
    ahead = text(who.lang, "status.armed" if armed == 1 else "status.warning_armed")
    both = f"{words} {sentence(ahead)}"
    if len(both) <= ROOM:
        return both
    # the cards that go can be seen, and so can the button of the call where none does
    lays = view.legal & (1 << NAME) - 1
    return text(who.lang, "status.mine", todo=ahead) if lays and not view.duty else words


def badge_of(view: View) -> str | None:
    """The suit in force, where the top card does not show it."""
    specials = view.rules.wilds | view.rules.jokers
    hides = view.top != NO_CARD and specials >> view.top & 1 == 1
    return SUITS[view.suit] if hides and view.suit >= 0 else None


def _direction(view: View) -> int:
    """Which way the turn goes round; 0 where nothing turns it, or it makes no difference."""
    turns = view.rules.reverse & view.rules.pack and sum(view.playing) > 2
    return view.direction if turns and view.phase != OVER else 0


def _stock_label(lang: Lang, view: View) -> str:
    if view.stock == 0:
        words = text(lang, "table.stock_empty")
    else:
        words = text(lang, "table.stock", count=view.stock)
    if not view.legal >> DRAW & 1:
        return words
    cards = cards_words(lang, view.duty or 1)
    return text(lang, "table.draw", stock=words, cards=cards)


def pile_label(lang: Lang, view: View, named: bool) -> str:
    """What lies on top, and the suit in force where one was ``named``."""
    if view.top == NO_CARD:
        return text(lang, "table.pile_empty")
    card = card_name(lang, view.top)
    if named:
        return text(lang, "table.pile_suit", card=card, suit=suit_name(lang, view.suit))
    return text(lang, "table.pile", card=card)


def _sort_choice(lang: Lang, sort: Sort) -> Choice:
    other = "rank" if sort == "suit" else "suit"
    words = text(lang, f"table.sort_{other}")
    return Choice(text=words, do=f"sort {other}", label=words)


def _take(lang: Lang, view: View) -> Choice:
    """The button that draws what is owed."""
    cards = cards_words(lang, view.duty)
    return Choice(
        text=text(lang, "table.take", count=view.duty),
        do="move draw",
        label=text(lang, "table.take_label", cards=cards),
    )


def _pass(lang: Lang) -> Choice:
    return Choice(
        text=text(lang, "table.pass"), do="move pass", label=text(lang, "table.pass_label")
    )


def _owes(lang: Lang, view: View) -> str:
    return text(lang, "status.owes", cards=cards_words(lang, view.rules.penalty))


__all__ = ["PILE_SHOWN", "badge_of", "pile_label", "stage"]
