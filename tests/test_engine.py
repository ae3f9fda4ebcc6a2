"""The engine itself: the deal, the ends of a round, and its generator."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.playing import SVENSK, all_of, choose, fresh_round, play_round, shuffled
from vandatta.cards import card_from_text, rank_of
from vandatta.engine import rng
from vandatta.engine.alphabet import CHALLENGE, NAME, NAMING, NO_SEAT, OVER, TO_LAY, TO_NAME
from vandatta.engine.calls import calls
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.drawing import before_shuffle, renew_stock
from vandatta.engine.match import Match, score_round
from vandatta.engine.play import apply, legal, speak
from vandatta.engine.state import PUT_BACK, State, hand_of, read_note, top_card
from vandatta.notation import referee
from vandatta.notation.position import read_position
from vandatta.options import rules_from

ACE, EIGHT = 0, 7


def moved(position: dict[str, Any], *moves: str) -> dict[str, Any]:
    """The referee's answer after moves of whoever is in turn."""
    request = {"position": {"rules": "svensk"} | position, "moves": [{"move": m} for m in moves]}
    answer = referee.answer(request)
    assert "error" not in answer, answer
    return answer


# --- the deal


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_are_dealt_one_at_a_time_clockwise_from_forehand(players: int, dealer: int) -> None:
    deck = list(pack_for(SVENSK, players))
    s = new_round(SVENSK, players, all_of(players), dealer, deck, 1)
    for place in range(players):
        seat = (dealer + 1 + place) % players
        assert hand_of(s, seat) == sorted(deck[place : 7 * players : players])
        assert s.count[seat] == 7
    assert s.turn == (dealer + 1) % players
    assert top_card(s) == deck[7 * players]
    assert list(reversed(s.stock[: s.n_stock])) == deck[7 * players + 1 :]


@pytest.mark.parametrize("size", [0, 1, 2, 30])
def test_a_pile_can_be_laid_so_that_a_stock_comes_out_of_the_shuffle(size: int) -> None:
    s = new_round(SVENSK, 2, all_of(2), 0, list(pack_for(SVENSK, 2)), 5)
    wanted = shuffled(random.Random(size), SVENSK, 2)[:size]
    s.n_stock, s.n_pile = 0, size + 1
    s.pile[:size] = bytes(before_shuffle(s.rng, wanted))
    renew_stock(s)
    assert list(s.stock[:size]) == wanted
    assert s.n_stock == size


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 1), (4, 1), (5, 2)])
def test_two_packs_from_five_seats(players: int, packs: int) -> None:
    pack = pack_for(SVENSK, players)
    assert sorted(pack) == sorted(list(range(52)) * packs)


def test_seats_out_of_the_match_get_no_cards_and_are_passed_over() -> None:
    chance = random.Random(7)
    playing = 0b1011
    s = new_round(SVENSK, 4, playing, 1, shuffled(chance, SVENSK, 3), 1)
    assert s.count[:4] == [7, 7, 0, 7]
    assert s.turn == 3
    assert sum(s.count) + s.n_stock + s.n_pile == 52
    turns = set()

    def watch(s: State) -> None:
        turns.add(s.turn)
        assert s.first[2] == 0 and calls(s, 2) == 0

    play_round(s, chance, eager=False, watch=watch)
    assert turns == {0, 1, 3}


def turned(first: str, *more: str) -> State:
    """A round of two in which these cards are turned up, one after the other if need be."""
    cards = [card_from_text(word) for word in (first, *more)]
    rest = [card for card in pack_for(SVENSK, 2) if card not in cards]
    return new_round(SVENSK, 2, 0b11, 0, rest[:14] + cards + rest[14:], 99)


def test_a_turned_up_ace_goes_back_into_the_stock() -> None:
    s = turned("As")
    ace = card_from_text("As")
    assert ace in s.stock[: s.n_stock]
    assert rank_of(top_card(s)) != ACE
    assert s.n_pile == 1 and s.n_stock == 52 - 14 - 1
    assert s.suit == top_card(s) & 3 or s.phase == TO_NAME


def test_every_ace_turned_up_in_a_row_is_noted_and_none_starts() -> None:
    seen = 0
    for number in range(400):
        s = fresh_round(random.Random(number), 2 + number % 4)
        notes = [read_note(s.notes[k % 256]) for k in range(s.noted)]
        back = [card for kind, _, card in notes if kind == PUT_BACK]
        assert all(rank_of(card) == ACE for card in back)
        assert rank_of(top_card(s)) != ACE
        seen += len(back)
    assert seen > 10


def test_where_the_ace_goes_is_chance_but_never_on_top() -> None:
    places = set()
    for seed in range(300):
        deck = [card for card in pack_for(SVENSK, 2) if card]
        deck.insert(14, 0)
        s = new_round(SVENSK, 2, 0b11, 0, deck, seed)
        places.add(bytes(s.stock[: s.n_stock]).index(0))
    # the card that took its place on top is the one turned up, so any place is possible
    assert len(places) > 30


def test_forehand_names_the_suit_of_a_turned_up_eight_and_plays_on_from_it() -> None:
    s = turned("8d")
    assert s.phase == TO_NAME
    assert s.turn == 1
    assert s.suit == -1
    assert legal(s) == 0b1111 << NAME
    before = s.count[:2]
    apply(s, NAME + 2)
    assert (s.turn, s.phase, s.suit, s.count[:2]) == (1, TO_LAY, 2, before)
    # an eight does not go on the turned-up eight, and neither does an ace
    cards = legal(s) & ((1 << 52) - 1)
    assert cards & (0xF | 0xF << 4 * EIGHT) == 0


