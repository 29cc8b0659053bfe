"""Every word a player reads is in every catalogue, and every catalogue fits the code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from tenshu.cli.terminal import commands
from tenshu.cli.words import nearest_language
from tenshu.dragon_castle.dragons import __file__ as dragons_file
from tenshu.dragon_castle.events import EVENTS
from tenshu.dragon_castle.layouts import catalogue
from tenshu.dragon_castle.notation import DRAGON_CARDS, GRAMMAR, SPIRITS
from tenshu.dragon_castle.solo import LOWEST_RANK, RANKS
from tenshu.dragon_castle.state import STEPS
from tenshu.dragon_castle.tiles import SYMBOLS, TYPES
from tenshu.players.levels import LEVELS
from tenshu.players.roster import SENTENCES
from tenshu.table.texts import PLURAL_FORM, languages

GAME = Path(dragons_file).parent
CLI = Path(commands.__file__).parents[1]
ARENA = CLI.parent / "arena"
WHITE_CASTLE = CLI.parent / "white_castle"
PACKAGES = {
    "tenshu.dragon_castle": GAME,
    "tenshu.white_castle": WHITE_CASTLE,
    "tenshu.cli": CLI,
    "tenshu.arena": ARENA,
}


def entries(folder: Path, language: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "texts" / f"{language}.json").read_text("utf-8"))
    return document


def forms(entry: Any) -> list[str]:
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


TRANSLATIONS = [(package, language) for package in PACKAGES for language in languages(package) if language != "en"]
each_translation = pytest.mark.parametrize(("package", "language"), TRANSLATIONS)
each_catalogue = pytest.mark.parametrize(
    ("package", "language"), [(package, language) for package in PACKAGES for language in languages(package)]
)


# Languages against each other


def test_portuguese_is_spoken_everywhere() -> None:
    assert all("pt-BR" in languages(package) for package in PACKAGES)


@each_translation
def test_a_translation_has_the_keys_of_english(package: str, language: str) -> None:
    assert list(entries(PACKAGES[package], language)) == list(entries(PACKAGES[package], "en"))


@each_translation
def test_a_translation_tells_the_same_facts(package: str, language: str) -> None:
    english = entries(PACKAGES[package], "en")
    for key, entry in entries(PACKAGES[package], language).items():
        assert isinstance(entry, dict) == isinstance(english[key], dict), key
        told = set().union(*map(facts, forms(entry)))
        assert told == set().union(*map(facts, forms(english[key]))), key


@each_catalogue
def test_plurals_have_every_form_of_their_language(package: str, language: str) -> None:
    wanted = {PLURAL_FORM[language](n) for n in range(200)}
    for key, entry in entries(PACKAGES[package], language).items():
        if isinstance(entry, dict):
            assert set(entry) == wanted, key
        assert all(text.strip() for text in forms(entry)), key


@each_catalogue
def test_no_key_is_given_twice(package: str, language: str) -> None:
    text = (PACKAGES[package] / "texts" / f"{language}.json").read_text("utf-8")
    keys = [key for key, _ in json.loads(text, object_pairs_hook=list)]
    assert len(keys) == len(set(keys))


# The game's catalogue against the rules


def codes_in_the_code() -> set[str]:
    """Every reason code that the table or the rules can give."""
    source = "".join(
        file.read_text("utf-8") for folder in (GAME, GAME.parent / "table") for file in folder.glob("*.py")
    )
    direct = re.findall(r'Reason\(\s*"([a-z-]+)"', source)
    chosen = re.findall(r'Reason\(\s*"([a-z-]+)" if [^,]*? else "([a-z-]+)"', source)
    return {*direct, *(code for pair in chosen for code in pair)}


def test_every_reason_has_its_sentence_and_every_sentence_its_reason() -> None:
    codes = codes_in_the_code()
    assert {"closed-in", "shrine-there", "face-up-tile-there", "no-room"} <= codes
    assert {f"reason.{code}" for code in codes} == {key for key in entries(GAME, "en") if key.startswith("reason.")}


def test_every_event_has_its_sentence() -> None:
    keys = entries(GAME, "en")
    for event, told in EVENTS.items():
        assert f"event.{event}" in keys
        assert (f"event.{event}.you" in keys) == ("seat" in told), event
    known = {f"event.{event}" for event in EVENTS}
    for key in keys:
        if key.startswith("event."):
            assert re.sub(r"(\.beauty)?(\.you)?$", "", key) in known


def test_every_question_card_tile_and_castle_has_its_words() -> None:
    keys = entries(GAME, "en").keys()
    wanted = {f"ask.{step}" for step in STEPS}
    wanted |= {f"spirit.{card}{part}" for card in SPIRITS for part in ("", ".short", ".text")}
    wanted |= {f"dragon.{card}{part}" for card in DRAGON_CARDS for part in ("", ".short", ".text")}
    wanted |= {f"tile.{symbol}" for symbol in SYMBOLS} | {f"type.{kind}" for kind in TYPES}
    wanted |= {f"rank.{rank}" for rank in (LOWEST_RANK, *(name for _, name in RANKS))}
    wanted |= {f"verb.{verb}" for verb in GRAMMAR} | {f"layout.{key}" for key in catalogue()}
    assert wanted <= keys
    for heading in ("spirit", "dragon", "tile", "type", "rank", "verb", "layout"):
        assert {key for key in keys if key.startswith(f"{heading}.")} <= wanted


def test_castles_have_the_names_of_their_drawings() -> None:
    names = entries(GAME, "en")
    assert {key: names[f"layout.{key}"] for key in catalogue()} == {
        key: castle.name for key, castle in catalogue().items()
    }


# The terminal's catalogue against the terminal


def test_every_key_the_commands_use_is_there_and_every_key_is_used() -> None:
    source = "".join(file.read_text("utf-8") for file in CLI.rglob("*.py"))
    keys = set(entries(CLI, "en"))
    literal = set(re.findall(r'"([a-z]+(?:[.-][a-z0-9-]+)*)"', source))
    stems = set(re.findall(r"f[\"']([a-z]+\.)(?:[a-z-]+\.)?\{", source))
    unused = {key for key in keys if key not in literal and not any(key.startswith(stem) for stem in stems)}
    assert unused == set()
    said = set(re.findall(r'(?:[^.]say|words\.say|game\.say|self\.say|_refuse\(source,)\(?\s*"([a-z0-9.-]+)"', source))
    games = entries(GAME, "en").keys() | entries(WHITE_CASTLE, "en").keys()
    missing = {key for key in said if key not in keys and key not in games}
    assert missing == set()


def test_every_key_the_arena_uses_is_there_and_every_key_is_used() -> None:
    source = "".join(file.read_text("utf-8") for file in [*ARENA.glob("*.py"), *CLI.glob("*.py")])
    used = set(re.findall(r'"((?:plot|verdict)\.[a-z.-]+)"', source.replace("'", '"')))
    used |= {f"verdict.{judged}{sure}" for judged in ("fair", "unfair") for sure in ("", ".unsure")}
    assert used == set(entries(ARENA, "en"))


def test_whatever_is_wrong_with_a_player_has_its_sentence() -> None:
    spoken = {
        key.removeprefix("player."): text for key, text in entries(CLI, "en").items() if key.startswith("player.")
    }
    assert spoken == {code: f"player {{text}}: {sentence}" for code, sentence in SENTENCES.items()}


def test_every_level_has_its_words() -> None:
    assert {f"level.{name}{part}" for name in LEVELS for part in ("", ".about")} <= entries(CLI, "en").keys()


def test_every_command_of_the_table_has_its_words() -> None:
    keys = entries(CLI, "en")
    for name in commands._COMMANDS:
        assert {f"command.{name}", f"command.{name}.form", f"command.{name}.help"} <= keys.keys()


def test_no_word_means_two_commands() -> None:
    for language in languages("tenshu.cli"):
        words = [w for name in commands._COMMANDS for w in entries(CLI, language)[f"command.{name}"].split()]
        assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("pt", "pt-BR"), ("PT-br", "pt-BR"), ("pt-PT", "pt-BR"), ("en-GB", "en"), ("C", "en"), ("", "en")],
)
def test_the_nearest_language(wanted: str, found: str) -> None:
    assert nearest_language(wanted) == found
