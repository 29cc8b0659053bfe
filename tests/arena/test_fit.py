"""Fitting a judgement: the training learns, its numbers mean the same outside, and generations are kept by duel."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenshu.arena import fit as fitting
from tenshu.arena import plots
from tenshu.arena.fit import Generation, Plan, fit
from tenshu.arena.intervals import Figure
from tenshu.arena.training import BATCH, Array, doubt, error, pooled, predicted, train
from tenshu.cli import fits as command
from tenshu.dragon_castle import evaluation, school
from tenshu.dragon_castle.evaluation import ALL, BASE
from tenshu.dragon_castle.school import DragonCastleSchool
from tenshu.table import games
from tenshu.table.errors import Malformed
from tenshu.table.network import Network
from tenshu.table.school import Duel, Lessons, MissingCore, Numbers
from tests.arena.test_plots import PNG, texts_of
from tests.cli.running import complaint, tenshu
from tests.native.conftest import MISSING
from tests.table.pebbles import Pebbles, as_game

CLOSE = 1e-3
"""Training counts in single precision."""


@pytest.fixture
def native_core() -> None:
    """As in tests/native: without the core a test fails, unless it is left out knowingly."""
    if find_spec("tenshu_native") is None:
        if os.environ.get("TENSHU_WITHOUT_NATIVE") == "1":
            pytest.skip("left out: TENSHU_WITHOUT_NATIVE=1")
        pytest.fail(MISSING, pytrace=False)


def made_up(rows: int, seed: int, seats: int = 2) -> Lessons:
    """Points to come that bend: no linear part can know them. The scales of the features are far apart."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, 6)).astype(np.float32)
    bent = 3 * np.abs(x[:, 0]) + 2 * np.maximum(x[:, 1] + x[:, 2], 0) - x[:, 3] + 10
    noise = rng.normal(size=rows) * 0.3
    features = (x * np.array([1, 50, 50, 0.1, 1, 1]) + np.array([0, 300, 0, 5, 0, 7])).astype(np.float32)
    features[:, 5] = 7
    rounds = np.repeat(rng.uniform(0, 12, rows // seats), seats)
    return Lessons(features, (bent + noise).astype(np.float32), rounds.astype(np.float32), seats)


def copied(lessons: Lessons) -> Lessons:
    return pooled([lessons])


# The training


def test_the_network_learns_what_the_linear_part_cannot() -> None:
    trained = train(made_up(100_000, 1), seed=1)
    unseen = made_up(2_000, 2)
    linear, network = error(trained.linear, unseen), error(trained.network, unseen)
    assert linear > 1.8
    assert network < 0.6


def test_a_straight_line_is_found_at_once() -> None:
    lessons = made_up(5_000, 1)
    straight = (lessons.features[:, 0] * 2 - lessons.features[:, 1] / 10 + 4).astype(np.float32)
    trained = train(Lessons(lessons.features.copy(), straight, lessons.rounds, 2), seed=1)
    assert trained.linear["bias"] == pytest.approx(4, abs=0.2)
    assert trained.linear["linear"][:2] == pytest.approx([2, -0.1], rel=0.01)
    assert trained.linear["linear"][4] == pytest.approx(0, abs=0.01)


def test_the_same_seed_gives_the_same_numbers() -> None:
    once, again, other = (train(made_up(1_000, 1), seed=seed).network for seed in (1, 1, 2))
    assert all(np.array_equal(once[name], again[name]) for name in once)
    assert not np.array_equal(once["inner"], other["inner"])


def test_numbers_mean_the_same_for_features_as_they_are() -> None:
    lessons = made_up(4_000, 1)
    raw = lessons.features.copy()
    trained = train(lessons, seed=1)
    assert abs(float(lessons.features[:, 1].mean())) < CLOSE  # normalised in place
    numbers = trained.network
    spread, mean = raw.std(0), raw.mean(0)
    spread[5] = 1
    into, straight = numbers["inner"] * spread[:, None], numbers["linear"] * spread
    inside = np.maximum(lessons.features @ into + numbers["offset"] + mean @ numbers["inner"], 0)
    level = numbers["bias"] + mean @ numbers["linear"]
    expected = lessons.features @ straight + level + inside @ numbers["outer"]
    assert predicted(numbers, raw) == pytest.approx(expected, abs=0.02)
    network = Network(listed(with_doubt(numbers)))
    for row, told in zip(raw[:50].tolist(), predicted(numbers, raw[:50]).tolist(), strict=True):
        assert network(row) == pytest.approx(told, abs=0.01)


def listed(numbers: Numbers) -> dict[str, Any]:
    """As they stand in a file, but whole."""
    return {name: value if name == "bias" else value.tolist() for name, value in numbers.items()}


def with_doubt(numbers: Numbers) -> dict[str, Array]:
    return {**numbers, "doubt": np.array([1, 2], np.float32)}


def test_few_lessons_are_learned_too() -> None:
    trained = train(made_up(BATCH // 4, 1), seed=1)
    assert np.isfinite(predicted(trained.network, made_up(100, 2).features)).all()


def test_doubt_is_of_differences_at_a_table_and_of_points_alone() -> None:
    nothing = {
        "bias": 0.0, "linear": np.zeros(1, np.float32), "inner": np.zeros((1, 0), np.float32),
        "offset": np.zeros(0, np.float32), "outer": np.zeros(0, np.float32),
    }  # fmt: skip
    rounds = np.repeat([0.2, 3.0], 200).astype(np.float32)
    to_come = np.where(rounds > 1, np.tile([5, 1], 200), np.tile([2, 1], 200)).astype(np.float32)
    together = doubt(nothing, Lessons(np.zeros((400, 1), np.float32), to_come, rounds, 2))
    assert together[:6].tolist() == [1, 1, 4, 4, 4, 4]
    alone = doubt(nothing, Lessons(np.zeros((400, 1), np.float32), to_come, rounds, 1))
    assert alone[0] == pytest.approx(2.5**0.5)
    assert alone[3] == pytest.approx(13**0.5)
    assert len(alone) == 26


# Generations


@dataclass
class Classroom:
    """A school whose duels end as they are told to, and which notes what it was asked."""

    wins: list[float]
    names: tuple[str, ...] = ("a", "b")
    played: list[tuple[str, int, int]] = field(default_factory=list)
    duels: list[int] = field(default_factory=list)

    def numbers(self, bias: float) -> Numbers:
        nothing = np.zeros(0, np.float32)
        return {
            "bias": bias, "linear": np.zeros(6, np.float32), "inner": np.zeros((6, 0), np.float32),
            "offset": nothing, "outer": nothing, "doubt": np.ones(2, np.float32),
        }  # fmt: skip

    def present(self) -> dict[str, Numbers]:
        return {name: self.numbers(1.0) for name in self.names}

    def begin(self, name: str, known: Mapping[str, Numbers]) -> Numbers:
        return known.get(name, self.numbers(0.0))

    def lessons(self, name: str, numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
        self.played.append(("lessons", games, seed))
        return made_up(2 * games, seed)

    def exam(self, name: str, numbers: Numbers, games: int, seed: int, threads: int) -> Lessons:
        self.played.append(("exam", games, seed))
        return made_up(2 * games, seed)

    def duel(self, name: str, numbers: Numbers, others: Numbers, deals: int, seed: int, threads: int) -> Duel:
        assert others["bias"] == 1.0
        self.duels.append(seed)
        won = self.wins[min(len(self.duels), len(self.wins)) - 1]
        if won < 0:
            raise KeyboardInterrupt
        return Duel((won,) * deals, 0.5, alone=False)

    def read(self, document: object) -> dict[str, Numbers]:
        raise Malformed("file", "is not read here")

    def written(self, numbers: Mapping[str, Numbers]) -> str:
        return json.dumps({name: float(one["bias"]) for name, one in numbers.items()})


def test_the_best_generation_by_duel_is_kept_and_measured_anew() -> None:
    classroom = Classroom([0.4, 0.7, 0.7, 0.6, 0.55])
    heard: list[float] = []
    found = fit(classroom, "a", {}, Plan(4, 250), lambda done, _: heard.append(done))
    assert [one.duel.mean for one in found.generations] == [0.4, 0.7, 0.7, 0.6]
    assert found.best == found.generations[1]
    assert found.proof.mean == pytest.approx(0.55)
    assert len(set(classroom.duels[:4])) == 1
    assert classroom.duels[4] != classroom.duels[0]
    assert heard == sorted(heard)
    assert heard[-1] == 4.0
    second = fit(Classroom([0.4, 0.7]), "a", {}, Plan(2, 250))
    assert np.array_equal(found.numbers["inner"], second.numbers["inner"])


def test_games_come_in_portions_with_seeds_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    classroom = Classroom([0.5])
    monkeypatch.setattr(fitting, "POOLED", 2)
    found = fit(classroom, "a", {}, Plan(3, 250))
    assert [games for _, games, _ in classroom.played[:4]] == [120, 120, 10, 100]
    assert len({seed for _, _, seed in classroom.played}) == 12
    assert [one.lessons for one in found.generations] == [500, 1000, 1000]


def test_how_much_is_played() -> None:
    assert (Plan(games=3000).exam_games, Plan(games=3000).deals(2)) == (300, 300)
    assert (Plan(games=30).exam_games, Plan(games=30).deals(4)) == (30, 8)


def test_the_picture_of_a_fit(tmp_path: Path) -> None:
    found = [fit(Classroom([0.4, 0.7, 0.6]), name, {}, Plan(2, 60)) for name in ("a", "b")]
    png, svg = plots.write(plots.fits(found, "3 games", plots.words()), tmp_path / "fit")
    assert png.read_bytes().startswith(PNG)
    assert "b: points it is off on unknown castles" in texts_of(svg)
    assert "a: wins against the present one, % (dashed: fair)" in texts_of(svg)


# The school of Dragon Castle


def test_the_shipped_file_is_read_and_written_as_it_is() -> None:
    file = Path(evaluation.__file__).with_name("judgement.json").read_text("utf-8")
    taught = DragonCastleSchool()
    assert taught.written(taught.read(json.loads(file))) == file


def test_numbers_round_trip_through_the_file() -> None:
    rng = np.random.default_rng(1)
    features, to_come = rng.normal(size=(2_000, BASE)), rng.normal(size=2_000)
    ones = np.ones(2_000, np.float32)
    lessons = Lessons(features.astype(np.float32), to_come.astype(np.float32), ones, 2)
    raw = lessons.features.copy()
    numbers = with_doubt(train(lessons, seed=1).network)
    document = json.loads(DragonCastleSchool().written({"2": numbers}))
    network = Network(document["networks"]["2"])
    for row, told in zip(raw[:20].tolist(), predicted(numbers, raw[:20]).tolist(), strict=True):
        assert network(row) == pytest.approx(told, abs=0.01)
    assert network.doubt(0.5) == 1.5


def test_a_judgement_begins_with_its_own_numbers_or_those_without_cards_or_by_hand() -> None:
    taught = DragonCastleSchool()
    assert taught.names == ("1", "2", "3", "4", "1+cards", "2+cards", "3+cards", "4+cards")
    known = taught.read(evaluation.shipped())
    assert taught.begin("2", known) is known["2"]
    wide = taught.begin("2+cards", {"2": known["2"]})
    assert wide["linear"].shape == (ALL,)
    assert wide["inner"].shape == (ALL, 32)
    features = np.random.default_rng(1).normal(size=(5, ALL)).astype(np.float32)
    assert predicted(wide, features) == pytest.approx(predicted(known["2"], features[:, :BASE]), rel=CLOSE, abs=CLOSE)
    assert not wide["linear"][BASE:].any()
    by_hand = taught.begin("3+cards", {"2": known["2"]})
    assert by_hand["linear"][evaluation.FEATURES.index("pool.2")] == np.float32(2.8)
    assert by_hand["linear"][evaluation.FEATURES.index("group.special.3.free0")] == np.float32(0.78)


def test_nothing_is_examined_where_it_is_learned() -> None:
    for players, castles in school.EXAMINED_IN.items():
        assert not set(castles) & set(school.LEARNED_IN[players])


def test_choices_of_cards_have_cards_that_can_be_played() -> None:
    alone, together = school.cards_drawn(True), school.cards_drawn(False)
    assert all(one["spirits"] or one["dragons"] for one in (*alone, *together))
    assert not any("power" in one["dragons"] for one in alone)
    assert any("power" in one["dragons"] for one in together)
    assert len(alone) == len(together) == 60


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 2}, "version: must be from 1 to 1, not 2"),
        ({"networks": {"5": {}}}, "networks: unknown field '5'"),
        ({"networks": {"2": {}}}, "networks.2.bias: is missing"),
    ],
)
def test_a_file_that_is_no_judgement_is_one_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(Malformed) as refused:
        DragonCastleSchool().read({"version": 1, "networks": {}} | change)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("bias", "x", "networks.2.bias: must hold numbers, not 'x'"),
        ("linear", [1.0], f"networks.2.linear: has 1 entries, not {BASE}"),
        ("outer", [1.0], "networks.2.outer: has 1 entries, not 32"),
        ("inner", [[1.0]] * BASE, "networks.2.inner[0]: has 1 entries, not 32"),
        ("doubt", [1.0], "networks.2.doubt: must have at least 2 entries"),
    ],
)
def test_numbers_that_do_not_fit_together_are_one_sentence(name: str, value: object, sentence: str) -> None:
    two = evaluation.shipped()["networks"]["2"] | {name: value}
    with pytest.raises(Malformed) as refused:
        DragonCastleSchool().read({"version": 1, "networks": {"2": two}})
    assert str(refused.value) == sentence