# --- the ends of a round


def test_the_turn_limit_ends_a_round_and_everyone_counts() -> None:
    rules = rules_from({"base": "svensk", "turn_limit": 7})
    ends = set()
    for number in range(60):
        chance = random.Random(number)
        s = fresh_round(chance, 2 + number % 4, rules)
        while s.phase != OVER:
            assert s.turns < 7
            apply(s, choose(chance, legal(s), eager=True))
        assert s.turns <= 7
        ends.add((s.out, s.turns == 7))
        m = Match(players=s.players, playing=s.playing, dealer=0)
        score_round(m, s)
        assert all(m.totals[seat] > 0 for seat in range(s.players) if seat != s.out)
    assert (NO_SEAT, True) in ends


def test_the_five_hundredth_turn_is_the_last_one_by_default() -> None:
    position = {"hands": ["9d 2h", "3s Kh"], "pile": "4c", "stock": "", "reshuffled": 1}
    before = moved(position | {"turns": 498}, "pass")
    assert not before["round_over"]
    after = moved(position | {"turns": 499}, "pass")
    assert after["round_over"]
    assert after["points"] == [10, 15]


def test_without_a_limit_the_turns_go_on() -> None:
    position = {"hands": ["9d 2h", "3s Kh"], "pile": "4c", "stock": "", "reshuffled": 1}
    rules = {"base": "svensk", "turn_limit": 0}
    assert not moved(position | {"rules": rules, "turns": 600}, "pass")["round_over"]


def test_a_round_is_blocked_when_a_full_circle_has_passed() -> None:
    position = {
        "hands": ["9d 2h", "3s Kh", "5h 6h"],
        "pile": "4c",
        "stock": "",
        "reshuffled": 1,
    }
    assert not moved(position, "pass", "pass")["round_over"]
    blocked = moved(position, "pass", "pass", "pass")
    assert blocked["round_over"]
    assert blocked["points"] == [10, 15, 10]


def test_a_lay_begins_the_circle_anew() -> None:
    position = {
        "hands": ["9d 2h", "3c Kh 7h", "5h 6h"],
        "pile": "4c",
        "stock": "",
        "reshuffled": 1,
    }
    assert not moved(position, "pass", "3c", "pass", "pass")["round_over"]
    assert moved(position, "pass", "3c", "pass", "pass", "pass")["round_over"]


def test_waiting_with_an_eight_after_anothers_draws_does_not_end_the_round() -> None:
    position = {"hands": ["9d 2h", "8s"], "pile": "4c", "stock": "Kd Kh 2s 3d 5d"}
    answer = moved(position, "draw", "draw", "draw", "pass", "pass")
    assert not answer["round_over"]
    assert answer["turn"] == 0


def test_a_round_is_not_blocked_while_somebody_could_lay() -> None:
    position = {"hands": ["Ac 8d 9d", "2s 3s"], "pile": "4c", "stock": "", "reshuffled": 1}
    answer = moved(position, "Ac", "pass", "pass")
    # 000 "Kan ingen vid bordet lägga är omgången över": seat 0 can, its eight goes on the ace
    assert not answer["round_over"]
    assert "8d=s" in answer["legal"]


def test_nobody_gets_a_word_in_between_an_eight_and_its_suit() -> None:
    position = {"rules": "svensk", "hands": ["8s 9d", "2s 3s"], "pile": "4c", "stock": "Kd Kh 2d"}
    s = read_position(position)
    apply(s, card_from_text("8s"))
    assert s.phase == NAMING
    # "Säg det tydligt och innan nästa spelare rör sina kort": the lay ends with the suit
    assert calls(s, 1) == 0


def test_going_out_ends_the_round_at_once() -> None:
    answer = moved({"hands": ["9c", "2s 3s", "Kd 8h"], "pile": "4c", "stock": "Ad"}, "9c")
    assert answer["round_over"]
    assert answer["points"] == [0, 10, 35]
    assert answer["legal"] == []


def test_a_penalty_in_turn_that_finds_no_cards_still_ends_the_turn() -> None:
    s = fresh_round(random.Random(1), 2)
    for seat, card in enumerate(("9c", "2s")):
        s.first[seat], s.second[seat], s.count[seat] = 1 << card_from_text(card), 0, 1
    s.n_stock, s.n_pile, s.reshuffled = 0, 1, 1
    s.pile[0], s.suit, s.turn, s.forgot, s.phase = card_from_text("4h"), 1, 0, 1, TO_LAY
    speak(s, 1, CHALLENGE + 0)
    assert (s.turn, s.count[0], s.forgot, s.phase) == (1, 1, 0, TO_LAY)
    assert calls(s, 1) == 0


# --- the generator


def test_the_generator_is_fair_and_its_seeds_are_checked() -> None:
    words = [0] * 4
    for wrong in (-1, 1 << 96):
        with pytest.raises(ValueError, match="seed"):
            rng.seed(words, wrong)
    rng.seed(words, 12345)
    assert words != [0] * 4 and all(0 <= word < 1 << 32 for word in words)
    counts = [0] * 6
    for _ in range(6000):
        counts[rng.below(words, 6)] += 1
    assert min(counts) > 850
    again = [0] * 4
    rng.seed(again, 12345)
    other = [0] * 4
    rng.seed(other, 12346)
    assert again != other
