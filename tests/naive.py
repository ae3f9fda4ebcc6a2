"""A second referee of the preset svensk, written from the rule text alone.

It is plain, slow and independent of the engine. Cards are strings ("9c"), a hand is a list of
them, a move is the text move of a player ("8h=s", "draw").
Whatever chance decides is told from outside: the cards dealt, and the order of a renewed stock.
"""

from collections.abc import Callable

SUITS = "shdc"
COURT_AND_TEN = "TJQK"


class Naive:
    """One round by svensk. `renew(cards)` answers the order of a new stock, top first."""

    def __init__(
        self,
        hands: list[list[str]],
        stock: list[str],
        turned_up: str,
        dealer: int,
        renew: Callable[[list[str]], list[str]],
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)  # top first
        self.pile = [turned_up]  # bottom first
        self.renew = renew
        self.seats = len(hands)
        # "Först ut är spelaren till vänster om givaren"
        self.turn = (dealer + 1) % self.seats
        self.suit = turned_up[1]
        # "låt förhand bestämma färgen direkt, utan att lägga något kort"
        self.must_name = turned_up[0] == "8"
        # after one's own ace: "du fortsätter direkt med ett nytt kort i essets färg"
        self.goes_on = False
        self.drawn = 0
        self.renewals = 0
        self.over = False
        self.idle_turns = 0  # turns in a row that passed with nothing laid or drawn
        self.busy = False  # the seat in turn has laid or drawn something
        self.turns = 0
        self.called = [False] * self.seats
        self.forgot = [False] * self.seats
        self.late_caller: int | None = None

    # --- what may be done

    def fits(self, card: str) -> bool:
        """May this card of the hand in turn be laid now?"""
        rank, suit = card[0], card[1]
        # "Ditt sista kort måste vara ett vanligt kort, alltså varken åtta eller ess"
        if len(self.hands[self.turn]) == 1 and rank in "8A":
            return False
        # "ett nytt kort i samma färg som esset du just la"
        if self.goes_on:
            return suit == self.pile[-1][1]
        top_rank = self.pile[-1][0]
        if top_rank == "8":
            # "En åtta får inte besvaras med en ny åtta, och inte heller med ett ess"
            return suit == self.suit and rank not in "8A"
        if rank == "8":
            return True
        return suit == self.suit or rank == top_rank

    def can_draw_one(self) -> bool:
        """Is there a card to draw, if need be from the pile taken up?"""
        return bool(self.stock) or (self.renewals == 0 and len(self.pile) > 1)

    def bottoms(self) -> set[str]:
        """The cards that may be laid."""
        if self.over or self.must_name:
            return set()
        return set(filter(self.fits, self.hands[self.turn]))

    def waits(self) -> set[str]:
        """What may be done without laying."""
        if self.over:
            return set()
        if self.must_name:
            return {"=" + suit for suit in SUITS}
        hand = self.hands[self.turn]
        # "Har du ett spelbart kort ska du lägga det"
        if any(map(self.fits, hand)):
            return set()
        moves = {"draw"} if self.drawn < 3 and self.can_draw_one() else {"pass"}
        # "Sitter du med en ensam åtta får du dra ..., eller passa och vänta ut turen"
        if len(hand) == 1 and hand[0][0] in "8A":
            moves.add("pass")
        return moves

    def legal(self) -> set[str]:
        """The moves of the seat in turn."""
        moves = self.waits()
        for card in self.bottoms():
            moves |= {f"{card}={suit}" for suit in SUITS} if card[0] == "8" else {card}
        return moves

    def may_call(self, seat: int) -> bool:
        """May the seat still call, after the lay?"""
        return not self.over and self.late_caller == seat and self.forgot[seat]

    def may_point_out(self, seat: int, forgetful: int) -> bool:
        """May the seat point out that another forgot to call?"""
        return not self.over and seat != forgetful and self.forgot[forgetful]

    # --- doing it

    def play(self, move: str, calling: bool = False) -> None:
        """Make a move of the seat in turn; `calling`: "lappen" is called in the same breath."""
        me = self.turn
        # "Väntar du tills nästa spelare redan har spelat är det för sent"
        if self.late_caller != me and not move.startswith("="):
            self.late_caller = None
        if move == "draw":
            self.drawn += 1
            self.busy = True
            self.draw(me)
        elif move == "pass":
            self.next_player()
        elif move.startswith("="):
            self.suit = move[1]
            self.must_name = False
        else:
            self.lay(me, move, calling)

    def lay(self, me: int, move: str, calling: bool) -> None:
        card = move[:2]
        hand = self.hands[me]
        hand.remove(card)
        self.pile.append(card)
        self.busy = True
        self.idle_turns = 0
        # "Färgen gäller tills någon byter den med ett nytt kort"
        self.suit = move[3] if card[0] == "8" else card[1]
        self.called[me] = self.forgot[me] = False
        if not hand:
            self.over = True
            return
        if len(hand) == 1:
            self.called[me] = calling
            self.forgot[me] = not calling
            self.late_caller = me
        if card[0] == "A":
            # "drar alla andra spelare ett kort var, och du fortsätter direkt"
            for step in range(1, self.seats):
                self.draw((me + step) % self.seats)
            self.goes_on = True
            # "Kan du inte fortsätta drar du enligt vanliga regler": up to three
            self.drawn = 0
        else:
            self.next_player()

    def draw(self, seat: int) -> bool:
        """Give the seat a card, if there is one: "Räcker inte talongen ... går resten fria"."""
        if not self.stock and self.renewals == 0 and len(self.pile) > 1:
            # "sparar det översta kortet där det ligger, blandar resten"
            self.stock = self.renew(self.pile[:-1])
            self.pile = self.pile[-1:]
            self.renewals = 1
        if not self.stock:
            return False
        self.hands[seat].append(self.stock.pop(0))
        self.idle_turns = 0
        self.called[seat] = self.forgot[seat] = False
        return True

    def next_player(self) -> None:
        if not self.busy:
            self.idle_turns += 1
        self.turns += 1
        self.turn = (self.turn + 1) % self.seats
        self.drawn = 0
        self.busy = False
        self.goes_on = False
        # "Kan ingen vid bordet lägga är omgången över"; and no round goes on for ever
        if self.idle_turns == self.seats or self.turns == 500:
            self.over = True

    def call(self, seat: int) -> None:
        """Call late, but not too late."""
        assert self.may_call(seat)
        self.called[seat] = True
        self.forgot[seat] = False

    def point_out(self, seat: int, forgetful: int) -> None:
        """ "Glömmer du det drar du tre straffkort ur talongen"."""
        assert self.may_point_out(seat, forgetful)
        self.forgot[forgetful] = False
        for _ in range(3):
            self.draw(forgetful)
        if len(self.hands[forgetful]) == 1:
            self.called[forgetful] = True  # nothing left to draw: it was a reminder
        # "får du inte lägga något av dem samma tur ... turen går vidare till nästa spelare"
        if forgetful == self.turn:
            self.busy = True  # it has not passed
            self.next_player()

    # --- what it costs

    def points(self) -> list[int]:
        """What the cards each seat is left with are worth."""
        return [sum(map(worth, hand)) for hand in self.hands]


def worth(card: str) -> int:
    """ "Åtta 25, Ess 15, Kung, dam, knekt, tia 10, Övriga kort 5"."""
    if card[0] == "8":
        return 25
    if card[0] == "A":
        return 15
    return 10 if card[0] in COURT_AND_TEN else 5
