"""The parts of a running server, for whoever needs one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from starlette.requests import HTTPConnection

if TYPE_CHECKING:
    from tenshu.server.clock import WallClock
    from tenshu.server.http.limits import Limits
    from tenshu.server.people.service import People
    from tenshu.server.people.webhooks import Webhooks
    from tenshu.server.settings import Settings


class Part(Protocol):
    """Something that runs while the server does."""

    async def start(self) -> None: ...

    async def stop(self) -> None:
        """Finish what is under way and let go of everything; called once, also when starting failed halfway."""
        ...


@dataclass(slots=True)
class Services:
    """What a request can use."""

    settings: Settings
    clock: WallClock
    store: Any
    people: People
    webhooks: Webhooks
    limits: Limits
    bus: Any = None
    thinkers: Any = None
    tables: Any = None
    hub: Any = None
    analyses: Any = None
    parts: list[Part] = field(default_factory=list)
    """Started in this order, stopped in the opposite one."""
    closing: bool = False
    """The server is going away: nothing new begins."""


def services_of(connection: HTTPConnection) -> Services:
    """The parts of the server that a request or a socket came to."""
    found: Services = connection.app.state.services
    return found
