"""Card elements keep their names while a card can be followed, and tell nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sittings import SECRET, played
from vandatta.cards import PACK, cards_from_text
from vandatta.events import Dealt, Drew, Event, Laid, Passed, Renewed, RoundOver, TurnedUp
from vandatta.server.keyring import Keyed, Keyring

HAND = tuple(cards_from_text("2s 3s 4s 5s 6s 7s 9s"))
START: tuple[Event, ...] = (
    Dealt(1, 1, 7, None),
    Dealt(2, 0, 7, HAND),
    TurnedUp(3, 40),
)


def ring(*events: Event, secret: bytes = SECRET, seat: int = 0) -> Keyring:
    keyring = Keyring(secret, seat)
    keyring.follow([*START, *events])
    return keyring


def keys(cards: Sequence[Keyed]) -> list[str]:
    return [each.key for each in cards]


def test_own_card_keeps_its_name_from_stock_to_pile() -> None:
    drawn = ring(Drew(4, 0, 33, "turn"))
    name = drawn.hand(0)[-1]
    assert name.card == 33
    laid = ring(Drew(4, 0, 33, "turn"), Laid(5, 0, 33))
    assert laid.pile(3)[-1] == name
    assert name.key not in keys(laid.hand(0))
    assert len(laid.pile(3)) == 2


def test_of_two_equal_cards_one_goes() -> None:
    twins = ring(Drew(4, 0, HAND[0], "turn"), Laid(5, 0, HAND[0]))
    assert Counter(each.card for each in twins.hand(0)) == Counter(HAND)


@given(st.sampled_from(PACK), st.sampled_from(PACK), st.binary(min_size=1, max_size=16))
def test_which_name_is_laid_does_not_depend_on_the_card(a: int, b: int, secret: bytes) -> None:
    before = keys(ring(secret=secret).hand(1))
    first, second = (ring(Laid(4, 1, card), secret=secret) for card in (a, b))
    assert keys(first.hand(1)) == keys(second.hand(1))
    assert first.pile(1)[0].key == second.pile(1)[0].key
    assert first.pile(1)[0].key in before
    assert first.pile(1)[0].card == a


def test_any_hidden_card_may_be_the_one_laid() -> None:
    """Not always the first, nor the one just drawn: nobody can tell which was laid."""
    drew = Drew(4, 1, None, "turn")
    where: Counter[int] = Counter()
    for i in range(400):
        secret = i.to_bytes(16)
        before = keys(ring(drew, secret=secret).hand(1))
        laid = ring(drew, Laid(5, 1, 17), secret=secret).pile(1)[0].key
        where[before.index(laid)] += 1
    assert set(where) == set(range(8))
    assert max(where.values()) < 100  # of 50 expected


def test_no_card_that_comes_back_from_the_pile_is_known_again() -> None:
    known = tuple(Laid(4 + i, 0, card) for i, card in enumerate(HAND[:4]))
    before = ring(*known)
    old = set(keys(before.pile(9)) + keys(before.hand(0)) + keys(before.hand(1)))
    drawn = [Drew(9 + i, i % 2, HAND[i] if i % 2 == 0 else None, "turn") for i in range(4)]
    after = ring(*known, Renewed(8, 4), *drawn)
    assert len(after.pile(9)) == 1
    new = keys(after.hand(0)[-2:]) + keys(after.hand(1)[-2:])
    assert len(set(new)) == 4
    assert not old & set(new)


def test_hands_are_opened_when_the_round_is_over() -> None:
    theirs = tuple(sorted(cards_from_text("Kd Ah 9c 8s 7h 6d 2c")))
    over = ring(Passed(4, 1), RoundOver(5, None, False, (HAND, theirs), (0, 0), (0, 0)))
    assert keys(over.hand(1)) == keys(ring().hand(1))
    assert sorted(each.card or 0 for each in over.hand(1)) == list(theirs)
    assert over.hand(0) == ring().hand(0)


def test_another_round_has_other_names() -> None:
    keyring = ring(Laid(4, 1, 9))
    before = set(keys(keyring.hand(0)) + keys(keyring.hand(1)) + keys(keyring.pile(9)))
    keyring.follow([Dealt(20, 0, 7, HAND), Dealt(21, 1, 7, None), TurnedUp(22, 3)])
    after = keys(keyring.hand(0)) + keys(keyring.hand(1)) + keys(keyring.pile(9))
    assert len(after) == 15
    assert not before & set(after)


def test_seats_and_tables_share_no_names() -> None:
    mine = set(keys(ring().hand(0)) + keys(ring().hand(1)))
    for other in (ring(seat=1), ring(secret=b"another")):
        assert not mine & set(keys(other.hand(0)) + keys(other.hand(1)))


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("seed", range(3))
def test_every_page_of_a_seat_has_the_same_names(seat: int, seed: int) -> None:
    """One that has been open all along, and one opened just now; and all of them unique."""
    old = Keyring(SECRET, seat)
    for table in played(3, seed, 150):
        view = table.view(seat)
        old.follow(view.history)
        new = Keyring(SECRET, seat)
        new.follow(view.history)
        seen: list[str] = []
        for each in range(3):
            assert old.hand(each) == new.hand(each)
            assert len(new.hand(each)) == view.counts[each]
            seen += keys(new.hand(each))
        assert old.pile(200) == new.pile(200)
        assert len(new.pile(200)) == view.pile
        assert new.pile(1)[0].card == view.top
        seen += keys(new.pile(200))
        assert len(set(seen)) == len(seen)
        assert sorted(each.card or 0 for each in new.hand(seat)) == sorted(view.hand)
        if table.phase_of_match == "round":
            hidden = [each for i in range(3) if i != seat for each in new.hand(i)]
            assert all(each.card is None for each in hidden)


def test_nothing_is_left_before_the_first_deal_of_a_match() -> None:
    keys = ring()
    assert keys.hand(0) and keys.pile(1)
    keys.follow([])
    assert keys.hand(0) == keys.pile(1) == ()
