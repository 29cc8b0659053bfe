"""The session cookie: who somebody is, signed."""

from __future__ import annotations

from dataclasses import dataclass

from itsdangerous import BadSignature, TimestampSigner
from starlette.responses import Response

COOKIE = "tenshu"
LIFETIME = 400 * 86400
"""As long as browsers keep a cookie at most."""
RENEWED_AFTER = 7 * 86400


@dataclass(frozen=True, slots=True)
class Session:
    """What a cookie says."""

    person: str
    epoch: int
    age: float


class Cookies:
    """Writes and reads sessions with the server's signing secret."""

    def __init__(self, secret: str) -> None:
        self._signer = TimestampSigner(secret, salt="tenshu.session")

    def written(self, person: str, epoch: int) -> str:
        return self._signer.sign(f"{person}.{epoch}").decode()

    def read(self, text: str) -> Session | None:
        """The session of a cookie that we have written and that is not too old. One from the future is new: somebody
        has set the clock back, and nobody is to lose their seat by that."""
        try:
            value, written = self._signer.unsign(text, return_timestamp=True)
        except BadSignature:
            return None
        age = self._signer.get_timestamp() - written.timestamp()
        if age > LIFETIME:
            return None
        person, _, epoch = value.decode().rpartition(".")
        if not person or not epoch.isascii() or not epoch.isdigit():
            return None
        return Session(person, int(epoch), age)

    def set(self, response: Response, person: str, epoch: int, secure: bool) -> None:
        response.set_cookie(
            COOKIE, self.written(person, epoch), max_age=LIFETIME, path="/", secure=secure, httponly=True,
            samesite="lax",
        )  # fmt: skip

    def remove(self, response: Response, secure: bool) -> None:
        response.delete_cookie(COOKIE, path="/", secure=secure, httponly=True, samesite="lax")
