"""Players by text: what the settings do, and one sentence for what they cannot be."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, fields
from random import Random

import pytest

import tenshu
from tenshu.players import LEVELS, Contestant, contestant, roster
from tenshu.players.greedy import GreedySearch
from tenshu.players.levels import USUAL_LEVEL
from tenshu.players.pacing import LATER, Paced
from tenshu.players.player import Player
from tenshu.players.roster import KINDS, SETTINGS, known_players, searcher_for
from tenshu.players.search import TreeSearch
from tenshu.players.thinking import SearchPlayer, _drawn
from tenshu.table import games
from tenshu.table.search import Budget, Candidate, Skill, Style, Thought
from tenshu.table.state import State
from tests.table.pebbles import Pebbles, as_game


@dataclass
class Asked(Player):
    """Notes what it may spend."""

    budgets: list[Budget]

    def choose(self, seen: State, budget: Budget, rng: Random) -> str:
        self.budgets.append(budget)
        return seen.legal_moves()[0]


def style_of(found: Contestant, monkeypatch: pytest.MonkeyPatch) -> Style:
    """How the search of a contestant thinks."""
    styles: list[Style] = []

    class Noted(TreeSearch):
        def __init__(self, style: Style | None = None) -> None:
            assert style is not None
            styles.append(style)
            super().__init__(style)

    monkeypatch.setattr(roster, "TreeSearch", Noted)
    seen = tenshu.new_game("dragon-castle", seed=1).seen_by(0)
    found.make().choose(seen, Budget(simulations=1), Random(1))
    return styles[-1]


@pytest.mark.parametrize("name", [*LEVELS, *KINDS])
def test_a_name_alone_is_enough(name: str) -> None:
    found = contestant(name)
    assert found.name == name
    assert isinstance(found.make(), Player)
    assert found.make() is not found.make()


def test_the_levels_come_first_and_the_usual_one_is_among_them() -> None:
    assert known_players() == [*LEVELS, *KINDS]
    assert 6 <= len(LEVELS) <= 8
    assert next(iter(LEVELS)) == "visitor"
    assert list(LEVELS)[-1] == "dragon"
    assert USUAL_LEVEL in LEVELS


def test_every_level_is_bounded_in_simulations_and_in_time() -> None:
    for level in LEVELS.values():
        assert level.skill.budget.simulations is not None
        assert level.skill.budget.seconds is not None
        assert level.kind in KINDS


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("search:seconds=0.2", Budget(seconds=0.2)),
        ("search:simulations=400", Budget(simulations=400)),
        ("search:simulations=400,seconds=2,threads=2", Budget(simulations=400, seconds=2, threads=2)),
        ("search:threads=2", Budget(seconds=0.2, threads=2)),
        ("dragon:simulations=9", Budget(simulations=9)),
        ("greedy:seconds=1", Budget(seconds=1)),
    ],
)
def test_a_budget_is_bounded_by_what_is_given(text: str, budget: Budget) -> None:
    assert contestant(text).budget == budget


def test_a_style_is_set_field_by_field(monkeypatch: pytest.MonkeyPatch) -> None:
    found = contestant("python:turns=1.5,samples=2,prior=0,exploration=7")
    assert style_of(found, monkeypatch) == Style(turns=1.5, samples=2, prior=0, exploration=7)
    assert style_of(contestant("python"), monkeypatch) == Style()


def test_every_field_of_a_style_can_be_set() -> None:
    assert {field.name for field in fields(Style)} <= set(SETTINGS["search"])


def test_records_of_the_first_version_are_still_understood() -> None:
    assert type(contestant("simple").make()) is type(contestant("greedy").make())


KNOWN = f"known: {', '.join(LEVELS)}, random, greedy, search, python"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("god", f"player 'god': there is no player called 'god'; {KNOWN}"),
        ("", f"player '': there is no player called ''; {KNOWN}"),
        ("Master", f"player 'Master': there is no player called 'Master'; {KNOWN}"),
        ("random:seconds=1", "player 'random:seconds=1': 'seconds=1' is no setting of this player"),
        (
            "greedy:turns=1",
            "player 'greedy:turns=1': 'turns=1' is no setting of this player (key=value); known: ",
        ),
        ("search:", "player 'search:': '' is no setting of this player (key=value); known: seconds, simulations, "),
        ("search:fast", "player 'search:fast': 'fast' is no setting of this player (key=value); known: seconds, "),
        ("search:seconds=0", "player 'search:seconds=0': seconds must be a number above 0, not '0'"),
        ("search:seconds=nan", "player 'search:seconds=nan': seconds must be a number above 0, not 'nan'"),
        ("search:turns=-1", "player 'search:turns=-1': turns must be a number from 0, not '-1'"),
        ("search:samples=2.5", "player 'search:samples=2.5': samples must be a whole number from 0, not '2.5'"),
        ("search:simulations=0", "player 'search:simulations=0': simulations must be a whole number from 1, not '0'"),
        ("search:threads=²", "player 'search:threads=²': threads must be a whole number from 1, not '²'"),
        ("master:turns=1,turns=2", "player 'master:turns=1,turns=2': turns is set twice"),
    ],
)
def test_what_is_no_player_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(tenshu.Malformed) as caught:
        contestant(text)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


# The fast search of a game


class Oracle:
    """A game's own search."""

    def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
        return Thought((Candidate("drop", 1, 0.0, 0.5, 0.0),), 1, 0.0)


