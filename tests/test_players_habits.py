"""Van's habits under other rules than the Swedish ones, and what it remembers, as positions."""

from __future__ import annotations

import random
from typing import Any

from tests.test_players import BEGINNER, at, best, heard
from vandatta.cards import card_from_text, cards_from_text
from vandatta.events import Drew, Event, Laid, Misplayed, Named, Passed, TurnedUp
from vandatta.players.memory import WILD, remember

TWOS = {"base": "svensk", "next_draws": "2:2"}
STOCK = "3c 4c 5c 6c 7c"


def rules(base: str, **more: Any) -> dict[str, Any]:
    return {"base": base, **more}


# --- several cards of a rank


def test_all_cards_of_a_rank_go_at_once_and_the_last_names_the_best_suit() -> None:
    hand = "4s 4h 4d Kd 9d"
    assert best(at(hand, "2s 2c 3s", pile="7s", rules="guide", stock=STOCK)) == "4s4h4d"


def test_one_of_a_pair_stays_where_an_eight_would_be_left_alone() -> None:
    view = at("4s 4h 8c", "2s 2c 3s", pile="7s", rules="guide", stock=STOCK)
    assert best(view) in ("4s", "4h")
    view = at("4s 4h 8c", "2s 2c 3s", pile="7s", rules=rules("guide", out_on_wild=True))
    assert best(view).startswith("4s4h")


def test_going_out_with_several_is_seen() -> None:
    assert best(at("4s 4h", "2s 2c 3s", pile="7s", rules="guide")) == "4s4h"


def test_an_eight_needs_no_suit_where_none_must_be_named() -> None:
    views = [at("8s Kd 9d 3c", "2s 2c 3s", pile=f"7{suit}", rules="klassisk") for suit in "hd"]
    assert best(views[0]) == "8s=d"
    assert best(views[1]) in ("9d", "Kd")


# --- duties


def test_a_duty_is_sent_on_rather_than_drawn() -> None:
    view = at("2c Kh 3h 4s", "5h 6h 9s", pile="2s", rules=TWOS, duty=2, stock=STOCK)
    assert best(view) == "2c"
    passed = rules("svensk", draw_all_power="pass_on")
    view = at("Ac Kh 3h 4s", "5h 6h 9s", pile="As", rules=passed, duty=1, stock=STOCK)
    assert best(view) == "Ac"


def test_a_two_is_kept_as_a_defence_or_laid_against_who_is_about_to_go_out() -> None:
    hand = "2s 9s Kh 3d 4c"
    assert best(at(hand, "5h 6h 9d 5d 6d 9c", pile="7s", rules=TWOS, stock=STOCK)) == "9s"
    assert best(at(hand, "5h", pile="7s", rules=TWOS, stock=STOCK)) == "2s"


def test_who_is_about_to_go_out_is_skipped() -> None:
    queens = rules("svensk", skip_ranks="Q", scale="face_value")
    hand = "Qs Ts 3d 4c"
    assert best(at(hand, "5h", "6h 6d 6c", pile="7s", rules=queens, stock=STOCK)) == "Qs"


def test_the_direction_is_turned_away_from_who_is_about_to_go_out() -> None:
    kings = rules("svensk", reverse_ranks="K")
    hands = ("6h 6d 6c 5c 5s 3s", "3h 7c 3c Tc 7h 9h")
    hand = "Ks Qs 3d 4c"
    assert best(at(hand, "5h", *hands, pile="7s", rules=kings, stock=STOCK)) == "Ks"
    assert best(at(hand, *hands, "5h", pile="7s", rules=kings, stock=STOCK)) == "Qs"


# --- turns that go on


def test_a_way_out_over_several_turns_is_found() -> None:
    again = rules("svensk", again_ranks="7", several_of_a_rank=False)
    assert best(at("7h 7s 9s", "5h 6h", pile="9h", rules=again, stock=STOCK)) == "7h"
    assert best(at("7h 7s 9s", "5h 6h", pile="7d", rules=again, stock=STOCK)) == "7h"


def test_a_card_that_goes_on_is_not_laid_where_nothing_follows() -> None:
    again = rules("mau_mau", draw_limit=3)
    hand = "As 9h Kd Qd"
    assert best(at(hand, "Th Td 7c 7h", pile="9s", rules=again, stock="Jh Jd Qh")) == "9h"
    assert best(at(hand + " Ts", "Th Td 7c 7h", pile="9s", rules=again, stock="Jh Jd")) == "As"


# --- where laying is optional, and other ways to draw


def test_cards_are_not_drawn_for_nothing() -> None:
    for base in ("guide", "klassisk", "crazy_eights", "pesten"):
        view = at("3h 4c 5d 6s 9c", "2s 2d 3d", pile="7h", rules=base, stock=STOCK)
        assert best(view) == "3h"


