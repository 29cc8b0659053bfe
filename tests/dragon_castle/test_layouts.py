"""Castle layouts: the shipped ones are sound, drawings are read exactly, and every mistake is one clear sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenshu.dragon_castle import layouts
from tenshu.dragon_castle.layouts import Layout, catalogue, errors, find, for_players, parse, warnings
from tenshu.table.errors import Malformed

BEST_FOR = {
    "basic-2": (2,),
    "basic-3": (3,),
    "basic-4": (4,),
    "four-seasons": (2,),
    "thousand-towers": (2,),
    "barracks": (2,),
    "pillars-of-creation": (2, 3),
    "fortress": (3,),
    "blockhouse": (3,),
    "parade-ground": (3,),
    "keep": (3, 4),
    "dragons-head": (4,),
    "monastery-of-the-abyss": (4,),
    "gates-of-destiny": (4,),
    "forbidden-city": (4,),
}
SHIPPED = list(catalogue().values())
DOCUMENT = Path(__file__).parents[2] / "docs" / "layouts.md"

each_shipped = pytest.mark.parametrize("layout", SHIPPED, ids=lambda layout: layout.key)


def malformed(text: str) -> str:
    """The one sentence a text is refused with."""
    with pytest.raises(Malformed) as refused:
        parse(text)
    return str(refused.value)


# The shipped castles


def test_all_fifteen_are_there_in_order_with_their_player_counts() -> None:
    assert [(key, layout.players) for key, layout in catalogue().items()] == list(BEST_FOR.items())
    assert tuple(BEST_FOR) == layouts.ORDER


@each_shipped
def test_shipped_breaks_no_fact_and_follows_every_guideline(layout: Layout) -> None:
    assert errors(layout) == []
    assert warnings(layout) == []
    assert layout.tiles == 116


@each_shipped
def test_shipped_fits_a_phone(layout: Layout) -> None:
    assert layout.columns <= 14
    assert layout.rows <= 12


@each_shipped
def test_shipped_opens_with_a_choice_on_the_third_floor(layout: Layout) -> None:
    assert free_on_top(layout) >= 6


@each_shipped
def test_shipped_is_read_back_from_its_own_text(layout: Layout) -> None:
    assert parse(layout.text, layout.key) == layout
    assert parse(layout.drawing).heights == layout.heights
    assert parse(layout.drawing).drawing == layout.drawing


@each_shipped
def test_document_shows_the_castle_as_it_is(layout: Layout) -> None:
    document = DOCUMENT.read_text("utf-8")
    floors = " | ".join(str(layout.on_floor(floor)) for floor in (1, 2, 3))
    players = " or ".join(map(str, layout.players))
    figures = f"{players} | {layout.columns} × {layout.rows} | {floors} | {free_on_top(layout)}"
    assert f"| {layout.name} | `{layout.key}` | {figures} |" in document
    assert f"### {layout.name}\n\n{layout.note}\n\n```\n{layout.drawing}```\n" in document


def free_on_top(layout: Layout) -> int:
    """How many tiles of the third floor are available at the start: their west or east is free."""
    return sum(
        height == 3 and min(layout.height(column - 1, row), layout.height(column + 1, row)) < 3
        for column, row, height in layout.stacks()
    )


def test_catalogue_cannot_be_spoilt_by_a_caller() -> None:
    catalogue().clear()
    assert len(catalogue()) == 15


# Finding


@each_shipped
def test_every_form_of_a_name_finds_the_castle(layout: Layout) -> None:
    for name in (layout.key, layout.key.replace("-", " "), layout.name, layout.name.upper(), f"the {layout.key}"):
        assert find(name) is layout


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("four-seasons", "four-seasons"),
        ("the-four-seasons", "four-seasons"),
        ("The Four Seasons", "four-seasons"),
        (" the  FOUR_seasons ", "four-seasons"),
        ("a thousand towers", "thousand-towers"),
        ("Thousand Towers", "thousand-towers"),
        ("The Dragon's Head", "dragons-head"),
        ("dragon’s head", "dragons-head"),
        ("dragon-s-head", "dragons-head"),
        ("basic 2", "basic-2"),
    ],
)
def test_a_name_is_found_however_it_is_written(name: str, key: str) -> None:
    assert find(name).key == key


@pytest.mark.parametrize(
    "name", ["", "the", "a", "castle in the air", "天守", "x" * 100_000, "\ud800\n", "four seasons four"]
)
def test_an_unknown_name_is_told_the_known_ones(name: str) -> None:
    with pytest.raises(Malformed) as refused:
        find(name)
    sentence = str(refused.value)
    assert sentence.startswith("layout: no castle called '")
    assert "basic-2, basic-3, basic-4, four-seasons" in sentence
    assert len(sentence) < 400
    assert "\n" not in sentence


def test_the_basic_castle_for_each_number_of_players() -> None:
    assert [for_players(players).key for players in (2, 3, 4)] == ["basic-2", "basic-3", "basic-4"]


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_there_is_no_basic_castle_for_other_numbers(players: int) -> None:
    with pytest.raises(Malformed, match=f"for 2, 3 or 4 players, not for {players}"):
        for_players(players)


# Reading a drawing


def test_a_drawing_alone_is_a_layout() -> None:
    layout = parse("12.\n.3\n")
    assert layout == Layout("custom", "custom", (), ((1, 2, 0), (0, 3, 0)))
    assert (layout.columns, layout.rows, layout.tiles, layout.ground) == (3, 2, 6, 3)
    assert [layout.on_floor(floor) for floor in (1, 2, 3)] == [3, 2, 1]
    assert list(layout.stacks()) == [(0, 0, 1), (1, 0, 2), (1, 1, 3)]
    assert layout.drawing == "12.\n.3.\n"


def test_a_header_names_the_castle() -> None:
    layout = parse("# mine\nname: My House: the 2nd\nplayers: 3 2 3\nnote: small\n\n1\n", key="house")
    assert layout == Layout("house", "My House: the 2nd", (2, 3), ((1,),), "small")
    assert layout.text == "name: My House: the 2nd\nplayers: 2 3\nnote: small\n\n1\n"


@pytest.mark.parametrize(
    "text",
    [
        "12\n.3",
        "12 \t\n.3\n\n\n",
        "12\r\n.3\r\n",
        "\n\n12\n.3\n",
        "\ufeff12\n.3\n",
        "# a comment\n\n12\n.3\n",
    ],
)
def test_line_ends_and_lines_around_the_drawing_do_not_matter(text: str) -> None:
    assert parse(text).drawing == "12\n.3\n"


def test_empty_ground_around_the_castle_is_kept() -> None:
    assert parse("...\n.1.\n...\n").drawing == "...\n.1.\n...\n"


def test_the_largest_drawing_is_read() -> None:
    layout = parse(("1" * 26 + "\n") * 99)
    assert (layout.columns, layout.rows) == (26, 99)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "layout: there is no drawing; write a line for each row, in it 1, 2, 3 or . for each cell"),
        (
            "name: Nothing\n\n",
            "layout: there is no drawing; write a line for each row, in it 1, 2, 3 or . for each cell",
        ),
        ("12\n1x\n", "layout, line 2, column 2: 'x' is no height; write 1, 2 or 3, or . for empty ground"),
        ("name: A\n\n141", "layout, line 3, column 2: '4' is no height; write 1, 2 or 3, or . for empty ground"),
        ("1\n0", "layout, line 2, column 1: '0' is no height; write 1, 2 or 3, or . for empty ground"),
        ("1 1", "layout, line 1, column 2: ' ' is no height; write 1, 2 or 3, or . for empty ground"),
        ("1\t1", "layout, line 1, column 2: '\\t' is no height; write 1, 2 or 3, or . for empty ground"),
        ("1２", "layout, line 1, column 2: '２' is no height; write 1, 2 or 3, or . for empty ground"),
        ("1\x00", "layout, line 1, column 2: '\\x00' is no height; write 1, 2 or 3, or . for empty ground"),
        ("1\n# here\n1", "layout, line 2, column 1: '#' is no height; write 1, 2 or 3, or . for empty ground"),
        ("1\n\n1\n", "layout, line 2: an empty line inside the drawing; write . for empty ground"),
        ("1\n" + "1" * 27, "layout, line 2, column 27: a castle has at most 26 columns"),
        ("name: A\n\n" + "1\n" * 100, "layout, line 102: a castle has at most 99 rows"),
        ("1" * 10_001, "layout: 10001 characters are no drawing of a castle; at most 10000"),
        ("size: 3\n1", "layout, line 1: no header field is called 'size'; known: name, players, note"),
        ("name: A\nname: B\n1", "layout, line 2: name is given twice"),
        ("name:\n1", "layout, line 1: name takes 1 to 60 printable characters, not ''"),
        ("name: a\x07b\n1", "layout, line 1: name takes 1 to 60 printable characters, not 'a\\x07b'"),
        (
            "name: " + "n" * 61 + "\n1",
            "layout, line 1: name takes 1 to 60 printable characters, not 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…",
        ),
        (
            "players: two\n1",
            "layout, line 1: players takes numbers out of 2, 3 and 4 with spaces between them, not 'two'",
        ),
        ("players: 5\n1", "layout, line 1: players takes numbers out of 2, 3 and 4 with spaces between them, not '5'"),
    ],
)
def test_a_mistake_is_one_sentence_that_names_its_place(text: str, sentence: str) -> None:
    assert malformed(text) == sentence


def test_the_caller_says_what_is_being_read() -> None:
    with pytest.raises(Malformed, match=r"^my\.txt, line 1, column 1: '\?'"):
        parse("?", place="my.txt")


# Judging a castle


def castle(drawing: str, players: tuple[int, ...] = ()) -> Layout:
    return replace(parse(drawing), players=players)


def test_a_castle_takes_exactly_116_tiles() -> None:
    assert errors(castle("13\n")) == ["4 tiles; a castle has exactly 116"]
    assert errors(castle(find("keep").drawing + "1\n")) == ["117 tiles; a castle has exactly 116"]
    assert errors(castle("...\n")) == ["0 tiles; a castle has exactly 116"]


@pytest.mark.parametrize("height", [-1, 4, 10**9])
def test_a_stack_is_1_to_3_high(height: int) -> None:
    assert "a stack is 1 to 3 tiles high, unlike b1" in errors(Layout("x", "x", (), ((1, height),)))


def test_a_castle_fits_into_26_columns_and_99_rows() -> None:
    assert "27 columns; a castle has at most 26" in errors(Layout("x", "x", (), ((1,) * 27,)))
    assert "100 rows; a castle has at most 99" in errors(Layout("x", "x", (), ((1,),) * 100))


def test_rows_are_equally_long() -> None:
    ragged = Layout("x", "x", (), ((1, 3), (1,)))
    assert "the rows are not equally long" in errors(ragged)
    assert warnings(ragged)


def test_no_rows_are_no_castle() -> None:
    nothing = Layout("x", "x", (), ())
    assert (nothing.columns, nothing.rows, nothing.drawing) == (0, 0, "")
    assert errors(nothing) == ["0 tiles; a castle has exactly 116"]


@pytest.mark.parametrize(("players", "least", "most"), [(2, 65, 80), (3, 50, 70), (4, 40, 55)])
def test_the_ground_floor_suits_the_number_of_players(players: int, least: int, most: int) -> None:
    def ground_of(stacks: int) -> list[str]:
        return warnings(castle("\n".join("1" * stacks), (players,)))

    too_many, too_few = most + 1, least - 1
    advice = f"tiles on the ground floor; for {players} players {least} to {most} are best"
    assert ground_of(least) == ground_of(most) == []
    assert ground_of(too_few) == [f"{too_few} {advice}"]
    assert ground_of(too_many) == [f"{too_many} {advice}"]


def test_a_castle_for_two_counts_must_suit_both() -> None:
    assert len(warnings(castle("1\n" * 60, (2, 4)))) == 2
    assert len(warnings(castle("1\n" * 60, (2, 3)))) == 1


def test_a_castle_for_nobody_in_particular_must_suit_somebody() -> None:
    assert warnings(castle("1\n" * 40)) == warnings(castle("1\n" * 80)) == []
    assert warnings(castle("1\n" * 39)) == ["39 tiles on the ground floor suit no number of players; 40 to 80 would"]
    assert warnings(castle("1\n" * 81)) == ["81 tiles on the ground floor suit no number of players; 40 to 80 would"]


def warnings_of_shape(drawing: str) -> list[str]:
    """The warnings beside those about the ground floor, which is always too small here."""
    return [sentence for sentence in warnings(castle(drawing)) if "ground floor" not in sentence]


def test_a_three_is_nested_when_stacks_surround_it() -> None:
    assert warnings_of_shape(".1.\n131\n.1.\n") == []
    assert warnings_of_shape(".11.\n1331\n.11.\n") == []


@pytest.mark.parametrize("drawing", ["...\n131\n.1.\n", ".1.\n.31\n.1.\n", ".1.\n13.\n.1.\n", ".1.\n131\n"])
def test_a_three_next_to_empty_ground_is_warned_of(drawing: str) -> None:
    bare = "stacks of 3 stand next to empty ground (b2); lower stacks around them are better"
    assert bare in warnings_of_shape(drawing)


def test_a_long_list_of_cells_is_shortened() -> None:
    assert "(a1, b1, c1, d1, e1, f1, …)" in warnings_of_shape("3333333\n")[0]


def test_two_long_rows_on_upper_floors_are_few_and_three_are_not() -> None:
    assert warnings_of_shape("222222\n222222\n222221\n") == []
    assert warnings_of_shape("222222\n122222\n222222\n2222222\n") == [
        "3 times 6 or more adjacent tiles in a row of an upper floor (row 1 of floor 2, row 3 of floor 2, "
        "row 4 of floor 2); with more than 2 too few tiles may be available"
    ]


def test_a_long_row_counts_on_each_upper_floor() -> None:
    ring = "11111111\n"
    assert warnings_of_shape(ring + "13333331\n" + ring) == []
    assert "row 2 of floor 3, row 4 of floor 3" in warnings_of_shape((ring + "13333331\n") * 2 + ring)[0]


def test_empty_ground_along_the_edge_is_warned_of() -> None:
    assert warnings_of_shape("...\n.1.\n...\n") == [
        "empty ground along the north and south and west and east of the drawing"
    ]
    assert warnings_of_shape(".1\n.1\n") == ["empty ground along the west of the drawing"]


# Hostile text


@given(st.text() | st.text(alphabet="123.\n\r\t #:abenmoplyrst", max_size=400))
def test_any_text_is_a_layout_or_malformed_in_one_sentence(text: str) -> None:
    result = layout_or_sentence(parse, text)
    if isinstance(result, str):
        assert result.startswith("layout")
        assert result.isprintable()
        assert len(result) < 200
    else:
        assert parse(result.drawing).heights == result.heights
        assert parse(result.text) == result
        assert all(sentence.isprintable() for sentence in errors(result) + warnings(result))


@given(st.text())
def test_any_name_is_a_castle_or_malformed_in_one_sentence(name: str) -> None:
    result = layout_or_sentence(find, name)
    assert result in SHIPPED or str(result).isprintable()


def layout_or_sentence(reading: Callable[[str], Layout], text: str) -> Layout | str:
    try:
        return reading(text)
    except Malformed as refused:
        return str(refused)
