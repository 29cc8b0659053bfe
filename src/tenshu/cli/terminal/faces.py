"""Which games the terminal can show, and how."""

from __future__ import annotations

from rich.console import Console

from tenshu.cli.terminal.dragon_castle.face import DragonCastleFace
from tenshu.cli.terminal.face import Face
from tenshu.cli.words import words_in
from tenshu.table.games import find_game
from tenshu.table.state import State

FACES = {"dragon-castle": DragonCastleFace}


def face_for(state: State, language: str, console: Console) -> Face | None:
    """The face of a game in a language; None for a game that the terminal does not know."""
    face = FACES.get(state.game)
    if face is None:
        return None
    return face(state, find_game(state.game).texts(language), words_in(language), console)
