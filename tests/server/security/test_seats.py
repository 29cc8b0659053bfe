"""Nobody plays a seat but the one who sits there, however they introduce themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from tenshu.client import Client, Refused
from tests.server.running import Document, Server, guest, serving, table_of_two, wire

PASSWORD = "correct horse battery"
TAMPERED: dict[str, Callable[[str, str, str], str]] = {
    # From Ana's cookie, Ana's id and Mal's cookie.
    "a letter changed": lambda ana, _, __: ana[:-1] + ("A" if ana[-1] != "A" else "B"),
    "cut short": lambda ana, _, __: ana[:-4],
    "no signature": lambda ana, _, __: ana.split(".")[0],
    "signed by another": lambda _, person, mal: f"{person}.0.{mal.split('.', 2)[2]}",
    "another epoch": lambda ana, person, _: ana.replace(f"{person}.0", f"{person}.1", 1),
    "quoted": lambda ana, _, __: f'"{ana}x"',
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("seats") / "tenshu.db") as running:
        yield running


@dataclass
class Impostors:
    """A game of Ana and Bea, and others who would like to play Ana's seat."""

    table: str
    ana: Client
    bea: Client
    others: dict[str, Client] = field(default_factory=dict)


@asynccontextmanager
async def impostors(server: Server) -> AsyncIterator[Impostors]:
    async with AsyncExitStack() as stack:
        ana, bea, mal = [await stack.enter_async_context(guest(server, name)) for name in ("Ana", "Bea", "Mal")]
        found = Impostors(await table_of_two(ana, bea), ana, bea)

        async def other(name: str, token: str | None = None, cookie: str | None = None) -> None:
            client = await stack.enter_async_context(Client(server.address, token=token))
            if cookie is not None:
                client._http.cookies.set("tenshu", cookie)
            found.others[name] = client

        cookies = [str(each._http.cookies["tenshu"]) for each in (ana, mal)]
        person = (await ana.me())["person"]["id"]
        await other("nobody")
        await other("a stranger", cookie=cookies[1])
        await other("a stranger's program", token=(await mal.ask("POST", "/me/tokens", {"name": "bot"}))["token"])
        await other("a program that guesses", token="tenshu_" + "A" * 43, cookie=cookies[0])
        for name, change in TAMPERED.items():
            await other(name, cookie=change(cookies[0], person, cookies[1]))
        made = await ana.ask("POST", "/me/tokens", {"name": "old"})
        await ana.ask("DELETE", f"/me/tokens/{made['id']}")
        await other("a token that was taken back", token=made["token"])
        await ana.ask("POST", "/me/account", {"login": f"ana{person[:6]}x".lower().strip("-_"), "password": PASSWORD})
        await ana.ask("POST", "/me/password", {"old": PASSWORD, "new": PASSWORD + "!"})
        await other("a session that has ended", cookie=cookies[0])
        yield found


def messages(told: Document) -> list[Document]:
    """Everything a client can say at this moment of the table, as if it were Ana's or Bea's."""
    version, revision = told["table"]["version"], told["table"]["revision"]
    moves = [{"type": "move", "version": version, "move": move} for move in told["moves"]]
    rest: list[Document] = [{"type": kind, "version": version} for kind in ("undo", "takeback", "hint")]
    for kind in ("resign", "replace", "return"):
        rest += [{"type": kind, "seat": seat} for seat in (0, 1)]
    rest += [{"type": "resign"}, {"type": "return"}, {"type": "chat", "text": "it is me, Ana"}]
    rest += [{"type": "answer", "offer": number, "agree": True} for number in (revision, revision + 1)]
    return [*moves[:3], *rest]


def requests(told: Document) -> list[tuple[str, Any]]:
    version = told["table"]["version"]
    moves = [("moves", {"version": version, "move": move}) for move in told["moves"][:3]]
    seats = [("seats", {"seat": seat, "to": {"kind": kind}}) for seat in (0, 1) for kind in ("open", "bot")]
    return [*moves, *seats, ("join", {"seat": 0}), ("leave", None), ("start", None), ("rematch", None)]


