"""Gymnasium: the solo modes. What a game brings is its score; nothing else is a reward unless it is asked for.

    import gymnasium, tenshu.research.solo
    env = gymnasium.make("tenshu/DragonCastleSolo-v1", spirits="random:1")

Observations are bytes in the game's encoding, `env.unwrapped.action_masks()` says what is legal, as does the info
`action_mask`. A number that is not legal changes nothing and brings `penalty`; its info says `illegal`.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tenshu.research import pictures
from tenshu.research.extra import needed
from tenshu.research.table import Table, greatest, totals

gymnasium = needed("gymnasium", "gymnasium")
spaces = gymnasium.spaces

MOST_STEPS = 3000
"""Where a learner without masks is cut off; no game is nearly as long."""
IDS = {"dragon-castle": "tenshu/DragonCastleSolo-v1", "white-castle": "tenshu/WhiteCastleSolo-v1"}


class SoloEnv(gymnasium.Env):  # type: ignore[misc,name-defined]
    """One person against a castle.

    `shaping="none"`: the reward is the final score, with the last move. `shaping="score"`: each move brings by how much
    it raised the score sheet, so that the sum of all rewards is the final score, too.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        *,
        shaping: Literal["none", "score"] = "none",
        penalty: float = 0.0,
        render_mode: str | None = None,
        solo: Any = True,
        **options: Any,
    ) -> None:
        if shaping not in ("none", "score"):
            raise ValueError(f"shaping: must be none or score, not {shaping!r}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode: there is no {render_mode!r}")
        self.table = Table(game, solo=solo, **options)
        self.shaping = shaping
        self.penalty = penalty
        self.render_mode = render_mode
        most = greatest(self.table.parts)
        self.observation_space = spaces.Box(np.zeros_like(most), most, dtype=np.uint8)
        self.action_space = spaces.Discrete(self.table.encoding.actions)
        self._score = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self.table.deal(seed)
        self._score = self.score()
        return self.table.observation(0), self._info()

    def score(self) -> int:
        """The score sheet's total as it stands."""
        return totals(self.table.state)[0]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask()}

    def action_masks(self) -> NDArray[np.bool_]:
        """As MaskablePPO of sb3-contrib asks for them."""
        return self.table.mask().astype(np.bool_)

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if not self.table.is_legal(int(action)):
            return self.table.observation(0), self.penalty, False, False, self._info() | {"illegal": True}
        self.table.play(int(action))
        over = self.table.state.is_over
        reward = 0.0
        if self.shaping == "score":
            now = self.score()
            reward = float(now - self._score)
            self._score = now
        elif over:
            reward = float(self.score())
        info = self._info()
        if over:
            info["total"] = self.score()
        if self.render_mode == "human":
            self.render()
        return self.table.observation(0), reward, over, False, info

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return pictures.rgb(self.table.state)
        if self.render_mode == "ansi":
            return pictures.text(self.table.state)
        sys.stdout.write(pictures.text(self.table.state, colours=sys.stdout.isatty()) + "\n")
        sys.stdout.flush()
        return None


for _game, _id in IDS.items():
    gymnasium.register(
        _id, entry_point="tenshu.research.solo:SoloEnv", kwargs={"game": _game}, max_episode_steps=MOST_STEPS
    )
