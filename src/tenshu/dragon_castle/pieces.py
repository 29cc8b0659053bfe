"""What lies on the table beside the castle: the setting of a game, the seats, the turn, the solo Dragon's tiles."""

from __future__ import annotations

from collections.abc import Sequence

from tenshu.dragon_castle import spirits
from tenshu.dragon_castle.calling import MOMENTS, Spirit, in_play
from tenshu.dragon_castle.grid import Grid
from tenshu.dragon_castle.realm import Realm

SHRINES_IN_THE_BOX = 40
TOKENS_IN_THE_BOX = 7
COUNTDOWN_PLAYERS_IN_SOLO = 3


class Setup:
    """What stays the same all through a game."""

    __slots__ = ("dragons", "first", "last_countdown", "players", "realm", "solo", "spirits", "spirits_at")

    def __init__(
        self, players: int, realm: Grid, spirits_in_play: Sequence[str], dragons: Sequence[str], first: int, solo: bool
    ) -> None:
        self.players = players
        self.realm = realm
        self.spirits = tuple(spirits_in_play)
        self.dragons = tuple(dragons)
        self.first = first
        self.solo = solo
        self.last_countdown = TOKENS_IN_THE_BOX - (COUNTDOWN_PLAYERS_IN_SOLO if solo else players)
        """Tokens on the track once the "!" is uncovered."""
        cards = [self.spirit(name) for name in self.spirits]
        self.spirits_at: dict[str, tuple[Spirit, ...]] = {moment: in_play(cards, moment) for moment in MOMENTS}

    @staticmethod
    def spirit(name: str) -> Spirit:
        return spirits.ALL[name]

    def key(self) -> tuple[object, ...]:
        return (
            self.players, self.realm.columns, self.realm.rows, self.spirits, self.dragons, self.first, self.solo,
        )  # fmt: skip


class Seat:
    """What lies before a player."""

    __slots__ = ("discarded", "realm", "shrines", "tokens", "vp")

    def __init__(self, realm: Realm, shrines: int, vp: int, tokens: int, discarded: tuple[int, ...]) -> None:
        self.realm = realm
        self.shrines = shrines
        """The Shrine Pool."""
        self.vp = vp
        self.tokens = tokens
        self.discarded = discarded
        """Every tile this player removed from the game, in order."""

    def copy(self) -> Seat:
        return Seat(self.realm, self.shrines, self.vp, self.tokens, self.discarded)

    def key(self) -> tuple[object, ...]:
        return self.realm, self.shrines, self.vp, self.tokens, self.discarded


class Turn:
    """How far the present turn has come; the fields are those of the `turn` object of a document."""

    __slots__ = (
        "doing", "elegance", "hand", "left", "moved", "origin", "pair", "phase", "picked", "player", "set", "settling",
        "used",
    )  # fmt: skip

    player: int
    phase: str
    """`action`, `complete`, `place` or `end`."""
    doing: str
    """A step inside the phase: building, or a spirit's effect; empty if none."""
    settling: bool
    """All groups of 4 or more are turned before the phase goes on."""
    hand: tuple[int, ...]
    origin: tuple[int, int] | None
    """Cell and floor of the first tile, until the action is completed."""
    picked: tuple[int, ...]
    used: tuple[str, ...]
    elegance: str
    """`must` between calling Elegance and the pick that needs it, then `on`."""
    pair: str
    """`deep` or `deception` when called for this pair."""
    set: int
    left: int
    """The set just turned, and the shrines it still allows."""
    moved: int | None
    """Where Strength's first tile ended."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.phase = "action"
        self.doing = self.elegance = self.pair = ""
        self.settling = False
        self.hand = self.picked = ()
        self.used = ()
        self.origin = self.moved = None
        self.set = self.left = 0

    def copy(self) -> Turn:
        turn = Turn.__new__(Turn)
        turn.player = self.player
        turn.phase = self.phase
        turn.doing = self.doing
        turn.settling = self.settling
        turn.hand = self.hand
        turn.origin = self.origin
        turn.picked = self.picked
        turn.used = self.used
        turn.elegance = self.elegance
        turn.pair = self.pair
        turn.set = self.set
        turn.left = self.left
        turn.moved = self.moved
        return turn

    def key(self, castle_names: Sequence[str] = ()) -> tuple[object, ...]:
        """The castle cell is told by its name: boards of different sizes number their cells differently."""
        origin = self.origin and (castle_names[self.origin[0]], self.origin[1])
        return origin, *(getattr(self, name) for name in self.__slots__ if name != "origin")

    @property
    def is_start(self) -> bool:
        return self.origin is None and self.key() == Turn(self.player).key()


class Ingenuity:
    """The Dragon of Ingenuity's open tiles and tokens."""

    __slots__ = ("tiles", "tokens")

    def __init__(self, tiles: tuple[int, ...] = (), tokens: int = 0) -> None:
        self.tiles = tiles
        self.tokens = tokens

    def key(self) -> tuple[object, ...]:
        return self.tiles, self.tokens
