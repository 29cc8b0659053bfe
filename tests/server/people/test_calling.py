"""One call of a webhook."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from unittest import mock

import httpx
import pytest

from tenshu.server.errors import Refused
from tenshu.server.people import calling
from tenshu.server.people.calling import Caller
from tenshu.server.people.targets import NoTarget, is_public, read_target, resolve
from tests.server.people.hooks import listening

BODY, SECRET = b'{"event":"turn"}', "the secret"


def called(target: str, *, private: bool = True) -> str:
    async def call() -> str:
        async with Caller(private) as caller:
            return await caller.call(target, BODY, SECRET)

    return asyncio.run(call())


def test_a_call_is_signed() -> None:
    with listening() as hook:
        assert called(hook.url) == "ok"
    [call] = hook.calls
    assert call.path == "/hook?x=1"
    assert call.body == BODY
    expected = hmac.new(SECRET.encode(), BODY, hashlib.sha256).hexdigest()
    assert call.headers["tenshu-signature"] == f"sha256={expected}"
    assert call.headers["content-type"] == "application/json"
    assert call.headers["user-agent"].startswith("tenshu/")
    assert call.headers["host"] == f"127.0.0.1:{hook.port}"
    assert "cookie" not in call.headers


@pytest.mark.parametrize(("status", "outcome"), [(200, "ok"), (204, "ok"), (404, "404"), (500, "500")])
def test_what_comes_of_it(status: int, outcome: str) -> None:
    with listening(status) as hook:
        if status == 204:
            hook.answer = b""
        assert called(hook.url) == outcome


def test_redirects_are_not_followed() -> None:
    with listening() as inner, listening(302, 307) as hook:
        hook.headers["location"] = inner.url
        assert called(hook.url) == "302"
        assert called(hook.url) == "307"
        assert inner.calls == []


def test_of_a_long_answer_only_the_beginning_is_read() -> None:
    read: list[int] = []
    original = httpx.Response.aiter_raw

    async def counted(self: httpx.Response, chunk_size: int | None = None):  # type: ignore[no-untyped-def]
        async for piece in original(self, chunk_size):
            read.append(len(piece))
            yield piece

    with listening() as hook, mock.patch.object(httpx.Response, "aiter_raw", counted):
        hook.answer = b"x" * 20_000_000
        assert called(hook.url) == "ok"
    assert calling.LONGEST_ANSWER < sum(read) < calling.LONGEST_ANSWER + 600_000


def test_nobody_is_waited_for_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "ALTOGETHER", 0.3)
    with listening() as hook:
        hook.delay = 1.0
        assert called(hook.url) == "unreachable"


def test_nobody_is_there() -> None:
    with listening() as hook:
        pass
    assert called(hook.url) == "unreachable"
    assert called("http://nowhere.invalid/") == "refused"


def test_private_targets_are_refused_when_it_comes_to_calling_them() -> None:
    """However they came to be stored, and whatever their name meant when they were."""
    with listening() as hook:
        for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"):
            assert called(f"http://{host}:{hook.port}/", private=False) == "refused"
        assert hook.calls == []


def test_the_address_that_was_looked_at_is_the_one_that_is_called() -> None:
    """A name that is asked twice may answer differently the second time: it is asked once."""

    async def found(*_: object, **__: object) -> list[object]:
        return [(2, 1, 6, "", ("127.0.0.1", 0))]

    with listening() as hook:
        url = f"http://hook.example:{hook.port}/path"

        async def call() -> str:
            loop = asyncio.get_running_loop()
            async with Caller(private=True) as caller:
                with mock.patch.object(loop, "getaddrinfo", wraps=found) as asked:
                    outcome = await caller.call(url, BODY, SECRET)
                hosts = [str(each.args[0]) for each in asked.call_args_list]
                assert hosts[0] == "hook.example"
                assert set(hosts[1:]) <= {"127.0.0.1"}
                return outcome

        assert asyncio.run(call()) == "ok"
        assert hook.calls[0].headers["host"] == f"hook.example:{hook.port}"


def test_every_address_of_a_name_is_looked_at() -> None:
    async def look(addresses: list[str], *, private: bool = False) -> list[str]:
        async def found(*_: object, **__: object) -> list[object]:
            return [(2, 1, 6, "", (address, 80)) for address in addresses]

        with mock.patch.object(asyncio.get_running_loop(), "getaddrinfo", found):
            return await resolve(httpx.URL("http://hook.example/"), private)

    public, inner = "93.184.215.14", "10.0.0.1"
    assert asyncio.run(look([public, public])) == [public]
    assert asyncio.run(look([inner], private=True)) == [inner]
    for addresses in ([inner], [public, inner], []):
        with pytest.raises(NoTarget):
            asyncio.run(look(addresses))


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "127.8.9.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
     "255.255.255.255", "224.0.0.1", "192.0.2.1", "198.18.0.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1",
     "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2001:0:a00:1::", "2001:db8::1"],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"])
def test_addresses_that_are(address: str) -> None:
    assert is_public(address)


def test_international_names() -> None:
    assert read_target("https://bücher.example/ü").raw_host == b"xn--bcher-kva.example"
    with pytest.raises(Refused):
        read_target("https://\u202e.example/")
