"""`tenshu arena`: matches between computer players, and what they tell about players and castles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tenshu.cli import dealing
from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.matches import (
    Run,
    announced,
    check_begun,
    cores_called,
    folder_called,
    kept_in,
    match_called,
    with_the_extra,
)
from tenshu.cli.rivals import player_called
from tenshu.cli.words import language_of_the_user, say
from tenshu.cli.writing import print_text

if TYPE_CHECKING:
    from tenshu.arena import Folder

app = typer.Typer(help=say("help.arena"), no_args_is_help=False, pretty_exceptions_enable=False)

Contestants = Annotated[list[str], typer.Argument(metavar="PLAYER...", help=say("help.arena.contestants"))]
Game = Annotated[str, typer.Option("--game", metavar="GAME", help=say("help.arena.game"))]
Games = Annotated[str, typer.Option("--games", metavar="N", help=say("help.arena.games"))]
Ladder = Annotated[bool, typer.Option("--ladder", help=say("help.arena.ladder"))]
Seed = Annotated[str, typer.Option("--seed", metavar="SEED", help=say("help.arena.seed"))]
Cores = Annotated[str | None, typer.Option("--cores", metavar="N", help=say("help.arena.cores"))]
Out = Annotated[str | None, typer.Option("--out", metavar="DIR", help=say("help.arena.out"))]
Resume = Annotated[bool, typer.Option("--resume", help=say("help.arena.resume"))]
Export = Annotated[str | None, typer.Option("--export", metavar="DIR", help=say("help.arena.export"))]
Castles = Annotated[list[str] | None, typer.Argument(metavar="LAYOUT|FILE...", help=say("help.arena.castles"))]
Player = Annotated[str, typer.Option("--player", metavar="PLAYER", help=say("help.arena.player"))]
Page = Annotated[str | None, typer.Option("--page", metavar="FILE", help=say("help.arena.page"))]

Judgements = Annotated[list[str] | None, typer.Argument(metavar="NAME...", help=say("help.arena.fit.names"))]
Generations = Annotated[str, typer.Option("--generations", metavar="N", help=say("help.arena.fit.generations"))]
FitGames = Annotated[str, typer.Option("--games", metavar="N", help=say("help.arena.fit.games"))]
FitSeed = Annotated[str, typer.Option("--seed", metavar="SEED", help=say("help.arena.fit.seed"))]
FitCores = Annotated[str | None, typer.Option("--cores", metavar="N", help=say("help.arena.fit.cores"))]
FitOut = Annotated[str | None, typer.Option("--out", metavar="FILE.json", help=say("help.arena.fit.out"))]
From = Annotated[str | None, typer.Option("--from", metavar="FILE.json", help=say("help.arena.fit.from"))]


@app.callback()
def arena() -> None:
    """A group; each of its commands has options of its own."""


@app.command("match", help=say("help.arena.match"))
def match(
    contestants: Contestants,
    game: Game = dealing.GAME,
    games: Games = "100",
    players: dealing.Players = None,
    layout: dealing.Layout_ = None,
    spirits: dealing.Spirits = None,
    dragons: dealing.Dragons = None,
    solo: dealing.Solo = False,
    level: dealing.Level = None,
    ladder: Ladder = False,
    seed: Seed = "1",
    cores: Cores = None,
    out: Out = None,
    resume: Resume = False,
    export: Export = None,
) -> None:
    if export is not None:
        check_arrow()
    contestants = [player_called(name) for name in contestants]
    alone = level or solo or None
    if players is None and not alone and len(set(contestants)) < len(contestants):
        players = str(len(contestants))
    options = dealing.options_of(players=players, layout=layout, spirits=spirits, dragons=dragons, solo=alone)
    wanted = match_called(contestants, game, games, seed, options, ladder=ladder)
    run = Run(cores_called(cores))
    path = folder_called(out, resume, "match")
    if resume:
        check_begun(path, [path])
    with kept_in(path, wanted, resume) as folder:
        run.play(folder, announced(wanted, games))
        report_match(folder)
        if export is not None and folder.outcomes:
            export_match(folder, export)
        run.end(folder.path, len(folder.outcomes))


def report_match(folder: Folder) -> None:
    """The tables on the screen, and everything in the folder that is made from the records."""
    from tenshu.arena import plots
    from tenshu.arena.ratings import ratings
    from tenshu.arena.results import complete, meetings, standings
    from tenshu.cli import standings as tables

    match = folder.match
    folder.write_table()
    found = standings(match, folder.outcomes)
    if not found:
        print_text(say("arena.no-whole-deal"))
        return
    rated = None
    with with_the_extra():
        rated = ratings(complete(match, folder.outcomes)) if match.seats > 1 else None
        said = plots.words(language_of_the_user(), tables.naming(match.game))
        plots.match_plots(folder.path, match, found, rated, said)
    if match.seats > 1:
        print_text(tables.together(found, rated))
        if match.seats == 2 and len(match.groups) > 1:
            print_text("\n" + tables.meetings(meetings(match, folder.outcomes)))
        print_text(say("arena.intervals", n=found[0].deals))
    else:
        print_text(tables.alone(found))
        if found[0].ranks:
            print_text("\n" + tables.ranks(found, tables.naming(match.game)))
        print_text(say("arena.intervals.alone", n=found[0].deals))


def check_arrow() -> None:
    """Complains before a long match rather than behind it."""
    from tenshu.arena.datasets import INSTALL, MissingArrow, arrow

    try:
        arrow()
    except MissingArrow as problem:
        raise Complaint(say("arena.missing-arrow", name=problem.name, install=INSTALL)) from None


def export_match(folder: Folder, target: str) -> None:
    """The games of a match as tables for people who learn from them."""
    from tenshu.arena.datasets import export

    try:
        written = export(folder.records(), Path(target))
    except OSError as problem:
        where = one_line(target)
        raise Complaint(say("arena.no-folder", folder=where, problem=problem.strerror or problem)) from None
    print_text(say("arena.exported", n=written.games, positions=written.positions, folder=one_line(target)))


@app.command("balance", help=say("help.arena.balance"))
def balance(
    castles: Castles = None,
    games: Games = "400",
    players: dealing.Players = None,
    player: Player = "greedy",
    spirits: dealing.Spirits = None,
    dragons: dealing.Dragons = None,
    seed: Seed = "1",
    cores: Cores = None,
    out: Out = None,
    resume: Resume = False,
    page: Page = None,
) -> None:
    from tenshu.cli.balances import Castle, Report, chosen, text_of_page

    if page is not None:
        text_of_page(page)
    player = player_called(player)
    count = None if players is None else dealing.players_of(players)
    rows = [
        Castle(layout, seats, match_called([player] * seats, dealing.GAME, games, seed, options))
        for layout, seats in chosen(castles or [], count)
        for options in [dealing.options_of(players=str(seats), spirits=spirits, dragons=dragons) | {"layout": layout}]
    ]
    run, path = Run(cores_called(cores)), folder_called(out, resume, "balance")
    if resume:
        check_begun(path, [path / row.folder for row in rows])
    report = Report(games, player, seed, spirits, dragons)
    for row in rows:
        with kept_in(path / row.folder, row.match, resume) as folder:
            run.play(folder, announced(row.match, games, row.folder))
            report.add(row, folder)
        if run.is_interrupted:
            break
    report.show()
    if page is not None and not run.is_interrupted:
        report.write(page)
    run.end(path, report.games_kept)


@app.command("fit", help=say("help.arena.fit"))
def fit(
    names: Judgements = None,
    game: Game = dealing.GAME,
    generations: Generations = "20",
    games: FitGames = "3000",
    seed: FitSeed = "1",
    cores: FitCores = None,
    out: FitOut = None,
    begin: From = None,
) -> None:
    from tenshu.cli.fits import Fits, chosen, plan_called, school_called

    plan = plan_called(generations, games, seed, cores_called(cores))
    school = school_called(game)
    wanted = chosen(names or [], school)
    Fits(school, game, plan, out, begin).run(wanted)
