"""How often the regular player wins a round against beginners, at 2 to 4 seats.

Every deal is played once from each chair, so that luck of the cards and of the
chair falls out; a deal is one observation, and the interval is over deals.
"Cards alone" lets everybody call the last card; "as at the table" lets each level
forget and notice as it does.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev

from vandatta.events import RoundOver
from vandatta.players import LEVELS, Level, will_call, will_notice
from vandatta.table import Seat, Table


def play_round(levels: Sequence[Level], seed: int, attentive: bool) -> RoundOver:
    """Play one round; the same seed always gives the same cards."""
    table = Table()
    table.apply(table.opening([Seat(level.key, level.key) for level in levels]))
    rng = Random(seed)
    deck = list(table.pack())
    rng.shuffle(deck)
    events = table.apply(table.deal(deck, rng.getrandbits(64)))
    while (seat := table.in_turn()) is not None:
        move = levels[seat].choose(table.view(seat), rng)
        events = table.apply(table.move(seat, move))
        if table.why_not(seat, "!") is None:
            calling(table, levels, seat, rng, attentive)
    return next(event for event in events if isinstance(event, RoundOver))


def calling(table: Table, levels: Sequence[Level], seat: int, rng: Random, attentive: bool) -> None:
    """Let ``seat`` call its last card, or forget and perhaps be caught."""
    if attentive or will_call(levels[seat], rng):
        table.apply(table.move(seat, "!"))
        return
    for other, level in enumerate(levels):
        if other != seat and will_notice(level, rng):
            table.apply(table.move(other, f"?{seat}"))
            return


def compare(seats: int, deals: int, attentive: bool, seed: int = 0) -> tuple[list[float], float]:
    """Play one regular against beginners.

    Returns:
        The share of rounds the regular won, a deal; and its points a round as a
        share of a beginner's.
    """
    shares = []
    regular_points = beginner_points = 0
    for deal in range(deals):
        won = 0
        for chair in range(seats):
            levels = [LEVELS["regular" if seat == chair else "beginner"] for seat in range(seats)]
            over = play_round(levels, seed * 1_000_003 + deal, attentive)
            won += over.out == chair
            regular_points += over.points[chair]
            beginner_points += sum(over.points) - over.points[chair]
        shares.append(won / seats)
    return shares, regular_points * (seats - 1) / beginner_points


def main() -> None:
    """Print a line a number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print("rounds won by one regular among beginners, 95 % interval over deals")
    for attentive in (True, False):
        print("cards alone" if attentive else "as at the table")
        for seats in (2, 3, 4):
            shares, points = compare(seats, args.deals, attentive, args.seed)
            half = 1.96 * stdev(shares) / len(shares) ** 0.5
            print(
                f"  {seats} seats: {fmean(shares):6.1%} ± {half:.1%}  (par {1 / seats:.1%}),"
                f" points a round {points:.2f} of a beginner's"
            )


if __name__ == "__main__":
    main()
