"""Fitting a game's judgement of positions: generations of games, each fitted to what the last ones taught.

A generation plays with the numbers of the one before it, learns from its own games and those of the last few, sits an
exam on castles where nobody learns, and plays a duel. The best one by duel is kept. The same seed gives the same
numbers where numpy does, which means on the same machine with as many threads of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from random import Random

from tenshu.arena.extra import load
from tenshu.arena.intervals import Figure, figure, rate
from tenshu.table.school import Duel, Lessons, Numbers, School

POOLED = 12
"""Lessons of so many generations are fitted to; older games were played too badly."""
PORTION = 120
"""Games played at a time: short enough to hear Ctrl-C, and a whole number of turns for most numbers of castles."""
EXAM_PART, LEAST_EXAM = 10, 100
"""An exam is that part of the games, but at least so many of them, or as many as there are."""
DUEL_PART, LEAST_DUEL = 5, 8
"""A duel is that part of the games, in whole deals; at least so many deals."""
PLAYING, TRAINING = 0.6, 0.3
"""Parts of the time of a generation, about."""


@dataclass(frozen=True)
class Generation:
    """What one generation reached."""

    number: int
    """From 1."""
    lessons: int
    """Rows that were fitted to."""
    linear: float
    """The error in the exam of the linear part alone."""
    network: float
    duel: Figure
    par: float
    """What the opponent would have got in its place."""
    alone: bool
    """Whether the duel counts points, not wins."""


@dataclass(frozen=True)
class Fitted:
    """A judgement, how it came to be, and how it did on deals by which nothing was chosen."""

    name: str
    numbers: Numbers
    generations: tuple[Generation, ...]
    best: Generation
    proof: Figure
    par: float

    @property
    def alone(self) -> bool:
        return self.best.alone


@dataclass(frozen=True)
class Plan:
    """How much is played."""

    generations: int = 20
    games: int = 3000
    seed: int | str = 1
    cores: int = 1

    @property
    def exam_games(self) -> int:
        return min(self.games, max(LEAST_EXAM, self.games // EXAM_PART))

    def deals(self, seats: int) -> int:
        return max(LEAST_DUEL, ceil(self.games / (DUEL_PART * seats)))

    def seed_of(self, *what: object) -> int:
        """Chance for one purpose."""
        return int(Random("/".join(map(str, (self.seed, *what)))).random() * 2**53)


Progress = Callable[[float, Sequence[Generation]], None]
"""Hears how many generations are done, with parts, and what those that are reached."""


def _nobody(done: float, reached: Sequence[Generation]) -> None:
    pass


def fit(school: School, name: str, known: Mapping[str, Numbers], plan: Plan, progress: Progress = _nobody) -> Fitted:
    """Fit one judgement, beginning with the known numbers if there are any. Raises `MissingExtra`."""
    load("numpy")
    course = _Course(school, name, known, plan, progress)
    for number in range(1, plan.generations + 1):
        course.teach(number)
    return course.end()


class _Course:
    """A judgement on its way. The opponent in its duels is what the game plays with now."""

    def __init__(self, school: School, name: str, known: Mapping[str, Numbers], plan: Plan, progress: Progress) -> None:
        self.school, self.name, self.plan, self.progress = school, name, plan, progress
        self.numbers = school.begin(name, known)
        self.opponent = school.present()[name]
        self.pool: list[Lessons] = []
        self.reached: list[Generation] = []
        self.best = self.numbers

    def teach(self, number: int) -> None:
        """One generation."""
        from tenshu.arena.training import doubt, error, pooled, train

        def told(part: float) -> None:
            self.progress(number - 1 + part, self.reached)

        self.pool = [*self.pool[1 - POOLED :], self.play(number, lambda part: told(PLAYING * part))]
        exam = self.examine(number)
        lessons = pooled(self.pool)
        seed = self.plan.seed_of(self.name, "training", number)
        trained = train(lessons, seed, told=lambda part: told(PLAYING + TRAINING * part))
        self.numbers = {**trained.network, "doubt": doubt(trained.network, exam)}
        duel = self.fight(self.numbers, exam.seats, "duel")
        errors = error(trained.linear, exam), error(self.numbers, exam)
        found = Generation(number, len(lessons.to_come), *errors, _figure(duel), duel.par, duel.alone)
        if all(found.duel.mean > one.duel.mean for one in self.reached):
            self.best = self.numbers
        self.reached.append(found)
        told(1.0)

    def play(self, number: int, told: Callable[[float], None]) -> Lessons:
        from tenshu.arena.training import pooled

        games, parts = self.plan.games, []
        for first in range(0, games, PORTION):
            seed = self.plan.seed_of(self.name, "lessons", number, first)
            count = min(PORTION, games - first)
            parts.append(self.school.lessons(self.name, self.numbers, count, seed, self.plan.cores))
            told((first + count) / games)
        return pooled(parts)

    def examine(self, number: int) -> Lessons:
        seed = self.plan.seed_of(self.name, "exam", number)
        return self.school.exam(self.name, self.numbers, self.plan.exam_games, seed, self.plan.cores)

    def fight(self, numbers: Numbers, seats: int, purpose: str) -> Duel:
        """The deals are the same for every generation."""
        seed = self.plan.seed_of(self.name, purpose)
        return self.school.duel(self.name, numbers, self.opponent, self.plan.deals(seats), seed, self.plan.cores)

    def end(self) -> Fitted:
        """The best by duel; what it can do is then measured anew, since the best of many was lucky too."""
        best = max(self.reached, key=lambda one: one.duel.mean)
        proof = self.fight(self.best, self.pool[-1].seats, "proof")
        return Fitted(self.name, self.best, tuple(self.reached), best, _figure(proof), proof.par)


def _figure(duel: Duel) -> Figure:
    return figure(duel.results) if duel.alone else rate(duel.results)
