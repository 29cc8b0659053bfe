"""Tables that were never begun and that nobody has touched for days are taken away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest

from tenshu.server.store import NotStored, Store
from tenshu.server.tables import seating, sweeping
from tenshu.server.tables.sweeping import DAY, Sweeper
from tests.server.tables.at import guest
from tests.server.tables.serving import Clock, Faulty, Service, a_store

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with a_store() as opened:
        yield opened


def sweeps(store: Any, watched: tuple[str, ...] = (), days: float = 7) -> tuple[Service, Sweeper, Clock]:
    tables, clock = Service(store), Clock()
    return tables, Sweeper(tables, store, clock, days, watched.count), clock


async def there(store: Store) -> set[str]:
    return set(await store.revisions(["old", "watched", "begun", "touched", "young"]))


async def test_what_nobody_came_back_to_is_taken_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "AT_A_LOOK", 1)
    tables, sweeper, clock = sweeps(store, ("watched",))
    gone: list[str] = []
    tables.gone.append(gone.append)
    for name in ("watched", "old", "touched"):
        await tables.make("me", "open", "open", name=name, public=True)
    await tables.make("me", "bot", name="begun")
    await store.say("old", "ana", "Ana", "hello?", 1000.0)
    clock.time += 7 * DAY - 1
    await sweeper.look()
    assert len(await there(store)) == 4
    clock.time += 1
    sat_down = partial(seating.joined, guest=guest("bia"), seat=None, now=clock.time, seed="seed")
    await Service(store).act("touched", sat_down)  # in another process
    await sweeper.look()
    assert await there(store) == {"watched", "begun", "touched"}
    assert gone == ["old"]
    assert "old" not in tables.in_memory()
    assert {table.id for table in await store.lobby()} == {"watched", "touched"}
    assert await store.messages("old") == []


async def test_what_has_changed_in_the_last_moment_stays(store: Store) -> None:
    tables, sweeper, clock = sweeps(store)
    await tables.make("me", "open", "open", name="old")
    clock.time += 8 * DAY
    found = await store.abandoned(clock.time)
    await tables.join("bia", "old")
    assert not await sweeper._remove("old", found[0].revision)
    assert await there(store) == {"old"}


async def test_looking_goes_on_whatever_happens(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "LOOK_EVERY", 0.01)
    faulty = Faulty(store)
    tables, sweeper, clock = sweeps(faulty)
    await tables.make("me", "open", name="old")
    clock.time += 8 * DAY
    faulty.faults = {"abandoned": [NotStored("away"), ZeroDivisionError()], "delete_table": [NotStored("away")]}
    await sweeper.start()
    async with asyncio.timeout(60):
        while await there(store):
            await asyncio.sleep(0.01)
    await sweeper.stop()


async def test_who_wants_to_keep_everything_can(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "LOOK_EVERY", 0.0)
    tables, sweeper, clock = sweeps(store, days=0)
    await tables.make("me", "open", name="old")
    clock.time += 8000 * DAY
    await sweeper.start()
    assert sweeper._looking is None
    await sweeper.stop()
