"""Every word of The White Castle: what the rules can say is in the catalogue, and nothing else is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tenshu
from tenshu.cli.terminal.white_castle.face import EVERY_CARD
from tenshu.cli.terminal.white_castle.telling import Telling
from tenshu.table.games import find_game
from tenshu.white_castle import __file__ as package
from tenshu.white_castle.cards import CARDS
from tenshu.white_castle.choices import catalogue
from tenshu.white_castle.effects import ACTIONS
from tenshu.white_castle.entries import READERS
from tenshu.white_castle.events import EVENTS
from tenshu.white_castle.names import COLOURS, DIE_NAMES, PHASES, PLACES, SPACES
from tenshu.white_castle.notation import GRAMMAR
from tenshu.white_castle.scoring import CATEGORIES
from tenshu.white_castle.solo import ACTIONS as RIVAL_ACTIONS

FOLDER = Path(package).parent


def english() -> dict[str, Any]:
    entries: dict[str, Any] = json.loads((FOLDER / "texts" / "en.json").read_text("utf-8"))
    return entries


def under(heading: str) -> set[str]:
    return {key for key in english() if key.startswith(f"{heading}.")}


def test_every_reason_has_its_sentence_and_every_sentence_its_reason() -> None:
    source = "".join(
        file.read_text("utf-8") for folder in (FOLDER, FOLDER.parent / "table") for file in folder.glob("*.py")
    )
    direct = re.findall(r'Reason\(\s*"([a-z-]+)"', source)
    chosen = re.findall(r'Reason\(\s*"([a-z-]+)" if [^,]*? else "([a-z-]+)"', source)
    codes = {*direct, *(code for pair in chosen for code in pair)}
    assert {"too-few-coins", "trade-not-here", "no-such-row"} <= codes
    assert {f"reason.{code}" for code in codes} == under("reason")


def test_every_event_has_its_sentence() -> None:
    wanted = {f"event.{event}" for event in EVENTS}
    wanted |= {f"event.{event}.you" for event, told in EVENTS.items() if "seat" in told}
    assert under("event") == wanted


def test_everything_that_can_be_named_has_a_name() -> None:
    keys = english().keys()
    assert {f"verb.{verb}" for verb in GRAMMAR} == under("verb")
    assert {f"ask.{name}" for name in (*READERS, "die", "over")} == under("ask")
    assert {f"phase.{phase}" for phase in PHASES} == under("phase")
    assert {f"space.{space}" for space in (*SPACES, *PLACES)} <= keys
    assert {f"colour.{colour}" for colour in COLOURS} == under("colour")
    assert {f"die.{name}" for names in DIE_NAMES for name in names[1:]} == under("die")
    assert {f"score.{category}" for category in (*CATEGORIES, "total")} == under("score")
    assert {f"action.{name}" for name in (*ACTIONS, *RIVAL_ACTIONS, *(c for c in CARDS if c[0] == "A"))} == under(
        "action"
    )
    assert {f"level.{level}" for level in catalogue()["levels"]} == under("level")
    assert {f"move.{verb}" for verb in GRAMMAR} <= keys


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_every_card_is_told(language: str) -> None:
    telling = Telling(find_game("white-castle").texts(language))
    for card in EVERY_CARD:
        name, text = telling.card(card)
        assert name
        assert text
        assert "{" not in name + text


@pytest.mark.parametrize("options", [{"players": 3}, {"solo": "hard"}])
@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_every_move_and_event_of_a_game_is_told(language: str, options: dict[str, Any]) -> None:
    texts = find_game("white-castle").texts(language)
    telling = Telling(texts)
    state = tenshu.new_game("white-castle", seed="words", **options)
    turn = 0
    while not state.is_over:
        moves = state.legal_moves()
        labels = [telling.move(state, move) for move in moves]
        assert len(set(labels)) == len(labels)
        state = state.play(moves[turn * 7 % len(moves)])
        turn += 1
        for event in state.events:
            facts = texts.named({fact: value for fact, value in event.items() if fact != "event"})
            assert texts.say(f"event.{event['event']}", **{"who": "Ana", "n": event.get("points"), **facts})


def test_effects_are_told_in_full() -> None:
    texts = find_game("white-castle").texts("en")
    told = texts.named({"gains": ["2f", "1s"], "effect": "s:C", "from": "gate", "to": "steward-2"})
    assert told == {
        "gains": "2 food, 1 Daimyo Seal",
        "effect": "1 Daimyo Seal for a Courtier action",
        "from": "the gate",
        "to": "Stewards' room 2",
    }
