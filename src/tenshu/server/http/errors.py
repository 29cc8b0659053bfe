"""Whatever goes wrong becomes a documented answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from tenshu.server.errors import Refused
from tenshu.server.http.answers import refusal
from tenshu.server.store.errors import Conflict, NotStored

log = structlog.get_logger()

NOT_UNDERSTOOD = 4400
LONGEST_PART = 60
CODES = {404: "not-there", 405: "no-such-method", 413: "too-large"}


def add_handlers(application: FastAPI) -> None:
    application.add_exception_handler(Refused, _refused)
    application.add_exception_handler(NotStored, _not_stored)
    application.add_exception_handler(Conflict, _not_stored)
    application.add_exception_handler(RequestValidationError, _not_valid)
    application.add_exception_handler(HTTPException, _http_problem)
    application.add_exception_handler(WebSocketRequestValidationError, _socket_not_valid)


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refused)
    return refusal(problem, request.scope)


async def _not_stored(request: Request, problem: Exception) -> Response:
    log.warning("not stored", problem=str(problem) or type(problem).__name__)
    return refusal(Refused("not-stored"), request.scope)


async def _not_valid(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    return refusal(not_understood(problem.errors()), request.scope)


async def _http_problem(request: Request, problem: Exception) -> Response:
    """What the framework refuses by itself: unknown paths and methods, bodies that are no JSON."""
    assert isinstance(problem, HTTPException)
    status = problem.status_code
    if status == 400:
        return refusal(Refused("not-understood", place="body", problem="json"), request.scope)
    answer = refusal(Refused(CODES.get(status, "not-understood")), request.scope, status)
    answer.headers.update(problem.headers or {})
    return answer


async def _socket_not_valid(socket: WebSocket, _problem: Exception) -> None:
    await socket.close(NOT_UNDERSTOOD)


def not_understood(errors: Sequence[Any]) -> Refused:
    """The first thing that is wrong with a request: where, and what."""
    first = errors[0] if errors else {"loc": (), "type": "unknown"}
    if first["type"] == "json_invalid":
        return Refused("not-understood", place="body", problem="json")
    return Refused("not-understood", place=place_of(first["loc"]), problem=first["type"])


def place_of(location: Sequence[str | int]) -> str:
    """`("body", "seats", 2, "kind")` is body.seats[2].kind."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{_readable(part)}"
    return text.removeprefix(".") or "body"


def _readable(part: str) -> str:
    """A stranger's key may be anything."""
    return part[:LONGEST_PART].encode("utf-8", "replace").decode()
