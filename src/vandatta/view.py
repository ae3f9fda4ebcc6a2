"""The one door from the state of a round to a seat.

`observe` copies, field by field, what a seat may see into a type that has no
place for anything else. Players, pages, streams and terminals get a `View`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, make_dataclass
from functools import cache
from typing import Any, cast

from vandatta.cards import NO_CARD, members
from vandatta.engine.calls import calls
from vandatta.engine.drawing import can_draw
from vandatta.engine.match import Match
from vandatta.engine.out import must_lay_drawn
from vandatta.engine.play import legal, singles
from vandatta.engine.rules import Rules
from vandatta.engine.state import State, hand_of, top_card
from vandatta.events import Event, History


@dataclass(frozen=True, slots=True)
class View:
    """A round and its match as one seat sees them.

    Tuples "a seat" have one item for each seat of the match, seat 0 first; a
    seat that is out of the match has 0 cards.
    """

    seat: int
    rules: Rules
    """The table's rules, compiled; what each card may do and costs."""
    players: int
    playing: tuple[bool, ...]
    """A seat: is it in this round?"""
    dealer: int
    turn: int
    direction: int
    phase: int
    """One of `vandatta.engine.alphabet`'s phases."""
    top: int
    """The top card of the pile; -1 before the deal."""
    suit: int
    """The suit in force; -1 while it is being named."""
    pile: int
    """Cards in the pile."""
    stock: int
    """Cards in the stock."""
    hand: tuple[int, ...]
    """The seat's own cards, ascending; second copies twice."""
    hands: tuple[tuple[int, ...], ...] | None
    """Every hand, where the table plays with open hands; else None."""
    counts: tuple[int, ...]
    """Cards a seat."""
    drawn: int
    """Cards the seat in turn has drawn this turn."""
    duty: int
    """Cards the seat in turn owes."""
    drawn_card: int
    """The card this seat drew last this turn, if it must be in what it lays; else -1."""
    called: tuple[bool, ...]
    forgot: tuple[bool, ...]
    """A seat: had one card, did not call, and it is too late to call now."""
    owes: tuple[bool, ...]
    """A seat: does it draw a penalty when its next turn begins?"""
    window: int
    """The seat that may still call late; -1 if none."""
    passes: int
    turns: int
    reshuffled: int
    can_draw: bool
    """Can a card be drawn, from the stock or after renewing it?"""
    legal: int
    """The set of actions this seat has now; 0 when it is not its turn."""
    singles: int
    """Those of ``legal`` that can be a whole move: a lay that needs no more cards."""
    calls: int
    """The set of calls and challenges this seat has now (see `alphabet`)."""
    round: int
    """The number of this round in the match, from 1."""
    totals: tuple[int, ...]
    """Points a seat before this round; with this round's when it is over."""
    winners: tuple[int, ...]
    """Who won the match; empty while it goes on."""
    history: tuple[Event, ...]
    """This round's events since the deal, as the seat may hear them."""


_Draft: Any = make_dataclass("_Draft", [each.name for each in fields(View)], slots=True)
"""A view that can still be written, field by field: to make a frozen one, or to name so many
arguments in a call, takes ten times as long."""


def observe(s: State, m: Match, seat: int, history: History | None) -> View:
    """What ``seat`` sees of a round and its match.

    Args:
        s: the round.
        m: the match the round belongs to.
        seat: the seat that looks.
        history: this round's events, not yet redacted; None: leave them out.
    """
    seats = range(s.players)
    actions = legal(s) if s.turn == seat else 0
    bound = s.turn == seat and must_lay_drawn(s)
    view: Any = _Draft.__new__(_Draft)
    view.seat = seat
    view.rules = s.rules
    view.players = s.players
    view.playing = _flags(s.playing, s.players)
    view.dealer = s.dealer
    view.turn = s.turn
    view.direction = s.direction
    view.phase = s.phase
    view.top = top_card(s)
    view.suit = s.suit
    view.pile = s.n_pile
    view.stock = s.n_stock
    view.hand = tuple(hand_of(s, seat))
    view.hands = tuple(tuple(hand_of(s, each)) for each in seats) if s.rules.open_hands else None
    view.counts = tuple(s.count[: s.players])
    view.drawn = s.drawn
    view.duty = s.duty
    view.drawn_card = s.drawn_card if bound else NO_CARD
    view.called = _flags(s.called, s.players)
    view.forgot = _flags(s.forgot, s.players)
    view.owes = _flags(s.owes, s.players)
    view.window = s.window
    view.passes = s.passes
    view.turns = s.turns
    view.reshuffled = s.reshuffled
    view.can_draw = can_draw(s)
    view.legal = actions
    view.singles = singles(s) if bound else actions
    view.calls = calls(s, seat)
    view.round = m.round
    view.totals = tuple(m.totals[: s.players])
    view.winners = _members(m.winners)
    view.history = () if history is None else history.heard_by(seat, s.rules.open_hands == 1)
    view.__class__ = View
    return cast("View", view)


@cache
def _members(seats: int) -> tuple[int, ...]:
    """A set of seats, ascending."""
    return tuple(members(seats))


@cache
def _flags(seats: int, players: int) -> tuple[bool, ...]:
    """A set of seats as a tuple "a seat"."""
    return tuple(seats >> each & 1 == 1 for each in range(players))
