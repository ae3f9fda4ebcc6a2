"""How many legal sequences there are to each depth from fixed positions, kept in counts/*.json.

A step is a single text move of the seat in turn, a call or a pointing out, by any seat. When a
count differs, the failure shows it divided by the first step, so that one can go on from there:

    PYTHONPATH=src:. python -m tests.test_counts tests/counts/lappen.json

prints what the engine counts now. The naive referee counts along, as far as it is quick enough.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from copy import copy
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.naive import Naive
from vandatta.cards import card_text, cards_from_text
from vandatta.engine.alphabet import CALL_BIT, OVER
from vandatta.engine.calls import calls
from vandatta.engine.drawing import renew_stock
from vandatta.engine.play import singles
from vandatta.engine.state import State
from vandatta.notation.moves import Plan, make, move_texts, plan, read_move
from vandatta.notation.position import read_position

COUNTS = sorted((Path(__file__).parent / "counts").glob("*.json"))


def steps(s: State) -> Iterator[str]:
    """Everything anyone may do, as ``seat:move``."""
    if s.phase == OVER:
        return
    for words in move_texts(s.rules, singles(s)):
        yield f"{s.turn}:{words}"
        # breathing the call with the lay is another step where it makes a difference
        if words[0] not in "=dp" and s.count[s.turn] == 2:
            yield f"{s.turn}:{words}!"
    for seat in range(s.players):
        spoken = calls(s, seat)
        if spoken & CALL_BIT:
            yield f"{seat}:!"
        for other in range(s.players):
            if spoken >> 1 + other & 1:
                yield f"{seat}:?{other}"


def after(s: State, step: str) -> State:
    """The state after a step, the given one left as it is."""
    then = State()
    for field in fields(State):
        value = getattr(s, field.name)
        setattr(then, field.name, value[:] if isinstance(value, list | bytearray) else value)
    seat, words = step.split(":")
    move = read_move(words)
    parts = plan(then, int(seat), move)
    assert isinstance(parts, Plan), (step, parts)
    make(then, int(seat), move, parts)
    return then


def count(s: State, depth: int) -> int:
    """The number of sequences of that many steps."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in steps(s))
    return sum(count(after(s, step), depth - 1) for step in steps(s))


def divide(s: State, depth: int) -> dict[str, int]:
    """`count` by first step."""
    return {step: count(after(s, step), depth - 1) for step in steps(s)}


def naive_steps(naive: Naive) -> Iterator[str]:
    """`steps` by the naive referee."""
    if naive.over:
        return
    seats = range(naive.seats)
    for words in naive.legal():
        yield f"{naive.turn}:{words}"
        if words[0] not in "=dp" and len(naive.hands[naive.turn]) == 2:
            yield f"{naive.turn}:{words}!"
    for seat in seats:
        if naive.may_call(seat):
            yield f"{seat}:!"
        for other in seats:
            if naive.may_point_out(seat, other):
                yield f"{seat}:?{other}"


def naive_after(naive: Naive, step: str) -> Naive:
    """`after` by the naive referee."""
    then = copy(naive)
    then.hands = [list(hand) for hand in naive.hands]
    for name in ("stock", "pile", "called", "forgot"):
        setattr(then, name, list(getattr(naive, name)))
    seat, words = int(step[0]), step[2:]
    if words == "!":
        then.call(seat)
    elif words[0] == "?":
        then.point_out(seat, int(words[1]))
    else:
        then.play(words.removesuffix("!"), words.endswith("!"))
    return then


def naive_count(naive: Naive, depth: int) -> int:
    """`count` by the naive referee."""
    if depth == 1:
        return sum(1 for _ in naive_steps(naive))
    return sum(naive_count(naive_after(naive, step), depth - 1) for step in naive_steps(naive))


def naive_position(position: dict[str, Any]) -> Naive:
    """A position of the files here, for the naive referee."""

    def renew(cards: list[str]) -> list[str]:
        s = read_position(position)
        pile = bytes(cards_from_text(" ".join(cards)))
        s.pile[: len(pile)] = pile
        s.n_pile = len(pile) + 1
        renew_stock(s)
        return [card_text(card) for card in reversed(s.stock[: s.n_stock])]

    hands = [hand.split() for hand in position["hands"]]
    pile, turn = position["pile"].split(), position["turn"]
    naive = Naive(
        hands,
        position["stock"].split(),
        pile[-1],
        (turn - 1) % len(hands),
        renew,
    )
    naive.pile = pile
    naive.must_name = position.get("phase") == "name"
    naive.suit = position.get("suit", naive.suit)
    naive.renewed = bool(position.get("reshuffled"))
    naive.called = list(position.get("called", naive.called))
    return naive


@pytest.mark.parametrize("file", COUNTS, ids=lambda file: file.stem)
def test_the_naive_referee_counts_the_same(file: Path) -> None:
    kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
    naive = naive_position(kept["position"])
    assert set(naive_steps(naive)) == set(steps(read_position(kept["position"])))
    for depth, expected in enumerate(kept["counts"], 1):
        if depth < 3 or expected < 1500:
            assert naive_count(naive, depth) == expected, depth


@pytest.mark.parametrize("file", COUNTS, ids=lambda file: file.stem)
def test_counts(file: Path) -> None:
    kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
    s = read_position(kept["position"])
    for depth, expected in enumerate(kept["counts"], 1):
        found = count(s, depth)
        if found != expected:
            parts = "\n".join(f"  {step:10} {n}" for step, n in divide(s, depth).items())
            pytest.fail(f"{file.stem}: {found}, not {expected}, to depth {depth}\n{parts}")
    depth = kept["divided"]["depth"]
    assert divide(s, depth) == kept["divided"]["by"]
    assert sum(kept["divided"]["by"].values()) == kept["counts"][depth - 1]


def test_a_wrong_count_shows_the_divide(tmp_path: Path) -> None:
    kept = json.loads(COUNTS[0].read_text("utf-8"))
    kept["counts"][1] += 1
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(kept), "utf-8")
    with pytest.raises(pytest.fail.Exception) as failure:
        test_counts(file)
    for step in steps(read_position(kept["position"])):
        assert step in str(failure.value)


def main(files: list[str]) -> None:
    """Print what the engine counts from each file's position."""
    for name in files:
        kept = json.loads(Path(name).read_text("utf-8"))
        s = read_position(kept["position"])
        counts = [count(s, depth) for depth in range(1, len(kept["counts"]) + 1)]
        depth = kept["divided"]["depth"]
        by = divide(s, depth)
        sys.stdout.write(f"{name}: {json.dumps(counts)}\n{json.dumps(by, indent=1)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
