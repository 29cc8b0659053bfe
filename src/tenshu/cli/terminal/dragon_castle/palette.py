"""Signs and colours. A colour never says anything that a sign does not say too."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from tenshu.cli.terminal.signs import PLAIN_SIGNS, RICH_SIGNS, Signs, knows_more_than_ascii

ON_IVORY = {"M": "#7a5000", "S": "#b4231c", "F": "#2c7a3a", "E": "#1f5faf", "W": "#22222a", "D": "#6b3fa6"}
ON_DARK = {"M": "#e3ba55", "S": "#f08d84", "F": "#86cf92", "E": "#8fbcf2", "W": "#c4c4cc", "D": "#c5a9ee"}
IVORY, SHADED, VEILED = "#fff6dc", "#cdbf9c", "#35302c"
FACE_DOWN = "#bfe3dc on #1c4c47"
SHRINE = "bold #ffd76a on #a12a1e"
CHOICE = "bold #2a1a05 on #f5b92e"
CHOICE_GROUND = "on #5c4510"
BRINGS_POINTS = "bold #fff7e8 on #a92f24"
EMPTY = "dim"

NOW, SECOND, BLOCKED = "now", "second", "blocked"
"""The tiers of a castle tile: to be taken now; available, but only as a second tile; closed in."""


@dataclass(frozen=True)
class TileSigns(Signs):
    """The signs of tiles beside those of every game."""

    frames: dict[str, tuple[str, str, str, str]] | None
    """Corners of a tile of two lines: before and after the symbol, before and after the floor."""
    down: str
    shrine: str
    empty: str
    tokens: tuple[str, str]


RICH_TILES = TileSigns(
    **asdict(RICH_SIGNS),
    frames={NOW: ("┏", "┓", "┗━", "┛"), SECOND: ("┌", "┐", "└─", "┘"), BLOCKED: (" ", " ", "  ", " ")},
    down="░",
    shrine="⌂",
    empty="·",
    tokens=("●", "○"),
)
PLAIN_TILES = TileSigns(**asdict(PLAIN_SIGNS), frames=None, down="#", shrine="^", empty=".", tokens=("o", "."))


def tile_signs_for(encoding: str) -> TileSigns:
    """The signs a console can show."""
    return RICH_TILES if knows_more_than_ascii(encoding) else PLAIN_TILES


def tile_style(symbol: str, tier: str) -> str:
    """The colours of a castle tile."""
    kind = symbol[0]
    if tier == NOW:
        return f"bold {ON_IVORY[kind]} on {IVORY}"
    if tier == SECOND:
        return f"{ON_IVORY[kind]} on {SHADED}"
    return f"{ON_DARK[kind]} on {VEILED}"
