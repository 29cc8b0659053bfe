"""Real PostgreSQL and Redis servers for tests, on free ports of loopback, in a folder that goes when they end.

Each process of a test run has its own. A guard, a small process (the end of this file), starts the server and ends it
when the test process is gone, however that went.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import itertools
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

PATIENCE = 60.0
"""How many seconds a server may take to start."""


class ServiceMissing(Exception):
    """A server that the tests need cannot be had; the text says what to do."""


def find(binary: str, package: str) -> str:
    """The path of a server, which is installed if it is missing and we may."""
    found = _look_for(binary)
    if found is None:
        with _one_at_a_time():
            found = _look_for(binary) or _install(binary, package)
    return found


def _look_for(binary: str) -> str | None:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    places = [os.environ.get("PATH", ""), *map(str, reversed(folders)), "/usr/sbin", "/opt/homebrew/bin"]
    return shutil.which(binary, path=os.pathsep.join(places))


def _install(binary: str, package: str) -> str:
    command = f"apt-get update && apt-get install -y --no-install-recommends {package}"
    if os.geteuid() == 0 and shutil.which("apt-get"):
        with _no_service_starts():
            done = subprocess.run(
                ["sh", "-c", command.replace("apt-get", "apt-get -qq -o DPkg::Lock::Timeout=300")],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                text=True,
                check=False,
            )
        found = _look_for(binary)
        if found:
            return found
        raise ServiceMissing(f"The tests need {binary}, and “{command}” did not bring it: {done.stderr.strip()[-500:]}")
    raise ServiceMissing(f"The tests need {binary}. Install it, on Debian with “{command}” as root.")


@contextlib.contextmanager
def _no_service_starts() -> Iterator[None]:
    """Debian starts what it installs unless this file says no."""
    policy = Path("/usr/sbin/policy-rc.d")
    if policy.exists():
        yield
        return
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    try:
        yield
    finally:
        policy.unlink()


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    with (Path(tempfile.gettempdir()) / "tenshu-tests-install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def free_port() -> int:
    """A port of loopback that is ours until this process ends, also while nothing listens there.

    It is none of those from which the system takes the near ends of connections (from 32768 on), so no client gets it
    while a server is down. Its namesake of UDP, which nobody else needs, is held as a sign for other test processes.
    """
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        sign = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            sign.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", port))
        except OSError:
            sign.close()
            continue
        atexit.register(sign.close)
        return port


class Service:
    """A server process and its guard; it can be killed and started again at the same port."""

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"tenshu-{name}-"))
        self.port = free_port()
        self.pid = 0
        self.known = False
        """Whether somebody may have been told the port."""
        self._guard: subprocess.Popen[str] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def is_up(self) -> bool:
        raise NotImplementedError

    @property
    def user(self) -> str | None:
        """Whom the process runs as, if not as ourselves."""
        return None

    @property
    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text(errors="replace") if file.exists() else ""

    @property
    def is_running(self) -> bool:
        """Whether its process is there; it may be too busy to answer."""
        return self._guard is not None and self._guard.poll() is None

    def start(self) -> None:
        """Start, and wait until it answers; before the first time, another port is taken if this one is gone."""
        for last in (False, True):
            if self._starts():
                self.known = True
                return
            if last or self.known:
                log = self.log
                self.end()
                raise ServiceMissing(f"{self.command()[0]} does not start: {log[-1000:]}")
            self._close_guard(wait_first=False)
            self.port = free_port()

    def _starts(self) -> bool:
        guard = self._guard = subprocess.Popen(
            [sys.executable, __file__, str(self.folder), self.user or "", *self.command()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert guard.stdout is not None
        self.pid = int(guard.stdout.readline())
        try:
            wait_until(self.is_up, PATIENCE, lambda: guard.poll() is None)
        except TimeoutError:
            return False
        return True

    def kill(self, sign: signal.Signals = signal.SIGKILL) -> None:
        """End the process, as a crash or a restart would; its files stay."""
        assert self._guard is not None
        os.kill(self.pid, sign)
        self._close_guard(wait_first=True)

    def end(self) -> None:
        """For good."""
        if self._guard is not None:
            self._close_guard(wait_first=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _close_guard(self, *, wait_first: bool) -> None:
        guard = self._guard
        assert guard is not None
        assert guard.stdin is not None
        assert guard.stdout is not None
        if wait_first:
            guard.wait(PATIENCE)
        guard.stdin.close()
        guard.wait(PATIENCE)
        guard.stdout.close()
        self._guard = None


def wait_until(condition: Callable[[], bool], seconds: float, alive: Callable[[], bool] = lambda: True) -> None:
    """Raises `TimeoutError` if it does not come true in time, or cannot any more."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end or not alive():
            raise TimeoutError
        time.sleep(0.02)


