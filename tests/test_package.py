"""The package as others see it: its surface, its silence about games, and what it needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import tenshu
from tenshu.games import PACKAGES

SOURCE = Path(tenshu.__file__).parent


def test_the_example_of_the_formats_page_works() -> None:
    state = tenshu.new_game(
        "dragon-castle", players=2, seed=7, layout="basic-2", spirits=["faith"], dragons=["bravery"]
    )
    position = state.to_json()
    state = tenshu.load(position)
    texts = [str(move) for move in state.legal_moves()]
    assert all(isinstance(text, str) for text in texts)
    after = state.play(texts[0])
    assert state.to_json() == position
    assert after == state.play(state.legal_moves()[0])
    assert after.to_json() != position
    assert "unseen" in after.view(seat=0)
    assert after.view() == after.view(seat=1)
    assert after.is_over is False
    assert after.scores()["ranking"] == [[0, 1]]
    assert state.determinize(Random(1)).view() == state.view()
    with pytest.raises(tenshu.IllegalMove) as refused:
        state.play("summon")
    assert refused.value.reason.code == "floors-left"


def test_the_surface_is_what_it_was() -> None:
    """Names may come; those that others build on stay."""
    promised = {"IllegalMove", "Impossible", "Malformed", "Reason", "Record", "Session", "State", "known_games", "load"}
    assert promised | {"new_game", "perft"} <= set(tenshu.__all__)
    assert all(hasattr(tenshu, name) for name in tenshu.__all__)
    assert re.fullmatch(r"\d+\.\d+\.\d+", tenshu.__version__)


def test_errors_are_value_errors() -> None:
    assert issubclass(tenshu.Malformed, ValueError)
    assert issubclass(tenshu.Impossible, tenshu.Malformed)
    assert issubclass(tenshu.IllegalMove, ValueError)


WHOLE_GAME = """
import sys, tenshu
from random import Random
from tenshu.players import GreedyPlayer
from tenshu.table.search import Budget
import tenshu.arena
state = tenshu.new_game("dragon-castle", solo=True, seed=1, spirits="random:2", dragons="random:2")
session = tenshu.Session(state)
while not session.state.is_over:
    session.play(GreedyPlayer().choose(session.state.seen_by(0), Budget(simulations=2), Random(1)))
for _ in tenshu.Record.from_json(session.record().to_json()).states():
    pass
print(" ".join(sorted({name.split(".")[0] for name in sys.modules})))
"""


def run(code: str, *flags: str) -> str:
    """A Python of its own with the package and, by -S, nothing that is installed."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    done = subprocess.run(
        [sys.executable, *flags, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout


def test_the_library_needs_nothing_but_python() -> None:
    modules = set(run(WHOLE_GAME, "-S").split())
    assert modules - set(sys.stdlib_module_names) <= {"tenshu", "__main__", "__mp_main__"}
    assert not modules & {"rich", "typer", "click"}


def test_the_library_does_not_ask_for_what_only_the_terminal_needs() -> None:
    """Where everything is installed, it is still not loaded."""
    assert not set(run(WHOLE_GAME).split()) & {"rich", "typer", "click", "hypothesis"}


def test_a_game_is_loaded_when_it_is_asked_for() -> None:
    asked = "import sys, tenshu; print('tenshu.dragon_castle' in sys.modules)"
    assert run(asked, "-S").strip() == "False"
    assert run(f"{asked}; tenshu.new_game('dragon-castle'); {asked}", "-S").split() == ["False", "True"]


def named(name: str) -> re.Pattern[str]:
    """A game's name however it is written: dragon-castle, Dragon Castle, dragon_castle, DragonCastle."""
    return re.compile("[ _-]?".join(map(re.escape, name.split("-"))), re.IGNORECASE)


GAMES = {*PACKAGES, "dragon-castle", "white-castle"}


@pytest.mark.parametrize("room", ["table", "players", "arena"])
def test_rooms_that_serve_every_game_name_none(room: str) -> None:
    files = [path for path in (SOURCE / room).rglob("*") if path.suffix in (".py", ".json", ".toml", ".txt")]
    assert files
    for path in files:
        text = path.read_text("utf-8")
        found = [game for game in GAMES if named(game).search(text)]
        assert not found, f"{path.name} names a game"


def test_the_search_for_names_finds_names() -> None:
    for text in ("dragon-castle", "Dragon Castle", "tenshu.dragon_castle", "class DragonCastle"):
        assert named("dragon-castle").search(text)
    assert not named("dragon-castle").search("what a match tells about a castle")


def test_the_generic_checker_names_no_game_either() -> None:
    text = (Path(__file__).parent / "table" / "checker.py").read_text("utf-8")
    assert not any(named(game).search(text) for game in GAMES)
