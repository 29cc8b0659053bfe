"""Other sites and other names: what they may do here, which is nothing."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from tenshu.server.http.origins import allowed
from tenshu.server.settings import Settings
from tests.server.http.inside import HERE, Inside, inside, refused

FOREIGN = [
    "https://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:8001", "http://localhost:8000",
    "http://127.0.0.1:8000.evil.example", "http://evil.example/127.0.0.1:8000", "HTTP://127.0.0.1:8000", "file://",
    "http://127.0.0.1:8000/", "https://127.0.0.1",
]  # fmt: skip


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_changes_nothing(server: Inside, origin: str) -> None:
    ana = server.guest("Ana")
    headers = {"origin": origin}
    refused(ana.patch("/api/me", {"name": "Eve"}, headers=headers), 403, "foreign-origin")
    refused(ana.delete("/api/session", headers=headers), 403, "foreign-origin")
    refused(server.browser().post("/api/session", {"name": "Eve"}, headers=headers), 403, "foreign-origin")
    assert ana.get("/api/me").json()["person"]["name"] == "Ana"


def test_our_own_page_may(server: Inside) -> None:
    headers = {"origin": HERE, "sec-fetch-site": "same-origin"}
    assert server.guest().patch("/api/me", {"name": "Bea"}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
)
def test_without_an_origin_the_browser_may_say_whose_page_it_is(server: Inside, site: str, status: int) -> None:
    answer = server.guest().patch("/api/me", {"name": "Bea"}, headers={"sec-fetch-site": site})
    assert answer.status_code == status


def test_looking_is_not_changing(server: Inside) -> None:
    headers = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    answer = server.guest().get("/api/me", headers=headers)
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers
    assert "access-control-allow-origin" not in server.browser().ask("OPTIONS", "/api/me", headers=headers).headers


def test_a_program_with_a_token_is_no_page_either(server: Inside) -> None:
    token = server.guest().post("/api/me/tokens", {"name": "bot"}).json()["token"]
    program = server.browser(authorization=f"Bearer {token}")
    assert program.patch("/api/me", {"name": "Bot"}).status_code == 200
    refused(
        program.patch("/api/me", {"name": "Bot"}, headers={"origin": "https://evil.example"}), 403, "foreign-origin"
    )


def handshake(server: Inside, *headers: tuple[str, str]) -> HTTPConnection:
    raw = [(name.encode(), value.encode()) for name, value in (("host", "127.0.0.1:8000"), *headers)]
    return HTTPConnection(
        {"type": "websocket", "scheme": "ws", "path": "/", "headers": raw, "app": server.application, "state": {}}
    )


def test_sockets_are_asked_the_same(server: Inside) -> None:
    assert allowed(handshake(server))
    assert allowed(handshake(server, ("origin", HERE)))
    assert not allowed(handshake(server, ("sec-fetch-site", "cross-site")))
    assert not allowed(handshake(server, ("origin", HERE), ("origin", "https://evil.example")))
    for origin in FOREIGN:
        assert not allowed(handshake(server, ("origin", origin))), origin


def test_behind_a_proxy_the_public_name_is_ours() -> None:
    with inside(public_url="https://castle.example") as server:
        browser = server.browser("http://127.0.0.1:8000")
        headers = {"origin": "https://castle.example"}
        answer = browser.post("/api/session", {"name": "Ana"}, headers=headers)
        assert answer.status_code == 201
        assert "; Secure" in answer.headers["set-cookie"]
        proxied = server.browser("http://castle.example")
        assert proxied.post("/api/session", {"name": "Ana"}, headers=headers).status_code == 201
        refused(server.browser("http://evil.example").get("/api"), 400, "not-understood")


def test_a_proxy_may_add_the_s_of_https(server: Inside) -> None:
    headers = {"origin": "https://127.0.0.1:8000"}
    assert server.browser().post("/api/session", {"name": "Ana"}, headers=headers).status_code == 201


# Names of the server


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000", "localhost.", "127.0.0.1"]
)
def test_names_of_this_machine(server: Inside, host: str) -> None:
    assert server.browser().get("/api", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "", "a b", "[::1",
     "x" * 999, "127.0.0.1@evil.example", "evil.example/127.0.0.1", "localhost:99999999", "169.254.169.254"],
)  # fmt: skip
def test_a_page_that_points_its_name_at_us_gets_nothing(server: Inside, host: str) -> None:
    for path in ("/api", "/", "/healthz", "/api/me"):
        facts = refused(server.browser().get(path, headers={"host": host}), 400, "not-understood")
        assert facts == {"place": "Host", "problem": "host"}


@pytest.mark.parametrize(
    ("settings", "known"),
    [
        (Settings(), {"localhost", "127.0.0.1", "::1"}),
        (Settings(host="127.0.0.9"), {"localhost", "127.0.0.1", "::1", "127.0.0.9"}),
        (Settings(host="0.0.0.0"), None),
        (Settings(host="0.0.0.0", hosts=("castle",)), {"castle", "localhost", "127.0.0.1", "::1"}),
        (Settings(public_url="https://castle.example:8443"), {"castle.example", "localhost", "127.0.0.1", "::1"}),
    ],
)
def test_which_names_are_known(settings: Settings, known: set[str] | None) -> None:
    assert settings.known_hosts == known


def test_in_the_network_any_name_is_fine() -> None:
    with inside(host="0.0.0.0") as server:
        assert server.browser("http://192.168.0.7:8000").get("/api").status_code == 200
        assert server.browser("http://my-laptop.local").get("/api").status_code == 200
        refused(server.browser().get("/api", headers={"host": "a b"}), 400, "not-understood")
