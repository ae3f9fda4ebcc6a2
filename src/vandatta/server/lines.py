"""The log of the table page: the last round of moves, in few and readable lines.

Events that belong together make one line ("Birger drog 2 kort och passade.").
A line's key comes from the first and last event in it, so a line that grows is
a new line to the page and to whoever listens to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vandatta.cards import rank_of
from vandatta.engine.alphabet import NAMING, OVER
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
from vandatta.messages import a_card, card_name, sentence, suit_name, text
from vandatta.server.phrases import Who, cards_listed
from vandatta.server.scene import LogLine
from vandatta.view import View

MOST = 12
"""Lines shown at most."""


def unnamed(view: View) -> dict[int, int]:
    """The cards of this round that could have named a suit and did not.

    Returns:
        By the number of the event that laid it: the suit that still counted.
    """
    found: dict[int, int] = {}
    suit, laid = -1, None
    for event in view.history:
        if laid and not _goes_on(laid, event):
            if suit >= 0:
                found[laid.n] = suit
            laid = None
        match event:
            case TurnedUp():
                suit = event.card & 3
            case Named():
                suit, laid = event.suit, None
            case Laid() if view.rules.wilds >> event.card & 1:
                laid = event
            case Laid() if not view.rules.jokers >> event.card & 1:
                suit = event.card & 3
            case _:
                pass
    if laid and suit >= 0 and view.phase not in (NAMING, OVER):
        found[laid.n] = suit
    return found


def _goes_on(laid: Laid, event: Event) -> bool:
    """Can the suit for the card ``laid`` still be named when ``event`` comes?"""
    match event:
        case Laid():
            return event.seat == laid.seat and rank_of(event.card) == rank_of(laid.card)
        case RoundOver():
            return True
        case _:
            return turn_of(event) in (None, laid.seat)


def log_lines(
    who: Who,
    history: Sequence[Event],
    single: bool = False,
    still: Mapping[int, int] | None = None,
) -> tuple[LogLine, ...]:
    """What happened since the reader's previous turn began, oldest first.

    Args:
        who: the reader and the seats' names.
        history: the round's events, as the reader may hear them.
        single: is the round all there is of the match?
        still: what `unnamed` finds.
    """
    found: list[LogLine] = []
    for group in _groups(history[_start(who.reader, history) :]):
        key = f"e{group[0].n}-{group[-1].n}"
        for i, words in enumerate(_words(who, group, single, still or {})):
            found.append(LogLine(key=f"{key}.{i}" if i else key, text=words))
    return tuple(found[-MOST:])


def bubbles(who: Who, history: Sequence[Event]) -> dict[int, str]:
    """What each seat says or does right now, as a word or two; seats with nothing left out."""
    found: dict[int, str] = {}
    for event in history[_last_turn(history) :]:
        match event:
            case Laid():
                found.pop(event.seat, None)
            case Called():
                found[event.seat] = text(who.lang, "bubble.called")
            case Caught():
                found[event.seat] = text(who.lang, "bubble.forgot")
            case Passed():
                found[event.seat] = text(who.lang, "bubble.passes")
            case Named():
                suit = sentence(suit_name(who.lang, event.suit))
                found[event.seat] = text(who.lang, "bubble.named", Suit=suit)
            case Warned():
                found[event.seat] = text(who.lang, "bubble.warned", count=event.count)
            case Skipped():
                found[event.seat] = text(who.lang, "bubble.skipped")
            case Misplayed():
                found[event.seat] = text(who.lang, "bubble.misplayed")
            case Drew() if event.why in ("turn", "ace", "duty"):
                found[event.seat] = text(who.lang, "bubble.draws")
            case _:
                pass
    return found


def turn_of(event: Event) -> int | None:
    """Whose turn an event is the doing of, if it is anybody's."""
    match event:
        case Laid() | Named() | Passed() | Misplayed():
            return event.seat
        case Drew(why="turn" | "duty"):
            return event.seat
        case _:
            return None


