"""Rules kept under a name, shared as a link or a code, and how long their rounds last."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from tests.browsing import HOST, browser, new_table, problem, shown, stranger
from vandatta.describe import preset_name
from vandatta.messages import text
from vandatta.options import Value
from vandatta.server import measuring
from vandatta.server.measuring import Measures, troubling
from vandatta.server.own_names import MOST, NAME_LIMIT, cookie_of, keep, kept
from vandatta.server.security import Problem
from vandatta.server.sharing import share
from vandatta.simulation.lengths import Lengths
from vandatta.store.memory import MemoryStore

STUCK = "svensk-rs-1-nd2.5+3.5"
LONG = (
    "barn-hs4-ht8-sd4-jo2-rr69T-saall_draw-sp1-ml0-hc4-sr1-wr3-arK-afsuit_or_rank-an1-mn0-dl4"
    "-lddrawn-ll5-bacircle_and_one-pcstock_empty-rs8-lp4-wn4-fp4-ls1-ndA.2+4.4-ds1-sk28-rvJQ-ag57"
    "-jd8-sw1-mpdraw_one-scopenspiel-li10-lxpassed-melast_in"
)


@pytest.fixture
def client() -> Iterator[Any]:
    with browser(MemoryStore()) as client:
        yield client


# Names


def test_rules_are_kept_under_a_name_and_let_go(client: Any) -> None:
    form = {"rules": "klassisk-nd2.2", "name": "  Mormors   kök "}
    response = client.post("/choose/save", data=form, headers={"origin": HOST})
    assert response.status_code == 303
    assert response.headers["location"] == "/choose/klassisk-nd2.2?saved=Mormors%20k%C3%B6k#save"
    page = client.get(response.headers["location"])
    assert f'role="status">{text("sv", "choose.save.done", name="Mormors kök")}</p>' in shown(page)
    words = shown(client.get("/choose/svensk?saved=Mormors%20k%C3%B6k"))
    assert 'role="status"></p>' in words
    assert "<b>Mormors kök</b>" in words
    client.get("/choose/klassisk-nd2.2")
    assert "<b>Mormors kök</b>" in shown(client.get("/"))
    assert "Mormors" not in stranger(client).get("/choose/svensk").text
    client.post("/choose/forget", data={"rules": "svensk", "name": "Mormors kök"})
    assert "Mormors" not in client.get("/choose/svensk").text


def test_a_name_that_other_rules_have_is_asked_about(client: Any) -> None:
    for name, rules in (("Hemma", "guide"), ("Borta", "barn")):
        client.post("/choose/save", data={"rules": rules, "name": name})
    asked = client.post("/choose/save", data={"rules": "klassisk", "name": " Hemma "})
    assert asked.status_code == 409
    words = shown(asked)
    assert text("sv", "choose.save.taken", name="Hemma") in words
    assert 'name="replace" value="Hemma"' in words
    assert 'data-id="klassisk"' in words
    assert kept(client.cookies["vandatta_rules"]) == {"Hemma": "guide", "Borta": "barn"}
    # a yes is to the name that was asked about, whatever was typed since
    other = {"rules": "klassisk", "name": "Borta", "replace": "Hemma"}
    assert client.post("/choose/save", data=other).status_code == 409
    said = client.post("/choose/save", data={**other, "name": "Hemma"})
    assert said.status_code == 303
    assert kept(client.cookies["vandatta_rules"]) == {"Borta": "barn", "Hemma": "klassisk"}
    # the same rules under the name they have are no question
    again = client.post("/choose/save", data={"rules": "klassisk", "name": "Hemma"})
    assert again.status_code == 303


def test_rules_go_by_their_own_name_on_every_page_of_who_kept_them(client: Any) -> None:
    rules = "svensk-nd2.2"
    table = new_table(client, rules=rules)
    headings = {
        f"/choose/{rules}": (
            'tabindex="-1">{}</h2>',
            'id="begin-title">{}</h2>',
            "<b>{}</b> <span",
        ),
        f"/rules/{rules}": ("<h1>{}</h1>",),
        f"/may/{rules}": (f'href="/rules/{rules}">{{}}</a>',),
        table: ('id="rules-title">{}</h2>',),
    }

    def all_say(browser: Any, name: str) -> bool:
        return all(
            form.format(name) in shown(browser.get(page))
            for page, forms in headings.items()
            for form in forms
            if browser is client or page != table
        )

    for name in ("Mormors", "Farfars"):
        client.post("/choose/save", data={"rules": rules, "name": name})
        assert all_say(client, name)
        for page in ("choose", "rules", "may"):
            assert f"{name} ·" in shown(client.get(f"/{page}/{rules}")).partition("</title>")[0]
    # everybody else, and the same browser at other rules, have the common name
    plain = text("sv", "ruleset.changed", name=preset_name("sv", "svensk"))
    assert "Farfars" not in client.get("/may/svensk").text + client.get("/rules/svensk").text
    for page in headings:
        if page != table:
            words = shown(stranger(client).get(page))
            assert plain in words and "Farfars" not in words
    # a sheet says what it is a sheet of
    assert f'<p class="under">{plain}</p>' in shown(client.get(f"/rules/{rules}"))
    assert 'class="under"' not in stranger(client).get(f"/rules/{rules}").text


@pytest.mark.parametrize("name", ["", "   ", "a" * (NAME_LIMIT + 1), "a\x00b", "\u202eabc", "\n"])
def test_names_that_are_none_get_a_sentence(client: Any, name: str) -> None:
    response = client.post("/choose/save", data={"rules": "guide-dl1", "name": name})
    assert response.status_code == 422
    assert problem("no_name") in shown(response)
    assert 'data-id="guide-dl1"' in response.text
    assert "vandatta_rules" not in client.cookies


def test_a_name_is_only_a_name(client: Any) -> None:
    nasty = '"><script>alert(1)'
    client.post("/choose/save", data={"rules": "guide", "name": nasty})
    client.get("/choose/guide")
    for path in ("/", "/choose/guide"):
        page = client.get(path)
        assert nasty in shown(page)
        assert "<script>" not in page.text


def test_there_is_room_for_so_many_names(client: Any) -> None:
    for number in range(MOST):
        form = {"rules": "guide", "name": f"Nummer {number}"}
        assert client.post("/choose/save", data=form).status_code == 303
    response = client.post("/choose/save", data={"rules": "guide", "name": "En till"})
    assert response.status_code == 422
    assert problem("no_room") in shown(response)
    # a name that there is already gets other rules
    form = {"rules": "barn", "name": "Nummer 3", "replace": "Nummer 3"}
    assert client.post("/choose/save", data=form).status_code == 303
    assert kept(client.cookies["vandatta_rules"])["Nummer 3"] == "barn"


def test_long_ids_fill_the_room_too() -> None:
    names: dict[str, str] = {}
    with pytest.raises(Problem, match="no_room"):  # noqa: PT012
        for number in range(MOST + 1):
            names = keep(names, "å" * 30 + str(number), LONG)
    assert 3 < len(names) < MOST


@given(st.text(max_size=300))
def test_any_cookie_is_read(cookie: str) -> None:
    found = kept(cookie)
    assert kept(cookie_of(found)) == found


@pytest.mark.parametrize("path", ["/choose/save", "/choose/forget"])
def test_names_are_kept_for_our_own_pages_alone(client: Any, path: str) -> None:
    form = {"rules": "guide", "name": "x"}
    response = client.post(path, data=form, headers={"origin": "http://evil.test"})
    assert response.status_code == 403
    assert client.post(path, data={"rules": "x", "name": "x"}).status_code == 400
    assert client.post(path, content=b"a" * 20000).status_code in (413, 415)
    assert client.get(path).status_code in (404, 405)


def test_rule_sets_of_the_data_folder_are_listed(tmp_path: Path) -> None:
    (tmp_path / "Farfar.toml").write_text('base = "guide"\ndraw_limit = 1\n')
    (tmp_path / "broken.toml").write_text("base = [")
    with browser(MemoryStore(), presets=tmp_path) as client:
        words = shown(client.get("/choose/svensk"))
    assert "<b>Farfar</b>" in words
    assert 'href="/choose/guide-dl1"' in words
    assert "broken" not in words
    assert 'name="name" value="Farfar"' not in words


# Sharing


def test_the_link_opens_the_same_rules_at_somebody_elses(client: Any) -> None:
    words = shown(client.get("/choose/klassisk-nd2.2"))
    link = re.search(r'id="link" value="([^"]*)"', words)
    assert link
    assert link[1] == f"{HOST}/choose/klassisk-nd2.2"
    response = stranger(client).get(link[1])
    assert response.status_code == 200
    assert 'data-id="klassisk-nd2.2"' in response.text


def test_the_code_says_the_link() -> None:
    found = share("cards.example:8808", True, "/choose/svensk-nd2.2")
    assert found
    assert found.address == "https://cards.example:8808/choose/svensk-nd2.2"
    assert found.code
    matrix = segno.make_qr(found.address, error="m").matrix
    dark = set()
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", found.code.path):
        dark |= {(int(x) + step, int(y)) for step in range(int(run))}
    assert found.code.size == len(matrix) + 8
    assert dark == {
        (x + 4, y + 4) for y, row in enumerate(matrix) for x, each in enumerate(row) if each
    }


@pytest.mark.parametrize(
    "host", ["localhost:8808", "127.0.0.1", "[::1]:80", "LOCALHOST", "a.localhost", "0.0.0.0:80"]
)
def test_a_link_to_ones_own_machine_has_no_code(client: Any, host: str) -> None:
    found = share(host, False, "/choose/svensk")
    assert found
    assert found.code is None
    page = shown(client.get("/choose/svensk", headers={"host": host}))
    assert "--host 0.0.0.0" in page
    assert 'class="code"' not in page
    assert 'class="code"' in client.get("/choose/svensk", headers={"host": "10.1.2.3:80"}).text


@pytest.mark.parametrize("host", ["", "<b>", "a" * 100, 'x" onload="'])
def test_a_strange_host_has_no_link(host: str) -> None:
    assert share(host, False, "/choose/svensk") is None


# How long rounds last


def test_the_length_is_measured_when_asked_for_and_then_known(client: Any) -> None:
    calm = re.compile("En omgång med 4 spelare tar i medel [0-9]+ drag")
    page = client.get("/choose/klassisk").text
    assert 'data-ask="/choose/klassisk/length"' in page
    assert not calm.search(page)
    piece = client.get("/choose/klassisk/length")
    assert piece.status_code == 200
    assert calm.search(shown(piece))
    assert "warning" not in piece.text
    page = shown(client.get("/choose/klassisk"))
    assert calm.search(page)
    assert "data-ask" not in page


def test_a_mix_that_gets_stuck_is_warned_about(client: Any) -> None:
    client.post("/settings", data={"opponents": "4"})
    words = shown(client.get(f"/choose/{STUCK}/length"))
    told = re.search(r'id="warning">[^<]*?(\d+) %', words)
    assert told
    assert int(told[1]) > 5
    # without a script the page waits for it
    assert told[0] in shown(client.get(f"/choose/{STUCK}?length"))


def test_only_what_is_troubling_is_warned_about() -> None:
    assert not troubling(Lengths(300, 90, 250, 0))
    assert troubling(Lengths(300, 90, 250, 0.1))
    assert troubling(Lengths(300, 400, 1500, 0))


class Slow:
    """Stands for the simulation: counts what is asked of it, and waits until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.asked: list[int] = []
        self.running = self.most = 0
        monkeypatch.setattr(measuring, "lengths", self)

    def __call__(self, values: Mapping[str, Value], seats: int, rounds: int) -> Lengths:
        self.running += 1
        self.asked.append(int(values["limit"]) * seats)
        self.most = max(self.most, self.running)
        assert self.go.wait(30)
        self.running -= 1
        return Lengths(rounds, 80, 200, 0)


