"""The protocol as docs/protocol.md tells it, spoken with a real server and held to the published schema."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import BaseModel

import tenshu.server as texts
from tenshu.client import Client, Refused
from tenshu.client.seat import FOR_GOOD
from tenshu.server.live import documents, hub, messages, socket
from tenshu.table.record import Record
from tests.server.running import BOT, ME, OPEN, Server, Wire, any_move, guest, play, serving, table_of_two, wire

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
Document = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("protocol") / "tenshu.db") as found:
        yield found


def valid(line: Wire) -> None:
    """Everything that was heard is as the schema says, and nothing is in it that the schema does not know."""
    assert line.heard
    for message in line.heard:
        documents.TOLD.validate_python(message, strict=True)


async def decider(one: Wire, other: Wire) -> tuple[Wire, Wire]:
    """Whose turn it is, and who waits."""
    first, second = await one.next("table"), await other.next("table")
    return (one, other) if first["moves"] else (other, one) if second["moves"] else pytest.fail("nobody decides")


def test_a_game_of_two_is_told_as_the_schema_says(server: Server) -> None:
    async def game() -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            table = await table_of_two(ana, bea)
            async with wire(server, table, ana) as one, wire(server, table, bea) as other, wire(server, table) as third:
                mover, waiter = await decider(one, other)
                before = mover.heard[0]
                assert waiter.heard[0]["moves"] == []
                assert (await third.next("table"))["seats"] == []
                version, move = before["table"]["version"], before["moves"][0]
                await mover.send({"type": "move", "version": version, "move": move, "id": "mine"})
                told = await mover.next("table", id="mine")
                assert told["step"]["move"] == move
                assert told["table"]["version"] == version + 1
                for line in (waiter, third):
                    heard = await line.next("table")
                    assert heard["step"] == told["step"]
                    assert "id" not in heard
                await _every_message(mover, waiter, told)
                for line in (one, other, third):
                    await line.settled("end")
                    valid(line)

    asyncio.run(game())


async def _every_message(mover: Wire, waiter: Wire, told: Document) -> None:
    version = told["table"]["version"]
    await mover.send({"type": "move", "version": version - 1, "move": told["moves"][0], "id": "old"})
    assert (await mover.next("refused", id="old"))["code"] == "stale"
    assert (await mover.next("table"))["table"]["version"] == version
    await waiter.send({"type": "move", "version": version, "move": told["moves"][0], "id": "theirs"})
    assert (await waiter.next("refused", id="theirs"))["code"] == "not-your-turn"
    await mover.send({"type": "move", "version": version, "move": "take z9", "id": "no"})
    refused = await mover.next("refused", id="no")
    assert refused["code"] == "illegal"
    assert refused["facts"]["reason"]["code"]
    await mover.send({"type": "why", "version": version, "move": "take z9", "id": "why"})
    assert (await mover.next("why", id="why"))["sentence"]
    await mover.send({"type": "why", "version": version, "move": told["moves"][0], "id": "legal"})
    assert (await mover.next("why", id="legal"))["reason"] is None
    await mover.send({"type": "preview", "version": version, "moves": [told["moves"][0], "take z9"], "id": "look"})
    seen = await mover.next("preview", id="look")
    assert list(seen["previews"]) == [told["moves"][0]]
    await waiter.send({"type": "preview", "version": version, "moves": [told["moves"][0]], "id": "theirs"})
    assert (await waiter.next("refused", id="theirs"))["code"] == "not-playing"
    await mover.send({"type": "hint", "version": version, "id": "hint"})
    assert (await mover.next("hint", id="hint"))["hint"]["moves"][0]["move"] in told["moves"]
    await mover.send({"type": "chat", "text": " boa\tsorte! "})
    assert (await waiter.next("chat"))["type"] == "chat"
    await mover.send({"type": "resign"})
    end = await waiter.next("table")
    while end["table"]["status"] != "finished":
        end = await waiter.next("table")
    assert end["table"]["result"]["complete"] is False
    assert end["step"]["kind"] == "resigned"


def test_a_finished_game_can_be_looked_back_on(server: Server) -> None:
    async def game() -> None:
        async with guest(server, "Ana") as ana:
            table = (await ana.create("dragon-castle", [ME, BOT], options={"spirits": "random:1"}))["id"]
            told = await play(ana, table, Random(3))
            ply = told.table["ply"]
            record = await ana.record(table)
            states = [state for _, state in Record.from_json(record).states()]
            assert states[-1].scores() == told.table["result"]["scores"]
            for moment in (0, 1, 15, 16, 17, ply // 2, ply):
                found = await ana.ask("GET", f"/tables/{table}/moments/{moment}")
                documents.MomentDocument.model_validate(found, strict=True)
                assert found["view"] == states[moment].view(0), moment
                assert (found["move"] or {}).get("events", []) == list(states[moment].events)
            with pytest.raises(Refused) as refusal:
                await ana.ask("GET", f"/tables/{table}/moments/{ply + 1}")
            assert refusal.value.code == "not-there"
            growth = await ana.ask("GET", f"/tables/{table}/scores")
            documents.ScoresDocument.model_validate(growth, strict=True)
            turns = [0] + [n for n, state in enumerate(states) if n and (state.turn_passed or n == ply)]
            assert growth["turns"] == [{"ply": n, "scores": states[n].scores()} for n in turns]
            assert growth["grounds"] == states[-1].grounds()
            assert growth["tie_breaks"] == states[-1].tie_breaks()
            page = await ana.ask("GET", f"/tables/{table}/moves", **{"from": 10, "limit": 30})
            documents.MovesDocument.model_validate(page, strict=True)
            assert [move["ply"] for move in page["moves"]] == list(range(11, 41))
            assert [move["events"] for move in page["moves"]] == [list(state.events) for state in states[11:41]]
            mine = await ana.ask("GET", "/me/tables")
            documents.MyTablesDocument.model_validate(mine, strict=True)
            assert [each["id"] for each in mine["tables"]] == [table]
            statistics = (await ana.ask("GET", "/me/statistics"))["statistics"]
            assert [(row["game"], row["players"], row["games"]) for row in statistics] == [("dragon-castle", 2, 1)]
            again = await ana.ask("POST", f"/tables/{table}/rematch")
            assert again["status"] == "playing"
            assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]

    asyncio.run(game())


def test_an_analysis_tells_how_far_it_is_and_what_it_found(server: Server) -> None:
    async def game() -> None:
        async with guest(server, "Ana") as ana:
            table = (await ana.create("dragon-castle", [ME]))["id"]
            await play(ana, table, Random(5))
            begun = await ana.ask("POST", f"/tables/{table}/analysis")
            assert begun["state"] == "working"
            async with asyncio.timeout(120):
                while (found := await ana.ask("GET", f"/tables/{table}/analysis"))["state"] == "working":
                    documents.AnalysisDocument.model_validate(found, strict=True)
                    await asyncio.sleep(0.5)
            assert found["state"] == "done"
            assert found["analysis"]["decisions"]
            assert (await ana.ask("POST", f"/tables/{table}/analysis"))["state"] == "done"

    asyncio.run(game())


def test_a_table_fills_up_and_begins(server: Server) -> None:
    async def evening() -> None:
        async with (
            guest(server, "Ana") as ana,
            guest(server, "Bea") as bea,
            guest(server, "Caio") as caio,
            guest(server, "Duda") as duda,
        ):
            made = await ana.create("dragon-castle", [ME, OPEN, OPEN], public=True, start=False)
            documents.TableDocument.model_validate(made, strict=True)
            table = made["id"]
            assert table in [each["id"] for each in await caio.open_tables()]
            await bea.join(table)
            await caio.join(table, seat=2)
            for code, person, path in (
                ("already-seated", bea, "join"),
                ("not-host", bea, "start"),
                ("table-full", duda, "join"),
            ):
                with pytest.raises(Refused) as refusal:
                    await person.ask("POST", f"/tables/{table}/{path}")
                assert refusal.value.code == code
            body = {"seat": 2, "to": {"kind": "bot", "level": "visitor"}}
            kicked = await ana.ask("POST", f"/tables/{table}/seats", body)
            assert kicked["seats"][2]["kind"] == "bot"
            begun = await ana.ask("POST", f"/tables/{table}/start")
            assert begun["status"] == "playing"
            with pytest.raises(Refused) as refusal:
                await caio.join(table)
            assert refusal.value.code == "already-begun"
            with pytest.raises(Refused) as refusal:
                await ana.record(table)
            assert refusal.value.code == "not-finished"

    asyncio.run(evening())


def test_a_rematch_that_everybody_has_left_can_be_asked_for_again(server: Server) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            table = await table_of_two(ana, bea)
            async with wire(server, table, ana) as line:
                await line.send({"type": "resign"})
                told = await line.next("table")
                while told["table"]["status"] != "finished":
                    told = await line.next("table")
            first = await ana.ask("POST", f"/tables/{table}/rematch")
            assert [seat["reserved"] for seat in first["seats"]] == [told["table"]["seats"][1]["person"], None]
            assert (await bea.ask("POST", f"/tables/{table}/rematch"))["id"] == first["id"]
            await ana.ask("POST", f"/tables/{first['id']}/leave")
            second = await bea.ask("POST", f"/tables/{table}/rematch")
            assert second["id"] != first["id"]
            assert (await ana.join(second["id"]))["status"] == "playing"
            statistics = (await ana.ask("GET", "/me/statistics"))["statistics"]
            assert [(row["games"], row["wins"]) for row in statistics] == [(1, 0.0)]

    asyncio.run(evening())


def test_one_screen_plays_all_its_seats(server: Server) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana:
            seats = [ME, {"kind": "here", "name": "Bea"}, {"kind": "here", "name": "Caio"}]
            table = (await ana.create("dragon-castle", seats))["id"]
            told = await play(ana, table, Random(8))
            assert told.seats == [0, 1, 2]
            assert (await ana.record(table))["seats"] == ["Ana", "Bea", "Caio"]

    asyncio.run(evening())


def test_the_document_names_every_message_and_every_address(server: Server) -> None:
    told = PROTOCOL.read_text(encoding="utf-8")
    for type in messages.TYPES:
        assert f"| `{type}` |" in told, type
    for model in documents.TOLD.json_schema()["discriminator"]["mapping"]:
        assert f"`{model}`" in told, model

    async def addresses() -> list[str]:
        async with Client(server.address) as client:
            schema = await client.ask("GET", "/schema.json")
            assert set(schema) == {"client", "server"}
            return list((await client.ask("GET", "/openapi.json"))["paths"])

    for path in asyncio.run(addresses()):
        plain = re.sub(r"\{\w+\}", "{}", path)
        assert plain in re.sub(r"\{\w+\}", "{}", told), path


def test_the_document_names_every_refusal_every_close_code_and_every_field() -> None:
    told = PROTOCOL.read_text(encoding="utf-8")
    catalogue = json.loads((Path(texts.__file__).parent / "texts" / "en.json").read_text(encoding="utf-8"))
    codes = {key.split(".")[1] for key in catalogue if key.startswith("refused.")} - {"otherwise"}
    assert codes >= {"stale", "not-stored", "nobody"}
    assert {code for code in codes if f"`{code}`" not in told} == set()
    closing = {*FOR_GOOD, socket.NOT_UNDERSTOOD, socket.FOREIGN, socket.NO_TABLE, socket.NOT_HERE, socket.TOO_FAST}
    closing |= {socket.RESTARTING, hub.TOO_SLOW, hub.SESSION_OVER}
    assert {code for code in closing if str(code) not in told} == set()
    fields: set[str] = set()
    for model in vars(documents).values():
        if isinstance(model, type) and issubclass(model, BaseModel):
            fields |= set(model.model_fields)
    assert {field for field in fields if f'"{field}"' not in told and f"`{field}`" not in told} == set()


def test_the_example_in_the_document_plays(server: Server) -> None:
    async def evening() -> None:
        async with guest(server, "Ana") as ana:
            table = (await ana.create("dragon-castle", [ME, BOT]))["id"]
            async with wire(server, table, ana) as line:
                told = await line.next("table")
                while told["table"]["status"] == "playing":
                    if told["moves"]:
                        move = any_move(_as_told(told), Random(told["table"]["version"]))
                        await line.send({"type": "move", "version": told["table"]["version"], "move": move})
                    told = await line.next("table")
                valid(line)

    asyncio.run(evening())


def _as_told(message: Document) -> Any:
    from tenshu.client.seat import _told

    return _told(message)
