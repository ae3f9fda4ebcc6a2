"""A round in which every hidden card is a chance of its own, drawn when it is needed.

The stock has no order here: it is a set of cards, each as likely to come next, which is
what it is to everybody at the table. A card dealt, turned up or drawn is chosen from
outside; only then does the engine, with the stock laid to suit, do what was decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vandatta.engine.alphabet import DRAW, NO_SEAT, PASS, TO_FOLLOW, TO_LAY
from vandatta.engine.copying import copy_of
from vandatta.engine.deal import PUT_BACKS, new_round, pack_for
from vandatta.engine.drawing import before_shuffle
from vandatta.engine.matching import ONE_SUIT, fits
from vandatta.engine.out import must_lay_drawn
from vandatta.engine.play import apply, may_draw_more, must_lay, speak
from vandatta.engine.rules import Rules, hand_size_for
from vandatta.engine.state import State, top_card
from vandatta.envs import IllegalAction
from vandatta.envs.actions import SILENT
from vandatta.envs.dealing import refusal
from vandatta.envs.rounds import Round
from vandatta.envs.seen import KINDS, TO_CALL, Row, Told
from vandatta.events import Drew, Laid, Renewed
from vandatta.narrate import Narrator

CHOSE = KINDS.index("chose")


@dataclass(frozen=True, slots=True)
class Got:
    """A card that came by chance into a hand."""

    seat: int
    card: int
    moment: int
    """How many decisions had been made; that last one is not yet done."""
    stock: int
    """How often the stock had been renewed."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of a seat."""

    seat: int
    action: int
    question: int
    lacks: int
    """Cards that the seat can't have held, or it would have had to lay one."""
    drawn: int = -1
    """A card laid because it was drawn last: how many decisions had been made by then."""


@dataclass(slots=True)
class Pending:
    """What waits for cards: the deal, or an action."""

    seats: list[int]
    """Who gets a card, in turn."""
    pools: list[Counter[int]]
    """The stock they come from, and each that it is renewed into on the way."""
    starts: list[int]
    """The first card that comes from each of these."""
    under: int = 0
    """How many cards, from the bottom of the pile, are renewed first."""

    def pool_of(self, place: int) -> int:
        """Which of the pools a card comes from."""
        return max(i for i, start in enumerate(self.starts) if start <= place)


