"""Thousands of games in arrays, from the native core, with the conventions of Gymnasium's vector environments.

    envs = TenshuVectorEnv("white-castle", 1024, players=2)
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

An environment is a table, and who acts is the seat that is asked: `infos["to_move"]`; the observation is what that seat
sees. `rewards` are those of the seat that has just acted, `infos["rewards"]` those of all seats, both at the end of a
game only. A game that ends begins anew in the same step: `infos["final_obs"]` and `infos["totals"]` tell how it ended.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from tenshu import new_game
from tenshu.research.extra import needed
from tenshu.research.table import SEEDS, encoding_of, greatest
from tenshu.table.errors import Malformed
from tenshu.table.games import find_game

spaces = needed("gymnasium", "gymnasium").spaces
vector = needed("gymnasium.vector", "gymnasium")
batch_space = needed("gymnasium.vector.utils", "gymnasium").batch_space
Number = TypeVar("Number", np.uint8, np.bool_)


class TenshuVectorEnv(vector.VectorEnv):  # type: ignore[misc,name-defined]
    """`copy=False` hands out the core's own arrays, which the next step writes over: the way to its full speed."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": vector.AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game: str, num_envs: int, *, copy: bool = True, **options: Any) -> None:
        made = find_game(game).batch
        if made is None:
            raise Malformed("game", f"{game} has no native core yet")
        start = new_game(game, seed=0, **options)
        encoding = encoding_of(game)
        encoding.check(start)
        self._chance = Random()
        self._games = made(start, num_envs, self._chance.randrange(SEEDS))
        self._copy = copy
        self.num_envs = num_envs
        self.encoding = encoding
        self.parts = encoding.parts(start.seats)
        most = greatest(self.parts)
        self.single_observation_space = spaces.Box(np.zeros_like(most), most, dtype=np.uint8)
        self.single_action_space = spaces.Discrete(encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._to_move = self._games.to_move()

    def _handed_out(self, array: NDArray[Number]) -> NDArray[Number]:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        self._to_move = self._games.to_move()
        return {
            "action_mask": self._handed_out(self._games.mask),
            "to_move": self._to_move,
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        if isinstance(seed, list | tuple):
            raise ValueError("seed: one number, from which every game draws its own")
        if seed is not None:
            self._chance = Random(seed)
        self._games.reset(self._chance.randrange(SEEDS))
        return self._handed_out(self._games.observation), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One legal number for each game; an illegal one raises ValueError before any game has moved."""
        movers = self._to_move
        rewards, done, totals = self._games.step(np.asarray(actions, np.int32))
        infos = self._infos()
        mine = np.zeros(self.num_envs, np.float32)
        (ended,) = done.nonzero()
        if len(ended):
            mine[ended] = rewards[ended, movers[ended]]
            infos |= {
                "final_obs": self._handed_out(self._games.final_observation()), "_final_obs": done,
                "rewards": rewards, "_rewards": done,
                "totals": totals, "_totals": done,
            }  # fmt: skip
        observations = self._handed_out(self._games.observation)
        return observations, mine, done, np.zeros(self.num_envs, np.bool_), infos

    def random_actions(self) -> NDArray[np.int32]:
        """A legal number for each game, all equally likely, drawn by the core."""
        return self._games.random_actions()
