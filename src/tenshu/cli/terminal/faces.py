"""Which games the terminal can show, and how."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from tenshu.cli import dealing
from tenshu.cli.terminal.dragon_castle.face import DragonCastleFace
from tenshu.cli.terminal.face import Face
from tenshu.cli.terminal.white_castle.face import WhiteCastleFace
from tenshu.cli.words import words_in
from tenshu.table.games import find_game
from tenshu.table.state import State
from tenshu.table.texts import Texts

FACES: dict[str, Callable[[State, Texts, Texts, Console], Face]] = {
    dealing.GAME: DragonCastleFace,
    dealing.WHITE_CASTLE: WhiteCastleFace,
}


def face_for(state: State, language: str, console: Console) -> Face:
    """The face of a game in a language."""
    return FACES[state.game](state, find_game(state.game).texts(language), words_in(language), console)
