"""Which messages of a table's chat those who watch have been told; what was lost on the way is found in the store."""

from __future__ import annotations


class Told:
    """The numbers of messages that were told: they count from 1 without a gap, but word of them may come in any order,
    twice, or never."""

    def __init__(self, up_to: int) -> None:
        self.up_to = up_to
        """Everything up to here was told."""
        self._beyond: set[int] = set()

    def is_new(self, number: int) -> bool:
        """Whether a message has not been told yet; from now on it counts as told."""
        if number <= self.up_to or number in self._beyond:
            return False
        self._beyond.add(number)
        while self.up_to + 1 in self._beyond:
            self.up_to += 1
            self._beyond.discard(self.up_to)
        return True

    def all_up_to(self, number: int) -> None:
        """What is not told by now never will be: there was too much of it."""
        self.up_to = max(self.up_to, number)
        self._beyond = {each for each in self._beyond if each > self.up_to}

    @property
    def has_gap(self) -> bool:
        """Whether something later was told, and something before it was not."""
        return bool(self._beyond)


class Chats:
    """The chats of the tables that are watched in this process."""

    def __init__(self) -> None:
        self._told: dict[str, Told] = {}

    def begin(self, table: str, number: int) -> None:
        """Somebody was told the latest messages, up to a number, when they came; others may have been told more."""
        self._told.setdefault(table, Told(number))

    def end(self, table: str) -> None:
        self._told.pop(table, None)

    def is_new(self, table: str, number: int) -> bool:
        """Whether a message is to be told to those who watch."""
        told = self._told.get(table)
        return told is None or told.is_new(number)

    def caught_up(self, table: str, number: int) -> None:
        """Those who watch were told the latest messages, up to a number."""
        if table in self._told:
            self._told[table].all_up_to(number)

    @property
    def have_gaps(self) -> bool:
        return any(told.has_gap for told in self._told.values())

    def behind(self, latest: dict[str, int]) -> dict[str, int]:
        """Of tables and their latest numbers, those of which something was not told, and up to where all was."""
        return {
            table: told.up_to
            for table, number in latest.items()
            if (told := self._told.get(table)) is not None and told.up_to < number
        }

    @property
    def tables(self) -> list[str]:
        return list(self._told)
