"""Processes that die, hang or fail; the answers come all the same."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import tenshu.games  # noqa: F401
from tenshu.server.thinking import pool as pools
from tenshu.server.thinking import work
from tenshu.server.thinking.pool import Lost, Pool
from tenshu.table.games import find_game
from tests.server.thinking import jobs

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def _jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "answer", jobs.answer)


@asynccontextmanager
async def a_pool(processes: int = 1, patience: float = 60.0) -> AsyncIterator[Pool]:
    pool = Pool(processes, patience)
    await pool.start()
    try:
        yield pool
    finally:
        await pool.stop()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.usefixtures("_jobs")
async def test_faults_of_questions_are_not_the_pools() -> None:
    async with a_pool() as pool:
        pid = await pool.ask("pid")
        assert pool.pids == [pid]
        for how in ("value", "runtime", "timeout"):
            with pytest.raises(Lost):
                await pool.ask("fails", how=how)
        with pytest.raises(Lost):
            await pool.ask("nothing-known")
        assert await pool.ask("pid") == pid
        # More than it can do at once: nobody loses patience while others are served.
        pool.patience = 3.0
        assert await asyncio.gather(*(pool.ask("slow", seconds=0.4) for _ in range(10))) == [pid] * 10
        pool.patience = 60.0
        under_way = asyncio.create_task(pool.ask("slow", seconds=60))
        waiting = asyncio.create_task(pool.ask("pid"))
        await asyncio.sleep(0.2)
    assert [type(each) for each in await asyncio.gather(under_way, waiting, return_exceptions=True)] == [Lost, Lost]
    assert not alive(pid)
    assert not pool.pids
    with pytest.raises(Lost):
        await pool.ask("pid")


@pytest.mark.usefixtures("_jobs")
async def test_a_process_is_killed_in_the_middle(tmp_path: Path) -> None:
    async with a_pool(2) as pool:
        await asyncio.gather(pool.ask("slow", seconds=0.3), pool.ask("slow", seconds=0.3))
        work_there = [asyncio.create_task(pool.ask("slow", seconds=1.0)) for _ in range(4)]
        await asyncio.sleep(0.3)
        victims = pool.pids
        os.kill(victims[0], signal.SIGKILL)
        answers = await asyncio.gather(*work_there)
        assert len(answers) == 4
        async with asyncio.timeout(60):
            while victims[0] in pool.pids:
                await pool.ask("pid")
        assert await pool.ask("dies_once", mark=str(tmp_path / "died")) == "answered"
        processes = [*victims, *pool.pids]
    assert not any(map(alive, processes))


@pytest.mark.usefixtures("_jobs")
async def test_who_always_dies_is_lost() -> None:
    async with a_pool() as pool:
        with pytest.raises(Lost):
            await pool.ask("dies")
        await pool.ask("pid")


@pytest.mark.usefixtures("_jobs")
async def test_who_hangs_is_replaced_even_if_nobody_waits(tmp_path: Path) -> None:
    async with a_pool() as pool:
        hung = await pool.ask("pid")
        pool.patience = 3.0
        asked = asyncio.create_task(pool.ask("hangs_once", mark=str(tmp_path / "hung")))
        while not (tmp_path / "hung").exists():
            await asyncio.sleep(0.01)
        asked.cancel()
        pool.patience = 60.0
        assert await pool.ask("pid") != hung
        async with asyncio.timeout(60):
            while alive(hung):
                await asyncio.sleep(0.02)


async def test_a_turn_and_a_hint() -> None:
    """The real questions, over a view."""
    state = find_game("dragon-castle").new(players=2, seed=3)
    async with a_pool() as pool:
        moves = await pool.ask("turn", view=state.view(0), level="visitor", seed="s")
        found = await pool.ask("hint", view=state.view(0), seed="s")
    for move in moves:
        state = state.play(move)
    assert found["moves"]


async def test_a_pool_that_was_never_started() -> None:
    pool = Pool(1)
    with pytest.raises(Lost):
        await pool.ask("turn")
    await pool.stop()


# Analyses, each in a process of its own.


@pytest.mark.parametrize("how", ["silent", "dying", "failing"])
def test_an_analysis_that_comes_to_nothing(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_analyse", getattr(jobs, how))
    heard: list[tuple[int, int]] = []
    with pytest.raises(Lost):
        pools.analysed(
            {}, lambda done, of: heard.append((done, of)), lambda: False, silence=2.0 if how == "silent" else 60
        )
    assert heard == ([(1, 3)] if how == "dying" else [])


def test_an_analysis_that_is_not_wanted_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_analyse", jobs.silent)
    began = time.monotonic()
    with pytest.raises(Lost):
        pools.analysed({}, lambda *_: None, lambda: time.monotonic() - began > 0.3)
    assert time.monotonic() - began < 30