def test_search_is_the_games_own_where_there_is_one_and_python_never(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Style] = []

    def fast(style: Style, seen: State) -> Oracle | None:
        asked.append(style)
        return Oracle() if seen.seats == 2 else None

    monkeypatch.setitem(games._sources, "pebbles", lambda: as_game(Pebbles, fast_search=fast))
    two, three = (Pebbles.new(players=players, seed=2).play("reach left").play("draw") for players in (2, 3))
    budget = Budget(simulations=30)
    assert contestant("search:turns=2").make().choose(two.seen_by(0), budget, Random(1)) == "drop"
    assert asked == [Style(turns=2)]
    assert contestant("search").make().choose(three.seen_by(0), budget, Random(1)) == "keep", "the game has none"
    assert contestant("python").make().choose(two.seen_by(0), budget, Random(1)) == "keep"
    assert isinstance(searcher_for(three), TreeSearch)
    assert isinstance(searcher_for(two), Oracle)


def test_a_game_may_set_levels_and_style_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[Style, Budget]] = []

    class Listener(Oracle):
        def __init__(self, style: Style) -> None:
            self.style = style

        def think(self, seen: State, budget: Budget, rng: Random) -> Thought:
            heard.append((self.style, budget))
            return super().think(seen, budget, rng)

    def fast(style: Style, seen: State) -> Listener:
        return Listener(style)

    own = as_game(
        Pebbles,
        fast_search=fast,
        style=Style(turns=1),
        skills={"master": Skill(Budget(simulations=7, seconds=9), style={"samples": 3})},
    )
    monkeypatch.setitem(games._sources, "pebbles", lambda: own)
    seen = Pebbles.new(players=2, seed=2).play("reach left").play("draw").seen_by(0)
    for text in ("master", "master:simulations=5", "daimyo"):
        found = contestant(text)
        assert found.make().choose(seen, found.budget, Random(1)) == "drop"
    usual = LEVELS["daimyo"].skill.budget.simulations
    assert heard == [
        (Style(turns=1, samples=3), Budget(simulations=7, seconds=2)),
        (Style(turns=1, samples=3), Budget(simulations=5)),
        (Style(turns=1), Budget(simulations=usual, seconds=2)),
    ]


def test_a_player_that_sits_down_at_another_game_looks_for_another_search() -> None:
    found: list[State] = []

    def source(seen: State) -> TreeSearch:
        found.append(seen)
        return TreeSearch()

    player, budget = SearchPlayer(source), Budget(simulations=1)
    for seed, players in ((1, 2), (2, 2), (1, 3)):
        player.choose(tenshu.new_game("dragon-castle", seed=seed, players=players).seen_by(0), budget, Random(1))
    assert [seen.seats for seen in found] == [2, 3]


# Temperature


def chosen(temperature: float, *values: float) -> list[float]:
    """How often each of some candidates is drawn; the first is the best."""
    candidates = tuple(Candidate(str(number), 1, value, 0.5, 0.0) for number, value in enumerate(values))
    rng, draws = Random(1), 4000
    names = [_drawn(candidates, 1.0, temperature, rng).move for _ in range(draws)]
    return [names.count(str(number)) / draws for number in range(len(values))]


def test_the_warmer_a_player_the_more_it_gives_away() -> None:
    assert chosen(0, 5, 5, 5) == [1, 0, 0]
    cool, warm = chosen(1, 5, 4, 0), chosen(3, 5, 4, 0)
    assert cool == pytest.approx([0.73, 0.27, 0.005], abs=0.03)
    assert warm == pytest.approx([0.53, 0.38, 0.10], abs=0.03)


def test_what_only_looks_better_than_the_best_is_worth_no_more_than_it() -> None:
    assert chosen(1, 5, 50) == pytest.approx([0.5, 0.5], abs=0.03)


def test_in_a_decided_game_points_still_count() -> None:
    lost = tuple(Candidate(str(number), 1, 0.0, 0.0, points) for number, points in enumerate((30.0, 20.0)))
    rng = Random(1)
    assert {_drawn(lost, 0.04, 1.0, rng).move for _ in range(1000)} == {"0"}


def test_the_greedy_player_speaks_of_what_it_tried_only() -> None:
    seen = tenshu.new_game("dragon-castle", seed=1).seen_by(0)
    assert len(seen.legal_moves()) > 3
    assert len(GreedySearch().think(seen, Budget(simulations=3), Random(1)).candidates) == 3


# Pace


def test_most_time_goes_to_what_is_new() -> None:
    player = Asked([])
    paced, full = Paced(player), Budget(simulations=100, seconds=2)
    state = tenshu.new_game("dragon-castle", seed=1)
    state = tenshu.load(state.to_json() | {"castle": {"a1": ["M1"], "c1": ["S2", "M1"], "e1": ["M2", "S2"]}})
    played = []
    while not state.turn_passed:
        played.append(paced.choose(state.seen_by(0), full, Random(1)))
        state = state.play(played[-1])
    assert played == ["take c1", "pair a1", "place M1 a1", "place M1 b1"]
    part = Budget(simulations=int(100 * LATER), seconds=2 * LATER)
    assert player.budgets == [full, full, part, part], "the first move showed a tile, the second did not"
