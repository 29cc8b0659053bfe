"""What people are promised, from one end to the other: a name at once and for good, tables of one's own, links to every
moment, and a program that plays."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tenshu.client import Client, Refused
from tests.server.running import BOT, ME, OPEN, SOON, Document, Server, get, guest, play, serving, table_of_two, wire

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
GAME = "dragon-castle"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("people") / "tenshu.db") as found:
        yield found


def test_a_guest_becomes_an_account_and_finds_every_game_on_another_device(server: Server) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana, Client(server.address) as tablet, Client(server.address) as phone:
            table = (await ana.create(GAME, [ME]))["id"]
            await play(ana, table, Random(1))
            running = (await ana.create(GAME, [ME, BOT]))["id"]
            before = await ana.ask("GET", "/me/tables")
            await ana.ask("POST", "/me/account", {"login": "ana.lima", "password": "twelve tiles"})
            link = await ana.ask("POST", "/me/link")
            assert link["path"] == f"/back#{link['secret']}"
            await tablet.ask("POST", "/session/password", {"login": "ANA.Lima", "password": "twelve tiles"})
            await phone.ask("POST", "/session/link", {"secret": link["secret"]})
            for device in (ana, tablet, phone):
                found = await device.ask("GET", "/me/tables")
                assert {each["id"] for each in found["tables"]} == {table, running}
                assert found["waiting"] == before["waiting"] == [running]
                statistics = (await device.ask("GET", "/me/statistics"))["statistics"]
                assert [(row["players"], row["games"]) for row in statistics] == [(1, 1)]
                async with wire(server, running, device) as socket:
                    told = await socket.next("table")
                    assert (told["seats"], bool(told["moves"])) == ([0], True)

    asyncio.run(evening())


def test_a_private_table_is_found_by_its_link_only(server: Server) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            made = [await ana.create(GAME, [ME, OPEN], public=public) for public in (True, False)]
            listed = {each["id"] for each in await bea.open_tables()}
            assert [each["id"] in listed for each in made] == [True, False]
            names = [each["id"] for each in made]
            assert all(re.fullmatch(r"[A-Za-z0-9_-]{20}", name) for name in names)  # 120 bits
            assert names[0][:4] != names[1][:4]
            assert (await bea.join(names[1]))["status"] == "playing"
            await bea.join(names[0])
            for table in names:
                async with wire(server, table, ana) as socket:
                    await socket.send({"type": "resign", "id": "bye"})
                    await socket.next("table", id="bye")
            person = made[0]["host"]
            found = await bea.ask("GET", f"/people/{person}")
            assert [each["id"] for each in found["tables"]] == names[:1]
            assert found["person"] == {"id": person, "name": "Ana", "guest": True}
            assert [row["games"] for row in found["statistics"]] == [2]

    asyncio.run(evening())


def test_hints_and_chat_where_the_table_allows_them(server: Server) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea, guest(server, "Eve") as eve:
            quiet = await table_of_two(ana, bea, hints=False, chat=False, takebacks="never")
            async with wire(server, quiet, ana) as one, wire(server, quiet, bea) as two:
                told = [await one.next("table"), await two.next("table")]
                mover, waiter = (one, two) if told[0]["moves"] else (two, one)
                for at, type, code, facts in (
                    (mover, "hint", "no-hints", {"version": 0}),
                    (waiter, "hint", "no-hints", {"version": 0}),
                    (mover, "chat", "no-chat", {"text": "hello?"}),
                    (mover, "takeback", "no-takebacks", {"version": 0}),
                ):
                    await at.send({"type": type, "id": type} | facts)
                    assert (await at.next("refused", id=type))["code"] == code
            loud = await table_of_two(ana, bea)
            async with wire(server, loud, ana) as one, wire(server, loud, bea) as two, wire(server, loud, eve) as third:
                told = [await one.next("table"), await two.next("table")]
                waiter = two if told[0]["moves"] else one
                await waiter.send({"type": "hint", "version": 0, "id": "hint"})
                assert (await waiter.next("refused", id="hint"))["code"] == "not-your-turn"
                await third.send({"type": "chat", "text": "take c4!", "id": "help"})
                assert (await third.next("refused", id="help"))["code"] == "not-seated"
                await one.settled("quiet")
                assert [message for message in one.heard if message["type"] == "chat"] == [
                    {"type": "chat", "messages": []}
                ]

    asyncio.run(evening())


def test_any_moment_of_a_finished_game_has_a_link_for_everybody(server: Server) -> None:
    async def evening() -> Document:
        async with guest(server, "Ana") as ana:
            table = (await ana.create(GAME, [ME]))["id"]
            return (await play(ana, table, Random(2))).table

    table = asyncio.run(evening())
    middle = table["ply"] // 2
    page = get(f"{server.address}/tables/{table['id']}?move={middle}")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    plies = [0, middle, table["ply"]]
    moments = [get(f"{server.address}/api/tables/{table['id']}/moments/{ply}").json() for ply in plies]
    assert [(moment["ply"], moment["of"]) for moment in moments] == [(ply, table["ply"]) for ply in plies]
    assert moments[0]["move"] is None
    assert moments[-1]["scores"] == table["result"]["scores"]
    assert get(f"{server.address}/api/tables/{table['id']}/record").json()["result"] == table["result"]["scores"]


def test_the_example_bot_sits_down_and_plays(server: Server) -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 60

    async def evening() -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            token = (await bea.ask("POST", "/me/tokens", {"name": "rusty"}))["token"]
            table = (await ana.create(GAME, [ME, OPEN]))["id"]
            bot = asyncio.create_task(asyncio.to_thread(example, server.address, table, token))
            told = await play(ana, table, Random(3))
            assert [seat["name"] for seat in told.table["seats"]] == ["Ana", "Bea"]
            totals = [player["total"] for player in told.table["result"]["scores"]["players"]]
            assert await bot == (0, f"Ana: {totals[0]}\nBea: {totals[1]}\n", "")
            with pytest.raises(Refused) as refusal:
                await ana.join("nothing-here")
            code, out, err = await asyncio.to_thread(example, server.address, "nothing-here", token)
            assert (code, out, err) == (1, "", f"{refusal.value}\n")

    asyncio.run(evening())
    code, out, err = example(server.address)
    assert (code, err) == (0, "")
    assert re.fullmatch(r"Rusty: \d+\nMei: \d+\n", out)


def example(*arguments: str) -> tuple[int, str, str]:
    """How the example ends, and what it says."""
    command = [sys.executable, str(EXAMPLE), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=4 * SOON)
    return done.returncode, done.stdout, done.stderr