class Chances:
    """A round whose chances come from outside.

    Args:
        rules: the table's rules.
        without: the same rules, with no card that is put back when turned up.
        seats: how many play.
        dealer: who deals; None: the first chance says who.
    """

    def __init__(self, rules: Rules, without: Rules, seats: int, dealer: int | None) -> None:
        self.rules = rules
        self._without = without
        self.seats = seats
        self.dealer = NO_SEAT if dealer is None else dealer
        self.round: Round | None = None
        """The round, once it has been dealt."""
        self.got: list[Got] = []
        """Cards that came into hands, in turn."""
        self.decided: list[Decided] = []
        self.stocks: list[Counter[int]] = [Counter(pack_for(rules, seats))]
        """What each stock, renewed or not, was made of; the turned-up card is out of it."""
        self.renewed_at: list[int] = [0]
        """A stock: how many decisions had been made when it was there to draw from."""
        self.up: list[int] = []
        """Cards turned up; all but the last were put back."""
        self._chosen: list[int] = []
        self._action = -1
        self.hands = hand_size_for(rules, seats) * seats
        """Cards dealt into hands."""
        self._pending: Pending | None = None

    @property
    def waits(self) -> bool:
        """Is it chance's turn?"""
        return self.round is None or self._pending is not None

    @property
    def undealt(self) -> bool:
        """Is the deal still going on?"""
        return self.round is None

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring now, and how likely."""
        if self.dealer == NO_SEAT:
            return [(seat, 1 / self.seats) for seat in range(self.seats)]
        pool = self._pool()
        total = sum(pool.values())
        return [(card, pool[card] / total) for card in sorted(pool) if pool[card]]

    def _pool(self) -> Counter[int]:
        """The cards that may come next."""
        pending = self._pending
        if pending is not None:
            which = pending.pool_of(len(self._chosen))
            return pending.pools[which] - Counter(self._chosen[pending.starts[which] :])
        pool = self.stocks[0] - Counter(got.card for got in self.got)
        if self.up:
            # what was put back lies anywhere but on top
            pool -= Counter(self.up[-1:])
        return pool

    def check(self, action: int) -> None:
        """See that chance may bring this, or the seat that decides may do it.

        Raises:
            IllegalAction: it may not.
        """
        if not self.waits:
            game = self.game()
            if action < 0 or not game.actions() >> action & 1:
                raise refusal(action, game.actions(), game.seat)
        elif self.dealer == NO_SEAT:
            if not 0 <= action < self.seats:
                raise IllegalAction(f"no seat {action} can deal")
        elif not self._pool()[action]:
            raise IllegalAction(f"no card {action} can come now")

    def chance(self, outcome: int) -> None:
        """Let chance bring one of `outcomes`."""
        if self.dealer == NO_SEAT:
            self.dealer = outcome
        elif self._pending is not None:
            self._chosen.append(outcome)
            self._go_on()
        elif len(self.got) < self.hands:
            seat = (self.dealer + 1 + len(self.got)) % self.seats
            self.got.append(Got(seat, outcome, 0, 0))
        else:
            self._turn_up(outcome)

    def _turn_up(self, card: int) -> None:
        """Turn up a card, which may have to be put back."""
        self.up.append(card)
        left = self.stocks[0] - Counter(got.card for got in self.got)
        others = any(not self.rules.put_back >> each & 1 for each in left)
        if self.rules.put_back >> card & 1 and others and len(self.up) <= PUT_BACKS:
            return
        self.stocks[0][card] -= 1
        events = list(Narrator().events(self._dealt([]), 0))
        seats = [event.seat for event in events if isinstance(event, Drew)]
        left[card] -= 1
        self._pending = Pending(seats, [left], [0])
        self._go_on()

    def _dealt(self, drawn: Sequence[int]) -> State:
        """The round as dealt, with cards drawn at its very start."""
        first = [*(got.card for got in self.got[: self.hands]), self.up[-1], *drawn]
        left = Counter(pack_for(self.rules, self.seats)) - Counter(first)
        deck = [*first, *sorted(left.elements())]
        s = new_round(self._without, self.seats, (1 << self.seats) - 1, self.dealer, deck, 0)
        s.rules = self.rules
        return s

    def act(self, action: int) -> None:
        """Decide for the seat that decides; cards it brings are chances that come first."""
        game = self.game()
        s = game.s
        drawn = -1
        if must_lay_drawn(s) and action == s.drawn_card:
            own = (got for got in reversed(self.got) if (got.seat, got.card) == (s.turn, action))
            drawn = next(own).moment
        lacks = lacking(game, action)
        self.decided.append(Decided(game.seat, action, game.question, lacks, drawn))
        self._action = action
        trial = copy_of(s)
        if game.question == TO_CALL or action > PASS + 1:
            if action != SILENT:
                speak(trial, game.seat, action)
        else:
            apply(trial, action)
        self._pending = self._needs(s, trial)
        self._go_on()

    def game(self) -> Round:
        """The round.

        Raises:
            RuntimeError: it has not been dealt.
        """
        if self.round is None:
            raise RuntimeError("the round has not been dealt")
        return self.round

    def heard(self, seat: int) -> Sequence[Told]:
        """The round's log so far, as `Round.heard` has it.

        Who has taken an action that waits for its cards knows which one: it stands last.
        """
        game = self.game()
        heard = game.heard(seat)
        if self.waits and game.seat == seat:
            return [*heard, Told((Row(CHOSE, seat, self._action),), seat)]
        return heard

    def _needs(self, s: State, trial: State) -> Pending:
        """The cards that an action, tried, has brought, and where they come from."""
        pool = Counter(s.stock[: s.n_stock])
        needs = Pending([], [pool], [0])
        if trial.n_stock == s.n_stock and trial.reshuffled == s.reshuffled:
            return needs
        pile = list(s.pile[: s.n_pile])
        for event in Narrator().events(trial, s.noted):
            if isinstance(event, Drew):
                needs.seats.append(event.seat)
            elif isinstance(event, Laid):
                pile.append(event.card)
            elif isinstance(event, Renewed):
                needs.under = needs.under or event.count
                needs.starts.append(len(needs.seats))
                needs.pools.append(Counter(pile[:-1]))
                self.stocks.append(needs.pools[-1])
                self.renewed_at.append(len(self.decided))
                pile = pile[-1:]
        return needs

    def _go_on(self) -> None:
        """Do what was waiting, once all its cards are there."""
        pending = self._pending
        if pending is None or len(self._chosen) < len(pending.seats):
            return
        chosen, self._chosen, self._pending = self._chosen, [], None
        if self.round is None:
            self.round = Round(self._dealt(chosen), log=True, put_back=self.up[:-1])
            stock = 0
        else:
            stock = self.round.s.reshuffled
            _lay_out(self.round.s, pending, chosen)
            self.round.act(self._action)
        for i, (seat, card) in enumerate(zip(pending.seats, chosen, strict=True)):
            self.got.append(Got(seat, card, len(self.decided), stock + pending.pool_of(i)))

    def copy(self) -> Chances:
        """A round equal to this that shares nothing with it that changes."""
        twin = Chances.__new__(Chances)
        twin.__dict__.update(self.__dict__)
        twin.round = None if self.round is None else self.round.copy()
        twin.got = self.got[:]
        twin.decided = self.decided[:]
        # of the stocks only the first changes, and only during the deal
        twin.stocks = [Counter(self.stocks[0]), *self.stocks[1:]]
        twin.renewed_at = self.renewed_at[:]
        twin.up = self.up[:]
        twin._chosen = self._chosen[:]
        return twin


def _lay_out(s: State, pending: Pending, chosen: Sequence[int]) -> None:
    """Lay the stock, and what will be the stock, so that the engine draws ``chosen``."""
    ends = [*pending.starts[1:], len(chosen)]
    now = chosen[: ends[0]]
    if now:
        rest = Counter(s.stock[: s.n_stock]) - Counter(now)
        s.stock[: s.n_stock] = bytes([*rest.elements(), *reversed(now)])
    if len(ends) == 1 or pending.under < 2:
        return
    first = chosen[ends[0] : ends[1]]
    # the card laid by this very action, if one is, is not among those renewed
    rest = Counter(s.pile[: pending.under]) - Counter(first)
    wanted = [*rest.elements(), *reversed(first)]
    s.pile[: pending.under] = bytes(before_shuffle(s.rng, wanted))


def lacking(game: Round, action: int) -> int:
    """Cards that the seat in turn can't have held, since it draws or passes.

    Args:
        game: the round, before the action.
        action: what the seat does.
    """
    s = game.s
    if action not in (DRAW, PASS) or s.phase not in (TO_LAY, TO_FOLLOW) or s.duty > 0:
        return 0
    alone = s.count[s.turn] == 1
    lacks = 0
    if must_lay(s, s.turn) and not (s.rules.lay_drawn and s.drawn):
        lacks = fits(s.rules, top_card(s), s.suit, s.phase == TO_FOLLOW) & ~s.rules.needs_follow
        if alone:
            lacks &= ~s.rules.not_last
            if s.rules.last_in_suit:
                lacks &= ONE_SUIT << s.suit
    if action == PASS and alone and s.rules.wait and may_draw_more(s):
        # only who waits with a card that may not be the last passes without drawing
        lacks |= ~s.rules.not_last & (1 << 62) - 1
    return lacks


def rules_without(rules: Rules) -> Rules:
    """The same rules, with no card that is put back when turned up."""
    return replace(rules, put_back=0)
