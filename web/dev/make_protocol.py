"""Writes web/protocol.json: everything the server and the client say to each other, as one JSON Schema.

`npm --prefix web run protocol` runs this and then makes web/src/lib/protocol/schema.ts of it. Tests hold both to be
fresh.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from tenshu.server.http import people, tables
from tenshu.server.http.openapi import describe
from tenshu.server.live import documents, messages

FILE = Path(__file__).parent.parent / "protocol.json"
Schema = dict[str, Any]


def protocol() -> Schema:
    application = FastAPI(title="tenshu", version="1")
    for router in (people.router, tables.router):
        application.include_router(router, prefix="/api")
    describe(application)
    defined = {name: _tidy(schema) for name, schema in application.openapi()["components"]["schemas"].items()}
    _add(defined, "ClientMessage", messages.READER.json_schema(), prefix="Client")
    _add(defined, "ServerMessage", documents.TOLD.json_schema(), prefix="")
    return {"$defs": dict(sorted(defined.items()))}


def _add(defined: Schema, name: str, schema: Schema, prefix: str) -> None:
    for own, definition in schema.pop("$defs").items():
        tidy = _tidy(definition, prefix)
        assert defined.setdefault(f"{prefix}{own}", tidy) == tidy, own
    defined[name] = _tidy(schema, prefix)


def _tidy(schema: Any, prefix: str = "") -> Any:
    """Without titles and examples, which say nothing; with references into one list of definitions."""
    if isinstance(schema, list):
        return [_tidy(part, prefix) for part in schema]
    if not isinstance(schema, dict):
        return schema
    dull = {"title", "examples", "discriminator"} if not _is_properties(schema) else set()
    made = {key: _tidy(value, prefix) for key, value in schema.items() if key not in dull}
    if isinstance(made.get("$ref"), str):
        made["$ref"] = f"#/$defs/{prefix}{made['$ref'].rsplit('/', 1)[1]}"
    return made


def _is_properties(schema: Schema) -> bool:
    """A list of fields, in which `title` would be a field's name."""
    return bool(schema) and all(isinstance(value, dict) for value in schema.values())


def text() -> str:
    return json.dumps(protocol(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
