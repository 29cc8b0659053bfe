"""Computer players whose process dies in the middle of a thought: the game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.server.running import ME, Document, Server, guest, play, serving

KILLS = 6


def thinking_processes(server: Server) -> list[int]:
    """The processes of its pool."""
    found = []
    for process in server.processes:
        with suppress(OSError):  # it has ended meanwhile
            if process != server.pid and b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


def failures(server: Server) -> list[Document]:
    """Thoughts that were cut off."""
    return [event for event in server.events if event["event"] == "thinking failed"]


@pytest.mark.slow
def test_bots_are_killed_in_mid_thought(tmp_path: Path) -> None:
    async def evening(server: Server) -> None:
        killed = 0
        rng = Random("in mid-thought")
        async with guest(server, "Ana") as ana:
            seats = [ME, {"kind": "bot", "level": "artisan"}, {"kind": "bot", "level": "visitor"}]

            async def game_after_game() -> None:
                while killed < KILLS or not failures(server):
                    async with asyncio.timeout(120):
                        await play(ana, (await ana.create("dragon-castle", seats))["id"], Random(1))

            playing = asyncio.create_task(game_after_game())
            while not playing.done():
                await asyncio.sleep(rng.uniform(0.05, 0.6))
                if killed < KILLS or not failures(server):
                    for process in thinking_processes(server):
                        with suppress(ProcessLookupError):
                            os.kill(process, signal.SIGKILL)
                            killed += 1
            await playing

    with serving(tmp_path / "tenshu.db") as server:
        asyncio.run(evening(server))
        assert server.kill(signal.SIGTERM) == 0
