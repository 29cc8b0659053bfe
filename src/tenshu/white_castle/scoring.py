"""The score sheet: nine categories, as if the game ended now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenshu.table.state import Document
from tenshu.white_castle.cards import GARDENS as GARDEN_CARDS
from tenshu.white_castle.courtier import LEVEL
from tenshu.white_castle.deal import YARD_VALUES
from tenshu.white_castle.figures import (
    COINS,
    COURTIERS,
    DAIMYO,
    FOOD,
    GARDENS,
    GATE,
    INFLUENCE,
    IRON,
    MEMBERS,
    MOST_OF_A_RESOURCE,
    PEARL,
    POINTS,
    SEALS,
    YARD,
    Figures,
)
from tenshu.white_castle.solo import RIVAL
from tenshu.white_castle.track import FINAL_POINTS

if TYPE_CHECKING:
    from tenshu.white_castle.deal import Deal
    from tenshu.white_castle.state import WhiteCastle

COINS_AND_SEALS_FOR_A_POINT = 5
POINTS_OF_A_LEVEL = (1, 3, 6, 10)
"""A courtier at the gate, on floor one, on floor two, with the Daimyo."""
POINTS_OF_A_PLACE = tuple(POINTS_OF_A_LEVEL[level] for level in LEVEL)
POINTS_OF_A_RESOURCE = tuple(
    2 if amount == MOST_OF_A_RESOURCE else int(amount >= 3) for amount in range(MOST_OF_A_RESOURCE + 1)
)
CATEGORIES = ("points", "coins", "food", "iron", "pearl", "track", "courtiers", "warriors", "gardeners")


def garden_points(deal: Deal, taken: int) -> int:
    """What the gardeners in a mask of gardens bring."""
    return sum(GARDEN_CARDS[garden].points for place, garden in enumerate(deal.gardens) if taken >> place & 1)


def sheet_of(deal: Deal, figures: Figures, rival: bool) -> dict[str, int]:
    """The categories of one seat. The solo rival has changed its coins into points already."""
    inside = MEMBERS - figures[COURTIERS] - figures[GATE]
    warriors = sum(value * figures[YARD + yard] for yard, value in enumerate(YARD_VALUES))
    return {
        "points": figures[POINTS],
        "coins": 0 if rival else (figures[COINS] + figures[SEALS]) // COINS_AND_SEALS_FOR_A_POINT,
        "food": POINTS_OF_A_RESOURCE[figures[FOOD]],
        "iron": POINTS_OF_A_RESOURCE[figures[IRON]],
        "pearl": POINTS_OF_A_RESOURCE[figures[PEARL]],
        "track": FINAL_POINTS[figures[INFLUENCE]],
        "courtiers": sum(
            count * points for count, points in zip(figures[GATE : DAIMYO + 1], POINTS_OF_A_PLACE, strict=True)
        ),
        "warriors": warriors * inside,
        "gardeners": garden_points(deal, figures[GARDENS]),
    }


def total(state: WhiteCastle, seat: int) -> int:
    """The points of a seat as if the game ended now."""
    return sum(sheet_of(state.deal, state.players[seat], is_rival(state, seat)).values())


def is_rival(state: WhiteCastle, seat: int) -> bool:
    return state.deal.level is not None and seat == RIVAL


def score_sheet(state: WhiteCastle) -> Document:
    """The sheets of all seats, and the seats from the best on; ties go to who is farther on the track."""
    sheets = [sheet_of(state.deal, figures, is_rival(state, seat)) for seat, figures in enumerate(state.players)]
    players: list[Document] = [{**sheet, "total": sum(sheet.values())} for sheet in sheets]
    ranking = sorted(state.track, key=lambda seat: -players[seat]["total"])
    return {"players": players, "ranking": ranking}
