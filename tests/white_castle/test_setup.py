"""Deals: what is there, what is hidden, how it is drawn, and what a view keeps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu import Malformed
from tenshu.table.state import Document
from tenshu.white_castle.setup import laid_tiles
from tests.white_castle import naive
from tests.white_castle.positions import document_of
from tests.white_castle.views import expected_view

SEEDS = range(60)
WAYS: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4}]
ALONE: list[dict[str, Any]] = [{"solo": "easy"}, {"solo": "medium"}, {"solo": "hard"}]
WAYS_TO_DEAL = [*WAYS, *ALONE]


def deal(**options: Any) -> Document:
    return tenshu.new_game("white-castle", **options).to_json()


DEALS = {str(way): [deal(**way, seed=seed) for seed in SEEDS] for way in WAYS_TO_DEAL}


def each(ways: Sequence[dict[str, Any]]) -> list[tuple[int, Document]]:
    """The number of seats, a deal."""
    return [(way.get("players", 2), document) for way in ways for document in DEALS[str(way)]]


def test_seeds_decide() -> None:
    assert deal(players=3, seed=7) == deal(players=3, seed=7)
    assert deal(players=3, seed=7) != deal(players=3, seed=8)
    assert deal(players=2, seed="abc") == deal(players=2, seed="abc")
    assert deal(players=2) != deal(players=2)


def test_castle_cards() -> None:
    for seats, document in each(WAYS_TO_DEAL):
        rooms = document["rooms"]
        stewards = [rooms[name]["card"] for name in naive.STEWARD_ROOMS] + document["decks"]["stewards"]
        diplomats = [rooms[name]["card"] for name in naive.DIPLOMAT_ROOMS] + document["decks"]["diplomats"]
        left_out = naive.WITH_THREE_OR_MORE if seats == 2 else set()
        removed = document["removed"]
        assert sorted([*stewards, *(card for card in removed if card[0] == "S")]) == sorted(
            {f"S{number}" for number in naive.STEWARDS} - left_out
        )
        assert sorted([*diplomats, *(card for card in removed if card[0] == "D")]) == sorted(
            {f"D{number}" for number in naive.DIPLOMATS} - left_out
        )


def worker(card: str) -> str:
    return next(row[-1] for row in naive.rows_of(card) if naive.is_dark(row))


def test_never_five_times_the_same_worker() -> None:
    for seed in range(1500):
        document = deal(players=4, seed=f"worker {seed}")
        workers = [worker(document["rooms"][name]["card"]) for name in naive.ROOMS]
        assert len(set(workers)) > 1


def test_four_times_the_same_worker_is_fine() -> None:
    seen = Counter(
        tuple(sorted(Counter(worker(room["card"]) for room in document["rooms"].values()).items()))
        for _, document in each(WAYS)
    )
    assert any(4 in dict(counts).values() for counts in seen)


def test_die_tiles() -> None:
    wells: Counter[str] = Counter()
    for _, document in each(WAYS_TO_DEAL):
        tiles = [document["rooms"][name]["tiles"] for name in naive.ROOMS]
        assert [len(some) for some in tiles] == [3, 3, 3, 2, 2]
        assert all(len(set(some)) >= 2 for some in tiles)
        assert {some[0] for some in tiles[:3]} == set(naive.COLOURS)
        counts = Counter(tile for some in tiles for tile in some)
        assert max(counts.values()) <= 5
        assert len(document["well"]["tiles"]) == 2
        wells.update(document["well"]["tiles"])
    assert set(wells) == {"c", "f", "i", "p", "any"}
    assert min(wells.values()) > 60


def test_the_tiles_of_the_well_may_be_of_one_kind() -> None:
    """There are three of each, one a colour."""
    equal = sum(document["well"]["tiles"][0] == document["well"]["tiles"][1] for _, document in each(WAYS_TO_DEAL))
    total = len(each(WAYS_TO_DEAL))
    assert 0.05 * total < equal < 0.3 * total


CORAL, BLACK, WHITE = range(3)


def laid(others: str) -> tuple[list[str], list[int]] | None:
    """Tiles told by their letters, laid after c, b and w on the top rows; the sides are numbered in the order laid."""
    tiles = [("cbw".index(letter), side) for side, letter in enumerate(others)]
    found = laid_tiles([CORAL, BLACK, WHITE], tiles)
    return found and (["".join("cbw"[tile] for tile in room) for room in found[0]], found[1])


def test_die_tiles_are_laid_room_by_room() -> None:
    """Positions 1 to 5 give every room its next tile, 6 to 10 its last one, the last two go to the Well."""
    assert laid("bwcbwwcbwccb") == (["cbw", "bwc", "wcb", "bw", "wc"], [10, 11])


def test_a_tile_that_would_close_a_room_in_one_colour_goes_on() -> None:
    """It takes the next space that may take it; the space skipped gets the next tile."""
    assert laid("cwcbwcwbwcbb") == (["ccw", "bwc", "wcb", "bw", "wc"], [10, 11])


def test_a_tile_that_fits_nowhere_goes_to_the_well() -> None:
    """Both diplomats' rooms wait for a second colour, and another black tile comes."""
    assert laid("bwcbbwccbwcw") == (["cbw", "bwc", "wcc", "bw", "bc"], [8, 11])


