"""The end of a round on the table page: open hands, the score sheet, the way on."""

from __future__ import annotations

from vandatta.cards import card_text, rank_of
from vandatta.events import Eliminated, MatchOver, RoundOver
from vandatta.messages import card_name, text
from vandatta.server.keyring import Keyring
from vandatta.server.lines import out_of_match, winners_words
from vandatta.server.phrases import Who
from vandatta.server.scene import CardScene, Choice, HandScore, RoundEnd
from vandatta.view import View


def round_end(
    who: Who,
    view: View,
    keys: Keyring,
    rounds: tuple[tuple[int | None, ...], ...],
    phase_of_match: str,
) -> RoundEnd | None:
    """The end of the round in ``view``; None while it is played."""
    over: RoundOver | None = None
    eliminated: list[int] = []
    winners: tuple[int, ...] = ()
    for event in view.history:
        match event:
            case RoundOver():
                over = event
            case Eliminated():
                eliminated.append(event.seat)
            case MatchOver():
                winners = event.winners
            case _:
                pass
    if over is None:
        return None
    notes = [out_of_match(who, eliminated)] if eliminated else []
    if winners:
        notes.append(winners_words(who, winners))
    match_over = phase_of_match == "over"
    key, do = ("again", "again") if match_over else ("next", "next")
    words = text(who.lang, f"table.{key}")
    in_round = [seat for seat in range(view.players) if view.playing[seat]]
    return RoundEnd(
        title=_title(who, over),
        hands=tuple(_hand(who, view, keys, over, seat, seat in eliminated) for seat in in_round),
        sheet_names=tuple(who.Name(seat) for seat in range(view.players)),
        sheet_rows=rounds,
        sheet_totals=view.totals,
        note=" ".join(notes),
        match_over=match_over,
        won=view.seat in winners,
        go_on=Choice(text=words, do=do, label=words),
    )


def _title(who: Who, over: RoundOver) -> str:
    if over.out is None:
        return text(who.lang, "log.blocked")
    return text(who.lang, "log.went_out", Name=who.Name(over.out))


def _hand(
    who: Who, view: View, keys: Keyring, over: RoundOver, seat: int, eliminated: bool
) -> HandScore:
    cards = []
    for keyed in sorted(keys.hand(seat), key=lambda each: each.card or 0):
        if keyed.card is None:
            continue
        name = card_name(who.lang, keyed.card)
        scene = CardScene(keyed.key, card_text(keyed.card), name, "stock")
        cards.append((scene, view.rules.points[rank_of(keyed.card)]))
    return HandScore(
        name=who.Name(seat),
        cards=tuple(cards),
        points=over.points[seat],
        total=over.totals[seat],
        went_out=over.out == seat,
        eliminated=eliminated,
    )
