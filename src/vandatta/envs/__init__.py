"""Vändåtta for researchers: PettingZoo, Gymnasium and OpenSpiel on the one engine.

Each environment is a module of its own, and needs only the library that it serves:

- `vandatta.envs.aec`: PettingZoo, every seat an agent.
- `vandatta.envs.single`: Gymnasium, one seat against given players.
- `vandatta.envs.openspiel`: OpenSpiel, the game ``python_vandatta``.
- `vandatta.envs.batched`: many tables at once, as arrays.

They share the actions (`vandatta.envs.actions`), the observation, documented index by
index (`vandatta.envs.observation`), and what a seat remembers (`vandatta.envs.recall`).
"""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action that may not be taken now. Nothing has changed."""


def missing(library: str, extra: str = "envs", error: Exception | None = None) -> ImportError:
    """What to raise, in one sentence, where a library that an environment needs can't be had.

    Args:
        library: the library's name.
        extra: the optional extra of this package that brings it.
        error: what came of loading it; of versions that don't fit each other, any may.
    """
    why = "which is not installed"
    if error is not None and not isinstance(error, ModuleNotFoundError):
        first, *_ = [*str(error).splitlines(), ""]
        why = f"which can't be loaded ({type(error).__name__}: {first})"
    return ImportError(f"This environment needs {library}, {why}: pip install 'vandatta[{extra}]'")
