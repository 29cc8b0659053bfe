"""Who watches which table, and what they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import orjson
import pytest

from tenshu.server.errors import Refused
from tenshu.server.live import hub as hubs
from tenshu.server.live.bus import Document, Heard, NoBus
from tenshu.server.live.hub import AWAY_AFTER, MOST_UNSENT, PRESENCE_LASTS, Hub, Watcher, answering
from tenshu.server.store import NotStored, Person, Store
from tenshu.server.tables import playing, seating
from tests.server.tables.serving import Clock, Faulty, Service, a_store

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with a_store() as opened:
        yield opened


class Wire:
    """A bus between the processes of a test; it may be cut."""

    alone = False
    heard = True

    def __init__(self) -> None:
        self.listeners: list[Heard] = []
        self.others: list[Wire] = []
        self.said: list[tuple[str, Document]] = []

    def say(self, kind: str, **facts: Any) -> None:
        self.said.append((kind, facts))
        for other in self.others:
            for listener in other.listeners:
                listener(kind, orjson.loads(orjson.dumps(facts)))

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass


class Process:
    """One of two servers."""

    def __init__(self, store: Any, wire: Wire | NoBus) -> None:
        self.tables = Service(store)
        self.clock = Clock()
        self.wire = wire
        self.hub = Hub(self.tables, store, wire, self.clock)

    async def comes(self, person: str | None) -> Watcher:
        watcher = Watcher("T", person, "en")
        await self.hub.welcome(watcher)
        return watcher


def process(store: Any) -> Process:
    return Process(store, NoBus())


def processes(store: Any) -> tuple[Process, Process]:
    one, two = Process(store, Wire()), Process(store, Wire())
    assert isinstance(one.wire, Wire)
    assert isinstance(two.wire, Wire)
    one.wire.others.append(two.wire)
    two.wire.others.append(one.wire)
    return one, two


def messages(watcher: Watcher) -> list[dict[str, Any]]:
    """What was sent since the last look."""
    found: list[dict[str, Any]] = [orjson.loads(message) for message in watcher.unsent]
    watcher.unsent.clear()
    return found


def types(watcher: Watcher) -> list[str]:
    return [message["type"] for message in messages(watcher)]


async def settled(*each: Process) -> None:
    for one in each:
        while one.hub._following:
            await asyncio.gather(*one.hub._following)


async def test_a_welcome_and_every_change(store: Store) -> None:
    server = process(store)
    await server.tables.make("me", "open")
    ana, nobody = await server.comes("ana"), await server.comes(None)
    first = messages(ana)
    assert [message["type"] for message in first] == ["table", "presence", "presence"]
    assert first[0]["step"] is None
    assert first[0]["table"]["seats"][0]["here"]
    assert first[-1] == {"type": "presence", "here": ["ana"], "watching": 2}
    messages(nobody)
    await server.tables.join("bia")
    assert [message["step"]["kind"] for message in messages(ana)] == ["joined"]
    assert types(nobody) == ["table"]
    assert server.hub.sockets == 2


async def test_only_who_asked_gets_the_answer(store: Store) -> None:
    server = process(store)
    await server.tables.make("me", "bot")
    tab, other_tab = await server.comes("ana"), await server.comes("ana")
    messages(tab), messages(other_tab)
    token = answering.set((tab, "42"))
    await server.tables.move("ana", "reach left")
    answering.reset(token)
    assert [message.get("id") for message in messages(tab)] == ["42"]
    assert [message.get("id") for message in messages(other_tab)] == [None]
    position = await server.tables.position("T")
    server.hub.show(tab, position, "43")
    assert [(message["id"], message["step"]) for message in messages(tab)] == [("43", None)]


async def test_no_table_no_welcome(store: Store) -> None:
    server = process(store)
    watcher = Watcher("nowhere", "ana", "en")
    with pytest.raises(Refused):
        await server.hub.welcome(watcher)
    server.hub.goodbye(watcher)
    assert not server.hub._watchers
    assert not server.hub._gone


async def test_a_slow_listener_is_given_up(store: Store) -> None:
    server = process(store)
    await server.tables.make("me", "bot")
    slow = await server.comes("ana")
    for _ in range(MOST_UNSENT + 5):
        server.hub.said("T", {"number": 1, "text": "hm"})
    assert slow.close_code == hubs.TOO_SLOW
    assert types(slow) == []
    assert not await slow.anything_unsent()
    slow.close(1000)
    slow.send(b"{}")
    assert slow.close_code == hubs.TOO_SLOW
    assert not slow.unsent


async def test_everybody_goes(store: Store) -> None:
    server = process(store)
    await server.tables.make("me", "bot")
    watchers = [await server.comes(person) for person in ("ana", "bia", None)]
    server.hub.close_all(1012)
    assert [watcher.close_code for watcher in watchers] == [1012] * 3
    for watcher in watchers:
        server.hub.goodbye(watcher)
    assert server.hub.sockets == 0


async def test_a_table_that_is_gone(store: Store) -> None:
    server = process(store)
    await server.tables.make("me", "open")
    watcher = await server.comes("bia")
    await server.tables.act("T", lambda p: seating.left(p, "ana", 1000.0))
    assert watcher.close_code == hubs.NO_TABLE


async def test_away(store: Store) -> None:
    server = process(store)
    await server.tables.make("me", "open")
    await server.tables.join("bia")
    hub, clock = server.hub, server.clock
    assert not hub.is_away("T", None)
    assert not hub.is_away("T", "bia")  # the server has just begun
    clock.time += AWAY_AFTER
    assert hub.is_away("T", "bia")
    ana, bia, tab = [await server.comes(person) for person in ("ana", "bia", "bia")]
    assert not hub.is_away("T", "bia")
    hub.goodbye(tab)
    clock.time += 100
    assert not hub.is_away("T", "bia")
    hub.goodbye(bia)
    assert not hub.is_away("T", "bia")
    clock.time += AWAY_AFTER - 1
    assert not hub.is_away("T", "bia")
    await server.tables.move("ana", "reach left")
    clock.time += 1
    assert hub.is_away("T", "bia")  # whatever others have done meanwhile
    hub.goodbye(await server.comes("bia"))
    assert not hub.is_away("T", "bia")
    assert types(ana)[-1] == "presence"


async def test_nothing_is_kept_of_those_who_went(store: Store) -> None:
    server = process(store)
    await server.tables.make("me", "bot")
    ana = await server.comes("ana")
    for number in range(50):
        server.hub.goodbye(await server.comes(f"guest{number}"))
    assert not server.hub._gone
    tab = await server.comes("ana")
    server.hub.goodbye(ana)
    server.hub.goodbye(tab)
    assert not server.hub._gone
    assert not server.hub._watchers


async def test_a_change_in_another_process(store: Store) -> None:
    one, two = processes(store)
    await one.tables.make("me", "bot")
    ana = await two.comes("ana")
    messages(ana)
    await one.tables.move("ana", "reach left")
    await settled(two)
    assert [message["step"]["move"] for message in messages(ana)] == ["reach left"]
    assert one.tables.shared
    assert not process(store).tables.shared


async def test_presence_in_another_process(store: Store) -> None:
    one, two = processes(store)
    await one.tables.make("me", "open")
    await one.tables.join("bia")
    ana = await one.comes("ana")
    bia = await two.comes("bia")
    assert one.hub.here("T") == two.hub.here("T") == {"ana", "bia"}
    assert one.hub.watching("T") == 2
    assert messages(ana)[-1] == {"type": "presence", "here": ["ana", "bia"], "watching": 2}
    one.clock.time += 5
    two.hub._say_presence("T")  # nothing new
    assert not messages(ana)
    one.clock.time += 100
    two.hub._say_presence("T")
    two.hub.goodbye(bia)
    assert one.hub.here("T") == {"ana"}
    assert not one.hub.is_away("T", "bia")  # gone just now
    one.clock.time += AWAY_AFTER
    assert one.hub.is_away("T", "bia")
    assert not one.hub._elsewhere


async def test_who_moves_to_another_process_is_here(store: Store) -> None:
    one, two = processes(store)
    await one.tables.make("me", "open")
    await one.tables.join("bia")
    ana, bia = await one.comes("ana"), await one.comes("bia")
    one.hub.goodbye(bia)
    await two.comes("bia")
    one.clock.time += 20
    assert not one.hub.is_away("T", "bia")
    assert one.hub._gone == {"T": {}}
    one.hub.goodbye(ana)


async def test_a_process_that_dies_is_forgotten(store: Store) -> None:
    one, two = processes(store)
    await one.tables.make("me", "open")
    await one.tables.join("bia")
    ana = await one.comes("ana")
    await two.comes("bia")
    messages(ana)
    one.clock.time += PRESENCE_LASTS
    assert one.hub.here("T") == {"ana"}
    one.hub._forget_the_dead()
    assert not one.hub._elsewhere
    assert messages(ana)[-1]["here"] == ["ana"]
    assert not one.hub.is_away("T", "bia")
    one.clock.time += AWAY_AFTER
    assert one.hub.is_away("T", "bia")


async def test_chat_is_heard_everywhere(store: Store) -> None:
    one, two = processes(store)
    await one.tables.make("me", "bot")
    ana, bia = await one.comes("ana"), await two.comes("bia")
    messages(ana), messages(bia)
    one.hub.said("T", {"number": 1, "text": "hello"})
    for watcher in (ana, bia):
        assert messages(watcher)[-1] == {"type": "chat", "messages": [{"number": 1, "text": "hello"}]}


async def say(process: Process, text: str) -> None:
    number = await process.tables.store.say("T", "ana", "Ana", text, 1.0)
    process.hub.said("T", {"number": number, "person": "ana", "name": "Ana", "text": text, "at": 1.0})


async def reads(process: Process, person: str) -> Watcher:
    watcher = await process.comes(person)
    process.hub.read_chat(watcher, await process.tables.store.messages("T", 50))
    messages(watcher)
    return watcher


def heard(watcher: Watcher) -> list[str]:
    chats = [message["messages"] for message in messages(watcher) if message["type"] == "chat"]
    return [said["text"] for chat in chats for said in chat]


async def test_what_was_said_while_nobody_could_hear_it_is_told_later(store: Store) -> None:
    one, two = processes(store)
    assert isinstance(one.wire, Wire)
    assert isinstance(two.wire, Wire)
    await one.tables.make("me", "open")
    ana, bia = await reads(one, "ana"), await reads(two, "bia")
    await say(one, "first")
    one.wire.others.clear()
    one.wire.heard = two.wire.heard = False
    for text in ("second", "third"):
        await say(one, text)
    await say(two, "fourth")
    assert heard(bia) == ["first", "fourth"]
    await two.hub.look()
    assert heard(bia) == ["second", "third"]
    await one.hub.look()
    assert heard(ana) == ["first", "second", "third", "fourth"]
    await say(one, "fifth")
    one.wire.heard = two.wire.heard = True
    one.wire.others.append(two.wire)
    await two.hub.look()  # the first since others are heard again
    assert heard(bia) == ["fifth"]
    one.wire.say("chat", table="T", message={"number": 5, "text": "fifth"})  # late, after all
    for each in (one, two):
        await each.hub.look()
    assert (heard(ana), heard(bia)) == (["fifth"], [])
    two.hub.goodbye(bia)
    assert two.hub._chats.tables == []


async def test_word_that_only_one_of_two_has_lost_is_found_now_and_then(store: Store) -> None:
    one, two = processes(store)
    assert isinstance(one.wire, Wire)
    await one.tables.make("me", "open")
    bia = await reads(two, "bia")
    await two.hub.look()
    one.wire.others.clear()
    for number in range(60):
        await say(one, f"{number}")
    for _ in range(hubs.ALL_EVERY):
        await two.hub.look()
    assert heard(bia) == [f"{number}" for number in range(10, 60)]
    assert not two.hub._chats.behind(await store.last_messages(["T", "nowhere"]))


async def test_sessions_that_ended_while_nobody_could_hear_it_are_over(store: Store) -> None:
    one, two = processes(store)
    assert isinstance(two.wire, Wire)
    await one.tables.make("me", "open")
    for person in ("ana", "bia"):
        await store.add_person(Person(person, person.capitalize(), 1.0))
    for secret in ("kept", "gone"):
        await store.add_secret(f"{secret:x<64}", "ana", "token", secret, 1.0)
    kept, gone = (f"{secret:x<64}"[:16] for secret in ("kept", "gone"))
    ana, fresh = Watcher("T", "ana", "en"), Watcher("T", "ana", "en", epoch=1)
    bia, nobody = Watcher("T", "bia", "en"), Watcher("T", None, "en")
    programs = [Watcher("T", "ana", "en", token) for token in (kept, gone)]
    for each in (ana, fresh, bia, nobody, *programs):
        await two.hub.welcome(each)
    await two.hub.look()
    assert ana.close_code is None
    await store.change_person("ana", epoch=1)
    await store.delete_secret("ana", gone)
    two.wire.heard = False
    await two.hub.look()
    codes = [each.close_code for each in (ana, fresh, bia, nobody, *programs)]
    assert codes == [hubs.SESSION_OVER, None, None, None, None, hubs.SESSION_OVER]


async def test_lost_word_is_found_in_the_database(store: Store) -> None:
    one, two = processes(store)
    assert isinstance(one.wire, Wire)
    one.wire.others.clear()  # Redis is away
    await one.tables.make("me", "open")
    await one.tables.make("me", "open", name="D")
    bia = await two.comes("bia")
    await two.tables.position("D")
    messages(bia)
    await one.tables.join("bia")
    await one.tables.move("ana", "reach left")
    await one.tables.act("D", lambda p: seating.left(p, "ana", 1000.0))
    await two.hub.look()
    await settled(two)
    assert [message["step"] for message in messages(bia)] == [None]  # several steps
    assert two.tables.remembered("T") == one.tables.remembered("T")
    assert two.tables.remembered("D") is None


async def test_looking_goes_on_whatever_happens(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(hubs, "PRESENCE_EVERY", 0.01)
    faulty = Faulty(store)
    one, two = processes(store)
    two.hub.store = faulty  # type: ignore[assignment]
    assert isinstance(one.wire, Wire)
    one.wire.others.clear()
    await one.tables.make("me", "bot")
    bia = await two.comes("bia")
    messages(bia)
    faulty.faults["revisions"] = [NotStored("away"), ZeroDivisionError()]
    await two.hub.start()
    await one.tables.move("ana", "reach left")
    async with asyncio.timeout(60):
        while "table" not in types(bia):
            await asyncio.sleep(0.01)
    await two.hub.stop()
    assert isinstance(two.wire, Wire)
    assert [kind for kind, _ in two.wire.said].count("presence") > 1


async def test_what_cannot_be_followed_is_let_be(store: Store) -> None:
    one, two = processes(store)
    faulty = Faulty(store)
    two.tables.store = faulty
    await one.tables.make("me", "bot")
    await two.comes("bia")
    faulty.faults["table"] = [NotStored("away"), ZeroDivisionError()]
    for move in ("reach left", "draw", "keep"):
        await one.tables.move("ana", move)
        await settled(two)
    assert two.tables.remembered("T") == one.tables.remembered("T")


async def test_a_resignation_is_told(store: Store) -> None:
    server = process(store)
    await server.tables.make("me", "bot")
    ana = await server.comes("ana")
    messages(ana)
    await server.tables.act("T", lambda p: playing.resigned(p, "ana", None, 1000.0))
    assert messages(ana)[-1]["table"]["status"] == "finished"
