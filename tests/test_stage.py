"""What the table page says and offers, at the table's turning points, in both languages."""

from __future__ import annotations

import dataclasses

import pytest

from tests.sittings import Reader, play, played, table_with
from vandatta.cards import card_from_text, card_text
from vandatta.messages import LANGS, Lang, text
from vandatta.notation.moves import move_texts
from vandatta.server.holding import Hold
from vandatta.server.lines import MOST
from vandatta.server.notices import penalty_told
from vandatta.server.render import render_page, render_table
from vandatta.server.scene import HandCard, Scene
from vandatta.server.settings import Settings
from vandatta.table import Table

PLAIN = "2h 3h 4h 5h 6h 7h 9h"
OTHERS = ("2c 3c 4c 5c 6c 7c 9c", "2d 3d 4d 5d 6d 7d 9d")


def held(scene: Scene, card: str) -> HandCard:
    return next(each for each in scene.hand if each.face.card == card)


def log(scene: Scene) -> list[str]:
    return [line.text for line in scene.log]


def both(table: Table, seat: int = 0, hold: Hold | None = None) -> list[Scene]:
    return [Reader(table, seat, lang).scene(hold) for lang in LANGS]


# --- the status line -----------------------------------------------------------------


def test_status_tells_what_fits() -> None:
    sv, en = both(table_with([PLAIN, *OTHERS], "Qh Qd"))
    assert sv.status == "Din tur: lägg en hjärter, en dam eller en åtta."
    assert en.status == "Your turn: play a heart, a queen or an eight."
    assert sv.my_turn
    assert [each.playable for each in sv.hand] == [True] * 7


def test_status_tells_how_many_may_still_be_drawn() -> None:
    table = table_with([PLAIN, *OTHERS], "Qs Kd Td Jd")
    sv, en = both(table)
    assert sv.status == "Din tur: inget passar, dra ett kort (högst 3)."
    assert en.status == "Your turn: nothing fits, draw a card (at most 3)."
    assert sv.stock_may and "dra ett kort" in sv.stock_label
    assert sv.pass_turn is None
    play(table, "draw")
    assert (
        Reader(table).scene().status == "Din tur: inget passar, dra ett kort (du får dra 2 till)."
    )
    play(table, "draw", "draw")
    sv, en = both(table)
    assert sv.status == "Din tur: inget passar, passa."
    assert en.status == "Your turn: nothing fits, pass."
    assert sv.pass_turn is not None and sv.pass_turn.do == "move pass"
    assert not sv.stock_may


def test_status_tells_whom_everybody_waits_for() -> None:
    table = table_with([PLAIN, *OTHERS], "Qh Qd")
    sv, en = both(table, seat=1)
    assert sv.status == "Spelare funderar."
    play(table, "2h", "2c")
    sv, en = both(table)
    assert sv.status == "Birger funderar."
    assert en.status == "Birger is thinking."
    assert not sv.my_turn and not any(each.playable for each in sv.hand)


def test_status_after_ones_own_ace() -> None:
    table = table_with(["Ah 3h 4h 5c 6c 7c 9c", OTHERS[1]], "Qh Qs Js")
    play(table, "Ah")
    sv, en = both(table)
    assert sv.status == "Du fortsätter efter hjärter ess: lägg en hjärter."
    assert en.status == "You go on after the ace of hearts: play a heart."
    assert Reader(table, 1).scene().status == "Spelare fortsätter efter hjärter ess."


def test_status_of_a_turned_up_eight() -> None:
    table = table_with([PLAIN, *OTHERS], "8s Qd")
    sv, en = both(table)
    assert sv.status == "Din tur: en åtta vändes upp, välj färg."
    assert sv.suit_choice is not None and sv.suit_choice.back is None
    assert [each.do for each in sv.suit_choice.suits] == [
        "move =s",
        "move =h",
        "move =c",
        "move =d",
    ]
    assert en.suit_choice is not None and en.suit_choice.title == "Choose a suit"
    assert sv.badge is None
    assert Reader(table, 1).scene().status == "Spelare väljer färg."
    assert Reader(table, 1).scene().suit_choice is None


def test_status_on_an_eight_offers_no_eight() -> None:
    table = table_with(["8h 3h 4h 5c 6c 7c 9c", OTHERS[1]], "Qh Qs Js")
    play(table, "8h=d")
    scene = Reader(table, 1).scene()
    assert scene.status == "Din tur: lägg en ruter."
    assert scene.badge == "d" and scene.badge_label == "Färgen är ruter"
    assert scene.pile_label == "Högen: hjärter åtta överst, färgen är ruter"


