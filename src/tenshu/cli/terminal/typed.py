"""What a typed line means: `take c4`, `c4`, `s2 b3`, `faith`. Abbreviations are welcome where only one move fits."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

CALLS = "spirit"
"""A move that begins like this is meant only when nothing else fits: its cells are payments."""

Aliases = Mapping[str, str]
"""A word of the moves and what the player's language calls it."""


def plain(text: str) -> list[str]:
    """The words of a line without accents, capitals, commas and needless spaces."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return letters.replace(",", " ").split()


def meant(typed: Sequence[str], moves: Sequence[str], aliases: Aliases) -> list[str]:
    """The moves a typed line can mean: those it spells out, else those it leaves words out of, else spirits."""
    whole = [move for move in moves if len(move.split()) == len(typed) and _fits(typed, move, aliases)]
    if whole:
        exact = [move for move in whole if move.casefold().split() == list(typed)]
        return exact or whole
    part = [move for move in moves if _fits(typed, move, aliases)]
    ordinary = [move for move in part if not move.startswith(CALLS)]
    return ordinary or part


def _fits(typed: Sequence[str], move: str, aliases: Aliases) -> bool:
    """Whether the typed words occur in the move in this order."""
    words = iter(move.split())
    return all(any(_is(word, said, aliases) for word in words) for said in typed)


def _is(word: str, said: str, aliases: Aliases) -> bool:
    """Cells, tiles and types are said in full, other words may be shortened."""
    if len(word) == 1 or any(letter.isdigit() for letter in word):
        return said == word.casefold()
    return word.startswith(said) or aliases.get(word, word).startswith(said)
