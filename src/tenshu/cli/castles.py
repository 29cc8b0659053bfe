"""`tenshu layouts`: the shipped castles, and a judge for drawings of new ones."""

from __future__ import annotations

from itertools import zip_longest
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from tenshu.cli import dealing
from tenshu.cli.complaint import Complaint
from tenshu.cli.reading import name_of
from tenshu.cli.words import language_of_the_user, say
from tenshu.cli.writing import print_text
from tenshu.table.games import find_game

if TYPE_CHECKING:
    from tenshu.dragon_castle.layouts import Layout

BLOCK = 38
"""Width of one castle in the list."""

app = typer.Typer(help=say("help.layouts"), invoke_without_command=True, pretty_exceptions_enable=False)

Name = Annotated[str, typer.Argument(metavar="NAME|FILE", help=say("help.layouts.name"), show_default=False)]
File = Annotated[str, typer.Argument(metavar="FILE", help=say("help.layouts.file"), show_default=False)]


@app.callback()
def layouts(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        from tenshu.dragon_castle.layouts import catalogue

        print_text(_side_by_side([_small(layout) for layout in catalogue().values()]))


@app.command("show", help=say("help.layouts.show"))
def show(name: Name) -> None:
    layout = dealing.layout_of(name)
    lines = [_title(layout), _facts(layout), *([layout.note] if layout.note else []), "", *_with_names(layout)]
    print_text("\n".join(lines))


@app.command("check", help=say("help.layouts.check"))
def check(file: File) -> None:
    from tenshu.dragon_castle.layouts import errors, warnings

    layout = dealing.read_layout(file)
    texts = find_game(dealing.GAME).texts(language_of_the_user())
    wrong = errors(layout, texts)
    if wrong:
        raise Complaint(f"{name_of(file)}: {'; '.join(wrong)}")
    found = warnings(layout, texts)
    verdict = say("layouts.verdict", file=name_of(file), facts=_facts(layout), n=len(found))
    print_text("\n".join([verdict, *(say("layouts.warning", warning=warning) for warning in found)]))


def _title(layout: Layout) -> str:
    return f"{layout.key}: {name_in_words(layout)}"


def name_in_words(layout: Layout) -> str:
    """The name of a castle in the user's language; a drawing of one's own has the name it gives itself."""
    from tenshu.dragon_castle.layouts import catalogue

    key = f"layout.{layout.key}"
    texts = find_game(dealing.GAME).texts(language_of_the_user())
    return texts.say(key) if key in texts and catalogue().get(layout.key) == layout else layout.name


def _facts(layout: Layout) -> str:
    floors = " + ".join(str(layout.on_floor(floor)) for floor in (1, 2, 3))
    facts = say("layouts.facts", columns=layout.columns, rows=layout.rows, tiles=layout.tiles, floors=floors)
    if not layout.players:
        return facts
    players = say("layouts.or").join(map(str, layout.players))
    return facts + say("layouts.players", players=players)


def _rows(layout: Layout) -> list[str]:
    return [" ".join(row) for row in layout.drawing.split()]


def _with_names(layout: Layout) -> list[str]:
    """The drawing with the letters of its columns and the numbers of its rows."""
    letters = " ".join(chr(ord("a") + column) for column in range(layout.columns))
    rows = [f"{number:>4}  {row}" for number, row in enumerate(_rows(layout), start=1)]
    return [f"      {letters}", *rows]


def _small(layout: Layout) -> list[str]:
    players = say("layouts.or").join(map(str, layout.players))
    facts = say("layouts.small", columns=layout.columns, rows=layout.rows, players=players)
    return [layout.key, name_in_words(layout), facts, "", *(f"  {row}" for row in _rows(layout)), ""]


def _side_by_side(blocks: list[list[str]]) -> str:
    """As many castles beside each other as the terminal is wide."""
    across = max(1, get_terminal_size().columns // BLOCK)
    lines: list[str] = []
    for start in range(0, len(blocks), across):
        for parts in zip_longest(*blocks[start : start + across], fillvalue=""):
            lines.append("".join(f"{part:<{BLOCK}}" for part in parts).rstrip())
    return "\n".join(lines)