@pytest.mark.usefixtures("native_core")
def test_lessons_are_the_same_on_any_number_of_threads() -> None:
    taught = DragonCastleSchool()
    for name, width in (("2", BASE), ("3+cards", ALL)):
        numbers = taught.begin(name, {})
        one, two = (taught.lessons(name, numbers, 6, 1, threads) for threads in (1, 2))
        assert one.features.shape[1] == width
        assert len(one.to_come) % one.seats == 0
        assert np.array_equal(one.features, two.features)
        assert np.array_equal(one.to_come, two.to_come)
        assert (one.rounds[:: one.seats] == one.rounds.reshape(-1, one.seats).T).all()


@pytest.mark.usefixtures("native_core")
def test_a_duel_counts_wins_at_a_table_and_points_alone() -> None:
    taught = DragonCastleSchool()
    together = taught.duel("2", taught.present()["2"], taught.begin("2", {}), 10, 1, 1)
    assert len(together.results) == 10
    assert (together.par, together.alone) == (0.5, False)
    assert sum(together.results) > 6
    alone = taught.duel("1", taught.begin("1", {}), taught.begin("1", {}), 4, 1, 1)
    assert alone.alone
    assert sum(alone.results) / 4 == pytest.approx(alone.par)


# The command

TINY = ("--generations", "2", "--games", "30", "--cores", "1")


