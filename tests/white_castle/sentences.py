"""Every sentence a refusal is told with, from all rule cases, as one text to be read.

    python -m tests.white_castle.sentences      writes sentences.txt anew

Positions that are not loaded, in the order of the cases; then, by what is being asked, every move that could answer it
and is not allowed somewhere in the cases, with its reason and its sentence in English.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import tenshu
from tenshu.table.errors import IllegalMove, Malformed
from tenshu.table.state import State
from tenshu.white_castle.notation import MOVES, do_move
from tenshu.white_castle.state import WhiteCastle
from tests.white_castle.case_runner import all_cases, told_by

FILE = Path(__file__).parent / "sentences.txt"
MOST_ROWS = 3
"""Cards have no more; a fourth row is refused like all others above."""


def told() -> str:
    loading: list[str] = []
    playing: set[str] = set()
    for case in all_cases():
        data, document = told_by(case)
        try:
            state: State = tenshu.load(document)
        except Malformed as problem:
            loading.append(f"{case.name.removeprefix('loading: ')} | {problem}")
            continue
        for part in (data, *data.get("step", ())):
            for move in part.get("play", ()):
                state = state.play(move)
            playing.update(refusals(state))
    return "\n".join(["What is not loaded.", "", *loading, "", "What is not played.", "", *sorted(playing), ""])


def refusals(state: State) -> Iterator[str]:
    """Every move that could answer the open question in another position, and why it does not here."""
    assert isinstance(state, WhiteCastle)
    entry, legal = state.stack[-1], state.legal_moves()
    others = [move for move in MOVES.values() if move.verb != "do" and move.verb in entry.verbs]
    for move in (*map(do_move, named(state) if "do" in entry.verbs else ()), *others):
        if move in legal:
            continue
        if move.verb in ("row", "light") and int(move.words[-1]) > MOST_ROWS + 1:
            continue
        try:
            state.play(move)
        except IllegalMove as problem:
            because = f" ({' '.join(problem.reason.cells)})" if problem.reason.cells else ""
            yield f"{entry.name} | {move} | {problem.reason.code}{because} | {problem}"
        else:
            raise AssertionError(f"{move} is not listed, and can be played")


def named(state: WhiteCastle) -> list[str]:
    """The effects of the open question, and one that is not among them."""
    entry = state.stack[-1]
    return [*entry.to_json()[entry.name], "9v"]


if __name__ == "__main__":
    FILE.write_text(told(), "utf-8")
