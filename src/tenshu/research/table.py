"""One game being studied: moves by number, views as arrays, rewards. What every environment here is made of."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tenshu import new_game
from tenshu.table.errors import Malformed
from tenshu.table.games import find_game
from tenshu.table.places import places as places_of
from tenshu.table.state import State
from tenshu.table.study import Encoding, Part

SEEDS = 1 << 63


def encoding_of(game: str) -> Encoding:
    """The encoding of a game. Raises `Malformed` for a game that has none."""
    made = find_game(game).encoding
    if made is None:
        raise Malformed("game", f"{game} has no encoding yet")
    return made()


def greatest(parts: tuple[Part, ...]) -> NDArray[np.uint8]:
    """The greatest number of each place of an observation."""
    return np.concatenate([np.full(part.size, part.most, np.uint8) for part in parts])


def named(parts: tuple[Part, ...], observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of an observation, or of many in rows, by name and in their shapes: views, not copies."""
    found, begin = {}, 0
    for part in parts:
        piece = observation[..., begin : begin + part.size]
        found[part.name] = piece.reshape(*observation.shape[:-1], *part.shape)
        begin += part.size
    return found


def rewards_of(state: State) -> list[float]:
    """The reward of each seat's place: 1 for the first, -1 for the last, evenly between; who shares places shares it.

    Played alone there is no place: 0.
    """
    seats = state.seats
    rewards, before = [0.0] * seats, 0
    for sharing in places_of(state.scores()) if seats > 1 else ():
        shared = 1 - (2 * before + len(sharing) - 1) / (seats - 1)
        for seat in sharing:
            rewards[seat] = shared
        before += len(sharing)
    return rewards


def totals(state: State) -> list[int]:
    """By seat; a rival that the game itself plays has a sheet, but no seat."""
    return [sheet["total"] for sheet in state.scores()["players"][: state.seats]]


class Table:
    """A game of some kind, dealt again and again. A seed makes all that follow repeatable."""

    def __init__(self, game: str, **options: Any) -> None:
        self.game = game
        self.options = options
        self.encoding = encoding_of(game)
        self._chance = Random()
        self.state = new_game(game, seed=0, **options)
        self.encoding.check(self.state)
        self.seats = self.state.seats
        self.parts = self.encoding.parts(self.seats)
        self.size = sum(part.size for part in self.parts)

    def deal(self, seed: int | None = None) -> None:
        if seed is not None:
            self._chance = Random(seed)
        self.state = new_game(self.game, seed=self._chance.randrange(SEEDS), **self.options)

    def observation(self, seat: int) -> NDArray[np.uint8]:
        return np.frombuffer(self.encoding.observe(self.state, seat), np.uint8)

    def numbers(self) -> list[int]:
        """The legal moves by number, in the game's order."""
        return [self.encoding.number(move) for move in self.state.legal_moves()]

    def mask(self) -> NDArray[np.int8]:
        mask = np.zeros(self.encoding.actions, np.int8)
        mask[self.numbers()] = 1
        return mask

    def is_legal(self, number: int) -> bool:
        return 0 <= number < self.encoding.actions and self.encoding.move(int(number)) in self.state.legal_moves()

    def play(self, number: int) -> None:
        self.state = self.state.play(self.encoding.move(int(number)))
