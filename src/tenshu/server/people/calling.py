"""One call of a webhook: signed, bounded, and only to addresses that were looked at."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import Self

import httpx

from tenshu import __version__
from tenshu.server.people.targets import NoTarget, resolve

SIGNATURE = "Tenshu-Signature"
LONGEST_ANSWER = 64 * 1024
PATIENCE = httpx.Timeout(10.0, connect=5.0)
ALTOGETHER = 20.0
AT_ONCE = 20


def signature(body: bytes, secret: str) -> str:
    """What the header says: whoever knows the secret can tell that the call is ours."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


class Caller:
    """Makes calls. No redirects, no proxies of the environment, no connection kept."""

    def __init__(self, private: bool) -> None:
        self._private = private
        self._client = httpx.AsyncClient(
            timeout=PATIENCE,
            limits=httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=0),
            follow_redirects=False,
            trust_env=False,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._client.aclose()

    async def call(self, target: str, body: bytes, secret: str) -> str:
        """Post the body. Returns `ok`, or in a word what went wrong: a status, `refused`, `unreachable`."""
        try:
            async with asyncio.timeout(ALTOGETHER):
                status = await self._posted(httpx.URL(target), body, secret)
        except NoTarget:
            return "refused"
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError, UnicodeError):
            return "unreachable"
        return "ok" if 200 <= status < 300 else str(status)

    async def _posted(self, url: httpx.URL, body: bytes, secret: str) -> int:
        addresses = await resolve(url, self._private)
        request = self._client.build_request(
            "POST",
            url.copy_with(host=addresses[0]),
            content=body,
            headers={
                "Host": url.netloc.decode("ascii"),
                "Content-Type": "application/json",
                "User-Agent": f"tenshu/{__version__}",
                SIGNATURE: signature(body, secret),
            },
            extensions={"sni_hostname": url.raw_host.decode("ascii")},
        )
        answer = await self._client.send(request, stream=True)
        try:
            await _read(answer)
        finally:
            await answer.aclose()
        return answer.status_code


async def _read(answer: httpx.Response) -> None:
    """Politely take the answer, but not more than it should say."""
    taken = 0
    async for piece in answer.aiter_raw():
        taken += len(piece)
        if taken > LONGEST_ANSWER:
            return
