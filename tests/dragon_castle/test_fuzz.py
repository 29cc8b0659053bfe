"""Nonsense is refused with one sentence; whatever is accepted can be played to the end.

A plain run draws the same examples every time. `FUZZ=20000 pytest tests/dragon_castle/test_fuzz.py` draws that many new
ones for each test.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tenshu
from tenshu.dragon_castle.notation import parse
from tenshu.table.errors import IllegalMove, Malformed
from tenshu.table.state import Document, State
from tests.dragon_castle import naive
from tests.dragon_castle.naive_scores import CARDS
from tests.dragon_castle.promises import DragonCastlePromises, strange_move
from tests.dragon_castle.seekers import Curious, any_move, builder, mostly
from tests.table.checker import Chooser, Scrutiny, check_game, check_reason, check_sentence, is_refused, refusal_of

PERFT = Path(__file__).parent / "perft"


def fuzz(examples: int) -> settings:
    wanted = os.environ.get("FUZZ")
    return settings(
        max_examples=int(wanted) if wanted else examples,
        derandomize=wanted is None,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


# Positions to spoil.

GAMES: list[tuple[Chooser, dict[str, Any]]] = [
    (mostly(builder), {"players": 2}),
    (mostly(builder), {"players": 3, "realm": [4, 2], "spirits": "random:3", "dragons": "random:3"}),
    (mostly(builder), {"players": 4, "realm": [2, 2]}),
    (mostly(builder), {"solo": True}),
    (Curious(), {"solo": True, "spirits": "random:10", "dragons": "random:9"}),
    (Curious(), {"players": 2, "realm": [4, 4], "spirits": "random:10", "dragons": "random:10"}),
    (Curious(), {"players": 4, "spirits": "random:10", "dragons": "random:10"}),
]


@cache
def positions() -> list[str]:
    """Documents of all kinds, as texts: middles and ends of games, and the positions of the perft tables."""
    found = [path.read_text("utf-8") for path in sorted(PERFT.iterdir())]
    for number, (choose, options) in enumerate(GAMES):
        state, rng = tenshu.new_game("dragon-castle", seed=number, **options), Random(number)
        while not state.is_over:
            if rng.random() < 0.06:
                found += [json.dumps(state.to_json()), json.dumps(state.view())]
            state = state.play(choose(state, rng))
        found.append(json.dumps(state.to_json()))
    return found


@cache
def records() -> list[str]:
    found = []
    for number, (choose, options) in enumerate(GAMES):
        state, rng = tenshu.new_game("dragon-castle", seed=number, **options), Random(number)
        session = tenshu.Session(state)
        while not session.state.is_over:
            session.play(choose(session.state, rng))
        found.append(json.dumps(session.record().to_json()))
    return found


# Ways to spoil them.

CELLS = [f"{column}{row}" for row in range(1, 5) for column in "abcdef"]
STRANGE_TEXTS = [
    "",
    "a0",
    "a100",
    "A1",
    "aa1",
    "z99",
    "é1",
    "a１",
    "M0",
    "M7",
    "*",
    "?",
    "\n",
    "\u2028",
    "天守",
    "M1 ",
    "x" * 400,
]
STRANGE_NUMBERS = [-1, 0, 1, 2, 3, 4, 7, 8, 40, 41, 10**6, 10**7, 10**30, 10**5000, 0.5, 1.0, -0.0, 1e308]
TURN_WORDS = [
    "action", "complete", "place", "end", "consolidate", "build", "wind-flip", "wind-carry", "strength-again", "must",
    "on", "player", "phase", "doing", "settling", "hand", "from", "picked", "used", "elegance", "pair", "set", "left",
    "moved",
]  # fmt: skip
FIELDS = ["realm", "shrines", "vp", "tokens", "discarded", "ingenuity", "unseen", "tiles", "dragon-castle", "*", "?"]
TILES = [*naive.SYMBOLS, *(symbol.lower() for symbol in naive.SYMBOLS)]
WORDS = [*naive.SPIRITS, *CARDS, *TILES, *CELLS, *TURN_WORDS, *FIELDS]

junk = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(STRANGE_TEXTS),
    st.sampled_from(STRANGE_NUMBERS),
    st.sampled_from([None, True, False]),
    st.integers(-5, 50),
    st.lists(st.sampled_from(WORDS), max_size=4),
    st.dictionaries(st.sampled_from(WORDS), st.one_of(st.sampled_from(WORDS), st.integers(0, 9)), max_size=3),
    st.recursive(st.none() | st.text(max_size=3), lambda deeper: st.lists(deeper, max_size=2), max_leaves=4),
)
turn_fields = st.fixed_dictionaries(
    {"player": st.integers(0, 3)},
    optional={
        "phase": st.sampled_from(["action", "complete", "place", "end"]),
        "doing": st.sampled_from(
            ["build", "faith", "beauty", "cunning", "change", "destruction", "wind-flip", "wind-carry", "strength"]
        ),
        "settling": st.booleans(),
        "hand": st.lists(st.sampled_from(naive.SYMBOLS), max_size=2),
        "picked": st.lists(st.sampled_from(naive.SYMBOLS), max_size=2),
        "from": st.tuples(st.sampled_from(CELLS), st.integers(1, 3)).map(list),
        "used": st.lists(st.sampled_from(naive.SPIRITS), max_size=3, unique=True),
        "elegance": st.sampled_from(["must", "on"]),
        "pair": st.sampled_from(["deep", "deception"]),
        "set": st.lists(st.sampled_from(CELLS), max_size=5, unique=True),
        "left": st.integers(0, 2),
        "moved": st.sampled_from(CELLS),
    },
)


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside a document."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield (*here, name)
        yield from places(part, (*here, name))


def at(document: Any, place: tuple[Any, ...]) -> Any:
    for name in place:
        document = document[name]
    return document


def spoil(document: Any, draw: st.DrawFn) -> None:
    """One change somewhere in a document, which is never left empty."""
    all_places = list(places(document))
    if not all_places:
        return
    depth = draw(st.integers(1, max(map(len, all_places))))
    place = draw(st.sampled_from([place for place in all_places if len(place) == depth]))
    holder, name = at(document, place[:-1]), place[-1]
    match draw(st.sampled_from(["delete", "replace", "retarget", "repeat", "nudge", "add", "nest"])):
        case "delete":
            del holder[name]
        case "replace":
            holder[name] = draw(junk)
        case "retarget":
            other = draw(st.sampled_from(all_places))
            holder[name] = json.loads(json.dumps(at(document, other)))
        case "repeat" if isinstance(holder, list):
            holder.insert(name, holder[name])
        case "nudge" if isinstance(holder[name], int) and not isinstance(holder[name], bool):
            holder[name] += draw(st.integers(-2, 2))
        case "add" if isinstance(holder[name], dict):
            holder[name][draw(st.sampled_from(WORDS + STRANGE_TEXTS))] = draw(junk)
        case _:
            holder[name] = [holder[name]] if draw(st.booleans()) else {"a1": holder[name]}


@st.composite
def spoilt(draw: st.DrawFn, texts: list[str], most: int = 3) -> Any:
    document = json.loads(draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(1, most))):
        spoil(document, draw)
    return document


@st.composite
def other_turns(draw: st.DrawFn) -> Document:
    """Good positions with a turn object that says something else: many of them are possible."""
    document: Document = json.loads(draw(st.sampled_from(positions())))
    document["turn"] = document["turn"] | draw(turn_fields) if draw(st.booleans()) else draw(turn_fields)
    for seat in document["players"]:
        if draw(st.booleans()):
            moved = draw(st.integers(0, min(3, document["supply"])))
            seat["shrines"] += moved
            document["supply"] -= moved
    if draw(st.booleans()):
        for cell in list(document["castle"])[draw(st.integers(0, 6)) :]:
            del document["castle"][cell]
    document.pop("unseen", None) if draw(st.booleans()) else None
    return document


@st.composite
def realms(draw: st.DrawFn) -> Document:
    """Small positions made from nothing: any stacks in the realms, any few tiles in the castle, any cards."""
    bag = list(draw(st.permutations([symbol for symbol in naive.SYMBOLS for _ in range(4)])))
    columns, rows = draw(st.sampled_from([(2, 2), (4, 2), (2, 4), (4, 4), (6, 4)]))
    cells = [f"{chr(ord('a') + column)}{row}" for row in range(1, rows + 1) for column in range(columns)]
    players = [realm_of(draw, bag, cells) for _ in range(draw(st.integers(2, 4)))]
    castle = {
        cell: [bag.pop() for _ in range(draw(st.integers(1, 3)))]
        for cell in draw(st.lists(st.sampled_from(CELLS), max_size=8, unique=True))
    }
    used = sum(player["shrines"] + sum("*" in stack for stack in player["realm"].values()) for player in players)
    return {
        "game": "dragon-castle", "version": 1, "realm": [columns, rows], "solo": False,
        "spirits": draw(st.lists(st.sampled_from(naive.SPIRITS), unique=True)),
        "dragons": draw(st.lists(st.sampled_from(sorted(CARDS)), unique=True, max_size=4)),
        "castle": castle, "supply": 40 - used, "countdown": 7, "first": 0, "players": players, "turn": {"player": 0},
    }  # fmt: skip


def realm_of(draw: st.DrawFn, bag: list[str], cells: list[str]) -> Document:
    realm = {}
    for cell in draw(st.lists(st.sampled_from(cells), unique=True, max_size=8)):
        stack = [bag.pop().lower() for _ in range(draw(st.integers(1, 3)))]
        match draw(st.sampled_from(["up", "up", "down", "shrine"])):
            case "up":
                stack[-1] = stack[-1].upper()
            case "shrine":
                stack.append("*")
        realm[cell] = stack
    pool = draw(st.integers(0, 3))
    return {"realm": realm, "shrines": pool, "vp": draw(st.integers(0, 9)), "tokens": 0, "discarded": []}


# What must hold.


def refused_or_playable(document: Any, seed: int) -> bool:
    """Whether the document was accepted; then it is played to its end under the checker's eyes."""
    refusal = is_refused(document)
    if refusal is not None:
        assert refusal.place, f"the sentence names no place: {refusal}"
        return False
    state = tenshu.load(document)
    if "unseen" in state.to_json():
        state = state.determinize(Random(seed))
    scrutiny = Scrutiny(every=40, tries=1, record=False, most_decisions=2000)
    check_game(state, any_move, DragonCastlePromises(state), rng=Random(seed), scrutiny=scrutiny)
    return True


