"""What the server says, as models: the schema of the protocol is made from them, and a test holds real messages to it.

Nothing is built with them: documents are written as they are, without a detour.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Time = Annotated[float, Field(description="Seconds since 1970, UTC.")]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatDocument(Model):
    """A chair."""

    kind: Literal["person", "bot", "open"]
    name: str
    person: str | None
    level: Annotated[str | None, Field(description="Of a bot.")]
    here: Annotated[bool, Field(description="Its person is connected.")]
    stands_in: Annotated[str | None, Field(description="The level that plays for a person who is away.")]
    reserved: Annotated[str | None, Field(description="The person an open seat waits for.")]
    resigned: bool


class ClockDocument(Model):
    """How long people may think."""

    kind: Literal["turn", "bank"]
    seconds: float
    increment: float


class OfferDocument(Model):
    """Something that needs agreement."""

    number: int
    kind: Literal["takeback", "replace"]
    by: str
    seat: int
    ply: int
    agreed: list[str]
    asked: list[str]


class ResultDocument(Model):
    """How a game ended."""

    scores: dict[str, Any]
    places: Annotated[list[list[int]], Field(description="Seats, best first; a shared place has several.")]
    resigned: list[int]
    complete: Annotated[bool, Field(description="The game itself ended; false where somebody gave up.")]


class TableDocument(Model):
    """A table."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    status: Literal["open", "playing", "finished"]
    public: bool
    host: str
    seats: list[SeatDocument]
    autostart: bool
    clock: ClockDocument | None
    hints: bool
    takebacks: Literal["never", "agree", "free"]
    chat: bool
    revision: int
    version: int
    ply: int
    to_move: int | None
    deadline: Time | None
    banks: list[float] | None
    offer: OfferDocument | None
    result: ResultDocument | None
    rematch: str | None
    created: Time
    started: Time | None
    ended: Time | None
    changed: Time


class EventDocument(BaseModel):
    """Something a move did: its name and its facts, as the game tells them."""

    model_config = ConfigDict(extra="allow")

    event: str


class StepDocument(Model):
    """What has changed."""

    kind: Literal[
        "created", "joined", "left", "seat", "started", "move", "undo", "offer", "answer", "resigned", "replaced",
        "returned", "missed", "rematch",
    ]  # fmt: skip
    revision: int
    version: int | None
    ply: int
    seat: int | None
    person: str | None
    move: str | None
    answers: list[str]
    events: list[EventDocument]
    at: Time


class MoveDocument(Model):
    """A move that was played."""

    ply: int
    seat: int | None
    move: str
    answers: list[str]
    events: list[EventDocument]
    at: Time


class MomentDocument(Model):
    """What a table was."""

    ply: int
    of: int
    seat: int | None
    view: dict[str, Any]
    scores: dict[str, Any]
    to_move: int | None
    move: MoveDocument | None


class TotalDocument(Model):
    """How a game stood when a turn began, or at its end."""

    ply: int
    scores: dict[str, Any]


class GroundDocument(Model):
    """What earned points, shown on the table."""

    what: Annotated[str, Field(description="The place in the score sheet.")]
    points: int
    cells: list[str]


class ScoresDocument(Model):
    """How the scores grew, and what they stand on now."""

    turns: Annotated[list[TotalDocument], Field(description="At the beginning of every turn, and now.")]
    grounds: Annotated[list[list[GroundDocument]], Field(description="By seat.")]
    tie_breaks: Annotated[list[list[int]], Field(description="By seat: what decides between equal totals now.")]


class MovesDocument(Model):
    moves: list[MoveDocument]
    next: int | None


class TablesDocument(Model):
    tables: list[TableDocument]
    next: Annotated[float | None, Field(description="`before` of the next page.")]


class MyTablesDocument(TablesDocument):
    waiting: Annotated[list[str], Field(description="Those that wait for me.")]


class CandidateDocument(Model):
    """A move the computer thought of."""

    move: str
    visits: int
    value: float
    win: Annotated[float | None, Field(description="The chance to win; null alone.")]
    points: Annotated[float, Field(description="To expect in the end.")]


class LostDocument(Model):
    win: float | None
    points: float


