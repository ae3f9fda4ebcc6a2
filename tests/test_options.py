"""The table of options, ids, and that equal games are equal and different ones are not."""

from __future__ import annotations

import ast
import random
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.mixes import mixes, sound, values_of
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.play import apply, legal
from vandatta.engine.reasons import NAMES
from vandatta.engine.state import NOTES, State
from vandatta.options import (
    GROUPS,
    OPTIONS,
    PRESETS,
    OptionsError,
    Value,
    canonical,
    check_seats,
    compile_rules,
    differences,
    from_id,
    idle,
    rules_id,
)
from vandatta.options.parsing import check

SOURCE = Path(__file__).resolve().parent.parent / "src" / "vandatta"


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_every_option_and_nothing_else(name: str) -> None:
    text = files("vandatta.presets").joinpath(f"{name}.toml").read_text("utf-8")
    values = tomllib.loads(text)
    assert list(values) == list(OPTIONS)
    assert [key for key, option in OPTIONS.items() if not option.allows(values[key])] == []
    check(values)
    assert rules_id(values) == name


def test_every_preset_is_a_file_and_every_file_a_preset() -> None:
    found = {each.name.removesuffix(".toml") for each in files("vandatta.presets").iterdir()}
    assert {name for name in found if not name.startswith("__")} == set(PRESETS)


def test_codes_are_two_small_letters_each_its_own() -> None:
    codes = [option.code for option in OPTIONS.values()]
    assert len(set(codes)) == len(codes)
    assert [code for code in codes if len(code) != 2 or not code.isalpha() or code.isupper()] == []


def test_options_stand_in_the_order_of_their_groups() -> None:
    order = [GROUPS.index(option.group) for option in OPTIONS.values()]
    assert order == sorted(order)
    assert set(order) == set(range(len(GROUPS)))


def keys_in(tree: ast.AST) -> list[str]:
    """Every place in a source where the name of an option stands."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in OPTIONS
    ]


def test_every_option_is_read_in_one_place() -> None:
    tree = ast.parse((SOURCE / "options" / "compiling.py").read_text("utf-8"))
    read = Counter(
        node.slice.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == "options"
        and isinstance(node.slice, ast.Constant)
    )
    assert read == Counter(list(OPTIONS))
    # nor is one read there in any other way, such as under another name or with `get`
    assert Counter(keys_in(tree)) == read


BY_COMPILED_RULES = ("engine", "notation", "players", "store", "replay")
"""The layers that go by compiled rules, beside the modules of `ALSO`."""
NAMES_THEM = "notation/deciding.py"
"""Tells the reader which option a refusal comes from, by its name; it reads none."""
ALSO = ("table.py", "view.py", "events.py", "narrate.py", "cards.py")


def test_nothing_below_or_beside_the_options_reads_one() -> None:
    """The engine, the table and the players go by compiled rules, never by an option's name."""
    # refusals are named after the options they come from; one word can be anything's name
    own = {key for key in OPTIONS if "_" in key} - set(NAMES)
    files = [path for layer in BY_COMPILED_RULES for path in (SOURCE / layer).rglob("*.py")]
    assert len(files) > 40
    found = [
        f"{path.relative_to(SOURCE)}: {key}"
        for path in [*files, *(SOURCE / name for name in ALSO)]
        if path != SOURCE / NAMES_THEM
        for key in keys_in(ast.parse(path.read_text("utf-8")))
        if key in own
    ]
    assert found == []


@given(mixes())
def test_an_id_leads_back_to_its_game(values: dict[str, Value]) -> None:
    assert from_id(rules_id(values)) == canonical(values)
    assert canonical(canonical(values)) == canonical(values)
    assert rules_id(canonical(values)) == rules_id(values)


@given(mixes(), st.data())
def test_what_cannot_matter_is_not_in_the_id(values: dict[str, Value], data: st.DataObject) -> None:
    resting = sorted(idle(values))
    assume(resting)
    key = data.draw(st.sampled_from(resting))
    other = {**values, key: data.draw(values_of(OPTIONS[key]))}
    assert rules_id(sound(other)) == rules_id(values)
    assert key not in differences(other, "svensk")


def play_beside(one: State, other: State, seed: int) -> None:
    """Play two rounds with the same choices, and see that they are the same round."""
    choose = random.Random(seed)
    for _ in range(150):
        actions = legal(one)
        assert legal(other) == actions
        if actions == 0:
            break
        action = choose.choice([bit for bit in range(61) if actions >> bit & 1])
        apply(one, action)
        apply(other, action)
        assert other.noted == one.noted
    last = min(one.noted, NOTES)
    assert other.notes[:last] == one.notes[:last]


@given(mixes(), st.integers(2, 8), st.integers(0, 2**32))
def test_equal_ids_are_equal_games(values: dict[str, Value], seats: int, seed: int) -> None:
    rules = compile_rules(values)
    same = compile_rules(canonical(values))
    try:
        check_seats(rules, seats)
    except OptionsError:
        with pytest.raises(OptionsError):
            check_seats(same, seats)
        return
    deck = list(pack_for(rules, seats))
    assert list(pack_for(same, seats)) == deck
    random.Random(seed).shuffle(deck)
    one = new_round(rules, seats, (1 << seats) - 1, 0, deck, seed)
    other = new_round(same, seats, (1 << seats) - 1, 0, deck, seed)
    play_beside(one, other, seed)
