"""PettingZoo: turn by turn (AEC), as the game is played, or in cycles in which every seat answers (parallel).

Agents are `player_0` …; an observation is `{"observation", "action_mask"}`, seen by that agent, and the mask is empty
for whoever is not asked. Rewards come with the last move: 1 for the first place, -1 for the last, evenly between.
"""

from __future__ import annotations

import sys
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tenshu.research import pictures
from tenshu.research.extra import needed
from tenshu.research.table import Table, greatest, rewards_of, totals

spaces = needed("gymnasium", "pettingzoo").spaces
pettingzoo = needed("pettingzoo", "pettingzoo")
conversions = needed("pettingzoo.utils.conversions", "pettingzoo")
wrappers = needed("pettingzoo.utils.wrappers", "pettingzoo")

Agent = str
Render = Literal["human", "ansi", "rgb_array"] | None
RENDER_MODES = ["human", "ansi", "rgb_array"]
METADATA: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}


class _Shown:
    """What both forms share: the table, its spaces and its pictures."""

    def __init__(self, game: str, render_mode: Render, observation: str, options: dict[str, Any]) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode: must be one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        if observation not in ("vector", "picture"):
            raise ValueError(f"observation: must be vector or picture, not {observation!r}")
        self.table = Table(game, **options)
        self.render_mode = render_mode
        self.as_picture = observation == "picture"
        self.agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.action_spaces = {agent: spaces.Discrete(self.table.encoding.actions) for agent in self.agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.agents}

    def _observation_space(self) -> Any:
        if self.as_picture:
            return spaces.Box(0, 255, pictures.rgb(self.table.state).shape, np.uint8)
        most = greatest(self.table.parts)
        return spaces.Dict({
            "observation": spaces.Box(np.zeros_like(most), most, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (self.table.encoding.actions,), np.int8),
        })  # fmt: skip

    def asked(self) -> Agent | None:
        seat = self.table.state.to_move
        return None if seat is None else self.agents[seat]

    def mask(self, agent: Agent) -> NDArray[np.int8]:
        if agent == self.asked():
            return self.table.mask()
        return np.zeros(self.table.encoding.actions, np.int8)

    def observe(self, agent: Agent) -> Any:
        if self.as_picture:
            return pictures.rgb(self.table.state, self.seat_of[agent])
        return {"observation": self.table.observation(self.seat_of[agent]), "action_mask": self.mask(agent)}

    def info(self, agent: Agent) -> dict[str, Any]:
        """A picture has no room for the mask; at the end everybody's points are told."""
        told: dict[str, Any] = {"action_mask": self.mask(agent)} if self.as_picture else {}
        if self.table.state.is_over:
            told["total"] = totals(self.table.state)[self.seat_of[agent]]
        return told

    def render(self) -> Any:
        if self.render_mode is None:
            raise ValueError("render_mode: none was chosen; give one when the environment is made")
        if self.render_mode == "rgb_array":
            return pictures.rgb(self.table.state)
        if self.render_mode == "ansi":
            return pictures.text(self.table.state)
        sys.stdout.write(pictures.text(self.table.state, colours=sys.stdout.isatty()) + "\n")
        sys.stdout.flush()
        return None


class RawEnv(pettingzoo.AECEnv):  # type: ignore[misc,name-defined]
    """Turn by turn. A seat may be asked several times in a row: a turn is a few small moves."""

    metadata: dict[str, Any] = METADATA | {"is_parallelizable": False}

    def __init__(self, game: str, *, render_mode: Render = None, observation: str = "vector", **options: Any) -> None:
        super().__init__()
        self._shown = _Shown(game, render_mode, observation, options)
        self.table = self._shown.table
        self.metadata = type(self).metadata | {"name": self.table.encoding.name}
        self.render_mode = render_mode
        self.possible_agents = self._shown.agents[:]
        self.agents: list[Agent] = []
        self.action_spaces = self._shown.action_spaces
        self.observation_spaces = self._shown.observation_spaces

    def action_space(self, agent: Agent) -> Any:
        return self.action_spaces[agent]

    def observation_space(self, agent: Agent) -> Any:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def _tell(self) -> None:
        asked = self._shown.asked()
        if asked is not None:
            self.agent_selection = asked
        self.infos = {agent: self._shown.info(agent) for agent in self.agents}

    def observe(self, agent: Agent) -> Any:
        return self._shown.observe(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.table.play(action)
        if self.table.state.is_over:
            rewards = rewards_of(self.table.state)
            self.rewards = {agent: rewards[seat] for agent, seat in self._shown.seat_of.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self._shown.render()

    def close(self) -> None:
        """Nothing is held open."""


class ParallelEnv(pettingzoo.ParallelEnv):  # type: ignore[misc,name-defined]
    """In cycles: every seat answers, the one that is asked is heard. Where that answer is not legal the first legal
    move is played in its place and its info says `illegal`: libraries for this form often know no masks."""

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str,
        *,
        max_cycles: int | None = None,
        render_mode: Render = None,
        observation: str = "vector",
        **options: Any,
    ) -> None:
        self._shown = _Shown(game, render_mode, observation, options)
        self.table = self._shown.table
        self.metadata = type(self).metadata | {"name": self.table.encoding.name}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = self._shown.agents[:]
        self.agents: list[Agent] = []
        self.action_spaces = self._shown.action_spaces
        self.observation_spaces = self._shown.observation_spaces
        self._cycles = 0

    def action_space(self, agent: Agent) -> Any:
        return self.action_spaces[agent]

    def observation_space(self, agent: Agent) -> Any:
        return self.observation_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Any], dict[Agent, dict[str, Any]]]:
        self.table.deal(seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observed(), {agent: self._shown.info(agent) for agent in self.agents}

    def _observed(self) -> dict[Agent, Any]:
        return {agent: self._shown.observe(agent) for agent in self.agents}

    def step(
        self, actions: dict[Agent, int]
    ) -> tuple[dict[Agent, Any], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], dict[Agent, dict[str, Any]]]:
        asked = self._shown.asked()
        assert asked is not None
        number = int(actions[asked])
        legal = self.table.is_legal(number)
        self.table.play(number if legal else self.table.numbers()[0])
        self._cycles += 1
        over = self.table.state.is_over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        rewards = rewards_of(self.table.state) if over else [0.0] * self.table.seats
        seen, agents = self._observed(), self.agents
        infos = {agent: self._shown.info(agent) for agent in agents}
        if not legal:
            infos[asked]["illegal"] = True
        if self.render_mode == "human":
            self.render()
        if over or cut:
            self.agents = []
        told = {agent: rewards[self._shown.seat_of[agent]] for agent in agents}
        return seen, told, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> Any:
        return self._shown.render()

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(game: str, **options: Any) -> RawEnv:
    """Turn by turn, without PettingZoo's wrappers: an illegal number raises `IllegalMove`."""
    return RawEnv(game, **options)


def parallel_env(game: str, **options: Any) -> ParallelEnv:
    return ParallelEnv(game, **options)


def env(game: str, *, max_cycles: int | None = None, **options: Any) -> Any:
    """Turn by turn, in PettingZoo's usual wrappers: an illegal number ends the game and costs its player 1.

    There are cycles only where every seat answers in each: with `max_cycles` this is the parallel form, asked seat by
    seat.
    """
    if max_cycles is not None:
        return conversions.parallel_to_aec(ParallelEnv(game, max_cycles=max_cycles, **options))
    if options.get("observation") == "picture":  # the mask is in the infos, where the wrapper does not look
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(RawEnv(game, **options)))
    made = wrappers.TerminateIllegalWrapper(RawEnv(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))
