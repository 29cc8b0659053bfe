"""The tree search over any `State`: on a game it has never heard of, and what it keeps while a turn goes on."""

from __future__ import annotations

from random import Random

import pytest

import tenshu
from tenshu.players import TreeSearch
from tenshu.players.greedy import GreedySearch
from tenshu.players.outlook import outlook, worth_of_a_point
from tenshu.players.search import _Node
from tenshu.table.search import Budget, Searcher, Style
from tenshu.table.state import State
from tests.table.pebbles import Pebbles

SOME = Budget(simulations=60)


def pebbles(**changes: object) -> Pebbles:
    """A game of which three pebbles are left in the bag."""
    start = {"bag": (3, 1, 2), "unseen": (), "kept": ((), ()), "points": (0, 0)}
    return Pebbles(**(start | changes))  # type: ignore[arg-type]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The states that simulations began with, from now on."""
    begun: list[State] = []
    simulate = TreeSearch._simulate

    def noted(self: TreeSearch, root: _Node, state: State, hope: float, rng: Random) -> None:
        begun.append(state.copy())
        simulate(self, root, state, hope, rng)

    monkeypatch.setattr(TreeSearch, "_simulate", noted)
    return begun


# A game it has never heard of


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("searcher", [TreeSearch(), GreedySearch()], ids=["tree", "greedy"])
def test_a_pebble_is_kept(searcher: Searcher, players: int) -> None:
    state = pebbles(kept=((),) * players, points=(0,) * players).play("reach left").play("draw")
    thought = searcher.think(state.seen_by(0), SOME, Random(1))
    assert thought.best.move == "keep"
    keep, drop = thought.candidates
    assert keep.points - drop.points == pytest.approx(2, abs=0.7), "it drew a 2"
    assert keep.win is not None
    assert drop.win is not None
    assert keep.win > drop.win


def test_to_rest_is_worth_one_and_to_draw_the_mean_of_the_bag() -> None:
    """Nobody knows what comes next: 1 is certain, a bag of ones and nines promises more. Each turn costs a pebble."""
    rich = pebbles(bag=(9, 9, 9, 1, 1, 1), kept=((),), points=(0,), lonely=True).play("reach left")
    hopeful = Style(exploration=20)
    for seed in range(5):
        draw, rest = TreeSearch(hopeful).think(rich.seen_by(0), Budget(simulations=200), Random(seed)).candidates
        assert (draw.move, rest.move) == ("draw", "rest")
        assert draw.points > rest.points + 1


def test_alone_the_points_count() -> None:
    state = pebbles(kept=((),), points=(0,), lonely=True).play("reach left").play("draw")
    thought = TreeSearch().think(state.seen_by(0), SOME, Random(1))
    assert thought.best.move == "keep"
    assert thought.best.win is None
    assert thought.best.value == thought.best.points


def test_every_seat_is_for_itself() -> None:
    """The last pebble: seat 0 would win by it, seat 1 wins without. To keep it is best although nobody else minds."""
    state = pebbles(bag=(), drawn=3, kept=((), (), ()), points=(4, 6, 5), side="left")
    thought = TreeSearch().think(state.seen_by(0), SOME, Random(1))
    keep, drop = thought.candidates
    assert (keep.move, keep.win, drop.win) == ("keep", 1, 0)
    assert keep.value == pytest.approx(1 + 0.002)
    assert drop.value == pytest.approx(-0.004)


def test_a_shared_win_is_shared() -> None:
    state = pebbles(bag=(), drawn=2, points=(4, 6), side="left")
    assert TreeSearch().think(state.seen_by(0), SOME, Random(1)).best.win == 0.5


# Budgets


@pytest.mark.parametrize("kind", [TreeSearch, GreedySearch])
def test_equal_seeds_and_simulations_think_equal_thoughts(kind: type[TreeSearch]) -> None:
    seen = tenshu.new_game("dragon-castle", seed=3).seen_by(0)
    thoughts = [kind().think(seen, Budget(simulations=25), Random(seed)).candidates for seed in (1, 1, 2)]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0] != thoughts[2]