def test_a_card_that_may_not_be_the_last() -> None:
    table = lay_to_one(last="8s")
    play(table, "Jh!", "draw", "draw", "draw", "pass")
    sv, en = both(table)
    assert sv.status == (
        "Din tur: spader åtta får inte läggas sist, passa eller dra ett kort (högst 3)."
    )
    assert en.status == (
        "Your turn: the eight of spades can't be your last card, pass or draw a card (at most 3)."
    )
    assert sv.pass_turn is not None and sv.stock_may
    assert not sv.hand[0].playable


# --- the hand ------------------------------------------------------------------------


def test_labels_of_cards() -> None:
    table = table_with(["Qh 8c 2d 3d 4d 5d 6d", OTHERS[0]], "Kh Kd")
    sv, en = both(table)
    assert held(sv, "Qh").label == "Hjärter dam, går att lägga"
    assert held(en, "Qh").label == "Queen of hearts, can be played"
    assert held(sv, "2d").label == "Ruter tvåa"
    assert held(sv, "8c").label == "Klöver åtta, går att lägga, du väljer färg"
    assert held(sv, "Qh").do == "move Qh"
    assert held(sv, "2d").do == "move 2d"
    assert held(sv, "8c").do == "pick 8c"


@pytest.mark.parametrize(
    ("sort", "order"),
    [("suit", "2s 9s Ah Kh 3c 4d Td"), ("rank", "Ah 2s 3c 4d 9s Td Kh")],
)
def test_the_hand_is_sorted(sort: str, order: str) -> None:
    table = table_with(["2s 9s Ah Kh 3c 4d Td", OTHERS[0].replace("3c", "Tc")], "Qs Kd")
    hold = Hold(sort="suit" if sort == "suit" else "rank")
    scene = Reader(table).scene(hold)
    assert [each.face.card for each in scene.hand] == order.split()
    assert scene.sort.do == ("sort rank" if sort == "suit" else "sort suit")


def test_choosing_a_suit_in_place() -> None:
    table = table_with(["Qh 8c 2d 3d 4d 5d 6d", OTHERS[0]], "Kh Kd")
    eight = Hold(chosen=(card_from_text("8c"),))
    sv, en = both(table, hold=eight)
    assert sv.suit_choice is not None and en.suit_choice is not None
    assert sv.suit_choice.title == "Välj färg för klöver åtta"
    assert [each.text for each in sv.suit_choice.suits] == ["Spader", "Hjärter", "Klöver", "Ruter"]
    assert sv.suit_choice.suits[1].do == "move 8c=h"
    assert sv.suit_choice.back is not None and sv.suit_choice.back.do == "unpick"
    assert sv.status == "Välj färg."
    play(table, "8c=h")
    assert Reader(table).scene(eight).suit_choice is None


# --- lappen --------------------------------------------------------------------------


def test_lappen_is_always_there_and_says_what_it_does() -> None:
    table = table_with([PLAIN, "2s 3s 4s 5s 6s 7s 9s"], "Th Qc")
    scene = Reader(table).scene()
    assert scene.lappen
    assert (scene.lappen.text, scene.lappen.do) == ("Lappen!", "lappen")
    assert not scene.lappen_armed and not scene.lappen_urgent
    # too many cards to call with the next
    assert not Reader(table).scene(Hold(armed=True)).lappen_armed


def lay_to_one(last: str = "3s") -> Table:
    """Two seats lay hearts in turn, until seat 0 is to lay its last card but one, Jh."""
    table = table_with([f"2h 4h 6h 9h Jh Kh {last}", "3h 5h 7h Th Qh 9s Ts"], "Kd Qc Tc 9c")
    play(table, "Kh", "3h", "2h", "5h", "4h", "7h", "6h", "Th", "9h", "Qh")
    return table


