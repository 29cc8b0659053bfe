"""The White Castle on the command line and in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tenshu.table import Record
from tests.cli.running import complaint, tenshu, written

PLENTY = 2000
"""More lines than any game asks for."""
GAMES = {
    "two players": ("en", ["--players", "2"]),
    "four players in Portuguese": ("pt-BR", ["--players", "4"]),
    "solo": ("en", ["--solo"]),
    "solo in Portuguese, hard": ("pt-BR", ["--level", "hard"]),
    "hot seat": ("en", ["--players", "3", "--hot-seat"]),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(tmp_path: Path, game: str) -> None:
    language, wishes = GAMES[game]
    file = tmp_path / "game.json"
    options = ["--game", "white-castle", *wishes, "--opponent", "random", "--seed", "11", "--language", language]
    outcome = tenshu("play", *options, "--no-colour", "--record", str(file), stdin="1\n" * PLENTY)
    assert outcome.code == 0
    assert outcome.err == ""
    assert "\x1b" not in outcome.out
    assert max(len(line) for line in outcome.out.splitlines() if str(file) not in line) <= 80
    assert {"en": "Passage of Time", "pt-BR": "Passagem do Tempo"}[language] in outcome.out
    record = Record.from_json(json.loads(file.read_text("utf-8")))
    assert record.result is not None
    assert tenshu("replay", file).document == record.result
    log = tenshu("replay", file, "--log", language=language)
    assert log.code == 0
    assert "{" not in log.out


def test_what_can_be_said_at_the_table(tmp_path: Path) -> None:
    lines = [
        "rules",
        "rules s2 g1 t1 y1a f1 kc aw",
        "hidden",
        "rivals",
        "why do s:c",
        "why garden g1",
        "log",
        "undo",
        "start",
    ]
    options = ["--game", "white-castle", "--players", "2", "--hot-seat", "--seed", "3", "--no-colour"]
    outcome = tenshu("play", *options, stdin="".join(f"{line}\n" for line in lines), columns=120)
    assert outcome.code == 0
    for told in (
        "S2 Steward 2: 1 Daimyo Seal for a Courtier action | 1 step of influence | 2 iron; as a Lantern 1 coin",
        "G1 plant garden 1: 5 food sends a gardener here: 4 coins for any row of the castle; 9 points at the end",
        "T1 Tokugawa 1: die: coral, left; to: Stewards' room 1; actions: courtier to the gate + 2 coins",
        "Y1a yard tile 1, blue side: a Courtier action",
        "F1 Daimyo's favour 1: left: the Lantern | centre: 2 iron | right: 2 Daimyo Seals",
        "do s:C: 'do' is no answer now; the question is: Choose a pair of starting cards.",
        "garden G1: 'garden' is no answer now",
    ):
        assert told in outcome.out


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["why well", "a move such as 'put well'", "try 'why put well'", "what lies before the other players"]),
        ("pt-BR", ["porque well", "uma jogada como 'por well'", "tente 'porque por well'", "o que ainda está oculto"]),
    ],
)
def test_help_speaks_of_this_game(language: str, told: list[str]) -> None:
    options = ["--game", "white-castle", "--hot-seat", "--seed", "3", "--no-colour", "--language", language]
    outcome = tenshu("play", *options, stdin="help\nwhy me\nwhy\n", columns=200)
    assert [sentence for sentence in told if sentence not in outcome.out] == []
    assert "c4" not in outcome.out


def test_the_rival_of_a_single_player_is_shown() -> None:
    options = ["--game", "white-castle", "--level", "easy", "--seed", "3", "--no-colour"]
    outcome = tenshu("play", *options, stdin="rivals\n", columns=120)
    _, echoed, answer = outcome.out.partition("> rivals\n")
    assert echoed
    assert "the Tokugawa clan 0 points" in answer


def test_a_move_may_be_typed_in_words(tmp_path: Path) -> None:
    file = written(tmp_path, tenshu("new", "white-castle", "--seed", "5").document)
    first = tenshu("moves", file).out.split("\n")[0]
    options = ["--game", "white-castle", "--players", "2", "--hot-seat", "--seed", "5", "--no-colour"]
    outcome = tenshu("play", *options, stdin=f"{first.lower()}\n", columns=120)
    assert f"takes {'Starting Resources ' + first[-1]}" in outcome.out


def test_commands_about_a_position(tmp_path: Path) -> None:
    for options in (["--players", "3"], ["--solo", "easy"]):
        dealt = tenshu("new", "white-castle", *options, "--seed", "7")
        file = written(tmp_path, dealt.document)
        moves = tenshu("moves", file).out.split("\n")[:-1]
        assert int(tenshu("perft", file, "1").out) == len(moves)
        after = tenshu("apply", file, moves[0]).document
        assert after["game"] == "white-castle"
        assert after != dealt.document
        assert tenshu("score", file).document["ranking"][0] in (0, 1, 2)
        view = tenshu("view", file).document
        assert view["rolls"] == {"2": "?", "3": "?"}
        told = tenshu("why", file, "pay").document
        assert told["legal"] is False
        assert told["sentence"]


def test_what_cannot_be_dealt() -> None:
    assert "--solo" in complaint(tenshu("new", "white-castle", "--solo", "brutal"))
    assert "--players" in complaint(tenshu("new", "white-castle", "--players", "5"))
    assert "--players" in complaint(tenshu("new", "white-castle", "--players", "2", "--solo", "easy"))
    assert "--layout" in complaint(tenshu("play", "--game", "white-castle", "--layout", "keep", stdin=""))
    assert "--game" in complaint(tenshu("play", "--game", "chess", stdin=""))
    refused = complaint(tenshu("arena", "match", "random", "random", "--game", "white-castle", "--spirits", "faith"))
    assert "--spirits" in refused
