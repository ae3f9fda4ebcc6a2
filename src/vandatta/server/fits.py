"""What goes on what under a mix of rules, shown with its own cards.

The referee is asked, so that the picture can say nothing but what the game does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from vandatta.cards import SUITS, card_from_text
from vandatta.describe import cards
from vandatta.messages import card_name, sentence, suit_name, text
from vandatta.notation.referee import answer
from vandatta.options import rules_id
from vandatta.sheet.mix import Mix


@dataclass(frozen=True, slots=True)
class Fit:
    """A card on top, and cards that go on it and that don't."""

    top: str
    said: str
    """The top card, and what else there is to know, in words."""
    yes: tuple[str, ...]
    no: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    """A top card and the cards to try on it."""

    top: str
    key: str
    tried: tuple[str, ...]
    suit: str = ""
    duty: int = 0
    follow: bool = False


def fits(m: Mix) -> list[Fit]:
    """The examples for a mix, each shown in words of its reader's language."""
    found = []
    for case in _cases(m):
        tried = [card for card in dict.fromkeys(case.tried) if card != case.top or card == "JK"]
        allowed = _allowed(m, case, tried)
        yes = tuple(card for card in tried if card in allowed)
        found.append(
            Fit(case.top, _said(m, case), yes, tuple(card for card in tried if card not in yes))
        )
    return found


def _cases(m: Mix) -> Iterator[_Case]:
    """The cards worth showing, the commonest first; what is not in the pack is left out."""
    low, other = _plain_ranks(m)
    wild = m.wild if m.wilds else None
    ace = m.ace if m.power != "none" else None
    joker = ("JK",) if m.jokers else ()

    def wilds(suits: str) -> tuple[str, ...]:
        return tuple(f"{wild}{suit}" for suit in suits if wild)

    yield _Case(f"{low}h", "plain", (f"{other}h", f"{low}s", f"{other}c", *wilds("c"), *joker))
    if wild:
        named = (f"{low}d", f"{ace or other}d", f"{wild}h", f"{low}s")
        yield _Case(f"{wild}s", "wild", (*named, *joker), suit="d")
    if ace:
        duty = int(m.power == "pass_on")
        tried = (f"{low}c", f"{ace}h", *wilds("h"), f"{low}d", *joker)
        yield _Case(f"{ace}c", "duty" if duty else "their", tried, duty=duty)
    if m.power == "again":
        tried = (f"{low}s", f"{low}d", f"{ace}h", *wilds("sd"), *joker)
        yield _Case(f"{ace}s", "own", tried, follow=True)
    for rank in list(m.draws)[:1]:
        tried = (f"{rank}c", f"{low}d", *wilds("d"), *joker)
        yield _Case(f"{rank}d", "duty", tried, duty=m.draws[rank])
    if joker:
        duty = int(m.v["joker_draws"])
        tried = (f"{low}h", f"{low}s", *wilds("c"), *joker * (m.jokers - 1))
        yield _Case("JK", "joker_duty" if duty else "joker", tried, suit="h", duty=duty)


def _plain_ranks(m: Mix) -> tuple[str, str]:
    """Two ranks with no part to play; others, where there are too few of them."""
    found = (m.ordinary + m.pack)[:2]
    return found[0], found[-1]


def _allowed(m: Mix, case: _Case, tried: list[str]) -> set[str]:
    """Which of the cards ``tried`` the referee lets go on the top card of ``case``."""
    hand = [*tried, *_others(m, {*tried, case.top}, 2)]
    seats = int(str(m.v["players"]).split("-")[0])
    position: dict[str, Any] = {
        "rules": rules_id(m.v),
        "hands": [" ".join(hand), *_others(m, {*hand, case.top}, seats - 1)],
        "pile": case.top,
        "turn": 0,
        "duty": case.duty,
        "phase": "follow" if case.follow else "lay",
    }
    if case.suit:
        position["suit"] = case.suit
    asked = answer({"position": position, "ask": [{"move": _move(m, card)} for card in tried]})
    # a pack of a few ranks can lack the cards for an example
    answers = asked.get("ask", [{"allowed": False}] * len(tried))
    return {card for card, said in zip(tried, answers, strict=True) if said["allowed"]}


def _move(m: Mix, card: str) -> str:
    wild = m.wilds and card != "JK" and card[0] == m.wild
    return f"{card}=h" if wild else card


def _others(m: Mix, taken: set[str], count: int) -> list[str]:
    """``count`` cards of the pack that are not ``taken``."""
    pack = (rank + suit for rank in m.pack for suit in SUITS)
    free = [card for card in pack if card not in taken]
    return free[:count]


def _said(m: Mix, case: _Case) -> str:
    if case.top == "JK":
        card = text(m.lang, "a_joker")
    else:
        card = card_name(m.lang, card_from_text(case.top))
    return text(
        m.lang,
        f"sheet_page.fits.{case.key}",
        card=card,
        Card=sentence(card),
        suit=suit_name(m.lang, SUITS.index(case.suit or "s")),
        cards=cards(m.lang, case.duty),
    )
