"""Webhooks: word to people who are not at the table, kept in the store until it has arrived."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Protocol

import orjson
import structlog

from tenshu.server import metrics
from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.http.words import words_in
from tenshu.server.loops import goes_on
from tenshu.server.people.calling import AT_ONCE, Caller
from tenshu.server.people.person import Person
from tenshu.server.people.service import People
from tenshu.server.people.targets import NoTarget, read_target, resolve
from tenshu.server.settings import Settings
from tenshu.server.store import Conflict, Delivery, NotStored, Store
from tenshu.server.tables.position import Position
from tenshu.server.tables.service import Tables
from tenshu.server.tables.table import BOT, Step, Table

log = structlog.get_logger("tenshu.webhooks")

AGAIN_AFTER = (10.0, 60.0, 600.0, 3600.0, 6 * 3600.0)
"""Seconds after a call that failed; then it is given up."""
LEASE = 60.0
"""How long one process has a delivery for itself: longer than a call may take."""
LOOK_EVERY = 2.0
BEGINS_A_GAME = ("created", "joined", "seat", "started")
BEGINS_A_TURN = ("move", "missed")


class Presence(Protocol):
    """Who is connected to a table."""

    def here(self, table: str) -> Collection[str]: ...


class Webhooks:
    """Notes whom to tell, and makes the calls that are due; of several processes, one makes each."""

    def __init__(self, store: Store, people: People, clock: WallClock, settings: Settings) -> None:
        self._store = store
        self._people = people
        self._clock = clock
        self._settings = settings
        self._caller = Caller(settings.private_webhooks)
        self._presence: Presence | None = None
        self._latest: tuple[Position, Step | None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._under_way: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Calls under way are cut off; the store brings them up again."""
        tasks = [*self._under_way, *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._caller.close()

    async def set_target(self, person: Person, url: str | None) -> str | None:
        """Set or remove a person's webhook; the secret of a new one. Raises `Refused`."""
        if url is not None:
            try:
                await resolve(read_target(url), self._settings.private_webhooks)
            except NoTarget:
                raise Refused("not-understood", place="body.webhook", problem="webhook-private") from None
        return await self._people.set_webhook(person, url)

    # Whom to tell

    def attend(self, tables: Tables, presence: Presence) -> None:
        """Be told what happens at tables because of this process."""
        self._presence = presence
        tables.listeners.append(self._changed)
        tables.published.append(self._published)

    def _changed(self, position: Position, step: Step | None) -> None:
        self._latest = position, step

    def _published(self, _table: str, _revision: int) -> None:
        """Follows `_changed` at once where the change was made here; others see to their own."""
        if self._latest is not None:
            position, step = self._latest
            if step is not None and (concerned := self._absent(position.table, whom_to_tell(position, step))):
                self._begin(self._note(position.table, concerned))

    def _absent(self, table: Table, people: Collection[str]) -> list[str]:
        here = self._presence.here(table.id) if people and self._presence else ()
        return [person for person in people if person not in here]

    async def _note(self, table: Table, people: list[str]) -> None:
        event = "finished" if table.status == "finished" else "turn"
        try:
            for id in people:
                person = await self._people.by_id(id)
                if person and person.webhook:
                    await self._store.add_delivery(table.id, id, event, table.revision, self._clock.now())
        except (NotStored, Conflict) as problem:
            log.warning("a notice could not be stored", table=table.id, problem=str(problem))

    # Telling them

    async def _look(self) -> None:
        while goes_on():
            await asyncio.sleep(LOOK_EVERY)
            free = AT_ONCE - len(self._under_way)
            try:
                due = await self._store.claim_deliveries(self._clock.now(), free, LEASE) if free > 0 else []
            except NotStored as problem:
                log.warning("cannot look for webhook calls", problem=str(problem))
                continue
            for delivery in due:
                self._begin(self._deliver(delivery))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _deliver(self, delivery: Delivery) -> None:
        try:
            outcome = await self._told(delivery)
            metrics.WEBHOOK_CALLS.labels(_class_of(outcome)).inc()
            log.info("webhook", outcome=outcome, tries=delivery.tries, table=delivery.table, person=delivery.person)
            if outcome in ("ok", "needless") or delivery.tries > len(AGAIN_AFTER):
                await self._store.finish_delivery(delivery.id)
            else:
                due = self._clock.now() + AGAIN_AFTER[delivery.tries - 1]
                await self._store.postpone_delivery(delivery.id, due)
        except NotStored as problem:
            log.warning("a webhook call could not be noted", problem=str(problem))
        except Exception:
            log.exception("a webhook call has failed")

    async def _told(self, delivery: Delivery) -> str:
        """Make the call, unless there is nothing to say any more."""
        table = await self._store.table(delivery.table)
        person = await self._store.person(delivery.person)
        if table is None or person is None or not person.webhook or not person.webhook_secret:
            return "needless"
        if delivery.event == "turn" and table.waits_for != person.id:
            return "needless"
        if not self._absent(table, [person.id]):
            return "needless"
        body = self._body(delivery.event, table, person.name)
        return await self._caller.call(person.webhook, body, person.webhook_secret)

    def _body(self, event: str, table: Table, name: str) -> bytes:
        path = f"/tables/{table.id}"
        address = f"{self._settings.public_url or ''}{path}"
        sentence = words_in(self._settings.language).say(f"webhook.{event}", name=name, address=address)
        document = {"event": event, "table": table.id, "path": path, "game": table.game, "name": name}
        return orjson.dumps(document | {"text": sentence, "content": sentence})


def whom_to_tell(position: Position, step: Step) -> list[str]:
    """Whom a step concerns: who is to decide now and neither was before nor did it, or all when the game has ended."""
    table = position.table
    if table.status == "finished":
        return list(table.people) if step.at == table.ended else []
    waited = table.waits_for
    if waited is None or waited in (BOT, step.person):
        return []
    if step.kind in BEGINS_A_GAME:
        return [waited] if table.ply == 0 else []
    before = position.last_mover
    new = before is None or table.seats[before].person != waited
    return [waited] if new and step.kind in BEGINS_A_TURN else []


def _class_of(outcome: str) -> str:
    return f"{outcome[0]}xx" if outcome.isdigit() else outcome