@fuzz(400)
@given(spoilt(positions()), st.integers(0, 9))
def test_spoilt_positions_are_refused_or_playable(document: Any, seed: int) -> None:
    refused_or_playable(document, seed)


@fuzz(300)
@given(other_turns(), st.integers(0, 9))
def test_other_turns_are_refused_or_playable(document: Document, seed: int) -> None:
    refused_or_playable(document, seed)


@fuzz(100)
@given(realms(), st.integers(0, 9))
def test_positions_made_from_nothing_are_refused_or_playable(document: Document, seed: int) -> None:
    refused_or_playable(document, seed)


def test_fuzzing_accepts_enough() -> None:
    """A fuzzer that only ever hears no proves little: of seeded drawings of each kind a good part is accepted."""
    accepted = {"turns": 0, "realms": 0}

    @settings(max_examples=80, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(other_turns(), realms())
    def count(turn: Document, realm: Document) -> None:
        accepted["turns"] += is_refused(turn) is None
        accepted["realms"] += is_refused(realm) is None

    count()
    assert accepted["turns"] >= 8
    assert accepted["realms"] >= 8


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(WORDS),
    lambda deeper: (
        st.lists(deeper, max_size=4) | st.dictionaries(st.text(max_size=4) | st.sampled_from(WORDS), deeper, max_size=4)
    ),
    max_leaves=12,
)


