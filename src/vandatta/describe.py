"""The options of the rules in words: for the form, the command line and the docs.

Names and explanations speak of the ranks that play the parts in the reader's
own mix: where the jack is wild, "Åtta på åtta" is called "Knekt på knekt".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from vandatta.cards import RANKS
from vandatta.messages import Lang, catalogue, joined, sentence, text
from vandatta.options import (
    OPTIONS,
    OptionsError,
    Value,
    canonical,
    differences,
    idle,
    preset,
    rules_id,
)
from vandatta.options.table import draws_from

QUOTED = re.compile(r"(\d{3})(?: table)? '(.*)'")
"""An option's source, where it is a passage of the written rules: their number, the passage."""


def seats_words(lang: Lang, seats: Sequence[int]) -> str:
    """For how many players, as a sentence.

    Args:
        lang: the reader's language.
        seats: the numbers of players, in order; one at least.
    """
    if len(seats) == 1:
        return text(lang, "seats.just", count=seats[0])
    if seats[-1] - seats[0] == len(seats) - 1:
        return text(lang, "seats.range", low=seats[0], high=seats[-1])
    return text(lang, "seats.some", some=joined(lang, map(str, seats), "join.or"))


def rank_words(lang: Lang, values: Mapping[str, Value]) -> dict[str, str]:
    """The words for the ranks that play the parts in the mix ``values``.

    Returns:
        For the placeholders of messages: ``wild``, ``a_wild``, ``the_wild``,
        ``wilds``, the same for the ace, and each with a capital first letter.
    """
    wild, ace = str(values["wild_rank"]), str(values["draw_all_rank"])
    words = {
        "wild": text(lang, f"rank.{wild}"),
        "a_wild": text(lang, f"a_rank.{wild}"),
        "the_wild": text(lang, f"the_rank.{wild}"),
        "wilds": text(lang, f"ranks.{wild}"),
        "ace": text(lang, f"rank.{ace}"),
        "an_ace": text(lang, f"a_rank.{ace}"),
        "the_ace": text(lang, f"the_rank.{ace}"),
        "aces": text(lang, f"ranks.{ace}"),
    }
    return words | {name.capitalize(): sentence(word) for name, word in words.items()}


def cards(lang: Lang, count: int) -> str:
    """A number of cards: "ett kort", "sju kort", "12 kort"."""
    return text(lang, "unit.cards", count=count, number=number(lang, count))


def number(lang: Lang, count: int) -> str:
    """``count`` as a word up to nine, then in figures."""
    return text(lang, f"number.{count}") if 1 <= count <= 9 else str(count)


def option_name(lang: Lang, key: str, values: Mapping[str, Value] | None = None) -> str:
    """What the option ``key`` is called, in the mix ``values`` (`svensk` if None)."""
    return text(lang, f"option.{key}.name", **rank_words(lang, values or preset("svensk")))


def option_text(lang: Lang, key: str, values: Mapping[str, Value] | None = None) -> str:
    """What the option ``key`` means, in the mix ``values`` (`svensk` if None)."""
    return text(lang, f"option.{key}.text", **rank_words(lang, values or preset("svensk")))


def value_text(
    lang: Lang, key: str, value: Value, values: Mapping[str, Value] | None = None
) -> str:
    """What the option ``key`` being ``value`` is called, in the mix ``values``."""
    option = OPTIONS[key]
    values = values or preset("svensk")
    if option.kind == "switch":
        return text(lang, "option.on") if value else text(lang, "option.off")
    if option.kind == "number":
        word = str(value)
        if value == -1:
            word = "always"
        elif key == "second_deck_from" and int(value) > int(str(values["players"])[-1]):
            word = "never"
        if f"option.{key}.value.{word}" in catalogue():
            return text(lang, f"option.{key}.value.{word}")
        return text(lang, f"option.{key}.number", count=value)
    if value == "none" or (option.kind == "choice" and str(value) not in RANKS):
        return text(lang, f"option.{key}.value.{value}", **rank_words(lang, values))
    if option.kind == "choice":
        return text(lang, f"the_rank.{value}")
    if option.kind == "draws":
        draws = draws_from(str(value)) or {}
        return joined(lang, (_draws(lang, RANKS[rank], draws[rank]) for rank in draws))
    return joined(lang, (text(lang, f"ranks.{rank}") for rank in str(value)))


def _draws(lang: Lang, rank: str, count: int) -> str:
    a_rank = text(lang, f"a_rank.{rank}")
    return text(lang, "option.draws", a_rank=a_rank, cards=cards(lang, count))


def group_name(lang: Lang, group: str) -> str:
    """The heading over the options of ``group``."""
    return text(lang, f"group.{group}")


def preset_name(lang: Lang, name: str) -> str:
    """What the preset ``name`` is called: "Svensk vändåtta"."""
    return text(lang, f"preset.{name}.name")


def preset_text(lang: Lang, name: str) -> str:
    """The preset ``name`` in one line."""
    return text(lang, f"preset.{name}.text")


def base_of(values: Mapping[str, Value]) -> str:
    """The preset that the mix ``values`` is nearest to."""
    return rules_id(values).split("-")[0]


def rules_name(lang: Lang, values: Mapping[str, Value]) -> str:
    """What the mix ``values`` is called: a preset's name, with house rules if it has any."""
    base, *changes = rules_id(values).split("-", 1)
    name = preset_name(lang, base)
    return text(lang, "ruleset.changed", name=name) if changes else name


def idle_text(lang: Lang, key: str, values: Mapping[str, Value]) -> str | None:
    """Why the option ``key`` cannot matter in the mix ``values``; None if it can."""
    reason = idle(values).get(key)
    return None if reason is None else text(lang, f"idle.{reason}", **rank_words(lang, values))


def difference_lines(lang: Lang, values: Mapping[str, Value], base: str) -> list[str]:
    """What differs, in a way that matters, from the preset ``base``: a line each.

    "Åtta på åtta: ja (grundregel: nej)".
    """
    mine, usual = canonical(values), preset(base)
    return [
        text(
            lang,
            "ruleset.difference",
            name=option_name(lang, key, mine),
            value=value_text(lang, key, value, mine),
            usual=value_text(lang, key, usual[key], usual),
        )
        for key, value in differences(values, base).items()
    ]


def problem(lang: Lang, error: OptionsError) -> str:
    """What is wrong with a rule set, as a sentence."""
    values = {
        name: problem(lang, value) if isinstance(value, OptionsError) else value
        for name, value in error.values.items()
    }
    return text(lang, error.message, **values)
