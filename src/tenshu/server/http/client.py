"""The browser client: files built by `make web`, and one page for all its addresses."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tenshu.server.http.words import language_of, words_in

FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+")
"""How a builder names a file after what is in it."""
PAGE = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>Tenshu</title><p>{sentence}</p></html>"
)


def folder_of_the_client() -> Path:
    return Path(str(files("tenshu.server").joinpath("static")))


class ClientRoute(Route):
    """Everything that is not under /api and has no route of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = StaticFiles(directory=folder, check_dir=False)
        super().__init__("/{path:path}", self._answer, methods=["GET"], include_in_schema=False, name="client")

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"] == "/api" or scope["path"].startswith("/api/"):
            return Match.NONE, {}
        match, child = super().matches(scope)
        return match, {**child, "route": self}

    async def _answer(self, request: Request) -> Response:
        path = request.path_params["path"]
        if not (self._folder / "index.html").is_file():
            return _not_built(request) if _is_page(path) else _nothing()
        try:
            return await self._file(path or "index.html", request.scope)
        except HTTPException as problem:
            if problem.status_code != 404 or not _is_page(path):
                raise
        return await self._file("index.html", request.scope)

    async def _file(self, path: str, scope: Scope) -> Response:
        answer = await self._files.get_response(path, scope)
        hashed = answer.status_code < 400 and HASHED.search(PurePosixPath(path).name)
        answer.headers["cache-control"] = FOREVER if hashed else ALWAYS_ASK
        return answer


def _is_page(path: str) -> bool:
    """`tables/ID` is an address of the client; `favicon.ico` is a file."""
    return "." not in PurePosixPath(path).name


def _nothing() -> Any:
    raise HTTPException(404)


def _not_built(request: Request) -> Response:
    language = language_of(request.headers.get("accept-language", ""))
    sentence = words_in(language).say("client.not-built", command="<code>make web</code>")
    return HTMLResponse(PAGE.format(language=language, sentence=sentence), headers={"cache-control": ALWAYS_ASK})
