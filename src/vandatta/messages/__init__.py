"""The message catalogue: everything a player reads, in Swedish and English.

The texts lie beside this module in ``*.toml``; a message is a table with one
text a language, filled in with `str.format`::

    [refusal.no_match]
    sv = "{Card} passar inte på {top}."
    en = "{Card} does not match {top}."

A text that depends on a number has two forms, chosen by ``count``::

    [stock.count]
    sv = { one = "{count} kort kvar i talongen", other = "{count} kort kvar i talongen" }
    en = { one = "{count} card left in the stock", other = "{count} cards left in the stock" }
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache, partial, reduce
from importlib.resources import files
from typing import Any, Literal, cast

from vandatta.cards import CARD_TYPES, RANKS, SUITS

Lang = Literal["sv", "en"]
LANGS: tuple[Lang, ...] = ("sv", "en")

Text = str | dict[str, str]
"""A text, or its forms ``one`` and ``other``."""


@cache
def catalogue() -> dict[str, dict[str, Text]]:
    """Every message: its dotted key, then language, then text.

    Raises:
        ValueError: a key stands in two files.
    """
    found: dict[str, dict[str, Text]] = {}
    for file in sorted(files(__package__).iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            _collect(tomllib.loads(file.read_text("utf-8")), "", found)
    return found


def _collect(node: dict[str, object], key: str, found: dict[str, dict[str, Text]]) -> None:
    if set(node) == set(LANGS):
        if key in found:
            raise ValueError(f"message {key} stands in two files")
        found[key] = cast("dict[str, Text]", node)
        return
    for name, child in node.items():
        if not isinstance(child, dict):
            raise ValueError(f"message {key}.{name} needs both languages")
        _collect(child, f"{key}.{name}" if key else name, found)


def text(lang: Lang, key: str, /, **values: object) -> str:
    """The message ``key`` in ``lang``, filled in with ``values``.

    Args:
        lang: the reader's language.
        key: a dotted key of the catalogue.
        values: what the text's placeholders stand for; ``count`` also chooses
            between the forms ``one`` and ``other``.

    Raises:
        KeyError: no such message, or a placeholder without a value.
    """
    found = catalogue()[key][lang]
    if isinstance(found, dict):
        found = found["one" if values.get("count") == 1 else "other"]
    return found.format(**values)


@cache
def card_name(lang: Lang, card: int) -> str:
    """A card's full name: "hjärter dam", "queen of hearts"."""
    if card >= CARD_TYPES - 2:
        return text(lang, "card.joker")
    rank = text(lang, f"rank.{RANKS[card >> 2]}")
    return text(lang, "card.name", suit=suit_name(lang, card & 3), rank=rank)


def a_card(lang: Lang, card: int) -> str:
    """A card in the story of a round: "hjärter dam", "en joker", "the queen of hearts"."""
    return text(
        lang, "a_joker" if card >= CARD_TYPES - 2 else "log.card", card=card_name(lang, card)
    )


def suit_name(lang: Lang, suit: int) -> str:
    """A suit's name: "hjärter", "hearts"."""
    return text(lang, f"suit.{SUITS[suit]}")


def joined(lang: Lang, words: Iterable[str], last: str = "join.and") -> str:
    """``words`` as a list: "a, b och c", or "a, b eller c" with ``last`` "join.or".

    An empty text if there are none.
    """
    *first, end = [*words] or [""]
    if not first:
        return end
    start = reduce(lambda a, b: text(lang, "join.comma", a=a, b=b), first)
    return text(lang, last, a=start, b=end)


def decimal(lang: Lang, value: float, digits: int, signed: bool = False) -> str:
    """A number in the reader's language, with so many decimals."""
    written = f"{value:+.{digits}f}" if signed else f"{value:.{digits}f}"
    return written.replace("-", "\N{MINUS SIGN}").replace(".", text(lang, "simulate.point"))


def sentence(words: str) -> str:
    """``words`` with a capital first letter."""
    return words[:1].upper() + words[1:]


class Unable(Exception):
    """Why what a user asked for can't be done: a message of the catalogue."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        # from a worker process, too, it comes back as it was
        return partial(Unable, self.message, **self.values), ()

    def sentence(self, lang: Lang) -> str:
        """Why, in the reader's language."""
        return text(lang, self.message, **self.values)


__all__ = [
    "LANGS",
    "Lang",
    "Unable",
    "a_card",
    "card_name",
    "catalogue",
    "decimal",
    "joined",
    "sentence",
    "suit_name",
    "text",
]
