"""What every card does in every place, as groups made once."""

from __future__ import annotations

from tenshu.white_castle.cards import (
    CARDS,
    DIPLOMAT_CARDS,
    FIRST_START,
    LINES,
    NO_CARD,
    START_CARDS,
    STARTS,
    STEWARD_CARDS,
    action_of_line,
    dark_row,
    dark_worker,
    rows_of,
)
from tenshu.white_castle.effects import ACTIONS, added_up, effects
from tenshu.white_castle.groups import EMPTY, Group, group_of

_ROOM_CARDS = (*STEWARD_CARDS, *DIPLOMAT_CARDS)

ROW_GROUPS: tuple[tuple[Group, ...], ...] = tuple(tuple(group_of(row) for row in rows_of(card)) for card in _ROOM_CARDS)
"""By card and row."""
ROOM_GROUPS: tuple[tuple[Group, ...], ...] = tuple(
    tuple(
        group_of(tuple(each for row, part in enumerate(rows_of(card)) if mask >> row & 1 for each in part))
        for mask in range(1 << len(rows_of(card)))
    )
    for card in _ROOM_CARDS
)
"""By card and the mask of rows that a die serves."""
LINE_GROUPS: tuple[tuple[Group, ...], ...] = tuple(
    tuple(group_of(action_of_line(card, line)) for line in range(3))
    if card == NO_CARD or card < FIRST_START
    else (EMPTY,) * 3
    for card in range(len(CARDS) + 1)
)
"""By card on the domain board and line."""
LINE_REWARDS: tuple[tuple[Group, ...], ...] = tuple(
    tuple(group_of(added_up(effects(always), effects(" ".join(uncovered.split()[:departed])))) for departed in range(6))
    for always, uncovered in LINES
)
"""By line and the number of members that have left."""
START_GROUPS = {card: group_of(effects(STARTS[card - FIRST_START].gains)) for card in START_CARDS}

DARK_ROWS = tuple(dark_row(card) for card in _ROOM_CARDS)
DARK_ACTIONS = tuple(ACTIONS[dark_worker(card)] for card in _ROOM_CARDS)
LIGHT_MASKS = tuple((1 << len(rows_of(card))) - 1 & ~(1 << dark_row(card)) for card in _ROOM_CARDS)
"""By card: its light rows."""
