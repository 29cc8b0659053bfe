"""What can go wrong with the database."""

from __future__ import annotations


class Conflict(Exception):
    """Somebody else was faster: this revision, version, login or secret is already there, or its table is gone."""


class NotStored(Exception):
    """The database refuses, is full, locked, away or too slow: nothing was stored, or nothing could be read."""


class InDoubt(NotStored):
    """The database went away in the very moment of the commit and did not come back: it may be there after all."""


class StoreTrouble(Exception):
    """The database cannot be used; the text is one sentence for the person who hosts."""
