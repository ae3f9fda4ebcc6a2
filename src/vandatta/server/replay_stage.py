"""A step of a replay into what its page shows: see `vandatta.server.replay_scene`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from vandatta.cards import card_text
from vandatta.describe import base_of, difference_lines, rules_name
from vandatta.engine.alphabet import OVER
from vandatta.messages import Lang, suit_name, text
from vandatta.notation.moves import read_move
from vandatta.notation.record import RecordedMove, RecordedSeat
from vandatta.options import named as rules_named
from vandatta.replay import Replay
from vandatta.replay.telling import named
from vandatta.server.again import NAME_LIMIT
from vandatta.server.faces import face
from vandatta.server.holding import ordered
from vandatta.server.house import PERSON
from vandatta.server.keyring import Keyring
from vandatta.server.lines import bubbles, log_lines, unnamed, winners_words
from vandatta.server.phrases import Who, cards_listed
from vandatta.server.replay_scene import (
    Again,
    Board,
    MoveLine,
    Place,
    ReplayScene,
    SheetRow,
    Shown,
    Way,
)
from vandatta.server.settings import Sort
from vandatta.server.stage import PILE_SHOWN, badge_of, pile_label
from vandatta.server.status import is_single
from vandatta.view import View

KEYS = b"replay"
"""What the card elements' names are made with: there is nothing to hide beyond the view."""
BLOCK = 100
"""Moves in the list at once."""
ROWS = 30
"""Rounds in the score sheet before and after the one that is shown."""
OPEN = "open"
"""Instead of a seat's number in an address: all hands face up."""


@dataclass(frozen=True)
class Look:
    """Who looks at which step of what."""

    lang: Lang
    sort: Sort
    base: str
    """The page's address without its query."""
    replay: Replay
    at: int
    eyes: int | None
    """The seat that looks; None for all that is known."""
    me: int | None = None
    """The seat that was the reader's own."""
    match: int = 1
    matches: int = 1
    same: bool = False
    """Can finished rounds be dealt anew?"""

    @cached_property
    def who(self) -> Who:
        """The seats as the reader names them."""
        names = tuple(shown_name(self.lang, seat) for seat in self.replay.record.seats)
        return Who(self.lang, -1 if self.me is None else self.me, names)

    @property
    def bottom(self) -> int:
        """The seat at the bottom of the board."""
        if self.eyes is not None:
            return self.eyes
        seats = self.replay.record.seats
        persons = [i for i, seat in enumerate(seats) if seat.player == "human"]
        return self.me if self.me is not None else (persons or [0])[0]

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.replay.place(self.at)[0]

    def told(self, at: int) -> tuple[str, ...]:
        """What happened in a step, in sentences."""
        events = self.replay.happened(at, self.eyes)
        view = self.replay.view(at, self.bottom)
        lines = log_lines(self.who, events, is_single(view.rules), unnamed(view))
        return tuple(line.text for line in lines)

    def href(self, at: int, eyes: int | None = None) -> str:
        """The address of a step, seen with the same eyes."""
        return self._href(at, self.eyes if eyes is None else eyes, self.match)

    def _href(self, at: int, eyes: int | None, match: int) -> str:
        seat = OPEN if eyes is None else eyes
        which = f"&match={match}" if self.matches > 1 else ""
        return f"{self.base}?at={at}&seat={seat}{which}"

    def all_eyes(self) -> Iterator[Way]:
        """The choice of eyes."""
        if self.replay.record.view is not None:
            return
        words = text(self.lang, "replay_page.face_up")
        address = self._href(self.at, None, self.match)
        yield Way("eyes-open", words, address, self.eyes is None)
        for seat in range(len(self.replay.record.seats)):
            address = self.href(self.at, seat)
            yield Way(f"eyes-{seat}", self.who.Name(seat), address, self.eyes == seat)

    def all_matches(self) -> Iterator[Way]:
        """The choice of matches."""
        if self.matches == 1:
            return
        for number in range(1, self.matches + 1):
            words = text(self.lang, "replay_page.match", number=number)
            address = f"{self.base}?match={number}"
            yield Way(f"match-{number}", words, address, number == self.match)


