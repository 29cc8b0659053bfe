"""A session that is over ends its connections too."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tenshu.client import Client, Gone
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


def test_a_token_that_is_removed_ends_the_connections_of_its_program_only(tmp_path: Path) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana:
            table = (await ana.create("dragon-castle", [ME, BOT]))["id"]
            made = [await ana.ask("POST", "/me/tokens", {"name": name}) for name in ("old", "new")]
            async with (
                Client(server.address, token=made[0]["token"]) as old,
                Client(server.address, token=made[1]["token"]) as new,
                wire(server, table, ana) as page,
                wire(server, table, old) as program,
                wire(server, table, new) as other,
            ):
                assert (await program.next("table"))["seats"] == [0]
                listening = asyncio.create_task(listen(old, table))
                await page.next("presence", watching=4)
                await ana.ask("DELETE", f"/me/tokens/{made[0]['id']}")
                assert await program.closed() == 4401
                with pytest.raises(Gone, match="session that is over"):
                    await listening
                for each in (page, other):
                    await each.settled("still here")
                await ana.ask("POST", "/me/account", {"login": "ana.lima", "password": "twelve tiles"})
                await ana.ask("POST", "/me/password", {"old": "twelve tiles", "new": "thirteen tiles"})
                assert await page.closed() == 4401
                await other.settled("a token is no session")

    with serving(tmp_path / "tenshu.db") as server:
        asyncio.run(evening())


def test_who_changes_their_own_password_is_connected_again(tmp_path: Path) -> None:
    """The client finds that it has another cookie now."""

    async def evening() -> None:
        async with guest(server, "Ana") as ana:
            await ana.ask("POST", "/me/account", {"login": "ana.lima", "password": "twelve tiles"})
            table = (await ana.create("dragon-castle", [ME, BOT]))["id"]
            async with ana.sit(table) as seat:
                words = aiter(seat)
                assert (await anext(words)).seats == [0]
                await ana.ask("POST", "/me/password", {"old": "twelve tiles", "new": "thirteen tiles"})
                assert (await anext(words)).seats == [0]

    with serving(tmp_path / "tenshu.db") as server:
        asyncio.run(evening())


async def listen(client: Client, table: str) -> None:
    async with client.sit(table) as seat:
        async for _ in seat:
            pass
