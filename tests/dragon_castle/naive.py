"""The rules of Dragon Castle once more: slow, plain, on position documents, without a line of the package.

Written from the rules and the formats page alone, so that two readings of the same text can be compared move by move.
Where the package asks one clever question of a bit mask, this file tries every case.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

Position = dict[str, Any]
Realm = dict[str, list[str]]

TYPES = "MSFEWD"
SYMBOLS = [f"{letter}{n}" for letter, most in zip(TYPES, (6, 6, 6, 4, 4, 3), strict=True) for n in range(1, most + 1)]
SPIRITS = ["beauty", "wind", "elegance", "deception", "strength", "change", "faith", "deep", "destruction", "cunning"]
ANY_TIME = ["action", "complete", "place", "consolidate", "end"]
MOMENTS = dict.fromkeys(SPIRITS, ANY_TIME) | {
    "elegance": ["action", "complete", "deep"],
    "deception": ["complete"],
    "deep": ["complete"],
    "faith": ["build"],
}
FIRST_QUESTION = {"wind": "wind-flip"} | {
    spirit: spirit for spirit in ("beauty", "strength", "change", "faith", "destruction", "cunning")
}
VERBS = [
    "take", "pair", "shrine", "discard", "summon", "place", "consolidate", "build", "destroy", "flip", "carry", "move",
    "as", "set", "spirit", "pass", "end",
]  # fmt: skip
NO_DECISION = {"pass", "end", "consolidate"}
POINTS = {4: 2, 5: 3, 6: 5, 7: 6}
"""Of a set by its size; from 8 on the points are the size."""


# Cells.


def reading(cell: str) -> tuple[int, str]:
    return int(cell[1:]), cell[0]


def around(cell: str, steps: Iterable[tuple[int, int]]) -> list[str]:
    column, row = ord(cell[0]), int(cell[1:])
    return [f"{chr(column + right)}{row + down}" for right, down in steps]


WEST, EAST, NORTH, SOUTH = (-1, 0), (1, 0), (0, -1), (0, 1)
CROSS = (WEST, EAST, NORTH, SOUTH)
RING = tuple((right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down)


def cells_of_realm(position: Position) -> list[str]:
    columns, rows = position["realm"]
    return [f"{chr(ord('a') + column)}{row}" for row in range(1, rows + 1) for column in range(columns)]


def groups(cells: Iterable[str]) -> list[list[str]]:
    """Orthogonally connected groups, each in reading order, by their first cells."""
    left, found = set(cells), []
    while left:
        group, edge = set[str](), [min(left, key=reading)]
        while edge:
            cell = edge.pop()
            if cell in left:
                left.remove(cell)
                group.add(cell)
                edge += around(cell, CROSS)
        found.append(sorted(group, key=reading))
    return found


# The castle.


def top_floor(position: Position) -> int:
    return max(map(len, position["castle"].values()), default=0)


def has_free(position: Position, cell: str, steps: Iterable[tuple[int, int]]) -> bool:
    castle = position["castle"]
    return any(len(castle.get(other, ())) < len(castle[cell]) for other in around(cell, steps))


def is_available(position: Position, cell: str) -> bool:
    return has_free(position, cell, (WEST, EAST))


def can_be_picked(position: Position, cell: str) -> bool:
    elegance = position["turn"].get("elegance")
    by_elegance = has_free(position, cell, (NORTH, SOUTH))
    if elegance == "must":
        return by_elegance and not is_available(position, cell)
    return is_available(position, cell) or (elegance == "on" and by_elegance)


def castle_cells(position: Position) -> list[str]:
    return sorted(position["castle"], key=reading)


def second_tiles(position: Position) -> list[str]:
    """The cells whose top tile can be the second of a pair, if there is room for it."""
    castle, turn = position["castle"], position["turn"]
    (first,), (origin, floor) = turn["hand"], turn["from"]
    if turn.get("pair") == "deception":
        return [c for c in castle_cells(position) if c in around(origin, CROSS) and len(castle[c]) == floor]
    alike = 1 if turn.get("pair") == "deep" else 2
    return [c for c in castle_cells(position) if castle[c][-1][:alike] == first[:alike] and can_be_picked(position, c)]


# The realm of the player in turn.


def mine(position: Position) -> Position:
    player: Position = position["players"][position["turn"]["player"]]
    return player


def up(realm: Realm) -> dict[str, str]:
    return {cell: realm[cell][-1] for cell in sorted(realm, key=reading) if realm[cell][-1].isupper()}


def bare(realm: Realm) -> list[str]:
    return [cell for cell in sorted(realm, key=reading) if realm[cell][-1].islower()]


def shrines(realm: Realm) -> list[str]:
    return [cell for cell in sorted(realm, key=reading) if realm[cell][-1] == "*"]


def open_cells(position: Position) -> list[str]:
    realm = mine(position)["realm"]
    return [cell for cell in cells_of_realm(position) if cell not in realm or realm[cell][-1].islower()]


def groups_of_a_type(realm: Realm) -> list[list[str]]:
    shown = up(realm)
    found = [group for kind in TYPES for group in groups(cell for cell in shown if shown[cell][0] == kind)]
    return sorted(found, key=lambda group: reading(group[0]))


def waiting(realm: Realm) -> list[list[str]]:
    return [group for group in groups_of_a_type(realm) if len(group) >= 4]


def beauty_sets(realm: Realm) -> list[list[str]]:
    shown = {cell: tile for cell, tile in up(realm).items() if tile[0] in "MSF"}
    found = [group for number in "123456" for group in groups(cell for cell in shown if shown[cell][1] == number)]
    return sorted((group for group in found if len(group) >= 4), key=lambda group: reading(group[0]))


def cunning_sets(realm: Realm) -> list[list[str]]:
    return [group for group in groups_of_a_type(realm) if len(group) == 3]


def change_set(realm: Realm, cell: str, kind: str) -> list[str]:
    """The group a cell would be in if its tile were of this type."""
    shown = up(realm)
    same = [other for other in shown if shown[other][0] == kind or other == cell]
    return next(group for group in groups(same) if cell in group)


def changes(realm: Realm) -> list[tuple[str, str]]:
    return [
        (cell, kind)
        for cell, tile in up(realm).items()
        if tile[0] in "EWD"
        for kind in TYPES
        if kind != tile[0] and len(change_set(realm, cell, kind)) >= 4
    ]


# Legal moves.


def is_over(position: Position) -> bool:
    takers = 3 if position["solo"] else len(position["players"])
    return bool(position["countdown"] <= 7 - takers and position["turn"] == {"player": position["first"]})


def question(position: Position) -> str:
    turn = position["turn"]
    return turn.get("doing") or ("consolidate" if turn.get("settling") else turn.get("phase", "action"))


def legal_moves(position: Position) -> list[str]:
    """The legal moves in the documented order."""
    if is_over(position):
        return []
    asked = question(position)
    if asked in ("build", "end"):
        return [*own_moves(position, asked), *offers(position, asked), "pass" if asked == "build" else "end"]
    return [*own_moves(position, asked), *offers(position, asked)]


def own_moves(position: Position, asked: str) -> list[str]:
    turn, me = position["turn"], mine(position)
    realm = me["realm"]
    match asked:
        case "action":
            return take_moves(position)
        case "complete":
            return complete_moves(position)
        case "place":
            hand = sorted(set(turn["hand"]), key=SYMBOLS.index)
            return [f"place {tile} {cell}" for tile in hand for cell in open_cells(position)]
        case "consolidate":
            return [f"consolidate {group[0]}" for group in waiting(realm)]
        case "build" | "faith":
            allowed = asked == "faith" or turn.get("left")
            return (
                [f"build {cell}" for cell in turn["set"] if realm[cell][-1] != "*"] if allowed and me["shrines"] else []
            )
        case _:
            return spirit_moves(position, asked)


def spirit_moves(position: Position, asked: str) -> list[str]:
    realm = mine(position)["realm"]
    match asked:
        case "beauty":
            return [f"set {group[0]}" for group in beauty_sets(realm)]
        case "cunning":
            return [f"set {group[0]}" for group in cunning_sets(realm)]
        case "change":
            return [f"as {cell} {kind}" for cell, kind in changes(realm)]
        case "destruction":
            return [f"destroy {cell}" for cell in castle_cells(position) if is_available(position, cell)]
        case "wind-flip":
            return [*(f"flip {cell}" for cell in up(realm)), *(["pass"] if bare(realm) else [])]
        case "wind-carry":
            return [f"carry {source} {target}" for source in shrines(realm) for target in bare(realm)]
        case "strength" | "strength-again":
            return strength_moves(position) + (["pass"] if asked == "strength-again" else [])
    return []


def take_moves(position: Position) -> list[str]:
    top = top_floor(position)
    takes = [
        f"take {cell}"
        for cell in castle_cells(position)
        if len(position["castle"][cell]) == top and can_be_picked(position, cell)
    ]
    return takes + (["summon"] if top <= 1 and "elegance" not in position["turn"] else [])


def complete_moves(position: Position) -> list[str]:
    turn, room = position["turn"], len(open_cells(position))
    pairs = [f"pair {cell}" for cell in second_tiles(position)] if room >= 2 else []
    if turn.get("elegance") == "must" or "pair" in turn:
        return pairs
    return pairs + (["shrine"] if room and position["supply"] else []) + ["discard"]


def strength_moves(position: Position) -> list[str]:
    realm = mine(position)["realm"]
    return [
        f"move {source} {target}"
        for source in sorted(realm, key=reading)
        if realm[source][-1] != "*" and source != position["turn"].get("moved")
        for target in open_cells(position)
        if target != source
    ]


def offers(position: Position, asked: str) -> list[str]:
    """Spirits that can be called: each payment is tried, and the spirit's effect looked at."""
    turn = position["turn"]
    moment = asked
    if turn.get("elegance") == "must" or turn.get("pair") == "deception":
        return []
    if turn.get("pair") == "deep":
        moment = "deep"
    return [
        f"spirit {spirit} {payment}"
        for spirit in SPIRITS
        if spirit in position["spirits"] and spirit not in turn.get("used", []) and moment in MOMENTS[spirit]
        for payment in (*(["shrine"] if mine(position)["shrines"] else []), *up(mine(position)["realm"]))
        if can_be_carried_out(position, spirit, payment)
    ]


