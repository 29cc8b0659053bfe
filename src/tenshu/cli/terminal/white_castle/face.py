"""The face of The White Castle: what the terminal asks of it."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tenshu.cli.terminal.face import Scene
from tenshu.cli.terminal.menu import Choice, Menu
from tenshu.cli.terminal.signs import signs_for
from tenshu.cli.terminal.typed import Aliases, plain
from tenshu.cli.terminal.white_castle.board import Board
from tenshu.cli.terminal.white_castle.telling import Telling
from tenshu.table.errors import Malformed
from tenshu.table.places import places
from tenshu.table.state import Document, State
from tenshu.table.texts import Texts
from tenshu.white_castle.cards import CARDS, FAVOURS, YARD_TILES
from tenshu.white_castle.names import COLOURS, ROOMS, YARDS
from tenshu.white_castle.notation import GARDEN_NAMES, GRAMMAR, parse
from tenshu.white_castle.scoring import CATEGORIES
from tenshu.white_castle.solo import SOLO_NAMES

EVERY_CARD = (
    *CARDS,
    *(f"F{number}" for number in range(1, len(FAVOURS) + 1)),
    *GARDEN_NAMES,
    *(f"Y{number}{side}" for number in range(1, len(YARD_TILES) + 1) for side in "ab"),
    *SOLO_NAMES,
)
CAPITALS = frozenset({"L", "WELL", "C", "G", "W", "ROW", "LIGHT", "DOMAIN"})


class WhiteCastleFace:
    """The White Castle in one language on one console."""

    def __init__(self, start: State, game: Texts, words: Texts, console: Console) -> None:
        self.game = game
        self.words = words
        self.signs = signs_for(console.encoding)
        self.telling = Telling(game)
        self.aliases: Aliases = {word: "".join(plain(game.say(f"verb.{word}"))) for word in GRAMMAR}

    def menu(self, state: State) -> Menu:
        """Every legal move by a number; there are never many."""
        choices = [Choice(self.telling.move(state, move), move=move) for move in state.legal_moves()]
        return Menu(self._question(state), tuple(choices))

    def _question(self, state: State) -> str:
        stack = state.view()["turn"]["stack"]
        entry = stack[-1] if stack else {"die": True}
        name = next(iter(entry))
        asked = self.game.say(f"ask.{name}")
        return f"{asked} ({self.game.say(f'die.{entry[name]}')})" if name == "put" else asked

    def picture(self, scene: Scene, console: Console) -> RenderableType:
        return self._board(scene, console).picture()

    def rivals(self, scene: Scene, console: Console) -> RenderableType:
        seats = [seat for seat in range(len(scene.state.view()["players"])) if seat != scene.seat]
        return self._board(scene, console).players(seats)

    def _board(self, scene: Scene, console: Console) -> Board:
        return Board(scene, self.game, self.words, self.signs, console)

    def sheet(self, state: State, names: Sequence[str]) -> RenderableType:
        scores = state.scores()
        called = [*names, *[self.game.say("rival")] * (len(scores["players"]) - len(names))]
        frame = box.ROUNDED if self.signs.raised else box.ASCII
        table = Table(box=frame, title=self.words.say("sheet"), title_style="bold", border_style="dim")
        table.add_column("")
        for seat, name in enumerate(called):
            table.add_column(Text(f"{self.signs.seats[seat]} {name}"), justify="right")
        for category in CATEGORIES:
            row = [str(sheet[category]) for sheet in scores["players"]]
            table.add_row(self.game.say(f"score.{category}"), *row)
        table.add_section()
        totals = [str(sheet["total"]) for sheet in scores["players"]]
        table.add_row(self.game.say("score.total"), *totals, style="bold")
        return Group(table, *self._ranking(scores, called))

    def _ranking(self, scores: Document, called: Sequence[str]) -> list[Text]:
        lines = []
        for place, seats in enumerate(places(scores), start=1):
            who = self.words.say("sheet.and").join(called[seat] for seat in seats)
            lines.append(Text(self.words.say("sheet.place", place=place, who=who), "bold" if place == 1 else ""))
        return lines

    def unseen(self, state: State) -> RenderableType:
        """The cards that are still hidden."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for kind, cards in state.view()["unseen"].items():
            if cards:
                table.add_row(f"  {self.game.say(f'deck.{kind}')}", " ".join(cards))
        return table

    def well_formed(self, state: State, typed: Sequence[str]) -> str | None:
        """A line with its verb in either language."""
        if not typed:
            return None
        verbs = [verb for verb in GRAMMAR if typed[0] in (verb, self.aliases[verb])]
        for verb in verbs:
            found = spelled(verb, typed[1:])
            if found is not None:
                return found
        return None

    def cards(self, state: State, typed: Sequence[str]) -> list[tuple[str, str]]:
        wanted = {word.casefold() for word in typed}
        if wanted:
            found = [card for card in EVERY_CARD if card.casefold() in wanted]
        else:
            found = in_play(state.view())
        return [(f"{card} {name}", text) for card in found for name, text in [self.telling.card(card)]]


def in_play(document: Document) -> list[str]:
    """The cards and tiles that lie open on the board."""
    return [
        *(room["card"] for room in (document["rooms"][name] for name in ROOMS) if room["card"]),
        document["daimyo"]["card"],
        *(garden for colour in COLOURS for garden in document["gardens"][colour]),
        *(tile for yard in YARDS for tile in document["yards"][yard]),
        *(resources for resources, _ in document["starts"]),
    ]


def spelled(verb: str, words: Sequence[str]) -> str | None:
    """The move of these words, whatever their capitals; None if there is none."""
    said = [effect_spelled(word) if verb == "do" else word for word in words]
    if verb in ("start", "garden"):
        said = [word.upper() for word in words]
    try:
        return str(parse(" ".join([verb, *said])))
    except Malformed:
        return None


def effect_spelled(word: str) -> str:
    """An effect with its capitals: `s:c` is `s:C`, `row-coral` is `ROW-coral`."""
    price, colon, action = word.rpartition(":")
    name, dash, colour = action.partition("-")
    return price + colon + (name.upper() + dash + colour if name.upper() in CAPITALS else action)
