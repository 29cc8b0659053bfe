"""What the server counts, for Prometheus."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where the processes of one server put their figures together; the library reads it when it is imported."""
QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

REQUESTS = Counter("tenshu_requests", "HTTP requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("tenshu_request_seconds", "Time to answer an HTTP request.", ["route"], buckets=QUICK)
REFUSALS = Counter("tenshu_refusals", "Requests and messages that were refused.", ["code"])
SOCKETS = Gauge("tenshu_sockets", "Live sockets.", multiprocess_mode="livesum")
TABLES = Gauge("tenshu_live_tables", "Tables held in memory.", multiprocess_mode="livesum")
MOVES = Counter("tenshu_moves", "Moves stored.")
COMMIT_SECONDS = Histogram("tenshu_commit_seconds", "Time to store a group of changes.", buckets=QUICK)
COMMITTED = Counter("tenshu_committed_changes", "Changes stored.")
MESSAGES = Counter("tenshu_messages", "Socket messages received.", ["type"])
REJECTED = Counter("tenshu_rejected_messages", "Socket messages that were not even understood.", ["reason"])
BOT_JOBS = Counter("tenshu_bot_jobs", "Thoughts of computer players.", ["outcome"])
BOT_SECONDS = Histogram("tenshu_bot_job_seconds", "Time of a computer player's thought.")
WEBHOOK_CALLS = Counter("tenshu_webhook_calls", "Webhook calls made.", ["outcome"])


def exposition() -> bytes:
    """All figures as text; with several processes, those of all of them."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def forget_the_dead() -> None:
    """A process that was killed has no live sockets any more."""
    folder = os.environ.get(FOLDER)
    for file in Path(folder).glob("gauge_live*_*.db") if folder else []:
        number = re.search(r"_(\d+)\.db$", file.name)
        if number and not _lives(int(number[1])):
            with suppress(OSError):
                mark_process_dead(int(number[1]), folder)  # type: ignore[no-untyped-call]


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
