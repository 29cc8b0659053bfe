"""The application inside the test: no port, no other process, its event loop in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar
from unittest import mock

import httpx
from fastapi import FastAPI

from tenshu.server.application import create_application
from tenshu.server.services import Services
from tenshu.server.settings import Settings
from tenshu.server.thinking.pool import Pool

HERE = "http://127.0.0.1:8000"
QUIET = Settings(database="sqlite://", limits=0, bots=1)
"""Kept nowhere, without limits."""
SOON = 60.0

T = TypeVar("T")


class Browser:
    """Somebody with cookies of their own."""

    def __init__(self, inside: Inside, client: httpx.AsyncClient) -> None:
        self._inside = inside
        self.client = client

    def ask(self, method: str, path: str, json: Any = None, **options: Any) -> httpx.Response:
        if json is not None:
            options["json"] = json
        return self._inside.run(self.client.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.ask("GET", path, **options)

    def post(self, path: str, json: Any = None, **options: Any) -> httpx.Response:
        return self.ask("POST", path, json, **options)

    def patch(self, path: str, json: Any = None, **options: Any) -> httpx.Response:
        return self.ask("PATCH", path, json, **options)

    def delete(self, path: str, **options: Any) -> httpx.Response:
        return self.ask("DELETE", path, **options)

    @property
    def cookie(self) -> str:
        return self.client.cookies["tenshu"]

    @cookie.setter
    def cookie(self, value: str) -> None:
        self.client.cookies.clear()
        self.client.cookies.set("tenshu", value)


class Inside:
    """A running application and the loop it runs in."""

    def __init__(self, application: FastAPI, loop: asyncio.AbstractEventLoop) -> None:
        self.application = application
        self._loop = loop
        self._browsers: list[Browser] = []

    @property
    def services(self) -> Services:
        found: Services = self.application.state.services
        return found

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(SOON)

    def browser(self, url: str = HERE, address: str = "127.0.0.1", **headers: str) -> Browser:
        """A new browser at a page of a server that is called so, from an address."""
        transport = httpx.ASGITransport(self.application, client=(address, 50_000))
        client = httpx.AsyncClient(transport=transport, base_url=url, headers=headers)
        self._browsers.append(Browser(self, client))
        return self._browsers[-1]

    def guest(self, name: str = "Ana", **options: Any) -> Browser:
        """A new browser whose person has a name."""
        browser = self.browser(**options)
        assert browser.post("/api/session", {"name": name}).status_code == 201
        return browser

    def close(self) -> None:
        for browser in self._browsers:
            self.run(browser.client.aclose())


@contextmanager
def inside(settings: Settings = QUIET, **changes: Any) -> Iterator[Inside]:
    """An application that runs as long as the test wants it. Nobody thinks in it: that takes processes."""
    application = create_application(replace(settings, **changes))
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    lifespan = application.router.lifespan_context(application)
    found = Inside(application, loop)
    try:
        with mock.patch.object(Pool, "start", _nothing):
            found.run(lifespan.__aenter__())
        try:
            yield found
        finally:
            found.close()
            found.run(lifespan.__aexit__(None, None, None))
    finally:
        found.run(loop.shutdown_default_executor())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _nothing(_pool: Pool) -> None:
    pass


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Checks that an answer is a refusal in the documented form; its facts."""
    assert answer.status_code == status, answer.text
    document = answer.json()
    assert document.keys() == {"error"}
    assert document["error"].keys() == {"code", "sentence", "facts"}
    assert document["error"]["code"] == code
    assert document["error"]["sentence"].strip()
    assert "Traceback" not in answer.text
    facts: dict[str, Any] = document["error"]["facts"]
    return facts
