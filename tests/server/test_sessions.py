"""A session that is over ends its connections too."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.running import BOT, ME, guest, serving, wire


def test_a_new_password_ends_the_connections_of_all_old_sessions(tmp_path: Path) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana:
            await ana.ask("POST", "/me/account", {"login": "ana.lima", "password": "twelve tiles"})
            table = (await ana.create("dragon-castle", [ME, BOT]))["id"]
            async with wire(server, table, ana) as mine, wire(server, table) as spectator:
                await mine.next("table")
                await ana.ask("POST", "/me/password", {"old": "twelve tiles", "new": "thirteen tiles"})
                assert await mine.closed() == 4401
                await spectator.settled("still here")
            async with wire(server, table, ana) as again:
                assert (await again.next("table"))["seats"] == [0]

    with serving(tmp_path / "tenshu.db") as server:
        asyncio.run(evening())
