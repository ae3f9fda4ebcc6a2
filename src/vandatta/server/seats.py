"""The opponents on the table page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vandatta.describe import cards as cards_words
from vandatta.engine.alphabet import NO_SEAT, OVER
from vandatta.messages import Lang, text
from vandatta.server.faces import face
from vandatta.server.holding import ordered
from vandatta.server.keyring import Keyring
from vandatta.server.phrases import Who, cards_listed
from vandatta.server.scene import Choice, SeatScene
from vandatta.server.status import is_single
from vandatta.table import Seat
from vandatta.view import View


@dataclass(frozen=True, slots=True)
class Sitting:
    """What everybody at a table may know beside the round: the same for all seats."""

    table: str
    seats: tuple[Seat, ...]
    number: int
    """The number of the last event."""
    decision: int
    phase_of_match: str
    rounds: tuple[tuple[int | None, ...], ...]
    """Points a round and seat, None where a seat was out."""
    overlooked: int = NO_SEAT
    """A seat that has had time to call and has not."""


def opponent(
    who: Who, view: View, keys: Keyring, sitting: Sitting, seat: int, bubble: str
) -> SeatScene:
    """One opponent.

    Args:
        who: the reader and the seats' names.
        view: the round as the reader sees it.
        keys: the reader's keyring.
        sitting: the table's public facts.
        seat: the opponent's seat.
        bubble: what it just said or did.
    """
    lang = who.lang
    # not sooner, or it would flash before every call
    late = view.forgot[seat] or sitting.overlooked == seat
    may = view.calls >> 1 + seat & 1 == 1
    name = sitting.seats[seat].name
    hand = keys.hand(seat)
    seen = view.hands is not None and view.phase != OVER
    if seen:
        hand = tuple(ordered(hand, "suit"))
    if view.called[seat]:
        # it stands for as long as it holds, so that nobody has to have been looking
        bubble = text(lang, "bubble.called")
    return SeatScene(
        seat=seat,
        name=name,
        level=text(lang, f"level.{sitting.seats[seat].player}"),
        count=view.counts[seat],
        fan=tuple(face(lang, each, "stock") for each in hand),
        in_turn=view.turn == seat and view.phase != OVER,
        dealer=view.dealer == seat,
        called=view.called[seat],
        challenge=f"move ?{seat}" if late and may else None,
        out=not view.playing[seat],
        total=view.totals[seat],
        label=_label(who, view, name, seat, late and may),
        bubble=bubble,
        owes=view.rules.penalty if view.owes[seat] else 0,
        accuse=_accuse(lang, view, name, seat) if may and not late else None,
        open=seen,
    )


def _label(who: Who, view: View, name: str, seat: int, challenge: bool) -> str:
    """All there is to know of an opponent, spoken."""
    lang = who.lang
    if not view.playing[seat]:
        words = [text(lang, "seat.out", Name=name)]
    else:
        words = [text(lang, "seat.cards", Name=name, count=view.counts[seat])]
    if view.hands and view.hands[seat]:
        words[0] += f" ({cards_listed(lang, view.hands[seat])})"
    if not is_single(view.rules):
        words.append(text(lang, "seat.points", count=view.totals[seat]))
    in_turn = view.turn == seat and view.phase != OVER
    if in_turn and view.duty:
        words.append(text(lang, "seat.duty", cards=cards_words(lang, view.duty)))
    if view.owes[seat]:
        words.append(text(lang, "seat.owes", cards=cards_words(lang, view.rules.penalty)))
    facts = {
        "turn": in_turn,
        "dealer": view.dealer == seat,
        "called": view.called[seat],
        "challenge": challenge,
    }
    words += [text(lang, f"seat.{key}") for key, holds in facts.items() if holds]
    return ", ".join(words)


def _accuse(lang: Lang, view: View, name: str, seat: int) -> Choice | None:
    """Pointing out a call that may not have been forgotten, which then costs something."""
    if not view.rules.false_penalty:
        return None
    price = cards_words(lang, view.rules.false_penalty)
    label = text(lang, "seat.accuse", name=name, cards=price)
    return Choice(text="?", do=f"move ?{seat}", label=label)


def around(view: View) -> Sequence[int]:
    """The other seats, from the reader's left."""
    return [(view.seat + i) % view.players for i in range(1, view.players)]
