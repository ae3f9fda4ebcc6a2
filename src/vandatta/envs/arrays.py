"""Observations and masks as NumPy arrays, and arrays that are given.

Fresh ones are written through the array's own memory, whose items take half the time.
"""

from __future__ import annotations

from typing import Any

from vandatta.envs import missing
from vandatta.envs.actions import ACTIONS
from vandatta.envs.dealing import short
from vandatta.envs.observation import Layout, write_mask
from vandatta.envs.seen import Seen

try:
    import numpy as np
except Exception as error:
    raise missing("NumPy", "envs", error) from error

HIGH = 1 << 62
"""More than any number of an action."""


def observation_array(layout: Layout, seen: Seen) -> Any:
    """An observation, as 32-bit floats."""
    numbers: Any = np.zeros(layout.size, np.float32)
    layout.write(seen, numbers.data)
    return numbers


def mask_array(actions: int) -> Any:
    """A set of actions, as a 0 or 1 of 8 bits each."""
    mask = np.zeros(ACTIONS, np.int8)
    write_mask(actions, mask.data)
    return mask


def whole_numbers(actions: Any, tables: int) -> Any:
    """An action for each table, as 64-bit integers.

    Raises:
        ValueError: there are more or fewer, or they are no whole numbers.
    """
    try:
        given = np.asarray(actions)
    except (TypeError, ValueError):
        # rows of different lengths, and whatever else makes no array
        raise ValueError(f"actions are a row of numbers, not {short(actions)}") from None
    if given.shape != (tables,):
        raise ValueError(f"{tables} tables need as many actions, not {given.shape}")
    if given.dtype.kind not in "iu":
        raise ValueError(f"actions are whole numbers, not of type {given.dtype}")
    if given.dtype.kind == "u":
        # so large a number is no action, and must not become one below 0
        given = np.minimum(given, np.uint64(HIGH))
    return np.ascontiguousarray(given, np.int64)


def check_array(array: Any, shape: tuple[int, ...], kinds: tuple[str, ...], what: str) -> None:
    """See that an array can be written into.

    Raises:
        ValueError: it is not of that shape or of one of the kinds, or can't be written to.
    """
    fine = isinstance(array, np.ndarray) and array.shape == shape and array.dtype.name in kinds
    if not fine or not array.flags.c_contiguous or not array.flags.writeable:
        rows = " x ".join(map(str, shape))
        raise ValueError(f"{what} need {rows} of {kinds[0]} that lie one after another")
