"""Signs and colours that all games at the terminal share. A colour never says anything that a sign does not say too."""

from __future__ import annotations

from dataclasses import dataclass

TITLE = "#e9be62"
FRAME = "#8a7a5c"
SEATS = ("#e0654c", "#3fa7d6", "#d9b64a", "#a98bd0")

SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Signs:
    """What is drawn with; the plain set is for consoles that know nothing beyond ASCII."""

    seats: tuple[str, str, str, str]
    dot: str
    frame: str
    """Corners from the top left, then the lines across and down."""
    raised: bool
    """Whether floors can be written as raised digits."""

    def floor(self, number: int) -> str:
        """A floor or height behind a symbol: raised, or apart from it."""
        return str(number).translate(SUPERSCRIPT) if self.raised else f"/{number}"


RICH_SIGNS = Signs(seats=("◆", "●", "▲", "■"), dot="·", frame="╭╮╰╯─│", raised=True)
PLAIN_SIGNS = Signs(seats=("A", "B", "C", "D"), dot="-", frame="++++-|", raised=False)


def knows_more_than_ascii(encoding: str) -> bool:
    return encoding.lower().startswith("utf")


def signs_for(encoding: str) -> Signs:
    """The signs a console can show."""
    return RICH_SIGNS if knows_more_than_ascii(encoding) else PLAIN_SIGNS
