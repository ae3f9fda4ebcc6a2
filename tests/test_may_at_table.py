"""The page "Får man …?" asked from a table: it begins with what lies there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.browsing import browser, my_turn, new_table, shown, stranger, view
from tests.sittings import play, seats, table_with
from vandatta.engine.alphabet import NAMING, TO_NAME
from vandatta.engine.rules import SINGLE
from vandatta.notation.moves import move_texts
from vandatta.options import from_id
from vandatta.server.asking import may, verdict
from vandatta.server.present import situation_at
from vandatta.server.seats import around
from vandatta.server.situation import Situation, situation_from
from vandatta.sheet.mix import Mix
from vandatta.store.memory import MemoryStore
from vandatta.table import Table

RULES = (
    *("svensk", "guide", "klassisk-nd2.2", "barn", "crazy_eights", "mau_mau", "pesten"),
    # small packs, big hands, few cards to draw, many draws a turn
    *("svensk-rr34-hs12-rs0", "klassisk-hc16-la0-rr2456789T-hs4", "mau_mau-hs9-sd2-apagain-agnone"),
    *("svensk-dl14-hs3", "pesten-ht1-jo1-mn0", "svensk-fp2-hs2", "klassisk-hs3-wn2"),
)


@pytest.fixture
def client() -> Iterator[Any]:
    with browser(MemoryStore()) as client:
        yield client


def asked(table: Table, seat: int = 0) -> Situation:
    """The situation that a seat's link leads to, as its address tells it."""
    m = Mix("sv", from_id(table.rules_id))
    found = situation_at(m, table.view(seat))
    assert found is not None
    read = situation_from(m, dict(parse_qsl(found.query()[1:])))
    assert read == found
    return read


def test_the_table_lies_as_it_does() -> None:
    hands = ["8h 2h 3h 4h 5h 6h 7h", "8s 3c 4c 5c 6c 7c 9c", "2d 4d 5d 6d 7d 9d Kd"]
    table = table_with(hands, "Qh Qd Qs Js Ks Jd")
    assert asked(table) == Situation(
        top="Qh", hand=("2h", "3h", "4h", "5h", "6h", "7h", "8h"), left=7
    )
    play(table, "8h=c", "3c", "draw")
    # the next but one has the turn; what it has drawn is its own affair
    assert asked(table, 1).drawn == 0 and asked(table, 1).left == 8
    mine = asked(table, 2)
    assert (mine.top, mine.suit, mine.drawn, mine.hand[-1]) == ("3c", "", 1, "Qd")
    assert mine.left == 6


def test_the_suit_named_the_debt_and_the_last_cards() -> None:
    hands = ["8h 2h 3h 4h 5h 6h 7h", "2s 3c 4c 5c 6c 7c 9c", "2d 3d 4d 5d 6d 7d 9d"]
    rules = {"base": "svensk", "next_draws": "2:2"}
    table = table_with(hands, "Qh Qd Qs Js Ks Jd", rules=rules)
    play(table, "8h=s")
    assert (asked(table, 1).top, asked(table, 1).suit, asked(table, 1).duty) == ("8h", "s", 0)
    play(table, "2s")
    assert asked(table, 2).duty == 2 and asked(table, 0).duty == 0


def test_a_call_that_can_still_be_made() -> None:
    table = table_with(["5h 6h", "3c 4c", "2d 3d"], "Qh Kd Ks", rules={"hand_size": 2})
    play(table, "5h")
    assert asked(table, 0).late and not asked(table, 1).late
    before = asked(table, 2)
    assert before.left == 1 and not before.called
    play(table, "0:!")
    assert asked(table, 2).called and not asked(table, 0).late


