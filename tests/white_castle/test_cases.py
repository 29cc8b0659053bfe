"""Every rule case of `cases/`, by the package and by the naive rules, and the runner that reads them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.white_castle.case_runner import Case, all_cases, cases_of, run, run_naively

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_case(case: Case) -> None:
    run(case)


@pytest.mark.parametrize("case", [case for case in CASES if "refuses_load" not in case.data], ids=str)
def test_the_naive_rules_say_the_same(case: Case) -> None:
    run_naively(case)


def test_names_are_unique() -> None:
    twice = [name for name, count in Counter(case.name for case in CASES).items() if count > 1]
    assert not twice


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 250


GOOD = """
[[case]]
name = "a die"
rule = "A five on a three brings two coins."
me = { courtiers = "gate*2 steward-1", gardeners = "G6", warriors = "5*2" }
play = ["die coral right", "put steward-1"]
legal = ["do s:C", "skip"]
refused = ["put well"]
changed = { coins = 2 }
events = [{ event = "die-taken", die = "c5" }, { event = "die-placed", coins = 2 }]
over = false
decides = 0
[case.then]
"rooms.steward-1.dice" = ["c5"]
"me.courtiers.home" = 2
[case.scores]
"players[0].courtiers" = 5
[[case.step]]
play = ["skip"]
changed = { coins = 2 }
"""


def failure_of(text: str) -> str:
    (case,) = cases_of("some.toml", text)
    with pytest.raises(pytest.fail.Exception) as caught:
        run(case)
    return str(caught.value)


def test_a_good_case_passes() -> None:
    (case,) = cases_of("some.toml", GOOD)
    run(case)
    run_naively(case)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("over = false", "ofer = false", "unknown keys: ofer"),
        ("over = false", "over = true", "over is False"),
        ("over = false", "seat2 = { food = 1 }", "seat2: there are only 2 seats"),
        ("over = false", "offers = []", "offers is empty"),
        ("over = false", "offers = ['do L']", "'do L' is not offered"),
        ("over = false", "absent = ['skip']", "'skip' is offered"),
        ("over = false", "refuses_load = 'rooms'", "has nothing else to check"),
        ("over = false", "changes = { 'round' = 9 }", "the position was refused: round"),
        ("decides = 0", "decides = 1", "seat 0 decides, expected 1"),
        ('["do s:C", "skip"]', '["skip"]', 'legal are ["do s:C", "skip"]'),
        ('["put well"]', '["skip"]', "'skip' can be played, it should be refused"),
        ('["put well"]', '["jump"]', "'jump' is no move"),
        ("{ coins = 2 }\nevents", "{ coins = 1 }\nevents", "changed are {'coins': 2}, expected {'coins': 1}"),
        ("{ coins = 2 }\nevents", "{ gold = 0 }\nevents", "changed are {'coins': 2}"),
        ('die = "c5"', 'die = "c4"', "no event"),
        ("put steward-1", "put steward-3", "move 2 'put steward-3' was refused"),
        ('["c5"]', '["c4"]', "rooms.steward-1.dice is ['c5'], expected ['c4']"),
        ("me.courtiers.home", "me.courtiers.away", "me.courtiers.away is not there"),
        ('"players[0].courtiers" = 5', '"players[0].courtiers" = 6', "scores: players[0].courtiers is 5, expected 6"),
        ('play = ["skip"]\nchanged', 'play = ["skip"]\nchangd', "unknown keys in a step: changd"),
        ('play = ["skip"]\nchanged = { coins = 2 }', 'play = ["skip"]', "checks nothing"),
        ("gate*2", "gates*2", "gates is none of"),
        ("[[case]]", "[[cases]]", "must hold [[case]] entries"),
        ("[[case]]", "[[case]", "some.toml: "),
    ],
)
def test_a_wrong_case_fails_and_says_why(old: str, new: str, told: str) -> None:
    assert old in GOOD
    assert told in failure_of(GOOD.replace(old, new))


def test_a_case_may_say_that_loading_refuses() -> None:
    text = "[[case]]\nname = 'x'\nrule = 'y'\nchanges = {{ 'me.food' = 8 }}\nrefuses_load = '{}'"
    (case,) = cases_of("some.toml", text.format("players[0].food"))
    run(case)
    assert "refused with" in failure_of(text.format("players[1].food"))
    assert "was loaded" in failure_of(text.format("players[0].food").replace("8", "7"))
