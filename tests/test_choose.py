"""Choosing rules: what the pages say, what forms do, and what is remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.browsing import EN, browser, new_table, problem, shown
from tests.mixes import mixes
from vandatta.describe import base_of, idle_text, option_name, option_text, preset_name, preset_text
from vandatta.messages import LANGS, Lang, text
from vandatta.options import (
    GROUPS,
    OPTIONS,
    PRESETS,
    Value,
    differences,
    from_id,
    idle,
    preset,
    rules_id,
)
from vandatta.server.chooser import mixture
from vandatta.server.mixing import COUNT, FROM, RANK, asked, mixed
from vandatta.server.ruleset import nearest, opponents_for
from vandatta.server.security import Problem
from vandatta.server.settings import parse_settings
from vandatta.store.memory import MemoryStore

STUCK = "svensk-rs-1-nd2.5+3.5"


@pytest.fixture
def client() -> Iterator[Any]:
    with browser(MemoryStore()) as client:
        yield client


def changed_to(client: Any, start: str, *fields: tuple[str, str]) -> str:
    """The id of the rules that a form leads to."""
    response = client.get("/choose?" + urlencode([(FROM, start), *fields]))
    assert response.status_code == 303, shown(response)
    return str(response.headers["location"]).removeprefix("/choose/")


def refused(client: Any, start: str, *fields: tuple[str, str]) -> str:
    """The page that a form gets which can't be."""
    response = client.get("/choose?" + urlencode([(FROM, start), *fields]))
    assert response.status_code == 422
    assert f'data-id="{start}"' in response.text
    return shown(response)


# The page


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_has_every_preset_and_every_option(client: Any, lang: Lang) -> None:
    response = client.get("/choose/svensk", headers=EN if lang == "en" else None)
    assert response.status_code == 200
    words = shown(response)
    for name in PRESETS:
        assert f'href="/choose/{name}"' in words
        assert preset_name(lang, name) in words
        assert words.count(preset_text(lang, name)) == 1
    for key in OPTIONS:
        assert f'name="{key}"' in words or f'name="{key}_rank"' in words
        assert option_name(lang, key) in words
        assert option_text(lang, key) in words
    for group in GROUPS:
        assert text(lang, f"group.{group}") in words


def test_only_the_text_that_the_variant_follows_is_quoted() -> None:
    def quoted(rules: str) -> dict[str, str]:
        groups = mixture("sv", from_id(rules)).groups
        return {each.key: each.source for group in groups for each in group.controls}

    svensk = quoted("svensk")
    assert svensk["hand_size"] == "I regeltexten: ”Sju kort var”"
    assert svensk["wild_on_draw_all"] == svensk["must_name_suit"] == svensk["joker_draws"] == ""
    assert quoted("barn-hs7") == svensk
    klassisk = quoted("klassisk")
    assert klassisk["must_name_suit"] == "I regeltexten: ”utan att ange färg”"
    assert klassisk["hand_size"] == klassisk["wild_on_draw_all"] == ""
    assert not any(quoted("mau_mau").values())


@pytest.mark.parametrize("lang", LANGS)
def test_the_words_are_a_family_s(lang: Lang) -> None:
    for key in OPTIONS:
        words = option_name(lang, key) + option_text(lang, key)
        assert "plikt" not in words.lower() and "duty" not in words.lower(), key


@given(mixes(), st.sampled_from(LANGS))
def test_no_two_choices_have_one_name(values: dict[str, Value], lang: Lang) -> None:
    for group in mixture(lang, values).groups:
        for control in group.controls:
            names = [choice.label for choice in control.choices]
            assert len(set(names)) == len(names), control.key
            if control.kind == "list":
                assert [choice.value for choice in control.choices if choice.chosen] == [
                    control.value
                ]


def test_what_differs_is_listed_with_its_undo(client: Any) -> None:
    words = shown(client.get("/choose/klassisk-lp4-nd2.2"))
    listed = re.findall(r'<li id="d-(\w+)">', words)
    assert listed == ["lappen_penalty", "next_draws"]
    undo = re.search(r'id="u-next_draws" href="([^"]*)"', words)
    assert undo
    response = client.get(undo[1])
    assert response.headers["location"] == "/choose/klassisk-lp4"
    assert 'id="differs"' not in client.get("/choose/klassisk").text


