"""The rules in force at a table, in brief: what differs from the nearest preset."""

from __future__ import annotations

from dataclasses import dataclass

from vandatta.describe import base_of, difference_lines, preset_name, preset_text, rules_name
from vandatta.messages import Lang
from vandatta.options import from_id


@dataclass(frozen=True, slots=True)
class InForce:
    """The rules of a table, as its page tells of them."""

    id: str
    """The rules' id, for links."""
    name: str
    base: str
    """The preset they are nearest to."""
    about: str
    """That preset in one line."""
    lines: tuple[str, ...]
    """What differs from it; empty if nothing does."""


def rules_in_force(lang: Lang, rules: str, called: str = "") -> InForce:
    """The rules of id ``rules``, in brief.

    Args:
        lang: the reader's language.
        rules: the rules' id.
        called: the reader's own name for them, if there is one.

    Raises:
        vandatta.options.OptionsError: that is no rules id.
    """
    values = from_id(rules)
    base = base_of(values)
    return InForce(
        id=rules,
        name=called or rules_name(lang, values),
        base=preset_name(lang, base),
        about=preset_text(lang, base),
        lines=tuple(difference_lines(lang, values, base)),
    )
