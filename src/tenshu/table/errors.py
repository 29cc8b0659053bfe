"""Three kinds of wrong: a text that says nothing, a position no game can reach, a move not allowed now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class Malformed(ValueError):
    """Input that cannot be understood; its text is one sentence naming the place and the problem."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.place = place
        self.problem = problem

    def __reduce__(self) -> tuple[type[Malformed], tuple[str, ...]]:
        return type(self), (self.place, self.problem)


class Impossible(Malformed):
    """Input that can be understood but that no game can look like."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a well-formed move is not legal: a stable code, the cells that cause it, and figures for a sentence."""

    code: str
    cells: tuple[str, ...] = ()
    facts: Mapping[str, str | int] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        return {"code": self.code, "cells": list(self.cells), "facts": dict(self.facts)}


class IllegalMove(ValueError):
    """A move that is well formed but not allowed now; `reason` says why in data, the text says it in words."""

    def __init__(self, sentence: str, reason: Reason) -> None:
        super().__init__(sentence)
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, Reason]]:
        return type(self), (str(self), self.reason)


class UnreadableMove(Malformed, IllegalMove):
    """A text that is no move at all: malformed, and never legal."""

    def __init__(self, problem: str) -> None:
        ValueError.__init__(self, f"move: {problem}")
        self.place = "move"
        self.problem = problem
        self.reason = Reason("unreadable")

    def __reduce__(self) -> Any:
        return type(self), (self.problem,)
