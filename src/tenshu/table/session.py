"""One game being played: its history, its undo, its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tenshu.table.record import Record
from tenshu.table.state import Document, State


class Session:
    """A game from its deal to the present. The log of moves is the truth; the states are kept beside it."""

    def __init__(
        self, start: State, *, options: Mapping[str, Any] | None = None, seats: Sequence[str] | None = None
    ) -> None:
        self._states = [start]
        self._moves: list[str] = []
        self.options = dict(options or {})
        self.seats = list(seats) if seats is not None else [f"seat {seat}" for seat in range(start.seats)]

    @property
    def start(self) -> State:
        """The deal."""
        return self._states[0]

    @property
    def state(self) -> State:
        """The present."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The players' moves so far, without the game's own answers."""
        return tuple(self._moves)

    def play(self, move: str) -> State:
        """Play a move and return the new present; an illegal one raises and changes nothing."""
        after = self.state.play(move)
        self._moves.append(str(move))
        self._states.append(after)
        return after

    @property
    def can_undo(self) -> bool:
        """A step can be taken back unless it showed something hidden or passed the turn."""
        return bool(self._moves) and not (self.state.reveals or self.state.turn_passed)

    def undo(self) -> State:
        """Take the last move back. Raises ValueError where `can_undo` is false."""
        if not self._moves:
            raise ValueError("nothing has been played yet")
        if self.state.reveals:
            raise ValueError("the last move showed something that was hidden")
        if self.state.turn_passed:
            raise ValueError("the last move ended the turn")
        self._moves.pop()
        self._states.pop()
        return self.state

    def events(self) -> list[tuple[Document, ...]]:
        """The events of every move so far, oldest first."""
        return [state.events for state in self._states[1:]]

    def record(self) -> Record:
        """The game so far as a document that can be stored, sent and replayed."""
        told: list[str] = []
        for move, after in zip(self._moves, self._states[1:], strict=True):
            told += [move, *after.answers]
        return Record.of(self._states[0], self.options, self.seats, told, self.state)
