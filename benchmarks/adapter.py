"""Durak as a game of OpenSpiel, over the Python rules of kozyr.

Needs the optional package ``open_spiel``.  Two players of OpenSpiel's stand for the
two sides: 0 for the coalition, 1 for all the others.  The repetition rule is kept
along the path that led to a state, so plain minimax over these states is exact.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, Self

import pyspiel

from kozyr.position import Position
from kozyr.values import Value

_TYPE = pyspiel.GameType(
    short_name="kozyr_durak",
    long_name="Durak with open cards",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=100,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=100_000,
)


class Here(NamedTuple):
    """A position with the situations that led to it and its value at the end."""

    position: Position
    seen: frozenset[Hashable]
    value: Value | None

    def __deepcopy__(self, memo: object) -> Self:
        # OpenSpiel copies a state for every move; nothing in here ever changes.
        return self

    def after(self, move: int, coalition: frozenset[int]) -> "Here":
        """Return what follows a move, given by its place among the legal ones."""
        position = self.position.after(self.position.legal_moves()[move])
        outcome = position.outcome
        if outcome is not None:
            return Here(position, self.seen, outcome.value_for(coalition))
        situation = position.situation
        if situation is None:
            return Here(position, self.seen, None)
        if situation in self.seen:
            return Here(position, self.seen, Value.DRAW)
        return Here(position, self.seen | {situation}, None)


class DurakGame(pyspiel.Game):
    """A game that begins with a position; ``visit`` is called for every move made."""

    def __init__(
        self, start: Position, coalition: frozenset[int], visit: Callable[[], None]
    ) -> None:
        super().__init__(_TYPE, _INFO, {})
        self.start = Here(start, frozenset({start.situation}), None)
        self.coalition = coalition
        self.visit = visit

    def new_initial_state(self) -> "DurakState":
        """Return the state of the position that the game begins with."""
        return DurakState(self)


class DurakState(pyspiel.State):
    """One state; actions are numbers of legal moves."""

    def __init__(self, game: DurakGame) -> None:
        super().__init__(game)
        self.here = game.start

    def current_player(self) -> Any:
        """Return whose move it is, in OpenSpiel's terms."""
        if self.here.value is not None:
            return pyspiel.PlayerId.TERMINAL
        return int(self.here.position.mover not in self.get_game().coalition)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.here.value is not None

    def returns(self) -> list[float]:
        """Return what both sides get."""
        value = float(self.here.value or 0)
        return [value, -value]

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.here.position.legal_moves())))

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        game.visit()
        self.here = self.here.after(action, game.coalition)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.here.position.legal_moves()[action])

    def __str__(self) -> str:
        return str(self.here.position)
