"""What a search thinks of a position and of a whole game, as documents for people and programs.

Every judgement is made from what the deciding seat could know. For budgets in simulations the documents are the same
every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from random import Random
from statistics import fmean

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
HARDLY = 0.05
"""A move with less than this part of the best one's visits is known by a glance only."""
DIGITS = 4


def hint(seen: State, budget: Budget, rng: Random, count: int = 5) -> Document:
    """The best moves of a decision and how its turn may go on.

    `{"seat", "simulations", "moves": [{"move", "visits", "value", "win", "points"}, …], "line": [move, …]}`; `win` is
    null in solo. The first is the one the search would play; of the others the better ones come first, and behind them
    those that were hardly visited. The line ends with the turn, or where it would show something hidden.
    """
    searcher = searcher_for(seen)
    thought = searcher.think(seen, budget, rng)
    return {
        "seat": seen.to_move,
        "simulations": thought.simulations,
        "moves": [_told(candidate) for candidate in _ordered(thought)[:count]],
        "line": _line(searcher, seen, thought, budget, rng),
    }


def _ordered(thought: Thought) -> list[Candidate]:
    few = HARDLY * thought.best.visits
    others = sorted(thought.candidates[1:], key=lambda candidate: (candidate.visits < few, -candidate.value))
    return [thought.best, *others]


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
    turns = _turns(steps, decisions)
    curve = [_point(turn.first, chances) for turn, chances in zip(turns, _fair(turns), strict=True)]
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


def _steps(record: Record) -> Iterator[_Step]:
    turn = 0
    for told, state in record.states():
        turn += state.turn_passed
        seat = state.to_move
        if seat is not None and told < len(record.moves) and len(state.legal_moves()) > 1:
            yield _Step(state.seen_by(seat), seat, told, record.moves[told], turn)


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


@dataclass(frozen=True)
class _Chances:
    """By seat: the chance to win (alone, 1) and the points to expect."""

    wins: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class _Turn:
    """A turn that left a choice, and what its seat thought before and after it."""

    seat: int
    first: Document
    """The first of its decisions."""
    before: _Chances
    after: _Chances


def _turns(steps: list[_Step], decisions: list[Document]) -> list[_Turn]:
    turns = []
    for _, taken in groupby(zip(steps, decisions, strict=True), key=lambda pair: pair[0].turn):
        pairs = list(taken)
        (opening, first), (closing, last) = pairs[0], pairs[-1]
        turns.append(_Turn(opening.seat, first, _opinion(opening, first["best"]), _opinion(closing, last["played"])))
    return turns


def _opinion(step: _Step, candidate: Document) -> _Chances:
    """What a seat thinks of a move: of itself by the search, of the others by the game's judgement, as far as the first
    leaves room."""
    judged, seat = outlook(step.seen), step.seat
    wins = judged.wins if candidate["win"] is None else _shared(judged.wins, seat, candidate["win"])
    return _Chances(wins, (*judged.points[:seat], candidate["points"], *judged.points[seat + 1 :]))


def _shared(judged: tuple[float, ...], seat: int, win: float) -> tuple[float, ...]:
    """Chances that are one seat's as given and the others' in the proportion they were judged in."""
    rest = sum(judged) - judged[seat]
    others = len(judged) - 1
    return tuple(
        win if other == seat else (1 - win) * (chance / rest if rest > 0 else 1 / others)
        for other, chance in enumerate(judged)
    )


def _fair(turns: list[_Turn]) -> list[_Chances]:
    """The chances before each turn as all seats see them together: the mean of the opinion of each that is nearest.

    A seat is hopeful about its own turns, so that one opinion alone would swing with whoever is asked. Of two seats the
    nearest are the one that has just moved, after its turn, and the one that moves next, before its turn.
    """
    seats = sorted({turn.seat for turn in turns})
    curve = []
    for place in range(len(turns)):
        opinions = [_nearest(turns, seat, place) for seat in seats]
        wins = (fmean(chances) for chances in zip(*(opinion.wins for opinion in opinions), strict=True))
        points = (fmean(totals) for totals in zip(*(opinion.points for opinion in opinions), strict=True))
        curve.append(_Chances(tuple(wins), tuple(points)))
    return curve


def _nearest(turns: list[_Turn], seat: int, place: int) -> _Chances:
    """What a seat thought nearest to the moment before a turn; of two equally near opinions the later one."""
    own = [number for number, turn in enumerate(turns) if turn.seat == seat]
    nearest = min(own, key=lambda number: (number - place, 0) if number >= place else (place - 1 - number, 1))
    return turns[nearest].before if nearest >= place else turns[nearest].after


def _point(first: Document, chances: _Chances) -> Document:
    """The chances of all seats before a turn."""
    return {
        "decision": first["decision"],
        "move": first["move"],
        "turn": first["turn"],
        "wins": None if len(chances.wins) == 1 else [_figure(win) for win in chances.wins],
        "points": [_figure(points) for points in chances.points],
    }


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
    """The turns that changed most for somebody: chances to win, or alone, points. Of neighbours that swing the same
    way only the largest."""
    changes = []
    for before, after in pairwise(curve):
        kind = "points" if before["wins"] is None else "wins"
        swings = [_figure(late - early) for early, late in zip(before[kind], after[kind], strict=True)]
        changes.append(
            {"turn": before["turn"], "decision": before["decision"], "move": before["move"], "swing": swings}
        )
    found = []
    looked_at: set[int] = set()
    for place in sorted(range(len(changes)), key=lambda place: -max(map(abs, changes[place]["swing"]))):
        beside = looked_at & {place - 1, place + 1}
        if any(changes[place]["swing"]) and not any(_same_way(changes[place], changes[other]) for other in beside):
            found.append(changes[place])
        looked_at.add(place)
    return found[:TURNING_POINTS]


def _same_way(one: Document, other: Document) -> bool:
    together: float = sum(mine * theirs for mine, theirs in zip(one["swing"], other["swing"], strict=True))
    return together > 0


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
