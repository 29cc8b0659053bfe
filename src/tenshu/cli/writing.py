"""What commands print: documents as plain JSON that a person can read too."""

from __future__ import annotations

import json
import os
import sys

import typer

WIDTH = 110
SHORT = 40
"""Entries up to this length share a line."""
BROKEN_PIPE = 141
"""What a shell reports of a program whose reader went away (`tenshu … | head`)."""


def print_document(document: object) -> None:
    print_text(as_json(document))


def print_text(text: str) -> None:
    """Print in one go; a reader that has gone away ends the command without a word."""
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        leave_broken_pipe()


def leave_broken_pipe() -> None:
    """Python flushes once more at the end; that must not complain either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(BROKEN_PIPE) from None


def as_json(document: object) -> str:
    """An object has its entries on lines of their own; below that, what is short stays on one line."""
    if not isinstance(document, dict) or not document:
        return _written(document, 0)
    lines = [f"  {json.dumps(name)}: {_written(value, 2, len(name) + 4)}" for name, value in document.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def _written(value: object, indent: int, before: int = 0) -> str:
    """A value on one line if it fits behind what stands `before` it, else its entries below it."""
    flat = json.dumps(value)
    if indent + before + len(flat) <= WIDTH or not isinstance(value, dict | list):
        return flat
    margin = " " * (indent + 2)
    entries = _entries(value, indent + 2)
    if all(len(entry) <= SHORT for entry in entries):
        entries = _filled(entries, WIDTH - len(margin))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    body = ",\n".join(margin + entry for entry in entries)
    return f"{opening}\n{body}\n{' ' * indent}{closing}"


def _entries(value: dict[str, object] | list[object], indent: int) -> list[str]:
    if isinstance(value, list):
        return [_written(item, indent) for item in value]
    return [f"{json.dumps(name)}: {_written(item, indent, len(name) + 4)}" for name, item in value.items()]


def _filled(entries: list[str], width: int) -> list[str]:
    """Short entries, as many on a line as fit."""
    lines = [entries[0]]
    for entry in entries[1:]:
        if len(lines[-1]) + 2 + len(entry) <= width:
            lines[-1] += f", {entry}"
        else:
            lines.append(entry)
    return lines
