"""The page "Får man …?": a situation tapped together, and the referee's answer to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from vandatta.cards import NO_SUIT, SUITS, card_from_text
from vandatta.describe import base_of, option_name, rank_words, rules_name, value_text
from vandatta.messages import Lang, card_name, joined, sentence, suit_name, text
from vandatta.notation.moves import read_move
from vandatta.notation.position import BadRequest
from vandatta.notation.referee import rule_on
from vandatta.options import OPTIONS, differences, from_id, rules_id
from vandatta.server.chooser import own_passage
from vandatta.server.disputes import disputes
from vandatta.server.exchange import page, under_way
from vandatta.server.holding import SUIT_ORDER
from vandatta.server.own_names import own_name
from vandatta.server.problems import settings_of
from vandatta.server.render import render_may
from vandatta.server.ruleset import values_at
from vandatta.server.situation import (
    HAND,
    MOST,
    Situation,
    can_be_own,
    copies,
    is_wild,
    most_drawn,
    needs_suit,
    position,
    situation_from,
)
from vandatta.sheet.mix import Mix

LONGEST = 300
"""Characters of a query that are read; a situation has fewer."""

MOVES = {"draw": "draw", "pass": "pass", "!": "call", "?1": "point_out"}
"""What can be done beside playing a card, and its message ``may.do.KEY``."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's answer."""

    allowed: bool
    sentence: str
    rule: str
    """The option that decides, and what it is at this table; "" where none does."""
    source: str
    """Where that is written, if these rules follow the text."""


@dataclass(frozen=True, slots=True)
class Link:
    """Something to tap: a card or a word, and the situation it leads to."""

    id: str
    text: str
    query: str
    card: str = ""
    suit: str = ""
    chosen: bool = False
    count: int = 0
    """How often a card is in the hand."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the list, with its answer under the page's rules."""

    key: str
    question: str
    verdict: Verdict
    query: str


@dataclass(frozen=True, slots=True)
class Page:
    """All that the page shows."""

    id: str
    name: str
    asking: str
    """The move in question in words; "" as long as there is none."""
    verdict: Verdict | None
    top: Link
    tops: tuple[Link, ...]
    suits: tuple[Link, ...]
    """Suits that can be in force; none where the top card says."""
    hand: tuple[Link, ...]
    hands: tuple[Link, ...]
    """All cards, to be put into the hand or taken from it."""
    left: tuple[Link, ...]
    facts: tuple[Link, ...]
    """What else is so, each on or off."""
    moves: tuple[Link, ...]
    names: tuple[Link, ...]
    """Suits to name with the move."""
    questions: tuple[Asked, ...]


async def last_chosen(request: Request) -> Response:
    """``GET /may``: leads to the page of the rules that were chosen last."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/may/{settings_of(request).rules}{query}", 303)


async def may_page(request: Request) -> Response:
    """``GET /may/<id>?top=9h&hand=7h8s&move=8s%3Ds``."""
    values = values_at(request)
    settings = settings_of(request)
    mix = Mix(settings.lang, values)
    query = request.query_params if len(request.url.query) <= LONGEST else {}
    situation = situation_from(mix, query)
    found = may(mix, situation, own_name(request, request.path_params["id"]))
    here = request.scope["path"]
    match = await under_way(request)
    return page(request, render_may(settings, found, match, here, situation.query()))


def may(m: Mix, s: Situation, called: str = "") -> Page:
    """The page for a situation ``s`` under the rules of ``m``, by the reader's name for them."""
    rules = rules_id(m.v)
    return Page(
        id=rules,
        name=called or rules_name(m.lang, m.v),
        asking=_move_words(m, s.move),
        verdict=verdict(m, s, rules) if s.move else None,
        top=Link("top", card_words(m.lang, s.top), s.query(), card=s.top),
        tops=tuple(_tops(m, s)),
        suits=tuple(_suits(m, s)),
        hand=tuple(_hand(m, s)),
        hands=tuple(_hands(m, s)),
        left=tuple(_left(s)),
        facts=tuple(_facts(m, s)),
        moves=tuple(_moves(m, s)),
        names=tuple(_names(m, s)),
        questions=questions(m.lang, rules),
    )


