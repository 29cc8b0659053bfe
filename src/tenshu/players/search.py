"""A tree search for any game on the table. The game's own judgement of positions is all it knows.

Open-loop UCT over small decisions: a node is a sequence of moves, and every simulation draws what is hidden anew, so
that a node is worth what its moves are worth on average. A simulation goes down the tree, then through a few more
turns, each the best of several sampled ones, and is judged there.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from tenshu.players.clock import Clock
from tenshu.players.outlook import Outlook, outlook, worth_of_a_point
from tenshu.table.search import Budget, Candidate, Style, Thought
from tenshu.table.state import State

SKETCHES = 2
"""How many ways to end the turn are tried before a move is judged for the first time."""
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

    def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
        seat = seen.to_move
        assert seat is not None
        root = self._node_of(seen)
        self._seen, self._root = seen, root
        hope = self.style.exploration * worth_of_a_point(seen)
        clock, alone = Clock(budget), len(seen.legal_moves()) == 1
        while not clock.simulations or not (alone or clock.is_over or root.is_settled(clock.left)):
            self._simulate(root, seen.determinize(rng), hope, rng)
            clock.tick()
        return Thought(root.candidates(seen), clock.simulations, clock.seconds)

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
        return _Node()

    def _simulate(self, root: _Node, state: State, hope: float, rng: Random) -> None:
        path: list[tuple[int, _Node]] = []
        node = root
        while (seat := state.to_move) is not None and (node is root or node.visits):
            self._open(node, state, rng)
            move = node.favourite(state, hope)
            state.advance(move)
            node = node.children[move]
            path.append((seat, node))
        found = outlook(self._played_on(state, rng))
        root.visits += 1
        for seat, node in path:
            node.add(found, seat)

    def _open(self, node: _Node, state: State, rng: Random) -> None:
        """Judge the moves the node has not met before; what is legal may depend on what was drawn."""
        seat = state.to_move
        assert seat is not None
        for move in state.legal_moves():
            if move not in node.children:
                after = state.copy()
                after.advance(move)
                if not after.turn_passed:
                    after = best_turn(after, SKETCHES, rng)
                node.children[move] = _Node(outlook(after), seat, self.style.prior)

    def _played_on(self, state: State, rng: Random) -> State:
        """The state some turns later: the present one is finished, then the style's number of turns follow."""
        turns = int(self.style.turns + rng.random()) + (not state.turn_passed)
        for _ in range(turns):
            if state.is_over:
                break
            state = best_turn(state, self.style.samples, rng)
        return state


class _Node:
    """What is known of a sequence of moves: sums over its visits and over the judgement it began with."""

    __slots__ = ("children", "points", "value", "visits", "weight", "win")

    def __init__(self, judgement: Outlook | None = None, seat: int = 0, prior: float = 0.0) -> None:
        self.children: dict[str, _Node] = {}
        self.visits = 0
        self.weight = self.value = self.win = self.points = 0.0
        if judgement is not None:
            self._count(judgement, seat, max(prior, ALMOST_NOTHING))

    def add(self, found: Outlook, seat: int) -> None:
        """A simulation came through here by a decision of that seat."""
        self.visits += 1
        self._count(found, seat, 1.0)

    def _count(self, found: Outlook, seat: int, weight: float) -> None:
        self.weight += weight
        self.value += weight * found.values[seat]
        self.win += weight * found.wins[seat]
        self.points += weight * found.points[seat]

    def favourite(self, state: State, hope: float) -> str:
        """The legal move with the best mean, each granted a hope that fades with its visits."""
        share = hope * hope * log(self.visits + 2)
        children = self.children

        def promise(move: str) -> float:
            child = children[move]
            return child.value / child.weight + sqrt(share / child.weight)

        return max(state.legal_moves(), key=promise)

    def is_settled(self, left: float) -> bool:
        """Whether so many more simulations can no longer make another move the most visited one."""
        first, second = sorted((child.visits for child in self.children.values()), reverse=True)[:2]
        return first - second > left

    def candidates(self, seen: State) -> tuple[Candidate, ...]:
        """The legal moves, the most visited first; of equally visited ones the better one."""
        known = [(move, self.children[move]) for move in seen.legal_moves()]
        found = [
            Candidate(
                move,
                node.visits,
                node.value / node.weight,
                node.win / node.weight if seen.seats > 1 else None,
                node.points / node.weight,
            )
            for move, node in known
        ]
        return tuple(sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value)))


def best_turn(state: State, samples: int, rng: Random) -> State:
    """The best end of the present turn, for the player who decides, among sampled ones."""
    seat = state.to_move
    assert seat is not None
    ends = [_any_turn(state, rng) for _ in range(max(1, samples))]
    return max(ends, key=lambda end: end.estimate(seat))


def _any_turn(state: State, rng: Random) -> State:
    """An end of the present turn, every move of it equally likely."""
    end, goes_on = state.copy(), True
    while goes_on:
        moves = end.legal_moves()
        end.advance(moves[int(rng.random() * len(moves))])
        goes_on = not end.turn_passed
    return end
