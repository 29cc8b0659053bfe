"""Whole games in the terminal, and everything that can be said at the table."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tenshu.players import RandomPlayer
from tenshu.table import Record, State
from tenshu.table.search import Budget
from tests.cli.running import Outcome, complaint, small_record, tenshu, written

PLENTY = 3000
"""More lines than any game asks for."""


def numbers(most: int, seed: int = 1) -> str:
    """Choices by number, some of which will not exist."""
    rng = Random(seed)
    return "".join(f"{1 + int(rng.random() * most)}\n" for _ in range(PLENTY))


def in_small_castle(folder: Path, *lines: str, seats: tuple[str, ...] = ("human", "human"), **changes: Any) -> Outcome:
    """A game in the small castle; the lines are typed, then the player leaves."""
    file = written(folder, small_record(list(seats), **changes), "deal.json")
    return tenshu("play", "--resume", file, stdin="".join(f"{line}\n" for line in lines), columns=100)


def said(outcome: Outcome) -> list[str]:
    """What was printed right after each typed line, up to the next prompt or picture."""
    return [part.split("\n", 1)[1] for part in outcome.out.split("\n> ")[1:-1]]


# Whole games


GAMES = {
    "two players": ("en", ["--players", "2"]),
    "two players in Portuguese": ("pt-BR", ["--players", "2", "--opponent", "random"]),
    "four players": ("en", ["--players", "4", "--opponent", "random", "--layout", "keep"]),
    "solo": ("pt-BR", ["--solo"]),
    "solo with cards": ("en", ["--solo", "--spirits", "random:1", "--dragons", "random:1"]),
    "all cards": ("en", ["--spirits", "random:10", "--dragons", "random:10", "--opponent", "random"]),
    "hot seat": ("pt-BR", ["--players", "2", "--hot-seat"]),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(tmp_path: Path, game: str) -> None:
    language, wishes = GAMES[game]
    file = tmp_path / "game.json"
    options = [*wishes, "--seed", "11", "--language", language, "--no-colour", "--record", str(file)]
    typed = numbers(12) if "cards" in game else "1\n" * PLENTY
    outcome = tenshu("play", *options, stdin=typed)
    assert outcome.code == 0
    assert outcome.err == ""
    assert "\x1b" not in outcome.out
    assert max(len(line) for line in outcome.out.splitlines() if str(file) not in line) <= 80
    assert {"en": "Score sheet", "pt-BR": "Pontuação"}[language] in outcome.out
    record = Record.from_json(json.loads(file.read_text("utf-8")))
    assert record.result is not None
    assert tenshu("replay", file).document == record.result
    assert str(file) in outcome.out.splitlines()[-1]


@pytest.mark.parametrize(("language", "rank"), [("en", "Your rank: Student"), ("pt-BR", "Seu título: Estudante")])
def test_a_solo_game_ends_with_a_rank(tmp_path: Path, language: str, rank: str) -> None:
    player = {"realm": {}, "shrines": 1, "vp": 0, "tokens": 0, "discarded": []}
    dragon: dict[str, Any] = {"tiles": [], "tokens": 0}
    record = small_record(["human"], solo=True, players=[player], supply=39, ingenuity=dragon)
    outcome = tenshu("play", "--resume", written(tmp_path, record), "--language", language, stdin="1\n" * 60)
    assert rank in outcome.out
    assert {"en": "Dragon of Ingenuity", "pt-BR": "Dragão da Engenhosidade"}[language] in outcome.out


def test_the_score_sheet_names_every_part_and_the_places(tmp_path: Path) -> None:
    outcome = in_small_castle(
        tmp_path, *["1"] * 60, seats=("human", "random"), castle={"a1": ["M1"]}, dragons=["bravery", "harmony"]
    )
    sheet = outcome.out[outcome.out.index("Score sheet") :]
    for part in ("sets and discards", "shrines", "countdown", "Dragon of Bravery", "Dragon of Harmony", "total"):
        assert part in sheet
    assert "1. " in sheet
    assert "The game is over." in outcome.out


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    first, second = (tenshu("play", "--seed", "3", stdin="1\n" * 40).out for _ in range(2))
    assert first == second


def test_a_game_without_a_seed_tells_the_one_it_took() -> None:
    assert ", seed " in tenshu("play").out


def test_computers_are_given_only_what_their_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[State] = []
    choose = RandomPlayer.choose

    def watched(self: RandomPlayer, seen: State, budget: Budget, rng: Random) -> str:
        given.append(seen)
        return choose(self, seen, budget, rng)

    monkeypatch.setattr(RandomPlayer, "choose", watched)
    tenshu("play", "--seed", "3", "--opponent", "random", stdin="1\n" * 30)
    assert len(given) > 5
    for state in given:
        assert all(set(stack[:-1]) <= {"?"} for stack in state.to_json()["castle"].values())


def test_an_opponent_is_known_in_any_case(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    outcome = tenshu("play", "--seed", "3", "--opponent", "Random", "--record", file, stdin="1\n")
    assert outcome.code == 0
    assert json.loads(file.read_text("utf-8"))["seats"] == ["human", "random"]


def test_the_picture_never_shows_what_is_covered(tmp_path: Path) -> None:
    outcome = in_small_castle(tmp_path, castle={"a1": ["D3", "D3", "M1"]})
    assert "D3" not in outcome.out


# Typing moves


@pytest.mark.parametrize("line", ["1", "take b1", "TAKE B1", "  take   b1 ", "b1", "t b1", "pegar b1"])
def test_many_ways_to_take_a_tile(tmp_path: Path, line: str) -> None:
    language = ["--language", "pt-BR"] if line.startswith("pegar") else []
    file = written(tmp_path, small_record(["human", "human"]))
    outcome = tenshu("play", "--resume", file, *language, stdin=line + "\n")
    before, after = outcome.out.split("\n> ")[:2]
    assert "Merchants 1 (M1)" not in before
    assert "Merchants 1 (M1)" in after or "Comerciantes 1 (M1)" in after


def test_a_pair_of_different_tiles_is_placed_in_two_steps(tmp_path: Path) -> None:
    castle = {"a1": ["M1"], "b1": ["M2"], "d1": ["M3"]}
    begin = ("take a1", "deep", "1", "pair b1")
    outcome = in_small_castle(tmp_path, *begin, "2", "undo", "m2", "5", "a1", castle=castle, spirits=["deep"])
    assert "Place Merchants 1 (M1) …" in outcome.out
    assert outcome.out.count("Where to place Merchants 2?") == 2
    assert "Player 1 places Merchants 2 on a2" in outcome.out
    assert "Player 1 places Merchants 1 on a1" in outcome.out


def test_a_line_that_could_mean_several_moves(tmp_path: Path) -> None:
    castle = {"a1": ["M1"], "b1": ["M2"], "d1": ["M3"]}
    outcome = in_small_castle(tmp_path, "take a1", "deep", "1", "pair b1", "place", castle=castle, spirits=["deep"])
    assert said(outcome)[-1].startswith("That could mean several moves: place M1 a1, place M1 b1, place M1 c1 …")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "There are choices 1 to 2 here."),
        ("3", "There are choices 1 to 2 here."),
        ("99999999999999999999", "There are choices 1 to 2 here."),
        ("x", "That is neither a choice nor a move; 'help' says what can be typed."),
        ("take", "That could mean several moves: take b1, take c1"),
        ("a1", "Not now: the tile at a1 lies on floor 1; the first tile comes from the top floor, now floor 2."),
        ("summon", "Not now: the Dragon can be summoned only when no stack of the castle is higher than one tile."),
        ("place m1 a1", "Not now: 'place' is no answer now; the question is: Take a tile of the top floor."),
        ("spirit faith shrine", "Not now: Spirit of Faith is not in play."),
        (",", "That is neither a choice nor a move; 'help' says what can be typed."),
        ("[/bold]", "That is neither a choice nor a move; 'help' says what can be typed."),
    ],
)
def test_a_line_that_is_no_answer(tmp_path: Path, line: str, answer: str) -> None:
    assert said(in_small_castle(tmp_path, line))[0].splitlines()[0] == answer


# Commands of the table


def test_undo_takes_back_what_showed_nothing(tmp_path: Path) -> None:
    castle = {"a1": ["M1"], "b1": ["M2"]}
    outcome = in_small_castle(
        tmp_path, "a1", "undo", "b1", "shrine", "undo", "discard", "undo", "quit", "n", castle=castle
    )
    assert outcome.out.count("Complete the action") == 3
    assert "The turn before is over; it stands." in outcome.out


def test_undo_does_not_take_back_what_showed_a_tile(tmp_path: Path) -> None:
    answers = said(in_small_castle(tmp_path, "undo", "b1", "undo"))
    assert answers[0].startswith("Nothing has been played yet.")
    assert answers[-1].startswith("The last move showed something that was hidden; it stands.")


def test_undo_leaves_a_half_chosen_move_first(tmp_path: Path) -> None:
    realm = {"a1": ["M1"], "b1": ["M2"], "c1": ["M3"], "a3": ["S1"]}
    players = [{"realm": realm, "shrines": 2, "vp": 0, "tokens": 0, "discarded": []}] * 2
    outcome = in_small_castle(
        tmp_path, "a1", "shrine", "d1", "faith", "undo", "faith", "a3", "b1", "build d1",
        castle={"a1": ["M4"], "c1": ["S2"]}, players=players, supply=36, spirits=["faith"],
    )  # fmt: skip
    assert outcome.out.count("What pays for the Spirit of Faith?") == 2
    assert "Player 1 pays with Soldiers 1 from a3" in outcome.out
    assert "Player 1 builds a shrine on b1, floor 1" in outcome.out
    assert "Player 1 builds a shrine on d1, floor 1" in outcome.out


def test_why(tmp_path: Path) -> None:
    told = [answer.splitlines()[0] for answer in said(in_small_castle(tmp_path, "why", "why a1", "why b1", "why me"))]
    assert told[0] == "Why what? Name a move, such as 'why c4'."
    assert told[1].startswith("take a1: the tile at a1 lies on floor 1")
    assert told[2] == "take b1 is allowed."
    assert told[3] == "That is not a move; try 'why take c4'."


def test_why_speaks_of_the_open_question(tmp_path: Path) -> None:
    outcome = in_small_castle(
        tmp_path, "b1", "why d1", "shrine", "why z9", "a1", "take c1", "shrine", "why place f3 z1"
    )
    assert "pair d1: Merchants 3 at d1 is not identical to Merchants 1." in outcome.out
    assert "place M1 z9: the realm has no cell z9." in outcome.out
    assert "place F3 z1: the realm has no cell z1." in outcome.out


def test_hint_log_hidden_and_help(tmp_path: Path) -> None:
    outcome = in_small_castle(tmp_path, "log", "hint", "b1", "log", "hidden", "help", "?")
    assert "Nothing has happened yet." in outcome.out
    assert "The computer would say: take " in outcome.out
    assert "  Player 1 takes Merchants 1 from b1, floor 2. Soldiers 2 comes to light at b1" in outcome.out
    assert "M1 ·  M2 1  M3 ·" in outcome.out
    assert outcome.out.count("take the last step back") == 2


def test_rules_tells_of_cards(tmp_path: Path) -> None:
    without = said(in_small_castle(tmp_path, "rules", "rules faith", "rules dragon of power", "rules joy"))
    assert without[0].startswith("No cards are in play")
    assert without[1].startswith("  Spirit of Faith: Build one more shrine")
    assert without[2].startswith("  Dragon of Power: ")
    assert without[3].startswith("There is no card of that name.")
    with_cards = said(in_small_castle(tmp_path, "rules", spirits=["wind"], dragons=["bravery"]))
    assert with_cards[0].startswith("  Spirit of Wind: ")
    assert "\n  Dragon of Bravery: " in with_cards[0]


def test_rivals_shows_the_other_realms(tmp_path: Path) -> None:
    assert "● Player 2" in said(in_small_castle(tmp_path, "rivals"))[0]
    assert "Nobody else plays in this game." in tenshu("play", "--solo", stdin="rivals\n").out


def test_enter_draws_the_table_again(tmp_path: Path) -> None:
    assert in_small_castle(tmp_path, "", "").out.count("Castle: 8 tiles") == 3


def test_portuguese_words_are_understood(tmp_path: Path) -> None:
    file = written(tmp_path, small_record(["human", "human"], spirits=["faith"]))
    lines = (
        "ajuda\ndica\nregras fé\nporque a1\npegar b1\nsantuário\ncolocar m1 a1\ndiário\nocultas\nrivais\nsair\nsim\n\n"
    )
    outcome = tenshu("play", "--resume", file, "--language", "pt-BR", stdin=lines)
    assert "esta lista" in outcome.out
    assert "O computador diria" in outcome.out
    assert "Espírito da Fé: Construa mais um santuário" in outcome.out
    assert "take a1: a peça em a1 está no andar 1" in outcome.out
    assert "Jogador 1 coloca Comerciantes 1 em a1" in outcome.out
    assert outcome.out.endswith("Até a próxima.\n")


def test_bytes_that_are_no_text_are_no_answer() -> None:
    outcome = tenshu("play", "--seed", "1", stdin=b"\xff\xfe\n1\n")
    assert outcome.code == 0
    assert "That is neither a choice nor a move" in outcome.out
    assert "Complete the action" in outcome.out


# Coming and going


def test_quit_asks_first_and_offers_to_keep_the_record(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    outcome = in_small_castle(tmp_path, "b1", "quit", "n", "quit", "y", str(tmp_path), str(kept))
    assert f"{tmp_path}: this is a folder, not a file" in outcome.out
    assert outcome.out.endswith(f"The record is in {kept}.\nUntil next time.\n")
    assert json.loads(kept.read_text("utf-8"))["moves"] == ["take b1"]


def test_save_does_not_write_over_a_file_unasked(tmp_path: Path) -> None:
    other = written(tmp_path, "precious", "other.json")
    outcome = in_small_castle(tmp_path, "save", f"save {other}", "n")
    assert "Save where?" in outcome.out
    assert other.read_text("utf-8") == '"precious"'
    in_small_castle(tmp_path, f"save {other}", "y")
    assert json.loads(other.read_text("utf-8"))["record"] == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["deal.json", "other.json"]


def test_the_record_is_kept_when_the_player_leaves(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    outcome = tenshu("play", "--seed", "5", "--record", file, stdin="1\n1\n")
    assert outcome.out.endswith(f"The record is in {file}.\nUntil next time.\n")
    assert len(json.loads(file.read_text("utf-8"))["moves"]) == 2


def test_nothing_is_kept_of_a_game_that_did_not_begin(tmp_path: Path) -> None:
    tenshu("play", "--seed", "5", "--record", tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


def test_a_game_goes_on_from_its_record(tmp_path: Path) -> None:
    file, whole = tmp_path / "game.json", tmp_path / "whole.json"
    tenshu("play", "--seed", "5", "--solo", "--record", file, stdin="1\n" * 30)
    outcome = tenshu("play", "--resume", file, "--record", whole, stdin="log\n" + "1\n" * 500)
    assert "Score sheet" in outcome.out
    assert tenshu("replay", whole).code == 0
    begun, ended = (json.loads(each.read_text("utf-8"))["moves"] for each in (file, whole))
    assert ended[: len(begun)] == begun


def test_a_finished_game_shows_its_score_sheet_again(tmp_path: Path) -> None:
    whole = tmp_path / "whole.json"
    file = written(tmp_path, small_record(["human", "human"]))
    tenshu("play", "--resume", file, "--record", whole, stdin="1\n" * 100)
    assert "Score sheet" in tenshu("play", "--resume", whole).out


def test_a_game_among_computers_only_is_not_played(tmp_path: Path) -> None:
    file = written(tmp_path, small_record(["simple", "master:seconds=0.1"]))
    assert complaint(tenshu("play", "--resume", file)).startswith("nobody at this keyboard")
