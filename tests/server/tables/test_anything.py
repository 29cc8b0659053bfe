"""Whoever asks for whatever in whatever order: it happens as it should, or it is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import tenshu.games  # noqa: F401
from tenshu.server.errors import Refused
from tenshu.server.live.telling import Telling, table_document
from tenshu.server.tables import playing, seating
from tenshu.server.tables.position import Position
from tests.server.tables.at import BANK, TURN, At, guest

KNOWN = {
    "not-playing", "stale", "not-your-turn", "not-seated", "resigned", "illegal", "cannot-undo", "no-takebacks",
    "nothing-to-take-back", "no-such-seat", "cannot-replace", "not-away", "offer-pending", "no-such-offer", "not-asked",
    "nothing-to-return-to", "not-overdue", "already-begun", "already-seated", "seat-taken", "table-full", "not-host",
    "last-person", "seats-open", "not-finished", "rematch-made", "not-understood",
}  # fmt: skip
PEOPLE = ["ana", "bia", "caio", "dora", "eva"]
Pick = Callable[[list[Any]], Any]


def request(at: At, pick: Pick) -> Callable[[], object]:
    """Something somebody may ask for; mostly something sensible, so that games get on."""
    person, now = pick(PEOPLE), at.now
    seat = pick([None, 0, 1, 2, 3, 7])
    named = pick([0, 1, 2, 3, -1])
    table = at.table
    version = pick([table.version] * 9 + [table.version - 1])
    mover = table.waits_for
    moves = list(at.state.legal_moves()) if at.position.trail else []
    text = pick([*moves, *moves, *moves, "draw", "no move"])
    plausible = None if mover == "bot" else mover
    offer = table.offer.number if table.offer else 0
    asked = playing.asked_about(table, table.offer) if table.offer else PEOPLE

    def gone(p: Position) -> Any:
        decided = seating.left(p, person, now)
        if decided is None:
            raise Refused("last-person")
        return decided

    return pick(  # type: ignore[no-any-return]
        [
            *[lambda: at.act(lambda p: playing.moved(p, plausible, version, text, now))] * 8,
            lambda: at.act(lambda p: playing.moved(p, pick([*PEOPLE, None]), version, text, now)),
            lambda: at.act(lambda p: playing.undone(p, pick([person, mover or person]), version, now)),
            lambda: at.act(lambda p: playing.takeback(p, person, version, now)),
            lambda: at.act(lambda p: playing.replacement(p, person, named, pick([True, True, False]), now)),
            lambda: at.act(
                lambda p: playing.answered(p, pick([*asked, person]), offer, pick([True, True, False]), now)
            ),
            lambda: at.act(lambda p: playing.returned(p, person, seat, now)),
            lambda: at.act(lambda p: playing.resigned(p, pick([person, "eva", "eva"]), seat, now)),
            lambda: at.act(lambda p: playing.missed(p, now)),
            lambda: at.act(lambda p: seating.joined(p, guest(person), pick([None, seat]), now, "s")),
            lambda: at.act(gone),
            lambda: at.act(
                lambda p: seating.seat_changed(p, person, named, pick(["open", "bot"]), "visitor", now, "s")
            ),
            lambda: at.act(lambda p: seating.started(p, person, now, "s")),
            lambda: seating.rematch(at.position, person, "N", now),
        ]
    )


def told(at: At) -> None:
    """What is told can be told, and says what is."""
    import orjson

    step = at.last.change.step
    for person in (*PEOPLE, None):
        message = orjson.loads(Telling(at.position, step, {"ana"}).to(person, "7"))
        assert message["table"] == orjson.loads(orjson.dumps(table_document(at.table, {"ana"})))
        assert bool(message["moves"]) == playing.may_decide(at.table, person)
        assert message["undo"] == playing.may_undo(at.position, person)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_sequence_of_requests(data: st.DataObject) -> None:
    def pick(choices: list[Any]) -> Any:
        return choices[data.draw(st.integers(0, len(choices) - 1))]

    kinds = data.draw(st.lists(st.sampled_from(["open", "open", "open", "bot", "here"]), min_size=0, max_size=3))
    at = At.made(
        "me",
        *kinds,
        clock=pick([None, TURN, BANK]),
        takebacks=pick(["agree", "free", "never"]),
        start=pick([True, True, False]),
    )
    for person in PEOPLE[1:]:
        if any(seat.kind == "open" for seat in at.table.seats) and pick([True, True, False]):
            at.join(person)
    for _ in range(data.draw(st.integers(1, 40))):
        before, code = at.position, None
        at.now += pick([0, 1, 1, 20, 70])
        try:
            request(at, pick)()
        except Refused as refusal:
            code = refusal.code
        assert code is None or (code in KNOWN and at.position is before)
        if at.table.status == "finished":
            break
    told(at)
