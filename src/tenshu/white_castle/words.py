"""The game's words in English, for the sentences of errors; whoever speaks to a person chooses the language."""

from __future__ import annotations

from tenshu.table.texts import load_texts

ENGLISH = load_texts("tenshu.white_castle")
