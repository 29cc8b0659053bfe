"""Where a game's judgement of positions is fitted: what the arena asks of a game to teach it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Numbers = Mapping[str, Any]
"""A judgement: `bias`, and float32 arrays `linear`, `inner` (a row for each feature), `offset`, `outer`, `doubt`.

Points to come = bias + linear·x + Σ outer·max(0, inner·x + offset); `doubt` is how far that is off, by rounds left.
"""


class MissingCore(ImportError):
    """The game is taught by a package that is not installed; `name` says which."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not installed; pip install {name} brings it", name=name)


@dataclass(frozen=True)
class Lessons:
    """Moments of games: a row for each seat of each, those of one moment one behind the other."""

    features: NDArray[np.float32]
    to_come: NDArray[np.float32]
    """The points that the seat still made."""
    rounds: NDArray[np.float32]
    """About how many were left."""
    seats: int


@dataclass(frozen=True)
class Duel:
    """How a judgement did against another."""

    results: tuple[float, ...]
    """By deal: the part of the win in the mean over all rotations of the seats; played alone, the points."""
    par: float
    """What the other judgement would have got in its place."""
    alone: bool


class School(Protocol):
    """Teaches the judgements of one game. The same seed gives the same games on any number of threads."""

    @property
    def names(self) -> tuple[str, ...]:
        """The judgements, in an order in which earlier ones help later ones to begin."""

    def present(self) -> dict[str, Numbers]:
        """What the game plays with now, for each of the names."""

    def begin(self, name: str, known: Mapping[str, Numbers]) -> Numbers:
        """What to begin with: the known numbers of this judgement or of one that is near, else some made by hand."""

    def lessons(self, name: str, numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
        """Games of quick players with this judgement, to be fitted to."""

    def exam(self, name: str, numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
        """The same where nobody ever learns."""

    def duel(self, name: str, numbers: Numbers, others: Numbers, deals: int, seed: int, threads: int) -> Duel:
        """One quick player with the numbers at a table full of such with others."""

    def read(self, document: object) -> dict[str, Numbers]:
        """The numbers in a file. Raises `Malformed`."""

    def written(self, numbers: Mapping[str, Numbers]) -> str:
        """The text of a file that the game can play with."""
