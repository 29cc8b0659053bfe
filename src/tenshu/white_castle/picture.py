"""A view as one SVG picture, of the pieces that the browser draws with: bridges, castle, grounds, and a panel a player.

`pieces.svg` is printed from the browser client by tools/sheets.py. The arrangement is simpler than the browser's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from tenshu.table.state import Document, State
from tenshu.white_castle.cards import (
    CARD,
    DIPLOMATS,
    FAVOURS,
    FIRST_ACTION,
    FIRST_DIPLOMAT,
    GARDENS,
    STARTING_ACTIONS,
    STARTS,
    STEWARDS,
    YARD_TILES,
)
from tenshu.white_castle.names import COLOURS, LETTERS, ROOMS, YARDS

ICONS = {
    "f": "food", "i": "iron", "p": "pearl", "c": "coin", "s": "seal", "v": "point", "h": "influence", "any": "any",
    "L": "lantern", "WELL": "well", "C": "courtier", "G": "gardener", "W": "warrior", "ROW": "row", "LIGHT": "light",
    "DOMAIN": "domain", "ROW-coral": "row-coral", "ROW-black": "row-black", "ROW-white": "row-white",
}  # fmt: skip
"""The browser's icon of each effect (web/src/lib/games/white-castle/effects.ts)."""
WIDTH = 1000
ROOM_WIDTH, ROOM_HEIGHT = 188, 150
PANEL_HEIGHT = 74
KINDS = ("courtiers", "gardeners", "warriors")


def drawn(state: State, seat: int | None = None) -> str:
    """Nothing is drawn that is not in the view; the panel of the viewer comes first."""
    view = state.view(seat)
    many = len(view["players"])
    order = [((seat or 0) + step) % many for step in range(many)]
    top = 400
    height = top + many * (PANEL_HEIGHT + 8) + 12
    shapes = [
        f'<rect class="fill-sky-low" width="{WIDTH}" height="{height}"/>',
        *_bridges(view),
        *_rooms(view),
        *_grounds(view),
    ]
    for place, other in enumerate(order):
        shapes += _player(view, other, 12, top + place * (PANEL_HEIGHT + 8))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}">{_pieces()}{"".join(shapes)}</svg>'
    )


@cache
def _pieces() -> str:
    sheet = files("tenshu.white_castle").joinpath("pieces.svg").read_text("utf-8")
    return sheet[sheet.index("<defs>") : sheet.index("</svg>")]


# Small things.


def _use(piece: str, x: float, y: float, width: float, height: float | None = None) -> str:
    return f'<use href="#{piece}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height or width:g}"/>'


def _panel(x: float, y: float, width: float, height: float, kind: str = "paper") -> str:
    return f'<rect class="fill-{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8"/>'


def _number(number: int, x: float, y: float, size: float = 1.5) -> str:
    """Digits that end at x."""
    words = str(number)
    step = 7 * size
    left = x - step * (len(words) - 0.5)
    digits = "".join(
        f'<use href="#digit-{digit}" transform="translate({left + step * place:g} {y:g}) scale({size:g})"/>'
        for place, digit in enumerate(words)
    )
    return f'<g class="fill-ink">{digits}</g>'


def _die(name: str, x: float, y: float, size: float = 32) -> str:
    return _use(f"die-{COLOURS[LETTERS.index(name[0])]}-{name[1:]}", x, y, size, size * 50 / 46)


def _piece(kind: str, seat: int, x: float, y: float, size: float = 20) -> str:
    return _use(f"piece-{kind}-{seat}", x, y, size, size * 30 / 24)


def _effects(texts: str, x: float, y: float, size: float = 20) -> list[str]:
    """Effects one after the other; a price stands before what it pays for."""
    shapes = []
    for text in texts.split():
        price, _, what = text.rpartition(":")
        for part in (price, what):
            unit = part.lstrip("0123456789")
            if not unit:
                continue
            amount = part.removesuffix(unit)
            if amount and int(amount) > 1:
                shapes.append(_number(int(amount), x + 11, y + 16, 1.3))
                x += 13
            shapes.append(_use(f"wc-{ICONS[unit]}", x, y, size))
            x += size + 4
    return shapes


