"""Requests over HTTP."""

from __future__ import annotations

from typing import Any, Self

import httpx

from tenshu.client.seat import LiveTable

Document = dict[str, Any]


class Refused(Exception):
    """The server says no: a stable `code`, a sentence for people, and facts."""

    def __init__(self, status: int, code: str, sentence: str, facts: Document) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.facts = facts


class Client:
    """One person at one server. With a token it is who the token belongs to; without, it can become a guest."""

    def __init__(
        self, address: str = "http://127.0.0.1:8000", *, token: str | None = None, language: str = "en"
    ) -> None:
        self.address = address.rstrip("/")
        headers = {"Accept-Language": language, **({"Authorization": f"Bearer {token}"} if token else {})}
        self._http = httpx.AsyncClient(base_url=self.address, headers=headers, timeout=20)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def ask(self, method: str, path: str, body: Any = None, **parameters: Any) -> Any:
        """Any request of the protocol: the answer's document, None if it has none. Raises `Refused`."""
        try:
            answer = await self._http.request(method, f"/api{path}", json=body, params=parameters or None)
        except httpx.TransportError as problem:
            raise Refused(0, "away", f"{self.address} cannot be reached ({type(problem).__name__})", {}) from None
        if answer.is_success:
            return answer.json() if answer.content else None
        raise _refused(answer)

    async def become_guest(self, name: str) -> Document:
        """Be somebody: a guest of this name."""
        found: Document = await self.ask("POST", "/session", {"name": name})
        return found

    async def me(self) -> Document:
        found: Document = await self.ask("GET", "/me")
        return found

    async def create(self, game: str, seats: list[Document], **wishes: Any) -> Document:
        """Make a table: `seats` such as `[{"kind": "me"}, {"kind": "bot", "level": "master"}]`."""
        found: Document = await self.ask("POST", "/tables", {"game": game, "seats": seats, **wishes})
        return found

    async def join(self, table: str, seat: int | None = None) -> Document:
        found: Document = await self.ask("POST", f"/tables/{table}/join", {"seat": seat})
        return found

    async def open_tables(self, game: str | None = None) -> list[Document]:
        """Public tables, newest change first."""
        found: list[Document] = (await self.ask("GET", "/tables", **({"game": game} if game else {})))["tables"]
        return found

    async def record(self, table: str) -> Document:
        """The record of a finished game."""
        found: Document = await self.ask("GET", f"/tables/{table}/record")
        return found

    def sit(self, table: str) -> LiveTable:
        """The live table: play there, or watch."""
        address = self.address.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        return LiveTable(address, self._credentials)

    def _credentials(self) -> dict[str, str]:
        names = ("Authorization", "Accept-Language")
        headers = {name: self._http.headers[name] for name in names if name in self._http.headers}
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return headers | ({"Cookie": cookies} if cookies else {})


def _refused(answer: httpx.Response) -> Refused:
    try:
        error = answer.json()["error"]
        return Refused(answer.status_code, error["code"], error["sentence"], error["facts"])
    except (ValueError, KeyError, TypeError):
        return Refused(answer.status_code, "otherwise", f"the server answered {answer.status_code}", {})
