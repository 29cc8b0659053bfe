"""A bot that sits down at a table of a Tenshu server and plays until the game is over.

    pip install "tenshu[client]"
    python examples/bot.py http://localhost:8000 TABLE [TOKEN]

Without TABLE it opens one against the computer. It prefers pairs, and otherwise plays anything: change `choose`.
"""

from __future__ import annotations

import asyncio
import random
import sys

from tenshu.client import Client, Refused, Told


def choose(told: Told) -> str:
    """The whole brain."""
    pairs = [move for move in told.moves if move.startswith("pair")]
    return random.SystemRandom().choice(pairs or told.moves)


async def play(address: str, table: str | None, token: str | None) -> None:
    async with Client(address, token=token) as client:
        if token is None:
            await client.become_guest("Rusty")
        if table is None:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]
            table = (await client.create("dragon-castle", seats))["id"]
        else:
            try:
                await client.join(table)
            except Refused as refusal:
                if refusal.code != "already-seated":
                    raise
        async with client.sit(table) as seat:
            async for told in seat:
                if told.moves:
                    await seat.move(choose(told))
        assert seat.last is not None
        scores = seat.last.table["result"]["scores"]["players"]
        for chair, score in zip(seat.last.table["seats"], scores, strict=True):
            print(f"{chair['name']}: {score['total']}")


if __name__ == "__main__":
    arguments = [*sys.argv[1:], None, None, None][:3]
    try:
        asyncio.run(play(arguments[0] or "http://localhost:8000", arguments[1], arguments[2]))
    except Refused as refusal:
        sys.exit(str(refusal))
