"""The whole table on one screen: as comfortable as it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tenshu.cli.terminal.dragon_castle import palette
from tenshu.cli.terminal.dragon_castle.drawing import Drawing, Numbers, Size
from tenshu.cli.terminal.dragon_castle.look import Look
from tenshu.cli.terminal.dragon_castle.menus import CASTLE, REALM
from tenshu.cli.terminal.dragon_castle.panels import Panels
from tenshu.cli.terminal.face import Scene
from tenshu.cli.terminal.menu import Menu

ASKS_THE_CASTLE = frozenset({"action", "complete", "destruction"})
LARGE, SNUG, LINES, NARROW, TIGHT = Size(2, 5), Size(2, 4), Size(1, 5), Size(1, 4), Size(1, 3)
TALL = 60
"""Lines we take for granted where nobody tells how high the screen is."""
PROMPT = 1


@dataclass(frozen=True)
class Plan:
    """How much room is given to what."""

    castle: Size
    realm: Size
    framed: bool = True
    log: int = 3
    texts: bool = True
    """Whether cards are shown with their texts, and legends."""
    rivals: bool = True
    """Whether the rivals' realms are drawn, or only told."""
    focus: bool = False
    """Whether only the board is drawn that the question is about, or all of them side by side."""
    brief: bool = False
    """Whether tiles to take are told by their cells alone."""


def plans(plain_signs: bool) -> Iterator[Plan]:
    """All ways to fill a screen, the most comfortable first."""
    in_two_lines = [
        (LARGE, LARGE),
        (LARGE, SNUG),
        (SNUG, LARGE),
        (SNUG, SNUG),
        (LINES, LARGE),
        (LINES, SNUG),
        (NARROW, SNUG),
    ]
    in_one_line = [(LINES, NARROW), (NARROW, NARROW), (NARROW, TIGHT)]
    sizes = [(LINES, LINES)] if plain_signs else in_two_lines + in_one_line
    for castle, realm in sizes:
        yield Plan(castle, realm, log=6)
        yield Plan(castle, realm)
    for castle, realm in sizes:
        bare = Plan(castle, realm, framed=False, log=2, texts=False)
        yield bare
        yield replace(bare, rivals=False)
    for castle, realm in sizes:
        yield Plan(castle, realm, framed=False, log=2, texts=False, rivals=False, brief=True)
    for castle, realm in sizes:
        yield Plan(castle, realm, framed=False, log=2, texts=False, focus=True)
    castle, realm = sizes[-1]
    yield Plan(castle, realm, framed=False, log=2, texts=False, focus=True, brief=True)


