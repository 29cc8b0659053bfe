"""What a command says when it cannot do what was asked: one sentence, exit code 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tenshu.cli.words import say
from tenshu.table.errors import Malformed


class Complaint(Exception):
    """Its text is one sentence for the person at the keyboard."""


@contextmanager
def about(source: str) -> Iterator[None]:
    """What is wrong with a document is told with the name of the file it came from."""
    try:
        yield
    except Malformed as problem:
        raise Complaint(f"{source}: {problem}") from None


@contextmanager
def about_options() -> Iterator[None]:
    """What is wrong with an option of a game is told under the name it has on the command line."""
    try:
        yield
    except Malformed as problem:
        name = problem.place.split("[")[0].split(" ")[0]
        raise Complaint(f"--{name}: {problem.problem}" if name.isalpha() else str(problem)) from None


def whole_number(text: str, name: str, least: int, most: int) -> int:
    """A number somebody typed for an option."""
    if text.isascii() and text.isdigit() and len(text) <= 6 and least <= int(text) <= most:
        return int(text)
    raise Complaint(say("option.number", name=name, least=least, most=most, value=one_line(text)))


def one_line(sentence: str) -> str:
    """Foreign text may hold anything; a sentence on the screen has one line and no control characters."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in sentence)
