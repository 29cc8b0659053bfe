"""The ten spirit cards: when each may be called, and what it then asks."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle.calling import NOTHING_PAYS, Payments, Spirit, payments_that_leave
from tenshu.dragon_castle.grid import cells_of, first_cell
from tenshu.dragon_castle.notation import PASS, Move, cell_moves, two_word_move
from tenshu.dragon_castle.realm import Realm
from tenshu.dragon_castle.sets import (
    SMALLEST_SET,
    build,
    builds,
    kind_of,
    set_points,
    turn_set,
    turn_set_of_type,
    why_not_build,
)
from tenshu.dragon_castle.step import Step
from tenshu.dragon_castle.tiles import SPECIALS, TYPE_OF, TYPES
from tenshu.dragon_castle.turn import Complete, castle_cell, why_not_open, why_not_pickable
from tenshu.table.errors import Reason

if TYPE_CHECKING:
    from tenshu.dragon_castle.state import DragonCastle

POINTS_FOR_BEAUTY = 1
SHRINES_FOR_BEAUTY = 2
CUNNING_SIZE = 3
POINTS_FOR_CUNNING = 2


class NamedSet(Step):
    """A spirit that turns a set which is named by its first cell."""

    verbs = frozenset({"set"})

    @abstractmethod
    def groups(self, realm: Realm) -> list[int]:
        """The sets the spirit could turn."""

    @abstractmethod
    def turn(self, state: DragonCastle, group: int) -> None:
        """Turn one of them."""

    def find(self, realm: Realm) -> int:
        """Some set the spirit could turn; 0 if there is none."""
        groups = self.groups(realm)
        return groups[0] if groups else 0

    def moves(self, state: DragonCastle) -> list[Move]:
        realm = state.me.realm
        table = cell_moves("set", realm.grid).by_cell
        return [table[cell] for cell in sorted(first_cell(group) for group in self.groups(realm))]

    def play(self, state: DragonCastle, move: Move) -> None:
        realm = state.me.realm
        first = realm.grid.index[move.words[0]]
        self.turn(state, next(group for group in self.groups(realm) if first_cell(group) == first))

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        realm = state.me.realm
        names = tuple(realm.grid.names[first_cell(group)] for group in self.groups(realm))
        return Reason("no-set-there", names, {"cell": move.words[0]})


class BeautySet(NamedSet):
    """Faction tiles with one number, whatever their factions."""

    def groups(self, realm: Realm) -> list[int]:
        if realm.up.bit_count() < SMALLEST_SET:
            return []
        return [group for mask in realm.numbers()[1:] for group in realm.grid.groups(mask, SMALLEST_SET)]

    def turn(self, state: DragonCastle, group: int) -> None:
        points = set_points(group.bit_count()) + POINTS_FOR_BEAUTY
        turn_set(state, group, points, SHRINES_FOR_BEAUTY, None, "beauty")


class CunningSet(NamedSet):
    """A whole group of exactly three tiles of one type."""

    def groups(self, realm: Realm) -> list[int]:
        return [group for group in realm.sets(CUNNING_SIZE) if group.bit_count() == CUNNING_SIZE]

    def turn(self, state: DragonCastle, group: int) -> None:
        turn_set_of_type(state, group, POINTS_FOR_CUNNING, kind_of(state.me.realm.types, group), "cunning")


class ChangeSet(Step):
    """A special tile counts as another type, and completes a set of it."""

    verbs = frozenset({"as"})

    @staticmethod
    def group(realm: Realm, cell: int, kind: int) -> int:
        """The set of a type that a cell would belong to if it were of that type; 0 if it is too small."""
        bit = 1 << cell
        mask = realm.types[kind] | bit
        if mask.bit_count() < SMALLEST_SET:
            return 0
        group = realm.grid.group(bit, mask)
        return group if group.bit_count() >= SMALLEST_SET else 0

    def find(self, realm: Realm) -> int:
        """Some set Change could turn; 0 if there is none."""
        specials = realm.types[SPECIALS[0]] | realm.types[SPECIALS[1]] | realm.types[SPECIALS[2]]
        if not specials:
            return 0
        for kind, mask in enumerate(realm.types):
            if mask.bit_count() >= SMALLEST_SET - 1:
                for cell in cells_of(specials & ~mask & realm.grid.beside(mask)):
                    if group := self.group(realm, cell, kind):
                        return group
        return 0

    def moves(self, state: DragonCastle) -> list[Move]:
        realm = state.me.realm
        specials = realm.types[SPECIALS[0]] | realm.types[SPECIALS[1]] | realm.types[SPECIALS[2]]
        return [
            two_word_move("as", realm.grid.names[cell], letter)
            for cell in cells_of(specials)
            for kind, letter in enumerate(TYPES)
            if kind != TYPE_OF[realm.top(cell)] and self.group(realm, cell, kind)
        ]

    def play(self, state: DragonCastle, move: Move) -> None:
        realm = state.me.realm
        name, letter = move.words
        kind = TYPES.index(letter)
        group = self.group(realm, realm.grid.index[name], kind)
        turn_set_of_type(state, group, set_points(group.bit_count()), kind, "change")

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        realm = state.me.realm
        name, letter = move.words
        cell = realm.grid.index.get(name)
        facts: dict[str, str | int] = {"cell": name, "type": letter}
        if cell is None or not realm.up >> cell & 1 or TYPE_OF[realm.top(cell)] not in SPECIALS:
            return Reason("no-special-tile-there", (name,), facts)
        if TYPES[TYPE_OF[realm.top(cell)]] == letter:
            return Reason("already-that-type", (name,), facts)
        bit = 1 << cell
        group = realm.grid.group(bit, realm.types[TYPES.index(letter)] | bit)
        return Reason("set-too-small", tuple(realm.grid.named(group)), facts | {"n": group.bit_count()})


class Destroy(Step):
    """Destruction: an available tile of any floor is gone. Destroying is not picking: Elegance does not help."""

    verbs = frozenset({"destroy"})

    def moves(self, state: DragonCastle) -> list[Move]:
        floors = state.floors
        mask = ruins.available(floors, 1) | ruins.available(floors, 2) | ruins.available(floors, 3)
        return cell_moves("destroy", state.castle.grid).of(mask)

    def play(self, state: DragonCastle, move: Move) -> None:
        cell = state.castle.grid.index[move.words[0]]
        tile, _ = state.lift("destroyed", cell, state.turn.player)
        state.me.discarded += (tile,)
        state.turn.doing = ""

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        cell = castle_cell(state, move.words[0])
        if isinstance(cell, Reason):
            return cell
        reason = why_not_pickable(state, cell, "")
        assert reason is not None, "an available tile can be destroyed"
        return reason


class WindFlip(Step):
    """Wind, first: a face-up tile may be turned face down. Not a consolidation."""

    verbs = frozenset({"flip", "pass"})

    def moves(self, state: DragonCastle) -> list[Move]:
        realm = state.me.realm
        moves = cell_moves("flip", realm.grid).of(realm.up)
        if realm.bare:
            moves.append(PASS)
        return moves

    def play(self, state: DragonCastle, move: Move) -> None:
        me = state.me
        state.turn.doing = "wind-carry"
        if move.verb == "flip":
            cell = me.realm.grid.index[move.words[0]]
            me.realm = me.realm.turned(1 << cell)
            state.log.append(("flipped", state.turn.player, me.realm.top(cell), cell))

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        if move.verb == "pass":
            return Reason("must-flip")
        return Reason("no-face-up-tile-there", (move.words[0],), {"cell": move.words[0]})


class WindCarry(Step):
    """Wind, then: one built shrine must move to another bare tile."""

    verbs = frozenset({"carry"})

    def moves(self, state: DragonCastle) -> list[Move]:
        realm = state.me.realm
        targets = realm.grid.named(realm.bare)
        return [
            two_word_move("carry", source, target) for source in realm.grid.named(realm.shrines) for target in targets
        ]

    def play(self, state: DragonCastle, move: Move) -> None:
        me = state.me
        source, target = (me.realm.grid.index[name] for name in move.words)
        me.realm = me.realm.carried(source, target)
        state.log.append(("shrine-carried", state.turn.player, source, target))
        state.turn.doing = ""

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        realm = state.me.realm
        source, target = move.words
        from_cell, to_cell = (realm.grid.index.get(name) for name in move.words)
        if from_cell is None or not realm.shrines >> from_cell & 1:
            return Reason("no-shrine-there", (source,), {"cell": source})
        if to_cell is None:
            return Reason("no-such-cell", (), {"cell": target})
        if not realm.occupied >> to_cell & 1:
            return Reason("no-tile-there", (target,), {"cell": target})
        return why_not_open(state, target)


class StrengthMove(Step):
    """Strength, first: a top tile without a shrine moves to a cell that could take a placed tile, keeping its face."""

    verbs = frozenset({"move"})

    def sources(self, state: DragonCastle) -> int:
        realm = state.me.realm
        return realm.up | realm.bare

    def moves(self, state: DragonCastle) -> list[Move]:
        realm = state.me.realm
        targets = realm.grid.named(realm.open)
        return [
            two_word_move("move", source, target)
            for source in realm.grid.named(self.sources(state))
            for target in targets
            if target != source
        ]

    def carry_out(self, state: DragonCastle, move: Move) -> int:
        me = state.me
        source, target = (me.realm.grid.index[name] for name in move.words)
        state.log.append(("moved", state.turn.player, me.realm.top(source), source, target))
        me.realm = me.realm.moved(source, target)
        return target

    def play(self, state: DragonCastle, move: Move) -> None:
        state.turn.moved = self.carry_out(state, move)
        state.turn.doing = "strength-again"

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        realm = state.me.realm
        source, target = move.words
        cell = realm.grid.index.get(source)
        if cell is None or not realm.occupied >> cell & 1:
            return Reason("no-tile-there", (source,), {"cell": source})
        if realm.shrines >> cell & 1:
            return Reason("shrine-there", (source,), {"cell": source})
        if cell == state.turn.moved:
            return Reason("moved-already", (source,), {"cell": source})
        if source == target:
            return Reason("same-cell", (source,), {"cell": source})
        return why_not_open(state, target)


class StrengthAgain(StrengthMove):
    """Strength, then: perhaps another tile. Sets are looked for only after that, and all of them are turned."""

    verbs = frozenset({"move", "pass"})

    def sources(self, state: DragonCastle) -> int:
        assert state.turn.moved is not None
        return super().sources(state) & ~(1 << state.turn.moved)

    def moves(self, state: DragonCastle) -> list[Move]:
        return [*super().moves(state), PASS]

    def play(self, state: DragonCastle, move: Move) -> None:
        turn = state.turn
        if move.verb == "move":
            self.carry_out(state, move)
        turn.doing = ""
        turn.moved = None
        turn.settling = True


class FaithBuild(Step):
    """Faith: one more shrine, now; it does not count against those the set itself allows."""

    verbs = frozenset({"build"})

    def moves(self, state: DragonCastle) -> list[Move]:
        return builds(state)

    def play(self, state: DragonCastle, move: Move) -> None:
        build(state, move)
        state.turn.doing = "build"

    def why_not(self, state: DragonCastle, move: Move) -> Reason:
        return why_not_build(state, move)


BEAUTY_SET, CUNNING_SET, CHANGE_SET = BeautySet(), CunningSet(), ChangeSet()

STEPS: dict[str, Step] = {
    "beauty": BEAUTY_SET,
    "cunning": CUNNING_SET,
    "change": CHANGE_SET,
    "destruction": Destroy(),
    "wind-flip": WindFlip(),
    "wind-carry": WindCarry(),
    "strength": StrengthMove(),
    "strength-again": StrengthAgain(),
    "faith": FaithBuild(),
}


class Beauty(Spirit):
    name = "beauty"

    def payments(self, state: DragonCastle) -> Payments:
        return payments_that_leave(state.me.realm, BEAUTY_SET.find)

    def begin(self, state: DragonCastle) -> None:
        state.turn.doing = "beauty"


class Cunning(Spirit):
    name = "cunning"

    def payments(self, state: DragonCastle) -> Payments:
        """A tile of a larger group can pay if that leaves exactly three."""
        realm = state.me.realm
        larger = sum(realm.sets(CUNNING_SIZE + 1))
        return payments_that_leave(realm, CUNNING_SET.find, doubtful=larger)

    def begin(self, state: DragonCastle) -> None:
        state.turn.doing = "cunning"


class Change(Spirit):
    name = "change"

    def payments(self, state: DragonCastle) -> Payments:
        return payments_that_leave(state.me.realm, CHANGE_SET.find)

    def begin(self, state: DragonCastle) -> None:
        state.turn.doing = "change"


class Destruction(Spirit):
    name = "destruction"

    def payments(self, state: DragonCastle) -> Payments:
        """A castle with a tile always has an available one."""
        return (True, state.me.realm.up) if state.floors[0] else NOTHING_PAYS

    def begin(self, state: DragonCastle) -> None:
        state.turn.doing = "destruction"


class Wind(Spirit):
    name = "wind"

    def payments(self, state: DragonCastle) -> Payments:
        """Ruling: without a shrine that can move it is not offered. The goal may be bare already, be flipped for it, or
        be uncovered by the tile that pays."""
        realm = state.me.realm
        if not realm.shrines:
            return NOTHING_PAYS
        if realm.bare or realm.up.bit_count() > 1:
            return True, realm.up
        return bool(realm.up), realm.up & realm.heights_at_least(2)

    def begin(self, state: DragonCastle) -> None:
        state.turn.doing = "wind-flip"


class Strength(Spirit):
    name = "strength"

    def payments(self, state: DragonCastle) -> Payments:
        realm = state.me.realm
        with_shrine = self._can_move(realm.up | realm.bare, realm.open)
        if realm.open.bit_count() > 1 and (realm.bare or realm.up.bit_count() > 1):
            return with_shrine, realm.up
        payable = 0
        for cell in cells_of(realm.up):
            after = realm.taken_off(cell)
            if self._can_move(after.up | after.bare, after.open):
                payable |= 1 << cell
        return with_shrine, payable

    @staticmethod
    def _can_move(sources: int, targets: int) -> bool:
        """Whether some source has a target other than itself."""
        if targets.bit_count() > 1:
            return bool(sources)
        return bool(targets and sources & ~targets)

    def begin(self, state: DragonCastle) -> None:
        state.turn.doing = "strength"


class Faith(Spirit):
    name = "faith"
    moments = frozenset({"build"})

    def payments(self, state: DragonCastle) -> Payments:
        """After paying, the pool must still hold a shrine and a tile of the set must be bare."""
        me = state.me
        if not state.turn.set & ~me.realm.shrines or not me.shrines:
            return NOTHING_PAYS
        return me.shrines >= 2, me.realm.up

    def begin(self, state: DragonCastle) -> None:
        state.turn.doing = "faith"


class SecondTileSpirit(Spirit):
    """A spirit that widens the choice of a pair's second tile. A tile that pays makes room for one more."""

    @abstractmethod
    def second_tiles(self, state: DragonCastle) -> int:
        """The castle cells it would let the player pair with."""

    def payments(self, state: DragonCastle) -> Payments:
        if not self.second_tiles(state):
            return NOTHING_PAYS
        realm = state.me.realm
        room = realm.open.bit_count()
        return room >= 2, realm.up if room >= 1 else 0