def verdict(m: Mix, s: Situation, rules: str) -> Verdict:
    """What the referee says of the move of ``s``.

    Raises:
        BadRequest: there are no such cards in the pack.
    """
    found = rule_on(position(m, s, rules), 0, s.move)
    rule = source = ""
    if found.option:
        name = option_name(m.lang, found.option, m.v)
        value = value_text(m.lang, found.option, m.v[found.option], m.v)
        rule = text(m.lang, "may.rule", name=name, value=value)
        source = _source(m, found.option)
    said = found.said[m.lang]
    if s.move == "!" and len(s.hand) == 1 and not (found.allowed or s.said):
        # nobody has said that the next player has played
        said = text(m.lang, "may.call_when")
    return Verdict(found.allowed, sentence(said), rule, source)


def _source(m: Mix, option: str) -> str:
    """The passage that has an option so; "" if it is another text's, or the house's own rule."""
    base = base_of(m.v)
    return "" if option in differences(m.v, base) else own_passage(m.lang, OPTIONS[option], base)


@lru_cache(maxsize=64)
def questions(lang: Lang, rules: str) -> tuple[Asked, ...]:
    """The disputes that can come up under the rules of id ``rules``, answered."""
    m = Mix(lang, from_id(rules))
    found = []
    for key, situation in disputes(m):
        try:
            answer = verdict(m, situation, rules)
        except BadRequest:
            # a pack of a few ranks can lack the cards that the question needs
            continue
        said = sentence(text(lang, f"may.q.{key}", **rank_words(lang, m.v), **_words(m)))
        found.append(Asked(key, said, answer, situation.query()))
    return tuple(found)


def _words(m: Mix) -> dict[str, str]:
    """What the questions call the cards that play other parts than the wild one's and the ace's."""
    rank = next(iter(m.draws), "2")
    special = m.wild if m.wilds else m.ace
    return {"a_two": text(m.lang, f"a_rank.{rank}"), "special": text(m.lang, f"a_rank.{special}")}


def card_words(lang: Lang, card: str) -> str:
    """A card's name, as a heading or a label has it."""
    return sentence(card_name(lang, card_from_text(card)))


def _suit_words(lang: Lang, suit: str) -> str:
    return sentence(suit_name(lang, SUITS.index(suit)))


def _move_words(m: Mix, move: str) -> str:
    if not move:
        return ""
    if move in MOVES:
        return text(m.lang, f"may.do.{MOVES[move]}")
    lay = read_move(move)
    words = joined(m.lang, [card_name(m.lang, card) for card in lay.cards])
    if lay.suit != NO_SUIT:
        words = text(m.lang, "may.naming", cards=words, suit=suit_name(m.lang, lay.suit))
    return text(m.lang, "may.do.play_call" if lay.call else "may.do.play", cards=words)


def _tops(m: Mix, s: Situation) -> Iterator[Link]:
    for card in copies(m):
        suit = (s.suit or "d") if needs_suit(m, card) else ""
        rest = list(s.hand)
        if card in rest:
            rest.remove(card)
        query = s.query(
            top=card, suit=suit, hand=tuple(rest), own=s.own and can_be_own(m, card), move=""
        )
        yield Link(f"t-{card}", card_words(m.lang, card), query, card=card, chosen=card == s.top)


def _suits(m: Mix, s: Situation) -> Iterator[Link]:
    if s.suit:
        for suit in SUIT_ORDER:
            query = s.query(suit=suit, move="")
            yield Link(
                f"f-{suit}", _suit_words(m.lang, suit), query, suit=suit, chosen=suit == s.suit
            )


def _hands(m: Mix, s: Situation) -> Iterator[Link]:
    """Every card; a tap puts it into the hand, or takes it away when no more can be there."""
    for card, most in copies(m).items():
        count = s.hand.count(card)
        if count < most - (card == s.top) and len(s.hand) < HAND:
            # the card drawn stays the last
            hand = (*s.hand[:-1], card, s.hand[-1]) if s.drawn else (*s.hand, card)
        else:
            hand = tuple(each for each in s.hand if each != card)
        query = s.query(hand=hand, move="")
        yield Link(
            f"h-{card}", card_words(m.lang, card), query, card=card, chosen=count > 0, count=count
        )


