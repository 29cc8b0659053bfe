"""What else the table, the server and a board ask of the game: moves as objects, foresight, choices, the catalogue."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.table.errors import Impossible, Malformed, UnreadableMove
from tenshu.table.games import find_game
from tenshu.table.state import Document, State
from tests.white_castle import naive
from tests.white_castle.positions import document_of

GAME = find_game("white-castle")


def load(**data: Any) -> State:
    return tenshu.load(document_of(data))


# Moves.

MOVES = [
    "start R4", "die coral left", "die white right", "put steward-1", "put diplomat-2", "put outside-left", "put well",
    "put domain", "do L", "do s:C", "do 3c:G", "do 4c:ROW", "do 2any", "do ROW-coral", "do LIGHT", "do DOMAIN", "do 1s",
    "gate", "climb gate steward-2", "climb steward-1 daimyo", "garden G3", "garden G10", "yard 5", "row steward-2 3",
    "row diplomat-1 2", "light 2", "favour left", "favour centre", "line coral", "gain food", "pay", "stop",
    "room steward-1", "trade coin", "trade pearl", "skip", "end",
]  # fmt: skip


@pytest.mark.parametrize("text", MOVES)
def test_a_move_is_its_text(text: str) -> None:
    move = GAME.parse(text)
    assert move == text
    assert str(move) == text
    assert GAME.parse(str(move)) is move
    assert pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize("value", [None, 3, b"skip", ["skip"]])
def test_what_is_no_text_is_no_move(value: Any) -> None:
    with pytest.raises(UnreadableMove):
        GAME.parse(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("jump", "jump"),
        ("die coral", "die"),
        ("skip it", "skip"),
        ("die blue left", "blue"),
        ("put tower", "tower"),
        ("do 3x", "3x"),
        ("die  coral left", "one space"),
    ],
)
def test_what_is_wrong_with_a_text_is_said(text: str, said: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        GAME.parse(text)
    assert said in str(caught.value)


@pytest.mark.parametrize(("length", "said"), [(64, "no known verb"), (65, "one space"), (1000, "one space")])
def test_a_text_may_be_too_long_to_be_looked_at(length: int, said: str) -> None:
    with pytest.raises(UnreadableMove, match=said):
        GAME.parse("x" * length)


def test_a_state_can_be_sent() -> None:
    state = tenshu.new_game("white-castle", players=3, seed=1)
    rng = Random(2)
    for _ in range(30):
        state = state.play(state.legal_moves()[int(rng.random() * len(state.legal_moves()))])
        sent = pickle.loads(pickle.dumps(state))
        assert sent == state
        assert sent.to_json() == state.to_json()
        assert sent.legal_moves() == state.legal_moves()


def test_states_differ_where_positions_differ() -> None:
    state = load()
    for changes in ({"me.food": 4}, {"seat1.points": 1}, {"round": 2, "rolls": {}}, {"turn.lines": ["coral"]}):
        other = tenshu.load(document_of({"changes": changes}))
        assert other != state
    again = load()
    assert again == state
    assert hash(again) == hash(state)


# Foresight.

CLIMB = {"stack": [{"courtier": ["climb"]}], "me": {"courtiers": "gate"}}
BOTH = {"stack": [{"courtier": ["gate", "climb"]}], "me": {"courtiers": "gate"}}


@pytest.mark.parametrize(
    ("data", "moves", "reveals", "passes"),
    [
        ({}, ["die white right"], False, False),
        ({}, ["die white right", "put well"], False, True),
        ({}, ["die coral right", "put steward-1"], False, False),
        (CLIMB, ["climb gate steward-1"], False, False),
        (CLIMB, ["climb gate steward-1", "light 3"], True, True),
        (BOTH, ["climb gate steward-1", "light 3"], True, False),
        (CLIMB | {"decks": {"stewards": []}}, ["climb gate steward-1", "light 3"], False, True),
        ({"stack": [{"steps": 1}], "me": {"influence": 5}}, ["pay"], False, True),
        ({"bridges": {"coral": "1 .", "black": "2 6", "white": ". 6"}}, ["die white right", "put well"], True, True),
        ({"solo": "easy"}, ["die white right", "put well"], True, True),
        ({"solo": "easy"}, ["die white right"], False, False),
    ],
)  # fmt: skip
def test_what_a_move_shows_and_whether_it_ends_the_turn(
    data: Document, moves: list[str], reveals: bool, passes: bool
) -> None:
    state = load(**data)
    assert not state.reveals
    assert not state.turn_passed
    for move in moves:
        state = state.play(move)
    assert state.reveals == reveals
    assert state.turn_passed == passes
    assert not tenshu.load(state.to_json()).reveals


@pytest.mark.parametrize(("turned", "reveals"), [(0, True), (7, True), (8, False), (9, False)])
def test_a_rival_who_turns_only_cards_seen_before_shows_nothing(turned: int, reveals: bool) -> None:
    """The next card decides: it is new as long as it does not lie among the turned ones."""
    state = load(solo="easy", changes={"solo.turned": turned}).play("die white right").play("put well")
    assert [event["event"] for event in state.events].count("rival-turned") == 1
    assert state.reveals == reveals


def test_what_is_promised_before_a_move_is_confirmed() -> None:
    """The events up to what nobody can foresee, and to the end of the own turn."""
    state = load().play("die white right")
    assert state.promises("put well") == state.play("put well").events
    last = load(bridges={"coral": "1 .", "black": "2 6", "white": ". 6"}).play("die white right")
    promised = last.promises("put well")
    assert promised == last.play("put well").events[: len(promised)]
    assert promised[-1]["event"] == "turn-ended"
    entered = load(**CLIMB).play("climb gate steward-1")
    assert [event["event"] for event in entered.promises("light 3")] == ["light-used", "gains"]
    assert [event["event"] for event in entered.play("light 3").events][2:] == ["refilled", "turn-ended"]


def test_what_is_seen_or_drawn_anew_has_no_move_behind_it() -> None:
    """What the last move did belongs to the position it led to, not to what somebody knows or imagines of it."""
    after = load(**CLIMB).play("climb gate steward-1").play("light 3")
    assert after.reveals
    assert after.turn_passed
    assert after.events
    for other in (after.seen_by(0), after.determinize(Random(1))):
        assert not other.reveals
        assert not other.turn_passed
        assert not other.events
        assert other.view() == after.view()


def test_seats() -> None:
    assert load().seats == 2
    assert load(players=4).seats == 4
    alone = load(solo="easy")
    assert alone.seats == 1
    assert alone.to_move == 0
    for seat in (-1, 2, True, "0"):
        with pytest.raises(Malformed, match="is not a seat"):
            load().view(seat)  # type: ignore[arg-type]
    with pytest.raises(Malformed, match="is not a seat"):
        alone.view(1)


def test_a_plausible_move_is_legal() -> None:
    rng = Random(3)
    for options in ({"players": 2}, {"players": 4}, {"solo": "hard"}):
        state = tenshu.new_game("white-castle", seed=4, **options)
        while not state.is_over:
            move = state.plausible(rng)
            assert move in state.legal_moves()
            state = state.play(move)
        assert state.estimate(0) == state.scores()["players"][0]["total"]
        assert state.doubt == 0


# Views that are wrong.


def spoilt_view(**changes: Any) -> Document:
    document = json.loads(json.dumps(load(solo="easy").view()))
    for path, value in changes.items():
        here, *rest = path.split("__")
        if rest:
            document[here][rest[0]] = value
        else:
            document[here] = value
    return document  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"unseen__stewards": ["S9", "S10"]}, "unseen.stewards"),
        ({"unseen__stewards": ["S9", "S10", "S2"]}, ""),
        ({"unseen__stewards": ["S9", "S10", "S12", "S13"]}, "unseen.stewards"),
        ({"unseen__stewards": ["S9", "S10", "?"]}, "unseen.stewards"),
        ({"unseen__diplomats": ["D3", "D5", "?"]}, "unseen.diplomats"),
        ({"unseen__solo": ["T2", "?", "T4", "T5", "T6", "T7", "T8", "T9"]}, "unseen.solo"),
        ({"unseen__stewards": ["S9", "S10", "D3"]}, "unseen.stewards"),
        ({"unseen__diplomats": []}, "unseen.diplomats"),
        ({"unseen__solo": ["T2"]}, "unseen.solo"),
        ({"unseen__solo": ["T1", "T3", "T4", "T5", "T6", "T7", "T8", "T9"]}, "unseen.solo"),
        ({"unseen__solo": ["T2", "T2", "T4", "T5", "T6", "T7", "T8", "T9"]}, "unseen.solo"),
        ({"unseen__gardens": ["G1"]}, "unseen"),
        ({"unseen": None}, "unseen"),
        ({"solo__deck": ["?"] * 9}, "solo.deck"),
        ({"solo__deck": ["T1", *["?"] * 8], "solo__turned": 2}, "solo.deck"),
        ({"solo__deck": []}, "solo.deck"),
        ({"solo__next": ["?", 3]}, "solo.next"),
        ({"rolls__2": "??"}, "rolls.2"),
    ],
)  # fmt: skip
def test_a_wrong_view_is_refused(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(Malformed) as caught:
        tenshu.load(spoilt_view(**changes))
    assert caught.value.place.startswith(place)


def test_a_view_without_what_is_unseen_is_refused() -> None:
    view = spoilt_view()
    del view["unseen"]
    with pytest.raises(Malformed, match="unseen"):
        tenshu.load(view)


def test_a_half_known_deck() -> None:
    """Puzzles may know some cards of a deck; a view of it hides them with the rest."""
    view = spoilt_view(decks={"stewards": ["S9", "?", "?"], "diplomats": ["?", "?", "?"]})
    view["unseen"]["stewards"] = ["S10", "S12"]
    state = tenshu.load(view)
    assert state.view()["unseen"]["stewards"] == ["S9", "S10", "S12"]
    assert state.to_json() == view


def test_the_roll_of_a_round_gone_by_is_forgotten() -> None:
    roll = {"coral": [1, 2, 3], "black": [4, 5, 6], "white": [1, 1, 6]}
    assert load(changes={"round": 3, "rolls": {"2": roll}}).to_json()["rolls"] == {}
    assert load(changes={"round": 2, "rolls": {"2": roll, "3": roll}}).to_json()["rolls"] == {"3": roll}


# Choices.


def test_what_people_may_choose() -> None:
    assert GAME.choices({}, 3) == {}
    assert GAME.choices({}, 1) == {"solo": "medium"}
    assert GAME.choices({"solo": "hard"}, 1) == {"solo": "hard"}
    for options, players in (({"solo": "easy"}, 2), ({"solo": "brutal"}, 1), ({"layout": "x"}, 2), ({}, 0), ({}, 5)):
        with pytest.raises(Malformed):
            GAME.choices(options, players)


def test_a_record_keeps_the_options_that_were_chosen() -> None:
    assert GAME.options({"players": 2, "seed": 7, "solo": None}) == {"players": 2, "seed": 7}
    assert GAME.options({"players": None, "seed": 0, "solo": "easy"}) == {"seed": 0, "solo": "easy"}
    assert GAME.options({"players": 3, "seed": "a word", "solo": False}) == {"players": 3, "seed": "a word"}


def test_options() -> None:
    assert tenshu.new_game("white-castle", solo=True, seed=1).to_json()["solo"]["level"] == "medium"
    assert tenshu.new_game("white-castle", solo="hard", seed=1).to_json()["solo"]["level"] == "hard"
    assert tenshu.new_game("white-castle", players=3, solo=False, seed=1).to_json()["solo"] is None
    for seed in (1.5, [1], True):
        with pytest.raises(Malformed, match="seed"):
            tenshu.new_game("white-castle", seed=seed)


def test_the_catalogue_of_a_board_is_the_table_of_cards() -> None:
    """What a board is told about cards, against the naive rules' tables."""
    assert GAME.catalogue is not None
    told = GAME.catalogue()
    assert told["players"] == [1, 2, 3, 4]
    assert told["levels"] == ["easy", "medium", "hard"]
    for number, rows in naive.STEWARDS.items():
        card = told["stewards"][f"S{number}"]
        assert card["rows"] == [row.split() for row in rows]
        assert naive.is_dark(rows[card["dark"] - 1])
        assert card["many"] == (f"S{number}" in naive.WITH_THREE_OR_MORE)
    for number, (first, second, span) in naive.DIPLOMATS.items():
        card = told["diplomats"][f"D{number}"]
        assert card["rows"] == [first.split(), second.split()]
        assert naive.is_dark((first, second)[card["dark"] - 1])
        assert card["first_serves"] == span
        assert card["many"] == (f"D{number}" in naive.WITH_THREE_OR_MORE)
    assert told["favours"] == {f"F{number}": list(places) for number, places in naive.FAVOURS.items()}
    assert told["gardens"] == {
        f"G{number}": {"food": food, "points": points, "action": action}
        for number, (food, points, action) in naive.GARDENS.items()
    }
    assert told["yards"] == {
        f"Y{number}{side}": effect
        for number, tile in naive.YARD_TILES.items()
        for side, effect in zip("ab", tile, strict=True)
    }
    assert told["starts"] == {
        f"R{number}": {"gains": gains.split(), "back": f"1{back}", "decree": decree}
        for number, (gains, back, decree) in naive.STARTING.items()
    }
    assert told["actions"] == {"AC": "C", "AG": "G", "AW": "W"}
    assert told["decrees"] == naive.DECREES
    assert told["solo"] == {
        f"T{number}": {"die": die.split(), "space": space, "actions": actions.split()}
        for number, (die, space, actions) in naive.SOLITAIRE.items()
    }


def test_impossible_is_malformed_too() -> None:
    with pytest.raises(Impossible):
        load(track=[1, 0], me={"influence": 1})
