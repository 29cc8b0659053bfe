"""Word to people who are not at the table: noted, called, tried again, over restarts and in several processes."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tenshu.server.people import webhooks
from tenshu.server.people.calling import signature
from tenshu.server.settings import Settings
from tests.server.http.inside import Browser, Inside, inside
from tests.server.people.hooks import Hook, listening

PRIVATE: dict[str, Any] = {"private_webhooks": True}


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(webhooks, "AGAIN_AFTER", (0.2,) * 5)


def with_hook(server: Inside, name: str, hook: Hook) -> tuple[Browser, str]:
    browser = server.guest(name)
    return browser, browser.patch("/api/me", {"webhook": hook.url}).json()["secret"]


def begin(host: Browser, guest: Browser) -> str:
    """A game that waits for its host, begun by the guest who came last."""
    game = host.get("/api/games").json()["games"][0]["name"]
    wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
    for _ in range(50):
        answer = host.post("/api/tables", wish)
        assert answer.status_code == 201, answer.text
        table = answer.json()["id"]
        begun = guest.post(f"/api/tables/{table}/join", {}).json()
        assert begun["status"] == "playing"
        if begun["to_move"] == 0:
            return str(table)
    raise AssertionError("it is never the host's turn")


def left(server: Inside) -> int:
    """Deliveries that are still to be made."""

    async def count() -> int:
        from sqlalchemy import func, select

        from tenshu.server.store import models

        rows = await server.services.store._all(select(func.count()).select_from(models.deliveries))
        return int(rows[0][0])

    return server.run(count())


def wait_until_none_is_left(server: Inside) -> None:
    end = time.monotonic() + 60
    while left(server):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_whose_turn_it_is_hears_of_it() -> None:
    with listening() as hook, inside(**PRIVATE, public_url="http://castle.example") as server:
        ana, secret = with_hook(server, "Ana", hook)
        bea, _ = with_hook(server, "Bea", hook)
        table = begin(ana, bea)
        [call] = hook.wait(1)
        assert call.document == {
            "event": "turn", "table": table, "path": f"/tables/{table}", "name": "Ana",
            "game": ana.get("/api/games").json()["games"][0]["name"],
            "text": f"Ana, it is your turn: http://castle.example/tables/{table}",
            "content": f"Ana, it is your turn: http://castle.example/tables/{table}",
        }  # fmt: skip
        assert call.headers["tenshu-signature"] == signature(call.body, secret)
        wait_until_none_is_left(server)
        assert len(hook.calls) == 1


def test_only_the_next_to_play_hears_of_a_turn_once() -> None:
    with listening() as hook, inside(**PRIVATE) as server:
        ana = server.guest("Ana")
        bea, _ = with_hook(server, "Bea", hook)
        table = begin(ana, bea)
        for _ in range(50):
            position = server.services.tables.remembered(table)
            if position.table.to_move == 1:
                break
            move = {"version": position.table.version, "move": str(position.state.legal_moves()[0])}
            assert ana.post(f"/api/tables/{table}/moves", move).status_code == 201
        [call] = hook.wait(1)
        assert call.document["name"] == "Bea"
        wait_until_none_is_left(server)
        assert len(hook.calls) == 1


def test_a_call_that_fails_is_made_again_at_most_five_times() -> None:
    with listening(500, 503, 302) as hook, inside(**PRIVATE) as server:
        ana, _ = with_hook(server, "Ana", hook)
        begin(ana, server.guest("Bea"))
        calls = hook.wait(4)
        assert len({call.body for call in calls}) == 1
        assert all(later.at - earlier.at >= 0.15 for earlier, later in pairwise(calls))
        wait_until_none_is_left(server)

        hook.statuses[:] = [500] * 10
        begin(ana, server.guest("Bea"))
        hook.wait(10)
        wait_until_none_is_left(server)
        assert len(hook.calls) == 10


def test_the_schedule_is_that_of_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert webhooks.AGAIN_AFTER == (10, 60, 600, 3600, 6 * 3600)


def test_a_restart_forgets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path / 'test.db'}"
    with listening(500) as hook:
        with inside(**PRIVATE, database=database) as server:
            ana, _ = with_hook(server, "Ana", hook)
            monkeypatch.setattr(webhooks, "AGAIN_AFTER", (1.0,) * 5)
            begin(ana, server.guest("Bea"))
            hook.wait(1)
        with inside(**PRIVATE, database=database) as server:
            hook.wait(2)
            wait_until_none_is_left(server)


def test_who_no_longer_wants_to_hear_does_not() -> None:
    with listening(500) as hook, inside(**PRIVATE) as server:
        ana, _ = with_hook(server, "Ana", hook)
        hook.may_answer.clear()
        begin(ana, server.guest("Bea"))
        hook.wait(1)
        ana.patch("/api/me", {"webhook": None})
        hook.may_answer.set()
        wait_until_none_is_left(server)
        assert len(hook.calls) == 1


def test_who_is_at_the_table_does_not_hear_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as hook, inside(**PRIVATE) as server:
        ana, _ = with_hook(server, "Ana", hook)
        id = ana.get("/api/me").json()["person"]["id"]
        monkeypatch.setattr(server.services.hub, "here", lambda _table: {id})
        begin(ana, server.guest("Bea"))
        time.sleep(0.3)
        assert (hook.calls, left(server)) == ([], 0)


def test_private_targets_are_not_called_however_they_came_there() -> None:
    with listening() as hook, inside() as server:
        ana = server.guest("Ana")
        id = ana.get("/api/me").json()["person"]["id"]
        target = f"http://localhost:{hook.port}/"
        server.run(server.services.store.change_person(id, webhook=target, webhook_secret="x"))
        begin(ana, server.guest("Bea"))
        wait_until_none_is_left(server)
        assert hook.calls == []


def test_two_processes_make_one_call(postgresql: str) -> None:
    settings = Settings(database=postgresql, limits=0, bots=1, private_webhooks=True)
    with listening() as hook, inside(settings) as one, inside(settings) as two:
        ana, _ = with_hook(one, "Ana", hook)
        for _ in range(5):
            begin(ana, one.guest("Bea"))
        hook.wait(5)
        wait_until_none_is_left(two)
        time.sleep(0.3)
        assert len(hook.calls) == len({call.document["table"] for call in hook.calls}) == 5


def test_the_end_of_a_game_is_told_to_all() -> None:
    from tenshu.server.tables.position import Position
    from tenshu.server.tables.table import Seat, Step, Table

    seats = (Seat("person", "Ana", "ana"), Seat("bot", level="x"), Seat("person", "Bea", "bea"))
    table = Table("t", "g", 1, {}, seats, "ana", 0.0, status="finished", ended=5.0)
    assert webhooks.whom_to_tell(Position(table), Step(9, "move", 5.0)) == ["ana", "bea"]
    assert webhooks.whom_to_tell(Position(table), Step(10, "rematch", 6.0)) == []
