"""The search of the core: what it answers is legal, fair and repeatable, within its bounds; what it cannot take is
refused with a sentence. How strong it is the arena says, and tests/players whether it solves puzzles."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from itertools import pairwise
from math import isfinite
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest

import tenshu
from tenshu.dragon_castle import DragonCastle, evaluation
from tenshu.dragon_castle.evaluation import network_for
from tenshu.dragon_castle.native import arrays
from tests.dragon_castle import case_runner
from tests.dragon_castle.seekers import any_move
from tests.native.lockstep import fits, load
from tests.native.test_evaluation import as_arrays, made_up
from tests.native.test_lockstep import CASES, settings

if TYPE_CHECKING:
    import tenshu_native

Found = list[tuple[str, int, float, float, float]]

CARDS = {"spirits": "random:10", "dragons": "random:9"}
TABLES: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4}, {"solo": True}]
QUICK = {"turns": 1, "samples": 2, "glances": 1}
"""A style that thinks little, for tests that ask often."""
FEW = int(os.environ.get("TENSHU_LOCKSTEP_DECISIONS", "20000")) < 20000
"""Under the sanitizers everything is slower."""


def deal(**options: Any) -> DragonCastle:
    state = tenshu.new_game("dragon-castle", **({"seed": 7} | options))
    assert isinstance(state, DragonCastle)
    return state


def seen(state: DragonCastle) -> tenshu_native.State:
    """What the deciding seat knows, on a board that keeps its size."""
    return load(state.view(state.turn.player), (state.castle.grid.columns, state.castle.grid.rows))


def search(state: DragonCastle, style: dict[str, Any] | None = None) -> tenshu_native.Search:
    from tenshu_native import Search

    return Search(arrays(network_for(state.setup)), style or {})


def check(found: Found, legal: list[str]) -> None:
    """Candidates are legal, each once, the most visited first, their figures are figures."""
    moves = [move for move, *_ in found]
    assert moves
    assert set(moves) <= set(legal)
    assert len(set(moves)) == len(moves)
    visits = [candidate[1] for candidate in found]
    assert visits == sorted(visits, reverse=True)
    for _, _, value, win, points in found:
        assert 0 <= win <= 1
        assert isfinite(value)
        assert isfinite(points)


def in_mid_game(state: DragonCastle, moves: int, seed: int = 1) -> DragonCastle:
    rng = Random(seed)
    for _ in range(moves):
        if state.is_over:
            break
        state = state.play(any_move(state, rng))
    return state


def positions(every: int) -> Iterator[DragonCastle]:
    """Moments of random games with every setting: realms of every size, castles that crumble, turns of every kind."""
    for number in range(20):
        options, choose = settings(number)
        state: Any = tenshu.new_game("dragon-castle", seed=f"search {number}", **options)
        rng = Random(number)
        for decision in range(10_000):
            if state.is_over:
                break
            if decision % every == number % every:
                yield state
            state = state.play(choose(state, rng))


# What it answers.


@pytest.mark.parametrize("cards", [{}, CARDS], ids=["base", "cards"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_games_of_searches(table: dict[str, Any], cards: dict[str, Any]) -> None:
    state = deal(**table, **cards)
    searcher, rng = search(state, QUICK), Random(1)
    for _ in range(40 if FEW else 10_000):
        if state.is_over:
            break
        legal = state.legal_moves()
        found, simulations, seconds = searcher.think(seen(state), simulations=6, seed=rng.randrange(1 << 63))
        check(found, list(legal))
        assert 0 < simulations <= 6
        assert seconds > 0
        state = state.play(found[0][0])
    assert FEW or state.is_over


@pytest.mark.parametrize("style", [{}, QUICK, {"plain": True}, {"prior": 0}, {"exploration": 0}, {"turns": 0}], ids=str)
def test_styles(style: dict[str, Any]) -> None:
    for table in TABLES:
        for moves in (0, 1, 2, 60):
            state = in_mid_game(deal(**table, **CARDS), moves)
            found, simulations, _ = search(state, style).think(seen(state), simulations=40, seed=1)
            check(found, list(state.legal_moves()))
            assert sum(candidate[1] for candidate in found) == simulations


def test_who_builds_wants_points() -> None:
    """So much that winning is nothing beside it: what is maximised are points, the dearer the less is known."""
    dear = []
    for moves in (0, 60):
        state = in_mid_game(deal(players=2), moves)
        found, *_ = search(state, {"building": 1e6}).think(seen(state), simulations=40, seed=1)
        prices = [value / points for _, _, value, _, points in found]
        assert max(prices) == pytest.approx(min(prices), rel=1e-3)
        dear.append(prices[0])
        assert dear[-1] == pytest.approx(1e6 * state.doubt**2, rel=0.01)
    assert dear[0] > dear[1]
    alone = in_mid_game(deal(solo=True), 0)
    found, *_ = search(alone, {"building": 1e6}).think(seen(alone), simulations=40, seed=1)
    assert all(value == points for _, _, value, _, points in found)


@pytest.mark.parametrize("style", [QUICK, {"plain": True}], ids=["quick", "plain"])
def test_positions_of_every_kind(style: dict[str, Any]) -> None:
    """Also the largest realms, the smallest castles, realms that are full; and the second half of a turn."""
    for state in positions(every=97 if FEW else 31):
        searcher = search(state, style)
        for _ in range(4):
            if state.is_over:
                break
            found, *_ = searcher.think(seen(state), simulations=4, seed=1)
            check(found, list(state.legal_moves()))
            state = state.play(found[0][0])


def test_positions_of_the_rule_cases() -> None:
    """Every rule and card, as a full position and as a view: the core must be able to think about all it takes."""
    thought = 0
    for case in CASES[:: 5 if FEW else 1]:
        document = case_runner.document_of(case.data)
        try:
            state: Any = case_runner.load(document)
        except tenshu.Malformed:
            continue
        if state.is_over or not fits(document, state.castle.grid.columns, state.castle.grid.rows):
            continue
        thought += 1
        for style in (QUICK, {"plain": True}):
            one, *_ = search(state, style).think(seen(state), simulations=5, seed=1)
            other, *_ = search(state, style).think(load(document), simulations=5, seed=1)
            check(one, list(state.legal_moves()))
            assert [move for move, *_ in one] == [move for move, *_ in other]
    assert thought > 500 or FEW


def test_a_pair_that_was_called_for_is_taken() -> None:
    """After Deception or the Deep there is nothing but pairs, in thought too: no tile stays in the hand. The points
    expected of the call are those of a pair."""
    calls = 0
    for seed in range(30):
        state, rng = deal(seed=seed, spirits=["deception", "deep", "elegance"]), Random(seed)
        while not state.is_over:
            called = [move for move in state.legal_moves() if move.startswith(("spirit deception", "spirit deep"))]
            if called and len(state.play(called[-1]).legal_moves()) > 1:
                found, *_ = search(state, {"samples": 30, "glances": 30}).think(seen(state), simulations=30, seed=seed)
                check(found, list(state.legal_moves()))
                calls += 1
                break
            state = state.play(any_move(state, rng))
    assert calls > 5


# The same again.


@pytest.mark.parametrize("style", [{}, {"plain": True}], ids=["strong", "plain"])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_seed_thinks_the_same(threads: int, style: dict[str, Any]) -> None:
    state = deal(**CARDS)
    one, two = (search(state, style).think(seen(state), simulations=200, threads=threads, seed=5) for _ in range(2))
    assert one[:2] == two[:2]
    assert one[0] != search(state, style).think(seen(state), simulations=200, threads=threads, seed=6)[0]


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seeds_think_the_same_all_through_a_turn(threads: int) -> None:
    told = []
    for _ in range(2):
        state = deal(players=3)
        searcher = search(state)
        for seed in range(6):
            found, *_ = searcher.think(seen(state), simulations=60, threads=threads, seed=seed)
            told.append(found)
            state = state.play(found[0][0])
    assert told[:6] == told[6:]


# Fair: what is covered changes nothing.


@pytest.mark.parametrize("moves", [0, 1, 2, 25, 45])
@pytest.mark.parametrize("table", [{"players": 2}, {"solo": True}, {"players": 4} | CARDS], ids=str)
def test_covered_tiles_change_nothing(table: dict[str, Any], moves: int) -> None:
    """Not for views, which hide them; and not if somebody hands over the full position."""
    state = in_mid_game(deal(**table), moves)
    other = state.determinize(Random(3))
    assert isinstance(other, DragonCastle)
    assert other.to_json() != state.to_json()
    answers = [
        search(state).think(position, simulations=60, seed=1)[0]
        for position in (seen(state), seen(other), load(state.to_json()), load(other.to_json()))
    ]
    assert all(answer == answers[0] for answer in answers[1:])


def test_covered_tiles_change_nothing_in_a_tree_that_is_kept() -> None:
    """The tree is followed through the moves of a turn: also there only what is seen by then counts."""
    state = deal(players=2, seed=3)
    told = []
    for full in (False, True):
        now, searcher, line = state, search(state), []
        for seed in range(8):
            position = load(now.to_json(), (12, 8)) if full else seen(now)
            found, *_ = searcher.think(position, simulations=80, seed=seed)
            line.append(found)
            now = now.play(found[0][0])
        told.append(line)
    assert told[0] == told[1]


# The tree.


@pytest.mark.parametrize("options", [{}, {"solo": True}, CARDS], ids=["base", "solo", "cards"])
def test_the_tree_is_kept_while_the_turn_goes_on(options: dict[str, Any]) -> None:
    kept = 0
    state = deal(**options)
    searcher = search(state)
    for seed in range(40):
        found, simulations, _ = searcher.think(seen(state), simulations=64, seed=seed)
        visits = sum(candidate[1] for candidate in found)
        if state.turn.is_start:
            assert visits == simulations
        elif visits > simulations:
            kept += 1
        state = state.play(found[0][0])
    assert kept > 10


def test_thinking_on_about_the_same_position() -> None:
    state = deal()
    searcher = search(state)
    first, some, _ = searcher.think(seen(state), simulations=48, seed=1)
    then, more, _ = searcher.think(seen(state), simulations=48, seed=2)
    assert sum(visits for _, visits, *_ in first) == some
    assert sum(visits for _, visits, *_ in then) == some + more


def test_another_position_begins_anew() -> None:
    """Another game, another turn, other cards, other tiles in the same places: nothing is taken over from before."""
    state = deal()
    after = state.play(state.legal_moves()[0])
    others = [deal(seed=8), deal(seed=7, dragons=["power"]), deal(seed=7, players=3), after.play("discard"), after]
    others += [deal(seed=8).play(deal(seed=8).legal_moves()[0]), deal(layout="four-seasons")]
    for other in others:
        searcher = search(state)
        searcher.think(seen(deal(seed=9)), simulations=64, seed=1)
        fresh = searcher.think(seen(other), simulations=64, seed=2)
        assert fresh[:2] == search(state).think(seen(other), simulations=64, seed=2)[:2]
    searcher = search(state)
    searcher.think(seen(state), simulations=64, seed=1)
    anew = searcher.think(seen(deal(seed=8)), simulations=64, seed=2)
    assert anew[:2] == search(state).think(seen(deal(seed=8)), simulations=64, seed=2)[:2]


def test_other_tiles_in_the_same_places_are_another_position() -> None:
    """The castles look alike, nothing has happened: only the tiles on top differ, two of them."""
    document = deal().to_json()
    castle = dict(document["castle"])
    tops = {stack[-1]: cell for cell, stack in castle.items()}
    one, two = list(tops.values())[:2]
    castle[one], castle[two] = [*castle[one][:-1], castle[two][-1]], [*castle[two][:-1], castle[one][-1]]
    state, other = deal(), tenshu.load(document | {"castle": castle})
    assert isinstance(other, DragonCastle)
    searcher = search(state)
    searcher.think(seen(state), simulations=64, seed=1)
    found, simulations, _ = searcher.think(seen(other), simulations=64, seed=2)
    assert sum(visits for _, visits, *_ in found) == simulations


def test_threads_come_and_go() -> None:
    state = deal()
    searcher = search(state)
    for threads in (1, 3, 2, 1, 2):
        found, *_ = searcher.think(seen(state), simulations=30, threads=threads, seed=threads)
        check(found, list(state.legal_moves()))
        state = state.play(found[0][0])


def test_a_search_asked_from_two_sides_at_once() -> None:
    """One waits for the other."""
    state = deal()
    searcher = search(state)
    answers: list[Found] = []

    def ask(seed: int) -> None:
        answers.append(searcher.think(seen(state), simulations=100, seed=seed)[0])

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    for found in answers:
        check(found, list(state.legal_moves()))


# Bounds.


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("simulations", [1, 2, 15, 17, 100])
def test_never_more_simulations_than_asked_for(simulations: int, threads: int) -> None:
    for table in ({"players": 2}, {"players": 2} | CARDS):
        state = deal(**table)
        found, done, _ = search(state).think(seen(state), simulations=simulations, threads=threads, seed=1)
        assert 0 < done <= simulations
        assert sum(visits for _, visits, *_ in found) == done


def test_time_is_kept() -> None:
    state = deal(players=4, **CARDS)
    for threads in (1, 2):
        begin = perf_counter()
        found, simulations, seconds = search(state).think(seen(state), seconds=0.3, threads=threads)
        spent = perf_counter() - begin
        check(found, list(state.legal_moves()))
        assert simulations > 0
        assert seconds <= spent < (20 if FEW else 3), "a busy machine may be late, but not by so much"


def test_whichever_bound_comes_first() -> None:
    state = deal()
    assert search(state).think(seen(state), simulations=10, seconds=100)[1] <= 10
    begin = perf_counter()
    search(state).think(seen(state), simulations=10**15, seconds=0.1)
    assert perf_counter() - begin < 20


@pytest.mark.parametrize("threads", [1, 2])
def test_an_early_answer_is_the_answer(threads: int) -> None:
    """A search stops early only where the visits that are left, all given to the second move, would not make it the
    first: no way to go on could have another answer. And some searches do stop early."""
    early = 0
    for seed in range(4 if FEW else 12):
        state = in_mid_game(deal(seed=seed), 7 * seed, seed)
        searcher = search(state, QUICK)
        for bound in (160, 40):  # the second on top of a tree that is kept
            if state.is_over or len(state.legal_moves()) < 2:
                break
            found, done, _ = searcher.think(seen(state), simulations=bound, threads=threads, seed=seed)
            assert done <= bound
            if done < bound:
                early += 1
                assert found[0][1] - found[1][1] > bound - done
            state = state.play(found[0][0])
    assert early


def test_a_longer_search_begins_as_a_shorter_one() -> None:
    """So the bound decides how far a search goes and nothing else."""
    state = deal()
    visits = [{move: many for move, many, *_ in search(state).think(seen(state), simulations=bound, seed=3)[0]}
              for bound in (32, 64, 512)]  # fmt: skip
    for shorter, longer in pairwise(visits):
        assert all(longer[move] >= many for move, many in shorter.items())


def test_one_legal_move_needs_no_thought() -> None:
    forced = [state for state in positions(every=1) if len(state.legal_moves()) == 1][:20]
    assert forced
    for state in forced:
        found, simulations, _ = search(state, QUICK).think(seen(state), simulations=10**6)
        assert [move for move, *_ in found] == list(state.legal_moves())
        assert simulations <= 16


# What is refused.


@pytest.mark.parametrize(
    "bounds",
    [{}, {"simulations": -1}, {"seconds": -1.0}, {"seconds": float("nan")}, {"seconds": float("inf")},
     {"simulations": 5, "seconds": -1.0}, {"simulations": 5, "seconds": float("nan")}],
    ids=str,
)  # fmt: skip
def test_a_search_without_bounds(bounds: dict[str, Any]) -> None:
    state = deal()
    with pytest.raises(ValueError, match="needs a number of simulations or seconds"):
        search(state).think(seen(state), **bounds)


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_threads_nobody_has(threads: int) -> None:
    state = deal()
    with pytest.raises(ValueError, match="threads: must be from 1 to 256"):
        search(state).think(seen(state), simulations=1, threads=threads)


def test_a_game_that_is_over() -> None:
    state = in_mid_game(deal(), 10_000)
    with pytest.raises(ValueError, match="the game is over"):
        search(state).think(load(state.to_json()), simulations=1)


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ({"patience": 3}, "style: there is no 'patience'"),
        ({"samples": 0}, "style: samples and glances are at least 1"),
        ({"glances": 0}, "style: samples and glances are at least 1"),
        ({"prior": -1}, "nothing is below 0"),
        ({"building": -0.1}, "nothing is below 0"),
        ({"turns": float("nan")}, "style.turns: must be a finite number"),
        ({"exploration": float("inf")}, "style.exploration: must be a finite number"),
        ({"samples": "many"}, "style.samples: must be a number"),
        ({"samples": 2.5}, "style.samples: must be a number"),
        ({"plain": "yes"}, "style.plain: must be true or false"),
        ({1: 2}, "style: must be a text"),
    ],
    ids=str,
)
def test_styles_there_are_not(style: dict[Any, Any], told: str) -> None:
    from tenshu_native import Search

    with pytest.raises(ValueError, match=told):
        Search(as_arrays(made_up(evaluation.BASE)), style)


def broken(name: str, value: Any) -> dict[str, Any]:
    return as_arrays(made_up(evaluation.BASE)) | {name: value}


def test_networks_that_do_not_fit_together() -> None:
    import numpy as np
    from tenshu_native import Search

    inputs = evaluation.BASE
    wrong: list[tuple[str, Any, str]] = [
        ("bias", "x", "network.bias: must be a number"),
        ("bias", float("nan"), "network.bias: must be a finite number"),
        ("linear", np.zeros(inputs - 1, np.float32), "network.linear: must have"),
        ("linear", np.zeros((inputs, 1), np.float32), r"network.linear: must be an array of numbers with 1 dimension$"),
        ("linear", "x", "network.linear: must be an array"),
        ("linear", np.full(inputs, np.nan, np.float32), "network.linear: has a number that is not finite"),
        ("inner", np.zeros((5, inputs), np.float32), "network.inner: must have a column"),
        ("inner", np.zeros((inputs + 1, 5), np.float32), "network.inner: must have a row"),
        ("inner", np.zeros(inputs * 5, np.float32), "network.inner: must be an array of numbers with 2 dimensions"),
        ("offset", np.zeros(65, np.float32), "network.offset: must have 64 numbers at most"),
        ("outer", np.zeros(4, np.float32), "network.outer: must have as many"),
        ("doubt", np.zeros(1, np.float32), "network.doubt: must have two numbers"),
    ]
    for name, value, told in wrong:
        with pytest.raises(ValueError, match=told):
            Search(broken(name, value))
    for name in ("bias", "linear", "inner", "offset", "outer", "doubt"):
        network = as_arrays(made_up(inputs))
        del network[name]
        with pytest.raises(ValueError, match=f"network.{name}: is missing"):
            Search(network)


def test_networks_of_other_kinds_of_numbers() -> None:
    """Double precision is taken as well; numbers beyond all measure lead to an answer still."""
    import numpy as np
    from tenshu_native import Search

    state = deal()
    doubles = {name: value if name == "bias" else value.astype(np.float64)
               for name, value in arrays(network_for(state.setup)).items()}  # fmt: skip
    answer = Search(doubles).think(seen(state), simulations=30, seed=1)
    assert answer[:2] == search(state).think(seen(state), simulations=30, seed=1)[:2]
    wild = broken("linear", np.full(evaluation.BASE, 3e38, np.float32))
    found, *_ = Search(wild).think(seen(state), simulations=30, seed=1)
    assert {move for move, *_ in found} <= set(state.legal_moves())


def test_a_network_without_cards_searches_games_with_cards() -> None:
    state = deal(**CARDS)
    from tenshu_native import Search

    found, *_ = Search(arrays(network_for(deal().setup))).think(seen(state), simulations=30, seed=1)
    check(found, list(state.legal_moves()))


# Matches.


def player(state: DragonCastle, simulations: int = 0, **style: Any) -> dict[str, Any]:
    return {"network": arrays(network_for(state.setup)), "style": QUICK | style, "simulations": simulations}


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3} | CARDS, {"solo": True}], ids=str)
def test_matches(options: dict[str, Any]) -> None:
    from tenshu_native import match

    starts = [deal(seed=seed, **options) for seed in range(2)]
    seats = starts[0].seats
    players = [player(starts[0], simulations) for simulations in (0, 3, 1)[:seats]]
    natives = [load(start.to_json()) for start in starts]
    totals, shares = match(natives, players, deals=3, seed=1)
    assert totals.shape == shares.shape == (3 * seats, seats)
    assert shares.sum(axis=1).tolist() == pytest.approx([1.0] * (3 * seats))
    assert (totals > 0).all()
    for threads in (2, 3):
        again, same = match(natives, players, deals=3, seed=1, threads=threads)
        assert again.tolist() == totals.tolist()
        assert same.tolist() == shares.tolist()
    assert match(natives, players, deals=3, seed=2)[0].tolist() != totals.tolist()
    assert match(natives, players, deals=0, seed=2)[0].shape == (0, seats)


def test_a_player_who_thinks_wins() -> None:
    from tenshu_native import match

    start = deal()
    _, shares = match([load(start.to_json())], [player(start, 20), player(start, samples=1)], deals=10, seed=1)
    assert shares[:, 0].mean() > 0.8


def test_matches_there_are_not() -> None:
    from tenshu_native import match

    start = deal()
    native, two = load(start.to_json()), [player(start), player(start)]
    later = in_mid_game(start, 1)
    wrong: list[tuple[Any, Any, int, str]] = [
        ([], two, 1, "match: needs starts"),
        ([native], two, -1, "match: needs starts"),
        ([native], two[:1], 1, "players: must be one for each seat"),
        ([seen(start)], two, 1, "the position is a view"),
        ([load(later.to_json())], two, 1, "starts: must be positions at the start of a turn"),
        ([native], [two[0], {"style": {}}], 1, r"players\[1\].network: is missing"),
        ([native], [two[0], two[0] | {"simulations": -1}], 1, r"players\[1\].simulations: must be from 0"),
        ([native], [two[0], 5], 1, r"players\[1\]: must be an object"),
    ]
    for starts, players, deals, told in wrong:
        with pytest.raises(ValueError, match=told):
            match(starts, players, deals, seed=1)


# Lessons.


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4} | CARDS, {"solo": True}], ids=str)
def test_lessons(options: dict[str, Any]) -> None:
    from tenshu_native import lessons

    starts = [deal(seed=seed, **options) for seed in range(2)]
    network, seats = arrays(network_for(starts[0].setup)), starts[0].seats
    natives = [load(start.to_json()) for start in starts]

    def learn(threads: int, seed: int = 1) -> dict[str, Any]:
        return lessons(natives, network, 7, 1, 4, carelessness=30, kept=100, seed=seed, threads=threads)

    told = learn(1)
    rows = len(told["to_come"])
    assert rows > 20
    assert told["features"].shape == (rows, evaluation.ALL if "spirits" in options else evaluation.BASE)
    assert told["rounds"].shape == told["position"].shape == (rows,)
    position = told["position"].tolist()
    assert position == sorted(position)
    assert {number >> 10 for number in position} <= set(range(7))
    assert all(position.count(moment) == seats for moment in set(position))
    for threads in (2, 3):
        again = learn(threads)
        assert all(again[name].tolist() == told[name].tolist() for name in told)
    assert learn(1, seed=2)["to_come"].tolist() != told["to_come"].tolist()


def test_lessons_there_are_not() -> None:
    from tenshu_native import lessons

    start, cards = deal(), deal(**CARDS)
    base, every = arrays(network_for(start.setup)), arrays(network_for(cards.setup))
    native = load(start.to_json())

    def learn(starts: Any, network: Any, **changes: Any) -> None:
        figures = {"games": 1, "fewest": 1, "most": 2, "carelessness": 0, "kept": 9, "seed": 1} | changes
        lessons(starts, network, **figures)

    for starts, network in (([load(cards.to_json())], base), ([native], every)):
        with pytest.raises(ValueError, match="network: must know cards where cards are in play, and only there"):
            learn(starts, network)
    with pytest.raises(ValueError, match="view"):
        learn([seen(start)], base)
    with pytest.raises(ValueError, match="start of a turn"):
        learn([load(in_mid_game(start, 1).to_json())], base)
    wrong: list[dict[str, Any]] = [
        {"games": -1}, {"games": 1 << 22}, {"fewest": 0}, {"most": 0}, {"kept": 256}, {"carelessness": -1},
    ]  # fmt: skip
    for changes in wrong:
        with pytest.raises(ValueError, match="lessons: a number is out of bounds"):
            learn([native], base, **changes)
    with pytest.raises(ValueError, match="out of bounds"):
        learn([], base)
