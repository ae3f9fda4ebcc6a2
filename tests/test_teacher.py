"""The teacher: what it says is so, it keeps quiet where others play, and its sums are right."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.applications import Starlette

from tests.browsing import EN, TestClient, browser, my_turn, problem, shown, stranger, view
from tests.recorded import match, mix
from tests.sittings import table_with
from vandatta.cards import rank_of, suit_of
from vandatta.cli import main
from vandatta.events import Drew, Laid
from vandatta.messages import LANGS, catalogue, text
from vandatta.notation.outcomes import Outcome, outcomes
from vandatta.notation.record import print_record
from vandatta.notation.record_log import records
from vandatta.players import explaining
from vandatta.players.explaining import Tip, because, margin, quick_tip, tip
from vandatta.players.reasons import Reason, position, reasons
from vandatta.players.search import Weighed, engine
from vandatta.replay import Replay
from vandatta.replay.analysing import Review, amount, cost_words, review, total_words
from vandatta.server import reviewing
from vandatta.server.advising import Adviser, consider
from vandatta.server.live import LiveTable
from vandatta.server.security import Problem
from vandatta.server.tips import may_ask
from vandatta.store.memory import MemoryStore
from vandatta.table import Seat, Table
from vandatta.view import View

NAMES = [f"namn{seat}" for seat in range(8)]


# --- what is said is so --------------------------------------------------------------


def replays(seed: int, many: int) -> Iterator[Replay]:
    """Matches by random rules, played at random, with all that was hidden."""
    luck = random.Random(seed)
    for _ in range(many):
        seats = luck.randrange(2, 5)
        log, _ = match(luck, seats, mix(luck, seats), rounds=2, moves=150)
        if len(log) > 3:
            yield Replay(records(log)[0])


def drew_on(replay: Replay, k: int, seat: int) -> int | None:
    """The suit in force when ``seat`` drew in its latest turn up to step ``k``, if it did."""
    laid = False
    for step in range(k, replay.round_start(replay.place(k)[0]), -1):
        for event in reversed(replay.happened(step)):
            if isinstance(event, Drew) and event.seat == seat and event.why == "turn":
                return replay.at(step - 1).suit
            if isinstance(event, Laid) and (laid or event.seat == seat):
                # somebody else's turn comes before the one in which it laid
                if laid:
                    return None
                laid = True
    return None


def is_so(replay: Replay, k: int, view: View, best: Outcome, other: Outcome, why: Reason) -> bool:
    """Does what the sentence says hold, by the cards that are hidden, too?"""
    rules, hand, hands = view.rules, list(view.hand), replay.at(k).hands
    plain = [card for card in best.rest if not (rules.anywhere | rules.jokers) >> card & 1]
    in_suit = [card for card in plain if suit_of(card) == why.suit]
    more = {seat for seat in range(view.players) if best.counts[seat] > view.counts[seat]}
    others = {seat for seat, inside in enumerate(view.playing) if inside} - {view.seat}
    # what the seat lays may be the second copy of a suit's last card
    suit_held = [card for card in hands[why.seat] if suit_of(card) == why.suit and card < 52]
    match why.key:
        case "out":
            return len(hand) == len(best.cards) and best.over
        case "near_draws" | "draws":
            return why.seat in more
        case "again_draws":
            return more == others and best.turn == view.seat and best.playable != 0
        case "all_draw":
            return more == others
        case "near_lacks" | "lacks" | "name_lacks":
            wilds = rules.wilds | rules.jokers | rules.anywhere
            return not [card for card in suit_held if not wilds >> card & 1]
        case "near_drew" | "drew" | "name_drew":
            return drew_on(replay, k, why.seat) == why.suit
        case "near_stuck":
            return hands[why.seat] == (why.card,) and not best.fits >> why.card & 1
        case "near_owes" | "owes":
            return best.duty == why.points and best.turn == why.seat
        case "near_skipped" | "skipped":
            return best.turn != why.seat and any(rules.skip >> card & 1 for card in best.cards)
        case "spend_barred" | "keep_exit" | "draw_exit":
            barred = [card for card in other.rest if rules.not_last >> card & 1]
            return len(barred) == len(other.rest) > 0
        case "last_fits":
            return best.rest == (why.card,) and best.fits >> why.card & 1 == 1
        case "sends_on":
            return view.duty == why.points and best.duty > 0
        case "several":
            return why.count == len(best.cards) > len(other.cards)
        case "save_wild_suit" | "save_wild_one" | "name_most" | "name_own" | "switch" | "stay":
            count = 1 if why.key == "save_wild_one" else why.count
            return len(in_suit) == count and best.suit == why.suit
        case "dear" | "dear_near":
            points = max(rules.points[rank_of(card)] for card in hand if view.legal >> card & 1)
            return rules.points[rank_of(why.card)] == why.points == points
        case "suits":
            return len({suit_of(card) for card in plain}) == why.count
        case "one_more":
            return in_suit == [why.card]
        case "keep_defence":
            return rank_of(why.card) in map(rank_of, best.rest)
        case _:
            return why.key in ("again", "out_next", "blocks", "save_wild", "draw_first") or (
                why.key.startswith("lay_not") and bool(best.cards) and not other.cards
            )


def test_what_is_said_is_so_whatever_the_rules_and_the_hidden_cards() -> None:
    heard: Counter[str] = Counter()
    luck = random.Random(5)
    for replay in replays(11, 60):
        for k in range(replay.steps - 1):
            turn = replay.at(k).turn
            seen = replay.view(k, turn)
            found = outcomes(seen) if seen.legal else []
            if len(found) < 2:
                continue
            p = position(seen)
            for _ in range(4):
                best, other = luck.sample(found, 2)
                for why in reasons(p, best, other):
                    heard[why.key] += 1
                    assert is_so(replay, k, seen, best, other, why), (why, best.text, other.text)
                    if why.seat >= 0 and why.key.startswith(("near", "dear_near")):
                        counted = why.count or 1
                        assert seen.counts[why.seat] == counted, why
                    for lang in LANGS:
                        assert "{" not in explaining._told(lang, NAMES, why)
    silent = {key.rpartition(".")[2] for key in catalogue() if key.startswith("teacher.why.")}
    silent -= set(heard) | {"only", "close", "habit", "first", "points"}
    # what comes up too seldom by chance stands among the hundred positions, or here below
    assert silent <= {"blocks", "near_drew", "name_drew", "near_stuck", "keep_exit", "draw_exit"}


def weighed(seen: View, worth: dict[str, float]) -> list[Weighed]:
    """The moves of a view as if they had been tried, the best first."""
    found = [
        Weighed(each, 10_000, worth[each.text], worth[each.text], 10 - each_points, 0.0)
        for each in outcomes(seen)
        for each_points in (10 * worth[each.text],)
    ]
    return sorted(found, key=lambda each: -each.worth)


def _three() -> View:
    """Nine of clubs on top; an eight, a club and a nine to choose from."""
    table = table_with(["8s 4c 9d Kd 3d 7d Jd", ""], "9c")
    assert table.in_turn() == 0
    return table.view(0)


def test_the_best_is_told_with_its_reason_in_both_languages() -> None:
    seen = _three()
    worth = {"4c": 0.3, "9d": 0.6, "8s=s": 0.1, "8s=h": 0.1, "8s=d": 0.2, "8s=c": 0.1}
    found = weighed(seen, worth)
    assert tip("sv", NAMES, seen, found) == Tip(
        "9d", "Lägg ruter nia.", "Byt till ruter: där har du fyra till."
    )
    assert tip("en", NAMES, seen, found) == Tip(
        "9d", "Play the nine of diamonds.", "Switch to diamonds: you have four more there."
    )
    against = next(each for each in found if each.outcome.text == "8s=h")
    assert because("sv", NAMES, seen, found[0], against) == ("Spara åttan: du har fyra ruter till.")


def test_where_moves_are_as_good_it_says_so() -> None:
    seen = _three()
    found = weighed(seen, {each.text: 0.5 for each in outcomes(seen)})
    assert tip("sv", NAMES, seen, found).why == text("sv", "teacher.why.close")
    assert margin(100) > margin(10_000) == 0.015


def test_where_nothing_else_can_be_said_it_tells_what_came_of_trying() -> None:
    table = table_with(["4c 6c Kd 3d 7d Jd 9h", ""], "9c")
    seen = table.view(0)
    found = weighed(seen, {"4c": 0.4, "6c": 0.3, "9h": 0.1})
    assert because("sv", NAMES, seen, found[0], found[1]) == (
        "I provspel härifrån går du ut först 40 gånger av 100 så, mot 30 om du lägger klöver sexa."
    )


def test_wild_cards_are_called_by_the_rank_they_have_here() -> None:
    table = table_with(["Js 4c 9d Kd 3d 7d 2d", ""], "9c", rules="svensk-wrJ")
    seen = table.view(0)
    moves = sorted(outcomes(seen), key=lambda each: each.text != "9d")
    assert quick_tip("sv", NAMES, seen, moves).why.startswith(("Byt till ruter", "Spara knekten"))
    jack = next(each for each in moves if each.text == "Js=h")
    (why, *_) = reasons(position(seen), moves[0], jack)
    assert explaining._told("en", NAMES, why) == "Save the jack: you have four more diamonds."


# --- tips at the table ---------------------------------------------------------------


class Silent(Adviser):
    """Never has time."""

    async def advise(self, *_: object, **__: object) -> None:
        return None


def app_of(client: TestClient) -> Starlette:
    assert isinstance(client.app, Starlette)
    return client.app


@pytest.fixture
def client() -> Iterator[TestClient]:
    with browser(MemoryStore()) as client:
        app_of(client).state.adviser = Silent()
        yield client


def other_people(*players: str) -> LiveTable:
    """A table where these sit, dealt."""
    table = Table([Table.opening([Seat("x", each) for each in players], dealer=len(players) - 1)])
    table.apply(table.deal(list(table.pack()), 0))
    return LiveTable("x", table, MemoryStore())


def test_there_are_no_tips_where_other_people_play() -> None:
    with pytest.raises(Problem) as refused:
        may_ask(other_people("human", "human", "regular"), 0)
    assert refused.value.key == "no_tips"


def test_a_tip_must_wait_for_ones_turn() -> None:
    live = other_people("human", "regular")
    turn = live.table.in_turn()
    assert turn is not None
    if turn == 0:
        may_ask(live, 0)
    else:
        with pytest.raises(Problem) as refused:
            may_ask(live, 0)
        assert refused.value.key == "tip_later"


def test_a_tip_is_shown_when_asked_for_and_put_away_again(client: TestClient) -> None:
    table = my_turn(client)
    with client.websocket_connect(f"{table}/ws") as page:
        first = page.receive_text()
        assert 'id="tips"' in first and 'id="tip-paper"' not in first
        page.send_json({"do": "tips"})
        shown = page.receive_text()
        while text("sv", "teacher.thinking") in shown:
            shown = page.receive_text()
        assert 'id="tip-close"' in shown and "advised" in shown
        page.send_json({"do": "tips"})
        assert 'id="tip-paper"' not in page.receive_text()


def test_a_tip_goes_with_the_move(client: TestClient) -> None:
    table = my_turn(client)
    with client.websocket_connect(f"{table}/ws") as page:
        page.receive_text()
        page.send_json({"do": "tips"})
        while 'id="tip-close"' not in page.receive_text():
            pass
        client.post(f"{table}/move", json={"move": view(client, table)["legal"][0]})
        assert 'id="tip-paper"' not in page.receive_text()


def test_whoever_tries_moves_does_so_beside_the_event_loop() -> None:
    seen = _three()

    async def ask() -> list[Weighed]:
        adviser = Adviser(lambda: ThreadPoolExecutor(1))
        try:
            return await adviser.work(consider, seen, 0.01, 1)
        finally:
            adviser.close()

    found = asyncio.run(ask())
    assert {each.outcome.text for each in found} == {each.text for each in outcomes(seen)}
    assert len({each.tried for each in found}) == 1


def test_moves_are_tried_all_alike_often() -> None:
    assert {each.tried for each in consider(_three(), 0.0, 1)} == {engine().chunk}


# --- a round gone through ------------------------------------------------------------


def finished(seed: int = 4, rules: str = "svensk") -> Replay:
    """A match with a round that is over."""
    luck = random.Random(seed)
    while True:
        log, _ = match(luck, 3, rules, rounds=1)
        record = records(log)[0]
        if record.rounds[0].result and len(record.rounds[0].moves) > 20:
            return Replay(record)


def by_text(seen: View) -> list[Weighed]:
    """Moves in the order of their texts, each worse than the one before by two points."""
    found = sorted(outcomes(seen), key=lambda each: each.text)
    return [
        Weighed(each, 10_000, 1 - at / 20, 1 - at / 20, 5.0 + 2 * at, 0.0)
        for at, each in enumerate(found)
    ]


def test_the_sums_of_a_review_are_those_of_its_moves() -> None:
    replay = finished()
    for seat in range(3):
        found = review(replay, seat, 1, by_text)
        made = Counter(each.seat for each in replay.record.rounds[0].moves)
        assert 0 < len(found.moves) <= made[seat]
        expected = []
        for each in found.moves:
            tried = [one.outcome.text for one in by_text(each.view)]
            assert each.best.outcome.text == tried[0]
            expected.append(tried.index(each.made.outcome.text))
            words = replay.record.rounds[0].moves[replay.place(each.step)[1] - 1].words
            assert words.rstrip("!").partition("=")[0] == each.made.outcome.text.partition("=")[0]
        assert found.points == pytest.approx(2 * sum(expected))
        assert found.chance == pytest.approx(sum(expected) / 20)
        dearest = [each.lost for each in found.dearest]
        assert dearest == pytest.approx([at / 20 for at in sorted(expected)[::-1][:2] if at])


def test_differences_that_chance_may_have_made_cost_nothing() -> None:
    def few(seen: View) -> list[Weighed]:
        return [replace(each, tried=1) for each in by_text(seen)]

    found = review(finished(), 0, 1, few)
    assert (found.points, found.chance, found.dearest) == (0, 0, ())
    assert total_words("sv", found) == text("sv", "teacher.total.nothing", count=len(found.moves))


def test_costs_are_told_in_points_or_in_wins_alone_where_there_are_none() -> None:
    assert cost_words("sv", False, 1.25, 0.05) == "1,2 poäng, 5 vinster på 100"
    assert cost_words("en", True, 1.25, 0.01) == "1 win in 100"
    assert cost_words("en", False, 0.04, 0.07) == "7 wins in 100"
    assert cost_words("sv", False, 3.0, 0.001) == "3,0 poäng"
    assert amount("en", 2.0) == "2.0"
    assert review(finished(rules="barn"), 0, 1, by_text).single
    assert total_words("en", Review(0, 1, True, ())) == text("en", "teacher.total.no_choice")


def play_round(client: TestClient, table: str) -> None:
    """Play the player's moves until the round is over."""
    for _ in range(2_000):
        seen = view(client, table, "")
        if seen["phase_of_match"] in ("between", "over"):
            return
        if seen["turn"] == 0 and seen["legal"]:
            client.post(f"{table}/move", json={"move": seen["legal"][0]})
        else:
            view(client, table, f"?after={seen['number']}&wait=2")
    raise AssertionError("a round that does not end")


