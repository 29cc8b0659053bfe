"""Catalogues of words: facts, plurals, and English where a translation has a gap."""

from __future__ import annotations

import json
import string
from pathlib import Path

import pytest

from tenshu.table.texts import FALLBACK, PLURAL_FORM, Texts, languages, load_texts

PACKAGE = "tenshu.dragon_castle"

english = Texts("en", {"hi": "Hello {who}", "points": {"one": "{n} point", "other": "{n} points"}, "bye": "Bye"})
portuguese = Texts("pt-BR", {"hi": "Olá {who}", "points": {"one": "{n} ponto", "other": "{n} pontos"}}, english)


def test_facts_are_filled_in() -> None:
    assert english.say("hi", who="Ada") == "Hello Ada"
    assert portuguese.say("hi", who="Ada") == "Olá Ada"


@pytest.mark.parametrize(
    ("n", "in_english", "in_portuguese"), [(0, "points", "ponto"), (1, "point", "ponto"), (2, "points", "pontos")]
)
def test_plurals_follow_the_language(n: int, in_english: str, in_portuguese: str) -> None:
    assert english.say("points", n=n) == f"{n} {in_english}"
    assert portuguese.say("points", n=n) == f"{n} {in_portuguese}"


def test_a_gap_is_filled_with_english() -> None:
    assert portuguese.say("bye") == "Bye"
    assert "bye" in portuguese
    assert portuguese.keys() == {"hi", "points"}


def test_an_unknown_key_is_an_error() -> None:
    assert "nothing" not in portuguese
    with pytest.raises(KeyError):
        portuguese.say("nothing")


def test_an_unknown_language_gives_english() -> None:
    assert load_texts(PACKAGE, "tlh").language == FALLBACK


def packages() -> list[str]:
    """Every package that has catalogues."""
    import tenshu

    root = Path(tenshu.__file__).parent
    return sorted(
        ".".join(("tenshu", *folder.parent.relative_to(root).parts))
        for folder in root.rglob("texts")
        if folder.is_dir()
    )


@pytest.mark.parametrize("package", packages())
def test_translations_are_complete_and_have_the_same_facts(package: str) -> None:
    base = load_texts(package)
    for language in languages(package):
        assert language in PLURAL_FORM
        texts = load_texts(package, language)
        assert texts.keys() == base.keys()
        for key in sorted(base.keys()):
            assert facts_of(texts._entries[key]) == facts_of(base._entries[key]), f"{language} {key}"


def facts_of(entry: object) -> set[str]:
    """The facts in braces, of all plural forms together; `n` may be left to the word for one."""
    forms = entry.values() if isinstance(entry, dict) else [entry]
    found = {name for form in forms for _, name, _, _ in string.Formatter().parse(str(form)) if name}
    return found - {"n"}


@pytest.mark.parametrize("package", packages())
def test_every_plural_entry_has_both_forms(package: str) -> None:
    for language in languages(package):
        for key, entry in load_texts(package, language)._entries.items():
            assert not isinstance(entry, dict) or entry.keys() == {"one", "other"}, f"{language} {key}"
            assert json.dumps(entry)
