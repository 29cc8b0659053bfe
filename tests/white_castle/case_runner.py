"""Rule cases as data: a position in a few words, some moves, and what must be true then.

A file of `cases/` is TOML, an array of `[[case]]`. How a case tells its position: `positions.py`. Beyond that:

| key | meaning |
|---|---|
| `name`, `rule`, `ruling` | unique name; the rule it proves in one sentence; the key of a ruling in docs/rulings-white-castle.md |
| `play` | the moves to play |
| `legal`, `offers`, `absent` | exactly the legal moves, in any order; moves that are among them; moves that are not |
| `refused` | well-formed moves that are illegal, each refused with one sentence; as a table with the code of the reason, and after a colon a part of the sentence |
| `because` | for some of them what the reason names: spaces, cards, effects |
| `changed`, `changed1` … | what seat 0 (1, …) has now and had at the beginning of the case: every figure that differs, and by how much |
| `then` | paths of the document and their values; `me` and `seat1` are players, `-` is null |
| `stack` in `then` | as any path; a group is compared without regard to its order |
| `events` | events of the moves of this part, found in this order; of each only the facts given are compared (not asked of the naive rules) |
| `over`, `decides` | whether the game is over; the seat that decides |
| `scores` | paths of the score sheet |
| `step` | more of the same: `[[case.step]]` with `play` and what is true after those moves |
| `refuses_load` | the place of the trouble, or how it begins; `says` a part of the sentence |
"""  # noqa: E501

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest

import tenshu
from tenshu import IllegalMove, Malformed, State
from tenshu.white_castle.events import EVENTS
from tests.white_castle import naive
from tests.white_castle.positions import ABSENT, SETS_UP, BadCase, Document, document_of, value_at
from tests.white_castle.views import expected_view

FOLDER = Path(__file__).parent / "cases"
FIGURES = ("food", "iron", "pearl", "coins", "seals", "points", "influence")
SAYS = frozenset({"name", "rule", "ruling"})
CHECKS = frozenset({"legal", "offers", "absent", "refused", "because", "then", "over", "decides", "scores", "events"})
CHECKS |= {"changed", "changed1", "changed2", "changed3"}
LOADING = frozenset({"refuses_load", "says"})
MAY_BE_EMPTY = frozenset({"legal", "changed", "changed1", "changed2", "changed3", "over", "decides"})


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


