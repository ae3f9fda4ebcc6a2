"""Which values of which options are tried, and at what table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vandatta.options import Value, changed, preset

Settings = tuple[tuple[str, Value], ...]
"""What differs from `svensk`."""

OTHERS = "eager"
"""Against players like this one it shows how much the better one wins."""
FORGETS = 10
"""So many of a hundred last cards are forgotten where calling them is what is tried."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a trial is held against: `svensk`, but for what the option needs to matter at all."""

    settings: Settings = ()
    seats: int = 4
    forgets: int = 0
    matches: bool = False
    """Whole matches are played, not rounds."""
    player: str = "careful"
    """Who sits there."""

    def rules(self, more: Settings = ()) -> dict[str, Value]:
        """Every option's value at the table, with ``more`` of them set.

        Raises:
            vandatta.options.OptionsError: these values contradict one another.
        """
        return changed(preset("svensk"), dict((*self.settings, *more)))


@dataclass(frozen=True, slots=True)
class Trial:
    """A value of an option, tried at a table."""

    option: str
    value: Value
    table: Table


USUAL = Table()
TWO = Table(seats=2)
FIVE = Table(seats=5)
FORGETFUL = Table(forgets=FORGETS)
MATCHES = Table(matches=True)
WAITING = Table(player="waiting")
FREE = Table(settings=(("must_lay", False),), player="waiting")
JOKERS = Table(settings=(("jokers", 2),))
DUTY = Table(settings=(("next_draws", "2:2"),))
SPENDING = Table(player="spending")


def _tried() -> Iterator[tuple[str, Table, tuple[Value, ...]]]:
    yield "hand_size", USUAL, (5, 8, 10)
    yield "hand_size_two", TWO, (5, 8, 10)
    yield "second_deck_from", USUAL, (4,)
    yield "second_deck_from", FIVE, (6,)
    yield "jokers", USUAL, (1, 2)
    yield "removed_ranks", USUAL, ("23456",)
    yield "start_eight", USUAL, ("redraw", "own_suit")
    yield "start_ace", USUAL, ("dealer_draws", "all_draw", "plain")
    yield "start_powers", DUTY, (True,)
    yield "must_lay", WAITING, (False,)
    yield "hand_cap", FREE, (5, 10)
    yield "several_of_a_rank", USUAL, (True,)
    yield "wild_rank", USUAL, ("J",)
    yield "draw_all_rank", USUAL, ("2",)
    yield "wild_on_wild", USUAL, (True,)
    yield "wild_on_draw_all", USUAL, (False,)
    yield "draw_all_on_wild", USUAL, (True,)
    yield "draw_all_on_draw_all", USUAL, (False,)
    yield "draw_all_power", USUAL, ("pass_on", "none")
    yield "draw_all_follow", USUAL, ("suit_or_rank", "match")
    yield "draw_all_needs_follow", USUAL, (True,)
    yield "draw_limit", USUAL, (1, 2, 5, 0)
    yield "lay_after_draw", FREE, ("drawn",)
    yield "turn_limit", USUAL, (60, 0)
    yield "lay_limit", USUAL, (50,)
    yield "blocked_after", USUAL, ("circle_and_one",)
    yield "pass_counts", USUAL, ("stock_empty",)
    yield "renew_stock", USUAL, ("when_empty",)
    yield "reshuffles", USUAL, (0, 2, -1)
    yield "lappen", FORGETFUL, (False,)
    yield "lappen_penalty", FORGETFUL, (0, 1, 5)
    yield "lappen_penalty_when", FORGETFUL, ("next_turn",)
    yield "out_on_wild", USUAL, (True,)
    yield "out_on_draw_all", USUAL, (True,)
    yield "wait_with_special", USUAL, (False,)
    yield "last_card_suit", USUAL, (True,)
    yield "next_draws", USUAL, ("2:2", "2:4")
    yield "duty_needs_stock", DUTY, (True,)
    yield "skip_ranks", USUAL, ("Q",)
    yield "reverse_ranks", USUAL, ("K",)
    yield "again_ranks", USUAL, ("7",)
    yield "joker_power", JOKERS, ("none",)
    yield "joker_draws", JOKERS, (5,)
    # whoever saves eights seldom has several to lay
    yield "several_wilds", SPENDING, (True,)
    yield "scale", MATCHES, ("children", "face_value", "english", "openspiel")
    yield "limit", MATCHES, (50, 200)
    yield "limit_is", MATCHES, ("passed",)
    yield "match_end", MATCHES, ("lowest", "single")


TRIALS = tuple(Trial(option, value, table) for option, table, some in _tried() for value in some)
"""Everything that is tried."""

UNSEEN = (
    "players",
    "open_hands",
    "must_name_suit",
    "lappen_caught_by",
    "warning_at",
    "false_challenge_penalty",
    "misplay",
)
"""The options that no computer player's behaviour can show; why not is a message."""


__all__ = ["FORGETS", "OTHERS", "TRIALS", "UNSEEN", "Settings", "Table", "Trial"]
