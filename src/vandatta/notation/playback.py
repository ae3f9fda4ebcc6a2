"""A recorded match played on the engine: every step of it, or what can't be.

`play` checks a record as it goes; a seat's view is played with what the seat knew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from vandatta.cards import BLACK_JOKER, CARD_TYPES, RED_JOKER
from vandatta.engine.alphabet import OVER
from vandatta.engine.copying import copy_of
from vandatta.engine.deal import new_round, pack_for
from vandatta.engine.match import Match, score_round
from vandatta.engine.points import hand_points
from vandatta.engine.rules import Rules, hand_size_for
from vandatta.engine.state import (
    DREW,
    DREW_AS_DUTY,
    DREW_AS_PENALTY,
    DREW_AT_START,
    DREW_FOR_ACE,
    DREW_FOR_FALSE_CHALLENGE,
    DREW_FOR_MISPLAY,
    NOTES,
    RENEWED,
    State,
    add_card,
    hand_of,
    read_note,
)
from vandatta.events import Event, MatchOver, RoundOver
from vandatta.messages import Lang, card_name
from vandatta.narrate import Narrator
from vandatta.notation.deck import (
    DeckError,
    as_deck,
    dealing_order,
    plain,
    put_back,
    turn_up,
)
from vandatta.notation.moves import make, plan, read_move
from vandatta.notation.record import (
    UNKNOWN,
    Record,
    RecordedMove,
    RecordedRound,
    RecordError,
    Renewal,
    Result,
    bad_rules,
    record_card,
    result_line,
)
from vandatta.notation.refusal import Refusal
from vandatta.notation.viewed import deal_seen, move_seen, refused, unknown_held
from vandatta.options import OptionsError, check_seats, compile_rules, named

DRAWS = frozenset(
    (
        DREW,
        DREW_AS_DUTY,
        DREW_AS_PENALTY,
        DREW_AT_START,
        DREW_FOR_ACE,
        DREW_FOR_FALSE_CHALLENGE,
        DREW_FOR_MISPLAY,
    )
)


class Course:
    """A match as it runs: the round being played, the totals, what happened."""

    def __init__(self, rules: Rules, players: int, dealer: int) -> None:
        self.rules = rules
        self.match = Match(players=players, playing=(1 << players) - 1, dealer=dealer)
        self.state = State(rules=rules, players=players, dealer=dealer)
        """The round; an empty one before the first deal."""
        self.result: Result | None = None
        """The result of the round, when it is over."""
        self.winners: tuple[int, ...] = ()
        self._narrator = Narrator()

    @property
    def pack(self) -> tuple[int, ...]:
        """The cards of the round that is next or being played, unshuffled."""
        return pack_for(self.rules, self.match.playing.bit_count())

    def begin(self, s: State) -> tuple[Event, ...]:
        """Begin a round that has been dealt."""
        self.state, self.result = s, None
        return self.tell(0)

    def tell(self, before: int) -> tuple[Event, ...]:
        """What happened since note ``before``; scores the round if it is over."""
        s, m = self.state, self.match
        events = list(self._narrator.events(s, before))
        if s.phase == OVER:
            playing = m.playing
            points = [hand_points(s, seat) for seat in range(s.players)]
            score_round(m, s)
            hands = [tuple(hand_of(s, seat)) for seat in range(s.players)]
            out = playing & ~m.playing
            for event in self._narrator.round_over(s, hands, points, m, out):
                events.append(event)
                if isinstance(event, RoundOver):
                    self.result = Result(
                        out=event.out,
                        left=tuple(tuple(map(plain, hand)) for hand in event.hands),
                        points=tuple(
                            each if playing >> seat & 1 else None
                            for seat, each in enumerate(event.points)
                        ),
                        totals=event.totals,
                    )
                elif isinstance(event, MatchOver):
                    self.winners = event.winners
        return tuple(events)

    def renewals(self, before: int) -> list[tuple[int, ...]]:
        """The new stocks made since note ``before``, the first card to be drawn first."""
        s = self.state
        found: list[list[int]] = []
        for k in range(before, s.noted):
            kind, _, what = read_note(s.notes[k % NOTES])
            if kind == RENEWED:
                found.append([])
            elif kind in DRAWS and found:
                found[-1].append(what)
        if found:
            found[-1] += reversed(s.stock[: s.n_stock])
        return [tuple(map(plain, stock)) for stock in found]


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after a step: a deal or a move."""

    round: int
    """The round, counted from 0."""
    move: int
    """Moves made in it; 0 just after the deal."""
    state: State
    match: Match
    since: int
    """Events before this round."""
    told: int
    """Events so far."""


@dataclass(slots=True)
class Playback:
    """A whole match, played."""

    rules: Rules
    moments: list[Moment] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    """Everything that happened; in a seat's view unknown cards are `UNKNOWN`."""