def check_keys(data: Document) -> None:
    """A typo must not make a check vanish."""
    for key in ("name", "rule"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise BadCase(f"a case has a {key}")
    unknown = set(data) - SAYS - SETS_UP - CHECKS - LOADING - {"play", "step"}
    if unknown:
        raise BadCase(f"unknown keys: {', '.join(sorted(unknown))}")
    steps = data.get("step", [])
    if "refuses_load" in data:
        if set(data) & CHECKS or steps or "play" in data:
            raise BadCase("a position that is refused has nothing else to check")
        return
    for step in steps:
        unknown = set(step) - CHECKS - {"play"}
        if unknown:
            raise BadCase(f"unknown keys in a step: {', '.join(sorted(unknown))}")
    for part in [*([data] if set(data) & CHECKS or not steps else []), *steps]:
        if not set(part) & CHECKS:
            raise BadCase("checks nothing")
        for key in set(part) & CHECKS - MAY_BE_EMPTY:
            if not part[key]:
                raise BadCase(f"{key} is empty and checks nothing")


# Two readings of the rules behind one face.


class Reading(Protocol):
    """A position as one reading of the rules sees it."""

    def moves(self) -> list[str]: ...
    def after(self, move: str) -> Reading: ...
    def document(self) -> Document: ...
    def scores(self) -> Document: ...
    def broken_laws(self) -> Iterator[str]: ...
    def events(self) -> list[Document] | None: ...
    def wrong_refusal(self, move: str, why: str, named: list[str] | None) -> Iterator[str]: ...


class Refused(Exception):
    """A move the reading does not allow."""


@dataclass(frozen=True)
class Package:
    """The package itself."""

    state: State

    def moves(self) -> list[str]:
        return [str(move) for move in self.state.legal_moves()]

    def after(self, move: str) -> Package:
        before = self.state.to_json()
        try:
            after = self.state.play(move)
        except (IllegalMove, Malformed) as problem:
            raise Refused(str(problem)) from problem
        if self.state.to_json() != before:
            raise Refused("playing it changed the state it was played on")
        return Package(after)

    def document(self) -> Document:
        return self.state.to_json()

    def scores(self) -> Document:
        return self.state.scores()

    def events(self) -> list[Document] | None:
        """Of the move that led here; None if the reading tells none."""
        return list(self.state.events)

    def broken_laws(self) -> Iterator[str]:
        yield from broken_laws(self.state)

    def wrong_refusal(self, move: str, why: str, named: list[str] | None) -> Iterator[str]:
        code, _, said = why.partition(": ")
        try:
            self.state.play(move)
        except Malformed as problem:
            yield f"{move!r} is no move: {problem}"
        except IllegalMove as problem:
            sentence = str(problem)
            if code not in ("", problem.reason.code) or said not in sentence:
                yield f"{move!r} is refused as {problem.reason.code!r}, {sentence!r}, expected {why!r}"
            if named is not None and list(problem.reason.cells) != named:
                yield f"{move!r} is refused because of {list(problem.reason.cells)}, expected {named}"
            if problem.reason != self.state.why_not(move):
                yield f"{move!r}: play says {problem.reason}, why_not {self.state.why_not(move)}"
            if not sentence or "{" in sentence or "\n" in sentence:
                yield f"{move!r} is refused with the sentence {sentence!r}"
        else:
            yield f"{move!r} can be played, it should be refused"


@dataclass(frozen=True)
class Naive:
    """The slow second reading."""

    position: Document

    def moves(self) -> list[str]:
        return naive.legal_moves(self.position)

    def after(self, move: str) -> Naive:
        if move not in self.moves():
            raise Refused(f"{move} is none of the legal moves")
        return Naive(naive.play(self.position, move))

    def document(self) -> Document:
        return self.position

    def scores(self) -> Document:
        return naive.scores(self.position)

    def events(self) -> list[Document] | None:
        return None

    def broken_laws(self) -> Iterator[str]:
        if len(set(self.moves())) != len(self.moves()):
            yield f"a legal move is there twice: {self.moves()}"

    def wrong_refusal(self, move: str, why: str, named: list[str] | None) -> Iterator[str]:
        if move in self.moves():
            yield f"{move!r} is legal"


# Running a case.


def run(case: Case) -> None:
    """Fails with what was expected, what was found, and the position."""
    data, document = told_by(case)
    try:
        state = tenshu.load(document)
    except Malformed as problem:
        fail(case, [*wrong_refusal_to_load(data, problem)])
    else:
        if "refuses_load" in data:
            fail(case, [f"the position was loaded, expected a refusal at {data['refuses_load']}"])
        fail(case, [*problems_of(data, Package(state))])


def wrong_refusal_to_load(data: Document, problem: Malformed) -> Iterator[str]:
    if "refuses_load" not in data:
        yield f"the position was refused: {problem}"
    elif not problem.place.startswith(data["refuses_load"]) or data.get("says", "") not in str(problem):
        yield f"refused with {str(problem)!r}, expected {data['refuses_load']} … {data.get('says', '')} …"


def run_naively(case: Case) -> None:
    data, document = told_by(case)
    if "refuses_load" not in data:
        document["turn"] = {"phase": "turn", "stack": [], "lines": []} | document["turn"]
        document = {"removed": [], "starts": []} | document
        fail(case, [*problems_of(data, Naive(document))])


def told_by(case: Case) -> tuple[Document, Document]:
    if case.problem:
        pytest.fail(case.problem, pytrace=False)
    try:
        check_keys(case.data)
        return case.data, document_of(case.data)
    except BadCase as problem:
        pytest.fail(f"{case}: {problem}", pytrace=False)


def fail(case: Case, problems: list[str]) -> None:
    if problems:
        told = "\n  ".join(problems)
        pytest.fail(f"{case}\n  rule: {case.data['rule']}\n  {told}", pytrace=False)


def problems_of(data: Document, reading: Reading) -> Iterator[str]:
    """Everything that is not as the case says."""
    beginning = json.loads(json.dumps(reading.document()))
    yield from reading.broken_laws()
    number = 0
    for part in [data, *data.get("step", ())]:
        told: list[Document] | None = []
        for move in part.get("play", ()):
            number += 1
            try:
                after = reading.after(move)
            except Refused as problem:
                yield f"move {number} {move!r} was refused: {problem}"
                yield f"legal were: {json.dumps(reading.moves())}"
                yield position_of(reading)
                return
            reading = after
            events = reading.events()
            told = None if told is None or events is None else told + events
            yield from (f"after move {number} {move!r}: {problem}" for problem in reading.broken_laws())
        found = [*wrong(part, beginning, reading), *wrong_events(part, told)]
        if found:
            yield f"after move {number}:"
            yield from found
            yield position_of(reading)
            return


def position_of(reading: Reading) -> str:
    return f"position: {json.dumps(reading.document())}"


def wrong(part: Document, beginning: Document, reading: Reading) -> Iterator[str]:
    document = reading.document()
    yield from wrong_moves(part, reading)
    yield from wrong_figures(part, beginning, document)
    yield from wrong_paths("", document, part.get("then", {}))
    yield from wrong_paths("scores: ", reading.scores(), part.get("scores", {}))
    over = document["turn"]["phase"] == "over"
    if "over" in part and over != part["over"]:
        yield f"over is {over}"
    decides = document["turn"]["player"] if not document["solo"] else 0
    if "decides" in part and decides != part["decides"]:
        yield f"seat {decides} decides, expected {part['decides']}"


def wrong_moves(part: Document, reading: Reading) -> Iterator[str]:
    legal = reading.moves()
    if "legal" in part and sorted(legal) != sorted(part["legal"]):
        yield f"legal are {json.dumps(legal)}, expected {json.dumps(part['legal'])}"
    for move in part.get("offers", ()):
        if move not in legal:
            yield f"{move!r} is not offered; legal are {json.dumps(legal)}"
    for move in part.get("absent", ()):
        if move in legal:
            yield f"{move!r} is offered"
    refused = part.get("refused", ())
    for move in refused:
        why = refused[move] if isinstance(refused, dict) else ""
        yield from reading.wrong_refusal(move, why, part.get("because", {}).get(move))


def wrong_figures(part: Document, beginning: Document, document: Document) -> Iterator[str]:
    for seat, key in enumerate(("changed", "changed1", "changed2", "changed3")):
        if key in part:
            before, now = beginning["players"][seat], document["players"][seat]
            found = {name: now[name] - before[name] for name in FIGURES if now[name] != before[name]}
            expected = {name: count for name, count in part[key].items() if count}
            if found != expected or set(part[key]) - set(FIGURES):
                yield f"{key} are {found}, expected {expected}"


def wrong_events(part: Document, told: list[Document] | None) -> Iterator[str]:
    """Each expected event is looked for after the one found before it."""
    if told is None:
        return
    place = 0
    for expected in part.get("events", ()):
        later = (i for i, event in enumerate(told[place:], place) if expected.items() <= event.items())
        found = next(later, None)
        if found is None:
            yield f"no event {expected} from number {place} on in {json.dumps(told)}"
            return
        place = found + 1


def wrong_paths(what: str, document: Document, expected: Mapping[str, object]) -> Iterator[str]:
    for path, value in expected.items():
        found = without_order(value_at(document, path))
        value = without_order(None if value == "-" else value)
        if found is ABSENT:
            yield f"{what}{path} is not there, expected {value!r}"
        elif found != value or isinstance(found, bool) != isinstance(value, bool):
            yield f"{what}{path} is {found!r}, expected {value!r}"


def without_order(value: Any) -> Any:
    """The effects of a group, and the lines used, have no order that would mean anything."""
    if isinstance(value, list):
        return [without_order(item) for item in value]
    if isinstance(value, dict):
        return {
            key: sorted(item) if key in ("do", "one", "lines") and isinstance(item, list) else without_order(item)
            for key, item in value.items()
        }
    return None if value == "-" else value


# What is true of every position.

ORDER_OF_KINDS = {"trade": 1, "skip": 2, "stop": 2, "end": 2}


def broken_laws(state: State) -> Iterator[str]:
    document = state.to_json()
    legal = [str(move) for move in state.legal_moves()]
    again = tenshu.load(json.loads(json.dumps(document)))
    if again != state or hash(again) != hash(state) or again.to_json() != document:
        yield f"loading its document gives another state: {json.dumps(again.to_json())}"
    if list(again.legal_moves()) != legal:
        yield f"legal moves {legal}, after loading its document {again.legal_moves()}"
    if state.is_over != (not legal):
        yield "a game has no legal move if and only if it is over"
    if len(set(legal)) != len(legal):
        yield f"a legal move is there twice: {legal}"
    if len(legal) == 1 and legal[0].split()[0] not in ("die", "put"):
        yield f"rests at what is no decision: {legal}"
    kinds = [ORDER_OF_KINDS.get(move.split()[0], 0) for move in legal]
    if kinds != sorted(kinds):
        yield f"trades and declining come last: {legal}"
    expected = expected_view(document)
    for seat in (None, *range(state.seats)):
        if state.view(seat) != expected:
            yield f"the view of seat {seat} is {json.dumps(state.view(seat))}, expected {json.dumps(expected)}"
    seen = tenshu.load(json.loads(json.dumps(state.view())))
    if seen.to_json() != state.view() or tenshu.load(seen.to_json()) != seen:
        yield f"a loaded view writes another document: {json.dumps(seen.to_json())}"
    if [str(move) for move in seen.legal_moves()] != legal:
        yield f"legal moves {legal}, in its view {seen.legal_moves()}"
    yield from strange_events(state)
    drawn = seen.determinize(Random(7))
    if drawn.view() != state.view() or "?" in json.dumps(drawn.to_json()):
        yield f"drawing what is hidden anew changes what is seen: {json.dumps(drawn.to_json())}"


def strange_events(state: State) -> Iterator[str]:
    for event in state.events:
        facts = {"event", *EVENTS[event["event"]]}
        if event["event"] == "game-over":
            facts.add("scores")
        if set(event) != facts:
            yield f"an event tells other facts than it should: {json.dumps(event)}"
