"""The end of a round on the table page: open hands, the score sheet, the way on."""

from __future__ import annotations

from vandatta.cards import RED_JOKER, card_text, rank_of, suit_of
from vandatta.engine.rules import LAST_IN, Rules
from vandatta.events import Eliminated, MatchOver, RoundOver
from vandatta.messages import card_name, text
from vandatta.server.keyring import Keyring
from vandatta.server.lines import out_of_match, over_words, winners_words
from vandatta.server.phrases import Who
from vandatta.server.scene import CardScene, Choice, HandScore, RoundEnd
from vandatta.server.status import is_single
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
    single = is_single(view.rules)
    notes = [out_of_match(who, eliminated)] if eliminated else []
    if winners:
        notes.append(winners_words(who, winners, single))
    match_over = phase_of_match == "over"
    key, do = ("again", "again") if match_over else ("next", "next")
    words = text(who.lang, f"table.{key}")
    in_round = [seat for seat in range(view.players) if view.playing[seat]]
    return RoundEnd(
        title=over_words(who, over),
        hands=tuple(_hand(who, view, keys, over, seat, seat in eliminated) for seat in in_round),
        sheet_names=tuple(who.Name(seat) for seat in range(view.players)),
        sheet_rows=rounds,
        sheet_totals=view.totals,
        note=" ".join(notes),
        match_over=match_over,
        won=view.seat in winners,
        go_on=Choice(text=words, do=do, label=words),
        single=single,
        limit="" if single else _limit(who, view.rules),
    )


def _limit(who: Who, rules: Rules) -> str:
    """How far a match goes, as a sentence."""
    end = "out" if rules.match_end == LAST_IN else "end"
    how = "passed" if rules.limit_passed else "reached"
    return text(who.lang, f"end_limit.{end}_{how}", count=rules.limit)


def card_points(rules: Rules, card: int) -> int:
    """What a card left in the hand costs."""
    points = rules.points[rank_of(card)]
    if card < RED_JOKER:
        points += rules.suit_points[rank_of(card)] * (3 - suit_of(card))
    return points


def _hand(
    who: Who, view: View, keys: Keyring, over: RoundOver, seat: int, eliminated: bool
) -> HandScore:
    cards = []
    for keyed in sorted(keys.hand(seat), key=lambda each: each.card or 0):
        if keyed.card is None:
            continue
        name = card_name(who.lang, keyed.card)
        scene = CardScene(keyed.key, card_text(keyed.card), name, "stock")
        cards.append((scene, card_points(view.rules, keyed.card)))
    return HandScore(
        name=who.Name(seat),
        cards=tuple(cards),
        points=over.points[seat],
        total=over.totals[seat],
        went_out=over.out == seat,
        eliminated=eliminated,
    )
