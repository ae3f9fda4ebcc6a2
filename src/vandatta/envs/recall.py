"""What a seat has seen since the deal, all of it: the information state.

Two information states of a seat are equal exactly when everything it was told, everything
it chose, and what it is asked now are equal. In which order a hand was dealt is not told.
"""

from __future__ import annotations

from collections.abc import Iterable

from vandatta.cards import SUITS, members
from vandatta.engine.rules import Rules, packs_for
from vandatta.envs.actions import action_text
from vandatta.envs.observation import Row as Numbers
from vandatta.envs.seen import KINDS, NO_QUESTION, QUESTIONS, Row, Told

OF_CARDS = frozenset(
    number
    for number, kind in enumerate(KINDS)
    if kind in ("dealt", "turned_up", "put_back", "laid", "left") or kind.startswith("drew")
)
NAMED, CHOSE = KINDS.index("named"), KINDS.index("chose")
NUMBERS = 3
"""Numbers a row takes in the tensor: kind, seat and what, each from 0 to 1."""


def row_text(row: Row) -> str:
    """A row as text: ``laid 2 7h``, ``drew 1 ?``, ``turn 0``."""
    words = [KINDS[row.kind]]
    if row.seat >= 0:
        words.append(str(row.seat))
    if row.what >= 0:
        if row.kind in OF_CARDS or row.kind == CHOSE:
            words.append(action_text(row.what))
        else:
            words.append(SUITS[row.what] if row.kind == NAMED else str(row.what))
    elif row.kind in OF_CARDS:
        words.append("?")
    return " ".join(words)


def state_text(seat: int, heard: Iterable[Told], question: int) -> str:
    """An information state as text.

    Args:
        seat: whose.
        heard: what the seat got of the round's log, in turn.
        question: what it is asked now; -1: nothing.
    """
    words = [row_text(row) for entry in heard for row in entry.to(seat)]
    asked = "" if question == NO_QUESTION else f"; {QUESTIONS[question]}?"
    return f"seat {seat}: {'; '.join(words)}{asked}"


def tensor_size(seats: int, rows: int) -> int:
    """Numbers of an information state that has room for so many rows."""
    return seats + len(QUESTIONS) + NUMBERS * rows


def write_state(seats: int, seat: int, heard: Iterable[Told], question: int, out: Numbers) -> None:
    """Write an information state in place.

    First a 1 for one's own seat, then a 1 for what one is asked, then every row in turn:
    ``(kind + 1) / 32``, seats clockwise from one's own plus 1 ``/ 16`` (0: nobody), and
    ``(what + 1) / 128`` (0: nothing, or hidden).

    Args:
        seats: how many play.
        seat: whose state it is.
        heard: what the seat got of the round's log, in turn.
        question: what it is asked now; -1: nothing.
        out: numbers, all of them 0.

    Raises:
        ValueError: there is not room enough.
    """
    out[seat] = 1
    if question != NO_QUESTION:
        out[seats + question] = 1
    at = seats + len(QUESTIONS)
    for entry in heard:
        for kind, who, what in entry.to(seat):
            if at + NUMBERS > len(out):
                raise ValueError("more has happened than the tensor has room for: ask for more")
            out[at] = (kind + 1) / 32
            if who >= 0:
                out[at + 1] = ((who - seat) % seats + 1) / 16
            out[at + 2] = (what + 1) / 128
            at += NUMBERS


def _cards(rules: Rules, seats: int) -> int:
    """How many cards are in play."""
    return packs_for(rules, seats) * rules.pack.bit_count()


def most_lays(rules: Rules, seats: int) -> int | None:
    """No more cards than this are laid in a round; None where the rules set no limit."""
    copies = 4 * packs_for(rules, seats)
    limits = []
    if rules.lay_limit:
        limits.append(rules.lay_limit)
    if rules.turn_limit:
        # a turn is at most a set; with aces that let the same seat go on, those before it
        a_set = copies if rules.several or rules.several_wilds else 1
        goes_on = rules.all_draw != 0
        a_turn = a_set + _cards(rules, seats) if goes_on else a_set
        limits.append(rules.turn_limit * a_turn)
    return min(limits) if limits else None


def most_turns(rules: Rules, seats: int) -> int | None:
    """No more turns than this are in a round; None where the rules set no limit."""
    if rules.turn_limit:
        return rules.turn_limit
    lays = most_lays(rules, seats)
    # a circle and one of passes ends it, if nothing is laid or drawn between them
    return None if lays is None else (2 * lays + _cards(rules, seats)) * (seats + 2)


def most_draws(rules: Rules, seats: int) -> int | None:
    """No more cards than this are drawn in a round: each was in the stock, or was laid."""
    lays = most_lays(rules, seats)
    return None if lays is None else lays + _cards(rules, seats)


def most_decisions(rules: Rules, seats: int) -> int | None:
    """No round has more decisions than this; None where the rules set no limit."""
    lays, turns = most_lays(rules, seats), most_turns(rules, seats)
    draws = most_draws(rules, seats)
    if lays is None or turns is None or draws is None:
        return None
    # a lay may be followed by a suit or "done", and by the question whether to call
    spoken = seats * turns if rules.lappen else 0
    return draws + 3 * lays + turns + spoken + 1


def most_points(rules: Rules, seats: int) -> int:
    """What all cards cost together."""
    return packs_for(rules, seats) * sum(
        rules.points[card >> 2] + rules.suit_points[card >> 2] * (3 - (card & 3))
        for card in members(rules.pack)
    )


def most_rows(rules: Rules, seats: int) -> int | None:
    """No seat gets more rows of a round's log than this; None where there is no limit."""
    lays, turns = most_lays(rules, seats), most_turns(rules, seats)
    draws = most_draws(rules, seats)
    if lays is None or turns is None or draws is None:
        return None
    pack = _cards(rules, seats)
    # a card laid may be named, called, forgotten and caught, and turn or skip
    a_lay = 2 + (4 if rules.lappen else 0) + (2 if rules.skip or rules.reverse else 0)
    rows = pack + seats + 100 + draws + lays * a_lay + 2 * turns
    if rules.reshuffles:
        rows += draws
    if rules.lappen and rules.false_penalty:
        rows += turns * seats * (2 + rules.false_penalty)
    return rows + pack
