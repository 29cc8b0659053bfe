"""What a search is asked and what it answers: shared by the search over any `State` and by a game's own fast one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from tenshu.table.state import State


@dataclass(frozen=True)
class Budget:
    """How much a player may think about one decision; a search stops at whichever bound it meets first.

    The same seed and the same number of simulations give the same answer; with `seconds` alone they need not.
    """

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("a budget needs simulations or seconds")


@dataclass(frozen=True)
class Style:
    """How a search thinks. The defaults are the strongest that was measured: docs/players.md."""

    turns: float = 5
    """How many turns a simulation goes on beyond the tree before the position is judged."""
    samples: int = 12
    """Each such turn is the best of so many sampled ones."""
    prior: float = 2
    """The judgement of a move before it was tried counts as so many visits."""
    exploration: float = 1
    """How much better, in points, an untried move may be hoped to be."""
    glances: int = 4
    """A move is judged before it was tried by the best of so many sampled ends of the turn."""
    looks: int = 0
    """In a game whose own search can list them: every end of the present turn is judged before the first simulation,
    with what is hidden drawn so many times."""
    building: float = 0
    """What a point of one's own counts beside the chance to win, for each square point of doubt about the end: early a
    seat builds rather than hinders, late it plays for the win."""


@dataclass(frozen=True)
class Skill:
    """How strongly somebody plays: for how long they think, how, and how often they are content with less."""

    budget: Budget
    """Simulations, and seconds as a bound where the machine is slow."""
    temperature: float = 0.0
    """In points: a move that loses so much is chosen about a third as often as the best."""
    style: Mapping[str, float] = field(default_factory=dict)
    """Where it thinks otherwise than the game's usual `Style`."""


@dataclass(frozen=True)
class Candidate:
    """A move and what the search thinks of it."""

    move: str
    visits: int
    value: float
    """What was maximised: the chance to win and a little of the margin, or of points, by style; in solo the points."""
    win: float | None
    """The chance to win, from 0 to 1; None in solo."""
    points: float
    """The points its player may expect in the end."""


@dataclass(frozen=True)
class Thought:
    """What a search found: its candidates, the chosen one first."""

    candidates: tuple[Candidate, ...]
    simulations: int
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]


class Searcher(Protocol):
    """Thinks about decisions of one game; keeps what it found while the same turn goes on."""

    def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
        """`seen` is the state as the deciding seat knows it: see `State.seen_by`."""
