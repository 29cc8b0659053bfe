"""Anything at all as input: the exit code is 0 or 2, and a complaint is one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.running import Outcome, complaint, small_position, small_record, tenshu

SPIRITS = ["wind", "faith", "strength"]
POSITION = small_position(spirits=SPIRITS, dragons=["bravery"])
RECORD = small_record(["human", "random"], spirits=SPIRITS) | {"moves": ["take b1", "shrine", "place M1 a1"]}

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 50)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(
        ["M1", "d3", "*", "?", "a1", "b2", "z99", "place", "build", "wind-flip", "faith", "dragon-castle"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
words = st.sampled_from(["take", "pair", "place", "spirit", "faith", "shrine", "a1", "b1", "M1", "end", "x", "", " "])


@st.composite
def mutated(draw: st.DrawFn, document: Any) -> Any:
    """The document with one to three places replaced, removed or added to."""
    document = json.loads(json.dumps(document))
    for _ in range(draw(st.integers(1, 3))):
        if document:
            _change(draw, *_somewhere(draw, document))
    return document


def _somewhere(draw: st.DrawFn, spot: Any) -> tuple[Any, Any]:
    """A container somewhere inside, and one of its keys."""
    while True:
        key = draw(st.sampled_from(list(spot) if isinstance(spot, dict) else range(len(spot))))
        if not isinstance(spot[key], dict | list) or not spot[key] or draw(st.integers(0, 3)) == 0:
            return spot, key
        spot = spot[key]


def _change(draw: st.DrawFn, spot: Any, key: Any) -> None:
    deed = draw(st.sampled_from(["replace", "remove", "add"]))
    if deed == "replace":
        spot[key] = draw(values)
    elif deed == "remove":
        del spot[key]
    elif isinstance(spot, dict):
        spot[draw(st.text(max_size=5))] = draw(values)
    else:
        spot.append(draw(values))


def decent(outcome: Outcome) -> None:
    """Success, or one sentence."""
    if outcome.code:
        complaint(outcome)
    else:
        assert "Traceback" not in outcome.err


def fuzzed(times: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return settings(max_examples=times, deadline=None)


@fuzzed(60)
@given(st.sampled_from(["moves", "score", "replay", "view"]), st.binary(max_size=40) | st.text(max_size=40))
def test_any_bytes(command: str, content: bytes | str) -> None:
    typed = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    decent(tenshu(command, "-", stdin=typed))


@fuzzed(60)
@given(st.sampled_from(["moves", "score", "replay", "view"]), values)
def test_any_json(command: str, document: object) -> None:
    decent(tenshu(command, "-", stdin=json.dumps(document)))


@fuzzed(120)
@given(st.sampled_from([("moves",), ("score",), ("view", "--seat", "0"), ("perft", "1")]), mutated(POSITION))
def test_any_position(command: tuple[str, ...], document: object) -> None:
    decent(tenshu(command[0], "-", *command[1:], stdin=json.dumps(document)))


@fuzzed(60)
@given(mutated(POSITION), st.lists(words, min_size=1, max_size=3).map(" ".join))
def test_any_move_on_any_position(document: object, move: str) -> None:
    for command in ("apply", "why"):
        decent(tenshu(command, "-", move.lstrip("-"), stdin=json.dumps(document)))


@fuzzed(60)
@given(st.text(max_size=30))
def test_any_text_as_a_move(move: str) -> None:
    for command in ("apply", "why"):
        decent(tenshu(command, "-", "--", move, stdin=json.dumps(POSITION)))


@fuzzed(120)
@given(mutated(RECORD), st.booleans())
def test_any_record(document: object, log: bool) -> None:
    decent(tenshu("replay", "-", *(["--log"] if log else []), stdin=json.dumps(document)))


drawings = st.text("0123.: #\nanmeplyrsto", max_size=120) | st.text(max_size=60) | st.text("123.\n", max_size=200)


@fuzzed(120)
@given(drawings)
def test_any_drawing(drawing: str) -> None:
    decent(tenshu("layouts", "check", "-", stdin=drawing.encode("utf-8", "surrogatepass")))
    decent(tenshu("layouts", "show", "-", stdin=drawing.encode("utf-8", "surrogatepass")))


@fuzzed(60)
@given(
    st.lists(st.text(max_size=12) | st.sampled_from(["play", "1", "undo", "why take a1", "help", "faith"]), max_size=12)
)
def test_any_words_at_the_table(lines: list[str]) -> None:
    typed = "\n".join(line for line in lines if "save" not in line.casefold()).encode("utf-8", "replace")
    outcome = tenshu("play", "--seed", "1", "--spirits", "wind", "--opponent", "random", stdin=typed)
    assert outcome.code == 0
    assert outcome.err == ""


@fuzzed(60)
@given(st.lists(st.text(max_size=10), max_size=4))
def test_any_command_line(arguments: list[str]) -> None:
    decent(tenshu(*[argument for argument in arguments if argument not in ("play", "-")]))
