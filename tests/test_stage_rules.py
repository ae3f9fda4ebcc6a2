"""What the table page says and offers under the rules that not every table has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.sittings import Reader, play, table_with
from vandatta.cards import BLACK_JOKER, RED_JOKER, cards_from_text
from vandatta.messages import LANGS
from vandatta.server.ending import card_points
from vandatta.server.holding import Hold, picked
from vandatta.server.in_force import rules_in_force
from vandatta.server.lines import unnamed
from vandatta.server.notices import misplay_told, told
from vandatta.server.scene import HandCard, Scene
from vandatta.table import Table

OTHERS = ("2c 3c 4c 5c 6c 7c 9c", "2d 3d 4d 5d 6d 7d 9d")


def dealt(mine: str, rest: str = "Qh Qd Qs Js Jd Td", base: str = "svensk", **rules: Any) -> Table:
    """Three seats, the reader to play."""
    return table_with([mine, *OTHERS], rest, rules={"base": base, **rules})


def scene(table: Table, chosen: str = "", seat: int = 0, armed: bool = False) -> Scene:
    hold = Hold(chosen=tuple(cards_from_text(chosen)), armed=armed)
    return Reader(table, seat).scene(hold)


def held(shown: Scene, card: str) -> HandCard:
    return next(each for each in shown.hand if each.face.card == card)


# --- several at once -----------------------------------------------------------------


def test_cards_that_could_go_together_are_chosen_first() -> None:
    table = dealt("4h 4s Th Ks 6s 7s 9s", several_of_a_rank=True)
    shown = scene(table)
    assert held(shown, "4h").do == "pick 4h" and held(shown, "4h").drop == "move 4h"
    assert held(shown, "Th").do == "move Th"
    assert held(shown, "4s").do == "move 4s" and not held(shown, "4s").playable
    assert shown.lay is None and shown.pile_do == ""

    shown = scene(table, "4h")
    assert shown.status == "Hjärter fyra vald: lägg, eller välj fler fyror."
    assert held(shown, "4h").do == "drop 0" and held(shown, "4h").order == 1
    assert held(shown, "4s").joins and held(shown, "4s").drop == "move 4h4s"
    assert shown.lay is not None and shown.lay.text == "Lägg 1"

    shown = scene(table, "4h 4s")
    assert shown.lay is not None
    assert (shown.lay.text, shown.lay.do) == ("Lägg 2", "move 4h4s")
    assert shown.lay.label == "Lägg hjärter fyra och spader fyra, i den ordningen"
    assert shown.pile_do == "move 4h4s"
    assert shown.status == "2 valda, spader fyra överst: lägg."
    assert [held(shown, card).order for card in ("4h", "4s", "Th")] == [1, 2, 0]

    play(table, "4h4s")
    shown = scene(table, seat=1)
    assert shown.log[-1].text == "Spelare lade hjärter fyra och spader fyra."


def test_a_card_that_can_not_be_chosen() -> None:
    table = dealt("4h 4s Th Ks 6s 7s 9s", several_of_a_rank=True)
    view = table.view(0)
    assert picked(view, (), *cards_from_text("Ks")) is None
    assert picked(view, tuple(cards_from_text("4h")), *cards_from_text("4s")) == tuple(
        cards_from_text("4h 4s")
    )
    # another card that may be laid is chosen instead
    assert picked(view, tuple(cards_from_text("4h")), *cards_from_text("Th")) == tuple(
        cards_from_text("Th")
    )


@pytest.mark.parametrize("joker", [RED_JOKER, BLACK_JOKER])
def test_a_joker_goes_alone_whichever_of_the_two_it_is(joker: int) -> None:
    rules: dict[str, Any] = {"jokers": 2, "several_of_a_rank": True, "several_wilds": True}
    view = dealt("4h 4s 8h 8s 7s 9s JK", **rules).view(0)
    if joker == BLACK_JOKER:
        view = replace(view, hand=(*view.hand[:-1], joker), legal=view.legal ^ 0b11 << RED_JOKER)
    for first in cards_from_text("4h 8h"):
        # in text the jokers are one
        assert picked(view, (first,), RED_JOKER) == (joker,)
        assert picked(view, (joker,), first) == (first,)
    assert picked(view, (joker,), RED_JOKER) == (joker,)


def test_several_eights_and_an_eight_without_a_suit() -> None:
    table = dealt("8h 8s Th Ks 6s 7s 9s", several_wilds=True, must_name_suit=False)
    shown = scene(table, "8h")
    assert shown.status == "Välj färg, eller fler åttor."
    assert shown.suit_choice is not None and shown.suit_choice.bare is not None
    assert shown.suit_choice.bare.do == "move 8h"
    assert shown.suit_choice.bare.label == "Säg ingen färg, hjärter gäller som förut"
    shown = scene(table, "8h 8s")
    assert shown.status == "Välj färg." and shown.suit_choice is not None
    assert shown.suit_choice.suits[2].do == "move 8h8s=c"
    assert shown.lay is None


def test_the_log_tells_which_suit_still_counts() -> None:
    table = dealt("8h 8s Th Ks 6s 7s 9s", several_wilds=True, must_name_suit=False)
    play(table, "8h")
    assert scene(table, seat=1).log[-1].text == (
        "Spelare lade hjärter åtta; hjärter gäller fortfarande."
    )
    english = Reader(table, 0, "en").scene().log[-1].text
    assert english == "You played the eight of hearts; the suit is still hearts."
    # and later too, when others have played
    play(table, "draw")
    assert "hjärter gäller fortfarande" in scene(table).log[-2].text

    table = dealt("8h 8s Th Ks 6s 7s 9s", several_wilds=True, must_name_suit=False)
    play(table, "8h8s=c")
    assert scene(table).log[-1].text == "Du lade hjärter åtta och spader åtta och valde klöver."


def test_a_suit_said_before_counts_on() -> None:
    hands = ["8h 2h 3h 4h 5h 6h 7h", "8s 3c 4c 5c 6c 7c 9c", "2d 3d 4d 5d 6d 7d 9d"]
    rules = {"base": "svensk", "must_name_suit": False, "wild_on_wild": True}
    table = table_with(hands, "Qh Qd Qs Js", rules=rules)
    play(table, "8h=c", "8s")
    assert scene(table).log[-1].text == "Astrid lade spader åtta; klöver gäller fortfarande."
    assert unnamed(table.view(0)) == {table.number: 3}


def test_the_last_card_names_no_suit() -> None:
    table = dealt("8h", "Qh Qd Qs Js", hand_size=1, out_on_wild=True, must_name_suit=False)
    play(table, "8h")
    assert unnamed(table.view(0)) == {}
    assert [each.text for each in scene(table).log][-2:] == [
        "Du lade hjärter åtta.",
        "Du gick ut!",
    ]


def test_only_with_the_card_just_drawn() -> None:
    rules: dict[str, Any] = {
        "must_lay": False,
        "lay_after_draw": "drawn",
        "several_of_a_rank": True,
    }
    table = dealt("Jh Js Td Ks 6s 7s 9s", "Qh Jd Qs Jc", **rules)
    play(table, "draw")
    shown = scene(table)
    assert "flera knektar, med ruter knekt som du drog, eller dra ett kort" in shown.status
    assert held(shown, "Jh").do == "pick Jh" and held(shown, "Jh").drop is None
    shown = scene(table, "Jh")
    assert shown.lay is None and shown.status == "Ruter knekt som du drog ska vara med."
    assert scene(table, "Jh Jd").lay is not None


# --- duties, turns, calls ------------------------------------------------------------


def test_twos_are_sent_on_or_drawn() -> None:
    table = dealt("2h 4s Ts Ks 6s 7s 9s", next_draws="2:2")
    play(table, "2h")
    mine, others = scene(table, seat=1), scene(table)
    assert mine.status == "Din tur: dra två kort, eller lägg en tvåa och skicka vidare."
    assert mine.take is not None and (mine.take.text, mine.take.do) == ("Dra 2", "move draw")
    assert mine.stock_label.endswith("dra två kort") and mine.duty == 2
    assert others.status == "Astrid ska dra två kort, eller skicka vidare med en tvåa."
    assert others.opponents[0].label == "Astrid, 7 kort, 0 poäng, ska dra två kort, i tur"
    play(table, "2c", "2d")
    assert scene(table).status == "Din tur: du ska dra sex kort, sedan går turen vidare."
    play(table, "draw")
    assert scene(table).duty == 0


def test_the_direction_shows_where_it_can_turn() -> None:
    table = dealt("Kh Ks 4s 5s 6s 7s 9s", reverse_ranks="K")
    assert (scene(table).direction, scene(table).direction_label) == (1, "Turen går medsols")
    play(table, "Kh")
    shown = scene(table)
    assert (shown.direction, shown.direction_label) == (-1, "Turen går motsols")
    assert shown.log[-1].text == "Du vände spelriktningen."
    assert scene(dealt("Kh Ks 4s 5s 6s 7s 9s")).direction == 0


def test_a_turn_more_and_a_turn_less() -> None:
    table = dealt("7h Kh 4s 5s 6s 7s 9s", again_ranks="7", skip_ranks="K")
    play(table, "7h")
    assert scene(table).status.startswith("Din tur igen: lägg en hjärter, en sjua eller")
    play(table, "Kh")
    shown = scene(table)
    assert shown.opponents[0].bubble == "hoppas över" and shown.opponents[1].in_turn


def test_a_joker_shows_the_suit_in_force() -> None:
    table = dealt("JK Ks 4s 5s 6s 7s 9s", jokers=1, joker_draws=3)
    assert "en joker" in scene(table).status
    play(table, "JK")
    shown = scene(table, seat=1)
    assert shown.badge == "h" and shown.duty == 3 and shown.pile[-1].card == "JK"


def test_where_there_is_no_room_the_call_is_what_is_told() -> None:
    hands = ["Ah 5h", *OTHERS]
    rules = {"base": "guide", "hand_size": 2, "must_lay": False, "draw_all_needs_follow": True}
    table = table_with(hands, "Qh Qd", rules=rules)
    assert len(scene(table).status) > 60
    assert scene(table, armed=True).status == "Din tur: du ropar lappen när du lägger."
    # whoever waits is told both
    assert scene(table, armed=True, seat=1).status == (
        "Spelare funderar. Du ropar lappen när du lägger."
    )


def test_who_must_draw_is_told_so_although_the_call_is_armed() -> None:
    hands = ["5c 6d", "3c 4c", "2d 3d"]
    table = table_with(hands, "Qh Qs Kc", rules={"base": "svensk", "hand_size": 2})
    assert scene(table).status.startswith("Din tur: inget passar, dra ett kort")
    assert scene(table, armed=True).status.startswith(scene(table).status)


def test_a_warning_goes_with_the_card_that_leaves_three() -> None:
    table = dealt("4h 5h Ks 6s", warning_at=3, hand_size=4)
    shown = scene(table)
    assert shown.lappen is not None and shown.lappen.text == "3 kort kvar!"
    assert scene(table, armed=True).lappen_armed
    assert (
        scene(table, armed=True).status
        == "Din tur: lägg en hjärter, en dam eller en åtta. Du varnar när du lägger."
    )
    play(table, "4h")
    assert scene(table).status == "Varna: tre kort kvar! Astrid funderar."
    play(table, "0:!")
    assert scene(table, seat=1).opponents[-1].bubble == "3 kvar!"


def test_nobody_calls_where_nobody_has_to() -> None:
    assert scene(dealt("4h 5h Ks", lappen=False)).lappen is None


def test_pointing_out_in_vain_has_its_price() -> None:
    table = dealt("4h 5h Ks", false_challenge_penalty=2)
    accuse = scene(table).opponents[0].accuse
    assert accuse is not None and accuse.do == "move ?1" and "drar du två kort" in accuse.label
    before = table.number
    play(table, "0:?1")
    assert told(table.view(0), table.seats, before, "sv") == (
        "Astrid hade inte glömt någon lapp: du drog två kort."
    )
    assert told(table.view(0), table.seats, table.number, "sv") == ""
    assert scene(dealt("4h 5h Ks")).opponents[0].accuse is None


def test_a_penalty_of_the_next_turn_is_seen_until_then() -> None:
    rules: dict[str, Any] = {
        "hand_size": 2,
        "lappen_penalty_when": "next_turn",
        "lappen_penalty": 1,
    }
    table = dealt("4h Ks", "Qh Qd Qs Js Jd Td", **rules)
    play(table, "4h", "1:?0")
    shown = scene(table)
    assert shown.me_owes == 1
    assert shown.status.endswith("Du drar ett kort för en glömd lapp när det blir din tur.")
    assert scene(table, seat=1).opponents[-1].owes == 1


@pytest.mark.parametrize(("misplay", "words"), [("draw_one", "drog ett"), ("retry", "Försök igen")])
def test_a_wrong_card_is_told_with_its_reason(misplay: str, words: str) -> None:
    table = dealt("4h Ks 5s 6s 7s 9s Ts", misplay=misplay)
    why = table.misplays(0, "Ks")
    assert why is not None and table.why_not(0, "Ks") is None
    said = misplay_told(table.rules, why, "sv")
    assert "Spader kung passar inte på hjärter dam" in said and words in said
    assert table.misplays(0, "4h") is None
    play(table, "Ks")
    line = scene(table).log[-1].text
    assert line.startswith("Du lade spader kung fel och tog tillbaka det.")


# --- what may be laid, and the end ---------------------------------------------------


def test_what_may_not_be_laid_is_left_out() -> None:
    table = dealt("As 4s 5s Kh 6s 7s 9s", "8s Qd", start_eight="own_suit")
    assert scene(table).status == "Din tur: lägg en spader (men inte ett ess)."


def test_no_cap_no_limit_and_a_cap() -> None:
    free: dict[str, Any] = {"must_lay": False, "draw_limit": 0}
    mine = "4h 5h Ks 6s 7s 9s Ts"
    assert scene(dealt(mine, **free)).status.endswith("eller dra ett kort.")
    capped = scene(dealt(mine, **free, hand_cap=7))
    assert "dra" not in capped.status and not capped.stock_may


def test_open_hands_are_open_and_told() -> None:
    shown = scene(dealt("4h 5h Ks 6s 7s", base="barn"))
    first = shown.opponents[0]
    assert first.open and [face.card for face in first.fan] == ["2c", "3c", "4c", "5c", "6c"]
    assert "klöver tvåa, klöver trea" in first.label and "poäng" not in first.label
    assert shown.single


def test_a_single_round_ends_without_a_sheet() -> None:
    table = dealt("4h", base="barn", hand_size=1)
    play(table, "4h")
    end = scene(table).round_end
    assert end is not None and end.single and end.match_over and end.limit == ""
    assert end.note == "Du vann!" and scene(table).status == "Spelet är slut."


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({}, "Den som når 100 poäng är ute ur partiet."),
        ({"limit_is": "passed"}, "Den som får mer än 100 poäng är ute ur partiet."),
        ({"match_end": "lowest"}, "Partiet är slut när någon når 100 poäng. Lägst summa vinner."),
    ],
)
def test_the_limit_stands_under_the_sheet(rules: dict[str, Any], words: str) -> None:
    table = dealt("4h", hand_size=1, **rules)
    play(table, "4h")
    end = scene(table).round_end
    assert end is not None and end.limit == words


def test_openspiels_points_a_card() -> None:
    table = dealt("4h 5h", base="openspiel")
    assert [card_points(table.rules, card) for card in cards_from_text("2c 2s 8h Kd")] == [
        2,
        5,
        50,
        10,
    ]


def test_the_rules_in_force() -> None:
    for lang in LANGS:
        assert rules_in_force(lang, "klassisk").lines == ()
    found = rules_in_force("sv", "klassisk-nd2.2")
    assert found.lines == ("Kort som får nästa att dra: en tvåa ger två kort (grundregel: inga)",)
    assert (found.name, found.base) == ("Klassisk vändåtta, egna regler", "Klassisk vändåtta")