# The board.


def _bridges(view: Document) -> list[str]:
    shapes = []
    for place, colour in enumerate(COLOURS):
        x, bridge = 12 + place * 328, view["bridges"][colour]
        shapes += [_panel(x, 12, 320, 56, "water"), _panel(x + 6, 30, 308, 22, "beam")]
        dice = [(bridge["left"], x + 14), (bridge["right"], x + 268)]
        dice += [(value, x + 80 + 44 * number) for number, value in enumerate(bridge["centre"])]
        shapes += [_use(f"die-{colour}-{value}", left, 18, 38, 41) for value, left in dice if value]
    return shapes


def _rows_of(card: str | None) -> Sequence[str]:
    if card is None:
        return ()
    number = CARD[card]
    return STEWARDS[number].rows if number < FIRST_DIPLOMAT else DIPLOMATS[number - FIRST_DIPLOMAT].blocks


def _rooms(view: Document) -> list[str]:
    shapes = []
    for place, name in enumerate(ROOMS):
        x, y, room = 12 + place * (ROOM_WIDTH + 9), 80, view["rooms"][name]
        shapes += [_panel(x, y, ROOM_WIDTH, ROOM_HEIGHT), _panel(x, y, ROOM_WIDTH, 14, "roof")]
        for row, texts in enumerate(_rows_of(room["card"])):
            shapes.append(_use(f"wc-tile-{room['tiles'][row]}", x + 6, y + 20 + row * 28, 22))
            shapes += _effects(texts, x + 34, y + 21 + row * 28)
        shapes += [_die(die, x + ROOM_WIDTH - 40, y + 18 + 36 * number) for number, die in enumerate(room["dice"])]
        shapes += _members(view, "courtiers", name, x + 6, y + ROOM_HEIGHT - 32)
    return shapes


def _members(view: Document, kind: str, place: str, x: float, y: float) -> list[str]:
    """Everybody who stands there."""
    found = [seat for seat, player in enumerate(view["players"]) for _ in range(player[kind][place])]
    return [_piece(kind, seat, x + 18 * number, y) for number, seat in enumerate(found)]


def _grounds(view: Document) -> list[str]:
    """Outside, Well, gate and Daimyo; under them gardens and yards."""
    y = 240
    shapes = [_panel(12, y, 120, 66, "sand"), _panel(140, y, 120, 66, "sand"), _panel(268, y, 170, 66, "water")]
    for x, side, texts in ((12, "left", "G C"), (140, "right", "W C")):
        shapes += [
            *_effects(texts, x + 6, y + 6),
            *(_die(die, x + 60 + 20 * n, y + 24) for n, die in enumerate(view["outside"][side])),
        ]
    shapes += [
        _use("wc-well", 276, y + 6, 24),
        *_effects(" ".join(f"1{side}" for side in view["well"]["tiles"]), 306, y + 8),
    ]
    shapes += [_die(die, 280 + 16 * number, y + 32, 24) for number, die in enumerate(view["well"]["dice"][:8])]
    shapes += [_panel(446, y, 130, 66, "stone"), *_members(view, "courtiers", "gate", 452, y + 20)]
    shapes.append(_panel(584, y, 404, 66, "paper"))
    for number, texts in enumerate(FAVOURS[int(view["daimyo"]["card"][1:]) - 1]):
        owner = view["daimyo"]["places"][number]
        shapes += [*_effects(texts, 596 + 80 * number, y + 8)]
        shapes += [_piece("courtiers", owner, 596 + 80 * number, y + 34)] if owner is not None else []
    shapes += _members(view, "courtiers", "daimyo", 850, y + 20)
    return shapes + _gardens(view, y + 74) + _yards(view, y + 74)