def shown_name(lang: Lang, seat: RecordedSeat) -> str:
    """A seat's name as pages show it, whoever wrote the record."""
    if (seat.name, seat.player) == (PERSON, "human"):
        return text(lang, "level.human")
    return named(seat.name)[:NAME_LIMIT]


def replay_scene(look: Look, back: str = "") -> ReplayScene:
    """The page of a step.

    Args:
        look: who looks at what.
        back: the table that the match was played at, for one who plays there.
    """
    lang, replay, record = look.lang, look.replay, look.replay.record
    values = rules_named(record.rules)
    moves, earlier, later = _moves(look)
    results = [each.result for each in record.rounds if each.result]
    dealer = record.rounds[look.round - 1].dealer
    title = text(lang, "replay.round", number=look.round, name=look.who.name(dealer))
    view = record.view
    return ReplayScene(
        here=look.href(look.at),
        lead=" · ".join(named(words)[:80] for words in (record.table, record.date) if words),
        title=title,
        told=look.told(look.at),
        at=look.at,
        steps=replay.steps,
        board=_board(look),
        ways=_ways(look),
        eyes=tuple(look.all_eyes()),
        seen_from=""
        if view is None
        else text(lang, "replay_page.seen_from", name=look.who.name(view)),
        moves=moves,
        earlier=earlier,
        later=later,
        names=tuple(look.who.Name(seat) for seat in range(len(record.seats))),
        sheet=tuple(_sheet(look)),
        totals=results[-1].totals if results else (0,) * len(record.seats),
        won=_won(look),
        matches=tuple(look.all_matches()),
        rules=record.rules,
        rules_name=rules_name(lang, values),
        differs=tuple(difference_lines(lang, values, base_of(values))),
        again=_again(look),
        download=f"{back}/record{f'?match={look.match}' * (look.matches > 1)}" if back else "",
        back=back,
    )


def _won(look: Look) -> str:
    record = look.replay.record
    if not record.winners:
        return ""
    single = rules_named(record.rules)["match_end"] == "single"
    return winners_words(look.who, record.winners, single)


# The board


def _board(look: Look) -> Board:
    lang, bottom = look.lang, look.bottom
    view = look.replay.view(look.at, bottom, look.eyes is None)
    keys = Keyring(KEYS, 0)
    keys.follow(view.history)
    # who has gone out is told; what was said before that is past
    says = bubbles(look.who, view.history) if view.phase != OVER else {}
    around = [(bottom + i) % view.players for i in range(1, view.players)]
    badge = badge_of(view)
    # what was just turned up comes from the stock; what lay there before comes from nowhere
    dealt = look.replay.place(look.at)[1] == 0
    return Board(
        bottom=_place(look, view, keys, bottom, says.get(bottom, "")),
        others=tuple(_place(look, view, keys, seat, says.get(seat, "")) for seat in around),
        mine=view.turn == bottom and view.phase != OVER,
        stock=view.stock,
        stock_label=text(lang, "table.stock", count=view.stock)
        if view.stock
        else text(lang, "table.stock_empty"),
        pile=tuple(face(lang, each, "stock" * dealt) for each in keys.pile(PILE_SHOWN)),
        pile_label=pile_label(lang, view, badge is not None),
        badge=badge,
        badge_label=text(lang, "table.badge", suit=suit_name(lang, view.suit)) if badge else "",
    )