def test_nobody_can_keep_the_machine_busy(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    slow.go.set()
    found = [client.get(f"/choose/svensk-li{n}/length").status_code for n in range(1, 60)]
    assert found[:20] == [200] * 20
    assert found[-1] == 429
    assert len(slow.asked) == found.count(200)
    # what is known already costs nothing
    assert client.get("/choose/svensk-li1/length").status_code == 200
    assert len(slow.asked) == found.count(200)


@pytest.mark.asyncio
async def test_one_mix_is_measured_at_a_time_and_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, measures = Slow(monkeypatch), Measures()
    monkeypatch.setattr(measuring, "KEPT", 5)
    mixes = [f"svensk-li{n}" for n in range(1, measuring.QUEUE + 1)]
    jobs = [asyncio.create_task(measures.measure(each, 2)) for each in [*mixes, mixes[0]]]
    await asyncio.sleep(0)
    with pytest.raises(Problem, match="too_many"):
        await measures.measure("guide", 2)
    jobs.pop().cancel()  # whoever goes away takes nothing from the others
    slow.go.set()
    await asyncio.gather(*jobs)
    assert slow.most == 1
    assert slow.asked == [2 * n for n in range(1, measuring.QUEUE + 1)]
    assert measures.known(mixes[-1], 2)
    assert not measures.known(mixes[0], 2)
    measures.close()
