"""The processes that are measured. Linux: what they use is read from /proc."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

HOST = "127.0.0.1"
PATIENCE = 60.0
TICKS = os.sysconf("SC_CLK_TCK")
KIB = 1024
TENSHU = (sys.executable, "-m", "tenshu")


@dataclass(frozen=True)
class Running:
    """A server, and what it uses."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def processor_time(self) -> float:
        """Seconds that it and its children have worked."""
        return sum(_worked(pid) for pid in _family(self.process.pid))

    def memory(self) -> int:
        """Bytes of the process itself that are in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * KIB


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def tenshu_server(database: str, folder: Path, *more: str) -> Iterator[Running]:
    """`tenshu serve` with this database, and no limits."""
    port = free_port()
    command = [
        *TENSHU, "serve", "--port", str(port), "--database", database, "--limits", "off",
        "--bots", "1", "--log-level", "warning", *more,
    ]  # fmt: skip
    with _running(command, port, folder / f"server-{port}.log", "/readyz") as server:
        yield server


@contextmanager
def echo_server(folder: Path) -> Iterator[Running]:
    """The yardstick: an application that says what it hears, under the same uvicorn."""
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.server_load.echo", str(port)]
    with _running(command, port, folder / f"echo-{port}.log", "/") as server:
        yield server


@contextmanager
def _running(command: list[str], port: int, log: Path, path: str) -> Iterator[Running]:
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    try:
        _wait_for(f"http://{HOST}:{port}{path}", process, log)
        yield Running(process, port, log)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise SystemExit(f"{' '.join(process.args)} does not begin: {log.read_text()[-2000:]}")  # type: ignore[arg-type]


def _worked(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def _family(pid: int) -> list[int]:
    found = [pid]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        if parent in found:
            found.append(int(folder.name))
    return found
