"""What every answer tells the browser, and the client's own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.http.inside import Inside, inside, refused

EVERYWHERE = ["/", "/api", "/api/me", "/api/nothing", "/tables/abc", "/healthz", "/nothing.js", "/api/openapi.json"]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_is_guarded(server: Inside, path: str) -> None:
    headers = server.browser().get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self' ws://127.0.0.1:8000 wss://127.0.0.1:8000"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert len(headers["x-request-id"]) == 16
    assert "strict-transport-security" not in headers
    assert "server" not in headers


def test_a_host_cannot_write_into_the_policy() -> None:
    with inside(host="0.0.0.0") as server:
        for host in ("x; script-src *", "a, b", "x'y"):
            answer = server.browser().get("/api", headers={"host": host})
            assert answer.status_code == 400
            assert host not in answer.headers["content-security-policy"]


def test_only_https_asks_for_https() -> None:
    with inside(public_url="https://castle.example") as server:
        assert "strict-transport-security" in server.browser().get("/api").headers
    with inside(public_url="http://castle.example") as server:
        assert "strict-transport-security" not in server.browser().get("/api").headers


def test_what_concerns_people_stays_out_of_caches(server: Inside) -> None:
    assert server.guest().get("/api/me").headers["cache-control"] == "no-store"


# The client


def test_without_a_client_a_page_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenshu.server.application.folder_of_the_client", lambda: tmp_path / "nothing")
    with inside() as server:
        answer = server.browser().get("/tables/abc", headers={"accept-language": "pt-BR"})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<code>make web</code>" in answer.text
        assert 'lang="pt-BR"' in answer.text
        refused(server.browser().get("/favicon.ico"), 404, "not-there")


def test_the_client_and_its_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>the client</title>")
    (tmp_path / "assets" / "index-B3kXq9_z.js").write_text("let x = 1")
    (tmp_path / "robots.txt").write_text("User-agent: *")
    (tmp_path.parent / "secret.txt").write_text("not for you")
    monkeypatch.setattr("tenshu.server.application.folder_of_the_client", lambda: tmp_path)
    with inside() as server:
        browser = server.browser()
        for page in ("/", "/index.html", "/tables/abc", "/back", "/rules", "/tables/abc?move=42", "/people/a-b_c"):
            answer = browser.get(page)
            assert (answer.status_code, "the client" in answer.text) == (200, True), page
            assert answer.headers["cache-control"] == "no-cache"
        script = browser.get("/assets/index-B3kXq9_z.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"].startswith("text/javascript")
        assert browser.get("/robots.txt").headers["cache-control"] == "no-cache"
        assert browser.get("/", headers={"if-none-match": browser.get("/").headers["etag"]}).status_code == 304
        assert browser.ask("HEAD", "/").status_code == 200
        refused(browser.get("/assets/gone-B3kXq9_z.js"), 404, "not-there")
        refused(browser.get("/api/nothing"), 404, "not-there")
        for path in ("/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "//secret.txt"):
            assert "not for you" not in browser.get(path).text
        assert browser.get("/assets").text.startswith("<!doctype html>")
