"""The yardstick: a bare uvicorn WebSocket echo, served exactly as `tenshu serve` serves.

python -m benchmarks.server_load.echo PORT
"""

from __future__ import annotations

import sys
from typing import Any

import uvicorn

from tenshu.cli import serving
from tenshu.server.settings import read_settings


async def echo(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})
    else:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})


async def _live(receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


def main() -> None:
    config = serving._config(read_settings({}, {}))
    config.app, config.factory = echo, False
    config.host, config.port = "127.0.0.1", int(sys.argv[1])
    uvicorn.Server(config).run()


if __name__ == "__main__":
    main()
