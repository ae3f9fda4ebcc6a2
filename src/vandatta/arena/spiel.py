"""Our players in OpenSpiel's own crazy_eights; needs ``pip install 'vandatta[openspiel]'``.

A `Bot` follows a game by its history and keeps of it what its seat may know: its own cards, and
what everybody sees and hears. Every other card is `UNKNOWN` to it, from the moment it is read. So
the view that its player gets is made of a round in which nothing hidden is left to be seen.

    import pyspiel
    from vandatta.arena.spiel import Bot

    game = pyspiel.load_game("crazy_eights(players=2)")
    bots = [Bot(game, 0, "grandmaster"), Bot(game, 1, "eager")]

Each of them is a ``pyspiel.Bot``. The game is the one that the preset ``openspiel`` is in lockstep
with: OpenSpiel's default parameters, but for the number of players, 2 to 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pyspiel

from vandatta.arena.contest import Contest
from vandatta.arena.players import player
from vandatta.arena.working import Ended, Play, in_parts
from vandatta.cards import NO_SUIT
from vandatta.engine.alphabet import DRAW, NAME, PASS
from vandatta.engine.counted import Setting, Unit, begin_round, begin_unit
from vandatta.engine.deal import pack_for
from vandatta.engine.match import Match
from vandatta.engine.playouts import seated
from vandatta.engine.rules import Rules, hand_size_for
from vandatta.events import Dealt, History, PutBack, TurnedUp
from vandatta.narrate import Narrator
from vandatta.notation.moves import Move, plan, read_move
from vandatta.notation.moves import Plan as MovePlan
from vandatta.notation.record import UNKNOWN
from vandatta.notation.viewed import deal_seen, move_seen
from vandatta.options import compile_rules, preset
from vandatta.players import Choose
from vandatta.simulation.working import RefusedMove
from vandatta.view import View, observe

GAME = "crazy_eights"
DEALER, TAKE, SKIP, NOMINATE = 52, 52, 53, 54
"""Their actions beyond the cards: chance names the dealer with the number that draws."""
DEFAULTS = {
    "max_draw_cards": 5,
    "max_turns": 100,
    "use_special_cards": False,
    "reshuffle": False,
}
MOST_SEATS = 8


def ours(card: int) -> int:
    """Our card for theirs: they count clubs, diamonds, hearts, spades from the two on."""
    return (card // 4 + 1) % 13 * 4 + 3 - card % 4


def theirs(card: int) -> int:
    """Their card for ours."""
    return (card // 4 + 12) % 13 * 4 + 3 - card % 4


def their_action(action: int) -> int:
    """Their action for ours."""
    if action < NAME:
        return theirs(action)
    if action < DRAW:
        return NOMINATE + 3 - (action - NAME)
    return TAKE if action == DRAW else SKIP


class Bot(pyspiel.Bot):
    """A player of ours, or anybody's, in a seat of OpenSpiel's crazy_eights.

    Args:
        game: the game, with its default parameters but for the players.
        seat: where it sits.
        choose: a player, or the name of one (see `vandatta.arena.players.player`).
        rng: the chance it plays by; none: one of its seat's own.

    Raises:
        ValueError: it is another game.
    """

    def __init__(
        self, game: Any, seat: int, choose: Choose | str, rng: Random | None = None
    ) -> None:
        super().__init__()
        _check(game)
        self._players = game.num_players()
        self._seat = seat
        self._choose = player(choose) if isinstance(choose, str) else choose
        self._rng = rng or Random(seat)
        self._knowledge = Knowledge(self._players, seat)
        self._coming: list[int] = []

    def restart(self) -> None:
        """Forget the game: another one begins."""
        self._knowledge = Knowledge(self._players, self._seat)
        self._coming = []

    def restart_at(self, _state: Any) -> None:
        """The same; what has happened is told by the state it is asked with."""
        self.restart()

    def step(self, state: Any) -> int:
        """What it does in a state in which it is in turn.

        Raises:
            RefusedMove: its player made a move that is not allowed.
        """
        if not self._coming:
            view = self.view(state)
            self._coming = self._knowledge.actions(self._choose(view, self._rng))
        return self._coming.pop(0)

    def view(self, state: Any) -> View:
        """What the seat sees of the game."""
        self._knowledge.follow(state.full_history())
        return self._knowledge.view()


def _check(game: Any) -> None:
    if game.get_type().short_name != GAME or game.num_players() > MOST_SEATS:
        raise ValueError(f"it is {GAME} for 2 to {MOST_SEATS} that these players know")
    given = game.get_parameters()
    other = [key for key, value in DEFAULTS.items() if given.get(key, value) != value]
    if other:
        raise ValueError(f"these players know {GAME} with its defaults, not with other {other}")


class Knowledge:
    """What a seat knows of a game, as a round of ours in which the rest is `UNKNOWN`."""

    def __init__(self, players: int, seat: int) -> None:
        self.rules = compile_rules(preset("openspiel"))
        self.players = players
        self.seat = seat
        self._read = 0
        self._dealing: list[int] = []
        self._begun = False
        self._drawing = -1
        """Who waits for a card from the stock; -1: nobody."""
        self._wild = -1
        """An eight whose suit has yet to be named; -1: none."""
        self._s: Any = None
        self._narrator, self._history, self._told = Narrator(), History(), 0

    def follow(self, history: Sequence[Any]) -> None:
        """Hear what has happened since it was last asked.

        Args:
            history: the game's whole history, from its beginning.
        """
        for each in history[self._read :]:
            if each.player == pyspiel.PlayerId.CHANCE:
                self._chance(each.action)
            else:
                self._acted(each.player, each.action)
        self._read = len(history)
        if not self._begun:
            self._begin()

    def view(self) -> View:
        """What the seat sees."""
        self._listen()
        dealer = self._s.dealer
        m = Match(players=self.players, playing=self._s.playing, dealer=dealer)
        return observe(self._s, m, self.seat, self._history)

    def actions(self, words: str) -> list[int]:
        """A move, in their actions.

        Raises:
            RefusedMove: it is not allowed.
        """
        try:
            found = plan(self._s, self.seat, read_move(words))
        except ValueError:
            raise RefusedMove(self.seat, words) from None
        if not isinstance(found, MovePlan) or found.misplayed is not None or found.out_of_turn:
            raise RefusedMove(self.seat, words)
        return [their_action(part) for part in found.parts]

    def _chance(self, outcome: int) -> None:
        """Hear of a card: which it is only if it is one's own, or lies open."""
        if self._drawing >= 0:
            card = ours(outcome) if self._drawing == self.seat else UNKNOWN
            self._s.stock[self._s.n_stock - 1] = card
            self._move(self._drawing, Move(action=DRAW))
            self._drawing = -1
            return
        if not self._dealing:
            self._dealing.append(outcome - DEALER)
            return
        place = len(self._dealing) - 1
        hands = self._hands()
        hidden = place < hands and (self._dealing[0] + 1 + place) % self.players != self.seat
        self._dealing.append(UNKNOWN if hidden else ours(outcome))

    def _hands(self) -> int:
        return hand_size_for(self.rules, self.players) * self.players

    def _begin(self) -> None:
        """The deal is done: somebody is to move."""
        dealer, *cards = self._dealing
        hands, up = cards[: self._hands()], cards[self._hands() :]
        rest = len(pack_for(self.rules, self.players)) - len(hands) - 1
        self._s = deal_seen(
            self.rules,
            self.players,
            (1 << self.players) - 1,
            dealer,
            1 << self.seat,
            [*hands, up[-1], *[UNKNOWN] * rest],
            up,
        )
        self._begun = True

    def _acted(self, seat: int, action: int) -> None:
        if not self._begun:
            self._begin()
        if action >= NOMINATE:
            self._move(seat, Move((self._wild,), suit=3 - (action - NOMINATE)))
            self._wild = -1
        elif action == TAKE:
            self._drawing = seat
        elif action == SKIP:
            self._move(seat, Move(action=PASS))
        elif self.rules.wilds >> ours(action) & 1:
            self._wild = ours(action)
        else:
            self._move(seat, Move((ours(action),), suit=NO_SUIT))

    def _move(self, seat: int, move: Move) -> None:
        self._listen()
        move_seen(self._s, 1 << self.seat, seat, move, False, [])

    def _listen(self) -> None:
        self._history.extend(self._narrator.events(self._s, self._told))
        self._told = self._s.noted


