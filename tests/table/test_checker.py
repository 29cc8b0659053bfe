"""The checker catches what it claims to catch: an honest game passes, and each way of breaking it is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count
from random import Random
from typing import Any, ClassVar, Self

import pytest

from tenshu.table.errors import IllegalMove, Malformed, Reason
from tenshu.table.games import Game
from tenshu.table.record import Record
from tenshu.table.session import Session
from tenshu.table.state import Document, State
from tests.table import checker
from tests.table.checker import (
    Fault,
    Promises,
    Scrutiny,
    check_game,
    check_record,
    check_sentence,
    claim,
    is_refused,
)
from tests.table.conftest import Announce
from tests.table.pebbles import EVENTS, Pebbles, as_game, parse


class PebblesPromises(Promises):
    """Ten pebbles, points that only grow, totals that add up, a bag nobody looks into."""

    events = EVENTS

    def at_position(self, state: State, document: Document) -> None:
        pebbles = [*document["bag"], *document["gone"], *chain(*document["kept"])]
        pebbles += [document["drawn"]] if document["drawn"] else []
        claim(sorted(pebbles) == [1, 1, 2, 2, 3, 3, 4, 5, 6, 7], "pieces", "{}", sorted(pebbles))

    def at_step(self, before: Document, move: str, after: State, document: Document) -> None:
        for old, new in zip(before["points"], document["points"], strict=True):
            claim(new >= old, "points", "{} became {}", old, new)

    def at_view(self, document: Document, view: Document, seat: int | None) -> None:
        claim(not any(view["bag"]), "looked into the bag", "{}", view["bag"])

    def at_scores(self, document: Document, scores: Document) -> None:
        for player in scores["players"]:
            claim(player["total"] == player["kept"] + player["rests"], "sum", "{}", player)

    def at_decision(self, state: State, moves: Sequence[str]) -> None:
        claim(moves != ["drop"], "no decision", "only drop")


def any_move(state: State, rng: Random) -> str:
    moves = state.legal_moves()
    return moves[int(rng.random() * len(moves))]


def played(start: State, seed: int = 0, **more: Any) -> Session:
    return check_game(start, any_move, PebblesPromises(), rng=Random(seed), **more)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"players": 1, "lonely": True}])
def test_an_honest_game_passes(announce: Announce, options: dict[str, Any], seed: int) -> None:
    announce(as_game(Pebbles))
    session = played(Pebbles.new(seed=seed, **options), seed)
    assert session.state.is_over
    assert len(session.moves) > 10


def test_sampling_checks_less_and_still_plays_to_the_end(announce: Announce) -> None:
    announce(as_game(Pebbles))
    asked = []

    class Counting(PebblesPromises):
        def at_position(self, state: State, document: Document) -> None:
            asked.append(document)

    session = check_game(
        Pebbles.new(seed=1), any_move, Counting(), rng=Random(5), scrutiny=Scrutiny(every=5, record=False)
    )
    assert session.state.is_over
    assert 1 < len(asked) < len(session.moves) / 2


# Broken on purpose. Each class says what is wrong with it and which fault the checker must name.


class Broken(Pebbles):
    faults: ClassVar[tuple[str, ...]]
    """How the fault may be told: its kind, or more of its sentence where another check would say something similar."""
    record: ClassVar[bool] = False
    """Whether only the record of the game shows what is wrong."""


class PlayChangesTheOldState(Broken):
    faults = ("mutated",)

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        if move == "keep":
            object.__setattr__(self, "gone", (*self.gone, 9))
        return after


class AskingChangesTheState(Broken):
    faults = ("mutated",)

    def scores(self) -> Document:
        object.__setattr__(self, "points", tuple(points + 1 for points in self.points))
        return super().scores()


class DrawingAnewChangesTheState(Broken):
    faults = ("mutated",)

    def determinize(self, rng: Random) -> Self:
        drawn = super().determinize(rng)
        object.__setattr__(self, "bag", drawn.bag)
        return drawn


class HandsOutItsOwnMoves(Broken):
    faults = ("shared",)

    def legal_moves(self) -> list[str]:
        if not hasattr(self, "_moves"):
            object.__setattr__(self, "_moves", super().legal_moves())
        moves: list[str] = self._moves  # type: ignore[attr-defined]
        return moves


class HandsOutItsOwnDocument(Broken):
    faults = ("shared",)

    def to_json(self) -> Document:
        if not hasattr(self, "_document"):
            object.__setattr__(self, "_document", super().to_json())
        document: Document = self._document  # type: ignore[attr-defined]
        return document


class ViewShowsTheNextPebble(Broken):
    faults = ("leak",)

    def view(self, seat: int | None = None) -> Document:
        view = super().view(seat)
        return view | {"side": "left" if self.bag and self.bag[-1] > 3 else ""}


class ViewIsTheWholePosition(Broken):
    faults = ("leak", "looked into the bag")

    def view(self, seat: int | None = None) -> Document:
        return self.to_json()


class OnlySeatZeroIsKeptInTheDark(Broken):
    faults = ("leak", "looked into the bag")

    def view(self, seat: int | None = None) -> Document:
        return super().view(seat) if seat == 0 else self.to_json()


class ViewForgetsWhoDecides(Broken):
    faults = ("view",)

    def view(self, seat: int | None = None) -> Document:
        return super().view(seat) | {"turn": 0}


class ViewListsOtherMoves(Broken):
    faults = ("view",)

    def legal_moves(self) -> list[str]:
        moves = super().legal_moves()
        return moves[:1] if self.unseen else moves


class ViewOfAViewIsAnother(Broken):
    faults = ("view", "determinize", "leak")

    def view(self, seat: int | None = None) -> Document:
        return super().view(seat) | ({"side": "right"} if self.unseen else {})


class PlayerIsGivenMoreThanTheView(Broken):
    faults = ("view",)

    def seen_by(self, seat: int | None = None) -> Self:
        return replace(self, log=())

    def view(self, seat: int | None = None) -> Document:
        return super().seen_by(seat).to_json()


class DrawsNothingAnew(Broken):
    faults = ("determinize", "leak")

    def determinize(self, rng: Random) -> Self:
        return self if not self.unseen else super().determinize(Random(0))


class DrawsWhatIsPublicAnew(Broken):
    faults = ("determinize", "leak")

    def determinize(self, rng: Random) -> Self:
        drawn = super().determinize(rng)
        return replace(drawn, gone=drawn.bag[:1], bag=drawn.bag[1:]) if drawn.bag and not self.drawn else drawn


class OffersAMoveTwice(Broken):
    faults = ("duplicate moves",)

    def legal_moves(self) -> list[str]:
        moves = super().legal_moves()
        return [*moves, moves[0]] if self.drawn == 3 else moves


class OffersANumber(Broken):
    faults = ("move",)

    def legal_moves(self) -> list[str]:
        moves: list[Any] = [*super().legal_moves(), 7]
        return moves


class HasADeadEnd(Broken):
    faults = ("dead end",)

    def legal_moves(self) -> list[str]:
        return [] if self.drawn == 3 else super().legal_moves()


class NeverEnds(Broken):
    """Who has drawn a pebble hands it to the next player."""

    faults = ("endless",)

    def _after(self, move: str) -> Self:
        if move in ("keep", "drop"):
            return replace(self, turn=(self.turn + 1) % self.seats, log=(("turn-ended", self.turn),))
        return super()._after(move)


class GoesOnAfterTheEnd(Broken):
    faults = ("end",)

    def legal_moves(self) -> list[str]:
        return super().legal_moves() or ["rest"]


class SomebodyDecidesAfterTheEnd(Broken):
    faults = ("end",)

    @property
    def to_move(self) -> int | None:
        return self.turn


class NobodyDecides(Broken):
    faults = ("seat",)

    @property
    def to_move(self) -> int | None:
        return None


class SaysItRevealsNothing(Broken):
    faults = ("reveals",)

    @property
    def reveals(self) -> bool:
        return False


class SaysItAlwaysReveals(Broken):
    faults = ("reveals", "round trip")

    @property
    def reveals(self) -> bool:
        return bool(self.log)


class ShowsMoreThanItSays(Broken):
    """`reach` quietly shows how many large pebbles are left on top, which a view cannot know."""

    faults = ("reveals", "view")

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        if move.startswith("reach") and self.bag[-1] > 3:
            return replace(after, points=tuple(points + 1 for points in after.points))
        return after


class PassesTheTurnInSilence(Broken):
    faults = ("turn",)

    @property
    def turn_passed(self) -> bool:
        return False


class HashesByIdentity(Broken):
    faults = ("round trip",)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        return id(self)


class ComparesWhatNobodySees(Broken):
    faults = ("round trip", "view")

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self.log

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComparesWhatNobodySees) and self._key() == other._key()

    __hash__ = Pebbles.__hash__


class LoadingForgets(Broken):
    faults = ("round trip",)

    @classmethod
    def load(cls, document: Document) -> Self:
        return super().load(document | {"gone": []})


class LoadingTellsEvents(Broken):
    faults = ("round trip",)

    @classmethod
    def load(cls, document: Document) -> Self:
        return replace(super().load(document), log=(("reached", 0),))


class WritesWhatIsNoJson(Broken):
    faults = ("json",)

    def to_json(self) -> Document:
        return super().to_json() | {"gone": {*self.gone}}


class WritesATuple(Broken):
    faults = ("json",)

    def to_json(self) -> Document:
        return super().to_json() | {"gone": self.gone}


class PlaysByChance(Broken):
    faults = ("chance",)
    rolls: ClassVar = count()

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        return replace(after, points=(next(self.rolls) % 97 + 5, *after.points[1:])) if move == "rest" else after


class CopyIsNoCopy(Broken):
    faults = ("copy", "advance")

    def copy(self) -> Self:
        return self


class CopyForgetsEvents(Broken):
    faults = ("copy",)

    def copy(self) -> Self:
        return replace(self, log=())


class CopyForgets(Broken):
    faults = ("copy",)

    def copy(self) -> Self:
        return replace(self, gone=())


class AdvancesElsewhere(Broken):
    faults = ("advance",)

    def advance(self, move: str) -> None:
        super().advance("drop" if move == "keep" else move)


class AdvancesInSilence(Broken):
    faults = ("advance",)

    def advance(self, move: str) -> None:
        super().advance(move)
        object.__setattr__(self, "log", ())


class AdvancesWithOldNews(Broken):
    faults = ("advance",)

    def advance(self, move: str) -> None:
        old = self.log
        super().advance(move)
        object.__setattr__(self, "log", (*old, *self.log))


class AdvancesByADetour(Broken):
    """The difference is gone when the turn is over."""

    faults = ("advance: the states are not equal",)

    def advance(self, move: str) -> None:
        super().advance("reach right" if move == "reach left" else move)


class AdvancedTellsOtherFigures(Broken):
    faults = ("advance: reach",)

    def advance(self, move: str) -> None:
        super().advance(move)
        if move.startswith("reach"):
            object.__setattr__(self, "log", (("reached", 5),))


class AdvancedIsAnsweredDifferently(Broken):
    faults = ("advance: reach", "advance: rest")

    def advance(self, move: str) -> None:
        super().advance(move)
        object.__setattr__(self, "was_advanced", True)

    @property
    def answers(self) -> tuple[str, ...]:
        return ("crow waits",) if hasattr(self, "was_advanced") else super().answers


class HasNoScoreBeforeTheEnd(Broken):
    faults = ("KeyError",)

    def scores(self) -> Document:
        if not self.is_over:
            raise KeyError("total")
        return super().scores()


class LeavesASeatOutOfTheRanking(Broken):
    faults = ("ranking",)

    def scores(self) -> Document:
        scores = super().scores()
        return scores | {"ranking": scores["ranking"][:1]}


class AddsUpWrongly(Broken):
    faults = ("sum",)

    def scores(self) -> Document:
        scores = super().scores()
        scores["players"][0]["total"] += self.is_over
        return scores


class EstimatesNothing(Broken):
    faults = ("estimate",)

    def estimate(self, seat: int) -> float:
        return None  # type: ignore[return-value]


class LosesAPebble(Broken):
    faults = ("pieces",)

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        return replace(after, gone=after.gone[1:]) if move == "drop" else after


class TakesPointsAway(Broken):
    faults = ("points",)

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        return replace(after, points=tuple(max(0, points - 1) for points in after.points)) if move == "drop" else after


class AsksWhatIsNoQuestion(Broken):
    faults = ("no decision",)

    def legal_moves(self) -> list[str]:
        moves = super().legal_moves()
        return ["drop"] if moves == ["keep", "drop"] and self.drawn == 3 else moves


class PlaysEverything(Broken):
    faults = ("illegal",)

    def play(self, move: str) -> Self:
        parse(move)
        return self._after(move) if move in self.legal_moves() else self


class HasNothingAgainstIllegalMoves(Broken):
    faults = ("reason",)

    def why_not(self, move: str) -> Reason | None:
        parse(move)
        return None


class HasSomethingAgainstLegalMoves(Broken):
    faults = ("reason",)

    def why_not(self, move: str) -> Reason | None:
        return super().why_not(move) or Reason("why-not")


class GivesTwoReasons(Broken):
    faults = ("reason",)

    def why_not(self, move: str) -> Reason | None:
        reason = super().why_not(move)
        return reason and Reason("another", (), reason.facts)


class ReasonIsNoData(Broken):
    faults = ("json",)

    def _why_not(self, move: str) -> Reason | None:
        reason = super()._why_not(move)
        facts: dict[str, Any] = {"state": self}
        return reason and Reason(reason.code, (), {**reason.facts, **facts})


class ExplainsInTwoLines(Broken):
    faults = ("sentence",)

    def play(self, move: str) -> Self:
        try:
            return super().play(move)
        except IllegalMove as problem:
            raise IllegalMove(f"no\n{problem}", problem.reason) from None


class UnderstandsNonsense(Broken):
    faults = ("malformed",)

    def play(self, move: str) -> Self:
        try:
            return super().play(move)
        except Malformed:
            return self


class CrashesAtNonsense(Broken):
    faults = ("IndexError",)

    def play(self, move: str) -> Self:
        try:
            return super().play(move)
        except Malformed:
            raise IndexError(move) from None


class TellsUnknownEvents(Broken):
    faults = ("events",)

    @property
    def events(self) -> tuple[Document, ...]:
        return tuple({"event": "sneezed"} for _ in self.log)


class TellsEventsThatAreNoData(Broken):
    faults = ("json", "events")

    @property
    def events(self) -> tuple[Document, ...]:
        return tuple({"event": name, "what": (what,)} for name, what in self.log)


class AnswersWithoutWords(Broken):
    faults = ("answers",)

    @property
    def answers(self) -> tuple[str, ...]:
        return ("",) if self.turn_passed else ()


class ScoresDependOnTheDay(Broken):
    faults = ("record: it is refused",)
    record = True
    day: ClassVar = count()

    def scores(self) -> Document:
        return super().scores() | {"day": next(self.day) if self.is_over else 0}


class WritesInAnotherOrderOnceLoaded(Broken):
    faults = ("round trip: the loaded state writes another document",)

    @classmethod
    def load(cls, document: Document) -> Self:
        loaded = super().load(document)
        object.__setattr__(loaded, "is_loaded", True)
        return loaded

    def to_json(self) -> Document:
        document = super().to_json()
        return dict(reversed(document.items())) if hasattr(self, "is_loaded") else document


class RevealsByBeingLoaded(Broken):
    faults = ("round trip: a loaded state follows no move",)

    @property
    def reveals(self) -> bool:
        return super().reveals or not self.log


class IsEqualOnlyToItself(Broken):
    faults = ("round trip: the states are not equal",)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return 7


class OverlooksWhatDiffers(Broken):
    """Points come by chance, and comparing does not look at points."""

    faults = ("chance: the states are equal, their documents are not",)
    rolls: ClassVar = count()

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        return replace(after, points=(next(self.rolls) % 97 + 5, *after.points[1:])) if move == "rest" else after

    def _key(self) -> tuple[object, ...]:
        return self.bag, self.unseen, self.kept, self.gone, self.turn, self.side, self.drawn, self.lonely

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OverlooksWhatDiffers) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


class MovesDependOnTheStory(Broken):
    faults = ("view: legal moves differ",)

    def legal_moves(self) -> list[str]:
        moves = super().legal_moves()
        return moves[::-1] if self.log else moves


class WhoDecidesDependsOnTheStory(Broken):
    faults = ("view: who decides differs",)

    @property
    def to_move(self) -> int | None:
        return self.turn if super().to_move is None or not self.log else 1 - self.turn


class DrawsWhatNoDocumentTells(Broken):
    faults = ("determinize: gives a state whose document is another one",)

    def determinize(self, rng: Random) -> Self:
        drawn = super().determinize(rng)
        object.__setattr__(drawn, "secret", rng.random())
        return drawn

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), getattr(self, "secret", None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DrawsWhatNoDocumentTells) and self._key() == other._key()

    __hash__ = Pebbles.__hash__


class FillsAViewWithOtherPublicThings(Broken):
    faults = ("determinize: the view of",)

    def determinize(self, rng: Random) -> Self:
        drawn = super().determinize(rng)
        return replace(drawn, points=tuple(points + 1 for points in self.points)) if self.unseen else drawn


class RanksNobody(Broken):
    faults = ("ranking: [[0, 1], []] has an empty place",)

    def scores(self) -> Document:
        scores = super().scores()
        return scores | {"ranking": [*scores["ranking"], []]}


class ExplainsViewsInTwoLines(Broken):
    faults = ("sentence",)

    def _after(self, move: str) -> Self:
        try:
            return super()._after(move)
        except IllegalMove as problem:
            raise IllegalMove("no\nno", problem.reason) from None


class ExplainsNonsenseInTwoLines(Broken):
    faults = ("sentence",)

    def play(self, move: str) -> Self:
        try:
            return super().play(move)
        except Malformed as problem:
            raise Malformed("move", f"no\n{problem.problem}") from None


class ExplainsFullStatesInTwoLines(Broken):
    faults = ("sentence",)

    def play(self, move: str) -> Self:
        try:
            return super().play(move)
        except IllegalMove as problem:
            raise problem if self.unseen else IllegalMove("no\nno", problem.reason) from None


class PlayHasAnotherReason(Broken):
    faults = ("reason: play says",)

    def play(self, move: str) -> Self:
        try:
            return super().play(move)
        except IllegalMove as problem:
            raise problem if self.unseen else IllegalMove("no", Reason("another")) from None


class PlayOfAViewHasAnotherReason(Broken):
    faults = ("reason: why_not of a view differs",)

    def _after(self, move: str) -> Self:
        try:
            return super()._after(move)
        except IllegalMove:
            raise IllegalMove("no", Reason(f"another {next(self.numbers)}")) from None

    numbers: ClassVar = count()


class HasAReasonAgainstNonsense(Broken):
    faults = ("malformed",)

    def why_not(self, move: str) -> Reason | None:
        try:
            return super().why_not(move)
        except Malformed:
            return Reason("nonsense")


class ReasonHasNoCode(Broken):
    faults = ("reason: '' is no code",)

    def _why_not(self, move: str) -> Reason | None:
        reason = super()._why_not(move)
        return reason and Reason("", (), reason.facts)


class ReasonHasATuple(Broken):
    faults = ("reason: Reason",)

    def _why_not(self, move: str) -> Reason | None:
        reason = super()._why_not(move)
        facts: dict[str, Any] = {"cells": ("a1", "b1")}
        return reason and Reason(reason.code, (), {**reason.facts, **facts})


class OnlyPlayingChangesTheOldState(Broken):
    faults = ("mutated: playing",)

    def play(self, move: str) -> Self:
        after = super().play(move)
        object.__setattr__(self, "gone", (*self.gone, 9))
        return after


class TellsByChance(Broken):
    faults = ("chance: reach",)
    news: ClassVar = count()

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        return replace(after, log=(("reached", next(self.news)),)) if move.startswith("reach") else after


class RemembersWhatNoDocumentTells(Broken):
    """Drawing right after reaching left brings a point: the side is in the document, when it was reached is not."""

    faults = ("round trip: the states are not equal",)

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        return replace(after, points=(9, *after.points[1:])) if move == "draw" and self.log else after


class TellsWhatItRemembers(Broken):
    faults = ("round trip: draw tells other events",)

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        return replace(after, log=(("reached", 5), *after.log)) if move == "draw" and self.log else after


class HandsOutItsOwnEvents(Broken):
    faults = ("shared",)
    told: ClassVar[dict[object, tuple[Document, ...]]] = {}

    @property
    def events(self) -> tuple[Document, ...]:
        return self.told.setdefault(self.log, super().events)


class ForeseesWrongly(Broken):
    """A view plays `reach` differently from the full state."""

    faults = ("view: the states are not equal",)

    def _after(self, move: str) -> Self:
        after = super()._after(move)
        wrong = self.unseen and move.startswith("reach")
        return replace(after, gone=(*after.gone, 9)) if wrong else after


class AdvancedSaysOtherThings(Broken):
    faults = ("advance: reach",)

    def advance(self, move: str) -> None:
        super().advance(move)
        object.__setattr__(self, "was_advanced", True)

    @property
    def turn_passed(self) -> bool:
        return super().turn_passed or hasattr(self, "was_advanced")


class AdvancingACopyTouchesTheOriginal(Broken):
    faults = ("copy: advancing a copy changed the state",)

    def copy(self) -> Self:
        twin = super().copy()
        object.__setattr__(twin, "original", self)
        return twin

    def advance(self, move: str) -> None:
        super().advance(move)
        if hasattr(self, "original"):
            object.__setattr__(self.original, "gone", (*self.original.gone, 9))


BROKEN = [kind for kind in Broken.__subclasses__() if kind is not Broken]


def fault_of(start: State, every: int = 1, record: bool = True, **more: Any) -> str:
    """What the checker finds within a few games."""
    scrutiny = Scrutiny(every=every, most_decisions=200, record=record)
    for seed in range(30):
        again = type(start).new(seed=seed, players=start.seats) if isinstance(start, Pebbles) else start
        try:
            played(again, seed, scrutiny=scrutiny, **more)
        except Fault as fault:
            return str(fault) if "to repeat, load {" in "".join(fault.__notes__) else "a fault without its story"
        except (KeyError, IndexError) as crash:
            return type(crash).__name__
    return "none"


@pytest.mark.parametrize("kind", BROKEN, ids=[kind.__name__ for kind in BROKEN])
def test_a_broken_game_is_caught(announce: Announce, kind: type[Broken]) -> None:
    announce(as_game(kind))
    found = fault_of(kind.new(players=2), record=kind.record)
    assert found.startswith(kind.faults), found


def test_advancing_is_compared_at_the_end_even_if_nothing_else_is(announce: Announce) -> None:
    announce(as_game(AdvancesElsewhere))
    assert fault_of(AdvancesElsewhere.new(), every=1_000_000_000).startswith("advance")


def test_a_parser_that_is_not_the_inverse_of_printing_is_caught(announce: Announce) -> None:
    announce(as_game(Pebbles, parse=lambda text: "reach left" if text == "reach right" else parse(text)))
    assert fault_of(Pebbles.new()).startswith("parse:")


# Sessions and records broken on purpose.


class ForgetsTheMove(Session):
    fault = "session: "

    def play(self, move: str) -> State:
        return self.state.play(move)


class UndoesNothing(Session):
    fault = "undo: the states are not equal"

    def undo(self) -> State:
        if self.can_undo:
            return self.state
        return super().undo()


class OffersToUndoEverything(Session):
    fault = "undo: {} can be undone although"

    @property
    def can_undo(self) -> bool:
        return bool(self._moves)


class UndoesAcrossWhatWasShown(Session):
    """Says it cannot, and does it all the same."""

    fault = "undo: {} was undone although"

    def undo(self) -> State:
        self._moves.pop()
        self._states.pop()
        return self.state


class NeverUndoes(Session):
    fault = "undo: {} cannot be undone although"

    @property
    def can_undo(self) -> bool:
        return False


class GivesTheFutureBack(Session):
    fault = "undo: it gives something else than the present"

    def undo(self) -> State:
        future = self.state
        super().undo()
        return future


class KeepsTheUndoneMove(Session):
    fault = "undo: the undone move stays in the history"

    def undo(self) -> State:
        move = self._moves[-1]
        super().undo()
        self._moves.append(move)
        return self.state


class LeadsElsewhereAfterAnUndo(Session):
    fault = "undo: playing the same again leads elsewhere"
    undone = False

    def undo(self) -> State:
        state = super().undo()
        self.undone = True
        return state

    def play(self, move: str) -> State:
        return super().play("reach right" if self.undone and move == "reach left" else move)


class RefusedUndoChangesThePresent(Session):
    fault = "undo: a refused undo changed the present"

    def undo(self) -> State:
        try:
            return super().undo()
        except ValueError:
            self._moves.pop()
            raise


class RefusesInTwoLines(Session):
    fault = "sentence: "

    def undo(self) -> State:
        try:
            return super().undo()
        except ValueError:
            raise ValueError("no\nno") from None


@pytest.mark.parametrize(
    "kind",
    [
        ForgetsTheMove,
        UndoesNothing,
        OffersToUndoEverything,
        UndoesAcrossWhatWasShown,
        NeverUndoes,
        GivesTheFutureBack,
        KeepsTheUndoneMove,
        LeadsElsewhereAfterAnUndo,
        RefusedUndoChangesThePresent,
        RefusesInTwoLines,
    ],
)
def test_a_wrong_session_is_caught(announce: Announce, kind: type[Session]) -> None:
    announce(as_game(Pebbles))
    expected = [kind.fault.format(move) for move in ("reach left", "reach right", "draw", "rest")]  # type: ignore[attr-defined]
    found = fault_of(Pebbles.new(), session_class=kind, record=False)
    assert found.startswith(tuple(expected)), found


class RecordLacksAMove(Session):
    fault = "record: it is refused: result: is given although"

    def record(self) -> Record:
        record = super().record()
        return replace(record, moves=record.moves[:-1])


class RecordHasAnotherResult(Session):
    fault = "record: it is refused: result: is not what"

    def record(self) -> Record:
        record = super().record()
        return replace(record, result=(record.result or {}) | {"ranking": [[0, 1]]})


class RecordIsOfAnotherDeal(Session):
    """A pebble more among those that are gone changes no result."""

    fault = "record: it leads to another end"

    def record(self) -> Record:
        record = super().record()
        return replace(record, deal=record.deal | {"gone": [9]})


class HistoryLacksAMove(Session):
    fault = r"record: \d+ states"

    @property
    def moves(self) -> tuple[str, ...]:
        return super().moves[:-1]


@pytest.mark.parametrize("kind", [RecordLacksAMove, RecordHasAnotherResult, RecordIsOfAnotherDeal, HistoryLacksAMove])
def test_a_wrong_record_is_caught(announce: Announce, kind: type[Session]) -> None:
    announce(as_game(Pebbles))
    found = fault_of(Pebbles.new(), every=1_000_000_000, session_class=kind)
    assert re.match(kind.fault, found), found  # type: ignore[attr-defined]


@pytest.fixture
def honest(announce: Announce) -> Session:
    """A finished game in order."""
    announce(as_game(Pebbles))
    return played(Pebbles.new(seed=5), 5, scrutiny=Scrutiny(every=1_000_000_000, record=False))


def check_often(session: Session) -> None:
    """Other moves are left out, repeated and replaced each time."""
    for seed in range(50):
        check_record(session, Random(seed))


def test_a_record_that_counts_wrongly_is_caught(honest: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    states = Record.states
    monkeypatch.setattr(Record, "states", lambda self: ((told + 1, state) for told, state in states(self)))
    with pytest.raises(Fault, match="record: it does not tell all moves"):
        check_record(honest, Random(1))


def test_a_record_that_is_read_wrongly_is_caught(honest: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Record.from_json
    monkeypatch.setattr(Record, "from_json", lambda document: replace(read(document), options={"players": 9}))
    with pytest.raises(Fault, match="record: it is written differently than it was read"):
        check_record(honest, Random(1))


def test_a_record_that_believes_everything_is_caught(honest: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "_check_result", lambda *_: None)
    with pytest.raises(Fault, match="record: it was accepted with its last move missing"):
        check_record(honest, Random(1))
    monkeypatch.setattr(checker, "spoilt_records", lambda *_: [])
    with pytest.raises(Fault, match=r"record: it was accepted with move \d+ re"):
        check_often(honest)


def test_a_record_refused_in_two_lines_is_caught(honest: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    check = Record._check_result

    def talkative(record: Record, last: State) -> None:
        try:
            check(record, last)
        except Malformed:
            raise Malformed("result", "no\nno") from None

    monkeypatch.setattr(Record, "_check_result", talkative)
    with pytest.raises(Fault, match="sentence"):
        check_record(honest, Random(1))
    monkeypatch.setattr(checker, "spoilt_records", lambda *_: [])
    with pytest.raises(Fault, match="sentence"):
        check_often(honest)


def test_a_position_refused_in_two_lines_is_caught(announce: Announce) -> None:
    def load(document: Document) -> Pebbles:
        raise Malformed("bag", "no\nno")

    announce(as_game(Pebbles, load=load))
    with pytest.raises(Fault, match="sentence"):
        is_refused({"game": "pebbles"})


def test_a_game_that_loads_other_rules_is_caught(announce: Announce) -> None:
    """The record is read by the announced game; one that plays differently does not reach the recorded result."""

    class Generous(Pebbles):
        def _after(self, move: str) -> Self:
            after = super()._after(move)
            return replace(after, points=tuple(p + 1 for p in after.points)) if move == "rest" else after

    game = as_game(Pebbles)
    announce(Game(**{**vars(game), "load": Generous.load}))
    assert fault_of(Pebbles.new()).startswith(("round trip", "record"))


@pytest.mark.parametrize("text", ["", "  ", "two\nlines", "tab\there", "x" * 300, "bell\a", "line\u2028separator"])
def test_what_is_no_sentence_is_caught(text: str) -> None:
    with pytest.raises(Fault, match="sentence"):
        check_sentence(text)
