"""What can go wrong with the database."""

from __future__ import annotations

import sqlite3

import orjson
from sqlalchemy.exc import SQLAlchemyError

from tenshu.table.texts import FALLBACK, load_texts

TROUBLE = (SQLAlchemyError, sqlite3.Error, UnicodeError, orjson.JSONEncodeError)
"""What a database and those between us and it raise; sqlite3's own while a connection is being set up."""


def reason(trouble: BaseException) -> str:
    """What the database says, in one line, without the statement and its values."""
    return " ".join(str(getattr(trouble, "orig", None) or trouble).split()).rstrip(".")


class Conflict(Exception):
    """Somebody else was faster: this revision, version, login or secret is already there, or its table is gone."""


class NotStored(Exception):
    """The database refuses, is full, locked, away or too slow: nothing was stored, or nothing could be read."""


class InDoubt(NotStored):
    """The database went away in the very moment of the commit and did not come back: it may be there after all."""


class StoreTrouble(Exception):
    """The database cannot be used: the sentence `store.CODE` of the catalogues, for the person who hosts."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def in_words(self, language: str) -> str:
        return load_texts("tenshu.server", language).say(f"store.{self.code}", **self.facts)

    def __str__(self) -> str:
        return self.in_words(FALLBACK)
