"""Chance drawn only when it shows: which tile a move uncovers, tile by tile; no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle.grid import cells_of
from tenshu.dragon_castle.setup import new_game
from tenshu.dragon_castle.state import DragonCastle
from tenshu.dragon_castle.tiles import FULL_SET, SYMBOLS, UNKNOWN
from tenshu.table.errors import IllegalMove, Malformed
from tenshu.table.games import shown
from tenshu.table.state import State
from tenshu.table.study import Dealing, Draw

MOST_TURNS = len(FULL_SET) + 7
"""A turn takes a tile or a token."""
MOST_MOVES_IN_A_TURN = 64
"""Two for the action, two places, five sets with two shrines and a pass each, ten spirits with three answers: 49."""


class TilesUncovered:
    """See `Chance` of the table."""

    outcomes = len(SYMBOLS)
    most_draws = len(FULL_SET)
    most_moves = MOST_TURNS * MOST_MOVES_IN_A_TURN

    def deal(self, **options: Any) -> Dealing:
        for name, value in options.items():
            if value == "random" or (isinstance(value, str) and value.startswith("random:")):
                raise Malformed(name, f"must be named here, not {shown(value)}: only tiles are drawn")
        return TopsDealt(new_game(seed=0, **options))

    def play(self, seen: State, move: str, drawn: Sequence[int] = ()) -> State | Draw:
        assert isinstance(seen, DragonCastle)
        for outcome in (*drawn, None):
            try:
                return seen.play(move)
            except IllegalMove as problem:
                if problem.reason.code != "uncovers-the-unknown":
                    raise
                place = problem.reason.cells[0]
            if outcome is None:
                return Draw(place, chances_of(seen.castle.unseen))
            seen = self._known(seen, place, outcome)
        raise AssertionError("the last try gives a state or a draw")

    @staticmethod
    def _known(seen: DragonCastle, place: str, outcome: int) -> DragonCastle:
        """The same moment with the highest unknown tile of a stack known to whoever plays on."""
        cell = seen.castle.grid.index[place]
        tiles = [seen.castle.tiles[level][place] for level, place in ruins.covered_cells(seen.floors)]
        hidden = [
            place
            for place, (_, other) in enumerate(ruins.covered_cells(seen.floors))
            if other == cell and tiles[place] == UNKNOWN
        ]
        unseen = list(seen.castle.unseen)
        unseen.remove(outcome)
        tiles[hidden[-1]] = outcome  # levels rise, and a stack is uncovered from the top
        return seen.with_covered(tiles, unseen)

    def named(self, outcome: int) -> str:
        return SYMBOLS[outcome]


def chances_of(tiles: Sequence[int]) -> tuple[tuple[int, float], ...]:
    return tuple((tile, many / len(tiles)) for tile, many in sorted(Counter(tiles).items()))


@dataclass(frozen=True)
class TopsDealt:
    """The tiles that lie open at the start, drawn in reading order."""

    start: DragonCastle
    tops: tuple[int, ...] = ()

    def _left(self) -> list[int]:
        return sorted((Counter(FULL_SET) - Counter(self.tops)).elements())

    def draw(self) -> Draw | None:
        cells = cells_of(self.start.floors[0])
        if len(self.tops) == len(cells):
            return None
        return Draw(self.start.castle.grid.names[cells[len(self.tops)]], chances_of(self._left()))

    def drawn(self, outcome: int) -> TopsDealt:
        return TopsDealt(self.start, (*self.tops, outcome))

    def state(self) -> DragonCastle:
        start = self.start
        stacks = {
            cell: [UNKNOWN] * (ruins.height_at(start.floors, 1 << cell) - 1) + [top]
            for cell, top in zip(cells_of(start.floors[0]), self.tops, strict=True)
        }
        return start.with_castle(ruins.Castle(start.castle.grid, stacks, self._left()))


CHANCE = TilesUncovered()
