"""Every rule case of `cases/`, and the runner that reads them."""

from __future__ import annotations

from collections import Counter

import pytest

from tenshu import Malformed
from tests.dragon_castle.case_runner import Case, all_cases, cases_of, document_of, load, run

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_case(case: Case) -> None:
    run(case)


def test_names_are_unique() -> None:
    twice = [name for name, count in Counter(case.name for case in CASES).items() if count > 1]
    assert not twice


GOOD = """
[[case]]
name = "a tile"
rule = "An available tile of the top floor can be taken."
castle = "M1 M2 M3"
play = ["take a1"]
legal = ["shrine", "discard"]
refused = { "pair b1" = "not-identical" }
because = { "pair b1" = ["b1"] }
over = false
gone = ["turn.set"]
events = [{ event = "taken", cell = "a1" }]
castle_after = ". M2 M3"
[case.then]
"turn.from" = ["a1", 1]
[case.scores]
"players[0].total" = 0
"""


def failure_of(text: str) -> str:
    (case,) = cases_of("some.toml", text)
    with pytest.raises(pytest.fail.Exception) as caught:
        run(case)
    return str(caught.value)


def test_a_good_case_passes() -> None:
    (case,) = cases_of("some.toml", GOOD)
    run(case)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("over = false", "ofer = false", "unknown keys: ofer"),
        ("over = false", "over = true", "over is False"),
        ("over = false", "realm2 = 'M1'", "realm2: there are only 2 players"),
        ("over = false", "offers = []", "offers is empty"),
        ("over = false", "offers = ['summon']", "'summon' is not offered"),
        ("over = false", "absent = ['shrine']", "'shrine' is offered"),
        ("over = false", "answers = ['dragon summon']", "the answers are []"),
        ("over = false", "realm1_after = 'M1'", "players[1].realm is {}"),
        ("over = false", "refuses_load = 'castle'", "has nothing else to check"),
        ("over = false", "changes = { 'supply' = 3 }", "the position was refused: supply"),
        ('["shrine", "discard"]', '["discard", "shrine"]', 'legal are ["shrine", "discard"]'),
        ('"not-identical"', '"closed-in"', "is refused as 'not-identical', expected 'closed-in'"),
        ('"not-identical"', '"malformed"', "is refused as 'not-identical', expected 'malformed'"),
        ('{ "pair b1" = "not', '{ "pair b" = "not', "because without refused: pair b1"),
        ('["b1"]', '["a1"]', 'because of ["b1"], expected ["a1"]'),
        ('["take a1"]', '["take b1"]', "move 1 'take b1' was refused"),
        ('["turn.set"]', '["turn.from"]', "turn.from is there"),
        ('cell = "a1"', 'cell = "b1"', "no event"),
        ('". M2 M3"', '"M1 M2 M3"', "castle is {"),
        ('["a1", 1]', '["a1", 2]', "turn.from is ['a1', 1], expected ['a1', 2]"),
        ('"players[0].total" = 0', '"players[0].total" = 1', "scores: players[0].total is 0, expected 1"),
        ('"players[0].total" = 0', '"players[0].sum" = 0', "players[0].sum is not there"),
        ('castle = "M1', 'castle = "M1-', "'M1-' is not a stack"),
        ("[[case]]", "[[cases]]", "must hold [[case]] entries"),
        ("[[case]]", "[[case]", "some.toml: "),
    ],
)
def test_a_wrong_case_fails_and_says_why(old: str, new: str, told: str) -> None:
    assert old in GOOD
    assert told in failure_of(GOOD.replace(old, new))


def test_a_case_that_checks_nothing_fails() -> None:
    assert "checks nothing" in failure_of("[[case]]\nname = 'x'\nrule = 'y'\ncastle = 'M1'\nplay = ['take a1']")


def test_a_case_may_say_that_loading_refuses() -> None:
    text = "[[case]]\nname = 'x'\nrule = 'y'\nrealm = 'M1/M2'\nrefuses_load = '{}'"
    (case,) = cases_of("some.toml", text.format("players[0].realm.a1: a face-up tile under another tile"))
    run(case)
    assert "refused with" in failure_of(text.format("players[0].realm.b1"))
    assert "was loaded" in failure_of(text.format("a1").replace("M1/M2", "m1/M2"))


@pytest.mark.parametrize("seat", [-1, 2])
def test_only_seats_and_spectators_have_a_view(seat: int) -> None:
    state = load(document_of({"castle": "M1/M2"}))
    with pytest.raises(Malformed, match="is not a seat; there are 2, counted from 0"):
        state.view(seat)
