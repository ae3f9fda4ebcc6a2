"""Small pieces of sentences that the table page is put together from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vandatta.messages import Lang, a_card, joined, sentence, text


@dataclass(frozen=True, slots=True)
class Who:
    """The seats of a table as one reader names them."""

    lang: Lang
    reader: int
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        """The seat's name inside a sentence: "du" for the reader."""
        return text(self.lang, "you") if seat == self.reader else self.names[seat]

    def Name(self, seat: int) -> str:  # noqa: N802 -- as the placeholders: {name}, {Name}
        """The seat's name at the start of a sentence: "Du" for the reader."""
        return sentence(self.name(seat))

    def listed(self, seats: Sequence[int]) -> str:
        """Several seats: "du, Birger och Cecilia"."""
        return joined(self.lang, [self.name(seat) for seat in seats])


def cards_listed(lang: Lang, cards: Sequence[int]) -> str:
    """Cards as people list them: "klöver nio och ruter tre"."""
    return joined(lang, [a_card(lang, card) for card in cards])
