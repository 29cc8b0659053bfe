"""`tenshu worker`: computer players think here for the servers that share a Redis."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Annotated

import typer

from tenshu.cli.complaint import Complaint, one_line, whole_number
from tenshu.cli.words import language_of_the_user, say
from tenshu.cli.writing import print_text

if TYPE_CHECKING:
    from tenshu.server.thinking.queue import Worker

INSTALL = 'pip install "tenshu[server,cluster]"'
MOST_PROCESSES = 256

Redis = Annotated[str | None, typer.Option("--redis", metavar="URL", help=say("help.worker.redis"))]
Processes = Annotated[str | None, typer.Option("--processes", metavar="N", help=say("help.worker.processes"))]


def worker(redis: Redis = None, processes: Processes = None) -> None:
    url = _prepared(redis)
    many = whole_number(processes, "--processes", 1, MOST_PROCESSES) if processes else (os.cpu_count() or 1)
    asyncio.run(_work(_made(url, many), many))
    print_text(say("worker.closed"))


def _prepared(typed: str | None) -> str:
    """Where Redis is: what was typed, or what the environment says. The log is set up as the environment wants it."""
    from tenshu.server.http.words import words_in
    from tenshu.server.settings import WrongSetting, read_settings

    ours = {name: os.environ.get(name, "") for name in ("TENSHU_REDIS", "TENSHU_LOG", "TENSHU_LOG_LEVEL")}
    try:
        settings = read_settings({"redis": typed}, ours)
    except WrongSetting as problem:
        sentence = words_in(language_of_the_user()).say(f"setting.{problem.code}", **problem.facts)
        raise Complaint(one_line(sentence)) from None
    if settings.redis is None:
        raise Complaint(say("worker.no-redis"))
    try:
        from tenshu.server.logs import configure_logs
    except ModuleNotFoundError as problem:
        raise Complaint(say("worker.missing-extra", name=problem.name, install=INSTALL)) from None
    configure_logs(settings)
    return settings.redis


def _made(url: str, many: int) -> Worker:
    try:
        from tenshu.server.thinking.queue import Worker

        return Worker(url, many)
    except ModuleNotFoundError as problem:
        raise Complaint(say("worker.missing-extra", name=problem.name, install=INSTALL)) from None
    except ValueError as problem:
        raise Complaint(say("worker.redis-unusable", problem=one_line(str(problem)))) from None


async def _work(made: Worker, many: int) -> None:
    """Until a signal comes; what is being thought about then is finished."""
    from redis.exceptions import RedisError

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(sign, stop.set)
        except NotImplementedError:  # Windows: Ctrl-C ends it at once
            break
    try:
        await made.ready()
    except (RedisError, OSError, ValueError) as problem:
        raise Complaint(say("worker.redis-away", problem=one_line(str(problem) or type(problem).__name__))) from None
    print_text(say("worker.open", n=many))
    await made.run(stop)
