"""Structured logs: one event a line, for people or for programs, without secrets and without anything hidden."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import orjson
import structlog
from structlog.typing import Processor

from tenshu.server.settings import Settings

SECRETS = frozenset({"authorization", "cookie", "new", "old", "password", "secret", "set-cookie", "token"})
"""Under these names nothing is ever written."""
LOUD = dict.fromkeys(
    ("aiosqlite", "alembic", "asyncio", "httpcore", "httpx", "uvicorn.access", "uvicorn.error"), logging.WARNING
)
"""Libraries that would tell what we tell ourselves."""


def configure_logs(settings: Settings) -> None:
    """Everything, the libraries' words included, goes to the standard error in the form that was asked for."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_form(settings)],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name, level in LOUD.items():
        library = logging.getLogger(name)
        library.handlers.clear()
        library.setLevel(level)
        library.propagate = True
    logging.getLogger("uvicorn.error").addFilter(_in_short)


def _in_short(record: logging.LogRecord) -> bool:
    """What uvicorn tells with a trace, in one line: nonsense from a client, or why the server does not begin."""
    message = record.getMessage()
    if message.startswith("Invalid UTF-8"):
        record.exc_info = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    elif message.startswith("Traceback"):
        record.msg, record.args = message.strip().splitlines()[-1], None
    return True


def _form(settings: Settings) -> list[Processor]:
    if settings.log == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(serializer=_written)]
    return [
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
    ]


def _written(event: Any, **options: Any) -> str:
    return orjson.dumps(event, default=options.get("default")).decode()


def without_secrets(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A last net under those who write logs."""
    for name in event.keys() & SECRETS:
        event[name] = "…"
    return event
