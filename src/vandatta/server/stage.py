"""The table as one reader sees it: a `Scene` made from the seat's view.

A pure function of the view, the element keys, the table's public facts and what
the reader has in hand (`Hold`): equal views give equal scenes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vandatta.cards import NO_CARD, SUITS, card_text, rank_of, suit_of
from vandatta.engine.alphabet import CALL_BIT, DRAW, NO_SEAT, OVER, PASS, TO_NAME
from vandatta.events import Called, Caught, Drew, Event, Laid, MatchOver, RoundOver
from vandatta.messages import Lang, card_name, sentence, suit_name, text
from vandatta.server.ending import round_end
from vandatta.server.keyring import Keyed, Keyring
from vandatta.server.lines import bubbles, log_lines, turn_of
from vandatta.server.phrases import Who
from vandatta.server.scene import CardScene, Choice, HandCard, Scene, SeatScene, SuitChoice
from vandatta.server.settings import Sort
from vandatta.server.status import status_line
from vandatta.table import Seat
from vandatta.view import View

PILE_SHOWN = 3
SUIT_ORDER = "shcd"
"""Black and red in turn, so that suits side by side can be told apart."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What everybody at a table may know beside the round: the same for all seats."""

    table: str
    seats: tuple[Seat, ...]
    number: int
    """The number of the last event."""
    decision: int
    phase_of_match: str
    rounds: tuple[tuple[int | None, ...], ...]
    """Points a round and seat, None where a seat was out."""
    overlooked: int = NO_SEAT
    """A seat that has had time to call and has not."""