@pytest.mark.parametrize("kind", [TreeSearch, GreedySearch])
@pytest.mark.parametrize(
    "budget", [Budget(simulations=1), Budget(seconds=1e-9), Budget(simulations=10**9, seconds=0.05)]
)
def test_no_budget_is_too_small_and_the_first_bound_holds(kind: type[TreeSearch], budget: Budget) -> None:
    seen = tenshu.new_game("dragon-castle", seed=3).seen_by(0)
    thought = kind().think(seen, budget, Random(1))
    assert thought.best.move in seen.legal_moves()
    assert 1 <= thought.simulations < 10**6
    assert thought.seconds < 5


def test_one_legal_move_is_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = counted(monkeypatch)
    state = pebbles().play("reach left")
    assert state.legal_moves() == ["draw"]
    thought = TreeSearch().think(state.seen_by(0), Budget(simulations=500), Random(1))
    assert thought.best.move == "draw"
    assert len(begun) == thought.simulations == 1


def test_a_clear_choice_is_made_early_and_is_the_same_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = pebbles(bag=(), drawn=3, points=(4, 6), side="left").seen_by(0)
    early = TreeSearch().think(seen, Budget(simulations=400), Random(1))
    assert early.simulations < 400
    monkeypatch.setattr(_Node, "is_settled", lambda *_: False)
    late = TreeSearch().think(seen, Budget(simulations=400), Random(1))
    assert late.simulations == 400
    assert early.best.move == late.best.move


# What is kept


def begin(castle: dict[str, list[str]]) -> State:
    document = tenshu.new_game("dragon-castle", seed=1, realm=[2, 2]).to_json()
    return tenshu.load(document | {"castle": castle})


def visits(searcher: TreeSearch, seen: State) -> int:
    """How many visits are known of a position before anybody thinks about it."""
    return sum(child.visits for child in searcher._node_of(seen).children.values())


def test_the_tree_is_kept_while_the_turn_goes_on_as_foreseen() -> None:
    state, searcher = begin({"a1": ["M1"], "c1": ["M1"], "e1": ["S1"]}), TreeSearch()
    for move in ("take a1", "pair c1", "place M1 a1"):
        searcher.think(state.seen_by(0), Budget(simulations=200), Random(1))
        before = searcher._root.children[move]
        state = state.play(move)
        assert searcher._node_of(state.seen_by(0)) is before
    assert visits(searcher, state.seen_by(0)) > 0


def test_the_tree_goes_on_after_another_move_than_its_own() -> None:
    state, searcher = begin({"a1": ["M1"], "c1": ["M1"], "e1": ["S1"]}), TreeSearch()
    answer = searcher.think(state.seen_by(0), Budget(simulations=200), Random(1)).best.move
    other = next(move for move in state.legal_moves() if move.startswith("take") and move != answer)
    assert searcher._node_of(state.play(other).seen_by(0)) is searcher._root.children[other]


def test_what_comes_to_light_makes_the_tree_grow_anew() -> None:
    state, searcher = begin({"a1": ["S1", "M1"], "c1": ["M1", "S2"], "e1": ["S1"]}), TreeSearch()
    searcher.think(state.seen_by(0), Budget(simulations=100), Random(1))
    assert visits(searcher, state.play("take a1").seen_by(0)) == 0


def test_another_position_is_thought_about_anew() -> None:
    state, searcher = begin({"a1": ["M1"], "c1": ["M1"], "e1": ["S1"]}), TreeSearch()
    searcher.think(state.seen_by(0), Budget(simulations=100), Random(1))
    assert visits(searcher, state.seen_by(0)) == 0, "the same again: the same thoughts"
    assert visits(searcher, begin({"a1": ["M2"], "c1": ["M2"]}).seen_by(0)) == 0
    rival = state.play("summon")
    assert rival.to_move == 1
    assert visits(searcher, rival.seen_by(1)) == 0


