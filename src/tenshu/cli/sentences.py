"""Events and reasons of any game as sentences, by the catalogue of that game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tenshu.cli.complaint import one_line
from tenshu.cli.words import say
from tenshu.table.errors import Reason
from tenshu.table.state import Document
from tenshu.table.texts import Texts

UNTOLD = frozenset({"turn-ended"})
"""Events that go without saying when others were told."""


def numbered(number: int, name: str) -> str:
    """A seat by its number, counted from 0, and its name, which is foreign text."""
    return f"{say('seat', number=number + 1)} ({one_line(name)})"


def told_apart(names: Sequence[str]) -> list[str]:
    """Seats by their names; those of one name with their numbers."""
    return [numbered(seat, name) if names.count(name) > 1 else one_line(name) for seat, name in enumerate(names)]


class Sentences:
    """Speaks of the seats by their names, and to one of them as "you"."""

    def __init__(self, texts: Texts, names: Sequence[str], you: int | None = None) -> None:
        self.texts = texts
        self.names = list(names)
        self.you = you

    def of_event(self, event: Document) -> str:
        """One event as a sentence without a full stop."""
        key = f"event.{event['event']}"
        facts = self.texts.named({name: value for name, value in event.items() if name != "event"})
        if "points" in event:
            facts["n"] = event["points"]
        if "cells" in event:
            facts["size"] = len(event["cells"])
        if "seat" in event:
            facts["who"] = self.names[event["seat"]]
        return self.texts.say(self._variant(key, event), **facts)

    def _variant(self, key: str, event: Document) -> str:
        """Some events are told in another way for some manners (`how`), and all of them to "you"."""
        by_manner = f"{key}.{event.get('how')}"
        if by_manner in self.texts:
            key = by_manner
        to_you = f"{key}.you"
        return to_you if self.you is not None and event.get("seat") == self.you and to_you in self.texts else key

    def of_events(self, events: Iterable[Document]) -> str:
        """What one move did, in one line; what followed the end of the turn (a solo rival's answer) in a second one.
        Empty if it did nothing worth telling."""
        lines: list[list[str]] = [[], []]
        passed = 0
        for event in events:
            if event["event"] in UNTOLD:
                passed = 1
            else:
                lines[passed].append(self.of_event(event))
        return "\n".join(". ".join(line) for line in lines if line)

    def of_reason(self, reason: Reason) -> str:
        """Why a move is not allowed."""
        return self.texts.say(f"reason.{reason.code}", **self.texts.named(reason.facts))
