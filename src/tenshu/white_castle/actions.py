"""How each action is done: when it can do something, and what it asks. Importing this teaches `effects` both."""

from __future__ import annotations

from tenshu.white_castle.castle import ANY_ROW, LIGHT, ROW_ENTRIES
from tenshu.white_castle.courtier import CLIMB_PART, COURTIER, GATE_PART, can_send_courtier
from tenshu.white_castle.domain import CHOOSE_LINE, can_use_a_line
from tenshu.white_castle.effects import ACTIONS
from tenshu.white_castle.gardener import SEND_GARDENER, can_send_gardener
from tenshu.white_castle.names import COLOURS
from tenshu.white_castle.warrior import SEND_WARRIOR, can_send_warrior

ACTIONS["C"].is_done(can_send_courtier, COURTIER[GATE_PART | CLIMB_PART])
ACTIONS["G"].is_done(can_send_gardener, SEND_GARDENER)
ACTIONS["W"].is_done(can_send_warrior, SEND_WARRIOR)
ACTIONS["DOMAIN"].is_done(can_use_a_line, CHOOSE_LINE)
ACTIONS["ROW"].is_done(ROW_ENTRIES[ANY_ROW].possible, ROW_ENTRIES[ANY_ROW])
ACTIONS["LIGHT"].is_done(ROW_ENTRIES[LIGHT].possible, ROW_ENTRIES[LIGHT])
for _colour in COLOURS:
    ACTIONS[f"ROW-{_colour}"].is_done(ROW_ENTRIES[_colour].possible, ROW_ENTRIES[_colour])
