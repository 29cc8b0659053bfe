"""What a client may send over the socket. The JSON Schema of the protocol is made from these models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Id = Annotated[str, Field(max_length=64, description="Any text; the answer repeats it.")]
Version = Annotated[int, Field(ge=0, le=1_000_000_000, description="That of the table message this answers.")]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
MoveText = Annotated[str, Field(min_length=1, max_length=200)]


class Message(BaseModel):
    """Something a client says. What is not known is ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)
    id: Id | None = None


class Move(Message):
    """Play."""

    type: Literal["move"]
    version: Version
    move: MoveText


class Undo(Message):
    """Take the last step back: one's own, within the turn, and nothing was revealed by it."""

    type: Literal["undo"]
    version: Version


class Takeback(Message):
    """Take one's last turn back: at once where takebacks are free, else an offer to all others."""

    type: Literal["takeback"]
    version: Version


class Resign(Message):
    """Give up."""

    type: Literal["resign"]
    seat: SeatNumber | None = None


class Replace(Message):
    """Offer that a bot plays for a person who is away."""

    type: Literal["replace"]
    seat: SeatNumber


class Answer(Message):
    """Agree with an offer, or not."""

    type: Literal["answer"]
    offer: Annotated[int, Field(ge=0, le=1_000_000_000)]
    agree: bool


class Return(Message):
    """Take one's seat back from a bot."""

    type: Literal["return"]
    seat: SeatNumber | None = None


class Hint(Message):
    """Ask for the best moves."""

    type: Literal["hint"]
    version: Version


class Why(Message):
    """Ask why a move is not legal."""

    type: Literal["why"]
    version: Version
    move: MoveText


class Preview(Message):
    """Ask what moves would bring, before one of them is confirmed."""

    type: Literal["preview"]
    version: Version
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=100)]
    further: Annotated[bool, Field(description="Also what can be chosen after each of them.")] = False


class Chat(Message):
    """Say something to everybody at the table."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=300)]


class Ping(Message):
    """Ask whether the server is there."""

    type: Literal["ping"]


AnyMessage = Annotated[
    Move | Undo | Takeback | Resign | Replace | Answer | Return | Hint | Why | Preview | Chat | Ping,
    Field(discriminator="type"),
]
READER: TypeAdapter[AnyMessage] = TypeAdapter(AnyMessage)
TYPES = frozenset(
    {"move", "undo", "takeback", "resign", "replace", "answer", "return", "hint", "why", "preview", "chat", "ping"}
)
"""Every `type` there is."""
