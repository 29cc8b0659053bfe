"""A tree search for any game on the table. The game's own judgement of positions is all it knows.

Open-loop UCT over small decisions: a node is a sequence of moves, and every simulation draws what is hidden anew, so
that a node is worth what its moves are worth on average. A simulation goes down the tree, then through a few more
turns, each the best of several sampled ones, and is judged there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random

from tenshu.players.clock import Clock
from tenshu.players.outlook import Outlook, outlook, worth_of_a_point
from tenshu.players.turns import best_turn
from tenshu.table.search import Budget, Candidate, Style, Thought
from tenshu.table.state import State

MORE_GLANCES = 4
"""A game's own search is fast. This one has few simulations, so that much hangs on the judgement before the first: it
glances at so many times as many ends of a turn."""
OPENED_AT = 8
"""After so many visits the moves of a node are judged one by one; before, simulations leave the tree there."""
ALMOST_NOTHING = 1e-9
"""The weight of a judgement that should have none, so that there is always a mean."""


class TreeSearch:
    """One search, for one game at a time; it thinks on one thread, whatever the budget offers.

    The tree is kept while a turn goes on as foreseen. Where a move has shown something that was hidden it is grown
    anew: what it knew was a mean over everything that might have been shown.
    """

    def __init__(self, style: Style | None = None) -> None:
        self.style = style or Style()
        self._seen: State | None = None
        self._root = _Node()
        self._own = 0.0
        """What a point of one's own is worth in this tree, by the style."""

    def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
        root = self._node_of(seen)
        self._seen, self._root = seen, root
        hope = self.style.exploration * (worth_of_a_point(seen) + self._own)
        clock, alone = Clock(budget), len(seen.legal_moves()) == 1
        while not clock.simulations or not (alone or clock.is_over or root.is_settled(clock.left)):
            self._simulate(root, seen.determinize(rng), hope, rng)
            clock.tick()
        return Thought(root.candidates(seen, self.style.prior), clock.simulations, clock.seconds)

    def _node_of(self, seen: State) -> _Node:
        """Where the tree has foreseen exactly this state; a new root if it has not."""
        before = self._seen
        if before is not None and before.to_move == seen.to_move:
            known, moves = before.determinize(Random(0)), seen.legal_moves()
            for move, child in sorted(self._root.children.items(), key=lambda item: -item[1].visits):
                after = known.play(move)
                if after.reveals or after.turn_passed or after.legal_moves() != moves:
                    continue
                if after.seen_by(seen.to_move) == seen:
                    return child
        self._own = self.style.building * seen.doubt**2 if seen.seats > 1 else 0.0
        return _Node()

    def _simulate(self, root: _Node, state: State, hope: float, rng: Random) -> None:
        path: list[tuple[int, _Node, _Node]] = []
        node = root
        while (seat := state.to_move) is not None and (node is root or node.visits >= OPENED_AT):
            self._open(node, state, rng)
            move = node.favourite(state.legal_moves(), self.style.prior, hope)
            state.advance(move)
            path.append((seat, node, node.children[move]))
            node = node.children[move]
        found = outlook(self._played_on(state, rng), self._own)
        for seat, parent, child in path:
            parent.choices += 1
            child.visits += 1
            for kind, figure in enumerate(_figures(found, seat)):
                child.sums[kind] += figure
                parent.drifts[kind] += figure - child.judged[kind]

    def _open(self, node: _Node, state: State, rng: Random) -> None:
        """Judge the moves the node has not met before; what is legal may depend on what was drawn."""
        seat = state.to_move
        assert seat is not None
        for move in state.legal_moves():
            if move not in node.children:
                after = state.copy()
                after.advance(move)
                if not after.turn_passed:
                    after = best_turn(after, MORE_GLANCES * self.style.glances, rng)
                node.children[move] = _Node(_figures(outlook(after, self._own), seat))

    def _played_on(self, state: State, rng: Random) -> State:
        """The state some turns later: the present one is finished, then the style's number of turns follow."""
        turns = int(self.style.turns + rng.random()) + (not state.turn_passed)
        for _ in range(turns):
            if state.is_over:
                break
            state = best_turn(state, self.style.samples, rng)
        return state


VALUE, WIN, POINTS = range(3)


def _figures(found: Outlook, seat: int) -> tuple[float, float, float]:
    return found.values[seat], found.wins[seat], found.points[seat]


class _Node:
    """What is known of a sequence of moves. All figures are those of the seat whose decision led here."""

    __slots__ = ("children", "choices", "drifts", "judged", "sums", "visits")

    def __init__(self, judged: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        self.children: dict[str, _Node] = {}
        self.judged = judged
        """The judgement before the first visit."""
        self.visits = self.choices = 0
        """How many simulations came here, and how many of them chose a child."""
        self.sums = [0.0, 0.0, 0.0]
        self.drifts = [0.0, 0.0, 0.0]
        """By how much simulations ended above the judgement of the child they took, summed: turns that follow change
        the figures of all children alike, which says nothing about any of them."""

    def mean(self, child: _Node, prior: float, kind: int) -> float:
        """What a child is worth: its visits, and its judgement, moved to where the visits are, as `prior` visits."""
        prior = max(prior, ALMOST_NOTHING)
        drift = self.drifts[kind] / self.choices if self.choices else 0.0
        return (child.sums[kind] + prior * (child.judged[kind] + drift)) / (child.visits + prior)

    def favourite(self, moves: Sequence[str], prior: float, hope: float) -> str:
        """The move with the best mean, each granted a hope that fades with its visits."""
        bold: float = max(1.0, self.choices / 100) ** (1 / 3)
        share = hope * bold * sqrt(log(self.choices + 2))

        def promise(move: str) -> float:
            child = self.children[move]
            return self.mean(child, prior, VALUE) + share / sqrt(max(child.visits + prior, ALMOST_NOTHING))

        return max(moves, key=promise)

    def is_settled(self, left: float) -> bool:
        """Whether so many more simulations can no longer make another move the most visited one."""
        first, second = sorted((child.visits for child in self.children.values()), reverse=True)[:2]
        return first - second > left

    def candidates(self, seen: State, prior: float) -> tuple[Candidate, ...]:
        """The legal moves, the most visited first; of equally visited ones the better one."""
        found = []
        for move in seen.legal_moves():
            child = self.children[move]
            value, win, points = (self.mean(child, prior, kind) for kind in (VALUE, WIN, POINTS))
            found.append(Candidate(move, child.visits, value, win if seen.seats > 1 else None, points))
        return tuple(sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value)))