async def first_told(server: Server, table: str, client: Client) -> Document:
    async with wire(server, table, client) as socket:
        return await socket.next("table")


def test_no_seat_is_played_by_another_identity(server: Server) -> None:
    async def evening() -> None:
        async with impostors(server) as found:
            told = [await first_told(server, found.table, each) for each in (found.ana, found.bea)]
            mover = told[0] if told[0]["moves"] else told[1]
            for name, client in found.others.items():
                async with wire(server, found.table, client) as socket:
                    shown = await socket.next("table")
                    assert (shown["seats"], shown["moves"], shown["undo"]) == ([], [], False), name
                    for number, message in enumerate(messages(mover)):
                        await socket.send(message | {"id": str(number)})
                        answer = await socket.next(id=str(number))
                        assert answer["type"] == "refused", (name, message, answer)
                for path, body in requests(mover):
                    with pytest.raises(Refused) as refusal:
                        await client.ask("POST", f"/tables/{found.table}/{path}", body)
                    assert refusal.value.status in (401, 403, 409), (name, path)
            now = await first_told(server, found.table, found.bea)
            assert now["table"]["revision"] == mover["table"]["revision"]
            assert now["view"] == mover["view"]

    asyncio.run(evening())


def test_who_sits_there_plays_their_own_seat_only(server: Server) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            table = await table_of_two(ana, bea)
            told = {seat: await first_told(server, table, each) for seat, each in enumerate((ana, bea))}
            seat = 0 if told[0]["moves"] else 1
            waiting = (ana, bea)[1 - seat]
            mover = told[seat]
            assert told[1 - seat]["moves"] == []
            version = mover["table"]["version"]
            async with wire(server, table, waiting) as socket:
                for move in mover["moves"][:3]:
                    await socket.send({"type": "move", "version": version, "move": move, "seat": seat, "id": move})
                    assert (await socket.next("refused", id=move))["code"] == "not-your-turn"
                    with pytest.raises(Refused) as refusal:
                        await waiting.ask("POST", f"/tables/{table}/moves", {"version": version, "move": move})
                    assert refusal.value.code == "not-your-turn"
                for kind, code in (("resign", "no-such-seat"), ("return", "nothing-to-return-to")):
                    await socket.send({"type": kind, "seat": seat, "id": kind})
                    assert (await socket.next("refused", id=kind))["code"] == code
                await socket.send({"type": "undo", "version": version, "id": "undo"})
                assert (await socket.next("refused", id="undo"))["code"] == "cannot-undo"
            now = await first_told(server, table, ana)
            assert now["table"]["revision"] == mover["table"]["revision"]

    asyncio.run(evening())


def test_an_offer_is_answered_by_those_it_concerns(server: Server) -> None:
    """Who makes an offer cannot agree with it, nor can a stranger; nobody is replaced while they are here."""

    async def evening() -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea, guest(server, "Mal") as mal:
            table = await table_of_two(ana, bea)
            async with (
                wire(server, table, ana) as one,
                wire(server, table, bea) as two,
                wire(server, table, mal) as three,
            ):
                told = await one.next("table")
                players = (one, two) if told["moves"] else (two, one)
                told = told if told["moves"] else await two.next("table")
                first = {"type": "move", "version": told["table"]["version"], "move": told["moves"][0]}
                await players[0].send(first)
                await players[0].next("table", "refused")
                await players[0].send({"type": "takeback", "version": told["table"]["version"] + 1})
                while not (offered := (await three.next("table"))["table"])["offer"]:
                    pass
                answer = {"type": "answer", "offer": offered["offer"]["number"], "agree": True, "id": "a"}
                for each in (players[0], three):
                    await each.send(answer)
                    assert (await each.next("refused", id="a"))["code"] == "not-asked"
                for each in (three, players[1]):
                    seat = 0 if players[0] is one else 1
                    await each.send({"type": "replace", "seat": seat, "id": "r"})
                    refused = await each.next("refused", id="r")
                    assert refused["code"] == ("not-seated" if each is three else "not-away")

    asyncio.run(evening())
