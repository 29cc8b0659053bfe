"""Games as tables for people who learn from them: every decision a row of `positions.parquet`, docs/research.md.

The records go beside it unchanged, so that nothing is lost; what a row says is made from them by playing them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from tenshu.table.games import find_game
from tenshu.table.places import places
from tenshu.table.record import Record

INSTALL = 'pip install "tenshu[data]"'
RECORDS, GAMES, POSITIONS = "records.jsonl", "games.parquet", "positions.parquet"
GAMES_AT_ONCE = 64
"""Written together, so that a long match needs no more memory than a short one."""
SCHEMA = "tenshu.schema"
VERSION = "1"


class MissingArrow(ImportError):
    """pyarrow, the extra `data`, is not installed."""

    def __init__(self) -> None:
        super().__init__(f"pyarrow is not installed; {INSTALL} brings it", name="pyarrow")


def arrow() -> ModuleType:
    """Raises `MissingArrow`."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise MissingArrow from None
    assert pyarrow.parquet is not None
    module: ModuleType = pa
    return module


@dataclass(frozen=True)
class Written:
    """How much was written."""

    games: int
    positions: int


def schemas(pa: Any) -> tuple[Any, Any]:
    """Of games and of positions."""
    told = {SCHEMA: VERSION}
    games = pa.schema(
        [
            ("game_id", pa.int32()),
            ("game", pa.dictionary(pa.int8(), pa.string())),
            ("rules", pa.int16()),
            ("encoding", pa.dictionary(pa.int8(), pa.string())),
            ("options", pa.string()),
            ("players", pa.list_(pa.string())),
            ("totals", pa.list_(pa.int16())),
            ("places", pa.list_(pa.int8())),
            ("decisions", pa.int32()),
        ],
        metadata=told,
    )
    positions = pa.schema(
        [
            ("game_id", pa.int32()),
            ("decision", pa.int32()),
            ("turn", pa.int16()),
            ("seat", pa.int8()),
            ("player", pa.dictionary(pa.int16(), pa.string())),
            ("move", pa.string()),
            ("action", pa.int16()),
            ("legal", pa.list_(pa.int16())),
            ("observation", pa.binary()),
            ("total", pa.int16()),
            ("place", pa.int8()),
            ("share", pa.float32()),
        ],
        metadata=told,
    )
    return games, positions


def export(records: Iterable[Record], folder: Path) -> Written:
    """Write finished games into a folder, which is made; files of an earlier export are replaced.

    Raises `MissingArrow` before anything is written, and what playing a record raises.
    """
    pa = arrow()
    folder.mkdir(parents=True, exist_ok=True)
    game_schema, position_schema = schemas(pa)
    written, decisions, source = 0, 0, iter(records)
    with (
        (folder / RECORDS).open("w", encoding="utf-8") as lines,
        pa.parquet.ParquetWriter(folder / GAMES, game_schema, compression="zstd") as games,
        pa.parquet.ParquetWriter(folder / POSITIONS, position_schema, compression="zstd") as positions,
    ):
        while some := list(islice(source, GAMES_AT_ONCE)):
            about, rows = [], []
            for number, record in enumerate(some, start=written):
                lines.write(json.dumps(record.to_json(), separators=(",", ":"), ensure_ascii=False) + "\n")
                mine = list(_positions(number, record))
                about.append(_game(number, record, len(mine)))
                rows += mine
            games.write_table(pa.Table.from_pylist(about, game_schema))
            positions.write_table(pa.Table.from_pylist(rows, position_schema))
            written, decisions = written + len(some), decisions + len(rows)
    return Written(written, decisions)


def _result(record: Record) -> tuple[list[int], list[int], list[float]]:
    """By seat: total, place (1 is the best), share of the win."""
    assert record.result is not None, "only finished games are written"
    seats = len(record.seats)
    totals = [sheet["total"] for sheet in record.result["players"][:seats]]
    place, share, before = [1] * seats, [0.0] * seats, 0
    for rank, sharing in enumerate(places(record.result)):
        for seat in sharing:
            if seat < seats:
                place[seat] = before + 1
                share[seat] = 1 / len(sharing) if rank == 0 else 0.0
        before += len(sharing)
    return totals, place, share


def _game(number: int, record: Record, decisions: int) -> dict[str, Any]:
    made = find_game(record.game).encoding
    totals, place, _ = _result(record)
    return {
        "game_id": number,
        "game": record.game,
        "rules": record.rules,
        "encoding": made().name if made is not None else "",
        "options": json.dumps(record.options, ensure_ascii=False, sort_keys=True),
        "players": list(record.seats),
        "totals": totals,
        "places": place,
        "decisions": decisions,
    }


def _positions(number: int, record: Record) -> Iterator[dict[str, Any]]:
    """Every decision with the move that was made, as its seat saw it. Without an encoding there are moves only."""
    made = find_game(record.game).encoding
    encoding = made() if made is not None else None
    totals, place, share = _result(record)
    turn = 0
    for decision, (told, state) in enumerate(record.states()):
        turn += state.turn_passed
        seat = state.to_move
        if seat is None:
            return
        move = record.moves[told]
        yield {
            "game_id": number,
            "decision": decision,
            "turn": turn,
            "seat": seat,
            "player": record.seats[seat],
            "move": move,
            "action": None if encoding is None else encoding.number(move),
            "legal": None if encoding is None else [encoding.number(each) for each in state.legal_moves()],
            "observation": None if encoding is None else bytes(encoding.observe(state, seat)),
            "total": totals[seat],
            "place": place[seat],
            "share": share[seat],
        }
