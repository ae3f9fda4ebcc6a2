"""The one table of options: key, kind, allowed values, short code and source.

Names, explanations and the values' words are messages ``option.KEY`` of the
catalogue; each preset's values are its file in `vandatta.presets`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeGuard

from vandatta.cards import RANKS

Value = str | int | bool
Kind = Literal["switch", "number", "choice", "ranks", "draws"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules."""

    key: str
    group: str
    """The heading it stands under: ``deal``, ``laying``, ``drawing`` ..."""
    code: str
    """Its short code in a rules id: small letters."""
    kind: Kind
    source: str
    """The written rule it comes from: text number and passage, or game."""
    values: tuple[str, ...] = ()
    """What a ``choice`` can be."""
    low: int = 0
    high: int = 0
    """What a ``number`` can be, both included."""

    @property
    def allowed(self) -> str:
        """The values it can have, in words any language reads."""
        if self.kind == "switch":
            return "on, off"
        if self.kind == "number":
            return f"{self.low} - {self.high}"
        if self.kind == "ranks":
            return f"none, 2, 23 ... ({RANKS})"
        if self.kind == "draws":
            return "none, 2:2, 2:2 7:3 ..."
        return ", ".join(self.values)

    def allows(self, value: object) -> TypeGuard[Value]:
        """Is ``value`` one this option can have, in its one way of writing it?"""
        if self.kind == "switch":
            return isinstance(value, bool)
        if self.kind == "number":
            return type(value) is int and self.low <= value <= self.high
        if not isinstance(value, str):
            return False
        if self.kind == "choice":
            return value in self.values
        if self.kind == "ranks":
            return value == "none" or (value != "" and value == in_order(value))
        return value == "none" or draws_from(value) is not None


def in_order(ranks: str) -> str:
    """``ranks`` once each, in the order of `RANKS`; other signs are dropped."""
    return "".join(rank for rank in RANKS if rank in ranks)


def draws_from(text: str) -> dict[int, int] | None:
    """The cards owed a rank, of a text like ``2:2 7:3``; None if it is none."""
    found: dict[int, int] = {}
    for word in text.split(" "):
        rank, colon, count = word.partition(":")
        if len(rank) != 1 or rank not in RANKS or not colon or count not in set("123456789"):
            return None
        if RANKS.index(rank) in found:
            return None
        found[RANKS.index(rank)] = int(count)
    return found if list(found) == sorted(found) else None


def _switch(key: str, group: str, code: str, source: str) -> Option:
    return Option(key, group, code, "switch", source)


def _number(key: str, group: str, code: str, low: int, high: int, source: str) -> Option:
    return Option(key, group, code, "number", source, low=low, high=high)


def _choice(key: str, group: str, code: str, values: tuple[str, ...], source: str) -> Option:
    return Option(key, group, code, "choice", source, values=values)


def _rank(key: str, group: str, code: str, source: str) -> Option:
    return Option(key, group, code, "choice", source, values=tuple(RANKS))