_NO_NOTES: list[int] = []


def hands_at(moment: Moment, seat: int | None) -> tuple[tuple[int, ...], ...]:
    """The hands at a moment; all but that of ``seat`` are `UNKNOWN`, if one is given."""
    s = moment.state
    hands = [tuple(hand_of(s, each)) for each in range(s.players)]
    return tuple(
        hand if seat in (None, each) else (UNKNOWN,) * s.count[each]
        for each, hand in enumerate(hands)
    )


def play(record: Record) -> Playback:
    """Play the match of ``record`` and see that all of it fits.

    Raises:
        RecordError: it can't have gone like that; the error has the line.
    """
    return _Player(record).play()


class _Player:
    """Plays a record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        try:
            self.rules = compile_rules(named(record.rules))
            check_seats(self.rules, len(record.seats))
        except OptionsError as error:
            line = record.at.get("rules", 0)
            raise bad_rules(line, error) from None
        self.players = len(record.seats)
        self.course = Course(self.rules, self.players, record.dealer)
        everyone = (1 << self.players) - 1
        hidden = record.view is not None and not self.rules.open_hands
        self.known = 1 << (record.view or 0) if hidden else everyone
        self.played = Playback(self.rules)

    def play(self) -> Playback:
        """Play all rounds."""
        record, course = self.record, self.course
        for number, each in enumerate(record.rounds):
            line = each.at.get("round", 0)
            if course.winners:
                raise RecordError(line, "record.after_match")
            if course.state.phase != OVER:
                raise RecordError(line, "record.not_over")
            if each.dealer != course.match.dealer:
                raise RecordError(line, "record.dealer", seat=course.match.dealer)
            self._round(number, each)
        end = record.at.get("end", 0)
        if course.winners != record.winners:
            words = "Winners: " + " ".join(map(str, course.winners))
            raise RecordError(end, "record.end", wanted=words if course.winners else "Unfinished")
        if "check" in record.at:
            raise RecordError(record.at["check"], "record.check")
        return self.played

    def _round(self, number: int, each: RecordedRound) -> None:
        course, since = self.course, len(self.played.events)
        s = self._dealt(each)
        self.played.events += course.begin(s)
        self._keep(number, 0, since)
        renewals = list(each.renewals)
        for i, move in enumerate(each.moves, 1):
            if s.phase == OVER:
                raise RecordError(move.line, "record.after_round")
            mine = [one for one in renewals if one.after == i]
            before = s.noted
            self._move(s, move, mine)
            if s.phase == OVER and self.record.view is not None:
                self._lay_open(s, each)
            self.played.events += course.tell(before)
            self._renewed(course.renewals(before), mine, move)
            if unknown_held(s, self.known):
                line = mine[-1].line if mine else move.line
                raise RecordError(line, "record.unknown_drawn", seat=s.turn)
            self._keep(number, i, since)
        for stray in renewals:
            if not 1 <= stray.after <= len(each.moves):
                raise RecordError(stray.line, "record.renewed_never")
        if course.result != each.result:
            self._wrong_result(each)

    def _keep(self, number: int, move: int, since: int) -> None:
        s, m = self.course.state, self.course.match
        kept = copy_of(s)
        kept.notes = _NO_NOTES
        told = len(self.played.events)
        match = replace(m, totals=m.totals[:])
        self.played.moments.append(Moment(number, move, kept, match, since, told))

    # -- the deal -------------------------------------------------------------------

    def _dealt(self, each: RecordedRound) -> State:
        m = self.course.match
        deck = self._deck(each)
        if each.chance is None or self.record.view is not None:
            return deal_seen(
                self.rules, self.players, m.playing, m.dealer, self.known, deck, each.up
            )
        return new_round(self.rules, self.players, m.playing, m.dealer, deck, each.chance)

    def _deck(self, each: RecordedRound) -> list[int]:
        """The deck, from the hands, the cards turned up and the stock."""
        m = self.course.match
        size = hand_size_for(self.rules, m.playing.bit_count())
        for seat, hand in enumerate(each.hands):
            wanted = size if m.playing >> seat & 1 else 0
            if len(hand) != wanted:
                line = each.at.get(f"hand {seat}", 0)
                raise RecordError(line, "record.hand_size", count=wanted, seat=seat)
            if self.known >> seat & 1 and UNKNOWN in hand:
                line = each.at.get(f"hand {seat}", 0)
                raise RecordError(line, "record.unknown_drawn", seat=seat)
        order = dealing_order(self.players, m.playing, m.dealer)
        dealt = [each.hands[seat][i] for i in range(size) for seat in order]
        if self.record.view is not None:
            deck = [*dealt, each.up[-1], *each.stock]
            self._all_there(each, deck)
            return deck
        self._all_there(each, [*dealt, each.up[-1], *each.stock])
        rest = put_back(each.up, each.stock, each.chance or 0)
        up = each.up if rest is None else tuple(turn_up(self.rules, rest, each.chance or 0)[0])
        if rest is None or up != each.up:
            raise RecordError(each.at.get("up", 0), "record.turned_up")
        return as_deck([*dealt, *rest], self.course.pack)

    def _all_there(self, each: RecordedRound, cards: list[int]) -> None:
        """See that the cards are the pack, as far as they are known."""
        pack = list(map(plain, self.course.pack))
        known = [card for card in cards if card != UNKNOWN]
        if len(cards) != len(pack):
            line, count = each.at.get("stock", 0), len(pack)
            raise RecordError(line, "record.stock_size", count=count, found=len(cards))
        for card in set(known):
            if known.count(card) > pack.count(card):
                line = self._last_line_with(each, card)
                raise _about(line, "record.too_many", card)
        try:
            if len(known) == len(cards):
                as_deck(cards, self.course.pack)
        except DeckError as error:
            raise _about(each.at.get("stock", 0), "record.missing", error.card) from None

    def _last_line_with(self, each: RecordedRound, card: int) -> int:
        rows: list[tuple[str, Sequence[int]]] = [("stock", each.stock), ("up", each.up[-1:])]
        rows += [(f"hand {seat}", hand) for seat, hand in enumerate(each.hands)]
        return max((each.at.get(name, 0) for name, cards in rows if card in cards), default=0)

    # -- moves ----------------------------------------------------------------------

    def _move(self, s: State, move: RecordedMove, renewals: list[Renewal]) -> None:
        words = read_move(move.words)
        if self.record.view is not None:
            self._allowed(refused(s, self.known, move.seat, words, move.taken_back), move)
            stocks = [one.stock for one in renewals]
            move_seen(s, self.known, move.seat, words, move.taken_back, stocks)
            return
        found = plan(s, move.seat, words)
        if isinstance(found, Refusal):
            self._allowed(found, move)
        elif (found.misplayed is not None) != move.taken_back:
            if found.why is None:
                raise RecordError(move.line, "record.not_taken_back", move=move.words)
            self._allowed(found.why, move)
        else:
            make(s, move.seat, words, found)

    def _allowed(self, why: Refusal | None, move: RecordedMove) -> None:
        if why is not None:
            raise RecordError(
                move.line, "record.refused", why.sentence, seat=move.seat, move=move.words
            )

    def _renewed(
        self, made: list[tuple[int, ...]], told: list[Renewal], move: RecordedMove
    ) -> None:
        """Compare the new stocks that a move made with those of the record."""
        for stock, one in zip(made, told, strict=False):
            if len(stock) != len(one.stock):
                count, found = len(stock), len(one.stock)
                raise RecordError(one.line, "record.stock_size", count=count, found=found)
            if self.record.view is None and stock != one.stock:
                raise RecordError(one.line, "record.renewed", cards=_row(stock))
        if len(told) > len(made):
            raise RecordError(told[len(made)].line, "record.renewed_never")
        if len(made) > len(told):
            raise RecordError(move.line, "record.renewed_here", move=move.words)

    # -- the end of a round ---------------------------------------------------------

    def _lay_open(self, s: State, each: RecordedRound) -> None:
        """Take what everyone was left with from the result, where it wasn't known."""
        for seat, cards in enumerate(each.result.left if each.result else ()):
            if self.known >> seat & 1:
                continue
            line = each.at.get(f"left {seat}", each.at.get("result", 0))
            if len(cards) != s.count[seat]:
                raise RecordError(line, "record.left", seat=seat, count=s.count[seat])
            for card in cards:
                full = s.second[seat] >> card & 1 == 1
                if card >= CARD_TYPES or (full and card != RED_JOKER):
                    raise _about(line, "record.too_many", card)
                add_card(s, seat, BLACK_JOKER if full and card == RED_JOKER else card)
                s.count[seat] -= 1

    def _wrong_result(self, each: RecordedRound) -> None:
        line = each.at.get("result", 0)
        wanted, told = self.course.result, each.result
        if wanted is None:
            raise RecordError(line, "record.not_over")
        if told is None:
            raise RecordError(self.record.at.get("end", 0), "record.no_result")
        for seat in range(self.players):
            if wanted.left[seat] != told.left[seat]:
                line = each.at.get(f"left {seat}", line)
                cards = _row(wanted.left[seat]) or "-"
                raise RecordError(line, "record.left_cards", seat=seat, cards=cards)
        raise RecordError(line, "record.result", wanted=result_line(wanted))


def _row(cards: Sequence[int]) -> str:
    return " ".join(map(record_card, cards))


def _about(line: int, message: str, card: int) -> RecordError:
    """An error about a card, which is named in the reader's language."""

    def name(lang: Lang) -> str:
        return card_name(lang, card)

    return RecordError(line, message, name)
