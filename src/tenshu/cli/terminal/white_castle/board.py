"""The table of The White Castle as lines of text: bridges, castle, yards, players. Effects stand there as the formats
write them (`2f`, `L`, `s:C`); the command `rules` tells them in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from tenshu.cli.terminal.blocks import Block, flowing, padded, wrapped
from tenshu.cli.terminal.face import Scene
from tenshu.cli.terminal.signs import SEATS, TITLE, Signs
from tenshu.cli.terminal.white_castle.telling import (
    AND,
    OR,
    codes,
    dice_on,
    favour_effects,
    line_effects,
    value_of,
    yard_effects,
)
from tenshu.table.state import Document
from tenshu.table.texts import Texts
from tenshu.white_castle.cards import GARDENS
from tenshu.white_castle.deal import YARD_VALUES
from tenshu.white_castle.names import COLOURS, LETTERS, PLACES, ROOMS, YARDS
from tenshu.white_castle.notation import GARDEN_NAMES

TALL = 60
"""Lines we take for granted where nobody tells how high the screen is."""
PROMPT = 1
DICE = {"coral": "#f0876f", "black": "#b9b3c9", "white": "#fff6dc"}
EMPTY = "-"


class Board:
    """Puts a scene together, in as many lines as the console has."""

    def __init__(self, scene: Scene, game: Texts, words: Texts, signs: Signs, console: Console) -> None:
        self.scene = scene
        self.game = game
        self.words = words
        self.signs = signs
        self.console = console
        self.document = scene.state.view(None)
        self.scores = scene.state.scores()
        self.width = console.width
        self.height = console.height - PROMPT if console.is_terminal else TALL
        self.margin = max(len(game.say(f"space.{place}")) for place in PLACES) + 1
        """Columns for the names of places."""

    def picture(self) -> Text:
        """Everything; on a low screen without the log and the rivals' domains."""
        for log, rivals in ((4, True), (2, True), (2, False)):
            lines = self._drawn(log, rivals)
            if len(lines) <= self.height:
                return joined(lines)
        return joined(self._drawn(log=0, rivals=False))

    def players(self, seats: Sequence[int]) -> Text:
        return joined([line for seat in seats for line in self._player(seat, in_full=True)])

    def _drawn(self, log: int, rivals: bool) -> Block:
        seats = range(len(self.document["players"]))
        return [
            self._header(),
            *self._bridges(),
            *self._castle(),
            *self._grounds(),
            *(line for seat in seats for line in self._player(seat, in_full=rivals or seat == self.scene.seat)),
            *self._log(log),
            *self._question(),
        ]

    # The parts, from top to bottom.

    def _header(self) -> Text:
        turn = Text(self.game.say("board.round", round=self.document["round"]), "dim")
        turn.append("  ").append_text(self._seats(self.document["order"]))
        title = Text(self.scene.title, f"bold {TITLE}")
        line = padded(title, max(0, self.width - turn.cell_len)).append_text(turn)
        return self._cut(line)

    def _bridges(self) -> Iterator[Text]:
        for colour in COLOURS:
            line = self._named(self.game.say(f"colour.{colour}"))
            bridge = self.document["bridges"][colour]
            dice = [bridge["left"], *bridge["centre"], bridge["right"]]
            told = Text(" ").join(
                Text(EMPTY, "dim") if value is None else Text(str(value), f"bold {DICE[colour]}") for value in dice
            )
            line.append_text(padded(told, 11))
            for garden in self.document["gardens"][colour]:
                card = GARDENS[GARDEN_NAMES.index(garden)]
                line.append(f" {garden} ", TITLE).append(f"{card.food}f {card.action} ({card.points})")
                line.append_text(self._people(player["gardeners"]["at"].count(garden) for player in self._players))
                line.append("  ")
            yield self._cut(line)

    def _castle(self) -> Iterator[Text]:
        daimyo = self._named(self.game.say("space.daimyo"))
        places = self.document["daimyo"]["places"]
        for number, (effect, seat) in enumerate(zip(favour_effects(self.document), places, strict=True)):
            daimyo.append(OR if number else "").append(effect)
            if seat is not None:
                daimyo.append(" ").append_text(self._seats([seat]))
        yield self._cut(daimyo.append("  ").append_text(self._courtiers("daimyo")))
        for name in (*ROOMS[3:], *ROOMS[:3]):
            yield self._cut(self._room(name))
        yield self._cut(self._named(self.game.say("space.gate")).append_text(self._courtiers("gate")))

    def _room(self, name: str) -> Text:
        room = self.document["rooms"][name]
        line = self._named(self.game.say(f"space.{name}"))
        line.append(f"{room['card'] or EMPTY:<4}", TITLE)
        if room["card"]:
            for number, (tile, row) in enumerate(zip(room["tiles"], codes(room["card"]), strict=True)):
                line.append(OR if number else "").append(LETTERS[COLOURS.index(tile)], f"bold {DICE[tile]}")
                line.append(f" {row}")
        line.append("  ").append_text(self._dice(name))
        return line.append("  ").append_text(self._courtiers(name))

    def _grounds(self) -> Iterator[Text]:
        """Outside the Walls, the Well, the training yards."""
        outside = [
            Text.assemble((self.game.say(f"space.outside-{side}"), TITLE), f" {workers} ")
            .append_text(self._dice(f"outside-{side}"))
            for side, workers in (("left", f"G{OR}C"), ("right", f"W{OR}C"))
        ]  # fmt: skip
        tiles = AND.join(["1s", *(f"1{tile}" for tile in self.document["well"]["tiles"])])
        well = Text.assemble((self.game.say("space.well"), TITLE), f" {tiles} ").append_text(self._dice("well"))
        yards = [self._yard(yard, value) for yard, value in zip(YARDS, YARD_VALUES, strict=True)]
        yield from flowing([*outside, well], self.width)
        yield from flowing(yards, self.width)

    def _yard(self, yard: str, value: int) -> Text:
        effects = AND.join(yard_effects(self.document, yard))
        text = Text.assemble((self.game.say(f"yard.{yard}"), TITLE), f" {effects} ({value})")
        return text.append_text(self._people(player["warriors"][yard] for player in self._players))

    def _player(self, seat: int, *, in_full: bool) -> Iterator[Text]:
        """A player: goods and points in a line, the domain in another."""
        player, sheet = self._players[seat], self.scores["players"][seat]
        line = self._seats([seat]).append(f" {self._name(seat)} ", f"bold {SEATS[seat]}")
        line.append(str(self.game.named({"gain": f"{sheet['total']}v"})["gain"]), "bold")
        goods = [("food", "f"), ("iron", "i"), ("pearl", "p"), ("coins", "c"), ("seals", "s")]
        told = " ".join(f"{player[name]}{letter}" for name, letter in goods)
        line.append(f"  {told}  {self.game.say('what.influence')} {player['influence']}")
        yield self._cut(line)
        if not in_full or player["card"] is None:
            return
        domain = Text("  ").append(player["card"], TITLE).append(" ")
        for number, colour in enumerate(COLOURS):
            rewards, action = line_effects(player, number)
            die = player["dice"][colour]
            domain.append(f"{LETTERS[number]} ", f"bold {DICE[colour]}")
            domain.append(AND.join([*rewards, *action]) + (f" [{die}]" if die else "") + "  ")
        domain.append(self.game.say("board.lantern") + " ", TITLE).append(" ".join(player["lantern"]))
        yield from wrapped(domain, self.width, self.console)

    def _log(self, lines: int) -> Block:
        told = [line for event in self.scene.log for line in event.splitlines()]
        return [self._cut(Text(f"{self.signs.dot} {line}", "dim")) for line in told[-lines:]] if lines else []

    def _question(self) -> Block:
        menu = self.scene.menu
        if menu is None:
            return wrapped(Text(self.scene.status, "bold"), self.width, self.console)
        seat = self.scene.seat
        mark = f"{self.signs.seats[seat]} {self._name(seat)}: "
        asked = Text.assemble((mark, f"bold {SEATS[seat]}"), (menu.asked, "bold"))
        entries = [Text.assemble((str(number), "bold"), " ", choice.label) for number, choice in menu.numbered()]
        lines = flowing(entries, self.width)
        return wrapped(asked, self.width, self.console) + [
            part for line in lines for part in wrapped(line, self.width, self.console)
        ]

    # Small things.

    @property
    def _players(self) -> list[Document]:
        return list(self.document["players"])

    def _name(self, seat: int) -> str:
        """Who sits there; the solo rival has no chair."""
        return self.scene.names[seat] if seat < len(self.scene.names) else self.game.say("rival")

    def _named(self, name: str) -> Text:
        return padded(Text(name, TITLE), self.margin)

    def _seats(self, seats: Sequence[int]) -> Text:
        return Text(" ").join(Text(self.signs.seats[seat], f"bold {SEATS[seat]}") for seat in seats)

    def _people(self, counts: Iterator[int]) -> Text:
        """Pieces of the players, a sign each."""
        text = Text()
        for seat, count in enumerate(counts):
            if count:
                text.append(" ").append(self.signs.seats[seat] * count, SEATS[seat])
        return text

    def _courtiers(self, place: str) -> Text:
        return self._people(player["courtiers"][place] for player in self._players)

    def _dice(self, space: str) -> Text:
        """The value a die would cover, or the dice that lie there."""
        dice = dice_on(self.document, space)
        if not dice:
            return Text(f"({value_of(self.document, space)})", "dim")
        colours = {LETTERS[number]: colour for number, colour in enumerate(COLOURS)}
        return Text(" ").join(Text(f"[{die}]", f"bold {DICE[colours[die[0]]]}") for die in dice)

    def _cut(self, line: Text) -> Text:
        line.truncate(self.width, overflow="ellipsis" if self.signs.raised else "crop")
        return line


def joined(lines: Block) -> Text:
    """Lines as one text that nothing wraps anew."""
    text = Text("\n").join(lines)
    text.no_wrap, text.overflow = True, "crop"
    return text
