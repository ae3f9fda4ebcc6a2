"""The other seats of the Gymnasium environment: computer players, or anybody's own.

They get the view of their seat and a generator, and answer in the project's notation.
Calling and pointing out, which a table leaves to attention and time, go by a level's
`Level.forgets` and `Level.notices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from vandatta.engine.alphabet import CALL, CHALLENGE
from vandatta.envs import IllegalAction
from vandatta.envs.actions import SILENT
from vandatta.envs.dealing import short
from vandatta.envs.rounds import Round
from vandatta.envs.seen import TO_CALL
from vandatta.players import LEVELS, Choose, Level, forgotten, will_call, will_notice

Opponent = str | Level | Choose
"""A level's key, a level, or a function that chooses: it calls and points out without fail."""


def levels_of(opponents: Opponent | Sequence[Opponent], seats: int) -> list[Level]:
    """The players of all other seats.

    Args:
        opponents: one for all of them, or one each.
        seats: how many play, one's own seat included.

    Raises:
        ValueError: no such level, or not one for each.
    """
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    named: Sequence[Opponent] = opponents if several else [opponents] * (seats - 1)  # type: ignore[list-item, assignment]
    if len(named) != seats - 1:
        raise ValueError(f"{seats} seats need {seats - 1} opponents, not {len(named)}")
    return [_level(each) for each in named]


def _level(opponent: Opponent) -> Level:
    if isinstance(opponent, Level):
        return opponent
    if isinstance(opponent, str) and opponent in LEVELS:
        return LEVELS[opponent]
    if not callable(opponent):
        raise ValueError(
            f"an opponent is one of {', '.join(LEVELS)}, or a function, not {short(opponent)}"
        )
    return Level("own", opponent, forgets=0.0, notices=1.0, pace=(0.0, 0.0))


def play(game: Round, level: Level, luck: Random) -> None:
    """Make the whole move, or the call, of the seat that decides.

    Raises:
        IllegalAction: the player chose a move that may not be made.
    """
    if game.question == TO_CALL:
        game.act(CALL if will_call(level, luck) else SILENT)
        return
    seat = game.seat
    view = game.view(seat)
    # who has drawn already has had the time to look round
    if view.calls and not view.drawn:
        for other in forgotten(view):
            if game.actions() >> CHALLENGE + other & 1 and will_notice(level, luck):
                game.act(CHALLENGE + other)
                return
    move: object = level.choose(view, luck)
    parts = game.parts(move) if isinstance(move, str) else ()
    if not parts:
        raise IllegalAction(f"the player of seat {seat} may not make the move {short(move)}")
    for part in parts:
        game.act(part)
        if game.over:
            return