# --- contests


def rounds(contest: Contest) -> Play:
    """Plays the rounds of a contest in their game.

    Their chance draws the very cards that ours would have dealt, so that a contest can be held
    against the same one in our own engine, round by round.
    """
    game = pyspiel.load_game(GAME, {"players": contest.seats})
    rules = compile_rules(preset("openspiel"))

    def play(number: int, minds: Sequence[Choose], chances: Sequence[Random]) -> Ended:
        start, stock = _dealt(rules, contest, number)
        state = game.new_initial_state()
        for outcome in start:
            state.apply_action(outcome)
        bots = [
            Bot(game, seat, *each) for seat, each in enumerate(zip(minds, chances, strict=True))
        ]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(stock.pop())
            else:
                state.apply_action(bots[state.current_player()].step(state))
        points = [round(-each) for each in state.returns()]
        least = min(points)
        # only who went out has none
        shares = in_parts([float(each == least) for each in points])
        return shares, points, least == 0

    return play


def _dealt(rules: Rules, contest: Contest, number: int) -> tuple[list[int], list[int]]:
    """The outcomes of chance that deal a round, and the stock, whose last card is drawn first."""
    s, m, unit = seated(rules, contest.seats), Match(), Unit()
    setting = Setting(seed=contest.seed)
    begin_unit(s, m, unit, number)
    begin_round(s, m, setting, number)
    hands: dict[int, tuple[int, ...]] = {}
    up: list[int] = []
    for event in Narrator().events(s, 0):
        if isinstance(event, Dealt):
            hands[event.seat] = event.cards or ()
        elif isinstance(event, PutBack | TurnedUp):
            up.append(event.card)
    order = [(s.dealer + 1 + k) % s.players for k in range(s.players)]
    dealt = [hands[seat][k] for k in range(len(hands[0])) for seat in order]
    start = [DEALER + s.dealer, *map(theirs, dealt), *map(theirs, up)]
    return start, [theirs(card) for card in s.stock[: s.n_stock]]


__all__ = ["Bot", "Knowledge", "ours", "rounds", "their_action", "theirs"]
