"""Dragon Castle: the complete rules, one file per chapter.

| file | chapter |
|---|---|
| `tiles`, `grid`, `castle`, `layouts`, `realm` | the components |
| `setup`, `choices` | dealing a game |
| `step`, `turn`, `sets` | a turn: action, placing, consolidating, building |
| `calling`, `spirits` | spirit cards |
| `dragons`, `scoring` | dragon cards, the end of the game |
| `solo` | the Dragon of Ingenuity |
| `notation`, `position`, `loading`, `events` | moves, positions and events as text |
| `state`, `pieces` | a moment of a game, as the table knows it |
| `evaluation`, `estimate` | what a position promises, for computer players; no rule |
| `native`, `school` | the native core: its search, and the fitting of the judgement |
| `encoding`, `chance`, `picture` | numbers, bytes, chance nodes and pictures, for people who study the game |
"""

from __future__ import annotations

from functools import partial

from tenshu.dragon_castle.chance import CHANCE
from tenshu.dragon_castle.choices import catalogue, choices
from tenshu.dragon_castle.encoding import ENCODING
from tenshu.dragon_castle.loading import load
from tenshu.dragon_castle.native import batch, fast_search
from tenshu.dragon_castle.notation import parse
from tenshu.dragon_castle.picture import drawn
from tenshu.dragon_castle.school import open_school
from tenshu.dragon_castle.setup import checked_options, new_game
from tenshu.dragon_castle.state import DragonCastle
from tenshu.table.games import Game
from tenshu.table.texts import load_texts

RULES_VERSION = 1

GAME = Game(
    name=DragonCastle.game,
    rules=RULES_VERSION,
    new=new_game,
    load=load,
    parse=parse,
    options=checked_options,
    texts=partial(load_texts, __name__),
    choices=choices,
    catalogue=catalogue,
    fast_search=fast_search,
    school=open_school,
    encoding=lambda: ENCODING,
    chance=lambda: CHANCE,
    batch=batch,
    picture=drawn,
)

__all__ = ["GAME", "DragonCastle", "load", "new_game", "parse"]