def can_be_carried_out(position: Position, spirit: str, payment: str) -> bool:
    after = position | {"players": clone(position["players"]), "turn": clone(position["turn"])}
    pay(after, spirit, payment)
    realm = mine(after)["realm"]
    if spirit == "wind":
        return bool(shrines(realm)) and bool(bare(realm) or up(realm))
    return bool(own_moves(after, question(after)))


def clone(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: clone(part) for name, part in value.items()}
    if isinstance(value, list):
        return [clone(part) if isinstance(part, dict | list) else part for part in value]
    return value


# Playing.


def play(position: Position, move: str) -> Position:
    """The position after a move, come to rest at the next decision."""
    after: Position = clone(position)
    carry_out(after, move)
    while True:
        turn = after["turn"]
        if not turn.get("doing"):
            if turn.get("settling") and not waiting(mine(after)["realm"]):
                del turn["settling"]
            if turn.get("phase") == "place" and not turn.get("hand") and not turn.get("settling"):
                turn["phase"] = "end"
        moves = legal_moves(after)
        if len(moves) != 1 or moves[0].split()[0] not in NO_DECISION:
            return after
        carry_out(after, moves[0])


def carry_out(position: Position, move: str) -> None:
    turn, me = position["turn"], mine(position)
    verb, *words = move.split()
    match verb:
        case "take" | "pair":
            pick(position, verb, words[0])
        case "shrine" | "discard":
            del turn["from"]
            turn["phase"] = "place" if verb == "shrine" else "end"
            if verb == "shrine":
                position["supply"] -= 1
                me["shrines"] += 1
            else:
                me["vp"] += 1
                me["discarded"] += turn["hand"]
                turn["hand"] = []
        case "summon":
            position["countdown"] -= 1
            me["tokens"] += 1
            turn["phase"] = "end"
        case "place":
            turn["hand"].remove(words[0])
            me["realm"].setdefault(words[1], []).append(words[0])
            if not turn["hand"]:
                turn["phase"] = "end"
                turn["settling"] = True
        case "spirit":
            pay(position, *words)
        case "destroy":
            me["discarded"].append(lifted(position, words[0]))
            del turn["doing"]
        case "end":
            finish(position)
        case _:
            in_the_realm(position, verb, words)
    if "turn" in position:
        position["turn"] = {name: value for name, value in position["turn"].items() if value or name == "player"}