@pytest.mark.usefixtures("native_core")
def test_a_tiny_fit_writes_a_file_that_can_be_played_with(tmp_path: Path) -> None:
    file = tmp_path / "judgement.json"
    outcome = tenshu("arena", "fit", "2", *TINY, "--out", file, columns=120)
    assert outcome.code == 0
    assert " ".join(outcome.out.splitlines()[0].split()) == "judgement generation off, linear off duel par"
    assert outcome.out.splitlines()[2].split()[0] == "2"
    assert f"The numbers are in {file}." in outcome.out
    said = outcome.err.splitlines()
    assert said[0] == "Judgement 2: 2 generations of 30 games."
    assert said[1].startswith("Judgement 2, generation 1: from ")
    assert len(said) == 3
    assert {one.name for one in tmp_path.iterdir()} == {"judgement.json", "judgement.png", "judgement.svg"}
    document = json.loads(file.read_text("utf-8"))
    assert list(document["networks"]) == ["2"]
    network = Network(document["networks"]["2"])
    assert len(network.rows) == BASE
    assert len(network.doubt_at) == 26
    assert all(0 < one < 50 for one in network.doubt_at)
    state = games.find_game("dragon-castle").new(players=2, seed=1)
    assert 0 < network(evaluation.describe(state, 0)) < 100  # type: ignore[arg-type]

    more = ("arena", "fit", "2+cards", "--generations", "1", "--games", "10", "--cores", "1")
    outcome = tenshu(*more, "--from", file, "--out", tmp_path / "more.json", language="pt-BR")
    assert outcome.code == 0
    assert "avaliação" in outcome.out
    both = json.loads((tmp_path / "more.json").read_text("utf-8"))
    assert list(both["networks"]) == ["2", "2+cards"]
    assert both["networks"]["2"] == document["networks"]["2"]
    assert len(both["networks"]["2+cards"]["linear"]) == ALL