def test_a_review_is_there_when_the_round_is_over_and_for_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviewing, "EACH", 0.001)
    monkeypatch.setattr(reviewing, "WAIT", 60.0)
    with browser(MemoryStore(), pace=0) as client:
        adviser = Adviser(lambda: ThreadPoolExecutor(1))
        app_of(client).state.reviews = reviewing.Reviews(adviser)
        table = my_turn(client)
        early = client.get(f"{table}/review")
        assert early.status_code == 409 and problem("no_review") in shown(early)
        play_round(client, table)
        found = client.get(f"{table}/review")
        assert found.status_code == 200
        assert 'id="review-total"' in found.text and 'id="choices"' in found.text
        assert text("sv", "replay_page.face_up") in shown(found)
        assert client.get(f"{table}/review?at=3&seat=1", headers=EN).status_code == 200
        assert f"{table}/review" in client.get(table).text
        assert stranger(client).get(f"{table}/review").status_code == 404
        assert client.get(f"{table}/review?match=2").status_code == 404
        # the next round is not in it while it is played
        client.post(f"{table}/next", json={})
        again = client.get(f"{table}/review")
        assert again.status_code == 200 and 'id="round-2"' not in again.text
        adviser.close()


def test_a_review_that_is_not_ready_says_that_it_is_coming(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviewing, "WAIT", 0.0)
    with browser(MemoryStore(), pace=0) as client:
        table = my_turn(client)
        play_round(client, table)

        async def never(*_: object) -> None:
            await asyncio.Event().wait()

        app_of(client).state.adviser.work = never
        found = client.get(f"{table}/review")
        assert found.status_code == 200
        assert text("sv", "review.waiting") in shown(found)


