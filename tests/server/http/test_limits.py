"""How much anybody may ask for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from unittest import mock

import httpx
import pytest
from starlette.requests import HTTPConnection

from tenshu.server.http import bodies
from tenshu.server.http.limits import RULES, Limits, Memory, address_of
from tenshu.server.settings import Settings
from tests.server.http.inside import QUIET, Browser, Inside, inside, refused
from tests.server.services import Redis

MOST_GUESTS, MOST_SIGN_INS = RULES["guests"][1], RULES["sign-ins"][1]


def until_refused(browser: Browser, path: str, body: object, at_most: int) -> tuple[int, httpx.Response]:
    """How often something is done before it is too fast."""
    for number in range(at_most):
        answer = browser.post(path, body)
        if answer.status_code == 429:
            return number, answer
        browser.client.cookies.clear()
    raise AssertionError("never too fast")


def test_a_flood_of_guests() -> None:
    with inside(limits=1) as server:
        number, answer = until_refused(server.browser(), "/api/session", {"name": "Ana"}, MOST_GUESTS + 1)
        assert number == MOST_GUESTS
        facts = refused(answer, 429, "too-fast")
        assert answer.headers["retry-after"] == str(facts["seconds"])
        assert 1 <= facts["seconds"] <= 3601
        assert server.browser(address="127.0.0.2").post("/api/session", {"name": "Bea"}).status_code == 201


def test_a_flood_of_sign_ins_is_stopped_before_any_password_is_tried() -> None:
    with inside(limits=1) as server:
        passwords = server.services.people._passwords
        with mock.patch.object(passwords, "_verified", return_value=False) as verified:
            body = {"login": "ana", "password": "guessed"}
            number, _ = until_refused(server.browser(), "/api/session/password", body, MOST_SIGN_INS + 1)
            assert number == verified.call_count == MOST_SIGN_INS
            for last in range(2, 9):
                browser = server.browser(address=f"10.0.0.{last}")
                try:
                    until_refused(browser, "/api/session/password", body, MOST_SIGN_INS + 1)
                except AssertionError:
                    continue
            assert verified.call_count == RULES["sign-ins-to"][1]
        refused(server.browser(address="10.0.0.99").post("/api/session/password", body), 429, "too-fast")
        other = {"login": "bea", "password": "guessed"}
        refused(server.browser(address="10.0.0.99").post("/api/session/password", other), 401, "wrong-password")


def test_private_links_cannot_be_tried_out() -> None:
    with inside(limits=1) as server:
        number, _ = until_refused(server.browser(), "/api/session/link", {"secret": "guessed"}, MOST_SIGN_INS + 1)
        assert number == MOST_SIGN_INS


def test_requests_of_any_kind() -> None:
    with inside(limits=0.01) as server:
        browser = server.browser()
        answers = [browser.get("/api").status_code for _ in range(13)]
        assert answers == [200] * 12 + [429]
        assert browser.get("/healthz").status_code == 200
        assert browser.get("/").status_code == 200


def test_limits_can_be_lifted_and_raised() -> None:
    assert Limits(Settings(limits=2))._items["guests"].amount == 2 * MOST_GUESTS
    with inside(limits=0) as server:
        browser = server.browser()
        for _ in range(MOST_GUESTS + 5):
            assert browser.post("/api/session", {"name": "Ana"}).status_code == 201
            browser.client.cookies.clear()


def test_who_has_not_come_for_a_while_is_forgotten() -> None:
    async def work() -> list[int]:
        limits = Limits(Settings())
        memory = limits._own.storage
        assert isinstance(memory, Memory)
        sizes = []
        for forgotten_after in (3600.0, -1.0):
            memory.expirations = dict.fromkeys(memory.expirations, time.time() + forgotten_after)
            for number in range(100):
                await limits.hit("requests", f"{forgotten_after} {number}")
                await asyncio.sleep(0)
            memory._swept = float("-inf")
            await limits.hit("requests", "last")
            await asyncio.sleep(0.01)
            sizes.append(len(memory.expirations))
        return sizes

    assert asyncio.run(work()) == [101, 101]


def test_many_passwords_at_once_are_told_to_wait() -> None:
    with inside() as server:
        server.services.people._passwords._waiting = 40
        answer = server.browser().post("/api/session/password", {"login": "ana", "password": "x"})
        refused(answer, 429, "too-fast")


@pytest.mark.parametrize(
    ("address", "counted"),
    [("203.0.113.7", "203.0.113.7"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), ("::ffff:203.0.113.7", "203.0.113.7"),
     ("somewhere", "unknown")],
)  # fmt: skip
def test_whom_an_address_counts_for(address: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (address, 1), "headers": []})) == counted
    assert address_of(HTTPConnection({"type": "http", "headers": []})) == "unknown"


def test_several_processes_count_together_and_each_for_itself_without_redis(redis_server: Redis) -> None:
    redis_server.empty()
    settings = Settings(database="sqlite://", bots=1, limits=1, redis=redis_server.url)
    with inside(settings) as one, inside(settings) as two:
        asked = 0
        for number in range(MOST_SIGN_INS + 1):
            browser = (one, two)[number % 2].browser()
            asked += browser.post("/api/session/link", {"secret": "x"}).status_code == 401
        assert asked == MOST_SIGN_INS
        redis_server.kill()
        try:
            assert one.browser().post("/api/session/link", {"secret": "x"}).status_code == 401
            number, _ = until_refused(one.browser(), "/api/session/link", {"secret": "x"}, MOST_SIGN_INS + 1)
            assert number == MOST_SIGN_INS - 1
        finally:
            redis_server.start()


def test_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.05)

    async def dripping() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(1)
        yield b"}"

    with inside(QUIET) as server:
        answer = server.browser().post("/api/session", content=dripping(), headers={"content-type": "application/json"})
        assert refused(answer, 400, "not-understood") == {"place": "body", "problem": "slow"}


def test_who_hangs_up_is_not_answered(server: Inside) -> None:
    async def hung_up() -> None:
        sent: list[object] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.disconnect"}

        async def send(message: object) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": "POST", "path": "/api/session", "query_string": b"", "scheme": "http",
            "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "app": server.application,
        }  # fmt: skip
        await server.application(scope, receive, send)
        assert sent == []

    server.run(hung_up())