def _hand(m: Mix, s: Situation) -> Iterator[Link]:
    """The hand; a tap plays a card, or adds it to what is being played."""
    chosen = s.chosen
    seen: dict[str, int] = {}
    for card in s.hand:
        seen[card] = seen.get(card, 0) + 1
        picked = chosen.count(card) >= seen[card]
        if picked:
            rest = list(chosen)
            rest.remove(card)
        elif (
            chosen and "JK" not in (card, chosen[0]) and card[0] == chosen[0][0] and _sets(m, card)
        ):
            rest = [*chosen, card]
        else:
            rest = [card]
        query = s.query(move=_play(m, s, rest))
        place = f"m-{card}-{seen[card]}"
        yield Link(place, card_words(m.lang, card), query, card=card, chosen=picked)


def _sets(m: Mix, card: str) -> bool:
    return bool(m.v["several_wilds"] if is_wild(m, card) else m.v["several_of_a_rank"])


def _play(m: Mix, s: Situation, cards: list[str]) -> str:
    """The move that plays ``cards``; a wild card names the suit the hand has most of."""
    words = "".join(cards)
    if not cards or not is_wild(m, cards[-1]) or len(cards) == len(s.hand):
        return words
    rest = [card[1] for card in s.hand if card not in cards and card != "JK"]
    return f"{words}={max(SUIT_ORDER, key=rest.count)}"


def _names(m: Mix, s: Situation) -> Iterator[Link]:
    cards = s.chosen
    if not cards or not is_wild(m, cards[-1]) or len(cards) == len(s.hand):
        return
    words, call = "".join(cards), "!" if s.move.endswith("!") else ""
    for suit in SUIT_ORDER:
        move = f"{words}={suit}{call}"
        name = _suit_words(m.lang, suit)
        yield Link(f"n-{suit}", name, s.query(move=move), suit=suit, chosen=move == s.move)
    move = words + call
    yield Link("n-none", text(m.lang, "may.no_suit"), s.query(move=move), chosen=move == s.move)


def _left(s: Situation) -> Iterator[Link]:
    for count in sorted({1, 2, 3, 5, 7, s.left}):
        query = s.query(left=count, called=s.called and count == 1, move="")
        yield Link(f"l-{count}", str(count), query, chosen=count == s.left)


def _facts(m: Mix, s: Situation) -> Iterator[Link]:
    """What else can be so under these rules; a tap turns it on or off, or counts it up."""

    def fact(key: str, on: bool, query: str, **values: object) -> Link:
        none = {"drawn": "drawn_none", "duty": "duty_none"}.get(key, key)
        words = text(m.lang, f"may.fact.{key if on else none}", **values)
        return Link(f"x-{key}", words, query, chosen=on)

    if can_be_own(m, s.top):
        yield fact("own", s.own, s.query(own=not s.own, drawn=0, duty=0, late=False, move=""))
    if s.hand and not s.late:
        query = s.query(drawn=(s.drawn + 1) % (most_drawn(m) + 1), move="")
        yield fact("drawn", s.drawn > 0, query, count=s.drawn)
    if m.duty and not (s.own or s.late):
        step = next(iter(m.draws.values()), 0) or int(m.v["joker_draws"]) or 1
        duty = s.duty + step if s.duty + step <= MOST else 0
        yield fact("duty", s.duty > 0, s.query(duty=duty, move=""), count=s.duty)
    yield fact("bare", s.bare, s.query(bare=not s.bare, move=""))
    if m.v["lappen"] and len(s.hand) == 1:
        yield fact("late", s.late, s.query(late=not s.late, own=False, drawn=0, duty=0, move=""))
    if m.v["lappen"] and s.left == 1:
        yield fact("called", s.called, s.query(called=not s.called, move=""))


def _moves(m: Mix, s: Situation) -> Iterator[Link]:
    """What can be done beside playing a card."""
    moves = ["draw", "pass"]
    if m.v["lappen"]:
        moves += ["!"] + ["?1"] * (s.left == 1)
    for move in moves:
        words = sentence(text(m.lang, f"may.do.{MOVES[move]}"))
        yield Link(f"d-{MOVES[move]}", words, s.query(move=move), chosen=move == s.move)
    if m.v["lappen"] and len(s.hand) == 2 and s.chosen:
        on = s.move.endswith("!")
        move = s.move.rstrip("!") if on else f"{s.move}!"
        yield Link("d-with", text(m.lang, "may.do.with"), s.query(move=move), chosen=on)


ROUTES = [Route("/may", last_chosen), Route("/may/{id}", may_page)]


__all__ = ["ROUTES", "Asked", "Link", "Page", "Verdict", "may", "questions", "verdict"]
