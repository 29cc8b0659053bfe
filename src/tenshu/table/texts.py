"""Words live in catalogues, one JSON file a language; code knows only their keys.

An entry is a text with `{facts}` in braces, or an object of plural forms (`one`, `other`) chosen by the fact `n`.
Keys missing in a language fall back to English, so that a young translation is usable; a test keeps ours complete.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

FALLBACK = "en"
HEADINGS = {"first": "tile", "asked": "ask"}
"""Under which heading of a catalogue the names of a fact stand, where that is not the fact's own name."""

# CLDR's cardinal rules of the languages we ship; a further language adds its line here and its file beside the others.
PLURAL_FORM: Mapping[str, Callable[[int], str]] = {
    "en": lambda n: "one" if n == 1 else "other",
    "pt-BR": lambda n: "one" if n in (0, 1) else "other",
}


class Texts:
    """The words of one package in one language."""

    def __init__(self, language: str, entries: Mapping[str, object], fallback: Texts | None = None) -> None:
        self.language = language
        self._entries = entries
        self._fallback = fallback

    def __contains__(self, key: str) -> bool:
        return key in self._entries or (self._fallback is not None and key in self._fallback)

    def keys(self) -> set[str]:
        return set(self._entries)

    def named(self, facts: Mapping[str, object]) -> dict[str, object]:
        """Facts with their names in this language in place of codes."""
        return {fact: self._name(fact, value) for fact, value in facts.items()}

    def _name(self, fact: str, value: object) -> object:
        key = f"{HEADINGS.get(fact, fact)}.{value}"
        return self.say(key) if isinstance(value, str) and key in self else value

    def say(self, key: str, **facts: object) -> str:
        """The text of a key with its facts filled in."""
        entry = self._entries.get(key)
        if entry is None:
            if self._fallback is None:
                raise KeyError(key)
            return self._fallback.say(key, **facts)
        if isinstance(entry, dict):
            count = facts["n"]
            entry = entry[PLURAL_FORM[self.language](count if isinstance(count, int) else 2)]
        return str(entry).format(**facts)


def languages(package: str) -> list[str]:
    """The languages a package has a catalogue for, English first."""
    found = [entry.name.removesuffix(".json") for entry in _folder(package).iterdir() if entry.name.endswith(".json")]
    return sorted(found, key=lambda name: (name != FALLBACK, name))


def load_texts(package: str, language: str = FALLBACK, kind: type[Texts] = Texts) -> Texts:
    """The catalogue `texts/<language>.json` of a package; an unknown language gives English. A game whose facts need
    more than a name brings its own `kind`."""
    base = kind(FALLBACK, _read(package, FALLBACK))
    if language == FALLBACK or language not in languages(package):
        return base
    return kind(language, _read(package, language), base)


def _folder(package: str) -> Traversable:
    return files(package).joinpath("texts")


def _read(package: str, language: str) -> dict[str, object]:
    entries: dict[str, object] = json.loads(_folder(package).joinpath(f"{language}.json").read_text("utf-8"))
    return entries