@fuzz(200)
@given(anything)
def test_anything_at_all_is_refused(document: Any) -> None:
    assert is_refused(document) is not None
    refused = refusal_of(document)
    assert refused is not None
    check_sentence(str(refused))


@pytest.mark.parametrize("depth", [10, 5000])
def test_deeply_nested_documents_are_refused(depth: int) -> None:
    nested: Any = "M1"
    for _ in range(depth):
        nested = [nested]
    for place in ("castle", "players", "turn", "spirits", "supply", "realm"):
        document = json.loads(positions()[0])
        document[place] = nested
        assert is_refused(document) is not None
    document = json.loads(positions()[0])
    document["castle"] = {"a1": nested}
    assert is_refused(document) is not None


# Moves.

move_texts = st.one_of(
    st.text(max_size=30),
    st.integers(0, 1 << 30).map(lambda seed: strange_move(Random(seed))),
    st.lists(st.sampled_from([*WORDS, *naive.VERBS, *STRANGE_TEXTS]), min_size=1, max_size=4).map(" ".join),
    st.sampled_from(STRANGE_TEXTS),
)


@cache
def some_states() -> list[State]:
    return [tenshu.load(json.loads(text)) for text in positions()]


@fuzz(600)
@given(move_texts, st.integers(0, 1 << 20))
def test_any_text_is_a_move_or_refused(text: str, number: int) -> None:
    states = some_states()
    check_text(states[number % len(states)], text)


