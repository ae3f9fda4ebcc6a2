"""A trained policy as a computer player, with weights by chance: no training is needed here."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.browsing import browser, new_table
from tests.houses import NEVER, SECRET, play_on
from vandatta import cli
from vandatta.describe import preset_name
from vandatta.engine.alphabet import CALL, MORE, NAMING
from vandatta.envs.actions import ACTIONS
from vandatta.envs.dealing import deal, rules_of
from vandatta.envs.observation import Layout
from vandatta.envs.opponents import play
from vandatta.envs.rounds import Round
from vandatta.envs.seen import TO_CALL
from vandatta.messages import LANGS, Lang, text
from vandatta.players import LEVELS
from vandatta.server.house import House
from vandatta.server.settings import Settings
from vandatta.store.memory import MemoryStore

np = pytest.importorskip("numpy")

from vandatta.envs import learned  # noqa: E402 - it needs NumPy
from vandatta.envs.learned import Mind, Policy  # noqa: E402

TABLES: list[tuple[object, int]] = [
    ("svensk", 2),
    ("svensk", 4),
    ("svensk", 5),
    ("klassisk", 3),
    ("barn", 3),
    ("crazy_eights", 4),
    ("mau_mau", 3),
    ("pesten", 4),
    ("openspiel", 3),
]


def policy(rules: object = "svensk", seats: int = 4, seed: int = 1) -> Policy:
    """A network of fixed weights by chance."""
    known, compiled = rules_of(rules, seats)
    luck = np.random.default_rng(seed)
    sizes = [Layout(compiled, seats).size, 16, ACTIONS]
    layers = tuple(
        (luck.normal(size=(out, into)).astype(np.float32), luck.normal(size=out).astype(np.float32))
        for into, out in pairwise(sizes)
    )
    return Policy(known, seats, layers)


def saved(folder: Path, *of: Any) -> Path:
    path = folder / "policy.npz"
    policy(*of).save(path)
    return path


def changed(path: Path, **values: Any) -> Path:
    """A policy file with other things in it; None: without them."""
    with np.load(path) as file:
        kept = {**file, **values}
    np.savez(path, **{name: value for name, value in kept.items() if value is not None})
    return path


# --- what it sees, and how it plays


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_it_sees_what_the_environments_show(rules: object, seats: int) -> None:
    """To the last bit at every decision of a round, and makes what the policy thinks best there."""
    known, compiled = rules_of(rules, seats)
    made = policy(rules, seats)
    mind, luck, looked = Mind(made), random.Random(f"{rules} {seats}"), 0
    while looked < 60:
        game = deal(compiled, seats, luck, None)
        plan: list[int] = []
        for _ in range(150):
            if game.over:
                break
            looked += decide(mind, made, game, luck, plan)
    assert made.rules_id == known


def decide(mind: Mind, made: Policy, game: Round, luck: random.Random, plan: list[int]) -> bool:
    """Make a decision, the player's or any other; is it one that the player makes?

    Args:
        mind: the player.
        made: its policy.
        game: the round.
        luck: chance.
        plan: what is left of a move that the player has begun; it is kept here.
    """
    may = [each for each in range(ACTIONS) if game.actions() >> each & 1]
    moves = [each for each in may if each < CALL]
    view = game.view(game.seat)
    if game.question == TO_CALL or not moves:
        game.act(luck.choice(may))
        return False
    row = np.zeros(made.layout.size, np.float32)
    made.layout.write(game.seen(game.seat), row)
    assert mind.observed(learned.seen_round(view), game.seat).tobytes() == row.tobytes()
    if view.phase not in (NAMING, MORE) and luck.random() < 0.7:
        plan[:] = game.parts(mind.choose(view))
        assert plan, mind.choose(view)
    if not plan:
        game.act(luck.choice(moves))
        return False
    mask = np.isin(np.arange(ACTIONS), moves)
    assert plan[0] == int(made.best(row, mask))
    game.act(plan.pop(0))
    return True


# --- at a table


def test_at_other_tables_it_plays_as_regular_does() -> None:
    made = learned.level([policy("svensk", 4), policy("svensk", 2)])
    for rules, seats, own in (
        ("svensk", 4, True),
        ("svensk", 2, True),
        ("svensk", 3, False),
        ("svensk-nd2.2", 4, False),
    ):
        compiled, luck = rules_of(rules, seats)[1], random.Random(5)
        differ = 0
        game = deal(compiled, seats, luck, None)
        for _ in range(60):
            if game.over:
                break
            view = game.view(game.seat)
            if game.question in (0, 1, 2):
                move = made.choose(view, random.Random(6))
                differ += move != LEVELS["regular"].choose(view, random.Random(6))
            play(game, made, luck)
        assert (differ > 0) == own


def test_where_somebody_is_out_it_plays_as_regular_does() -> None:
    compiled, mind = rules_of("svensk", 3)[1], Mind(policy("svensk", 3))
    view = deal(compiled, 3, random.Random(1), 0).view(1)
    assert mind.plays(view)
    assert not mind.plays(replace(view, playing=(True, True, False)))


async def test_a_whole_match_at_a_table() -> None:
    """Till two are left, whom it was not trained for."""
    mind = learned.level([policy("svensk", 3)])
    house = House(MemoryStore(), 0, mind)
    live = await house.open(Settings(opponents=2, level="trained"), SECRET)
    assert [seat.player for seat in live.table.seats] == ["human", "trained", "trained"]
    await play_on(live, random.Random(7))
    assert live.view(0).winners
    await house.close()


async def test_without_a_policy_regular_takes_its_seats() -> None:
    """A table is kept; the file that it was opened with need not be there the next time."""
    store = MemoryStore()
    house = House(store, NEVER, learned.level([policy("svensk", 2)]))
    name = (await house.open(Settings(opponents=1, level="trained"), SECRET)).name
    await house.close()
    house = House(store, 0)
    live = await house.find(name)
    assert live.table.seats[1].player == "trained"
    await play_on(live, random.Random(8))
    assert live.view(0).winners
    fresh = await house.open(Settings(opponents=1, level="trained"), SECRET)
    assert fresh.table.seats[1].player == "regular"
    await house.close()


def test_it_is_a_level_to_choose_where_there_is_one() -> None:
    with browser(MemoryStore()) as client:
        for page in ("/", "/choose/svensk"):
            assert 'value="trained"' not in client.get(page).text
        new_table(client, level="trained")
        assert 'value="regular" checked' in client.get("/").text
    with browser(MemoryStore(), trained=learned.level([policy()])) as client:
        for page in ("/", "/choose/svensk"):
            assert 'value="trained"' in client.get(page).text
        table = new_table(client, level="trained")
        app: Any = client.app
        [place] = app.state.house._places.values()
        assert place.live.name in table and place.live.table.seats[1].player == "trained"
        assert 'value="trained" checked' in client.get("/").text


# --- the command


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The players that `serve` was called with, instead of serving."""
    calls: list[Any] = []

    def serve(*given: Any) -> int:
        given[4]("http://here/")
        calls.append(given[6])
        return 0

    monkeypatch.setitem(sys.modules, "vandatta.server.main", SimpleNamespace(serve=serve))
    return calls


