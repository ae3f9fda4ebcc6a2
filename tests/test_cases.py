"""The scenarios from the written rules, through the referee's own process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios import assert_holds, checks, through_the_command
from vandatta.notation import referee

CASES = [
    case
    for file in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(file.read_text("utf-8"))
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_written_rule(case: dict[str, Any]) -> None:
    assert_holds(case, [referee.answer(request) for request, _ in checks(case)])


def test_written_rules_through_the_command() -> None:
    for case, answers in zip(CASES, through_the_command(CASES), strict=True):
        assert_holds(case, answers)
