"""The page "Får man …?": each situation is the referee's to judge, and no address breaks it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, expect

from tests.browsing import browser, problem, shown
from tests.mixes import mixes
from tests.serving import Server, serving
from tests.shown import PHONE
from tests.test_page_looks import violations
from vandatta.describe import option_name
from vandatta.messages import LANGS, Lang, text
from vandatta.notation.referee import answer
from vandatta.options import OPTIONS, PRESETS, Value, from_id, preset, rules_id
from vandatta.server.asking import LONGEST, may, questions, verdict
from vandatta.server.chooser import own_passage
from vandatta.server.disputes import disputes
from vandatta.server.situation import plain_ranks, position, situation_from, usual
from vandatta.sheet.mix import Mix
from vandatta.store.memory import MemoryStore

PRICE = "false_challenge_penalty"
QUERIES = st.dictionaries(
    st.sampled_from(
        ["top", "suit", "hand", "left", "own", "duty", "drawn", "bare", "late", "called", "move"]
    ),
    st.text(st.sampled_from("A28TJKshdc=!?1590drawps"), max_size=12)
    | st.sampled_from(("8s", "9h", "JK", "8s9h", "1", "8s=h", "draw", "!", "?1"))
    | st.text(max_size=5),
)


@pytest.fixture
def client() -> Iterator[Any]:
    with browser(MemoryStore()) as client:
        yield client


def answered(values: Mapping[str, Value], lang: Lang) -> dict[str, bool]:
    return {each.key: each.verdict.allowed for each in questions(lang, rules_id(values))}


# The questions that everybody asks


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_question_has_an_answer(name: str, lang: Lang) -> None:
    found = questions(lang, name)
    assert len(found) >= 15
    for each in found:
        assert each.question.endswith("?")
        assert each.verdict.sentence.endswith(".")
        assert "{" not in each.question + each.verdict.sentence
    assert len({each.question for each in found}) == len(found)


@given(mixes())
def test_questions_can_be_put_to_any_mix(values: dict[str, Value]) -> None:
    m = Mix("sv", values)
    for key, situation in disputes(m):
        found = answer({"position": position(m, situation, rules_id(values))})
        assert "error" in found or not found["round_over"], key
    assert answered(values, "sv") == answered(values, "en")


@pytest.mark.parametrize(
    ("rules", "key", "allowed"),
    [
        # 000: 'Åtta på åtta - tillåtet eller inte'
        ("svensk", "wild_on_wild", False),
        ("svensk-ww1", "wild_on_wild", True),
        # 000: 'Får man gå ut på ett ess'
        ("svensk", "out_on_ace", False),
        # 001: 'Får man lägga flera kort av samma valör'
        ("svensk", "several", False),
        ("guide", "several", True),
        # 002: 'utan att ange färg'
        ("svensk", "wild_bare", False),
        ("klassisk", "wild_bare", True),
        # 000: 'Är det obligatoriskt att lägga'
        ("svensk", "draw_anyway", False),
        ("guide", "draw_anyway", True),
        # Pesten: a two is answered with a two
        ("pesten", "duty_on", True),
        ("pesten", "duty_other", False),
    ],
)
def test_the_answer_is_this_table_s(rules: str, key: str, allowed: bool) -> None:
    assert answered(from_id(rules), "sv")[key] is allowed


def test_a_question_that_cannot_come_up_is_not_put() -> None:
    assert "duty_on" not in answered(preset("svensk"), "sv")
    assert "call_late" not in answered(preset("openspiel"), "sv")
    assert "ace_on_ace" not in answered(preset("mau_mau"), "sv")


# The situation that is tapped together


@given(mixes(), QUERIES)
def test_any_address_is_a_situation(values: dict[str, Value], query: dict[str, str]) -> None:
    m = Mix("sv", values)
    situation = situation_from(m, query)
    again = situation_from(m, dict(parse_qsl(situation.query()[1:], keep_blank_values=True)))
    assert again == situation
    found = answer({"position": position(m, situation, rules_id(values))})
    assert "error" not in found, found
    assert len(situation.query()) <= LONGEST


@given(mixes(), QUERIES)
def test_every_tap_leads_to_what_it_says(values: dict[str, Value], query: dict[str, str]) -> None:
    m = Mix("en", values)
    page = may(m, situation_from(m, query))
    for group in (page.tops, page.suits, page.hands, page.hand, page.names, page.moves, page.facts):
        for link in group:
            there = situation_from(m, dict(parse_qsl(link.query[1:], keep_blank_values=True)))
            assert there.query() == link.query, link


def test_the_page_s_answer_is_the_referee_s() -> None:
    m = Mix("sv", preset("svensk"))
    query = {"top": "8s", "suit": "h", "hand": "8d9h", "move": "8d=s"}
    situation = situation_from(m, query)
    found = verdict(m, situation, "svensk")
    place = position(m, situation, "svensk")
    said = answer({"position": place, "ask": [{"move": "8d=s"}]})["ask"][0]
    assert (found.allowed, found.sentence) == (False, said["sv"])
    assert found.rule == "Åtta på åtta: nej."


@pytest.mark.parametrize(
    ("rules", "query", "key"),
    [
        # who must, must after one's own ace, whatever the option says
        ("svensk", {"top": "5h", "hand": "7h2s", "move": "draw"}, "must_lay"),
        ("svensk", {"top": "Ah", "own": "1", "hand": "7h2s", "move": "draw"}, None),
        ("svensk-ml0-hc2", {"top": "5h", "hand": "7h2s", "move": "draw"}, "hand_cap"),
        ("svensk", {"top": "5h", "hand": "7h7s2c", "move": "7h7s"}, "several_of_a_rank"),
        ("guide", {"top": "5h", "hand": "8h8s2c", "move": "8h8s=h"}, "several_wilds"),
        ("svensk", {"top": "5h", "hand": "8h8s2c", "move": "8h8s=h"}, "several_wilds"),
        # no option lets several jokers or aces go together
        ("svensk", {"top": "5h", "hand": "AhAs2c", "move": "AhAs"}, None),
        ("svensk-jo2", {"top": "5h", "hand": "JKJK2c", "move": "JKJK"}, None),
        ("guide-jo2", {"top": "5h", "hand": "JKJK2c", "move": "JKJK"}, None),
        ("klassisk", {"top": "5h", "hand": "AhAs2c", "move": "AhAs"}, None),
        ("svensk-rs0", {"top": "5h", "hand": "7s2c", "bare": "1", "move": "draw"}, "reshuffles"),
        ("svensk", {"top": "5h", "hand": "7s2c", "bare": "1", "move": "draw"}, "reshuffles"),
        ("svensk-rs-1", {"top": "5h", "hand": "7s2c", "bare": "1", "move": "draw"}, None),
        ("svensk", {"top": "5h", "hand": "7h2c", "left": "1", "called": "1", "move": "?1"}, PRICE),
        ("klassisk", {"top": "5h", "hand": "7h2c", "left": "1", "move": "?1"}, "lappen_caught_by"),
    ],
)
def test_the_option_that_has_it_so(rules: str, query: dict[str, str], key: str | None) -> None:
    m = Mix("sv", from_id(rules))
    found = verdict(m, situation_from(m, query), rules)
    assert not found.allowed
    assert found.rule.partition(":")[0] == (option_name("sv", key, m.v) if key else "")


def test_the_page_says_yes_once() -> None:
    m = Mix("sv", preset("svensk"))
    found = verdict(m, situation_from(m, {"top": "5h", "hand": "7h2s", "move": "7h"}), "svensk")
    assert (found.allowed, found.sentence) == (True, "Du får lägga hjärter sjua.")


@pytest.mark.parametrize(
    ("rules", "key", "said"),
    [
        ("svensk", "call_with", "Du får lägga hjärter {mid} och ropa lappen."),
        ("svensk", "ace_alone", "Du får lägga spader ess. Sedan måste du dra: du har inget att"),
        ("svensk", "ace_on_ace", "Du får lägga hjärter ess."),
        ("mau_mau", "call_with", " och ropa lappen."),
    ],
)
def test_the_answer_is_about_what_was_asked(rules: str, key: str, said: str) -> None:
    (found,) = [each.verdict for each in questions("sv", rules) if each.key == key]
    assert found.allowed
    words = said.format(mid=text("sv", f"rank.{plain_ranks(Mix('sv', from_id(rules)))[1]}"))
    assert words in found.sentence
    assert key == "ace_alone" or "Sedan" not in found.sentence


def test_nobody_is_too_late_of_whom_that_is_not_said() -> None:
    m = Mix("sv", preset("pesten"))
    for query in (
        {"top": "7d", "hand": "7s", "left": "1", "move": "!"},
        {"top": "9d", "hand": "9s", "move": "!"},
    ):
        found = verdict(m, situation_from(m, query), "pesten")
        assert (found.allowed, found.sentence) == (False, text("sv", "may.call_when"))
    found = verdict(m, situation_from(m, {"hand": "9s", "said": "1", "move": "!"}), "pesten")
    assert found.sentence == text("sv", "refusal.nothing_to_call_twice")
    late = {"top": "9d", "hand": "9s", "late": "1", "move": "!"}
    assert verdict(m, situation_from(m, late), "pesten").allowed


def test_only_what_these_rules_have_from_their_text_is_cited() -> None:
    def cited(rules: str) -> dict[str, str]:
        return {each.key: each.verdict.source for each in questions("sv", rules)}

    svensk = cited("svensk")
    assert svensk["wild_on_wild"] == "I regeltexten: ”Åtta på åtta - tillåtet eller inte”"
    assert not any(cited("mau_mau").values())
    # a house rule is the house's, whatever the text says
    assert own_passage("sv", OPTIONS["draw_limit"], "svensk")
    assert not answered(from_id("svensk-dl1"), "sv")["draw_again"]
    assert cited("svensk-dl1")["draw_again"] == ""


def test_all_eight_of_a_rank_can_be_asked_about() -> None:
    m = Mix("sv", from_id("guide-sd2"))
    sevens = "7s7s7h7h7d7d7c7c"
    situation = situation_from(m, {"top": "5s", "hand": sevens + "2c", "move": sevens})
    assert situation.move == sevens
    assert verdict(m, situation, "guide-sd2").allowed


def test_two_cards_are_asked_about_with_and() -> None:
    m = Mix("sv", preset("guide"))
    page = may(m, situation_from(m, {"top": "5h", "hand": "9h9s2c", "move": "9h9s"}))
    assert page.asking == "lägga hjärter nia och spader nia"


def test_a_usual_situation_to_begin_with() -> None:
    for name in PRESETS:
        m = Mix("sv", preset(name))
        assert usual(m) == situation_from(m, {})


# The page


def test_without_rules_it_is_that_of_the_last_choice(client: Any) -> None:
    assert client.get("/may").headers["location"] == "/may/svensk"
    client.get("/choose/guide-dl1")
    assert client.get("/may?move=draw").headers["location"] == "/may/guide-dl1?move=draw"


@pytest.mark.parametrize("name", PRESETS)
def test_the_page_answers(client: Any, name: str) -> None:
    response = client.get(f"/may/{name}?move=draw")
    assert response.status_code == 200
    assert "Får man dra ett kort?" in shown(response)


@pytest.mark.parametrize("page", ["may", "rules", "choose"])
@pytest.mark.parametrize(
    "rules",
    [
        "svensk-rrA2356789TJQK",
        "klassisk-rrA2345678TJQK",
        "pesten-rrA3456789TJQK",
        "svensk-rr2345679TJQK",
        "mau_mau-rrA2356789TJQK-ls1",
    ],
)
def test_a_pack_of_a_few_ranks_has_its_pages(client: Any, page: str, rules: str) -> None:
    assert client.get(f"/{page}/{rules}").status_code == 200


def test_rules_that_do_not_exist(client: Any) -> None:
    response = client.get("/may/whatever")
    assert response.status_code == 404
    assert problem("no_rules") in shown(response)
    assert client.get("/may/svensk-ww0").headers["location"] == "/may/svensk"


@pytest.mark.parametrize(
    "query", ["a" * 5000, "top=%00&hand=%ff", "hand=" + "8s" * 100, "move=" + quote("<script>")]
)
def test_hostile_addresses_show_a_page(client: Any, query: str) -> None:
    response = client.get(f"/may/svensk?{query}")
    assert response.status_code == 200
    assert "<script>" not in re.sub(r"<script type=.module.", "", response.text)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), pace=100) as server:
        yield server


@pytest.mark.browser
@pytest.mark.parametrize("script", [True, False])
def test_a_person_asks(browser: Browser, server: Server, script: bool) -> None:
    context = browser.new_context(viewport=PHONE, locale="sv-SE", java_script_enabled=script)
    page = context.new_page()
    page.goto(f"{server.address}may/svensk")
    page.locator("#own-hand a").last.click()
    expect(page.locator("#answer .says")).to_have_text("Ja")
    page.locator("#tops summary").click()
    page.locator("#t-8s").click()
    page.locator("#f-h").click()
    page.locator("#own-hand a").last.click()
    expect(page.locator("#answer .says")).to_have_text("Nej")
    expect(page.locator("#answer")).to_contain_text("Hos er får man inte lägga en åtta på en åtta")
    page.locator("#q-out_on_ace a").click()
    expect(page.locator("#answer")).to_contain_text("Hos er får man inte gå ut på ett ess")
    if script:
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    context.close()
