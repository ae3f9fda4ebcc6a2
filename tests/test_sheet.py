"""The rule sheet says all that the rules of a mix are, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.mixes import mixes, sound, values_of
from vandatta.engine.rules import hand_size_for, packs_for
from vandatta.messages import LANGS, Lang
from vandatta.options import (
    OPTIONS,
    PRESETS,
    Option,
    OptionsError,
    Value,
    canonical,
    changed,
    compile_rules,
    from_id,
    options_from,
    preset,
    seats_for,
)
from vandatta.sheet import Bullets, Paragraph, Sheet, Table, plain, sheet

ROOM = 3500
"""Signs that fit on one A4 page in two columns, large enough for a refrigerator door."""


def words(found: Sheet) -> list[str]:
    """Every sentence and cell of a sheet, headings included, its id not."""
    told = [found.title]
    for section in found.sections:
        told.append(section.heading)
        for block in section.blocks:
            if isinstance(block, Paragraph):
                told.append(block.text)
            elif isinstance(block, Bullets):
                told += block.items
            elif isinstance(block, Table):
                told += [cell for row in (block.head, *block.rows) for cell in row]
    return told


def body(lang: Lang, values: Mapping[str, Value]) -> list[str]:
    return words(sheet(lang, values))[1:]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", PRESETS)
def test_the_sheet_of_a_preset_fits_on_a_page(name: str, lang: Lang) -> None:
    found = sheet(lang, preset(name))
    assert 1000 < len(" ".join(words(found))) < ROOM
    assert found.foot.endswith(f" {name}")


# What the sheet of svensk must say when one option of it, and what that needs, is changed.
CHANGES: dict[str, tuple[dict[str, object], object]] = {
    "players": ({}, "2-8"),
    "hand_size": ({}, 5),
    "hand_size_two": ({}, 8),
    "second_deck_from": ({}, 4),
    "jokers": ({}, 2),
    "removed_ranks": ({}, "23"),
    "start_eight": ({}, "own_suit"),
    "start_ace": ({}, "all_draw"),
    "start_powers": ({"next_draws": "2:2"}, True),
    "open_hands": ({}, True),
    "must_lay": ({}, False),
    "hand_cap": ({"must_lay": False}, 12),
    "several_of_a_rank": ({}, True),
    "wild_rank": ({}, "J"),
    "draw_all_rank": ({}, "K"),
    "wild_on_wild": ({}, True),
    "wild_on_draw_all": ({}, False),
    "draw_all_on_wild": ({}, True),
    "draw_all_on_draw_all": ({}, False),
    "draw_all_power": ({}, "pass_on"),
    "draw_all_follow": ({}, "match"),
    "draw_all_needs_follow": ({}, True),
    "must_name_suit": ({}, False),
    "draw_limit": ({}, 0),
    "lay_after_draw": ({"must_lay": False}, "drawn"),
    "turn_limit": ({}, 0),
    "lay_limit": ({}, 100),
    "blocked_after": ({}, "circle_and_one"),
    "pass_counts": ({}, "stock_empty"),
    "renew_stock": ({}, "when_empty"),
    "reshuffles": ({}, -1),
    "lappen": ({}, False),
    "lappen_penalty": ({}, 1),
    "lappen_caught_by": ({}, "rule"),
    "lappen_penalty_when": ({}, "next_turn"),
    "warning_at": ({}, 3),
    "false_challenge_penalty": ({}, 1),
    "out_on_wild": ({}, True),
    "out_on_draw_all": ({}, True),
    "wait_with_special": ({}, False),
    "last_card_suit": ({}, True),
    "next_draws": ({}, "2:2"),
    "duty_needs_stock": ({"next_draws": "2:2"}, True),
    "skip_ranks": ({}, "Q"),
    "reverse_ranks": ({}, "K"),
    "again_ranks": ({}, "7"),
    "joker_power": ({"jokers": 2}, "none"),
    "joker_draws": ({"jokers": 2}, 5),
    "several_wilds": ({}, True),
    "misplay": ({}, "draw_one"),
    "scale": ({}, "children"),
    "limit": ({}, 50),
    "limit_is": ({}, "passed"),
    "match_end": ({}, "lowest"),
}


def test_every_option_is_tried() -> None:
    assert list(CHANGES) == list(OPTIONS)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_is_told_of(key: str, lang: Lang) -> None:
    around, value = CHANGES[key]
    without = options_from({"base": "svensk", **around})
    changed = options_from({"base": "svensk", **around, key: value})
    assert canonical(without) != canonical(changed)
    assert body(lang, without) != body(lang, changed)


def some_values(option: Option) -> list[object]:
    """Every value of ``option``, or of a number or a list of ranks some."""
    if option.kind == "switch":
        return [True, False]
    if option.kind == "number":
        return [*range(option.low, min(option.high, option.low + 9) + 1), option.high]
    if option.kind == "ranks":
        return ["none", "2", "23", "A", "TJQK"]
    return ["none", "2:2", "2:3", "3:2", "2:2 3:2"] if option.kind == "draws" else [*option.values]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("key", OPTIONS)
def test_whatever_makes_another_game_makes_another_sheet(key: str, name: str) -> None:
    games: dict[tuple[str, ...], set[tuple[object, ...]]] = {}
    for value in some_values(OPTIONS[key]):
        try:
            values = changed(preset(name), {key: value})
        except OptionsError:
            continue
        game = tuple(canonical(values).values())
        for lang in LANGS:
            games.setdefault((lang, *body(lang, values)), set()).add(game)
    assert games
    assert [told for told, found in games.items() if len(found) > 1] == []


def game(values: Mapping[str, Value]) -> object:
    """What is played: numbers of players that there are no cards for make no other game."""
    rules = compile_rules(values)
    told = {key: value for key, value in canonical(values).items() if key not in NUMBERS}
    deals = [(n, packs_for(rules, n), hand_size_for(rules, n)) for n in seats_for(rules)]
    return told, deals


NUMBERS = ("players", "second_deck_from", "hand_size", "hand_size_two")


@given(mixes(), st.sampled_from(sorted(OPTIONS)), st.data())
def test_different_rules_have_different_sheets(
    values: dict[str, Value], key: str, data: st.DataObject
) -> None:
    other = sound({**values, key: data.draw(values_of(OPTIONS[key]))})
    assume(game(other) != game(values))
    for lang in LANGS:
        assert body(lang, other) != body(lang, values)


@given(mixes(), st.sampled_from(LANGS))
def test_the_same_game_has_the_same_sheet(values: dict[str, Value], lang: Lang) -> None:
    assert sheet(lang, values) == sheet(lang, canonical(values))


@given(mixes(), st.sampled_from(LANGS))
def test_a_sheet_is_whole_sentences(values: dict[str, Value], lang: Lang) -> None:
    for section in sheet(lang, values).sections:
        assert section.blocks
        for block in section.blocks:
            lines = block.items if isinstance(block, Bullets) else ()
            for line in lines if not isinstance(block, Paragraph) else (block.text,):
                assert line.endswith(".")
                assert not re.search(r"\{|\}|  | \.|\.\.|None|True|False", line)
                starts = re.findall(r"(?:^|(?<=[.:!?] ))\S", line)
                assert starts[0] == starts[0].upper()


@given(mixes())
def test_english_plays_its_cards(values: dict[str, Value]) -> None:
    told = " ".join(body("en", values))
    assert re.findall(r"(?i)\b(?:lay|lays|laid|laying)\b", told) == []
    assert re.findall(r"\b1 (?:cards|turns)\b", told) == []


@given(mixes(), st.sampled_from(LANGS), st.integers(50, 100))
def test_plain_text_keeps_to_its_width(values: dict[str, Value], lang: Lang, width: int) -> None:
    found = sheet(lang, values)
    told = plain(found, width)
    *lines, foot = told.splitlines()
    assert foot == found.foot
    assert max(map(len, lines)) <= width
    assert told.split() == plain(found, 10_000).split()


@pytest.mark.parametrize(
    ("ident", "told", "not_told"),
    [
        ("svensk", "Är ni fem blandar ni ihop två lekar.", "För 2 till 8"),
        ("svensk-hs15", "För 2 till 3 spelare. ", "två lekar"),
        ("mau_mau-hs9", "För 2, 3, 6 eller 7 spelare. ", "För 2 till"),
        ("svensk-pl2-8-hs20", "För 2 spelare. ", "två lekar"),
    ],
)
def test_it_names_only_numbers_of_players_that_there_are_cards_for(
    ident: str, told: str, not_told: str
) -> None:
    found = " ".join(words(sheet("sv", from_id(ident))))
    assert told in found
    assert not_told not in found
