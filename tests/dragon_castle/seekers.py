"""Players that aim at rare things, so that rare rules are really reached. None of them plays to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random

from tenshu.table.state import Document, State
from tests.dragon_castle import naive, naive_scores
from tests.table.checker import Chooser


def any_move(state: State, rng: Random) -> str:
    """All moves are equally likely."""
    moves = state.legal_moves()
    return moves[int(rng.random() * len(moves))]


_last_written: list[tuple[State, Document]] = []


def document_of(state: State) -> Document:
    """The document of a state; whoever looks at the same state next is given the same one, and must not change it."""
    if not _last_written or _last_written[0][0] is not state:
        _last_written[:] = [(state, state.to_json())]
    return _last_written[0][1]


class Sight:
    """A decision as a seeker sees it; the document is written only for those who look at it."""

    def __init__(self, state: State, moves: Sequence[str]) -> None:
        self.state = state
        self.moves = moves

    @cached_property
    def document(self) -> Document:
        return document_of(self.state)

    @property
    def seat(self) -> int:
        assert self.state.to_move is not None
        return self.state.to_move

    @cached_property
    def realm(self) -> dict[str, list[str]]:
        realm: dict[str, list[str]] = self.document["players"][self.seat]["realm"]
        return realm

    @cached_property
    def shown(self) -> dict[str, str]:
        """Face-up tiles of the realm by cell."""
        return {cell: stack[-1] for cell, stack in self.realm.items() if stack[-1].isupper()}

    def castle_tile(self, cell: str) -> str:
        tile: str = self.document["castle"][cell][-1]
        return tile

    def height(self, cell: str) -> int:
        return len(self.realm.get(cell, ()))

    def friends(self, cell: str, tile: str) -> int:
        """Face-up tiles of the same type right beside a cell."""
        return sum(self.shown.get(other, " ")[0] == tile[0] for other in naive.around(cell, naive.CROSS))


Taste = Callable[[Sight, str, list[str]], float]


def seeker(taste: Taste) -> Chooser:
    """Takes the move it likes best; chance decides between equals."""

    def choose(state: State, rng: Random) -> str:
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves[0]
        sight = Sight(state, moves)

        def liking(move: str) -> tuple[float, float]:
            verb, *words = move.split(" ")
            return taste(sight, verb, words), rng.random()

        return max(moves, key=liking)

    return choose


def mostly(chooser: Chooser, share: float = 0.85) -> Chooser:
    """The same with a whim now and then."""
    return lambda state, rng: chooser(state, rng) if rng.random() < share else any_move(state, rng)


def by_turns(*choosers: Chooser) -> Chooser:
    """Every seat has its own."""
    return lambda state, rng: choosers[(state.to_move or 0) % len(choosers)](state, rng)


def _builder(sight: Sight, verb: str, words: list[str]) -> float:
    """Pairs, sets, shrines on high places; calls a spirit only for a set, and pays with what stands alone."""
    match verb:
        case "place":
            return sight.friends(words[1], words[0]) + 0.3 * sight.height(words[1])
        case "build":
            return 2.0 + sight.height(words[0])
        case "take" | "pair":
            wanted = sight.castle_tile(words[0])[0]
            return sum(tile[0] == wanted for tile in sight.shown.values()) / 10 + (3 if verb == "pair" else 0)
        case "spirit":
            return _payment(sight, words[1]) + (2 if words[0] in ("beauty", "cunning", "change", "faith") else -9)
    return {"shrine": 2.5, "summon": -1.0}.get(verb, 0.0)


def _payment(sight: Sight, payment: str) -> float:
    """How gladly this is paid: lonely tiles first, then shrines, then tiles that belong to a group."""
    if payment == "shrine":
        return -0.5
    return -1.0 * sight.friends(payment, sight.shown[payment])


def _tower_builder(sight: Sight, verb: str, words: list[str]) -> float:
    """Stacks as high as they go: sets in one corner, again and again on the same cells, and no shrine closes them."""
    if verb == "place":
        near = -0.2 * sum(naive.reading(words[1])[:1]) - 0.1 * ord(words[1][0])
        return 2 * sight.friends(words[1], words[0]) + sight.height(words[1]) + near
    if verb in ("move", "carry"):
        return float(sight.height(words[1]))
    return {"pair": 3, "shrine": 1, "build": -3, "pass": 1, "summon": -2}.get(verb, 0)


def _miser(sight: Sight, verb: str, words: list[str]) -> float:
    """A shrine every turn and none of them built, until the supply is empty."""
    if verb == "place":
        return sight.friends(words[1], words[0])
    return {"shrine": 5, "build": -5, "pass": 1, "spirit": -5, "discard": -1, "summon": -3}.get(verb, 0)


def _collector(sight: Sight, verb: str, words: list[str]) -> float:
    """Fills the realm with face-up tiles that never make a set, until there is no room."""
    if verb == "place":
        return -5 * sight.friends(words[1], words[0]) - sight.height(words[1])
    return {"pair": 5, "shrine": 4, "discard": -1, "spirit": -3, "summon": -3, "end": 1}.get(verb, 0)


def _summoner(sight: Sight, verb: str, words: list[str]) -> float:
    return {"summon": 9, "spirit": -1}.get(verb, 0)


def _refuser(sight: Sight, verb: str, words: list[str]) -> float:
    """Nobody summons while there is a tile left; tiles go as fast as they can."""
    return {"summon": -9, "pair": 2, "destroy": 1, "spirit": 0.5}.get(verb, 0)


def _caller(sight: Sight, verb: str, words: list[str]) -> float:
    """Calls every spirit at the first chance if a lonely tile or a shrine pays for it; plays for sets otherwise."""
    return 9.0 + 9 * _payment(sight, words[1]) if verb == "spirit" else _builder(sight, verb, words)


builder, tower_builder, miser, collector, summoner, refuser, caller = map(
    seeker, (_builder, _tower_builder, _miser, _collector, _summoner, _refuser, _caller)
)


Plan = tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]


class Hoarder:
    """One huge set: groups of three of one type around a cell that is left free, until there is enough to join.

    The plan is for a realm of at least 8 columns and 6 rows: arms of three cells around one or two neighbouring joints.
    """

    ONE_JOINT: Plan = (
        ("d3",),
        (("c3", "b3", "a3"), ("e3", "f3", "g3"), ("d2", "d1", "c1"), ("d4", "d5", "d6")),
    )
    TWO_JOINTS: Plan = (
        ("d3", "e3"),
        (("c3", "b3", "a3"), ("f3", "g3", "h3"), ("d2", "d1", "c1"), ("e4", "e5", "f5")),
    )

    def __init__(self, size: int, kind: str) -> None:
        self.kind = kind
        self.joints, arms = self.ONE_JOINT if size <= 13 else self.TWO_JOINTS
        cells = [cell for ring in zip(*arms, strict=True) for cell in ring]
        self.arms = cells[: size - len(self.joints)]

    def __call__(self, state: State, rng: Random) -> str:
        return self._choose(state, rng)

    @cached_property
    def _choose(self) -> Chooser:
        return seeker(self._taste)

    def _taste(self, sight: Sight, verb: str, words: list[str]) -> float:
        held = sight.document["turn"].get("hand", [])
        full = all(sight.shown.get(cell, " ")[0] == self.kind for cell in self.arms)
        if verb in ("take", "pair"):
            is_mine = sight.castle_tile(words[0])[0] == self.kind
            return (3.0 if verb == "take" else 5.0) * is_mine
        if verb == "discard":
            return 4.0 if held[0][0] != self.kind or (full and len(self.joints) > 1) else -1.0
        if verb == "shrine":
            return 1.0
        if verb == "place":
            if words[0][0] == self.kind and words[1] in (self.joints if full else self.arms):
                return 5.0
            return -5.0 if words[1] in (*self.arms, *self.joints) else -float(sight.friends(words[1], words[0]))
        return {"summon": -5.0, "spirit": -5.0}.get(verb, 0.0)


class Timed:
    """Calls one spirit, and at one moment only; until then it prepares its effect."""

    def __init__(self, spirit: str, moment: str) -> None:
        self.spirit, self.moment = spirit, moment
        self._prepare = seeker(self._taste)

    def __call__(self, state: State, rng: Random) -> str:
        moves = state.legal_moves()
        if moment_of(moves) == self.moment:
            calls = [move for move in moves if move.startswith(f"spirit {self.spirit} ")]
            if calls:
                return calls[int(rng.random() * len(calls))]
        return self._prepare(state, rng)

    def _taste(self, sight: Sight, verb: str, words: list[str]) -> float:
        if verb == "spirit":
            return 1.0 if words[0] == "faith" else -9.0
        if verb == "place":
            return float(self._promise(sight, words[0], words[1]))
        if verb == "move":
            source = sight.realm[words[0]][-1]
            near = naive.around(words[1], naive.CROSS)
            return sight.friends(words[1], source) - (words[0] in near) if source.isupper() else -1.0
        return _builder(sight, verb, words)

    def _promise(self, sight: Sight, tile: str, cell: str) -> float:
        """What a tile does on a cell for the set this spirit wants."""
        beside = [sight.shown[other] for other in naive.around(cell, naive.CROSS) if other in sight.shown]
        alike = sum(other[0] == tile[0] for other in beside)
        if self.spirit == "beauty" and tile[0] in "MSF":
            return 3 * sum(other[1] == tile[1] for other in beside if other[0] in "MSF") - 2 * alike
        if self.spirit in ("change", "cunning", "strength") and group_around(sight.shown, cell, tile) > 3:
            return -3.0
        if self.spirit == "change" and tile[0] in "EWD":
            kinds = Counter(other[0] for other in beside)
            return float(max(kinds.values(), default=0))
        return alike


def group_around(shown: dict[str, str], cell: str, tile: str) -> int:
    """How large the group of a tile would be on a cell."""
    same = {other for other in shown if shown[other][0] == tile[0]} | {cell}
    return len(next(group for group in naive.groups(same) if cell in group))


class TwoSets:
    """Two groups of three of one type side by side, then a pair that completes both in one turn."""

    ARMS = ("a1", "b1", "c1", "a3", "b3", "c3")
    LAST = ("d1", "d3")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._choose = seeker(self._taste)

    def __call__(self, state: State, rng: Random) -> str:
        return self._choose(state, rng)

    def _taste(self, sight: Sight, verb: str, words: list[str]) -> float:
        full = all(sight.shown.get(cell, " ")[0] == self.kind for cell in self.ARMS)
        mine = (*self.ARMS, *self.LAST)
        match verb:
            case "take":
                return float(sight.castle_tile(words[0])[0] == self.kind)
            case "pair":
                return 5.0 if sight.castle_tile(words[0])[0] == self.kind else -1.0
            case "discard":
                held: str = sight.document["turn"]["hand"][0]
                return 3.0 if full or held[0] != self.kind else 0.0
            case "shrine":
                return 1.0
            case "place":
                if words[0][0] != self.kind:
                    return -5.0 if words[1] in mine else 0.0
                return 5.0 if words[1] in (self.LAST if full else self.ARMS) else -float(words[1] in mine)
        return {"summon": -5.0, "spirit": -5.0}.get(verb, 0.0)


class Saver:
    """Saves shrines, then calls every spirit it can in one turn."""

    def __init__(self, savings: int) -> None:
        self.savings = savings
        self._choose = seeker(self._taste)

    def __call__(self, state: State, rng: Random) -> str:
        return self._choose(state, rng)

    def _taste(self, sight: Sight, verb: str, words: list[str]) -> float:
        me = sight.document["players"][sight.seat]
        is_time = me["shrines"] >= self.savings or bool(sight.document["turn"].get("used"))
        if verb == "spirit":
            return 9.0 if is_time and words[1] == "shrine" else -9.0
        return _miser(sight, verb, words)


def _mirror(sight: Sight, verb: str, words: list[str]) -> float:
    """Stacks and shrines that mirror each other across both middle lines; then nothing is touched any more."""
    columns, rows = sight.document["realm"]
    if verb == "discard" and naive_scores.harmony(naive_scores.Look(sight.document, sight.seat)) >= 10:
        return 9.0
    if verb == "place":
        others = [sight.height(cell) for cell in mirrored(words[1], columns, rows)]
        return 3 * sum(other > sight.height(words[1]) for other in others) + sight.friends(words[1], words[0])
    if verb == "build":
        twins = mirrored(words[0], columns, rows)
        return 1.0 + sum("*" in sight.realm.get(cell, ()) for cell in twins)
    return _builder(sight, verb, words)


def mirrored(cell: str, columns: int, rows: int) -> list[str]:
    """The cell's images across the vertical and across the horizontal middle line."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1:])
    return [f"{chr(ord('a') + columns - 1 - column)}{row}", f"{cell[0]}{rows + 1 - row}"]


