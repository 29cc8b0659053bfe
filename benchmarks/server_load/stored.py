"""A database full of games: real openings of a few games, given to as many tables as wanted by the database itself.

store_games("sqlite:////tmp/club.db", 100_000)

The database must be up to date (a server or `Store.open` has seen it) and, if it is SQLite, no server may have it open.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from sqlalchemy import Connection, Engine, create_engine, event, insert, text

import tenshu.games  # noqa: F401  (makes the games known)
from tenshu.server.store import engines, models
from tenshu.server.store.rows import participant_rows, table_row
from tenshu.server.tables.table import Seat, Status, Table
from tenshu.server.tables.trail import SNAPSHOT_EVERY
from tenshu.table.games import find_game
from tenshu.table.state import Document, State

GAME = "dragon-castle"
SEATS = 4
PLIES = 60
DEALS = 20
"""Different games that are played; every table has the history of one of them."""
THEN = 1_700_000_000.0
"""When the first of them began; one a minute."""
AT_ONCE = 5_000
_STEPS = """
    INSERT INTO steps (table_id, revision, kind, at, person, seat, version, ply, text, answers, closed, stands)
    SELECT c.table_id, d.revision, d.kind, c.at + d.at, p.person, d.seat, d.version, d.ply, d.text, NULL, d.closed, TRUE
    FROM chosen c JOIN deal_steps d ON d.deal = c.deal
    JOIN participants p ON p.table_id = c.table_id AND p.seat = d.seat
    ORDER BY c.table_id, d.revision
"""
_SNAPSHOTS = """
    INSERT INTO snapshots (table_id, ply, document)
    SELECT c.table_id, d.ply, d.document FROM chosen c JOIN deal_snapshots d ON d.deal = c.deal
    ORDER BY c.table_id, d.ply