def in_the_realm(position: Position, verb: str, words: list[str]) -> None:
    """Moves that only touch the realm."""
    turn, realm = position["turn"], mine(position)["realm"]
    match verb:
        case "consolidate":
            group = next(group for group in waiting(realm) if group[0] == words[0])
            turn_by_type(position, group, POINTS.get(len(group), len(group)), realm[group[0]][-1][0])
        case "set":
            named_set(position, words[0])
        case "as":
            group = change_set(realm, words[0], words[1])
            turn_by_type(position, group, POINTS.get(len(group), len(group)), words[1])
        case "build":
            realm[words[0]].append("*")
            mine(position)["shrines"] -= 1
            if turn["doing"] == "build":
                turn["left"] -= 1
            turn["doing"] = "build"
        case "flip":
            realm[words[0]][-1] = realm[words[0]][-1].lower()
            turn["doing"] = "wind-carry"
        case "carry":
            realm[words[0]].pop()
            realm[words[1]].append("*")
            del turn["doing"]
        case "move":
            tile = realm[words[0]].pop()
            if not realm[words[0]]:
                del realm[words[0]]
            realm.setdefault(words[1], []).append(tile)
            strength_goes_on(turn, words[1])
        case "pass":
            passed(turn)


def pick(position: Position, verb: str, cell: str) -> None:
    turn = position["turn"]
    floor = len(position["castle"][cell])
    tile = lifted(position, cell)
    turn["hand"] = [*turn.get("hand", []), tile]
    turn["picked"] = [*turn.get("picked", []), tile]
    turn["phase"] = "complete" if verb == "take" else "place"
    turn["from"] = [cell, floor] if verb == "take" else None
    turn["pair"] = ""
    if turn.get("elegance"):
        turn["elegance"] = "on"


