"""Positions with one clearly best move, each with its reason: ``positions/*.toml``.

A position is what seat 0 sees, which is in turn: ``hand`` and ``top``; of the other seats how many
cards each holds (``others``), or the cards themselves where hands are open; the ``suit`` in force
and the cards owed (``duty``) where there is something to tell. What is hidden is dealt from the
rest of the pack, and nothing may hang on it.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vandatta.cards import (
    BLACK_JOKER,
    NO_SUIT,
    cards_from_text,
    cards_text,
    members,
    suit_of,
)
from vandatta.engine.match import Match
from vandatta.engine.rules import packs_for
from vandatta.engine.state import hand_of, top_card
from vandatta.events import Dealt, History, Named, TurnedUp
from vandatta.notation.position import read_position
from vandatta.options import compile_rules, named
from vandatta.view import View, observe

FOLDER = Path(__file__).parent / "positions"


@dataclass(frozen=True)
class Clear:
    """A position and its best move."""

    kind: str
    """The file it stands in."""
    number: int
    best: str
    """The move; an eight without a suit stands for any suit."""
    why: str
    says: str
    """The key of the teacher's reason that holds here, against one of the other moves."""
    view: View

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.number}"

    def is_best(self, move: str) -> bool:
        return move == self.best or move.partition("=")[0] == self.best


def positions() -> list[Clear]:
    """All of them."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        listed = tomllib.loads(path.read_text("utf-8"))["position"]
        for number, each in enumerate(listed, 1):
            view = view_of(each)
            clear = Clear(path.stem, number, each["best"], each["why"], each["says"], view)
            found.append(clear)
    return found


def view_of(position: dict[str, Any]) -> View:
    """The view of seat 0."""
    rules_id = position.get("rules", "svensk")
    rules = compile_rules(named(rules_id))
    others = position["others"]
    top = position["top"]
    known = [*position["hand"].split(), top]
    known += [card for each in others if isinstance(each, str) for card in each.split()]
    rest = members(rules.pack) * packs_for(rules, len(others) + 1)
    for card in cards_from_text(" ".join(known)):
        # both jokers are written alike
        rest.remove(card if card in rest else BLACK_JOKER)
    random.Random(repr(position)).shuffle(rest)
    hands = [position["hand"]]
    hands += [
        each if isinstance(each, str) else cards_text(rest.pop() for _ in range(each))
        for each in others
    ]
    given: dict[str, Any] = {key: position[key] for key in ("suit", "duty") if key in position}
    s = read_position(
        {
            "rules": rules_id,
            "hands": hands,
            "pile": top,
            "stock": cards_text(rest),
            "called": [len(hand.split()) == 1 for hand in hands],
            **given,
        }
    )
    told: list[Any] = [
        Dealt(0, seat, s.count[seat], tuple(hand_of(s, seat))) for seat in range(s.players)
    ]
    told.append(TurnedUp(0, top_card(s)))
    if s.suit not in (NO_SUIT, suit_of(top_card(s))):
        told.append(Named(0, s.players - 1, s.suit))
    match = Match(players=s.players, playing=s.playing)
    return observe(s, match, 0, History(told))
