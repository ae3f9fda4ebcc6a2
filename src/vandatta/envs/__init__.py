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


def missing(library: str, extra: str = "envs") -> ImportError:
    """What to raise, in one sentence, where a library that an environment needs is missing.

    Args:
        library: the library's name.
        extra: the optional extra of this package that brings it.
    """
    return ImportError(
        f"This environment needs {library}, which is not installed: pip install 'vandatta[{extra}]'"
    )