@pytest.mark.parametrize("rules", RULES)
def test_what_may_be_done_at_the_table_may_be_done_there(rules: str) -> None:
    luck = random.Random(rules)
    table = Table([Table.opening(seats(3), rules, dealer=2)])
    m = Mix("sv", from_id(table.rules_id))
    judged = 0
    for _ in range(150):
        if table.phase_of_match in ("deal", "between"):
            deck = list(table.pack())
            luck.shuffle(deck)
            table.apply(table.deal(deck, luck.getrandbits(96)))
            continue
        if table.phase_of_match == "over":
            assert table.rules.match_end == SINGLE or any(table.rounds)
            table.apply(table.rematch(luck.randrange(3)))
            continue
        turn = table.in_turn()
        assert turn is not None
        seen = table.view(turn)
        moves = move_texts(seen.rules, seen.singles)
        found = situation_at(m, seen)
        assert seen.phase not in (TO_NAME, NAMING) or found is None
        if found is not None:
            s = asked(table, turn)
            after = next(seat for seat in around(seen) if seen.playing[seat])
            for move in dict.fromkeys([*moves, "draw", "pass", "!", f"?{after}", *set(s.hand)]):
                if move[0] == "?" and move != f"?{after}":
                    continue  # the page asks about the next player only
                judged += 1
                put = "?1" if move[0] == "?" else move
                ruling = verdict(
                    m, situation_from(m, dict(parse_qsl(s.query(move=put)[1:]))), table.rules_id
                )
                why = table.why_not(turn, move)
                assert ruling.allowed == (why is None), (s, move, ruling.sentence)
        table.apply(table.move(turn, luck.choice(moves)))
    assert judged > 300


def test_an_own_ace_leaves_time_to_call() -> None:
    table = table_with(["Ah 7h", "3c 4c", "2d 3d"], "Qh Kd Ks Qs", rules={"hand_size": 2})
    play(table, "Ah")
    m, s = Mix("sv", from_id(table.rules_id)), asked(table)
    assert s.own and s.window
    assert verdict(m, replace(s, move="!"), table.rules_id).allowed
    play(table, "0:!")
    s = asked(table)
    assert s.said and not s.window
    ruling = verdict(m, replace(s, move="!"), table.rules_id)
    why = table.why_not(0, "!")
    assert why is not None
    assert not ruling.allowed and ruling.sentence == why.sentence("sv")
    # by a link that says no more than that the ace is one's own
    plain = situation_from(Mix("sv", from_id("svensk")), {"top": "Ah", "hand": "7h", "own": "1"})
    assert verdict(Mix("sv", from_id("svensk")), replace(plain, move="!"), "svensk").allowed


def test_a_stock_renewed_as_often_as_may_be_is_told_of_so() -> None:
    m = Mix("sv", from_id("svensk"))
    s = Situation(top="5h", hand=("2c", "3c"), bare=True, move="draw")
    assert "redan blandats om" in verdict(m, s, "svensk").sentence


def test_the_link_leads_there_with_the_reader_s_cards_alone(client: Any) -> None:
    table = my_turn(client)
    seen = view(client, table)
    page = shown(client.get(table))
    assert f'href="{table}/may"' in page
    response = client.get(f"{table}/may")
    assert response.status_code == 303
    where, _, query = response.headers["location"].partition("?")
    assert where == "/may/svensk"
    assert dict(parse_qsl(query))["top"] == seen["top"]
    told = dict(parse_qsl(query))["hand"]
    assert sorted(told[i : i + 2] for i in range(0, len(told), 2)) == sorted(seen["hand"])
    words = shown(client.get(response.headers["location"]))
    m = Mix("sv", from_id("svensk"))
    found = may(m, situation_from(m, dict(parse_qsl(query))))
    assert f'<span class="sr">{found.top.text}</span>' in words
    assert stranger(client).get(f"{table}/may").status_code == 404


def test_in_the_other_language_the_same_is_asked(client: Any) -> None:
    here = "/may/svensk?top=8s&suit=d&hand=7h8c&move=8c%3Dh"
    assert f'name="back" value="{here}"' in shown(client.get(here))
    response = client.post("/settings", data={"lang": "en", "back": here}, follow_redirects=False)
    assert response.status_code == 303
    assert response.headers["location"] == here


def test_between_rounds_the_page_begins_as_usual() -> None:
    table = table_with(["5h", "3c", "2d"], "Qh Kd Ks", rules={"hand_size": 1})
    play(table, "5h")
    m = Mix("sv", from_id(table.rules_id))
    assert situation_at(m, table.view(0)) is None


def test_a_new_table_s_own_rules_are_asked(client: Any) -> None:
    table = new_table(client, rules="barn-dl1")
    assert client.get(f"{table}/may").headers["location"].startswith("/may/barn-dl1")
