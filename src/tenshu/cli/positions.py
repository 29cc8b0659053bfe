"""The commands that read a position or a record and print what follows from it. They work for every game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from tenshu.cli.complaint import Complaint, about, whole_number
from tenshu.cli.reading import name_of, read_position, read_record
from tenshu.cli.sentences import Sentences, told_apart
from tenshu.cli.words import language_of_the_user, say
from tenshu.cli.writing import print_document, print_text
from tenshu.table.errors import IllegalMove, Malformed
from tenshu.table.games import find_game, shown
from tenshu.table.perft import perft as count_sequences
from tenshu.table.record import Record
from tenshu.table.state import State

DEEPEST = 99

Position = Annotated[str, typer.Argument(metavar="POS", help=say("help.pos"), show_default=False)]


def register(app: typer.Typer) -> None:
    """Hang the commands on the app, in the order in which the help lists them."""
    for name, command in COMMANDS.items():
        app.command(name, help=say(f"help.{name}"))(command)


def moves(position: Position) -> None:
    state = read_position(position)
    if not state.is_over:
        print_text("\n".join(state.legal_moves()))


def apply(
    position: Position,
    moves: Annotated[list[str], typer.Argument(metavar="MOVE...", help=say("help.moves.argument"), show_default=False)],
) -> None:
    state = read_position(position)
    for number, move in enumerate(moves, start=1):
        state = _played(state, move, number)
    print_document(state.to_json())


def score(position: Position) -> None:
    print_document(read_position(position).scores())


def perft(
    position: Position,
    depth: Annotated[str, typer.Argument(metavar="DEPTH", help=say("help.depth"), show_default=False)],
) -> None:
    moves_deep = whole_number(depth, "DEPTH", 0, DEEPEST)
    state = read_position(position)
    try:
        print_text(str(count_sequences(state, moves_deep)))
    except IllegalMove as problem:
        raise Complaint(f"{name_of(position)}: {_sentence(state, problem)}") from None


def view(
    position: Position,
    seat: Annotated[str | None, typer.Option("--seat", metavar="SEAT", help=say("help.seat"))] = None,
) -> None:
    state = read_position(position)
    viewer = None if seat is None else whole_number(seat, "--seat", 0, state.seats - 1)
    print_document(state.view(viewer))


def why(position: Position, move: Annotated[str, typer.Argument(metavar="MOVE", help=say("help.why.move"))]) -> None:
    state = read_position(position)
    try:
        reason = state.why_not(move)
    except Malformed as problem:
        raise Complaint(str(problem)) from None
    if reason is None:
        print_document({"move": move, "legal": True})
    else:
        sentence = _sentences(state).of_reason(reason)
        print_document({"move": move, "legal": False, "reason": reason.to_json(), "sentence": sentence})


def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help=say("help.record.argument"), show_default=False)],
    log: Annotated[bool, typer.Option("--log", help=say("help.log"))] = False,
) -> None:
    told = read_record(record)
    lines: list[str] = []
    with about(name_of(record)):
        last = _last_state(told, lines)
    if log:
        print_text("\n".join(lines))
    else:
        print_document(last.scores())
    if not last.is_over:
        sys.stderr.write(say("replay.unfinished", file=name_of(record)) + "\n")


def _last_state(record: Record, lines: list[str]) -> State:
    """Plays a record to its end and collects what happened, one line a move."""
    steps = record.states()
    _, state = next(steps)
    speaker = _sentences(state, told_apart(record.seats))
    for _, state in steps:
        told = speaker.of_events(state.events)
        if told:
            lines.append(told)
    return state


def _played(state: State, move: str, number: int) -> State:
    try:
        return state.play(move)
    except Malformed as problem:
        raise Complaint(say("apply.no-move", number=number, why=problem.problem)) from None
    except IllegalMove as problem:
        told = say("apply.refused", number=number, move=shown(move), why=_sentence(state, problem))
        raise Complaint(told) from None


def _sentence(state: State, problem: IllegalMove) -> str:
    return _sentences(state).of_reason(problem.reason)


def _sentences(state: State, names: list[str] | None = None) -> Sentences:
    texts = find_game(state.game).texts(language_of_the_user())
    return Sentences(texts, names or [say("seat", number=seat + 1) for seat in range(state.seats)])


COMMANDS: dict[str, Callable[..., None]] = {
    "moves": moves,
    "apply": apply,
    "score": score,
    "why": why,
    "view": view,
    "perft": perft,
    "replay": replay,
}
