"""What browsers are told and what foreign pages may do, on real answers of a real process; secrets stay secret."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import SOON, Server, get, guest, post, serving, table_of_two, wire

FOREIGN_ORIGINS = ("https://evil.example", "null", "http://127.0.0.1:1", "http://localhost.evil.example", "file://", "")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("browsers") / "tenshu.db") as running:
        yield running


@pytest.mark.parametrize("path", ["/", "/tables/x", "/api", "/api/games", "/api/me", "/api/nothing", "/healthz"])
def test_headers_of_every_answer(server: Server, path: str) -> None:
    answer = get(server.address + path)
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "*" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "access-control-allow-origin" not in answer.headers
    assert "server" not in answer.headers
    if path.startswith("/api/"):
        assert answer.headers["cache-control"] == "no-store"


def test_flags_of_the_cookie(server: Server, tmp_path: Path) -> None:
    answer = post(f"{server.address}/api/session", json={"name": "Ana"})
    flags = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert not any(flag.startswith("domain") for flag in flags)
    assert "secure" not in flags
    with serving(tmp_path / "tenshu.db", "--public-url", "https://castle.example") as public:
        answer = post(
            f"{public.address}/api/session", json={"name": "Ana"},
            headers={"Host": "castle.example", "Origin": "https://castle.example"},
        )  # fmt: skip
        assert answer.status_code == 201
        assert "secure" in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"]
        assert get(public.address, headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_foreign_pages_change_nothing(server: Server, origin: str) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            table = await table_of_two(ana, bea)
            for method, path in (("POST", "tables"), ("POST", f"tables/{table}/moves"), ("PATCH", "me")):
                answer = await ana._http.request(method, f"/api/{path}", json={}, headers={"Origin": origin})
                assert answer.status_code == 403
                assert answer.json()["error"]["code"] == "foreign-origin"
            async with wire(server, table, ana, Origin=origin) as socket:
                assert await socket.closed() == 4403
                assert socket.heard == []
            async with wire(server, table, ana, Sec_Fetch_Site="cross-site") as socket:
                assert await socket.closed() == 4403
            async with wire(server, table, ana, Origin=server.address) as socket:
                assert (await socket.next("table"))["seats"] == [0]

    asyncio.run(evening())


def test_what_is_sent_is_bounded(server: Server) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana:
            large = await ana._http.post("/api/tables", content=b'{"game": "' + b"x" * 70_000 + b'"}')
            assert large.status_code == 413
            assert large.json()["error"]["facts"] == {"most": 65536}

            async def endless() -> Any:
                for _ in range(100):
                    yield b"x" * 4096

            assert (await ana._http.post("/api/tables", content=endless())).status_code == 413
            deep = await ana._http.post(
                "/api/tables", content=b"[" * 60_000, headers={"content-type": "application/json"}
            )
            assert deep.status_code == 400
            assert (await ana._http.get("/api/" + "x" * 5000)).status_code in (404, 414, 431, 400)

    asyncio.run(evening())


def test_limits_on_how_much_one_may_ask(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "tenshu.db", limits="0.02") as server,
        httpx.Client(base_url=server.address, timeout=SOON) as browser,
    ):
        answers = [browser.post("/api/session", json={"name": "Ana"}) for _ in range(3)]
        assert answers[0].status_code == 201
        browser.cookies.clear()
        refused = browser.post("/api/session", json={"name": "Ana"})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.json()["error"]["code"] == "too-fast"
        statuses = [browser.get("/api/games").status_code for _ in range(30)]
        assert statuses.count(429) >= 5
        assert get(f"{server.address}/healthz").status_code == 200


def test_secrets_are_kept_as_hashes_only(tmp_path: Path) -> None:
    file, password = tmp_path / "tenshu.db", "a password nobody else has"
    secrets: list[str] = [password]

    async def evening(server: Server) -> None:
        async with guest(server, "Ana") as ana:
            secrets.append(str(ana._http.cookies["tenshu"]))
            await ana.ask("POST", "/me/account", {"login": "ana", "password": password})
            secrets.append((await ana.ask("POST", "/me/tokens", {"name": "bot"}))["token"])
            secrets.append((await ana.ask("POST", "/me/link"))["secret"])
            await ana._http.post("/api/session/password", json={"login": "ana", "password": password})
            await ana._http.post("/api/session/link", json={"secret": secrets[-1]})
            last = await ana._http.get("/api/me", headers={"Authorization": f"Bearer {secrets[2]}"})
            await asyncio.to_thread(server.wait_for_request, last)

    with serving(file) as server:
        asyncio.run(evening(server))
        log = server.log.encode()
        kept = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.name.startswith("tenshu.db"))
    for secret in secrets:
        assert len(secret) > 20
        assert secret.encode() not in kept
        assert secret.encode() not in log
    assert b"$argon2id$" in kept
