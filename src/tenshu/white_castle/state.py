"""A moment of a game of The White Castle."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from tenshu.table.errors import IllegalMove, Reason
from tenshu.table.state import Document, State
from tenshu.white_castle import actions as _actions  # noqa: F401  (teaches every action how it is done)
from tenshu.white_castle import habits, position, views
from tenshu.white_castle.deal import Deal
from tenshu.white_castle.estimate import doubt, estimate
from tenshu.white_castle.events import UNFORESEEN, Raw, told
from tenshu.white_castle.figures import Figures
from tenshu.white_castle.names import OVER
from tenshu.white_castle.notation import Move, parse
from tenshu.white_castle.placing import Bridge
from tenshu.white_castle.rounds import Roll, proceed
from tenshu.white_castle.scoring import score_sheet
from tenshu.white_castle.solo import HUMAN, Rival
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.views import Unseen
from tenshu.white_castle.words import ENGLISH

Pair = tuple[int, int]


class WhiteCastle(State):
    """A state that has been published never changes; `play` works on a copy under construction.

    All is small numbers in flat lists, so that a copy is cheap; what is dealt once is in `deal`, and stack entries are
    shared.
    """

    __slots__ = (
        "_legal", "at_work", "bridges", "cards", "deal", "decks", "dice", "dice_left", "lanterns", "lines", "log", "me",
        "order", "passed", "phase", "places", "player", "players", "removed", "rival", "rolls", "round", "shows",
        "stack", "starts", "track", "unseen", "values",
    )  # fmt: skip

    game: ClassVar[str] = "white-castle"
    views_differ = False

    deal: Deal
    round: int
    phase: int
    order: tuple[int, ...]
    """The order of turns in this round."""
    track: list[int]
    """The seats by their influence, farthest first, on one space the top of the stack first."""
    bridges: list[Bridge]
    dice_left: int
    """Dice on the bridges."""
    cards: list[int]
    """The cards of the five rooms."""
    dice: list[tuple[int, ...]]
    """By space: the dice that lie there, bottom to top, as colour and value in one number."""
    values: list[int]
    """What the next die on a space covers; see `placing.values_of`."""
    places: tuple[int | None, ...]
    """Who took which place of the Daimyo's favour."""
    decks: tuple[tuple[int, ...], tuple[int, ...]]
    removed: tuple[int, ...]
    rolls: tuple[Roll | None, ...]
    """Of the rounds to come; None is unknown."""
    starts: tuple[Pair, ...]
    players: list[Figures]
    lanterns: list[tuple[int, ...]]
    """By seat: the cards in the Lantern area, in the order of arrival."""
    at_work: list[tuple[int, ...]]
    """By seat: the places of the gardens with a gardener, in the order of arrival."""
    player: int
    """Whose turn it is; when the game is over, 0."""
    me: Figures
    """The figures of the player in turn."""
    stack: list[Entry]
    """Effects in progress, the last one is being decided. It is never empty while a state rests."""
    lines: tuple[int, ...]
    """The domain lines used in this turn, in that order."""
    rival: Rival | None
    unseen: Unseen | None
    """Of a view: the cards under each kind of `?`."""
    log: list[Raw]
    shows: bool
    passed: bool

    def copy(self) -> WhiteCastle:
        state = self._under_construction()
        state.players = [figures.copy() for figures in self.players]
        state.me = state.players[self.player]
        state.log, state.shows, state.passed = self.log, self.shows, self.passed
        state._legal = self._legal
        return state

    def _under_construction(self) -> WhiteCastle:
        """A copy for one move: of the seats, only the one in turn is its own."""
        state = WhiteCastle.__new__(WhiteCastle)
        state.deal = self.deal
        state.round = self.round
        state.phase = self.phase
        state.order = self.order
        state.track = self.track.copy()
        state.bridges = self.bridges.copy()
        state.dice_left = self.dice_left
        state.cards = self.cards.copy()
        state.dice = self.dice.copy()
        state.values = self.values.copy()
        state.places = self.places
        state.decks = self.decks
        state.removed = self.removed
        state.rolls = self.rolls
        state.starts = self.starts
        state.players = players = self.players.copy()
        state.lanterns = self.lanterns.copy()
        state.at_work = self.at_work.copy()
        state.player = player = self.player
        state.me = players[player] = self.me.copy()
        state.stack = self.stack.copy()
        state.lines = self.lines
        state.rival = self.rival
        state.unseen = self.unseen
        state.log = []
        state.shows = state.passed = False
        state._legal = self._legal
        return state

    # The contract of the table.

    @property
    def seats(self) -> int:
        """Solo, the rival has a place in the document, but nobody sits there."""
        return 1 if self.deal.level else self.deal.players

    @property
    def to_move(self) -> int | None:
        if self.phase == OVER:
            return None
        return HUMAN if self.deal.level else self.player

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    def legal_moves(self) -> list[Move]:
        return self._legal.copy()

    def plausible(self, rng: Random) -> Move:
        return habits.plausible(self._legal, rng)

    def promises(self, move: str) -> tuple[Document, ...]:
        """Up to what nobody can foresee, and to the end of the turn."""
        after = self.play(move)
        events: list[Document] = []
        for event in after.events:
            if event["event"] in UNFORESEEN:
                break
            events.append(event)
            if event["event"] == "turn-ended":
                break
        return tuple(events)

    def play(self, move: str) -> WhiteCastle:
        known = self._known(move)
        after = self._under_construction()
        after.stack[-1].play(after, known)
        after.come_to_rest()
        return after

    def advance(self, move: str) -> None:
        known = self._known(move)
        self.log = []
        self.shows = self.passed = False
        self.stack[-1].play(self, known)
        self.come_to_rest()

    def _known(self, move: str) -> Move:
        """A legal move, parsed; an illegal one raises."""
        if move not in self._legal:
            raise illegal(self._why_illegal(parse(move)))
        return move if type(move) is Move else parse(move)

    def why_not(self, move: str) -> Reason | None:
        move = parse(move)
        if move not in self._legal:
            return self._why_illegal(move)
        try:
            self.play(move)
        except IllegalMove as problem:
            return problem.reason
        return None

    def _why_illegal(self, move: Move) -> Reason:
        if self.is_over:
            return Reason("game-over")
        entry = self.stack[-1]
        if move.verb not in entry.verbs:
            return Reason("not-now", (), {"verb": move.verb, "asked": entry.name})
        return entry.why_not(self, move)

    def scores(self) -> Document:
        return score_sheet(self)

    def estimate(self, seat: int) -> float:
        return estimate(self, seat)

    @property
    def doubt(self) -> float:
        return doubt(self)

    def to_json(self) -> Document:
        return position.written(self)

    def view(self, seat: int | None = None) -> Document:
        return views.seen(self, seat)

    def seen_by(self, seat: int | None = None) -> WhiteCastle:
        """Nobody knows more than anybody else: the same for all seats."""
        return views.hidden(self)

    def determinize(self, rng: Random) -> WhiteCastle:
        return views.drawn_anew(self, rng)

    @property
    def events(self) -> tuple[Document, ...]:
        return tuple(event for raw in self.log if (event := told(self, raw)) is not None)

    @property
    def answers(self) -> tuple[str, ...]:
        """None: the rival's cards are in the position, so its turn needs no telling."""
        return ()

    @property
    def reveals(self) -> bool:
        return self.shows

    @property
    def turn_passed(self) -> bool:
        return self.passed

    # For the chapters, which work on a state under construction.

    def switch(self, seat: int) -> None:
        """Another seat is in turn; its figures become this state's own."""
        self.player = seat
        self.me = self.players[seat] = self.players[seat].copy()

    def come_to_rest(self) -> None:
        """Settle what leaves no choice, until the state rests at a decision or the game is over."""
        while True:
            stack = self.stack
            if not stack:
                proceed(self)
                continue
            entry = stack[-1]
            moves = entry.ask(self)
            if moves is None:
                continue
            if len(moves) != 1 or entry.always_asked:
                self._legal = moves
                return
            entry = stack[-1]  # asking may have left another group there
            entry.play(self, moves[0])

    def needs_the_unknown(self, what: str, place: str) -> IllegalMove:
        """The error of a view in which a move would turn over a `?`."""
        return illegal(Reason("needs-the-unknown", (place,), {"what": what}))

    def _key(self) -> tuple[object, ...]:
        return (
            self.deal.key(),
            self.round,
            self.phase,
            self.order,
            tuple(self.track),
            tuple(self.bridges),
            tuple(self.cards),
            tuple(self.dice),
            self.places,
            self.decks,
            self.removed,
            self.rolls,
            self.starts,
            tuple(map(tuple, self.players)),
            tuple(self.lanterns),
            tuple(self.at_work),
            self.player,
            tuple(self.stack),
            self.lines,
            self.rival,
            self.unseen,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WhiteCastle) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def illegal(reason: Reason) -> IllegalMove:
    """The error for a reason, with its English sentence."""
    return IllegalMove(ENGLISH.say(f"reason.{reason.code}", **ENGLISH.named(reason.facts)), reason)
