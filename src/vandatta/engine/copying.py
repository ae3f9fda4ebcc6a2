"""Copying a state."""

from __future__ import annotations

from dataclasses import fields

from vandatta.engine.state import State

_WHOLE = tuple(f.name for f in fields(State) if f.type in ("int", "Rules"))
_PARTS = tuple(f.name for f in fields(State) if f.type not in ("int", "Rules"))


def copy_of(s: State) -> State:
    """A state equal to ``s`` that shares nothing with it but the rules, which nobody changes."""
    found = State(rules=s.rules)
    for name in _WHOLE:
        setattr(found, name, getattr(s, name))
    for name in _PARTS:
        setattr(found, name, getattr(s, name)[:])
    return found
