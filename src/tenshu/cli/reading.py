"""Files that people hand to commands: whatever they hold, the answer is their content or one sentence."""

from __future__ import annotations

import json
import sys
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from tenshu.cli.complaint import Complaint, about, one_line
from tenshu.cli.words import say
from tenshu.table.games import load, shown
from tenshu.table.record import Record
from tenshu.table.state import State

STANDARD_INPUT = "-"
MOST_BYTES = 4_000_000
"""A record of the longest game is far smaller."""
MOST_DIGITS = 18


def name_of(source: str) -> str:
    """A file as sentences call it."""
    return say("file.standard-input") if source == STANDARD_INPUT else one_line(source)


def read_text(source: str) -> str:
    """The text of a file, or of the standard input for `-`."""
    return _decoded(source, _read_bytes(source))


def _decoded(source: str, raw: bytes) -> str:
    if len(raw) > MOST_BYTES:
        _refuse(source, "file.too-large", megabytes=MOST_BYTES // 1_000_000)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = raw[: problem.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        _refuse(source, "file.not-utf8", line=line, column=column)


def read_json(source: str, wanted: str = "document") -> object:
    """The document in a file. Stricter than Python: a key occurs once, numbers are finite and of sensible length."""
    raw = _read_bytes(source)
    _refuse_lines(source, raw, wanted)
    text = _decoded(source, raw)
    if not text.strip():
        _refuse(source, "file.empty")
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_no_number,
            parse_int=_whole_number,
            parse_float=_number,
        )
    except json.JSONDecodeError as problem:
        facts = {"line": problem.lineno, "column": problem.colno, "problem": problem.msg}
        _refuse(source, "file.not-json", **facts)
    except RecursionError:
        _refuse(source, "file.too-deep")
    except _Refused as problem:
        _refuse(source, problem.key, **problem.facts)


def read_position(source: str) -> State:
    """The state of a position or view document."""
    document = read_json(source, "position")
    if _is_record(document):
        _refuse(source, "file.is-a-record")
    with about(name_of(source)):
        return load(document)


def read_record(source: str) -> Record:
    """A record; its moves are not checked yet."""
    document = read_json(source, "record")
    if _is_position(document):
        _refuse(source, "file.is-a-position")
    with about(name_of(source)):
        return Record.from_json(document)


def _is_record(document: object) -> bool:
    return isinstance(document, dict) and {"record", "moves"} <= document.keys()


def _is_position(document: object) -> bool:
    return isinstance(document, dict) and {"game", "version"} <= document.keys() and "record" not in document


def _refuse_lines(source: str, raw: bytes, wanted: str) -> None:
    """Complains about a file of documents, one a line, as the arena keeps its records; `wanted` is what is expected."""
    first, _, rest = raw.partition(b"\n")
    if not rest.lstrip().startswith(b"{"):
        return
    try:
        document = json.loads(first)
    except (ValueError, RecursionError):
        return
    if isinstance(document, dict):
        key = "file.records" if _is_record(document) else "file.documents"
        _refuse(source, key, wanted=say(f"wanted.{wanted}"))


class _Refused(Exception):
    """Something JSON allows and we do not; `facts` fill the sentence."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


def _read_bytes(source: str) -> bytes:
    """What there is, up to one byte more than is allowed."""
    try:
        if source == STANDARD_INPUT:
            raw = _standard_input().read(MOST_BYTES + 1)
        else:
            with Path(source).open("rb") as file:
                raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        _refuse(source, "file.not-found")
    except IsADirectoryError:
        _refuse(source, "file.is-a-folder")
    except PermissionError:
        _refuse(source, "file.not-permitted")
    except (OSError, ValueError) as problem:
        _refuse(source, "file.unreadable", problem=getattr(problem, "strerror", None) or problem)
    return raw


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError(say("file.closed"))
    return sys.stdin.buffer


def _refuse(source: str, key: str, **facts: object) -> NoReturn:
    raise Complaint(say(key, file=name_of(source), **facts)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Refused("file.double-key", name=shown(next(name for name in names if names.count(name) > 1)))
    return document


def _no_number(text: str) -> NoReturn:
    raise _Refused("file.no-number", number=text)


def _whole_number(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise _Refused("file.long-number", number=shown(text))
    return int(text)


def _number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise _Refused("file.long-number", number=shown(text))
    return number
