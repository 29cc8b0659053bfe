"""A table as it is stored: values only, nothing here does anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tenshu.table.state import Document

Status = Literal["open", "playing", "finished"]
Takebacks = Literal["never", "agree", "free"]
StepKind = Literal[
    "created", "joined", "left", "seat", "started", "move", "undo", "offer", "answer", "resigned", "replaced",
    "returned", "missed", "rematch",
]  # fmt: skip
"""What a step of the history was. `move` and `undo` change the position; the others change the table around it."""
BOT = "bot"
"""What `Table.waits_for` says when the computer is to decide."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair and who sits on it."""

    kind: Literal["person", "bot", "open"]
    name: str = ""
    person: str | None = None
    level: str | None = None
    """Of a bot."""
    stands_in: str | None = None
    """The level that plays for a person who is away."""
    reserved: str | None = None
    """The person an open seat waits for."""
    beside: bool = False
    """Somebody else plays it, at the same screen as its person: the result is not that person's."""
    missed: int = 0
    """How many turns in a row the clock has ended."""
    resigned: bool = False

    @property
    def bot(self) -> str | None:
        """The level that decides here, if the computer does."""
        return self.level if self.kind == "bot" else self.stands_in


@dataclass(frozen=True, slots=True)
class Clock:
    """How long people may think."""

    kind: Literal["turn", "bank"]
    seconds: float
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that needs the others' agreement."""

    number: int
    """The revision it was made at: an answer names it."""
    kind: Literal["takeback", "replace"]
    by: str
    seat: int
    """Whose turn is taken back, or who is replaced."""
    ply: int
    """For a takeback: back to this ply."""
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a table but its position."""

    id: str
    game: str
    rules: int
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    host: str
    created: float
    public: bool = False
    autostart: bool = True
    clock: Clock | None = None
    hints: bool = True
    takebacks: Takebacks = "agree"
    chat: bool = True
    status: Status = "open"
    revision: int = 0
    """Rises with every step."""
    version: int = 0
    """Rises with every step that changes the position; what a move must name."""
    ply: int = 0
    """How many moves stand."""
    to_move: int | None = None
    deadline: float | None = None
    banks: tuple[float, ...] | None = None
    """Seconds each seat has left, of a clock with a bank, when its turn begins."""
    offer: Offer | None = None
    result: Document | None = None
    rematch: str | None = None
    changed: float = 0.0
    started: float | None = None
    ended: float | None = None

    @property
    def waits_for(self) -> str | None:
        """The person who is to decide, `BOT`, or nobody."""
        if self.status != "playing" or self.to_move is None:
            return None
        seat = self.seats[self.to_move]
        return BOT if seat.bot else seat.person

    @property
    def people(self) -> tuple[str, ...]:
        """Who sits here, each once, in the order of the seats."""
        return tuple(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats a person plays: several, where they share a screen."""
        return tuple(number for number, seat in enumerate(self.seats) if person and seat.person == person)


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a table's history."""

    revision: int
    """The revision it led to."""
    kind: StepKind
    at: float
    person: str | None = None
    """Who did it; None for a bot or the clock."""
    seat: int | None = None
    version: int | None = None
    """The version it was made at, if it changed the position."""
    ply: int = 0
    """How many moves stand after it."""
    text: str = ""
    """The move; for an undo, nothing."""
    answers: tuple[str, ...] = ()
    """What the game itself answered to a move."""
    closed: bool = False
    """A move that cannot be undone: it revealed something or ended the turn."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A complete position, hidden things included."""

    ply: int
    document: Document


@dataclass(frozen=True, slots=True)
class Change:
    """What is stored in one go: the table as it will be, the step that makes it so, and what hangs on it."""

    table: Table
    step: Step
    snapshot: Snapshot | None = None
    undone_beyond: int | None = None
    """Moves and snapshots beyond this ply stand no longer."""
    people_changed: bool = False
    """Seats or results changed: what is kept for each participant is written anew."""
