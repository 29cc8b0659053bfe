"""A game never stops because of a player: a guard answers for one that fails."""

from __future__ import annotations

import logging
import weakref
from queue import SimpleQueue
from random import Random
from threading import Event, Thread

from tenshu.players.greedy import GreedyPlayer
from tenshu.players.player import Player
from tenshu.players.random import RandomPlayer
from tenshu.table.search import Budget
from tenshu.table.state import State

LONGEST = 120.0
"""Seconds for a decision whose budget speaks of simulations only."""
QUICK = Budget(simulations=8)
"""What a fallback may spend."""

logger = logging.getLogger("tenshu.players")
logger.addHandler(logging.NullHandler())  # a fault is for those who listen, not for the person who plays


class Guard(Player):
    """Asks another player, in a thread beside, and lets a quick one answer if it raises, answers something illegal
    or overruns its time. A player that is still lost in thought is not asked again before it has come back."""

    def __init__(self, player: Player, fallback: Player | None = None) -> None:
        self.player = player
        self.fallback = fallback or GreedyPlayer()
        self.faults: list[str] = []
        """One sentence for each time the player failed."""
        self._asked: _Question | None = None
        self._listener: _Listener | None = None

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        thoughts, quick_thoughts = Random(rng.random()), Random(rng.random())
        if self._asked is None or self._asked.is_settled.is_set():
            self._asked = _Question(self.player, seen, budget, thoughts)
            move = self._answer(self._asked, seen, deadline(budget))
            if move is not None:
                return move
        return self._quickly(seen, quick_thoughts)

    def _answer(self, asked: _Question, seen: State, seconds: float) -> str | None:
        """The player's answer; None if there is none to rely on, which is then noted."""
        self._put(asked)
        try:
            asked.is_settled.wait(seconds)
        except KeyboardInterrupt:
            # A thread that is cut off while it runs native code would take the process with it.
            asked.is_settled.wait(seconds)
            raise
        if not asked.is_settled.is_set():
            self._note(seen, f"has not answered within {seconds:g} seconds")
        elif asked.problem is not None:
            self._note(seen, f"raised {type(asked.problem).__name__}: {asked.problem}", asked.problem)
        elif asked.move not in seen.legal_moves():
            self._note(seen, f"answered {asked.move!r}, which is not legal")
        else:
            return asked.move
        return None

    def _put(self, question: _Question) -> None:
        """Ask in the thread of this guard, which lasts as long as the guard."""
        if self._listener is None or not self._listener.is_alive():
            self._listener = _Listener()
            weakref.finalize(self, self._listener.questions.put, None)
            self._listener.start()
        self._listener.questions.put(question)

    def _quickly(self, seen: State, rng: Random) -> str:
        try:
            move = self.fallback.choose(seen, QUICK, rng)
        except Exception as problem:
            self._note(seen, f"fell back on a player that raised {type(problem).__name__}: {problem}", problem)
        else:
            if move in seen.legal_moves():
                return move
            self._note(seen, f"fell back on a player that answered {move!r}, which is not legal")
        return RandomPlayer().choose(seen, QUICK, rng)

    def _note(self, seen: State, what: str, problem: BaseException | None = None) -> None:
        self.faults.append(what)
        player = type(self.player).__name__
        logger.warning("%s, seat %s of %s, %s", player, seen.to_move, seen.game, what, exc_info=problem)


class _Question:
    """One decision put to a player; once it is settled either `move` or `problem` is known."""

    def __init__(self, player: Player, seen: State, budget: Budget, rng: Random) -> None:
        self.move: str | None = None
        self.problem: BaseException | None = None
        self.is_settled = Event()
        self._question = player, seen, budget, rng

    def ask(self) -> None:
        player, seen, budget, rng = self._question
        try:
            self.move = player.choose(seen, budget, rng)
        except BaseException as problem:  # whatever it is, it is the guard who tells
            self.problem = problem
        self.is_settled.set()


class _Listener(Thread):
    """Asks one question after another, until None. It knows its guard only by its questions."""

    def __init__(self) -> None:
        super().__init__(name="tenshu player", daemon=True)
        self.questions: SimpleQueue[_Question | None] = SimpleQueue()

    def run(self) -> None:
        while (question := self.questions.get()) is not None:
            question.ask()
            del question  # the player belongs to the guard, not to a thread that waits


def deadline(budget: Budget) -> float:
    """How many seconds a decision may take before somebody else answers."""
    return LONGEST if budget.seconds is None else 2 * budget.seconds + 1
