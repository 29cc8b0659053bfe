"""The tree of moves from fixed positions has as many branches as when it was counted, and as the naive rules count."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tenshu
from tenshu.table.state import Document, State
from tests.dragon_castle import naive

HERE = Path(__file__).parent
TABLE: list[dict[str, Any]] = tomllib.loads((HERE / "perft.toml").read_text("utf-8"))["position"]
BY_NAME = {entry["name"]: entry for entry in TABLE}


def position(entry: dict[str, Any]) -> State:
    if "deal" in entry:
        return tenshu.new_game("dragon-castle", **entry["deal"])
    return tenshu.load(json.loads((HERE / "perft" / entry["file"]).read_text("utf-8")))


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


def perft_by_documents(document: Document, depth: int) -> int:
    """The same count where every state is written down and read again."""
    if depth == 0:
        return 1
    state = tenshu.load(json.loads(json.dumps(document)))
    return sum(perft_by_documents(state.play(str(move)).to_json(), depth - 1) for move in state.legal_moves())


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_the_tree_is_as_large_as_it_was(name: str) -> None:
    entry = BY_NAME[name]
    state = position(entry)
    counted = [tenshu.perft(state, depth) for depth in range(1, len(entry["nodes"]) + 1)]
    assert counted == entry["nodes"]


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_the_naive_rules_count_the_same(name: str) -> None:
    entry = BY_NAME[name]
    document = position(entry).to_json()
    counted = [naive.perft(document, depth) for depth in range(1, entry["slow"] + 1)]
    assert counted == entry["nodes"][: entry["slow"]]


@pytest.mark.parametrize("name", BY_NAME)
def test_copies_and_documents_grow_the_same_tree(name: str) -> None:
    entry = BY_NAME[name]
    state = position(entry)
    shallow = next((depth for depth, nodes in enumerate(entry["nodes"]) if nodes > 300), len(entry["nodes"])) or 1
    assert perft_by_documents(state.to_json(), shallow) == entry["nodes"][shallow - 1]
    assert perft_in_place(state, shallow + 1) == [*entry["nodes"], 0][shallow]


def test_there_are_positions_of_every_kind() -> None:
    states = [position(entry).to_json() for entry in TABLE]
    assert {len(state["players"]) for state in states} == {1, 2, 3, 4}
    assert {state["solo"] for state in states} == {True, False}
    assert {spirit for state in states for spirit in state["spirits"]} == set(naive.SPIRITS)
    assert any(entry["nodes"][-1] == 0 for entry in TABLE)
    assert {path.name for path in (HERE / "perft").iterdir()} == {entry["file"] for entry in TABLE if "file" in entry}
