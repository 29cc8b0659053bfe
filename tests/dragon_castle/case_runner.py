"""Rule cases as data: a position drawn in text, some moves, and what must be true then.

A file of `cases/` is TOML, an array of `[[case]]`. What a case may say:

| key | meaning |
|---|---|
| `name`, `rule`, `ruling` | unique name; the rule it proves in one sentence; the key of a ruling in docs/rulings.md |
| `players`, `solo`, `spirits`, `dragons`, `size`, `first` | the setting; unless told 2 players, no cards |
| `castle` | a drawing: a line a row from the north, cells from the west; `.` nothing, `M1/S2/D3` a stack, D3 on top |
| `realm`, `realm1` … `realm3` | the same for realms; lower case is face down, `*` at the end a shrine: `m1/S2`, `d1*` |
| `pool`, `vp`, `tokens`, `discarded` (and `pool1` …) | what else a seat has; unless told 1 shrine and nothing |
| `supply`, `countdown` | what makes 40 shrines and 7 tokens unless told |
| `turn`, `ingenuity` | as in the document; the start of seat 0's turn, and a Dragon with nothing, unless told |
| `changes` | paths of the document set to something else, for positions that a drawing cannot say |
| `play` | the moves to play |
| `legal`, `offers`, `absent` | the exact list of legal moves; moves that are among them; moves that are not |
| `refused`, `because` | moves with the code of the reason against them (or `malformed`); the cells it names |
| `then`, `gone` | paths of the document and their values; paths that are not there |
| `realm_after` (`realm1_after` …), `castle_after` | drawings |
| `over`, `scores`, `answers` | whether the game is over; paths of the scores; the solo Dragon's last answer |
| `events` | events of the moves played, found in this order; of each only the facts given are compared |
| `refuses_load` | (a part of) the sentence with which loading refuses the position |
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu import IllegalMove, Malformed
from tenshu.dragon_castle import DragonCastle, parse

Document = dict[str, Any]

FOLDER = Path(__file__).parent / "cases"
SEATS = ("", "1", "2", "3")
PER_SEAT = ("realm", "pool", "vp", "tokens", "discarded")

SAYS = frozenset({"name", "rule", "ruling"})
SETS_UP = frozenset(
    {"players", "solo", "spirits", "dragons", "size", "first", "castle", "supply", "countdown", "turn", "ingenuity"}
    | {"changes", "play"}
    | {key + seat for key in PER_SEAT for seat in SEATS}
)
CHECKS = frozenset(
    {"legal", "offers", "absent", "refused", "because", "then", "gone", "castle_after", "over", "scores", "answers"}
    | {"events", "refuses_load"}
    | {f"realm{seat}_after" for seat in SEATS}
)
MAY_BE_EMPTY = frozenset({"legal", "answers", "castle_after"} | {f"realm{seat}_after" for seat in SEATS})
"""An empty drawing or list says something here; elsewhere an empty check would check nothing."""


class BadCase(Exception):
    """A case that says something the runner does not understand."""


@dataclass(frozen=True)
class Case:
    """One entry of a file; `problem` if the file could not be read at all."""

    file: str
    name: str
    data: Document = field(default_factory=dict)
    problem: str = ""

    def __str__(self) -> str:
        return f"{self.file.removesuffix('.toml')}: {self.name}"


def all_cases(folder: Path = FOLDER) -> list[Case]:
    """Every case of every file; a file that cannot be read gives one case that fails."""
    return [case for path in sorted(folder.glob("*.toml")) for case in cases_of(path.name, path.read_text("utf-8"))]


def cases_of(file: str, text: str) -> list[Case]:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        return [Case(file, "cannot be read", problem=f"{file}: {problem}")]
    entries = document.get("case")
    if set(document) != {"case"} or not isinstance(entries, list):
        return [Case(file, "cannot be read", problem=f"{file}: must hold [[case]] entries and nothing else")]
    return [Case(file, str(data.get("name", f"no name, entry {i}")), data) for i, data in enumerate(entries, 1)]


# From a case to a position.


def check_keys(data: Document) -> None:
    """A typo must not make a check vanish."""
    for key in ("name", "rule"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise BadCase(f"a case has a {key}")
    unknown = set(data) - SAYS - SETS_UP - CHECKS
    if unknown:
        raise BadCase(f"unknown keys: {', '.join(sorted(unknown))}")
    checks = set(data) & CHECKS
    if not checks - {"because"}:
        raise BadCase("checks nothing")
    for key in checks - MAY_BE_EMPTY - {"over"}:
        if not data[key]:
            raise BadCase(f"{key} is empty and checks nothing")
    if "refuses_load" in data and len(checks) > 1:
        raise BadCase("a position that is refused has nothing else to check")
    stray = set(data.get("because", {})) - set(data.get("refused", {}))
    if stray:
        raise BadCase(f"because without refused: {', '.join(sorted(stray))}")
    seats = 1 if data.get("solo") else data.get("players", 2)
    for seat in SEATS[seats:]:
        beyond = [key for key in (*(name + seat for name in PER_SEAT), f"realm{seat}_after") if key in data]
        if beyond:
            raise BadCase(f"{beyond[0]}: there are only {seats} players")
    if "ingenuity" in data and not data.get("solo"):
        raise BadCase("ingenuity: only in solo")


def stacks_drawn(drawing: str) -> dict[str, list[str]]:
    """The stacks of a drawing, by cell."""
    stacks: dict[str, list[str]] = {}
    lines = [line.split() for line in drawing.strip("\n").splitlines()]
    for row, tokens in enumerate(lines, 1):
        if not tokens:
            raise BadCase(f"a drawing has an empty line, row {row}: write . for a row without tiles")
        for column, token in enumerate(tokens):
            if token == ".":
                continue
            if not re.fullmatch(r"[A-Za-z?]\d?(?:/[A-Za-z?]\d?)*\*?", token):
                raise BadCase(f"{token!r} is not a stack such as m1/S2 or d1*")
            stack = token.removesuffix("*").split("/")
            stacks[f"{chr(ord('a') + column)}{row}"] = stack + ["*"] * token.endswith("*")
    return stacks


def document_of(data: Document) -> Document:
    """The position document a case describes."""
    solo = data.get("solo", False)
    seats = SEATS[: 1 if solo else data.get("players", 2)]
    players = [
        {
            "realm": stacks_drawn(data.get("realm" + seat, "")),
            "shrines": data.get("pool" + seat, 1),
            "vp": data.get("vp" + seat, 0),
            "tokens": data.get("tokens" + seat, 0),
            "discarded": data.get("discarded" + seat, []),
        }
        for seat in seats
    ]
    built = sum(stack[-1] == "*" for player in players for stack in player["realm"].values())
    ingenuity = {"tiles": [], "tokens": 0} | data.get("ingenuity", {})
    gone = sum(player["tokens"] for player in players) + (ingenuity["tokens"] if solo else 0)
    document: Document = {
        "game": "dragon-castle",
        "version": 1,
        "realm": data.get("size", [6, 4]),
        "solo": solo,
        "spirits": data.get("spirits", []),
        "dragons": data.get("dragons", []),
        "castle": stacks_drawn(data.get("castle", "")),
        "supply": data.get("supply", 40 - built - sum(player["shrines"] for player in players)),
        "countdown": data.get("countdown", 7 - gone),
        "first": data.get("first", 0),
        "players": players,
        "turn": data.get("turn", {"player": 0}),
    }
    if solo:
        document["ingenuity"] = ingenuity
    for path, value in data.get("changes", {}).items():
        put(document, path, value)
    return json.loads(json.dumps(document))  # type: ignore[no-any-return]


# Paths such as players[0].realm.b2

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
ABSENT = object()


def steps_of(path: str) -> list[str | int]:
    steps: list[str | int] = []
    place = 0
    while place < len(path):
        found = _STEP.match(path, place)
        if found is None:
            raise BadCase(f"{path!r} is not a path such as players[0].vp")
        name, number = found.groups()
        steps.append(int(number) if name is None else name)
        place = found.end()
    return steps


def value_at(document: object, path: str) -> object:
    """What a path leads to; `ABSENT` if it leads nowhere."""
    here: Any = document
    for step in steps_of(path):
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return ABSENT
    return here


def put(document: Document, path: str, value: object) -> None:
    *before, last = steps_of(path)
    here: Any = document
    for step in before:
        here = here[step]
    here[last] = value


# Running a case.


def load(document: Document) -> DragonCastle:
    state = tenshu.load(document)
    assert isinstance(state, DragonCastle)
    return state


def run(case: Case) -> None:
    """Fails with what was expected, what was found, and the position."""
    if case.problem:
        pytest.fail(case.problem, pytrace=False)
    data = case.data
    try:
        check_keys(data)
        document = document_of(data)
    except BadCase as problem:
        pytest.fail(f"{case}: {problem}", pytrace=False)
    problems = [*problems_of(data, document)]
    if problems:
        told = "\n  ".join(problems)
        pytest.fail(f"{case}\n  rule: {data['rule']}\n  {told}", pytrace=False)


def problems_of(data: Document, document: Document) -> Iterator[str]:
    """Everything that is not as the case says."""
    refusal = data.get("refuses_load")
    try:
        state = load(document)
    except Malformed as problem:
        if refusal is None:
            yield f"the position was refused: {problem}"
        elif refusal not in str(problem):
            yield f"refused with {str(problem)!r}, expected {refusal!r}"
        return
    if refusal is not None:
        yield f"the position was loaded, expected {refusal!r}"
        return
    yield from broken_laws(state)
    events: list[Document] = []
    for number, move in enumerate(data.get("play", ()), 1):
        before = state.to_json()
        try:
            after = state.play(move)
        except (IllegalMove, Malformed) as problem:
            yield f"move {number} {move!r} was refused: {problem}"
            yield f"legal were: {list_of(state.legal_moves())}"
            yield position_of(state)
            return
        if state.to_json() != before:
            yield f"move {number} {move!r} changed the state it was played on"
        state = after
        events += state.events
        yield from (f"after move {number} {move!r}: {problem}" for problem in broken_laws(state))
    found = [
        *wrong_moves(state, data),
        *wrong_position(state, data),
        *wrong_scores(state, data),
        *wrong_events(events, data),
    ]
    yield from found
    if found:
        yield position_of(state)


def list_of(moves: object) -> str:
    return json.dumps(moves)


def position_of(state: DragonCastle) -> str:
    return f"position: {json.dumps(state.to_json())}"


def broken_laws(state: DragonCastle) -> Iterator[str]:
    """What is true of every position: documents go round, and nobody sees a covered tile."""
    document = state.to_json()
    again = load(json.loads(json.dumps(document)))
    if again != state or hash(again) != hash(state) or again.to_json() != document:
        yield f"loading its document gives another state: {json.dumps(again.to_json())}"
    if again.legal_moves() != state.legal_moves():
        yield f"legal moves {list_of(state.legal_moves())}, after loading its document {list_of(again.legal_moves())}"
    if state.is_over != (not state.legal_moves()):
        yield "a game has no legal move if and only if it is over"
    if len(set(state.legal_moves())) != len(state.legal_moves()):
        yield f"a legal move is there twice: {list_of(state.legal_moves())}"
    skipped = {"pass", "end", "consolidate"}
    if len(state.legal_moves()) == 1 and state.legal_moves()[0].split()[0] in skipped:
        yield f"rests at what is no decision: {list_of(state.legal_moves())}"
    for seat in (None, *range(state.seats)):
        if state.view(seat) != expected_view(document):
            yield f"the view of seat {seat} is {json.dumps(state.view(seat))}"
    seen = load(json.loads(json.dumps(state.view())))
    if seen.legal_moves() != state.legal_moves():
        yield f"legal moves {list_of(state.legal_moves())}, in its view {list_of(seen.legal_moves())}"
    if seen != state.seen_by(0):
        yield f"what a seat knows is not its view: {json.dumps(state.seen_by(0).to_json())}"
    drawn = seen.determinize(Random(7))
    if drawn.view() != state.view() or "unseen" in drawn.to_json():
        yield f"drawing the hidden tiles anew changes what is seen: {json.dumps(drawn.to_json())}"


def expected_view(document: Document) -> Document:
    castle = document["castle"]
    covered = Counter(tile for stack in castle.values() for tile in stack[:-1] if tile != "?")
    covered.update(document.get("unseen", {}))
    hidden = {cell: ["?"] * (len(stack) - 1) + stack[-1:] for cell, stack in castle.items()}
    return document | {"castle": hidden, "unseen": dict(covered)}


def wrong_moves(state: DragonCastle, data: Document) -> Iterator[str]:
    legal = [str(move) for move in state.legal_moves()]
    if "legal" in data and legal != data["legal"]:
        yield f"legal are {list_of(legal)}, expected {list_of(data['legal'])}"
    for move in data.get("offers", ()):
        if move not in legal:
            yield f"{move!r} is not offered; legal are {list_of(legal)}"
    for move in data.get("absent", ()):
        if parse(move) in legal:
            yield f"{move!r} is offered"
    for move in legal:
        reason = state.why_not(move)
        known = reason is None or reason.code == "uncovers-the-unknown"
        if not known or parse(str(move)) != move:
            yield f"{move!r} is listed as legal, and refused: {reason}"
    for move, code in data.get("refused", {}).items():
        yield from wrong_refusal(state, move, code, data.get("because", {}).get(move))
    if "over" in data and state.is_over != data["over"]:
        yield f"over is {state.is_over}"
    if "answers" in data and list(state.answers) != data["answers"]:
        yield f"the answers are {list_of(state.answers)}, expected {list_of(data['answers'])}"


def wrong_refusal(state: DragonCastle, move: str, code: str, cells: list[str] | None) -> Iterator[str]:
    try:
        state.play(move)
    except Malformed as problem:
        if code != "malformed":
            yield f"{move!r} is no move: {problem}"
        return
    except IllegalMove as problem:
        found, sentence = problem.reason, str(problem)
    else:
        yield f"{move!r} can be played, expected {code!r}"
        return
    if found != state.why_not(move):
        yield f"{move!r}: play says {found}, why_not {state.why_not(move)}"
    if found.code != code:
        yield f"{move!r} is refused as {found.code!r}, expected {code!r}"
    if cells is not None and list(found.cells) != cells:
        yield f"{move!r} is refused because of {list_of(found.cells)}, expected {list_of(cells)}"
    if not sentence or "{" in sentence:
        yield f"{move!r} is refused with the sentence {sentence!r}"


def wrong_position(state: DragonCastle, data: Document) -> Iterator[str]:
    document = state.to_json()
    yield from wrong_paths("", document, data.get("then", {}))
    for path in data.get("gone", ()):
        if value_at(document, path) is not ABSENT:
            yield f"{path} is there: {value_at(document, path)!r}"
    drawings = {f"realm{seat}_after": f"players[{number}].realm" for number, seat in enumerate(SEATS)}
    for key, path in (drawings | {"castle_after": "castle"}).items():
        if key in data:
            expected = stacks_drawn(data[key])
            found = value_at(document, path)
            if found != expected:
                yield f"{path} is {found}, expected {expected}"


def wrong_scores(state: DragonCastle, data: Document) -> Iterator[str]:
    scores = state.scores()
    yield from wrong_paths("scores: ", scores, data.get("scores", {}))
    for seat, sheet in enumerate(scores["players"]):
        parts = sheet["vp"] + sheet["shrines"] + sheet["countdown"] + sum(sheet["dragons"].values())
        if sheet["total"] != parts or list(sheet["dragons"]) != data.get("dragons", []):
            yield f"the score sheet of seat {seat} does not add up: {sheet}"


def wrong_paths(what: str, document: Document, expected: Mapping[str, object]) -> Iterator[str]:
    for path, value in expected.items():
        found = value_at(document, path)
        if found is ABSENT:
            yield f"{what}{path} is not there, expected {value!r}"
        elif found != value or isinstance(found, bool) != isinstance(value, bool):
            yield f"{what}{path} is {found!r}, expected {value!r}"


def wrong_events(events: list[Document], data: Document) -> Iterator[str]:
    """Each expected event is looked for after the one found before it."""
    place = 0
    for expected in data.get("events", ()):
        later = (i for i, event in enumerate(events[place:], place) if has_facts(event, expected))
        found = next(later, None)
        if found is None:
            yield f"no event {expected} from number {place} on in {json.dumps(events)}"
            return
        place = found + 1


def has_facts(event: Document, expected: Document) -> bool:
    return all(name in event and event[name] == value for name, value in expected.items())
