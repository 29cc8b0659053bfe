"""OpenSpiel: the games as Python games with chance nodes for whatever is drawn or uncovered.

    import pyspiel, tenshu.research.openspiel
    game = pyspiel.load_game("dragon_castle(players=3,spirits=faith wind)")

Nobody knows more than anybody else, and what nobody knows is drawn when it shows: to OpenSpiel these are games of
perfect information with explicit chance. Actions are the numbers of the game's encoding, and so is the tensor. Returns
are those of places, from 1 to -1; played alone, the score.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tenshu.research.extra import needed
from tenshu.research.table import encoding_of, named, rewards_of, totals
from tenshu.table.errors import Malformed
from tenshu.table.games import find_game
from tenshu.table.state import State
from tenshu.table.study import Chance, Dealing, Draw, Encoding

pyspiel = needed("pyspiel", "openspiel")

MOST_POINTS = 300.0
"""No score is higher; nor is one below 0."""
SHORT_NAMES = {"dragon-castle": "dragon_castle", "white-castle": "white_castle"}
PARAMETERS: Mapping[str, Mapping[str, Any]] = {
    "dragon-castle": {"players": 2, "layout": "", "spirits": "", "dragons": "", "solo": False, "first": 0},
    "white-castle": {"players": 2, "solo": ""},
}
"""What can be said in the brackets of a game's name; several cards have spaces between them."""
CARDS = frozenset({"spirits", "dragons"})


def options_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters of OpenSpiel as options of the game."""
    options = {name: value for name, value in given.items() if value != ""}
    for name in CARDS & options.keys():
        options[name] = str(options[name]).split()
    if options.get("solo"):
        options["players"] = 1
    return options


@dataclass(frozen=True)
class Moment:
    """Where a game stands. A value that may be shared, so copies of a state hold the same one."""

    dealing: Dealing | None
    """While the deal is drawn."""
    state: State | None
    """Everything that has not been seen is unknown in it."""
    move: str = ""
    """Chosen, but waiting for a draw."""
    drawn: tuple[int, ...] = ()
    """What it has shown so far."""
    draw: Draw | None = None

    def __deepcopy__(self, memo: object) -> Moment:
        return self


class TenshuGame(pyspiel.Game):  # type: ignore[misc,name-defined]
    """One of the games with some options."""

    def __init__(self, name: str, params: Mapping[str, Any] | None) -> None:
        given = {**PARAMETERS[name], **(params or {})}
        made = find_game(name).chance
        if made is None:
            raise Malformed("game", f"{name} has no chance of its own yet")
        self.chance: Chance = made()
        self.encoding: Encoding = encoding_of(name)
        self.start = self.chance.deal(**options_of(given))
        self.seats = self._seats()
        alone = self.seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.chance.outcomes,
            num_players=self.seats,
            min_utility=0.0 if alone else -1.0,
            max_utility=MOST_POINTS if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=self.chance.most_moves,
        )
        super().__init__(game_type(name, alone), info, dict(params or {}))

    def _seats(self) -> int:
        """Of the first deal there is."""
        dealing = self.start
        while (draw := dealing.draw()) is not None:
            dealing = dealing.drawn(draw.chances[0][0])
        return dealing.state().seats

    def new_initial_state(self) -> TenshuState:
        return TenshuState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.chance.most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TenshuObserver:
        if params:
            raise ValueError("an observer has no parameters here")
        return TenshuObserver(self)


class TenshuState(pyspiel.State):  # type: ignore[misc,name-defined]
    """A moment of a game, at a decision or at a draw."""

    def __init__(self, game: TenshuGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.start, None, draw=game.start.draw())

    @property
    def _game(self) -> TenshuGame:
        game = self.get_game()
        assert isinstance(game, TenshuGame)
        return game

    @property
    def table(self) -> State | None:
        """The game's own state, what is hidden unknown; None before the deal."""
        return self.moment.state

    def current_player(self) -> int:
        if self.moment.draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.moment.state is not None
        seat = self.moment.state.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.moment.state is not None
        number = self._game.encoding.number
        return sorted(number(move) for move in self.moment.state.legal_moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.moment.draw is not None
        return list(self.moment.draw.chances)

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.dealing is not None:
            self.moment = self._dealt(moment.dealing.drawn(action))
        elif moment.draw is not None:
            self.moment = self._played(replace(moment, drawn=(*moment.drawn, action)))
        else:
            self.moment = self._played(replace(moment, move=self._game.encoding.move(action)))

    @staticmethod
    def _dealt(dealing: Dealing) -> Moment:
        draw = dealing.draw()
        return Moment(None, dealing.state()) if draw is None else Moment(dealing, None, draw=draw)

    def _played(self, moment: Moment) -> Moment:
        """As far as it goes without another draw."""
        assert moment.state is not None
        found = self._game.chance.play(moment.state, moment.move, moment.drawn)
        return replace(moment, draw=found) if isinstance(found, Draw) else Moment(None, found)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._game.chance.named(action)
        return self._game.encoding.move(action)

    def is_terminal(self) -> bool:
        return self.moment.draw is None and self.moment.state is not None and self.moment.state.is_over

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self._game.seats
        assert self.moment.state is not None
        if self._game.seats == 1:
            return [float(total) for total in totals(self.moment.state)]
        return rewards_of(self.moment.state)

    def __str__(self) -> str:
        """What everybody sees, and the move that waits for a draw."""
        if self.moment.state is None:
            return f"dealing, {len(self.history())} drawn: {' '.join(map(str, self.history()))}"
        seen = json.dumps(self.moment.state.view(), separators=(",", ":"))
        if self.moment.draw is None:
            return seen
        return f"{seen} {self.moment.move}, then {self.moment.draw.place}"


class TenshuObserver:
    """The encoding's bytes as floats, by part; zeros before the deal."""

    def __init__(self, game: TenshuGame) -> None:
        self._encoding = game.encoding
        parts = game.encoding.parts(game.seats)
        self.tensor: NDArray[np.float32] = np.zeros(sum(part.size for part in parts), np.float32)
        self.dict = named(parts, self.tensor)

    def set_from(self, state: TenshuState, player: int) -> None:
        self.tensor.fill(0)
        if state.table is not None:
            self.tensor[:] = np.frombuffer(self._encoding.observe(state.table, player), np.uint8)

    def string_from(self, state: TenshuState, player: int) -> str:
        return f"seat {player}: {state}"


def game_type(name: str, alone: bool = False) -> Any:
    utility = pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM
    return pyspiel.GameType(
        short_name=SHORT_NAMES[name],
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS[name]),
    )


def _class_of(name: str) -> Callable[[Mapping[str, Any] | None], TenshuGame]:
    """OpenSpiel makes a game by calling a class with the parameters."""

    def __init__(self: TenshuGame, params: Mapping[str, Any] | None = None) -> None:  # noqa: N807
        TenshuGame.__init__(self, name, params)

    made = type(f"{SHORT_NAMES[name]}_game", (TenshuGame,), {"__init__": __init__})
    pyspiel.register_game(game_type(name), made)
    return made


GAMES = {name: _class_of(name) for name in SHORT_NAMES}
