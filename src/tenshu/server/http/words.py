"""Sentences for whoever asked, in their language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from tenshu.server.errors import Refused
from tenshu.table.texts import FALLBACK, Texts, languages, load_texts

PACKAGE = "tenshu.server"
LONGEST_HEADER = 200


@cache
def words_in(language: str) -> Texts:
    """The server's catalogue in a language."""
    return load_texts(PACKAGE, language)


@lru_cache(maxsize=256)
def language_of(header: str) -> str:
    """The language of ours that an `Accept-Language` likes best; English if it knows none."""
    wishes = [_wish(part) for part in header[:LONGEST_HEADER].split(",")]
    for _, name in sorted((wish for wish in wishes if wish[0] > 0), key=lambda wish: -wish[0]):
        for known in _ours():
            if known.lower() == name or known.partition("-")[0] == name.partition("-")[0]:
                return known
    return FALLBACK


def sentence_of(refused: Refused, language: str) -> str:
    """What a refusal says to a person: the sentence of its problem, if it names one that has words of its own."""
    words = words_in(language)
    for key in (f"refused.{refused.code}.{refused.facts.get('problem')}", f"refused.{refused.code}"):
        if key in words:
            return _said(words, key, refused.facts)
    return words.say("refused.otherwise", code=refused.code)


def _said(words: Texts, key: str, facts: Mapping[str, object]) -> str:
    try:
        return words.say(key, **facts)
    except (KeyError, IndexError):
        return words.say("refused.otherwise", code=key.removeprefix("refused."))


@cache
def _ours() -> tuple[str, ...]:
    return tuple(languages(PACKAGE))


def _wish(part: str) -> tuple[float, str]:
    name, _, weight = part.strip().lower().partition(";")
    try:
        return float(weight.strip().removeprefix("q=")) if weight else 1.0, name.strip()
    except ValueError:
        return 0.0, name
