"""Fitting judgements for `tenshu arena fit`: what was asked for, its progress, its file, its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from tenshu.arena import plots
from tenshu.arena.extra import INSTALL, MissingExtra, load
from tenshu.arena.fit import Fitted, Generation, Plan, Progress, fit
from tenshu.arena.interrupts import held_back
from tenshu.cli import dealing, standings
from tenshu.cli.complaint import Complaint, about, about_options, one_line, whole_number
from tenshu.cli.matches import INTERRUPTED, LONG_GAMES, MOST_GAMES, complain, with_the_extra
from tenshu.cli.reading import name_of, read_json
from tenshu.cli.terminal.saving import check_file, save_text
from tenshu.cli.words import language_of_the_user, say
from tenshu.cli.writing import print_text
from tenshu.table.games import find_game, shown
from tenshu.table.school import MissingCore, Numbers, School

MOST_GENERATIONS = 999
FEWEST_GAMES = 10
"""From fewer there may be no moment to learn from."""


def plan_called(generations: str, games: str, seed: str, cores: int) -> Plan:
    return Plan(
        whole_number(generations, "--generations", 1, MOST_GENERATIONS),
        whole_number(games, "--games", FEWEST_GAMES, MOST_GAMES),
        dealing.seed_of(seed),
        cores,
    )


def school_called(game: str) -> School:
    """Where the game's judgement is fitted, or a complaint about what is missing."""
    with about_options():
        source = find_game(game).school
    if source is None:
        raise Complaint(say("fit.no-school", game=one_line(game)))
    try:
        load("numpy")
        return source()
    except MissingCore as problem:
        raise Complaint(say("fit.missing-core", name=problem.name)) from None
    except MissingExtra as problem:
        raise Complaint(say("fit.missing-extra", name=problem.name, install=INSTALL)) from None


def chosen(typed: Sequence[str], school: School) -> list[str]:
    """The judgements to fit, in the order in which they help each other; all where none is named."""
    for name in typed:
        if name not in school.names:
            raise Complaint(say("fit.unknown", name=shown(name), known=", ".join(school.names)))
    return [name for name in school.names if name in typed or not typed]


class Fits:
    """Fits one judgement after the other and keeps each as soon as it is finished."""

    def __init__(self, school: School, game: str, plan: Plan, out: str | None, begin: str | None) -> None:
        if out is None:
            raise Complaint(say("fit.where"))
        check_file(out)
        self.school, self.game, self.plan, self.out = school, game, plan, out
        self.numbers: dict[str, Numbers] = {} if begin is None else _numbers_in(begin, school)
        self.fitted: list[Fitted] = []

    def run(self, names: Sequence[str]) -> None:
        """Leaves the command with its exit code where Ctrl-C ended it."""
        try:
            for name in names:
                self.keep(self.fit(name))
        except KeyboardInterrupt:
            self.report()
            complain(self.interruption())
            raise typer.Exit(INTERRUPTED) from None
        self.report()

    def fit(self, name: str) -> Fitted:
        games = f"{self.plan.games:,}"
        with _progress(name, self.plan, say("fit.begins", name=name, n=self.plan.generations, games=games)) as told:
            return fit(self.school, name, self.numbers, self.plan, told)

    def keep(self, fitted: Fitted) -> None:
        with held_back():
            self.numbers[fitted.name] = fitted.numbers
            save_text(self.school.written(self.numbers), self.out)
            self.fitted.append(fitted)

    def report(self) -> None:
        """The table, and the plot beside the file."""
        if not self.fitted:
            return
        with with_the_extra():
            facts = {"game": self.game, "games": self.plan.games, "seed": self.plan.seed}
            words = plots.words(language_of_the_user())
            picture = plots.fits(self.fitted, say("fit.about", n=self.plan.generations, **facts), words)
            plots.write(picture, Path(self.out).with_suffix(""))
        print_text(standings.fits(self.fitted))
        print_text(say("fit.explained"))
        print_text(say("fit.kept", file=self.out))

    def interruption(self) -> str:
        names = ", ".join(one.name for one in self.fitted)
        return say("fit.interrupted", file=self.out, names=names) if names else say("fit.interrupted.nothing")


def _numbers_in(file: str, school: School) -> dict[str, Numbers]:
    document = read_json(file)
    with about(name_of(file)):
        return school.read(document)


@contextmanager
def _progress(name: str, plan: Plan, begins: str) -> Iterator[Progress]:
    """On the standard error: a bar where somebody looks, and a line for each generation."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, highlight=False, emoji=False)
    console.print(begins, markup=False, soft_wrap=True)
    bar = Bar(
        BarColumn(), TaskProgressColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal, speed_estimate_period=LONG_GAMES,
    )  # fmt: skip
    with bar:
        task = bar.add_task("", total=plan.generations)
        said = 0

        def told(done: float, reached: Sequence[Generation]) -> None:
            nonlocal said
            bar.update(task, completed=done)
            for one in reached[said:]:
                console.print(_line(name, one), markup=False, soft_wrap=True)
            said = len(reached)

        yield told


def _line(name: str, one: Generation) -> str:
    facts = {"network": f"{one.network:.2f}", "linear": f"{one.linear:.2f}", "number": str(one.number)}
    duel, par = standings.duel(one.duel, one.par, alone=one.alone)
    return say("fit.reached", name=name, n=one.lessons, duel=duel, par=par, **facts)
