"""What The White Castle promises beyond the table's contract, for the checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from tenshu.table.state import Document, State
from tests.table.checker import Promises, claim
from tests.white_castle import naive
from tests.white_castle.views import expected_view

FIGURES = ("food", "iron", "pearl", "coins", "seals", "points", "influence")
BY_LETTER = {"f": "food", "i": "iron", "p": "pearl", "c": "coins", "s": "seals", "v": "points"}
LAST_KINDS = {"trade": 1, "skip": 2, "stop": 2, "end": 2}


class WhiteCastlePromises(Promises):
    """Pieces are conserved from the deal on; moves, positions, views and scores are those of the naive rules."""

    def __init__(self, start: State) -> None:
        self.cards: Counter[str] | None = None

    def at_decision(self, state: State, moves: Sequence[str]) -> None:
        verb = moves[0].split(" ")[0]
        claim(len(moves) > 1 or verb in ("die", "put"), "no decision", "{} is all that is possible", moves[0])
        kinds = [LAST_KINDS.get(move.split(" ")[0], 0) for move in moves]
        claim(kinds == sorted(kinds), "order", "{}: trades, then declining come last", moves)

    def at_position(self, state: State, document: Document) -> None:
        check_players(document)
        check_track(document)
        check_dice(document)
        self.check_cards(document)
        moves, expected = list(map(str, state.legal_moves())), naive.legal_moves(document)
        claim(moves == expected, "legal moves", "{} should be {}", moves, expected)

    def check_cards(self, document: Document) -> None:
        """From the first turn on no card is lost and none comes from nowhere."""
        cards = all_cards(document)
        twice = [card for card, count in cards.items() if count > (2 if card[0] == "A" else 1)]
        claim(not twice, "cards", "{} are there too often", twice)
        if document["turn"]["phase"] == "start":
            return
        if self.cards is None:
            self.cards = cards
        claim(cards == self.cards, "cards", "too many {}, too few {}", cards - self.cards, self.cards - cards)

    def at_step(self, before: Document, move: str, after: State, document: Document) -> None:
        expected = naive.play(before, move)
        claim(document == expected, "step", "{} leads to {}, should lead to {}", move, document, expected)
        for seat, (old, new) in enumerate(zip(before["players"], document["players"], strict=True)):
            claim(new["points"] >= old["points"], "points", "seat {} lost points by {}", seat, move)
            claim(new["influence"] >= old["influence"], "track", "seat {} went back by {}", seat, move)
            kept = new["lantern"][: len(old["lantern"])]
            claim(kept == old["lantern"], "lantern", "seat {} lost a card of its area by {}", seat, move)
            changes = {name: new[name] - old[name] for name in FIGURES if new[name] != old[name]}
            told = told_changes(after.events, seat, rival=seat == naive.rival_of(before))
            claim(changes == told, "events", "seat {}: {} changed {}, its events tell of {}", seat, move, changes, told)
        claim(told_cards(after.events) == moved_cards(before, document), "events", "{} tells of other cards", move)

    def at_view(self, document: Document, view: Document, seat: int | None) -> None:
        expected = expected_view(document)
        claim(view == expected, "view", "{} should be {}", view, expected)

    def at_scores(self, document: Document, scores: Document) -> None:
        for sheet in scores["players"]:
            parts = sum(points for name, points in sheet.items() if name != "total")
            claim(sheet["total"] == parts, "sum", "{}", sheet)
        expected = naive.scores(document)
        claim(scores == expected, "scores", "{} should be {}", scores, expected)

    def strange_moves(self, state: State, rng: Random) -> Iterable[str]:
        return [strange_move(rng) for _ in range(6)]


def told_changes(events: Sequence[Document], seat: int, rival: bool) -> dict[str, int]:
    """What the events of a move say about a seat's figures, added up."""
    sums: Counter[str] = Counter()

    def add(text: str, sign: int = 1) -> None:
        sums[BY_LETTER[text[-1]]] += sign * int(text[:-1])

    for event in events:
        if rival != event["event"].startswith("rival-") or event.get("seat", seat) != seat:
            continue
        for gain in event.get("gains", []):
            add(gain)
        if event["event"] == "traded":
            add(event["gain"])
        if "price" in event:
            add(event["price"], -1)
        if event["event"] in ("influence", "rival-influence"):
            sums["influence"] += event["to"] - event["from"]
        sums["points"] += event.get("points", 0)
        sums["coins"] += -event["coins"] if event["event"] == "rival-cashed-in" else event.get("coins", 0)
    return {name: count for name, count in sums.items() if count}


def told_cards(events: Sequence[Document]) -> dict[str, str]:
    """The rooms that got a new card, and which."""
    return {event["room"]: event["card"] for event in events if event["event"] == "refilled"}


def moved_cards(before: Document, after: Document) -> dict[str, str]:
    rooms = {name: (before["rooms"][name]["card"], after["rooms"][name]["card"]) for name in naive.ROOMS}
    return {name: new for name, (old, new) in rooms.items() if new is not None and new != old}


