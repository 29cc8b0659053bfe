"""With a real terminal: the start menu, colours, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.running import hear_control_c

pty = pytest.importorskip("pty", reason="terminals of POSIX")

PATIENCE = 60.0


class Terminal:
    """A program that believes to talk to a person."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.screen, other = pty.openpty()
        settings = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TENSHU_DEBUG")}
        settings |= {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40", "TENSHU_LANGUAGE": "en"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tenshu", *arguments],
            stdin=other, stdout=other, stderr=other, start_new_session=True, preexec_fn=hear_control_c,  # noqa: PLW1509
            env=settings | environment,
        )  # fmt: skip
        os.close(other)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Everything shown up to a text that must appear after what was waited for before."""
        assert self._shows(text, PATIENCE), self.seen[-500:]
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def _shows(self, text: str, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < until:
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.screen, 65536).decode("utf-8", "replace")
                except OSError:  # the program has gone
                    break
        return text in self.seen

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def press_control_c(self, until_shown: str) -> str:
        """One that falls between the prompt and the moment the line editor begins to wait is noticed by Python only
        with the next key."""
        return self._press(lambda: self.process.send_signal(signal.SIGINT), until_shown)

    def press_control_d(self, until_shown: str) -> str:
        """One that falls there may be lost as well."""
        return self._press(lambda: self.type("\x04"), until_shown)

    def _press(self, key: Callable[[], None], until_shown: str) -> str:
        """A key, and again if nothing happens, as a person would."""
        for _ in range(int(PATIENCE / 2)):
            key()
            if self._shows(until_shown, 2.0):
                break
        return self.wait_for(until_shown)

    def end(self) -> int:
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.screen)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_the_start_menu_is_answered_by_enter(terminals: list[Terminal]) -> None:
    terminal = Terminal("play")
    terminals.append(terminal)
    terminal.wait_for("How many players?")
    terminal.type("9\n")
    terminal.wait_for("A number from 1 to 4, please.")
    terminal.type("\n")
    terminal.wait_for("How many Spirits and Dragons")
    terminal.type("1\n")
    terminal.wait_for("How strong is the computer to be?")
    assert "the strongest we have" in terminal.wait_for("A level [")
    terminal.type("\n")
    shown = terminal.wait_for("Take a tile of the top floor")
    assert "Spirit of " in shown
    assert "Dragon of " in shown
    assert "\x1b[38;5;" in shown or "\x1b[38;2;" in shown
    terminal.wait_for("\n> ")
    terminal.press_control_d("Until next time.")
    assert terminal.end() == 0


def test_one_player_means_solo(terminals: list[Terminal]) -> None:
    terminal = Terminal("play")
    terminals.append(terminal)
    terminal.wait_for("How many players?")
    terminal.type("1\n\n")
    terminal.wait_for("Dragon of Ingenuity")


@pytest.mark.parametrize("how", ["NO_COLOR", "--no-colour"])
def test_without_colours(terminals: list[Terminal], how: str) -> None:
    options = [how] if how.startswith("-") else []
    terminal = Terminal("play", "--seed", "7", *options, **({} if options else {how: "1"}))
    terminals.append(terminal)
    shown = terminal.wait_for("Take a tile of the top floor")
    assert "\x1b[38" not in shown
    assert "\x1b[48" not in shown
    assert "┏" in shown


def test_the_computer_is_watched_and_enter_hurries_it(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "--seed", "7", "--opponent", "random", "--pace", "9")
    terminals.append(terminal)
    terminal.wait_for("Take a tile")
    terminal.type("1\n")
    terminal.wait_for("Complete the action")
    terminal.type("discard\n")
    terminal.wait_for("Mei takes")
    terminal.type("\n")
    terminal.wait_for("Take a tile of the top floor")
    assert terminal.process.poll() is None


def test_control_c_keeps_the_record_and_says_goodbye(terminals: list[Terminal], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = Terminal("play", "--seed", "7", "--record", str(file))
    terminals.append(terminal)
    terminal.wait_for("Take a tile")
    terminal.type("1\n")
    terminal.wait_for("Complete the action")
    terminal.wait_for("\n> ")
    shown = terminal.press_control_c("Until next time.")
    assert terminal.end() == 130
    assert "Traceback" not in shown
    assert file.exists()
