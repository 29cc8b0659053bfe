"""A process that has loaded the server once and forks a real one whenever it is asked: a start takes a moment, not two
seconds. What it forks runs the command line as a shell would, and ends with the nursery, which ends with the tests.

One JSON object a line: `{"run": ARGUMENTS, "log": FILE, "faults": FOLDER}` is answered with the process's number,
`{"wait": NUMBER}` with its exit status once it has ended. Two files in the folder bring trouble, read anew each time:
`clock` has the seconds by which the wall clock of that process is wrong, `pages` how large its SQLite file may become.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

LOADED = (
    "aiosqlite", "psycopg", "redis.asyncio", "sqlalchemy.dialects.postgresql.psycopg", "uvloop",
    "sqlalchemy.dialects.sqlite.aiosqlite", "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl", "tenshu.cli.main", "tenshu.cli.serving",
)  # fmt: skip


class Nursery:
    """The other end: it lives in the test process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, arguments: Sequence[str], folder: Path) -> int:
        """Start `tenshu ARGUMENTS`; its number. Its log and its troubles are in the folder."""
        return self._ask(run=list(arguments), log=str(folder / "log"), faults=str(folder))

    def wait(self, process: int) -> int:
        """How it ended, as `subprocess` tells it."""
        return self._ask(wait=process)

    def end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()

    def _ask(self, **question: Any) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


def _nurse() -> None:
    for module in LOADED:
        importlib.import_module(module)
    children: set[int] = set()
    for line in sys.stdin:
        question = json.loads(line)
        if "wait" in question:
            answer = os.waitstatus_to_exitcode(os.waitpid(question["wait"], 0)[1])
            children.discard(question["wait"])
        else:
            answer = _fork(**question)
            children.add(answer)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)


def _fork(run: list[str], log: str, faults: str) -> int:
    child = os.fork()
    if child:
        return child
    os.setsid()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.default_int_handler if sign == signal.SIGINT else signal.SIG_DFL)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number, target in ((0, os.open(os.devnull, os.O_RDONLY)), (1, out), (2, out)):
        os.dup2(target, number)
    _set_wrong(Path(faults, "clock"))
    _fill_disk(Path(faults, "pages"))
    from tenshu.cli.main import run as tenshu

    code = 1
    try:
        code = tenshu(run)
        sys.stdout.flush()
    finally:
        os._exit(code)


def _set_wrong(file: Path) -> None:
    """The wall clock jumps whenever a test writes into the file."""
    if file.exists():
        right = time.time
        time.time = lambda: right() + float(file.read_text())


def _fill_disk(file: Path) -> None:
    """SQLite finds the disk full, or not any more, whenever a test writes into the file."""
    if file.exists():
        from sqlalchemy import Connection, Engine, event

        @event.listens_for(Engine, "begin")
        def limit(connection: Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {int(file.read_text())}")


if __name__ == "__main__":
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    _nurse()
