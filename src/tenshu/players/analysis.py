"""What a search thinks of a position and of a whole game, as documents for people and programs.

Every judgement is made from what the deciding seat could know. For budgets in simulations the documents are the same
every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from tenshu.players.outlook import outlook
from tenshu.players.roster import searcher_for
from tenshu.table.record import Record
from tenshu.table.search import Budget, Candidate, Searcher, Thought
from tenshu.table.state import Document, State

Progress = Callable[[int, int], None]
"""Is told how many decisions have been looked at, of how many."""
LINE = 0.25
"""The part of the budget for each further move of the line a hint expects."""
TURNING_POINTS = 5
WORST = 3
"""How many of each are named."""
DIGITS = 4


def hint(seen: State, budget: Budget, rng: Random, count: int = 5) -> Document:
    """The best moves of a decision and how its turn may go on.

    `{"seat", "simulations", "moves": [{"move", "visits", "value", "win", "points"}, …], "line": [move, …]}`; `win` is
    null in solo. The line ends with the turn, or where it would show something hidden.
    """
    searcher = searcher_for(seen)
    thought = searcher.think(seen, budget, rng)
    return {
        "seat": seen.to_move,
        "simulations": thought.simulations,
        "moves": [_told(candidate) for candidate in thought.candidates[:count]],
        "line": _line(searcher, seen, thought, budget, rng),
    }


def analyse(record: Record, budget: Budget, seed: int | str = 1, progress: Progress | None = None) -> Document:
    """A whole game: the chances before each turn, what each decision lost, where the game turned, who erred where.

    Raises `Malformed` or `Impossible` if the record is not right, before any thinking. The document is described in
    `docs/formats.md`.
    """
    steps = list(_steps(record))
    last = list(record.states())[-1][1]
    decisions = []
    searcher: Searcher | None = None
    for number, step in enumerate(steps):
        searcher = searcher or searcher_for(step.seen)
        thought = searcher.think(step.seen, budget, Random(f"{seed}/{number}"))
        decisions.append(_decision(number, step, thought))
        if progress is not None:
            progress(number + 1, len(steps))
    curve = [_point(decision, step) for decision, step in zip(decisions, steps, strict=True) if step.opens_turn]
    curve.append(_end(steps, last))
    return {
        "analysis": 1,
        "game": record.game,
        "seats": list(record.seats),
        "budget": {"simulations": budget.simulations, "seconds": budget.seconds},
        "curve": curve,
        "decisions": decisions,
        "turning_points": _turning_points(curve),
        "players": [_player(seat, decisions) for seat in range(last.seats)],
        "result": record.result,
    }


# The decisions of a record.


@dataclass(frozen=True)
class _Step:
    """A decision of a record that left a choice."""

    seen: State
    seat: int
    move: int
    """Its index among the moves of the record."""
    played: str
    turn: int
    opens_turn: bool
    """Whether it is the first decision of its turn that left a choice."""


def _steps(record: Record) -> Iterator[_Step]:
    turn, opened = 0, -1
    for told, state in record.states():
        turn += state.turn_passed
        seat = state.to_move
        if seat is not None and told < len(record.moves) and len(state.legal_moves()) > 1:
            yield _Step(state.seen_by(seat), seat, told, record.moves[told], turn, opened < turn)
            opened = turn


def _decision(number: int, step: _Step, thought: Thought) -> Document:
    best = thought.best
    played = next(candidate for candidate in thought.candidates if candidate.move == step.played)
    win = None if best.win is None or played.win is None else _figure(max(0.0, best.win - played.win))
    return {
        "decision": number,
        "move": step.move,
        "turn": step.turn,
        "seat": step.seat,
        "played": _told(played),
        "best": _told(best),
        "lost": {"win": win, "points": _figure(max(0.0, best.points - played.points))},
    }


def _told(candidate: Candidate) -> Document:
    return {
        "move": str(candidate.move),
        "visits": candidate.visits,
        "value": _figure(candidate.value),
        "win": None if candidate.win is None else _figure(candidate.win),
        "points": _figure(candidate.points),
    }


def _figure(value: float) -> float:
    return round(value, DIGITS)


# The curve.


def _point(decision: Document, step: _Step) -> Document:
    """The chances of all seats before a turn: of the seat in turn by the search, of the others by the game's judgement,
    as far as the first leaves room."""
    seat, best = step.seat, decision["best"]
    judged = outlook(step.seen)
    points = [_figure(mine) for mine in judged.points]
    points[seat] = best["points"]
    return {
        "decision": decision["decision"],
        "move": step.move,
        "turn": step.turn,
        "wins": None if best["win"] is None else _shared(judged.wins, seat, best["win"]),
        "points": points,
    }


def _shared(judged: tuple[float, ...], seat: int, win: float) -> list[float]:
    """Chances that are one seat's as given and the others' in the proportion they were judged in."""
    rest = sum(judged) - judged[seat]
    others = len(judged) - 1
    return [
        win if other == seat else _figure((1 - win) * (chance / rest if rest > 0 else 1 / others))
        for other, chance in enumerate(judged)
    ]


def _end(steps: list[_Step], last: State) -> Document:
    """What the record ends with: the result, or the game's judgement of a game that was left."""
    judged = outlook(last)
    return {
        "decision": len(steps),
        "move": None,
        "turn": steps[-1].turn + 1 if steps else 0,
        "wins": None if last.seats == 1 else [_figure(win) for win in judged.wins],
        "points": [_figure(points) for points in judged.points],
    }


def _turning_points(curve: list[Document]) -> list[Document]:
    """The turns that changed most for somebody: chances to win, or alone, points."""
    found = []
    for before, after in pairwise(curve):
        kind = "points" if before["wins"] is None else "wins"
        swings = [_figure(late - early) for early, late in zip(before[kind], after[kind], strict=True)]
        found.append({"turn": before["turn"], "decision": before["decision"], "move": before["move"], "swing": swings})
    found.sort(key=lambda point: -max(map(abs, point["swing"])))
    return found[:TURNING_POINTS]


# The players.


def _player(seat: int, decisions: list[Document]) -> Document:
    """How a seat decided: how often as the search would have, what it lost in all, and its worst decisions."""
    own = [decision for decision in decisions if decision["seat"] == seat]
    worst = sorted((decision for decision in own if _loss(decision) > 0), key=_loss, reverse=True)[:WORST]
    wins = [decision["lost"]["win"] for decision in own]
    return {
        "seat": seat,
        "decisions": len(own),
        "agreed": sum(decision["played"]["move"] == decision["best"]["move"] for decision in own),
        "lost": {
            "win": None if None in wins else _figure(sum(wins)),
            "points": _figure(sum(decision["lost"]["points"] for decision in own)),
        },
        "worst": [decision["decision"] for decision in worst],
    }


def _loss(decision: Document) -> float:
    lost: float = decision["lost"]["points"] if decision["lost"]["win"] is None else decision["lost"]["win"]
    return lost


# The line of a hint.


def _line(searcher: Searcher, seen: State, thought: Thought, budget: Budget, rng: Random) -> list[str]:
    part = replace(
        budget,
        simulations=None if budget.simulations is None else max(1, int(budget.simulations * LINE)),
        seconds=None if budget.seconds is None else budget.seconds * LINE,
    )
    line = [str(thought.best.move)]
    state = seen.determinize(rng).play(thought.best.move)
    while not (state.turn_passed or state.reveals or state.is_over):
        line.append(str(searcher.think(state.seen_by(seen.to_move), part, rng).best.move))
        state = state.play(line[-1])
    return line
