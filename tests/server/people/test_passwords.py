"""Passwords: hashed apart from the event loop, with the same work for everybody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher

from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.people.passwords import MOST_WAITING, Passwords
from tenshu.server.people.service import People
from tenshu.server.store import Person, Store

T = TypeVar("T")
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


class Noting(PasswordHasher):
    """Notes in which threads it works."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.threads: list[str] = []
        self.verified: list[str] = []

    def hash(self, password: Any, *, salt: Any = None) -> str:
        self.threads.append(threading.current_thread().name)
        return super().hash(password, salt=salt)

    def verify(self, hash: Any, password: Any) -> Any:
        self.threads.append(threading.current_thread().name)
        self.verified.append(hash)
        return super().verify(hash, password)


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def test_what_is_kept_is_argon2id_with_the_effort_that_is_recommended() -> None:
    passwords = Passwords()
    kept = run(passwords.hashed("correct horse"))
    assert kept.startswith("$argon2id$v=19$m=47104,t=2,p=1$")
    assert "horse" not in kept
    assert run(passwords.fits("correct horse", kept))
    assert not run(passwords.fits("wrong horse", kept))
    assert not passwords.outdated(kept)
    assert passwords.outdated(QUICK.hash("x"))
    passwords.close()


def test_the_event_loop_is_never_where_the_work_is_done() -> None:
    noting = Noting()
    passwords = Passwords(noting)
    kept = run(passwords.hashed("x"))
    run(passwords.fits("x", kept))
    run(passwords.fits("x", None))
    passwords.close()
    assert len(noting.threads) == 4  # one of them for the stranger's password
    assert all(name.startswith("passwords") for name in noting.threads)


def test_whoever_is_not_known_costs_the_same_verification() -> None:
    noting = Noting()
    passwords = Passwords(noting)
    assert not run(passwords.fits("x", None))
    assert not run(passwords.fits("nobody's", None))
    assert not run(passwords.fits("x", "no hash at all"))
    passwords.close()
    assert len(noting.verified) == 3
    assert noting.verified[0] == noting.verified[1]


def test_too_many_at_once() -> None:
    passwords = Passwords(QUICK)

    async def all_at_once() -> list[bool | BaseException]:
        tries = [passwords.fits("x", None) for _ in range(MOST_WAITING + 5)]
        return await asyncio.gather(*tries, return_exceptions=True)

    answers = run(all_at_once())
    passwords.close()
    assert answers.count(False) == MOST_WAITING
    assert sum(isinstance(answer, Refused) for answer in answers) == 5


def test_an_account_hashed_with_less_effort_is_hashed_anew(tmp_path: Any) -> None:
    async def work() -> str | None:
        store = await Store.open(f"sqlite:///{tmp_path / 'test.db'}")
        people = People(store, WallClock())
        await people.start()
        await store.add_person(Person("ana", "Ana", 0.0, "ana", QUICK.hash("correct horse")))
        with pytest.raises(Refused):
            await people.sign_in("ana", "wrong horse")
        assert (await people.sign_in("ana", "correct horse")).id == "ana"
        kept = await store.person("ana")
        await people.stop()
        await store.close()
        return kept.password if kept else None

    assert (run(work()) or "").startswith("$argon2id$v=19$m=47104,t=2,p=1$")
