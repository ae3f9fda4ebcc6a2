"""Observations and masks as NumPy arrays, each a fresh one.

They are written as plain arrays, whose items take a third of the time, and lent to NumPy.
"""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from vandatta.envs.actions import ACTIONS
from vandatta.envs.observation import Layout, write_mask
from vandatta.envs.seen import Seen

FLOAT = 4
"""Bytes of a number."""


def observation_array(layout: Layout, seen: Seen) -> Any:
    """An observation, as 32-bit floats."""
    numbers = array("f", bytes(FLOAT * layout.size))
    layout.write(seen, numbers)
    return np.frombuffer(numbers, np.float32)


def mask_array(actions: int) -> Any:
    """A set of actions, as a 0 or 1 of 8 bits each."""
    mask = array("b", bytes(ACTIONS))
    write_mask(actions, mask)
    return np.frombuffer(mask, np.int8)