class DecisionDocument(Model):
    """A decision of a game, looked at again."""

    decision: int
    move: Annotated[int, Field(description="How many moves of the record stand before it.")]
    turn: int
    seat: int
    played: CandidateDocument
    best: CandidateDocument
    lost: LostDocument


class ChancesDocument(Model):
    """How a game stood before a turn, and at its end (`move` is null)."""

    decision: int
    move: int | None
    turn: int
    wins: Annotated[list[float] | None, Field(description="By seat; null alone.")]
    points: Annotated[list[float], Field(description="By seat, to expect in the end.")]


class TurningPointDocument(Model):
    turn: int
    decision: int
    move: int | None
    swing: Annotated[list[float], Field(description="By seat: of the chance to win, or alone of the points.")]


class CarefulDocument(Model):
    """How a seat decided."""

    decisions: int
    agreed: int
    lost: LostDocument
    worst: Annotated[list[int], Field(description="Numbers of decisions.")]


class FoundDocument(BaseModel):
    """What an analysis found."""

    analysis: int
    curve: list[ChancesDocument]
    turning_points: list[TurningPointDocument]
    decisions: list[DecisionDocument]
    players: list[CarefulDocument]


class AnalysisDocument(Model):
    state: Literal["none", "working", "done", "failed"]
    done: int
    of: int
    analysis: FoundDocument | None


class StatisticsLine(Model):
    """How games of one kind went."""

    game: str
    players: int
    games: int
    wins: Annotated[float, Field(description="A shared one counts in parts.")]
    mean: float
    best: float
    last: Time


class StatisticsDocument(Model):
    statistics: list[StatisticsLine]


class PersonDocument(Model):
    id: str
    name: str
    guest: bool


class SomebodyDocument(StatisticsDocument):
    person: PersonDocument
    tables: list[TableDocument]


class GameDocument(Model):
    name: str
    rules: int
    players: list[int]


class GamesDocument(Model):
    games: list[GameDocument]
    levels: list[str]
    usual: str


class TableMessage(Model):
    """Everything as it is now."""

    type: Literal["table"]
    table: TableDocument
    seats: list[int]
    seat: int | None
    view: dict[str, Any] | None
    scores: dict[str, Any] | None
    moves: list[str]
    undo: bool
    step: StepDocument | None
    id: str | None = None


class RefusedMessage(Model):
    """Nothing was changed."""

    type: Literal["refused"]
    code: str
    sentence: str
    facts: dict[str, Any]
    id: str | None = None


class HintDocument(BaseModel):
    """What the computer would do, best first, and how it thinks it goes on."""

    seat: int
    simulations: int
    moves: list[CandidateDocument]
    line: list[str]


class HintMessage(Model):
    type: Literal["hint"]
    version: int
    hint: HintDocument
    id: str | None = None


class ReasonDocument(Model):
    code: str
    cells: list[str]
    facts: dict[str, Any]


class WhyMessage(Model):
    """Why a move is not legal; null if it is."""

    type: Literal["why"]
    version: int
    move: str
    reason: ReasonDocument | None
    sentence: str | None
    id: str | None = None


class PreviewDocument(Model):
    """What a move would bring."""

    events: list[EventDocument]
    ends: Annotated[bool, Field(description="It ends the turn, as far as that is known before.")]
    next: Annotated[list[str] | None, Field(description="What can be chosen then, if that was asked.")] = None


class PreviewMessage(Model):
    """What legal moves would bring, by move."""

    type: Literal["preview"]
    version: int
    previews: dict[str, PreviewDocument]
    id: str | None = None


class SaidDocument(Model):
    number: int
    person: str
    name: str
    text: str
    at: Time


class ChatMessage(Model):
    type: Literal["chat"]
    messages: list[SaidDocument]


class PresenceMessage(Model):
    type: Literal["presence"]
    here: list[str]
    watching: int


class PongMessage(Model):
    type: Literal["pong"]
    at: Time
    id: str | None = None


AnyTold = Annotated[
    TableMessage
    | RefusedMessage
    | HintMessage
    | WhyMessage
    | PreviewMessage
    | ChatMessage
    | PresenceMessage
    | PongMessage,
    Field(discriminator="type"),
]
TOLD: TypeAdapter[AnyTold] = TypeAdapter(AnyTold)
