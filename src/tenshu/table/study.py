"""What people who study games ask of a game: numbers for its moves, bytes for its views, chance one draw at a time.

Plain data only, so that a game's rules need no array library; `tenshu.research` makes arrays of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

from tenshu.table.state import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Part:
    """A named piece of an observation: numbers from 0 to `most`, laid out row by row."""

    name: str
    shape: tuple[int, ...]
    most: int

    @property
    def size(self) -> int:
        return prod(self.shape)


class Encoding(Protocol):
    """One fixed way to number the moves and to write the views of a game. What a name (`…_v1`) means never changes."""

    @property
    def name(self) -> str: ...

    @property
    def actions(self) -> int:
        """How many numbers there are."""

    def number(self, move: str) -> int:
        """The number of a move text. Raises `Malformed` for a text that has none."""

    def move(self, number: int) -> str:
        """The text of a number. Raises `Malformed`."""

    def parts(self, seats: int) -> tuple[Part, ...]:
        """What an observation at a table of so many is made of, in this order, without gaps."""

    def observe(self, state: State, seat: int) -> bytearray:
        """What a seat sees, itself first and then the others in turn order: a function of its view alone."""

    def check(self, state: State) -> None:
        """Raises `Malformed` where the boards do not fit into this encoding."""


@dataclass(frozen=True)
class Draw:
    """Something hidden that is about to be seen."""

    place: str
    """Where it lies, or what it is, in a word or two."""
    chances: tuple[tuple[int, float], ...]
    """The outcomes that are possible, by rising number, with their chances, which add up to 1."""


class Dealing(Protocol):
    """A game whose deal is drawn piece by piece. A value: `drawn` gives a new one."""

    def draw(self) -> Draw | None:
        """What is drawn next; None when everything that lies open at the start has been."""

    def drawn(self, outcome: int) -> Dealing: ...

    def state(self) -> State:
        """The game as it begins, what is hidden unknown."""


class Chance(Protocol):
    """The chance of a game, drawn only when it shows: for trees with chance nodes. States here are views."""

    @property
    def outcomes(self) -> int:
        """How many different outcomes all draws together have; they are numbered from 0."""

    @property
    def most_draws(self) -> int:
        """No game has more, the deal included."""

    @property
    def most_moves(self) -> int:
        """No game has more decisions."""

    def deal(self, **options: Any) -> Dealing:
        """The options of the game's `new`, without a seed and without anything random in them."""

    def play(self, seen: State, move: str, drawn: Sequence[int] = ()) -> State | Draw:
        """The state after a legal move that showed these outcomes, in their order; the next draw if it shows more."""

    def named(self, outcome: int) -> str:
        """The text of an outcome."""


class Batch(Protocol):
    """Many games side by side in arrays that it owns and writes anew in place; a game that ends begins anew."""

    @property
    def observation(self) -> NDArray[np.uint8]:
        """(games, size): what the seat to move sees."""

    @property
    def mask(self) -> NDArray[np.bool_]:
        """(games, actions): what it may do."""

    def __len__(self) -> int: ...

    @property
    def seats(self) -> int: ...

    def reset(self, seed: int) -> None: ...

    def step(self, actions: NDArray[np.int32]) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]]:
        """Rewards by seat, whether the game ended with this move, and then its totals; elsewhere both are 0. An illegal
        number is refused before any game has moved."""

    def final_observation(self) -> NDArray[np.uint8]:
        """(games, size): what the seat of the last move sees at the end of each game that the last step ended, zeros
        elsewhere."""

    def random_actions(self) -> NDArray[np.int32]: ...

    def to_move(self) -> NDArray[np.int8]: ...