def test_lappen_with_the_next_card_and_afterwards() -> None:
    table = lay_to_one()
    armed = Hold(armed=True)
    plain = Reader(table).scene().lappen
    assert plain
    assert plain.label == "Ropa lappen när du lägger nästa kort"
    scene = Reader(table).scene(armed)
    assert scene.lappen
    assert scene.lappen_armed and "ångra" in scene.lappen.label
    # what is seen on the button is what it is called by who speaks to it
    assert scene.lappen.label.startswith(f"{scene.lappen.text} {text('sv', 'play.armed')}")
    assert scene.status == "Din tur: du ropar lappen när du lägger."
    english = Reader(table, lang="en").scene(armed).status
    assert english == "Your turn: you call “lappen” when you play."
    play(table, "Jh")
    sv, en = both(table, hold=armed)
    assert sv.lappen_urgent and not sv.lappen_armed
    assert sv.status == "Ropa lappen! Astrid funderar."
    assert en.status == "Call “lappen”! Astrid is thinking."
    assert sv.lappen
    assert sv.lappen.label == "Ropa lappen nu: du har ett kort kvar"
    assert Reader(table, 1).scene().opponents[0].challenge is None
    theirs = Reader(table, 1, overlooked=0).scene().opponents[0]
    assert theirs.challenge == "move ?0" and not theirs.called
    assert theirs.label.endswith("tryck för att påpeka en glömd lapp")
    play(table, "0:!")
    sv = Reader(table).scene()
    assert sv.me_called and not sv.lappen_urgent
    theirs = Reader(table, 1).scene().opponents[0]
    assert theirs.challenge is None and theirs.called and theirs.bubble == "Lappen!"
    assert log(sv)[-1] == "Du: ”Lappen!”"
    play(table, "draw", "draw")
    assert Reader(table, 1).scene().opponents[0].bubble == "Lappen!"


def test_a_forgotten_call_is_told_with_its_penalty() -> None:
    table = lay_to_one()
    play(table, "Jh", "1:?0")
    mine, theirs = Reader(table, 0, "sv").scene(), Reader(table, 1, "en").scene()
    drawn = "klöver dam, klöver tia och klöver nia"
    assert log(mine)[-1] == f"Astrid påpekade att du glömt ropa lappen. Du drog {drawn}."
    assert log(theirs)[-1] == (
        "You pointed out that Spelare forgot to call “lappen”. Spelare drew 3 cards."
    )
    assert theirs.opponents[0].bubble == "forgot “lappen”"
    view, number = table.view(0), table.number
    assert penalty_told(view, table.seats, 0, "sv") == (
        "Astrid påpekade att du glömde ropa lappen: du drog 3 kort."
    )
    assert penalty_told(view, table.seats, number, "sv") == ""
    assert penalty_told(table.view(1), table.seats, 0, "sv") == ""


# --- the log -------------------------------------------------------------------------


def test_the_log_merges_what_belongs_together() -> None:
    table = table_with([PLAIN, *OTHERS], "Qs Kd Td Jd Qd")
    scene = Reader(table).scene()
    assert log(scene) == ["Korten är delade: 7 kort var.", "Spader dam vändes upp."]
    play(table, "draw", "draw")
    one, two = Reader(table).scene(), Reader(table, 1, "en").scene()
    assert log(one)[-1] == "Du drog ruter kung och ruter tia."
    assert log(two)[-1] == "Spelare drew 2 cards."
    play(table, "draw", "pass")
    later = Reader(table, 1, "en").scene()
    assert log(later)[-1] == "Spelare drew 3 cards and passed."
    assert later.opponents[-1].bubble == "passes"
    # what was said before has its key still; what is said anew has a new one
    assert later.log[:-1] == two.log[:-1]
    assert later.log[-1].key != two.log[-1].key


def test_the_log_tells_eights_and_aces() -> None:
    table = table_with(["8h Ac 4h 5c 6c 7h 9c", *OTHERS[1:], "2s 3s 4s 5s 6s 7s 9s"], "Qh Qs Js Ts")
    play(table, "8h=c")
    assert log(Reader(table).scene())[-1] == "Du lade hjärter åtta och valde klöver."
    assert log(Reader(table, 1, "en").scene())[-1] == (
        "Spelare played the eight of hearts and chose clubs."
    )
    assert Reader(table, 1).scene().opponents[-1].bubble == "Klöver!"


def test_an_aces_draws_are_one_line_for_the_others() -> None:
    hands = ["Ah 3h 4h 5c 6c 7c 9c", OTHERS[1], "2s 3s 4s 5s 6s 7s 9s"]
    table = table_with(hands, "Qh Qs Js Ts")
    play(table, "Ah")
    assert log(Reader(table).scene())[-2:] == [
        "Du lade hjärter ess.",
        "Astrid och Birger drog ett kort var.",
    ]
    assert log(Reader(table, 1).scene())[-2:] == ["Du drog spader dam.", "Birger drog ett kort."]
    keys = [line.key for line in Reader(table, 1).scene().log]
    assert len(set(keys)) == len(keys)


def test_the_log_begins_with_my_turn_before_this() -> None:
    table = lay_to_one()
    lines = log(Reader(table).scene())
    assert lines == ["Du lade hjärter nia.", "Astrid lade hjärter dam."]
    play(table, "Jh")
    assert log(Reader(table).scene())[0] == "Du lade hjärter nia."


