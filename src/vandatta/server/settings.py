"""What a browser remembers of its player's wishes, in one cookie.

Nothing here is secret and nothing here is trusted: whatever can't be read
falls back to its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal, get_args
from urllib.parse import parse_qsl, urlencode

from vandatta.messages import LANGS, Lang
from vandatta.options import PRESETS, OptionsError, from_id, rules_id

Colours = Literal["two", "four"]
Indices = Literal["sv", "int"]
Sort = Literal["suit", "rank"]
Switch = Literal["on", "off"]
LevelKey = Literal["beginner", "friend", "regular", "master", "grandmaster", "trained"]

SETTINGS_COOKIE = "vandatta_settings"
SETTINGS_AGE = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""
_TOO_LONG = 1500
"""A cookie of ours is never this long; a longer one isn't read."""

CHOICES: dict[str, tuple[str, ...]] = {
    "lang": LANGS,
    "colours": get_args(Colours),
    "indices": get_args(Indices),
    "sort": get_args(Sort),
    "sound": get_args(Switch),
    "keys": get_args(Switch),
    "opponents": tuple("1234567"),
    "level": get_args(LevelKey),
}
"""Every setting and what it may be, as it stands in the cookie and in forms."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How one browser wants its pages."""

    lang: Lang = "sv"
    colours: Colours = "two"
    indices: Indices = "sv"
    """E Kn D K, or A J Q K."""
    sort: Sort = "suit"
    sound: Switch = "on"
    keys: Switch = "on"
    """Single letters as shortcuts; some who steer by voice need them off."""
    opponents: int = 3
    level: LevelKey = "beginner"
    rules: str = PRESETS[0]
    """The id of the rules that were chosen last."""

    def changed(self, wishes: Mapping[str, object]) -> Settings:
        """These settings with ``wishes`` fulfilled, as far as they can be read.

        Args:
            wishes: names and values as a form or a cookie has them; unknown
                names and values are passed over.
        """
        understood: dict[str, Any] = {}
        for name, values in CHOICES.items():
            wish = wishes.get(name)
            if isinstance(wish, str) and wish in values:
                understood[name] = int(wish) if name == "opponents" else wish
        rules = wishes.get("rules")
        if isinstance(rules, str) and (known := canonical_id(rules)):
            understood["rules"] = known
        return replace(self, **understood)

    def cookie(self) -> str:
        """These settings as the value of a cookie, which `parse_settings` reads."""
        return urlencode({name: str(value) for name, value in asdict(self).items()})


@lru_cache(maxsize=1000)
def canonical_id(rules: str) -> str | None:
    """The one id of the rules that ``rules`` is an id of; None if it is none."""
    try:
        return rules_id(from_id(rules))
    except OptionsError:
        return None


def parse_settings(cookie: str | None, accept_language: str = "") -> Settings:
    """The settings a browser brings along.

    Args:
        cookie: the cookie's value; anything that can't be read counts as absent.
        accept_language: the browser's header of that name, which gives the
            language until one is chosen.
    """
    plain = Settings(lang=browser_lang(accept_language))
    if plain.lang == "en":
        plain = replace(plain, indices="int")
    if not cookie or len(cookie) > _TOO_LONG:
        return plain
    try:
        wishes = dict(parse_qsl(cookie.strip('"'), max_num_fields=2 * len(fields(Settings))))
    except ValueError:
        return plain
    return plain.changed(wishes)


def browser_lang(accept_language: str) -> Lang:
    """The language of ours a browser likes best; English for one that knows neither.

    Args:
        accept_language: the header, e.g. ``sv-SE,sv;q=0.9,en;q=0.8``. A browser
            that says nothing gets Swedish, the game's own language.
    """
    best: tuple[float, Lang] | None = None
    for part in accept_language[:_TOO_LONG].split(","):
        tag, _, weight = part.strip().lower().partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            quality = 0.0
        main = tag.strip().partition("-")[0]
        for lang in LANGS:
            if main == lang and quality > 0 and (best is None or quality > best[0]):
                best = (quality, lang)
    if best:
        return best[1]
    return "en" if accept_language.strip() not in ("", "*") else "sv"


__all__ = [
    "CHOICES",
    "SETTINGS_AGE",
    "SETTINGS_COOKIE",
    "Colours",
    "Indices",
    "LevelKey",
    "Settings",
    "Sort",
    "Switch",
    "browser_lang",
    "canonical_id",
    "parse_settings",
]
