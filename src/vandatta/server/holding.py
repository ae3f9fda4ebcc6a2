"""The reader's hand on the table page: cards taken out, suits to name, calls to make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vandatta.cards import (
    BLACK_JOKER,
    NO_CARD,
    RANKS,
    RED_JOKER,
    SUITS,
    card_text,
    rank_of,
    suit_of,
)
from vandatta.engine.alphabet import CALL_BIT, OVER, TO_NAME
from vandatta.engine.calls import is_called_at
from vandatta.messages import Lang, card_name, sentence, suit_name, text
from vandatta.notation.sets import Begun, begun
from vandatta.server.faces import face
from vandatta.server.keyring import Keyed
from vandatta.server.phrases import cards_listed
from vandatta.server.scene import Choice, HandCard, SuitChoice, TipScene
from vandatta.server.settings import Sort
from vandatta.view import View

SUIT_ORDER = "shcd"
"""Black and red in turn, so that suits side by side can be told apart."""


@dataclass(frozen=True, slots=True)
class Hold:
    """What one open page has in hand, beside the game itself."""

    chosen: tuple[int, ...] = ()
    """The cards taken out to be laid, bottom card first."""
    armed: bool = False
    """"Lappen" goes with the next card."""
    notice: str = ""
    notice_key: str = ""
    sort: Sort = "suit"
    seen: int = 0
    """The last event the page has shown; what is newer makes a sound."""
    tip: TipScene | None = None
    """What the teacher said of the decision the page shows."""


def ordered(hand: Sequence[Keyed], sort: Sort) -> list[Keyed]:
    """A hand sorted by suit or by rank, jokers last; equal cards in the order they came."""

    def place(each: Keyed) -> tuple[int, int]:
        card = each.card
        if card is None:
            return (0, 0)
        rank = rank_of(card)
        suit = len(SUITS) if rank >= len(RANKS) else SUIT_ORDER.index(SUITS[suit_of(card)])
        return (suit, rank) if sort == "suit" else (rank, suit)

    return sorted(hand, key=place)


def hand_cards(
    lang: Lang, view: View, hand: Sequence[Keyed], held: Begun | None
) -> tuple[HandCard, ...]:
    """The reader's cards, each with what a tap on it does.

    Args:
        lang: the reader's language.
        view: the round as the reader sees it.
        hand: the cards in the order shown.
        held: the cards taken out.
    """
    out = list(enumerate(held.cards)) if held else []
    found = []
    for each in hand:
        card = NO_CARD if each.card is None else each.card
        chosen = next((one for one in out if one[1] == card), None)
        if chosen:
            out.remove(chosen)
        if held and chosen:
            found.append(_chosen(lang, each, card, chosen[0], held))
        elif held and held.more >> card & 1:
            found.append(_joining(lang, view, each, card, held))
        else:
            found.append(_free(lang, view, each, card))
    return tuple(found)


def _chosen(lang: Lang, keyed: Keyed, card: int, place: int, held: Begun) -> HandCard:
    """A card taken out: a tap puts it back, and those on top of it."""
    name = sentence(card_name(lang, card))
    return HandCard(
        face=face(lang, keyed, "stock"),
        playable=True,
        do=f"drop {place}",
        label=text(lang, "table.chosen", Card=name, order=place + 1),
        drop=f"move {held.move()}" if held.whole and not held.names else "",
        order=place + 1,
    )


def _joining(lang: Lang, view: View, keyed: Keyed, card: int, held: Begun) -> HandCard:
    """A card that may come on top of those taken out."""
    after = begun(view, (*held.cards, card))
    done = after is not None and after.whole and not after.names
    return HandCard(
        face=face(lang, keyed, "stock"),
        playable=True,
        do=f"pick {card_text(card)}",
        label=text(lang, "table.joins", Card=sentence(card_name(lang, card))),
        drop=f"move {after.move()}" if after and done else None,
        joins=True,
    )


def _free(lang: Lang, view: View, keyed: Keyed, card: int) -> HandCard:
    """A card that lies in the hand: a tap lays it, or takes it out if there is more to say."""
    words = card_text(card)
    playable = view.legal >> card & 1 == 1
    start = begun(view, [card]) if playable and _says_more(view, card) else None
    pick = start is not None and (start.names or start.more != 0)
    label = sentence(card_name(lang, card))
    if playable:
        kind = "" if start is None else "_wild" if start.names else "_more" if start.more else ""
        label = text(lang, f"table.playable{kind}", Card=label)
    done = pick and start is not None and start.whole and not start.names
    return HandCard(
        face=face(lang, keyed, "stock"),
        playable=playable,
        do=f"pick {words}" if pick else f"move {words}",
        label=label,
        drop=f"move {words}" if done else None,
    )


def _says_more(view: View, card: int) -> bool:
    """May there be more to a lay that begins with ``card``: a suit, or more cards?"""
    rules = view.rules
    if rules.wilds >> card & 1:
        return True
    mates = sum(rank_of(each) == rank_of(card) for each in view.hand)
    return rules.several >> card & 1 == 1 and mates > 1


def lay_choice(lang: Lang, held: Begun | None) -> Choice | None:
    """The button that lays the cards taken out; None if a suit, or more of them, must come."""
    if held is None or held.names or not held.whole:
        return None
    count = len(held.cards)
    return Choice(
        text=text(lang, "table.lay", count=count),
        do=f"move {held.move()}",
        label=text(lang, "table.lay_label", cards=cards_listed(lang, held.cards)),
    )


def suit_choice(lang: Lang, view: View, held: Begun | None) -> SuitChoice | None:
    """Naming a suit: for the eight taken out, or for one turned up."""
    if held is not None and held.names:
        card = card_name(lang, held.cards[-1])
        cards = cards_listed(lang, held.cards)
        return SuitChoice(
            text(lang, "table.choose_suit", card=card),
            tuple(_suits(lang, [held.move(suit) for suit in range(4)])),
            Choice(
                text=text(lang, "table.back"),
                do="unpick",
                label=text(lang, "table.back_label", cards=cards),
            ),
            _bare(lang, view, held) if held.whole else None,
        )
    if view.turn == view.seat and view.phase == TO_NAME:
        suits = tuple(_suits(lang, [f"={suit}" for suit in SUITS]))
        return SuitChoice(text(lang, "table.choose_turned"), suits, None)
    return None


def _bare(lang: Lang, view: View, held: Begun) -> Choice:
    suit = suit_name(lang, view.suit)
    label = text(lang, "table.bare_label", suit=suit)
    return Choice(text=text(lang, "table.bare"), do=f"move {held.move()}", label=label)


def _suits(lang: Lang, moves: Sequence[str]) -> Iterator[Choice]:
    for suit in SUIT_ORDER:
        number = SUITS.index(suit)
        name = sentence(suit_name(lang, number))
        yield Choice(text=name, do=f"move {moves[number]}", label=name, suit=suit)


def left_after(view: View, chosen: Sequence[int]) -> int:
    """How many cards the reader has left after the next lay, if they call or warn for it; else 0.

    Args:
        view: the round as the reader sees it.
        chosen: the cards taken out to be laid.
    """
    left = len(view.hand) - max(1, len(chosen))
    return left if is_called_at(view.rules, left) and view.phase != OVER else 0


def lappen_choice(lang: Lang, view: View, armed: bool, ahead: int) -> Choice | None:
    """The button that calls "lappen" or warns; None where nobody calls.

    Args:
        lang: the reader's language.
        view: the round as the reader sees it.
        armed: the call goes with the next card.
        ahead: see `left_after`.
    """
    if not view.rules.lappen:
        return None
    due = view.calls & CALL_BIT != 0
    count = len(view.hand) if due else ahead
    key = "due" if due else "armed" if armed else "ahead" if ahead else "label"
    if count > 1:
        return Choice(
            text=text(lang, "table.warning", count=count),
            do="lappen",
            label=text(lang, f"table.warning_{key}", count=count),
        )
    return Choice(text(lang, "table.lappen"), do="lappen", label=text(lang, f"table.lappen_{key}"))


def held_cards(view: View, chosen: Sequence[int]) -> Begun | None:
    """The cards taken out, if they can still be laid."""
    return begun(view, chosen) if chosen and view.phase != OVER else None


def picked(view: View, chosen: Sequence[int], card: int) -> tuple[int, ...] | None:
    """The cards taken out once ``card`` is: on top of those that are, or as the first.

    Args:
        view: the round as the reader sees it.
        chosen: the cards taken out so far.
        card: the card tapped; the red joker stands for either, as in text.

    Returns:
        None if no lay may begin with ``card``.
    """
    if card == RED_JOKER and not view.legal >> card & 1:
        card = BLACK_JOKER
    held = held_cards(view, chosen)
    if held and held.more >> card & 1:
        return (*held.cards, card)
    return (card,) if begun(view, [card]) else None
