"""``vandatta arena``: players against one another, on common deals, from every seat."""

from __future__ import annotations

import json
from math import log
from random import Random

import pytest

from tests.recorded import mix
from vandatta import cli
from vandatta.arena.contest import Contest, contest, seatings
from vandatta.arena.players import player
from vandatta.arena.running import LEAST, run
from vandatta.arena.standing import rated, solved, standing, widest
from vandatta.arena.tally import WHOLE, Tally
from vandatta.arena.working import in_parts, work
from vandatta.engine.alphabet import OVER
from vandatta.engine.choosing import call_in_time
from vandatta.engine.match import Match
from vandatta.engine.playouts import deal_number, seated
from vandatta.engine.rng import seed
from vandatta.engine.sitting import chosen
from vandatta.events import History
from vandatta.narrate import Narrator
from vandatta.notation.outcomes import outcomes
from vandatta.options import compile_rules, named, options_from, preset, rules_id
from vandatta.players import LEVELS
from vandatta.simulation.plan import PLAYERS, Share
from vandatta.simulation.working import Stopped, act_on
from vandatta.view import View, observe

SVENSK = rules_id(preset("svensk"))


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["arena", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["arena", *words]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    return told.err


# --- who sits where


def test_two_meet_as_one_against_the_rest_from_every_seat() -> None:
    assert seatings(("a", "b"), 2) == (("a", "b"), ("b", "a"))
    found = seatings(("a", "b"), 4)
    assert len(found) == 4
    assert sorted(each.index("a") for each in found) == [0, 1, 2, 3]
    assert all(each.count("b") == 3 for each in found)


def test_several_sit_around_the_table_and_too_many_meet_in_turn() -> None:
    assert seatings(("a", "b", "c"), 3) == (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))
    # two rotations of four are the same
    assert seatings(("a", "b", "a", "b"), 4) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    pairs = seatings(("a", "b", "c"), 2)
    assert len(pairs) == 6 == len(set(pairs))
    for seat in (0, 1):
        assert sorted(each[seat] for each in pairs) == ["a", "a", "b", "b", "c", "c"]


# --- playing


def test_the_same_contest_comes_out_the_same_however_it_is_cut() -> None:
    wanted = contest(SVENSK, ("regular", "eager"), 3)
    whole = work(wanted, Share(0, 6))
    parts = Tally.blank(2)
    for first, count in ((0, 1), (1, 3), (4, 2)):
        parts.add(work(wanted, Share(first, count)))
    assert parts == whole
    assert whole.deals == 6 and sum(whole.firsts) == 6 * 3 * WHOLE
    other = contest(SVENSK, ("regular", "eager"), 3, seed=2)
    assert work(other, Share(0, 6)) != whole


def test_one_core_or_two_and_all_at_once_or_in_two_goes() -> None:
    wanted = contest(SVENSK, ("beginner", "eager"), 2)
    one = run(wanted, 0.07, most=400, jobs=1)
    assert LEAST <= one.deals < 400 and widest(wanted, one) <= 0.07
    assert run(wanted, 0.07, most=400, jobs=2) == one
    begun = run(wanted, 0.2, most=30, jobs=1)
    assert begun.deals == 30
    kept = Tally.from_json(json.loads(json.dumps(begun.as_json())))
    assert run(wanted, 0.07, most=400, jobs=1, begun=kept) == one


def test_a_player_against_itself_is_at_par() -> None:
    # the same player by another name: with the same chance it plays the same
    same = Contest(SVENSK, ("eager", "tests.test_arena:eager"), ((0, 1), (1, 0)))
    tally = work(same, Share(0, 30))
    # each deal is played twice alike, once from either side
    assert tally.firsts[0] == tally.firsts[1] == 30 * WHOLE
    assert tally.products[0][0] == 30 * WHOLE**2


def eager(view: View, rng: Random) -> str:
    return player("eager")(view, rng)


