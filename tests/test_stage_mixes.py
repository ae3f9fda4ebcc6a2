"""Every view of rounds under random mixes of all options, on the page: nothing fails, every
legal move can be tapped, and the status line says what is so."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.mixing import random_mix
from tests.sittings import Reader, seats
from vandatta.cards import card_from_text, card_text, members
from vandatta.describe import cards as cards_words
from vandatta.engine.alphabet import CALL_BIT, DRAW, NAME, OVER, PASS
from vandatta.messages import LANGS, Lang
from vandatta.notation.moves import read_move
from vandatta.notation.outcomes import outcomes
from vandatta.options import rules_id
from vandatta.server.holding import Hold, picked
from vandatta.server.render import render_table
from vandatta.server.scene import Scene
from vandatta.server.settings import Settings
from vandatta.table import Table
from vandatta.view import View

ROUNDS = 180
PARTS = 6
DEEP = 3
"""Cards of the sets that are put together tap by tap."""
LONG = 80
"""Moves after which a round is left."""
WORDS: dict[Lang, dict[str, str]] = {
    "sv": {"lay": "lägg", "draw": "dra ett kort", "pass": "passa", "take": "dra "},
    "en": {"lay": "play", "draw": "draw a card", "pass": "pass", "take": "draw "},
}


def dealt(luck: random.Random) -> Table:
    """A table under a random mix, its first round dealt."""
    values, count = random_mix(luck)
    people = [replace(seat, name=f"Spelare {i}") for i, seat in enumerate(seats(2) * 4)][:count]
    table = Table([Table.opening(people, rules_id(values), luck.randrange(count))])
    deck = list(table.pack())
    luck.shuffle(deck)
    table.apply(table.deal(deck, luck.getrandbits(96)))
    return table


def move_somehow(table: Table, luck: random.Random) -> None:
    """Somebody says something, lays wrong, or moves, as the rules allow."""
    speaker = luck.randrange(len(table.seats))
    calls = table.view(speaker).calls
    if calls and luck.random() < 0.3:
        said = luck.choice(members(calls))
        table.apply(table.move(speaker, "!" if 1 << said == CALL_BIT else f"?{said - 1}"))
        return
    turn = table.in_turn()
    assert turn is not None
    view = table.view(turn)
    words = luck.choice(outcomes(view)).text
    if luck.random() < 0.1 and view.hand:
        wrong = card_text(luck.choice(view.hand))
        words = wrong if table.misplays(turn, wrong) else words
    table.apply(table.move(turn, words))


def played(luck: random.Random) -> Iterator[Table]:
    """The same table again and again, after each move of a round."""
    table = dealt(luck)
    yield table
    for _ in range(LONG):
        if table.in_turn() is None:
            return
        move_somehow(table, luck)
        yield table


def offered(scene: Scene) -> set[str]:
    """What the scene offers to do: lifted cards, lit buttons, dragging to the pile."""
    found: set[str | None] = {scene.pile_do}
    for held in scene.hand:
        if held.playable:
            found |= {held.do, held.drop}
    if scene.stock_may:
        found.add(scene.stock_do)
    for choice in (scene.lay, scene.take, scene.pass_turn):
        found.add(choice.do if choice else None)
    if scene.suit_choice:
        found |= {each.do for each in scene.suit_choice.suits}
        found.add(scene.suit_choice.bare.do if scene.suit_choice.bare else None)
    return {each for each in found if each}


def taps(reader: Reader, view: View) -> set[str]:
    """The moves that can be made, tap by tap."""
    moves: set[str] = set()
    seen: set[tuple[int, ...]] = {()}
    ahead: list[tuple[int, ...]] = [()]
    while ahead:
        chosen = ahead.pop()
        for do in offered(reader.scene(Hold(chosen=chosen))):
            verb, _, words = do.partition(" ")
            if verb == "move":
                moves.add(words)
            elif verb == "pick":
                more = picked(view, chosen, card_from_text(words))
                assert more is not None, (chosen, do)
                if more not in seen and len(more) <= DEEP:
                    seen.add(more)
                    ahead.append(more)
            else:
                assert verb == "drop" and int(words) < len(chosen)
    return moves


def alike(words: str) -> tuple[object, ...]:
    """A move, but for the order of the cards beneath the top one; the jokers are one."""
    move = read_move(words)
    cards = [card_text(card) for card in move.cards]
    return (sorted(cards), cards[-1:], move.suit, move.action)


def check_moves(table: Table, reader: Reader, view: View) -> None:
    """Every legal move can be tapped together, and what is offered is legal."""
    moves = taps(reader, view)
    for words in moves:
        assert table.why_not(view.seat, words) is None, words
        assert table.misplays(view.seat, words) is None, words
    reached = [alike(words) for words in moves]
    for outcome in outcomes(view):
        ends = outcome.over and len(outcome.cards) == len(view.hand)
        words = outcome.text.partition("=")[0] if ends and outcome.cards else outcome.text
        if len(outcome.cards) <= DEEP:
            assert alike(words) in reached, (words, moves)


def says(said: str, words: str) -> bool:
    """Do these very words stand in what is said?"""
    return re.search(rf"\b{words}\b", said) is not None


def check_status(scene: Scene, view: View, lang: Lang) -> None:
    """The status line says what may be drawn, and what is owed."""
    words, said = WORDS[lang], scene.status
    owed = cards_words(lang, view.duty)
    if view.duty:
        assert owed in said
        assert scene.duty == view.duty and scene.duty_label
    if view.turn != view.seat or view.phase == OVER:
        return
    draw, lay = view.legal >> DRAW & 1, view.legal & (1 << NAME) - 1
    assert scene.stock_may == bool(draw)
    if view.duty:
        assert words["take"] + owed in said
        assert scene.take is not None and str(view.duty) in scene.take.text
    else:
        assert says(said, words["draw"]) == bool(draw)
        assert says(said, words["pass"]) == bool(view.legal >> PASS & 1)
        assert scene.take is None
    if lay:
        assert says(said, words["lay"])
    assert (scene.pass_turn is not None) == bool(view.legal >> PASS & 1)


def check(scene: Scene, view: View, lang: Lang) -> None:
    """What holds of every scene."""
    assert scene.status.strip()
    assert "{" not in scene.status
    keys = [line.key for line in scene.log]
    assert len(set(keys)) == len(keys)
    assert all(line.text and "{" not in line.text for line in scene.log)
    assert [each.seat for each in scene.opponents if each.challenge or each.accuse] == [
        each.seat
        for each in scene.opponents
        if view.calls >> 1 + each.seat & 1 and (each.accuse or view.forgot[each.seat])
    ]
    assert (scene.lappen is not None) == bool(view.rules.lappen)
    assert bool(view.calls & CALL_BIT) == scene.lappen_urgent
    if view.hands is None and view.phase != OVER:
        assert all(face.card is None for each in scene.opponents for face in each.fan)
    if view.phase == OVER:
        assert scene.round_end is not None
        for hand in scene.round_end.hands:
            assert sum(points for _, points in hand.cards) == hand.points
    else:
        check_status(scene, view, lang)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_view_of_any_mix_is_shown_truly(part: int) -> None:
    scenes = 0
    for number in range(part, ROUNDS, PARTS):
        luck = random.Random(f"stage {number}")
        readers: dict[tuple[int, Lang], Reader] = {}
        for table in played(luck):
            turn = table.in_turn()
            for seat in range(len(table.seats)):
                # whose turn it is reads both languages, the others one or the other
                langs = LANGS if seat == turn else [luck.choice(LANGS)]
                for lang in langs:
                    reader = readers.setdefault((seat, lang), Reader(table, seat, lang))
                    look(number, reader, luck.random() < 0.15)
                    scenes += 1
    assert scenes > 1000


def look(number: int, reader: Reader, closely: bool) -> None:
    """Look at a page, and every now and then at all that can be tapped on it."""
    table, view = reader.table, reader.table.view(reader.seat)
    scene = reader.scene(Hold(seen=table.number - 2))
    try:
        check(scene, view, reader.lang)
        if closely and view.turn == view.seat and view.phase != OVER:
            check_moves(table, reader, view)
            assert render_table(scene, Settings(lang=reader.lang))
    except AssertionError as error:
        what = f"{number}: {table.rules_id}, seat {view.seat}, {scene.status!r}"
        raise AssertionError(f"{what}: {error}") from error
