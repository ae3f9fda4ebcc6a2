"""What compiled code does to memory as a whole: copying a state, and clearing a row."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

from vandatta.engine.state import State

_FIELDS = [field.name for field in fields(State)]
_VALUES = attrgetter(*_FIELDS)
_LISTS = [place for place, f in enumerate(fields(State)) if f.type not in ("int", "Rules")]


_NUMBERS = [name for place, name in enumerate(_FIELDS) if place not in _LISTS]
_SEQUENCES = [_FIELDS[place] for place in _LISTS]


def assign(dst: State, src: State) -> None:
    """Make ``dst`` equal to ``src``. Marked functions may call it: compiled, it copies memory."""
    for name in _NUMBERS:
        setattr(dst, name, getattr(src, name))
    for name in _SEQUENCES:
        getattr(dst, name)[:] = getattr(src, name)


def wipe(row: MutableSequence[Any]) -> None:
    """Make all numbers of ``row`` 0. Marked functions may call it: compiled, it clears memory."""
    for at in range(len(row)):
        row[at] = 0


def copy_of(s: State) -> State:
    """A state equal to ``s`` that shares nothing with it but the rules, which nobody changes."""
    values = list(_VALUES(s))
    for place in _LISTS:
        values[place] = values[place][:]
    return State(*values)
