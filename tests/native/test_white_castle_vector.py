"""Many games in the encoding `white_castle_v1`: deals, bytes, numbers and masks are those of the Python text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tenshu
from tenshu.research.table import rewards_of, totals
from tenshu.table.state import Document, State
from tenshu.white_castle.encoding import ENCODING
from tests.white_castle.case_runner import all_cases
from tests.white_castle.positions import document_of

if TYPE_CHECKING:
    from tenshu_native import white_castle

KINDS: list[dict[str, Any]] = [
    {"players": 2}, {"players": 3}, {"players": 4}, {"solo": "easy"}, {"solo": "medium"}, {"solo": "hard"},
]  # fmt: skip


def start(**options: Any) -> Document:
    return tenshu.new_game("white-castle", seed=5, **options).to_json()


def vector(games: int, seed: int = 0, **options: Any) -> white_castle.Vector:
    from tenshu_native import white_castle

    return white_castle.Vector(games, start(**options), seed)


def load(document: Document) -> white_castle.State:
    from tenshu_native import white_castle

    return white_castle.State(document)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_bytes_and_masks_after_every_move(options: dict[str, Any]) -> None:
    games = vector(3, seed=2, **options)
    rng, ended, phases = Random(1), 0, set()
    while ended < 12:
        game = ended // 4  # followed through four ends, so that what begins anew is seen as well
        state = tenshu.load(games.state(game).to_json())
        assert state.to_move is not None
        assert games.to_move()[game] == state.to_move
        assert bytes(games.observation[game]) == bytes(ENCODING.observe(state, state.to_move))
        phases.add(state.to_json()["turn"]["phase"])
        moves = state.legal_moves()
        assert np.flatnonzero(games.mask[game]).tolist() == sorted(map(ENCODING.number, moves))
        actions = games.random_actions()
        # What is declined ends much: it is chosen less often, so that games become rich.
        rich = [move for move in moves if move.split()[0] not in ("skip", "stop", "end")]
        if rich and rng.random() < 0.8:
            actions[game] = ENCODING.number(rng.choice(rich))
        after = state.play(ENCODING.move(int(actions[game])))
        rewards, done, points = games.step(actions)
        final = bytes(games.final_observation()[game])
        assert bool(done[game]) == after.is_over
        if not after.is_over:
            assert not any(final)
            assert not rewards[game].any()
            assert not points[game].any()
            continue
        ended += 1
        assert final == bytes(ENCODING.observe(after, state.to_move))
        assert points[game].tolist() == totals(after)
        wanted = rewards_of(after) if after.seats > 1 else [float(totals(after)[0])]
        assert rewards[game].tolist() == pytest.approx(wanted)
    assert phases == {"start", "turn", "gardens"}


def positions() -> Iterator[State]:
    for number, kind in enumerate(KINDS * 2):
        rng = Random(number)
        state: State = tenshu.new_game("white-castle", seed=number, **kind)
        while not state.is_over:
            yield state
            state = state.play(rng.choice(state.legal_moves()))
        yield state


def test_numbers_are_those_of_the_encoding_both_ways() -> None:
    verbs: set[str] = set()
    for number, state in enumerate(positions()):
        native, moves = load(state.to_json()), state.legal_moves()
        assert native.legal_actions() == [ENCODING.number(move) for move in moves]
        verbs.update(move.split()[0] for move in moves)
        if number % 5 or not moves:
            continue
        for move in moves:
            after = native.copy()
            after.apply(ENCODING.number(move))
            assert after.to_json() == state.play(move).to_json()
        wrong = next(action for action in range(ENCODING.actions) if action not in native.legal_actions())
        with pytest.raises(ValueError, match=f"^{wrong} is not legal now$"):
            native.apply(wrong)
    assert len(verbs) >= 17


def test_what_is_seen_is_decided_by_the_view() -> None:
    for number, state in enumerate(positions()):
        if number % 4:
            continue
        native = load(state.to_json())
        for seat in range(state.seats):
            seen = bytes(native.observation(seat))
            assert seen == bytes(ENCODING.observe(state, seat))
            assert seen == bytes(load(state.view(seat)).observation(seat))
            native.determinize(number)
            assert seen == bytes(native.observation(seat))
        with pytest.raises(IndexError):
            native.observation(state.seats)


def test_every_position_of_the_rule_cases() -> None:
    from tenshu_native import TooLarge

    seen = 0
    for case in all_cases():
        if "refuses_load" in case.data:
            continue
        state = tenshu.load(document_of(case.data))
        try:
            native = load(state.to_json())
        except TooLarge:
            continue
        for seat in range(state.seats):
            assert bytes(native.observation(seat)) == bytes(ENCODING.observe(state, seat)), str(case)
            seen += 1
    assert seen > 500


# Deals.


def facts(document: Document) -> Iterator[str]:
    """What is dealt, piece by piece."""
    rooms = document["rooms"]
    for name, room in rooms.items():
        yield f"{name} shows {room['card']}"
        yield f"{name} has {room['tiles']}"
    yield f"{len({tile for room in rooms.values() for tile in room['tiles'][:1]})} colours on top"
    yield f"well {sorted(document['well']['tiles'])}"
    yield f"daimyo {document['daimyo']['card']}"
    for place in ("gardens", "yards"):
        for name, pieces in document[place].items():
            yield from (f"{place} {name} {number} {piece}" for number, piece in enumerate(pieces))
    for place in ("stewards", "diplomats"):
        deck = document["decks"][place]
        yield f"{len(deck)} {place}"
        yield f"first of {place} {deck[0]}"
        yield f"last of {place} {deck[-1]}"
    for number, roll in document["rolls"].items():
        yield from (f"roll {number} {colour} {dice}" for colour, dice in roll.items())
    yield f"order {document['order']}"
    yield f"track {document['track']}"
    for number, player in enumerate(document["players"]):
        for name in ("points", "influence", "coins", "seals", "food", "card"):
            yield f"seat {number} {name} {player[name]}"
    yield from (f"pair {number} {card}" for number, pair in enumerate(document["starts"]) for card in pair)
    yield f"{document['turn']['phase']} {document['turn']['player']}"
    if document["solo"] is None:
        yield from (
            f"{colour} {side} {bridge[side]}" for colour, bridge in document["bridges"].items() for side in bridge
        )
    else:
        yield from (f"solo {number} {card}" for number, card in enumerate(document["solo"]["deck"]))
        yield from (f"next {number} {order[0]}" for number, order in enumerate(document["solo"]["next"]))


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_deals_are_as_likely_as_those_of_the_python_text(options: dict[str, Any]) -> None:
    """Every fact of a deal comes as often, within five standard errors; seeds are fixed, so the answer is as well."""
    many = 1500
    games = vector(many, seed=11, **options)
    theirs = Counter(fact for game in range(many) for fact in facts(games.state(game).to_json()))
    ours = Counter(
        fact for seed in range(many) for fact in facts(tenshu.new_game("white-castle", seed=seed, **options).to_json())
    )
    assert len(ours) > 300
    for fact in ours | theirs:
        share = (ours[fact] + theirs[fact]) / (2 * many)
        error = (share * (1 - share) * 2 / many) ** 0.5
        assert abs(ours[fact] - theirs[fact]) / many <= 5 * error + 4 / many, (fact, ours[fact], theirs[fact])


def test_every_deal_is_a_position_of_the_rules() -> None:
    for options in KINDS:
        games = vector(60, seed=3, **options)
        for game in range(60):
            document = games.state(game).to_json()
            state = tenshu.load(document)
            assert state.to_json() == document
            assert games.state(game).legal_moves() == [str(move) for move in state.legal_moves()]


# What may be asked.


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = vector(5, seed=7, players=3), vector(5, seed=7, players=3)
    ended = False
    while not ended:
        actions = one.random_actions()
        assert (actions == other.random_actions()).all()
        ended = bool(one.step(actions)[1].any())
        other.step(actions)
    assert (one.observation == other.observation).all()
    assert one.final_observation().any()
    one.reset(7)
    assert not one.final_observation().any()
    assert (one.observation == vector(5, seed=7, players=3).observation).all()
    assert (one.observation != vector(5, seed=8, players=3).observation).any()


def test_an_illegal_number_moves_no_game() -> None:
    games = vector(4, players=2)
    before, mask = games.observation.copy(), games.mask.copy()
    for wrong in (-1, ENCODING.number("end"), ENCODING.actions):
        actions = games.random_actions()
        actions[3] = wrong
        with pytest.raises(ValueError, match=rf"^actions\[3\]: {wrong} is not legal$"):
            games.step(actions)
    with pytest.raises(ValueError, match="one number for each game"):
        games.step(games.random_actions()[:3])
    assert (games.observation == before).all()
    assert (games.mask == mask).all()


def test_what_cannot_begin_is_refused() -> None:
    from tenshu_native.white_castle import Vector

    with pytest.raises(ValueError, match=r"^games: must be at least 1$"):
        vector(0)
    dealt = tenshu.new_game("white-castle", seed=1)
    with pytest.raises(ValueError, match=r"^document: must be a full position of a game that has just been dealt$"):
        Vector(1, dealt.play(dealt.legal_moves()[0]).to_json())
    with pytest.raises(ValueError, match="just been dealt"):
        Vector(1, dealt.view(0))
    alone: State = tenshu.new_game("white-castle", seed=1, solo="hard")
    while not alone.legal_moves()[0].startswith("put "):
        assert len(Vector(1, alone.to_json())) == 1
        alone = alone.play(alone.legal_moves()[0])
    with pytest.raises(ValueError, match="just been dealt"):
        Vector(1, alone.to_json())
    with pytest.raises(IndexError):
        vector(1).state(1)


def test_seats_are_those_who_decide() -> None:
    assert [vector(1, **options).seats for options in KINDS] == [2, 3, 4, 1, 1, 1]
    assert vector(2).action_count == ENCODING.actions
    assert len(vector(2)) == 2
