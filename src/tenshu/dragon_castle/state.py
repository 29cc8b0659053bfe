"""A moment of a game of Dragon Castle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle import habits, position, solo, spirits
from tenshu.dragon_castle.calling import call, why_not_call
from tenshu.dragon_castle.castle import Castle, Floors
from tenshu.dragon_castle.estimate import doubt, estimate
from tenshu.dragon_castle.events import Raw, told
from tenshu.dragon_castle.notation import Move, parse
from tenshu.dragon_castle.pieces import Ingenuity, Seat, Setup, Turn
from tenshu.dragon_castle.scoring import grounds, score_sheet, tie_breaks
from tenshu.dragon_castle.sets import Build, Consolidate
from tenshu.dragon_castle.step import Step
from tenshu.dragon_castle.tiles import UNKNOWN
from tenshu.dragon_castle.turn import Action, Complete, End, Place
from tenshu.dragon_castle.words import ENGLISH
from tenshu.table.errors import IllegalMove, Reason
from tenshu.table.randomness import shuffled
from tenshu.table.state import Document, State

STEPS: dict[str, Step] = {
    "action": Action(),
    "complete": Complete(),
    "place": Place(),
    "end": End(),
    "consolidate": Consolidate(),
    "build": Build(),
    **spirits.STEPS,
}
SKIPPED = frozenset({"pass", "end", "consolidate"})
"""A decision whose only answer is one of these is no decision."""


class DragonCastle(State):
    """A state that has been published never changes; `play` works on a copy under construction."""

    __slots__ = (
        "_legal", "_step", "castle", "countdown", "floors", "ingenuity", "log", "me", "players", "setup", "supply",
        "told_answers", "turn",
    )  # fmt: skip

    game: ClassVar[str] = "dragon-castle"
    views_differ = False

    def __init__(
        self,
        setup: Setup,
        castle: Castle,
        floors: Floors,
        supply: int,
        countdown: int,
        players: Sequence[Seat],
        turn: Turn,
        ingenuity: Ingenuity | None = None,
    ) -> None:
        self.setup = setup
        self.castle = castle
        """The deal. What is left of it: `floors`."""
        self.floors = floors
        self.supply = supply
        self.countdown = countdown
        """Tokens still on the track."""
        self.players = list(players)
        self.me = self.players[turn.player]
        """The player in turn."""
        self.turn = turn
        self.ingenuity = ingenuity
        self.log: list[Raw] = []
        self.told_answers: tuple[str, ...] = ()
        self._legal: list[Move] | None = None
        self._step: Step | None = None

    def copy(self) -> DragonCastle:
        state = self._under_construction()
        state.players = [seat.copy() for seat in self.players]
        state.me = state.players[self.turn.player]
        state.log, state.told_answers = self.log, self.told_answers
        state._legal, state._step = self._legal, self._step
        return state

    def _under_construction(self) -> DragonCastle:
        """A copy for one move: of the seats, only the one in turn is its own."""
        turn = self.turn.copy()
        state = DragonCastle.__new__(DragonCastle)
        state.setup = self.setup
        state.castle = self.castle
        state.floors = self.floors
        state.supply = self.supply
        state.countdown = self.countdown
        state.players = players = self.players.copy()
        state.me = players[turn.player] = self.me.copy()
        state.turn = turn
        state.ingenuity = self.ingenuity
        state.log = []
        state.told_answers = ()
        state._legal = state._step = None
        return state

    # The contract of the table.

    @property
    def seats(self) -> int:
        return self.setup.players

    @property
    def to_move(self) -> int | None:
        return None if self.is_over else self.turn.player

    @property
    def is_over(self) -> bool:
        """The round in which the "!" was uncovered has been finished."""
        turn = self.turn
        return self.countdown <= self.setup.last_countdown and turn.player == self.setup.first and turn.is_start

    def legal_moves(self) -> list[Move]:
        return (self._legal or self._moves()).copy()

    def plausible(self, rng: Random) -> Move:
        return habits.plausible(self, self._legal or self._moves(), rng)

    def promises(self, move: str) -> tuple[Document, ...]:
        """With the sets the move completes turned, and how many shrines may then be built (`may-build`, which is told
        only here); what lies under the castle is not foreseen."""
        after = self.play(move)
        events = [*after.events]
        while after.to_move == self.to_move and not after.turn_passed:
            turning = [each for each in after.legal_moves() if each.verb == "consolidate"]
            if not turning:
                break
            after = after.play(turning[0])
            events += after.events
        told = [event for event in events if event["event"] != "uncovered"]
        if after.turn.doing == "build" and any(event["event"] == "set-turned" for event in told):
            shrines = min(after.turn.left, after.me.shrines)
            told.append({"event": "may-build", "seat": after.turn.player, "shrines": shrines})
        return tuple(told)

    def play(self, move: str) -> DragonCastle:
        known = self._known(move)
        after = self._under_construction()
        after._carry_out(known, self._step or self.step)
        return after

    def advance(self, move: str) -> None:
        known = self._known(move)
        self.log = []
        self.told_answers = ()
        self._carry_out(known, self._step or self.step)

    def _known(self, move: str) -> Move:
        """A legal move, parsed; an illegal one raises."""
        if move not in (self._legal or self._moves()):
            raise illegal(self._why_illegal(parse(move)))
        return move if type(move) is Move else parse(move)

    def _carry_out(self, move: Move, step: Step) -> None:
        if move.verb == "spirit":
            call(self, move)
        else:
            step.play(self, move)
        self._come_to_rest()

    def why_not(self, move: str) -> Reason | None:
        move = parse(move)
        if move not in self._moves():
            return self._why_illegal(move)
        try:
            self.play(move)
        except IllegalMove as problem:
            return problem.reason
        return None

    def scores(self) -> Document:
        return score_sheet(self)

    def grounds(self) -> list[list[Document]]:
        return grounds(self)

    def tie_breaks(self) -> list[list[int]]:
        return [list(tie_breaks(seat.realm)) for seat in self.players]

    def estimate(self, seat: int) -> float:
        return estimate(self, seat)

    @property
    def doubt(self) -> float:
        return doubt(self)

    def to_json(self) -> Document:
        return position.written(self)

    def view(self, seat: int | None = None) -> Document:
        return position.seen(self, seat)

    def seen_by(self, seat: int | None = None) -> DragonCastle:
        """Nobody knows more than anybody else: the same for all seats."""
        covered = ruins.covered_tiles(self.castle, self.floors)
        return self.with_covered([UNKNOWN] * len(covered), unseen=covered)

    def determinize(self, rng: Random) -> DragonCastle:
        return self.with_covered(shuffled(ruins.covered_tiles(self.castle, self.floors), rng))

    def with_covered(self, tiles: list[int], unseen: Sequence[int] = ()) -> DragonCastle:
        """The same position with other tiles under the top ones."""
        return self.with_castle(ruins.with_covered(self.castle, self.floors, tiles, unseen))

    def with_castle(self, castle: Castle) -> DragonCastle:
        """The same position with another deal of what is left. The decision must be the same, or that of a new turn."""
        state = self.copy()
        state.castle = castle
        state.log, state.told_answers = [], ()
        return state

    @property
    def events(self) -> tuple[Document, ...]:
        return tuple(told(self, raw) for raw in self.log)

    @property
    def answers(self) -> tuple[str, ...]:
        return self.told_answers

    @property
    def reveals(self) -> bool:
        return any(raw[0] == "uncovered" for raw in self.log)

    @property
    def turn_passed(self) -> bool:
        return any(raw[0] == "turn-ended" for raw in self.log)

    # For the steps, which work on a state under construction.

    @property
    def asked(self) -> str:
        """The name of the question that is open."""
        turn = self.turn
        return turn.doing or ("consolidate" if turn.settling else turn.phase)

    @property
    def step(self) -> Step:
        """The question that is open."""
        return STEPS[self.asked]

    def lift(self, event: str, cell: int, *who: int) -> tuple[int, int]:
        """Take the top tile of a castle stack away and show what it covered; gives the tile and its floor."""
        bit = 1 << cell
        floor = ruins.height_at(self.floors, bit)
        self.floors = ruins.without(self.floors, bit)
        tile = self.castle.tiles[floor - 1][cell]
        self.log.append((event, *who, tile, cell, floor))
        if floor > 1:
            below = self.castle.tiles[floor - 2][cell]
            if below == UNKNOWN:
                name = self.castle.grid.names[cell]
                raise illegal(Reason("uncovers-the-unknown", (name,), {"cell": name}))
            self.log.append(("uncovered", below, cell, floor - 1))
        return tile, floor

    def take_token(self, event: str, *who: int) -> None:
        """The rightmost token leaves the track; the one that uncovers the "!" begins the final round."""
        self.countdown -= 1
        self.log.append((event, *who, self.countdown))
        if self.countdown == self.setup.last_countdown:
            self.log.append(("final-round",))

    def finish_turn(self) -> None:
        """The turn is over: in solo the Dragon answers, then the next player begins, or the game has ended."""
        turn = self.turn
        self.log.append(("turn-ended", turn.player))
        if self.setup.solo:
            self.told_answers = solo.answer(self)
        self.turn = Turn((turn.player + 1) % self.setup.players)
        self.me = self.players[self.turn.player]
        if self.countdown <= self.setup.last_countdown and self.is_over:
            self.log.append(("game-over",))

    def _come_to_rest(self) -> None:
        """Skip what is no decision, until the state rests at one or the game is over."""
        while True:
            turn = self.turn
            if turn.doing:
                asked = turn.doing
            elif turn.settling:
                asked = "consolidate"
                if not self.me.realm.sets():
                    turn.settling = False
                    continue
            else:
                asked = turn.phase
                if asked == "place" and not turn.hand:
                    asked = turn.phase = "end"
                if asked == "end" and not self.setup.spirits:
                    self.finish_turn()
                    continue
            step = STEPS[asked]
            moves = step.moves(self)
            if len(moves) != 1 or moves[0].verb not in SKIPPED:
                self._legal = moves
                self._step = step
                return
            step.play(self, moves[0])

    def _moves(self) -> list[Move]:
        if self._legal is None:
            self._legal = self.step.moves(self)
        return self._legal

    def _why_illegal(self, move: Move) -> Reason:
        if self.is_over:
            return Reason("game-over")
        turn, step = self.turn, self.step
        if move.verb == "spirit":
            return why_not_call(self, move, "elegance" if turn.elegance == "must" else turn.pair or self.asked)
        if move.verb not in step.verbs:
            return Reason("not-now", (), {"verb": move.verb, "asked": self.asked})
        return step.why_not(self, move)

    def _key(self) -> tuple[object, ...]:
        names = self.castle.grid.names
        stacks = ruins.stacks_of(self.castle, self.floors)
        return (
            self.setup.key(),
            tuple((names[cell], tuple(stack)) for cell, stack in stacks.items()),
            self.castle.unseen,
            self.supply,
            self.countdown,
            tuple(seat.key() for seat in self.players),
            self.turn.key(names),
            self.ingenuity.key() if self.ingenuity else None,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DragonCastle) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def illegal(reason: Reason) -> IllegalMove:
    """The error for a reason, with its English sentence."""
    return IllegalMove(ENGLISH.say(f"reason.{reason.code}", **ENGLISH.named(reason.facts)), reason)