def test_a_third_tile_for_the_well_starts_over() -> None:
    """One space is left, in a room of two coral tiles, and three coral tiles come."""
    assert laid("cwbbwccccccc") is None


def test_dice() -> None:
    values: Counter[int] = Counter()
    for seats, document in each(WAYS):
        count = naive.DICE_OF_A_COLOUR[seats]
        assert list(document["rolls"]) == ["2", "3"]
        for rolls in document["rolls"].values():
            assert list(rolls) == list(naive.COLOURS)
            for dice in rolls.values():
                assert len(dice) == count
                assert dice == sorted(dice)
                values.update(dice)
        for colour in naive.COLOURS:
            bridge = document["bridges"][colour]
            dice = [bridge["left"], *bridge["centre"], bridge["right"]]
            assert len(dice) == count
            assert dice == sorted(dice)
            values.update(dice)
    assert set(values) == {1, 2, 3, 4, 5, 6}
    assert min(values.values()) > 0.85 * sum(values.values()) / 6


def test_gardens_yards_and_favours() -> None:
    seen: Counter[str] = Counter()
    places: Counter[tuple[str, str]] = Counter()
    for _, document in each(WAYS_TO_DEAL):
        plants = [pair[0] for pair in document["gardens"].values()]
        stones = [pair[1] for pair in document["gardens"].values()]
        assert len({*plants}) == len({*stones}) == 3
        assert all(naive.number(card) <= 5 for card in plants)
        assert all(naive.number(card) > 5 for card in stones)
        yards = document["yards"]
        assert {name: [tile[-1] for tile in tiles] for name, tiles in yards.items()} == {
            "5": ["a", "b"],
            "3": ["a"],
            "1": ["b"],
        }
        tiles = [tile for some in yards.values() for tile in some]
        assert len({tile[:-1] for tile in tiles}) == 4
        seen.update([*plants, *stones, *tiles, document["daimyo"]["card"]])
        places.update((yard, tile) for yard, some in yards.items() for tile in some)
        if not document["solo"]:
            assert document["daimyo"]["places"] == [None, None, None]
    assert {card for card in seen if card[0] == "G"} == {f"G{number}" for number in naive.GARDENS}
    assert {card for card in seen if card[0] == "F"} == {f"F{number}" for number in naive.FAVOURS}
    assert {card for card in seen if card[0] == "Y"} == {f"Y{number}{side}" for number in range(1, 9) for side in "ab"}
    assert len(places) == 4 * 8


def test_players_begin_with_nothing_and_choose_in_reverse() -> None:
    firsts: Counter[tuple[int, ...]] = Counter()
    pairs: Counter[str] = Counter()
    for seats, document in each(WAYS):
        firsts[tuple(document["order"])] += 1
        assert sorted(document["order"]) == list(range(seats))
        assert document["track"] == document["order"]
        assert document["round"] == 1
        assert document["solo"] is None
        assert document["removed"] == []
        assert document["turn"] == {
            "player": document["order"][-1],
            "phase": "start",
            "stack": [{"start": True}],
            "lines": [],
        }
        assert len(document["starts"]) == seats + 1
        resources = [pair[0] for pair in document["starts"]]
        actions = Counter(pair[1] for pair in document["starts"])
        assert len({*resources}) == len(resources)
        assert max(actions.values()) <= 2
        pairs.update(resources)
        pairs.update(actions)
        for player in document["players"]:
            assert {name: player[name] for name in ("food", "iron", "pearl", "coins", "seals")} == dict.fromkeys(
                ("food", "iron", "pearl", "coins", "seals"), 0
            )
            assert player["points"] == player["influence"] == 0
            assert player["card"] is None
            assert player["lantern"] == []
            assert player["courtiers"] == {"home": 5, "gate": 0} | dict.fromkeys(naive.INSIDE, 0)
            assert player["gardeners"] == {"home": 5, "at": []}
            assert player["warriors"] == {"home": 5, "5": 0, "3": 0, "1": 0}
            assert player["dice"] == dict.fromkeys(naive.COLOURS)
    assert set(pairs) == {f"R{number}" for number in naive.STARTING} | {"AC", "AG", "AW"}
    assert {order for order in firsts if len(order) == 2} == {(0, 1), (1, 0)}
    assert len({order for order in firsts if len(order) == 3}) == 6
    assert len({order for order in firsts if len(order) == 4}) > 15