# --- the end of a round --------------------------------------------------------------


def test_the_end_of_a_round() -> None:
    table = lay_to_one()
    play(table, "Jh!", "draw", "draw", "draw", "pass")
    while table.phase_of_match == "round":
        view = table.view(table.in_turn() or 0)
        play(table, move_texts(view.rules, view.singles)[0])
    sv, en = both(table)
    end = sv.round_end
    assert end is not None and en.round_end is not None
    assert sv.status == "Omgången är slut."
    assert end.go_on.do == "next" and end.go_on.text == "Nästa omgång"
    assert end.sheet_names == ("Du", "Astrid")
    assert end.sheet_rows == table.rounds
    assert sum(points for _, points in end.hands[1].cards) == end.hands[1].points
    assert [each.points for each in end.hands] == list(table.rounds[0])
    assert not end.match_over
    open_cards = {face.key for hand in end.hands for face, _ in hand.cards}
    assert len(open_cards) == sum(len(hand.cards) for hand in end.hands)


def test_a_whole_match_is_always_told() -> None:
    """Every scene of a match, for a seat that wins or not: a status, unique keys, and HTML."""
    seen = set()
    for seed in range(4):
        for table in played(3, seed, 700):
            reader = Reader(table, lang=LANGS[seed % 2])
            scene = reader.scene(Hold(seen=table.number - 1))
            assert scene.status
            assert len(scene.log) <= MOST
            keys = [line.key for line in scene.log]
            assert len(set(keys)) == len(keys)
            assert (scene.round_end is None) == (table.phase_of_match == "round")
            if table.phase_of_match == "over":
                assert scene.round_end is not None
                assert scene.round_end.note
                assert scene.round_end.go_on.do == "again"
                assert scene.round_end.won == (0 in table.view(0).winners)
                assert scene.sounds[-1] == ("win" if scene.round_end.won else "lose")
                seen.add(scene.round_end.won)
    assert seen, "no match came to its end"


def test_equal_scenes_give_equal_bytes() -> None:
    settings = Settings()
    for table in played(4, 7, 60):
        one, two = Reader(table).scene(), Reader(table).scene()
        assert one == two
        assert render_table(one, settings) == render_table(two, settings)
    assert render_page(one, settings).count('id="table"') == 1


def test_no_hidden_card_is_in_a_scene() -> None:
    """Every card a scene names lies open, is the reader's own, or was played or told of."""

    def named(thing: object) -> set[str]:
        if dataclasses.is_dataclass(thing):
            found = set()
            for each in dataclasses.fields(thing):
                value = getattr(thing, each.name)
                if each.name == "card" and value:
                    found.add(value)
                found |= named(value)
            return found
        if isinstance(thing, tuple):
            return set().union(*map(named, thing))
        return set()

    looked = 0
    for table in played(4, 11, 300):
        if table.phase_of_match != "round":
            continue
        view = table.view(0)
        mine = {card_text(card) for card in view.hand}
        pile = {face.card for face in Reader(table).scene().pile}
        assert named(Reader(table).scene()) == mine | pile
        looked += 1
    assert looked > 200


# --- sounds --------------------------------------------------------------------------


def test_sounds_of_what_is_new() -> None:
    table = table_with([PLAIN, *OTHERS], "Qh Qd")
    assert Reader(table).scene(Hold(seen=table.number)).sounds == ()
    before = table.number
    play(table, "2h")
    assert Reader(table).scene(Hold(seen=before)).sounds == ("lay",)
    play(table, "2c")
    assert Reader(table, 2).scene(Hold(seen=before)).sounds == ("lay", "turn")
    before = table.number
    play(table, "2d")
    assert Reader(table).scene(Hold(seen=before)).sounds == ("lay", "turn")


@pytest.mark.parametrize("lang", LANGS)
def test_opponents_labels(lang: Lang) -> None:
    scene = Reader(table_with([PLAIN, *OTHERS], "Qh Qd"), 0, lang).scene()
    assert [each.name for each in scene.opponents] == ["Astrid", "Birger"]
    words = {
        "sv": ("Astrid, 7 kort, 0 poäng", "Birger, 7 kort, 0 poäng, ger"),
        "en": ("Astrid, 7 cards, 0 points", "Birger, 7 cards, 0 points, dealer"),
    }
    assert tuple(each.label for each in scene.opponents) == words[lang]
    assert scene.opponents[0].level == {"sv": "Van", "en": "Regular"}[lang]
    assert all(face.card is None for each in scene.opponents for face in each.fan)
