"""What makes no difference in Dragon Castle, in the encoding `dragon_castle_v1`: for turning one game into many.

- A realm may be mirrored, west to east and north to south, each player's by itself.
- The castle may be mirrored likewise, but not in solo: the Dragon of Ingenuity prefers the north, then the west.
- The three factions may be exchanged; so may Seasons and Winds, and the symbols within Seasons, Winds and Dragons. The
  numbers of the factions may be exchanged, all factions alike, unless Majesty or Power is in play.

A symmetry maps observations to observations and numbers of moves to numbers, and playing commutes with it. Seats need
none: an observation begins with its viewer anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tenshu.dragon_castle.encoding import CASTLE, DOINGS, ENCODING, REALM, UP
from tenshu.dragon_castle.grid import Grid, cell_name, column_and_row
from tenshu.dragon_castle.notation import GRAMMAR
from tenshu.dragon_castle.tiles import NUMBER_OF, SYMBOLS, TILE, TYPE_OF, TYPES

IN_CASTLE = frozenset({"take", "pair", "destroy"})
NAMES_A_SET = frozenset({"consolidate", "set"})
HAND, FROM, MOVED = slice(4, 9), 9, 14
"""Where in the part `turn` tiles and cells are told."""
Cells = Callable[[str], str]


def mirrored(board: Grid, *, west_east: bool, north_south: bool) -> Cells:
    """Cells by name to their mirror images."""

    def image(name: str) -> str:
        column, row = column_and_row(name)
        return cell_name(
            board.columns - 1 - column if west_east else column, board.rows - 1 - row if north_south else row
        )

    return image


def same(name: str) -> str:
    return name


@dataclass(frozen=True)
class Symmetry:
    """Mirrors of the castle and of the viewer's own realm, and an exchange of tiles. `realms` mirrors the others'."""

    castle: Cells = same
    realm: Cells = same
    tiles: Mapping[str, str] | None = None
    realms: Sequence[Cells] = ()

    def _tile(self, number: int) -> int:
        """A tile as an observation tells it: 0 is none."""
        if not number or self.tiles is None:
            return number
        return TILE[self.tiles[SYMBOLS[number - 1]]] + 1

    def observation(self, seen: bytes, seats: int) -> bytearray:
        """The image of what somebody sees."""
        found, begin = bytearray(seen), 0
        for part in ENCODING.parts(seats):
            piece = bytes(seen[begin : begin + part.size])
            found[begin : begin + part.size] = self._part(part.name, piece, seen, seats)
            begin += part.size
        return found

    def _part(self, name: str, piece: bytes, seen: bytes, seats: int) -> bytes:
        first, *words = name.split()
        if name.endswith("tiles"):
            piece = bytes(map(self._tile, piece))
        if first == "castle":
            return _moved(piece, CASTLE, self.castle)
        if first == "realm":
            return _moved(piece, REALM, self._realm_of(int(words[0])))
        if name == "set":
            return _moved(piece, REALM, self._realm_of(_turn(seen, seats)[0]))
        if name == "unseen":
            return bytes(piece[place] for place in self._sources())
        return self._turn(piece) if name == "turn" else piece

    def _realm_of(self, seat: int) -> Cells:
        return self.realm if seat == 0 else self.realms[seat - 1] if seat <= len(self.realms) else same

    def _sources(self) -> list[int]:
        """For each tile the one whose image it is."""
        images = [self._tile(tile + 1) - 1 for tile in range(len(SYMBOLS))]
        return [images.index(tile) for tile in range(len(SYMBOLS))]

    def _turn(self, piece: bytes) -> bytes:
        found = bytearray(piece)
        found[HAND] = bytes(map(self._tile, piece[HAND]))
        found[FROM] = _image(piece[FROM], CASTLE, self.castle)
        found[MOVED] = _image(piece[MOVED], REALM, self._realm_of(piece[0]))
        return bytes(found)

    def number(self, number: int, seen: bytes, seats: int) -> int:
        """The image of a move of the viewer.

        A set is named by its first cell, which in the mirror is another one: that depends on what the viewer sees.
        """
        verb, *words = ENCODING.move(number).split()
        kinds = GRAMMAR[verb]
        if verb in NAMES_A_SET:
            cells = [self.realm(cell) for cell in _set_at(words[0], seen, seats)]
            words = [min(cells, key=lambda cell: column_and_row(cell)[::-1])]
        else:
            words = [self._word(verb, word) for word in words]
        assert len(words) == len(kinds)
        return ENCODING.number(" ".join((verb, *words)))

    def _word(self, verb: str, word: str) -> str:
        if word in SYMBOLS:
            return self.tiles[word] if self.tiles is not None else word
        if word in TYPES:
            return self.tiles[f"{word}1"][0] if self.tiles is not None else word
        if word in CASTLE.index:  # every cell of a realm has a name of the castle, too
            return self.castle(word) if verb in IN_CASTLE else self.realm(word)
        return word


def _moved(piece: bytes, board: Grid, image: Cells) -> bytes:
    found = bytearray(piece)
    names = list(board.index)
    for name, value in zip(names, piece, strict=True):
        found[names.index(image(name))] = value
    return bytes(found)


def _image(told: int, board: Grid, image: Cells) -> int:
    """A cell as an observation tells it: 0 is none."""
    names = list(board.index)
    return names.index(image(names[told - 1])) + 1 if told else 0


def _part_of(name: str, seen: bytes, seats: int) -> bytes:
    begin = 0
    for part in ENCODING.parts(seats):
        if part.name == name:
            return bytes(seen[begin : begin + part.size])
        begin += part.size
    raise KeyError(name)


def _turn(seen: bytes, seats: int) -> bytes:
    return _part_of("turn", seen, seats)


def _set_at(cell: str, seen: bytes, seats: int) -> list[str]:
    """The cells of the viewer's set with this cell: of one number while Beauty asks, else of one type."""
    tiles, faces = _part_of("realm 0 tiles", seen, seats), _part_of("realm 0 faces", seen, seats)
    by_number = DOINGS[_turn(seen, seats)[2]] == "beauty"
    kinds = NUMBER_OF if by_number else TYPE_OF
    kind_of = {name: kinds[tile - 1] for name, tile, face in zip(REALM.index, tiles, faces, strict=True) if face == UP}
    alike = sum(1 << REALM.index[name] for name, kind in kind_of.items() if kind == kind_of[cell])
    return REALM.named(REALM.group(1 << REALM.index[cell], alike))


def exchanged(**by_first: str) -> dict[str, str]:
    """An exchange of tiles from one of types: `exchanged(M="S", S="M")`."""
    return {symbol: by_first.get(symbol[0], symbol[0]) + symbol[1] for symbol in SYMBOLS}
