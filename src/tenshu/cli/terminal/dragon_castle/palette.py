"""Signs and colours. A colour never says anything that a sign does not say too."""

from __future__ import annotations

from dataclasses import dataclass

ON_IVORY = {"M": "#7a5000", "S": "#b4231c", "F": "#2c7a3a", "E": "#1f5faf", "W": "#22222a", "D": "#6b3fa6"}
ON_DARK = {"M": "#e3ba55", "S": "#f08d84", "F": "#86cf92", "E": "#8fbcf2", "W": "#c4c4cc", "D": "#c5a9ee"}
IVORY, SHADED, VEILED = "#fff6dc", "#cdbf9c", "#35302c"
TITLE = "#e9be62"
FRAME = "#8a7a5c"
FACE_DOWN = "#bfe3dc on #1c4c47"
SHRINE = "bold #ffd76a on #a12a1e"
CHOICE = "bold #2a1a05 on #f5b92e"
CHOICE_GROUND = "on #5c4510"
BRINGS_POINTS = "bold #fff7e8 on #a92f24"
EMPTY = "dim"
SEATS = ("#e0654c", "#3fa7d6", "#d9b64a", "#a98bd0")

NOW, SECOND, BLOCKED = "now", "second", "blocked"
"""The tiers of a castle tile: to be taken now; available, but only as a second tile; closed in."""

SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Signs:
    """What is drawn with; the plain set is for consoles that know nothing beyond ASCII."""

    frames: dict[str, tuple[str, str, str, str]] | None
    """Corners of a tile of two lines: before and after the symbol, before and after the floor."""
    down: str
    shrine: str
    empty: str
    tokens: tuple[str, str]
    seats: tuple[str, str, str, str]
    dot: str
    frame: str
    """Corners from the top left, then the lines across and down."""
    raised: bool
    """Whether floors can be written as raised digits."""

    def floor(self, number: int) -> str:
        """A floor or height behind a symbol: raised, or apart from it."""
        return str(number).translate(SUPERSCRIPT) if self.raised else f"/{number}"


RICH_SIGNS = Signs(
    frames={NOW: ("┏", "┓", "┗━", "┛"), SECOND: ("┌", "┐", "└─", "┘"), BLOCKED: (" ", " ", "  ", " ")},
    down="░",
    shrine="⌂",
    empty="·",
    tokens=("●", "○"),
    seats=("◆", "●", "▲", "■"),
    dot="·",
    frame="╭╮╰╯─│",
    raised=True,
)
PLAIN_SIGNS = Signs(
    frames=None,
    down="#",
    shrine="^",
    empty=".",
    tokens=("o", "."),
    seats=("A", "B", "C", "D"),
    dot="-",
    frame="++++-|",
    raised=False,
)


def signs_for(encoding: str) -> Signs:
    """The signs a console can show."""
    return RICH_SIGNS if encoding.lower().startswith("utf") else PLAIN_SIGNS


def tile_style(symbol: str, tier: str) -> str:
    """The colours of a castle tile."""
    kind = symbol[0]
    if tier == NOW:
        return f"bold {ON_IVORY[kind]} on {IVORY}"
    if tier == SECOND:
        return f"{ON_IVORY[kind]} on {SHADED}"
    return f"{ON_DARK[kind]} on {VEILED}"
