"""Moves, cards and effects of The White Castle in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tenshu.table.state import Document, State
from tenshu.table.texts import Texts
from tenshu.white_castle.cards import (
    CARD,
    DIPLOMATS,
    FAVOURS,
    FIRST_DIPLOMAT,
    FIRST_START,
    GARDENS,
    STARTS,
    YARD_TILES,
    action_of_line,
    back_of,
    dark_row,
    rows_of,
)
from tenshu.white_castle.courtier import AUDIENCE, CLIMB, LEVEL
from tenshu.white_castle.deal import PRINTED, VALUE_OF_A_LINE, VALUE_OF_THE_WELL
from tenshu.white_castle.figures import MEMBERS
from tenshu.white_castle.names import COLOURS, LETTERS, POSITIONS, ROOMS, SPACES
from tenshu.white_castle.notation import GARDEN_NAMES, parse
from tenshu.white_castle.solo import SOLO_CARDS, SOLO_NAMES
from tenshu.white_castle.tables import LINE_REWARDS
from tenshu.white_castle.track import CHECKPOINTS
from tenshu.white_castle.trades import SEALS_FOR_A_COIN, SEALS_FOR_A_RESOURCE

AND = " + "
OR = " | "
_MEMBERS_OF_A_LINE = ("courtiers", "gardeners", "warriors")


def codes(card: str) -> list[str]:
    """The rows of a castle card as the formats write them."""
    return [AND.join(each.text for each in row) for row in rows_of(CARD[card])]


class Telling:
    """Speaks of moves and cards in one language."""

    def __init__(self, game: Texts) -> None:
        self.game = game

    def effects(self, texts: Sequence[str]) -> str:
        """Effects in words."""
        return AND.join(str(self.game.named({"effect": text})["effect"]) for text in texts)

    # Moves.

    def move(self, state: State, text: str) -> str:
        """A legal move as a person would say it."""
        move = parse(text)
        document = state.view()
        facts = _FACTS[move.verb](self, document, move) if move.verb in _FACTS else {}
        key = str(facts.pop("key", f"move.{move.verb}"))
        return self.game.say(key, **self.game.named(facts))

    def _start(self, document: Document, move: Any) -> Document:
        card = move.words[0]
        action = next(pair[1] for pair in document["starts"] if pair[0] == card)
        gains = STARTS[CARD[card] - FIRST_START].gains.split()
        return {"card": card, "action": action, "gains": gains}

    def _die(self, document: Document, move: Any) -> Document:
        colour, side = move.words
        value = document["bridges"][colour][side]
        die = f"{LETTERS[COLOURS.index(colour)]}{value}"
        return {"key": "move.die.lantern" if side == "left" else "move.die", "die": die, "side": side}

    def _put(self, document: Document, move: Any) -> Document:
        space, die = move.words[0], document["turn"]["stack"][-1]["put"]
        coins = int(die[1]) - value_of(document, space)
        key = "move.put.pays" if coins < 0 else "move.put.brings" if coins else "move.put"
        return {"key": key, "space": space, "price": f"{abs(coins)}c"} if coins else {"key": key, "space": space}

    def _do(self, document: Document, move: Any) -> Document:
        return {"effect": move.words[0]}

    def _gate(self, document: Document, move: Any) -> Document:
        return {"price": f"{AUDIENCE}c"}

    def _gain(self, document: Document, move: Any) -> Document:
        return {"resource": move.words[0]}

    def _room(self, document: Document, move: Any) -> Document:
        return {"room": move.words[0], "card": document["rooms"][move.words[0]]["card"]}

    def _climb(self, document: Document, move: Any) -> Document:
        source, target = move.what
        price = CLIMB[LEVEL[target] - LEVEL[source]]
        facts: Document = {"from": move.words[0], "to": move.words[1], "price": f"{price}p"}
        if move.words[1] in ROOMS:
            card = document["rooms"][move.words[1]]["card"]
            facts |= {"key": "move.climb.room", "card": card, "brings": self.light_rows(card)}
        return facts

    def _garden(self, document: Document, move: Any) -> Document:
        garden = GARDENS[move.what]
        facts: Document = {"garden": move.words[0], "n": garden.points}
        if "rival-garden" in document["turn"]["stack"][-1]:
            return facts | {"key": "move.garden.rival"}
        return facts | {"price": f"{garden.food}f", "effect": garden.action}

    def _yard(self, document: Document, move: Any) -> Document:
        return {"yard": move.words[0], "gains": yard_effects(document, move.words[0])}

    def _row(self, document: Document, move: Any) -> Document:
        room, row = move.words
        return {"room": room, "row": row, "gains": rows_in_full(document["rooms"][room]["card"])[int(row) - 1]}

    def _light(self, document: Document, move: Any) -> Document:
        card = document["turn"]["stack"][-1]["light"]
        return {"row": move.words[0], "gains": rows_in_full(card)[move.what]}

    def _favour(self, document: Document, move: Any) -> Document:
        return {"place": move.words[0], "effect": favour_effects(document)[move.what]}

    def _line(self, document: Document, move: Any) -> Document:
        player = document["players"][document["turn"]["player"]]
        rewards, action = line_effects(player, move.what)
        return {"line": move.words[0], "gains": rewards, "then": self.effects(action)}

    def _pay(self, document: Document, move: Any) -> Document:
        player = document["players"][document["turn"]["player"]]
        return {"price": f"{CHECKPOINTS[player['influence'] + 1]}s"}

    def _trade(self, document: Document, move: Any) -> Document:
        what = move.words[0]
        price = SEALS_FOR_A_COIN if what == "coin" else SEALS_FOR_A_RESOURCE
        return {"price": f"{price}s", "gain": f"1{what[0]}"}

    def light_rows(self, card: str) -> str:
        """The light rows of a castle card, in words."""
        dark = dark_row(CARD[card])
        return f" {OR.strip()} ".join(
            self.effects(row) for number, row in enumerate(rows_in_full(card)) if number != dark
        )

    # Cards.

    def card(self, name: str) -> tuple[str, str]:
        """The name of a card, garden or tile, and what it does."""
        kind = name[0]
        if kind == "G":
            garden = GARDENS[GARDEN_NAMES.index(name)]
            facts = self.game.named({"price": f"{garden.food}f", "effect": garden.action})
            return self.game.say(f"garden.{name}"), self.game.say("card.text.garden", n=garden.points, **facts)
        if kind == "Y":
            return self.game.say(f"tile.{name}"), self.effects([YARD_TILES[int(name[1]) - 1]["ab".index(name[2])]])
        return self.game.say(f"card.{name}"), _CARD_TEXTS[kind](self, name)

    def _castle_card(self, name: str) -> str:
        rows = [self.effects(row) for row in rows_in_full(name)]
        serves = ""
        if name[0] == "D":
            serves = self.game.say("card.text.diplomat", n=DIPLOMATS[CARD[name] - FIRST_DIPLOMAT].first_serves)
        back = self.effects([back_of(CARD[name])])
        return self.game.say("card.text.castle", rows=OR.join(rows), serves=serves, back=back)

    def _start_card(self, name: str) -> str:
        start = STARTS[CARD[name] - FIRST_START]
        text = self.game.say(
            "card.text.start", gains=self.effects(start.gains.split()), back=self.effects([start.back])
        )
        return f"{text}; {self.game.say(f'card.K{start.decree}')}" if start.decree else text

    def _back(self, name: str) -> str:
        return self.game.say("card.text.back", back=self.effects([back_of(CARD[name])]))

    def _favour_card(self, name: str) -> str:
        places = [
            f"{self.game.say(f'place.{place}')}: {self.effects([text])}"
            for place, text in zip(POSITIONS, FAVOURS[int(name[1:]) - 1], strict=True)
        ]
        return OR.join(places)

    def _solo_card(self, name: str) -> str:
        card = SOLO_CARDS[SOLO_NAMES.index(name)]
        facts = self.game.named({"colour": COLOURS[card.colour], "place": POSITIONS[card.position]})
        space = self.game.say(f"space.{SPACES[card.space]}")
        actions = AND.join(self.game.say(f"action.{action}") for action in card.actions)
        return self.game.say("card.text.solo", space=space, actions=actions, **facts)


_FACTS: dict[str, Callable[[Telling, Document, Any], Document]] = {
    "start": Telling._start,
    "die": Telling._die,
    "put": Telling._put,
    "do": Telling._do,
    "gate": Telling._gate,
    "climb": Telling._climb,
    "garden": Telling._garden,
    "yard": Telling._yard,
    "row": Telling._row,
    "light": Telling._light,
    "favour": Telling._favour,
    "line": Telling._line,
    "gain": Telling._gain,
    "pay": Telling._pay,
    "room": Telling._room,
    "trade": Telling._trade,
}
_CARD_TEXTS: dict[str, Callable[[Telling, str], str]] = {
    "S": Telling._castle_card,
    "D": Telling._castle_card,
    "R": Telling._start_card,
    "A": Telling._back,
    "K": Telling._back,
    "F": Telling._favour_card,
    "T": Telling._solo_card,
}


# What the board says, by name.


def rows_in_full(card: str) -> list[list[str]]:
    """The effects of the rows of a castle card."""
    return [[each.text for each in row] for row in rows_of(CARD[card])]


def value_of(document: Document, space: str) -> int:
    """What a die placed there covers."""
    if space == "domain":
        return VALUE_OF_A_LINE
    if space == "well":
        return VALUE_OF_THE_WELL
    dice = dice_on(document, space)
    return int(dice[-1][1]) if dice else PRINTED[SPACES.index(space)]


def dice_on(document: Document, space: str) -> list[str]:
    if space in ROOMS:
        return list(document["rooms"][space]["dice"])
    return list(document["well"]["dice"] if space == "well" else document["outside"][space.partition("-")[2]])


def yard_effects(document: Document, yard: str) -> list[str]:
    return [YARD_TILES[int(tile[1]) - 1]["ab".index(tile[2])] for tile in document["yards"][yard]]


def favour_effects(document: Document) -> list[str]:
    return list(FAVOURS[int(document["daimyo"]["card"][1:]) - 1])


def line_effects(player: Document, line: int) -> tuple[list[str], list[str]]:
    """The rewards of a domain line, and what the card does for it."""
    departed = MEMBERS - player[_MEMBERS_OF_A_LINE[line]]["home"]
    action = [] if player["card"] is None else [each.text for each in action_of_line(CARD[player["card"]], line)]
    return [each.text for each in LINE_REWARDS[line][departed].effects], action
