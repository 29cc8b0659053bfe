"""The player's side of the conversation: lines typed, and time to read."""

from __future__ import annotations

import select
import sys
import time
from contextlib import suppress

from rich.console import Console

from tenshu.table.texts import Texts


class Gone(Exception):
    """The input has ended (Ctrl-D, or the end of a file)."""


class Keyboard:
    """Asks on a console. `live` means that a person sits there: only then is there anything to wait for."""

    def __init__(self, console: Console, words: Texts, pace: float = 0.0) -> None:
        self.console = console
        self.words = words
        self.pace = pace
        self.live = bool(sys.stdin) and sys.stdin.isatty() and console.is_terminal
        self._hurried = False
        if self.live:
            with suppress(ImportError):  # arrow keys and history, where the system has them
                import readline  # noqa: F401

    def ask(self, prompt: str) -> str:
        """A line without its end; raises `Gone` if there is no more."""
        self._hurried = False
        if self.live:
            try:
                return input(prompt).strip()
            except EOFError:
                self.console.print()
                raise Gone from None
        self.console.print(prompt, end="", markup=False, highlight=False)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            self.console.print()
            raise Gone
        self.console.print(line.strip(), markup=False, highlight=False, soft_wrap=True)
        return line.strip()

    def confirm(self, question: str) -> bool:
        """Yes or no; anything but a yes is a no."""
        answer = self.ask(f"{question} {self.words.say('ask.yes-no')} ")
        return answer.casefold()[:1] == self.words.say("ask.yes")

    def give_time(self) -> None:
        """Let a move of the computer be read; the Enter key passes over the rest of its turn."""
        if not self.live or self.pace <= 0 or self._hurried:
            return
        try:
            ready, _, _ = select.select([sys.stdin], [], [], self.pace)
        except (OSError, ValueError):  # no select on this kind of console
            time.sleep(self.pace)
            return
        if ready:
            sys.stdin.readline()
            self._hurried = True