# --- vandatta analyse ----------------------------------------------------------------


def test_a_record_is_gone_through_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay = finished()
    path = tmp_path / "match.vandatta"
    path.write_text(print_record(replay.record), "utf-8")
    words = ["analyse", str(path), "--guesses", "10", "--lang", "en", "--seat", "1"]
    assert main(words) == 0
    first = capsys.readouterr().out
    assert text("en", "teacher.unit.points") in first
    rows = [line for line in first.splitlines() if line[:5].strip().isdecimal()]
    assert len(rows) == len(review(replay, 1, 1, by_text).moves)
    assert main(words) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seat", "7"], "can’t be gone through from seat 7"),
        (["--seat", "two"], "--seat should be a whole number"),
        (["--round", "9"], "no finished round 9"),
        (["--guesses", "0"], "--guesses should be a whole number"),
    ],
)
def test_what_will_not_do_is_said_in_one_line(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.vandatta"
    path.write_text(print_record(finished().record), "utf-8")
    assert main(["analyse", str(path), "--lang", "en", *words]) == 2
    out, error = capsys.readouterr()
    assert out == "" and message in error and error.count("\n") == 1


def test_a_record_that_does_not_fit_is_told_of_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.vandatta"
    path.write_text("not a record\n", "utf-8")
    assert main(["analyse", str(path), "--lang", "sv"]) == 1
    assert capsys.readouterr().out.startswith("Rad 1: ")
    assert main(["analyse", str(tmp_path / "none"), "--lang", "sv"]) == 2
