"""What people can do about who they are."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from tenshu.server.clock import WallClock
from tenshu.server.errors import Refused
from tenshu.server.people.cookies import Cookies
from tenshu.server.people.passwords import Passwords
from tenshu.server.people.person import Person
from tenshu.server.people.secrets import hash_of, new_link, new_token
from tenshu.server.store import Conflict, NotStored, Secret, SecretKind, Store
from tenshu.server.store import Person as Kept

ID_BYTES = 9
MOST_TOKENS = 20
NOTED_EVERY = 3600.0
SIGNING_SECRET = "signing-secret"


class People:
    """Guests, accounts, sessions, private links and access tokens."""

    def __init__(self, store: Store, clock: WallClock, passwords: Passwords | None = None) -> None:
        self._store = store
        self._clock = clock
        self._passwords = passwords or Passwords()
        self._cookies: Cookies | None = None
        self._listeners: list[Callable[[str, str | None], None]] = []

    async def start(self) -> None:
        """The first server that uses a database draws the secret that signs sessions; all others find it there."""
        self._cookies = Cookies(await self._store.fact_or(SIGNING_SECRET, secrets.token_hex(32)))

    async def stop(self) -> None:
        self._passwords.close()

    @property
    def cookies(self) -> Cookies:
        assert self._cookies is not None, "not started"
        return self._cookies

    def when_sessions_end(self, listener: Callable[[str, str | None], None]) -> None:
        """Tell whoever holds connections open that a person's sessions are over, or that an access token, which is none
        of them, has gone (in this process)."""
        self._listeners.append(listener)

    # Who is it

    async def by_id(self, id: str) -> Person | None:
        return _person(await self._store.person(id))

    async def by_cookie(self, text: str) -> Person | None:
        session = self.cookies.read(text) if text else None
        if session is None:
            return None
        found = await self.by_id(session.person)
        return found if found and found.epoch == session.epoch else None

    async def by_token(self, token: str) -> Person | None:
        return await self._by_secret(token, "token")

    async def _by_secret(self, secret: str, kind: SecretKind) -> Person | None:
        wanted = hash_of(secret)
        kept = await self._store.secret(wanted)
        if kept is None or kept.kind != kind or not hmac.compare_digest(kept.hash, wanted):
            return None
        await self._note_use(kept)
        found = await self.by_id(kept.person)
        return replace(found, token=kept.id) if found and kind == "token" else found

    async def _note_use(self, kept: Secret) -> None:
        """When a secret was last used, to the hour."""
        now = self._clock.now()
        if kept.used is None or now - kept.used > NOTED_EVERY:
            with suppress(NotStored):
                await self._store.touch_secret(kept.hash, now)

    # Coming in

    async def become_guest(self, name: str) -> Person:
        guest = Kept(secrets.token_urlsafe(ID_BYTES), name, self._clock.now())
        await self._store.add_person(guest)
        return _found(guest)

    async def sign_in(self, login: str | None, password: str) -> Person:
        """A login that is none takes as long as one that is."""
        kept = await self._store.person_by_login(login) if login is not None else None
        hashed = kept.password if kept else None
        if not await self._passwords.fits(password, hashed) or kept is None:
            raise Refused("wrong-password")
        if hashed and self._passwords.outdated(hashed):
            await self._store.change_person(kept.id, password=await self._passwords.hashed(password))
        return _found(kept)

    async def come_back(self, secret: str) -> Person:
        found = await self._by_secret(secret, "link")
        if found is None:
            raise Refused("no-such-link")
        return found

    # What one may change

    async def rename(self, person: Person, name: str) -> None:
        await self._store.change_person(person.id, name=name)

    async def open_account(self, person: Person, login: str, password: str) -> Person:
        if not person.guest:
            raise Refused("already-an-account")
        if await self._store.person_by_login(login) is not None:
            raise Refused("login-taken", login=login)
        hashed = await self._passwords.hashed(password)
        try:
            await self._store.change_person(person.id, login=login, password=hashed)
        except Conflict:
            raise Refused("login-taken", login=login) from None
        return await self._again(person)

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """All other sessions end."""
        kept = await self._store.person(person.id)
        if kept is None or kept.login is None:
            raise Refused("no-account")
        if not await self._passwords.fits(old, kept.password):
            raise Refused("wrong-password")
        hashed = await self._passwords.hashed(new)
        await self._store.change_person(person.id, password=hashed, epoch=kept.epoch + 1)
        self._sessions_end(person.id, None)
        return await self._again(person)

    async def set_webhook(self, person: Person, url: str | None) -> str | None:
        """The new webhook's secret, which is told this once."""
        secret = None if url is None else secrets.token_urlsafe(32)
        await self._store.change_person(person.id, webhook=url, webhook_secret=secret)
        return secret

    # Private links and tokens

    async def has_link(self, person: Person) -> bool:
        return bool(await self._store.secrets_of(person.id, "link"))

    async def make_link(self, person: Person) -> str:
        await self.remove_link(person)
        link = new_link()
        await self._store.add_secret(hash_of(link), person.id, "link", "", self._clock.now())
        return link

    async def remove_link(self, person: Person) -> None:
        await self._store.delete_secrets(person.id, "link")

    async def tokens(self, person: Person) -> list[Secret]:
        return await self._store.secrets_of(person.id, "token")

    async def make_token(self, person: Person, name: str) -> tuple[str, str]:
        """Its id, and the token itself, which is told this once."""
        if len(await self.tokens(person)) >= MOST_TOKENS:
            raise Refused("too-many-tokens", n=MOST_TOKENS)
        token = new_token()
        kept = await self._store.add_secret(hash_of(token), person.id, "token", name, self._clock.now())
        return kept.id, token

    async def remove_token(self, person: Person, id: str) -> None:
        if id not in [kept.id for kept in await self.tokens(person)]:
            raise Refused("not-there")
        await self._store.delete_secret(person.id, id)
        self._sessions_end(person.id, id)

    def _sessions_end(self, person: str, token: str | None) -> None:
        for listener in self._listeners:
            listener(person, token)

    async def _again(self, person: Person) -> Person:
        kept = await self._store.person(person.id)
        if kept is None:
            raise Refused("nobody")
        return _found(kept)


def _person(kept: Kept | None) -> Person | None:
    return None if kept is None else _found(kept)


def _found(kept: Kept) -> Person:
    return Person(kept.id, kept.name, kept.login, kept.epoch, kept.webhook)
