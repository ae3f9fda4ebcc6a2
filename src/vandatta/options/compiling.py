"""Compiling named options into `Rules`: each option is read here, and only once."""

from __future__ import annotations

from collections.abc import Mapping

from vandatta.cards import ALL_CARDS, BLACK_JOKER, RANKS, RED_JOKER
from vandatta.engine.rules import (
    DRAW_ONE,
    FOLLOW_MATCH,
    FOLLOW_SUIT,
    FOLLOW_SUIT_OR_RANK,
    LAST_IN,
    LOWEST,
    REFUSE,
    RETRY,
    SINGLE,
    START_ALL_DRAW,
    START_DEALER_DRAWS,
    START_PLAIN,
    Rules,
    hand_size_for,
    packs_for,
)
from vandatta.options.parsing import OptionsError, options_from
from vandatta.options.table import Value, draws_from

FOLLOWS = {
    "suit": FOLLOW_SUIT,
    "suit_or_rank": FOLLOW_SUIT_OR_RANK,
    "match": FOLLOW_MATCH,
}
STARTS = {
    "redraw": START_PLAIN,
    "dealer_draws": START_DEALER_DRAWS,
    "all_draw": START_ALL_DRAW,
    "plain": START_PLAIN,
}
ENDS = {"last_in": LAST_IN, "lowest": LOWEST, "single": SINGLE}
MISPLAYS = {"refuse": REFUSE, "draw_one": DRAW_ONE, "retry": RETRY}

PIPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 0]
SCALES: dict[str, tuple[int, int | None, list[int]]] = {
    "standard": (25, 15, [5] * 9 + [10] * 4 + [0]),
    "children": (10, 5, [1] * 13 + [0]),
    "face_value": (25, 15, PIPS),
    "english": (50, None, PIPS),
    "openspiel": (50, None, [10, *(4 * rank + 2 for rank in range(9)), 10, 10, 10, 0]),
}
"""Points of a wild, of a draw-all (None: as any card), and of every other rank."""
BY_SUIT = {"openspiel": [0] + [1] * 9 + [0] * 4}
"""Points more for each suit above clubs; OpenSpiel counts a card's id as its pips."""


def compile_rules(options: Mapping[str, Value]) -> Rules:
    """Compile ``options``, which has every option's value, into `Rules`."""
    wild = RANKS.index(str(options["wild_rank"]))
    draw_all = RANKS.index(str(options["draw_all_rank"]))
    power = options["draw_all_power"]
    wilds = 0xF << 4 * wild
    aces = 0 if power == "none" else 0xF << 4 * draw_all
    jokers = 1 << RED_JOKER | 1 << BLACK_JOKER
    ordinary = ALL_CARDS & ~(wilds | aces | jokers)
    low, high = str(options["players"]).split("-")
    per_pack = int(options["jokers"])
    hand_size = int(options["hand_size"])
    same_rank = [0xF << 4 * rank for rank in range(13)] + [0]
    same_rank[wild] = 0
    start_eight = options["start_eight"]
    start_ace = str(options["start_ace"])
    draws = [0] * 14
    for rank, count in (draws_from(str(options["next_draws"])) or {}).items():
        draws[rank] = count
    draws[13] = int(options["joker_draws"])
    must_lay = options["must_lay"]
    scale = str(options["scale"])
    return Rules(
        min_seats=int(low),
        max_seats=int(high),
        hand_size=hand_size,
        hand_size_two=int(options["hand_size_two"]) or hand_size,
        second_deck_from=int(options["second_deck_from"]),
        pack=(ALL_CARDS & ~jokers & ~_ranks(options["removed_ranks"]))
        | (0, 1 << RED_JOKER, jokers)[per_pack],
        open_hands=int(options["open_hands"]),
        wilds=wilds,
        name_optional=int(not options["must_name_suit"]),
        all_draw=aces if power == "again" else 0,
        pass_on=aces if power == "pass_on" else 0,
        needs_follow=aces if options["draw_all_needs_follow"] and power == "again" else 0,
        draws=draws,
        duty_needs_stock=int(options["duty_needs_stock"]),
        skip=_ranks(options["skip_ranks"]),
        reverse=_ranks(options["reverse_ranks"])
        | (jokers if options["joker_power"] == "reverse" else 0),
        once_more=_ranks(options["again_ranks"]),
        jokers=jokers,
        anywhere=wilds | jokers,
        same_rank=same_rank,
        allowed_on=_allowed_on(options, wild, draw_all, aces),
        several=ordinary if options["several_of_a_rank"] else 0,
        several_wilds=int(options["several_wilds"]),
        put_back=jokers
        | (aces if start_ace == "redraw" else 0)
        | (wilds if start_eight == "redraw" else 0),
        start_names=wilds if start_eight == "name" else 0,
        start_ace=STARTS[start_ace],
        start_aces=aces,
        start_powers=int(options["start_powers"]),
        follow=FOLLOWS[str(options["draw_all_follow"])],
        not_last=jokers
        | (0 if options["out_on_wild"] else wilds)
        | (0 if options["out_on_draw_all"] else aces),
        last_in_suit=int(options["last_card_suit"]),
        must_lay=int(must_lay),
        hand_cap=int(options["hand_cap"]),
        draw_limit=int(options["draw_limit"]),
        # who must lay may lay whatever fits: the option is one of those who need not
        lay_drawn=int(options["lay_after_draw"] == "drawn" and not must_lay),
        turn_limit=int(options["turn_limit"]),
        lay_limit=int(options["lay_limit"]),
        block_after=int(options["blocked_after"] == "circle_and_one"),
        pass_counts_when_empty=int(options["pass_counts"] == "stock_empty"),  # noqa: S105
        renew_early=int(options["renew_stock"] == "when_empty"),
        reshuffles=int(options["reshuffles"]),
        lappen=int(options["lappen"]),
        penalty=int(options["lappen_penalty"]),
        noticed=int(options["lappen_caught_by"] == "rule"),
        penalty_next_turn=int(options["lappen_penalty_when"] == "next_turn"),
        warning_at=int(options["warning_at"]),
        false_penalty=int(options["false_challenge_penalty"]),
        wait=int(options["wait_with_special"]),
        misplay=MISPLAYS[str(options["misplay"])],
        points=_points(scale, wild, draw_all, power != "none"),
        suit_points=[
            points if rank != wild else 0
            for rank, points in enumerate(BY_SUIT.get(scale, [0] * 14))
        ],
        limit=int(options["limit"]),
        limit_passed=int(options["limit_is"] == "passed"),
        match_end=ENDS[str(options["match_end"])],
    )


