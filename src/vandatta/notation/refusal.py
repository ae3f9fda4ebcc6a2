"""Why a move was refused: the rule's name and a sentence in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from vandatta.cards import NO_CARD, NO_SUIT, RANKS
from vandatta.messages import Lang, card_name, sentence, suit_name, text


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
    """How many cards may be drawn in a turn, or are owed."""
    wild: int = 0
    """The rank that names a suit."""
    draw_all: int = 0
    """The rank that makes everyone else draw."""

    def sentence(self, lang: Lang) -> str:
        """What the table's rules say, with the cards in question."""
        card = NO_CARD if self.card is None else self.card
        return sentence(
            text(
                lang,
                f"refusal.{self.saying or self.rule}",
                card=card_name(lang, card) if card != NO_CARD else "",
                top=card_name(lang, self.top) if self.top != NO_CARD else "",
                suit=suit_name(lang, self.suit) if self.suit != NO_SUIT else "",
                rank=a_rank(lang, self.top >> 2) if 0 <= self.top < 52 else "",
                wild=a_rank(lang, self.wild),
                draw_all=a_rank(lang, self.draw_all),
                count=self.count,
            )
        )


def a_rank(lang: Lang, rank: int) -> str:
    """A rank with its article: "ett ess", "an eight"."""
    return text(lang, f"a_rank.{RANKS[rank]}")
