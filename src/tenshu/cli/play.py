"""`tenshu play`: a game in the terminal."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tenshu.cli import dealing
from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.rivals import player_called
from tenshu.cli.words import known_languages, language_of_the_user, say

if TYPE_CHECKING:
    from tenshu.cli.terminal.seating import Wishes

LONGEST_PAUSE = 10

Terminal = Annotated[bool, typer.Option("--terminal", help=say("help.terminal"))]
Opponent = Annotated[str | None, typer.Option("--opponent", metavar="PLAYER", help=say("help.opponent"))]
Language = Annotated[str | None, typer.Option("--language", metavar="en|pt-BR", help=say("help.language"))]
HotSeat = Annotated[bool, typer.Option("--hot-seat", help=say("help.hot-seat"))]
RecordFile = Annotated[str, typer.Option("--record", metavar="FILE", help=say("help.record"))]
Resume = Annotated[str, typer.Option("--resume", metavar="RECORD", help=say("help.resume"))]
NoColour = Annotated[bool, typer.Option("--no-colour", "--no-color", help=say("help.no-colour"))]
Pace = Annotated[str, typer.Option("--pace", metavar="SECONDS", help=say("help.pace"))]


def play(
    game: dealing.Game = dealing.GAME,
    terminal: Terminal = False,  # noqa: ARG001  the browser client is to come; until then both mean the same
    players: dealing.Players = None,
    solo: dealing.Solo = False,
    level: dealing.Level = None,
    layout: dealing.Layout_ = None,
    spirits: dealing.Spirits = None,
    dragons: dealing.Dragons = None,
    seed: dealing.Seed = None,
    first: dealing.First = None,
    opponent: Opponent = None,
    hot_seat: HotSeat = False,
    language: Language = None,
    record: RecordFile = "",
    resume: Resume = "",
    no_colour: NoColour = False,
    pace: Pace = "0.8",
) -> None:
    from tenshu.cli.terminal.seating import Wishes

    name = dealing.game_called(game)
    deal = {"players": players, "solo": level or solo or None, "layout": layout, "spirits": spirits, "dragons": dragons}
    deal |= {"seed": seed, "first": first}
    spoken = language_called(language)
    wishes = Wishes(
        game=name,
        deal=deal,
        opponent=None if opponent is None else player_called(opponent, spoken, "--opponent"),
        hot_seat=hot_seat,
        language=spoken,
        record_file=record,
        resume=resume,
        no_colour=no_colour,
        pace=seconds(pace),
    )
    if resume and any(value is not None for value in deal.values()):
        raise Complaint(say("option.resume"))
    _sit_down(wishes)


def _sit_down(wishes: Wishes) -> None:
    from tenshu.cli.terminal import seating

    if wishes.record_file:
        seating.check_file(wishes.record_file)
    if sys.stdin is None:
        raise Complaint(say("file.closed"))
    code = seating.host(wishes)
    if code:
        raise typer.Exit(code)


def seconds(text: str) -> float:
    if re.fullmatch(r"\d{1,2}(\.\d{1,3})?", text, re.ASCII) and float(text) <= LONGEST_PAUSE:
        return float(text)
    raise Complaint(say("option.seconds", most=LONGEST_PAUSE, value=one_line(text)))


def language_called(name: str | None) -> str:
    if name is None:
        return language_of_the_user()
    found = [known for known in known_languages() if known.lower() == name.replace("_", "-").lower()]
    if not found:
        raise Complaint(say("option.language", value=one_line(name), known=", ".join(known_languages())))
    return found[0]