def _place(look: Look, view: View, keys: Keyring, seat: int, bubble: str) -> Place:
    lang, who = look.lang, look.who
    hand = ordered(keys.hand(seat), look.sort)
    known = [each.card for each in hand if each.card is not None]
    shown = bool(known) and len(known) == len(hand)
    words = [text(lang, "seat.cards", Name=who.Name(seat), count=len(hand))]
    if shown:
        listed = cards_listed(lang, known)
        words = [text(lang, "replay_page.holds", hand=words[0], cards=listed)]
    in_turn = view.turn == seat and view.phase != OVER
    facts = {"turn": in_turn, "dealer": view.dealer == seat, "called": view.called[seat]}
    words += [text(lang, f"seat.{key}") for key, holds in facts.items() if holds]
    legal = view.legal if seat == view.seat else 0
    return Place(
        seat=seat,
        name=who.Name(seat),
        cards=tuple(
            Shown(face(lang, each, "stock"), each.card is not None and legal >> each.card & 1 == 1)
            for each in hand
        ),
        open=shown,
        count=len(hand),
        total=view.totals[seat],
        in_turn=in_turn,
        dealer=view.dealer == seat,
        called=view.called[seat],
        out=not view.playing[seat],
        bubble=text(lang, "bubble.called") if view.called[seat] else bubble,
        label=", ".join(words)
        if view.playing[seat]
        else text(lang, "seat.out", Name=who.Name(seat)),
    )


# Around the board


def _ways(look: Look) -> dict[str, Way]:
    at, last, starts = look.at, look.replay.steps - 1, look.replay.starts
    begun = starts[look.round - 1]
    before = begun if at > begun else starts[max(0, look.round - 2)]
    after = [*starts, last, last][look.round]
    steps = {
        "first": (0, at > 0),
        "round_back": (before, at > before),
        "back": (at - 1, at > 0),
        "forth": (at + 1, at < last),
        "round_forth": (after, at < after),
        "last": (last, at < last),
    }
    return {
        key: Way(
            f"go-{key.replace('_', '-')}",
            text(look.lang, f"replay_page.go.{key}"),
            look.href(step) if there else "",
        )
        for key, (step, there) in steps.items()
    }


def _moves(look: Look) -> tuple[tuple[MoveLine, ...], Way | None, Way | None]:
    """The moves of the round around the step, and what leads to those before and after."""
    starts, lang = [*look.replay.starts, look.replay.steps], look.lang
    begun, end = starts[look.round - 1], starts[look.round]
    first = begun + (look.at - begun) // BLOCK * BLOCK
    stop = min(end, first + BLOCK)
    lines = tuple(_line(look, at) for at in range(first, stop))
    earlier = later = None
    if first > begun:
        earlier = Way("moves-earlier", text(lang, "replay_page.earlier"), look.href(first - 1))
    if stop < end:
        later = Way("moves-later", text(lang, "replay_page.later"), look.href(stop))
    return lines, earlier, later


def _line(look: Look, at: int) -> MoveLine:
    number, move = look.replay.place(at)
    words = ""
    if move:
        words = move_words(look.replay.record.rounds[number - 1].moves[move - 1], look.eyes)
    return MoveLine(at, look.href(at), words, " ".join(look.told(at)), at == look.at)


def move_words(move: RecordedMove, eyes: int | None) -> str:
    """A move as the record writes it; of a lay taken back others saw the first card."""
    if not move.taken_back:
        return move.words
    seen = move.words
    if eyes not in (None, move.seat):
        seen = card_text(read_move(seen).cards[0])
    return f"({seen})"


def _sheet(look: Look) -> Iterator[SheetRow]:
    first = max(1, look.round - ROWS)
    rounds = look.replay.record.rounds[first - 1 : look.round + ROWS]
    for number, played in enumerate(rounds, first):
        if played.result:
            address = look.href(look.replay.starts[number - 1])
            yield SheetRow(number, address, played.result.points, number == look.round)


def _again(look: Look) -> Again | None:
    played = look.replay.record.rounds[look.round - 1]
    if not look.same or played.result is None or not played.hands[look.bottom]:
        return None
    words = text(look.lang, "replay_page.again")
    if look.bottom != look.me:
        words = text(look.lang, "replay_page.again_as", name=look.who.name(look.bottom))
    return Again(f"{look.base}/same", look.round, look.match, look.bottom, words)


__all__ = ["OPEN", "Look", "move_words", "replay_scene", "shown_name"]