mirror = seeker(_mirror)


class Curious:
    """Plays for sets, and on a whim does what it has done least often: it counts what it did at which moment, and how
    it was paid. It remembers from game to game."""

    def __init__(self, whim: float = 0.3) -> None:
        self.whim = whim
        self.done = Counter[tuple[str, ...]]()

    def __call__(self, state: State, rng: Random) -> str:
        moves = state.legal_moves()
        moment = moment_of(moves)
        if rng.random() < self.whim:
            move = self._rarest(moment, moves, rng)
        else:
            move = builder(state, rng)
        self.done[self.kind(moment, move)] += 1
        return move

    def _rarest(self, moment: str, moves: Sequence[str], rng: Random) -> str:
        by_kind: dict[tuple[str, ...], list[str]] = {}
        for move in moves:
            by_kind.setdefault(self.kind(moment, move), []).append(move)
        same = by_kind[min(by_kind, key=lambda kind: (self.done[kind], rng.random()))]
        return same[int(rng.random() * len(same))]

    @staticmethod
    def kind(moment: str, move: str) -> tuple[str, ...]:
        verb, *words = move.split(" ")
        if verb != "spirit":
            return moment, verb
        return moment, words[0], "shrine" if words[1] == "shrine" else "tile"


def scripted(moves: Sequence[str], then: Chooser) -> Chooser:
    """Plays these moves while they are legal, then as it likes."""
    left = list(moves)

    def choose(state: State, rng: Random) -> str:
        if left and left[0] in state.legal_moves():
            return left.pop(0)
        return then(state, rng)

    return choose


def moment_of(moves: Sequence[str]) -> str:
    """Which question of the turn is open, read from its legal moves alone."""
    verbs = {move.split(" ", 1)[0] for move in moves}
    if verbs <= {"pair", "spirit"}:
        return "deep"
    for verb, moment in (
        ("place", "place"),
        ("consolidate", "consolidate"),
        ("discard", "complete"),
        ("end", "end"),
        ("take", "action"),
        ("summon", "action"),
        ("build", "build"),
        ("flip", "wind-flip"),
        ("carry", "wind-carry"),
        ("move", "strength"),
    ):
        if verb in verbs:
            return moment
    return "build" if "pass" in verbs else "effect"
