"""A missing library is named in one sentence with the command; the base install needs none of them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tenshu.research.extra import MissingExtra, needed

MODULES = {"aec": "pettingzoo", "solo": "gymnasium", "vector": "gymnasium", "openspiel": "openspiel"}
LIBRARY = {"aec": "gymnasium", "solo": "gymnasium", "vector": "gymnasium", "openspiel": "pyspiel"}


@pytest.mark.parametrize("module", MODULES)
def test_a_missing_extra_is_named_with_its_command(module: str) -> None:
    code = f"import sys; sys.modules[{LIBRARY[module]!r}] = None; import tenshu.research.{module}"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = found.stderr.strip().splitlines()[-1]
    assert last.endswith(f'{LIBRARY[module]} is not installed; pip install "tenshu[{MODULES[module]}]" brings it')


def test_rules_and_players_load_none_of_them() -> None:
    heavy = ("numpy", "gymnasium", "pettingzoo", "pyspiel", "pyarrow", "PIL")
    code = (
        "import sys, tenshu, tenshu.players; tenshu.new_game('dragon-castle').legal_moves();"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_another_problem_is_not_hidden() -> None:
    with pytest.raises(MissingExtra, match="no_such_library is not installed"):
        needed("no_such_library.part", "pettingzoo")
