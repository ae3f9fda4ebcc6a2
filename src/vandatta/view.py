"""The one door from the state of a round to a seat.

`observe` copies, field by field, what a seat may see into a type that has no
place for anything else. Players, pages, streams and terminals get a `View`.
"""

from __future__ import annotations

from dataclasses import dataclass

from vandatta.engine.rules import Rules
from vandatta.events import Event


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
    counts: tuple[int, ...]
    """Cards a seat."""
    drawn: int
    """Cards the seat in turn has drawn this turn."""
    duty: int
    """Cards the seat in turn owes."""
    called: tuple[bool, ...]
    forgot: tuple[bool, ...]
    """A seat: had one card, did not call, and it is too late to call now."""
    window: int
    """The seat that may still call late; -1 if none."""
    passes: int
    turns: int
    reshuffled: int
    legal: int
    """The set of actions this seat has now; 0 when it is not its turn."""
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
