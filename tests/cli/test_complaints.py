"""Whatever is wrong with the input: exit code 2, one sentence that names the place, nothing on the standard output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tenshu.cli import positions
from tests.cli.running import complaint, hear_control_c, small_position, small_record, tenshu, written

READERS = [("moves",), ("apply", "take a1"), ("score",), ("perft", "1"), ("view",), ("why", "take a1"), ("replay",)]
"""The commands that read a file, with what follows the file."""

each_reader = pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])


def with_file(command: tuple[str, ...], file: str | Path) -> list[str | Path]:
    return [command[0], file, *command[1:]]


# Files


@each_reader
def test_a_file_that_is_not_there(command: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "nowhere.json"
    assert complaint(tenshu(*with_file(command, file))) == f"{file}: there is no such file"


@each_reader
def test_a_folder(command: tuple[str, ...], tmp_path: Path) -> None:
    assert complaint(tenshu(*with_file(command, tmp_path))) == f"{tmp_path}: this is a folder, not a file"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_one_may_not_read(tmp_path: Path) -> None:
    file = written(tmp_path, small_position())
    file.chmod(0)
    assert complaint(tenshu("moves", file)) == f"{file}: the system does not permit this"


WRONG_JSON = {
    b"": "standard input: there is nothing in it",
    b" \n": "standard input: there is nothing in it",
    b'{"a":\n 1,,}': "standard input, line 2, column 4: this is not JSON",
    b'{"a": 1': "standard input, line 1, column 8: this is not JSON",
    b"\n\xff": "standard input, line 2, column 1: this is not UTF-8 text",
    b'{"a": 1, "a": 2}': "standard input: the key 'a' occurs twice in one object",
    b'{"a": NaN}': "standard input: NaN is not a number of JSON",
    b'{"a": -Infinity}': "standard input: -Infinity is not a number of JSON",
    b'{"a": 1e999}': "standard input: the number '1e999' is too large",
    b'{"a": ' + b"9" * 5000 + b"}": "standard input: the number '9999",
    b"[" * 100_000: "standard input: the JSON is nested too deeply",
    b"[" * 100_000 + b"]" * 100_000: "standard input: the JSON is nested too deeply",
    b" " * 4_000_001: "standard input: more than 4 MB",
    b"[1]": "standard input: ",
    b"null": "standard input: ",
    b'"\\ud800"': "standard input: ",
    b"{}": "standard input: ",
    b'{"game": "chess"}': "standard input: ",
    b'{"game": ["dragon-castle"]}': "standard input: ",
    b'{"\\u001b[31m": 1, "\\u001b[31m": 1}': "standard input: the key",
}


@each_reader
@pytest.mark.parametrize("content", WRONG_JSON, ids=lambda content: repr(content[:24]))
def test_what_is_no_document(command: tuple[str, ...], content: bytes) -> None:
    assert complaint(tenshu(*with_file(command, "-"), stdin=content)).startswith(WRONG_JSON[content])


def test_an_impossible_position_is_named_with_its_place(tmp_path: Path) -> None:
    file = written(tmp_path, small_position(castle={"b1": ["X1"]}))
    assert complaint(tenshu("moves", file)).startswith(f"{file}: castle.b1")


def test_the_name_of_a_file_cannot_write_on_the_terminal(tmp_path: Path) -> None:
    assert "\\x1b[31m" in complaint(tenshu("moves", tmp_path / "\x1b[31mred\n.json"))


# Moves


def test_an_illegal_move_is_named_with_its_number_and_its_reason(tmp_path: Path) -> None:
    file = written(tmp_path, small_position())
    assert complaint(tenshu("apply", file, "take a1")) == (
        "move 1, 'take a1': the tile at a1 lies on floor 1; the first tile comes from the top floor, now floor 2"
    )
    told = complaint(tenshu("apply", file, "take b1", "pair d1"))
    assert told == "move 2, 'pair d1': Merchants 3 at d1 is not identical to Merchants 1"


@pytest.mark.parametrize("move", ["", "take", "take a1 ", "take  a1", "TAKE a1", "jump", "take a1\n", "\x00", "é" * 99])
def test_what_is_no_move(tmp_path: Path, move: str) -> None:
    file = written(tmp_path, small_position())
    assert complaint(tenshu("apply", file, move)).startswith("move 1: ")
    complaint(tenshu("why", file, move))


def test_a_view_does_not_tell_what_is_covered(tmp_path: Path) -> None:
    file = written(tmp_path, tenshu("view", "-", stdin=json.dumps(small_position())).document)
    assert "does not know" in complaint(tenshu("apply", file, "take b1"))
    assert "does not know" in complaint(tenshu("perft", file, "3"))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"moves": ["take a1"]}, "moves[0]"),
        ({"moves": ["jump"]}, "moves[0]"),
        ({"moves": [1]}, "moves[0]"),
        ({"moves": "take a1"}, "moves"),
        ({"rules": 99}, "rules"),
        ({"record": True}, "record"),
        ({"seats": ["one"]}, "seats"),
        ({"result": {}}, "result"),
        ({"deal": {"game": "dragon-castle"}}, "deal"),
        ({"deal": []}, "deal"),
        ({"game": None}, "game"),
        ({"extra": 1}, "record"),
    ],
)
def test_a_record_that_does_not_fit_is_named_with_its_place(
    tmp_path: Path, change: dict[str, object], place: str
) -> None:
    file = written(tmp_path, small_record(["a", "b"]) | change)
    assert complaint(tenshu("replay", file)).startswith(f"{file}: {place}")
    complaint(tenshu("play", "--resume", file))


# Options and commands


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        (["jump"], "there is no command jump; 'tenshu --help'"),
        (["--jump"], "there is no option --jump"),
        (["moves"], "POS is missing; 'tenshu moves --help'"),
        (["moves", "a", "b"], "b is too much"),
        (["apply", "a"], "MOVE... is missing"),
        (["new"], "the command is missing; 'tenshu new --help'"),
        (["new", "chess"], "there is no command chess"),
        (["new", "white-castel"], "there is no command white-castel; 'tenshu new --help'"),
        (["new", "dragon-castle", "--seed"], "--seed needs a value"),
        (["new", "dragon-castle", "--solo=1"], "--solo takes no value"),
        (["new", "dragon-castle", "--players", "two"], "--players: must be a whole number from 2 to 4, not 'two'"),
        (["new", "dragon-castle", "--players", "1"], "--players: "),
        (["new", "dragon-castle", "--players", "2", "--solo"], "--players: "),
        (["new", "dragon-castle", "--spirits", "joy"], "--spirits: no card called 'joy'"),
        (["new", "dragon-castle", "--spirits", "faith,faith"], "--spirits: "),
        (["new", "dragon-castle", "--spirits", "random:11"], "--spirits: "),
        (["new", "dragon-castle", "--dragons", "power", "--solo"], "--dragons: "),
        (["new", "dragon-castle", "--first", "2"], "--first: "),
        (["new", "dragon-castle", "--first", "me"], "--first: "),
        (["new", "dragon-castle", "--realm", "5x4"], "--realm: "),
        (["new", "dragon-castle", "--realm", "wide"], "--realm: "),
        (["new", "dragon-castle", "--layout", "shed"], "no castle is called 'shed'; known: basic-2"),
        (["new", "dragon-castle", "--layout", "shed.txt"], "shed.txt: there is no such file"),
        (["perft", "a", "x"], "DEPTH: must be a whole number"),
        (["perft", "a", "100"], "DEPTH: must be a whole number"),
        (["play", "--opponent", "god"], "--opponent: player 'god': there is no player called 'god'; known: visitor, "),
        (["play", "--language", "xx"], "--language: 'xx' is not spoken here; known: en, pt-BR"),
        (["play", "--pace", "slow"], "--pace: must be seconds"),
        (["play", "--pace", "11"], "--pace: must be seconds"),
        (["play", "--resume", "x", "--seed", "3"], "--resume goes on"),
        (["play", "--resume", "nowhere.json"], "nowhere.json: there is no such file"),
        (["play", "--record", "/nowhere/at/all.json"], "/nowhere/at/all.json: there is no such folder"),
        (["play", "--record", "."], ".: this is a folder"),
        (["layouts", "jump"], "there is no command jump"),
        (["layouts", "show", "shed"], "no castle is called 'shed'"),
    ],
    ids=" ".join,
)
def test_a_command_line_that_cannot_be_meant(arguments: list[str], begins: str) -> None:
    assert complaint(tenshu(*arguments)).startswith(begins)


def test_an_unknown_opponent_is_told_in_the_language_of_the_game() -> None:
    told = "--opponent: jogador 'foo': não existe jogador chamado 'foo'; conhecidos: visitor, "
    assert complaint(tenshu("play", "--opponent", "foo", language="pt-BR")).startswith(told)
    assert complaint(tenshu("play", "--opponent", "foo", "--language", "pt-BR")).startswith(told)
    told = "jogador 'master:seconds=0': seconds deve ser um número acima de 0, não '0'"
    assert complaint(tenshu("arena", "match", "master:seconds=0", "random", language="pt-BR")) == told


def test_complaints_speak_portuguese_too(tmp_path: Path) -> None:
    file = written(tmp_path, small_position())
    told = complaint(tenshu("apply", file, "take a1", language="pt"))
    assert told.startswith("jogada 1, 'take a1': a peça em a1 está no andar 1")
    assert complaint(tenshu("moves", "-", language="pt_BR.UTF-8")).startswith("entrada padrão: não há nada")


def test_an_unknown_language_of_the_system_is_answered_in_english() -> None:
    assert complaint(tenshu("jump", language="xx_YY.UTF-8")).startswith("there is no command jump")


# When it is our mistake


def test_a_mistake_of_ours_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(positions, "count_sequences", broken)
    file = written(tmp_path, small_position())
    outcome = tenshu("perft", file, "1")
    assert outcome.code == 1
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert "ZeroDivisionError: oh" in outcome.err
    assert "TENSHU_DEBUG=1" in outcome.err


def test_the_traceback_is_there_for_those_who_ask(tmp_path: Path) -> None:
    program = (
        "from tenshu.cli import positions, main\n"
        "positions.count_sequences = lambda *_: 1 // 0\n"
        f"main.main(['perft', {str(written(tmp_path, small_position()))!r}, '1'])"
    )
    environment = os.environ | {"TENSHU_DEBUG": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert "Traceback" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupted_command_ends_silently(tmp_path: Path) -> None:
    file = written(tmp_path, tenshu("new", "dragon-castle", "--seed", "1").document)
    program = (
        "import os, sys\n"
        "from tenshu.cli import positions, main\n"
        "count = positions.count_sequences\n"
        "positions.count_sequences = lambda *asked: (os.write(1, b'begun'), count(*asked))[1]\n"
        f"main.main(['perft', {str(file)!r}, '9'])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_control_c,  # noqa: PLW1509
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(5) == b"begun"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
