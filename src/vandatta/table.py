"""One table: its seats, its match, and the log that it is the sum of.

A table knows no clock, no chance and no network. What happens to it is an
`Entry`: it is proposed (`opening`, `deal`, `move`, `rematch`, all of which check
and change nothing), kept in a log by the caller, and then applied. Applying the
same entries always gives the same table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from vandatta.cards import cards_text
from vandatta.engine.alphabet import OVER
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.match import Match, score_round
from vandatta.engine.points import hand_points
from vandatta.engine.rules import Rules
from vandatta.engine.state import State, hand_of
from vandatta.events import Event, History
from vandatta.messages import Lang
from vandatta.narrate import Narrator
from vandatta.notation.deck import read_deck
from vandatta.notation.moves import Move, Plan, make, plan, read_move
from vandatta.notation.refusal import Refusal
from vandatta.options import check_seats, compile_rules, named, rules_id
from vandatta.view import View, observe

Entry = dict[str, Any]
"""One line of a table's log: plain JSON values, ``t`` says what kind."""

PhaseOfMatch = Literal["deal", "round", "between", "over"]
Player = Literal["human", "beginner", "friend", "regular", "master", "grandmaster", "trained"]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there."""

    name: str
    player: str
    """One of `Player`: a person, or a computer player's level."""


class Refused(Exception):
    """A move that may not be made now. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.rule)
        self.refusal = refusal
        self.rule = refusal.rule

    def sentence(self, lang: Lang) -> str:
        """Why, in the reader's language."""
        return self.refusal.sentence(lang)


