"""Playing a share of a contest's deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from vandatta.arena.contest import Contest
from vandatta.arena.players import player
from vandatta.arena.tally import WHOLE, Tally
from vandatta.engine.alphabet import MAX_SEATS, NO_SEAT
from vandatta.engine.counted import Setting, Unit, begin_round, begin_unit
from vandatta.engine.match import Match
from vandatta.engine.playouts import seated
from vandatta.engine.points import hand_points
from vandatta.engine.searching import first_share
from vandatta.engine.sitting import THINKING
from vandatta.messages import Unable
from vandatta.options import compile_rules, named
from vandatta.players import Choose
from vandatta.simulation.plan import ENDLESS, Share
from vandatta.simulation.working import RefusedMove, Stopped, never, think_round
from vandatta.view import View

Ended = tuple[list[int], list[int], bool]
"""A seat: its share of the first place, in parts of `WHOLE`, and the points left in its hand; and
whether somebody went out."""


def work(contest: Contest, share: Share, stop: Callable[[], bool] = never) -> Tally:
    """Play a share of the deals of a contest, each with every seating.

    Nothing but the contest and the share decides what comes out, unless it is played by the clock.

    Raises:
        Stopped: ``stop``, asked before every move, said so.
        Unable: a player can't be found, or made no move that is allowed.
    """
    minds = [_stopping(player(name, contest.clock), stop) for name in contest.players]
    play = _on_spiel(contest) if contest.spiel else _here(contest)
    tally = Tally.blank(len(minds))
    for number in range(share.first, share.first + share.count):
        firsts, points, nobody = [0] * len(minds), [0] * len(minds), 0
        for seating in contest.seatings:
            chances = [Random(f"{contest.seed} {number} {seat}") for seat in range(contest.seats)]
            try:
                ended = play(number, [minds[who] for who in seating], chances)
            except RefusedMove as error:
                name = contest.players[seating[error.seat]]
                raise Unable("arena.error.move", name=name[:40], given=error.words[:40]) from None
            for seat, who in enumerate(seating):
                firsts[who] += ended[0][seat]
                points[who] += ended[1][seat]
            nobody += not ended[2]
        tally.add_deal(firsts, points, nobody)
    return tally


Play = Callable[[int, Sequence[Choose], Sequence[Random]], Ended]
"""Plays a round: the number of the deal, and who sits where with which chance."""


def _stopping(choose: Choose, stop: Callable[[], bool]) -> Choose:
    def asked(view: View, rng: Random) -> str:
        if stop():
            raise Stopped
        return choose(view, rng)

    return asked


def _here(contest: Contest) -> Play:
    rules = compile_rules(named(contest.rules))

    def play(number: int, minds: Sequence[Choose], chances: Sequence[Random]) -> Ended:
        s, m = seated(rules, len(minds)), Match()
        setting = Setting(who=[THINKING] * MAX_SEATS, most=ENDLESS, seed=contest.seed)
        unit = Unit()
        begin_unit(s, m, unit, number)
        begin_round(s, m, setting, number)
        think_round(s, m, setting, unit, minds, chances)
        seats = range(s.players)
        shares = [first_share(s, seat) for seat in seats]
        return in_parts(shares), [hand_points(s, seat) for seat in seats], s.out != NO_SEAT

    return play


def _on_spiel(contest: Contest) -> Play:
    # it needs a library that not everybody has
    from vandatta.arena.spiel import rounds

    return rounds(contest)


def in_parts(shares: Sequence[float]) -> list[int]:
    """Shares of a first place, all alike but for those that are 0, in parts of `WHOLE`."""
    sharing = sum(share > 0 for share in shares)
    return [WHOLE // sharing if share > 0 else 0 for share in shares]


__all__ = ["Ended", "Play", "in_parts", "work"]
