"""What happened, in the reader's language, a sentence a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from vandatta.cards import NO_SUIT
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
)
from vandatta.messages import Lang, a_card, card_name, sentence, suit_name, text
from vandatta.notation.record import UNKNOWN


def named(words: str) -> str:
    """A name fit for a terminal: signs that steer one are left out."""
    return "".join(each if each.isprintable() else "·" for each in words) or "·"


def tell(lang: Lang, names: Sequence[str], events: Iterable[Event]) -> Iterator[str]:
    """A sentence for each event; none for what hands and score sheet show.

    Args:
        lang: the reader's language.
        names: what the seats are called.
        events: what happened.
    """
    for event in events:
        words = _tell(lang, names, event)
        if words:
            yield words


def _tell(lang: Lang, names: Sequence[str], event: Event) -> str:
    def say(key: str, seat: int = 0, card: int | None = None, **values: object) -> str:
        thing = "" if card is None else a_card(lang, card)
        return text(lang, key, Name=names[seat], card=thing, **values)

    match event:
        case TurnedUp():
            return _turned(lang, "log.turned", event.card)
        case PutBack():
            return _turned(lang, "log.put_back", event.card)
        case Named():
            suit = "?" if event.suit == NO_SUIT else suit_name(lang, event.suit)
            return say("log.named", event.seat, suit=suit)
        case Laid():
            return say("log.laid", event.seat, event.card)
        case Drew():
            return _drew(lang, names, event)
        case Renewed():
            return text(lang, "log.renewed")
        case Called():
            return say("log.called", event.seat)
        case Caught():
            if event.by is None:
                return say("replay.forgot", event.seat)
            return say("log.caught", event.by, other=names[event.seat])
        case FalselyChallenged():
            return say("replay.false", event.by, other=names[event.seat])
        case Warned():
            return say("replay.warned", event.seat, count=event.count)
        case WarningForgotten():
            return say("replay.has_left", event.seat, count=event.count)
        case TurnedRound():
            return say("replay.turned_round", event.seat)
        case Skipped():
            return say("replay.skipped", event.seat)
        case Misplayed():
            return say("replay.taken_back", event.seat, event.card)
        case Passed():
            return say("log.passed", event.seat)
        case RoundOver():
            points = ", ".join(
                f"{name} {points}" for name, points in zip(names, event.points, strict=True)
            )
            return text(lang, "replay.ended", how=_ended(lang, names, event), points=points)
        case Eliminated():
            return text(lang, "log.out_of_match", Names=names[event.seat], count=1)
        case Dealt() | MatchOver():
            return ""
        case _:
            assert_never(event)


def _ended(lang: Lang, names: Sequence[str], over: RoundOver) -> str:
    if over.out is not None:
        return text(lang, "log.went_out", Name=names[over.out])
    return text(lang, "log.too_long" if over.used_up else "log.blocked")


def _turned(lang: Lang, key: str, card: int) -> str:
    name = card_name(lang, card)
    return text(lang, key, card=name, Card=sentence(name))


def _drew(lang: Lang, names: Sequence[str], event: Drew) -> str:
    name = names[event.seat]
    if event.card is None or event.card == UNKNOWN:
        words = text(lang, "log.drew", Name=name, count=1)
    else:
        card = a_card(lang, event.card)
        words = text(lang, "log.drew_cards", Name=name, cards=card)
    if event.why == "turn":
        return words
    return text(
        lang,
        "replay.because",
        words=words.removesuffix("."),
        why=text(lang, f"replay.why.{event.why}"),
    )
