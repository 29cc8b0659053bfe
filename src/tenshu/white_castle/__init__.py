"""The White Castle: the complete rules, one file per chapter.

| file | chapter |
|---|---|
| `names`, `cards`, `effects`, `deal`, `figures`, `tables` | the components, as data |
| `setup`, `choices`, `start` | dealing a game, the starting pairs |
| `stack`, `groups`, `trades` | effects in progress, and their order |
| `placing`, `domain` | dice: bridges, spaces, the personal domain |
| `castle`, `courtier`, `gardener`, `warrior` | rows of the castle, and the clan members sent there |
| `track` | the Passage of Time |
| `rounds`, `scoring` | turns, ends of rounds, the end of the game |
| `solo` | the Tokugawa clan's visit |
| `notation`, `position`, `entries`, `loading`, `views`, `events` | moves, positions and events as text |
| `state` | a moment of a game, as the table knows it |
| `encoding`, `chance`, `picture` | numbers, bytes, chance nodes and pictures, for people who study the game |
| `habits`, `evaluation`, `estimate` | plausible moves and what a position promises, for computer players; no rule |
| `native`, `school`, `skills` | the native core: its search and batches, the fitting of the judgement, the levels |
"""

from __future__ import annotations

from tenshu.table.games import Game
from tenshu.white_castle.chance import CHANCE
from tenshu.white_castle.choices import catalogue, choices
from tenshu.white_castle.encoding import ENCODING
from tenshu.white_castle.loading import load
from tenshu.white_castle.native import batch, fast_search
from tenshu.white_castle.notation import parse
from tenshu.white_castle.picture import drawn
from tenshu.white_castle.school import open_school
from tenshu.white_castle.setup import checked_options, new_game
from tenshu.white_castle.skills import SKILLS, STYLE
from tenshu.white_castle.state import WhiteCastle
from tenshu.white_castle.words import words_in

RULES_VERSION = 1

GAME = Game(
    name=WhiteCastle.game,
    rules=RULES_VERSION,
    new=new_game,
    load=load,
    parse=parse,
    options=checked_options,
    texts=words_in,
    choices=choices,
    catalogue=catalogue,
    fast_search=fast_search,
    style=STYLE,
    skills=SKILLS,
    school=open_school,
    encoding=lambda: ENCODING,
    chance=lambda: CHANCE,
    batch=batch,
    picture=drawn,
)

__all__ = ["GAME", "WhiteCastle", "load", "new_game", "parse"]
