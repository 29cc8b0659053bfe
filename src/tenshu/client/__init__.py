"""A small client of the protocol, for programs that play on a server; docs/protocol.md has the whole of it.

    async with Client("http://localhost:8000", token="…") as client:
        async with client.sit("TABLE") as table:
            async for told in table:
                if told.moves:
                    await table.move(told.moves[0])

Needs `pip install "tenshu[client]"`. A connection that is lost is made again; a move is never played twice.
"""

from tenshu.client.client import Client, Refused
from tenshu.client.seat import Gone, LiveTable, Told

__all__ = ["Client", "Gone", "LiveTable", "Refused", "Told"]
