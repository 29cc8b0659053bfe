"""Chat, analyses, facts, and webhook calls still to be made."""

from __future__ import annotations

import asyncio

import pytest

from tenshu.server.store import Conflict, Store
from tests.server.store.building import begun

pytestmark = pytest.mark.anyio


async def test_chat(store: Store) -> None:
    await begun(store, "t")
    await begun(store, "u")
    said = [await store.say("t", "ana", "Ana", f"{number} 天", number + 0.5) for number in range(4)]
    assert said == [1, 2, 3, 4]
    assert await store.say("u", None, "Tenshu", "hello", 1.0) == 1
    assert [message["number"] for message in await store.messages("t", 2)] == [3, 4]
    assert [message["number"] for message in await store.messages("t", after=3)] == [4]
    assert await store.messages("t", 1) == [{"number": 4, "person": "ana", "name": "Ana", "text": "3 天", "at": 3.5}]
    with pytest.raises(Conflict):
        await store.say("gone", "ana", "Ana", "hello", 1.0)


async def test_many_speak_at_once(store: Store) -> None:
    await begun(store, "t")
    said = await asyncio.gather(*(store.say("t", "ana", "Ana", "hello", 1.0) for _ in range(40)))
    assert sorted(said) == list(range(1, 41))


async def test_an_analysis_is_kept(store: Store) -> None:
    await begun(store, "t")
    assert await store.analysis("t") is None
    await store.keep_analysis("t", {"turns": [1, 2]})
    await store.keep_analysis("t", {"turns": [3]})
    assert await store.analysis("t") == {"turns": [3]}
    with pytest.raises(Conflict):
        await store.keep_analysis("gone", {})


async def test_facts(store: Store) -> None:
    assert await store.fact("alive") is None
    await store.set_fact("alive", "1")
    await store.set_fact("alive", "2")
    assert await store.fact("alive") == "2"
    assert await store.fact_or("alive", "3") == "2"
    answers = await asyncio.gather(*(store.fact_or("secret", str(number)) for number in range(20)))
    assert len(set(answers)) == 1
    assert await store.fact("secret") == answers[0]
    for name in ("was_1", "was_2", "was_3", "wasp"):
        await store.set_fact(name, "x")
    await store.forget_facts("was_", "was_2")
    assert [await store.fact(name) for name in ("was_1", "was_2", "was_3", "wasp")] == [None, "x", None, "x"]


async def test_the_last_message_of_many_chats(store: Store) -> None:
    for name in ("t", "u", "quiet"):
        await begun(store, name)
    for name in ("t", "t", "u"):
        await store.say(name, "ana", "Ana", "hello", 1.0)
    assert await store.last_messages(["t", "u", "quiet", "gone"]) == {"t": 2, "u": 1}
    assert await store.last_messages([]) == {}
    assert await store.last_messages([f"t{number}" for number in range(2500)]) == {}


async def test_what_a_delivery_is_about(store: Store) -> None:
    await begun(store, "t")
    await store.add_delivery("t", "bob", "turn", 3, 5.0)
    for person in ("ana", "bob"):
        await store.add_delivery("t", person, "finished", 4, 6.0)
    assert await store.claim_deliveries(4.0) == []
    found = await store.claim_deliveries(6.0)
    assert [(one.table, one.person, one.event, one.revision, one.at, one.tries) for one in found] == [
        ("t", "bob", "turn", 3, 5.0, 1),
        ("t", "ana", "finished", 4, 6.0, 1),
        ("t", "bob", "finished", 4, 6.0, 1),
    ]


async def test_a_delivery_is_claimed_postponed_and_done(store: Store) -> None:
    await begun(store, "t")
    for number in range(3):
        await store.add_delivery("t", "ana", "turn", 2, float(number))
    first = await store.claim_deliveries(10.0, limit=2, lease=60.0)
    assert [one.at for one in first] == [0.0, 1.0]
    assert [one.at for one in await store.claim_deliveries(10.0)] == [2.0]
    assert await store.claim_deliveries(10.0) == []
    await store.postpone_delivery(first[0].id, 30.0)
    await store.finish_delivery(first[1].id)
    assert await store.claim_deliveries(29.0) == []
    assert [(one.at, one.tries) for one in await store.claim_deliveries(30.0)] == [(0.0, 2)]
    assert [one.at for one in await store.claim_deliveries(1000.0)] == [0.0, 2.0]


async def test_no_delivery_is_claimed_twice(postgresql: str) -> None:
    stores = [await Store.open(postgresql) for _ in range(2)]
    await begun(stores[0], "t")
    for number in range(60):
        await stores[0].add_delivery("t", "ana", "turn", number, 1.0)
    claimed: list[int] = []
    while found := await asyncio.gather(*(store.claim_deliveries(5.0, limit=7) for store in stores)):
        if not any(found):
            break
        claimed += [one.id for group in found for one in group]
    assert len(claimed) == len(set(claimed)) == 60
    for store in stores:
        await store.close()
