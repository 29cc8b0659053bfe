"""Playing a match for `tenshu arena`: its folder, its progress, and what is said when it ends early."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import typer

from tenshu.cli import dealing
from tenshu.cli.complaint import Complaint, about_options, one_line, whole_number
from tenshu.cli.words import say
from tenshu.cli.writing import print_text

if TYPE_CHECKING:
    from tenshu.arena import Folder, Lost, Match

MOST_GAMES = 999_999
MOST_CORES = 512
NOT_ALL_PLAYED = 1
INTERRUPTED = 130
LONG_GAMES = 1800
"""Seconds that are looked back on to say how long it will take."""


def match_called(
    names: list[str], game: str, games: str, seed: str, options: dict[str, Any], *, ladder: bool = False
) -> Match:
    """A match between known players as it was typed, or a complaint about what cannot be played."""
    from tenshu.arena import match_of
    from tenshu.arena.schedule import DoNotFill

    count = whole_number(games, "--games", 1, MOST_GAMES)
    with about_options():
        dealing.check_options(game, options)
        try:
            deals = dealing.seed_of(seed)
            return match_of(names, game=game, games=count, seed=deals, options=options, ladder=ladder)
        except DoNotFill as problem:
            raise Complaint(say("arena.do-not-fill", names=problem.names, seats=problem.seats)) from None


def cores_called(text: str | None) -> int:
    from tenshu.arena.runner import all_cores

    return all_cores() if text is None else whole_number(text, "--cores", 1, MOST_CORES)


def folder_called(out: str | None, resume: bool, kind: str) -> Path:
    """Where the results go: as typed, or a new folder named after the moment."""
    if out is None and resume:
        raise Complaint(say("arena.resume-where"))
    return Path(out) if out is not None else Path("arena") / f"{kind}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"


def check_begun(path: Path, folders: Sequence[Path]) -> None:
    """Complains where none of the folders, which are in `path`, holds anything to go on with."""
    from tenshu.arena.storing import SETTINGS

    if not any((folder / SETTINGS).exists() for folder in folders):
        raise Complaint(say("arena.nothing-to-resume", folder=one_line(str(path))))


@contextmanager
def kept_in(path: Path, match: Match, resume: bool) -> Iterator[Folder]:
    """The folder of a match, new or gone on with."""
    from tenshu.arena import Folder
    from tenshu.arena.storing import Mismatch, Taken

    where = one_line(str(path))
    try:
        folder = Folder(path, match, resume=resume)
    except Taken:
        raise Complaint(say("arena.taken", folder=where)) from None
    except Mismatch as problem:
        if problem.setting == "first deal":
            raise Complaint(say("arena.mismatch.deal", folder=where)) from None
        facts = {"stored": _shown(problem.stored), "wanted": _shown(problem.wanted)}
        raise Complaint(say("arena.mismatch", folder=where, setting=problem.setting, **facts)) from None
    except (OSError, ValueError, KeyError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise Complaint(say("arena.no-folder", folder=where, problem=why)) from None
    with folder:
        yield folder


def _shown(value: object) -> str:
    """A setting as it stands in a sentence."""
    if isinstance(value, list):
        return "; ".join(" ".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items()) or "–"
    return one_line(str(value))


def announced(match: Match, asked: str, name: str = "") -> str:
    """What is about to be played, in one line."""
    each = len(match.seatings()) // len(match.groups)
    told = say("arena.begins", n=len(match.groups) * each, deals=match.deals, seats=match.seats)
    if each != int(asked):
        told += " " + say("arena.rounded", n=each, asked=asked)
    return f"{name}: {told}" if name else told


class Run:
    """Playing what a folder does not hold yet, with a progress bar. Ctrl-C stops it and keeps what there is."""

    def __init__(self, cores: int) -> None:
        self.cores = cores
        self.lost: list[Lost] = []
        self.is_interrupted = False
        self.games = self.decisions = 0
        self.seconds = 0.0

    def play(self, folder: Folder, told: str) -> None:
        start = monotonic()
        try:
            self._play_with_a_bar(folder, told)
        except KeyboardInterrupt:
            self.is_interrupted = True
        self.seconds += monotonic() - start

    def _play_with_a_bar(self, folder: Folder, told: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True, highlight=False, emoji=False)
        console.print(told, markup=False, soft_wrap=True)
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"), TimeRemainingColumn())
        bar = Progress(
            *columns,
            console=console,
            transient=True,
            disable=not console.is_terminal,
            speed_estimate_period=LONG_GAMES,
        )
        with bar as progress:
            total = len(folder.match.seatings())
            task = progress.add_task("", total=total, completed=len(folder.outcomes), pace="")
            for pace in self._play(folder):
                progress.update(task, completed=len(folder.outcomes), pace=pace)

    def _play(self, folder: Folder) -> Iterator[str]:
        """Plays on, and says after each game how fast it goes."""
        from tenshu.arena import Lost, play
        from tenshu.cli.standings import short

        start, before = monotonic(), self.games
        for answer in play(folder.match, folder=folder, cores=self.cores):
            if isinstance(answer, Lost):
                self.lost.append(answer)
            else:
                self.games += 1
                self.decisions += sum(answer.decisions)
            yield say("arena.pace", games=short((self.games - before) / (monotonic() - start)))

    def end(self, path: Path, kept: int) -> None:
        """Say how it went; leaves the command with the exit code that tells it to programs."""
        from tenshu.cli.standings import short

        if self.games:
            facts = {"seconds": short(self.seconds), "games": short(self.games / self.seconds)}
            facts["decisions"] = short(self.decisions / self.seconds)
            print_text(say("arena.speed", n=self.games, cores=self.cores, **facts))
        print_text(say("arena.kept", n=kept, folder=path))
        for lost in self.lost:
            facts = {"deal": str(lost.seating.deal), "players": ", ".join(lost.seating.seats)}
            complain(say("arena.lost", why=lost.why, **facts))
        if self.is_interrupted:
            complain(say("arena.interrupted", folder=path))
            raise typer.Exit(INTERRUPTED)
        if self.lost:
            raise typer.Exit(NOT_ALL_PLAYED)


def complain(sentence: str) -> None:
    """What went wrong without ending the command."""
    sys.stderr.write(f"tenshu: {one_line(sentence)}\n")


@contextmanager
def with_the_extra() -> Iterator[None]:
    """What needs the extra `arena` is left out, with one sentence, where it is not installed."""
    from tenshu.arena.extra import INSTALL, MissingExtra

    try:
        yield
    except MissingExtra as problem:
        complain(say("arena.missing-extra", name=problem.name, install=INSTALL))
