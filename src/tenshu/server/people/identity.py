"""Who is asking: from the cookie, or from the token a program sends."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from tenshu.server.errors import Refused
from tenshu.server.people.cookies import COOKIE
from tenshu.server.people.person import Person
from tenshu.server.services import services_of


async def identify(connection: HTTPConnection) -> Person | None:
    """The person behind a request or the handshake of a socket. A token that is none is nobody, whatever the cookie."""
    people = services_of(connection).people
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind:
        found = await people.by_token(token.strip()) if kind.lower() == "bearer" else None
    else:
        found = await people.by_cookie(session_cookie(connection))
    connection.state.person = found
    return found


def session_cookie(connection: HTTPConnection) -> str:
    """The cookie that says who asks; empty if there is none or a token says it."""
    return "" if "authorization" in connection.headers else connection.cookies.get(COOKIE, "")


async def somebody(connection: HTTPConnection) -> Person | None:
    """Who asks, if they have said who they are."""
    return await identify(connection)


async def person(found: Annotated[Person | None, Depends(somebody)]) -> Person:
    """Who asks; those who have not said who they are, are asked to."""
    if found is None:
        raise Refused("nobody")
    return found


Somebody = Annotated[Person | None, Depends(somebody)]
Me = Annotated[Person, Depends(person)]
