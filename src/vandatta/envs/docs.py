"""The page of the documentation that tells what stands where in an observation.

`python -m vandatta.envs.docs` prints it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from vandatta.envs.actions import ACTIONS, action_text
from vandatta.envs.observation import Block, Layout
from vandatta.options import rules_from

HEAD = """\
# Observations, index by index

This page is made by `python -m vandatta.envs.docs`; change the code, not the page. An observation
is a row of numbers from 0 to 1. What it holds depends on the rules and on the number of seats:
`Layout(rules, seats).names` of `vandatta.envs.observation` lists the names for any of them, and
`layout.size` how many there are. Seats are counted from one's own, clockwise; of other hands only
how many cards they hold is told, but where the table plays with open hands. While another seat is
in the middle of its move, everything is as it was before that move.
"""
EXAMPLES = (
    ("svensk", 2, "one pack"),
    ("klassisk", 6, "two packs: second copies have places of their own"),
    ("barn", 2, "open hands"),
    ("mau_mau", 2, "after drawing only the card drawn may be laid"),
)


def page() -> str:
    """The whole page, as Markdown."""
    parts = [HEAD, "## Actions\n", *_actions()]
    for rules, seats, why in EXAMPLES:
        layout = Layout(rules_from(rules), seats)
        parts.append(f"\n## `{rules}` with {seats} seats: {layout.size} numbers\n")
        parts.append(f"For example of {why}.\n")
        parts += ["| from | to | name | what |", "|---|---|---|---|"]
        at = 0
        for block in layout.blocks:
            parts.append(_block(at, block))
            at += len(block.names)
    return "\n".join(parts) + "\n"


def _actions() -> Iterator[str]:
    names = [action_text(action) for action in range(ACTIONS)]
    yield (
        f"There are {ACTIONS}, whatever the rules: 0 to 53 lay a card, 54 to 57 name a suit, 58"
        " draws, 59 passes, 60 says that a set is done (or leaves an eight's suit unsaid), 61"
        " calls *lappen*, 62 to 69 point out that a seat forgot to, and 70 keeps silent.\n"
    )
    for first in range(0, ACTIONS, 12):
        some = enumerate(names[first : first + 12], first)
        yield "- " + ", ".join(f"{number} `{name}`" for number, name in some)


def _block(at: int, block: Block) -> str:
    names = block.names
    few = names if len(names) <= 12 else (*names[:3], "...", names[-1])
    told = ", ".join(name if name == "..." else f"`{name}`" for name in few)
    return f"| {at} | {at + len(names) - 1} | {block.title}: {told} | {block.text} |"


if __name__ == "__main__":
    sys.stdout.write(page())