OPTIONS: dict[str, Option] = {
    option.key: option
    for option in (
        _choice("players", "deal", "pl", ("2-5", "2-8"), "000 'Antal spelare'"),
        _number("hand_size", "deal", "hs", 1, 20, "000 'Sju kort var'"),
        _number("hand_size_two", "deal", "ht", 0, 20, "000 'Andra höjer till åtta i tvåmannaspel'"),
        _number("second_deck_from", "deal", "sd", 2, 9, "000 'två lekar från fem spelare'"),
        _number("jokers", "deal", "jo", 0, 2, "000 'Jokern byter riktning'"),
        Option("removed_ranks", "deal", "rr", "ranks", "Mau-Mau: 32 cards"),
        _choice(
            "start_eight", "deal", "se", ("name", "redraw", "own_suit"), "000, 001, 002: the deal"
        ),
        _choice(
            "start_ace",
            "deal",
            "sa",
            ("redraw", "dealer_draws", "all_draw", "plain"),
            "000, 001, 002: the deal",
        ),
        _switch("start_powers", "deal", "sp", "Crazy Eights in OpenSpiel: the starter"),
        _switch("open_hands", "deal", "oh", "000 'Lägg gärna korten öppet första gången'"),
        _switch("must_lay", "laying", "ml", "000 'Är det obligatoriskt att lägga'"),
        _number("hand_cap", "laying", "hc", 0, 60, "000 'ett tak på hur många kort en hand'"),
        _switch(
            "several_of_a_rank", "laying", "sr", "000 'Får man lägga flera kort av samma valör'"
        ),
        _rank("wild_rank", "laying", "wr", "000 table 'Vilt kort'"),
        _rank("draw_all_rank", "laying", "ar", "000 table 'Straffkort'"),
        _switch("wild_on_wild", "laying", "ww", "000 'Åtta på åtta - tillåtet eller inte'"),
        _switch("wild_on_draw_all", "laying", "wa", "001 'åtta på ess'"),
        _switch("draw_all_on_wild", "laying", "aw", "000 'Får man lägga ett ess på en åtta'"),
        _switch("draw_all_on_draw_all", "laying", "aa", "001 'ess på ess'"),
        _choice("draw_all_power", "laying", "ap", ("again", "pass_on", "none"), "000 'Ess på ess'"),
        _choice(
            "draw_all_follow",
            "laying",
            "af",
            ("suit", "suit_or_rank", "match"),
            "000 'Du fortsätter i essets färg'",
        ),
        _switch("draw_all_needs_follow", "laying", "an", "001 'minst ett kort till i samma färg'"),
        _switch("must_name_suit", "laying", "mn", "002 'utan att ange färg'"),
        _number("draw_limit", "drawing", "dl", 0, 20, "000 'När du inte kan lägga'"),
        _choice("lay_after_draw", "drawing", "ld", ("any", "drawn"), "002 'Går detta att spela'"),
        _number(
            "turn_limit", "drawing", "tl", 0, 10_000, "the sources are silent: every game must end"
        ),
        _number("lay_limit", "drawing", "ll", 0, 10_000, "Crazy Eights in OpenSpiel: max_turns"),
        _choice(
            "blocked_after",
            "drawing",
            "ba",
            ("circle", "circle_and_one"),
            "000 'Kan ingen vid bordet lägga'",
        ),
        _choice(
            "pass_counts",
            "drawing",
            "pc",
            ("always", "stock_empty"),
            "000 'Kan ingen vid bordet lägga'",
        ),
        _choice(
            "renew_stock",
            "drawing",
            "rn",
            ("when_needed", "when_empty"),
            "000 'Tar talongen slut'; Crazy Eights in OpenSpiel: reshuffle",
        ),
        _number("reshuffles", "drawing", "rs", -1, 100, "000 'Tar talongen slut'"),
        _switch("lappen", "lappen", "la", "000 'Lappen'"),
        _number("lappen_penalty", "lappen", "lp", 0, 10, "000 'Straffet är tre kort'"),
        _choice(
            "lappen_caught_by",
            "lappen",
            "lc",
            ("challenge", "rule"),
            "000 'Vem som helst vid bordet'",
        ),
        _choice(
            "lappen_penalty_when",
            "lappen",
            "lw",
            ("at_once", "next_turn"),
            "002 'nästa gång det är hans tur'",
        ),
        _number("warning_at", "lappen", "wn", 0, 10, "000 'Varning vid tre kort'"),
        _number("false_challenge_penalty", "lappen", "fp", 0, 10, "the sources are silent"),
        _switch("out_on_wild", "going_out", "ow", "000 'Får man gå ut på en åtta'"),
        _switch("out_on_draw_all", "going_out", "oa", "000 'Får man gå ut på ett ess'"),
        _switch("wait_with_special", "going_out", "ws", "000 'passa och vänta ut turen'"),
        _switch("last_card_suit", "going_out", "ls", "000 'Sista kortet måste vara i samma färg'"),
        Option("next_draws", "house", "nd", "draws", "000 'Tvåan drar två'"),
        _switch("duty_needs_stock", "house", "ds", "Crazy Eights in OpenSpiel: draw two"),
        Option("skip_ranks", "house", "sk", "ranks", "000 'damen som hoppar över turen'"),
        Option(
            "reverse_ranks", "house", "rv", "ranks", "Crazy Eights: the ace turns the direction"
        ),
        Option("again_ranks", "house", "ag", "ranks", "Mau-Mau: the ace plays again"),
        _choice("joker_power", "house", "jp", ("reverse", "none"), "000 'Jokern byter riktning'"),
        _number("joker_draws", "house", "jd", 0, 9, "Pesten: the joker draws five"),
        _switch("several_wilds", "house", "sw", "000 'Att stapla flera åttor'"),
        _choice(
            "misplay",
            "house",
            "mp",
            ("refuse", "draw_one", "retry"),
            "000 'Vad händer om någon lägger fel kort'",
        ),
        _choice(
            "scale",
            "points",
            "sc",
            ("standard", "children", "face_value", "english", "openspiel"),
            "000 'Poäng när någon gått ut'",
        ),
        _number("limit", "points", "li", 1, 1000, "000 'Hundra poäng och ut'"),
        _choice(
            "limit_is", "points", "lx", ("reached", "passed"), "000 'passerar' and 'når' hundred"
        ),
        _choice(
            "match_end",
            "points",
            "me",
            ("last_in", "lowest", "single"),
            "000, 001: how a match ends",
        ),
    )
}
GROUPS = ("deal", "laying", "drawing", "lappen", "going_out", "house", "points")
