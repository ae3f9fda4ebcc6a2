"""The colours of the cards, every one of them a CSS custom property.

The drawings name properties only; a page sets them on its root element, from
where they reach into the sprite. The fallbacks are the light palette, so that
the sprite also looks right without any style sheet.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT = {
    "suit-s": "#1c2233",
    "suit-h": "#c4202e",
    "suit-d": "#c4202e",
    "suit-c": "#1c2233",
    "card-paper": "#fffdf7",
    "card-edge": "#cfc8b8",
    "card-ink": "#1c2233",
    "court-red": "#c4303a",
    "court-blue": "#27548a",
    "court-green": "#3d7a55",
    "court-rust": "#cc6a34",
    "court-plum": "#6d4378",
    "court-gold": "#e8b144",
    "court-skin": "#f3cfae",
    "court-blush": "#e58f7c",
    "court-fair": "#d99a3c",
    "court-plait": "#b3762a",
    "court-dark": "#6b4230",
    "court-grey": "#8d8a8c",
    "court-linen": "#fffaf0",
    "court-steel": "#a9b9c8",
    "court-line": "#2a2434",
    "ground-s": "#dbe5f1",
    "ground-h": "#fbe1d8",
    "ground-d": "#fcebc8",
    "ground-c": "#dcead8",
    "ground-j": "#ece2f0",
    "back-main": "#234a7d",
    "back-line": "#f4dfae",
}
"""Custom properties without their dashes, and their values by day."""

DARK = {
    "suit-s": "#171b28",
    "suit-h": "#ad1623",
    "suit-d": "#ad1623",
    "suit-c": "#171b28",
    "card-paper": "#e6dfd0",
    "card-edge": "#0d1017",
    "card-ink": "#171b28",
    "court-red": "#ab2832",
    "court-blue": "#23497a",
    "court-green": "#356b4a",
    "court-rust": "#b35a2a",
    "court-plum": "#5d3867",
    "court-gold": "#d19b30",
    "court-skin": "#e2bd9b",
    "court-blush": "#d07d6a",
    "court-fair": "#c58a33",
    "court-plait": "#9c6420",
    "court-linen": "#efe8da",
    "court-steel": "#95a5b4",
    "ground-s": "#c6ced9",
    "ground-h": "#e2c9be",
    "ground-d": "#e4d1ab",
    "ground-c": "#c2d0bd",
    "ground-j": "#d2c7d6",
    "back-main": "#1b3a64",
    "back-line": "#d9c391",
}
"""What differs by night: dimmed paper, and colours that keep their contrast on it."""

FOUR_LIGHT = {"suit-d": "#1a5fc4", "suit-c": "#157a3e"}
FOUR_DARK = {"suit-d": "#134c9f", "suit-c": "#0d6030"}
"""Blue diamonds and green clubs, for those who want four colours."""


def colour(name: str) -> str:
    """``name`` as a CSS value: the custom property with its daylight fallback."""
    return f"var(--{name},{LIGHT[name]})"


def suit_colour(suit: str) -> str:
    """The colour of ``suit`` (one of ``shdc``) as a CSS value."""
    return colour(f"suit-{suit}")


def _block(selector: str, values: Mapping[str, str]) -> str:
    return selector + "{" + ";".join(f"--{key}:{value}" for key, value in values.items()) + "}"


def palette_css() -> str:
    """The style rules that give the cards their colours and indices.

    Light or dark follows the system. ``html[data-colours="four"]`` turns four
    colours on, ``html[data-indices="int"]`` changes E Kn D K into A J Q K.
    """
    four = 'html[data-colours="four"]'
    return "\n".join(
        (
            _block("html", LIGHT | {"idx-sv": "inline", "idx-int": "none"}),
            _block(four, FOUR_LIGHT),
            _block('html[data-indices="int"]', {"idx-sv": "none", "idx-int": "inline"}),
            "@media (prefers-color-scheme:dark){",
            _block("html", DARK),
            _block(four, FOUR_DARK),
            "}",
            "",
        )
    )
