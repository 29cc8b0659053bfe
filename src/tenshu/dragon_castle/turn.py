"""A turn: one action, then place what was taken, then (see `sets`) consolidate and build, then end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle.calling import offers
from tenshu.dragon_castle.notation import DISCARD, END, SHRINE, SUMMON, Move, cell_moves, place_moves
from tenshu.dragon_castle.step import Step
from tenshu.dragon_castle.tiles import SYMBOLS, TILE, TYPE_NAMES, TYPE_OF
from tenshu.table.errors import Reason

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

POINTS_FOR_A_DISCARD = 1


def why_not_pickable(state: DragonCastle, cell: int, elegance: str) -> Reason | None:
    """Why the top tile of a castle cell cannot be picked; None if it can. The cells are the neighbours in the way."""
    floors, board = state.floors, state.castle.grid
    bit = 1 << cell
    floor = ruins.height_at(floors, bit)
    if ruins.pickable(floors, floor, board.stride, elegance) & bit:
        return None
    here = floors[floor - 1]
    long_sides = board.named(here & (bit << 1 | bit >> 1))
    facts: dict[str, str | int] = {"cell": board.names[cell], "floor": floor}
    if not elegance:
        return Reason("closed-in", tuple(long_sides), facts)
    if elegance == "must" and ruins.available(floors, floor) & bit:
        return Reason("elegance-not-needed", (board.names[cell],), facts)
    short_sides = board.named(here & (bit << board.stride | bit >> board.stride))
    return Reason("closed-in-all-round", tuple(long_sides + short_sides), facts)


def castle_cell(state: DragonCastle, name: str) -> int | Reason:
    """The cell of a castle stack, or why there is none."""
    cell = state.castle.grid.index.get(name)
    if cell is None or not state.floors[0] >> cell & 1:
        return Reason("no-tile-there", (name,), {"cell": name})
    return cell


class Action(Step):
    """Take the first tile, or summon the Dragon."""

    verbs = frozenset({"take", "summon"})

    def moves(self, state: DragonCastle) -> list[Move]:
        floors, board = state.floors, state.castle.grid
        turn = state.turn
        if state.countdown <= state.setup.last_countdown and state.is_over:
            return []
        top = ruins.top_floor(floors)
        moves: list[Move] = []
        if top:
            moves = cell_moves("take", board).of(ruins.pickable(floors, top, board.stride, turn.elegance))
        if turn.elegance:
            return moves
        if top <= 1:
            moves.append(SUMMON)
        if state.setup.spirits:
            moves += offers(state, "action")
        return moves

    def play(self, state: DragonCastle, move: Move) -> None:
        turn = state.turn
        if move.verb == "summon":
            state.me.tokens += 1
            state.take_token("token-taken", turn.player)
            turn.phase = "end"
            return
        cell = state.castle.grid.index[move.words[0]]
        tile, floor = state.lift("taken", cell, turn.player)
        turn.phase = "complete"
        turn.hand = turn.picked = (tile,)
        turn.origin = cell, floor
        if turn.elegance:
            turn.elegance = "on"

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        floors, board = state.floors, state.castle.grid
        top = ruins.top_floor(floors)
        if move.verb == "summon":
            if state.turn.elegance:
                return Reason("elegance-promised")
            return Reason("floors-left", tuple(board.named(floors[1])))
        cell = castle_cell(state, move.words[0])
        if isinstance(cell, Reason):
            return cell
        floor = ruins.height_at(floors, 1 << cell)
        if floor < top:
            facts: dict[str, str | int] = {"cell": move.words[0], "floor": floor, "top": top}
            return Reason("not-the-top-floor", tuple(board.named(floors[top - 1])), facts)
        reason = why_not_pickable(state, cell, state.turn.elegance)
        assert reason is not None, "a pickable tile of the top floor can be taken"
        return reason


class Complete(Step):
    """Say what the action is: a pair, a shrine with it, or a discard."""

    verbs = frozenset({"pair", "shrine", "discard"})

    def moves(self, state: DragonCastle) -> list[Move]:
        turn = state.turn
        room = state.me.realm.open.bit_count()
        moves: list[Move] = []
        if room >= 2:
            mask = self.second_tiles(state, turn.pair, turn.elegance)
            if mask:
                moves = cell_moves("pair", state.castle.grid).of(mask)
        if turn.elegance == "must" or turn.pair == "deception":
            return moves
        if turn.pair == "deep":
            return moves + offers(state, "deep")
        if room and state.supply:
            moves.append(SHRINE)
        moves.append(DISCARD)
        if state.setup.spirits:
            moves += offers(state, "complete")
        return moves

    @staticmethod
    def second_tiles(state: DragonCastle, pair: str, elegance: str) -> int:
        """The castle cells whose top tile can be the second of the pair, room not asked."""
        turn, floors, castle = state.turn, state.floors, state.castle
        assert turn.origin is not None
        if pair == "deception":
            cell, floor = turn.origin
            return castle.grid.beside(1 << cell) & ruins.uncovered(floors, floor)
        tile = turn.hand[0]
        cells = castle.cells_by_type[TYPE_OF[tile]] if pair == "deep" else castle.cells_by_symbol[tile]
        if not elegance:
            return ruins.available_among(floors, cells)
        found = 0
        for level, wanted in enumerate(cells):
            found |= wanted & ruins.pickable(floors, level + 1, castle.grid.stride, elegance)
        return found

    def play(self, state: DragonCastle, move: Move) -> None:
        turn, me = state.turn, state.me
        turn.origin = None
        if move.verb == "discard":
            (tile,) = turn.hand
            me.discarded += (tile,)
            me.vp += POINTS_FOR_A_DISCARD
            state.log.append(("discarded", turn.player, tile, POINTS_FOR_A_DISCARD))
            turn.hand = ()
            turn.phase = "end"
            return
        turn.phase = "place"
        if move.verb == "shrine":
            state.supply -= 1
            me.shrines += 1
            state.log.append(("shrine-gained", turn.player))
            return
        tile, _ = state.lift("taken", state.castle.grid.index[move.words[0]], turn.player)
        turn.hand += (tile,)
        turn.picked += (tile,)
        turn.pair = ""
        if turn.elegance:
            turn.elegance = "on"

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        turn = state.turn
        if move.verb != "pair":
            if turn.elegance == "must":
                return Reason("elegance-promised")
            if turn.pair:
                return Reason("pair-promised", (), {"spirit": turn.pair})
            return Reason("no-room", (), {"n": 1}) if state.supply else Reason("supply-empty")
        cell = castle_cell(state, move.words[0])
        if isinstance(cell, Reason):
            return cell
        reason = self._why_not_second(state, cell)
        return reason if reason is not None else Reason("no-room", (), {"n": 2})

    def _why_not_second(self, state: DragonCastle, cell: int) -> Reason | None:
        turn, board = state.turn, state.castle.grid
        assert turn.origin is not None
        height = ruins.height_at(state.floors, 1 << cell)
        name = board.names[cell]
        if turn.pair == "deception":
            return self._why_not_beside(state, cell)
        tile, first = state.castle.tiles[height - 1][cell], turn.hand[0]
        facts: dict[str, str | int] = {"cell": name, "tile": SYMBOLS[tile], "first": SYMBOLS[first]}
        if turn.pair == "deep":
            if TYPE_OF[tile] != TYPE_OF[first]:
                return Reason("not-the-same-type", (name,), facts | {"type": TYPE_NAMES[TYPE_OF[first]]})
        elif tile != first:
            return Reason("not-identical", (name,), facts)
        return why_not_pickable(state, cell, turn.elegance)

    @staticmethod
    def _why_not_beside(state: DragonCastle, cell: int) -> Reason | None:
        """Ruling: Deception takes a tile beside the first one on the same floor. The first came from the top floor, so
        nothing can lie on the second."""
        board = state.castle.grid
        assert state.turn.origin is not None
        first, floor = state.turn.origin
        name = board.names[cell]
        facts: dict[str, str | int] = {"cell": name, "first": board.names[first], "floor": floor}
        if not board.beside(1 << first) >> cell & 1:
            return Reason("not-adjacent", (board.names[first],), facts)
        height = ruins.height_at(state.floors, 1 << cell)
        return None if height == floor else Reason("other-floor", (name,), facts)


class Place(Step):
    """Put a tile from the hand into the realm."""

    verbs = frozenset({"place"})

    def moves(self, state: DragonCastle) -> list[Move]:
        realm = state.me.realm
        first, *others = sorted(set(state.turn.hand))
        moves = place_moves(first, realm.grid).of(realm.open)
        for tile in others:
            moves += place_moves(tile, realm.grid).of(realm.open)
        if state.setup.spirits:
            moves += offers(state, "place")
        return moves

    def play(self, state: DragonCastle, move: Move) -> None:
        turn, me = state.turn, state.me
        tile = TILE[move.words[0]]
        cell = me.realm.grid.index[move.words[1]]
        me.realm = me.realm.placed(cell, tile)
        state.log.append(("placed", turn.player, tile, cell, len(me.realm.stacks[cell])))
        hand = turn.hand
        turn.hand = hand[1:] if hand[0] == tile else hand[:1]
        if not turn.hand:
            turn.phase = "end"
            turn.settling = True

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        symbol, name = move.words
        if TILE[symbol] not in state.turn.hand:
            return Reason("not-in-hand", (), {"tile": symbol})
        return why_not_open(state, name)


def why_not_open(state: DragonCastle, name: str) -> Reason:
    """Why a realm cell that is not open cannot take a tile."""
    realm = state.me.realm
    cell = realm.grid.index.get(name)
    facts = {"cell": name}
    if cell is None:
        return Reason("no-such-cell", (), facts)
    return Reason("shrine-there" if realm.shrines >> cell & 1 else "face-up-tile-there", (name,), facts)


class End(Step):
    """A last chance for spirits; asked only while one could still be called."""

    verbs = frozenset({"end"})

    def moves(self, state: DragonCastle) -> list[Move]:
        if state.setup.spirits:
            return [*offers(state, "end"), END]
        return [END]

    def play(self, state: DragonCastle, move: Move) -> None:
        state.finish_turn()

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        raise AssertionError("ending the turn is always a legal answer here")
