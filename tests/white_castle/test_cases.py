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