def _start(reader: int, history: Sequence[Event]) -> int:
    """Where the log begins: the reader's turn before the one in progress.

    Backwards: the reader's turn in progress if there is one, the others' turns
    before it, and then the reader's turn before those.
    """
    passed = 0
    for i in range(len(history) - 1, -1, -1):
        seat = turn_of(history[i])
        if seat is None:
            continue
        if passed in (0, 2) and seat != reader:
            if passed == 2:
                return i + 1
            passed = 1
        elif passed == 1 and seat == reader:
            passed = 2
    return 0


def _last_turn(history: Sequence[Event]) -> int:
    """Where the newest turn begins."""
    turn: int | None = None
    for i in range(len(history) - 1, -1, -1):
        seat = turn_of(history[i])
        if turn is None:
            turn = seat
        elif seat is not None and seat != turn:
            return i + 1
    return 0


def _groups(events: Sequence[Event]) -> Iterator[list[Event]]:
    """``events`` in the groups that make a line."""
    group: list[Event] = []
    for event in events:
        if group and not _belongs(group, event):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _belongs(group: Sequence[Event], event: Event) -> bool:
    """Does ``event`` go on the line that ``group`` makes?"""
    last = group[-1]
    match event:
        case Dealt():
            return isinstance(last, Dealt)
        case Named():
            return isinstance(last, Laid) and last.seat == event.seat
        case Drew(why="turn") | Passed():
            return isinstance(last, Drew) and last.why == "turn" and last.seat == event.seat
        case Laid():
            # several of a rank at once
            same = isinstance(last, Laid) and last.seat == event.seat
            return same and isinstance(last, Laid) and rank_of(last.card) == rank_of(event.card)
        case Drew(why="ace" | "start"):
            return isinstance(last, Drew) and last.why == event.why
        case Drew(why="duty" | "misplay" | "challenge"):
            same = isinstance(last, Drew) and last.seat == event.seat and last.why == event.why
            return same or isinstance(last, FalselyChallenged | Misplayed)
        case Drew(why="penalty"):
            # a renewed stock may come between, then the drawn cards get a line of their own
            return isinstance(last, Caught) or (isinstance(last, Drew) and last.why == "penalty")
        case _:
            return False


def _words(who: Who, group: Sequence[Event], single: bool, still: Mapping[int, int]) -> list[str]:
    """The sentences of a group, as a rule one."""
    lang = who.lang
    event = group[0]
    match event:
        case Dealt():
            return [text(lang, "log.dealt", count=event.count)]
        case TurnedUp():
            return [_card(who, "log.turned", event.card)]
        case PutBack():
            return [_card(who, "log.put_back", event.card)]
        case Laid():
            return [_laid(who, event, group, still)]
        case Named():
            suit = suit_name(lang, event.suit)
            return [text(lang, "log.named", Name=who.Name(event.seat), suit=suit)]
        case Drew(why="ace" | "start"):
            return _ace(who, [each for each in group if isinstance(each, Drew)])
        case Drew(why="penalty"):
            return [text(lang, "log.for_lappen", words=_drew(who, event.seat, group))]
        case Drew():
            return [_drew(who, event.seat, group)]
        case Renewed():
            return [text(lang, "log.renewed")]
        case Called():
            return [text(lang, "log.called", Name=who.Name(event.seat))]
        case Caught():
            words = _caught(who, event)
            drawn = _drew(who, event.seat, group[1:]) if len(group) > 1 else ""
            return [f"{words} {drawn}".rstrip()]
        case FalselyChallenged():
            values = {"Name": who.Name(event.by), "other": who.name(event.seat)}
            words = text(lang, "log.challenged_in_vain", **values)
            drawn = _drew(who, event.by, group[1:]) if len(group) > 1 else ""
            return [f"{words} {drawn}".rstrip()]
        case Misplayed():
            words = text(
                lang, "log.misplayed", Name=who.Name(event.seat), card=a_card(lang, event.card)
            )
            drawn = _drew(who, event.seat, group[1:]) if len(group) > 1 else ""
            return [f"{words} {drawn}".rstrip()]
        case Warned():
            return [text(lang, "log.warned", Name=who.Name(event.seat), count=event.count)]
        case WarningForgotten():
            return [text(lang, "log.has_left", Name=who.Name(event.seat), count=event.count)]
        case TurnedRound():
            return [text(lang, "log.turned_round", Name=who.Name(event.seat))]
        case Skipped():
            return [text(lang, "log.skipped", Name=who.Name(event.seat))]
        case Passed():
            return [text(lang, "log.passed", Name=who.Name(event.seat))]
        case RoundOver():
            return [over_words(who, event)]
        case Eliminated():
            return [out_of_match(who, [event.seat])]
        case MatchOver():
            return [winners_words(who, event.winners, single)]


