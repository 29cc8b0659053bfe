"""Records: one JSON document holds a whole game, and can be checked move by move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tenshu.table.errors import IllegalMove, Impossible, Malformed
from tenshu.table.games import find_game, shown
from tenshu.table.state import Document, State

RECORD_VERSION = 1


@dataclass(frozen=True)
class Record:
    """A game: how it was dealt, who sat where, every move (the game's own answers too) and, once over, the result."""

    game: str
    rules: int
    options: Mapping[str, Any]
    deal: Document
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    result: Document | None

    @classmethod
    def of(
        cls, start: State, options: Mapping[str, Any], seats: Sequence[str], moves: Sequence[str], now: State
    ) -> Record:
        return cls(
            game=start.game,
            rules=find_game(start.game).rules,
            options=dict(options),
            deal=start.to_json(),
            seats=tuple(seats),
            moves=tuple(moves),
            result=now.scores() if now.is_over else None,
        )

    def to_json(self) -> Document:
        return {
            "record": RECORD_VERSION,
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "deal": self.deal,
            "seats": list(self.seats),
            "moves": list(self.moves),
            "result": self.result,
        }

    @classmethod
    def from_json(cls, document: object) -> Record:
        """Reads a record; raises `Malformed` with the place if it is none. The moves are checked by `states`."""
        if not isinstance(document, dict):
            raise Malformed("record", f"must be an object, not {shown(document)}")
        wanted = {"record", "game", "rules", "options", "deal", "seats", "moves", "result"}
        for name in sorted(wanted - document.keys()):
            raise Malformed(name, "is missing")
        for name in sorted(document.keys() - wanted, key=str):
            raise Malformed("record", f"unknown field {shown(name)}")
        if type(document["record"]) is not int or document["record"] != RECORD_VERSION:
            raise Malformed("record", f"version {shown(document['record'])} is not known; this reads {RECORD_VERSION}")
        game = find_game(document["game"])
        if type(document["rules"]) is not int or document["rules"] != game.rules:
            raise Impossible(
                "rules", f"the record follows rules {shown(document['rules'])}, this version plays rules {game.rules}"
            )
        if not isinstance(document["options"], dict):
            raise Malformed("options", "must be an object")
        if not isinstance(document["deal"], dict):
            raise Malformed("deal", "must be a position")
        if document["result"] is not None and not isinstance(document["result"], dict):
            raise Malformed("result", "must be a score sheet or null")
        return cls(
            game=game.name,
            rules=game.rules,
            options=document["options"],
            deal=document["deal"],
            seats=_texts(document["seats"], "seats"),
            moves=_texts(document["moves"], "moves"),
            result=document["result"],
        )

    def states(self) -> Iterator[tuple[int, State]]:
        """Plays the record: yields (moves told so far, state), the deal first.

        Raises `Malformed` or `Impossible` naming the move that does not fit, or the result that is not the game's.
        """
        game = find_game(self.game)
        try:
            if self.deal.get("game") != self.game:
                raise Malformed("game", f"is not {self.game}")
            state = game.load(self.deal)
        except Malformed as problem:
            raise type(problem)(f"deal.{problem.place}", problem.problem) from None
        if len(self.seats) != state.seats:
            raise Impossible("seats", f"names {len(self.seats)} players, the deal has {state.seats}")
        yield 0, state
        told = 0
        while told < len(self.moves):
            place = f"moves[{told}]"
            try:
                state = state.play(game.parse(self.moves[told]))
            except Malformed as problem:
                raise Malformed(place, problem.problem) from None
            except IllegalMove as problem:
                raise Impossible(place, f"{self.moves[told]}: {problem}") from None
            told += 1
            for answer in state.answers:
                if told >= len(self.moves) or self.moves[told] != answer:
                    found = shown(self.moves[told]) if told < len(self.moves) else "the end"
                    raise Impossible(f"moves[{told}]", f"the game answers {answer!r} here, the record has {found}")
                told += 1
            yield told, state
        self._check_result(state)

    def _check_result(self, last: State) -> None:
        if last.is_over and self.result is None:
            raise Impossible("result", "is null although the game is over")
        if not last.is_over and self.result is not None:
            raise Impossible("result", "is given although the game is not over")
        if self.result is not None and self.result != last.scores():
            raise Impossible("result", "is not what the moves lead to")


def _texts(value: object, place: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Malformed(place, "must be a list of texts")
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise Malformed(f"{place}[{index}]", f"must be a text, not {shown(item)}")
    return tuple(value)
