"""What identity needs of the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class PersonKept(Protocol):
    """A person as they are stored."""

    id: str
    name: str
    login: str | None
    password: str | None
    epoch: int
    webhook: str | None
    webhook_secret: str | None


class SecretKept(Protocol):
    """A private link or an access token, of which only the hash is known."""

    hash: str
    person: str
    kind: str
    name: str
    at: float


class Keeping(Protocol):
    """Every query that identity makes. `login-taken` is refused by `add_person` and `change_person`."""

    async def add_person(self, id: str, name: str, at: float) -> None: ...
    async def person(self, id: str) -> PersonKept | None: ...
    async def person_by_login(self, login: str) -> PersonKept | None: ...
    async def change_person(self, id: str, **values: object) -> None: ...
    async def add_secret(self, hash: str, person: str, kind: str, name: str, at: float) -> None: ...
    async def secret(self, hash: str) -> SecretKept | None: ...
    async def secrets_of(self, person: str, kind: str) -> Sequence[SecretKept]: ...
    async def delete_secret(self, hash: str) -> None: ...
    async def fact(self, name: str) -> str | None: ...
    async def set_fact(self, name: str, value: str) -> None: ...
    async def fact_or(self, name: str, value: str) -> str: ...
