"""People and their secrets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from sqlalchemy import bindparam, delete, func, insert, select, update

from tenshu.server.store import models
from tenshu.server.store.database import Database, portions

SecretKind = Literal["link", "token"]
SHORT = 16
"""How much of a secret's hash names it among its owner's."""

_people, _secrets = models.people, models.secrets
_PERSON = select(_people).where(_people.c.id == bindparam("person"))
_EPOCHS = select(_people.c.id, _people.c.epoch).where(_people.c.id.in_(bindparam("ids", expanding=True)))
_BY_LOGIN = select(_people).where(_people.c.login == bindparam("login"))
_SECRET = select(_secrets).where(_secrets.c.hash == bindparam("hash_"))
_SECRETS = (
    select(_secrets)
    .where(_secrets.c.person == bindparam("person"), _secrets.c.kind == bindparam("kind"))
    .order_by(_secrets.c.at, _secrets.c.hash)
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here: a guest, or with a login an account."""

    id: str
    name: str
    created: float
    login: str | None = None
    password: str | None = None
    """Hashed."""
    epoch: int = 0
    """Sessions of an earlier epoch have ended."""
    webhook: str | None = None
    webhook_secret: str | None = None


@dataclass(frozen=True, slots=True)
class Secret:
    """A private link or an access token; only its hash is known."""

    hash: str
    person: str
    kind: SecretKind
    name: str
    at: float
    used: float | None = None

    @property
    def id(self) -> str:
        return self.hash[:SHORT]


class People(Database):
    """Every question about people."""

    async def add_person(self, person: Person) -> None:
        """Raises `Conflict` if the id or the login is taken."""
        await self._execute(insert(_people), **asdict(person))

    async def person(self, person: str) -> Person | None:
        row = await self._one(_PERSON, person=person)
        return Person(**row._mapping) if row else None

    async def person_by_login(self, login: str) -> Person | None:
        row = await self._one(_BY_LOGIN, login=login)
        return Person(**row._mapping) if row else None

    async def change_person(self, person: str, **values: Any) -> bool:
        """Set fields of `Person`; False if there is no such person. Raises `Conflict` if the login is taken."""
        return bool(await self._execute(update(_people).where(_people.c.id == person).values(**values)))

    async def epochs(self, people: Iterable[str]) -> dict[str, int]:
        """The epoch of each of these people that there is."""
        found: dict[str, int] = {}
        for ids in portions(list(people)):
            found.update((row.id, row.epoch) for row in await self._all(_EPOCHS, ids=ids))
        return found

    async def add_secret(self, hash: str, person: str, kind: SecretKind, name: str, at: float) -> Secret:
        """Raises `Conflict` if it is there or the person is not."""
        secret = Secret(hash, person, kind, name, at)
        await self._execute(insert(_secrets), **asdict(secret))
        return secret

    async def secret(self, hash: str) -> Secret | None:
        row = await self._one(_SECRET, hash_=hash)
        return Secret(**row._mapping) if row else None

    async def secrets_of(self, person: str, kind: SecretKind) -> list[Secret]:
        """Oldest first."""
        return [Secret(**row._mapping) for row in await self._all(_SECRETS, person=person, kind=kind)]

    async def delete_secret(self, person: str, secret: str) -> bool:
        """By its id or hash; False if this person has no such secret."""
        return bool(
            await self._execute(
                delete(_secrets).where(
                    _secrets.c.person == person, func.substr(_secrets.c.hash, 1, SHORT) == secret[:SHORT]
                )
            )
        )

    async def delete_secrets(self, person: str, kind: SecretKind) -> int:
        """All of a kind; how many there were."""
        return await self._execute(delete(_secrets).where(_secrets.c.person == person, _secrets.c.kind == kind))

    async def touch_secret(self, hash: str, at: float) -> None:
        """Note when it was last used."""
        await self._execute(update(_secrets).where(_secrets.c.hash == hash).values(used=at))
