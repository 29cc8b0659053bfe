"""The tree of moves from fixed positions has as many branches as when it was counted, and as the naive rules count."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tenshu
from tenshu.table.state import Document, State
from tests.white_castle import naive

HERE = Path(__file__).parent
TABLE: list[dict[str, Any]] = tomllib.loads((HERE / "perft.toml").read_text("utf-8"))["position"]
BY_NAME = {entry["name"]: entry for entry in TABLE}


def position(entry: dict[str, Any]) -> State:
    if "deal" in entry:
        return tenshu.new_game("white-castle", **entry["deal"])
    return tenshu.load(json.loads((HERE / "perft" / entry["file"]).read_text("utf-8")))


def perft_by_documents(document: Document, depth: int) -> int:
    """The same count where every state is written down and read again."""
    if depth == 0:
        return 1
    state = tenshu.load(json.loads(json.dumps(document)))
    return sum(perft_by_documents(state.play(str(move)).to_json(), depth - 1) for move in state.legal_moves())


def perft_in_place(state: State, depth: int) -> int:
    """The same count on private copies that are advanced."""
    if depth == 0:
        return 1
    count = 0
    for move in state.legal_moves():
        branch = state.copy()
        branch.advance(move)
        count += perft_in_place(branch, depth - 1)
    return count


def counts_naively(document: Document, depth: int) -> list[int]:
    """How many sequences of 1, 2, … moves the naive rules know."""
    moves = naive.legal_moves(document)
    below = [0] * (depth - 1)
    for move in moves if depth > 1 else ():
        below = [sum(pair) for pair in zip(below, counts_naively(naive.play(document, move), depth - 1), strict=True)]
    return [len(moves), *below]


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_the_tree_is_as_large_as_it_was(name: str) -> None:
    entry = BY_NAME[name]
    state = position(entry)
    counted = [tenshu.perft(state, depth) for depth in range(1, len(entry["nodes"]) + 1)]
    assert counted == entry["nodes"]


@pytest.mark.parametrize("name", BY_NAME)
def test_the_naive_rules_count_the_same(name: str) -> None:
    entry = BY_NAME[name]
    assert counts_naively(position(entry).to_json(), entry["slow"]) == entry["nodes"][: entry["slow"]]


@pytest.mark.parametrize("name", BY_NAME)
def test_copies_and_documents_grow_the_same_tree(name: str) -> None:
    entry = BY_NAME[name]
    state = position(entry)
    nodes = entry["nodes"][:6]
    shallow = next((depth for depth, count in enumerate(nodes) if count > 200), len(nodes)) or 1
    assert perft_by_documents(state.to_json(), shallow) == entry["nodes"][shallow - 1]
    assert perft_in_place(state, shallow + 1) == [*entry["nodes"], 0][shallow]


def test_there_are_positions_of_every_kind() -> None:
    states = [position(entry).to_json() for entry in TABLE]
    assert {len(state["players"]) for state in states if not state["solo"]} == {2, 3, 4}
    assert {state["solo"]["level"] for state in states if state["solo"]} == {"easy", "medium", "hard"}
    assert {state["turn"]["phase"] for state in states} == {"start", "turn", "gardens"}
    asked = {name for state in states for entry in state["turn"]["stack"][-1:] for name in entry}
    assert asked >= {"start", "do", "courtier", "gardener", "warrior", "steps", "row", "domain", "light", "favour"}
    assert asked >= {"end", "rival-garden", "rival-room", "gain"}
    assert any(entry["nodes"][-1] == 0 for entry in TABLE)
    assert {path.name for path in (HERE / "perft").iterdir()} == {entry["file"] for entry in TABLE if "file" in entry}
