"""The face of Dragon Castle: what the terminal asks of it."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tenshu.cli.terminal.dragon_castle.look import Look, column_and_row
from tenshu.cli.terminal.dragon_castle.menus import Menus
from tenshu.cli.terminal.dragon_castle.palette import tile_signs_for
from tenshu.cli.terminal.dragon_castle.panels import TYPES, Panels
from tenshu.cli.terminal.dragon_castle.screen import Screen
from tenshu.cli.terminal.face import Scene
from tenshu.cli.terminal.menu import Menu
from tenshu.cli.terminal.typed import Aliases, plain
from tenshu.dragon_castle.notation import DRAGON_CARDS, GRAMMAR, SPIRITS, parse
from tenshu.dragon_castle.solo import POINTS_OFF_WITH_CARDS
from tenshu.dragon_castle.tiles import SYMBOLS
from tenshu.table.errors import Malformed
from tenshu.table.state import State
from tenshu.table.texts import Texts


class DragonCastleFace:
    """Dragon Castle in one language on one console. `start` is the deal, whose outline the picture keeps."""

    def __init__(self, start: State, game: Texts, words: Texts, console: Console) -> None:
        self.game = game
        self.words = words
        self.panels = Panels(game, words, tile_signs_for(console.encoding))
        self.menus = Menus(game, words)
        places = [column_and_row(cell) for cell in Look(start).castle] or [(0, 0)]
        self.castle_size = max(column for column, _ in places) + 1, max(row for _, row in places) + 1
        self.aliases: Aliases = {word: "".join(plain(game.say(f"verb.{word}"))) for word in GRAMMAR} | {
            name: plain(game.say(f"spirit.{name}.short"))[-1] for name in SPIRITS
        }

    def menu(self, state: State) -> Menu:
        return self.menus.menu(state)

    def picture(self, scene: Scene, console: Console) -> RenderableType:
        return self._screen(scene, console).picture()

    def rivals(self, scene: Scene, console: Console) -> RenderableType:
        return self._screen(scene, console).rivals()

    def _screen(self, scene: Scene, console: Console) -> Screen:
        return Screen(scene, Look(scene.state, scene.seat), self.panels, self.castle_size, console)

    def cards(self, state: State, typed: Sequence[str]) -> list[tuple[str, str]]:
        look = Look(state)
        known = [("spirit", card) for card in SPIRITS] + [("dragon", card) for card in DRAGON_CARDS]
        in_play = {*look.document["spirits"], *look.document["dragons"]}
        wanted = [
            (kind, card) for kind, card in known if (self._is_called(kind, card, typed) if typed else card in in_play)
        ]
        return [(self.game.say(f"{kind}.{card}"), self.game.say(f"{kind}.{card}.text")) for kind, card in wanted]

    def _is_called(self, kind: str, card: str, typed: Sequence[str]) -> bool:
        names = {card, *plain(self.game.say(f"{kind}.{card}"))}
        return all(word in names for word in typed)

    def well_formed(self, state: State, typed: Sequence[str]) -> str | None:
        """A line with its verb, or with the verb that the open question suggests."""
        if not typed:
            return None
        look = Look(state)
        verbs = [verb for verb in GRAMMAR if typed[0] in (verb, self.aliases[verb])]
        if verbs:
            return _spelled(verbs[0], typed[1:])
        suggested = [verb for verb in GRAMMAR if verb in SUGGESTED[look.asked]]
        tries = [_spelled(verb, typed) for verb in suggested]
        if look.hand and look.asked == "place":
            tries.append(_spelled("place", [look.hand[0], *typed]))
        return next((move for move in tries if move is not None), None)

    def unseen(self, state: State) -> RenderableType:
        """The hidden tiles by symbol, a line for each type."""
        unseen = Look(state).unseen
        table = Table.grid(padding=(0, 2, 0, 0))
        for kind in TYPES:
            counts = [
                f"{symbol} {unseen.get(symbol, 0) or self.panels.signs.dot}" for symbol in SYMBOLS if symbol[0] == kind
            ]
            table.add_row(f"  {self.game.say(f'type.{kind}')}", *counts)
        return table

    def sheet(self, state: State, names: Sequence[str]) -> RenderableType:
        look = Look(state)
        frame = box.ROUNDED if self.panels.signs.frames else box.ASCII
        table = Table(box=frame, title=self.words.say("sheet"), title_style="bold", border_style="dim")
        table.add_column("")
        for seat, name in enumerate(names):
            table.add_column(Text(f"{self.panels.signs.seats[seat]} {name}"), justify="right")
        for row in self._sheet_rows(look):
            table.add_row(*row)
        table.add_section()
        totals = [str(sheet["total"]) for sheet in look.scores["players"]]
        table.add_row(self.words.say("sheet.total"), *totals, style="bold")
        return Group(table, *self._ranking(look, names))

    def _sheet_rows(self, look: Look) -> list[list[str]]:
        sheets = look.scores["players"]
        rows = [
            [self.words.say(f"sheet.{part}"), *(str(sheet[part]) for sheet in sheets)]
            for part in ("vp", "shrines", "countdown")
        ]
        for card in look.document["dragons"]:
            rows.append([self.game.say(f"dragon.{card}"), *(str(sheet["dragons"][card]) for sheet in sheets)])
        return rows

    def _ranking(self, look: Look, names: Sequence[str]) -> list[Text]:
        if look.solo:
            rank = self.game.say(f"rank.{look.scores['rank']}")
            lines = [Text(self.words.say("sheet.rank", rank=rank), "bold")]
            if look.document["spirits"] or look.document["dragons"]:
                left = look.scores["players"][0]["total"] - POINTS_OFF_WITH_CARDS
                lines.insert(0, Text(self.words.say("sheet.cards", off=POINTS_OFF_WITH_CARDS, left=left)))
            return lines
        lines = []
        for place, seats in enumerate(look.scores["ranking"], start=1):
            who = self.words.say("sheet.and").join(names[seat] for seat in seats)
            lines.append(Text(self.words.say("sheet.place", place=place, who=who), "bold" if place == 1 else ""))
        return lines


SUGGESTED: dict[str, tuple[str, ...]] = {
    "action": ("take", "summon"),
    "complete": ("pair",),
    "place": ("place",),
    "consolidate": ("consolidate",),
    "build": ("build",),
    "end": (),
    "faith": ("build",),
    "beauty": ("set",),
    "cunning": ("set",),
    "change": ("as",),
    "destruction": ("destroy",),
    "wind-flip": ("flip",),
    "wind-carry": ("carry",),
    "strength": ("move",),
    "strength-again": ("move",),
}
"""The verbs that may be left out at a question."""


def _spelled(verb: str, words: Sequence[str]) -> str | None:
    """The move of these words; tiles and types are written in capitals."""
    capitals = {symbol.casefold(): symbol for symbol in SYMBOLS}
    said = list(words)
    if verb == "place" and said:
        said[0] = capitals.get(said[0].casefold(), said[0])
    if verb == "as" and said:
        said[-1] = said[-1].upper()
    try:
        return str(parse(" ".join([verb, *said])))
    except Malformed:
        return None