def _caught(who: Who, caught: Caught) -> str:
    if caught.by is None:
        return text(who.lang, "log.forgot", Name=who.Name(caught.seat))
    names = {"Name": who.Name(caught.by), "other": who.name(caught.seat)}
    return text(who.lang, "log.caught", **names)


def _card(who: Who, key: str, card: int) -> str:
    name = card_name(who.lang, card)
    return text(who.lang, key, card=name, Card=sentence(name))


def _laid(who: Who, laid: Laid, group: Sequence[Event], still: Mapping[int, int]) -> str:
    cards = [event.card for event in group if isinstance(event, Laid)]
    values = {"Name": who.Name(laid.seat), "card": cards_listed(who.lang, cards)}
    last = group[-1]
    if isinstance(last, Named):
        return text(who.lang, "log.laid_named", suit=suit_name(who.lang, last.suit), **values)
    if last.n in still:
        suit = suit_name(who.lang, still[last.n])
        return text(who.lang, "log.laid_unnamed", suit=suit, **values)
    return text(who.lang, "log.laid", **values)


def _drew(who: Who, seat: int, group: Sequence[Event]) -> str:
    """One seat drew some cards, and perhaps passed; the cards are told if known."""
    drawn = [event for event in group if isinstance(event, Drew)]
    known = [event.card for event in drawn if event.card is not None]
    passed = "_passed" if isinstance(group[-1], Passed) else ""
    if known:
        cards = cards_listed(who.lang, known)
        return text(who.lang, f"log.drew_cards{passed}", Name=who.Name(seat), cards=cards)
    return text(who.lang, f"log.drew{passed}", Name=who.Name(seat), count=len(drawn))


def _ace(who: Who, drawn: Sequence[Drew]) -> list[str]:
    """Everyone drew a card for an ace: the reader's own first, then the others in one line."""
    lines = [_drew(who, each.seat, [each]) for each in drawn if each.card is not None]
    hidden = [each.seat for each in drawn if each.card is None]
    if len(hidden) == 1:
        lines.append(text(who.lang, "log.drew", Name=who.Name(hidden[0]), count=1))
    elif hidden:
        lines.append(text(who.lang, "log.everyone_drew", Names=who.listed(hidden)))
    return lines


def over_words(who: Who, over: RoundOver) -> str:
    """How a round ended, as a sentence."""
    if over.out is not None:
        return text(who.lang, "log.went_out", Name=who.Name(over.out))
    return text(who.lang, "log.too_long" if over.used_up else "log.blocked")


def out_of_match(who: Who, seats: Sequence[int]) -> str:
    """Who is out of the match, as a sentence."""
    if list(seats) == [who.reader]:
        return text(who.lang, "log.you_out")
    names = sentence(who.listed(seats))
    return text(who.lang, "log.out_of_match", Names=names, count=len(seats))


def winners_words(who: Who, winners: Sequence[int], single: bool = False) -> str:
    """Who won the match, or the ``single`` round that is all there is of it, as a sentence."""
    if len(winners) > 1:
        return text(who.lang, "log.shared", names=who.listed(winners))
    key = "log.won_round" if single else "log.won"
    return text(who.lang, key, Names=who.Name(winners[0]))
