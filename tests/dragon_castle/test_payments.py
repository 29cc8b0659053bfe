"""What may pay for a spirit, against a second reading of the rules.

The package answers with masks and shortcuts (a set that stays whole, a tile that uncovers a goal). Here every payment
is made on a copy of the document and the effect is looked for by trying; nothing but documents is shared with the
package. The positions come from games with all ten spirits, played by somebody random and by somebody who hunts for
sets, and from small crowded tables drawn at random, where payments that spoil the effect are common.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

import tenshu
from tenshu.dragon_castle import DragonCastle

Position = dict[str, Any]
Realm = dict[str, list[str]]

SPIRITS = ["beauty", "wind", "elegance", "deception", "strength", "change", "faith", "deep", "destruction", "cunning"]
ANY_MOMENT = {"action", "complete", "place", "consolidate", "end"}
MOMENTS = dict.fromkeys(SPIRITS, ANY_MOMENT) | {
    "elegance": {"action", "complete", "complete after the deep"},
    "deception": {"complete"},
    "deep": {"complete"},
    "faith": {"build"},
}
FOLLOWS = {
    "beauty": {"set"},
    "wind": {"flip", "carry"},
    "elegance": {"take", "pair"},
    "deception": {"pair"},
    "strength": {"move"},
    "change": {"as"},
    "faith": {"build"},
    "deep": {"pair"},
    "destruction": {"destroy"},
    "cunning": {"set"},
}
"""The move that comes right after calling the spirit."""


# Seeing a document.


def beside(cell: str) -> list[str]:
    column, row = ord(cell[0]), int(cell[1:])
    return [f"{chr(column - 1)}{row}", f"{chr(column + 1)}{row}", f"{cell[0]}{row - 1}", f"{cell[0]}{row + 1}"]


def face_up(realm: Realm) -> dict[str, str]:
    return {cell: stack[-1] for cell, stack in realm.items() if stack[-1][0].isupper()}


def shrines(realm: Realm) -> set[str]:
    return {cell for cell, stack in realm.items() if stack[-1] == "*"}


def bare(realm: Realm) -> set[str]:
    return set(realm) - set(face_up(realm)) - shrines(realm)


def all_cells(position: Position) -> set[str]:
    columns, rows = position["realm"]
    return {f"{chr(ord('a') + column)}{row + 1}" for column in range(columns) for row in range(rows)}


def free(position: Position) -> set[str]:
    """The cells of the player in turn that can take a tile."""
    realm = own(position)["realm"]
    return all_cells(position) - set(face_up(realm)) - shrines(realm)


def own(position: Position) -> dict[str, Any]:
    player: dict[str, Any] = position["players"][position["turn"]["player"]]
    return player


def group_of(cell: str, among: Iterable[str]) -> set[str]:
    among = set(among)
    group: set[str] = set()
    edge = [cell]
    while edge:
        here = edge.pop()
        if here in among and here not in group:
            group.add(here)
            edge += beside(here)
    return group


def group_sizes(cells: Iterable[str]) -> Iterator[int]:
    cells = set(cells)
    while cells:
        group = group_of(next(iter(cells)), cells)
        yield len(group)
        cells -= group


def height(position: Position, cell: str) -> int:
    return len(position["castle"].get(cell, ()))


def sides(position: Position, cell: str) -> tuple[bool, bool]:
    """Whether a long side, and whether a short side of the top tile is free."""
    floor = height(position, cell)
    west, east, north, south = (height(position, other) < floor for other in beside(cell))
    return west or east, north or south


def moment(position: Position) -> str:
    turn = position["turn"]
    if turn.get("elegance") == "must" or turn.get("pair") == "deception":
        return "inside a spirit"
    if turn.get("pair") == "deep":
        return "complete after the deep"
    if "doing" in turn:
        return "build" if turn["doing"] == "build" else "inside a spirit"
    return "consolidate" if turn.get("settling") else str(turn.get("phase", "action"))


# Paying.


def paid(position: Position, payment: str) -> Position | None:
    """The position after paying; None if this cannot be paid."""
    position = json.loads(json.dumps(position))
    player = own(position)
    if payment == "shrine":
        if not player["shrines"]:
            return None
        player["shrines"] -= 1
        position["supply"] += 1
        return position
    if payment not in face_up(player["realm"]):
        return None
    player["discarded"].append(player["realm"][payment].pop())
    if not player["realm"][payment]:
        del player["realm"][payment]
    return position


# What a spirit needs once it is paid.


def beauty_can(position: Position) -> bool:
    up = face_up(own(position)["realm"])
    for number in "123456":
        same = [cell for cell, tile in up.items() if tile[0] in "MSF" and tile[1] == number]
        if any(size >= 4 for size in group_sizes(same)):
            return True
    return False


def cunning_can(position: Position) -> bool:
    up = face_up(own(position)["realm"])
    return any(3 in group_sizes(cell for cell, tile in up.items() if tile[0] == kind) for kind in "MSFEWD")


def change_can(position: Position) -> bool:
    up = face_up(own(position)["realm"])
    for cell, tile in up.items():
        if tile[0] in "EWD":
            for kind in "MSFEWD":
                of_kind = {other for other, seen in up.items() if seen[0] == kind}
                if kind != tile[0] and len(group_of(cell, of_kind | {cell})) >= 4:
                    return True
    return False


def wind_can(position: Position) -> bool:
    realm = own(position)["realm"]
    return bool(shrines(realm)) and bool(bare(realm) or face_up(realm))


def strength_can(position: Position) -> bool:
    realm = own(position)["realm"]
    sources = set(face_up(realm)) | bare(realm)
    return any(source != target for source in sources for target in free(position))


def destruction_can(position: Position) -> bool:
    return any(sides(position, cell)[0] for cell in position["castle"])


def faith_can(position: Position) -> bool:
    player = own(position)
    return bool(player["shrines"] and bare(player["realm"]) & set(position["turn"]["set"]))


def fits_as_second(position: Position, cell: str, by_type: bool) -> bool:
    first, tile = position["turn"]["hand"][0], position["castle"][cell][-1]
    return bool(tile[0] == first[0] if by_type else tile == first)


def elegance_can(position: Position) -> bool:
    castle, turn = position["castle"], position["turn"]
    needs_it = [cell for cell in castle if sides(position, cell) == (False, True)]
    if turn.get("phase", "action") == "action":
        top = max(map(len, castle.values()), default=0)
        return any(height(position, cell) == top for cell in needs_it)
    by_type = turn.get("pair") == "deep"
    return len(free(position)) >= 2 and any(fits_as_second(position, cell, by_type) for cell in needs_it)


def deep_can(position: Position) -> bool:
    on = position["turn"].get("elegance") == "on"
    reachable = [cell for cell in position["castle"] if sides(position, cell)[0] or (on and sides(position, cell)[1])]
    return len(free(position)) >= 2 and any(fits_as_second(position, cell, True) for cell in reachable)


def deception_can(position: Position) -> bool:
    cell, floor = position["turn"]["from"]
    return len(free(position)) >= 2 and any(height(position, other) == floor for other in beside(cell))


CAN = {
    "beauty": beauty_can,
    "wind": wind_can,
    "elegance": elegance_can,
    "deception": deception_can,
    "strength": strength_can,
    "change": change_can,
    "faith": faith_can,
    "deep": deep_can,
    "destruction": destruction_can,
    "cunning": cunning_can,
}


def reading_order(cell: str) -> tuple[int, str]:
    return int(cell[1:]), cell[0]


def expected_calls(position: Position) -> list[str]:
    """The activations that should be offered, in order; all ten spirits are in play."""
    now, used = moment(position), position["turn"].get("used", [])
    callable_now = [spirit for spirit in SPIRITS if spirit not in used and now in MOMENTS[spirit]]
    if not callable_now:
        return []
    payments = ["shrine", *sorted(all_cells(position), key=reading_order)]
    afters = {payment: after for payment in payments if (after := paid(position, payment)) is not None}
    return [
        f"spirit {spirit} {payment}"
        for spirit in callable_now
        for payment, after in afters.items()
        if CAN[spirit](after)
    ]


# Playing.


def random_move(state: DragonCastle, rng: Random) -> str:
    """Anything, but spirits seldom: otherwise realms stay bare."""
    moves = state.legal_moves()
    plain = [move for move in moves if move.verb != "spirit"]
    return rng.choice(plain if plain and rng.random() < 0.85 else moves)


def hunter_move(state: DragonCastle, rng: Random) -> str:
    """Gathers tiles of one kind or number around each other and keeps them lying for as long as it can."""
    moves = [move for move in state.legal_moves() if move.verb != "spirit"]
    spirits = [move for move in state.legal_moves() if move.verb == "spirit"]
    if not moves or (spirits and rng.random() < 0.12):
        return rng.choice(spirits)
    best = (
        [move for move in moves if move.verb in ("pair", "build")] or [m for m in moves if m.verb == "shrine"] or moves
    )
    if best[0].verb != "place":
        return rng.choice(best)
    position = state.to_json()
    up = face_up(own(position)["realm"])

    def likeness(move: str) -> float:
        _, tile, cell = move.split()
        around = [up[other] for other in beside(cell) if other in up]
        alike = sum((other[0] == tile[0]) + (other[1] == tile[1]) for other in around)
        return alike + rng.random()

    return max(best, key=likeness)


POLICIES = {"random": random_move, "hunter": hunter_move}


def decisions(policy: str, seed: int, **options: Any) -> Iterator[DragonCastle]:
    """Every state of a game at which something is to be decided."""
    rng = Random(f"{policy} {seed}")
    state = tenshu.new_game("dragon-castle", seed=seed, spirits=SPIRITS, **options)
    assert isinstance(state, DragonCastle)
    while not state.is_over:
        yield state
        state = state.play(POLICIES[policy](state, rng))


def wanted(state: DragonCastle, rng: Random) -> bool:
    """Rare moments are looked at always, frequent ones now and then."""
    now = moment(state.to_json())
    return now in ("consolidate", "build", "complete after the deep", "inside a spirit") or rng.random() < 0.07


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("random", 1, {"players": 2}),
    ("random", 2, {"players": 2, "realm": [4, 2]}),
    ("random", 3, {"players": 4, "realm": [4, 4]}),
    ("hunter", 4, {"players": 2}),
    ("hunter", 5, {"players": 2, "realm": [4, 4]}),
    ("hunter", 6, {"players": 3, "realm": [6, 6]}),
    ("hunter", 7, {"players": 2, "realm": [2, 4]}),
    ("hunter", 8, {"solo": True}),
]


@pytest.mark.parametrize(("policy", "seed", "options"), GAMES)
def test_calls_are_those_whose_effect_is_possible_after_paying(policy: str, seed: int, options: Any) -> None:
    rng = Random(seed)
    for state in decisions(policy, seed, **options):
        if wanted(state, rng):
            position = state.to_json()
            offered = [str(move) for move in state.legal_moves() if move.verb == "spirit"]
            assert offered == expected_calls(position), json.dumps(position)


@pytest.mark.parametrize(("policy", "seed", "options"), GAMES)
def test_a_document_goes_on_as_the_state_does(policy: str, seed: int, options: Any) -> None:
    rng = Random(-seed)
    for state in decisions(policy, seed, **options):
        if wanted(state, rng):
            text = json.dumps(state.to_json())
            again = tenshu.load(json.loads(text))
            assert again == state, text
            assert hash(again) == hash(state), text
            assert again.to_json() == state.to_json()
            assert again.legal_moves() == state.legal_moves(), text
            seen = tenshu.load(json.loads(json.dumps(state.view(0))))
            assert seen.legal_moves() == state.legal_moves(), text
            assert seen == state.seen_by(0)


@pytest.mark.parametrize(("policy", "seed", "options"), [GAMES[2], GAMES[4], GAMES[6]])
def test_what_is_called_is_carried_out(policy: str, seed: int, options: Any) -> None:
    """After every call on offer the spirit's own question is asked and nothing else, and the payment is gone."""
    rng = Random(seed)
    for state in decisions(policy, seed, **options):
        calls = [move for move in state.legal_moves() if move.verb == "spirit"]
        for call in rng.sample(calls, min(2, len(calls))):
            spirit, payment = call.words
            before, after = state.to_json(), state.play(call)
            answers = [move for move in after.legal_moves() if move.words[:1] != ("elegance",)]
            verbs = {move.verb for move in answers} - ({"pass"} if after.asked == "wind-flip" else set())
            assert verbs
            assert verbs <= FOLLOWS[spirit], (call, json.dumps(before))
            expected = paid(before, payment)
            assert expected is not None
            expected["turn"] = after.to_json()["turn"]
            assert after.to_json() == expected
            assert spirit in expected["turn"]["used"]


