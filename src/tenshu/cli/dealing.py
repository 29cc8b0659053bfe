"""The options of a new game as they are typed, and the game they deal."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tenshu.cli.complaint import Complaint, about_options, one_line, whole_number
from tenshu.cli.reading import STANDARD_INPUT, name_of, read_text
from tenshu.cli.words import say
from tenshu.table.errors import Malformed
from tenshu.table.games import find_game, shown

if TYPE_CHECKING:
    from tenshu.dragon_castle.layouts import Layout
    from tenshu.table.state import State

GAME = "dragon-castle"
WHITE_CASTLE = "white-castle"
LEVELS = ("easy", "medium", "hard")
"""Of the rival of The White Castle."""

Game = Annotated[str, typer.Option("--game", metavar="GAME", help=say("help.game"))]
Level = Annotated[str | None, typer.Option("--level", metavar="easy|medium|hard", help=say("help.solo.level"))]
Players = Annotated[str | None, typer.Option("--players", "-p", metavar="N", help=say("help.players"))]
Seed = Annotated[str | None, typer.Option("--seed", metavar="SEED", help=say("help.seed"))]
Layout_ = Annotated[str | None, typer.Option("--layout", metavar="NAME|FILE", help=say("help.layout"))]
Spirits = Annotated[str | None, typer.Option("--spirits", metavar="CARDS", help=say("help.spirits"))]
Dragons = Annotated[str | None, typer.Option("--dragons", metavar="CARDS", help=say("help.dragons"))]
Solo = Annotated[bool, typer.Option("--solo", help=say("help.solo"))]
First = Annotated[str | None, typer.Option("--first", metavar="SEAT|random", help=say("help.first"))]
Rival = Annotated[str | None, typer.Option("--solo", metavar="easy|medium|hard", help=say("help.rival"))]
Realm = Annotated[str | None, typer.Option("--realm", metavar="COLUMNSxROWS", help=say("help.realm"))]


def deal(name: str, /, **typed: Any) -> tuple[State, dict[str, Any]]:
    """A new game, and its options as the record keeps them. Options that are None have not been given."""
    options = options_of(**typed)
    game = find_game(name)
    with about_options():
        check_options(name, options)
        return game.new(**options), game.options(options)


def check_options(name: str, options: Mapping[str, Any]) -> None:
    """Raises `Malformed` for an option that is another game's."""
    known = signature(find_game(name).new).parameters
    for option in options:
        if option not in known:
            raise Malformed(option, f"{name} has no such option")


def game_called(name: str) -> str:
    """A game by its name."""
    try:
        return find_game(name, "--game").name
    except Malformed as problem:
        raise Complaint(str(problem)) from None


def options_of(**typed: Any) -> dict[str, Any]:
    """Options as the game takes them, from the texts that were typed; those that are None have not been given."""
    given = {name: value for name, value in typed.items() if value is not None}
    readers = {"players": players_of, "seed": seed_of, "layout": layout_of, "first": first_of, "realm": realm_of}
    return {name: readers[name](value) if name in readers else value for name, value in given.items()}


def players_of(text: str) -> int:
    """How many play is for the game to judge."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else whole_number(text, "--players", 2, 4)


def seed_of(text: str) -> int | str:
    """A number is meant as a number, so that `--seed 7` deals what `seed=7` deals."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else text


def first_of(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else text


def realm_of(text: str) -> tuple[int, int]:
    columns, _, rows = text.lower().partition("x")
    if not all(part.isascii() and part.isdigit() and len(part) <= 3 for part in (columns, rows)):
        raise Complaint(say("option.realm", value=one_line(text)))
    return int(columns), int(rows)


def layout_of(text: str) -> Layout:
    """A shipped castle by its name, or the drawing in a file."""
    from tenshu.dragon_castle import layouts

    looks_like_a_file = text == STANDARD_INPUT or text.endswith(".txt") or "/" in text or "\\" in text
    if looks_like_a_file:
        return read_layout(text)
    try:
        return layouts.find(text)
    except Malformed:
        if Path(text).is_file():
            return read_layout(text)
        known = ", ".join(layouts.catalogue())
        raise Complaint(say("option.castle", value=shown(text), known=known)) from None


def read_layout(source: str) -> Layout:
    """The drawing in a file; whether it is a castle to play with is not judged."""
    from tenshu.dragon_castle import layouts

    text = read_text(source)
    key = "custom" if source == STANDARD_INPUT else Path(source).stem
    try:
        return layouts.parse(text, key, name_of(source))
    except Malformed as problem:
        raise Complaint(str(problem)) from None
