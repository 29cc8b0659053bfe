"""Private links and access tokens: 256 random bits, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import secrets

SECRET_BYTES = 32
TOKEN_PREFIX = "tenshu_"
"""So that a token somebody publishes by mistake is recognised as one."""


def new_link() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> str:
    """What is kept of a secret. It has too much chance in it to be guessed, so a fast hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
