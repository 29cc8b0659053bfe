"""Lays tables for the browser tests: writes an SQLite file with scenes and says what lies there.

    python -m web.tests.house.prepare DATABASE < scenes.json

A scene is a table at a moment somebody wants to look at: seats, options, a seed or a position, and how far it has been
played. The server's own services store it, so a server started on the file finds nothing it could not have made itself.

| key | meaning |
|---|---|
| `name` | by which the tests ask for it |
| `game`, `options`, `public`, `clock`, `hints`, `takebacks`, `chat`, `start` | as in docs/protocol.md |
| `seats` | `person` and `here` (at the first person's screen) with a `name`, `open`, `bot` with a `level` |
| `circle` | scenes of one circle share their people; otherwise everybody is new |
| `seed` | of the deal; the name unless told |
| `position` | the game's document to begin at, instead of a deal |
| `drawn` | the same as a drawing: the keys of the game's rule cases |
| `moves` | moves to play |
| `play` | then the computer plays on for everybody: `level`, at least `plies` moves, and on until a move that begins
  with `until` is legal for `seat` (and one of these `leads` to a move that begins so); or to the `end` |
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import tenshu.games  # noqa: F401  (makes the games known)
from tenshu.server.clock import WallClock
from tenshu.server.people.person import Person
from tenshu.server.people.service import People
from tenshu.server.store import Store
from tenshu.server.tables import playing, seating
from tenshu.server.tables.clocks import turn_begun
from tenshu.server.tables.position import Decided, Position
from tenshu.server.tables.service import Tables
from tenshu.server.tables.table import Clock, Snapshot
from tenshu.server.tables.trail import Trail
from tenshu.server.thinking import work
from tenshu.table.games import find_game
from tenshu.table.state import State

Document = dict[str, Any]
MOST_TURNS = 1_000


def _dragon_castle(drawing: Document) -> Document:
    from tests.dragon_castle.case_runner import document_of

    return document_of(drawing)


def _white_castle(drawing: Document) -> Document:
    from tests.white_castle.positions import document_of

    return document_of(drawing)


DRAWINGS: dict[str, Callable[[Document], Document]] = {"dragon-castle": _dragon_castle, "white-castle": _white_castle}


class Stage:
    """A database file, and the services that write it."""

    def __init__(self, store: Store) -> None:
        self.clock = WallClock()
        self.people = People(store, self.clock)
        self.tables = Tables(store, self.clock)
        self.known: dict[tuple[str, str], Person] = {}

    async def person(self, circle: str, name: str) -> Person:
        key = circle, name
        if key not in self.known:
            self.known[key] = await self.people.become_guest(name)
        return self.known[key]

    def told(self, person: Person) -> Document:
        return {"id": person.id, "name": person.name, "cookie": self.people.cookies.written(person.id, person.epoch)}

    async def lay(self, scene: Document) -> Document:
        circle = str(scene.get("circle", scene["name"]))
        names = [seat["name"] for seat in scene["seats"] if seat["kind"] == "person"]
        people = [await self.person(circle, name) for name in names]
        table = await self.begun(scene, people)
        if scene.get("start", True) and all(seat["kind"] != "open" for seat in scene["seats"]):
            await self.played(table, scene)
        return {"table": table, "people": {person.name: self.told(person) for person in people}}

    async def begun(self, scene: Document, people: list[Person]) -> str:
        """The table, with everybody seated."""
        host = people[0]
        name, now, seed = secrets.token_urlsafe(6), self.clock.now(), str(scene.get("seed", scene["name"]))
        persons = iter(people)
        wishes: list[seating.SeatWish] = []
        joining: list[tuple[int, Person]] = []
        for number, seat in enumerate(scene["seats"]):
            if seat["kind"] == "person":
                person = next(persons)
                if person is not host:
                    joining.append((number, person))
                wishes.append(seating.SeatWish("me" if person is host else "open"))
            else:
                wishes.append(
                    seating.SeatWish(seat["kind"], **{key: seat[key] for key in ("name", "level") if key in seat})
                )
        clock = scene.get("clock")
        decided = seating.created(
            seating.Wishes(
                game=scene.get("game", "dragon-castle"),
                seats=wishes,
                options=scene.get("options", {}),
                public=scene.get("public", False),
                start=scene.get("start", True),
                clock=None if clock is None else Clock(**clock),
                hints=scene.get("hints", True),
                takebacks=scene.get("takebacks", "agree"),
                chat=scene.get("chat", True),
            ),
            seating.Guest(host.id, host.name),
            name,
            now,
            seed,
        )
        await self.tables.add(self.placed(decided, scene))
        for number, person in joining:
            guest = seating.Guest(person.id, person.name)

            def sit(position: Position, guest: seating.Guest = guest, number: int = number) -> Decided:
                return self.placed(seating.joined(position, guest, number, self.clock.now(), seed), scene)

            await self.tables.act(name, sit)
        return name

    def placed(self, decided: Decided, scene: Document) -> Decided:
        """A game that has just begun, at the scene's own position if it has one."""
        document = scene.get("position")
        if "drawn" in scene:
            document = DRAWINGS[decided.position.table.game](scene["drawn"])
        if document is None or not decided.position.trail:
            return decided
        state = find_game(decided.position.table.game).load(document)
        table = turn_begun(decided.change.table, state, self.clock.now())
        change = replace(decided.change, table=table, snapshot=Snapshot(0, state.to_json()))
        return Decided(change, Position(table, Trail([state])))

    async def move(self, table: str, move: str) -> Position:
        def decide(position: Position) -> Decided:
            seat = position.table.to_move
            assert seat is not None, f"{table}: the game is over, {move} cannot be played"
            chair = position.table.seats[seat]
            person = None if chair.bot else chair.person
            return playing.moved(position, person, position.table.version, move, self.clock.now())

        return await self.tables.act(table, decide)

    async def played(self, table: str, scene: Document) -> None:
        position = await self.tables.position(table)
        for move in scene.get("moves", []):
            position = await self.move(table, move)
        play = scene.get("play")
        if play is None:
            return
        begun = position.table.ply
        for number in range(MOST_TURNS):
            seat = position.table.to_move
            if seat is None:
                break
            seed = f"{scene.get('seed', scene['name'])}:{play.get('seed')}:{number}"
            for move in work.turn(position.state.view(seat), play.get("level", "visitor"), seed):
                if position.table.ply - begun >= play.get("plies", 0) and arrived(play, position):
                    return
                position = await self.move(table, move)
        if not play.get("end"):
            raise SystemExit(f"{scene['name']}: the moment that was asked for never came")


def arrived(play: Document, position: Position) -> bool:
    if play.get("end") or position.table.to_move != play.get("seat", position.table.to_move):
        return False
    found = legal(position.state, play.get("until", ""))
    return any("leads" not in play or legal(position.state.play(move), play["leads"]) for move in found)


def legal(state: State, beginning: str) -> list[str]:
    return [str(move) for move in state.legal_moves() if str(move).startswith(beginning)]


async def prepare(database: str, scenes: list[Document]) -> Document:
    store = await Store.open(f"sqlite:///{database}", synchronous="OFF")
    try:
        stage = Stage(store)
        await stage.people.start()
        told = {scene["name"]: await stage.lay(scene) for scene in scenes}
        await stage.people.stop()
        return told
    finally:
        await store.close()


if __name__ == "__main__":
    json.dump(asyncio.run(prepare(sys.argv[1], json.load(sys.stdin))), sys.stdout)