class PostgreSQL(Service):
    """A PostgreSQL server; a test takes a database of its own."""

    _NEW = "-U tenshu -A trust -E UTF8 --locale=C --no-sync"
    _SETTINGS: ClassVar = {
        "listen_addresses": "127.0.0.1",
        "fsync": "off",
        "full_page_writes": "off",
        "max_connections": "200",
        "shared_buffers": "32MB",
        "logging_collector": "off",
    }
    """Quick: a test does not pull the plug of the whole machine."""

    def __init__(self) -> None:
        self._binary = str(Path(find("postgres", "postgresql")).resolve())
        super().__init__("postgresql")
        self._number = itertools.count(1)
        data = self.folder / "data"
        if self.user:
            shutil.chown(self.folder, self.user)
        subprocess.run(
            [Path(self._binary).parent / "initdb", "-D", data, *self._NEW.split()],
            user=self.user,
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in self._SETTINGS.items())
            file.write(f"unix_socket_directories = '{self.folder}'\n")

    @property
    def user(self) -> str | None:
        return "nobody" if os.geteuid() == 0 else None

    def kill(self, sign: signal.Signals = signal.SIGQUIT) -> None:
        """At once and without saving anything, as in a crash; but no child is left over that keeps the next one out."""
        super().kill(sign)

    def hang(self) -> None:
        """All its processes stand still, and connections with them, until it goes on."""
        self._to_all(signal.SIGSTOP)

    def go_on(self) -> None:
        self._to_all(signal.SIGCONT)

    def _to_all(self, sign: signal.Signals) -> None:
        os.kill(self.pid, sign)  # the first one, which starts the others, comes first
        for children in Path(f"/proc/{self.pid}/task").glob("*/children"):
            for child in map(int, children.read_text().split()):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, sign)

    def command(self) -> list[str]:
        return [self._binary, "-D", str(self.folder / "data"), "-p", str(self.port)]

    def url(self, database: str) -> str:
        return f"postgresql://tenshu@127.0.0.1:{self.port}/{database}"

    def is_up(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url("postgres"), connect_timeout=20).close()
        except psycopg.OperationalError:
            return False
        return True

    def execute(self, statement: str, database: str = "postgres") -> None:
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    @contextlib.contextmanager
    def database(self) -> Iterator[str]:
        """The address of an empty database."""
        name = f"test{next(self._number)}"
        self.execute(f"CREATE DATABASE {name}")
        yield self.url(name)
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Redis(Service):
    """A Redis server."""

    def __init__(self) -> None:
        self._binary = find("redis-server", "redis-server")
        super().__init__("redis")

    def command(self) -> list[str]:
        return [
            self._binary, "--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder), "--save", "",
            "--appendonly", "no",
        ]  # fmt: skip

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def is_up(self) -> bool:
        return self.ask("PING") == "+PONG"

    def empty(self) -> None:
        assert self.ask("FLUSHALL") == "+OK"

    def ask(self, command: str) -> str:
        """The first line of the answer; nothing if there is none."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
                connection.sendall(f"{command}\r\n".encode())
                return connection.makefile().readline().strip()
        except OSError:
            return ""


def guard(folder: Path, user: str, command: list[str]) -> None:
    """Run a server until standard input ends, which it does with the test process."""
    with (folder / "log").open("ab") as log:
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            user=user or None,
            start_new_session=True,
        )
    sys.stdout.write(f"{server.pid}\n")
    sys.stdout.flush()
    orphaned = threading.Event()

    def watch() -> None:
        sys.stdin.read()
        orphaned.set()
        if server.poll() is None:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()

    threading.Thread(target=watch, daemon=True).start()
    server.wait()
    if orphaned.is_set():
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    guard(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
