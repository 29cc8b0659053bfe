"""Every sentence of the server in every language, and one for everything it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import tenshu.server
from tenshu.server.errors import STATUS
from tenshu.table.texts import PLURAL_FORM

SERVER = Path(tenshu.server.__file__).parent
SOURCE = "".join(file.read_text("utf-8") for file in sorted(SERVER.rglob("*.py")))


def entries(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SERVER / "texts" / f"{language}.json").read_text("utf-8"))
    return found


def facts(entry: Any) -> set[str]:
    texts = entry.values() if isinstance(entry, dict) else [entry]
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_portuguese_has_the_sentences_of_english_with_the_same_facts() -> None:
    english, portuguese = entries("en"), entries("pt-BR")
    assert english.keys() == portuguese.keys()
    for key, entry in english.items():
        assert facts(entry) == facts(portuguese[key]), key
        assert isinstance(entry, dict) == isinstance(portuguese[key], dict), key


def test_plurals_have_every_form_of_their_language() -> None:
    for language in ("en", "pt-BR"):
        for key, entry in entries(language).items():
            if isinstance(entry, dict):
                assert set(entry) == {PLURAL_FORM[language](n) for n in range(200)}, key


def test_every_refusal_has_its_sentence_and_every_sentence_its_refusal() -> None:
    codes = set(re.findall(r'Refused\(\s*"([a-z-]+)"', SOURCE)) | STATUS.keys()
    keys = {key.removeprefix("refused.") for key in entries("en") if key.startswith("refused.")}
    plain = {key for key in keys if "." not in key}
    assert codes - plain == set()
    assert {key for key in plain if f'"{key}"' not in SOURCE} == {"otherwise"}


def test_every_problem_that_has_words_of_its_own_exists() -> None:
    problems = [key.rpartition(".")[2] for key in entries("en") if key.count(".") > 1 and key.startswith("refused.")]
    assert [problem for problem in problems if f'"{problem}"' not in SOURCE] == []


def test_every_wrong_setting_has_its_sentence() -> None:
    codes = set(re.findall(r'WrongSetting\(\s*"([a-z-]+)"', SOURCE))
    assert {f"setting.{code}" for code in codes} == {key for key in entries("en") if key.startswith("setting.")}
