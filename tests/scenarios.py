"""Scenarios: positions, moves and what must come of them, as files of JSON.

A file is a list. A scenario has an ``id`` (its name), a ``source``, and one of

``position``
    A request's position, answered by the referee. ``expect`` is about it as given, a
    move's own ``expect`` about it after the move; both name fields of the answer.
    ``legal`` is compared as a set, ``hands`` as multisets. ``ask`` is an object of
    ``move`` or ``seat:move`` to true, false or the name of the rule that forbids it.
    ``error`` is the rule by which the request, or the move, is refused (null: it is not);
    nothing comes after a refused move.
``table``
    ``rules``, ``seats`` (how many) and ``dealer`` of a match, played at a table. Its moves
    are ``{"deal": "9s 8h"}``, the first cards of the deck (the rest follow in the order of
    the pack), and ``{"seat": 0, "move": "9s"}``. See `told` for what ``expect`` can name.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from vandatta.cards import NO_SUIT, SUITS, card_text, cards_from_text, cards_text
from vandatta.engine.alphabet import PHASE_NAMES
from vandatta.events import Event, PutBack
from vandatta.table import Seat, Table

Scenario = dict[str, Any]


def same(field: str, expected: Any, found: Any) -> bool:
    """Does a field hold? ``legal`` is a set, ``hands`` are multisets."""
    if field == "legal":
        return sorted(expected) == sorted(found)
    if field in ("hands", "seen") and expected is not None and found is not None:
        return [Counter(hand.split()) for hand in expected] == [
            Counter(hand.split()) for hand in found
        ]
    return bool(found == expected)


def steps(case: Scenario) -> list[dict[str, Any]]:
    """What is expected at the start, and then each move, with what is expected after it."""
    return [{"expect": case.get("expect", {})}, *case.get("moves", [])]


def checks(case: Scenario) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The referee's requests of a case, each with what its answer must hold."""
    found = []
    moves: list[dict[str, Any]] = []
    for step in steps(case):
        if "move" in step:
            moves = [*moves, {key: step[key] for key in ("seat", "move") if key in step}]
        expect = dict(step.get("expect", {}))
        ask = []
        for words in expect.get("ask", {}):
            seat, colon, move = words.partition(":")
            ask.append({"seat": int(seat), "move": move} if colon else {"move": words})
        found.append(({"position": case["position"], "moves": moves, "ask": ask}, expect))
    return found


def through_the_command(cases: Sequence[Scenario]) -> list[list[dict[str, Any]]]:
    """The answers of one process of `vandatta referee` to the `checks` of every case."""
    requests = [[request for request, _ in checks(case)] for case in cases]
    lines = [json.dumps(request) for each in requests for request in each]
    done = subprocess.run(
        [sys.executable, "-m", "vandatta", "referee"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    answers = iter([json.loads(line) for line in done.stdout.splitlines()])
    found = [[next(answers) for _ in each] for each in requests]
    assert next(answers, None) is None
    return found


def assert_holds(case: Scenario, answers: list[dict[str, Any]]) -> None:
    """See that the answers to the `checks` of a case hold what it expects."""
    for (request, expect), answer in zip(checks(case), answers, strict=True):
        refused = answer.get("error", {})
        assert refused.get("rule") == expect.get("error"), (case["id"], request["moves"], answer)
        if refused:
            assert refused["move"] == (len(request["moves"]) - 1 if request["moves"] else None)
            assert refused["sv"] and refused["en"]
        for field, expected in expect.items():
            if field not in ("ask", "error"):
                assert same(field, expected, answer[field]), (case["id"], field, expected, answer)
        for (words, expected), got in zip(
            expect.get("ask", {}).items(), answer.get("ask", []), strict=True
        ):
            allowed = expected is True
            assert got["allowed"] is allowed, (case["id"], words, got)
            if isinstance(expected, str):
                assert got["rule"] == expected, (case["id"], words, got)
            assert got["sv"] and got["en"]


def play(case: Scenario) -> None:
    """Play a case with a ``table``, and see after every move that it holds."""
    setting = case["table"]
    seats = [Seat(f"Seat {number}", "human") for number in range(setting["seats"])]
    table = Table([Table.opening(seats, setting["rules"], setting["dealer"])])
    events: tuple[Event, ...] = ()
    for step in steps(case):
        if "deal" in step:
            events = table.apply(table.deal(deck(table, step["deal"]), 0))
        elif "move" in step:
            events = table.apply(table.move(step["seat"], step["move"]))
        found = told(table, events)
        for field, expected in step.get("expect", {}).items():
            assert same(field, expected, found[field]), (case["id"], field, expected, found)


def deck(table: Table, first: str) -> list[int]:
    """The pack of the next deal: the cards ``first``, then the rest in the pack's order."""
    cards = cards_from_text(first)
    rest = list(table.pack())
    for card in cards:
        rest.remove(card)
    return cards + rest


def told(table: Table, events: tuple[Event, ...]) -> dict[str, Any]:
    """What a table shows.

    Of the round: ``turn``, ``phase``, ``suit``, ``top``, ``direction``, ``duty``, ``stock``,
    ``hand_sizes`` and ``hands`` as in the referee's answer; ``seen``: the hands that seat 0
    sees, null where it sees only its own; ``put_back``: the cards put back as the last round
    was dealt. Of the match: ``match`` (``round``, ``between`` two rounds, or ``over``),
    ``points`` of the last round, ``totals``, ``in_match`` (a seat: still in it?), ``winners``
    and who is the next to deal, ``dealer``.
    """
    views = [table.view(seat) for seat in range(len(table.seats))]
    v = views[0]
    return {
        "turn": v.turn,
        "phase": PHASE_NAMES[v.phase],
        "suit": None if v.suit == NO_SUIT else SUITS[v.suit],
        "top": "" if v.top < 0 else card_text(v.top),
        "direction": v.direction,
        "duty": v.duty,
        "stock": v.stock,
        "hand_sizes": list(v.counts),
        "hands": [cards_text(view.hand) for view in views],
        "seen": None if v.hands is None else [cards_text(hand) for hand in v.hands],
        "put_back": [card_text(event.card) for event in events if isinstance(event, PutBack)],
        "match": table.phase_of_match,
        "points": list(table.rounds[-1]) if table.rounds else None,
        "totals": list(v.totals),
        "in_match": list(table.in_match),
        "winners": list(v.winners),
        "dealer": table.dealer,
    }