@dataclass(frozen=True, slots=True)
class Hold:
    """What one open page has in hand, beside the game itself."""

    picking: int = NO_CARD
    """The eight a suit is being chosen for."""
    armed: bool = False
    """"Lappen" goes with the next card."""
    notice: str = ""
    notice_key: str = ""
    sort: Sort = "suit"
    seen: int = 0
    """The last event the page has shown; what is newer makes a sound."""


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
    picking = hold.picking if mine and view.legal >> max(hold.picking, 0) & 1 else NO_CARD
    armed = hold.armed and len(view.hand) == 2
    top_is_wild = view.top != NO_CARD and view.rules.wilds >> view.top & 1 == 1
    badge = SUITS[view.suit] if top_is_wild and view.suit >= 0 else None
    says = bubbles(who, view.history)
    others = [(me + i) % view.players for i in range(1, view.players)]
    return Scene(
        lang=lang,
        table=sitting.table,
        number=sitting.number,
        decision=sitting.decision,
        opponents=tuple(
            _opponent(who, view, keys, sitting, seat, says.get(seat, "")) for seat in others
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
        pile_label=_pile_label(lang, view, badge is not None),
        badge=badge,
        badge_label=text(lang, "table.badge", suit=suit_name(lang, view.suit)) if badge else "",
        status=status_line(who, view, picking != NO_CARD, sitting.phase_of_match),
        notice=hold.notice,
        notice_key=hold.notice_key,
        hand=tuple(_hand_card(lang, view, each) for each in ordered(keys.hand(me), hold.sort)),
        sort=_sort_choice(lang, hold.sort),
        lappen=_lappen(lang, view, armed),
        lappen_armed=armed,
        lappen_urgent=view.calls & CALL_BIT != 0,
        pass_turn=_pass(lang) if view.legal >> PASS & 1 else None,
        suit_choice=_suit_choice(lang, view, mine, picking),
        log=log_lines(who, view.history),
        round_end=round_end(who, view, keys, sitting.rounds, sitting.phase_of_match),
        sounds=sounds(view, hold.seen),
    )


def face(lang: Lang, keyed: Keyed, origin: str) -> CardScene:
    """A card element: a face where the card is known, else a back."""
    if keyed.card is None:
        return CardScene(key=keyed.key, card=None, name="", origin=origin)
    name = card_name(lang, keyed.card)
    return CardScene(key=keyed.key, card=card_text(keyed.card), name=name, origin=origin)


def ordered(hand: Sequence[Keyed], sort: Sort) -> list[Keyed]:
    """A hand sorted by suit or by rank; equal cards in the order they came."""

    def place(each: Keyed) -> tuple[int, int]:
        card = each.card
        if card is None:
            return (0, 0)
        suit = SUIT_ORDER.index(SUITS[suit_of(card)])
        return (suit, rank_of(card)) if sort == "suit" else (rank_of(card), suit)

    return sorted(hand, key=place)


def _hand_card(lang: Lang, view: View, keyed: Keyed) -> HandCard:
    card = NO_CARD if keyed.card is None else keyed.card
    words = card_text(card)
    wild = view.rules.wilds >> card & 1 == 1
    playable = view.legal >> card & 1 == 1
    # the last card goes out at once, there is no suit to name
    pick = wild and len(view.hand) > 1
    label = sentence(card_name(lang, card))
    if playable:
        label = text(lang, f"table.playable{'_wild' * pick}", Card=label)
    return HandCard(
        face=face(lang, keyed, "stock"),
        playable=playable,
        do=f"pick {words}" if pick else f"move {words}",
        label=label,
    )


def _opponent(
    who: Who, view: View, keys: Keyring, sitting: Sitting, seat: int, bubble: str
) -> SeatScene:
    lang = who.lang
    in_turn = view.turn == seat and view.phase != OVER
    # not sooner, or it would flash before every call
    late = view.forgot[seat] or sitting.overlooked == seat
    challenge = late and view.calls >> 1 + seat & 1 == 1
    name = sitting.seats[seat].name
    out = not view.playing[seat]
    if view.called[seat]:
        # it stands for as long as it holds, so that nobody has to have been looking
        bubble = text(lang, "bubble.called")
    if out:
        words = [text(lang, "seat.out", Name=name)]
    else:
        words = [text(lang, "seat.cards", Name=name, count=view.counts[seat])]
    words.append(text(lang, "seat.points", count=view.totals[seat]))
    facts = {
        "turn": in_turn,
        "dealer": view.dealer == seat,
        "called": view.called[seat],
        "challenge": challenge,
    }
    words += [text(lang, f"seat.{key}") for key, holds in facts.items() if holds]
    return SeatScene(
        seat=seat,
        name=name,
        level=text(lang, f"level.{sitting.seats[seat].player}"),
        count=view.counts[seat],
        fan=tuple(face(lang, each, "stock") for each in keys.hand(seat)),
        in_turn=in_turn,
        dealer=view.dealer == seat,
        called=view.called[seat],
        challenge=f"move ?{seat}" if challenge else None,
        out=out,
        total=view.totals[seat],
        label=", ".join(words),
        bubble=bubble,
    )


def _stock_label(lang: Lang, view: View) -> str:
    if view.stock == 0:
        words = text(lang, "table.stock_empty")
    else:
        words = text(lang, "table.stock", count=view.stock)
    return text(lang, "table.draw", stock=words) if view.legal >> DRAW & 1 else words


def _pile_label(lang: Lang, view: View, named: bool) -> str:
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


def _lappen(lang: Lang, view: View, armed: bool) -> Choice:
    key = "label"
    if view.calls & CALL_BIT:
        key = "due"
    elif armed:
        key = "armed"
    elif len(view.hand) == 2:
        key = "ahead"
    label = text(lang, f"table.lappen_{key}")
    return Choice(text=text(lang, "table.lappen"), do="lappen", label=label)


def _pass(lang: Lang) -> Choice:
    return Choice(
        text=text(lang, "table.pass"), do="move pass", label=text(lang, "table.pass_label")
    )


def _suit_choice(lang: Lang, view: View, mine: bool, picking: int) -> SuitChoice | None:
    """Naming a suit: for the eight being laid, or for one turned up."""
    if picking != NO_CARD:
        card = card_name(lang, picking)
        title = text(lang, "table.choose_suit", card=card)
        back_label = text(lang, "table.back_label", card=card)
        back = Choice(text=text(lang, "table.back"), do="unpick", label=back_label)
        return SuitChoice(title, _suits(lang, card_text(picking)), back)
    if mine and view.phase == TO_NAME:
        return SuitChoice(text(lang, "table.choose_turned"), _suits(lang, ""), None)
    return None


def _suits(lang: Lang, card: str) -> tuple[Choice, ...]:
    found = []
    for suit in SUIT_ORDER:
        name = sentence(suit_name(lang, SUITS.index(suit)))
        found.append(Choice(text=name, do=f"move {card}={suit}", label=name, suit=suit))
    return tuple(found)


def penalty_told(view: View, seats: Sequence[Seat], told: int, lang: Lang) -> str:
    """What to tell a reader who was caught and has drawn for it after event ``told``; or ""."""
    caught: Caught | None = None
    count = 0
    for event in view.history:
        match event:
            case Caught(seat=view.seat):
                caught, count = event, 0
            case Drew(seat=view.seat, why="penalty"):
                count += 1
            case _:
                pass
    if caught is None or caught.n <= told or not count:
        return ""
    if caught.by is None:
        return text(lang, "notice.forgot", count=count)
    return text(lang, "notice.caught", Name=seats[caught.by].name, count=count)


def sounds(view: View, seen: int) -> tuple[str, ...]:
    """The sounds of what happened after event ``seen``, each once."""
    found: list[str] = []
    fresh = [event for event in view.history if event.n > seen]
    for event in fresh:
        sound = _sound(view.seat, event)
        if sound and sound not in found:
            found.append(sound)
    came = fresh and all(turn_of(event) != view.seat for event in fresh)
    if came and view.turn == view.seat and view.phase != OVER:
        found.append("turn")
    return tuple(found)


def _sound(me: int, event: Event) -> str:
    match event:
        case Laid():
            return "lay"
        case Drew():
            return "draw"
        case Called():
            return "call"
        case RoundOver(out=out) if out == me:
            return "win"
        case MatchOver():
            return "win" if me in event.winners else "lose"
        case _:
            return ""
