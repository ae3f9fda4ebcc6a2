"""What opening matches costs an address, and what it gets while a match goes on."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.browsing import browser, problem, shown
from tests.recorded import words as chosen
from tests.test_replay_web import SECRET, keep, no_new_tokens, now, opened, page, played
from vandatta.notation.record import Record
from vandatta.notation.record_log import records
from vandatta.replay import Replay
from vandatta.server import replaying
from vandatta.server.security import COOKIE
from vandatta.server.shelf import FEWEST, STEP
from vandatta.store.memory import MemoryStore
from vandatta.table import Table

__all__ = ["no_new_tokens"]


@pytest.mark.usefixtures("no_new_tokens")
def test_playing_a_match_anew_costs_and_stepping_through_it_does_not() -> None:
    store = MemoryStore()
    first, second, third = (keep(store, f"cost-{n}", played(n)) for n in range(3))
    client: Any
    with browser(store, new_tables=2) as client:
        client.cookies.set(COOKIE, SECRET)
        assert client.get(f"{first}/replay").status_code == 200
        assert client.get(f"{second}/record").status_code == 200
        # what is on the shelf is free, in either shape
        for at in range(40):
            assert client.get(f"{first}/replay?at={at}&seat=open").status_code == 200
        assert client.get(f"{first}/record").status_code == 200
        assert client.get(f"{second}/replay?match=1").status_code == 200
        # nothing else is, not even to be told that it isn't there
        for address in (f"{third}/replay", f"{third}/record", f"{first}/replay?match=9"):
            response = client.get(address)
            assert response.status_code == 429
            assert problem("too_many") in shown(response)
            assert response.headers["retry-after"]
        for address in (f"{first}/replay/same", f"{third}/replay/same"):
            assert client.post(address, data={"round": "1"}).status_code == 429
        assert len(now(store.tables())) == 3


@pytest.mark.usefixtures("no_new_tokens")
def test_the_same_cards_cost_one_token() -> None:
    store = MemoryStore()
    table = keep(store, "one", played(13))
    client: Any
    with browser(store, new_tables=3) as client:
        client.cookies.set(COOKIE, SECRET)
        address = opened(client, records(played(15))[0])
        found = [
            client.post(f"{place}/same", data={"round": "1"}).status_code
            for place in (f"{table}/replay", address, address)
        ]
        assert found == [303, 303, 429]


# A match under way, on the shelf


class Counting(MemoryStore):
    """A store that counts how often a whole log is read."""

    reads = 0

    async def read(self, table: str, after: int = 0) -> list[dict[str, Any]]:
        self.reads += not after
        return await super().read(table, after)


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps of each match that is played for its pages, as it is played."""
    made: list[int] = []

    def counted(record: Record) -> Replay:
        replay = Replay(record)
        made.append(replay.steps)
        return replay

    monkeypatch.setattr(replaying, "Replay", counted)
    return made


def go_on(client: Any, place: str) -> None:
    """The table's next move, whoever's it is."""
    name = place.removeprefix("/t/")
    live = client.portal.call(client.app.state.house.find, name)
    seat = live.table.in_turn()
    client.portal.call(live.move, seat, chosen(random.Random(1), live.table, seat))


def steps_of(words: str) -> int:
    found = re.search(r"/</span> (\d+)</p>", words)
    assert found
    return int(found[1])


@pytest.mark.usefixtures("no_new_tokens")
def test_a_match_under_way_is_played_anew_when_it_has_gone_on(replays: list[int]) -> None:
    store = Counting()
    place = keep(store, "on", played(2, moves=20))
    client: Any
    with browser(store, new_tables=2) as client:
        client.cookies.set(COOKIE, SECRET)
        for at in range(20):
            assert steps_of(page(client, f"{place}/replay?at={at}")) == 19
        # the table was read, and then its record: not at each step
        assert replays == [19] and store.reads == 2
        go_on(client, place)
        assert steps_of(page(client, f"{place}/replay")) == 20
        assert steps_of(page(client, f"{place}/replay?match=1")) == 20
        assert replays == [19, 20] and client.app.state.shelf.size == FEWEST + 20 * STEP
        go_on(client, place)
        # with no token left the reader steps on through what was opened, but keeps no old file
        assert steps_of(page(client, f"{place}/replay?at=9")) == 20
        assert client.get(f"{place}/record").status_code == 429
        assert replays == [19, 20]


@pytest.mark.usefixtures("no_new_tokens")
def test_a_match_that_is_over_stays_on_the_shelf_while_the_next_is_played(
    replays: list[int],
) -> None:
    log = played(3)
    table, over = Table(log), Replay(records(log)[0]).steps
    log.append(table.rematch(1))
    table.apply(log[-1])
    log.append(table.deal(list(table.pack()), 7))
    store = MemoryStore()
    place = keep(store, "next", log)
    client: Any
    with browser(store, new_tables=1) as client:
        client.cookies.set(COOKIE, SECRET)
        for at in range(3):
            words = page(client, f"{place}/replay?match=1&at={at}")
            assert steps_of(words) == over and 'id="match-2"' in words
            go_on(client, place)
        assert replays == [over]


def test_a_rematch_is_the_match_that_is_shown(replays: list[int]) -> None:
    log = played(3)
    over = Replay(records(log)[0]).steps
    store = MemoryStore()
    place = keep(store, "rematch", log)
    client: Any
    with browser(store) as client:
        client.cookies.set(COOKIE, SECRET)
        assert steps_of(page(client, f"{place}/replay")) == over
        live = client.portal.call(client.app.state.house.find, place.removeprefix("/t/"))
        client.portal.call(live.again)
        words = page(client, f"{place}/replay")
        assert steps_of(words) == 1 and 'id="match-1"' in words
        # and the first one is told of the second, without being played anew
        assert 'id="match-2"' in page(client, f"{place}/replay?match=1")
        assert replays == [over, 1]


def test_what_another_server_has_kept_is_shown() -> None:
    log = played(2, moves=20)
    table, chance = Table(log), random.Random(1)
    store = MemoryStore()
    place = keep(store, "other", log)
    client: Any
    with browser(store) as client:
        client.cookies.set(COOKIE, SECRET)
        page(client, place)
        for more in (1, 2, 3):
            seat = table.in_turn()
            assert seat is not None
            log.append(table.move(seat, chosen(chance, table, seat)))
            table.apply(log[-1])
            now(store.append(place.removeprefix("/t/"), len(log) - 1, log[-1:]))
            assert steps_of(page(client, f"{place}/replay")) == 19 + more
