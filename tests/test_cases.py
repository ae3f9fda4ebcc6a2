"""The scenarios from the written rules, through the referee's own process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from vandatta.notation import referee

CASES = [
    case
    for file in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(file.read_text("utf-8"))
]


def same(field: str, expected: Any, answer: dict[str, Any]) -> bool:
    """Does a field of the answer hold? ``legal`` is a set, ``hands`` are multisets."""
    if field == "legal":
        return sorted(expected) == sorted(answer["legal"])
    if field == "hands":
        return [Counter(hand.split()) for hand in expected] == [
            Counter(hand.split()) for hand in answer["hands"]
        ]
    return bool(answer[field] == expected)


def checks(case: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The requests of a case, each with what its answer must hold."""
    found = []
    steps = [{"expect": case.get("expect", {})}, *case.get("moves", [])]
    moves: list[dict[str, Any]] = []
    for step in steps:
        if "move" in step:
            moves = [*moves, {key: step[key] for key in ("seat", "move") if key in step}]
        expect = dict(step.get("expect", {}))
        ask = []
        for words in expect.get("ask", {}):
            seat, colon, move = words.partition(":")
            ask.append({"seat": int(seat), "move": move} if colon else {"move": words})
        found.append(({"position": case["position"], "moves": moves, "ask": ask}, expect))
    return found


def assert_holds(case: dict[str, Any], answers: list[dict[str, Any]]) -> None:
    for (request, expect), answer in zip(checks(case), answers, strict=True):
        assert "error" not in answer, (case["id"], request["moves"], answer)
        for field, expected in expect.items():
            if field != "ask":
                assert same(field, expected, answer), (case["id"], field, expected, answer)
        for (words, expected), got in zip(
            expect.get("ask", {}).items(), answer["ask"], strict=True
        ):
            allowed = expected is True
            assert got["allowed"] is allowed, (case["id"], words, got)
            if isinstance(expected, str):
                assert got["rule"] == expected, (case["id"], words, got)
            assert got["sv"] and got["en"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_written_rule(case: dict[str, Any]) -> None:
    assert_holds(case, [referee.answer(request) for request, _ in checks(case)])


def test_written_rules_through_the_command() -> None:
    lines = [json.dumps(request) for case in CASES for request, _ in checks(case)]
    done = subprocess.run(
        [sys.executable, "-m", "vandatta", "referee"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    for case in CASES:
        count = len(checks(case))
        assert_holds(case, answers[:count])
        answers = answers[count:]
    assert answers == []
