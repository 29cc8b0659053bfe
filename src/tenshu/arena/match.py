"""What a match is: which game, which deals, who meets whom. From this alone every game of it can be repeated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tenshu import new_game
from tenshu.arena.schedule import LineUp, Seating, deals_for, line_ups, neighbours, schedule
from tenshu.players.roster import Contestant, contestant
from tenshu.table.games import find_game
from tenshu.table.state import Document, State


@dataclass(frozen=True)
class Match:
    """A match between contestants that are known by their texts (`players.roster`). `match_of` makes one."""

    game: str
    options: Mapping[str, Any]
    """What the deals have in common: the options of the game's `new`, without the seed."""
    groups: tuple[LineUp, ...]
    deals: int
    seed: int | str
    find: Callable[[str], Contestant] = contestant
    """Whom a text means. Another one lets players of your own take part; worker processes must be able to import it."""

    @property
    def contestants(self) -> list[str]:
        """Everybody who takes part, in the order in which they were named."""
        return list(dict.fromkeys(name for group in self.groups for name in group))

    @property
    def seats(self) -> int:
        return len(self.groups[0])

    def seatings(self) -> list[Seating]:
        """All games of the match, in their order."""
        return list(schedule(self.groups, self.deals))

    def seed_of(self, deal: int) -> str:
        """Every deal has a seed of its own; the first ones of a longer match are those of a shorter one."""
        return f"{self.seed}/{deal}"

    def deal(self, number: int) -> State:
        return find_game(self.game).new(seed=self.seed_of(number), **self.options)

    def settings(self) -> Document:
        """What a folder of results remembers, as plain data; the number of deals may grow later."""
        game = find_game(self.game)
        first = json.dumps(self.deal(0).to_json(), sort_keys=True)
        return {
            "game": self.game,
            "rules": game.rules,
            "seed": self.seed,
            "players": [list(group) for group in self.groups],
            "options": game.options(self.options),
            "first deal": sha256(first.encode()).hexdigest(),
        }


def match_of(
    contestants: Sequence[str],
    *,
    game: str,
    games: int,
    seed: int | str = 1,
    options: Mapping[str, Any] | None = None,
    ladder: bool = False,
    find: Callable[[str], Contestant] = contestant,
) -> Match:
    """A match of at least so many games for each line-up, rounded up to whole deals; in a ladder only neighbours meet.

    Raises `Malformed` for a text that is no contestant and for options the game refuses, `DoNotFill` for names that
    cannot be seated.
    """
    for name in contestants:
        find(name)
    dealt = new_game(game, seed=f"{seed}/0", **(options or {}))
    groups = tuple((neighbours if ladder else line_ups)(contestants, dealt.seats))
    return Match(game, dict(options or {}), groups, deals_for(games, groups), seed, find)


def whole_deals(match: Match, done: Sequence[Seating]) -> Iterator[int]:
    """The deals of which every game is done: only these treat everybody alike."""
    finished = set(done)
    for deal in range(match.deals):
        if all(Seating(deal, *rest) in finished for rest in _games_of_a_deal(match)):
            yield deal


def _games_of_a_deal(match: Match) -> list[tuple[int, int, LineUp]]:
    return [(seating.group, seating.rotation, seating.seats) for seating in schedule(match.groups, 1)]
