"""Computer players: they choose from what their seat sees, and never see more."""

from vandatta.players.levels import (
    LEVELS,
    TRAINED,
    Choose,
    Level,
    delay_to_call,
    delay_to_move,
    delay_to_notice,
    forgotten,
    is_to_call,
    will_call,
    will_notice,
)

__all__ = [
    "LEVELS",
    "TRAINED",
    "Choose",
    "Level",
    "delay_to_call",
    "delay_to_move",
    "delay_to_notice",
    "forgotten",
    "is_to_call",
    "will_call",
    "will_notice",
]
