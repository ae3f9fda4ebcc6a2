"""Why a move was refused: the rule's name and a sentence in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from vandatta.cards import NO_CARD, NO_SUIT, RANKS, RED_JOKER, rank_of
from vandatta.describe import number
from vandatta.messages import Lang, card_name, joined, sentence, suit_name, text

SHOWN = 3
"""Cards of a hand that a sentence lists at most."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that the rule named ``rule`` forbids, with what its sentence tells."""

    rule: str
    saying: str = ""
    """The message that says it, where the rule has several; else the rule's own."""
    card: int | None = None
    """The card that may not be laid."""
    top: int = NO_CARD
    suit: int = NO_SUIT
    """The suit in force."""
    count: int = 0
    """The number that the sentence tells: a limit, a duty, a hand."""
    drawn: int = 0
    """How many cards have been drawn this turn."""
    drawn_card: int = NO_CARD
    """The card drawn last."""
    wild: int = 0
    """The rank that names a suit."""
    draw_all: int = 0
    """The rank that makes everyone else draw."""
    fitting: tuple[int, ...] = ()
    """The ranks that match whatever their suit; 13 for a joker."""
    holds: tuple[int, ...] = ()
    """Cards of the hand that may be laid."""
    option: str = ""
    """The option that has it so at this table; empty where none does."""
    advice: str = ""
    """What may be done instead, where the sentence is to say so: a key under ``advice``."""

    def sentence(self, lang: Lang) -> str:
        """What the table's rules say, with the cards in question."""
        said = sentence(text(lang, f"refusal.{self.saying or self.rule}", **self._words(lang)))
        if not self.advice:
            return said
        return text(lang, "join.sentences", a=said, b=text(lang, f"advice.{self.advice}"))

    def _words(self, lang: Lang) -> dict[str, object]:
        card = NO_CARD if self.card is None else self.card
        suit = suit_name(lang, self.suit) if self.suit != NO_SUIT else ""
        fits = [suit, *(a_rank(lang, rank) for rank in self.fitting)]
        return {
            "card": _card(lang, card),
            "top": _card(lang, self.top),
            "suit": suit,
            "rank": a_rank(lang, rank_of(self.top)) if self.top >= 0 else "",
            "ranks": text(lang, f"ranks.{RANKS[card >> 2]}") if 0 <= card < RED_JOKER else "",
            "wild": a_rank(lang, self.wild),
            "draw_all": a_rank(lang, self.draw_all),
            "drawn": _card(lang, self.drawn_card),
            "fits": joined(lang, fits, "join.or"),
            "holds": self._holds(lang),
            "count": self.count,
            "number": number(lang, self.count),
            "done": number(lang, self.drawn),
        }

    def _holds(self, lang: Lang) -> str:
        # two jokers are two cards of one name
        words = dict.fromkeys(card_name(lang, card) for card in self.holds)
        names = [text(lang, "refusal.held_card", card=card) for card in [*words][:SHOWN]]
        if len(words) > SHOWN:
            names[-1] = text(lang, "refusal.another_card")
        return joined(lang, names, "join.or")


def a_rank(lang: Lang, rank: int) -> str:
    """A rank with its article: "ett ess", "an eight"; 13 is a joker."""
    return text(lang, "a_joker") if rank == 13 else text(lang, f"a_rank.{RANKS[rank]}")


def _card(lang: Lang, card: int) -> str:
    return card_name(lang, card) if 0 <= card <= RED_JOKER + 1 else ""
