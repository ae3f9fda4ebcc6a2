"""Card elements of the table page."""

from __future__ import annotations

from vandatta.cards import card_text
from vandatta.messages import Lang, card_name
from vandatta.server.keyring import Keyed
from vandatta.server.scene import CardScene


def face(lang: Lang, keyed: Keyed, origin: str) -> CardScene:
    """A card element: a face where the card is known, else a back.

    Args:
        lang: the reader's language.
        keyed: the element's id, and the card if it is known.
        origin: id of the element that it comes flying from when first seen.
    """
    if keyed.card is None:
        return CardScene(key=keyed.key, card=None, name="", origin=origin)
    name = card_name(lang, keyed.card)
    return CardScene(key=keyed.key, card=card_text(keyed.card), name=name, origin=origin)