def _gardens(view: Document, y: float) -> list[str]:
    shapes = []
    names = [garden for colour in COLOURS for garden in view["gardens"][colour]]
    for number, name in enumerate(names):
        x, garden = 12 + number * 96, GARDENS[int(name[1:]) - 1]
        shapes += [_panel(x, y, 90, 76, "meadow"), _number(garden.food, x + 16, y + 20, 1.3)]
        shapes += [_use("wc-food", x + 18, y + 4, 18), *_effects(garden.action, x + 4, y + 26, 18)]
        owners = [
            seat for seat, player in enumerate(view["players"]) for each in player["gardeners"]["at"] if each == name
        ]
        shapes += [_piece("gardeners", seat, x + 4 + 18 * place, y + 48, 18) for place, seat in enumerate(owners)]
    return shapes


def _yards(view: Document, y: float) -> list[str]:
    shapes = []
    for number, name in enumerate(YARDS):
        x = 592 + number * 134
        texts = " ".join(YARD_TILES[int(tile[1:-1]) - 1][tile.endswith("b")] for tile in view["yards"][name])
        shapes += [_panel(x, y, 128, 76, "sand"), _number(int(name), x + 16, y + 20, 1.3)]
        shapes += [_use("wc-iron", x + 18, y + 4, 18), *_effects(texts, x + 44, y + 4, 18)]
        shapes += _members(view, "warriors", name, x + 4, y + 44)
    return shapes


# Players.


def _player(view: Document, seat: int, x: float, y: float) -> list[str]:
    player = view["players"][seat]
    asked = view["turn"]["player"] == seat
    shapes = [_panel(x, y, WIDTH - 24, PANEL_HEIGHT, "paper"), _panel(x, y, 10, PANEL_HEIGHT, f"player-{seat}")]
    if asked:
        shapes.append(f'<rect x="{x:g}" y="{y:g}" width="{WIDTH - 24}" height="{PANEL_HEIGHT}" rx="8" fill="none" '
                      'stroke="#0b78b8" stroke-width="3"/>')  # fmt: skip
    goods = (("food", "food"), ("iron", "iron"), ("pearl", "pearl"), ("coins", "coin"), ("seals", "seal"),
             ("points", "point"), ("influence", "influence"))  # fmt: skip
    for number, (figure, icon) in enumerate(goods):
        left = x + 20 + number * 58
        shapes += [_use(f"wc-{icon}", left, y + 8, 24), _number(player[figure], left + 50, y + 27)]
    for number, kind in enumerate(KINDS):
        left = x + 20 + number * 60
        shapes += [_piece(kind, seat, left, y + 38, 22), _number(player[kind]["home"], left + 44, y + 60)]
    shapes += [_die(die, x + 470 + 40 * number, y + 18) for number, die in enumerate(_lines(player)) if die]
    if player["card"] is not None:
        shapes += _effects(_actions_of(player["card"]), x + 600, y + 26)
    return shapes + _lantern(player["lantern"], x + 800, y + 24)


def _actions_of(card: str) -> str:
    """What the card on a domain board gives: a starting action, or the rows of a card from the castle."""
    number = CARD[card]
    return STARTING_ACTIONS[number - FIRST_ACTION] if number >= FIRST_ACTION else " ".join(_rows_of(card))


def _lines(player: Document) -> Iterable[str | None]:
    return [player["dice"][colour] for colour in COLOURS]


def _lantern(cards: Sequence[str], x: float, y: float) -> list[str]:
    """How many cards lie there, and the backs of starting cards among them."""
    backs = " ".join(STARTS[int(card[1:]) - 1].back for card in cards if card[0] == "R")
    return [_use("wc-lantern", x, y, 26), _number(len(cards), x + 46, y + 20), *_effects(backs, x + 64, y + 3)]
