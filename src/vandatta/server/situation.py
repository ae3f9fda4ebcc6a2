"""A situation at a kitchen table: what one taps together on the page "Får man …?".

It is told by its address, so that it can be passed on as a link, and becomes a
position for the referee. What cannot be read, or cannot be under these rules,
is left out: there is always a situation to look at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from vandatta.cards import SUITS, card_text
from vandatta.engine.alphabet import CHALLENGE, DRAW, PASS
from vandatta.engine.rules import packs_for
from vandatta.notation.moves import cards_in, read_move
from vandatta.options import compile_rules
from vandatta.sheet.mix import Mix

HAND = 24
"""Cards of a hand at most: more are not needed for any question."""
MOST = 9
"""What a number of a situation can be counted up to; a table's own can be more."""
STOCK = 12
"""Cards left in a stock that is not used up."""
WORDS = (DRAW, PASS, CHALLENGE + 1)
"""What can be asked but for a lay and a call; the next player is seat 1."""


FLAGS = ("own", "bare", "late", "called", "window", "said")
"""The fields of a situation that are so or not."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What lies on the table and in the asker's hand, and what the asker means to do."""

    top: str
    suit: str = ""
    """The suit in force, where the top card does not say; else empty."""
    hand: tuple[str, ...] = ()
    """The asker's cards; after a draw the last one is the card drawn."""
    left: int = 5
    """How many cards the next player has."""
    own: bool = False
    """The top card is the asker's own, and asks for another on it."""
    duty: int = 0
    drawn: int = 0
    """Cards drawn this turn."""
    bare: bool = False
    """The stock is used up."""
    late: bool = False
    """The asker has just played the last card but one; the next player is in turn."""
    called: bool = False
    """The next player, with one card left, has called."""
    window: bool = False
    """The asker has just played and is in turn again: the call can still be made."""
    said: bool = False
    """The asker has called the last card."""
    move: str = ""

    @property
    def chosen(self) -> tuple[str, ...]:
        """The cards that the move plays, bottom card first."""
        return tuple(map(card_text, read_move(self.move).cards)) if self.move else ()

    def query(self, **changes: Any) -> str:
        """The address's query of this situation, with ``changes``."""
        s = replace(self, **changes)
        # what was so of a hand that has changed may not be so any more
        s = replace(
            s,
            drawn=s.drawn if s.hand else 0,
            late=s.late and len(s.hand) == 1,
            window=s.window and not s.late,
            said=s.said and len(s.hand) == 1,
        )
        fields: dict[str, str] = {"top": s.top}
        if s.suit:
            fields["suit"] = s.suit
        fields["hand"] = "".join(s.hand)
        for key, usual in (("left", 5), ("duty", 0), ("drawn", 0)):
            if getattr(s, key) != usual:
                fields[key] = str(getattr(s, key))
        fields |= {key: "1" for key in FLAGS if getattr(s, key)}
        if s.move:
            fields["move"] = s.move
        return "?" + urlencode(fields)


def copies(m: Mix) -> dict[str, int]:
    """Every card there is under the rules of ``m``, suit by suit, and how many of it."""
    rules = compile_rules(m.v)
    packs = packs_for(rules, rules.max_seats)
    found = {rank + suit: packs for suit in SUITS for rank in m.pack}
    return found | ({"JK": m.jokers * packs} if m.jokers else {})


def is_wild(m: Mix, card: str) -> bool:
    """Does ``card`` name a suit?"""
    return m.wilds and card != "JK" and card[0] == m.wild


def needs_suit(m: Mix, card: str) -> bool:
    """Can another suit than its own be in force with ``card`` on top?"""
    return card == "JK" or is_wild(m, card)


def can_be_own(m: Mix, card: str) -> bool:
    """Does ``card`` ask for another on it, of who played it?"""
    return m.power == "again" and card != "JK" and card[0] == m.ace


def plain_ranks(m: Mix) -> tuple[str, str, str]:
    """Three ranks with no part to play; others, where there are too few of them."""
    # a pack can have been left with one rank only
    found = list(m.ordinary + m.pack + m.pack * 2)
    return found[0], found[1], found[2]


def most_drawn(m: Mix) -> int:
    """How many cards can have been drawn in a turn; without a limit, how many are counted."""
    return int(m.v["draw_limit"]) or MOST


def usual(m: Mix) -> Situation:
    """A situation to begin with: a card to match, and a hand with one that does."""
    low, other, third = plain_ranks(m)
    hand = [f"{other}h", f"{third}s", f"{low}c"]
    if m.wilds:
        hand.append(f"{m.wild}d")
    return Situation(top=f"{low}h", hand=tuple(dict.fromkeys(hand)))


