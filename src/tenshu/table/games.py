"""Games by name. A game announces itself as one `Game`; nobody here knows which games there are."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tenshu.table.errors import Malformed
from tenshu.table.school import School
from tenshu.table.search import Searcher, Skill, Style
from tenshu.table.state import Document, State
from tenshu.table.study import Batch, Chance, Encoding
from tenshu.table.texts import Texts


@dataclass(frozen=True)
class Game:
    """What the table needs to know of a game."""

    name: str
    rules: int
    """Rises when the same moves could lead to another position; records name it."""
    new: Callable[..., State]
    """`new(players=…, seed=…, **options)` deals a game."""
    load: Callable[[Document], State]
    parse: Callable[[str], str]
    """Text to move; raises `Malformed`. Printing is `str`."""
    options: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Checks and completes the options of `new`; what it returns stands in the record."""
    texts: Callable[[str], Texts]
    """The game's words in one language."""
    choices: Callable[[Mapping[str, Any], int], dict[str, Any]]
    """Checks and completes what strangers choose for a game of so many: options of `new` that name nothing outside the
    game (no file), raising `Malformed`. Together with `players` and a seed they deal a game."""
    catalogue: Callable[[], Document]
    """What can be chosen: `players` (the counts there are) and whatever the game's board needs to offer the rest."""
    fast_search: Callable[[Style, State], Searcher | None] | None = None
    """A search of the game's own for positions like this one, much faster than the one over any `State`; None where it
    is not installed or cannot play the position."""
    style: Style = field(default_factory=Style)
    """How its searches think unless somebody wants it otherwise: what was measured to be strongest."""
    skills: Mapping[str, Skill] = field(default_factory=dict)
    """Of the levels people choose from, those that have to be set otherwise than usual in this game."""
    school: Callable[[], School] | None = None
    """Where its judgement of positions is fitted; raises `MissingCore`."""
    encoding: Callable[[], Encoding] | None = None
    """Its moves as numbers and its views as bytes, for people who study it."""
    chance: Callable[[], Chance] | None = None
    """Its chance, one draw at a time."""
    batch: Callable[[State, int, int], Batch] | None = None
    """`batch(start, games, seed)`: many games with the setup of `start` side by side; raises `MissingCore`."""
    picture: Callable[[State, int | None], str] | None = None
    """What a seat (None: a spectator) sees, as SVG."""


_sources: dict[str, Callable[[], Game]] = {}


def register(name: str, source: Callable[[], Game]) -> None:
    """Make a game known; `source` is called when it is first asked for, so that an unused game costs nothing."""
    _sources[name] = source


def known_games() -> list[str]:
    return sorted(_sources)


def find_game(name: object, place: str = "game") -> Game:
    source = _sources.get(name) if isinstance(name, str) else None
    if source is None:
        raise Malformed(place, f"no game called {shown(name)}; known: {', '.join(known_games())}")
    return source()


def load(document: object) -> State:
    """The state of a position document of any known game."""
    if not isinstance(document, dict):
        raise Malformed("position", f"must be an object, not {shown(document)}")
    if "game" not in document:
        raise Malformed("game", "is missing")
    return find_game(document["game"]).load(document)


def shown(value: object) -> str:
    """A foreign value as it may stand in a sentence: quoted, one line, never long."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "…"
