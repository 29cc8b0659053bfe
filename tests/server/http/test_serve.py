"""`tenshu serve` as a process: its one line, its port, its cookies, its log, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.cli.running import complaint, tenshu
from tests.server.running import SOON, get, post, serving
from tests.server.services import wait_until

PATIENCE = 120.0


@contextmanager
def process(*options: str | Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tenshu", "serve", "--port", "0", "--bots", "1", *map(str, options)]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TENSHU_LANGUAGE": "en", **environment},
    )  # fmt: skip
    guard = threading.Timer(PATIENCE, running.kill)
    guard.start()
    try:
        yield running
    finally:
        guard.cancel()
        running.kill()
        running.communicate()


def address_of(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    line = running.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found, line
    return found[0]


def ended(running: subprocess.Popen[str], sign: signal.Signals) -> tuple[int, str, str, float]:
    """The exit code, what was said to the end, the log, and how long it took."""
    begun = time.monotonic()
    running.send_signal(sign)
    out, err = running.communicate(timeout=PATIENCE)
    return running.returncode, out, err, time.monotonic() - begun


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_well(tmp_path: Path, sign: signal.Signals) -> None:
    with process("--database", tmp_path / "x" / "games.db") as running:
        address = address_of(running)
        assert get(f"{address}/api").json()["name"] == "tenshu"
        code, out, err, _ = ended(running, sign)
    assert (code, out) == (0, "The table is closed; every game is kept.\n")
    assert "Traceback" not in err
    assert (tmp_path / "x" / "games.db").exists()


def test_in_portuguese(tmp_path: Path) -> None:
    with process("--database", tmp_path / "games.db", TENSHU_LANGUAGE="pt-BR") as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("A mesa está aberta em http://127.0.0.1:")


def test_the_cookie_of_a_real_server(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, httpx.Client(base_url=server.address, timeout=SOON) as client:
        answer = client.post("/api/session", json={"name": "Ana"})
        flags = sorted(part.strip() for part in answer.headers["set-cookie"].split(";")[1:])
        assert flags == ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=lax"]
        assert client.get("/api/me").json()["person"]["name"] == "Ana"
        assert "server" not in answer.headers


def test_behind_a_proxy_its_word_is_believed_and_nobody_elses(tmp_path: Path) -> None:
    forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "8.8.8.8", "host": "castle.example"}
    own = {**forwarded, "host": "127.0.0.1"}
    with serving(tmp_path / "a.db", "--public-url", "https://castle.example") as server:
        answer = post(
            f"{server.address}/api/session", json={"name": "Ana"},
            headers=forwarded | {"origin": "https://castle.example"},
        )  # fmt: skip
        assert answer.status_code == 201
        assert "; Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers
        assert get(f"{server.address}/metrics", headers=forwarded).status_code == 404
    with serving(tmp_path / "b.db") as server:
        answer = post(f"{server.address}/api/session", json={"name": "Ana"}, headers=own)
        assert "; Secure" not in answer.headers["set-cookie"]
        assert get(f"{server.address}/metrics", headers=own).status_code == 200


# What it does not do


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = complaint(tenshu("serve", "--port", str(port), "--database", tmp_path / "games.db"))
    assert said == f"port {port} of 127.0.0.1 is taken already; --port 0 takes a free one"
    assert not (tmp_path / "games.db").exists()


def test_an_address_of_another_machine(tmp_path: Path) -> None:
    said = complaint(tenshu("serve", "--host", "192.0.2.1", "--port", "0", "--database", tmp_path / "games.db"))
    assert said == "192.0.2.1 is no address of this machine"


def test_a_database_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_text("these are not the games you are looking for, whatever they may be " * 50)
    assert str(file) in complaint(tenshu("serve", "--port", "0", "--database", file))


def test_a_database_that_another_server_has(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db"):
        arguments = ("serve", "--port", "0", "--database", tmp_path / "games.db")
        assert "in use by another server" in complaint(tenshu(*arguments))
        assert "em uso por outro servidor" in complaint(tenshu(*arguments, language="pt-BR"))


def test_settings_that_cannot_be() -> None:
    assert complaint(tenshu("serve", "--workers", "2")).startswith("2 workers need")
    assert complaint(tenshu("serve", "--port", "x", language="pt-BR")).startswith("--port: deve ser")


@pytest.mark.parametrize(
    ("missing", "options", "extra"), [("fastapi", (), "server"), ("redis", ("--redis", "redis://x"), "cluster")]
)
def test_an_extra_that_is_missing(missing: str, options: tuple[str, ...], extra: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; from tenshu.cli.main import run; "
        f"sys.exit(run(['serve', '--port', '0', *{options!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE,
        env={**os.environ, "TENSHU_LANGUAGE": "en"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tenshu: serving needs ")
    assert done.stderr.count("\n") == 1
    assert f"{extra}]" in done.stderr


# How it ends


def test_sockets_are_told_that_the_server_restarts_and_requests_in_flight_are_answered(tmp_path: Path) -> None:
    async def play(address: str, running: subprocess.Popen[str]) -> None:
        async with httpx.AsyncClient(base_url=address, timeout=SOON) as client:
            await client.post("/api/session", json={"name": "Ana"})
            game = (await client.get("/api/games")).json()["games"][0]["name"]
            table = (await client.post("/api/tables", json={"game": game, "seats": [{"kind": "me"}]})).json()["id"]
            url = f"{address.replace('http', 'ws')}/api/tables/{table}/live"
            async with connect(url) as listener, connect(url) as idle:
                await listener.recv()
                body = b'{"login": "ana", "password": "correct horse"}'
                reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
                writer.write(_head_of_an_account(client, len(body)))
                assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"  # it is in flight
                running.send_signal(signal.SIGTERM)
                assert [await _close_code(listener), await _close_code(idle)] == [1012, 1012]
                writer.write(body)
                assert b" 200 " in await asyncio.wait_for(reader.readline(), PATIENCE)
                writer.close()

    with process("--database", tmp_path / "games.db") as running:
        asyncio.run(play(address_of(running), running))
        _, err = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0
    assert "Traceback" not in err
    with sqlite3.connect(tmp_path / "games.db") as stored:
        assert stored.execute("SELECT login FROM people").fetchall() == [("ana",)]
    stored.close()


def _head_of_an_account(client: httpx.AsyncClient, length: int) -> bytes:
    """Whoever sends this is told to go on with the body when the server has begun with the request."""
    host, cookie = client.base_url.netloc.decode(), client.cookies["tenshu"]
    headers = {"Host": host, "Cookie": f"tenshu={cookie}", "Content-Type": "application/json"}
    headers |= {"Content-Length": str(length), "Expect": "100-continue"}
    lines = ["POST /api/me/account HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


async def _close_code(socket: ClientConnection) -> int | None:
    """How the server hangs up."""
    try:
        while True:
            await asyncio.wait_for(socket.recv(), PATIENCE)
    except ConnectionClosed:
        return socket.close_code


# What is kept and what is written


def everything(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


def test_passwords_tokens_and_links_are_neither_stored_nor_logged(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, httpx.Client(base_url=server.address, timeout=SOON) as client:
        passwords = ["correct horse battery", "staple correct horse", "a wrong password"]
        client.post("/api/session", json={"name": "Ana"})
        cookies = [client.cookies["tenshu"]]
        client.post("/api/me/account", json={"login": "ana", "password": passwords[0]})
        client.post("/api/me/password", json={"old": passwords[0], "new": passwords[1]})
        cookies.append(client.cookies["tenshu"])
        client.post("/api/session/password", json={"login": "ana", "password": passwords[2]})
        link = client.post("/api/me/link").json()["secret"]
        client.post("/api/session/link", json={"secret": link})
        token = client.post("/api/me/tokens", json={"name": "bot"}).json()["token"]
        get(f"{server.address}/api/me", headers={"authorization": f"Bearer {token}"})
        client.post("/api/session/link", json={"secret": "not a secret at all", "more": passwords[2]})
        server.wait_for_request(client.get("/api/me", params={"token": token}))
        found = everything(tmp_path) + everything(server.folder)
        assert b'"path":"/api/session/password"' in found
        assert b"Ana" in found
        for secret in [*passwords, *cookies, link, token, token.removeprefix("tenshu_")]:
            assert secret.encode() not in found


def test_the_log_has_a_line_for_every_request_with_its_id(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        answer = post(f"{server.address}/api/session", json={"name": "Ana"})
        person = answer.json()["person"]["id"]
        line = server.wait_for_request(answer)
        server.wait_for_request(get(f"{server.address}/api"))  # what is told later would be told by now
        lines = [event for event in server.events if event.get("request") == answer.headers["x-request-id"]]
    assert lines == [line]
    assert (line["method"], line["path"], line["status"], line["person"]) == ("POST", "/api/session", 201, person)
    assert line["level"] == "info"
    assert line["ms"] > 0
    assert line["timestamp"].endswith("Z")


def test_the_log_for_people(tmp_path: Path) -> None:
    with process("--database", tmp_path / "games.db") as running:
        get(f"{address_of(running)}/api")
        _, _, err, _ = ended(running, signal.SIGINT)
    [line] = [line for line in err.splitlines() if "/api" in line]
    assert "status=200" in line
    with pytest.raises(json.JSONDecodeError):
        json.loads(line)


# Several processes


def _counted(address: str) -> float:
    """How often somebody has asked who they are."""
    figures = get(f"{address}/metrics").text
    found = re.search(r'tenshu_requests_total{method="GET",route="/api/me",status="200"} (\S+)', figures)
    return float(found[1]) if found else 0.0


@pytest.mark.slow
def test_two_workers_share_people_and_figures(postgresql: str, redis: str) -> None:
    options = ("--workers", "2", "--redis", redis, "--database", postgresql, "--log", "json")
    with process(*options) as running:
        address = address_of(running)
        with httpx.Client(base_url=address, timeout=SOON) as client:
            person = client.post("/api/session", json={"name": "Ana"}).json()["person"]["id"]
            cookie = {"tenshu": client.cookies["tenshu"]}
        for _ in range(40):
            assert get(f"{address}/api/me", cookies=cookie).json()["person"]["id"] == person
        wait_until(lambda: _counted(address) >= 40, PATIENCE)  # a request is counted when it has been answered
        assert _counted(address) == 40
        code, out, err, _ = ended(running, signal.SIGTERM)
    assert (code, out) == (0, "The table is closed; every game is kept.\n")
    assert "Traceback" not in err
