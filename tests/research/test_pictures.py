"""Pictures are drawn from views alone, with the browser's pieces, where the browser would lay them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import tenshu
from tenshu.dragon_castle import picture
from tenshu.dragon_castle.tiles import SYMBOLS
from tenshu.research import pictures
from tenshu.table.state import State

ROOT = Path(__file__).parents[2]
PROJECTION = ROOT / "web" / "src" / "lib" / "games" / "dragon-castle" / "board" / "projection.ts"
THEME = ROOT / "web" / "src" / "themes.css"


def moment(**options: object) -> State:
    state: State = tenshu.new_game("dragon-castle", seed=4, **options)
    rng = Random(4)
    for _ in range(70):
        state = state.play(state.plausible(rng))
    return state


def used(svg: str) -> list[str]:
    return re.findall(r'<use href="#([a-zA-Z0-9-]+)"', svg[svg.index("</defs>") :])


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "spirits": "random:1"}, {"solo": True}])
def test_every_piece_in_sight_is_drawn(options: dict[str, object]) -> None:
    state = moment(**options)
    view = state.view()
    svg = pictures.svg(state)
    ET.fromstring(svg)
    found = used(svg)
    known = set(re.findall(r'id="([a-zA-Z0-9-]+)"', svg))
    assert set(found) <= known, "every piece is on the sheet"
    hand = view["turn"].get("hand", [])
    stacks = [stack for player in view["players"] for stack in player["realm"].values()]
    for symbol in SYMBOLS:
        shown = sum(stack[-1] == symbol for stack in view["castle"].values()) + hand.count(symbol)
        shown += sum(symbol in stack for stack in stacks)
        assert found.count(f"tile-{symbol}") == shown
    assert found.count("under") == sum(len(stack) - 1 for stack in view["castle"].values())
    assert found.count("shrine") == sum("*" in stack for stack in stacks) + state.seats


def test_what_is_hidden_is_not_drawn() -> None:
    state = moment(players=2)
    assert pictures.svg(state) == pictures.svg(state.determinize(Random(1)))


def test_a_white_castle_is_drawn_from_its_view() -> None:
    for options in ({"players": 4}, {"solo": "hard"}):
        state: State = tenshu.new_game("white-castle", seed=3, **options)
        rng = Random(3)
        while not state.is_over:
            svg = pictures.svg(state)
            ET.fromstring(svg)
            found, view = used(svg), state.view()
            assert set(found) <= set(re.findall(r'id="([a-zA-Z0-9-]+)"', svg)), "every piece is on the sheet"
            for colour, bridge in view["bridges"].items():
                dice = [value for value in (bridge["left"], *bridge["centre"], bridge["right"]) if value]
                assert sum(found.count(f"die-{colour}-{value}") for value in range(1, 7)) >= len(dice)
            for seat, player in enumerate(view["players"]):
                sent = sum(many for place, many in player["warriors"].items() if place != "home")
                assert found.count(f"piece-warriors-{seat}") == sent + 1
            assert svg == pictures.svg(state.determinize(Random(1)))
            state = state.play(state.plausible(rng))
        assert pictures.rgb(state).shape[2] == 3


def test_a_game_keeps_the_size_of_its_pictures() -> None:
    state: State = tenshu.new_game("dragon-castle", players=2, seed=1)
    rng = Random(1)
    shapes = set()
    for number in range(121):
        if number % 40 == 0:
            picture_now = pictures.rgb(state)
            shapes.add(picture_now.shape)
            assert len(np.unique(picture_now.reshape(-1, 3), axis=0)) > 100
        state = state.play(state.plausible(rng))
    assert len(shapes) == 1


def test_pieces_lie_where_the_browser_lays_them() -> None:
    text = PROJECTION.read_text("utf-8")
    for name, mine in (("CASTLE", picture.CASTLE), ("SMALL_REALM", picture.REALM)):
        line = re.search(rf"const {name}: Projection = (.*);", text)
        assert line is not None
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", line[1])]
        assert numbers == [*mine.pitch, *mine.lift, mine.full, mine.squeezed]
    players = re.findall(r"--player-\d: (#[0-9a-f]{6});", THEME.read_text("utf-8"))[:4]
    assert tuple(players) == picture.PLAYERS


def test_the_sheet_is_what_the_browser_draws() -> None:
    assert (ROOT / "web" / "node_modules").exists(), "the browser client's tools are not set up: 'make web' does"
    command = [sys.executable, str(ROOT / "tools" / "sheets.py"), "--check"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, ""), "python tools/sheets.py writes it anew"
