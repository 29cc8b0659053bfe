"""Tables over HTTP: making one, sitting down, looking back."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tenshu.players.levels import LEVELS, USUAL_LEVEL
from tenshu.server.errors import Refused
from tenshu.server.live import documents, messages
from tenshu.server.live.telling import table_document
from tenshu.server.people.identity import Me, Somebody
from tenshu.server.people.names import tidy_name
from tenshu.server.services import Services, services_of
from tenshu.server.store import NotStored
from tenshu.server.tables import playing, seating
from tenshu.server.tables.position import Position
from tenshu.server.tables.records import record_of
from tenshu.server.tables.service import Tables, playable
from tenshu.server.tables.table import Clock, Step, Table
from tenshu.table.errors import Malformed
from tenshu.table.games import find_game, known_games
from tenshu.table.state import Document, State

DAY = 86_400
MOST_MOVES = 200
T = TypeVar("T")

router = APIRouter(prefix="/api")
Name = Annotated[str, Path(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Limit = Annotated[int, Query(ge=1, le=100)]


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class SeatWish(Strict):
    """Who is to sit on a chair."""

    kind: Literal["me", "here", "open", "bot"]
    name: Annotated[str, Field(max_length=100, description="Of somebody at the same screen (`here`).")] = ""
    level: Annotated[str, Field(max_length=40, description="Of a bot.", examples=["master"])] = USUAL_LEVEL


class TurnClock(Strict):
    """So long for every turn."""

    kind: Literal["turn"]
    seconds: Annotated[float, Field(ge=5, le=14 * DAY)]


class BankClock(Strict):
    """So long for the whole game, and something back after each turn."""

    kind: Literal["bank"]
    seconds: Annotated[float, Field(ge=30, le=14 * DAY)]
    increment: Annotated[float, Field(ge=0, le=DAY)] = 0


class NewTable(Strict):
    """A table as it is wished for."""

    game: Annotated[str, Field(max_length=40, examples=["dragon-castle"])]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    options: Annotated[dict[str, Any], Field(max_length=20, description="What the game lets one choose.")] = {}
    public: Annotated[bool, Field(description="Listed for everybody; else only who has its link finds it.")] = False
    start: Annotated[bool, Field(description="Begin as soon as no seat is open.")] = True
    clock: Annotated[TurnClock | BankClock | None, Field(discriminator="kind")] = None
    hints: bool = True
    takebacks: Literal["never", "agree", "free"] = "agree"
    chat: bool = True


class SitDown(Strict):
    seat: Annotated[int | None, Field(ge=0, le=7)] = None


class SeatTo(Strict):
    kind: Literal["open", "bot"]
    level: Annotated[str, Field(max_length=40)] = USUAL_LEVEL


class SeatChange(Strict):
    """Who is to sit on a chair instead."""

    seat: Annotated[int, Field(ge=0, le=7)]
    to: SeatTo


class Move(Strict):
    """A move, for programs that do not keep a socket open."""

    version: messages.Version
    move: messages.MoveText


def _tables(request: Request) -> Tables:
    found: Tables = services_of(request).tables
    return found


def _now(request: Request) -> float:
    return services_of(request).clock.now()


def _seed() -> str:
    return secrets.token_hex(16)


async def _stored(work: Awaitable[T]) -> T:
    try:
        return await work
    except NotStored:
        raise Refused("not-stored") from None


def _told(services: Services, table: Table) -> Document:
    return table_document(table, services.hub.here(table.id))


# Games.


@router.get("/games", response_model=None, responses={200: {"model": documents.GamesDocument}})
async def games() -> Document:
    """The games there are, and the levels of the computer, weakest first."""
    found = [find_game(name) for name in known_games()]
    told = [{"name": game.name, "rules": game.rules, "players": game.catalogue()["players"]} for game in found]
    return {"games": told, "levels": list(LEVELS), "usual": USUAL_LEVEL}


@router.get("/games/{game}")
async def catalogue(game: Annotated[str, Path(max_length=40)]) -> Document:
    """What can be chosen for a game."""
    try:
        return find_game(game).catalogue()
    except Malformed:
        raise Refused("not-there") from None


# Before a game.


@router.post("/tables", status_code=201, response_model=None, responses={201: {"model": documents.TableDocument}})
async def create(request: Request, me: Me, wishes: NewTable) -> Document:
    """Make a table."""
    await services_of(request).limits.hit("tables", me.id)
    clock = wishes.clock
    decided = seating.created(
        seating.Wishes(
            game=wishes.game,
            seats=[seating.SeatWish(seat.kind, _seat_name(seat.name), seat.level) for seat in wishes.seats],
            options=wishes.options,
            public=wishes.public,
            start=wishes.start,
            clock=None if clock is None else Clock(clock.kind, clock.seconds, getattr(clock, "increment", 0.0)),
            hints=wishes.hints,
            takebacks=wishes.takebacks,
            chat=wishes.chat,
        ),
        seating.Guest(me.id, me.name),
        _new_name(),
        _now(request),
        _seed(),
    )
    position = await _tables(request).add(decided)
    return _told(services_of(request), position.table)


def _seat_name(text: str) -> str:
    name = tidy_name(text) if text else ""
    if name is None:
        raise Refused("not-understood", place="seats.name", problem="name")
    return name


def _new_name() -> str:
    """Nobody guesses it: 120 random bits."""
    return secrets.token_urlsafe(15)


@router.get("/tables", response_model=None, responses={200: {"model": documents.TablesDocument}})
async def lobby(
    request: Request,
    game: Annotated[str | None, Query(max_length=40)] = None,
    before: Annotated[float | None, Query(ge=0, le=1e12)] = None,
    limit: Limit = 20,
) -> Document:
    """Public tables that wait for people or are being played, newest change first."""
    services = services_of(request)
    found = await _stored(services.store.lobby(game=game, before=before, limit=limit))
    return {"tables": [_told(services, table) for table in found], "next": _next(found, limit)}


def _next(found: list[Table], limit: int) -> float | None:
    return found[-1].changed if len(found) == limit else None


@router.get("/tables/{name}", response_model=None, responses={200: {"model": documents.TableDocument}})
async def table(request: Request, name: Name) -> Document:
    """A table."""
    found = await _stored(services_of(request).store.table(name))
    if found is None:
        raise Refused("not-there")
    return _told(services_of(request), found)


@router.post("/tables/{name}/join", response_model=None, responses={200: {"model": documents.TableDocument}})
async def join(request: Request, me: Me, name: Name, wish: SitDown | None = None) -> Document:
    """Sit down."""
    seat = wish.seat if wish else None
    guest = seating.Guest(me.id, me.name)
    return await _act(request, name, lambda p: seating.joined(p, guest, seat, _now(request), _seed()))


@router.post("/tables/{name}/leave", status_code=204)
async def leave(request: Request, me: Me, name: Name) -> Response:
    """Stand up, before the start. A table that its last person leaves is gone."""
    await _tables(request).act(name, lambda position: seating.left(position, me.id, _now(request)))
    return Response(status_code=204)


@router.post("/tables/{name}/seats", response_model=None, responses={200: {"model": documents.TableDocument}})
async def change_seat(request: Request, me: Me, name: Name, wish: SeatChange) -> Document:
    """The host opens a seat or gives it to a bot."""
    to = wish.to
    return await _act(
        request,
        name,
        lambda p: seating.seat_changed(p, me.id, wish.seat, to.kind, to.level, _now(request), _seed()),
    )


@router.post("/tables/{name}/start", response_model=None, responses={200: {"model": documents.TableDocument}})
async def start(request: Request, me: Me, name: Name) -> Document:
    """The host begins."""
    return await _act(request, name, lambda p: seating.started(p, me.id, _now(request), _seed()))


async def _act(request: Request, name: str, decide: Any) -> Document:
    position: Position = await _tables(request).act(name, decide)
    return _told(services_of(request), position.table)


@router.post(
    "/tables/{name}/rematch", status_code=201, response_model=None, responses={201: {"model": documents.TableDocument}}
)
async def rematch(request: Request, me: Me, name: Name) -> Document:
    """The same again. Whoever is second finds the table the first one made."""
    await services_of(request).limits.hit("tables", me.id)
    tables, now = _tables(request), _now(request)
    position = await tables.position(name)
    made = position.table.rematch if position.table.seats_of(me.id) else None
    found = await _stored(services_of(request).store.table(made)) if made else None
    if found is not None:
        return _told(services_of(request), found)
    fresh = _new_name()
    new, _ = seating.rematch(position, me.id, fresh, now, instead_of=made)
    await tables.add(seating.begun_if_complete(new, now, _seed()))
    try:
        await tables.act(name, lambda p: seating.rematch(p, me.id, fresh, now, instead_of=made)[1])
    except Refused as refusal:
        await tables.delete(fresh)
        if refusal.code != "rematch-made":
            raise
        fresh = str(refusal.facts["table"])
    return _told(services_of(request), (await tables.position(fresh)).table)


@router.post(
    "/tables/{name}/moves", status_code=201, response_model=None, responses={201: {"model": documents.TableDocument}}
)
async def move(request: Request, me: Me, name: Name, wish: Move) -> Document:
    """Play a move without a socket; answers the table."""
    return await _act(request, name, lambda p: playing.moved(p, me.id, wish.version, wish.move, _now(request)))


# Looking back.


@router.get("/tables/{name}/moments/{ply}", response_model=None, responses={200: {"model": documents.MomentDocument}})
async def moment(request: Request, who: Somebody, name: Name, ply: Annotated[int, Path(ge=0, le=100_000)]) -> Document:
    """What the table was after so many moves: the view of who asks, and how it came about."""
    position = await _tables(request).position(name)
    table = _begun(position)
    if ply > table.ply:
        raise Refused("not-there")
    state = position.state if ply == table.ply else await _tables(request).moment(table, ply)
    seat = _seat_for_view(table, state, who.id if who else None)
    step = (await _stored(services_of(request).store.moves(name, beyond=ply - 1, up_to=ply)))[:1] if ply else []
    return {
        "ply": ply,
        "of": table.ply,
        "seat": seat,
        "view": state.view(seat),
        "scores": state.scores(),
        "to_move": state.to_move,
        "move": _move_document(step[0], state) if step else None,
    }


def _begun(position: Position) -> Table:
    if not position.trail:
        raise Refused("not-playing")
    return position.table


def _seat_for_view(table: Table, state: State, person: str | None) -> int | None:
    mine = table.seats_of(person)
    return state.to_move if state.to_move in mine else (mine[0] if mine else None)


def _move_document(step: Step, after: State) -> Document:
    return {
        "ply": step.ply,
        "seat": step.seat,
        "move": step.text,
        "answers": list(step.answers),
        "events": list(after.events),
        "at": step.at,
    }


@router.get("/tables/{name}/moves", response_model=None, responses={200: {"model": documents.MovesDocument}})
async def moves(
    request: Request,
    name: Name,
    since: Annotated[int, Query(alias="from", ge=0, le=100_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_MOVES)] = 100,
) -> Document:
    """The moves after a ply, with their events."""
    services, tables = services_of(request), _tables(request)
    table = _begun(await tables.position(name))
    state = await tables.moment(table, min(since, table.ply))
    game = playable(table)
    told = []
    for step in await _stored(services.store.moves(name, beyond=since, up_to=min(since + limit, table.ply))):
        state = state.play(game.parse(step.text))
        told.append(_move_document(step, state))
    return {"moves": told, "next": since + len(told) if since + len(told) < table.ply else None}


@router.get("/tables/{name}/scores", response_model=None, responses={200: {"model": documents.ScoresDocument}})
async def scores(request: Request, name: Name) -> Document:
    """How the scores grew from turn to turn, and which cells earned those of now."""
    services, tables = services_of(request), _tables(request)
    table = _begun(await tables.position(name))
    state = await tables.moment(table, 0)
    game = playable(table)
    turns = [{"ply": 0, "scores": state.scores()}]
    for step in await _stored(services.store.moves(name, beyond=0, up_to=table.ply)):
        state = state.play(game.parse(step.text))
        if state.turn_passed or step.ply == table.ply:
            turns.append({"ply": step.ply, "scores": state.scores()})
            # Others wait too: a long game is not told in one breath.
            await asyncio.sleep(0)
    return {"turns": turns, "grounds": state.grounds(), "tie_breaks": state.tie_breaks()}


@router.get("/tables/{name}/record")
async def record(request: Request, name: Name) -> Document:
    """The record of a finished game."""
    store = services_of(request).store
    found = await _stored(store.table(name))
    if found is None:
        raise Refused("not-there")
    return await _stored(record_of(store, found))


@router.get("/tables/{name}/analysis", response_model=None, responses={200: {"model": documents.AnalysisDocument}})
async def analysis(request: Request, name: Name) -> Document:
    """How far the analysis of a game is, and what it found."""
    services = services_of(request)
    position = await services.tables.position(name)
    return dict(await _stored(services.analyses.state(position.table)))


@router.post(
    "/tables/{name}/analysis",
    status_code=202,
    response_model=None,
    responses={202: {"model": documents.AnalysisDocument}},
)
async def analyse(request: Request, me: Me, name: Name) -> Document:
    """Begin the analysis of a finished game, or find the one there is."""
    await services_of(request).limits.hit("analyses", me.id)
    services = services_of(request)
    position = await services.tables.position(name)
    return dict(await _stored(services.analyses.begin(position.table)))


# People's games.


@router.get("/me/tables", response_model=None, responses={200: {"model": documents.MyTablesDocument}})
async def my_tables(
    request: Request,
    me: Me,
    status: Literal["open", "playing", "finished"] | None = None,
    before: Annotated[float | None, Query(ge=0, le=1e12)] = None,
    limit: Limit = 20,
) -> Document:
    """My tables: those that wait for me, then the others, newest change first."""
    services = services_of(request)
    store = services.store
    waiting = [] if before else await _stored(store.waiting_for(me.id, limit))
    found = await _stored(store.tables_of(me.id, status=status, before=before, limit=limit))
    first = [each for each in waiting if status in (None, each.status)]
    named = {each.id for each in first}
    listed = [*first, *(each for each in found if each.id not in named)]
    return {
        "tables": [_told(services, each) for each in listed],
        "waiting": [each.id for each in waiting],
        "next": _next(found, limit),
    }


@router.get("/me/statistics", response_model=None, responses={200: {"model": documents.StatisticsDocument}})
async def my_statistics(request: Request, me: Me) -> Document:
    """How my games went, by game and number of players."""
    return {"statistics": await _stored(services_of(request).store.statistics(me.id))}


@router.get("/people/{person}", response_model=None, responses={200: {"model": documents.SomebodyDocument}})
async def somebody(
    request: Request, person: Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
) -> Document:
    """A person, their public games that are over, and how their games went."""
    services = services_of(request)
    found = await services.people.by_id(person)
    if found is None:
        raise Refused("not-there")
    finished = await _stored(services.store.tables_of(person, status="finished", limit=50))
    return {
        "person": {"id": found.id, "name": found.name, "guest": found.guest},
        "tables": [_told(services, each) for each in finished if each.public],
        "statistics": await _stored(services.store.statistics(person)),
    }


@router.get("/schema.json")
async def schema() -> Document:
    """JSON Schema of what is said over the socket: by the client, and by the server."""
    return {"client": messages.READER.json_schema(), "server": documents.TOLD.json_schema()}
