"""`tenshu hint` and `tenshu analyse`: what the search thinks of a position, and of a whole game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from tenshu.cli.complaint import Complaint, about, one_line, whole_number
from tenshu.cli.positions import Position
from tenshu.cli.reading import name_of, read_position, read_record
from tenshu.cli.words import say
from tenshu.cli.writing import print_document, print_text
from tenshu.table.search import Budget

if TYPE_CHECKING:
    from tenshu.table.record import Record
    from tenshu.table.state import Document

SECONDS_FOR_A_HINT = 2.0
SECONDS_FOR_A_DECISION = 0.2
MOST_SECONDS = 3600
MOST_SIMULATIONS = 999_999
MOST_MOVES = 100
PICTURES = (".png", ".svg")

RecordArgument = Annotated[
    str, typer.Argument(metavar="RECORD", help=say("help.record.argument"), show_default=False)
]  # fmt: skip
Seconds = Annotated[str | None, typer.Option("--seconds", metavar="SECONDS", help=say("help.seconds"))]
Simulations = Annotated[str | None, typer.Option("--simulations", metavar="N", help=say("help.simulations"))]
Count = Annotated[str, typer.Option("--count", metavar="N", help=say("help.hint.count"))]
Json = Annotated[bool, typer.Option("--json", help=say("help.json"))]
Output = Annotated[str | None, typer.Option("--output", metavar="FILE.json", help=say("help.analyse.output"))]
Plot = Annotated[str | None, typer.Option("--plot", metavar="FILE.png|FILE.svg", help=say("help.analyse.plot"))]


def register(app: typer.Typer) -> None:
    """Hang the commands on the app."""
    for name, command in COMMANDS.items():
        app.command(name, help=say(f"help.{name}"))(command)


def hint(
    position: Position,
    seconds: Seconds = None,
    simulations: Simulations = None,
    count: Count = "5",
    as_json: Json = False,
) -> None:
    from tenshu.players.analysis import hint as hint_of

    budget = _budget(seconds, simulations, SECONDS_FOR_A_HINT)
    moves = whole_number(count, "--count", 1, MOST_MOVES)
    state = read_position(position)
    if state.is_over:
        raise Complaint(say("hint.over", file=name_of(position)))
    found = hint_of(state.seen_by(state.to_move), budget, Random(0), moves)
    if as_json:
        print_document(found)
    else:
        from tenshu.cli.advised import hint_in_words

        print_text(hint_in_words(found))


def analyse(
    record: RecordArgument,
    output: Output = None,
    plot: Plot = None,
    seconds: Seconds = None,
    simulations: Simulations = None,
    as_json: Json = False,
) -> None:
    from tenshu.cli.terminal.saving import save_document

    budget = _budget(seconds, simulations, SECONDS_FOR_A_DECISION)
    draw = _drawing(plot)
    _check_files(output, plot)
    told = read_record(record)
    with about(name_of(record)):
        found = _analysed(told, budget)
    if output is not None:
        save_document(found, output)
    if draw is not None:
        draw(found)
    if as_json:
        print_document(found)
    else:
        from tenshu.cli.advised import analysis_in_words

        print_text(analysis_in_words(found))


def _analysed(record: Record, budget: Budget) -> Document:
    from tenshu.players.analysis import analyse as analysis_of

    with _progress_bar() as progress:
        return analysis_of(record, budget, progress=progress)


@contextmanager
def _progress_bar() -> Iterator[Callable[[int, int], None]]:
    """On a terminal's standard error: how many decisions have been looked at, and how long it will take."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True, highlight=False, emoji=False)
    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip
    with bar:
        task = bar.add_task("")
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _drawing(plot: str | None) -> Callable[[Document], None] | None:
    """How to draw the picture that is wanted; complains before any thinking if it cannot be drawn."""
    if plot is None:
        return None
    if not plot.lower().endswith(PICTURES):
        raise Complaint(say("analyse.picture", value=one_line(plot), known=", ".join(PICTURES)))
    from tenshu.arena.extra import INSTALL, MissingExtra, load
    from tenshu.cli.curves import draw

    try:
        load("matplotlib")
    except MissingExtra as problem:
        raise Complaint(say("analyse.missing-extra", name=problem.name, install=INSTALL)) from None
    return lambda found: draw(found, plot)


def _check_files(*files: str | None) -> None:
    from tenshu.cli.terminal.saving import check_file

    for file in files:
        if file is not None:
            check_file(file)


def _budget(seconds: str | None, simulations: str | None, usual: float) -> Budget:
    """What was given bounds the thinking; if nothing was, so many seconds."""
    number = None if simulations is None else whole_number(simulations, "--simulations", 1, MOST_SIMULATIONS)
    if seconds is None:
        return Budget(simulations=number, seconds=None if number else usual)
    if re.fullmatch(r"\d{1,4}(\.\d{1,3})?", seconds, re.ASCII) and 0 < float(seconds) <= MOST_SECONDS:
        return Budget(simulations=number, seconds=float(seconds))
    raise Complaint(say("advice.seconds", most=MOST_SECONDS, value=one_line(seconds)))


COMMANDS: dict[str, Callable[..., None]] = {"hint": hint, "analyse": analyse}
