"""The message catalogue: both languages say the same, and nothing is missing or left over."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from jinja2 import Environment, nodes

from vandatta.messages import LANGS, Text, catalogue, decimal

SOURCE = Path(__file__).resolve().parent.parent / "src" / "vandatta"
KEY = re.compile(r"[a-z]\w*(?:\.\w+)+")
FILES = (".html", ".css", ".js", ".svg", ".toml", ".png", ".sqlite")

HOLE = "(.*)"
"""Stands for a part of a key that the code fills in."""


@cache
def strings() -> tuple[frozenset[str], frozenset[str]]:
    """What stands in the code and in the templates.

    Returns:
        The plain strings, and for each that is put together around dotted words
        a regular expression with a hole for each part.
    """
    plain: set[object] = set()
    patterns: set[str] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        pieces = {id(piece) for node in joined for piece in node.values}
        found = (node for node in ast.walk(tree) if id(node) not in pieces)
        plain |= {node.value for node in found if isinstance(node, ast.Constant)}
        patterns |= {"".join(map(_pattern, node.values)) for node in joined}
    for path in sorted(SOURCE.rglob("*.html")):
        page = Environment(autoescape=True).parse(path.read_text("utf-8"))
        together = list(page.find_all(nodes.Concat))
        parts = {id(part) for each in together for part in each.nodes}
        plain |= {each.value for each in page.find_all(nodes.Const) if id(each) not in parts}
        patterns |= {"".join(map(_pattern, each.nodes)) for each in together}
    words = frozenset(each for each in plain if isinstance(each, str))
    return words, frozenset(each for each in patterns if re.match(r"[a-z]\w*\\\.", each))


def _pattern(piece: ast.expr | nodes.Expr) -> str:
    if isinstance(piece, ast.Constant | nodes.Const):
        return re.escape(str(piece.value))
    return HOLE


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def holes(text: Text) -> set[str]:
    """The placeholders of all forms, in small letters: one language may begin with a name that
    stands inside the other's sentence."""
    return {
        name.lower() for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name
    }


def used(key: str) -> bool:
    """Whether the code names ``key``, or puts it together from strings that stand in the code."""
    plain, patterns = strings()
    fitting = (re.fullmatch(each, key) for each in patterns)
    return key in plain or any(
        all(len(part) < 2 or part in plain for part in match.groups()) for match in fitting if match
    )


def test_both_languages_have_the_same_placeholders() -> None:
    uneven = {
        key: [sorted(holes(texts[lang])) for lang in LANGS]
        for key, texts in catalogue().items()
        if holes(texts["sv"]) != holes(texts["en"])
    }
    assert uneven == {}


def test_a_number_has_both_forms() -> None:
    wrong = [
        key
        for key, texts in catalogue().items()
        for lang in LANGS
        if not isinstance(texts[lang], str) and set(texts[lang]) != {"one", "other"}
    ]
    assert wrong == []


def test_no_text_is_empty() -> None:
    empty = [
        key
        for key, texts in catalogue().items()
        for lang in LANGS
        if not all(form.strip() for form in forms(texts[lang]))
    ]
    assert empty == []


def test_every_message_is_used() -> None:
    assert [key for key in catalogue() if not used(key)] == []


def test_every_message_asked_for_exists() -> None:
    plain, patterns = strings()
    spaces = {key.split(".")[0] for key in catalogue()}
    branches = {key.rsplit(".", depth)[0] for key in catalogue() for depth in (0, 1, 2)}
    asked = {each for each in plain if KEY.fullmatch(each) and not each.endswith(FILES)}
    assert {each for each in asked if each.split(".")[0] in spaces} - branches == set()
    asked_for_parts = {each for each in patterns if each.split("\\")[0] in spaces}
    assert [
        each for each in asked_for_parts if not any(re.fullmatch(each, key) for key in catalogue())
    ] == []


@pytest.mark.parametrize("key", ["cli.ready", "refusal.no_match"])
def test_the_search_finds_keys_that_are_used(key: str) -> None:
    assert used(key)


def test_the_search_misses_keys_that_are_not() -> None:
    assert not used("cli.error.no_such_trouble")


def test_decimals_are_written_as_in_the_language() -> None:
    assert decimal("sv", 3.14159, 2) == "3,14" and decimal("en", 3.14159, 2) == "3.14"
    assert decimal("en", -0.5, 1) == "−0.5" and decimal("sv", 2, 0, signed=True) == "+2"