def lifted(position: Position, cell: str) -> str:
    tile: str = position["castle"][cell].pop()
    if not position["castle"][cell]:
        del position["castle"][cell]
    return tile


def turn_over(position: Position, group: list[str], points: int, allowed: int) -> None:
    me = mine(position)
    for cell in group:
        me["realm"][cell][-1] = me["realm"][cell][-1].lower()
    me["vp"] += points
    position["turn"] |= {"doing": "build", "set": group, "left": allowed}


def turn_by_type(position: Position, group: list[str], points: int, kind: str) -> None:
    turn_over(position, group, points + (kind == "D"), 2 if kind in "EWD" else 1)


def named_set(position: Position, first: str) -> None:
    realm = mine(position)["realm"]
    if position["turn"]["doing"] == "beauty":
        group = next(group for group in beauty_sets(realm) if group[0] == first)
        turn_over(position, group, POINTS.get(len(group), len(group)) + 1, 2)
    else:
        group = next(group for group in cunning_sets(realm) if group[0] == first)
        turn_by_type(position, group, 2, realm[first][-1][0])


def strength_goes_on(turn: Position, ended_on: str) -> None:
    if turn["doing"] == "strength":
        turn |= {"doing": "strength-again", "moved": ended_on}
    else:
        turn |= {"doing": "", "moved": "", "settling": True}


def passed(turn: Position) -> None:
    match turn["doing"]:
        case "build":
            turn |= {"doing": "", "set": [], "left": 0}
        case "wind-flip":
            turn["doing"] = "wind-carry"
        case "strength-again":
            turn |= {"doing": "", "moved": "", "settling": True}


def pay(position: Position, spirit: str, payment: str) -> None:
    turn, me = position["turn"], mine(position)
    if payment == "shrine":
        me["shrines"] -= 1
        position["supply"] += 1
    else:
        me["discarded"].append(me["realm"][payment].pop())
        if not me["realm"][payment]:
            del me["realm"][payment]
    turn["used"] = [name for name in SPIRITS if name in turn.get("used", []) or name == spirit]
    if spirit == "elegance":
        turn["elegance"] = "must"
    elif spirit in ("deep", "deception"):
        turn["pair"] = spirit
    else:
        turn["doing"] = FIRST_QUESTION[spirit]


def finish(position: Position) -> None:
    if position["solo"]:
        dragon_of_ingenuity(position)
    position["turn"] = {"player": (position["turn"]["player"] + 1) % len(position["players"])}


def dragon_of_ingenuity(position: Position) -> None:
    dragon, castle, top = position["ingenuity"], position["castle"], top_floor(position)
    if top <= 1:
        position["countdown"] -= 1
        dragon["tokens"] += 1
        return
    there = [cell for cell in castle_cells(position) if len(castle[cell]) == top and is_available(position, cell)]
    yours = {tile[0] for tile in position["turn"].get("picked", [])}
    ways = [[cell for cell in there if castle[cell][-1][0] in kinds] for kinds in (yours, {"D"}, {*"EWD"}, {*"MSF"})]
    tile = lifted(position, next(found[0] for found in ways if found))
    dragon["tiles"].append(tile)
    twins = [cell for cell in castle_cells(position) if castle[cell][-1] == tile and is_available(position, cell)]
    if twins:
        dragon["tiles"].append(lifted(position, twins[0]))


def perft(position: Position, depth: int) -> int:
    """The number of sequences of so many legal moves."""
    if depth == 0:
        return 1
    moves = legal_moves(position)
    return len(moves) if depth == 1 else sum(perft(play(position, move), depth - 1) for move in moves)


# Order.


@lru_cache(maxsize=50_000)
def place_in_order(move: str) -> tuple[object, ...]:
    """Legal moves are sorted by this: the move's place in the table, then its words from left to right."""
    verb, *words = move.split()
    return VERBS.index(verb), *(place_of_word(word) for word in words)


def place_of_word(word: str) -> tuple[int, object]:
    if word in SPIRITS:
        return 0, SPIRITS.index(word)
    if word == "shrine":
        return 0, (0, "")
    if word in SYMBOLS:
        return 0, SYMBOLS.index(word)
    if word in TYPES:
        return 0, TYPES.index(word)
    return 1, reading(word)