def test_shares_of_a_first_place() -> None:
    assert in_parts([0, 1000, 0]) == [0, WHOLE, 0]
    assert in_parts([333, 333, 0, 333]) == [WHOLE // 3, WHOLE // 3, 0, WHOLE // 3]


def rules_of(number: int, seats: int) -> str:
    """The id of a mix of rules."""
    return rules_id(options_from(mix(Random(number), seats)))


@pytest.mark.parametrize("name", [name for name in PLAYERS if name not in LEVELS])
def test_a_habit_asked_by_its_view_does_what_the_loops_do(name: str) -> None:
    acted = 0
    for number in range(12):
        seats = 2 + number % 4
        s = seated(compile_rules(named(rules_of(number, seats))), seats)
        deal_number(s, [0] * 4, 7, number)
        m, narrator, history = Match(players=seats, playing=s.playing), Narrator(), History()
        told = 0
        for step in range(60):
            if s.phase == OVER:
                break
            history.extend(narrator.events(s, told))
            told = s.noted
            view = observe(s, m, s.turn, history)
            words = player(name)(view, Random(step))
            # the loops' generator, started as the player starts its own
            luck = [0] * 4
            seed(luck, Random(step).getrandbits(96))
            actions = {each.text: each.actions[0] for each in outcomes(view)}
            first = chosen(s, luck, PLAYERS[name])
            assert actions.get(words, first) == first
            act_on(s, s.turn, words)
            call_in_time(s)
            acted += 1
    assert acted > 100


@pytest.mark.parametrize("number", range(8))
def test_every_player_plays_any_mix_of_rules(number: int) -> None:
    seats = 2 + number % 4
    names = ("master@2", "grandmaster@2", "friend", "beginner", "eager", "any", "waiting")
    tally = work(contest(rules_of(100 + number, seats), names[:seats], seats), Share(0, 1))
    assert sum(tally.firsts) == len(seatings(names[:seats], seats)) * WHOLE


# --- figures


def made(shares: list[int], seats: int = 2) -> tuple[Contest, Tally]:
    """A contest of two, and a tally of deals in which the first got such shares, of two."""
    wanted = contest(SVENSK, ("a", "b"), seats)
    tally = Tally.blank(2)
    for each in shares:
        first = each * WHOLE * seats // 2
        tally.add_deal((first, seats * WHOLE - first), (0, 0), 0)
    return wanted, tally


def test_an_interval_is_over_deals_not_rounds() -> None:
    wanted, torn = made([0, 2] * 50)
    # as wide as that of a hundred tosses of a coin: both rounds of a deal end alike
    assert widest(wanted, torn) == pytest.approx(0.098, abs=0.003)
    wanted, even = made([0, 1, 1, 2] * 25)
    assert widest(wanted, even) == pytest.approx(0.098 / 2**0.5, abs=0.003)


def test_the_rating_of_two_is_elos() -> None:
    wanted, tally = made([1, 2, 2, 1] * 250)
    first, last = rated(wanted, tally)
    expected = 400 * log(3) / log(10)
    assert first.value == pytest.approx(1000 + expected, abs=1)
    assert last.value == 1000
    assert first.low is not None and first.high is not None
    # the delta method, from the interval of the share
    half = 1.96 * 0.25 / 1000**0.5 / (0.75 * 0.25) * 400 / log(10)
    assert (first.high - first.low) / 2 == pytest.approx(half, rel=0.01)


def test_a_share_at_a_larger_table_is_rated_by_strength() -> None:
    # of four, first half of the time: three times as strong as each of the three others
    wanted, tally = made([1] * 2000, 4)
    assert rated(wanted, tally)[0].value == pytest.approx(1000 + 400 * log(3) / log(10), abs=1)


def test_who_never_loses_has_a_rating_all_the_same() -> None:
    wanted, tally = made([2] * 100)
    assert 1400 < rated(wanted, tally)[0].value < 2200
    line = standing(wanted, tally, "svensk").lines[0]
    assert line.first.value == line.first.high == 1


def test_ratings_of_a_round_robin_are_found_again() -> None:
    names, strengths = ("a", "b", "c"), (4.0, 2.0, 1.0)
    wanted = contest(SVENSK, names, 2)
    luck, tally = Random(5), Tally.blank(3)
    for _ in range(4000):
        firsts = [0, 0, 0]
        for seating in wanted.seatings:
            (winner,) = luck.choices(seating, [strengths[who] for who in seating])
            firsts[winner] += WHOLE
        tally.add_deal(firsts, (0, 0, 0), 0)
    for each, strength in zip(rated(wanted, tally), strengths, strict=True):
        truth = 1000 + 400 * log(strength) / log(10)
        assert each.low is not None and each.high is not None
        assert each.low - 3 <= truth <= each.high + 3
        assert each.high - each.low < 35


def test_equations_are_solved() -> None:
    found = solved([[0.0, 2.0, 1.0], [1.0, 1.0, 1.0], [2.0, 0.0, 3.0]], [7.0, 6.0, 11.0])
    assert found == pytest.approx([1.0, 2.0, 3.0])


# --- the command


def test_a_table_in_either_language(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("regular", "eager", "--seats", "3", "--most", "20", "--jobs", "1")
    found = asked(capsys, *words)
    assert found.startswith("Rules: svensk, 3 players\n20 deals, each played from every seat: 60 ")
    assert "33.3 % is par" in found and "\nregular  " in found and "\neager    " in found
    swedish = asked(capsys, *words, "--lang", "sv")
    assert "33,3 % är det jämna" in swedish and "betyg" in swedish


def test_json_holds_shares_and_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("friend", "beginner", "eager", "--most", "8", "--jobs", "1", "--rules", "barn")
    found = json.loads(asked(capsys, *words, "--json"))
    assert (found["label"], found["seats"], found["deals"], found["rounds"]) == ("barn", 2, 8, 48)
    assert found["par"] == 0.5 and found["engine"] == "vandatta" and not found["by_clock"]
    names = [each["player"] for each in found["players"]]
    assert names == ["friend", "beginner", "eager"]
    assert sum(each["first"]["value"] for each in found["players"]) == pytest.approx(1.5)
    assert found["players"][-1]["rating"]["value"] == 1000
    for each in found["players"]:
        assert each["first"]["low"] <= each["first"]["value"] <= each["first"]["high"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "name at least two different players"),
        (("eager", "eager"), "name at least two different players"),
        (("mester", "eager"), "mester is not a player; did you mean master?"),
        (("regular@5", "eager"), "regular@5 won't do: numbers of guesses"),
        (("master@0", "eager"), "master@0 won't do"),
        (("no.such:thing", "eager"), "cannot get no.such:thing"),
        (("tests.test_arena:SVENSK", "eager"), "is not a player, but"),
        (("regular", "eager", "--seats", "9"), "9 is not a number of players"),
        (("regular", "eager", "--within", "0"), "0 won't do; choose a number of points"),
        (("regular", "eager", "--most", "x"), "x can't be played"),
        (("regular", "eager", "--rules", "svnsk"), "svnsk"),
        (("regular", "eager", "--pyspiel", "--rules", "barn"), "knows its own rules only"),
        (("tests.test_arena:cheat", "eager"), "made the move “8s8h8d8c”, which is not allowed"),
        (("tests.test_arena:nonsense", "eager"), "made the move “hello”, which is not allowed"),
        (
            ("tests.test_arena:broken", "eager"),
            "broke when it was to choose a move: ZeroDivisionError",
        ),
        (("tests.test_arena:silent", "eager"), "did not answer with a move, but with None"),
    ],
)
def test_what_will_not_do_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    more = ("--jobs", "1", *(() if "--most" in words else ("--most", "4")))
    assert sentence in refused(capsys, *words, *more)


