"""Marking the functions that make up the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

marked: list[Callable[..., Any]] = []
"""Every function of the rules, in the order of definition."""


def rule(fn: F) -> F:
    """Mark a function that compiled code may call. It stays an ordinary function."""
    marked.append(fn)
    return fn
