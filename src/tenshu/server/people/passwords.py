"""Passwords: argon2, outside the event loop, the same work whether somebody is known or not."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tenshu.server.errors import Refused

SHORTEST, LONGEST = 8, 200
MEMORY = 46 * 1024
"""KiB for one hash, as OWASP recommends, and twice its passes."""
AT_ONCE = 2
MOST_WAITING = 40

T = TypeVar("T")


class Passwords:
    """Hashes and verifies in threads of its own; who comes when too many wait is told to come back."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=MEMORY, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._waiting = 0
        self._nobodys: str | None = None

    async def hashed(self, password: str) -> str:
        return await self._apart(lambda: self._hasher.hash(_same(password)))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether a password is the one kept; where none is kept, a stranger's is verified instead, in vain."""
        return await self._apart(lambda: self._verified(_same(password), kept))

    def outdated(self, kept: str) -> bool:
        """Whether it was hashed with less effort than is usual now."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    def _verified(self, password: str, kept: str | None) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash("nobody's")
        try:
            self._hasher.verify(kept or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    async def _apart(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refused("too-fast", seconds=2)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _same(password: str) -> str:
    """One password however a keyboard composes its letters."""
    return unicodedata.normalize("NFC", password)
