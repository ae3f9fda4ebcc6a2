"""OpenSpiel's crazy_eights, dealt a position of ours and moved by our text moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vandatta.cards import SUITS, card_from_text, card_text

NOMINATE, TAKE, SKIP = 54, 52, 53
TO_SPIEL = {"draw": TAKE, "pass": SKIP}


def ours(card: int) -> int:
    """Our card for OpenSpiel's: it counts clubs, diamonds, hearts, spades from the two on."""
    rank = (card // 4 + 1) % 13
    return 4 * rank + 3 - card % 4


def theirs(card: int) -> int:
    """OpenSpiel's card for ours."""
    return (card // 4 + 12) % 13 * 4 + 3 - card % 4


def parameters(rules: dict[str, Any], players: int) -> dict[str, Any]:
    """OpenSpiel's parameters of a rule set with the base ``openspiel``."""
    return {
        "players": players,
        "max_draw_cards": rules.get("draw_limit", 5) or -1,
        "max_turns": rules.get("lay_limit", 100),
        "use_special_cards": "skip_ranks" in rules,
        "reshuffle": rules.get("reshuffles", 0) == -1,
    }


@dataclass(frozen=True)
class SpielGame:
    """A state of OpenSpiel's, and the cards that will be drawn, in their order."""

    state: Any
    stock: tuple[int, ...]

    @classmethod
    def at(cls, position: dict[str, Any]) -> SpielGame:
        """A freshly dealt position, as OpenSpiel deals it."""
        import pyspiel

        hands = [hand.split() for hand in position["hands"]]
        players, forehand = len(hands), position["turn"]
        options = parameters(position["rules"], players)
        state = pyspiel.load_game("crazy_eights", options).new_initial_state()
        state.apply_action(52 + (forehand - 1) % players)
        for place in range(len(hands[0])):
            for step in range(players):
                card = hands[(forehand + step) % players][place]
                state.apply_action(theirs(card_from_text(card)))
        state.apply_action(theirs(card_from_text(position["pile"])))
        stock = tuple(theirs(card_from_text(card)) for card in position["stock"].split())
        return cls(state, stock)

    def steps(self) -> list[str]:
        if self.state.is_terminal():
            return []
        seat = self.state.current_player()
        words: list[str] = []
        for action in self.state.legal_actions():
            if action >= TAKE:
                words.append("draw" if action == TAKE else "pass")
                continue
            text = card_text(ours(action))
            words += [f"{text}={suit}" for suit in SUITS] if text[0] == "8" else [text]
        return [f"{seat}:{each}" for each in words]

    def after(self, step: str) -> SpielGame:
        state, stock, move = self.state.clone(), self.stock, step[2:]
        if move in TO_SPIEL:
            state.apply_action(TO_SPIEL[move])
        else:
            state.apply_action(theirs(card_from_text(move[:2])))
            if "=" in move and not state.is_terminal():
                state.apply_action(NOMINATE + 3 - SUITS.index(move[3]))
        while state.is_chance_node():
            state.apply_action(stock[0])
            stock = stock[1:]
        return SpielGame(state, stock)