def situation_from(m: Mix, query: Mapping[str, str]) -> Situation:
    """The situation of an address.

    Args:
        m: the rules.
        query: the address's fields; what can't be read counts as left out.
    """
    plain = usual(m)
    stock = copies(m)
    top = query.get("top", "")
    top = top if top in stock else plain.top
    stock[top] -= 1
    if "hand" in query:
        hand = []
        for card in cards_in(query["hand"])[:HAND]:
            if stock.get(card, 0):
                stock[card] -= 1
                hand.append(card)
    else:
        hand = [card for card in plain.hand if card != top]
    suit = query.get("suit", "")
    if not needs_suit(m, top):
        suit = ""
    elif suit not in SUITS or len(suit) != 1:
        suit = "d"
    late = query.get("late") == "1" and len(hand) == 1 and bool(m.v["lappen"])
    own = query.get("own") == "1" and can_be_own(m, top) and not late
    drawn = 0 if late or not hand else min(_number(query, "drawn", 0), most_drawn(m))
    left = _number(query, "left", 5)
    return Situation(
        top=top,
        suit=suit,
        hand=tuple(hand),
        left=max(left, 1),
        own=own,
        duty=_number(query, "duty", 0) if m.duty and not (own or late) else 0,
        drawn=drawn,
        bare=query.get("bare") == "1",
        late=late,
        called=query.get("called") == "1" and left == 1 and bool(m.v["lappen"]),
        window=query.get("window") == "1" and bool(m.v["lappen"]) and not late,
        said=query.get("said") == "1" and len(hand) == 1 and bool(m.v["lappen"]),
        move=_move(query.get("move", ""), hand),
    )


def _number(query: Mapping[str, str], key: str, default: int) -> int:
    words = query.get(key, "")
    known = len(words) <= 2 and words.isascii() and words.isdecimal()
    return min(int(words), HAND) if known else default


def _move(words: str, hand: list[str]) -> str:
    """``words``, if they are a move that one with ``hand`` can ask about; else none."""
    try:
        move = read_move(words)
    except ValueError:
        return ""
    if move.cards:
        return words if Counter(map(card_text, move.cards)) <= Counter(hand) else ""
    return words if move.call or move.action in WORDS else ""


def position(m: Mix, s: Situation, rules: str) -> dict[str, Any]:
    """The referee's position of a situation.

    The other hands and the stock are any cards that are left: what may be done
    never depends on them.
    """
    r = compile_rules(m.v)
    seats = max(2, r.min_seats)
    free = _free(m, s)
    # something to draw comes first: whether there is anything decides most
    stock, free = ([], free) if s.bare else (free[:1], free[1:])
    counts = [s.left, *[5] * (seats - 2)]
    others = []
    for seat, count in enumerate(counts):
        size = max(1, min(count, len(free) - (len(counts) - 1 - seat)))
        others.append(free[:size])
        free = free[size:]
    # a pile that was shuffled as often as may be, or has nothing below its top card
    under = [] if s.bare and r.reshuffles < 0 else free[:2]
    stock += [] if s.bare else free[len(under) :][: STOCK - 1]
    found: dict[str, Any] = {
        "rules": rules,
        "hands": [" ".join(s.hand), *map(" ".join, others)],
        "pile": " ".join([*under, s.top]),
        "stock": " ".join(stock),
        "turn": 1 if s.late else 0,
        "phase": "follow" if s.own else "lay",
        "duty": s.duty,
        "drawn": s.drawn,
    }
    if s.bare and r.reshuffles > 0:
        found["reshuffled"] = r.reshuffles
    if s.suit:
        found["suit"] = s.suit
    if s.drawn:
        found["drawn_card"] = s.hand[-1]
    if s.late or s.window or (s.own and not s.said):
        found["window"] = 0
    if m.v["lappen"]:
        rest = [False] * (seats - 2)
        found["called"] = [s.said, s.called, *rest]
        found["forgot"] = [False, s.left == 1 and not s.called, *rest]
    return found


def _free(m: Mix, s: Situation) -> list[str]:
    """Cards that are neither on top nor in the asker's hand, the dullest first."""
    found = Counter(copies(m))
    found.subtract([s.top, *s.hand])
    ranks = m.ordinary + "".join(rank for rank in m.pack if rank not in m.ordinary)
    once = [rank + suit for rank in ranks for suit in SUITS if found[rank + suit] > 0]
    again = [card for card in once for _ in range(found[card] - 1)]
    return once + again


__all__ = [
    "Situation",
    "can_be_own",
    "copies",
    "is_wild",
    "most_drawn",
    "needs_suit",
    "plain_ranks",
    "position",
    "situation_from",
    "usual",
]
