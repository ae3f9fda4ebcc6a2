"""Many tables at once, a step at a time: for learning, and worth compiling.

Tables are a list of `State` or an array of records, one a table; sets of actions and actions are
lists or arrays of as many numbers.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from vandatta.engine.alphabet import ACTIONS
from vandatta.engine.choosing import any_of, call_in_time
from vandatta.engine.mark import rule
from vandatta.engine.play import apply, legal
from vandatta.engine.playouts import deal_number
from vandatta.engine.state import State

ILLEGAL = -1


@rule
def deal_tables(
    states: Sequence[State], rng: list[int], seed: int, first: int, masks: MutableSequence[int]
) -> None:
    """Deal round ``first`` and those after it, one at each table (see `deal_number`).

    Args:
        states: the tables, with rules and seats.
        rng: a generator, in any state.
        seed: which rounds these are, below 2**62.
        first: the number of the first table's round.
        masks: filled with what the seat in turn may do.
    """
    for table in range(len(states)):
        deal_number(states[table], rng, seed, first + table)
        masks[table] = legal(states[table])


@rule
def step_tables(
    states: Sequence[State], actions: Sequence[int], masks: MutableSequence[int], calling: bool
) -> int:
    """Do one action at every table.

    Args:
        states: the tables.
        actions: what the seat in turn does. A table whose round is over stays as it is.
        masks: what the seats in turn may do, as the last step left it; filled anew. At a table
            where the action was none of that nothing is done, and its set becomes `ILLEGAL`.
        calling: everyone calls lappen in time; else nobody calls.

    Returns:
        At how many tables the action was not legal.
    """
    illegal = 0
    for table in range(len(states)):
        if masks[table] == 0:
            continue
        s = states[table]
        action = actions[table]
        if action < 0 or action >= ACTIONS or legal(s) >> action & 1 == 0:
            masks[table] = ILLEGAL
            illegal += 1
            continue
        apply(s, action)
        if calling:
            call_in_time(s)
        masks[table] = legal(s)
    return illegal


@rule
def choose_any(rng: list[int], masks: Sequence[int], actions: MutableSequence[int]) -> None:
    """Choose an action for every table that has one, each as likely."""
    for table in range(len(masks)):
        if masks[table] > 0:
            actions[table] = any_of(rng, masks[table])
