"""What a computer player remembers is true, under any rules, whatever the others do."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mixes import mixes
from tests.recorded import mix, words
from vandatta.cards import members
from vandatta.engine.matching import ONE_SUIT
from vandatta.engine.state import State, hand_of
from vandatta.options import OptionsError, Value
from vandatta.players.memory import Memory, remember
from vandatta.table import Seat, Table


def seats_for(chance: random.Random, rules: object) -> int | None:
    """So many seats as these rules can be played with, if any."""
    found = []
    for seats in range(2, 9):
        try:
            Table.opening([Seat("", "human")] * seats, rules)
        except OptionsError:
            continue
        found.append(seats)
    return chance.choice(found) if found else None


def dealt(chance: random.Random, rules: object, seats: int) -> Table:
    """A table with a round just dealt."""
    table = Table()
    people = [Seat(str(i), "human") for i in range(seats)]
    table.apply(table.opening(people, rules, chance.randrange(seats)))
    deck = list(table.pack())
    chance.shuffle(deck)
    table.apply(table.deal(deck, chance.getrandbits(96)))
    return table


def going(table: Table, chance: random.Random, steps: int) -> Iterator[State]:
    """The round before each of so many steps, in which people also talk and lay what doesn't go."""
    for _ in range(steps):
        seat = table.in_turn()
        if seat is None:
            return
        assert table._round is not None
        yield table._round
        by, say = chance.randrange(len(table.seats)), chance.choice(["!", "?0", "?1", "?2"])
        if chance.random() < 0.3 and table.why_not(by, say) is None:
            table.apply(table.move(by, say))
        else:
            table.apply(table.move(seat, words(chance, table, seat)))


def contradicted(s: State, seat: int, known: Memory) -> Iterator[str]:
    """What ``seat`` believes to know and is not so."""
    hidden = Counter(s.stock[: s.n_stock])
    groups = [*(ONE_SUIT << suit for suit in range(4)), s.rules.wilds]
    for other in range(s.players):
        hand = hand_of(s, other)
        if other != seat and not s.rules.open_hands:
            hidden.update(hand)
        for group, most in zip(groups, known.maybe[other], strict=True):
            if sum(group >> card & 1 for card in hand) > most:
                yield f"{most} of {group:x} at most in seat {other}"
        if not set(members(known.shown[other])) <= set(hand):
            yield f"seat {other} holds {known.shown[other]:x}"
    if known.unseen != hidden:
        yield "what is unseen"


def check_round(table: Table, chance: random.Random, steps: int = 60) -> Counter[str]:
    """Play on, and compare what some seat remembers with how it is, another each step.

    Returns:
        How often it was looked, a seat knew more of another than how many cards it has, and the
        like.
    """
    found: Counter[str] = Counter()
    for s in going(table, chance, steps):
        seat = chance.randrange(s.players)
        known = remember(table.view(seat))
        wrong = list(contradicted(s, seat, known))
        assert not wrong, (table.rules_id, seat, wrong)
        found["looked"] += 1
        found["knew"] += any(
            most < count
            for other, count in enumerate(known.counts)
            for most in known.maybe[other][:4]
            if other != seat
        )
        found["shown"] += any(known.shown)
        found["guessed"] += known.likely != known.maybe
    return found


@given(mixes(), st.integers(0, 1 << 32))
def test_memory_claims_nothing_false_in_any_mix(values: dict[str, Value], number: int) -> None:
    chance = random.Random(number)
    seats = seats_for(chance, values)
    if seats is not None:
        check_round(dealt(chance, values, seats), chance)


@pytest.mark.parametrize("part", range(4))
def test_memory_claims_nothing_false_and_claims_something(part: int) -> None:
    chance = random.Random(f"memory {part}")
    found: Counter[str] = Counter()
    for _ in range(25):
        seats = chance.randrange(2, 9)
        found += check_round(dealt(chance, mix(chance, seats), seats), chance)
    assert found["looked"] > 800
    assert found["knew"] > 0.1 * found["looked"]
    assert min(found["shown"], found["guessed"]) > 20


LIES: dict[str, tuple[dict[str, Value], str, int]] = {
    "nobody draws who can lay": ({"base": "guide"}, "must_lay", 1),
    "any card may be the last": ({"base": "svensk", "hand_size": 2}, "not_last", 0),
    "an ace needs no follower": ({"draw_all_needs_follow": True}, "needs_follow", 0),
    "an older card may be laid": (
        {"base": "klassisk", "hand_cap": 1, "hand_size": 1, "last_card_suit": True},
        "lay_drawn",
        0,
    ),
    "there is one pack": ({"base": "svensk"}, "second_deck_from", 9),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_false_claim_would_be_found(lie: str) -> None:
    """A memory that believes in other rules than are played is soon contradicted."""
    chance = random.Random(lie)
    rules, key, value = LIES[lie]
    for _ in range(200):
        table = dealt(chance, rules, 5)
        for s in going(table, chance, 60):
            view = table.view(0)
            view = replace(view, rules=replace(view.rules, **{key: value}))  # type: ignore[arg-type]
            if any(contradicted(s, 0, remember(view))):
                return
    pytest.fail("nothing is ever wrong")
