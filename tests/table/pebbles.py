"""Pebbles: the smallest game that has everything the table speaks of. Tests break it on purpose.

A bag hides numbered pebbles. On your turn `reach left` or `reach right` (nothing is shown yet, it can be undone), then
`draw` (shows the next pebble) or, while the bag is rich, `rest` (a point, and the turn passes); a drawn pebble you
`keep` for its number or `drop`. When the bag is empty the game is over. Played alone, a crow answers each turn by
stealing a pebble.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Self

from tenshu.table.errors import IllegalMove, Impossible, Malformed, Reason
from tenshu.table.games import Game
from tenshu.table.randomness import shuffled
from tenshu.table.reading import fields, flag, listed, whole
from tenshu.table.state import Document, State
from tenshu.table.texts import Texts

HIDDEN = 0
"""A pebble nobody has seen, in a view."""
EVENTS = frozenset({"reached", "drawn", "kept", "dropped", "rested", "turn-ended", "stolen", "game-over"})
VERBS = {"reach": ("left", "right"), "draw": (), "rest": (), "keep": (), "drop": ()}


@dataclass(frozen=True, eq=False)
class Pebbles(State):
    bag: tuple[int, ...]
    """What is still in the bag, the next pebble last."""
    unseen: tuple[int, ...]
    """In a view: the pebbles of the bag, sorted."""
    kept: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    gone: tuple[int, ...] = ()
    """Dropped or stolen."""
    turn: int = 0
    side: str = ""
    drawn: int = 0
    lonely: bool = False
    log: tuple[tuple[str, int], ...] = ()

    game: ClassVar[str] = "pebbles"

    @classmethod
    def new(cls, *, players: int = 2, seed: int = 0, lonely: bool = False) -> Self:
        bag = tuple(shuffled([1, 1, 2, 2, 3, 3, 4, 5, 6, 7], Random(seed)))
        return cls(bag, (), ((),) * players, (0,) * players, lonely=lonely)

    @property
    def seats(self) -> int:
        return len(self.kept)

    @property
    def to_move(self) -> int | None:
        return None if self.is_over else self.turn

    @property
    def is_over(self) -> bool:
        return not self.bag and not self.drawn

    def legal_moves(self) -> list[str]:
        if self.is_over:
            return []
        if self.drawn:
            return ["keep", "drop"]
        if not self.side:
            return ["reach left", "reach right"]
        return ["draw", "rest"] if len(self.bag) > 5 else ["draw"]

    def play(self, move: str) -> Self:
        reason = self._why_not(parse(move))
        if reason is not None:
            raise IllegalMove(f"now it is {reason.facts['asked']}, not {move}", reason)
        return self._after(move)

    def copy(self) -> Self:
        return replace(self)

    def advance(self, move: str) -> None:
        after = self.play(move)
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, getattr(after, name))

    def _after(self, move: str) -> Self:
        verb, *words = move.split(" ")
        if verb == "reach":
            return replace(self, side=words[0], log=(("reached", 0),))
        if verb == "draw":
            if self.bag[-1] == HIDDEN:
                raise IllegalMove("this view does not know what comes next", Reason("unknown", (), {"asked": "draw"}))
            return replace(self, bag=self.bag[:-1], drawn=self.bag[-1], log=(("drawn", self.bag[-1]),))
        mine = list(self.kept[self.turn])
        points = self.points[self.turn]
        gone = self.gone
        if verb == "keep":
            mine.append(self.drawn)
            points += self.drawn
            log = [("kept", self.drawn)]
        elif verb == "drop":
            gone += (self.drawn,)
            log = [("dropped", self.drawn)]
        else:
            points += 1
            log = [("rested", 0)]
        log.append(("turn-ended", self.turn))
        bag = self.bag
        if self.lonely and len(bag) > 1:
            if bag[-1] == HIDDEN:
                raise IllegalMove(
                    "this view does not know what the crow finds", Reason("unknown", (), {"asked": "crow"})
                )
            bag, gone = bag[:-1], (*gone, bag[-1])
            log.append(("stolen", gone[-1]))
        after = replace(
            self,
            bag=bag,
            kept=tuple(tuple(mine) if seat == self.turn else pile for seat, pile in enumerate(self.kept)),
            points=tuple(points if seat == self.turn else other for seat, other in enumerate(self.points)),
            gone=gone,
            turn=(self.turn + 1) % self.seats,
            side="",
            drawn=0,
        )
        return replace(after, log=(*log, *((("game-over", 0),) if after.is_over else ())))

    def why_not(self, move: str) -> Reason | None:
        reason = self._why_not(parse(move))
        if reason is None:
            try:
                self._after(move)
            except IllegalMove as problem:
                return problem.reason
        return reason

    def _why_not(self, move: str) -> Reason | None:
        moves = self.legal_moves()
        return None if move in moves else Reason("not-now", (), {"asked": " or ".join(moves) or "over"})

    def scores(self) -> Document:
        players = [
            {"kept": sum(pile), "rests": points - sum(pile), "total": points}
            for pile, points in zip(self.kept, self.points, strict=True)
        ]
        best = sorted(set(self.points), reverse=True)
        return {
            "players": players,
            "ranking": [[s for s, points in enumerate(self.points) if points == place] for place in best],
        }

    def estimate(self, seat: int) -> float:
        return float(self.points[seat])

    def to_json(self) -> Document:
        document: Document = {
            "game": self.game,
            "bag": list(self.bag),
            "kept": [list(pile) for pile in self.kept],
            "points": list(self.points),
            "gone": list(self.gone),
            "turn": self.turn,
            "side": self.side,
            "drawn": self.drawn,
            "lonely": self.lonely,
        }
        return document | ({"unseen": list(self.unseen)} if self.unseen else {})

    def view(self, seat: int | None = None) -> Document:
        return self.seen_by(seat).to_json()

    def seen_by(self, seat: int | None = None) -> Self:
        hidden = tuple(sorted(pebble for pebble in (*self.bag, *self.unseen) if pebble))
        return replace(self, bag=(HIDDEN,) * len(self.bag), unseen=hidden, log=())

    def determinize(self, rng: Random) -> Self:
        hidden = sorted(pebble for pebble in (*self.bag, *self.unseen) if pebble)
        return replace(self, bag=tuple(shuffled(hidden, rng)), unseen=(), log=())

    @property
    def events(self) -> tuple[Document, ...]:
        return tuple({"event": name, "what": what} for name, what in self.log)

    @property
    def answers(self) -> tuple[str, ...]:
        return tuple(f"crow steals {what}" for name, what in self.log if name == "stolen")

    @property
    def reveals(self) -> bool:
        return any(name in ("drawn", "stolen") for name, _ in self.log)

    @property
    def turn_passed(self) -> bool:
        return any(name == "turn-ended" for name, _ in self.log)

    def _key(self) -> tuple[object, ...]:
        return self.bag, self.unseen, self.kept, self.points, self.gone, self.turn, self.side, self.drawn, self.lonely

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pebbles) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @classmethod
    def load(cls, document: Document) -> Self:
        names = ("game", "bag", "kept", "points", "gone", "turn", "side", "drawn", "lonely")
        fields(document, "", names, ("unseen",))
        kept = tuple(_pebbles(pile, f"kept[{i}]") for i, pile in enumerate(listed(document["kept"], "kept", 4)))
        points = _pebbles(document["points"], "points", 100)
        if not kept or len(points) != len(kept):
            raise Impossible("points", "must be as many as players")
        if document["side"] not in ("", "left", "right"):
            raise Malformed("side", "must be left or right or nothing")
        return cls(
            bag=_pebbles(document["bag"], "bag"),
            unseen=_pebbles(document.get("unseen", []), "unseen"),
            kept=kept,
            points=points,
            gone=_pebbles(document["gone"], "gone"),
            turn=whole(document["turn"], "turn", 0, len(kept) - 1),
            side=document["side"],
            drawn=whole(document["drawn"], "drawn", 0, 9),
            lonely=flag(document["lonely"], "lonely"),
        )


def _pebbles(value: object, place: str, most: int = 9) -> tuple[int, ...]:
    return tuple(whole(pebble, f"{place}[{i}]", 0, most) for i, pebble in enumerate(listed(value, place, 20)))


def parse(text: str) -> str:
    if not isinstance(text, str):
        raise Malformed("move", "must be a text")
    verb, *words = text.split(" ")
    if verb not in VERBS or (len(words), words[:1]) not in [(len(w), w) for w in _words(verb)]:
        raise Malformed("move", f"{text[:20]!r} is no move of pebbles")
    return text


def _words(verb: str) -> list[list[str]]:
    return [[word] for word in VERBS[verb]] or [[]]


def as_game(kind: type[Pebbles], **changes: Any) -> Game:
    """The announcement of a version of the game."""
    parts: dict[str, Any] = {
        "name": kind.game,
        "rules": 1,
        "new": kind.new,
        "load": kind.load,
        "parse": parse,
        "options": dict,
        "texts": lambda language: Texts(language, {}),
        "choices": lambda options, players: dict(options) | ({"lonely": True} if players == 1 else {}),
        "catalogue": lambda: {"players": [1, 2, 3, 4]},
    }
    return Game(**(parts | changes))
