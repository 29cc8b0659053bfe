"""One game of a match: repeatable, recorded, counted."""

from __future__ import annotations

import pytest

from tenshu.arena.playing import Outcome, action_of, play_game
from tenshu.arena.schedule import Seating
from tenshu.table.errors import Malformed
from tenshu.table.record import Record
from tests.arena.company import small_match


def outcome(ranking: list[list[int]], totals: list[int]) -> Outcome:
    scores = {
        "ranking": ranking,
        "players": [{"sets": total - 1, "cards": {"a": 1}, "total": total} for total in totals],
    }
    none = (0,) * len(totals)
    return Outcome(
        Seating(0, 0, 0, ("a",) * len(totals)), scores, 1, none, none, ({},) * len(totals), (0.0,) * len(totals)
    )


def test_a_game_is_repeatable() -> None:
    match = small_match("random", "first")
    first, turned, *_ = match.seatings()
    one, again, other = (play_game(match, seating) for seating in (first, first, turned))
    assert one.moves == again.moves
    assert one.deal == other.deal
    assert one.moves != other.moves


def test_the_record_replays_and_says_who_sat_where() -> None:
    match = small_match("random", "first", players=3, dragons=["bravery"])
    record = Record.from_json(play_game(match, match.seatings()[1]).to_json())
    *_, (told, last) = record.states()
    assert told == len(record.moves)
    assert last.is_over
    assert record.seats == ("random", "random", "first") == match.seatings()[1].seats
    assert record.options["seed"] == "1/0"
    assert record.options["dragons"] == ["bravery"]


def test_a_game_played_alone_tells_the_games_own_answers() -> None:
    match = small_match("random", solo=True)
    record = play_game(match, match.seatings()[0])
    assert any(move.startswith("dragon ") for move in record.moves)
    found = Outcome.of(record)
    assert found.decisions[0] == sum(not move.startswith("dragon ") for move in record.moves)
    assert found.lead(0) == found.totals[0]


def test_what_is_counted(pebbles: str) -> None:
    match = small_match("first", "first", game=pebbles)
    record = play_game(match, match.seatings()[0])
    found = Outcome.of(record)
    assert found.turns == 10
    assert found.decisions == (15, 15)
    assert found.actions == ({"draw": 5, "keep": 5, "reach left": 5},) * 2
    assert found.faults == (0, 0)
    assert sum(found.totals) == 34
    assert found.categories(0) == {"kept": found.totals[0], "rests": 0}


def test_faults_are_counted_and_do_not_stop_the_game(pebbles: str) -> None:
    match = small_match("first", "faulty", game=pebbles)
    found = Outcome.of(play_game(match, match.seatings()[0]))
    assert found.faults == (0, 1)


@pytest.mark.parametrize(
    ("ranking", "shares", "places"),
    [
        ([[1], [0], [2]], [0, 1, 0], [2, 1, 3]),
        ([[0, 2], [1]], [0.5, 0, 0.5], [1, 3, 1]),
        ([[0, 1, 2]], [1 / 3, 1 / 3, 1 / 3], [1, 1, 1]),
    ],
)
def test_a_shared_win_is_counted_in_parts(ranking: list[list[int]], shares: list[float], places: list[int]) -> None:
    found = outcome(ranking, [1, 1, 1])
    assert [found.share(seat) for seat in range(3)] == shares
    assert [found.place(seat) for seat in range(3)] == places


def test_nobody_is_left_out_of_the_ranking() -> None:
    with pytest.raises(ValueError, match="seat 2"):
        outcome([[0], [1]], [3, 2, 1]).place(2)


def test_the_lead_is_over_the_best_rival() -> None:
    found = outcome([[1], [0], [2]], [20, 25, 7])
    assert [found.lead(seat) for seat in range(3)] == [-5, 5, -18]


def test_lines_within_lines_have_both_names() -> None:
    assert outcome([[0], [1]], [5, 3]).categories(0) == {"sets": 4, "cards.a": 1}


@pytest.mark.parametrize(
    ("move", "action"),
    [
        ("take c4", "take"),
        ("discard", "discard"),
        ("place M1 a1", "place"),
        ("spirit faith b2", "spirit faith"),
        ("as a1 M", "as"),
    ],
)
def test_the_kind_of_a_move(move: str, action: str) -> None:
    assert action_of(move) == action


def test_an_unknown_player_is_refused_before_anything_is_played() -> None:
    from tenshu.arena import match_of

    with pytest.raises(Malformed, match="nobody"):
        match_of(["random", "nobody"], game="dragon-castle", games=2)
