"""Vändåtta for OpenSpiel: the Python game ``python_vandatta``.

    import pyspiel
    import vandatta.envs.openspiel

    game = pyspiel.load_game("python_vandatta(rules=svensk,players=4)")

Every card dealt, turned up or drawn is a chance node of its own, with exact odds; a
renewed stock is a set of cards without an order, so that it needs none. A round is a game;
its returns come at the end. Nothing is cut off but by the rules' own limits.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from vandatta.engine.alphabet import DONE, MORE, OVER
from vandatta.envs import missing
from vandatta.envs.actions import ACTIONS, action_text
from vandatta.envs.chances import Chances, rules_without
from vandatta.envs.dealing import (
    Reward,
    blind,
    checked_seat,
    checked_seats,
    one_of,
    rules_of,
    whole,
    with_pack,
    worth,
)
from vandatta.envs.observation import Layout, members_of
from vandatta.envs.recall import (
    most_decisions,
    most_draws,
    most_points,
    most_rows,
    state_text,
    tensor_size,
    write_state,
)
from vandatta.envs.resample import dealt_anew, shown_moments
from vandatta.envs.seen import QUESTIONS, Seen
from vandatta.envs.text import seen_text

try:
    import numpy as np
    import pyspiel
except Exception as error:
    raise missing("OpenSpiel", "openspiel", error) from error

NAME = "python_vandatta"
SEATS = (2, 8)
ROWS = 4096
"""Rows of the information state's tensor, unless the rules can't bring about so many."""
ENDLESS = 1_000_000
"""The length told of a game whose rules set no limit."""
TRIES = 30
FREE_TRIES = 5
"""Dealings imagined before `VandattaState.resample_from_infostate` gives up on new ones."""
SIZES = {"players": 2, "dealer": -1, "recall": 0}
PARAMETERS = {"rules": "svensk", **SIZES, "reward": "points", "pack": ""}


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Vändåtta",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS[1],
        min_num_players=SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


GAME_TYPE = _type(pyspiel.GameType.Utility.GENERAL_SUM)


class VandattaGame(pyspiel.Game):  # type: ignore[misc]
    """The game of one rule set and number of seats.

    Parameters: ``rules``, a preset's name or a rules id; ``players``; ``dealer``, a seat,
    or -1 for one drawn by lot; ``reward``, see `vandatta.envs.dealing.Reward` (``edge`` is
    told as zero-sum); ``recall``, rows of the information state's tensor, 0 for as many as
    the rules can bring about, but 4096 at most; ``pack``, the cards of a smaller pack
    (``7s8sAs7h8hAh``) for a round that can be solved, see `vandatta.envs.yardstick`.

    Raises:
        vandatta.options.OptionsError: no such rules, or not for so many seats.
        ValueError: another parameter can't be what it is.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        seats, dealer = checked_seats(given["players"]), given["dealer"]
        self.rules_id, self.rules = rules_of(given["rules"], seats)
        self.rules = with_pack(self.rules, seats, given["pack"])
        one_of(given["reward"], Reward, "reward")
        self.seats = seats
        self.dealer = checked_seat(None if dealer == -1 else dealer, seats)
        self.reward: str = given["reward"]
        self.layout = Layout(self.rules, seats)
        self.without = rules_without(self.rules)
        recall = whole(given["recall"], "recall", least=0)
        self.rows = recall or min(most_rows(self.rules, seats) or ROWS, ROWS)
        edge = self.reward == "edge"
        kinds = pyspiel.GameType.Utility
        most = float(most_points(self.rules, seats))
        super().__init__(
            _type(kinds.ZERO_SUM if edge else kinds.GENERAL_SUM),
            pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=ACTIONS,
                num_players=seats,
                min_utility=-most,
                max_utility=most if edge else 0.0,
                utility_sum=0.0 if edge else None,
                max_game_length=most_decisions(self.rules, seats) or ENDLESS,
            ),
            {**given, "rules": self.rules_id},
        )

    def new_initial_state(self) -> VandattaState:
        """A round before the deal."""
        return VandattaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No more cards are dealt, turned up and drawn than this."""
        draws = most_draws(self.rules, self.seats)
        return ENDLESS if draws is None else draws + self.layout.pack + 102

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> VandattaObserver:
        """Something that writes observations, or information states with perfect recall."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return VandattaObserver(self, kind, params)