class Elegance(SecondTileSpirit):
    """Short sides count too. Ruling: called right before a pick that needs it."""

    name = "elegance"
    moments = frozenset({"action", "complete", "deep"})

    def second_tiles(self, state: DragonCastle) -> int:
        return Complete.second_tiles(state, state.turn.pair, "must")

    def payments(self, state: DragonCastle) -> Payments:
        if state.turn.phase == "complete":
            return super().payments(state)
        top = ruins.top_floor(state.floors)
        if top and ruins.pickable(state.floors, top, state.castle.grid.stride, "must"):
            return True, state.me.realm.up
        return NOTHING_PAYS

    def begin(self, state: DragonCastle) -> None:
        state.turn.elegance = "must"


class Deception(SecondTileSpirit):
    name = "deception"
    moments = frozenset({"complete"})

    def second_tiles(self, state: DragonCastle) -> int:
        return Complete.second_tiles(state, "deception", state.turn.elegance)

    def begin(self, state: DragonCastle) -> None:
        state.turn.pair = "deception"


class Deep(SecondTileSpirit):
    name = "deep"
    moments = frozenset({"complete"})

    def second_tiles(self, state: DragonCastle) -> int:
        return Complete.second_tiles(state, "deep", state.turn.elegance)

    def begin(self, state: DragonCastle) -> None:
        state.turn.pair = "deep"


_CARDS: tuple[Spirit, ...] = (
    Beauty(), Wind(), Elegance(), Deception(), Strength(), Change(), Faith(), Deep(), Destruction(), Cunning(),
)  # fmt: skip
ALL = {spirit.name: spirit for spirit in _CARDS}
