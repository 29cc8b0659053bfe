"""Whatever is sent, the answer has the documented form."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
import structlog
from fastapi import APIRouter

from tenshu.server.errors import Refused
from tenshu.server.http.words import language_of, sentence_of
from tenshu.server.store import Conflict, NotStored
from tests.server.http.inside import Inside, inside, refused

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"nothing", b"[]", b"null", b'"x"', b"{}", b'{"name": 1}', b'{"name": "Ana", "more": 1}', b'{"name": [',
     b"\xff\xfe", b'{"name": "\xc3"}', b'{"name": "a\\u0000"}', b'{"name": "\\ud800"}', b'{"name": "\\udc00\\ud800"}',
     b'{"\\ud83d": 1}', b"[" * 60_000, b'{"name": ' + b"9" * 60_000 + b"}", b'{"name": NaN}', b'{"name": "a\0"}'],
)  # fmt: skip
def test_what_is_not_understood(server: Inside, body: bytes) -> None:
    answer = server.browser().post("/api/session", content=body, headers=JSON)
    facts = refused(answer, 400, "not-understood")
    assert facts["place"].startswith("body")


def test_characters_of_two_halves_and_escaped_backslashes_are_understood(server: Inside) -> None:
    for name, said in ((b"\\ud83c\\udff0", "🏰"), (b"a\\\\u0000", "a\\u0000"), (b"a\\\\ud800", "a\\ud800")):
        answer = server.browser().post("/api/session", content=b'{"name": "%s"}' % name, headers=JSON)
        assert answer.json()["person"]["name"] == said


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_json_has_to_say_so(server: Inside, kind: str) -> None:
    """A form on a foreign page can send text, but not announce it as JSON."""
    answer = server.browser().post("/api/session", content=b'{"name": "Ana"}', headers={"content-type": kind})
    refused(answer, 400, "not-understood")


def test_the_place_is_told(server: Inside) -> None:
    answer = server.guest().post("/api/me/account", {"login": "somebody", "password": "short"})
    assert refused(answer, 400, "not-understood") == {"place": "body.password", "problem": "string_too_short"}


def test_a_place_with_a_strange_name_is_told_in_short(server: Inside) -> None:
    answer = server.browser().post("/api/session", {"name": "Ana", "x" * 10_000: 1})
    assert len(answer.content) < 500
    refused(answer, 400, "not-understood")


@pytest.mark.parametrize("path", ["/api/nothing", "/api/me/", "/nothing.js", "/api//me"])
def test_what_is_not_there(server: Inside, path: str) -> None:
    refused(server.browser().get(path), 404, "not-there")


@pytest.mark.parametrize("path", ["/api/me%00", "/api/tables?before=%00", "/%00"])
def test_addresses_that_cannot_be_kept(server: Inside, path: str) -> None:
    refused(server.browser().get(path), 400, "not-understood")


def test_what_cannot_be_done_with_an_address(server: Inside) -> None:
    answer = server.browser().ask("PUT", "/api/session")
    refused(answer, 405, "no-such-method")
    assert "POST" in answer.headers["allow"]
    refused(server.browser().ask("PUT", "/rules"), 405, "no-such-method")
    refused(server.browser().ask("BREW", "/api/me"), 405, "no-such-method")


def test_what_is_too_large(server: Inside) -> None:
    browser = server.browser()
    body = json.dumps({"name": "x" * 70_000}).encode()
    assert refused(browser.post("/api/session", content=body, headers=JSON), 413, "too-large") == {"most": 65536}

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    refused(browser.post("/api/session", content=pieces(), headers=JSON), 413, "too-large")
    announced = JSON | {"content-length": "9" * 30}
    refused(browser.post("/api/session", content=b"{}", headers=announced), 413, "too-large")


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("pt-BR", "pt-BR"), ("pt", "pt-BR"), ("de, pt;q=0.5", "pt-BR"), ("en;q=0.1, pt-PT;q=0.9", "pt-BR"),
     ("pt;q=0, en", "en"), ("fr", "en"), ("*", "en"), (";;q=,,=x", "en"), ("pt;q=x", "en"), ("x" * 9999, "en"),
     ("EN-gb,pt", "en")],
)  # fmt: skip
def test_the_language_of_a_refusal(server: Inside, header: str, language: str) -> None:
    assert language_of(header) == language
    answer = server.browser().get("/api/me", headers={"accept-language": header})
    assert answer.headers["content-language"] == language
    said = {"en": "Say who you are first.", "pt-BR": "Primeiro diga quem você é."}
    assert answer.json()["error"]["sentence"] == said[language]


def test_a_refusal_without_words_or_with_other_facts_still_has_a_sentence() -> None:
    assert sentence_of(Refused("never-heard-of"), "en") == "This cannot be done now (never-heard-of)."
    assert sentence_of(Refused("too-fast"), "pt-BR") == "Isto não pode ser feito agora (too-fast)."


def test_our_mistakes_are_answered_with_an_id_that_is_in_the_log() -> None:
    router = APIRouter()

    @router.get("/api/broken")
    async def broken() -> None:
        raise ZeroDivisionError("the secret of the castle")

    @router.get("/api/full")
    async def full() -> None:
        raise NotStored("disk full")

    @router.get("/api/conflict")
    async def conflict() -> None:
        raise Conflict

    with inside() as server:
        server.application.include_router(router)
        with structlog.testing.capture_logs() as lines:
            answer = server.browser().get("/api/broken", headers={"accept-language": "pt"})
        facts = refused(answer, 500, "our-mistake")
        assert facts["id"] == answer.headers["x-request-id"]
        assert facts["id"] in answer.json()["error"]["sentence"]
        assert "secret" not in answer.text
        assert [line["log_level"] for line in lines if line["event"] == "our mistake"] == ["error"]
        assert answer.headers["content-security-policy"]
        refused(server.browser().get("/api/full"), 503, "not-stored")
        refused(server.browser().get("/api/conflict"), 503, "not-stored")
