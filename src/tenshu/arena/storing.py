"""The folder of a match: what was asked, every record, a table of all games. There a match that was stopped goes on."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tenshu.arena.interrupts import held_back
from tenshu.arena.match import Match
from tenshu.arena.playing import Outcome
from tenshu.table.record import Record
from tenshu.table.state import Document

SETTINGS = "match.json"
RECORDS = "records.jsonl"
"""One record a line, in the order in which the games ended; `tenshu replay` reads each of them."""
TABLE = "games.csv"
_BEFORE = ("deal", "seed", "group", "rotation", "seat", "contestant", "total")
_BEHIND = ("place", "share", "lead", "turns", "decisions", "faults", "seconds")
"""The columns of the table before and behind the lines of the score sheet."""


class Taken(ValueError):
    """The folder holds a match already, and nobody asked to go on with it."""


class Mismatch(ValueError):
    """The folder holds another match: `setting` is `stored` there and `wanted` now."""

    def __init__(self, setting: str, stored: object, wanted: object) -> None:
        super().__init__(f"the match in this folder has {setting} {stored!r}, not {wanted!r}")
        self.setting = setting
        self.stored = stored
        self.wanted = wanted


class Folder:
    """A match on disk. Records are written as games end, so that whatever happens, finished games are kept."""

    def __init__(self, path: Path, match: Match, *, resume: bool = False) -> None:
        """Make the folder, or with `resume` go on in one that has been used. Raises `Taken`, `Mismatch`, OSError."""
        self.path = path
        self.match = match
        wanted = match.settings()
        file = path / SETTINGS
        if file.exists():
            if not resume:
                raise Taken(path)
            _compare(json.loads(file.read_text("utf-8")), wanted)
        path.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(wanted, indent=1, ensure_ascii=False) + "\n", "utf-8")
        self.outcomes = [Outcome.of(record) for record in self.records()] if resume else []
        self._file = os.open(path / RECORDS, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        os.truncate(self._file, self._whole_bytes())

    def add(self, record: Record) -> Outcome:
        """Keep a record. It is on its way to the disk when this returns."""
        line = json.dumps(record.to_json(), separators=(",", ":"), ensure_ascii=False) + "\n"
        outcome = Outcome.of(record)
        with held_back():
            os.write(self._file, line.encode())
            self.outcomes.append(outcome)
        return outcome

    def records(self) -> Iterator[Record]:
        """The records kept so far; a last line that was cut off in the middle is none."""
        file = self.path / RECORDS
        if file.exists():
            with file.open(encoding="utf-8") as lines:
                for line in lines:
                    if line.endswith("\n"):
                        yield Record.from_json(json.loads(line))

    def write_table(self) -> Path:
        """One line for each seat of each game, in the order of the schedule."""
        file = self.path / TABLE
        with file.open("w", encoding="utf-8", newline="") as out:
            write_csv(out, self.match, self.outcomes)
        return file

    def _whole_bytes(self) -> int:
        content = (self.path / RECORDS).read_bytes()
        return content.rfind(b"\n") + 1

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _compare(stored: Document, wanted: Document) -> None:
    for setting, value in wanted.items():
        if stored.get(setting) != json.loads(json.dumps(value)):
            raise Mismatch(setting, stored.get(setting), value)


def write_csv(out: Any, match: Match, outcomes: Sequence[Outcome]) -> None:
    """The table of all games, to anything that can be written to."""
    names = categories_of(outcomes)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_BEFORE, *names, *_BEHIND])
    for outcome in sorted(outcomes, key=lambda outcome: outcome.seating):
        seating = outcome.seating
        for seat, contestant in enumerate(seating.seats):
            sheet = outcome.categories(seat)
            row: list[object] = [seating.deal, match.seed_of(seating.deal), seating.group, seating.rotation]
            row += [seat, contestant, outcome.totals[seat], *(sheet.get(name, "") for name in names)]
            row += [outcome.place(seat), f"{outcome.share(seat):.4g}", outcome.lead(seat), outcome.turns]
            row += [outcome.decisions[seat], outcome.faults[seat], f"{outcome.seconds[seat]:.6f}"]
            writer.writerow(row)


def categories_of(outcomes: Sequence[Outcome]) -> list[str]:
    """The lines that occur on score sheets; those within lines (cards, say) behind the others, by the alphabet."""
    found = dict.fromkeys(name for outcome in outcomes for name in outcome.categories(0))
    return [name for name in found if "." not in name] + sorted(name for name in found if "." in name)