@pytest.mark.parametrize(("level", "points", "space"), [("easy", 0, 0), ("medium", 3, 1), ("hard", 8, 3)])
def test_alone(level: str, points: int, space: int) -> None:
    """The rival's start by level; on the higher ones it has had its first turn, unless the human chooses first."""
    asked, chosen = 0, set()
    for document in DEALS[str({"solo": level})]:
        human, rival = document["players"]
        solo = document["solo"]
        assert (solo["level"], solo["rival"]) == (level, 1)
        assert document["order"] == ([0, 1] if level == "easy" else [1, 0])
        assert document["starts"] == []
        cards = [f"T{number}" for number in range(1, 10)]
        assert sorted(solo["deck"]) == cards
        assert [sorted(order) for order in solo["next"]] == [cards, cards]
        gains, _, decree = naive.STARTING[naive.number(human["lantern"][0])]
        assert human["lantern"][1:] == ([decree] if decree else [])
        assert human["card"] in ("AC", "AG", "AW")
        chosen.add(human["lantern"][0])
        chosen.add(human["card"])
        assert human["influence"] == human["points"] == 0
        for effect in gains.split():
            count, kind = naive.gain_of(effect) or (0, "")
            name = naive.RESOURCES.get(kind) or {"c": "coins", "s": "seals", "any": "any"}[kind]
            if name == "any":
                asked += 1
                assert document["turn"] == {"player": 0, "phase": "start", "stack": [{"gain": count}], "lines": []}
            else:
                assert human[name] == count
        unmoved = document["turn"]["phase"] == "start" or level == "easy"
        if unmoved:
            assert (rival["points"], rival["influence"], rival["coins"], solo["turned"]) == (points, space, 0, 0)
            assert sum(naive.dice_on(document, colour) for colour in naive.COLOURS) == 9
        else:
            assert rival["points"] >= points
            assert rival["influence"] >= space
            assert solo["turned"] >= 1
            assert naive.dice_left(document) == 8
        assert {rival[name] for name in ("food", "iron", "pearl", "seals")} == {0}
        assert rival["card"] is None
        assert rival["lantern"] == []
    assert asked
    assert {"AC", "AG", "AW"} < chosen
    assert len(chosen) > 10


def test_alone_easy_the_human_is_on_top() -> None:
    assert all(document["track"] == [0, 1] for document in DEALS[str({"solo": "easy"})])


def test_alone_the_rival_begins_after_the_choice() -> None:
    """On the higher levels the rival's first turn follows the last resource chosen."""
    documents = [document for document in DEALS[str({"solo": "medium"})] if document["turn"]["phase"] == "start"]
    assert documents
    for document in documents:
        state = tenshu.load(document)
        while state.to_json()["turn"]["phase"] == "start":
            state = state.play("gain food")
        after = state.to_json()
        assert after["solo"]["turned"] >= 1
        assert naive.dice_left(after) == 8
        assert state.to_move == 0


# Wrong options.


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 5},
        {"players": "two"},
        {"players": True},
        {"solo": "brutal"},
        {"solo": "easy", "players": 3},
        {"spirits": ["faith"]},
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as caught:
        tenshu.new_game("white-castle", seed=1, **options)
    assert caught.value.place in options
    assert len(str(caught.value).splitlines()) == 1


# What is hidden.


@pytest.mark.parametrize("way", WAYS_TO_DEAL, ids=str)
def test_views_hide_decks_rolls_and_cards_to_come(way: dict[str, Any]) -> None:
    for number, document in enumerate(DEALS[str(way)][:12]):
        state, rng = tenshu.load(document), Random(number)
        for _ in range(40):
            if state.is_over:
                break
            state = state.play(state.legal_moves()[int(rng.random() * len(state.legal_moves()))])
        full = state.to_json()
        for seat in (None, *range(state.seats)):
            assert state.view(seat) == expected_view(full)
        shown = json.dumps(state.view())
        if full["rolls"]:
            assert json.dumps(full["rolls"]) not in shown


