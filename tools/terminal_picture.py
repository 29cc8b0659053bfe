"""Draws docs/pictures/terminal.svg, the picture of the terminal game in the README.

    .venv/bin/python tools/terminal_picture.py

The game in it is the record docs/pictures/terminal.json, so that the picture changes only when the drawing does.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from tenshu.cli.terminal.game import TerminalGame
from tenshu.cli.terminal.keyboard import Keyboard
from tenshu.cli.terminal.seating import Wishes, resumed, seat
from tenshu.cli.words import words_in

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
RECORD = PICTURES / "terminal.json"
PICTURE = PICTURES / "terminal.svg"
FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def drawn() -> str:
    """The picture as SVG."""
    console = Console(
        record=True, width=100, height=40, file=io.StringIO(), force_terminal=True, color_system="truecolor",
        no_color=False, legacy_windows=False,
    )  # fmt: skip
    wishes = Wishes(
        game="dragon-castle",
        deal={},
        opponent=None,
        hot_seat=False,
        language="en",
        record_file="",
        resume="",
        no_colour=False,
        pace=0,
    )
    start, session = resumed(str(RECORD))
    game = TerminalGame(seat(start, session, wishes, console, Keyboard(console, words_in("en"))))
    game.draw(game.table.face.menu(session.state))
    return without_downloads(console.export_svg(title="tenshu play", unique_id="tenshu"))


def without_downloads(svg: str) -> str:
    """The fonts of the reader's own system instead of one from the network."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", FONTS).replace("font-family: arial;", f"font-family: {FONTS};")


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
    print(f"{PICTURE.relative_to(Path.cwd()) if PICTURE.is_relative_to(Path.cwd()) else PICTURE} drawn")
