"""Keeping a game in a file."""

from __future__ import annotations

import os
from pathlib import Path

from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.words import say
from tenshu.cli.writing import as_json
from tenshu.table.record import Record
from tenshu.table.state import Document


def save_record(record: Record, file: str) -> None:
    """Write a record."""
    save_document(record.to_json(), file)


def save_document(document: Document, file: str) -> None:
    """Write a document."""
    save_text(as_json(document) + "\n", file)


def save_text(text: str, file: str) -> None:
    """Write a text; a file that is already there is replaced only when the new one is whole."""
    try:
        path = Path(file).resolve()
        if path.exists() and not path.is_file():  # a device or a pipe is written to, never replaced
            path.write_text(text, "utf-8")
            return
        draft = path.with_name(f".{path.name}.part")
        try:
            draft.write_text(text, "utf-8")
            draft.replace(path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
    except (OSError, ValueError, RuntimeError) as problem:
        raise Complaint(_about(file, problem)) from None


def check_file(file: str) -> None:
    """Complains now about a place where nothing could be written at the end of the game."""
    try:
        path = Path(file).resolve()
        if path.is_dir():
            raise IsADirectoryError
        if not path.parent.is_dir():
            raise FileNotFoundError
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise PermissionError
    except (OSError, ValueError, RuntimeError) as problem:
        raise Complaint(_about(file, problem)) from None


def _about(file: str, problem: Exception) -> str:
    keys = {
        IsADirectoryError: "file.is-a-folder",
        FileNotFoundError: "file.no-folder",
        PermissionError: "file.not-permitted",
    }
    key = keys.get(type(problem), "file.unwritable")  # type: ignore[arg-type]
    return say(key, file=one_line(file), problem=getattr(problem, "strerror", None) or problem)