def test_the_same_question_gets_the_same_answer_whatever_was_asked_before() -> None:
    seen, searcher = tenshu.new_game("dragon-castle", seed=3).seen_by(0), TreeSearch()
    first, again = (searcher.think(seen, Budget(simulations=30), Random(1)).candidates for _ in range(2))
    assert first == again


# How it thinks


def test_every_simulation_draws_the_hidden_tiles_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = counted(monkeypatch)
    seen = tenshu.new_game("dragon-castle", seed=3).seen_by(0)
    TreeSearch().think(seen, Budget(simulations=12), Random(1))
    assert len(set(begun)) == len(begun) > 5
    assert all(state.seen_by(0) == seen for state in begun)


@pytest.mark.parametrize("style", [Style(turns=0), Style(turns=2.5, samples=1), Style(prior=0), Style(samples=0)])
def test_every_style_thinks(style: Style) -> None:
    state = pebbles(drawn=2, side="left", bag=(1, 1, 1))
    assert TreeSearch(style).think(state.seen_by(0), SOME, Random(1)).best.move == "keep"


def test_turns_that_follow_change_no_judgement_of_a_move_against_another() -> None:
    """The rival's next turn lowers what is expected after any move; a move that was not tried yet must not seem better
    for that."""
    node, tried, untried = _Node(), _Node((0.6, 0.6, 10.0)), _Node((0.5, 0.5, 9.0))
    node.children = {"tried": tried, "untried": untried}
    node.choices = tried.visits = 10
    tried.sums = [4.0, 4.0, 80.0]
    node.drifts = [-2.0, -2.0, -20.0]
    assert node.mean(tried, 4, 0) == pytest.approx(0.4)
    assert node.mean(untried, 4, 0) == pytest.approx(0.3)
    assert node.favourite(["untried", "tried"], 4, 0.0) == "tried"


def test_an_outlook_is_a_chance_and_a_little_margin() -> None:
    even = outlook(pebbles(bag=(3, 3)))
    assert even.wins == (0.5, 0.5)
    assert even.values == (0.5, 0.5)
    ahead = outlook(pebbles(bag=(3, 3), points=(9, 4)))
    assert 0.5 < ahead.wins[0] < 1
    assert sum(ahead.wins) == pytest.approx(1)
    assert ahead.values[0] == pytest.approx(ahead.wins[0] + 0.002 * (ahead.points[0] - ahead.points[1]))


def test_a_point_is_worth_the_slope_of_the_chance() -> None:
    state = pebbles(bag=(3, 3))
    gain = outlook(pebbles(bag=(3, 3), points=(1, 0))).values[0] - outlook(state).values[0]
    assert worth_of_a_point(state) == pytest.approx(gain, rel=0.05)
    assert worth_of_a_point(pebbles(kept=((),), points=(0,))) == 1


def test_a_point_of_ones_own_may_count_beside_the_chance_to_win() -> None:
    state = pebbles(bag=(3, 3), points=(9, 4))
    plain, building = outlook(state), outlook(state, 0.01)
    assert building.wins == plain.wins
    for seat in range(2):
        assert building.values[seat] == pytest.approx(plain.values[seat] + 0.01 * plain.points[seat])


def test_who_builds_does_not_hinder() -> None:
    """Of much building a search wants points and nothing else, in every tree at the price of its beginning."""
    state = pebbles(bag=(3, 3, 3)).play("reach left").play("draw")
    thought = TreeSearch(Style(building=1e6)).think(state.seen_by(0), SOME, Random(1))
    for each in thought.candidates:
        assert each.value == pytest.approx(1e6 * state.doubt**2 * each.points, rel=1e-3)
    assert (
        TreeSearch(Style(building=1))
        .think(pebbles(kept=((),), points=(0,), lonely=True).seen_by(0), SOME, Random(1))
        .best.win
        is None
    )
