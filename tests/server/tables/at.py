"""A table under test: whatever is done at it is checked against what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Self

import pytest

from tenshu.server.errors import Refused
from tenshu.server.tables import playing, seating
from tenshu.server.tables.position import Decided, Position
from tenshu.server.tables.seating import Guest, SeatWish, Wishes
from tenshu.server.tables.table import BOT, Clock, Step
from tenshu.server.tables.trail import MEMORY, SNAPSHOT_EVERY
from tenshu.table.games import find_game
from tenshu.table.state import State

WISHES = {
    "me": SeatWish("me"),
    "here": SeatWish("here", "Nana"),
    "open": SeatWish("open"),
    "bot": SeatWish("bot", level="visitor"),
}
TURN = Clock("turn", 60.0)
BANK = Clock("bank", 100.0, 5.0)


def wishes(*seats: str, game: str = "pebbles", **rest: Any) -> Wishes:
    return Wishes(game=game, seats=[WISHES[seat] for seat in seats], options=rest.pop("options", {}), **rest)


def guest(person: str) -> Guest:
    return Guest(person, person.capitalize())


class At:
    """`at.now` is the time; people are named by their id: ana is the host."""

    def __init__(self, decided: Decided, now: float) -> None:
        self.now = now
        self.position = decided.position
        self.deal: State | None = None
        self.moves: list[Step] = []
        self.snapshots: dict[int, Any] = {}
        self.last = decided
        self._keep(decided)
        self._check()

    @classmethod
    def made(cls, *seats: str, now: float = 1000.0, **rest: Any) -> Self:
        """A table that ana has made; it plays if nobody is missing."""
        return cls(seating.created(wishes(*seats, **rest), guest("ana"), "T", now, "seed"), now)

    @classmethod
    def of(cls, *people: str, **rest: Any) -> Self:
        """A game that people play: ana, others by name, `bot` or `here`."""
        seats = ["me", *(each if each in WISHES else "open" for each in people[1:])]
        at = cls.made(*seats, **rest)
        for person in people[1:]:
            if person not in WISHES:
                at.join(person)
        assert at.table.status == "playing"
        return at

    @property
    def table(self) -> Any:
        return self.position.table

    @property
    def state(self) -> State:
        return self.position.state

    # What can be done.

    def act(self, decide: Callable[[Position], Decided | None]) -> Decided:
        before = self.position
        decided = decide(before)
        assert decided is not None
        assert decided.position.table.revision == before.table.revision + 1
        changed = decided.change.step.kind in ("move", "undo")
        assert decided.position.table.version == before.table.version + changed
        assert decided.change.step.version == (before.table.version if changed else None)
        self.position, self.last = decided.position, decided
        self._keep(decided)
        self._check()
        return decided

    def join(self, person: str, seat: int | None = None) -> Decided:
        return self.act(lambda p: seating.joined(p, guest(person), seat, self.now, "seed"))

    def leave(self, person: str) -> Decided:
        return self.act(lambda p: seating.left(p, person, self.now))

    def seat(self, person: str, seat: int, kind: Literal["open", "bot"], level: str = "visitor") -> Decided:
        return self.act(lambda p: seating.seat_changed(p, person, seat, kind, level, self.now, "seed"))

    def start(self, person: str) -> Decided:
        return self.act(lambda p: seating.started(p, person, self.now, "seed"))

    def move(self, person: str | None, *moves: str, version: int | None = None) -> Decided:
        for move in moves:
            at = self.table.version if version is None else version
            self.act(lambda p, at=at, move=move: playing.moved(p, person, at, move, self.now))  # type: ignore[misc]
        return self.last

    def turn(self, person: str | None) -> Decided:
        """A whole turn that shows nothing."""
        return self.move(person, "reach left", "rest")

    def undo(self, person: str) -> Decided:
        return self.act(lambda p: playing.undone(p, person, p.table.version, self.now))

    def takeback(self, person: str) -> Decided:
        return self.act(lambda p: playing.takeback(p, person, p.table.version, self.now))

    def replace(self, person: str, seat: int, away: bool = True) -> Decided:
        return self.act(lambda p: playing.replacement(p, person, seat, away, self.now))

    def answer(self, person: str, agree: bool, number: int | None = None) -> Decided:
        if number is None:
            number = self.table.offer.number if self.table.offer else 0
        return self.act(lambda p: playing.answered(p, person, number, agree, self.now))

    def come_back(self, person: str, seat: int | None = None) -> Decided:
        return self.act(lambda p: playing.returned(p, person, seat, self.now))

    def resign(self, person: str, seat: int | None = None) -> Decided:
        return self.act(lambda p: playing.resigned(p, person, seat, self.now))

    def miss(self) -> Decided:
        """Let the time run out."""
        assert self.table.deadline is not None
        self.now = self.table.deadline
        return self.act(lambda p: playing.missed(p, self.now))

    @contextmanager
    def refuses(self, code: str, **facts: object) -> Iterator[None]:
        """What happens inside is refused, and nothing has changed."""
        before = self.position, repr(self.position.table), [state.to_json() for state in self.position.trail]
        with pytest.raises(Refused) as refusal:
            yield
        assert refusal.value.code == code
        assert facts.items() <= refusal.value.facts.items()
        assert self.position is before[0]
        assert (repr(self.position.table), [state.to_json() for state in self.position.trail]) == before[1:]

    # What must hold.

    def _keep(self, decided: Decided) -> None:
        """What a database would hold."""
        change, step = decided.change, decided.change.step
        assert step.revision == change.table.revision
        assert step.ply == change.table.ply
        assert change.table is decided.position.table
        if change.undone_beyond is not None:
            self.moves = self.moves[: change.undone_beyond]
            self.snapshots = {ply: deal for ply, deal in self.snapshots.items() if ply <= change.undone_beyond}
        if step.kind == "move":
            self.moves.append(step)
        if change.snapshot is not None:
            self.snapshots[change.snapshot.ply] = change.snapshot.document
        if self.deal is None and 0 in self.snapshots:
            self.deal = find_game(change.table.game).load(self.snapshots[0])

    def _check(self) -> None:
        table = self.table
        assert table.ply == len(self.moves)
        seat = None if table.to_move is None else table.seats[table.to_move]
        if table.status != "playing":
            assert (table.waits_for, table.deadline, table.offer) == (None, None, None)
        if table.status == "open":
            assert not self.position.trail
            return
        self._check_replay()
        if table.status == "playing":
            assert seat is not None
            assert table.to_move == self.state.to_move
            assert table.waits_for == (BOT if seat.bot else seat.person)
            assert (table.deadline is not None) == (table.clock is not None and not seat.bot)
            assert table.result is None
            _check_offer(self.position)
        else:
            assert table.to_move is None
            assert sorted(seat for place in table.result["places"] for seat in place) == list(range(len(table.seats)))
        assert all(bank >= 0 for bank in table.banks or ())

    def _check_replay(self) -> None:
        assert self.deal is not None
        states = [self.deal]
        for step in self.moves:
            states.append(states[-1].play(step.text))
            assert step.answers == states[-1].answers
        assert self.position.trail == tuple(states[-len(self.position.trail) :])
        assert len(self.position.trail) <= MEMORY + SNAPSHOT_EVERY
        for ply, document in self.snapshots.items():
            assert states[ply].to_json() == document
        assert set(self.snapshots) == set(range(0, self.table.ply + 1, SNAPSHOT_EVERY))


def _check_offer(position: Position) -> None:
    offer = position.table.offer
    if offer is not None:
        asked = playing.asked_about(position.table, offer)
        assert asked
        assert offer.by not in asked
        assert set(offer.agreed) < set(asked)
        assert offer.number <= position.table.revision


def names(seats: Sequence[Any]) -> list[str]:
    return [seat.name for seat in seats]
