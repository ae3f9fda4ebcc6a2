"""Observations and masks as NumPy arrays, each a fresh one.

They are written through the array's own memory, whose items take half the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vandatta.envs.actions import ACTIONS
from vandatta.envs.observation import Layout, write_mask
from vandatta.envs.seen import Seen


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