@fuzz(100)
@given(anything.filter(lambda value: not isinstance(value, str)))
def test_what_is_no_text_is_no_move(value: Any) -> None:
    state = some_states()[0]
    for ask in (parse, state.play, state.why_not):
        with pytest.raises(Malformed) as refused:
            ask(value)
        check_sentence(str(refused.value))


def check_text(state: State, text: str) -> None:
    try:
        move = parse(text)
    except Malformed as refused:
        check_sentence(str(refused))
        for ask in (state.play, state.why_not):
            with pytest.raises(Malformed):
                ask(text)
        return
    assert str(move) == text
    reason = state.why_not(text)
    if reason is None:
        assert text in state.legal_moves()
        assert state.play(text) != state
        return
    check_reason(reason)
    with pytest.raises(IllegalMove) as refusal:
        state.play(text)
    check_sentence(str(refusal.value))
    assert refusal.value.reason == reason


# Records.


@fuzz(150)
@given(spoilt(records(), most=2))
def test_spoilt_records_are_refused_or_honest(record: Any) -> None:
    refused = refusal_of(record)
    if refused is not None:
        check_sentence(str(refused))
        return
    *_, (_, last) = tenshu.Record.from_json(record).states()
    assert record["result"] == (last.scores() if last.is_over else None)


# Dealing.

options = st.fixed_dictionaries(
    {},
    optional={
        "players": junk | st.integers(1, 5),
        "seed": junk,
        "layout": junk | st.sampled_from(["keep", "The Keep", "basic-2", "no such layout", "/no/such/file.txt", "."]),
        "spirits": junk | st.sampled_from(["random:1", "random:11", "random:x", "none", "faith, wind", "faith,faith"]),
        "dragons": junk | st.sampled_from(["random:3", "random:-1", "power", ",", "random:"]),
        "solo": junk | st.booleans(),
        "first": junk | st.sampled_from([0, 1, "random"]),
        "realm": junk | st.lists(st.integers(0, 30) | st.sampled_from(STRANGE_NUMBERS), max_size=3),
    },
)


@fuzz(400)
@given(options)
def test_options_are_refused_or_dealt(chosen: dict[str, Any]) -> None:
    try:
        state = tenshu.new_game("dragon-castle", **chosen)
    except Malformed as refused:
        check_sentence(str(refused))
    else:
        assert tenshu.load(state.to_json()) == state
