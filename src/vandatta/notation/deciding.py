"""Which option has it that a move is refused. It is named for the reader, and not read here."""

from __future__ import annotations

from vandatta.cards import RED_JOKER
from vandatta.engine.state import State

DECIDES = {
    "wild_on_wild": "wild_on_wild",
    "wild_on_draw_all": "wild_on_draw_all",
    "draw_all_on_wild": "draw_all_on_wild",
    "draw_all_on_draw_all": "draw_all_on_draw_all",
    "must_follow_suit": "draw_all_follow",
    "needs_follow": "draw_all_needs_follow",
    "must_name_suit": "must_name_suit",
    "several_not_allowed": "several_of_a_rank",
    "several_not_allowed_rank": "several_of_a_rank",
    "only_the_drawn": "lay_after_draw",
    "only_the_drawn_set": "lay_after_draw",
    "must_lay": "must_lay",
    "must_lay_cap": "hand_cap",
    "draw_limit": "draw_limit",
    "stock_empty": "reshuffles",
    "stock_empty_never": "reshuffles",
    "out_on_wild": "out_on_wild",
    "out_on_draw_all": "out_on_draw_all",
    "last_card_suit": "last_card_suit",
    "nothing_to_call": "lappen",
    "nothing_to_call_none": "lappen",
    "nothing_to_call_twice": "lappen",
    "nothing_to_call_late": "lappen",
    "nothing_to_call_warned": "warning_at",
    "not_forgotten": "false_challenge_penalty",
    "not_forgotten_more": "false_challenge_penalty",
    "not_forgotten_noticed": "lappen_caught_by",
    "not_forgotten_none": "lappen",
}
"""A sentence, and the option that has it so; what isn't here is so at any table."""


def option_behind(s: State, said: str, card: int | None) -> str:
    """The option that has it so at this table.

    Args:
        s: the round.
        said: the sentence that says why a move is refused: a key under ``refusal``.
        card: the card in question, if there is one.

    Returns:
        The option's key; "" where it is so at any table.
    """
    if said in ("several_not_allowed", "several_not_allowed_rank") and card is not None:
        if card >= RED_JOKER:
            return ""
        if s.rules.wilds >> card & 1:
            return "several_wilds"
        if (s.rules.all_draw | s.rules.pass_on) >> card & 1:
            return ""
    return DECIDES.get(said, "")
