"""Events as rows of a log, each redacted once: for its owner and for everybody else."""

from __future__ import annotations

from typing import assert_never

from vandatta.engine.alphabet import NO_SEAT
from vandatta.envs.seen import KINDS, Row, Told
from vandatta.events import (
    Called,
    Caught,
    Dealt,
    Drew,
    Eliminated,
    Event,
    FalselyChallenged,
    Laid,
    MatchOver,
    Misplayed,
    Named,
    Passed,
    PutBack,
    Renewed,
    RoundOver,
    Skipped,
    TurnedRound,
    TurnedUp,
    Warned,
    WarningForgotten,
    redact,
)

K = {name: number for number, name in enumerate(KINDS)}
DREW = {
    "turn": K["drew"],
    "ace": K["drew_for_ace"],
    "penalty": K["drew_penalty"],
    "duty": K["drew_duty"],
    "start": K["drew_at_start"],
    "misplay": K["drew_for_misplay"],
    "challenge": K["drew_for_challenge"],
}
LAID, NAMED = K["laid"], K["named"]


def told(event: Event, open_hands: bool) -> Told:
    """An entry of the log for ``event``.

    Args:
        event: what happened, not redacted.
        open_hands: the table plays with open hands.
    """
    if not isinstance(event, Dealt | Drew) or open_hands:
        return Told(rows(event))
    return Told(rows(event), event.seat, rows(redact(event, NO_SEAT)))


def turn(seat: int) -> Told:
    """An entry of the log: it has become the turn of ``seat``."""
    return Told((Row(K["turn"], seat, -1),))


def chosen(seat: int, kind: str) -> Told:
    """An entry that only ``seat`` gets: it chose what tells nobody anything."""
    return Told((Row(K[kind], seat, -1),), seat)


def rows(event: Event) -> tuple[Row, ...]:
    """What a possibly redacted event says."""
    match event:
        case Laid(seat=seat, card=card):
            return (Row(LAID, seat, card),)
        case Drew(seat=seat, card=card, why=why):
            return (Row(DREW[why], seat, -1 if card is None else card),)
        case Dealt(seat=seat, count=count, cards=None):
            return (Row(K["dealt_hidden"], seat, count),)
        case Dealt(seat=seat, cards=cards):
            # a hand is picked up whole: in which order it was dealt tells nobody anything
            return tuple(Row(K["dealt"], seat, card) for card in sorted(cards or ()))
        case Named(seat=seat, suit=suit):
            return (Row(NAMED, seat, suit),)
        case TurnedUp(card=card):
            return (Row(K["turned_up"], NO_SEAT, card),)
        case PutBack(card=card):
            return (Row(K["put_back"], NO_SEAT, card),)
        case Renewed(count=count):
            return (Row(K["renewed"], NO_SEAT, count),)
        case Caught(seat=seat, by=by):
            return (
                Row(
                    K["caught_by_rule" if by is None else "caught"], seat, -1 if by is None else by
                ),
            )
        case FalselyChallenged(seat=seat, by=by):
            return (Row(K["falsely_challenged"], seat, by),)
        case Warned(seat=seat, count=count):
            return (Row(K["warned"], seat, count),)
        case WarningForgotten(seat=seat, count=count):
            return (Row(K["warning_forgotten"], seat, count),)
        case Called(seat=seat):
            return (Row(K["called"], seat, -1),)
        case TurnedRound(seat=seat):
            return (Row(K["turned_round"], seat, -1),)
        case Skipped(seat=seat):
            return (Row(K["skipped"], seat, -1),)
        case Passed(seat=seat):
            return (Row(K["passed"], seat, -1),)
        case RoundOver():
            return _ended(event)
        case Misplayed() | Eliminated() | MatchOver():
            # no environment lets a forbidden card be laid, or plays more than one round
            return ()
        case _:
            assert_never(event)


def _ended(event: RoundOver) -> tuple[Row, ...]:
    out = event.out
    first = Row(K["blocked"], NO_SEAT, -1) if out is None else Row(K["out"], out, -1)
    left = (Row(K["left"], seat, card) for seat, hand in enumerate(event.hands) for card in hand)
    return (first, *left)
