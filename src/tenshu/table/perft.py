"""Counting the tree of moves: the sharpest short test of a rules engine."""

from __future__ import annotations

from tenshu.table.state import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves from a state."""
    if depth == 0:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)
