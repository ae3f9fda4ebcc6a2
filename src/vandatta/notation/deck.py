"""Decks: reading one, and how its cards lie once they are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vandatta.cards import RED_JOKER, cards_from_text
from vandatta.engine.rng import below, seed
from vandatta.engine.rules import Rules


class DeckError(ValueError):
    """Cards that are not the pack; ``card`` is missing, or there are too many of it."""

    def __init__(self, card: int, missing: bool) -> None:
        super().__init__(card, missing)
        self.card = card
        self.missing = missing


def plain(card: int) -> int:
    """``card`` as text knows it: the jokers are one."""
    return RED_JOKER if card == RED_JOKER + 1 else card


def read_deck(words: str, pack: Sequence[int]) -> list[int]:
    """The deck that ``words`` write, a permutation of ``pack``.

    Jokers are one in text; here they are given out as they come in the pack.

    Raises:
        ValueError: it is not the pack; `DeckError` if every word is a card.
    """
    return as_deck(cards_from_text(words), pack)


def as_deck(cards: Sequence[int], pack: Sequence[int]) -> list[int]:
    """``cards``, in which every joker is the red one, as a permutation of ``pack``.

    Raises:
        DeckError: they are not the pack.
    """
    wanted, found = Counter(map(plain, pack)), Counter(cards)
    for card in found - wanted:
        raise DeckError(card, missing=False)
    for card in wanted - found:
        raise DeckError(card, missing=True)
    jokers = iter([card for card in pack if card >= RED_JOKER])
    return [next(jokers) if card == RED_JOKER else card for card in cards]


def dealing_order(players: int, playing: int, dealer: int) -> list[int]:
    """The seats of the set ``playing`` as they get their cards, forehand first."""
    around = [(dealer + step) % players for step in range(1, players + 1)]
    return [seat for seat in around if playing >> seat & 1]


def turn_up(rules: Rules, rest: Sequence[int], chance: int) -> tuple[list[int], list[int]]:
    """What is turned up of the cards that are ``rest`` after the hands are dealt.

    Returns:
        The cards turned up, of which all but the last went back, and the stock.
    """
    stock = list(rest)
    rng = [0] * 4
    seed(rng, chance)
    up = []
    can_start = any(not rules.put_back >> card & 1 for card in stock)
    while can_start and rules.put_back >> stock[0] & 1:
        up.append(stock[0])
        where = _place(rng, len(stock))
        stock[0], stock[where] = stock[where], stock[0]
    return [*up, stock[0]], stock[1:]


def put_back(up: Sequence[int], stock: Sequence[int], chance: int) -> list[int] | None:
    """The cards as they lay before ``up`` was turned up: `turn_up` undone.

    Returns:
        None if the cards that went back do not lie where the chance put them.
    """
    cards = [up[-1], *stock]
    if len(cards) < 2:
        return cards if len(up) == 1 else None
    rng = [0] * 4
    seed(rng, chance)
    places = [_place(rng, len(cards)) for _ in up[:-1]]
    for card, where in zip(reversed(up[:-1]), reversed(places), strict=True):
        cards[0], cards[where] = cards[where], cards[0]
        if cards[0] != card:
            return None
    return cards


def _place(rng: list[int], size: int) -> int:
    """Where a card is put back among ``size``, counted from the top, never on top."""
    return size - 1 - below(rng, size - 1)
