"""A view as one SVG picture, of the pieces that the browser draws with.

`pieces.svg` is printed from the browser client by tools/sheets.py. Where a piece lies follows the client's projection
(web/src/lib/games/dragon-castle/board/projection.ts): faces stay upright, height goes up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tenshu.dragon_castle.castle import HIGHEST
from tenshu.dragon_castle.grid import column_and_row
from tenshu.dragon_castle.state import DragonCastle
from tenshu.table.state import Document, State

TILE_WIDTH, TILE_HEIGHT, TILE_SIDE = 60, 80, 15
SHRINE = "*"
PLAYERS = ("#e0654c", "#3fa7d6", "#d9b64a", "#b48be0")
"""The colours of the seats, as in web/src/themes.css, dark."""
MARGIN = 24
SCALE = 0.8
"""From the units of the boards to pixels."""
REALM_SCALE = 0.62


@dataclass(frozen=True)
class Projection:
    """Columns and rows to a plane: one cell to the next, one level to the next, where levels begin to be squeezed."""

    pitch: tuple[float, float]
    lift: tuple[float, float]
    full: int
    squeezed: float

    def at(self, column: int, row: int, level: int) -> tuple[float, float]:
        """The north-west corner of a face; level 1 is the ground."""
        rise = min(level, self.full) - 1 + max(0, level - self.full) * self.squeezed
        return column * self.pitch[0] + rise * self.lift[0], row * self.pitch[1] + rise * self.lift[1]


CASTLE = Projection((61, 81), (-2.5, -15), 99, 1)
REALM = Projection((68, 88), (0, -11), 3, 0.4)


def drawn(state: State, seat: int | None = None) -> str:
    """The castle, and beside it the realms, that of the viewer first. Nothing is drawn that is not in the view."""
    assert isinstance(state, DragonCastle)
    view = state.view(seat)
    board = state.castle.grid
    width, height = board.columns * CASTLE.pitch[0], board.rows * CASTLE.pitch[1] + TILE_SIDE
    top = -CASTLE.lift[1] * (HIGHEST - 1)
    realms = list(range(seat or 0, state.seats)) + list(range(seat or 0))
    tray = _tray_size(view)
    side = tray[0] * REALM_SCALE
    rows = max(height + top, len(realms) * tray[1] * REALM_SCALE)
    shapes = [
        f'<rect class="fill-ground" width="{_n(width + side + 3 * MARGIN)}" height="{_n(rows + 2 * MARGIN)}"/>',
        f'<g transform="translate({MARGIN} {_n(MARGIN + top)})">{"".join(_castle(state, view))}</g>',
        f'<g transform="translate({MARGIN} {_n(MARGIN + top + height + 20)})">{"".join(_hand(view))}</g>',
    ]
    for place, other in enumerate(realms):
        x, y = width + 2 * MARGIN, MARGIN + place * tray[1] * REALM_SCALE
        inside = "".join(_realm(view, other, view["turn"]["player"] == other and not state.is_over))
        shapes.append(f'<g transform="translate({_n(x)} {_n(y)}) scale({REALM_SCALE})">{inside}</g>')
    whole_width, whole_height = width + side + 3 * MARGIN, rows + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{round(whole_width * SCALE)}" '
        f'height="{round(whole_height * SCALE)}" viewBox="0 0 {_n(whole_width)} {_n(whole_height)}">'
        f"{_pieces()}{''.join(shapes)}</svg>"
    )


@cache
def _pieces() -> str:
    sheet = files("tenshu.dragon_castle").joinpath("pieces.svg").read_text("utf-8")
    return sheet[sheet.index("<defs>") : sheet.index("</svg>")]


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _use(piece: str, x: float, y: float) -> str:
    return f'<use href="#{piece}" x="{_n(x)}" y="{_n(y)}"/>'


def _castle(state: DragonCastle, view: Document) -> list[str]:
    """Floor by floor: a floor lies on everything below it. What is closed in is veiled, what can be taken has a rim."""
    taken = {move.words[0] for move in state.legal_moves() if move.verb in ("take", "pair")}
    stacks = [(column_and_row(name), name, stack) for name, stack in view["castle"].items()]
    shapes = []
    for level in range(1, HIGHEST + 1):
        for (column, row), name, stack in stacks:
            x, y = CASTLE.at(column, row, level)
            if len(stack) > level:
                shapes.append(_use("under", x, y))
            elif len(stack) == level:
                shapes.append(_use(f"tile-{stack[-1]}", x, y))
                if name in taken:
                    shapes.append(
                        f'<rect x="{_n(x + 2)}" y="{_n(y + 2)}" width="56" height="76" rx="5.5" fill="none" '
                        'stroke="#f5b92e" stroke-width="4"/>'
                    )
                elif not _has_a_free_side(view, name, level):
                    at = f'x="{_n(x)}" y="{_n(y)}"'
                    shapes.append(f'<rect class="fill-veil" opacity="0.5" {at} width="60" height="95" rx="6.5"/>')
    return shapes


def _has_a_free_side(view: Document, name: str, level: int) -> bool:
    column, row = name[0], name[1:]
    west, east = (f"{chr(ord(column) + step)}{row}" for step in (-1, 1))
    return len(view["castle"].get(west, ())) < level or len(view["castle"].get(east, ())) < level


def _hand(view: Document) -> list[str]:
    """The tiles in hand and the tokens that are left on the track."""
    held = [_use(f"tile-{tile}", 70 * place, 0) for place, tile in enumerate(view["turn"].get("hand", ()))]
    return held + [_use("token", 200 + 42 * place, 40) for place in range(view["countdown"])]


def _tray_size(view: Document) -> tuple[float, float]:
    columns, rows = view["realm"]
    return columns * REALM.pitch[0] + 10, rows * REALM.pitch[1] + TILE_SIDE + 90


def _realm(view: Document, seat: int, asked: bool) -> list[str]:
    """A tray with a head line in the colour of the seat: points, shrines in the pool, tokens."""
    columns, rows = view["realm"]
    player, colour = view["players"][seat], PLAYERS[seat]
    wide, high = columns * REALM.pitch[0] + 10, rows * REALM.pitch[1] + TILE_SIDE + 4
    shapes = [
        f'<rect x="0" y="0" width="{_n(wide)}" height="46" rx="10" fill="{colour}" opacity="{1 if asked else 0.45}"/>',
        _figure(player["vp"], 40, 34),
        f'<g color="{colour}" transform="translate({_n(wide / 2 - 60)} -6) scale(.75)">{_use("shrine", 0, 0)}</g>',
        _figure(player["shrines"], wide / 2 + 12, 34),
        f'<g transform="translate({_n(wide - 90)} 23)">{_use("token", 0, 0)}</g>',
        _figure(player["tokens"], wide - 40, 34),
        f'<rect class="fill-tray" x="0" y="56" width="{_n(wide)}" height="{_n(high)}" rx="12"/>',
    ]
    cells = "".join(
        f'<rect class="fill-cell" x="{_n(column * REALM.pitch[0])}" y="{_n(row * REALM.pitch[1])}" width="60" '
        f'height="{TILE_HEIGHT + 4}" rx="6"/>'
        for row in range(rows)
        for column in range(columns)
    )
    stacks = sorted(player["realm"].items(), key=lambda entry: column_and_row(entry[0])[::-1])
    piles = "".join(_pile(name, stack) for name, stack in stacks)
    return [*shapes, f'<g color="{colour}" transform="translate(9 68)">{cells}{piles}</g>']


def _pile(name: str, stack: list[str]) -> str:
    column, row = column_and_row(name)
    tiles = [tile for tile in stack if tile != SHRINE]
    shapes = [
        _use("tile-down" if tile.islower() else f"tile-{tile}", *REALM.at(column, row, level))
        for level, tile in enumerate(tiles, start=1)
    ]
    x, y = REALM.at(column, row, len(tiles))
    if stack[-1] == SHRINE:
        shapes.append(_use("shrine", x, y + 2))
    if len(tiles) > 1:
        shapes.append(f'<circle cx="{_n(x + 55)}" cy="{_n(y + 8)}" r="15" fill="#16100f" stroke="#fff6df"/>')
        shapes.append(_figure(len(tiles), x + 55, y + 15, 1.9))
    return "".join(shapes)


def _figure(number: int, x: float, y: float, scale: float = 3) -> str:
    """A number up to 40 is one piece; a larger one is put together, a nought is a ring."""
    words = [str(number)] if 1 <= number <= 40 else list(str(number))
    width = 6.4 * scale
    left = x - width * (len(words) - 1) / 2
    shapes = []
    for place, word in enumerate(words):
        at = f'transform="translate({_n(left + place * width)} {_n(y)}) scale({scale})"'
        nought = '<ellipse cy="-3.6" rx="2.3" ry="3.1" fill="none" stroke="#fff" stroke-width="1.5"/>'
        shapes.append(f"<g {at}>{nought if word == '0' else _use(f'figure-{word}', 0, 0)}</g>")
    return "".join(shapes)
