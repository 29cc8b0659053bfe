"""`tenshu serve`: the table in the browser and for programs."""

from __future__ import annotations

import errno
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.words import language_of_the_user, say
from tenshu.cli.writing import print_text

if TYPE_CHECKING:
    from tenshu.server.settings import Settings

INSTALL = 'pip install "tenshu[server]"'
INSTALL_CLUSTER = 'pip install "tenshu[server,cluster]"'
ANYWHERE = ("0.0.0.0", "::")

Host = Annotated[str | None, typer.Option("--host", metavar="ADDRESS", help=say("help.serve.host"))]
Port = Annotated[str | None, typer.Option("--port", metavar="N", help=say("help.serve.port"))]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help=say("help.serve.database"))]
Redis = Annotated[str | None, typer.Option("--redis", metavar="URL", help=say("help.serve.redis"))]
Workers = Annotated[str | None, typer.Option("--workers", metavar="N", help=say("help.serve.workers"))]
PublicUrl = Annotated[str | None, typer.Option("--public-url", metavar="URL", help=say("help.serve.public-url"))]
Hosts = Annotated[str | None, typer.Option("--hosts", metavar="NAME,…", help=say("help.serve.hosts"))]
Proxies = Annotated[str | None, typer.Option("--proxies", metavar="ADDRESS,…", help=say("help.serve.proxies"))]
Bots = Annotated[str | None, typer.Option("--bots", metavar="N", help=say("help.serve.bots"))]
Limits = Annotated[str | None, typer.Option("--limits", metavar="on|off|FACTOR", help=say("help.serve.limits"))]
AbandonedAfter = Annotated[
    str | None, typer.Option("--abandoned-after", metavar="DAYS", help=say("help.serve.abandoned-after"))
]
PrivateWebhooks = Annotated[
    str | None, typer.Option("--private-webhooks", metavar="yes|no", help=say("help.serve.private-webhooks"))
]
Language = Annotated[str | None, typer.Option("--language", metavar="en|pt-BR", help=say("help.serve.language"))]
Log = Annotated[str | None, typer.Option("--log", metavar="console|json", help=say("help.serve.log"))]
LogLevel = Annotated[
    str | None, typer.Option("--log-level", metavar="debug|info|warning|error", help=say("help.serve.log-level"))
]
Open = Annotated[bool, typer.Option("--open/--no-open", help=say("help.serve.open"))]


def serve(
    host: Host = None,
    port: Port = None,
    database: Database = None,
    redis: Redis = None,
    workers: Workers = None,
    public_url: PublicUrl = None,
    hosts: Hosts = None,
    proxies: Proxies = None,
    bots: Bots = None,
    limits: Limits = None,
    abandoned_after: AbandonedAfter = None,
    private_webhooks: PrivateWebhooks = None,
    language: Language = None,
    log: Log = None,
    log_level: LogLevel = None,
    open_browser: Open = False,
) -> None:
    settings = _settings(
        host=host, port=port, database=database, redis=redis, workers=workers, public_url=public_url, hosts=hosts,
        proxies=proxies, bots=bots, limits=limits, abandoned_after=abandoned_after, private_webhooks=private_webhooks,
        language=language, log=log, log_level=log_level,
    )  # fmt: skip
    _check_extras(settings)
    with _listening(settings) as listener:
        _prepare_database(settings)
        with _until_told_to_stop():
            _run(settings, listener, partial(_announce, settings, listener, open_browser))
    print_text(say("serve.closed"))


def _settings(**options: str | None) -> Settings:
    from tenshu.server.http.words import words_in
    from tenshu.server.settings import WrongSetting, read_settings

    try:
        return read_settings(options)
    except WrongSetting as problem:
        sentence = words_in(language_of_the_user()).say(f"setting.{problem.code}", **problem.facts)
        raise Complaint(one_line(sentence)) from None


def _check_extras(settings: Settings) -> None:
    try:
        import uvicorn  # noqa: F401

        import tenshu.server.application  # noqa: F401
    except ModuleNotFoundError as problem:
        raise Complaint(say("serve.missing-extra", name=problem.name, install=INSTALL)) from None
    try:
        if settings.redis:
            import redis  # noqa: F401
        if settings.database_url.startswith("postgres"):
            import psycopg  # noqa: F401
    except ImportError as problem:
        raise Complaint(say("serve.missing-extra", name=problem.name, install=INSTALL_CLUSTER)) from None


def _prepare_database(settings: Settings) -> None:
    import asyncio

    from tenshu.server.application import prepare
    from tenshu.server.store import StoreTrouble

    try:
        asyncio.run(prepare(settings))
    except StoreTrouble as problem:
        raise Complaint(one_line(problem.in_words(language_of_the_user()))) from None


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """The port is ours before anything else is done."""
    try:
        listener = _bound(settings)
    except OSError as problem:
        facts = {"host": settings.host, "port": settings.port}
        raise Complaint(say(_why_not_bound(problem), **facts)) from None
    with listener:
        yield listener


def _bound(settings: Settings) -> socket.socket:
    found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and hasattr(socket, "IPV6_V6ONLY"):
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, settings.host != "::")
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    return listener


def _why_not_bound(problem: OSError) -> str:
    if problem.errno == errno.EADDRINUSE:
        return "serve.port-taken"
    if problem.errno in (errno.EACCES, errno.EPERM):
        return "serve.port-forbidden"
    return "serve.no-such-host"


@contextmanager
def _until_told_to_stop() -> Iterator[None]:
    """Uvicorn stops in order on SIGINT and SIGTERM, then passes the signal on: to nobody, so that we end well."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: None) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _run(settings: Settings, listener: socket.socket, announce: Any) -> None:
    from tenshu.cli.serving import run_one, run_several

    run = run_several if settings.workers > 1 else run_one
    if not run(settings, listener, announce):
        raise Complaint(say("serve.failed"))


def _announce(settings: Settings, listener: socket.socket, open_browser: bool) -> None:
    address = settings.public_url or _address(settings, listener)
    print_text(say("serve.open", address=address))
    if open_browser:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def _address(settings: Settings, listener: socket.socket) -> str:
    host = _own_address() if settings.host in ANYWHERE else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"


def _own_address() -> str:
    """How others in the network reach this machine. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