@given(mixes(), st.sampled_from(LANGS))
def test_the_page_of_any_mix_shows_it_as_it_is(values: dict[str, Value], lang: Lang) -> None:
    mine = from_id(rules_id(values))
    page = mixture(lang, mine)
    base = base_of(mine)
    controls = {each.key: each for group in page.groups for each in group.controls}
    assert list(controls) == list(OPTIONS)
    assert {each.key for each in page.differing} == set(differences(mine, base))
    assert {key for key, each in controls.items() if each.idle} == set(idle(mine))
    fields: list[tuple[str, str]] = []
    for key, each in controls.items():
        assert each.idle == (idle_text(lang, key, mine) or "")
        if each.idle:
            continue
        if each.kind == "switch":
            fields += [(key, "off"), *([(key, "on")] if each.value else [])]
        elif each.kind == "ranks":
            fields += [(key, "none"), *((key, one.value) for one in each.choices if one.chosen)]
        elif each.kind == "draws":
            for ranks, counts in each.rows:
                fields += [(RANK, one.value) for one in ranks if one.chosen]
                fields += [(COUNT, one.value) for one in counts if one.chosen]
        elif each.kind == "list":
            assert sum(one.chosen for one in each.choices) == 1
            fields += [(key, one.value) for one in each.choices if one.chosen]
        else:
            fields.append((key, each.value))
    # the form as it stands changes nothing
    start, settings = asked(urlencode([(FROM, page.id), *fields]).encode())
    assert start == page.id
    assert rules_id(mixed(mine, base, settings)) == page.id


def test_options_that_cannot_matter_say_why_and_are_not_to_be_changed(client: Any) -> None:
    words = shown(client.get("/choose/svensk"))
    assert re.search(r'id="o-joker_power"[^>]* disabled>', words)
    assert (idle_text("sv", "joker_power", preset("svensk")) or "!") in words
    assert not re.search(r'id="o-joker_power"[^>]* disabled>', client.get("/choose/pesten").text)


# Changing an option


@pytest.mark.parametrize(
    ("start", "fields", "end"),
    [
        ("klassisk", [("next_draws_rank", "2"), ("next_draws_count", "2")], "klassisk-nd2.2"),
        (
            "klassisk-nd2.2",
            [(RANK, "K"), (COUNT, "9"), (RANK, "2"), (COUNT, "2"), (RANK, ""), (COUNT, "2")],
            "klassisk-nd2.2+K.9",
        ),
        ("klassisk-nd2.2", [("next_draws_rank", ""), ("next_draws_count", "2")], "klassisk"),
        ("svensk", [("must_lay", "off")], "svensk-ml0"),
        ("svensk-ml0", [("must_lay", "off"), ("must_lay", "on")], "svensk"),
        ("svensk", [("skip_ranks", v) for v in ("none", "Q", "4")], "svensk-sk4Q"),
        ("svensk-sk4Q", [("skip_ranks", "none")], "svensk"),
        ("svensk", [("reshuffles", "-1")], "svensk-rs-1"),
        ("svensk", [("turn_limit", "")], "svensk"),
        ("svensk", [("turn_limit", "0")], "svensk-tl0"),
    ],
)
def test_a_form_leads_to_the_rules_it_makes(
    client: Any, start: str, fields: list[tuple[str, str]], end: str
) -> None:
    assert changed_to(client, start, *fields) == end
    assert client.get(f"/choose/{end}").status_code == 200


def test_an_option_that_wakes_is_as_its_preset_has_it(client: Any) -> None:
    asleep = changed_to(client, "klassisk", ("lappen", "off"))
    assert asleep == "klassisk-la0"
    assert changed_to(client, asleep, ("lappen", "on")) == "klassisk"
    both = changed_to(client, asleep, ("lappen", "on"), ("lappen_penalty", "5"))
    assert both == "klassisk-lp5"


def test_mixes_that_cannot_be_get_a_sentence_and_change_nothing(client: Any) -> None:
    one, other = (option_name("sv", key) for key in ("wild_rank", "draw_all_rank"))
    told = text("sv", "choose.two_powers", rank="Esset", one=one, other=other)
    assert told in refused(client, "svensk", ("wild_rank", "A"))
    name = option_name("sv", "limit")
    told = text("sv", "choose.range", name=name, low=1, high=1000)
    assert told in refused(client, "svensk", ("limit", "5000"))
    assert told in refused(client, "svensk", ("limit", "many"))
    name = option_name("sv", "scale")
    assert text("sv", "choose.bad_value", name=name) in refused(client, "svensk", ("scale", "x"))
    words = refused(client, "mau_mau-sd9", ("hand_size", "20"))
    assert text("sv", "options.too_few_cards", seats=2, size=20, cards=32) in words


def test_a_rank_that_is_given_twice_is_told_of(client: Any) -> None:
    fields = [("from", "svensk"), (RANK, "2"), (COUNT, "2"), (RANK, "2"), (COUNT, "3")]
    response = client.get("/choose?" + urlencode(fields))
    assert response.status_code == 422
    assert "Valören 2 står två gånger: välj ett antal kort för den." in shown(response)


