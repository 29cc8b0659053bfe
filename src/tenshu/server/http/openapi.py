"""The OpenAPI document: what FastAPI finds out, with our refusals instead of its own."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from tenshu.server.http.answers import Refusal

ABOUT = (
    "Castle board games for people and for programs. Every refusal has the same form; `code` says why. "
    "A program sends `Authorization: Bearer TOKEN`, a browser the cookie `tenshu`. "
    "Positions, moves and sockets are described in docs/formats.md and docs/protocol.md."
)
REFUSED = {
    "description": "Refused; nothing has changed.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}
METHODS = ("get", "post", "put", "patch", "delete")


def describe(application: FastAPI) -> None:
    """Make the document once, when it is first asked for."""

    def document() -> dict[str, Any]:
        if not application.openapi_schema:
            application.openapi_schema = _document(application)
        return application.openapi_schema

    application.openapi = document  # type: ignore[method-assign]


def _document(application: FastAPI) -> dict[str, Any]:
    made = get_openapi(
        title=application.title, version=application.version, description=ABOUT, routes=application.routes
    )
    components = made.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    refusal = Refusal.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= refusal.pop("$defs") | {"Refusal": refusal}
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "tenshu"},
    }
    made["security"] = [{}, {"token": []}, {"cookie": []}]
    for operations in made["paths"].values():
        for method in METHODS:
            if method in operations:
                _settle(operations[method]["responses"])
    return made


def _settle(responses: dict[str, Any]) -> None:
    """Ours: any operation may be refused for what is sent (4XX) or because nothing can be stored (503)."""
    responses.pop("422", None)
    responses.setdefault("4XX", REFUSED)
    responses.setdefault("503", REFUSED)
