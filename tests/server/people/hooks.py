"""Somebody who listens for webhooks: an HTTP server inside the test."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import orjson


@dataclass
class Call:
    """What was received."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic)

    @property
    def document(self) -> dict[str, str]:
        found: dict[str, str] = orjson.loads(self.body)
        return found


class Hook:
    """Answers with the given statuses, one after the other, then with 200."""

    def __init__(self, *statuses: int) -> None:
        self.calls: list[Call] = []
        self.statuses = list(statuses)
        self.headers: dict[str, str] = {}
        self.answer = b"ok"
        self.delay = 0.0
        self.may_answer = threading.Event()
        """As long as it is not set, whoever calls has to wait."""
        self.may_answer.set()
        self.port = 0
        self._came = threading.Condition()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?x=1"

    def note(self, call: Call) -> int:
        with self._came:
            self.calls.append(call)
            self._came.notify_all()
            return self.statuses.pop(0) if self.statuses else 200

    def wait(self, number: int, within: float = 60.0) -> list[Call]:
        """The calls, when there are so many."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.calls) >= number, within), f"{len(self.calls)} calls"
        return self.calls


@contextmanager
def listening(*statuses: int) -> Iterator[Hook]:
    hook = Hook(*statuses)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = hook.note(Call(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            time.sleep(hook.delay)
            hook.may_answer.wait(60)
            try:
                self.send_response(status)
                for name, value in hook.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(hook.answer)))
                self.end_headers()
                self.wfile.write(hook.answer)
            except OSError:
                pass

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hook.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hook
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
