"""The whole table on one screen: as comfortable as it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from rich.console import Console
from rich.text import Text

from tenshu.cli.terminal.blocks import Block, beside, flowing, framed, padded, wrapped
from tenshu.cli.terminal.dragon_castle.drawing import Drawing, Numbers, Size
from tenshu.cli.terminal.dragon_castle.look import Look
from tenshu.cli.terminal.dragon_castle.menus import CASTLE, REALM
from tenshu.cli.terminal.dragon_castle.panels import Panels
from tenshu.cli.terminal.face import Scene
from tenshu.cli.terminal.menu import Menu
from tenshu.cli.terminal.signs import SEATS, TITLE

ASKS_THE_CASTLE = frozenset({"action", "complete", "destruction"})
LARGE, SNUG, LINES, NARROW, TIGHT = Size(2, 5), Size(2, 4), Size(1, 5), Size(1, 4), Size(1, 3)
TALL = 60
"""Lines we take for granted where nobody tells how high the screen is."""
PROMPT = 1
HIGH = 36
ROOM_FOR_CHOICES = 3
"""Lines that the tiles to take usually fill."""
ROOM_OF_A_TAKE = 20
"""Columns one of them fills."""


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
    for log in (2, 0):
        yield Plan(castle, realm, framed=False, log=log, texts=False, focus=True, brief=True)


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

    def picture(self) -> Text:
        every = list(plans(plain_signs=self.panels.signs.frames is None))
        drawn = (self._drawn(plan) for plan in every if self._may_fit(plan))
        lines = next((lines for lines in drawn if len(lines) <= self.height - self._kept_free()), None)
        return joined(self._drawn(every[-1]) if lines is None else lines)

    def _kept_free(self) -> int:
        """On a high screen short questions leave room for long ones, so that the table does not jump between them."""
        if self.height < HIGH:
            return 0
        choices = len(self.scene.menu.on(CASTLE)) if self.scene.menu else 0
        return max(0, ROOM_FOR_CHOICES - ceil(choices * ROOM_OF_A_TAKE / self.width))

    def rivals(self) -> Text:
        """The other realms alone, as many side by side as fit."""
        blocks = [self._realm_block(seat, Plan(self.small, self.small)) for seat in self._rivals()]
        width = Drawing(self.panels.signs, self.small).width(*self.look.realm_size) + 3
        across = max(1, self.width // width)
        rows = [beside(blocks[start : start + across]) for start in range(0, len(blocks), across)]
        return joined([line for row in rows for line in row])

    def _may_fit(self, plan: Plan) -> bool:
        """Whether the boards alone leave room for a header and a question."""
        width, height = self._boards(plan)
        return width <= self.width and height + 3 <= self.height

    def _boards(self, plan: Plan) -> tuple[int, int]:
        """The columns and lines that the boards alone take."""
        frame = 2 if plan.framed else 0
        castle, realm = Drawing(self.panels.signs, plan.castle), Drawing(self.panels.signs, plan.realm)
        columns, rows = self.look.realm_size
        widths = castle.width(self.columns, self.rows) + frame, realm.width(columns, rows) + frame
        heights = castle.height(self.rows) + frame, realm.height(rows) + frame
        if not plan.focus:
            rivals = len(self._rivals()) if plan.rivals else 0
            small = Drawing(self.panels.signs, self.small).width(columns, rows) + frame
            rail = max(widths[1], small) if rivals == 1 else widths[1]
            below = rivals * (small + 1) - 1 if rivals > 1 else 0
            return max(widths[0] + 1 + rail, below), max(heights)
        shown = 0 if self._asks_the_castle else 1
        return widths[shown], heights[shown]

    # The parts, from top to bottom.

    def _drawn(self, plan: Plan) -> Block:
        cards = self.panels.cards(self.look) if plan.texts else self.panels.card_names(self.look)
        dragon = [self.panels.ingenuity(self.look)] if self.look.solo else []
        return [
            self._header(),
            *self._table(plan),
            *(line for text in (*dragon, *cards) for line in wrapped(text, self.width, self.console)),
            *self._log(plan.log),
            *self._question(plan),
        ]

    def _header(self) -> Text:
        """The name of the game on the left, the countdown on the right."""
        countdown = self.panels.countdown(self.look)
        title = Text().append(self.scene.title, f"bold {TITLE}")
        room = self.width - countdown.cell_len
        if room < title.cell_len + 2:
            title.truncate(max(0, room - 2))
        line = padded(title, max(0, room)).append_text(countdown)
        line.truncate(self.width)
        return line

    def _table(self, plan: Plan) -> Block:
        """The castle and the realms."""
        me, rivals = self.scene.seat, self._rivals()
        if plan.focus:
            shown = self._castle_block(plan) if self._asks_the_castle else self._realm_block(me, plan)
            return shown + [self._told(seat) for seat in (me, *rivals)]
        rail = self._realm_block(me, plan)
        if plan.rivals and len(rivals) == 1:
            rail += self._realm_block(rivals[0], plan)
        table = beside([self._castle_block(plan), rail])
        if not plan.rivals:
            return table + [self._told(seat) for seat in rivals]
        if len(rivals) > 1:
            table += beside([self._realm_block(seat, plan) for seat in rivals])
        return table

    def _castle_block(self, plan: Plan) -> Block:
        drawing = Drawing(self.panels.signs, plan.castle)
        width = drawing.width(self.columns, self.rows)
        below = [self.panels.covered(self.look)]
        if plan.texts:
            below += [self.panels.castle_legend(plan.castle.lines, plan.castle.pitch), self.panels.realm_legend()]
        title = Text(self.panels.words.say("castle", n=self._tiles_left(), floor=self.look.top_floor))
        board = drawing.castle(self.look, self.columns, self.rows, self._takeable())
        return self._block(title, board, below, width, plan)

    def _realm_block(self, seat: int, plan: Plan) -> Block:
        is_mine = seat == self.scene.seat
        drawing = Drawing(self.panels.signs, plan.realm if is_mine else self.small)
        board = drawing.realm(self.look, seat, self._drawn_numbers(drawing) if is_mine else {})
        title = self.panels.name(self.look, seat, self.scene.names)
        width = drawing.width(*self.look.realm_size)
        if len(self._rivals()) == 1:  # both realms stand one above the other, equally wide
            width = max(width, Drawing(self.panels.signs, plan.realm).width(*self.look.realm_size))
        return self._block(title, board, [self.panels.points(self.look, seat)], width, plan)

    def _block(self, title: Text, board: Block, below: list[Text], width: int, plan: Plan) -> Block:
        """A board with its title above it and what there is to say below it."""
        room = self.width if plan.focus else width
        inside = board + [line for text in below for line in wrapped(text, room, self.console)]
        return framed(title, inside, width, self.panels.signs) if plan.framed else [title, *inside]

    def _told(self, seat: int) -> Text:
        """A player in one line."""
        text = self.panels.name(self.look, seat, self.scene.names)
        text.append(f" {self.panels.signs.dot} ", "dim").append_text(self.panels.points(self.look, seat))
        return self._cut(text)

    def _log(self, lines: int) -> Block:
        return (
            [self._cut(Text(f"{self.panels.signs.dot} {line}", "dim")) for line in self._told_lines()[-lines:]]
            if lines
            else []
        )

    def _told_lines(self) -> list[str]:
        return [line for told in self.scene.log for line in told.splitlines()]

    def _cut(self, line: Text) -> Text:
        line.truncate(self.width, overflow="ellipsis" if self.panels.signs.raised else "crop")
        return line

    def _question(self, plan: Plan) -> Block:
        """Who must do what, and the choices that are not drawn on the realm."""
        menu = self.scene.menu
        if menu is None:
            return wrapped(Text(self.scene.status, "bold"), self.width, self.console)
        seat = self.scene.seat
        mark = f"{self.panels.signs.seats[seat]} {self.scene.names[seat]}: "
        asked = Text.assemble((mark, f"bold {SEATS[seat]}"), (menu.asked, "bold"))
        entries = flowing(self._entries(menu, plan), self.width)
        return wrapped(asked, self.width, self.console) + entries

    def _entries(self, menu: Menu, plan: Plan) -> Iterator[Text]:
        """The choices by number; those that a board shows well enough are told all at once."""
        numbers = self._drawn_numbers(Drawing(self.panels.signs, plan.realm))
        on_realm = [number for number, choice in numbers.values() if not choice.telling]
        on_castle = [number for number, _ in menu.on(CASTLE).values()] if plan.brief else []
        for number, choice in menu.numbered():
            if number in on_realm:
                if number == on_realm[0]:
                    yield _entry(_spans(on_realm), self.panels.words.say("choice.on-realm"))
            elif number in on_castle:
                if number == on_castle[0]:
                    cell = min(menu.on(CASTLE))
                    yield _entry(_spans(on_castle), self.panels.words.say("choice.on-castle", cell=cell))
            else:
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


def _spans(numbers: list[int]) -> str:
    """`1-4, 6` for 1 2 3 4 6."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in spans)


def _entry(number: str, label: str) -> Text:
    return Text.assemble((number, "bold"), " ", label)


def joined(lines: Block) -> Text:
    """Lines as one text that nothing wraps anew."""
    text = Text("\n").join(lines)
    text.no_wrap, text.overflow = True, "crop"
    return text
