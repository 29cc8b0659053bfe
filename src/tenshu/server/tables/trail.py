"""The last plies of a game in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self, overload

from tenshu.table.state import State

SNAPSHOT_EVERY = 16
"""Plies from one stored position to the next: any moment is at most so many moves away."""
MEMORY = 64
"""How many plies back a table in memory knows: more than a round of four long turns, for undo and takebacks."""


class Trail(Sequence[State]):
    """The states of the last plies, the present one last; empty before the game begins.

    A value. Every 16th state is kept, and the last two; those between are played again for whoever asks, which only a
    takeback does. All of them would be most of what a table takes in memory, and what Python's collector goes through.
    The first one is a kept one, which was perhaps loaded and does not know how it came about; so a trail may go back
    further than `MEMORY`.
    """

    __slots__ = ("_moves", "_states")

    _states: tuple[State | None, ...]
    _moves: tuple[str, ...]
    """Each leads from the state of its place to the next one."""

    def __init__(self, states: Sequence[State] = (), moves: Sequence[str] = ()) -> None:
        recent = len(states) - 2
        self._states = tuple(
            state if place >= recent or place % SNAPSHOT_EVERY == 0 else None for place, state in enumerate(states)
        )
        self._moves = tuple(moves)

    def played(self, move: str, after: State) -> Self:
        """One more move, and the state it has led to."""
        longer = type(self).__new__(type(self))
        states, moves = self._states, self._moves
        if len(states) >= MEMORY + SNAPSHOT_EVERY:
            states, moves = states[SNAPSHOT_EVERY:], moves[SNAPSHOT_EVERY:]
        older = len(states) - 2
        if older > 0 and older % SNAPSHOT_EVERY:
            states = (*states[:older], None, states[-1])
        longer._states, longer._moves = (*states, after), (*moves, move)
        return longer

    @property
    def last(self) -> State:
        """The present state."""
        state = self._states[-1]
        assert state is not None
        return state

    @property
    def last_but_one(self) -> State | None:
        """The one before, if it is remembered."""
        return self._states[-2] if len(self._states) > 1 else None

    def __len__(self) -> int:
        return len(self._states)

    def __bool__(self) -> bool:
        return bool(self._states)

    def __iter__(self) -> Iterator[State]:
        before: State | None = None
        for place, kept in enumerate(self._states):
            if kept is None:
                assert before is not None
                kept = before.play(self._moves[place - 1])
            before = kept
            yield kept

    @overload
    def __getitem__(self, index: int) -> State: ...

    @overload
    def __getitem__(self, index: slice) -> Trail: ...

    def __getitem__(self, index: int | slice) -> State | Trail:
        """One state, or some that follow each other."""
        if isinstance(index, int):
            kept = self._states[index]
            return tuple(self)[index] if kept is None else kept
        first, end, _ = index.indices(len(self))
        return Trail(tuple(self)[first:end], self._moves[first : max(first, end - 1)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self._states[-1:])
