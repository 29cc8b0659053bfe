"""Reading positions: anything malformed or impossible is refused with one sentence that names the place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tenshu.table.errors import IllegalMove, Impossible, Malformed
from tenshu.table.games import shown
from tenshu.table.reading import fields, inside, listed, one_of, whole
from tenshu.table.state import Document
from tenshu.white_castle import solo
from tenshu.white_castle.cards import (
    ACTION_CARDS,
    BACKS,
    CARD,
    CARD_NAMES,
    CARDS,
    COPIES_OF_A_STARTING_ACTION,
    DIPLOMAT_CARDS,
    FAVOURS,
    GARDENS,
    NO_CARD,
    PLANTS,
    START_CARDS,
    STEWARD_CARDS,
    STONES,
    UNKNOWN,
    WELL_SIDES,
    YARD_TILES,
)
from tenshu.white_castle.castle import Refill
from tenshu.white_castle.deal import Deal, Yard
from tenshu.white_castle.entries import read_entry
from tenshu.white_castle.figures import (
    CAPS,
    COURTIERS,
    DICE,
    GARDENERS,
    GATE,
    INFLUENCE,
    LANTERN,
    MEMBERS,
    NO_LIMIT,
    WARRIORS,
    Figures,
)
from tenshu.white_castle.figures import CARD as DOMAIN_CARD
from tenshu.white_castle.figures import GARDENS as GARDENS_OF_A_SEAT
from tenshu.white_castle.groups import Group
from tenshu.white_castle.names import (
    COLOURS,
    DIE_NAMES,
    DIPLOMAT_ROOMS,
    LEVELS,
    MOST_SEATS,
    OVER,
    PHASES,
    PLACES,
    POSITIONS,
    ROOMS,
    ROUNDS,
    ROWS_IN_A_ROOM,
    START,
    STEWARD_ROOMS,
    TURN,
    YARDS,
)
from tenshu.white_castle.names import GARDENS as GARDENS_PHASE
from tenshu.white_castle.notation import GARDEN_NAMES
from tenshu.white_castle.placing import CHOOSE_DIE, Bridge, values_of
from tenshu.white_castle.position import FIGURE_NAMES, HIDDEN, POSITION_VERSION
from tenshu.white_castle.rounds import NOTHING, Roll, is_last_turn
from tenshu.white_castle.setup import empty_seat
from tenshu.white_castle.solo import RIVAL, SOLO_NAMES, Rival, RivalGarden, RivalRoom
from tenshu.white_castle.stack import Entry
from tenshu.white_castle.start import CHOOSE_START
from tenshu.white_castle.state import Pair, WhiteCastle
from tenshu.white_castle.track import LAST_SPACE
from tenshu.white_castle.views import Deck, Unseen, dice_of_a_colour, hidden_places

MOST_COUNTED = 1_000_000
"""Coins and points are unlimited; this only keeps absurd numbers out."""
MOST_DICE = 15
DEEPEST_STACK = 64

_POSITION = (
    "game", "version", "solo", "round", "order", "track", "bridges", "rooms", "outside", "well", "daimyo", "gardens",
    "yards", "decks", "rolls", "players", "turn",
)  # fmt: skip
_PLAYER = (*FIGURE_NAMES, "courtiers", "gardeners", "warriors", "card", "lantern", "dice")


def load(document: Document) -> WhiteCastle:
    """The state of a position or view document."""
    fields(document, "", _POSITION, ("removed", "starts", "unseen"))
    if document["game"] != WhiteCastle.game:
        raise Malformed("game", f"must be {WhiteCastle.game!r}, not {shown(document['game'])}")
    if type(document["version"]) is not int or document["version"] != POSITION_VERSION:
        raise Malformed("version", f"must be {POSITION_VERSION}, not {shown(document['version'])}")
    state = WhiteCastle.__new__(WhiteCastle)
    state.round = whole(document["round"], "round", 1, ROUNDS)
    level, state.rival = read_solo(document["solo"])
    players = listed(document["players"], "players", MOST_SEATS)
    if level is None and len(players) < 2:
        raise Impossible("players", f"a game has 2 to 4 players, not {len(players)}")
    if level is not None and len(players) != 2:
        raise Impossible("players", f"a solo game has the human and the rival, not {len(players)} players")
    state.deal = read_deal(document, len(players), level)
    read_board(document, state)
    read_players(players, state)
    read_piles(document, state)
    read_order(document, state)
    read_turn(document["turn"], state)
    check_cards(state)
    check_track(state)
    check_turn(state)
    check_rest(state)
    return state


# The deal.


def read_deal(document: Document, players: int, level: str | None) -> Deal:
    rooms = fields(document["rooms"], "rooms", ROOMS)
    tiles = [
        read_tiles(fields(rooms[name], inside("rooms", name), ("card", "tiles", "dice")), room)
        for room, name in enumerate(ROOMS)
    ]
    well = fields(document["well"], "well", ("tiles", "dice"))
    sides = [
        WELL_SIDES.index(one_of(side, f"well.tiles[{place}]", WELL_SIDES))
        for place, side in enumerate(exactly(well["tiles"], "well.tiles", 2))
    ]
    daimyo = fields(document["daimyo"], "daimyo", ("card", "places"))
    names = tuple(f"F{number}" for number in range(1, len(FAVOURS) + 1))
    favour = names.index(one_of(daimyo["card"], "daimyo.card", names))
    return Deal(players, level, tiles, sides, favour, read_gardens(document), read_yards(document))


def read_tiles(room: Document, number: int) -> list[int]:
    place = f"rooms.{ROOMS[number]}.tiles"
    tiles = [
        COLOURS.index(one_of(tile, f"{place}[{row}]", COLOURS))
        for row, tile in enumerate(exactly(room["tiles"], place, ROWS_IN_A_ROOM[number]))
    ]
    if len(set(tiles)) == 1:
        raise Impossible(place, "a room never has tiles of one colour only")
    return tiles


def read_gardens(document: Document) -> list[int]:
    gardens = fields(document["gardens"], "gardens", COLOURS)
    found: list[int] = []
    for colour in COLOURS:
        place = inside("gardens", colour)
        pair = exactly(gardens[colour], place, 2)
        for number, (name, kind) in enumerate(zip(pair, (PLANTS, STONES), strict=True)):
            known = [GARDEN_NAMES[garden] for garden in kind]
            found.append(GARDEN_NAMES.index(one_of(name, f"{place}[{number}]", known)))
    for garden, count in Counter(found).items():
        if count > 1:
            raise Impossible("gardens", f"{GARDEN_NAMES[garden]} is there {count} times")
    return found


def read_yards(document: Document) -> list[Yard]:
    yards = fields(document["yards"], "yards", YARDS)
    known = [f"Y{tile + 1}{side}" for tile in range(len(YARD_TILES)) for side in "ab"]
    found: list[Yard] = []
    for name, count in zip(YARDS, (2, 1, 1), strict=True):
        place = inside("yards", name)
        tiles = [one_of(tile, f"{place}[{n}]", known) for n, tile in enumerate(exactly(yards[name], place, count))]
        found.append(tuple((int(tile[1]) - 1, tile[2] == "b") for tile in tiles))
    for tile, count in Counter(tile for yard in found for tile, _ in yard).items():
        if count > 1:
            raise Impossible("yards", f"tile Y{tile + 1} is there {count} times")
    return found


def read_solo(value: object) -> tuple[str | None, Rival | None]:
    if value is None:
        return None, None
    document = fields(value, "solo", ("level", "rival", "deck", "turned", "next"))
    level = one_of(document["level"], "solo.level", LEVELS)
    if type(document["rival"]) is not int or document["rival"] != RIVAL:
        raise Malformed("solo.rival", f"must be {RIVAL}, not {shown(document['rival'])}")
    deck = solo_cards(document["deck"], "solo.deck")
    if not deck or deck[0] == solo.UNKNOWN:
        raise Impossible("solo.deck", "its top card is always there and seen")
    turned = whole(document["turned"], "solo.turned", 0, len(deck))
    orders = [
        None if order == HIDDEN else solo_cards(order, f"solo.next[{place}]")
        for place, order in enumerate(listed(document["next"], "solo.next", ROUNDS - 1))
    ]
    if any(order is not None and (not order or solo.UNKNOWN in order) for order in orders):
        raise Malformed("solo.next", "holds whole orders, or '?' for one that is not known")
    rival = Rival(deck, turned, tuple(orders))
    places = set(range(len(deck))[hidden_places(rival)])
    if any(card == solo.UNKNOWN and place not in places for place, card in enumerate(deck)):
        raise Impossible("solo.deck", "the top card and the turned ones are always seen")
    return level, rival


def solo_cards(value: object, place: str) -> Deck:
    names = (*SOLO_NAMES, HIDDEN)
    cards = tuple(
        names.index(one_of(name, f"{place}[{n}]", names))
        for n, name in enumerate(listed(value, place, len(SOLO_NAMES)))
    )
    for card, count in Counter(cards).items():
        if count > 1 and card != solo.UNKNOWN:
            raise Impossible(place, f"{names[card]} is there {count} times")
    return cards


# The board.


def read_board(document: Document, state: WhiteCastle) -> None:
    deal = state.deal
    bridges = fields(document["bridges"], "bridges", COLOURS)
    state.bridges = [read_bridge(bridges[colour], inside("bridges", colour), deal.players) for colour in COLOURS]
    state.dice_left = sum(sum(value > 0 for value in bridge) for bridge in state.bridges)
    rooms = document["rooms"]
    state.cards = [
        NO_CARD
        if rooms[name]["card"] is None
        else card_of(
            rooms[name]["card"],
            f"rooms.{name}.card",
            STEWARD_CARDS if room in STEWARD_ROOMS else DIPLOMAT_CARDS,
        )
        for room, name in enumerate(ROOMS)
    ]
    outside = fields(document["outside"], "outside", ("left", "right"))
    spaces = [(rooms[name]["dice"], f"rooms.{name}.dice", deal.capacity) for name in ROOMS]
    spaces += [(outside[side], f"outside.{side}", deal.capacity) for side in ("left", "right")]
    spaces += [(document["well"]["dice"], "well.dice", MOST_DICE)]
    state.dice = [read_dice(*space) for space in spaces]
    state.values = values_of(state.dice, deal.capacity)
    places = exactly(document["daimyo"]["places"], "daimyo.places", len(POSITIONS))
    state.places = tuple(
        None if seat is None else whole(seat, f"daimyo.places[{n}]", 0, deal.players - 1)
        for n, seat in enumerate(places)
    )


def read_bridge(value: object, place: str, players: int) -> Bridge:
    bridge = fields(value, place, ("left", "centre", "right"))
    ends = [0 if bridge[end] is None else whole(bridge[end], inside(place, end), 1, 6) for end in ("left", "right")]
    most = dice_of_a_colour(players)
    centre = [
        whole(die, f"{place}.centre[{n}]", 1, 6)
        for n, die in enumerate(listed(bridge["centre"], inside(place, "centre"), most - 2))
    ]
    if centre and not all(ends):
        raise Impossible(inside(place, "centre"), "a die lies there only while both ends hold one")
    dice = [die for die in (ends[0], *centre, ends[1]) if die]
    if dice != sorted(dice):
        raise Impossible(place, f"its dice {', '.join(map(str, dice))} are not in ascending order")
    return (ends[0], *centre, ends[1])


def read_dice(value: object, place: str, most: int) -> tuple[int, ...]:
    dice = listed(value, place, MOST_DICE)
    if len(dice) > most:
        raise Impossible(place, f"holds {len(dice)} dice, it has room for {most}")
    return tuple(read_die(die, f"{place}[{n}]") for n, die in enumerate(dice))


def read_die(value: object, place: str) -> int:
    """A die as colour and value in one number."""
    for colour, names in enumerate(DIE_NAMES):
        if isinstance(value, str) and value in names[1:]:
            return colour << 3 | names.index(value)
    raise Malformed(place, f"{shown(value)} is not a die such as c5")


def card_of(value: object, place: str, known: Collection[int], *, hidden: bool = False) -> int:
    """A card by its name, one of those that can lie there."""
    card = CARD.get(value) if isinstance(value, str) else None
    if card is not None and card in known:
        return card
    if hidden and value == HIDDEN:
        return UNKNOWN
    names = [str(CARD_NAMES[card]) for card in known]
    raise Malformed(place, f"must be a card from {names[0]} to {names[-1]}, not {shown(value)}")


def exactly(value: object, place: str, count: int) -> list[object]:
    found = listed(value, place, count)
    if len(found) != count:
        raise Malformed(place, f"has {len(found)} entries, not {count}")
    return found


# Players.


def read_players(values: Sequence[object], state: WhiteCastle) -> None:
    state.players, state.lanterns, state.at_work = [], [], []
    for seat, value in enumerate(values):
        place = f"players[{seat}]"
        document = fields(value, place, _PLAYER)
        figures = empty_seat()
        for name, figure in FIGURE_NAMES.items():
            most = LAST_SPACE if figure == INFLUENCE else CAPS[figure]
            figures[figure] = whole(document[name], inside(place, name), 0, MOST_COUNTED if most == NO_LIMIT else most)
        read_members(document, place, figures, state)
        read_domain(document, place, figures, state)
        if state.deal.level and seat == RIVAL:
            check_rival_seat(figures, state.lanterns[seat], place)
        state.players.append(figures)


def check_rival_seat(figures: Figures, lantern: Deck, place: str) -> None:
    if figures[DOMAIN_CARD] != NO_CARD or lantern:
        raise Impossible(place, "the rival has no action card and no Lantern")
    for name in ("food", "iron", "pearl", "seals"):
        if figures[FIGURE_NAMES[name]]:
            raise Impossible(inside(place, name), "the rival has coins, points and influence only")


def read_members(document: Document, place: str, figures: Figures, state: WhiteCastle) -> None:
    """Five of each kind, at home and elsewhere."""
    courtiers = fields(document["courtiers"], inside(place, "courtiers"), ("home", *PLACES))
    _counted(courtiers, inside(place, "courtiers"), ("home", *PLACES), figures, COURTIERS)
    warriors = fields(document["warriors"], inside(place, "warriors"), ("home", *YARDS))
    _counted(warriors, inside(place, "warriors"), ("home", *YARDS), figures, WARRIORS)
    gardeners = fields(document["gardeners"], inside(place, "gardeners"), ("home", "at"))
    where = inside(place, "gardeners.at")
    on_the_board = [GARDEN_NAMES[garden] for garden in state.deal.gardens]
    at = [
        on_the_board.index(one_of(name, f"{where}[{n}]", on_the_board))
        for n, name in enumerate(listed(gardeners["at"], where, len(GARDENS)))
    ]
    if len(set(at)) < len(at):
        raise Impossible(where, "a garden holds one gardener of a player")
    figures[GARDENERS] = whole(gardeners["home"], inside(place, "gardeners.home"), 0, MEMBERS)
    if figures[GARDENERS] + len(at) != MEMBERS:
        raise Impossible(inside(place, "gardeners"), f"{figures[GARDENERS] + len(at)} gardeners, not {MEMBERS}")
    figures[GARDENS_OF_A_SEAT] = sum(1 << garden for garden in at)
    state.at_work.append(tuple(at))


def _counted(document: Document, place: str, names: Sequence[str], figures: Figures, first: int) -> None:
    for number, name in enumerate(names):
        figures[first + number] = whole(document[name], inside(place, name), 0, MEMBERS)
    found = sum(figures[first : first + len(names)])
    if found != MEMBERS:
        raise Impossible(place, f"{found} {place.rpartition('.')[2]}, not {MEMBERS}")


def read_domain(document: Document, place: str, figures: Figures, state: WhiteCastle) -> None:
    card, where = document["card"], inside(place, "card")
    cards = (*STEWARD_CARDS, *DIPLOMAT_CARDS, *ACTION_CARDS)
    figures[DOMAIN_CARD] = NO_CARD if card is None else card_of(card, where, cards)
    where = inside(place, "lantern")
    lantern = tuple(
        card_of(name, f"{where}[{n}]", range(len(CARDS)))
        for n, name in enumerate(listed(document["lantern"], where, len(CARDS)))
    )
    state.lanterns.append(lantern)
    figures[LANTERN] = sum(BACKS[card] for card in lantern)
    dice = fields(document["dice"], inside(place, "dice"), COLOURS)
    for number, colour in enumerate(COLOURS):
        if dice[colour] is None:
            continue
        where = f"{place}.dice.{colour}"
        die = read_die(dice[colour], where)
        if die >> 3 != number:
            raise Impossible(where, f"{shown(dice[colour])} does not belong on the {colour} line")
        figures[DICE + number] = die & 7


def read_order(document: Document, state: WhiteCastle) -> None:
    seats = range(state.deal.players)
    found = []
    for name in ("order", "track"):
        listed_seats = [
            whole(seat, f"{name}[{n}]", 0, len(seats) - 1)
            for n, seat in enumerate(exactly(document[name], name, len(seats)))
        ]
        if len(set(listed_seats)) < len(seats):
            raise Impossible(name, "names every seat once")
        found.append(listed_seats)
    state.order, state.track = tuple(found[0]), found[1]


# Piles: decks, dice to come, cards that left.


def read_piles(document: Document, state: WhiteCastle) -> None:
    decks = fields(document["decks"], "decks", ("stewards", "diplomats"))
    stewards = read_deck(decks["stewards"], "decks.stewards", STEWARD_CARDS)
    diplomats = read_deck(decks["diplomats"], "decks.diplomats", DIPLOMAT_CARDS)
    state.decks = stewards, diplomats
    state.removed = read_deck(document.get("removed", []), "removed", (*STEWARD_CARDS, *DIPLOMAT_CARDS), hidden=False)
    rolls = fields(document["rolls"], "rolls", (), [str(number) for number in range(2, ROUNDS + 1)])
    none: Document = {colour: [] for colour in COLOURS}
    every = [read_roll(rolls.get(str(n), none), f"rolls.{n}", state.deal.players) for n in range(2, ROUNDS + 1)]
    state.rolls = tuple(every[state.round - 1 :])
    state.starts = tuple(
        read_pair(pair, f"starts[{n}]")
        for n, pair in enumerate(listed(document.get("starts", []), "starts", MOST_SEATS + 1))
    )
    state.unseen = read_unseen(document, state)


def read_deck(value: object, place: str, known: Collection[int], *, hidden: bool = True) -> Deck:
    return tuple(
        card_of(name, f"{place}[{n}]", known, hidden=hidden) for n, name in enumerate(listed(value, place, len(known)))
    )


def read_roll(value: object, place: str, players: int) -> Roll | None:
    if value == HIDDEN:
        return None
    colours = fields(value, place, COLOURS)
    found: list[tuple[int, ...]] = []
    for colour in COLOURS:
        where = inside(place, colour)
        dice = listed(colours[colour], where, dice_of_a_colour(players))
        values = tuple(whole(die, f"{where}[{n}]", 1, 6) for n, die in enumerate(dice))
        if values != tuple(sorted(values)):
            raise Impossible(where, "its dice are not in ascending order")
        found.append(values)
    return tuple(found)


def read_pair(value: object, place: str) -> Pair:
    pair = exactly(value, place, 2)
    return card_of(pair[0], f"{place}[0]", START_CARDS), card_of(pair[1], f"{place}[1]", ACTION_CARDS)


def read_unseen(document: Document, state: WhiteCastle) -> Unseen | None:
    """The cards behind every `?`; None in a full position."""
    rival = state.rival
    counts = (
        state.decks[0].count(UNKNOWN),
        state.decks[1].count(UNKNOWN),
        rival.deck.count(solo.UNKNOWN) if rival else 0,
    )
    if "unseen" not in document:
        if any(counts) or None in state.rolls or (rival is not None and None in rival.next):
            raise Malformed("unseen", "is missing although something is hidden")
        return None
    unseen = fields(document["unseen"], "unseen", ("stewards", "diplomats"), ("solo",))
    found = Unseen(
        tuple(sorted(read_deck(unseen["stewards"], "unseen.stewards", STEWARD_CARDS, hidden=False))),
        tuple(sorted(read_deck(unseen["diplomats"], "unseen.diplomats", DIPLOMAT_CARDS, hidden=False))),
        tuple(sorted(solo_cards(unseen.get("solo", []), "unseen.solo"))),
    )
    for cards, hidden, name in zip(found, counts, found._fields, strict=True):
        if len(cards) != hidden:
            raise Impossible(f"unseen.{name}", f"lists {len(cards)} cards, {hidden} are hidden")
    if rival is not None and set(found.solo) & set(rival.deck):
        raise Impossible("unseen.solo", "lists a card that is seen in the deck")
    return found


# The turn.


def read_turn(value: object, state: WhiteCastle) -> None:
    deal = state.deal
    document = fields(value, "turn", ("player",), ("phase", "stack", "lines"))
    usual = "over" if document["player"] is None else "start" if state.starts else "turn"
    state.phase = PHASES.index(one_of(document.get("phase", usual), "turn.phase", PHASES))
    if (state.phase == OVER) != (document["player"] is None):
        raise Impossible("turn.player", "is null exactly when the game is over")
    state.player = 0 if document["player"] is None else whole(document["player"], "turn.player", 0, deal.players - 1)
    state.me = state.players[state.player]
    lines = listed(document.get("lines", []), "turn.lines", len(COLOURS))
    state.lines = tuple(COLOURS.index(one_of(line, f"turn.lines[{n}]", COLOURS)) for n, line in enumerate(lines))
    if len(set(state.lines)) < len(lines):
        raise Impossible("turn.lines", "names each line once")
    stack = listed(document.get("stack", []), "turn.stack", DEEPEST_STACK)
    state.stack = [read_entry(entry, f"turn.stack[{n}]") for n, entry in enumerate(stack)]
    if not state.stack:
        state.stack = [{START: CHOOSE_START, TURN: CHOOSE_DIE, OVER: NOTHING}.get(state.phase, NOTHING)]
    state.log, state.shows, state.passed = [], False, False


# What no game can look like.


def check_cards(state: WhiteCastle) -> None:
    """No card is there twice; of the starting actions there are two each."""
    unseen = state.unseen or Unseen()
    everywhere = Counter((*state.cards, *state.decks[0], *state.decks[1], *unseen.stewards, *unseen.diplomats))
    everywhere.update(state.removed)
    for pair in state.starts:
        everywhere.update(pair)
    for figures, lantern in zip(state.players, state.lanterns, strict=True):
        everywhere.update((figures[DOMAIN_CARD], *lantern))
    for card, count in sorted(everywhere.items()):
        most = COPIES_OF_A_STARTING_ACTION if card in ACTION_CARDS else 1
        if card < NO_CARD and count > most:
            raise Impossible("position", f"{CARD_NAMES[card]} is there {count} times, there {_is(most)} only {most}")


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def check_track(state: WhiteCastle) -> None:
    """The track names the seats by their influence."""
    influence = [state.players[seat][INFLUENCE] for seat in state.track]
    if influence != sorted(influence, reverse=True):
        raise Impossible("track", f"its seats stand on {', '.join(map(str, influence))}; the farthest comes first")


def check_turn(state: WhiteCastle) -> None:
    """The phase, the player and the kinds of entries fit each other."""
    names = [entry.name for entry in state.stack]
    if state.phase == OVER:
        if state.round < ROUNDS:
            raise Impossible("turn.phase", f"the game is not over in round {state.round}")
        if state.stack != [NOTHING]:
            raise Impossible("turn.stack", "nothing is left to do when the game is over")
    if state.phase != START and state.starts:
        raise Impossible("starts", "pairs are chosen in phase start only")
    if state.phase == START:
        check_start(state, names)
    if state.phase == GARDENS_PHASE and state.round == ROUNDS:
        raise Impossible("turn.phase", "gardens act at the end of rounds 1 and 2 only")
    for name, phase in (("start", START), ("put", TURN), ("end", TURN)):
        if name in names and (len(names) > 1 or state.phase != phase):
            raise Impossible("turn.stack", f"'{name}' stands alone, in phase {PHASES[phase]}")
    if "end" in names and not is_last_turn(state):
        raise Impossible("turn.stack", "'end' is asked in a player's last turn only")
    check_refills(state, names)
    check_rival(state, names)


def check_start(state: WhiteCastle, names: list[str]) -> None:
    if state.round != 1:
        raise Impossible("turn.phase", "the start comes before round 1 only")
    if not {*names} <= {"start", "do", "gain"} or any(
        each.action for entry in state.stack if isinstance(entry, Group) for each in entry.effects
    ):
        raise Impossible("turn.stack", "at the start pairs are chosen and their gains taken, nothing else")
    to_choose = state.order.index(state.player) + (names[-1] == "start")
    if not state.deal.level and len(state.starts) < to_choose:
        raise Impossible("starts", f"{to_choose} players have to choose among {len(state.starts)} pairs")
    if state.deal.level and "start" in names:
        raise Impossible("turn.stack", "alone nobody chooses a starting pair")


ABOVE_A_REFILL = frozenset({"light", "do", "gain", "steps"})


def check_refills(state: WhiteCastle, names: list[str]) -> None:
    """A room without a card waits for one, and until then only the light row is being carried out."""
    rooms = [entry.room for entry in state.stack if isinstance(entry, Refill)]
    for room, card in enumerate(state.cards):
        if (card == NO_CARD) != (room in rooms) or rooms.count(room) > 1:
            raise Impossible(f"rooms.{ROOMS[room]}.card", "is null exactly while the stack holds its refill")
    for kind, floor in ((STEWARD_ROOMS, 0), (DIPLOMAT_ROOMS, 1)):
        if sum(room in kind for room in rooms) > len(state.decks[floor]):
            raise Impossible("turn.stack", "there is no card for the refill")
    if not rooms:
        return
    above = state.stack[names.index("refill") + 1 :]
    if any(entry.name not in ABOVE_A_REFILL or _acts(entry) for entry in above):
        raise Impossible("turn.stack", "above a refill only the effects of a light row are carried out")


def _acts(entry: Entry) -> bool:
    return isinstance(entry, Group) and any(each.action is not None for each in entry.effects)


def check_rival(state: WhiteCastle, names: list[str]) -> None:
    """Alone, the position rests at the human's decisions; some of them belong to the rival's turn."""
    rivals = state.deal.level is not None and state.player == RIVAL and state.phase != OVER
    asked = {"rival-garden", "rival-room"}
    if rivals and (names[-1] not in asked or names[:-1] not in ([], ["rival"])):
        raise Impossible("turn", "rests at the rival's turn, where the human decides only about gardens and rooms")
    if not rivals and any(name in {"rival", *asked} for name in names):
        raise Impossible("turn.stack", "only a rival's turn holds the rival's actions")
    if not rivals:
        return
    if state.phase != TURN:
        raise Impossible("turn.phase", "the rival decides nothing in this phase")
    figures, top = state.players[RIVAL], state.stack[-1]
    if isinstance(top, RivalRoom) and not figures[GATE + top.source]:
        raise Impossible("turn.stack", f"the rival has no courtier at {PLACES[top.source]}")
    if isinstance(top, RivalGarden):
        places = [state.deal.gardens.index(garden) if garden in state.deal.gardens else -1 for garden in top.gardens]
        if -1 in places or any(figures[GARDENS_OF_A_SEAT] >> place & 1 for place in places):
            raise Impossible("turn.stack", "the rival can send no gardener to such a garden")
        if not figures[GARDENERS]:
            raise Impossible("turn.stack", "the rival has no gardener at home")


def check_rest(state: WhiteCastle) -> None:
    """A state rests at a decision, or the game is over."""
    top = state.stack[-1]
    state._legal = []
    if state.phase == OVER:
        return
    tried = state.copy()
    try:
        moves = top.ask(tried)
    except IllegalMove:  # a refill of a view
        moves = None
    if moves is None or len(moves) < (1 if top.always_asked else 2):
        raise Impossible("turn", "leaves nothing to decide")
    if tried.stack != state.stack:
        raise Impossible("turn.stack", "holds gains that should have been taken")
    state._legal = moves