class Played:
    """What a state holds; OpenSpiel copies states by `copy.deepcopy` of what they hold."""

    def __init__(self, chances: Chances) -> None:
        self.chances = chances

    def __deepcopy__(self, memo: object) -> Played:
        return Played(self.chances.copy())


class VandattaState(pyspiel.State):  # type: ignore[misc]
    """A round of the game, hidden cards included."""

    def __init__(self, game: VandattaGame) -> None:
        super().__init__(game)
        self.played = Played(Chances(game.rules, game.without, game.seats, game.dealer))

    @property
    def chances(self) -> Chances:
        """The round and its chances."""
        return self.played.chances

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody any more."""
        chances = self.played.chances
        if chances.waits:
            return int(pyspiel.PlayerId.CHANCE)
        game = chances.game()
        return int(pyspiel.PlayerId.TERMINAL) if game.over else game.seat

    def is_terminal(self) -> bool:
        """Is the round over?"""
        chances = self.played.chances
        return not chances.waits and chances.game().s.phase == OVER

    def _legal_actions(self, player: int) -> list[int]:
        """What a seat may do, ascending; nothing while it does not decide."""
        game = self.played.chances.game()
        return members_of(game.actions()) if player == game.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come now (first of all: the dealers), and how likely."""
        return self.played.chances.outcomes()

    def _apply_action(self, action: int) -> None:
        """Let chance, or the seat that decides, do what it may, or raise `IllegalAction`."""
        chances = self.played.chances
        chances.check(action)
        if chances.waits:
            chances.chance(action)
        else:
            chances.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """What an action is called."""
        if player != pyspiel.PlayerId.CHANCE:
            return action_text(action)
        # the first chance of all is a seat
        by_lot = not self.history() and self.played.chances.dealer < 0
        return f"dealer {action}" if by_lot else f"card {action_text(action)}"

    def returns(self) -> list[float]:
        """What the round is worth to every seat; 0 while it goes on."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return worth(self.played.chances.game().points(), self.get_game().reward)

    def __str__(self) -> str:
        chances = self.played.chances
        if chances.undealt:
            return f"dealing: {len(chances.got)} cards dealt, {len(chances.up)} turned up"
        game = chances.game()
        waits = "; a card is drawn" if chances.waits else ""
        told = [seen_text(game.seen(seat)) for seat in range(chances.seats)]
        return "\\n".join(told) + waits

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> VandattaState:
        """A state in which ``player`` has seen the same, with what it can't see dealt anew.

        It is never at odds with anything that the seat has seen; how likely the others'
        choices would have been is not asked. Where thirty dealings did not come out, the
        round itself is given back.

        Args:
            player: a seat.
            sampler: gives numbers from 0 to 1.
        """
        luck = Random(int(sampler() * (1 << 53)))
        game = self.get_game()
        if self.played.chances.undealt:
            return _undealt(game, self)
        for tried in range(TRIES):
            cards = dealt_anew(self.played.chances, player, luck, freely=tried < FREE_TRIES)
            if cards is not None:
                state = _replayed(game, self, player, cards)
                if state is not None:
                    return state
        return _replayed(game, self, player, [got.card for got in self.chances.got]) or self.clone()


def _undealt(game: VandattaGame, state: VandattaState) -> VandattaState:
    """Nobody has seen a card yet, but who deals may be known."""
    fresh = game.new_initial_state()
    if game.dealer is None and state.history():
        fresh.apply_action(state.history()[0])
    return fresh


def _replayed(
    game: VandattaGame, state: VandattaState, player: int, cards: list[int]
) -> VandattaState | None:
    """The same round with other cards, as far as ``player`` has seen it.

    Returns:
        The state; None if somebody could not have done what was done.
    """
    old = state.played.chances
    new = game.new_initial_state()
    chances = new.played.chances
    if game.dealer is None:
        new.apply_action(old.dealer)
    coming = iter(cards)
    starters = sum(got.moment == 0 for got in old.got) - old.hands
    dealt = [next(coming) for _ in range(old.hands)]
    started = [next(coming) for _ in range(starters)]
    # what was turned up, and put back perhaps, was in no hand
    if not all(_comes(new, card) for card in (*dealt, *old.up, *started)):
        return None
    for decided in old.decided[: shown_moments(old, player)]:
        if not _decide(new, decided.seat, decided.action, decided.question):
            return None
        while chances.waits:
            if not _comes(new, next(coming)):
                return None
    if not _settle(new, old, player):
        return None
    same = _told(state, player) == _told(new, player)
    return new if same else None


def _comes(new: VandattaState, card: int) -> bool:
    """Let chance bring a card, if it can."""
    if not any(card == each for each, _ in new.played.chances.outcomes()):
        return False
    new.apply_action(card)
    return True


def _decide(new: VandattaState, seat: int, action: int, question: int) -> bool:
    """Do what was done then; with another hand a set may end of itself, or not."""
    game = new.played.chances.game()
    more = QUESTIONS.index("more")
    if game.s.phase == MORE and question != more:
        if not game.actions() >> DONE & 1:
            return False
        new.apply_action(DONE)
    elif action == DONE and question == more and game.s.phase != MORE:
        return True
    if game.over or game.seat != seat or not game.actions() >> action & 1:
        return False
    new.apply_action(action)
    return True


def _settle(new: VandattaState, old: Chances, player: int) -> bool:
    """Where another's set ended of itself, but with this hand could go on, end it."""
    game = new.played.chances.game()
    if not game.over and game.s.phase == MORE and game.seat != player:
        if not game.actions() >> DONE & 1:
            return False
        new.apply_action(DONE)
    return not new.played.chances.waits or old.waits


