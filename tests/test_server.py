"""The server as browsers meet it: pages, static files, and a sentence for every error."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import pytest

from tests.browsing import EN, NOWHERE, SV, TestClient, browser, new_table, problem, shown, stranger
from vandatta.messages import text
from vandatta.server import pages, static
from vandatta.server.security import HEADERS
from vandatta.store.memory import MemoryStore


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def client(store: MemoryStore) -> Iterator[TestClient]:
    with browser(store) as client:
        yield client


# --- pages ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_pages_speak_the_browsers_language(client: TestClient, path: str) -> None:
    swedish = client.get(path, headers=SV)
    english = client.get(path, headers=EN)
    assert '<html lang="sv"' in swedish.text and '<html lang="en"' in english.text
    assert swedish.headers["content-type"] == "text/html; charset=utf-8"
    client.post("/settings", data={"lang": "en"})
    assert '<html lang="en"' in client.get(path, headers=SV).text


def test_a_table_in_two_requests(client: TestClient) -> None:
    response = client.post("/table", data={"opponents": "2", "level": "regular"})
    assert response.status_code == 303
    cookies = response.headers.get_list("set-cookie")
    assert len(cookies) == 3
    assert all("HttpOnly" in each and "SameSite=lax" in each for each in cookies)
    table = response.headers["location"]
    page = client.get(table)
    assert page.status_code == 200
    assert page.text.count('id="slot-') == 7
    assert page.text.count('id="seat-') == 2
    assert page.headers["cache-control"] == "private, no-cache"


def test_a_secure_page_has_secure_cookies(client: TestClient) -> None:
    response = client.post("https://testserver/table")
    assert all("Secure" in each for each in response.headers.get_list("set-cookie"))


def test_the_start_page_leads_back_to_the_match_under_way(client: TestClient) -> None:
    assert 'href="/t/' not in client.get("/").text
    table = new_table(client, opponents="4", level="regular")
    again = client.get("/").text
    assert f'href="{table}"' in again
    assert re.search(r'value="4" checked', again) and re.search(r'value="regular" checked', again)
    assert f'href="{table}"' not in stranger(client).get("/").text


def test_settings_lead_back(client: TestClient) -> None:
    table = new_table(client)
    response = client.post("/settings", data={"colours": "four", "back": table})
    assert (response.status_code, response.headers["location"]) == (303, table)
    assert 'data-colours="four"' in client.get(table).text


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example/", "/\\evil", "/t/x\r\ny: z", ""]
)
def test_settings_lead_nowhere_else(client: TestClient, back: str) -> None:
    response = client.post("/settings", data={"lang": "en", "back": back})
    assert response.status_code == 400
    assert problem("bad_request") in shown(response)


def test_pages_are_compressed(client: TestClient) -> None:
    table = new_table(client)
    plain = client.get(table, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = client.get(table, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 3
    assert packed.text == plain.text


def test_every_answer_has_the_security_headers(client: TestClient) -> None:
    table = new_table(client)
    paths = ["/", "/rules", table, f"{table}/view", "/static/app.js", "/nothing", "/health"]
    for path in paths:
        response = client.get(path)
        assert {name: response.headers.get(name) for name in HEADERS} == HEADERS, path
    assert "frame-ancestors 'none'" in HEADERS["Content-Security-Policy"]


def test_pages_keep_to_their_own_policy(client: TestClient) -> None:
    """No script or style in a page, and nothing from elsewhere: the policy would stop it."""
    for path in ("/", "/rules", new_table(client)):
        page = client.get(path).text
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)


def test_health(client: TestClient) -> None:
    assert client.get("/health").json() == {"ok": True, "tables": 0}


# --- static files --------------------------------------------------------------------


def test_static_files_are_packed_and_kept(client: TestClient) -> None:
    response = client.get("/static/cards.svg", headers={"accept-encoding": "gzip"})
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["cache-control"] == "public, no-cache"
    assert response.text.startswith("<svg")
    tag = response.headers["etag"]
    again = client.get("/static/cards.svg", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    versioned = client.get("/static/cards.svg?v=" + tag.strip('"'))
    assert "immutable" in versioned.headers["cache-control"]
    assert "immutable" not in client.get("/static/cards.svg?v=other").headers["cache-control"]


def test_all_that_pages_ask_for_is_there(client: TestClient) -> None:
    asked: set[str] = set()
    for path in ("/", "/rules", new_table(client)):
        asked |= set(re.findall(r'(?:href|src)="(/static/[^"#]+)', client.get(path).text))
    assert len(asked) >= 4
    for path in sorted(asked):
        assert client.get(path).status_code == 200, path


@pytest.mark.parametrize(
    "name", ["app.py", "..%2fapp.py", "%2e%2e%2fapp.py", "cards.svg%00", "nothing.css", ".", "svg"]
)
def test_no_other_file_is_given_out(client: TestClient, name: str) -> None:
    response = client.get(f"/static/{name}")
    assert response.status_code == 404
    assert problem("no_page") in shown(response)


def test_what_is_compressed_is_what_was_meant(client: TestClient) -> None:
    """The packed static files unpack to the plain ones."""
    plain = client.get("/static/app.css", headers={"accept-encoding": "identity"}).content
    with client.stream("GET", "/static/app.css", headers={"accept-encoding": "gzip"}) as response:
        assert gzip.decompress(b"".join(response.iter_raw())) == plain


def test_opening_tables_has_an_end(store: MemoryStore) -> None:
    with browser(store, new_tables=5) as client:
        answers = [client.post("/table").status_code for _ in range(8)]
        assert answers == [303] * 5 + [429] * 3
        assert problem("too_many") in shown(client.post("/table"))


def test_errors_have_a_sentence_in_the_readers_language(client: TestClient) -> None:
    for lang, headers in (("sv", SV), ("en", EN)):
        nowhere = client.get("/nothing", headers=headers)
        assert nowhere.status_code == 404
        assert text("sv" if lang == "sv" else "en", "problem.no_page") in shown(nowhere)
        assert f'<html lang="{lang}"' in nowhere.text
        method = client.get("/table", headers=headers)
        assert method.status_code == 405
    program = client.get("/nothing", headers={"accept": "application/json"})
    assert program.json() == {
        "rule": "no_page",
        "sv": problem("no_page", "sv"),
        "en": problem("no_page", "en"),
    }


def test_what_nobody_thought_of_is_told_calmly(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError("a secret detail")

    monkeypatch.setattr(pages, "render_start", broken)
    response = client.get("/")
    assert response.status_code == 503
    assert problem("unexpected") in shown(response)
    assert "secret detail" not in response.text
    assert "ZeroDivisionError: a secret detail" in caplog.text


@pytest.mark.parametrize("host", ["[", "a b", "x" * 300, "evil.example"])
def test_any_host_header_is_answered(client: TestClient, host: str) -> None:
    for path in ("/", "/rules/", "/nothing", NOWHERE):
        assert client.get(path, headers={"host": host}).status_code in (200, 404)


def test_unknown_files_are_not_remembered(client: TestClient) -> None:
    """Else anybody could fill the memory with names."""
    client.get("/static/app.css")
    kept = static._packed.cache_info().currsize
    for i in range(20):
        assert client.get(f"/static/none-{i}.css").status_code == 404
    assert static._packed.cache_info().currsize == kept >= 1


def test_a_wish_from_a_script_is_kept_without_leading_anywhere(client: TestClient) -> None:
    headers = {"Accept": "application/json"}
    response = client.post("/settings", data={"sort": "rank"}, headers=headers)
    assert response.status_code == 204 and "sort=rank" in response.headers["set-cookie"]
