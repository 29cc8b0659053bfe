"""The picture of the table: true, readable without colour, and never larger than the screen."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from tenshu import load, new_game
from tenshu.cli.terminal.dragon_castle.drawing import tier_of
from tenshu.cli.terminal.dragon_castle.face import SUGGESTED, DragonCastleFace
from tenshu.cli.terminal.dragon_castle.look import Look
from tenshu.cli.terminal.dragon_castle.palette import BLOCKED, NOW, SECOND
from tenshu.cli.terminal.face import Scene
from tenshu.cli.words import words_in
from tenshu.dragon_castle.layouts import catalogue
from tenshu.dragon_castle.notation import GRAMMAR, parse
from tenshu.dragon_castle.state import STEPS
from tenshu.table import State, find_game
from tests.cli.running import small_position

NAMES = ["You", "Mei", "Jade", "Ren"]
LOG = ["Mei takes Merchants 1 from c4, floor 3. Soldiers 2 comes to light at c4"] * 9


def after(moves: int, seed: int, **options: Any) -> tuple[State, State]:
    """A deal, and where random moves lead from it."""
    rng = Random(seed)
    start = state = new_game("dragon-castle", seed=seed, **options)
    while not state.is_over and moves > 0:
        legal = state.legal_moves()
        state = state.play(legal[int(rng.random() * len(legal))])
        moves -= 1
    return start, state


def picture(
    start: State, state: State, width: int, height: int, *, language: str = "en", encoding: str = "utf-8"
) -> list[str]:
    """The lines a player sees who is asked in this state."""
    paper = io.TextIOWrapper(io.BytesIO(), encoding)
    console = Console(file=paper, width=width, height=height, force_terminal=True, no_color=True, color_system=None)
    face = DragonCastleFace(start, find_game(state.game).texts(language), words_in(language), console)
    menu = None if state.is_over else face.menu(state)
    scene = Scene(state, state.to_move or 0, LOG, menu, "", NAMES, "Dragon Castle, seed 7")
    with console.capture() as captured:
        console.print(face.picture(scene, console), no_wrap=True, overflow="crop")
    return [line.rstrip() for line in captured.get().splitlines()]


# True


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 400), st.integers(0, 50), st.sampled_from(list(catalogue())))
def test_tiers_are_those_of_the_rules(moves: int, seed: int, layout: str) -> None:
    _, state = after(moves, seed, layout=layout)
    look = Look(state)
    if look.asked != "action" or state.is_over:
        return
    tiers = {cell: tier_of(look, cell, None) for cell in look.castle}
    takes = {move.split()[1] for move in state.legal_moves() if move.startswith("take")}
    assert {cell for cell, tier in tiers.items() if tier == NOW} == takes
    for cell, tier in tiers.items():
        reason = state.why_not(f"take {cell}")
        if tier == BLOCKED:
            assert reason is not None
        if tier == SECOND:
            assert reason is not None
            assert reason.code == "not-the-top-floor"


def test_a_castle_of_two_lines_a_tile() -> None:
    state = load(small_position())
    lines = picture(state, state, 100, 40)
    assert "│1 ┌M1┐ ┏M1┓ ┏F3┓ ┌M3┐ │" in lines[3]
    assert "│  └─1┘ ┗━2┛ ┗━2┛ └─1┘ │" in lines[4]
    assert "│2      ┌E1┐ ┌D2┐      │" in lines[5]


def test_a_castle_of_one_line_a_tile() -> None:
    state = load(small_position())
    lines = picture(state, state, 60, 13)
    assert lines[3].startswith("1 (M1)¹[M1]²[F3]²(M3)¹") or lines[3].startswith("1 (M1¹[M1²[F3²(M3¹")


def test_a_castle_in_plain_ascii() -> None:
    state = load(small_position())
    lines = picture(state, state, 60, 30, encoding="ascii")
    assert "1 (M1)1[M1]2[F3]2(M3)1" in "\n".join(lines)
    assert all(line.isascii() for line in lines)


def test_realms_show_faces_heights_shrines_and_choices() -> None:
    position = small_position(castle={"a1": ["F1"]}, supply=35)
    realm = {"a1": ["m1", "S2"], "b1": ["d1", "*"], "c1": ["m1", "m2", "m3"], "d1": ["E4"]}
    position["players"] = [{"realm": realm, "shrines": 2, "vp": 0, "tokens": 0, "discarded": []}] * 2
    state = load(position | {"supply": 34}).play("take a1").play("shrine")
    text = "\n".join(picture(state, state, 100, 40))
    assert "│1 ┌S2┐ │⌂⌂│ < 1> ┌E4┐ │" in text
    assert "│  └─2┘ │░1│ │░3│ └─1┘ │" in text
    assert "│2 < 2> < 3> < 4> < 5> │" in text
    assert "│1  S2² ⌂⌂¹ ░░³ E4¹ " in text
    assert "1-13 the cell of your realm with that number" in text


def test_a_placement_that_completes_a_set_shows_its_points() -> None:
    position = small_position(castle={"a1": ["M1"]})
    realm = {"a1": ["M2"], "b1": ["M3"], "c1": ["M4"]}
    position["players"] = [{"realm": realm, "shrines": 1, "vp": 0, "tokens": 0, "discarded": []}] * 2
    state = load(position).play("take a1").play("shrine")
    lines = picture(state, state, 100, 40)
    spots = [line.count("+2") for line in lines]
    assert sum(spots) == 4


def test_every_number_of_a_choice_is_shown_somewhere() -> None:
    for seed in range(6):
        start, state = after(30 * seed, seed, spirits="random:10")
        if state.is_over:
            continue
        text = "\n".join(picture(start, state, 100, 60))
        console = Console(file=io.StringIO())
        menu = DragonCastleFace(start, find_game(state.game).texts("en"), words_in("en"), console).menu(state)
        for number, choice in menu.numbered():
            assert f"<{number:>2}>" in text or f"{number} {choice.label}" in text


# On every screen


@pytest.mark.parametrize(
    ("width", "height", "language"), [(100, 40, "en"), (80, 24, "en"), (80, 24, "pt-BR"), (101, 33, "pt-BR")]
)
@pytest.mark.parametrize("key", list(catalogue()))
def test_the_table_fits_the_screen(key: str, width: int, height: int, language: str) -> None:
    players = catalogue()[key].players[-1]
    for moves in (0, 3, 120):
        start, state = after(moves, 5, layout=key, players=players)
        lines = picture(start, state, width, height, language=language)
        assert len(lines) < height
        assert max(map(len, lines)) <= width


@pytest.mark.parametrize("options", [{"solo": True}, {"spirits": "random:1", "dragons": "random:1"}])
def test_the_usual_cards_and_solo_fit_too(options: dict[str, Any]) -> None:
    for width, height in ((100, 40), (80, 24)):
        for moves in range(0, 240, 40):
            lines = picture(*after(moves, 8, **options), width, height)
            assert len(lines) < height
            assert max(map(len, lines)) <= width


@pytest.mark.parametrize("width", [1, 7, 20, 43])
def test_a_screen_that_is_too_small_is_no_mistake(width: int) -> None:
    lines = picture(*after(40, 2), width, 5)
    assert max(map(len, lines)) <= width


def test_a_huge_realm_is_no_mistake() -> None:
    assert picture(*after(20, 2, realm=(26, 98)), 80, 24)


def test_an_empty_castle_is_no_mistake() -> None:
    state = load(small_position(castle={}))
    assert any("summon the Dragon" in line for line in picture(state, state, 80, 24))


# The face and the rules


def test_every_question_suggests_verbs_of_its_step() -> None:
    assert SUGGESTED.keys() == STEPS.keys()
    for asked, verbs in SUGGESTED.items():
        assert set(verbs) <= STEPS[asked].verbs


def test_every_verb_can_be_said_in_every_language() -> None:
    state = load(small_position())
    for language in ("en", "pt-BR"):
        console = Console(file=io.StringIO())
        face = DragonCastleFace(state, find_game(state.game).texts(language), words_in(language), console)
        said = [face.aliases[verb] for verb in GRAMMAR]
        assert len(said) == len(set(said))
        assert face.well_formed(state, [face.aliases["take"], "c4"]) == "take c4"
        assert face.well_formed(state, [face.aliases["place"], "m1", "c4"]) == "place M1 c4"
        assert face.well_formed(state, [face.aliases["as"], "a1", "m"]) == parse("as a1 M")
        assert face.well_formed(state, ["c4"]) == "take c4"
        assert face.well_formed(state, ["jump"]) is None
        assert face.well_formed(state, []) is None


# Menus


def asked(realm: dict[str, list[str]], spirits: list[str], *moves: str) -> State:
    """Where moves lead from a realm beside a castle of three single tiles."""
    built = sum(stack[-1] == "*" for stack in realm.values())
    position = small_position(castle={"a1": ["M4"], "c1": ["M4"], "e1": ["S5"]}, spirits=spirits, supply=36 - built)
    empty = {"realm": {}, "shrines": 2, "vp": 0, "tokens": 0, "discarded": []}
    state = load(position | {"players": [empty | {"realm": realm}, empty]})
    for move in moves:
        state = state.play(move)
    return state


def told(state: State, width: int = 100, height: int = 40) -> str:
    return "\n".join(picture(state, state, width, height))


REALM = {"a1": ["M1"], "b1": ["M2"], "c1": ["M3"], "a2": ["S1"], "a3": ["S2"], "a4": ["S3"], "b3": ["E1"]}


def test_a_set_is_told_with_its_size_and_points() -> None:
    text = told(asked(REALM, ["cunning"], "spirit cunning shrine"))
    assert "1 Set at a1: 3 Merchants, 2 points   2 Set at a2: 3 Soldiers, 2 points" in text
    assert "< 1>" in text
    assert "< 2>" in text


def test_change_tells_what_the_tile_would_count_as() -> None:
    text = told(asked(REALM, ["change"], "spirit change shrine"))
    assert "1 b3 E1 as Soldiers: set of 4, 2 points" in text


def test_beauty_tells_its_set() -> None:
    realm = {"a1": ["M1"], "b1": ["S1"], "c1": ["F1"], "d1": ["M1"]}
    assert "Set at a1: 4 tiles with one number, 3 points" in told(asked(realm, ["beauty"], "spirit beauty shrine"))


def test_building_is_drawn_on_the_set() -> None:
    text = told(asked(REALM, ["faith"], "take a1", "shrine", "place M4 d1"))
    assert "1-4 the cell of your realm with that number   5 Call the Spirit of Faith …   6 Pass" in text


def test_on_a_small_screen_face_up_tiles_are_told_instead_of_drawn() -> None:
    realm = {"a1": ["M1"], "b1": ["m2"], "c1": ["M3"]}
    text = told(asked(realm, ["strength"], "spirit strength shrine"), 72, 12)
    assert "1 a1 M1 …   2 the cell of your realm with that number   3 c1 M3 …" in text


def test_paying_is_told_in_the_order_of_the_numbers() -> None:
    state = asked(REALM, ["destruction"])
    console = Console(file=io.StringIO(), width=100)
    face = DragonCastleFace(state, find_game(state.game).texts("en"), words_in("en"), console)
    further = face.menu(state).choices[-1].further
    assert further is not None
    scene = Scene(state, 0, [], further, "", NAMES)
    assert isinstance(drawn := face.picture(scene, console), Text)
    assert "1 Spirit of Destruction: pay a shrine   2-8 the cell of your realm with that number" in drawn.plain
