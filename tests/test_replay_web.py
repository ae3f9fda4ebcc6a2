"""Records on the web: downloading a match, opening one, stepping through it, playing it again."""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from tests.browsing import EN, browser, new_table, problem, shown, stranger, view
from tests.recorded import match, mix
from vandatta.cards import card_text
from vandatta.messages import LANGS, Lang, text
from vandatta.notation import record_reading
from vandatta.notation.record import Record, RecordError, print_record
from vandatta.notation.record_log import match_log, records, seen
from vandatta.notation.record_reading import read_record
from vandatta.replay import Replay
from vandatta.server.again import same_as
from vandatta.server.exchange import TABLE_COOKIE
from vandatta.server.replay_stage import move_words
from vandatta.server.security import COOKIE, Problem, fingerprint
from vandatta.server.shelf import FEWEST, STEP, WAITING, Opened, Shelf
from vandatta.server.upload import (
    FORM_LIMIT,
    LINE_LIMIT,
    MOVES_LIMIT,
    ROUND_LIMIT,
    UPLOAD_LIMIT,
    open_record,
    parts,
)
from vandatta.store.memory import MemoryStore
from vandatta.table import Table

SECRET = "a-secret-of-22-letters"
TABLE = "R" * 22
RULES = {"base": "klassisk", "limit": 120, "turn_limit": 20}
EYES = re.compile(r'data-card="([^"]+)"')


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture(scope="module")
def client(store: MemoryStore) -> Iterator[Any]:
    with browser(store) as client:
        client.cookies.set(COOKIE, SECRET)
        yield client


def played(number: int, seats: int = 3, rules: object = RULES, **more: int) -> list[dict[str, Any]]:
    """A match's log, with the person at seat 0 of a table of the server's."""
    log, _ = match(random.Random(number), seats, rules, **more)
    people = [{"name": "Spelare", "player": "human"}]
    people += [{"name": name, "player": "regular"} for name in "ABCDEFG"[: seats - 1]]
    extra = {"players": {"0": fingerprint(SECRET)}, "keys": "00"}
    return [{**log[0], "seats": people, "extra": extra}, *log[1:]]


def now(work: Coroutine[Any, Any, Any]) -> Any:
    """What ``work`` gives, done at once: in a thread, for a browser's loop may run in this one."""
    with ThreadPoolExecutor(1) as one:
        return one.submit(asyncio.run, work).result()


def keep(store: MemoryStore, name: str, log: list[dict[str, Any]]) -> str:
    """The address of a table with that log."""
    place = (name + TABLE)[:22]
    now(store.append(place, 0, log))
    return f"/t/{place}"


def upload(client: Any, words: str | bytes, headers: dict[str, str] | None = None) -> Any:
    data = words.encode() if isinstance(words, str) else words
    return client.post("/replay", files={"file": ("parti.vandatta", data)}, headers=headers)


def opened(client: Any, *records: Record) -> str:
    """The address of a record that was opened."""
    response = upload(client, "\n".join(map(print_record, records)))
    assert response.status_code == 303, shown(response)
    return str(response.headers["location"])