# Tables drawn at random.


class Deck:
    """Tiles of few symbols, four copies each, often sorted by type or number, so that groups are common."""

    def __init__(self, rng: Random) -> None:
        symbols = ["M1", "S1", "F1", "M2", "S2", "E1", "E2", "W1", "D1", "D2"]
        self.tiles = [symbol for symbol in rng.sample(symbols, 7) for _ in range(4)]
        rng.shuffle(self.tiles)
        if rng.random() < 0.6:
            letter = rng.randrange(2)
            self.tiles.sort(key=lambda tile: (tile[letter], rng.random() < 0.2))

    def draw(self, most: int) -> list[str]:
        drawn, self.tiles = self.tiles[:most], self.tiles[most:]
        return drawn


def drawn_table(rng: Random) -> Position:
    """A position before the action; whether it is one at all is for `load` to say."""
    deck = Deck(rng)
    size = rng.choice([[2, 2], [4, 2], [4, 4]])
    position: Position = {"realm": size}
    realm: Realm = {}
    up_to = rng.choice([0.3, 0.7, 1.0])
    for cell in sorted(all_cells(position)):
        stack = deck.draw(rng.choice([0, 1, 1, 1, 1, 2]))
        if stack:
            realm[cell] = [tile.lower() for tile in stack]
            if rng.random() < up_to:
                realm[cell][-1] = stack[-1]
            elif rng.random() < 0.8:
                realm[cell].append("*")
    cells = [f"{column}{row}" for row in (1, 2, 3) for column in "abcd"]
    castle = {cell: deck.draw(rng.choice([1, 1, 2])) for cell in rng.sample(cells, rng.randint(0, 9))}
    pool = rng.randint(0, 2)
    return {
        "game": "dragon-castle",
        "version": 1,
        "realm": size,
        "solo": False,
        "spirits": SPIRITS,
        "dragons": [],
        "castle": {cell: stack for cell, stack in castle.items() if stack},
        "supply": 39 - pool - len(shrines(realm)),
        "countdown": 7,
        "first": 0,
        "players": [
            {"realm": realm, "shrines": pool, "vp": 0, "tokens": 0, "discarded": []},
            {"realm": {}, "shrines": 1, "vp": 0, "tokens": 0, "discarded": []},
        ],
        "turn": {"player": 0},
    }


