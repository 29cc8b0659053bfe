"""`tenshu hint` and `tenshu analyse`."""

from __future__ import annotations

import json
import sys
from itertools import combinations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import tenshu as library
from tenshu.cli import curves
from tenshu.cli.advised import hint_in_words
from tenshu.players import analysis
from tenshu.table.record import Record
from tenshu.table.search import Budget, Candidate, Thought
from tests.cli.running import complaint, small_position, small_record, tenshu, written

FEW = ("--simulations", "6")


def played(seats: list[str], **changes: Any) -> dict[str, Any]:
    """A whole game in the small castle, played at random."""
    session = library.Session(library.load(small_position(**changes)), options={}, seats=seats)
    rng = Random(1)
    while not session.state.is_over:
        moves = session.state.legal_moves()
        session.play(moves[int(rng.random() * len(moves))])
    return session.record().to_json()


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    return played(["human", "master"])


@pytest.fixture(scope="module")
def solo() -> dict[str, Any]:
    one = {"realm": {}, "shrines": 1, "vp": 0, "tokens": 0, "discarded": []}
    return played(["human"], solo=True, players=[one], supply=39, ingenuity={"tiles": [], "tokens": 0})


# Hints


def test_a_hint_is_a_small_table(tmp_path: Path) -> None:
    outcome = tenshu("hint", written(tmp_path, small_position()), *FEW)
    assert outcome.code == 0
    turn, _, title, _, first, *_ = outcome.out.splitlines()
    assert turn.startswith("Player 1 is to move; 6 simulations were made. ")
    assert title.split() == ["move", "win", "points", "visits"]
    assert first.startswith("take ")
    assert " % " in first
    assert "Points as quick play from there would reach them; good for comparing moves." in outcome.out.splitlines()


def test_a_hint_speaks_portuguese(tmp_path: Path) -> None:
    outcome = tenshu("hint", written(tmp_path, small_position()), *FEW, language="pt-BR")
    lines = outcome.out.splitlines()
    assert lines[0].startswith("Quem joga agora: Jogador 1; foram feitas 6 simulações. ")
    assert lines[2].split() == ["jogada", "vitória", "pontos", "visitas"]
    assert "Pontos que um jogo rápido alcançaria a partir dali; servem para comparar jogadas." in lines


def test_a_hint_as_a_document_is_the_same_every_time(tmp_path: Path) -> None:
    file = written(tmp_path, small_position())
    first, again = (tenshu("hint", file, *FEW, "--json", "--count", "2") for _ in range(2))
    assert first.out == again.out
    assert first.document["seat"] == 0
    assert len(first.document["moves"]) == 2
    assert first.document["line"][0] == first.document["moves"][0]["move"]


def test_a_hint_for_a_view_is_the_hint_for_the_position(tmp_path: Path) -> None:
    """Nobody is advised from what lies hidden."""
    state = library.load(small_position())
    whole, seen = written(tmp_path, state.to_json()), written(tmp_path, state.view(0), "view.json")
    assert tenshu("hint", whole, *FEW, "--json").document == tenshu("hint", seen, *FEW, "--json").document


def test_the_line_goes_on_to_the_end_of_the_turn(tmp_path: Path) -> None:
    after = library.load(small_position()).play("take b1").play("shrine")
    outcome = tenshu("hint", written(tmp_path, after.to_json()), "--simulations", "30", "--json")
    assert [move.split()[0] for move in outcome.document["line"]] == ["place"]
    with_two = library.load(small_position(castle={"a1": ["M1"], "c1": ["M1"]})).play("take a1").play("pair c1")
    outcome = tenshu("hint", written(tmp_path, with_two.to_json()), "--simulations", "30")
    line = outcome.out.splitlines()[-1]
    assert line.startswith("The turn may go on like this: place M1 ")
    assert line.count("place M1") == 2


def test_solo_hints_speak_of_points_only(solo: dict[str, Any], tmp_path: Path) -> None:
    outcome = tenshu("hint", written(tmp_path, solo["deal"]), *FEW)
    assert outcome.out.splitlines()[2].split() == ["move", "points", "visits"]
    assert "decided" not in outcome.out


