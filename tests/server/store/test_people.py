"""People, and the hashes of their secrets."""

from __future__ import annotations

import contextlib

import pytest

from tenshu.server.store import Conflict, NotStored, Person, Secret, Store

pytestmark = pytest.mark.anyio
HASH = "0123456789abcdef" * 4


async def test_a_person_comes_back(store: Store) -> None:
    guest = Person("ana", "Ana 天守", 1763222400.1234567)
    await store.add_person(guest)
    assert await store.person("ana") == guest
    assert await store.person("bob") is None
    account = Person("bob", "Bob", 2.0, "bob", "$argon2", 3, "https://example.org", "secret")
    await store.add_person(account)
    assert await store.person("bob") == account
    assert await store.person_by_login("bob") == account
    assert await store.person_by_login("ana") is None


async def test_a_guest_becomes_an_account(store: Store) -> None:
    await store.add_person(Person("ana", "Ana", 1.0))
    assert await store.change_person("ana", login="ana", password="$argon2", epoch=1)
    assert await store.person_by_login("ana") == Person("ana", "Ana", 1.0, "ana", "$argon2", 1)
    assert not await store.change_person("nobody", name="x")


async def test_a_login_belongs_to_one(store: Store) -> None:
    await store.add_person(Person("ana", "Ana", 1.0, "ana"))
    await store.add_person(Person("eva", "Eva", 1.0))
    with pytest.raises(Conflict):
        await store.change_person("eva", login="ana")
    with pytest.raises(Conflict):
        await store.add_person(Person("zoe", "Zoe", 1.0, "ana"))
    with pytest.raises(Conflict):
        await store.add_person(Person("ana", "Ana", 1.0))
    assert (await store.person("eva")) == Person("eva", "Eva", 1.0)


async def test_secrets(store: Store) -> None:
    await store.add_person(Person("ana", "Ana", 1.0))
    link = await store.add_secret(HASH, "ana", "link", "", 1.0)
    token = await store.add_secret(HASH[::-1], "ana", "token", "my bot", 2.0)
    assert await store.secret(HASH) == link == Secret(HASH, "ana", "link", "", 1.0)
    assert await store.secret("other") is None
    assert await store.secrets_of("ana", "token") == [token]
    await store.touch_secret(token.hash, 9.0)
    assert [one.used for one in await store.secrets_of("ana", "token")] == [9.0]
    with pytest.raises(Conflict):
        await store.add_secret(HASH, "ana", "link", "", 1.0)
    with pytest.raises(Conflict):
        await store.add_secret("new", "nobody", "link", "", 1.0)


async def test_only_the_owner_deletes_a_secret(store: Store) -> None:
    for person in ("ana", "bob"):
        await store.add_person(Person(person, person, 1.0))
    token = await store.add_secret(HASH, "ana", "token", "", 1.0)
    assert not await store.delete_secret("bob", token.id)
    assert await store.delete_secret("ana", token.id)
    assert not await store.delete_secret("ana", token.id)
    await store.add_secret(HASH, "ana", "token", "", 1.0)
    assert await store.delete_secret("ana", HASH)
    await store.add_secret("1", "ana", "link", "", 1.0)
    await store.add_secret("2", "ana", "token", "", 1.0)
    assert await store.delete_secrets("ana", "link") == 1
    assert await store.secret("1") is None
    assert await store.secret("2")


@pytest.mark.parametrize("text", ["\ud800", "a\x00b"])
async def test_a_text_the_database_cannot_hold_is_refused(store: Store, text: str) -> None:
    try:
        await store.add_person(Person("ana", text, 1.0))
    except NotStored:
        assert await store.person("ana") is None
    else:
        assert await store.person("ana") == Person("ana", text, 1.0)
    with contextlib.suppress(NotStored):
        assert await store.person_by_login(text) is None
    await store.ready()
