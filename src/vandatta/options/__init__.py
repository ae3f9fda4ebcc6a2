"""Named options of the rules: the one table, reading, compiling, ids."""

from __future__ import annotations

from vandatta.options.compiling import check_seats, compile_rules, rules_from, seats_for
from vandatta.options.identity import canonical, differences, from_id, idle, named, rules_id
from vandatta.options.parsing import (
    PRESETS,
    SWEDISH,
    OptionsError,
    changed,
    options_from,
    preset,
)
from vandatta.options.table import GROUPS, OPTIONS, Option, Value

__all__ = [
    "GROUPS",
    "OPTIONS",
    "PRESETS",
    "SWEDISH",
    "Option",
    "OptionsError",
    "Value",
    "canonical",
    "changed",
    "check_seats",
    "compile_rules",
    "differences",
    "from_id",
    "idle",
    "named",
    "options_from",
    "preset",
    "rules_from",
    "rules_id",
    "seats_for",
]
