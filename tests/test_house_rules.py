"""What do the house rules do? The data hold every option, and docs and page are made of them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browsing import EN, browser, shown
from tests.shown import PHONE, Table
from tests.test_careful import position
from tests.test_page_looks import violations
from vandatta.cards import card_text
from vandatta.describe import idle_text, option_name
from vandatta.engine import counted, sitting
from vandatta.engine.alphabet import DRAW
from vandatta.engine.play import legal
from vandatta.messages import LANGS, Lang, text
from vandatta.options import OPTIONS, preset, rules_id
from vandatta.server.effects import PATH, page_in
from vandatta.server.render import render_effects
from vandatta.server.settings import Settings
from vandatta.simulation.figures import Figure
from vandatta.simulation.house import page
from vandatta.simulation.house.claims import CLAIMS
from vandatta.simulation.house.drawing import Scale, scale, strip
from vandatta.simulation.house.found import DATA, MEASURES, Found, found, found_in, shows
from vandatta.simulation.house.measuring import Wish, as_text, holds, measure, verdict
from vandatta.simulation.house.telling import Cell, Point, cell
from vandatta.simulation.house.trials import TRIALS, UNSEEN, Trial
from vandatta.simulation.plan import Plan
from vandatta.simulation.report import report
from vandatta.simulation.running import run
from vandatta.store.memory import MemoryStore

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def client() -> Iterator[Any]:
    with browser(MemoryStore()) as client:
        yield client


# --- the data


def test_every_option_has_figures_or_a_reason_why_not() -> None:
    tried = {each.option for each in found().effects}
    assert tried | set(UNSEEN) == set(OPTIONS)
    assert not tried & set(UNSEEN)


def test_the_data_are_those_of_the_trials_and_claims() -> None:
    told = [(each.option, each.value, each.setup.seats) for each in found().effects]
    assert told == [(each.option, each.value, each.table.seats) for each in TRIALS]
    for each, trial in zip(found().effects, TRIALS, strict=True):
        assert each.rules == rules_id(trial.table.rules(((trial.option, trial.value),)))
        assert each.setup.rules == rules_id(trial.table.rules())
    assert [each.key for each in found().claims] == [each.key for each in CLAIMS]
    for judged, claim in zip(found().claims, CLAIMS, strict=True):
        assert [row.figure for row in judged.rows] == [row.figure for row in claim.rows]
        assert judged.verdict == verdict(row.holds for row in judged.rows)


@pytest.mark.parametrize("trial", TRIALS, ids=lambda each: f"{each.option}={each.value}")
def test_what_is_tried_can_matter_and_is_another_game(trial: Trial) -> None:
    values = trial.table.rules(((trial.option, trial.value),))
    assert idle_text("en", trial.option, values) is None
    assert rules_id(values) != rules_id(trial.table.rules())


def test_every_figure_lies_within_its_interval() -> None:
    figures = [each.figures[key] for each in found().effects for key in MEASURES]
    figures += [each.figures[key] for each in found().setups for key in MEASURES]
    figures += [row.number for each in found().claims for row in each.rows]
    assert len(figures) > 350
    for each in figures:
        assert each.low is not None and each.high is not None
        assert each.low <= each.value <= each.high, each


def test_known_effects_are_found() -> None:
    """So large that they would show in any data; a sign turned round shows here."""

    def effect(option: str, value: object, measure: str) -> Figure:
        (one,) = (each for each in found().of(option) if each.value == value)
        return one.figures[measure]

    assert effect("draw_limit", 1, "length").high < -10  # type: ignore[operator]
    assert effect("turn_limit", 60, "blocked").low > 0.2  # type: ignore[operator]
    assert effect("several_of_a_rank", True, "skill").high < 0  # type: ignore[operator]
    assert effect("limit", 200, "length").low > 200  # type: ignore[operator]
    assert not shows(effect("turn_limit", 0, "length"))


# --- made again


FEW = tuple(each for each in TRIALS if each.option in ("hand_size", "limit", "lappen"))
SOME = tuple(each for each in CLAIMS if each.key in ("dear_cards", "last_in_suit"))


def small(rounds: int = 16, seed: int = 3) -> str:
    return as_text(measure(Wish(rounds, seed), 1, False, trials=FEW, claims=SOME))


def test_the_same_wish_gives_the_same_bytes() -> None:
    once = small()
    assert small() == once
    assert small(seed=4) != once
    told = json.loads(once)
    assert (told["rounds"], told["matches"], told["seed"]) == (16, 2, 3)
    again = found_in(as_text({"date": "2020-02-02", **told}))
    assert [each.option for each in again.effects] == [each.option for each in FEW]
    assert again.date == "2020-02-02"
    # and no date, since that would be another one tomorrow
    assert "date" not in told


def test_it_is_what_simulate_tells() -> None:
    told = json.loads(small())
    (five,) = (each for each in told["effects"] if each.get("value") == 5)
    plan = Plan(("svensk", "svensk-hs5"), ("careful",) * 4, 16, seed=3)
    base, other = report(plan, run(plan, 1, False), told["seconds"]).runs
    moves = base.figures["moves"]
    assert told["tables"][0]["length"] == pytest.approx(list_of(moves), rel=1e-4)
    assert five["length"] == pytest.approx(list_of(other.differences["moves"]), rel=1e-4)
    stuck = base.figures["blocked"].value + base.figures["limited"].value
    assert told["tables"][0]["blocked"][0] == pytest.approx(stuck, rel=1e-4)


def list_of(figure: Figure) -> list[float | None]:
    return [figure.value, figure.low, figure.high]


def test_forehands_edge_and_the_first_ones_lead_are_over_the_fair_share() -> None:
    plan = Plan(("svensk",), ("careful", "eager", "eager"), 30)
    (tally,) = run(plan, 1, False).tallies
    sums = tally.sums
    out = sum(sums[counted.OUT_BY_PLACE : counted.OUT_BY_PLACE + 8])
    assert 0 < out <= 30
    assert sums[counted.EDGE] == 3 * sums[counted.OUT_BY_PLACE] - out
    assert sums[counted.LEAD] == 3 * sums[counted.OUT_BY_GROUP] - out
    two = Plan(("svensk",), ("careful", "eager", "careful", "eager"), 30)
    (tally,) = run(two, 1, False).tallies
    first, second = tally.sums[counted.OUT_BY_GROUP : counted.OUT_BY_GROUP + 2]
    assert tally.sums[counted.LEAD] == 2 * first - 2 * second


# --- players with a habit changed


@pytest.mark.parametrize(
    ("who", "rules", "hand", "action"),
    [
        (sitting.CAREFUL, {}, "8h5s4d2d", "5s"),
        (sitting.SPENDING, {}, "8h5s4d2d", "8h"),
        (sitting.CAREFUL, {}, "Ks3s3d4d", "Ks"),
        (sitting.CAREFUL, {"must_lay": False}, "8h4d2d", "8h"),
        (sitting.WAITING, {"must_lay": False}, "8h4d2d", "draw"),
        (sitting.WAITING, {"must_lay": False}, "8h5s4d2d", "5s"),
        (sitting.WAITING, {}, "8h4d2d", "8h"),
    ],
)
def test_habits(who: int, rules: dict[str, object], hand: str, action: str) -> None:
    s = position(hand, "9s", rules={"base": "svensk", **rules})
    assert {seen(sitting.chosen(s, [seed, 7, 7, 7], who)) for seed in range(10)} == {action}


def test_to_the_heedless_a_dear_card_is_as_good_as_any() -> None:
    s = position("Ks3s4d5d", "9s")
    assert legal(s).bit_count() == 2
    found = {seen(sitting.chosen(s, [seed << 27, 7, 7, 7], sitting.HEEDLESS)) for seed in range(20)}
    assert found == {"Ks", "3s"}


def seen(action: int) -> str:
    return "draw" if action == DRAW else card_text(action)


# --- verdicts and pictures


@pytest.mark.parametrize(
    ("figure", "low", "high", "answer"),
    [
        (Figure(2, 1, 3), 0, None, "yes"),
        (Figure(2, -1, 3), 0, None, "open"),
        (Figure(-2, -3, -1), 0, None, "no"),
        (Figure(-2, -3, -1), None, 0, "yes"),
        (Figure(20, 16, 24), 15, 25, "yes"),
        (Figure(20, 14, 24), 15, 25, "open"),
        (Figure(30, 26, 34), 15, 25, "no"),
        (Figure(2), 0, None, "yes"),
    ],
)
def test_a_figure_holds_if_its_whole_interval_does(
    figure: Figure, low: float | None, high: float | None, answer: str
) -> None:
    assert holds(figure, low, high) == answer


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        (["yes", None, "yes"], "confirmed"),
        (["no", None], "refuted"),
        (["open"], "undecided"),
        (["yes", "open"], "partly"),
        (["no", "yes"], "partly"),
    ],
)
def test_verdicts(answers: list[str | None], found: str) -> None:
    assert verdict(answers) == found


def test_figures_stand_where_they_are_on_the_scale() -> None:
    told = Point("", "", Cell("", "", True), Figure(5, 4, 6), 0, None, "yes")
    line = strip(told, Scale(-10, 10))
    assert (line.zero, line.low, line.value, line.high) == (50, 70, 75, 80)
    assert (line.band, line.reach) == ((50, 50), None)
    free = strip(replace(told, low=None, holds=None, figure=Figure(-5, -6, -4)), Scale(-10, 10))
    assert (free.band, free.reach) == (None, (25, 25))
    assert scale([told]).low < 0 < 6 < scale([told]).high


def test_the_very_same_rounds_are_told_as_such() -> None:
    # of 200,000 rounds alike the interval is narrower than what is told
    same = Figure(0, -2e-5, 2e-5)
    assert cell("en", "blocked", same, True) == Cell("±0", "0 to 0", False)
    assert cell("en", "blocked", Figure(0, -0.01, 0.01), True).interval == "−1.0 to +1.0"


def test_numbers_have_the_decimals_that_their_interval_is_worth() -> None:
    assert cell("sv", "edge", Figure(0.0133, 0.0111, 0.0155), True).value == "+1,33"
    assert cell("en", "length", Figure(-380.2, -391.7, -360.4), True) == Cell(
        "−380", "−392 to −360", True
    )
    assert cell("en", "skill", Figure(0, 0, 0), True) == Cell("±0", "0 to 0", False)


# --- the docs


def test_the_docs_are_made_of_the_data() -> None:
    made = page.pages(found())
    assert len(made) == 1 + len(MEASURES)
    for name, words in made.items():
        assert (ROOT / "docs" / name).read_text("utf-8") == words, "run: make figures ARGS=--keep"
    kept = {each.name for each in (ROOT / "docs" / page.FOLDER).iterdir()}
    assert kept == {name.partition("/")[2] for name in made if "/" in name}
    assert max(len(words) for name, words in made.items() if name.endswith(".svg")) < 10_000


def test_every_picture_says_what_it_is_and_what_its_lines_are() -> None:
    pictures = {name: words for name, words in page.pages(found()).items() if "/" in name}
    assert len(pictures) == len(MEASURES)
    for key in MEASURES:
        words = html.unescape(pictures[f"{page.FOLDER}/{key}.svg"])
        name = text("en", f"effects.measure.{key}.name")
        assert f"<title>{name}: the house rules that change it most</title>" in words
        assert words.count(f">{name}: the house rules that change it most<") == 2
        assert "Green line through it: its 95 % confidence interval" in words


def test_the_docs_tell_of_every_option_and_claim() -> None:
    words = page.pages(found())[page.PAGE]
    assert [key for key in OPTIONS if f"(`{key}`)" not in words] == []
    for claim in CLAIMS:
        assert f"> {text('sv', f'effects.claim.{claim.key}.quote')}\n" in words
    assert found().date in words and f"seed {found().seed}" in words and "`make figures`" in words


# --- the page


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_tells_of_every_option_and_claim(client: Any, lang: Lang) -> None:
    response = client.get(PATH, headers=EN if lang == "en" else None)
    assert response.status_code == 200
    words = shown(response)
    assert f"<h1>{text(lang, 'effects.title')}</h1>" in words
    for key in OPTIONS:
        (section,) = re.findall(rf'id="o-{key}">(.*?)</section>', words, re.DOTALL)
        assert option_name(lang, key) in section
        assert section.count('class="tried"') == len(found().of(key))
        assert (key in UNSEEN) == (text(lang, "effects.unseen.title") in section)
    for claim in found().claims:
        (piece,) = re.findall(rf'id="c-{claim.key}">(.*?)</details>', words, re.DOTALL)
        assert text(lang, f"effects.claim.{claim.key}.quote") in piece
        assert text(lang, f"effects.verdict.{claim.verdict}") in piece
        assert piece.count("<li>") == len(claim.rows)
    assert found().date in words and "make figures" in words


@pytest.mark.parametrize("lang", LANGS)
def test_every_figure_on_the_page_has_its_interval(lang: Lang) -> None:
    words = html.unescape(render_effects(Settings(lang=lang), page_in(lang)))
    to = text(lang, "effects.interval", low="", high="").strip()
    number = r"[+−±]?\d[\d.,]*"
    told = re.findall(r"<(?:dd|span)[^>]*><b>[^<]*</b> <small>([^<]*)</small>", words)
    assert len(told) > 400
    assert [each for each in told if not re.fullmatch(rf"{number} {to} {number}", each)] == []
    assert words.count("<circle") - words.count('<circle cx="16"') > 60


def test_a_rule_can_be_tried_from_the_page(client: Any) -> None:
    words = shown(client.get(PATH))
    links = set(re.findall(r'href="(/choose/[^"]+)"', words))
    assert links == {f"/choose/{each.rules}" for each in found().effects}
    for link in sorted(links)[::8]:
        assert client.get(link).status_code == 200


def test_pages_lead_there(client: Any) -> None:
    assert f'href="{PATH}"' in shown(client.get("/"))
    words = shown(client.get("/choose/svensk"))
    assert f'href="{PATH}"' in words
    for key in OPTIONS:
        assert f'href="{PATH}#o-{key}"' in words


def test_a_match_under_way_can_be_gone_back_to() -> None:
    words = render_effects(Settings(lang="sv"), page_in("sv"), "/t/x")
    assert f'<a href="/t/x">{text("sv", "effects.back")}</a>' in words


def test_nothing_is_missing_of_the_kept_file() -> None:
    kept = (ROOT / "src/vandatta/simulation/house" / DATA).read_text("utf-8")
    told = json.loads(kept)
    assert as_text(told) == kept
    assert isinstance(found_in(kept), Found)
    assert preset("svensk")["draw_limit"] == 3


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_how_it_looks(browser: Browser, lang: Lang) -> None:
    phone = lang == "sv"
    context = browser.new_context(
        viewport=PHONE if phone else {"width": 1280, "height": 800},
        color_scheme="light" if phone else "dark",
    )
    table = Table(context)
    looked = table.open_html(render_effects(Settings(lang=lang), page_in(lang)))
    # of each kind of piece there is one to be seen
    looked.locator("#c-draw_one summary, #c-waiting summary").first.click()
    looked.locator("#g-deal > summary" if phone else "#g-points > summary").click()
    assert violations(looked) == []
    looked.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert looked.evaluate("document.documentElement.scrollWidth <= innerWidth")
    looked.evaluate("for (const each of document.querySelectorAll('details')) each.open = false")
    looked.evaluate("location.hash = 'o-misplay'")
    looked.wait_for_function("document.querySelector('#g-house').open")
    looked.emulate_media(media="print")
    assert looked.locator("#o-draw_limit").is_visible()
    context.close()