def page(client: Any, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, shown(response)
    return shown(response)


def board(words: str, address: str) -> str:
    """What a page shows of the match: the board and the moves."""
    found = words[words.index('<section class="board"') : words.index('<section class="scores"')]
    return found.replace(address, "")


# Downloading


@pytest.mark.parametrize("lang", LANGS)
def test_a_finished_match_is_downloaded_whole(client: Any, store: MemoryStore, lang: Lang) -> None:
    log = played(1)
    (record,) = records(log)
    assert record.winners
    table = keep(store, f"whole-{lang}", log)
    response = client.get(f"{table}/record", headers=EN if lang == "en" else None)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    name = response.headers["content-disposition"]
    assert name.startswith('attachment; filename="vandatta-') and '.vandatta"' in name
    assert ("filename*=UTF-8''v%C3%A4nd%C3%A5tta-" in name) == (lang == "sv")
    assert read_record(response.text) == record
    assert Replay(read_record(response.text)).steps > 20


@pytest.mark.parametrize("moves", [3, 40, 90])
def test_of_a_running_match_only_ones_own_view_is_downloaded(
    client: Any, store: MemoryStore, moves: int
) -> None:
    log = played(2, moves=moves)
    (record,) = records(log)
    assert not record.winners
    table = keep(store, f"running-{moves}", log)
    found = read_record(client.get(f"{table}/record").text)
    assert found == seen(record, 0) != record
    words = page(client, f"{table}/replay")
    assert "eyes-open" not in words and "eyes-1" not in words
    for seat in ("1", "2"):
        response = client.get(f"{table}/replay?seat={seat}")
        assert response.status_code == 403
        assert problem("not_your_eyes") in shown(response)


def test_a_table_with_two_matches_keeps_the_first_open(client: Any, store: MemoryStore) -> None:
    log = played(3)
    table = Table(log)
    log.append(table.rematch(1))
    table.apply(log[-1])
    log.append(table.deal(list(table.pack()), 7))
    address = keep(store, "two", log)
    first, second = records(log)
    assert read_record(client.get(f"{address}/record?match=1").text) == first
    assert read_record(client.get(f"{address}/record").text) == seen(second, 0)
    words = page(client, f"{address}/replay?match=1&seat=1")
    assert 'id="match-2"' in words and "&match=1" in words and "eyes-open" in words
    assert "eyes-open" not in page(client, f"{address}/replay")
    assert client.get(f"{address}/record?match=3").status_code == 404


@pytest.mark.parametrize("what", ["record", "replay"])
def test_a_match_is_its_players_own(client: Any, store: MemoryStore, what: str) -> None:
    table = keep(store, f"own-{what}", played(4))
    response = stranger(client).get(f"{table}/{what}")
    assert response.status_code == 404
    assert problem("no_table") in shown(response)


# Stepping


def test_ones_own_match_is_stepped_through(client: Any, store: MemoryStore) -> None:
    log = played(5)
    replay = Replay(records(log)[0])
    table = keep(store, "step", log)
    words = page(client, f"{table}/replay")
    assert f'<a class="btn" id="go-forth" aria-label="Nästa" title="Nästa" href="{table}' in words
    assert 'aria-current="true">Du</a>' in words
    assert f'<b>1</b> <span aria-hidden="true">/</span> {replay.steps}' in words
    last = page(client, f"{table}/replay?at=99999&seat=2")
    assert f"<b>{replay.steps}</b>" in last and 'href="' in last
    assert 'id="go-forth" aria-label="Nästa" title="Nästa" role="link" aria-disabled' in last
    assert f'href="{table}/record"' in last


@pytest.mark.parametrize("number", range(8))
def test_a_seats_page_shows_what_the_seat_saw(client: Any, number: int) -> None:
    """The page of a whole record, seen from a seat, is that of what the seat saw, to the byte."""
    chance = random.Random(number)
    seats = chance.randint(2, 5)
    rules = RULES if number == 0 else mix(chance, seats)
    record = records(played(number, seats, rules, rounds=3, moves=250))[0]
    whole = opened(client, record)
    replay = Replay(record)
    some = (
        range(replay.steps)
        if number == 0
        else chance.sample(range(replay.steps), min(replay.steps, 12))
    )
    for seat in range(seats):
        own = opened(client, seen(record, seat))
        for at in some:
            query = f"?at={at}&seat={seat}"
            words = board(page(client, whole + query), whole)
            assert words == board(page(client, own + query), own)
            view = replay.view(at, seat)
            told = [
                each for each in view.history if hasattr(each, "cards") or hasattr(each, "card")
            ]
            known = {card for each in told if (card := getattr(each, "card", None)) is not None}
            known |= {card for each in told for card in getattr(each, "cards", None) or ()}
            known |= set(view.hand)
            if not view.rules.open_hands and not any(
                hasattr(each, "hands") for each in view.history
            ):
                assert set(EYES.findall(words)) <= set(map(card_text, known))


@pytest.mark.parametrize("number", range(6))
def test_face_up_every_card_lies_open(client: Any, number: int) -> None:
    chance = random.Random(number)
    record = records(played(number, 4, mix(chance, 4), rounds=3, moves=200))[0]
    address, replay = opened(client, record), Replay(record)
    for at in chance.sample(range(replay.steps), min(replay.steps, 25)):
        words = board(page(client, f"{address}?at={at}&seat=open"), address)
        step = replay.at(at)
        lying = [card_text(card) for hand in step.hands for card in hand]
        faces = EYES.findall(words)
        assert not Counter(lying) - Counter(faces)
        assert card_text(step.top) in faces
        # the one back is the stock's
        assert words.count("#c-back") == (step.stock > 0)


def test_every_move_of_the_round_is_listed_and_leads_to_its_step(client: Any) -> None:
    record = records(played(13))[0]
    address, replay = opened(client, record), Replay(record)
    start, end = replay.starts[1], replay.starts[2]
    words = page(client, f"{address}?at={start + 1}&seat=open")
    hrefs = re.findall(r'<li id="move-\d+"><a id="to-\d+" href="([^"]+)"', words)
    assert hrefs == [f"{address}?at={at}&seat=open" for at in range(start, end)]
    moves = re.findall(r"<kbd>([^<]+)</kbd><span>", words)
    assert moves == [move_words(move, None) for move in record.rounds[1].moves]
    assert f'href="{address}?at={replay.starts[2]}&seat=open"' in words  # the next round


def test_a_long_round_is_listed_in_parts(client: Any) -> None:
    rules = {"base": "klassisk", "turn_limit": 500, "limit": 400}
    record = records(played(7, 4, rules, rounds=3))[0]
    replay = Replay(record)
    ends = [*replay.starts[1:], replay.steps]
    longest = max(range(len(ends)), key=lambda i: ends[i] - replay.starts[i])
    start, end = replay.starts[longest], ends[longest]
    assert end - start > 220
    address, seen_moves = opened(client, record), set()
    at = start
    while True:
        words = page(client, f"{address}?at={at}&seat=0")
        listed = [int(each) for each in re.findall(r'<li id="move-(\d+)"', words)]
        assert len(listed) <= 100 and at in listed
        seen_moves |= set(listed)
        later = re.search(r'id="moves-later" href="[^"]*\?at=(\d+)', words)
        if later is None:
            break
        at = int(later[1])
    assert seen_moves == set(range(start, end))


@pytest.mark.parametrize(
    ("query", "status", "key"),
    [
        ("?at=x", 400, "bad_request"),
        ("?at=-1", 400, "bad_request"),
        ("?at=" + "9" * 30, 400, "bad_request"),
        ("?seat=8", 404, "no_seat"),
        ("?seat=3", 404, "no_seat"),
        ("?seat=٣", 404, "no_seat"),
        ("?match=2", 404, "no_match"),
    ],
)
def test_what_there_is_not_gets_a_sentence(client: Any, query: str, status: int, key: str) -> None:
    address = opened(client, records(played(8))[0])
    response = client.get(address + query)
    assert response.status_code == status
    assert problem(key) in shown(response)


def test_the_language_is_changed_at_the_step(client: Any) -> None:
    address = opened(client, records(played(8))[0])
    here = f"{address}?at=5&seat=1"
    assert f'name="back" value="{here}"' in page(client, here)
    response = client.post("/settings", data={"back": here, "lang": "en"})
    assert response.status_code == 303 and response.headers["location"] == here
    client.cookies.delete("vandatta_settings")


def test_names_cannot_hurt_the_page(client: Any) -> None:
    record = records(played(9))[0]
    names = ("<script>alert(1)</script>", "Ylva\u202e\u0000", "Å" * 500)
    seats = tuple(replace(s, name=name) for s, name in zip(record.seats, names, strict=True))
    record = replace(record, seats=seats, table="<b>\u2066", date="&amp;")
    # as it stands in the page, entities and all
    words = client.get(opened(client, record) + "?at=9&seat=open").text
    assert "<script>alert" not in words and "<b>\u2066" not in words
    assert "\u202e" not in words and "\u2066" not in words and "\0" not in words
    assert "Å" * 24 in words and "Å" * 25 not in words


def test_several_matches_of_a_file_are_opened(client: Any) -> None:
    both = records(played(10))[0], records(played(11))[0]
    address = opened(client, *both)
    for number, record in enumerate(both, 1):
        words = page(client, f"{address}?match={number}")
        assert f"/</span> {Replay(record).steps}</p>" in words
        assert f"&match={number}" in words


# Damage and malice


def damaged(record: Record) -> list[tuple[str, int]]:
    """Damaged records, and the line where each is."""
    words = print_record(record)
    lines = words.split("\n")
    hand = next(i for i, line in enumerate(lines, 1) if line.startswith("Hand 0"))
    move = next(i for i, line in enumerate(lines, 1) if re.match(r"\d:", line))
    return [
        (words.replace("Round 1", "Round 3"), hand - 2),
        (words.replace("Hand 0:", "Hand 5:"), hand),
        (words.replace(lines[hand - 1], "Hand 0: 9x"), hand),
        ("\n".join([*lines[: move - 1], "0:frog", *lines[move:]]), move),
        ("\n".join(lines[: move + 1]), move + 1),
        (words.replace("Check: ", "Check: 0")[:-2] + "\n", len(lines) - 1),
        ("PK\x03\x04", 1),
        (words[:40] + "\n" + "x" * (LINE_LIMIT + 1), words[:40].count("\n") + 2),
        (words.replace('[Rules "', '[Rules "no-such-'), 2),
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_a_damaged_record_gets_its_line_and_reason(client: Any, lang: Lang) -> None:
    for words, line in damaged(records(played(12))[0]):
        response = upload(client, words, EN if lang == "en" else None)
        assert response.status_code == 422
        told = shown(response)
        assert re.search(rf"<p>{'Rad' if lang == 'sv' else 'Line'} {line}: ", told), words[:300]
        # nothing is lost: the text is there, to be put right
        if line < words.count("\n"):
            assert f"<code>{words.split(chr(10))[line - 1].strip()[:80]}</code>" in told
        kept = re.search(r'rows="14"[^>]*>\n(.*?)</textarea>', told, re.DOTALL)
        assert kept and kept[1] == words


def test_what_is_put_right_opens(client: Any) -> None:
    words = print_record(records(played(12))[0])
    form = {"text": (None, words.replace("\n", "\r\n").encode())}
    response = client.post("/replay", files=form)
    assert response.status_code == 303
    assert client.get(response.headers["location"]).status_code == 200


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\xff\xfe", "[Vandatta".encode("utf-16")])
def test_what_is_no_text_is_told_so(client: Any, data: bytes) -> None:
    response = upload(client, data)
    assert response.status_code == 422
    assert text("sv", "record.not_utf8") in shown(response)
    assert 'rows="14"' not in shown(response)


def test_nothing_is_told_so(client: Any) -> None:
    for data in (b"", b" \n "):
        response = upload(client, data)
        assert response.status_code == 422
        assert text("sv", "replay_page.nothing") in shown(response)


def test_a_record_without_a_round_is_none_to_watch(client: Any) -> None:
    empty = replace(records(played(12))[0], rounds=(), winners=())
    response = upload(client, print_record(empty))
    assert response.status_code == 422
    assert text("sv", "replay_page.no_rounds") in shown(response)


def test_too_long_a_record_is_not_played(client: Any) -> None:
    record = records(played(12))[0]
    first = record.rounds[0]
    long = replace(first, moves=first.moves[:1] * MOVES_LIMIT, renewals=())
    response = upload(client, print_record(replace(record, rounds=(long,))))
    assert response.status_code == 422
    assert text("sv", "replay_page.too_long", most=MOVES_LIMIT) in shown(response)
    long = replace(long, moves=long.moves[: ROUND_LIMIT + 1])
    response = upload(client, print_record(replace(record, rounds=(long,))))
    assert text("sv", "replay_page.long_round", most=ROUND_LIMIT) in shown(response)


def test_too_big_a_file_is_not_read(client: Any) -> None:
    told = text("sv", "replay_page.too_big", most=UPLOAD_LIMIT // 1024)
    # over the limit, over what the form may have, and far over both
    for size in (UPLOAD_LIMIT + 1, FORM_LIMIT, 20 * UPLOAD_LIMIT):
        response = upload(client, b"x" * size)
        assert response.status_code == 413
        assert told in shown(response) and '<input type="file"' in response.text
        assert len(response.content) < 10_000
    assert upload(client, b"x" * UPLOAD_LIMIT).status_code == 422


def test_a_text_of_many_lines_is_measured_as_its_file_is(client: Any) -> None:
    words = print_record(records(played(12))[0])
    long = words + "\n" * (UPLOAD_LIMIT - len(words.encode()))
    assert upload(client, long).status_code == 303
    form = {"text": (None, (words + "\n" * 50_000).replace("\n", "\r\n").encode())}
    assert client.post("/replay", files=form).status_code == 303


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_no_match_is_told_as_to_a_person(client: Any, lang: Lang) -> None:
    words = shown(upload(client, "Kära dagbok", {"accept-language": lang}))
    assert text(lang, "record.not_a_record") in words
    assert "[Vandatta" not in words


def test_junk_is_refused_at_its_first_line(monkeypatch: pytest.MonkeyPatch) -> None:
    line, made = record_reading.Line, []

    def counted(number: int, words: Any) -> record_reading.Line:
        made.append(number)
        return line(number, words)

    monkeypatch.setattr(record_reading, "Line", counted)
    start = '[Vandatta "1"]\n[Rules "svensk"]\n[Seat0 "a" human]\n[Seat1 "b" human]\n[Dealer "0"]\n'
    for junk, number, few in (
        ("x\n" * 100_000, 1, 2),
        ('[Vandatta "2"]\n' * 10_000, 1, 2),
        ('[Vandatta "1"]\n' + "x\n" * 100_000, 1, 2),
        # the first match has no round to watch: the others aren't read
        ((start + "Unfinished\n") * 2000, 6, 6),
        (start + "Round 1, dealer 0\n" + "Chance: 1\n" * 20_000, 8, 9),
    ):
        made.clear()
        with pytest.raises(RecordError) as caught:
            open_record(junk.encode())
        assert caught.value.line == number
        assert len(made) <= few, junk[:100]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('[Vandatta "1"]', '[Vandatta "\\ud800"]', 1),
        ('[Vandatta "1"]', '[Vandatta "\\u001b[2J"]', 1),
        ('[Rules "', '[Rules "\\ud800', 2),
        ('[Rules "', '[Rules "\u202e', 2),
        ('[Dealer "', '[Dealer "\\udfff', 6),
        ("Hand 0: ", "Hand 0: \x1b[2J ", 10),
        ("Stock: ", "Sto\u202eck: ", 14),
    ],
)
def test_signs_that_are_none_are_not_repeated(client: Any, old: str, new: str, line: int) -> None:
    words = print_record(records(played(12))[0])
    assert old in words
    response = upload(client, words.replace(old, new, 1))
    assert response.status_code == 422
    told = re.search(r"<p>(Rad .*?)</p>", shown(response))
    assert told and told[1].startswith(f"Rad {line}: ") and "·" in told[1]
    assert told[1].isprintable()


def test_another_version_is_told_before_what_it_has_anew(client: Any) -> None:
    words = print_record(records(played(12))[0])
    later = words.replace('[Vandatta "1"]', '[Vandatta "2"]\n[Clock "5 minutes"]')
    response = upload(client, later)
    assert response.status_code == 422
    assert text("sv", "record.version", version="2") in shown(response)


def test_a_word_as_long_as_no_move_is_none(client: Any) -> None:
    words = print_record(records(played(12))[0])
    response = upload(client, re.sub(r"\n0:\S+", "\n0:" + "9c" * 300, words, count=1))
    assert response.status_code == 422
    assert text("sv", "record.bad_move", word="0:9c9c9c9c9c9c9c9c9c") in shown(response)


def test_files_put_one_after_another_open(client: Any) -> None:
    """Each of them begins with the mark that some editors put before a text."""
    both = [print_record(records(played(number))[0]) for number in (10, 11)]
    response = upload(client, "".join(f"\ufeff{words}" for words in both))
    assert response.status_code == 303
    address = response.headers["location"]
    assert 'id="match-2"' in page(client, address)


def test_what_can_not_be_opened_leads_back_to_the_match(client: Any, store: MemoryStore) -> None:
    place = keep(store, "back", played(2, moves=30))
    client.cookies.set(TABLE_COOKIE, place.removeprefix("/t/"))
    words = print_record(records(played(12))[0])
    wrong = [
        upload(client, ""),
        upload(client, words.replace("Round 1", "Round 3")),
        upload(client, b"\xff"),
        upload(client, b"x" * (UPLOAD_LIMIT + 1)),
        client.get(f"/replay/{'A' * 22}"),
    ]
    assert [each.status_code for each in wrong] == [422, 422, 422, 413, 404]
    for response in wrong:
        assert f'<a href="{place}">' in response.text
    client.cookies.delete(TABLE_COOKIE)
    assert f'<a href="{place}">' not in upload(client, "").text


def test_forms_that_no_page_of_ours_sends(client: Any) -> None:
    assert client.post("/replay", data={"text": "x"}).status_code == 415
    for body in (b"", b"--x", b"--x\r\n\r\n--x--", b"--x\r\n" * 50 + b"--x--"):
        kind = {"content-type": "multipart/form-data; boundary=x"}
        response = client.post("/replay", content=body, headers=kind)
        assert response.status_code == 400, body
        assert problem("not_form") in shown(response)
    other = {"origin": "http://elsewhere.test"}
    for address in ("/replay", f"/replay/{TABLE}/same", f"/t/{TABLE}/replay/same"):
        assert client.post(address, headers=other).status_code == 403


def test_a_form_is_taken_apart() -> None:
    body = (
        b'--x"\r\nContent-Disposition: form-data; name="file"; filename="a; name="\r\n'
        b"Content-Type: text/plain\r\n\r\nfirst\r\n\r\nsecond\r\n"
        b'--x"\r\ncontent-disposition: form-data; name="text"\r\n\r\n\r\n--x"--\r\n'
    )
    assert parts(body, b'x"') == {"file": b"first\r\n\r\nsecond", "text": b""}


@pytest.fixture
def no_new_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address has what it has at once, however long a test takes."""
    monkeypatch.setattr("vandatta.server.app.NEW_TABLES_A_SECOND", 1e-9)


@pytest.mark.usefixtures("no_new_tokens")
def test_one_address_opens_so_many_records() -> None:
    words = print_record(records(played(12))[0])
    with browser(MemoryStore(), new_tables=2) as client:
        assert [upload(client, words).status_code for _ in range(3)] == [303, 303, 429]


def test_wrong_methods_are_told_the_right_ones(client: Any, store: MemoryStore) -> None:
    place = keep(store, "methods", played(4))
    address = opened(client, records(played(8))[0])
    for where, right in (
        ("/replay", {"GET", "HEAD", "POST"}),
        (address, {"GET", "HEAD"}),
        (f"{address}/same", {"POST"}),
        (f"{place}/record", {"GET", "HEAD"}),
        (f"{place}/replay", {"GET", "HEAD"}),
        (f"{place}/replay/same", {"POST"}),
    ):
        for method in {"GET", "HEAD", "POST", "PUT", "DELETE"} - right:
            response = client.request(method, where)
            assert response.status_code == 405
            assert set(response.headers["allow"].split(", ")) == right
        if "HEAD" in right:
            response = client.head(where)
            assert response.status_code == 200 and not response.content


@pytest.mark.parametrize("name", ["parti – åäö 🂡.vandatta", 'a"; name="text', "a\r\nb", "." * 900])
def test_a_file_may_have_any_name(client: Any, name: str) -> None:
    words = print_record(records(played(12))[0]).encode()
    assert client.post("/replay", files={"file": (name, words)}).status_code == 303


# What is kept in memory


def test_a_record_that_is_gone_can_be_opened_again(client: Any) -> None:
    for key in ("A" * 22, "short", "%2e%2e"):
        response = client.get(f"/replay/{key}")
        assert response.status_code == 404
        assert text("sv", "replay_page.gone") in shown(response)
        assert '<input type="file"' in response.text


async def test_only_so_much_is_kept() -> None:
    replay = Replay(records(played(12))[0])
    each = FEWEST + STEP * replay.steps
    shelf = Shelf(room=3 * each)
    keys = [await shelf.add(lambda: Opened((replay,))) for _ in range(3)]
    assert shelf.size == 3 * each and len(set(keys)) == 3
    assert shelf.get(keys[0]) is not None
    keys.append(await shelf.add(lambda: Opened((replay,))))
    assert shelf.size == 3 * each
    # the one longest unused went
    assert [shelf.get(key) is None for key in keys] == [False, True, False, False]


async def test_what_is_larger_than_the_room_is_kept_alone() -> None:
    replay = Replay(records(played(12))[0])
    shelf = Shelf(room=10)
    first = await shelf.add(lambda: Opened((replay,)))
    assert shelf.get(first) is not None
    await shelf.add(lambda: Opened((replay,)))
    assert shelf.get(first) is None


async def test_records_are_opened_one_at_a_time_and_only_so_many_wait() -> None:
    shelf, go, running = Shelf(), threading.Event(), []

    def work() -> int:
        running.append(1)
        assert len(running) == 1
        assert go.wait(30)
        return running.pop()

    tasks = [asyncio.create_task(shelf.aside(work)) for _ in range(WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Problem) as caught:
        await shelf.aside(work)
    assert (caught.value.status, caught.value.key) == (503, "busy")
    go.set()
    assert await asyncio.gather(*tasks) == [1] * WAITING
    assert await shelf.aside(work) == 1


# The same cards again


def dealt(store: MemoryStore, table: str) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = now(store.read(table.removeprefix("/t/")))
    return log


def test_a_finished_round_is_dealt_anew_at_a_new_table(client: Any, store: MemoryStore) -> None:
    log = played(13)
    record = records(log)[0]
    table = keep(store, "again", log)
    for number, round_ in enumerate(record.rounds[:3], 1):
        response = client.post(f"{table}/replay/same", data={"round": str(number)})
        assert response.status_code == 303
        again = dealt(store, response.headers["location"])
        fresh = records(again)[0].rounds[0]
        assert (fresh.hands, fresh.up, fresh.stock) == (round_.hands, round_.up, round_.stock)
        assert fresh.chance == round_.chance
        assert again[0]["rules"] == record.rules and again[0]["dealer"] == round_.dealer
        assert [seat["player"] for seat in again[0]["seats"]] == ["human", "regular", "regular"]
        same = same_as(again[0]["extra"])
        assert same is not None and same.round == number
        assert same.source == f"{table}/replay?match=1"
        hand = view(client, response.headers["location"])["hand"]
        assert sorted(hand) == sorted(map(card_text, round_.hands[0]))
        words = page(client, response.headers["location"])
        assert text("sv", "replay_page.same_as", number=number) in words
        assert f'href="{same.source}"' in words


def test_another_seats_cards_are_played(client: Any, store: MemoryStore) -> None:
    log = played(13)
    table = keep(store, "seat", log)
    response = client.post(f"{table}/replay/same", data={"round": "1", "seat": "2", "match": "1"})
    again = dealt(store, response.headers["location"])
    assert [seat["name"] for seat in again[0]["seats"]] == ["B", "A", "Spelare"]
    assert [seat["player"] for seat in again[0]["seats"]] == ["regular", "regular", "human"]
    hand = view(client, response.headers["location"])["hand"]
    assert sorted(hand) == sorted(map(card_text, records(log)[0].rounds[0].hands[2]))


def test_only_those_of_the_round_sit_at_the_new_table(client: Any, store: MemoryStore) -> None:
    for number in range(100):
        log = played(number, 4, {"base": "svensk", "limit": 40, "turn_limit": 60})
        rounds = records(log)[0].rounds
        fewer = [i for i, each in enumerate(rounds, 1) if each.hands[1] and () in each.hands]
        if fewer and rounds[fewer[0] - 1].hands[0]:
            break
    table = keep(store, "fewer", log)
    round_ = rounds[fewer[0] - 1]
    response = client.post(f"{table}/replay/same", data={"round": str(fewer[0]), "seat": "1"})
    assert response.status_code == 303
    fresh = records(dealt(store, response.headers["location"]))[0].rounds[0]
    assert fresh.hands == tuple(hand for hand in round_.hands if hand)
    assert fresh.stock == round_.stock
    gone = round_.hands.index(())
    response = client.post(f"{table}/replay/same", data={"round": str(fewer[0]), "seat": str(gone)})
    assert response.status_code == 409
    assert problem("not_in_round") in shown(response)


def test_cards_that_are_a_secret_are_not_dealt_anew(client: Any, store: MemoryStore) -> None:
    log = played(13, moves=90)
    rounds = records(log)[0].rounds
    assert len(rounds) > 1 and rounds[-1].result is None
    table = keep(store, "secret", log)
    before = now(store.tables())
    for number in (len(rounds), len(rounds) + 1, 0, 999999):
        response = client.post(f"{table}/replay/same", data={"round": str(number)})
        assert response.status_code == 409
        assert problem("no_cards") in shown(response)
    assert now(store.tables()) == before
    assert "replay/same" not in page(client, f"{table}/replay?at=9999")
    assert "replay/same" in page(client, f"{table}/replay?at=0")
    response = client.post(f"{table}/replay/same", data={"round": str(len(rounds) - 1)})
    assert response.status_code == 303
    assert stranger(client).post(f"{table}/replay/same", data={"round": "1"}).status_code == 404


@pytest.mark.parametrize("wish", [{"round": "x"}, {"round": "1", "seat": "-1"}, {"match": "9"}])
def test_wishes_that_no_page_offers(client: Any, store: MemoryStore, wish: dict[str, str]) -> None:
    table = keep(store, "wish" + "".join(wish), played(13))
    assert client.post(f"{table}/replay/same", data=wish).status_code == 400


def test_an_opened_record_is_played_again(client: Any, store: MemoryStore) -> None:
    record = records(played(15))[0]
    address = opened(client, record)
    words = page(client, f"{address}?at=3&seat=1")
    assert re.search(rf'action="{address}/same"', words)
    form = dict(re.findall(r'name="(round|match|seat)" value="(\d+)"', words))
    assert form == {"round": "1", "match": "1", "seat": "1"}
    response = client.post(f"{address}/same", data=form)
    assert response.status_code == 303
    again = dealt(store, response.headers["location"])
    assert records(again)[0].rounds[0].hands == record.rounds[0].hands
    assert same_as(again[0]["extra"]) is not None
    words = page(client, response.headers["location"])
    assert text("sv", "replay_page.same_as", number=1) in words
    own = opened(client, seen(record, 1))
    assert f"{own}/same" not in page(client, own)
    assert client.post(f"{own}/same", data=form).status_code == 409
    assert client.post(f"/replay/{'A' * 22}/same", data=form).status_code == 404


def test_a_table_that_was_shuffled_says_nothing(client: Any) -> None:
    assert text("sv", "replay_page.same") not in page(client, new_table(client))
    for said in (None, 1, {"round": "x", "source": ""}, {}):
        assert same_as({"same": said}) is None
    odd = same_as({"same": {"round": 2, "source": "javascript:alert(1)"}})
    assert odd is not None and odd.source == ""


def test_a_round_ends_with_ways_on(client: Any, store: MemoryStore) -> None:
    log = played(16)
    table = keep(store, "end", log)
    words = page(client, table)
    for way in (
        f'href="{table}/replay"',
        f'href="{table}/record"',
        f'action="{table}/replay/same"',
    ):
        assert way in words
    begun = match_log(log, 1)
    ends = [i for i in range(2, len(begun)) if Table(begun[:i]).phase_of_match == "between"]
    between = keep(store, "between", begun[: ends[0]])
    words = page(client, between)
    # what a seat has seen so far can be kept between the rounds too
    assert f'href="{between}/record"' in words and f'action="{between}/replay/same"' in words
    assert '<input type="hidden" name="round" value="1">' in words
