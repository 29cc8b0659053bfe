"""A laboratory: the games in the environments that people who study games know. docs/research.md shows each.

| file | what | extra |
|---|---|---|
| `dragon_castle_v1`, … | one game under the name of its encoding: everything below in one place | |
| `aec` | PettingZoo, for 2 to 4 players, turn by turn or in cycles | `pettingzoo` |
| `solo` | Gymnasium, for the solo modes | `gymnasium` |
| `vector` | thousands of games in arrays, from the native core | `gymnasium` |
| `openspiel` | OpenSpiel games with chance nodes | `openspiel` |
| `table`, `pictures`, `extra` | what they share | |

Everything here knows a game through `tenshu.table` only; a game that has an encoding (`table.study`) can be studied.
"""
