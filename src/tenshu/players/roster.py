"""Players by text: `master`, `random`, `greedy`, `search:seconds=0.2`, `python:simulations=400,turns=1`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, get_type_hints

from tenshu.players.greedy import GreedyPlayer
from tenshu.players.levels import LEVELS, Level
from tenshu.players.pacing import Paced
from tenshu.players.player import Player
from tenshu.players.random import RandomPlayer
from tenshu.players.search import TreeSearch
from tenshu.players.thinking import SearchPlayer
from tenshu.table.errors import Malformed
from tenshu.table.games import find_game, shown
from tenshu.table.search import Budget, Searcher, Skill, Style
from tenshu.table.state import State


@dataclass(frozen=True)
class Contestant:
    """Somebody who can be asked to play."""

    name: str
    """The text that names it, settings and all."""
    make: Callable[[], Player]
    """A new player, for one game."""
    budget: Budget
    """For each decision."""


class NoPlayer(Malformed):
    """A text that means no player; `code` and `facts` tell why to those who have words of their own for it."""

    def __init__(self, code: str, facts: Mapping[str, str]) -> None:
        super().__init__(f"player {facts['text']}", SENTENCES[code].format(**facts))
        self.code = code
        self.facts = facts

    def __reduce__(self) -> Any:
        return type(self), (self.code, self.facts)


SENTENCES = {
    "unknown": "there is no player called {name}; known: {known}",
    "setting": "{setting} is no setting of this player (key=value); known: {known}",
    "no-settings": "{setting} is no setting of this player (key=value); it has none",
    "twice": "{name} is set twice",
    "number": "{name} must be a number from {least}, not {value}",
    "whole-number": "{name} must be a whole number from {least}, not {value}",
    "above-0": "{name} must be a number above 0, not {value}",
}
"""What can be wrong with the text of a player."""


def contestant(text: str) -> Contestant:
    """Whom a text means: `NAME[:key=value[,key=value…]]`. Raises `NoPlayer` with the names that are known.

    NAME is a level or a kind of player. `search` is the game's own fast search where there is one, `python` always the
    one over any `State`. Given `simulations` or `seconds`, the budget is bounded by what is given and nothing else.
    """
    name, colon, rest = text.partition(":")
    level = LEVELS.get(name) or KINDS.get(FORMER_NAMES.get(name, name))
    if level is None:
        facts = {"text": shown(text), "name": shown(name), "known": ", ".join(known_players())}
        raise NoPlayer("unknown", facts)
    given = _settings(rest.split(",") if colon else [], text, level.kind)
    skill = _with(level.skill, given)
    make = _MAKERS[level.kind]
    if name not in LEVELS:
        return Contestant(text, lambda: make(skill), skill.budget)

    def player_for(seen: State) -> tuple[Player, Budget]:
        in_this_game = _with(find_game(seen.game).skills.get(name, level.skill), given)
        return Paced(make(in_this_game)), in_this_game.budget

    return Contestant(text, lambda: AtLevel(player_for), skill.budget)


class AtLevel(Player):
    """A player whose skill is looked up when a game begins: a level may mean another patience in another game."""

    def __init__(self, player_for: Callable[[State], tuple[Player, Budget]]) -> None:
        self.player_for = player_for
        self._found: tuple[str, Player, Budget] | None = None

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        """The level's own budget counts; of the one that is given, the seconds and the threads."""
        if self._found is None or self._found[0] != seen.game:
            self._found = (seen.game, *self.player_for(seen))
        _, player, own = self._found
        bounds = [bound for bound in (own.seconds, budget.seconds) if bound is not None]
        own = replace(own, seconds=min(bounds, default=None), threads=budget.threads)
        return player.choose(seen, own, rng)


def known_players() -> list[str]:
    """Every NAME, the levels first."""
    return [*LEVELS, *KINDS]


def searcher_for(seen: State, changes: Mapping[str, Any] | None = None) -> Searcher:
    """The fastest search there is for positions like this one, thinking as the game's searches do but for changes."""
    game = find_game(seen.game)
    style = replace(game.style, **changes) if changes else game.style
    return (game.fast_search(style, seen) if game.fast_search else None) or TreeSearch(style)


def _over_any_state(seen: State, changes: Mapping[str, Any]) -> Searcher:
    return TreeSearch(replace(find_game(seen.game).style, **changes))


KINDS = {
    kind: Level(kind, kind, Skill(budget))
    for kind, budget in (
        ("random", Budget(simulations=1)),
        ("greedy", Budget(simulations=100)),
        ("search", Budget(seconds=0.2)),
        ("python", Budget(seconds=0.2)),
    )
}
"""The players without the weaknesses of a level, by their plain names."""
FORMER_NAMES = {"simple": "greedy"}
"""Records of earlier versions know some players by other names."""
_MAKERS: Mapping[str, Callable[[Skill], Player]] = {
    "random": lambda _: RandomPlayer(),
    "greedy": lambda skill: GreedyPlayer(skill.temperature),
    "search": lambda skill: SearchPlayer(lambda seen: searcher_for(seen, skill.style), skill.temperature),
    "python": lambda skill: SearchPlayer(lambda seen: _over_any_state(seen, skill.style), skill.temperature),
}
_STYLE: dict[str, type] = {each.name: get_type_hints(Style)[each.name] for each in fields(Style)}
_GREEDY: dict[str, type] = {"seconds": float, "simulations": int, "temperature": float}
_SEARCH: dict[str, type] = {**_GREEDY, "threads": int, **_STYLE}
SETTINGS: Mapping[str, Mapping[str, type]] = {"random": {}, "greedy": _GREEDY, "search": _SEARCH, "python": _SEARCH}
"""What can be set for each kind of player, and as what."""
_AT_LEAST_ONE = frozenset({"simulations", "threads"})


def _settings(parts: list[str], text: str, kind: str) -> dict[str, Any]:
    known = SETTINGS[kind]
    found: dict[str, Any] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or key not in known:
            facts = {"text": shown(text), "setting": shown(part), "known": ", ".join(known)}
            raise NoPlayer("setting" if known else "no-settings", facts)
        if key in found:
            raise NoPlayer("twice", {"text": shown(text), "name": key})
        found[key] = _value(key, value, known[key], text)
    return found


def _value(key: str, typed: str, kind: type, text: str) -> Any:
    pattern, code = _FORMS[kind]
    least = 1 if key in _AT_LEAST_ONE else 0
    if not re.fullmatch(pattern, typed, re.ASCII) or (value := kind(typed)) < least or (key == "seconds" and not value):
        facts = {"text": shown(text), "name": key, "least": str(least), "value": shown(typed)}
        raise NoPlayer("above-0" if key == "seconds" else code, facts)
    return value


_FORMS: Mapping[type, tuple[str, str]] = {
    int: (r"\d{1,9}", "whole-number"),
    float: (r"\d{1,9}(\.\d{1,9})?", "number"),
}


def _with(skill: Skill, given: Mapping[str, Any]) -> Skill:
    """The skill with some of its settings changed."""
    style = {**skill.style, **{key: value for key, value in given.items() if key in _STYLE}}
    budget = replace(skill.budget, threads=given.get("threads", skill.budget.threads))
    if "simulations" in given or "seconds" in given:
        budget = replace(budget, simulations=given.get("simulations"), seconds=given.get("seconds"))
    return Skill(budget, given.get("temperature", skill.temperature), style)