class Table:
    """A table as the sum of its log.

    Attributes:
        seats: who sits where.
        rules_id: the rules' short id.
        rules: the rules, compiled.
        extra: what the server put into the opening, untouched.
        length: entries so far.
        decision: a number that changes whenever the choice before the seats does,
            so that a move made for an older choice can be told.
        number: the number of the last event.
        rounds: points a finished round and seat; None where a seat was out.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        """Replay a log.

        Raises:
            ValueError: the entries are not a log of a table.
        """
        self.seats: tuple[Seat, ...] = ()
        self.extra: dict[str, Any] = {}
        self.length = 0
        self.decision = 0
        self.rounds: tuple[tuple[int | None, ...], ...] = ()
        self.rules = Rules()
        self.rules_id = ""
        self._match = Match()
        self._round: State | None = None
        self._narrator = Narrator()
        self._history = History()
        for entry in entries:
            self.apply(entry)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self._narrator.number

    @property
    def phase_of_match(self) -> PhaseOfMatch:
        """Does the table need a deal, or is a round played, or over, or the match?"""
        if self._round is None:
            return "deal"
        if self._round.phase != OVER:
            return "round"
        return "over" if self._match.winners else "between"

    @property
    def dealer(self) -> int:
        """Who deals the round that is next or being played."""
        return self._match.dealer

    @property
    def next_dealer(self) -> int:
        """The seat to the left of who dealt last: it deals a rematch."""
        last = self._match.dealer if self._round is None else self._round.dealer
        return (last + 1) % len(self.seats)

    @property
    def in_match(self) -> tuple[bool, ...]:
        """A seat: is it still in the match?"""
        return tuple(self._match.playing >> seat & 1 == 1 for seat in range(len(self.seats)))

    def in_turn(self) -> int | None:
        """The seat in turn; None when no round is being played."""
        return self._round.turn if self._round and self._round.phase != OVER else None

    def view(self, seat: int) -> View:
        """What ``seat`` sees. Before the first deal: an empty table.

        Raises:
            IndexError: no such seat.
        """
        if not 0 <= seat < len(self.seats):
            raise IndexError(f"no seat {seat}")
        s = self._round or State(rules=self.rules, players=len(self.seats), dealer=self.dealer)
        return observe(s, self._match, seat, self._history)

    # -- proposing: nothing changes -------------------------------------------------

    @staticmethod
    def opening(
        seats: Sequence[Seat],
        rules: object = "svensk",
        dealer: int = 0,
        extra: dict[str, Any] | None = None,
    ) -> Entry:
        """The first entry of a new table's log.

        Args:
            seats: who sits where, seat 0 first.
            rules: a rule set as `vandatta.options.named` reads it.
            dealer: who deals first (drawn by lot by the caller).
            extra: JSON values kept with the table for the caller's own use.

        Raises:
            ValueError: no such player or dealer.
            vandatta.options.OptionsError: no such rules, or not for so many seats.
        """
        check_seats(compile_rules(named(rules)), len(seats))
        if any(seat.player not in get_args(Player) for seat in seats):
            raise ValueError("no such player")
        if not 0 <= dealer < len(seats):
            raise ValueError(f"no seat {dealer} to deal")
        return {
            "t": "open",
            "seats": [{"name": seat.name, "player": seat.player} for seat in seats],
            "rules": rules_id(named(rules)),
            "dealer": dealer,
            "extra": extra or {},
        }

    def pack(self) -> tuple[int, ...]:
        """The cards of the next deal, unshuffled."""
        return pack_for(self.rules, self._match.playing.bit_count())

    def deal(self, deck: Sequence[int], chance: int) -> Entry:
        """Deal the next round.

        Args:
            deck: the cards of `pack`, shuffled, the first dealt first.
            chance: seed, below 2**96, of the shuffles that come up in the round.

        Raises:
            Refused: a round is being played, or the match is over.
            ValueError: ``deck`` is not the pack, or the seed is out of range.
        """
        if self.phase_of_match not in ("deal", "between"):
            raise _refused("round_over" if self.phase_of_match == "over" else "stale")
        if Counter(deck) != Counter(self.pack()):
            raise ValueError("the deck is not the pack")
        if not 0 <= chance < 1 << 96:
            raise ValueError("the seed is out of range")
        # a seed can be longer than the numbers JSON readers keep exactly
        return {"t": "deal", "deck": cards_text(deck), "chance": str(chance)}

    def move(self, seat: int, words: str, decision: int | None = None) -> Entry:
        """A move of ``seat``, such as ``9c``, ``8h=s!``, ``draw`` or ``?2``.

        Args:
            seat: who moves.
            words: the move in the project's notation.
            decision: the table's `decision` that the mover saw, if known.

        Raises:
            Refused: the move may not be made now; ``bad_request`` if it is no move.
        """
        self._checked(seat, words, decision)
        return {"t": "move", "seat": seat, "move": words}

    def why_not(self, seat: int, words: str, decision: int | None = None) -> Refused | None:
        """Why `move` would be refused; None if it would not."""
        try:
            self._checked(seat, words, decision)
        except Refused as refused:
            return refused
        return None

    def misplays(self, seat: int, words: str) -> Refused | None:
        """Why a lay that `move` lets through would be taken back; None if it would not."""
        try:
            why = self._checked(seat, words, None)[2].why
        except Refused:
            return None
        return None if why is None else Refused(why)

    def _checked(self, seat: int, words: str, decision: int | None) -> tuple[State, Move, Plan]:
        """The round, the move that ``words`` write and the plan of it."""
        s = self._round
        if s is None or s.phase == OVER:
            raise _refused("round_over")
        try:
            move = read_move(words)
        except ValueError:
            raise _refused("bad_request") from None
        if not 0 <= seat < len(self.seats):
            raise _refused("not_your_turn")
        found = plan(s, seat, move)
        out_of_turn = isinstance(found, Plan) and found.out_of_turn
        if decision is not None and decision != self.decision and not out_of_turn:
            raise _refused("stale")
        if isinstance(found, Refusal):
            raise Refused(found)
        return s, move, found

    def rematch(self, dealer: int) -> Entry:
        """A new match at the same table, when the last one is over.

        Raises:
            Refused: the match is not over.
            ValueError: no such dealer.
        """
        if self.phase_of_match != "over":
            raise _refused("stale")
        if not 0 <= dealer < len(self.seats):
            raise ValueError(f"no seat {dealer} to deal")
        return {"t": "match", "dealer": dealer}

    # -- applying -------------------------------------------------------------------

    def apply(self, entry: Entry) -> tuple[Event, ...]:
        """Apply an entry that was proposed to this very table.

        Returns:
            What happened, in order, numbered on from the last event; everything
            shown, so redact it before anyone gets it.

        Raises:
            ValueError: the entry does not belong here.
        """
        try:
            events = self._apply(entry)
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise ValueError(f"not an entry of a log: {error!r}") from error
        except Refused as refused:
            raise ValueError(f"entry {self.length} can't be: {refused.rule}") from refused
        self.length += 1
        return events

    def _apply(self, entry: Entry) -> tuple[Event, ...]:
        if entry["t"] != "open" and not self.seats:
            raise ValueError("the table is not open yet")
        match entry["t"]:
            case "open":
                self._open(entry)
                return ()
            case "match":
                self.rematch(entry["dealer"])
                self._new_match(entry["dealer"])
                return ()
            case "deal":
                return self._deal(entry)
            case "move":
                return self._move(entry["seat"], entry["move"])
            case _:
                raise ValueError(f"no such entry: {entry['t']!r}")

    def _open(self, entry: Entry) -> None:
        if self.length:
            raise ValueError("the table is open already")
        seats = tuple(Seat(seat["name"], seat["player"]) for seat in entry["seats"])
        self.opening(seats, entry["rules"], entry["dealer"])
        self.seats = seats
        self.extra = entry["extra"]
        self.rules_id = entry["rules"]
        self.rules = compile_rules(named(entry["rules"]))
        self._new_match(entry["dealer"])

    def _new_match(self, dealer: int) -> None:
        players = len(self.seats)
        self._match = Match(players=players, playing=(1 << players) - 1, dealer=dealer)
        self._round = None
        self._history = History()
        self.rounds = ()
        self.decision += 1

    def _deal(self, entry: Entry) -> tuple[Event, ...]:
        deck = read_deck(entry["deck"], self.pack())
        chance = int(entry["chance"])
        self.deal(deck, chance)
        m = self._match
        self._round = new_round(self.rules, m.players, m.playing, m.dealer, deck, chance)
        self._history = History()
        self.decision += 1
        return self._tell(self._round, 0)

    def _move(self, seat: int, words: str) -> tuple[Event, ...]:
        s, move, found = self._checked(seat, words, None)
        before, turns = s.noted, s.turns
        make(s, seat, move, found)
        if not found.out_of_turn or s.turns != turns:
            self.decision += 1
        return self._tell(s, before)

    def _tell(self, s: State, before: int) -> tuple[Event, ...]:
        """The events of the notes after ``before``; scores the round if it ended."""
        events = list(self._narrator.events(s, before))
        if s.phase == OVER:
            m = self._match
            playing = m.playing
            points = [hand_points(s, seat) for seat in range(s.players)]
            score_round(m, s)
            row = [points[i] if playing >> i & 1 else None for i in range(s.players)]
            self.rounds += (tuple(row),)
            hands = [tuple(hand_of(s, seat)) for seat in range(s.players)]
            events += self._narrator.round_over(s, hands, points, m, playing & ~m.playing)
            self.decision += 1
        self._history.extend(events)
        return tuple(events)


def _refused(rule: str) -> Refused:
    """A refusal for a reason of the table's own, not of the rules."""
    return Refused(Refusal(rule))