TURNS: list[dict[str, Any]] = [
    {"player": 0},
    {"player": 0, "phase": "place", "hand": ["F6"], "picked": ["F6"]},
    {"player": 0, "phase": "end", "picked": ["F6"]},
    {"player": 0, "phase": "end", "settling": True, "picked": ["F6"]},
    {"player": 0, "settling": True, "used": ["strength"]},
]


def drawn_states(rng: Random) -> Iterator[DragonCastle]:
    """The moments of a turn at one drawn table, as far as they are possible there; after a take and a set as well."""
    table = drawn_table(rng)
    for turn in TURNS:
        try:
            state = tenshu.load(json.loads(json.dumps(table | {"turn": turn})))
        except tenshu.Impossible:
            continue
        assert isinstance(state, DragonCastle)
        yield state
        for move in state.legal_moves():
            if move.verb in ("take", "consolidate"):
                after = state.play(move)
                yield after
                yield from (after.play(call) for call in after.legal_moves() if call.startswith("spirit deep"))


@pytest.mark.parametrize("seed", range(8))
def test_calls_at_tables_drawn_at_random(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        for state in drawn_states(rng):
            position = state.to_json()
            offered = [str(move) for move in state.legal_moves() if move.verb == "spirit"]
            assert offered == expected_calls(position), json.dumps(position)


# Turns drawn at random: whatever `load` takes, a game can go on from.

DOING = [spirit for spirit in SPIRITS if spirit not in ("wind", "elegance", "deception", "deep")] + [
    "build", "wind-flip", "wind-carry", "strength-again",
]  # fmt: skip
HANDS: dict[str, list[tuple[list[str], list[str]]]] = {
    "action": [([], [])],
    "complete": [(["F6"], ["F6"])],
    "place": [
        (["F6"], ["F6"]),
        (["F6"], ["F6", "F6"]),
        (["F6", "F6"], ["F6", "F6"]),
        (["F5"], ["F6", "F5"]),
        (["F6"], ["F6", "S6"]),
        ([], ["F6"]),
    ],
    "end": [([], []), ([], ["F6"]), ([], ["F6", "F6"]), ([], ["F6", "F5"])],
}
"""In hand and picked."""


def drawn_turn(rng: Random, position: Position) -> dict[str, Any]:
    """A turn object that need not make sense."""
    phase = rng.choice(list(HANDS))
    hand, picked = rng.choice(HANDS[phase])
    turn: dict[str, Any] = {"player": 0, "phase": phase, "hand": hand, "picked": picked}
    used = {spirit for spirit in SPIRITS if rng.random() < 0.15}
    if phase == "complete":
        turn["from"] = [rng.choice(["a1", "b2", "d1", "e1", "c3"]), rng.choice([1, 1, 2, 3])]
    if rng.random() < 0.5:
        turn["doing"] = doing = rng.choice(DOING)
        used.add("beauty" if doing == "build" else doing.split("-")[0])
        if doing in ("build", "faith"):
            realm = own(position)["realm"]
            down = sorted(set(realm) - set(face_up(realm)))
            turn["set"] = sorted(group_of(rng.choice(down), down)) if down else []
            turn["left"] = rng.randint(0, 2)
        if doing == "strength-again":
            turn["moved"] = rng.choice(sorted(all_cells(position)))
    if rng.random() < 0.25:
        turn["settling"] = True
    if rng.random() < 0.2:
        turn["elegance"] = rng.choice(["must", "on"])
        used.add("elegance")
    if rng.random() < 0.2:
        turn["pair"] = rng.choice(["deep", "deception"])
        used.add(turn["pair"])
    return turn | {"used": sorted(used)}


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_drawn_at_random_is_refused_or_can_be_played_on(seed: int) -> None:
    rng = Random(seed)
    taken = 0
    for _ in range(30):
        table = drawn_table(rng)
        for _ in range(20):
            document = json.loads(json.dumps(table | {"turn": drawn_turn(rng, table)}))
            try:
                state = tenshu.load(document)
            except tenshu.Malformed:
                continue
            taken += 1
            for _ in range(8):
                if not state.is_over:
                    assert state.legal_moves(), json.dumps(document)
                    state = state.play(rng.choice(state.legal_moves()))
                assert tenshu.load(json.loads(json.dumps(state.to_json()))) == state, json.dumps(document)
    assert taken > 20


# The tests above would prove nothing if they met nothing.


def tally(states: Iterable[DragonCastle]) -> tuple[Counter[tuple[str, str]], Counter[str]]:
    """How often each spirit is offered at each moment, and how often it is although some payment would spoil it."""
    offered: Counter[tuple[str, str]] = Counter()
    withheld: Counter[str] = Counter()
    for state in states:
        calls = Counter(move.words[0] for move in state.legal_moves() if move.verb == "spirit")
        if calls:
            position = state.to_json()
            player = own(position)
            payments = len(face_up(player["realm"])) + bool(player["shrines"])
            for spirit, count in calls.items():
                offered[spirit, moment(position)] += 1
                withheld[spirit] += payments > count
    return offered, withheld


def never_offered(offered: Counter[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(spirit, now) for spirit, moments in MOMENTS.items() for now in moments if not offered[spirit, now]]


def test_the_games_meet_every_spirit_at_every_moment() -> None:
    offered, _ = tally(state for policy, seed, options in GAMES for state in decisions(policy, seed, **options))
    assert never_offered(offered) == []


def test_the_drawn_tables_meet_every_spirit_and_payments_that_spoil_it() -> None:
    rng = Random("tables")
    offered, withheld = tally(state for _ in range(250) for state in drawn_states(rng))
    assert never_offered(offered) == []
    assert {spirit for spirit in SPIRITS if not withheld[spirit]} == {"destruction"}, "nothing spoils Destruction"