def check_players(document: Document) -> None:
    for seat, player in enumerate(document["players"]):
        gardeners = player["gardeners"]
        counts = [sum(player["courtiers"].values()), sum(player["warriors"].values())]
        counts.append(gardeners["home"] + len(gardeners["at"]))
        claim(counts == [5, 5, 5], "members", "seat {} has {}", seat, counts)
        pieces = [*player["courtiers"].values(), *player["warriors"].values(), gardeners["home"]]
        claim(min(pieces) >= 0, "members", "seat {} has fewer than none", seat)
        claim(len(set(gardeners["at"])) == len(gardeners["at"]), "gardens", "seat {} has one twice", seat)
        for name in ("food", "iron", "pearl"):
            claim(0 <= player[name] <= 7, "caps", "seat {} has {} {}", seat, player[name], name)
        claim(0 <= player["seals"] <= 5, "caps", "seat {} has {} seals", seat, player["seals"])
        claim(player["coins"] >= 0, "caps", "seat {} has {} coins", seat, player["coins"])
    places = Counter(seat for seat in document["daimyo"]["places"] if seat is not None)
    for seat, count in places.items():
        there = document["players"][seat]["courtiers"]["daimyo"]
        claim(count <= there, "favours", "seat {} has {} places and {} courtiers", seat, count, there)


def check_track(document: Document) -> None:
    seats = list(range(len(document["players"])))
    claim(sorted(document["track"]) == seats, "track", "{} is no order", document["track"])
    claim(sorted(document["order"]) == seats, "order", "{} is no order", document["order"])
    spaces = [document["players"][seat]["influence"] for seat in document["track"]]
    claim(spaces == sorted(spaces, reverse=True), "track", "{} are not the farthest first", spaces)
    claim(spaces[-1] >= 0 and spaces[0] <= 20, "track", "{} are beyond it", spaces)


def check_dice(document: Document) -> None:
    """Each colour is there as often as it was dealt: on bridges, spaces, domains or in hand."""
    seats = len(document["players"])
    most = 1 if seats == 2 else 2
    lying = [document["rooms"][name]["dice"] for name in naive.ROOMS] + [*document["outside"].values()]
    claim(max(map(len, lying)) <= most, "dice", "{} are too many on one space", lying)
    dice = [die for some in lying for die in some] + document["well"]["dice"]
    dice += [die for player in document["players"] for die in player["dice"].values() if die is not None]
    dice += [entry["put"] for entry in document["turn"]["stack"] if "put" in entry]
    for colour in naive.COLOURS:
        bridge = document["bridges"][colour]
        values = [bridge["left"], *bridge["centre"], bridge["right"]]
        there = [value for value in values if value is not None]
        claim(there == sorted(there), "dice", "{} are not in order", values)
        claim(not bridge["centre"] or len(there) == len(values), "dice", "{} has a gap", values)
        count = len(there) + sum(die[0] == colour[0] for die in dice)
        claim(count == naive.DICE_OF_A_COLOUR[seats], "dice", "{} {} dice", count, colour)
    for player in document["players"]:
        own = [die for colour, die in player["dice"].items() if die is not None and die[0] != colour[0]]
        claim(not own, "dice", "{} on a line of another colour", own)


def all_cards(document: Document) -> Counter[str]:
    cards = Counter(document["decks"]["stewards"] + document["decks"]["diplomats"] + document["removed"])
    cards.update(room["card"] for room in document["rooms"].values() if room["card"] is not None)
    for player in document["players"]:
        cards.update(player["lantern"])
        cards.update([player["card"]] if player["card"] is not None else [])
    cards.update(card for pair in document["starts"] for card in pair)
    return cards


def strange_move(rng: Random) -> str:
    """A well-formed move; most often it is not legal."""

    def any_of(items: Sequence[str]) -> str:
        return items[int(rng.random() * len(items))]

    places = ["gate", *naive.INSIDE]
    resources = list(naive.RESOURCES.values())
    spaces = [*naive.ROOMS, "outside-left", "outside-right", "well", "domain"]
    effects = ["L", "C", "G", "W", "s:C", "s:W", "3c:G", "4c:ROW", "2any", "1s", "2h", "LIGHT", "DOMAIN", "ROW-coral"]
    words = {
        "start": [f"R{1 + int(rng.random() * 9)}"],
        "die": [any_of(naive.COLOURS), any_of(["left", "right"])],
        "put": [any_of(spaces)],
        "do": [any_of(effects)],
        "gate": [],
        "climb": [any_of(places[:-1]), any_of(places[1:])],
        "garden": [f"G{1 + int(rng.random() * 10)}"],
        "yard": [any_of(["5", "3", "1"])],
        "row": [any_of(naive.ROOMS), any_of(["1", "2", "3"])],
        "light": [any_of(["1", "2", "3"])],
        "favour": [any_of(naive.PLACES)],
        "line": [any_of(naive.COLOURS)],
        "gain": [any_of(resources)],
        "pay": [],
        "stop": [],
        "room": [any_of(naive.ROOMS)],
        "trade": [any_of(["coin", *resources])],
        "skip": [],
        "end": [],
    }
    verb = any_of(list(words))
    return " ".join([verb, *words[verb]])
