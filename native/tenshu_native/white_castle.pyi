from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

FEATURES: int
"""How many figures tell a position to the judgement."""
STATE_BYTES: int
"""What a copy of a game costs."""

Network = Mapping[str, Any]
"""The numbers of a judgement: `bias`, and float32 arrays `linear`, `inner`, `offset`, `outer`, `doubt`."""

class State:
    """One game at a decision, or over. Unlike a state of `tenshu` it changes: `play` works in place."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        """A position or a view."""
    def to_json(self) -> dict[str, Any]:
        """The full position; what was read from a view has to be determinized first."""
    def legal_moves(self) -> list[str]:
        """In the documented order."""
    def legal_actions(self) -> list[int]:
        """The same moves in the same order by number, in the encoding `white_castle_v1`."""
    def play(self, move: str) -> None: ...
    def apply(self, action: int) -> None: ...
    def copy(self) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def seats(self) -> int:
        """Players of the document; solo, the rival is one of them."""
    def scores(self) -> dict[str, Any]: ...
    def totals(self) -> list[int]:
        """The totals of the scores alone."""
    def determinize(self, seed: int) -> None:
        """Everything hidden is drawn anew; a view becomes a full position."""
    def playouts(
        self, games: int, seed: int, determinize: bool = False, threads: int = 1
    ) -> tuple[NDArray[np.int32], int]:
        """Random moves to the end: totals by game and seat, and all decisions together."""
    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What a seat sees in the encoding `white_castle_v1`."""
    def features(self, seat: int) -> list[float]:
        """What the judgement looks at."""
    def estimate(self, network: Network, seat: int) -> float:
        """The points a seat may expect in the end."""

class Vector:
    """Many games in the encoding `white_castle_v1`, each dealt anew; a game that ends begins anew by itself.

    `observation`, `mask` and `final_observation()` are always the same arrays, written anew in place.
    """

    def __init__(self, games: int, document: Mapping[str, Any], seed: int = 0) -> None:
        """For as many players as the document, or at its solo level; it must have just been dealt."""
    def __len__(self) -> int: ...
    @property
    def seats(self) -> int:
        """Those who decide; solo, the rival is not one of them."""
    @property
    def action_count(self) -> int: ...
    @property
    def observation(self) -> NDArray[np.uint8]:
        """What the seat to move sees, by game."""
    @property
    def mask(self) -> NDArray[np.bool_]:
        """What it may do, by game and number."""
    def reset(self, seed: int) -> None: ...
    def step(self, actions: NDArray[np.int32]) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]]:
        """Rewards by seat, whether the game ended with this move, and then its totals; elsewhere both are 0."""
    def final_observation(self) -> NDArray[np.uint8]:
        """What the seat of the last move saw at the end of the games that the last step ended; elsewhere zeros."""
    def random_actions(self) -> NDArray[np.int32]:
        """A legal move for each game, all equally likely."""
    def to_move(self) -> NDArray[np.int8]: ...
    def state(self, game: int) -> State:
        """A copy of one game."""

class Search:
    """Thinks about decisions of one game; see `tenshu_native.Search`."""

    def __init__(self, network: Network, style: Mapping[str, Any] = ...) -> None: ...
    def think(
        self, seen: State, simulations: int = 0, seconds: float = 0.0, threads: int = 1, seed: int = 0
    ) -> tuple[list[tuple[str, int, float, float, float]], int, float]:
        """Moves with visits, value, chance to win and points, the most visited first; simulations; seconds."""

def match(
    starts: Sequence[State], players: Sequence[Mapping[str, Any]], seed: int, threads: int = 1
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Every start once for each rotation of the players (`network`, `style`, `simulations`, `samples`): totals and
    shares of the win by game and player. Without simulations a player takes the best of `samples` sampled turns; with
    no samples either, the best of all."""

def lessons(
    starts: Sequence[State], network: Network, samples: int, carelessness: int, seed: int, threads: int = 1
) -> dict[str, NDArray[Any]]:
    """Games of quick players from these starts: `features`, `to_come`, `rounds`, `position`, a row for each seat of
    each moment. Of 256 turns `carelessness` are taken without care."""
