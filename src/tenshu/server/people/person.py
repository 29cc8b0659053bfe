"""Who somebody is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has said a name."""

    id: str
    name: str
    login: str | None = None
    epoch: int = 0
    """Sessions of an earlier epoch are over."""
    webhook: str | None = None
    token: str | None = None
    """The id of the access token by which a program has said who it is."""

    @property
    def guest(self) -> bool:
        return self.login is None