class Screen:
    """Puts a scene together."""

    def __init__(
        self, scene: Scene, look: Look, panels: Panels, castle_size: tuple[int, int], console: Console
    ) -> None:
        self.scene = scene
        self.look = look
        self.panels = panels
        self.columns, self.rows = castle_size
        self.console = console
        self.width = console.width
        self.height = console.height - PROMPT if console.is_terminal else TALL
        self.small = NARROW if panels.signs.raised else LINES
        """How the rivals' realms are drawn."""

    def picture(self) -> RenderableType:
        every = list(plans(plain_signs=self.panels.signs.frames is None))
        return Group(*self._parts(next((plan for plan in every if self._fits(plan)), every[-1])))

    def rivals(self) -> RenderableType:
        """The other realms alone, as many side by side as fit."""
        plan = Plan(self.small, self.small)
        blocks = [self._realm_block(seat, plan) for seat in self._rivals()]
        width = Drawing(self.panels.signs, self.small).width(*self.look.realm_size) + 3
        across = max(1, self.width // width)
        return Group(*(side_by_side(blocks[start : start + across]) for start in range(0, len(blocks), across)))

    def _fits(self, plan: Plan) -> bool:
        width, height = self._boards(plan)
        if width > self.width or height + 3 > self.height:
            return False
        lines = self.console.render_lines(Group(*self._parts(plan)), self.console.options.update(height=None))
        return len(lines) <= self.height

    def _boards(self, plan: Plan) -> tuple[int, int]:
        """The columns and lines that the boards alone take."""
        frame = 2 if plan.framed else 0
        castle, realm = Drawing(self.panels.signs, plan.castle), Drawing(self.panels.signs, plan.realm)
        columns, rows = self.look.realm_size
        widths = castle.width(self.columns, self.rows) + frame, realm.width(columns, rows) + frame
        heights = castle.height(self.rows) + frame, realm.height(rows) + frame
        if not plan.focus:
            return sum(widths) + 1, max(heights)
        shown = 0 if self._asks_the_castle else 1
        return widths[shown], heights[shown]

    # The parts, from top to bottom.

    def _parts(self, plan: Plan) -> Iterator[RenderableType]:
        yield self._header()
        yield from self._table(plan)
        if self.look.solo:
            yield self.panels.ingenuity(self.look)
        yield from self.panels.cards(self.look) if plan.texts else self.panels.card_names(self.look)
        yield from self._log(plan.log)
        yield from self._question(plan)

    def _header(self) -> RenderableType:
        line = Table.grid(expand=True, padding=(0, 2, 0, 0))
        line.add_column(no_wrap=True, overflow="ellipsis")
        line.add_column(justify="right", no_wrap=True)
        line.add_row(Text(self.scene.title, f"bold {palette.TITLE}"), self.panels.countdown(self.look))
        return line

    def _table(self, plan: Plan) -> Iterator[RenderableType]:
        """The castle and the realms."""
        me, rivals = self.scene.seat, self._rivals()
        castle, mine = self._castle_block(plan), self._realm_block(me, plan)
        if plan.focus:
            yield castle if self._asks_the_castle else mine
            yield from (self._told(seat) for seat in (me, *rivals))
            return
        rail = [mine]
        if plan.rivals and len(rivals) == 1:
            rail.append(self._realm_block(rivals[0], plan))
        yield side_by_side([castle, Group(*rail)])
        if not plan.rivals:
            yield from (self._told(seat) for seat in rivals)
        elif len(rivals) > 1:
            yield side_by_side([self._realm_block(seat, plan) for seat in rivals])

    def _castle_block(self, plan: Plan) -> RenderableType:
        drawing = Drawing(self.panels.signs, plan.castle)
        board = drawing.castle(self.look, self.columns, self.rows, self._takeable())
        width = drawing.width(self.columns, self.rows)
        below: list[RenderableType] = [_wrapped(self.panels.covered(self.look), width)]
        if plan.texts:
            legend = self.panels.castle_legend(plan.castle.lines, plan.castle.pitch)
            below += [_wrapped(legend, width), _wrapped(self.panels.realm_legend(), width)]
        title = Text(self.panels.words.say("castle", n=self._tiles_left(), floor=self.look.top_floor))
        return self._block(title, Group(board, *below), width, plan)

    def _realm_block(self, seat: int, plan: Plan) -> RenderableType:
        is_mine = seat == self.scene.seat
        drawing = Drawing(self.panels.signs, plan.realm if is_mine else self.small)
        numbers = self._drawn_numbers(drawing) if is_mine else {}
        board = drawing.realm(self.look, seat, numbers)
        width = drawing.width(*self.look.realm_size)
        inside = Group(board, _wrapped(self.panels.points(self.look, seat), width))
        return self._block(self.panels.name(self.look, seat, self.scene.names), inside, width, plan)

    def _block(self, title: Text, inside: RenderableType, width: int, plan: Plan) -> RenderableType:
        if not plan.framed:
            return Group(_wrapped(title, width), inside)
        frame = box.ROUNDED if self.panels.signs.frames else box.ASCII
        return Panel(
            inside, title=title, title_align="left", box=frame, padding=0, width=width + 2, border_style=palette.FRAME
        )

    def _told(self, seat: int) -> Text:
        """A rival in one line."""
        text = self.panels.name(self.look, seat, self.scene.names)
        text.append(f" {self.panels.signs.dot} ", "dim").append_text(self.panels.points(self.look, seat))
        text.no_wrap, text.overflow = True, "ellipsis"
        return text

    def _log(self, lines: int) -> Iterator[Text]:
        for line in list(self.scene.log)[-lines:]:
            yield Text(f"{self.panels.signs.dot} {line}", "dim", no_wrap=True, overflow="ellipsis")

    def _question(self, plan: Plan) -> Iterator[RenderableType]:
        """Who must do what, and the choices that are not drawn on the realm."""
        if self.scene.menu is None:
            yield Text(self.scene.status, "bold")
            return
        seat = self.scene.seat
        mark = f"{self.panels.signs.seats[seat]} {self.scene.names[seat]}: "
        yield Text.assemble((mark, f"bold {palette.SEATS[seat]}"), (self.scene.menu.asked, "bold"))
        drawn = self._drawn_numbers(Drawing(self.panels.signs, plan.realm))
        entries = self._entries(self.scene.menu, [number for number, _ in drawn.values()], plan.brief)
        yield from flowing(entries, self.width)

    def _entries(self, menu: Menu, drawn: list[int], brief: bool) -> Iterator[Text]:
        """The choices by number; those on a board may be told all at once."""
        say = self.panels.words.say
        in_castle = [number for number, _ in menu.on(CASTLE).values()] if brief else []
        if drawn:
            yield _entry(_span(drawn), say("choice.on-realm"))
        if in_castle:
            yield _entry(_span(in_castle), say("choice.on-castle", cell=min(menu.on(CASTLE))))
        for number, choice in menu.numbered():
            if number not in drawn and number not in in_castle:
                yield _entry(str(number), choice.label)

    # Facts of the scene.

    def _rivals(self) -> list[int]:
        """The other seats, the next one first."""
        seats = len(self.look.players)
        return [(self.scene.seat + step) % seats for step in range(1, seats)]

    def _takeable(self) -> list[str] | None:
        return list(self.scene.menu.on(CASTLE)) if self.scene.menu and self._asks_the_castle else None

    @property
    def _asks_the_castle(self) -> bool:
        """Whether the open question is about the castle; calling a spirit there is about the realm."""
        asks = self.look.asked in ASKS_THE_CASTLE
        return asks and (self.scene.menu is None or not self.scene.menu.on(REALM))

    def _drawn_numbers(self, drawing: Drawing) -> Numbers:
        """The choices that are drawn on the realm."""
        if self.scene.menu is None:
            return {}
        return {
            cell: (number, choice)
            for cell, (number, choice) in self.scene.menu.on(REALM).items()
            if drawing.draws_number(self.look.stack(self.scene.seat, cell))
        }

    def _tiles_left(self) -> int:
        return sum(map(len, self.look.castle.values()))


def side_by_side(blocks: list[RenderableType]) -> RenderableType:
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_row(*blocks)
    return row


def _span(numbers: list[int]) -> str:
    return f"{min(numbers)}-{max(numbers)}" if len(numbers) > 1 else str(numbers[0])


def _entry(number: str, label: str) -> Text:
    return Text.assemble((number, "bold"), " ", label)


def _wrapped(text: Text, width: int) -> RenderableType:
    """A text no wider than the board it belongs to."""
    column = Table.grid()
    column.add_column(width=width)
    column.add_row(text)
    return column


def flowing(entries: Iterator[Text], width: int) -> Iterator[Text]:
    """Entries one after the other, as many on a line as fit; none is broken."""
    line = Text()
    for entry in entries:
        if line and line.cell_len + 3 + entry.cell_len > width:
            yield line
            line = Text()
        line = line + Text("   ") + entry if line else entry
    if line:
        yield line