def _ranks(value: Value) -> int:
    """The set of cards of the ranks that an option names."""
    return sum(0xF << 4 * RANKS.index(rank) for rank in str(value) if value != "none")


def _allowed_on(options: Mapping[str, Value], wild: int, draw_all: int, aces: int) -> list[int]:
    allowed = [ALL_CARDS] * 14
    wilds = 0xF << 4 * wild
    for top, cards, may in (
        (wild, wilds, options["wild_on_wild"]),
        (wild, aces, options["draw_all_on_wild"]),
        (draw_all, wilds, options["wild_on_draw_all"] or not aces),
        (draw_all, aces, options["draw_all_on_draw_all"]),
    ):
        if not may:
            allowed[top] &= ALL_CARDS & ~cards
    return allowed


def _points(scale: str, wild: int, draw_all: int, special: bool) -> list[int]:
    of_wild, of_draw_all, points = SCALES[scale]
    points = list(points)
    if special and of_draw_all is not None:
        points[draw_all] = of_draw_all
    points[wild] = points[13] = of_wild
    return points


def rules_from(request: object) -> Rules:
    """`compile_rules` of `vandatta.options.parsing.options_from`."""
    return compile_rules(options_from(request))


def check_seats(rules: Rules, seats: int) -> None:
    """See that every round of a match for ``seats`` players can be dealt.

    A seat that falls out can take the second pack with it, so fewer players may have
    too few cards where more have enough.

    Raises:
        OptionsError: too few or too many players, or too few cards for them.
    """
    if not rules.min_seats <= seats <= rules.max_seats:
        raise OptionsError("options.seats", low=rules.min_seats, high=rules.max_seats)
    fewest = 2 if rules.match_end == LAST_IN else seats
    for playing in range(fewest, seats + 1):
        size = hand_size_for(rules, playing)
        cards = rules.pack.bit_count() * packs_for(rules, playing)
        if playing * size >= cards:
            raise OptionsError("options.too_few_cards", seats=playing, size=size, cards=cards)


def seats_for(rules: Rules) -> tuple[int, ...]:
    """How many players a match can be dealt for, in order; none if there are too few cards."""
    found = []
    for seats in range(rules.min_seats, rules.max_seats + 1):
        try:
            check_seats(rules, seats)
        except OptionsError:
            continue
        found.append(seats)
    return tuple(found)