def test_the_move_to_play_comes_first_then_the_better_ones_then_those_hardly_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = library.load(small_position())
    found = {"take a1": (100, 0.5), "take b1": (60, 0.1), "take c1": (40, 0.55), "take d1": (4, 0.9), "pass": (5, 0.3)}
    candidates = tuple(Candidate(move, visits, value, value, 20.0) for move, (visits, value) in found.items())
    searcher = SimpleNamespace(think=lambda *_: Thought(candidates, 209, 0.1))
    monkeypatch.setattr(analysis, "searcher_for", lambda _: searcher)
    monkeypatch.setattr(analysis, "_line", lambda *_: ["take a1"])
    moves = analysis.hint(state.seen_by(0), Budget(1), Random(1))["moves"]
    assert [one["move"] for one in moves] == ["take a1", "take c1", "pass", "take b1", "take d1"]
    few = analysis.hint(state.seen_by(0), Budget(1), Random(1), 2)["moves"]
    assert [one["move"] for one in few] == ["take a1", "take c1"]


@pytest.mark.parametrize(
    ("win", "told", "spoken"),
    [
        (
            0.98,
            "The game is as good as decided: Player 2 wins.",
            "A partida está praticamente decidida: Jogador 2 vence.",
        ),
        (0.97, "", ""),
        (0.03, "", ""),
        (
            0.02,
            "The game is as good as decided: Player 2 does not win.",
            "A partida está praticamente decidida: Jogador 2 não vence.",
        ),
    ],
)
def test_a_hint_says_when_the_game_is_as_good_as_decided(
    win: float, told: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    move = {"move": "take a1", "visits": 9, "value": win, "win": win, "points": 20.0}
    other = move | {"move": "take b1", "win": 0.5}
    found = {"seat": 1, "simulations": 9, "moves": [move, other], "line": ["take a1"]}
    for language, sentence in (("en", told), ("pt-BR", spoken)):
        monkeypatch.setenv("TENSHU_LANGUAGE", language)
        words = hint_in_words(found)
        assert ("decid" in words) == bool(sentence)
        assert sentence in words


def test_there_is_no_hint_when_the_game_is_over(game: dict[str, Any], tmp_path: Path) -> None:
    last = list(Record.from_json(game).states())[-1][1]
    file = written(tmp_path, last.to_json())
    assert complaint(tenshu("hint", file)) == f"{file}: the game is over, there is nothing to decide"


@pytest.mark.parametrize(
    ("options", "begins"),
    [
        (("--seconds", "0"), "--seconds: must be seconds above 0, at most 3600, not '0'"),
        (("--seconds", "long"), "--seconds: must be seconds above 0"),
        (("--simulations", "0"), "--simulations: must be a whole number from 1 to 999999, not '0'"),
        (("--count", "none"), "--count: must be a whole number from 1 to 100, not 'none'"),
    ],
)
def test_what_cannot_be_meant(options: tuple[str, str], begins: str, tmp_path: Path) -> None:
    assert complaint(tenshu("hint", written(tmp_path, small_position()), *options)).startswith(begins)


def test_what_is_no_position_is_told_as_everywhere(tmp_path: Path) -> None:
    file = written(tmp_path, {"game": "chess"})
    assert complaint(tenshu("hint", file)).startswith(f"{file}: game: no game called 'chess'")
    assert complaint(tenshu("analyse", file)).startswith(f"{file}: deal: is missing")
    assert complaint(tenshu("hint", "nowhere.json")) == "nowhere.json: there is no such file"


def test_what_another_command_reads_is_told_with_its_name(game: dict[str, Any], tmp_path: Path) -> None:
    record, position = written(tmp_path, game), written(tmp_path, game["deal"], "position.json")
    assert complaint(tenshu("hint", record)) == (
        f"{record}: this is the record of a game, and a position is expected; "
        "tenshu analyse and tenshu replay read records"
    )
    assert complaint(tenshu("analyse", position)) == (
        f"{position}: this is a position, and the record of a game is expected; "
        "tenshu hint and tenshu moves read positions"
    )
    assert "isto é uma posição" in complaint(tenshu("analyse", position, language="pt-BR"))
    view = json.dumps(library.load(game["deal"]).view(0))
    assert "this is a position" in complaint(tenshu("replay", "-", stdin=view))


@pytest.mark.parametrize(
    ("command", "wanted"), [("hint", "a single position"), ("analyse", "the record of a single game")]
)
@pytest.mark.parametrize("games", [2, 2000])
def test_a_file_of_many_records_is_told_how_to_take_one(
    command: str, wanted: str, games: int, game: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(f"{json.dumps(game)}\n" * games, "utf-8")
    assert complaint(tenshu(command, file)) == (
        f"{file}: these are the records of several games, one a line, and {wanted} is expected; "
        "sed -n 1p FILE | tenshu analyse - looks at the first"
    )
    assert "um por linha" in complaint(tenshu(command, file, language="pt-BR"))


def test_a_file_of_many_positions_is_told_how_to_take_one() -> None:
    lines = f"{json.dumps(small_position())}\n" * 2
    assert complaint(tenshu("hint", "-", stdin=lines)) == (
        "standard input: these are several documents, one a line, and a single position is expected; "
        "sed -n 1p FILE | tenshu … - reads the first"
    )
    assert tenshu("hint", "-", *FEW, stdin=lines.splitlines()[0] + "\n\n").code == 0


# Analyses


def test_an_analysis_names_players_turning_points_and_worst_decisions(game: dict[str, Any], tmp_path: Path) -> None:
    outcome = tenshu("analyse", written(tmp_path, game), *FEW, columns=100)
    assert outcome.code == 0
    assert outcome.err == "", "the progress bar is for terminals"
    for told in ("Player 1 (human)", "Player 2 (master)", "Where the game turned:", "The worst decisions:", "win lost"):
        assert told in outcome.out
    found = tenshu("analyse", written(tmp_path, game), *FEW, "--json").document
    first = found["players"][0]
    row = next(line for line in outcome.out.splitlines() if line.startswith("Player 1"))
    agreed, lost = first["agreed"] / first["decisions"], first["lost"]["win"] / first["decisions"]
    points = first["lost"]["points"] / first["decisions"]
    assert row.split()[3:] == [
        str(first["decisions"]), f"{100 * agreed:.0f}", "%", f"{100 * lost:.1f}", "%", f"{points:.2f}"
    ]  # fmt: skip
    spoken = tenshu("analyse", written(tmp_path, game), *FEW, columns=100, language="pt-BR").out
    assert "Onde a partida virou:" in spoken


def test_the_document_can_be_kept_and_is_the_same_every_time(game: dict[str, Any], tmp_path: Path) -> None:
    file, kept = written(tmp_path, game), tmp_path / "kept.json"
    printed = tenshu("analyse", file, *FEW, "--json", "--output", kept).document
    assert json.loads(kept.read_text("utf-8")) == printed
    assert tenshu("analyse", file, *FEW, "--json").document == printed


def test_an_analysis_fits_its_record(game: dict[str, Any]) -> None:
    record, told = Record.from_json(game), []
    found = analysis.analyse(record, Budget(simulations=6), progress=lambda *done: told.append(done))
    decisions = found["decisions"]
    assert told == [(number + 1, len(decisions)) for number in range(len(decisions))]
    states = dict(record.states())
    assert [one["move"] for one in decisions] == [
        index for index, state in states.items() if len(state.legal_moves()) > 1
    ]
    for one in decisions:
        assert one["played"]["move"] == record.moves[one["move"]]
        assert {one["played"]["move"], one["best"]["move"]} <= set(states[one["move"]].legal_moves())
        assert one["lost"]["win"] == pytest.approx(max(0, one["best"]["win"] - one["played"]["win"]), abs=2e-4)
        assert one["lost"]["points"] >= 0
    for point in found["curve"]:
        assert sum(point["wins"]) == pytest.approx(1, abs=1e-3)
    turns = [point["turn"] for point in found["curve"]]
    assert turns == sorted(set(turns))
    winners = game["result"]["ranking"][0]
    assert found["curve"][-1]["wins"] == [(seat in winners) / len(winners) for seat in (0, 1)]
    swings = [max(map(abs, point["swing"])) for point in found["turning_points"]]
    assert swings == sorted(swings, reverse=True)
    for player in found["players"]:
        own = [one for one in decisions if one["seat"] == player["seat"]]
        lost = [decisions[number]["lost"]["win"] for number in player["worst"]]
        assert player["decisions"] == len(own)
        assert lost == sorted((one["lost"]["win"] for one in own if one["lost"]["win"]), reverse=True)[:3]


def test_alone_everything_is_counted_in_points(solo: dict[str, Any], tmp_path: Path) -> None:
    found = tenshu("analyse", written(tmp_path, solo), *FEW, "--json").document
    assert all(point["wins"] is None for point in found["curve"])
    assert all(one["lost"]["win"] is None for one in found["decisions"])
    assert found["players"][0]["lost"]["win"] is None
    outcome = tenshu("analyse", written(tmp_path, solo), *FEW)
    assert "points lost" in outcome.out
    assert "win lost" not in outcome.out


def test_an_unfinished_game_is_judged_where_it_stands(tmp_path: Path) -> None:
    begun = small_record(["human", "human"]) | {"moves": ["take b1", "discard"]}
    found = tenshu("analyse", written(tmp_path, begun), *FEW, "--json").document
    assert [one["played"]["move"] for one in found["decisions"]] == ["take b1", "discard"]
    assert 0 < found["curve"][-1]["wins"][0] < 1
    assert found["result"] is None
    empty = tenshu("analyse", written(tmp_path, small_record(["human", "human"])), *FEW, "--json").document
    assert empty["decisions"] == []


def test_a_record_that_does_not_fit_is_refused_before_any_thinking(
    game: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def thinks(*_: object) -> None:
        raise AssertionError("it thinks")

    monkeypatch.setattr(analysis, "searcher_for", thinks)
    file = written(tmp_path, game | {"moves": [*game["moves"][:-1], "take z9"]})
    assert complaint(tenshu("analyse", file)).startswith(f"{file}: moves[{len(game['moves']) - 1}]")


# The picture


@pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_the_curve_is_drawn(
    kind: str, begins: bytes, game: dict[str, Any], solo: dict[str, Any], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    for number, record in enumerate((game, solo)):
        picture = tmp_path / f"curve{number}.{kind}"
        outcome = tenshu("analyse", written(tmp_path, record), *FEW, "--plot", picture)
        assert outcome.code == 0, outcome.err
        assert picture.read_bytes().startswith(begins)


def test_the_picture_names_the_game_and_marks_the_result(
    game: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("TENSHU_LANGUAGE", "en")
    found = analysis.analyse(Record.from_json(game), Budget(simulations=6))
    figure = curves.curve(found)
    assert "Dragon Castle · Player 1 (human) · Player 2 (master)" in [text.get_text() for text in figure.texts]
    totals = [player["total"] for player in game["result"]["players"]]
    for line, name, total in zip(figure.axes[0].lines, ("Player 1 (human)", "Player 2 (master)"), totals, strict=True):
        assert str(line.get_label()).startswith(f"{name}: {total} point")
        assert line.get_markevery() == [len(found["curve"]) - 1]
    unfinished = curves.curve(analysis.analyse(Record.from_json(game | {"moves": [], "result": None}), Budget(1)))
    assert [line.get_label() for line in unfinished.axes[0].lines] == ["Player 1 (human)", "Player 2 (master)"]


@pytest.mark.parametrize(
    ("language", "together", "alone"),
    [
        ("en", "How the chances went", "How the expected points went"),
        ("pt-BR", "Como as chances mudaram", "Como os pontos esperados mudaram"),
    ],
)
def test_the_picture_of_a_solo_game_speaks_of_points(
    language: str, together: str, alone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("TENSHU_LANGUAGE", language)
    found: dict[str, Any] = {"game": "dragon-castle", "turning_points": [], "result": None}
    for wins, seats, title in (([0.5, 0.5], ["a", "b"], together), (None, ["a"], alone)):
        curve = [{"turn": turn, "wins": wins, "points": [20.0] * len(seats)} for turn in range(3)]
        figure = curves.curve(found | {"seats": seats, "curve": curve})
        assert title in [text.get_text().strip() for text in figure.texts]


def test_the_numbers_of_turning_points_do_not_touch() -> None:
    pytest.importorskip("matplotlib")
    turned = [{"turn": turn, "swing": [0.2, -0.2]} for turn in (37, 36, 38, 35, 10)]
    curve = [{"turn": turn, "wins": [0.5, 0.5], "points": [20.0, 20.0]} for turn in range(80)]
    figure = curves.curve(
        {"game": "dragon-castle", "seats": ["a", "b"], "curve": curve, "turning_points": turned, "result": None}
    )
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert sorted(text.get_text() for text in figure.axes[0].texts) == ["11", "36", "37", "38", "39"]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert max(box.y1 for box in boxes) < figure.texts[0].get_window_extent().y0


def test_a_picture_of_another_kind_is_refused(game: dict[str, Any], tmp_path: Path) -> None:
    told = complaint(tenshu("analyse", written(tmp_path, game), "--plot", "curve.doc"))
    assert told == "--plot: 'curve.doc' is no picture this can draw; its name must end in one of .png, .svg"


def test_a_place_where_nothing_can_be_written_is_told_at_once(game: dict[str, Any], tmp_path: Path) -> None:
    file = written(tmp_path, game)
    nowhere = tmp_path / "nowhere" / "found.json"
    assert complaint(tenshu("analyse", file, "--output", nowhere)) == f"{nowhere}: there is no such folder"
    assert complaint(tenshu("analyse", file, "--output", tmp_path)) == f"{tmp_path}: this is a folder, not a file"


def test_a_missing_extra_is_one_sentence(game: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [module for module in sys.modules if module.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told = complaint(tenshu("analyse", written(tmp_path, game), "--plot", str(tmp_path / "curve.png")))
    assert told == 'without matplotlib there is no plot; pip install "tenshu[arena]" brings it'
