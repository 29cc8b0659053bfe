"""The parts that make tables live, put together."""

from __future__ import annotations

import tenshu.games  # noqa: F401  (makes the games known)
from tenshu.server.live.bus import Bus, NoBus, RedisBus
from tenshu.server.live.hub import Hub
from tenshu.server.services import Services
from tenshu.server.tables.clockwork import Clockwork
from tenshu.server.tables.service import Tables
from tenshu.server.tables.sweeping import Sweeper
from tenshu.server.thinking.analyses import Analyses
from tenshu.server.thinking.bots import Bots
from tenshu.server.thinking.pool import Pool
from tenshu.server.thinking.queue import Queue


def add_tables(services: Services) -> None:
    """Tables, bots, clocks and the word between processes, in the order in which they start."""
    settings, store, clock = services.settings, services.store, services.clock
    pool = Pool(settings.bot_processes)
    services.thinkers = Queue(settings.redis, pool) if settings.redis else pool
    services.bus = bus = _bus(settings.redis)
    services.tables = tables = Tables(store, clock)
    services.hub = Hub(tables, store, bus, clock)
    services.people.when_sessions_end(services.hub.sessions_ended)
    services.analyses = Analyses(store, clock)
    services.parts += [
        tables,
        bus,
        services.thinkers,
        services.hub,
        services.analyses,
        Clockwork(tables, store, clock),
        Sweeper(tables, store, clock, settings.abandoned_after, services.hub.watching),
        Bots(tables, services.thinkers, store, clock),
    ]


def _bus(redis: str | None) -> Bus:
    return RedisBus(redis) if redis else NoBus()