def command(lang: str, *words: str | Path) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", {"sv": "sv_SE.UTF-8", "en": "C.UTF-8"}[lang])
        return cli.main(["play", "--no-browser", "--port", "0", *map(str, words)])


@pytest.mark.parametrize("lang", LANGS)
def test_the_command_seats_it(
    served: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: Lang
) -> None:
    one, other = tmp_path / "one.npz", tmp_path / "other.npz"
    policy("svensk", 4).save(one)
    policy("mau_mau", 3).save(other)
    assert command(lang, "--policy", one, "--policy", other, "--data", tmp_path) == 0
    [level] = served
    assert level.key == "trained"
    out = capsys.readouterr().out
    for path, seats, rules in ((one, 4, "svensk"), (other, 3, "mau_mau")):
        told = {"path": path, "seats": seats, "rules": preset_name(lang, rules)}
        assert text(lang, "cli.trained", **told) in out


@pytest.mark.parametrize("lang", LANGS)
def test_the_command_says_what_is_wrong_with_a_file(
    served: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: Lang
) -> None:
    path = tmp_path / "policy.npz"
    assert command(lang, "--policy", path) == cli.USAGE
    assert str(path) in capsys.readouterr().err
    path.write_text("no policy")
    assert command(lang, "--policy", path) == cli.USAGE
    assert capsys.readouterr().err == f"vandatta: {text(lang, 'policy.none', path=path)}\n"
    changed(saved(tmp_path), layout="0" * 16)
    assert command(lang, "--policy", path) == cli.USAGE
    assert capsys.readouterr().err == f"vandatta: {text(lang, 'policy.version', path=path)}\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, "vandatta.envs.learned")
        patch.delattr("vandatta.envs.learned", raising=False)
        patch.setitem(sys.modules, "numpy", None)
        assert command(lang, "--policy", path) == cli.USAGE
    assert capsys.readouterr().err == f"vandatta: {text(lang, 'cli.error.numpy')}\n"
    assert served == []
