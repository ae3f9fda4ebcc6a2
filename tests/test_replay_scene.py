"""A step of a replay, put together as the page shows it."""

from __future__ import annotations

import random

from tests.recorded import match
from vandatta.cards import RED_JOKER, SUITS
from vandatta.engine.alphabet import OVER
from vandatta.notation.record_log import records
from vandatta.replay import Replay
from vandatta.server.replay_stage import Look, replay_scene

RULES = {"base": "svensk", "jokers": 2, "skip_ranks": "Q", "limit": 60}


def looks(number: int) -> list[Look]:
    """Every step of a match, as seat 0 looks at it."""
    log, _ = match(random.Random(number), 3, RULES)
    replay = Replay(records(log)[0])
    return [Look("sv", "suit", "/replay/x", replay, at, None, me=0) for at in range(replay.steps)]


def test_the_suit_in_force_is_shown_wherever_the_top_card_hides_it() -> None:
    hidden = 0
    for look in (look for number in range(3) for look in looks(number)):
        view, board = look.replay.view(look.at, 0, True), replay_scene(look).board
        if view.top >= RED_JOKER or (view.top >= 0 and view.rules.wilds >> view.top & 1):
            hidden += view.top >= RED_JOKER
            assert board.badge == (SUITS[view.suit] if view.suit >= 0 else None)
            assert board.badge is None or board.badge_label
        else:
            assert board.badge is None
    assert hidden


def test_nothing_is_said_any_more_when_a_round_is_over() -> None:
    ends = [
        look
        for number in range(3)
        for look in looks(number)
        if look.replay.view(look.at, 0, True).phase == OVER
    ]
    assert ends
    for look in ends:
        board = replay_scene(look).board
        assert {each.bubble for each in (board.bottom, *board.others) if not each.called} == {""}


def test_the_heading_is_a_sentence() -> None:
    titles = {replay_scene(look).title for look in looks(0)}
    assert any(title.endswith(", du ger") for title in titles)
