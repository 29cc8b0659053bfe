"""The words of the commands in the user's language; they live in `texts/*.json`."""

from __future__ import annotations

import os
from functools import cache

from tenshu.table.texts import FALLBACK, Texts, languages, load_texts

PACKAGE = "tenshu.cli"
_VARIABLES = ("TENSHU_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@cache
def known_languages() -> tuple[str, ...]:
    return tuple(languages(PACKAGE))


def language_of_the_user() -> str:
    """What the environment asks for, English if that is none of ours."""
    for variable in _VARIABLES:
        wanted = os.environ.get(variable, "")
        if wanted:
            return nearest_language(wanted.split(".")[0].replace("_", "-"))
    return FALLBACK


def nearest_language(wanted: str) -> str:
    """The language itself, or one that begins alike (`pt` finds `pt-BR`), or English."""
    first = wanted.partition("-")[0].lower()
    exact = [name for name in known_languages() if name.lower() == wanted.lower()]
    alike = [name for name in known_languages() if name.partition("-")[0].lower() == first]
    return (exact + alike + [FALLBACK])[0]


@cache
def words_in(language: str) -> Texts:
    """The catalogue of the commands in a language."""
    return load_texts(PACKAGE, language)


def say(key: str, **facts: object) -> str:
    """A text in the user's language."""
    return words_in(language_of_the_user()).say(key, **facts)
