"""A table is the sum of its log: it replays, and what is refused changes nothing."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.playing import choose
from vandatta.cards import SUITS, card_text, members
from vandatta.engine.alphabet import CALL_BIT, DRAW, NAME, NO_SEAT, PASS
from vandatta.engine.calls import calls
from vandatta.engine.play import legal
from vandatta.events import Drew, Event, MatchOver, RoundOver
from vandatta.notation.moves import move_texts
from vandatta.table import Entry, Refused, Seat, Table

FACES = [rank + suit for rank in "A23456789TJQK" for suit in SUITS]
LAYS = [card for card in FACES if card[0] != "8"] + [
    card + "=" + suit for card in FACES if card[0] == "8" for suit in SUITS
]
EVERYTHING = (
    [lay + shout for lay in LAYS for shout in ("", "!")]
    + [f"={suit}" for suit in SUITS]
    + [f"?{seat}" for seat in range(8)]
    + ["draw", "pass", "!"]
)
NONSENSE = [
    "",
    " ",
    "9x",
    "draw!",
    "8h=",
    "8h=x",
    "9c9",
    "?8",
    "??",
    "=sh",
    "JK",
    "9c 9d",
    "x" * 999,
]


def seats(players: int) -> list[Seat]:
    return [Seat(f"S{seat}", "human" if seat == 0 else "regular") for seat in range(players)]


def opened(players: int, dealer: int = 0, rules: object = "svensk") -> tuple[Table, list[Entry]]:
    log = [Table.opening(seats(players), rules, dealer, {"code": "7f"})]
    return Table(log), log


def words_at_random(table: Table, chance: random.Random) -> tuple[int, str]:
    """A legal move of somebody, as text."""
    s = table._round
    assert s is not None
    if s.window != NO_SEAT or s.forgot:
        for other in range(s.players):
            spoken = calls(s, other)
            if spoken and chance.random() < 0.3:
                return other, "!" if spoken & CALL_BIT else f"?{spoken.bit_length() - 2}"
    action = choose(chance, legal(s), eager=False)
    if action < NAME:
        words = card_text(action)
        if words[0] == "8":
            words += "=" + chance.choice(SUITS)
        return s.turn, words + "!" * (chance.random() < 0.5)
    if action < DRAW:
        return s.turn, "=" + SUITS[action - NAME]
    return s.turn, "pass" if action == PASS else "draw"


def play(
    chance: random.Random, players: int, rules: object = "svensk"
) -> tuple[Table, list[Entry]]:
    """A whole match through the table; the table and its log."""
    table, log = opened(players, chance.randrange(players), rules)
    for entry, _ in going(table, chance):
        log.append(entry)
    return table, log


def going(table: Table, chance: random.Random) -> Iterator[tuple[Entry, tuple[Event, ...]]]:
    """Play on to the end of the match, an entry at a time."""
    while table.phase_of_match != "over":
        if table.phase_of_match == "round":
            entry = table.move(*words_at_random(table, chance))
        else:
            deck = list(table.pack())
            chance.shuffle(deck)
            entry = table.deal(deck, chance.getrandbits(96))
        yield entry, table.apply(entry)


def seen(table: Table) -> dict[str, Any]:
    """Everything anyone can see of a table."""
    return {
        "views": [table.view(seat) for seat in range(len(table.seats))],
        "decision": table.decision,
        "number": table.number,
        "length": table.length,
        "phase": table.phase_of_match,
        "turn": table.in_turn(),
        "rounds": table.rounds,
        "seats": table.seats,
        "extra": table.extra,
        "dealer": table.dealer,
        "in": table.in_match,
    }


def replays(first: int, matches: int) -> None:
    for number in range(first, first + matches):
        table, log = play(random.Random(number), 2 + number % 4)
        assert table.phase_of_match == "over"
        assert table.view(0).winners
        assert table.length == len(log)
        again = Table(json.loads(json.dumps(log)))
        assert seen(again) == seen(table)
        # hidden cards and the generator included
        assert again._round == table._round
        assert again._match == table._match


def test_a_replayed_log_gives_the_same_table() -> None:
    replays(0, 12)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_hundreds_of_replayed_logs_give_the_same_tables(part: int) -> None:
    replays(100 + 60 * part, 60)


def test_every_prefix_of_a_log_replays() -> None:
    table, log = opened(3)
    grown = Table(log)
    for step, (entry, _) in enumerate(going(table, random.Random(5))):
        log.append(entry)
        grown.apply(json.loads(json.dumps(entry)))
        if step % 40 == 0:
            assert seen(Table(log)) == seen(grown) == seen(table)
    assert len(log) > 100
    assert seen(Table(log)) == seen(grown)


def test_events_are_numbered_without_holes() -> None:
    table, _ = opened(4)
    numbers: list[int] = []
    ends = 0
    for _, events in going(table, random.Random(8)):
        numbers += [event.n for event in events]
        assert table.number == numbers[-1]
        ends += sum(isinstance(event, RoundOver) for event in events)
        for seat in range(4):
            for event in table.view(seat).history:
                if isinstance(event, Drew) and event.seat != seat:
                    assert event.card is None
    assert numbers == list(range(1, len(numbers) + 1))
    assert ends == len(table.rounds)
    assert isinstance(events[-1], MatchOver)


def test_the_decision_changes_with_every_move_of_the_seat_in_turn() -> None:
    table, _ = opened(3)
    decision, moves = table.decision, 0
    for entry, _ in going(table, random.Random(4)):
        if entry["t"] == "move" and entry["move"][0] not in "!?":
            assert table.decision > decision
            moves += 1
        assert table.decision >= decision
        decision = table.decision
    assert moves > 50


def test_a_move_for_an_older_decision_is_refused() -> None:
    table, _ = opened(2)
    chance = random.Random(2)
    for _ in range(3):
        next(going(table, chance))
    seat = table.in_turn()
    assert seat is not None
    words = move_texts(table.view(seat).rules, table.view(seat).singles)[0]
    with pytest.raises(Refused) as refused:
        table.move(seat, words, table.decision - 1)
    assert refused.value.rule == "stale"
    assert refused.value.sentence("sv") and refused.value.sentence("en")
    assert table.move(seat, words, table.decision)["move"] == words


def accepted(table: Table, seat: int) -> set[str]:
    """What the text moves of a seat should be, from its view."""
    view = table.view(seat)
    texts = set(move_texts(view.rules, view.singles))
    texts |= {words + "!" for words in texts if words[0] not in "=dp"}
    if view.calls & CALL_BIT:
        texts.add("!")
    return texts | {f"?{k - 1}" for k in members(view.calls & ~CALL_BIT)}


def unchanged(table: Table, seat_range: range) -> int:
    """Try every move there is; what is refused, and what is only proposed, changes nothing."""
    before = copy.deepcopy(table.__dict__)
    narrator = before.pop("_narrator").number
    told = list(before.pop("_history"))
    refusals = 0
    for seat in seat_range:
        fine = accepted(table, seat)
        for words in EVERYTHING + NONSENSE:
            why = table.why_not(seat, words)
            assert (why is None) == (words in fine), (seat, words, why and why.rule)
            if why is None:
                assert table.move(seat, words) == {"t": "move", "seat": seat, "move": words}
            else:
                refusals += 1
    after = dict(table.__dict__)
    assert after.pop("_narrator").number == narrator
    assert list(after.pop("_history")) == told
    assert after == before
    return refusals


def test_text_moves_are_accepted_exactly_when_the_view_has_them_and_refusals_change_nothing() -> (
    None
):
    refusals = 0
    for number in range(8):
        table, _ = opened(2 + number % 4)
        chance = random.Random(number)
        for step, _ in enumerate(going(table, chance)):
            if table.in_turn() is not None and step % 5 == number % 5:
                refusals += unchanged(table, range(len(table.seats)))
                with pytest.raises(Refused) as refused:
                    table.move(chance.randrange(len(table.seats)), "9x")
                assert refused.value.rule == "bad_request"
                assert refused.value.sentence("sv") and refused.value.sentence("en")
            if step > 60:
                break
    assert refusals > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_text_moves_are_accepted_exactly_when_the_view_has_them_at_every_step(part: int) -> None:
    refusals = 0
    for number in range(4):
        chance = random.Random(f"text {part} {number}")
        table, _ = opened(2 + number % 4)
        for step, _ in enumerate(going(table, chance)):
            if (turn := table.in_turn()) is not None:
                refusals += unchanged(table, range(turn, turn + 1))
            if step > 200:
                break
    assert refusals > 50_000


def test_seats_that_do_not_exist_may_not_move() -> None:
    table, _ = opened(2)
    next(going(table, random.Random(1)))
    for seat in (-1, 2, 7, 99):
        why = table.why_not(seat, "draw")
        assert why is not None and why.rule == "not_your_turn"
        with pytest.raises(IndexError):
            table.view(seat)


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"t": "dance"},
        {"t": "move", "seat": 0},
        {"t": "move", "seat": "0", "move": "draw"},
        {"t": "move", "seat": 0, "move": None},
        {"t": "move", "seat": 0, "move": "9x"},
        {"t": "deal", "deck": "As", "chance": "1"},
        {"t": "deal", "deck": "zz", "chance": "1"},
        {"t": "open", "seats": [], "rules": "svensk", "dealer": 0, "extra": {}},
        {"t": "match", "dealer": 0},
        [],
        None,
        "draw",
    ],
)
def test_what_is_no_entry_of_this_log_is_refused_and_changes_nothing(entry: Any) -> None:
    for dealt in (False, True):
        table, _ = opened(2)
        if dealt:
            next(going(table, random.Random(1)))
        before = seen(table)
        with pytest.raises(ValueError, match=r"."):
            table.apply(entry)
        assert seen(table) == before


def test_a_log_that_can_not_be_is_not_replayed() -> None:
    table, log = play(random.Random(9), 2)
    with pytest.raises(ValueError, match=r"."):
        Table([log[0], log[0]])
    with pytest.raises(ValueError, match=r"."):
        Table([*log, log[-1]])
    first_move = next(i for i, entry in enumerate(log) if entry["t"] == "move")
    with pytest.raises(ValueError, match=r"."):
        Table([*log[:first_move], *log[first_move + 1 :]])
    assert table.phase_of_match == "over"


def test_a_log_begins_with_its_opening() -> None:
    _, log = play(random.Random(9), 2)
    with pytest.raises(ValueError, match=r"."):
        Table(log[1:])


def test_decks_and_seeds_are_checked() -> None:
    table, _ = opened(2)
    pack = list(table.pack())
    for wrong in ([], pack[:-1], [*pack[:-1], pack[0]], [*pack, 0], [99, *pack[1:]]):
        with pytest.raises(ValueError, match="deck"):
            table.deal(wrong, 1)
    for seed in (-1, 1 << 96):
        with pytest.raises(ValueError, match="seed"):
            table.deal(pack, seed)
    assert table.deal(pack, (1 << 96) - 1)["chance"] == str((1 << 96) - 1)
    assert table.phase_of_match == "deal"


def test_nothing_is_dealt_into_a_round_and_no_rematch_comes_before_the_end() -> None:
    table, _ = opened(2)
    deck = table.pack()
    with pytest.raises(Refused):
        table.rematch(0)
    table.apply(table.deal(deck, 1))
    with pytest.raises(Refused) as refused:
        table.deal(deck, 1)
    assert refused.value.rule == "stale"
    with pytest.raises(Refused):
        table.rematch(0)


def test_a_rematch_starts_from_nothing_at_the_same_seats() -> None:
    table, log = play(random.Random(11), 3)
    number, decision = table.number, table.decision
    for dealer in (-1, 3):
        with pytest.raises(ValueError, match="seat"):
            table.rematch(dealer)
    dealer = table.next_dealer
    entry = table.rematch(dealer)
    table.apply(entry)
    assert not table.view(0).winners
    assert (table.dealer, table.rounds, table.view(0).totals) == (dealer, (), (0, 0, 0))
    assert table.decision > decision
    log.append(entry)
    for more, _ in going(table, random.Random(12)):
        log.append(more)
    assert table.phase_of_match == "over"
    assert table.number > number
    assert seen(Table(log)) == seen(table)


def test_openings_are_checked() -> None:
    for wrong in (seats(1), seats(6), [Seat("A", "human"), Seat("B", "wizard")]):
        with pytest.raises(ValueError, match=r"."):
            Table.opening(wrong)
    with pytest.raises(ValueError, match="seat"):
        Table.opening(seats(2), dealer=2)
    with pytest.raises(ValueError, match=r"."):
        Table.opening(seats(2), rules="svenska")


def test_the_score_sheet_has_a_column_a_seat_and_gaps_for_who_is_out() -> None:
    for number in range(20):
        table, _ = play(random.Random(number), 4)
        totals = [0] * 4
        for row in table.rounds:
            for seat, points in enumerate(row):
                # out at the limit, and only there
                assert (points is None) == (totals[seat] >= 100)
                totals[seat] += points or 0
        assert tuple(totals) == table.view(0).totals


def test_before_the_first_deal_everyone_sees_an_empty_table() -> None:
    table, _ = opened(3, dealer=2)
    assert table.phase_of_match == "deal"
    assert table.in_turn() is None
    for seat in range(3):
        view = table.view(seat)
        assert (view.hand, view.legal, view.calls, view.history) == ((), 0, 0, ())
        assert view.dealer == 2
    assert table.extra == {"code": "7f"}
