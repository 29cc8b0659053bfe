"""How the server says no."""

from __future__ import annotations

from collections.abc import Mapping

STATUS: Mapping[str, int] = {
    "not-understood": 400,
    "nobody": 401,
    "wrong-password": 401,
    "no-such-link": 401,
    "not-yours": 403,
    "foreign-origin": 403,
    "not-there": 404,
    "too-large": 413,
    "illegal": 422,
    "too-fast": 429,
    "not-stored": 503,
    "in-doubt": 503,
}
"""The HTTP status of a refusal by its code; any other code means that something cannot be done now: 409."""


class Refused(Exception):
    """A request that changes nothing: a stable code, and the facts of the sentence `refused.CODE` in the catalogues."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 409)
