from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

LEVEL: Literal["portable", "x86_64_v3"]
"""The processors the loaded code was compiled for."""
STATE_BYTES: int
"""What a copy of a game costs."""
BASE_FEATURES: int
ALL_FEATURES: int
"""How many figures tell a position to the judgement, without and with cards in play."""

Network = Mapping[str, Any]
"""The numbers of a judgement: `bias`, and float32 arrays `linear`, `inner`, `offset`, `outer`, `doubt`."""

class TooLarge(ValueError):
    """A board beyond the fixed sizes of this core; the Python rules play it."""

class State:
    """One game at a decision, or over. Unlike a state of `tenshu` it changes: `play` works in place."""

    def __init__(self, document: Mapping[str, Any], castle: tuple[int, int] | None = None) -> None:
        """A position or view document; `castle` fixes columns and rows of its board, else the smallest that fits."""
    def to_json(self) -> dict[str, Any]: ...
    def legal_moves(self) -> list[str]:
        """In the documented order."""
    def legal_actions(self) -> list[int]:
        """The same moves in the same order by number."""
    def play(self, move: str) -> None: ...
    def apply(self, action: int) -> None: ...
    def copy(self) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def to_move(self) -> int | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def castle_size(self) -> tuple[int, int]:
        """Columns and rows of the castle's board."""
    def scores(self) -> dict[str, Any]: ...
    def features(self, seat: int) -> list[float]:
        """What the judgement looks at: the figures of tenshu.dragon_castle.evaluation."""
    def estimate(self, network: Network, seat: int) -> float:
        """The points a seat may expect in the end."""
    def totals(self) -> list[int]:
        """The totals of the scores alone."""
    def determinize(self, seed: int) -> None:
        """Everything hidden is drawn anew from what is unseen; a view becomes a full position."""
    def playout(self, seed: int, determinize: bool = False) -> tuple[list[int], int]:
        """Random moves to the end: the totals, and how many decisions that took."""
    def playouts(
        self, games: int, seed: int, determinize: bool = False, threads: int = 1
    ) -> tuple[NDArray[np.int32], int]:
        """Totals by game and seat, and all decisions together; the same for any number of threads."""
    def arrays(self) -> dict[str, NDArray[Any]]:
        """What everybody can see, as arrays for one game: see README.md."""
    @staticmethod
    def from_arrays(
        arrays: Mapping[str, NDArray[Any]],
        game: int = 0,
        spirits: Sequence[str] = ...,
        dragons: Sequence[str] = ...,
        first: int = 0,
    ) -> State:
        """The start of a turn from such arrays, as a view. They do not tell cards and first player; buried tiles of
        realms are any that fit."""
    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What a seat sees in the encoding `dragon_castle_v1`; needs castle=(13, 11)."""
    @property
    def action_count(self) -> int: ...
    def action_of(self, move: str) -> int: ...
    def move_of(self, action: int) -> str: ...

class Batch:
    """Many games from one position, side by side; a game that ends begins anew by itself."""

    def __init__(
        self,
        games: int,
        document: Mapping[str, Any],
        seed: int = 0,
        deal: Literal["new", "covered", "same"] = "new",
        castle: tuple[int, int] | None = None,
        threads: int = 1,
    ) -> None:
        """`deal`: what a new game draws anew: all tiles of the castle, only the covered ones, or nothing."""
    def __len__(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def action_count(self) -> int: ...
    def reset(self, seed: int) -> None: ...
    def step(self, actions: NDArray[np.int32]) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int32]]:
        """Rewards by seat, whether the game ended with this move, and then its totals; elsewhere both are 0."""
    def legal_mask(self) -> NDArray[np.bool_]: ...
    def packed_legal_mask(self) -> NDArray[np.uint8]:
        """The same, eight moves a byte, as `numpy.packbits(…, bitorder="little")` packs them."""
    def random_actions(self) -> NDArray[np.int32]:
        """A legal move for each game, all equally likely."""
    def to_move(self) -> NDArray[np.int8]: ...
    def arrays(self) -> dict[str, NDArray[Any]]: ...
    def state(self, game: int) -> State:
        """A copy of one game."""

class Vector:
    """Many games in the encoding `dragon_castle_v1`, dealt anew from one setup; a game that ends begins anew by itself.

    `observation`, `mask` and `final_observation()` are always the same arrays, written anew in place.
    """

    def __init__(self, games: int, document: Mapping[str, Any], seed: int = 0) -> None: ...
    def __len__(self) -> int: ...
    @property
    def seats(self) -> int: ...
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
    """A tree search with this judgement; `style` holds fields of tenshu.table.search.Style and `plain`."""

    def __init__(self, network: Network, style: Mapping[str, Any] = ...) -> None: ...
    def think(
        self, seen: State, simulations: int = 0, seconds: float = 0.0, threads: int = 1, seed: int = 0
    ) -> tuple[list[tuple[str, int, float, float, float]], int, float]:
        """Candidates (move, visits, value, chance to win, points), the most visited first; simulations; seconds.

        A bound of 0 is none. The tree is kept while the same turn goes on. What lies covered is never looked at. The
        same seed, simulations and threads give the same answer; it comes early once no other move can be the first.
        """

def match(
    starts: Sequence[State], players: Sequence[Mapping[str, Any]], deals: int, seed: int, threads: int = 1
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Totals and shares of the win by game and player: each deal once for every rotation of the seats; the same for any
    number of threads.

    A player is `{"network", "style", "simulations"}`; without simulations it takes the best of `samples` sampled turns.
    """

def lessons(
    starts: Sequence[State],
    network: Network,
    games: int,
    fewest: int,
    most: int,
    carelessness: int,
    kept: int,
    seed: int,
    threads: int = 1,
) -> dict[str, NDArray[Any]]:
    """Games of quick players to fit a judgement to: `features`, `to_come`, `rounds` and `position` of every moment, in
    the order of games; the same for any number of threads.

    A player takes the best of `fewest` to `most` sampled turns, of 256 turns `carelessness` as they come; of 256
    moments `kept` are told.
    """
