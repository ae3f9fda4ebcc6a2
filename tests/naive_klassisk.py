"""A second referee of the preset klassisk, written from the rule text alone.

Like `tests.naive` it is plain, slow and independent of the engine: cards are strings ("9c"),
hands are lists of them, moves are the text moves of a player ("4s4d4h", "8h=s", "8h", "draw").
Whatever chance decides is told from outside: the deck, and the order of a renewed stock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

from tests.naive import SUITS, worth


class Klassisk:
    """One round by klassisk. `renew(cards)` answers the order of a new stock, top first."""

    def __init__(
        self,
        hands: list[list[str]],
        stock: list[str],
        pile: list[str],
        dealer: int,
        renew: Callable[[list[str]], list[str]],
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)  # top first
        self.pile = list(pile)  # bottom first
        self.renew = renew
        self.seats = len(hands)
        self.turn = (dealer + 1) % self.seats
        # "Slås en åtta upp i given, gäller den för sin ordinarie färg"
        self.suit = pile[-1][1]
        # "så återgår turen till den som spelade esset, varpå han spelar ut ett nytt kort"
        self.goes_on = False
        self.drawn = 0
        self.just_drawn = ""
        self.over = False
        self.idle_turns = 0  # turns in a row that passed since something was laid or drawn
        self.busy = False  # the seat in turn has laid or drawn something
        self.turns = 0
        self.late_caller: int | None = None  # who may still say "Ett kvar"
        self.owes = [False] * self.seats  # a card, at the start of the next turn
        self.renewals = 0

    @classmethod
    def dealt(
        cls, deck: list[str], seats: int, dealer: int, renew: Callable[[list[str]], list[str]]
    ) -> Klassisk:
        """Deal from the deck, top first: seven each, one at a time, from forehand on."""
        deck = list(deck)
        hands: list[list[str]] = [[] for _ in range(seats)]
        for number in range(7 * seats):
            hands[(dealer + 1 + number) % seats].append(deck.pop(0))
        up = deck.pop(0)
        dealt = cls(hands, deck, [up], dealer, renew)
        if up[0] == "A":
            # "måste alla genast börja med att dra ett extra kort"
            for number in range(seats):
                dealt.draw((dealer + 1 + number) % seats)
        return dealt

    # --- what may be done

    def matches(self, card: str) -> bool:
        """May this card lie on the top card?"""
        rank, suit = card[0], card[1]
        top_rank = self.pile[-1][0]
        if rank == "8":
            # "En åtta får dock inte läggas på en annan åtta, eller på ett ess"
            return top_rank not in "8A"
        # an eight on top is there for its suit alone
        return suit == self.suit or (rank == top_rank and top_rank != "8")

    def may_begin(self, card: str) -> bool:
        """May a lay of the seat in turn have this card at the bottom?"""
        hand = self.hands[self.turn]
        # "man får inte lägga ett ess eller en åtta som sitt sista kort"
        if len(hand) == 1 and card[0] in "8A":
            return False
        # "Går detta att spela på högen får man göra det": this one, none of the others
        if self.drawn and card[0] != self.just_drawn[0]:
            return False
        if self.drawn and card[0] in "8A" and card != self.just_drawn:
            return False
        return self.matches(card)

    def may_end(self, cards: list[str]) -> bool:
        """May a lay of these cards end here?"""
        return not self.drawn or self.just_drawn in cards

    def may_add(self, cards: list[str]) -> set[str]:
        """The cards that may be laid on these, which are being laid, in the same move."""
        rank = cards[0][0]
        # several of a rank are "spelade i samma drag"; an ace and an eight go alone
        if rank in "8A":
            return set()
        left = list(self.hands[self.turn])
        for card in cards:
            left.remove(card)
        return {card for card in left if card[0] == rank}

    def can_draw_one(self) -> bool:
        """Is there a card to draw, if need be from the pile taken up?"""
        return bool(self.stock) or len(self.pile) > 1

    def waits(self) -> set[str]:
        """What may be done instead of laying: draw or pass."""
        if self.over:
            return set()
        # after one's own ace: "varpå han spelar ut ett nytt kort"
        if self.goes_on and any(map(self.may_begin, self.hands[self.turn])):
            return set()
        # "Efter tre kort är det dock stopp"
        return {"draw"} if self.drawn < 3 and self.can_draw_one() else {"pass"}

    def bottoms(self) -> set[str]:
        """The cards that may be laid, alone or at the bottom of several."""
        return set() if self.over else set(filter(self.may_begin, self.hands[self.turn]))

    def lays(self) -> Iterator[str]:
        """Every lay of the seat in turn."""
        hand = self.hands[self.turn]
        for card in self.bottoms():
            if card[0] == "8":
                yield card  # "utan att ange färg"
                yield from (f"{card}={suit}" for suit in SUITS)
                continue
            same = [other for other in hand if other[0] == card[0]]
            for size in range(1, 2 if card[0] == "A" else len(same) + 1):
                for cards in set(permutations(same, size)):
                    if cards[0] == card and self.may_end(list(cards)):
                        yield "".join(cards)

    def legal(self) -> set[str]:
        """The moves of the seat in turn."""
        return {*self.lays(), *self.waits()}

    def may_call(self, seat: int) -> bool:
        """May the seat still say "Ett kvar", after the lay?"""
        return not self.over and self.late_caller == seat

    def may_point_out(self, _seat: int, _forgetful: int) -> bool:
        """A forgotten call is noticed by itself; nobody need point it out."""
        return False

    # --- doing it

    def play(self, move: str, calling: bool = False) -> None:
        """Make a move of the seat in turn; `calling`: "Ett kvar" is said in the same breath."""
        me = self.turn
        if self.late_caller not in (None, me):
            # the next player lays, draws or passes: the time to call is over
            self.owes[self.late_caller] = True
            self.late_caller = None
        if move == "draw":
            self.drawn += 1
            self.busy = True
            self.draw(me)
            self.just_drawn = self.hands[me][-1]
        elif move == "pass":
            self.next_player()
        else:
            words, _, named = move.partition("=")
            self.lay(me, [words[at : at + 2] for at in range(0, len(words), 2)], named, calling)

    def lay(self, me: int, cards: list[str], named: str, calling: bool) -> None:
        for card in cards:
            self.hands[me].remove(card)
            self.pile.append(card)
        self.busy = True
        self.idle_turns = 0
        if cards[-1][0] != "8":
            self.suit = cards[-1][1]
        elif named:
            self.suit = named
        # else: "gäller färgen på kortet närmast under åttan", which is in force already
        left = len(self.hands[me])
        if left == 0:
            self.over = True
            return
        self.late_caller = me if left == 1 and not calling else None
        if cards[-1][0] == "A":
            # "måste alla andra i turordning genast plocka upp var sitt kort"
            for step in range(1, self.seats):
                self.draw((me + step) % self.seats)
            self.goes_on = True
            self.drawn = 0
        else:
            self.next_player()

    def draw(self, seat: int) -> None:
        """Give the seat a card, if there is one."""
        if not self.stock and len(self.pile) > 1:
            # "vänder man på högen (det översta kortet får ligga kvar), blandar korten"
            self.stock = self.renew(self.pile[:-1])
            self.pile = self.pile[-1:]
            self.renewals += 1
        if not self.stock:
            return
        self.hands[seat].append(self.stock.pop(0))
        self.idle_turns = 0
        if self.late_caller == seat:
            self.late_caller = None  # it is one card no more

    def next_player(self) -> None:
        if not self.busy:
            self.idle_turns += 1
        self.turns += 1
        self.drawn = 0
        self.busy = False
        self.goes_on = False
        # a full circle has passed, or the turns are used up
        if self.idle_turns == self.seats or self.turns == 500:
            self.over = True
            return
        self.turn = (self.turn + 1) % self.seats
        if self.owes[self.turn]:
            # "nästa gång det är hans tur först dra ett kort innan han får lägga ut"
            self.owes[self.turn] = False
            self.draw(self.turn)

    def call(self, seat: int) -> None:
        """Say "Ett kvar" late, but not too late."""
        assert self.may_call(seat)
        self.late_caller = None

    # --- what it costs

    def points(self) -> list[int]:
        """What the cards each seat is left with are worth."""
        return [sum(map(worth, hand)) for hand in self.hands]
