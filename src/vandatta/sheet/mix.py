"""One mix of rules and its reader: what the sections of the sheet ask and how they speak."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vandatta.cards import RANKS
from vandatta.describe import cards, rank_words
from vandatta.messages import Lang, joined, sentence, text
from vandatta.options import Value, canonical
from vandatta.options.table import draws_from


class Mix:
    """The mix ``values`` for a reader of ``lang``.

    Attributes:
        lang: the reader's language.
        v: the canonical options.
        wilds: is there a card that names the suit?
        power: what the ace does: ``again``, ``pass_on`` or ``none``.
        jokers: how many a pack.
        draws: ranks that make the next player draw, and how many cards.
        pack: the ranks in the pack.
    """

    def __init__(self, lang: Lang, values: Mapping[str, Value]) -> None:
        self.lang = lang
        self.v = canonical(values)
        removed = str(self.v["removed_ranks"])
        self.pack = "".join(rank for rank in RANKS if removed == "none" or rank not in removed)
        self.wild = str(self.v["wild_rank"])
        self.wilds = self.wild in self.pack
        self.power = str(self.v["draw_all_power"])
        self.ace = str(self.v["draw_all_rank"])
        self.jokers = int(self.v["jokers"])
        found = draws_from(str(self.v["next_draws"])) or {}
        self.draws = {RANKS[rank]: count for rank, count in found.items()}
        self._words = rank_words(lang, self.v)

    def say(self, key: str, **more: object) -> str:
        """The message ``key`` as a sentence, with the words of this mix."""
        return sentence(text(self.lang, key, **{**self._words, **more}))

    def cards(self, count: int) -> str:
        """A number of cards in words."""
        return cards(self.lang, count)

    def a(self, rank: str) -> str:
        """A rank with its article: "en åtta"; ``*`` is the joker."""
        return text(self.lang, f"a_rank.{rank}") if rank != "*" else text(self.lang, "a_joker")

    def many(self, rank: str) -> str:
        """A rank in the plural: "åttor"."""
        return text(self.lang, f"ranks.{rank}")

    def all_of(self, words: Iterable[str]) -> str:
        """A list: "a, b och c"."""
        return joined(self.lang, words)

    def one_of(self, words: Iterable[str]) -> str:
        """A choice: "a, b eller c"."""
        return joined(self.lang, words, "join.or")

    def ranks(self, key: str) -> str:
        """The ranks of the option ``key``; empty where it is none."""
        return "" if self.v[key] == "none" else str(self.v[key])

    @property
    def duty(self) -> bool:
        """Can a player be made to draw by another's card, and send it on?"""
        return bool(self.power == "pass_on" or self.draws or self.v["joker_draws"])

    @property
    def drawn_by_rule(self) -> bool:
        """Does anything make a player draw who did not choose to?"""
        penalties = self.v["lappen_penalty"] or self.v["false_challenge_penalty"]
        called = bool(self.v["lappen"] and penalties)
        return self.power != "none" or self.duty or called or self.v["misplay"] == "draw_one"

    @property
    def ordinary(self) -> str:
        """The ranks that play no part, likeliest to be an example first."""
        busy = self.wild + "".join(self.draws)
        busy += self.ace if self.power != "none" else ""
        busy += "".join(map(self.ranks, ("skip_ranks", "reverse_ranks", "again_ranks")))
        return "".join(rank for rank in "7943625TKQJ8A" if rank in self.pack and rank not in busy)
