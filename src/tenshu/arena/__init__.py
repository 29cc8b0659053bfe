"""Matches between players, and what they tell about players and castles.

    match = match_of(["greedy", "random"], game=…, games=100, seed=1)
    outcomes = [answer for answer in play(match) if isinstance(answer, Outcome)]
    for standing in standings(match, outcomes):
        print(standing.contestant, standing.wins)

| file | what |
|---|---|
| `schedule`, `match` | who meets whom on which deal |
| `playing`, `runner` | one game; all of them, on all cores |
| `storing` | the folder of a match, where it can go on |
| `intervals`, `results`, `ratings` | figures and how sure they are |
| `datasets` | all positions as tables for people who learn from them |
| `balance` | what a castle or a choice of cards does |
| `fit`, `training` | a game's judgement of positions, fitted to games |
| `plots` | pictures of all this |
"""

from __future__ import annotations

from collections.abc import Iterator

from tenshu.arena.match import Match, match_of
from tenshu.arena.playing import Outcome
from tenshu.arena.results import Standing, standings
from tenshu.arena.runner import Lost, play_here, play_on_cores
from tenshu.arena.storing import Folder

__all__ = ["Folder", "Lost", "Match", "Outcome", "Standing", "match_of", "play", "standings"]


def play(match: Match, *, folder: Folder | None = None, cores: int | None = None) -> Iterator[Outcome | Lost]:
    """Play a match and yield its games as they end; in which order depends on the cores, what happens in them does not.

    With a folder every record is kept there, and games that it holds already are neither played again nor yielded: they
    are in `folder.outcomes`. `cores` are worker processes; left out, one for each core; 0 plays in this process.
    """
    done = {outcome.seating for outcome in folder.outcomes} if folder else set()
    seatings = [seating for seating in match.seatings() if seating not in done]
    answers = play_here(match, seatings) if cores == 0 else play_on_cores(match, seatings, cores)
    for answer in answers:
        if isinstance(answer, Lost):
            yield answer
        else:
            yield folder.add(answer) if folder else Outcome.of(answer)
