"""Matches played at random at real tables, for the tests of records."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from vandatta.cards import SUITS, members
from vandatta.events import Dealt, Drew, Event, Laid, Misplayed, PutBack, RoundOver, TurnedUp
from vandatta.notation.moves import move_texts
from vandatta.options import OPTIONS, OptionsError, Value, check_seats, compile_rules, options_from
from vandatta.table import Seat, Table

NAMES = ("Du", "Kerstin", "Åke", "Bo ”Bosse”", 'A "b"', "ö\\", "Mårten", "Ylva\u202e")
BASES = ("svensk", "guide", "klassisk", "barn", "crazy_eights", "openspiel", "mau_mau", "pesten")


def value(chance: random.Random, key: str) -> Value:
    """A value of the option ``key``."""
    option = OPTIONS[key]
    if option.kind == "switch":
        return chance.random() < 0.5
    if option.kind == "number":
        high = min(option.high, option.low + 12)
        return chance.randint(option.low, high)
    if option.kind == "ranks":
        ranks = "".join(rank for rank in "A23456789TJQK" if chance.random() < 0.15)
        return ranks or "none"
    if option.kind == "draws":
        return chance.choice(("none", "2:2", "2:2 7:3", "7:2"))
    return chance.choice(option.values)


def mix(chance: random.Random, seats: int) -> dict[str, Any]:
    """A mix of options for so many seats, whose rounds end within reach of a test."""
    while True:
        keys = chance.sample(sorted(OPTIONS), chance.choice((0, 2, 6, len(OPTIONS))))
        found: dict[str, Any] = {"base": chance.choice(BASES)}
        found |= {key: value(chance, key) for key in keys}
        found["turn_limit"] = chance.choice((40, 120))
        found["limit"] = chance.choice((20, 60))
        try:
            rules = compile_rules(options_from(found))
            check_seats(rules, seats)
        except OptionsError:
            continue
        return found


def words(chance: random.Random, table: Table, seat: int) -> str:
    """A move of the seat in turn: several cards, a call with it, or one that does not go."""
    view = table.view(seat)
    hand = list(view.hand)
    tries = []
    legal = move_texts(view.rules, view.singles)
    if chance.random() < 0.25 and hand:
        rank = chance.choice(hand) >> 2
        same = [card for card in hand if card >> 2 == rank]
        tries.append("".join("JK" if c > 51 else _text(c) for c in chance.sample(same, len(same))))
        tries.append(tries[0] + "=" + chance.choice(SUITS))
    if chance.random() < 0.1 and hand:
        tries.append(chance.choice([_text(card) for card in hand]))
    if not legal:
        # must lay, and only the card just drawn, which does not fit but on top of another
        legal = ["".join(map(_text, several(hand, card))) for card in members(view.legal)]
    lays = [each for each in legal if each[0] not in "dp="]
    tries.append(chance.choice(lays if lays and chance.random() < 0.8 else legal))
    for each in tries:
        call = each + "!" if each[-1] not in "sw" and chance.random() < 0.2 else each
        for attempt in (call, each):
            if table.why_not(seat, attempt) is None:
                return attempt
    return tries[-1]


def several(hand: list[int], bottom: int) -> list[int]:
    """All cards of a rank, one of them at the bottom."""
    rest = [card for card in hand if card >> 2 == bottom >> 2]
    rest.remove(bottom)
    return [bottom, *rest]


def _text(card: int) -> str:
    return "JK" if card > 51 else "A23456789TJQK"[card >> 2] + SUITS[card & 3]


def match(
    chance: random.Random,
    seats: int,
    rules: object,
    rounds: int = 12,
    moves: int = 4000,
) -> tuple[list[dict[str, Any]], list[Event]]:
    """A match's log and what happened; broken off after so many rounds or moves."""
    players = [
        Seat(chance.choice(NAMES), chance.choice(("human", "beginner", "regular")))
        for _ in range(seats)
    ]
    opening = Table.opening(players, rules, chance.randrange(seats), {"secret": "x"})
    table, log = Table([opening]), [opening]
    events: list[Event] = []
    while len(log) < moves:
        if table.phase_of_match == "over" or len(table.rounds) >= rounds:
            break
        seat = table.in_turn()
        if seat is None:
            deck = list(table.pack())
            chance.shuffle(deck)
            entry = table.deal(deck, chance.getrandbits(96))
        else:
            by = chance.randrange(seats)
            say = chance.choice(("!", f"?{chance.randrange(seats)}"))
            if chance.random() < 0.3 and table.why_not(by, say) is None:
                entry = table.move(by, say)
            else:
                entry = table.move(seat, words(chance, table, seat))
        log.append(entry)
        events += table.apply(entry)
    return log, events


def plainly(events: Iterable[Event]) -> list[Event]:
    """``events`` with one kind of joker, as text knows them."""
    return [_plainly(event) for event in events]


def _plainly(event: Event) -> Event:
    match event:
        case Dealt(cards=tuple() as cards):
            return replace(event, cards=tuple(min(card, 52) for card in cards))
        case RoundOver():
            hands = tuple(tuple(min(card, 52) for card in hand) for hand in event.hands)
            return replace(event, hands=hands)
        case Laid(card=53) | Drew(card=53) | TurnedUp(card=53) | PutBack(card=53):
            return replace(event, card=52)
        case Misplayed(card=53):
            return replace(event, card=52)
        case _:
            return event
