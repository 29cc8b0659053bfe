"""A moment of a game to look at: as the terminal shows it, or as the browser draws it."""

from __future__ import annotations

from io import BytesIO, StringIO

import numpy as np
from numpy.typing import NDArray

from tenshu.research.extra import needed
from tenshu.table.errors import Malformed
from tenshu.table.games import find_game
from tenshu.table.state import State

WIDTH, HEIGHT = 120, 40
"""Columns and lines of the terminal that is drawn for."""


def text(state: State, seat: int | None = None, *, colours: bool = False) -> str:
    """The table as `tenshu play --terminal` shows it, from the seat that decides unless another is given."""
    from rich.console import Console

    from tenshu.cli.terminal.face import Scene
    from tenshu.cli.terminal.faces import face_for

    viewer = seat if seat is not None else state.to_move or 0
    page = StringIO()
    console = Console(
        file=page, width=WIDTH, height=HEIGHT, force_terminal=colours, color_system="truecolor" if colours else None,
        highlight=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    face = face_for(state, "en", console)
    names = [f"player_{number}" for number in range(state.seats)]
    console.print(face.picture(Scene(state, viewer, (), names=names), console))
    return page.getvalue()


def svg(state: State, seat: int | None = None) -> str:
    """The table as the browser draws it."""
    drawn = find_game(state.game).picture
    if drawn is None:
        raise Malformed("game", f"{state.game} has no drawing for programs yet")
    return drawn(state, seat)


def png(state: State, seat: int | None = None) -> bytes:
    rasterise = needed("resvg_py", "pettingzoo").svg_to_bytes
    return bytes(rasterise(svg_string=svg(state, seat)))


def rgb(state: State, seat: int | None = None) -> NDArray[np.uint8]:
    """Rows, columns, and red, green, blue."""
    image = needed("PIL.Image", "pettingzoo")
    with image.open(BytesIO(png(state, seat))) as picture:
        return np.asarray(picture.convert("RGB"))