@pytest.mark.parametrize(
    "query",
    [
        "from=svensk&color=red",
        "from=svensk&next_draws_rank=2",
        "from=svensk&" + "&".join(["skip_ranks=4"] * 300),
        "from=svensk&scale=%ff",
        "from=svensk&limit=" + "9" * 9000,
        "from=nothing&lappen=on",
        "from=svensk-zz9",
    ],
)
def test_what_no_form_of_ours_says_is_refused_calmly(client: Any, query: str) -> None:
    response = client.get(f"/choose?{query}")
    assert response.status_code in (400, 404, 414)
    assert "<h1>" in response.text


@given(
    st.dictionaries(
        st.sampled_from([*OPTIONS, FROM, RANK, COUNT, "x"]), st.text(max_size=20), max_size=4
    )
)
def test_any_form_is_read_or_refused(fields: dict[str, str]) -> None:
    try:
        start, settings = asked(urlencode(fields).encode())
    except Problem as found:
        assert 400 <= found.status < 500
    else:
        assert start == fields.get(FROM)
        assert set(settings) <= set(OPTIONS)


@pytest.mark.parametrize("ident", ["svnsk", "svensk-zz1", "A" * 500, "%00", "save", "svensk-wrA"])
def test_there_are_no_such_rules(client: Any, ident: str) -> None:
    for path in (f"/choose/{ident}", f"/choose/{ident}/length"):
        response = client.get(path)
        assert response.status_code == 404
        assert problem("no_rules") in shown(response)


def test_rules_by_another_id_are_found_under_their_own(client: Any) -> None:
    response = client.get("/choose/svensk-hc9-dl0")
    assert response.status_code == 302
    assert response.headers["location"] == "/choose/svensk-dl0"


# What is remembered


def test_the_start_page_remembers_the_last_choice(client: Any) -> None:
    assert preset_name("sv", "svensk") in shown(client.get("/"))
    client.get("/choose/klassisk-nd2.2")
    words = shown(client.get("/"))
    assert 'href="/choose/klassisk-nd2.2"' in words
    assert text("sv", "ruleset.changed", name=preset_name("sv", "klassisk")) in words
    assert client.get("/choose").headers["location"] == "/choose/klassisk-nd2.2"
    live = rules_of(client, new_table(client))
    assert live == "klassisk-nd2.2"


def rules_of(client: Any, table: str) -> str:
    place = client.app.state.house._places[table.removeprefix("/t/")]
    return str(place.live.table.rules_id)


def test_the_start_page_offers_as_many_as_the_rules_allow(client: Any) -> None:
    def offered() -> list[str]:
        return re.findall(r'name="opponents" value="(\d)"', client.get("/").text)

    assert offered() == list("1234")
    client.get("/choose/klassisk")
    assert offered() == list("1234567")
    client.get("/choose/mau_mau-hs8")
    assert offered() == list("1256")
    assert 'value="2" checked' in client.get("/").text


def test_a_table_is_opened_by_the_rules_in_one_step(client: Any) -> None:
    table = new_table(client, rules="barn-dl1")
    assert rules_of(client, table) == "barn-dl1"
    settings = parse_settings(client.cookies["vandatta_settings"])
    assert settings.rules == "barn-dl1"


def test_seats_that_do_not_fit_get_a_sentence(client: Any) -> None:
    response = client.post("/table", data={"rules": "svensk", "opponents": "7"})
    assert response.status_code == 422
    assert text("sv", "options.seats", low=2, high=5) in shown(response)
    response = client.post("/table", data={"rules": "svensk-xx", "opponents": "2"})
    assert response.status_code == 400
    # the rules alone: as many as they allow
    assert rules_of(client, new_table(client, rules="mau_mau-hs8")) == "mau_mau-hs8"


def test_where_nobody_can_play_nobody_is_let(client: Any) -> None:
    ident = "mau_mau-hs20-sd9"
    assert opponents_for(ident) == ()
    words = shown(client.get(f"/choose/{ident}"))
    assert text("sv", "choose.nobody") in words
    assert re.search(r"<button[^>]* disabled>", words)
    assert client.get(f"/choose/{ident}/length").status_code == 200
    assert client.get("/").status_code == 200
    assert client.post("/table", data={}).status_code == 422


@given(st.integers(1, 7), st.sets(st.integers(1, 7)))
def test_the_nearest_is_one_of_them(wanted: int, allowed: set[int]) -> None:
    found = nearest(wanted, tuple(sorted(allowed)))
    assert found in (allowed or {wanted})
    assert all(abs(found - wanted) <= abs(each - wanted) for each in allowed)