def _seen(chances: Chances, player: int) -> Seen:
    """What ``player`` sees; while chance decides, nobody is asked anything."""
    seen = chances.game().seen(player)
    return blind(seen) if chances.waits else seen


def _told(state: VandattaState, player: int) -> str:
    chances = state.played.chances
    return state_text(player, chances.heard(player), _seen(chances, player).question)


class VandattaObserver:
    """Writes what a seat sees into `tensor`, or tells it as text.

    Args:
        game: the game.
        kind: with perfect recall the information state, else the observation.
        params: none are known.

    Raises:
        ValueError: there are parameters.
    """

    def __init__(self, game: VandattaGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters, such as {params}")
        self._game = game
        self._recall = bool(kind.perfect_recall)
        alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        # what everybody sees and what only one does are not told apart
        self._whole = bool(kind.public_info) and alone
        size = 0
        if self._whole:
            size = game.layout.size
            if self._recall:
                size = tensor_size(game.seats, game.rows)
        self.tensor = np.zeros(size, np.float32)
        name = "information_state" if self._recall else "observation"
        self.dict = {name: self.tensor} if self._whole else {}

    def set_from(self, state: VandattaState, player: int) -> None:
        """Write what ``player`` sees into the tensor; all 0 before the deal is done.

        Raises:
            ValueError: more has happened than ``recall`` has room for.
        """
        self.tensor.fill(0)
        chances = state.played.chances
        if not self._whole or chances.undealt:
            return
        seen = _seen(chances, player)
        if self._recall:
            heard = chances.heard(player)
            write_state(self._game.seats, player, heard, seen.question, self.tensor)
        else:
            self._game.layout.write(seen, self.tensor)

    def string_from(self, state: VandattaState, player: int) -> str | None:
        """What ``player`` sees, as text; None for kinds of observation there are not."""
        if not self._whole:
            return None
        chances = state.played.chances
        if chances.undealt:
            return f"seat {player}: dealing"
        return _told(state, player) if self._recall else seen_text(_seen(chances, player))


def register() -> None:
    """Register the game with OpenSpiel, once."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, VandattaGame)


def load(game: str) -> Any:
    """The game of a text such as ``python_vandatta(players=2)``."""
    return pyspiel.load_game(game)


register()
