"""Rules that change: a table of other rules is refused in words and nothing of it is lost; so is an old record.

`record.json` was played by the present rules, `old-record.json` by earlier ones. When the rules rise, the first takes
the place of the second, and a new one is played: `python -m tests.server.rules.test_rules`.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import tenshu.games  # noqa: F401  (makes the games known)
from tenshu.client import Client, Gone, Refused
from tenshu.table.games import find_game
from tenshu.table.record import Record
from tests.cli.running import complaint
from tests.cli.running import tenshu as run
from tests.server.running import BOT, ME, Document, Server, guest, play, serving, table_of_two, wire

FOLDER = Path(__file__).parent
GAME = "dragon-castle"


def test_an_old_record_is_refused_in_one_sentence() -> None:
    old = json.loads((FOLDER / "old-record.json").read_text())
    ours = find_game(GAME).rules
    assert old["rules"] < ours
    sentence = complaint(run("replay", FOLDER / "old-record.json"))
    assert sentence.endswith(f"rules: the record follows rules {old['rules']}, this version plays rules {ours}")


def test_a_record_of_the_present_rules_is_played() -> None:
    record = json.loads((FOLDER / "record.json").read_text())
    assert record["rules"] == find_game(GAME).rules
    done = run("replay", FOLDER / "record.json")
    assert (done.code, done.err) == (0, "")


def set_rules(file: Path, change: int) -> None:
    """As if the rules of this server had changed the other way, and the time of every turn had run out since."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE tables SET rules = rules + ?, deadline = deadline - 1000", (change,))
        connection.commit()


@pytest.mark.parametrize("change", [-1, 1], ids=["earlier rules", "later rules"])
def test_tables_of_other_rules(tmp_path: Path, change: int) -> None:
    file = tmp_path / "tenshu.db"
    cookies = None
    tables: dict[str, str] = {}
    before: Document = {}

    async def first(server: Server) -> None:
        nonlocal cookies, before
        async with guest(server, "Ana") as ana, guest(server, "Bea") as bea:
            tables["over"] = (await ana.create(GAME, [ME]))["id"]
            await play(ana, tables["over"], Random(4))
            before = await ana.record(tables["over"])
            clock = {"kind": "turn", "seconds": 600}
            tables["running"] = await table_of_two(ana, bea, clock=clock)
            tables["bot"] = (await ana.create(GAME, [BOT, ME], clock=clock))["id"]
            cookies = ana._http.cookies

    async def then(server: Server) -> None:
        ours = find_game(GAME).rules
        async with Client(server.address) as ana:
            ana._http.cookies = cookies  # type: ignore[assignment]
            for name in ("running", "bot", "over"):
                assert (await ana.ask("GET", f"/tables/{tables[name]}"))["rules"] == ours + change
                async with wire(server, tables[name], ana) as socket:
                    refused = await socket.next("refused")
                    assert refused["code"] == "other-rules"
                    assert refused["sentence"] == (
                        f"This game follows rules {ours + change} and this server plays rules {ours}: "
                        "its record can be read, but it cannot go on here."
                    )
                    assert await socket.closed() == 4409
                with pytest.raises(Gone):
                    await play(ana, tables[name], Random(1))
                for path, body in (("moves", {"version": 0, "move": "take c4"}), ("analysis", None)):
                    with pytest.raises(Refused, match=f"follows rules {ours + change}"):
                        await ana.ask("POST", f"/tables/{tables[name]}/{path}", body)
                with pytest.raises(Refused, match=f"follows rules {ours + change}"):
                    await ana.ask("GET", f"/tables/{tables[name]}/moments/0")
            assert await ana.record(tables["over"]) == before | {"rules": ours + change}
            if change < 0:
                record = await ana.record(tables["running"])
                assert (record["rules"], record["result"]) == (ours + change, None)
            else:  # a newer server may go on with it, so its deal is a secret still
                with pytest.raises(Refused, match="not over"):
                    await ana.record(tables["running"])
            late: Document = {"table": tables["running"], "code": "other-rules"}
            await asyncio.to_thread(lambda: server.wait_for_events("a turn was not ended", **late))
            fresh = (await ana.create(GAME, [ME, BOT]))["id"]
            assert (await play(ana, fresh, Random(2))).is_over
            running = await ana.ask("GET", f"/tables/{tables['running']}")
            assert (running["status"], running["ply"]) == ("playing", 0)

    with serving(file) as server:
        asyncio.run(first(server))
        assert server.kill(signal.SIGTERM) == 0
    set_rules(file, change)
    with serving(file) as server:
        asyncio.run(then(server))


def make() -> None:
    """Play a game by the present rules; the record there was becomes the old one."""
    game, rng = find_game(GAME), Random("a record")
    options = game.choices({}, 1)
    start = state = game.new(players=1, seed="a record", **options)
    moves: list[str] = []
    while not state.is_over:
        move = state.plausible(rng)
        state = state.play(move)
        moves += [str(move), *state.answers]
    record, old = FOLDER / "record.json", FOLDER / "old-record.json"
    if record.exists():
        record.replace(old)
    record.write_text(json.dumps(Record.of(start, options, ["Ana"], moves, state).to_json(), separators=(",", ":")))


if __name__ == "__main__":
    make()
