"""Where the parts of an observation begin, for the engine's own way to write one."""

from __future__ import annotations

from vandatta.engine.observing import Places
from vandatta.envs.observation import Layout


def places_of(layout: Layout) -> Places:
    """Where the parts of an observation begin, as the loops need it."""
    starts: dict[str, int] = {}
    at = 0
    for block in layout.blocks:
        starts[block.title] = at
        at += len(block.names)
    return Places(
        size=layout.size,
        pack=layout.pack,
        two=int(layout.two),
        hand=starts["hand"],
        top=starts["top"],
        suit=starts["suit"],
        pile=starts["pile"],
        asked=starts["asked"],
        seats=starts["seat +0"],
        hands=starts.get("hand +1", -1),
        drawn=starts.get("drawn card", -1),
        round=starts["round"],
    )