def test_what_a_player_does_wrong_in_another_process_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("tests.test_arena:broken", "eager", "--most", "4", "--jobs", "2")
    assert "ZeroDivisionError" in refused(capsys, *words)


def cheat(_view: View, _rng: Random) -> str:
    return "8s8h8d8c"


def nonsense(_view: View, _rng: Random) -> str:
    return "hello"


def broken(_view: View, _rng: Random) -> str:
    return str(1 // 0)


def silent(_view: View, _rng: Random) -> None:
    return None


def test_rules_that_seats_do_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    assert "for 2 to 5 players" in refused(
        capsys, "regular", "eager", "--rules", "barn", "--seats", "8"
    )


def test_players_that_search_can_play_by_the_clock() -> None:
    rules = compile_rules(named(SVENSK))
    s = seated(rules, 2)
    deal_number(s, [0] * 4, 1, 3)
    view = observe(s, Match(players=2, playing=3), s.turn, None)
    words = player("master@10", clock=True)(view, Random(1))
    assert words in {each.text for each in outcomes(view)}


def test_it_can_be_called_off_before_any_move(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[None] = []

    def stop() -> bool:
        asked_for.append(None)
        return len(asked_for) > 3

    with pytest.raises(Stopped):
        work(contest(SVENSK, ("regular", "eager"), 2), Share(0, 9), stop)
    assert len(asked_for) == 4

    def interrupted(*_args: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vandatta.arena.command.run", interrupted)
    assert cli.main(["arena", "regular", "eager"]) == 130
    assert capsys.readouterr().err == "vandatta: interrupted\n"
