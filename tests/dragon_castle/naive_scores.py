"""The end of the game once more: slow, plain, on position documents, without a line of the package (see `naive`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.dragon_castle.naive import CROSS, RING, Position, around, cells_of_realm, groups, shrines, up

RANKS = {
    40: "Devotee",
    46: "Master",
    50: "Grand Master",
    53: "Dragon",
    55: "Silver Dragon",
    57: "Gold Dragon",
    59: "Jade Dragon",
    60: "Diamond Dragon",
}


class Look:
    """A realm as a dragon card looks at it."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat = position, seat
        self.columns, self.rows = position["realm"]
        realm = position["players"][seat]["realm"]
        self.cells = cells_of_realm(position)
        self.heights: dict[str, int] = {cell: sum(piece != "*" for piece in stack) for cell, stack in realm.items()}
        self.shrines = shrines(realm)
        self.shown = up(realm)
        self.down = [cell for cell in realm if cell not in self.shown]

    def height(self, cell: str) -> int:
        return self.heights.get(cell, 0)


def scores(position: Position) -> Position:
    """The scores document as if the game ended now."""
    sheets, places = [], {}
    for seat, player in enumerate(position["players"]):
        look = Look(position, seat)
        sheet = {
            "vp": player["vp"],
            "shrines": sum(min(3, look.height(cell)) for cell in look.shrines),
            "countdown": 2 * player["tokens"],
            "dragons": {card: CARDS[card](look) for card in position["dragons"]},
        }
        sheet["total"] = sheet["vp"] + sheet["shrines"] + sheet["countdown"] + sum(sheet["dragons"].values())
        sheets.append(sheet)
        places[seat] = sheet["total"], len(look.down), len(look.shrines)
    ranking = [[seat for seat in places if places[seat] == place] for place in sorted({*places.values()}, reverse=True)]
    result: Position = {"players": sheets, "ranking": ranking}
    if position["solo"]:
        points = sheets[0]["total"] - 15 * bool(position["spirits"] or position["dragons"])
        result["rank"] = RANKS[max(least for least in RANKS if least <= points)] if points >= 40 else "Student"
    return result


def humility(look: Look) -> int:
    return sum(any(look.height(other) > look.height(c) for other in around(c, CROSS)) for c in look.shrines)


def righteousness(look: Look) -> int:
    def points(line: list[str]) -> int:
        there = sum(cell in look.shrines for cell in line)
        return there + 2 * (there == len(line))

    columns = [[cell for cell in look.cells if cell[0] == column] for column in {cell[0] for cell in look.cells}]
    rows = [[cell for cell in look.cells if cell[1:] == row] for row in {cell[1:] for cell in look.cells}]
    return max(map(points, columns)) + max(map(points, rows))


def tranquility(look: Look) -> int:
    return len(groups(look.down))


def bravery(look: Look) -> int:
    return sum(all(look.height(other) < look.height(c) for other in around(c, RING)) for c in look.heights)


def majesty(look: Look) -> int:
    best = Counter[str]()
    for cell, tile in look.shown.items():
        if tile[0] in "MSF" and look.height(cell) >= 3:
            best[tile[0]] = max(best[tile[0]], int(tile[1]))
    return best.total()


def power(look: Look) -> int:
    players = look.position["players"]

    def best(seat: int, kind: str) -> int:
        shown = up(players[seat]["realm"])
        sums = [sum(int(shown[c][1]) for c in group) for group in groups(c for c in shown if shown[c][0] == kind)]
        return max(sums, default=0)

    points = 0
    for kind in "MSF":
        mine = best(look.seat, kind)
        for side in {(look.seat + 1) % len(players), (look.seat - 1) % len(players)}:
            other = best(side, kind)
            points += (2 if mine > other else int(mine == other)) if mine else 0
    return points


def knowledge(look: Look) -> int:
    return 2 * len({tile for tile in look.shown.values() if tile[0] in "EWD"})


def harmony(look: Look) -> int:
    shrines_only = {cell: look.height(cell) for cell in look.shrines}
    return 4 * mirrors(look, look.heights) + 2 * mirrors(look, shrines_only)


def mirrors(look: Look, heights: dict[str, int]) -> int:
    """Across how many of the two middle lines the heights are symmetric; nothing is not."""
    by_place = {(ord(cell[0]) - ord("a"), int(cell[1:]) - 1): height for cell, height in heights.items()}
    west_east = {(look.columns - 1 - column, row): height for (column, row), height in by_place.items()}
    north_south = {(column, look.rows - 1 - row): height for (column, row), height in by_place.items()}
    return [west_east, north_south].count(by_place) if by_place else 0


def devotion(look: Look) -> int:
    return sum(any(look.shown.get(other, " ")[0] == "D" for other in around(c, CROSS)) for c in look.shrines)


def fortitude(look: Look) -> int:
    edge = {"a", chr(ord("a") + look.columns - 1)}
    return sum(cell[0] in edge or cell[1:] in ("1", str(look.rows)) for cell in look.shrines)


CARDS: dict[str, Callable[[Look], int]] = {
    "humility": humility,
    "righteousness": righteousness,
    "tranquility": tranquility,
    "bravery": bravery,
    "majesty": majesty,
    "power": power,
    "knowledge": knowledge,
    "harmony": harmony,
    "devotion": devotion,
    "fortitude": fortitude,
}