def test_a_view_lists_what_is_unseen_by_number() -> None:
    state = tenshu.new_game("white-castle", players=4, seed=3)
    unseen = state.view()["unseen"]
    full = state.to_json()
    for name, cards in full["decks"].items():
        assert unseen[name] == sorted(cards, key=naive.number)
        assert cards != unseen[name]
    assert unseen["solo"] == []


@pytest.mark.parametrize("way", WAYS_TO_DEAL, ids=str)
def test_drawing_anew_keeps_what_is_seen(way: dict[str, Any]) -> None:
    for number, document in enumerate(DEALS[str(way)][:8]):
        state = tenshu.load(document)
        drawn = [state.determinize(Random(seed)) for seed in range(6)]
        drawn += [tenshu.load(state.view()).determinize(Random(seed)) for seed in range(6)]
        for other in drawn:
            after = other.to_json()
            assert other.view() == state.view()
            assert "unseen" not in after
            for name, cards in document["decks"].items():
                assert sorted(after["decks"][name]) == sorted(cards)
            for round_, rolls in after["rolls"].items():
                assert {colour: len(dice) for colour, dice in rolls.items()} == {
                    colour: len(dice) for colour, dice in document["rolls"][round_].items()
                }
                assert all(dice == sorted(dice) for dice in rolls.values())
                assert all(die in range(1, 7) for dice in rolls.values() for die in dice)
        assert len({json.dumps(other.to_json()) for other in drawn}) > 4, number
        assert drawn[0] == state.determinize(Random(0))
        assert state.to_json() == document


def test_rolls_drawn_anew_are_of_every_kind() -> None:
    state = tenshu.new_game("white-castle", players=4, seed=1)
    values: Counter[int] = Counter()
    for seed in range(40):
        rolls = state.determinize(Random(seed)).to_json()["rolls"]
        values.update(die for dice in rolls.values() for some in dice.values() for die in some)
    assert set(values) == {1, 2, 3, 4, 5, 6}
    assert min(values.values()) > 0.8 * sum(values.values()) / 6


def test_the_rivals_cards_drawn_anew() -> None:
    """The top card and those turned stay, the others are mixed; orders to come are mixed whole."""
    document = DEALS[str({"solo": "medium"})][0]
    document = json.loads(json.dumps(document))
    document["solo"] |= {"turned": 3}
    state = tenshu.load(document)
    deck = document["solo"]["deck"]
    seen = [state.determinize(Random(seed)).to_json()["solo"] for seed in range(12)]
    for solo in seen:
        assert solo["deck"][0] == deck[0]
        assert solo["deck"][6:] == deck[6:]
        assert sorted(solo["deck"]) == sorted(deck)
        assert [sorted(order) for order in solo["next"]] == [sorted(deck), sorted(deck)]
    for place in range(1, 6):
        assert len({solo["deck"][place] for solo in seen}) > 1
    assert len({json.dumps(solo["next"]) for solo in seen}) > 6


def test_a_view_refuses_to_turn_over_the_unknown() -> None:
    """Entering a room leads to a card nobody has seen, the end of a round to dice nobody has rolled."""
    courtier = document_of({"me": {"courtiers": "gate"}, "stack": [{"courtier": ["climb"]}]})
    seen = tenshu.load(tenshu.load(courtier).view())
    entered = seen.play("climb gate steward-1")
    assert list(map(str, entered.legal_moves())) == ["light 2", "light 3"]
    with pytest.raises(tenshu.IllegalMove):
        entered.play("light 3")
    assert entered.why_not("light 3") is not None
    no_deck = document_of({"me": {"courtiers": "gate"}, "decks": {"stewards": []}, "stack": [{"courtier": ["climb"]}]})
    assert tenshu.load(tenshu.load(no_deck).view()).play("climb gate steward-1").play("light 3").to_move == 1
    last = document_of({"bridges": {"coral": "1 .", "black": "2 6", "white": ". 6"}})
    seen = tenshu.load(tenshu.load(last).view()).play("die white right")
    with pytest.raises(tenshu.IllegalMove):
        seen.play("put well")
    alone = document_of({"solo": "easy"})
    seen = tenshu.load(tenshu.load(alone).view()).play("die white right")
    with pytest.raises(tenshu.IllegalMove):
        seen.play("put well")


def test_a_filled_view_is_a_position() -> None:
    state = tenshu.new_game("white-castle", players=2, seed=2)
    filled = tenshu.load(state.view()).determinize(Random(1))
    rng = Random(5)
    while not filled.is_over:
        filled = filled.play(filled.legal_moves()[int(rng.random() * len(filled.legal_moves()))])
    assert sorted(filled.scores()["ranking"]) == [0, 1]
