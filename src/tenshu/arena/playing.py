"""One game of a match, from the deal to its record and the few facts that results are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from tenshu.arena.match import Match
from tenshu.arena.schedule import Seating
from tenshu.players.guard import Guard
from tenshu.table.games import find_game
from tenshu.table.places import places
from tenshu.table.record import Record
from tenshu.table.state import Document, State

REMARK = "arena"
"""Under this name the options of a record, which are a remark, tell what the arena saw."""
_WORDS_OF_AN_ACTION = 2


@dataclass(frozen=True)
class Outcome:
    """How one game of a match ended, and what it took."""

    seating: Seating
    scores: Document
    turns: int
    decisions: tuple[int, ...]
    """By seat, like all that follows."""
    faults: tuple[int, ...]
    """How often the guard had to answer for a player."""
    actions: tuple[Mapping[str, int], ...]
    """How often a seat did what; see `action_of`."""
    seconds: tuple[float, ...]
    """Spent on deciding."""

    @property
    def totals(self) -> list[int]:
        return [sheet["total"] for sheet in self.scores["players"]]

    def share(self, seat: int) -> float:
        """What a seat won: 1 for the first place alone, a part of it when shared, else 0."""
        winners = places(self.scores)[0]
        return 1 / len(winners) if seat in winners else 0.0

    def place(self, seat: int) -> int:
        """1 for the best; seats that share a place have the same."""
        before = 0
        for seats in places(self.scores):
            if seat in seats:
                return before + 1
            before += len(seats)
        raise ValueError(f"the ranking does not name seat {seat}")

    def lead(self, seat: int) -> int:
        """Points before the best rival; alone, the total."""
        totals = self.totals
        return totals[seat] - max((points for other, points in enumerate(totals) if other != seat), default=0)

    def categories(self, seat: int) -> dict[str, float]:
        """The score sheet of a seat without its total, line by line; lines within lines are named `outer.inner`."""
        return dict(_lines(self.scores["players"][seat]))

    @classmethod
    def of(cls, record: Record) -> Outcome:
        """What the arena remarked on a record of its own."""
        remark = record.options[REMARK]
        assert record.result is not None
        return cls(
            seating=Seating(remark["deal"], remark["group"], remark["rotation"], record.seats),
            scores=record.result,
            turns=remark["turns"],
            decisions=tuple(remark["decisions"]),
            faults=tuple(remark["faults"]),
            actions=tuple(remark["actions"]),
            seconds=tuple(remark["seconds"]),
        )


def _lines(sheet: Mapping[str, Any], before: str = "") -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    for name, value in sheet.items():
        if isinstance(value, dict):
            found += _lines(value, f"{before}{name}.")
        elif before or name != "total":
            found.append((before + name, value))
    return found


def action_of(move: str) -> str:
    """What kind of move a text is: its first words, up to one that names a place or a piece (`take c4`: take)."""
    words = move.split(" ")[:_WORDS_OF_AN_ACTION]
    return words[0] if any(letter.isdigit() for letter in words[-1]) else " ".join(words)


class _Seat:
    """One seat of a game: its player, and what is counted."""

    def __init__(self, match: Match, seating: Seating, number: int) -> None:
        found = match.find(seating.seats[number])
        self.player = Guard(found.make())
        self.budget = found.budget
        self.rng = Random(f"{match.seed_of(seating.deal)}/{seating.group}/{seating.rotation}/{number}")
        self.actions: Counter[str] = Counter()
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, seen: State) -> str:
        start = perf_counter()
        move = self.player.choose(seen, self.budget, self.rng)
        self.seconds += perf_counter() - start
        self.decisions += 1
        self.actions[action_of(move)] += 1
        return move


def play_game(match: Match, seating: Seating) -> Record:
    """Play one game of a match. Deal and thoughts come from the seed of the match, each from a stream of its own."""
    start = state = match.deal(seating.deal)
    seats = [_Seat(match, seating, number) for number in range(start.seats)]
    moves: list[str] = []
    turns = 0
    while (seat := state.to_move) is not None:
        move = seats[seat].choose(state.seen_by(seat))
        state = state.play(move)
        moves += [move, *state.answers]
        turns += state.turn_passed
    remark = {
        "deal": seating.deal,
        "group": seating.group,
        "rotation": seating.rotation,
        "turns": turns,
        "decisions": [seat.decisions for seat in seats],
        "faults": [len(seat.player.faults) for seat in seats],
        "actions": [dict(sorted(seat.actions.items())) for seat in seats],
        "seconds": [round(seat.seconds, 6) for seat in seats],
    }
    options = find_game(match.game).options({**match.options, "seed": match.seed_of(seating.deal)})
    return Record.of(start, options | {REMARK: remark}, seating.seats, moves, state)
