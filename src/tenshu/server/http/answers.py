"""How answers are written."""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import BaseModel, Field
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from tenshu.server import metrics
from tenshu.server.errors import Refused
from tenshu.server.http.words import language_of, sentence_of


class Problem(BaseModel):
    """Why nothing was done."""

    code: str = Field(description="Stable; programs decide by it.", examples=["nobody"])
    sentence: str = Field(description="For a person.", examples=["Say who you are first."])
    facts: dict[str, Any] = Field(description="The figures in it.", examples=[{}])


class Refusal(BaseModel):
    """Every answer that is not 2xx or 3xx."""

    error: Problem


class Json(Response):
    """A document that is ready to be written."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content, default=str)


def refusal(refused: Refused, scope: Scope, status: int | None = None) -> Json:
    """The answer to a request that is refused."""
    language = language_of(Headers(scope=scope).get("accept-language", ""))
    metrics.REFUSALS.labels(refused.code).inc()
    document = {"code": refused.code, "sentence": sentence_of(refused, language), "facts": refused.facts}
    headers = {"content-language": language}
    if refused.code == "too-fast":
        headers["retry-after"] = str(refused.facts.get("seconds", 1))
    if refused.code == "nobody":
        headers["www-authenticate"] = "Bearer"
    return Json({"error": document}, status or refused.status, headers)