"""


@dataclass
class Deal:
    """A game that was really played."""

    state: State
    steps: list[Document] = field(default_factory=list)
    snapshots: list[Document] = field(default_factory=list)


def store_games(
    address: str,
    games: int,
    *,
    status: Status = "finished",
    public: float = 0.3,
    people: Sequence[str] = (),
    seed: int = 1,
) -> list[str]:
    """Stores so many four-player games of 60 plies; the ids of their tables. A part of them is `public`. They are
    played by these people, who must be there, or by some that are made up."""
    rng = Random(seed)
    deals = [_played(Random(f"{seed} {number}"), number) for number in range(min(DEALS, games))]
    engine = _engine(address)
    with engine.begin() as connection:
        if not people:
            people = _strangers(connection, max(SEATS, games // 20))
        ids = sorted(secrets.token_urlsafe(15) for _ in range(games))
        _make_room(connection)
        _store_deals(connection, deals)
        tables = _tables(ids, deals, status, public, people, rng)
        while part := list(islice(tables, AT_ONCE)):
            _store_tables(connection, part, len(deals))
        connection.execute(text(_STEPS))
        connection.execute(text(_SNAPSHOTS))
        for name in ("chosen", "deal_steps", "deal_snapshots"):
            connection.execute(text(f"DROP TABLE {name}"))
    engine.dispose()
    return ids


def _engine(address: str) -> Engine:
    url = engines.parse(address)
    if url.get_backend_name() == "postgresql":
        return create_engine(url.set(drivername="postgresql+psycopg"), json_serializer=engines.dumps)
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), json_serializer=engines.dumps)

    @event.listens_for(engine, "connect")
    def hurry(connection: object, _: object) -> None:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -262144"):
            connection.execute(f"PRAGMA {pragma}")  # type: ignore[attr-defined]

    return engine


def _played(rng: Random, number: int) -> Deal:
    state = find_game(GAME).new(seed=number, players=SEATS)
    deal = Deal(state, snapshots=[{"ply": 0, "document": state.to_json()}])
    for ply in range(1, PLIES + 1):
        moves = deal.state.legal_moves()
        move = moves[int(rng.random() * len(moves))]
        seat = deal.state.to_move
        deal.state = deal.state.play(move)
        deal.steps.append(
            {
                "revision": ply + 1, "kind": "move", "at": 20.0 * ply, "seat": seat, "version": ply - 1, "ply": ply,
                "text": str(move), "closed": bool(deal.state.reveals or deal.state.turn_passed),
            }
        )  # fmt: skip
        if ply % SNAPSHOT_EVERY == 0:
            deal.snapshots.append({"ply": ply, "document": deal.state.to_json()})
    deal.steps.insert(0, {**deal.steps[0], "revision": 1, "kind": "created", "version": None, "ply": 0, "text": ""})
    return deal


def _strangers(connection: Connection, number: int) -> list[str]:
    rows = [{"id": secrets.token_urlsafe(12), "name": f"Guest {n}", "created": THEN, "epoch": 0} for n in range(number)]
    for start in range(0, number, AT_ONCE):
        connection.execute(insert(models.people), rows[start : start + AT_ONCE])
    return [str(row["id"]) for row in rows]


def _make_room(connection: Connection) -> None:
    json = "JSONB" if connection.dialect.name == "postgresql" else "TEXT"
    for shape in (
        "chosen (table_id TEXT PRIMARY KEY, deal INTEGER, at DOUBLE PRECISION)",
        "deal_steps (deal INTEGER, revision INTEGER, kind TEXT, at DOUBLE PRECISION, seat INTEGER, version INTEGER,"
        " ply INTEGER, text TEXT, closed BOOLEAN, PRIMARY KEY (deal, revision))",
        f"deal_snapshots (deal INTEGER, ply INTEGER, document {json}, PRIMARY KEY (deal, ply))",
    ):
        connection.execute(text(f"CREATE TEMPORARY TABLE {shape}"))


def _store_deals(connection: Connection, deals: list[Deal]) -> None:
    for number, deal in enumerate(deals):
        for step in deal.steps:
            connection.execute(
                text(
                    "INSERT INTO deal_steps VALUES"
                    " (:deal, :revision, :kind, :at, :seat, :version, :ply, :text, :closed)"
                ),
                {"deal": number, **step},
            )
        for snapshot in deal.snapshots:
            document = engines.dumps(snapshot["document"])
            kind = "CAST(:document AS JSONB)" if connection.dialect.name == "postgresql" else ":document"
            connection.execute(
                text(f"INSERT INTO deal_snapshots VALUES (:deal, :ply, {kind})"),
                {"deal": number, "ply": snapshot["ply"], "document": document},
            )


def _tables(
    ids: list[str], deals: list[Deal], status: Status, public: float, people: Sequence[str], rng: Random
) -> Iterator[Table]:
    game = find_game(GAME)
    options = game.choices({}, SEATS)
    for number, id in enumerate(ids):
        state = deals[number % len(deals)].state
        began = THEN + 60.0 * number
        ended = began + 20.0 * PLIES
        start = int(rng.random() * len(people))
        seats = [people[(start + seat) % len(people)] for seat in range(SEATS)]
        finished = status == "finished"
        scores = state.scores()
        yield Table(
            id=id,
            game=game.name,
            rules=game.rules,
            options=options,
            seats=tuple(Seat("person", f"Guest {n}", person) for n, person in enumerate(seats)),
            host=seats[0],
            created=began,
            public=rng.random() < public,
            status=status,
            revision=PLIES + 1,
            version=PLIES,
            ply=PLIES,
            to_move=None if finished else state.to_move,
            result={"scores": scores, "places": scores["ranking"], "resigned": [], "complete": True}
            if finished
            else None,
            changed=ended,
            started=began,
            ended=ended if finished else None,
        )


def _store_tables(connection: Connection, tables: list[Table], deals: int) -> None:
    connection.execute(insert(models.tables), [table_row(table) for table in tables])
    connection.execute(insert(models.participants), [row for table in tables for row in participant_rows(table)])
    connection.execute(
        text("INSERT INTO chosen VALUES (:id, :deal, :at)"),
        [
            {"id": table.id, "deal": round((table.created - THEN) / 60) % deals, "at": table.created}
            for table in tables
        ],
    )  # fmt: skip
