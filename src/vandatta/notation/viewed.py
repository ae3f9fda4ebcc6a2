"""A round as one seat saw it, run on the engine: cards it never saw stay unknown.

What a move does hangs on what everybody at the table can see, and on how many
cards a hand has, never on which. So the engine can run with hands that are only
counted, and a stock in which most cards are `UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from vandatta.cards import ALL_CARDS, BLACK_JOKER, CARD_TYPES, NO_SUIT, RED_JOKER
from vandatta.engine.alphabet import CALL, CALL_BIT, DONE, MORE, NAME, NAMING, NO_SEAT
from vandatta.engine.calls import calls, close_window
from vandatta.engine.copying import copy_of
from vandatta.engine.deal import new_round
from vandatta.engine.drawing import before_shuffle
from vandatta.engine.play import apply, misplay, speak
from vandatta.engine.rules import Rules
from vandatta.engine.state import (
    NOTES,
    PUT_BACK,
    RENEWED,
    TURNED,
    State,
    add_card,
    note,
    read_note,
)
from vandatta.notation.moves import Move, Plan, meant, plan
from vandatta.notation.record import UNKNOWN
from vandatta.notation.refusal import Refusal


def deal_seen(
    rules: Rules,
    players: int,
    playing: int,
    dealer: int,
    known: int,
    deck: Sequence[int],
    up: Sequence[int],
) -> State:
    """A dealt round of which only some cards are known.

    Args:
        rules: the table's rules.
        players: seats at the table.
        playing: the set of seats in the round.
        dealer: who deals.
        known: the set of seats whose cards are known.
        deck: the hands in the order dealt, the card that play began with, the stock.
        up: the cards turned up; all but the last were put back.
    """
    # the stock already lies as it did when the last card was turned up
    without = replace(rules, put_back=0)
    cards = [*deck]
    _tell_jokers_apart(cards, [0, 0])
    s = new_round(without, players, playing, dealer, cards, 0)
    s.rules = rules
    noted = [read_note(s.notes[k % NOTES]) for k in range(s.noted)]
    s.noted = 0
    for kind, seat, what in noted:
        if kind == TURNED:
            for card in up[:-1]:
                note(s, PUT_BACK, seat, card)
        note(s, kind, seat, what)
    forget(s, known)
    return s


def _tell_jokers_apart(cards: list[int], used: list[int]) -> None:
    """Make the jokers, one in text, two of each kind at most, given those in use."""
    for i, card in enumerate(cards):
        if card == RED_JOKER:
            kind = int(used[0] > used[1])
            used[kind] += 1
            cards[i] = RED_JOKER + kind


def forget(s: State, known: int) -> None:
    """Leave of every hand that isn't known only how many cards it has."""
    for seat in range(s.players):
        if not known >> seat & 1:
            s.first[seat] = s.second[seat] = 0


def unknown_held(s: State, known: int) -> bool:
    """Has a seat whose cards are known got one that isn't?"""
    return any(s.first[seat] >> CARD_TYPES for seat in range(s.players) if known >> seat & 1)


def refused(s: State, known: int, seat: int, move: Move, taken_back: bool) -> Refusal | None:
    """Why ``seat`` can't have made a move, as far as can be told from what is known."""
    if taken_back and seat == s.turn and (s.rules.open_hands or not known >> seat & 1):
        # it may have been forbidden for a reason that can't be seen; and of what others
        # took back only the first card is known, with open hands too
        return None if s.rules.misplay else Refusal("bad_request")
    if known >> seat & 1:
        found = plan(s, seat, move)
        if taken_back and isinstance(found, Plan) and found.misplayed is None:
            return Refusal("bad_request")
        return _why(found, taken_back)
    whys = (_why(plan(trial, seat, move), False) for trial in _trials(s, seat, move))
    first = next(whys)
    return None if first is None or None in whys else first


def _trials(s: State, seat: int, move: Move) -> Iterator[State]:
    """The round with hands that ``seat`` may have had: none but what it lays, all cards,
    any single card. What a rule says of a hand, it says of one of these.
    """
    hands = [None, ALL_CARDS, *(1 << card for card in range(CARD_TYPES) if s.count[seat] == 1)]
    for hand in hands:
        trial = copy_of(s)
        if hand is None:
            _hold(trial, seat, move)
        else:
            trial.first[seat] = trial.second[seat] = hand
        if move.cards and trial.drawn_card == UNKNOWN:
            trial.drawn_card = move.cards[0]
        yield trial


def _why(found: Plan | Refusal, taken_back: bool) -> Refusal | None:
    if isinstance(found, Refusal):
        return found
    return None if taken_back else found.why


def _hold(s: State, seat: int, move: Move) -> None:
    """Put the cards of a lay into a hand that is only counted."""
    count = s.count[seat]
    for card in move.cards:
        add_card(s, seat, card)
    s.count[seat] = count


def move_seen(
    s: State,
    known: int,
    seat: int,
    move: Move,
    taken_back: bool,
    renewals: Sequence[Sequence[int]],
) -> None:
    """Make a move that `refused` has nothing against.

    Args:
        s: the round.
        known: the set of seats whose cards are known.
        seat: who moves.
        move: the move.
        taken_back: it is a lay that was taken back.
        renewals: the new stocks that were made in the move, in turn.
    """
    stocks = list(renewals)

    def part(step: Callable[[], None], laid: int = 0) -> None:
        if stocks:
            _stack(s, s.n_pile - 1 + laid, stocks[0], known)
        before = s.noted
        step()
        for k in range(before, s.noted):
            if read_note(s.notes[k % NOTES])[0] == RENEWED and stocks:
                stocks.pop(0)

    action = move.action if move.action is not None else CALL if move.call else NAME + move.suit
    if not move.cards and action >= CALL:
        part(lambda: speak(s, seat, action))
        forget(s, known)
        return
    if s.window not in (NO_SEAT, s.turn):
        # what `apply` begins with; apart, for a stock may run out in it
        part(lambda: close_window(s))
    if not known >> seat & 1:
        _hold(s, seat, move)
    if taken_back:
        part(lambda: misplay(s, meant(s, seat, move.cards[0])))
    elif not move.cards:
        part(lambda: apply(s, action))
    else:
        for card in move.cards:
            part(partial(apply, s, meant(s, seat, card)), 1)
        if s.phase == NAMING:
            part(lambda: apply(s, DONE if move.suit == NO_SUIT else NAME + move.suit))
        elif s.phase == MORE:
            part(lambda: apply(s, DONE))
        if move.call and calls(s, seat) & CALL_BIT:
            speak(s, seat, CALL)
    forget(s, known)


def _stack(s: State, size: int, stock: Sequence[int], known: int) -> None:
    """Lay the cards below the pile's top so that the engine's shuffle of ``size`` of
    them gives ``stock``, the first to be drawn first.
    """
    if len(stock) != size:
        return
    jokers = [RED_JOKER, BLACK_JOKER]
    used = [
        sum(
            (s.first[seat] >> joker & 1) + (s.second[seat] >> joker & 1)
            for seat in range(s.players)
            if known >> seat & 1
        )
        for joker in jokers
    ]
    wanted = list(reversed(stock))
    _tell_jokers_apart(wanted, used)
    s.pile[:size] = bytes(before_shuffle(s.rng, wanted))
