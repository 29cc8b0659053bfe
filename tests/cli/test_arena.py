"""`tenshu arena`: matches and castles, what is printed, what is kept, and what happens when it is stopped."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tenshu import arena
from tenshu.arena import Lost, Match
from tenshu.arena.balance import Balance
from tenshu.arena.intervals import Figure
from tenshu.arena.results import standings
from tenshu.arena.runner import Answer, play_here
from tenshu.arena.schedule import Seating
from tenshu.cli.balances import chosen
from tenshu.cli.standings import alone, castles, together
from tenshu.dragon_castle.layouts import catalogue
from tenshu.table.record import Record
from tests.arena.test_results import TWO_DEALS, match_between
from tests.cli.running import complaint, hear_control_c, tenshu

PATIENCE = 180.0
QUICK = ("arena", "match", "random", "greedy:simulations=1", "--cores", "1")


def rows(folder: Path) -> list[list[str]]:
    """games.csv without the last column, the time."""
    with (folder / "games.csv").open(encoding="utf-8", newline="") as file:
        return [row[:-1] for row in csv.reader(file)]


def test_a_match_prints_a_table_and_keeps_everything(tmp_path: Path) -> None:
    outcome = tenshu(*QUICK, "--games", "3", "--out", tmp_path, "--dragons", "bravery", columns=120)
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert " ".join(lines[0].split()) == "player games wins, % points lead rating Elo moves/s"
    assert lines[2].startswith("random ")
    assert lines[3].startswith("greedy:simulations=1 ")
    assert lines[2].split()[1] == "4"
    assert f"4 games are kept in {tmp_path}." in outcome.out
    assert outcome.err == "4 games (deals: 2, seats: 2). 3 were asked for; whole deals make 4 for each line-up.\n"
    kept = {file.name for file in tmp_path.iterdir()}
    pictures = {f"{name}.{kind}" for name in ("ratings", "scores", "categories") for kind in ("png", "svg")}
    assert kept == {"match.json", "records.jsonl", "games.csv"} | pictures
    assert len(rows(tmp_path)) == 1 + 4 * 2
    assert rows(tmp_path)[0][7:11] == ["vp", "shrines", "countdown", "dragons.bravery"]
    for line in (tmp_path / "records.jsonl").read_text("utf-8").splitlines():
        *_, (_, last) = Record.from_json(json.loads(line)).states()
        assert last.is_over


def test_a_record_of_a_match_can_be_replayed_from_its_line(tmp_path: Path) -> None:
    tenshu(*QUICK, "--games", "2", "--out", tmp_path)
    line = (tmp_path / "records.jsonl").read_text("utf-8").splitlines()[1]
    outcome = tenshu("replay", "-", stdin=line)
    assert outcome.code == 0
    assert outcome.document == json.loads(line)["result"]


def test_everybody_plays_the_same_deals_alone(tmp_path: Path) -> None:
    outcome = tenshu(*QUICK, "--solo", "--games", "3", "--out", tmp_path, language="pt-BR")
    assert outcome.code == 0
    assert "mediana" in outcome.out
    assert "Estudante" in outcome.out
    assert "± é o intervalo de 95 % de 3 sorteios" in outcome.out
    assert (tmp_path / "ranks.png").exists()
    assert not (tmp_path / "ratings.png").exists()
    assert [row[5] for row in rows(tmp_path)[1:]] == ["random", "greedy:simulations=1"] * 3


def test_who_plays_alone_against_a_rival_wins_or_does_not(tmp_path: Path) -> None:
    players = ("random", "daimyo")
    solo = ("--game", "white-castle", "--level", "hard", "--games", "3", "--cores", "1")
    outcome = tenshu("arena", "match", *players, *solo, "--out", tmp_path)
    assert outcome.code == 0
    heading, _, chance, careful, *_ = outcome.out.splitlines()
    assert heading.split()[:4] == ["player", "games", "wins,", "%"]
    assert chance.split()[:3] == ["random", "3", "0.0"], "nobody beats the clan by chance"
    assert careful.split()[:2] == [players[1], "3"]
    won = 0
    for line in (tmp_path / "records.jsonl").read_text("utf-8").splitlines():
        record = Record.from_json(json.loads(line))
        assert record.result is not None
        won += record.seats == (players[1],) and record.result["ranking"][0] == 0
    assert float(careful.split()[2]) == pytest.approx(100 * won / 3, abs=0.1)


def test_names_given_twice_sit_down_as_named(tmp_path: Path) -> None:
    options = ("--games", "3", "--cores", "1", "--out", str(tmp_path))
    outcome = tenshu("arena", "match", "random", "random", "greedy:simulations=1", *options)
    assert outcome.code == 0
    assert outcome.err == "3 games (deals: 1, seats: 3).\n"
    assert {row[5] for row in rows(tmp_path)[1:]} == {"random", "greedy:simulations=1"}
    assert "From one deal there are no intervals." in outcome.out


def test_players_are_known_in_any_case(tmp_path: Path) -> None:
    options = ("--games", "2", "--cores", "1", "--out", str(tmp_path))
    outcome = tenshu("arena", "match", "Random", "RANDOM", "Greedy:Simulations=1", *options)
    assert outcome.err == "3 games (deals: 1, seats: 3). 2 were asked for; whole deals make 3 for each line-up.\n"
    assert {row[5] for row in rows(tmp_path)[1:]} == {"random", "greedy:simulations=1"}


def test_faults_are_shown_where_there_are_any() -> None:
    found = standings(match_between("ab", deals=2), TWO_DEALS)
    heading, _, *rows = together(found, None).splitlines()
    assert heading.split()[-1] == "faults"
    assert [row.split()[-1] for row in rows] == ["2", "2"]
    heading, _, *rows = alone([replace(one, faults=0) for one in found]).splitlines()
    assert heading.split()[-1] == "moves/s"
    assert alone(found).splitlines()[0].split()[-1] == "faults"


def test_a_narrow_terminal_breaks_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = standings(match_between("ab", deals=2), TWO_DEALS)
    monkeypatch.setenv("COLUMNS", "200")
    rows = [line.split() for line in together(found, None).splitlines()[-2:]]
    monkeypatch.setenv("COLUMNS", "20")
    assert [line.split() for line in together(found, None).splitlines()[-2:]] == rows


@pytest.mark.parametrize("columns", [60, 80, 100, 130])
def test_a_narrow_terminal_cuts_no_name(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    wins, some = (Figure(0.25, 0.04),) * 4, Figure(12.3, 0.4)
    found = Balance(4, 400, wins, some, some, some, some, (1, 2), Figure(0.6, 0.05), (), ())
    drawn = castles([("monastery-of-the-abyss", found)])
    heading, body = drawn.split("─\n")
    title = heading.splitlines()[-2]
    assert "…" not in drawn
    assert drawn.count("25.0 ±4.0") == 4
    assert "".join(row[: title.index("seats")].strip() for row in body.splitlines()) == "monastery-of-the-abyss"
    assert max(map(len, drawn.splitlines())) <= max(columns, 80)


def test_a_ladder_shows_who_beat_whom(tmp_path: Path) -> None:
    names = ("random", "greedy:simulations=1", "greedy:simulations=2")
    outcome = tenshu("arena", "match", *names, "--ladder", "--games", "2", "--cores", "1", "--out", tmp_path)
    table = outcome.out.split("\n\n")[1].splitlines()
    assert table[0].split() == ["player", "against", "wins,", "%"]
    assert [line.split()[:2] for line in table[2:4]] == [list(names[:2]), list(names[1:])]


def test_one_core_and_two_give_the_same_table(tmp_path: Path) -> None:
    for cores in ("1", "2"):
        tenshu(*QUICK[:-2], "--cores", cores, "--games", "6", "--out", tmp_path / cores)
    assert rows(tmp_path / "1") == rows(tmp_path / "2")


def started(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "TENSHU_LANGUAGE": "en", "COLUMNS": "120"}
    return subprocess.Popen(
        [sys.executable, "-m", "tenshu", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True,
        preexec_fn=hear_control_c,  # noqa: PLW1509
    )  # fmt: skip


def wait_for_games(folder: Path, count: int) -> None:
    until = time.monotonic() + PATIENCE
    records = folder / "records.jsonl"
    while time.monotonic() < until:
        if records.exists() and records.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.02)
    pytest.fail("no game was finished")


def test_control_c_keeps_and_reports_what_there_is_and_resume_goes_on(tmp_path: Path) -> None:
    match = ("arena", "match", "random", "greedy:simulations=2", "--cores", "2", "--out", str(tmp_path / "stopped"))
    process = started(*match, "--games", "2000")
    wait_for_games(tmp_path / "stopped", 6)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the parent and to the workers
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert err.endswith(f"tenshu: interrupted; the same command with --resume --out {tmp_path / 'stopped'} goes on\n")
    assert out.splitlines()[2].startswith("random ")
    kept = len((tmp_path / "stopped" / "records.jsonl").read_text("utf-8").splitlines())
    assert kept >= 6
    assert f"{kept} games are kept in " in out
    assert len(rows(tmp_path / "stopped")) == 1 + 2 * kept

    games = ("--games", str(kept + 4))
    outcome = tenshu(*match, *games, "--resume")
    assert outcome.code == 0
    whole = (*match[:-1], str(tmp_path / "whole"))
    assert tenshu(*whole, *games).code == 0
    assert rows(tmp_path / "stopped") == rows(tmp_path / "whole")


def test_control_c_before_a_deal_is_whole(tmp_path: Path) -> None:
    process = started("arena", "match", "random", "python:simulations=100000", "--out", str(tmp_path / "out"))
    assert process.stderr is not None
    assert process.stderr.readline()  # what is about to be played is announced when Ctrl-C has a meaning
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "No deal has been played from every seat yet" in out


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (["--seed", "2"], "the match there has as seed 1, not 2; --resume goes on with the same match only"),
        (["--layout", "keep"], "the match there has as options –, not layout keep; --resume goes on"),
    ],
)
def test_another_match_does_not_go_on_in_the_same_folder(tmp_path: Path, changed: list[str], sentence: str) -> None:
    tenshu(*QUICK, "--games", "2", "--out", tmp_path)
    assert sentence in complaint(tenshu(*QUICK, "--games", "2", "--out", tmp_path, "--resume", *changed))
    assert "holds a match already" in complaint(tenshu(*QUICK, "--games", "2", "--out", tmp_path))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody"], "player 'nobody': there is no player called 'nobody'; known: "),
        (["random", "random", "random", "--players", "2"], "these 3 names do not fill 2 seats"),
        (["random", "--ladder"], "these 1 names do not fill 2 seats"),
        (["random", "--game", "chess"], "--game: no game called 'chess'; known: dragon-castle, white-castle"),
        (["random", "--games", "0"], "--games: must be a whole number from 1 to 999999, not '0'"),
        (["random", "--cores", "many"], "--cores: must be a whole number from 1 to 512, not 'many'"),
        (["random", "--spirits", "rain"], "--spirits: no card called 'rain'"),
        (["random", "--resume"], "--resume needs --out"),
        (["random", "--out", __file__], "cannot be used as the folder of a match"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(arguments: list[str], sentence: str) -> None:
    assert sentence in complaint(tenshu("arena", "match", *arguments))


@pytest.mark.parametrize("command", [("match", "random"), ("balance", "keep", "--player", "random")])
def test_where_nothing_was_begun_nothing_is_resumed(command: tuple[str, ...], tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    told = f"{nowhere}: there is no match here that --resume could go on with; without --resume a new one begins"
    assert complaint(tenshu("arena", *command, "--out", nowhere, "--resume")) == told
    assert not nowhere.exists()


def test_a_balance_goes_on_with_castles_that_were_not_begun(tmp_path: Path) -> None:
    options = ("--player", "random", "--games", "1", "--cores", "1", "--out", str(tmp_path))
    assert tenshu("arena", "balance", "keep", "-p", "3", *options).code == 0
    outcome = tenshu("arena", "balance", "keep", *options, "--resume")
    assert outcome.code == 0
    assert f"2 games are kept in {tmp_path}." in outcome.out


def test_a_folder_with_something_else_in_it_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text("{", "utf-8")
    sentence = complaint(tenshu(*QUICK, "--out", tmp_path, "--resume"))
    assert sentence.startswith(f"{tmp_path}: cannot be used as the folder of a match (")


def test_without_the_extra_the_match_is_played_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("openskill.models", "matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, module, None)
    outcome = tenshu(*QUICK, "--games", "4", "--out", tmp_path, columns=120)
    assert outcome.code == 0
    told = 'tenshu: without openskill there are no ratings and no plots; pip install "tenshu[arena]" brings it'
    assert outcome.err.splitlines()[1:] == [told]
    assert " ".join(outcome.out.splitlines()[0].split()) == "player games wins, % points lead Elo moves/s"
    assert {file.name for file in tmp_path.iterdir()} == {"match.json", "records.jsonl", "games.csv"}


def test_a_game_that_cannot_be_played_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(match: Match, seatings: list[Seating], cores: int) -> Iterator[Answer]:
        first, *others = seatings
        yield Lost(first, "its process died 3 times (SIGKILL)")
        yield from play_here(match, others)

    monkeypatch.setattr(arena, "play_on_cores", lossy)
    outcome = tenshu(*QUICK, "--games", "4", "--out", tmp_path)
    assert outcome.code == 1
    assert "deal 0 with random, greedy:simulations=1 could not be played: its process died 3 times" in outcome.err
    assert "3 games are kept" in outcome.out


def test_balance_judges_a_castle(tmp_path: Path) -> None:
    options = ("--player", "random", "--games", "6", "--cores", "1", "--out", str(tmp_path))
    outcome = tenshu("arena", "balance", "barracks", *options, "--dragons", "random:2", columns=140)
    assert outcome.code == 0
    verdict, _, heading, _, row, *_ = outcome.out.splitlines()
    assert verdict.startswith("The Barracks with 2 players: 6 games cannot tell yet whether it is fair, ")
    assert "games take " in verdict
    assert heading.split()[:2] == ["castle", "seats"]
    assert row.split()[:2] == ["barracks", "2"]
    assert "winners" in outcome.out
    assert {"balance.png", "balance.svg", "games.csv"} <= {
        file.name for file in (tmp_path / "barracks-for-2").iterdir()
    }
    again = tenshu("arena", "balance", "barracks", *options, "--dragons", "random:2", "--resume", columns=140)
    assert again.out.splitlines()[:5] == outcome.out.splitlines()[:5]


def test_balance_judges_a_drawing_of_ones_own(tmp_path: Path) -> None:
    drawing = tmp_path / "hut.txt"
    drawing.write_text(catalogue()["keep"].text.replace("name: ", "name: My ", 1), "utf-8")
    options = ("--player", "random", "--games", "2", "--cores", "1", "--players", "3", "--out", str(tmp_path / "out"))
    outcome = tenshu("arena", "balance", drawing, *options, language="pt-BR", columns=140)
    assert outcome.code == 0
    assert outcome.out.startswith("My ")
    assert " com 3 jogadores: 2 partidas ainda não permitem dizer se é justo, cerca de 400 permitiriam; " in outcome.out
    assert outcome.out.split("\n\n")[1].splitlines()[2].endswith(" incerto")
    assert (tmp_path / "out" / "hut-for-3" / "balance.svg").exists()


def test_a_drawing_that_is_no_castle_is_not_played(tmp_path: Path) -> None:
    drawing = tmp_path / "hut.txt"
    drawing.write_text("12\n21\n", "utf-8")
    assert complaint(tenshu("arena", "balance", drawing)).startswith(f"{drawing}: ")


def test_the_table_of_a_page_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = tmp_path / "page.md"
    page.write_text("# Castles\n\nText.\n\n## Balance\n\nold\n\n## Next\n\nmore\n", "utf-8")
    options = ("--player", "random", "--games", "2", "--cores", "1", "--out", str(tmp_path / "out"))
    outcome = tenshu("arena", "balance", "keep", *options, "--page", page)
    assert outcome.code == 0
    text = page.read_text("utf-8")
    assert text.startswith(
        "# Castles\n\nText.\n\n## Balance\n\n2 games a row between equal players (`random`), no cards;"
    )
    assert f"`tenshu arena balance --games 2 --player random --seed 1 --page {page}`" in text
    assert [line.split(" | ")[:2] for line in text.splitlines()[-6:-4]] == [["| keep", "3"], ["| keep", "4"]]
    assert text.endswith("|\n\n## Next\n\nmore\n")
    assert "old" not in text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "page.md: there is no such file"),
        (
            b"# Castles\n",
            "--page: page.md has no chapter '## Balance' for the table; add that line where it is to stand",
        ),
        (b"## Balance\n\xff", "page.md, line 2, column 1: this is not UTF-8 text"),
    ],
)
def test_a_page_that_cannot_be_used_is_told_before_the_first_game(content: bytes | None, sentence: str) -> None:
    if content is not None:
        Path("page.md").write_bytes(content)
    assert complaint(tenshu("arena", "balance", "--page", "page.md")) == sentence
    assert not Path("arena").exists()


def test_a_page_that_cannot_be_written_is_told_before_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("page.md").write_text("## Balance\n", "utf-8")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert complaint(tenshu("arena", "balance", "--page", "page.md")) == "page.md: the system does not permit this"
    assert complaint(tenshu("arena", "balance", "--page", ".")) == ".: this is a folder, not a file"


@pytest.mark.parametrize("players", [None, 2, 3, 4])
def test_all_castles_are_measured_where_none_is_named(players: int | None) -> None:
    suited = [(layout, count) for layout in catalogue().values() for count in layout.players]
    assert chosen([], players) == [(layout, count) for layout, count in suited if players in (None, count)]
    assert len(chosen([], players)) >= 4


def test_a_castle_is_measured_for_whom_it_is_best_or_for_whom_one_asks() -> None:
    keep = catalogue()["keep"]
    assert chosen(["keep"], None) == [(keep, 3), (keep, 4)]
    assert chosen(["keep"], 2) == [(keep, 2)]
    assert chosen(["keep", "keep"], 2) == [(keep, 2)]


def test_two_castles_of_one_name_are_not_mixed_up(tmp_path: Path) -> None:
    drawing = tmp_path / "keep.txt"
    drawing.write_text(catalogue()["barracks"].text, "utf-8")
    assert "two different castles are called keep" in complaint(tenshu("arena", "balance", "keep", drawing, "-p", "3"))
