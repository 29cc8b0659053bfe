"""Each command does what docs/formats.md promises."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tenshu as package
from tenshu import Session, load, new_game, perft
from tests.cli.running import small_position, tenshu, written


@pytest.fixture
def position(tmp_path: Path) -> Path:
    return written(tmp_path, small_position())


# new


def test_new_prints_the_position_that_the_library_deals() -> None:
    outcome = tenshu("new", "dragon-castle", "--players", "2", "--seed", "7", "--spirits", "faith,wind")
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.document == new_game("dragon-castle", players=2, seed=7, spirits=["faith", "wind"]).to_json()


def test_new_knows_every_option() -> None:
    outcome = tenshu(
        "new", "dragon-castle", "-p", "3", "--seed", "spring", "--layout", "The Keep", "--spirits", "random:2",
        "--dragons", "none", "--first", "2", "--realm", "8x6",
    )  # fmt: skip
    document = outcome.document
    assert document["realm"] == [8, 6]
    assert document["first"] == 2
    assert len(document["spirits"]) == 2
    assert document["dragons"] == []
    assert len(document["players"]) == 3
    assert len(document["castle"]) == 54


def test_new_solo_has_one_player_and_the_castle_for_three() -> None:
    document = tenshu("new", "dragon-castle", "--solo", "--seed", "1").document
    assert document["solo"] is True
    assert len(document["players"]) == 1
    assert len(document["castle"]) == 68


def test_new_reads_a_drawing(tmp_path: Path) -> None:
    file = tmp_path / "wall"
    file.write_text("2" * 20 + "\n" + "3" * 20 + "\n" + "1" * 16 + "\n", "utf-8")
    outcome = tenshu("new", "dragon-castle", "--layout", file)
    assert outcome.code == 0
    assert sum(map(len, outcome.document["castle"].values())) == 116


def test_new_may_draw_the_first_player() -> None:
    firsts = {
        tenshu("new", "dragon-castle", "--seed", str(seed), "--first", "random").document["first"] for seed in range(8)
    }
    assert firsts == {0, 1}


def test_a_position_is_readable_json_with_its_fields_on_lines_of_their_own() -> None:
    out = tenshu("new", "dragon-castle", "--seed", "7").out
    starts = [line.split(":")[0].strip() for line in out.splitlines() if line.startswith('  "')]
    assert starts == [f'"{name}"' for name in json.loads(out)]
    assert max(map(len, out.splitlines())) <= 112
    assert "\x1b" not in out


# moves, apply, score, perft, view, why


def test_moves_lists_one_a_line(position: Path) -> None:
    outcome = tenshu("moves", position)
    assert outcome.out.splitlines() == list(load(small_position()).legal_moves())
    assert outcome.code == 0


def test_moves_of_a_finished_game_are_none(tmp_path: Path) -> None:
    over = small_position(countdown=5)
    over["players"] = [player | {"tokens": 1} for player in over["players"]]
    assert tenshu("moves", written(tmp_path, over)) == tenshu("moves", "-", stdin=json.dumps(over))
    assert tenshu("moves", written(tmp_path, over)).out == ""


def test_the_standard_input_is_called_dash() -> None:
    outcome = tenshu("moves", "-", stdin=json.dumps(small_position()))
    assert outcome.out.startswith("take ")


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert tenshu("moves", "-", stdin=b"\xef\xbb\xbf" + json.dumps(small_position()).encode()).code == 0


def test_apply_prints_the_position_after_the_moves(position: Path) -> None:
    outcome = tenshu("apply", position, "take b1", "shrine", "place M1 a1")
    after = load(small_position()).play("take b1").play("shrine").play("place M1 a1")
    assert outcome.document == after.to_json()


def test_apply_and_moves_can_be_chained(position: Path) -> None:
    first = tenshu("apply", position, "take b1")
    second = tenshu("apply", "-", "pair a1", stdin=first.out)
    assert tenshu("moves", "-", stdin=second.out).out.splitlines()[0] == "place M1 a1"


def test_score_prints_the_score_sheet(position: Path) -> None:
    assert tenshu("score", position).document == load(small_position()).scores()


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_perft_counts(position: Path, depth: int) -> None:
    assert tenshu("perft", position, str(depth)).out == f"{perft(load(small_position()), depth)}\n"


def test_view_hides_what_is_covered(position: Path) -> None:
    document = tenshu("view", position).document
    assert document["castle"]["b1"] == ["?", "M1"]
    assert document == load(small_position()).view()
    assert tenshu("view", position, "--seat", "1").document == load(small_position()).view(1)


def test_why_gives_the_reason_as_data_and_as_a_sentence(position: Path) -> None:
    document = tenshu("why", position, "take a1").document
    assert document["legal"] is False
    assert document["reason"]["code"] == "not-the-top-floor"
    assert document["sentence"].startswith("the tile at a1 lies on floor 1")
    assert tenshu("why", position, "take b1").document == {"move": "take b1", "legal": True}


# replay


def record_of(moves: int, seed: int = 3, **options: Any) -> dict[str, object]:
    rng = Random(seed)
    session = Session(new_game("dragon-castle", seed=seed, **options), options={"seed": seed})
    while not session.state.is_over and len(session.moves) < moves:
        legal = session.state.legal_moves()
        session.play(legal[int(rng.random() * len(legal))])
    return session.record().to_json()


@pytest.mark.parametrize("options", [{}, {"solo": True}, {"spirits": "random:10", "dragons": "random:10"}])
def test_replay_checks_a_finished_record_and_prints_its_result(tmp_path: Path, options: dict[str, Any]) -> None:
    record = record_of(5000, **options)
    outcome = tenshu("replay", written(tmp_path, record))
    assert outcome.document == record["result"]
    assert outcome.err == ""


def test_replay_of_an_unfinished_record_says_so(tmp_path: Path) -> None:
    outcome = tenshu("replay", written(tmp_path, record_of(20)))
    assert outcome.code == 0
    assert "ranking" in outcome.document
    assert "stops before the end" in outcome.err


def test_replay_can_tell_the_game_in_words(tmp_path: Path) -> None:
    record = record_of(5000)
    outcome = tenshu("replay", written(tmp_path, record), "--log")
    assert "takes" in outcome.out.splitlines()[0]
    assert outcome.out.splitlines()[-1].endswith("The game is over")


def test_players_of_one_name_are_told_apart_by_their_seats(tmp_path: Path) -> None:
    record = record_of(40) | {"seats": ["human", "human"]}
    log = tenshu("replay", written(tmp_path, record), "--log").out
    assert log.startswith("Player 1 (human) takes ")
    assert "Player 2 (human) takes " in log
    spoken = tenshu("replay", written(tmp_path, record), "--log", language="pt-BR").out
    assert "Jogador 2 (human) " in spoken
    others = tenshu("replay", written(tmp_path, record | {"seats": ["Ana", "Rui"]}), "--log").out
    assert others.startswith("Ana takes ")
    assert "Player" not in others


# The program itself


def test_the_version() -> None:
    assert tenshu("--version").out == f"tenshu {package.__version__}\n"


def test_without_a_command_the_help_is_shown() -> None:
    outcome = tenshu()
    assert outcome.code == 0
    assert "play" in outcome.out
    assert tenshu("--help").out.strip() == outcome.out.strip() == tenshu("-h").out.strip()


@pytest.mark.parametrize(
    "command", ["play", "new", "moves", "apply", "score", "perft", "view", "why", "replay", "layouts"]
)
def test_every_command_has_help(command: str) -> None:
    outcome = tenshu(command, "--help")
    assert outcome.code == 0
    assert command in outcome.out


def test_as_a_module_and_quick_to_start() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tenshu", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"tenshu {package.__version__}\n"
    for heavy in ("tenshu.dragon_castle.state", "rich.console", "tenshu.players", "hypothesis"):
        assert not any(line.endswith(f" {heavy}") for line in done.stderr.splitlines()), f"{heavy} is imported"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of a POSIX shell")
def test_a_reader_that_goes_away_is_no_mistake() -> None:
    command = f"{sys.executable} -m tenshu layouts | head -n 1; {sys.executable} -m tenshu layouts 2>&1 | head -c 0"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout == "basic-2\n" or done.stdout.startswith("basic-2 ")
    assert done.stderr == ""