@pytest.mark.usefixtures("native_core")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["5"], "there is no judgement called '5'; known: 1, 2, 3, 4, 1+cards, 2+cards, 3+cards, 4+cards"),
        (["2"], "--out is missing: the file for the fitted numbers"),
        (["2", "--out", "/nowhere/x.json"], "/nowhere/x.json: there is no such folder"),
        (["2", "--games", "3"], "--games: must be a whole number from 10 to 999999, not '3'"),
        (["2", "--generations", "0"], "--generations: must be a whole number from 1 to 999, not '0'"),
        (["2", "--game", "chess"], "--game: no game called 'chess'; known: dragon-castle, white-castle"),
    ],
)
def test_what_cannot_be_fitted_is_one_sentence(arguments: list[str], sentence: str) -> None:
    assert complaint(tenshu("arena", "fit", *arguments)) == sentence


@pytest.mark.usefixtures("native_core")
def test_a_file_to_begin_with_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text('{"version": 1}', "utf-8")
    told = complaint(tenshu("arena", "fit", "2", "--from", file, "--out", tmp_path / "y.json"))
    assert told == f"{file}: judgement.networks: is missing"


def test_a_game_without_a_school_is_one_sentence(pebbles: str, tmp_path: Path) -> None:
    told = complaint(tenshu("arena", "fit", "--game", "pebbles", "--out", tmp_path / "x.json"))
    assert told == "--game: pebbles has no judgement that could be fitted"