def test_open_hands_are_looked_at() -> None:
    # the other has no spade, and no nine or eight: but it has hearts
    view = at("9s 9h Kd 3d", "5h 6h", pile="9d", rules="barn", stock=STOCK)
    assert view.hands is not None
    assert best(view) != "9h"
    view = at("9s 9h Kd 3d", "5s 6s", pile="9d", rules="barn", stock=STOCK)
    assert best(view) != "9s"


def test_a_dear_eight_goes_before_somebody_goes_out() -> None:
    hand = "Js Kh 7c 9d"
    assert best(at(hand, "9h", pile="Kd", rules="mau_mau", stock="Jh Jd"))[:2] == "Js"
    many = "9h 9s 7h 7s Qd"
    assert best(at(hand, many, pile="Kd", rules="mau_mau", stock="Jh Jd"))[:2] != "Js"


def test_a_beginner_lays_sets_too() -> None:
    view = at("4s 4h 4d Kd", "2s 2c 3s", pile="7s", rules="guide", stock=STOCK)
    moves = {BEGINNER.choose(view, random.Random(seed)) for seed in range(200)}
    assert "4s" in moves
    assert {len(move) for move in moves} == {2, 6}


# --- what Van remembers


def test_memory_knows_what_was_drawn_on_and_forgets_it_with_new_cards() -> None:
    spades = 0
    view = at("3d 6d 2c", "2s 2h 3h", "4d 5d 6h", pile="9s")
    start = (TurnedUp(4, card_from_text("9s")),)
    assert remember(heard(view, *start)).maybe[1][spades] == 3

    def after(*events: Event) -> int:
        return remember(heard(view, *start, *events)).maybe[1][spades]

    draw = Drew(5, 1, None, "turn")
    assert after(draw) == 1  # the card just drawn could be a spade
    assert after(draw, draw) == 1  # that first one was none, or it had been laid
    assert after(draw, draw, Passed(6, 1)) == 0
    assert after(draw, Laid(6, 1, card_from_text("9d"))) == 0
    assert after(draw, Passed(6, 1), Drew(7, 1, None, "ace")) == 1
    assert after(draw, Passed(6, 1), *[Drew(7, 1, None, "penalty")] * 3) == 3


def test_memory_counts_what_is_still_about() -> None:
    view = at("3d 6d 2c", "2s 2h 3h", pile="9s")
    unseen = remember(heard(view, TurnedUp(3, card_from_text("9s")))).unseen
    assert unseen.total() == 52 - 4
    assert not any(unseen[card] for card in cards_from_text("3d 6d 2c 9s"))


def test_who_must_lay_and_draws_holds_no_wild_card_either() -> None:
    view = at("3d 6d 2c", "2s 2h 3h", pile="9s")
    draw = Drew(4, 1, None, "turn")
    known = remember(heard(view, TurnedUp(3, card_from_text("9s")), draw))
    assert known.maybe[1][WILD] == 1
    # on an eight another eight could not have been laid
    known = remember(heard(view, TurnedUp(3, card_from_text("8s")), Named(3, 1, 0), draw))
    assert known.maybe[1][WILD] == 3


def test_who_need_not_lay_says_less_by_drawing() -> None:
    start = (TurnedUp(3, card_from_text("9s")), Drew(4, 1, None, "turn"))
    view = at("3d 6d 2c", "2s 2h 3h", pile="9s", rules="crazy_eights")
    known = remember(heard(view, *start))
    assert (known.maybe[1][0], known.likely[1][0]) == (3, 1)


def test_a_duty_taken_says_nothing_of_suits() -> None:
    owed = [Drew(4, 1, None, "duty")] * 2
    view = at("3d 6d 2c", "9s 2h 3h", pile="2s", rules=TWOS)
    assert remember(heard(view, TurnedUp(3, card_from_text("2s")), *owed)).maybe[1][0] == 3


def test_a_card_taken_back_has_been_seen() -> None:
    view = at("3d 6d 2c", "2s Kh 3h", pile="9s", rules=rules("svensk", misplay="retry"))
    king = card_from_text("Kh")
    events = (TurnedUp(3, card_from_text("9s")), Misplayed(4, 1, king))
    assert remember(heard(view, *events)).shown[1] == 1 << king
    known = remember(heard(view, *events, Laid(5, 1, king)))
    assert known.shown[1] == 0


def test_two_packs_and_removed_ranks_are_counted() -> None:
    short = rules("svensk", removed_ranks="23", second_deck_from=2, jokers=2)
    view = at("4d 6d 9c", "4s 4h 5h", pile="9s", rules=short)
    unseen = remember(heard(view, TurnedUp(3, card_from_text("9s")))).unseen
    assert unseen.total() == 2 * (44 + 2) - 4
    assert [unseen[card] for card in cards_from_text("4d 4s 2s JK")] == [1, 2, 0, 2]
