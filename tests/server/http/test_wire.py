"""Heads of requests that are too large or never come, over a real connection."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn

from tenshu.server.http import wire

SECONDS = 1.0
HEAD = b"POST / HTTP/1.1\r\nHost: x\r\n"


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answers at once, whatever the body."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(wire, "SECONDS_FOR_A_HEAD", SECONDS)
    monkeypatch.setattr(wire, "LARGEST_REQUEST", 1_000_000)
    config = uvicorn.Config(application, http=wire.BoundedHttp, lifespan="off", log_config=None, access_log=False)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        yield port
        server.should_exit = True
        thread.join()


@contextmanager
def connection(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as found:
        yield found


def is_cut_off(found: socket.socket, piece: bytes, times: int = 400) -> bool:
    try:
        for _ in range(times):
            found.sendall(piece)
        while found.recv(65536):
            pass
    except (ConnectionError, BrokenPipeError):
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    ("beginning", "piece"),
    [(HEAD, b"X-Y: z\r\n" * 1000), (HEAD + b"X: ", b"x" * 8000), (b"GET /?", b"x" * 8000)],
    ids=["headers", "header", "address"],
)
def test_a_head_that_does_not_end(port: int, beginning: bytes, piece: bytes) -> None:
    with connection(port) as found:
        found.sendall(beginning)
        assert is_cut_off(found, piece)


def test_a_body_that_does_not_end(port: int) -> None:
    with connection(port) as found:
        found.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        assert found.recv(1000).startswith(b"HTTP/1.1 200")
        assert is_cut_off(found, b"1f40\r\n" + b"x" * 8000 + b"\r\n")


@pytest.mark.parametrize("beginning", [b"", b"GET / HTTP/1.1\r\nHo"])
def test_a_head_that_does_not_come(port: int, beginning: bytes) -> None:
    begun = time.monotonic()
    with connection(port) as found:
        found.sendall(beginning)
        assert found.recv(1000) == b""
    assert time.monotonic() - begun > 0.9 * SECONDS


def test_a_connection_is_kept_for_one_request_after_the_other(port: int) -> None:
    with connection(port) as found:
        for body in (b"", b"x" * 60_000, b"yy"):
            found.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            assert b"\r\n\r\nok" in found.recv(1000)
            time.sleep(0.4 * SECONDS)