def test_without_the_core_nothing_is_fitted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "tenshu_native", None)
    with pytest.raises(MissingCore, match="tenshu-native is not installed"):
        school.open_school()
    told = complaint(tenshu("arena", "fit", "2", "--out", tmp_path / "x.json"))
    assert told == "fitting needs the native core; pip install tenshu-native brings it, make native builds it"


@pytest.fixture
def classroom(monkeypatch: pytest.MonkeyPatch) -> Classroom:
    """The small game has a school until the end of the test."""
    taught = Classroom([0.4, 0.6, 0.5])
    monkeypatch.setitem(games._sources, "pebbles", lambda: as_game(Pebbles, school=lambda: taught))
    return taught


def test_control_c_keeps_what_is_finished(classroom: Classroom, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    classroom.wins = [0.4, 0.6, 0.5, -1]
    outcome = tenshu("arena", "fit", *TINY, "--game", "pebbles", "--out", file)
    assert outcome.code == 130
    assert outcome.err.endswith(f"tenshu: interrupted; {file} holds what was finished: a\n")
    assert outcome.out.splitlines()[2].split()[:2] == ["a", "2"]
    assert list(json.loads(file.read_text("utf-8"))) == ["a"]
    assert (tmp_path / "x.svg").exists()


def test_control_c_before_anything_is_finished(classroom: Classroom, tmp_path: Path) -> None:
    classroom.wins = [-1]
    outcome = tenshu("arena", "fit", *TINY, "--game", "pebbles", "--out", tmp_path / "x.json")
    assert outcome.code == 130
    assert outcome.out == ""
    assert outcome.err.endswith("interrupted before the first judgement was finished; nothing was written\n")
    assert list(tmp_path.iterdir()) == []


def test_judgements_are_fitted_in_the_order_of_the_school(classroom: Classroom) -> None:
    assert command.chosen(["b", "a", "b"], classroom) == ["a", "b"]
    assert command.chosen([], classroom) == ["a", "b"]


def test_the_line_of_a_generation_counts_wins_or_points() -> None:
    together = Generation(1, 2, 5.0, 4.5, Figure(0.5, 0.1), 0.5, alone=False)
    assert command._line("2", together).endswith("off by 4.50 points (linear 5.00); duel 50.0 ±10.0, par 50.0")
    alone = Generation(1, 2, 5.0, 4.5, Figure(50.0, 1.0), 48.0, alone=True)
    assert command._line("1", alone).endswith("duel 50.0 ±1.0, par 48.0")
