"""What every game shares. Knows no game."""

from tenshu.table.errors import IllegalMove, Impossible, Malformed, Reason, UnreadableMove
from tenshu.table.games import Game, find_game, known_games, load
from tenshu.table.perft import perft
from tenshu.table.record import Record
from tenshu.table.session import Session
from tenshu.table.state import Document, State
from tenshu.table.texts import Texts, load_texts

__all__ = [
    "Document",
    "Game",
    "IllegalMove",
    "Impossible",
    "Malformed",
    "Reason",
    "Record",
    "Session",
    "State",
    "Texts",
    "UnreadableMove",
    "find_game",
    "known_games",
    "load",
    "load_texts",
    "perft",
]
