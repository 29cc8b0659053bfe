"""Before a game: who sits where, who may change it, how it begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenshu.players.levels import LEVELS, USUAL_LEVEL
from tenshu.server.errors import Refused
from tenshu.server.tables import seating
from tenshu.server.tables.seating import BOT_NAMES, SeatWish, Wishes
from tenshu.server.tables.table import Seat
from tests.server.tables.at import BANK, TURN, At, guest, names, wishes


def test_seats_of_every_kind() -> None:
    table = At.made("me", "here", "open", "bot").table
    assert [seat.kind for seat in table.seats] == ["person", "person", "open", "bot"]
    assert [seat.person for seat in table.seats] == ["ana", "ana", None, None]
    assert names(table.seats) == ["Ana", "Nana", "", "Mei"]
    assert table.seats[3].level == "visitor"
    assert table.seats_of("ana") == (0, 1)
    assert table.seats_of("bia") == table.seats_of(None) == ()
    assert table.people == ("ana",)
    assert (table.status, table.revision, table.version, table.host) == ("open", 1, 0, "ana")


def test_a_table_without_a_missing_person_begins_at_once() -> None:
    at = At.made("me", "bot")
    assert (at.table.status, at.table.revision, at.table.started) == ("playing", 1, 1000.0)
    assert at.last.change.step.kind == "created"
    assert at.last.change.snapshot is not None


def test_it_waits_if_it_shall() -> None:
    at = At.made("me", "bot", start=False)
    assert at.table.status == "open"
    with at.refuses("not-host"):
        at.start("bia")
    at.start("ana")
    assert at.table.status == "playing"
    assert at.last.change.step.kind == "started"
    with at.refuses("already-begun"):
        at.start("ana")


def test_a_name_for_every_bot() -> None:
    seats = [SeatWish("bot")] * 3
    table = seating.created(Wishes("pebbles", [SeatWish("me"), *seats], {}), seating.Guest("x", "mei"), "T", 0, "s")
    assert names(table.position.table.seats)[1:] == ["Kenji", "Aiko", "Ren"]
    assert table.position.table.seats[1].level == USUAL_LEVEL
    taken = {name.casefold() for name in BOT_NAMES}
    assert len({*seating._free_names(taken)}) >= seating.MOST_SEATS


@pytest.mark.parametrize(
    ("wish", "place"),
    [
        (wishes("me", game="chess"), "game"),
        (Wishes("pebbles", [SeatWish("me")] * 5, {}), "seats"),
        (wishes("me", "me"), "seats"),
        (Wishes("pebbles", [SeatWish("me"), SeatWish("bot", level="god")], {}), "level"),
        (wishes("me", "bot", game="dragon-castle", options={"layout": "/etc/passwd"}), "layout"),
    ],
)
def test_wishes_nobody_can_fulfil(wish: Wishes, place: str) -> None:
    import tenshu.games  # noqa: F401

    with pytest.raises(Refused) as refusal:
        seating.created(wish, guest("ana"), "T", 0, "s")
    assert refusal.value.code == "not-understood"
    assert refusal.value.facts["place"] == place


def test_the_last_to_join_begins_the_game() -> None:
    at = At.made("me", "open", "open", clock=TURN)
    at.join("bia")
    assert at.table.status == "open"
    at.now = 1500.0
    decided = at.join("caio")
    assert (at.table.status, at.table.started, at.table.deadline) == ("playing", 1500.0, 1560.0)
    assert (decided.change.step.kind, decided.change.step.person, decided.change.step.seat) == ("joined", "caio", 2)
    assert decided.change.people_changed


def test_joining_a_named_seat() -> None:
    at = At.made("me", "open", "open")
    with at.refuses("seat-taken", seat=0):
        at.join("bia", 0)
    with at.refuses("no-such-seat", seat=3):
        at.join("bia", 3)
    with at.refuses("no-such-seat"):
        at.join("bia", -1)
    at.join("bia", 2)
    assert at.table.seats[2].person == "bia"
    with at.refuses("already-seated"):
        at.join("bia")
    with at.refuses("already-seated"):
        at.join("ana", 1)


def test_nobody_joins_where_all_is_taken() -> None:
    at = At.made("me", "bot", start=False)
    with at.refuses("table-full"):
        at.join("bia")
    at = At.made("me", "bot")
    with at.refuses("already-begun"):
        at.join("bia")


def test_leaving() -> None:
    at = At.made("me", "here", "open", "open")
    at.join("bia")
    with at.refuses("not-seated"):
        at.leave("caio")
    at.leave("ana")
    assert at.table.host == "bia"
    assert [seat.kind for seat in at.table.seats] == ["open", "open", "person", "open"]
    assert at.table.seats[1] == Seat("open")
    assert seating.left(at.position, "bia", 0) is None


def test_a_host_who_does_not_sit_may_leave_too() -> None:
    at = At.made("open", "open")
    at.join("bia")
    at.leave("ana")
    assert at.table.host == "bia"
    assert seating.left(At.made("open", "open").position, "ana", 0) is None


def test_nobody_leaves_a_game_like_that() -> None:
    at = At.made("me", "bot")
    with at.refuses("already-begun"):
        at.leave("ana")


def test_the_host_changes_seats() -> None:
    at = At.made("me", "open", "open", start=False)
    at.join("bia")
    with at.refuses("not-host"):
        at.seat("bia", 0, "open")
    with at.refuses("no-such-seat"):
        at.seat("ana", 3, "open")
    with at.refuses("no-such-seat"):
        at.seat("ana", -1, "open")
    with at.refuses("not-understood"):
        at.seat("ana", 1, "bot", "god")
    at.seat("ana", 1, "open")  # asked to leave
    assert at.table.people == ("ana",)
    at.seat("ana", 1, "bot")
    assert at.table.seats[1].level in LEVELS
    with at.refuses("seats-open"):
        at.start("ana")
    with at.refuses("last-person"):
        at.seat("ana", 0, "bot")
    at.seat("ana", 2, "bot")
    assert len({*names(at.table.seats)}) == 3
    at.start("ana")
    with at.refuses("already-begun"):
        at.seat("ana", 1, "open")


def test_a_bot_on_the_last_open_seat_begins_the_game() -> None:
    at = At.made("me", "open")
    assert at.seat("ana", 1, "bot").change.step.kind == "seat"
    assert at.table.status == "playing"


def test_a_host_who_stands_up_passes_the_table_on() -> None:
    at = At.made("me", "open", "open")
    at.join("bia")
    at.seat("ana", 0, "open")
    assert at.table.host == "bia"


def test_a_host_who_never_sat_stays_host() -> None:
    at = At.made("open", "open", "open")
    at.seat("ana", 0, "bot")
    at.join("bia")
    at.seat("ana", 0, "open")
    assert at.table.host == "ana"
    at.seat("ana", 1, "open")
    assert (at.table.host, at.table.people) == ("ana", ())


def test_free_takebacks_are_for_one_person() -> None:
    assert At.made("me", "bot", takebacks="free").table.takebacks == "free"
    assert At.made("me", "here", "bot", takebacks="free").table.takebacks == "free"
    assert At.of("ana", "bia", takebacks="free").table.takebacks == "agree"
    assert At.of("ana", "bia", takebacks="never").table.takebacks == "never"
    at = At.made("me", "bot", takebacks="free", start=False)
    at.seat("ana", 1, "open")
    at.join("bia")
    at.start("ana")
    assert at.table.takebacks == "agree"


def test_a_solo_game() -> None:
    at = At.made("me")
    assert at.table.options == {"lonely": True}
    assert at.state.seats == 1


def finished(*people: str) -> At:
    at = At.of(*people, clock=BANK, public=True)
    for person in dict.fromkeys(each for each in people if each not in ("bot", "here")):
        if at.table.status == "playing":
            at.resign(person)
    assert at.table.status == "finished"
    return at


def test_a_rematch_moves_the_seats_on() -> None:
    at = finished("ana", "bia", "bot", "caio")
    new, old = seating.rematch(at.position, "bia", "N", 2000.0)
    assert (old.change.table.rematch, old.change.step.kind) == ("N", "rematch")
    assert old.change.table.revision == at.table.revision + 1
    table = new.change.table
    assert (table.id, table.revision, table.version, table.host) == ("N", 1, 0, "bia")
    assert (table.clock, table.public, table.options) == (BANK, True, at.table.options)
    assert [(seat.kind, seat.person, seat.reserved, seat.level) for seat in table.seats] == [
        ("person", "bia", None, None),
        ("bot", None, None, "visitor"),
        ("open", None, "caio", None),
        ("open", None, "ana", None),
    ]
    assert not any(seat.resigned or seat.stands_in for seat in table.seats)
    assert names(table.seats) == ["Bia", "Mei", "Caio", "Ana"]
    again = At(seating.begun_if_complete(new, 2000.0, "s"), 2000.0)
    with again.refuses("table-full"):
        again.join("dora")
    with again.refuses("seat-taken"):
        again.join("ana", 2)
    again.join("ana")
    assert again.table.seats[3].person == "ana"
    again.join("caio")
    assert again.table.status == "playing"


def test_a_rematch_of_one_person_begins_at_once() -> None:
    at = finished("ana", "here", "bot")
    new, _ = seating.rematch(at.position, "ana", "N", 2000.0)
    again = At(seating.begun_if_complete(new, 2000.0, "s"), 2000.0).table
    assert again.status == "playing"
    assert [(seat.name, seat.beside) for seat in again.seats] == [("Nana", True), ("Mei", False), ("Ana", False)]


def test_seats_at_one_screen_wait_together() -> None:
    at = finished("ana", "here", "bia")
    new, _ = seating.rematch(at.position, "bia", "N", 2000.0)
    again = At(new, 2000.0)
    again.join("ana", 2)
    assert names(again.table.seats) == ["Nana", "Bia", "Ana"]
    assert again.table.seats_of("ana") == (0, 2)
    assert [seat.beside for seat in again.table.seats] == [True, False, False]
    assert again.table.status == "playing"


def test_who_takes_another_seat_frees_the_one_that_waited() -> None:
    at = finished("ana", "bia", "caio")
    new, _ = seating.rematch(at.position, "bia", "N", 2000.0)
    again = At(new, 2000.0)
    again.seat("bia", 1, "open")  # for anybody
    again.join("ana", 1)
    assert again.table.seats[2] == Seat("open")
    again.join("dora")
    assert again.table.status == "playing"


def test_no_rematch() -> None:
    at = At.of("ana", "bia")
    with at.refuses("not-finished"):
        seating.rematch(at.position, "ana", "N", 0)
    at = finished("ana", "bia")
    with at.refuses("not-seated"):
        seating.rematch(at.position, "caio", "N", 0)
    at.position = replace(at.position, table=replace(at.table, rematch="M"))
    with at.refuses("rematch-made", table="M"):
        seating.rematch(at.position, "ana", "N", 0)
