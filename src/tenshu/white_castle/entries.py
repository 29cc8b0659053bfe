"""Reading the entries of a stack."""

from __future__ import annotations

from collections.abc import Callable

from tenshu.table.errors import Impossible, Malformed
from tenshu.table.games import shown
from tenshu.table.reading import fields, inside, listed, one_of, whole
from tenshu.table.state import Document
from tenshu.white_castle.cards import CARD, DIPLOMAT_CARDS, STEWARD_CARDS
from tenshu.white_castle.castle import FAVOUR, REFILLS, ROW_ENTRIES, light_of
from tenshu.white_castle.courtier import COURTIER, LEVEL, PARTS
from tenshu.white_castle.domain import CHOOSE_LINE
from tenshu.white_castle.effects import MOST_AT_ONCE, Effects, effect
from tenshu.white_castle.gardener import SEND_GARDENER
from tenshu.white_castle.groups import gain_left, group_of
from tenshu.white_castle.names import DIE_NAMES, PLACES, ROOMS, SIDES
from tenshu.white_castle.notation import GARDEN_NAMES
from tenshu.white_castle.placing import IN_HAND, OUTSIDE
from tenshu.white_castle.rounds import FINAL_TRADES
from tenshu.white_castle.solo import ACTIONS as RIVAL_ACTIONS
from tenshu.white_castle.solo import garden_among, room_for, still_to_do
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.start import CHOOSE_START
from tenshu.white_castle.track import steps_left
from tenshu.white_castle.warrior import SEND_WARRIOR

MOST_EFFECTS = 16
_WITH_FROM = ("put", "rival-room")


def read_entry(value: object, place: str) -> Entry:
    """One entry of `turn.stack`."""
    if not isinstance(value, dict):
        raise Malformed(place, f"must be an object, not {shown(value)}")
    name = next((name for name in READERS if name in value), None)
    if name is None:
        raise Malformed(place, f"is no entry of a stack; known: {', '.join(READERS)}")
    document = fields(value, place, (name, "from") if name in _WITH_FROM else (name,))
    return READERS[name](document, inside(place, name))


def _flagged(entry: Entry) -> Callable[[Document, str], Entry]:
    """An entry that says nothing but that it is there."""

    def read(document: Document, place: str) -> Entry:
        if document[entry.name] is not True:
            raise Malformed(place, f"must be true, not {shown(document[entry.name])}")
        return entry

    return read


def _put(document: Document, place: str) -> Entry:
    die = document["put"]
    for colour, names in enumerate(DIE_NAMES):
        if isinstance(die, str) and die in names[1:]:
            side = SIDES.index(one_of(document["from"], inside(place.rpartition(".")[0], "from"), SIDES))
            return IN_HAND[side][colour][names.index(die)]
    raise Malformed(place, f"{shown(die)} is not a die such as c5")


def read_effects(value: object, place: str) -> Effects:
    found = []
    for number, text in enumerate(listed(value, place, MOST_EFFECTS)):
        try:
            found.append(effect(text) if isinstance(text, str) else None)
        except KeyError:
            found.append(None)
        if found[-1] is None:
            raise Malformed(f"{place}[{number}]", f"{shown(text)} is not an effect such as L, 2any or s:C")
    return tuple(each for each in found if each is not None)


def _do(document: Document, place: str) -> Entry:
    return group_of(read_effects(document["do"], place))


def _one(document: Document, place: str) -> Entry:
    effects = read_effects(document["one"], place)
    for entry in OUTSIDE.values():
        if set(effects) == set(entry.effects) and len(effects) == len(entry.effects):
            return entry
    raise Impossible(place, "must be G and C, or W and C")


def _courtier(document: Document, place: str) -> Entry:
    parts = [one_of(part, f"{place}[{n}]", PARTS) for n, part in enumerate(listed(document["courtier"], place, 2))]
    if not parts or len(set(parts)) < len(parts):
        raise Malformed(place, "names the parts still to do: gate, climb, or both")
    return COURTIER[sum(1 << PARTS.index(part) for part in parts)]


def _gain(document: Document, place: str) -> Entry:
    return gain_left(whole(document["gain"], place, 1, MOST_AT_ONCE))


def _steps(document: Document, place: str) -> Entry:
    return steps_left(whole(document["steps"], place, 1, MOST_AT_ONCE))


def _row(document: Document, place: str) -> Entry:
    return ROW_ENTRIES[one_of(document["row"], place, ROW_ENTRIES)]


def _light(document: Document, place: str) -> Entry:
    card = CARD.get(document["light"]) if isinstance(document["light"], str) else None
    if card is None or (card not in STEWARD_CARDS and card not in DIPLOMAT_CARDS):
        raise Malformed(place, f"{shown(document['light'])} is not a card of a room such as S2")
    return light_of(card)


def _refill(document: Document, place: str) -> Entry:
    return REFILLS[ROOMS.index(one_of(document["refill"], place, ROOMS))]


def _rival(document: Document, place: str) -> Entry:
    actions = listed(document["rival"], place, 4)
    if not actions:
        raise Malformed(place, "names the actions still to do")
    return still_to_do(tuple(one_of(action, f"{place}[{n}]", RIVAL_ACTIONS) for n, action in enumerate(actions)))


def _rival_garden(document: Document, place: str) -> Entry:
    names = [
        one_of(name, f"{place}[{n}]", GARDEN_NAMES) for n, name in enumerate(listed(document["rival-garden"], place, 3))
    ]
    if len(set(names)) < len(names):
        raise Malformed(place, "names each garden once")
    return garden_among(tuple(GARDEN_NAMES.index(name) for name in names))


def _rival_room(document: Document, place: str) -> Entry:
    floor = whole(document["rival-room"], place, 1, 2)
    where = inside(place.rpartition(".")[0], "from")
    source = PLACES.index(one_of(document["from"], where, PLACES[:-1]))
    if LEVEL[source] >= floor:
        raise Impossible(where, f"a courtier does not climb from {PLACES[source]} to floor {floor}")
    return room_for(floor, source)


READERS: dict[str, Callable[[Document, str], Entry]] = {
    "start": _flagged(CHOOSE_START),
    "put": _put,
    "do": _do,
    "one": _one,
    "courtier": _courtier,
    "gardener": _flagged(SEND_GARDENER),
    "warrior": _flagged(SEND_WARRIOR),
    "gain": _gain,
    "steps": _steps,
    "row": _row,
    "domain": _flagged(CHOOSE_LINE),
    "light": _light,
    "favour": _flagged(FAVOUR),
    "refill": _refill,
    "end": _flagged(FINAL_TRADES),
    "rival": _rival,
    "rival-garden": _rival_garden,
    "rival-room": _rival_room,
}
