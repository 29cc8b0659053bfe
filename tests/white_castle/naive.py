"""The White Castle once more, slowly: the rules read a second time, straight on position documents.

Nothing here is shared with the package. `legal_moves` and `play` take and give plain documents; the tests hold the two
readings against each other. Speed does not matter, one sentence of the rules a few lines of code does.
"""

from __future__ import annotations

import json
import re
from typing import Any

Document = dict[str, Any]

COLOURS = ("coral", "black", "white")
STEWARD_ROOMS = ("steward-1", "steward-2", "steward-3")
DIPLOMAT_ROOMS = ("diplomat-1", "diplomat-2")
ROOMS = STEWARD_ROOMS + DIPLOMAT_ROOMS
INSIDE = (*ROOMS, "daimyo")
PLACES = ("left", "centre", "right")
RESOURCES = {"f": "food", "i": "iron", "p": "pearl"}
CHECKPOINTS = {6: 1, 11: 2, 15: 3}
LAST_SPACE = 20
MOST_SEALS, MOST_OF_A_RESOURCE = 5, 7
DICE_OF_A_COLOUR = {2: 3, 3: 4, 4: 5}

STEWARDS = {
    1: ("s:C", "1s 1v", "1f L"),
    2: ("s:C", "1h", "2i"),
    3: ("s:C", "L", "2v"),
    4: ("s:W", "1c WELL", "L"),
    5: ("s:W", "1f 1p", "1i L"),
    6: ("1i L", "s:G", "2any"),
    7: ("1h", "s:G", "2f"),
    8: ("1c WELL", "s:G", "1h"),
    9: ("1c WELL", "s:C", "2f"),
    10: ("1s 1any", "s:C", "1i 1f"),
    11: ("2any", "1p L", "s:W"),
    12: ("2p", "1s 1v", "s:G"),
    13: ("2i", "L", "s:G"),
    14: ("2v", "1s 1any", "s:W"),
    15: ("1h", "2p", "s:W"),
}
DIPLOMATS = {
    1: ("C", "3any", 1),
    2: ("C", "2h", 1),
    3: ("C", "2v WELL", 1),
    4: ("C", "1s L", 1),
    5: ("W", "3any", 1),
    6: ("W", "2h", 1),
    7: ("2h", "G", 1),
    8: ("2v WELL", "G", 1),
    9: ("2v WELL", "W", 2),
    10: ("2c L", "W", 2),
    11: ("1h L", "G", 2),
    12: ("3any", "G", 2),
}
"""Two blocks; how many domain lines the first one serves."""
WITH_THREE_OR_MORE = {"S1", "S3", "S6", "S8", "S11", "S14", "D1", "D9", "D12"}
FAVOURS = {
    1: ("L", "2i", "2s"),
    2: ("L", "2f", "2v"),
    3: ("WELL", "2f", "2h"),
    4: ("WELL", "2v", "2s"),
    5: ("LIGHT", "2p", "2v"),
    6: ("LIGHT", "2h", "2s"),
    7: ("L", "2h", "3c"),
    8: ("LIGHT", "2i", "3c"),
    9: ("WELL", "2p", "3c"),
}
GARDENS = {
    1: (5, 9, "4c:ROW"),
    2: (4, 7, "3c:G"),
    3: (4, 7, "3c:C"),
    4: (4, 7, "3c:W"),
    5: (3, 5, "4c:DOMAIN"),
    6: (1, 1, "2any"),
    7: (1, 1, "3c"),
    8: (2, 3, "2s"),
    9: (2, 3, "LIGHT"),
    10: (3, 5, "WELL"),
}
"""Food, points, effect."""
STARTING = {
    1: ("2f 1i 2c 1s", "p", "Kc"),
    2: ("2any 4c 2s", "p", None),
    3: ("2i 1p 5c 1s", "p", None),
    4: ("2p 1i 4c", "i", "Ks"),
    5: ("3any 4c 1s", "i", None),
    6: ("1f 2i 1p 3c 1s", "i", None),
    7: ("1any 2c 2s", "f", "Kv"),
    8: ("2f 2i 1p 4c 1s", "f", None),
    9: ("4f 2i 3c 2s", "f", None),
}
"""Gain, the resource of the Lantern back, the decree that comes with it."""
DECREES = {"Kc": "1c", "Ks": "1s", "Kv": "1v"}
YARD_TILES = {
    1: ("C", "3p"),
    2: ("W", "2h"),
    3: ("G", "3f"),
    4: ("ROW-coral", "WELL"),
    5: ("ROW-white", "2s"),
    6: ("ROW-black", "5c"),
    7: ("ROW", "LIGHT"),
    8: ("DOMAIN", "2v"),
}
YARDS = {"5": 2, "3": 1, "1": 1}
"""Iron, value."""
LINES = {
    "coral": ("courtiers", "1f 1f 1f 2c 1f 1s"),
    "black": ("gardeners", "1i 1i 1i L 1i 2c"),
    "white": ("warriors", "1p 1p 1p 1s 1p L"),
}
SOLITAIRE = {
    1: ("coral left", "steward-1", "gate 2c"),
    2: ("coral centre", "outside-left", "plant gate"),
    3: ("coral right", "diplomat-1", "yard-3 up-1"),
    4: ("black left", "well", "stone 2h"),
    5: ("black centre", "steward-2", "gate up-2"),
    6: ("black right", "outside-right", "yard-5 1v"),
    7: ("white left", "diplomat-2", "up-1 yard-1"),
    8: ("white centre", "steward-3", "stone 2h"),
    9: ("white right", "well", "2v 1c"),
}
FREE_ACTIONS = ("C", "G", "W", "ROW", "ROW-coral", "ROW-black", "ROW-white", "LIGHT", "DOMAIN")


def number(card: str) -> int:
    return int(re.sub(r"\D", "", card))


def copy_of(document: Document) -> Document:
    return json.loads(json.dumps(document))  # type: ignore[no-any-return]


# The document, asked.


def seat_of(document: Document) -> int:
    seat = document["turn"]["player"]
    assert isinstance(seat, int)
    return seat


def player_of(document: Document) -> Document:
    return document["players"][seat_of(document)]  # type: ignore[no-any-return]


def rival_of(document: Document) -> int | None:
    return document["solo"]["rival"] if document["solo"] else None


def dice_on(document: Document, colour: str) -> int:
    bridge = document["bridges"][colour]
    return len(bridge["centre"]) + (bridge["left"] is not None) + (bridge["right"] is not None)


def dice_left(document: Document) -> int:
    return sum(dice_on(document, colour) for colour in COLOURS)


def rows_of(card: str) -> list[str]:
    """The rows or blocks of a castle card."""
    return list(STEWARDS[number(card)] if card[0] == "S" else DIPLOMATS[number(card)][:2])


def is_dark(row: str) -> bool:
    return row.startswith("s:") or row in ("C", "G", "W")


def row_for_line(card: str, line: str) -> str:
    """What a domain card offers a line."""
    place = COLOURS.index(line)
    if card[0] == "A":
        return card[1]
    if card[0] == "S":
        return STEWARDS[number(card)][place]
    first, second, span = DIPLOMATS[number(card)]
    return first if place < span else second


def line_rewards(player: Document, line: str) -> list[str]:
    kind, icons = LINES[line]
    departed = 5 - player[kind]["home"]
    return added(icons.split()[: 1 + departed])


def lantern(player: Document) -> list[str]:
    icons = []
    for card in player["lantern"]:
        if card[0] == "R":
            icons.append("1" + STARTING[number(card)][1])
        else:
            icons.append({"S": "1c", "D": "1v", "A": "1h"}.get(card[0]) or DECREES[card])
    return added(icons)


def added(icons: list[str]) -> list[str]:
    """Icons of one kind added up, kinds in the order of their first."""
    sums: dict[str, int] = {}
    for icon in icons:
        found = re.fullmatch(r"(\d+)(\w)", icon)
        kind, count = (found[2], int(found[1])) if found else (icon, 1)
        sums[kind] = sums.get(kind, 0) + count
    return [kind if kind == "L" else f"{count}{kind}" for kind, count in sums.items()]


def gain_of(effect: str) -> tuple[int, str] | None:
    found = re.fullmatch(r"(\d)+(f|i|p|c|s|v|h|any)", effect)
    return (int(effect[: -len(found[2])]), found[2]) if found else None


def price_of(effect: str) -> tuple[int, str, str] | None:
    """Of a paid effect: how much of what (c, s) for which action."""
    cost, colon, action = effect.partition(":")
    if not colon:
        return None
    return (1, "s", action) if cost == "s" else (int(cost[:-1]), "c", action)


# What could be done.


def can_act(document: Document, action: str, coins: int, seals: int) -> bool:
    """Whether a worker action or a choice of rows or lines could do something with so many coins and seals."""
    player = player_of(document)
    if action == "C":
        return can_gate(player, coins, seals) or can_climb(player, seals)
    if action == "G":
        return player["gardeners"]["home"] > 0 and any(
            GARDENS[number(card)][0] <= player["food"] + seals // 2 for card in open_gardens(document)
        )
    if action == "W":
        return bool(player["warriors"]["home"] and player["iron"] + seals // 2 >= 1)
    if action == "DOMAIN":
        return any(line not in document["turn"]["lines"] for line in COLOURS)
    return bool(rows_offered(document, row_kind(action), coins, seals))


def row_kind(action: str) -> str:
    return {"ROW": "any", "LIGHT": "light"}.get(action) or action.removeprefix("ROW-")


def can_gate(player: Document, coins: int, seals: int) -> bool:
    return player["courtiers"]["home"] > 0 and coins + seals >= 2


def can_climb(player: Document, seals: int) -> bool:
    return any(bool(cost <= player["pearl"] + seals // 2) for _, _, cost in climbs(player))


def climbs(player: Document) -> list[tuple[str, str, int]]:
    """From, to, cost of every climb, payable or not."""
    found = []
    floors: list[tuple[str, ...]] = [("gate",), STEWARD_ROOMS, DIPLOMAT_ROOMS, ("daimyo",)]
    for floor, rooms in enumerate(floors):
        for here in rooms:
            if player["courtiers"][here]:
                found += [(here, there, 2) for there in (floors[floor + 1] if floor + 1 <= 3 else ())]
                found += [(here, there, 5) for there in (floors[floor + 2] if floor + 2 <= 3 else ())]
    return found


def open_gardens(document: Document) -> list[str]:
    own = player_of(document)["gardeners"]["at"]
    return [card for colour in COLOURS for card in document["gardens"][colour] if card not in own]


def rows_offered(document: Document, kind: str, coins: int, seals: int) -> list[str]:
    """`row steward-1 2` for every row that can be chosen."""
    moves = []
    for name in ROOMS:
        room = document["rooms"][name]
        if room["card"] is None:
            continue
        for place, row in enumerate(rows_of(room["card"])):
            if kind in COLOURS and room["tiles"][place] != kind:
                continue
            if is_dark(row):
                if kind == "light":
                    continue
                price = price_of(row)
                action = price[2] if price else row
                left = seals - 1 if price else seals
                if left < 0 or not can_act(document, action, coins, left):
                    continue
            moves.append(f"row {name} {place + 1}")
    return moves


def is_possible(document: Document, effect: str) -> bool:
    """Whether `do` of this effect is offered."""
    player = player_of(document)
    coins, seals = player["coins"], player["seals"]
    price = price_of(effect)
    if price:
        count, what, action = price
        if what == "s":
            return seals >= count and can_act(document, action, coins, seals - count)
        return coins >= count and can_act(document, action, coins - count, seals)
    return effect not in FREE_ACTIONS or can_act(document, effect, coins, seals)


def may_be_declined(effect: str) -> bool:
    return effect in FREE_ACTIONS or ":" in effect


# Legal moves.


def legal_moves(document: Document) -> list[str]:
    turn = document["turn"]
    if turn["phase"] == "over":
        return []
    if not turn["stack"]:
        return [
            f"die {colour} {end}"
            for colour in COLOURS
            for end in ("left", "right")
            if document["bridges"][colour][end] is not None
        ]
    entry = turn["stack"][-1]
    name = next(name for name in MOVES if name in entry)
    return MOVES[name](document, entry)


def start_moves(document: Document, entry: Document) -> list[str]:
    return [f"start {pair[0]}" for pair in document["starts"]]


def spaces(document: Document, die: str) -> list[tuple[str, int]]:
    """Where a die may be placed, and what lies there: the value it is compared with."""
    colour = next(name for name in COLOURS if name[0] == die[0])
    most = 1 if len(document["players"]) == 2 else 2
    found = []
    for name in ROOMS:
        room = document["rooms"][name]
        if colour in room["tiles"] and len(room["dice"]) < most:
            found.append((name, value_there(room["dice"], 3 if name in STEWARD_ROOMS else 4)))
    for side in ("left", "right"):
        if len(document["outside"][side]) < most:
            found.append((f"outside-{side}", value_there(document["outside"][side], 5)))
    found.append(("well", 1))
    if player_of(document)["dice"][colour] is None:
        found.append(("domain", 6))
    return found


def value_there(dice: list[str], printed: int) -> int:
    return int(dice[-1][1]) if dice else printed


def put_moves(document: Document, entry: Document) -> list[str]:
    player, value = player_of(document), int(entry["put"][1])
    found = spaces(document, entry["put"])
    moves = [f"put {name}" for name, there in found if there - value <= player["coins"]]
    if any(player["coins"] < there - value <= player["coins"] + player["seals"] for _, there in found):
        moves.append("trade coin")
    return moves


def group_moves(document: Document, entry: Document) -> list[str]:
    player, effects = player_of(document), entry["do"]
    moves = [f"do {effect}" for effect in dict.fromkeys(effects) if is_possible(document, effect)]
    trades = set()
    for effect in effects:
        price, gain = price_of(effect), gain_of(effect)
        if price and price[1] == "c" and player["coins"] < price[0] <= player["coins"] + player["seals"]:
            if can_act(document, price[2], 0, player["coins"] + player["seals"] - price[0]):
                trades.add("coin")
        if gain and gain[1] == "s" and player["seals"] + gain[0] > MOST_SEALS:
            trades |= {"coin", "food", "iron", "pearl"}
    moves += trades_of(player, trades)
    if all(map(may_be_declined, effects)):
        moves.append("skip")
    return moves


def trades_of(player: Document, wanted: set[str]) -> list[str]:
    moves = []
    if "coin" in wanted and player["seals"] >= 1:
        moves.append("trade coin")
    for name in RESOURCES.values():
        if name in wanted and player["seals"] >= 2 and player[name] < MOST_OF_A_RESOURCE:
            moves.append(f"trade {name}")
    return moves


def one_moves(document: Document, entry: Document) -> list[str]:
    moves = [f"do {effect}" for effect in entry["one"] if is_possible(document, effect)]
    return [*moves, "skip"]


def within_reach(cost: int, have: int, seals: int) -> bool:
    """Not payable, but payable after trades of two seals each."""
    return have < cost <= have + seals // 2


def courtier_moves(document: Document, entry: Document) -> list[str]:
    player = player_of(document)
    moves, trades = [], set()
    if "gate" in entry["courtier"] and player["courtiers"]["home"]:
        if player["coins"] >= 2:
            moves.append("gate")
        elif can_gate(player, player["coins"], player["seals"]):
            trades.add("coin")
    if "climb" in entry["courtier"]:
        found = climbs(player)
        moves += [f"climb {here} {there}" for here, there, cost in found if cost <= player["pearl"]]
        if any(within_reach(cost, player["pearl"], player["seals"]) for _, _, cost in found):
            trades.add("pearl")
    return [*moves, *trades_of(player, trades), "skip"]


def gardener_moves(document: Document, entry: Document) -> list[str]:
    player = player_of(document)
    if not player["gardeners"]["home"]:
        return ["skip"]
    costs = {card: GARDENS[number(card)][0] for card in open_gardens(document)}
    moves = [f"garden {card}" for card, cost in costs.items() if cost <= player["food"]]
    near = any(within_reach(cost, player["food"], player["seals"]) for cost in costs.values())
    return [*moves, *trades_of(player, {"food"} if near else set()), "skip"]


def warrior_moves(document: Document, entry: Document) -> list[str]:
    player = player_of(document)
    if not player["warriors"]["home"]:
        return ["skip"]
    moves = [f"yard {yard}" for yard in YARDS if int(yard) <= player["iron"]]
    near = any(within_reach(int(yard), player["iron"], player["seals"]) for yard in YARDS)
    return [*moves, *trades_of(player, {"iron"} if near else set()), "skip"]


def gain_moves(document: Document, entry: Document) -> list[str]:
    player = player_of(document)
    return [f"gain {name}" for name in RESOURCES.values() if player[name] < MOST_OF_A_RESOURCE]


def steps_moves(document: Document, entry: Document) -> list[str]:
    return ["pay", "stop"]


def row_moves(document: Document, entry: Document) -> list[str]:
    player = player_of(document)
    return [*rows_offered(document, entry["row"], player["coins"], player["seals"]), "skip"]


def domain_moves(document: Document, entry: Document) -> list[str]:
    return [*(f"line {line}" for line in COLOURS if line not in document["turn"]["lines"]), "skip"]


def light_moves(document: Document, entry: Document) -> list[str]:
    return [f"light {place}" for place, row in enumerate(rows_of(entry["light"]), 1) if not is_dark(row)]


def favour_moves(document: Document, entry: Document) -> list[str]:
    return [f"favour {name}" for name, seat in zip(PLACES, document["daimyo"]["places"], strict=True) if seat is None]


def end_moves(document: Document, entry: Document) -> list[str]:
    player = player_of(document)
    helpful = {
        name
        for name in RESOURCES.values()
        for goal in (3, 7)
        if player[name] < goal <= player[name] + player["seals"] // 2
    }
    return [*trades_of(player, helpful), "end"]


def rival_garden_moves(document: Document, entry: Document) -> list[str]:
    return [f"garden {card}" for card in entry["rival-garden"]]


def rival_room_moves(document: Document, entry: Document) -> list[str]:
    return [f"room {name}" for name in (STEWARD_ROOMS if entry["rival-room"] == 1 else DIPLOMAT_ROOMS)]


MOVES = {
    "start": start_moves,
    "put": put_moves,
    "do": group_moves,
    "one": one_moves,
    "courtier": courtier_moves,
    "gardener": gardener_moves,
    "warrior": warrior_moves,
    "gain": gain_moves,
    "steps": steps_moves,
    "row": row_moves,
    "domain": domain_moves,
    "light": light_moves,
    "favour": favour_moves,
    "end": end_moves,
    "rival-garden": rival_garden_moves,
    "rival-room": rival_room_moves,
}


# Playing.


def play(document: Document, move: str) -> Document:
    after = copy_of(document)
    assert move in legal_moves(after), f"{move} is none of {legal_moves(after)}"
    carry_out(after, move)
    settle(after, ended=move == "end")
    return after


def carry_out(document: Document, move: str) -> None:
    verb, *words = move.split(" ")
    if verb == "trade":
        trade(player_of(document), words[0])
    elif verb == "die":
        take_die(document, *words)
    else:
        stack = document["turn"]["stack"]
        DO[verb](document, stack.pop(), *words)


def trade(player: Document, what: str) -> None:
    if what == "coin":
        player["seals"] -= 1
        player["coins"] += 1
    else:
        player["seals"] -= 2
        player[what] += 1


def start(document: Document, entry: Document, card: str) -> None:
    player = player_of(document)
    pair = next(pair for pair in document["starts"] if pair[0] == card)
    document["starts"].remove(pair)
    gains, _, decree = STARTING[number(card)]
    player["card"] = pair[1]
    player["lantern"] = [card] + ([decree] if decree else [])
    push(document, {"do": gains.split()})


def take_die(document: Document, colour: str, end: str) -> None:
    bridge = document["bridges"][colour]
    value = bridge[end]
    bridge[end] = bridge["centre"].pop(0 if end == "left" else -1) if bridge["centre"] else None
    push(document, {"put": f"{colour[0]}{value}", "from": end})


def push(document: Document, entry: Document) -> None:
    document["turn"]["stack"].append(entry)


def put(document: Document, entry: Document, space: str) -> None:
    player, die = player_of(document), entry["put"]
    there = dict(spaces(document, die))[space]
    player["coins"] += int(die[1]) - there
    colour = next(name for name in COLOURS if name[0] == die[0])
    if space == "domain":
        player["dice"][colour] = die
        use_line(document, colour)
    elif space == "well":
        document["well"]["dice"].append(die)
        push(document, {"do": ["WELL"]})
    elif space.startswith("outside-"):
        side = space.removeprefix("outside-")
        document["outside"][side].append(die)
        push(document, {"one": ["G", "C"] if side == "left" else ["W", "C"]})
    else:
        room = document["rooms"][space]
        room["dice"].append(die)
        rows = zip(room["tiles"], rows_of(room["card"]), strict=True)
        push(document, {"do": [effect for tile, row in rows if tile == colour for effect in row.split()]})
    if entry["from"] == "left":
        push(document, {"do": ["L"]})


def use_line(document: Document, line: str) -> None:
    player = player_of(document)
    document["turn"]["lines"].append(line)
    if player["card"] is not None:
        push(document, {"do": row_for_line(player["card"], line).split()})
    push(document, {"do": line_rewards(player, line)})


def do(document: Document, entry: Document, effect: str) -> None:
    """One effect of a group, or the one of Outside the Walls."""
    if "do" in entry:
        entry["do"].remove(effect)
        if entry["do"]:
            push(document, entry)
    player = player_of(document)
    price, gain = price_of(effect), gain_of(effect)
    if price:
        player["seals" if price[1] == "s" else "coins"] -= price[0]
        act(document, price[2])
    elif effect == "L":
        push(document, {"do": lantern(player)})
    elif gain and gain[1] == "h":
        walk(document, gain[0])
    elif gain and gain[1] == "any":
        push(document, {"gain": gain[0]})
    elif gain:
        receive(player, *gain)
    else:
        act(document, effect)


def act(document: Document, action: str) -> None:
    entries: dict[str, Document] = {
        "C": {"courtier": ["gate", "climb"]},
        "G": {"gardener": True},
        "W": {"warrior": True},
        "DOMAIN": {"domain": True},
    }
    push(document, entries.get(action) or {"row": row_kind(action)})


def receive(player: Document, count: int, kind: str) -> None:
    if kind in RESOURCES:
        name = RESOURCES[kind]
        player[name] = min(MOST_OF_A_RESOURCE, player[name] + count)
    elif kind == "s":
        player["seals"] = min(MOST_SEALS, player["seals"] + count)
    else:
        player["coins" if kind == "c" else "points"] += count


def walk(document: Document, steps: int) -> None:
    player, seat = player_of(document), seat_of(document)
    for left in range(steps, 0, -1):
        space = player["influence"] + 1
        if space > LAST_SPACE:
            return
        if space in CHECKPOINTS:
            if player["seals"] >= CHECKPOINTS[space]:
                push(document, {"steps": left})
            return
        step_to(document, seat, space)


def step_to(document: Document, seat: int, space: int) -> None:
    """The marker comes to lie on top of whoever is there."""
    document["players"][seat]["influence"] = space
    track = document["track"]
    track.remove(seat)
    ahead = [other for other in track if document["players"][other]["influence"] > space]
    track.insert(len(ahead), seat)


def pay(document: Document, entry: Document) -> None:
    player = player_of(document)
    space = player["influence"] + 1
    player["seals"] -= CHECKPOINTS[space]
    step_to(document, seat_of(document), space)
    walk(document, entry["steps"] - 1)


def drop(document: Document, entry: Document) -> None:
    """`skip`, `stop`, `end`: the entry is gone."""


def gate(document: Document, entry: Document) -> None:
    player = player_of(document)
    player["coins"] -= 2
    player["courtiers"]["home"] -= 1
    player["courtiers"]["gate"] += 1
    keep_courtier(document, entry, "gate")


def keep_courtier(document: Document, entry: Document, done: str) -> None:
    left = [part for part in entry["courtier"] if part != done]
    if left:
        push(document, {"courtier": left})


def climb(document: Document, entry: Document, here: str, there: str) -> None:
    player = player_of(document)
    player["pearl"] -= next(cost for *way, cost in climbs(player) if way == [here, there])
    player["courtiers"][here] -= 1
    player["courtiers"][there] += 1
    keep_courtier(document, entry, "climb")
    if there == "daimyo":
        if None in document["daimyo"]["places"]:
            push(document, {"favour": True})
        push(document, {"do": ["L"]})
        return
    room = document["rooms"][there]
    card = room["card"]
    if document["decks"][deck_of(there)]:
        player["lantern"] += [player["card"]] if player["card"] is not None else []
        player["card"] = card
        room["card"] = None
        push(document, {"refill": there})
    push(document, {"light": card})


def deck_of(room: str) -> str:
    return "stewards" if room in STEWARD_ROOMS else "diplomats"


def garden(document: Document, entry: Document, card: str) -> None:
    player = player_of(document)
    player["gardeners"]["home"] -= 1
    player["gardeners"]["at"].append(card)
    if "rival-garden" in entry:
        return
    food, _, effect = GARDENS[number(card)]
    player["food"] -= food
    push(document, {"do": [effect]})


def yard(document: Document, entry: Document, name: str) -> None:
    player = player_of(document)
    player["iron"] -= int(name)
    player["warriors"]["home"] -= 1
    player["warriors"][name] += 1
    push(document, {"do": [YARD_TILES[number(tile)]["ab".index(tile[-1])] for tile in document["yards"][name]]})


def row(document: Document, entry: Document, room: str, place: str) -> None:
    chosen = rows_of(document["rooms"][room]["card"])[int(place) - 1]
    price = price_of(chosen)
    if price:
        player_of(document)["seals"] -= 1
        act(document, price[2])
    else:
        push(document, {"do": chosen.split()})


def light(document: Document, entry: Document, place: str) -> None:
    push(document, {"do": rows_of(entry["light"])[int(place) - 1].split()})


def favour(document: Document, entry: Document, name: str) -> None:
    place = PLACES.index(name)
    document["daimyo"]["places"][place] = seat_of(document)
    push(document, {"do": [FAVOURS[number(document["daimyo"]["card"])][place]]})


def line(document: Document, entry: Document, name: str) -> None:
    use_line(document, name)


def gain(document: Document, entry: Document, name: str) -> None:
    player_of(document)[name] += 1
    if entry["gain"] > 1:
        push(document, {"gain": entry["gain"] - 1})


def room(document: Document, entry: Document, name: str) -> None:
    """The rival's courtier enters; the card there leaves the game if another can take its place."""
    courtiers = document["players"][document["solo"]["rival"]]["courtiers"]
    courtiers[entry["from"]] -= 1
    courtiers[name] += 1
    deck = document["decks"][deck_of(name)]
    if deck:
        document["removed"].append(document["rooms"][name]["card"])
        document["rooms"][name]["card"] = deck.pop(0)


DO: dict[str, Any] = {
    "start": start,
    "put": put,
    "do": do,
    "gate": gate,
    "climb": climb,
    "garden": garden,
    "yard": yard,
    "row": row,
    "light": light,
    "favour": favour,
    "line": line,
    "gain": gain,
    "pay": pay,
    "stop": drop,
    "skip": drop,
    "end": drop,
    "room": room,
}


# Settling: everything that is no decision.


def settle(document: Document, ended: bool = False) -> None:
    """`ended`: the final trades of this turn have been asked for."""
    stack = document["turn"]["stack"]
    while True:
        if stack:
            if is_decision(document, stack[-1]):
                return
        elif is_last_turn(document) and not ended:
            push(document, {"end": True})
            ended = True
        elif not passes_on(document):
            return
        else:
            ended = False


def is_decision(document: Document, entry: Document) -> bool:
    """Whether the top entry leaves a choice; if not, it is carried out."""
    stack = document["turn"]["stack"]
    if "put" in entry:
        return True
    if "rival" in entry:
        rival_acts(document, entry)
        return False
    if "refill" in entry:
        stack.pop()
        document["rooms"][entry["refill"]]["card"] = document["decks"][deck_of(entry["refill"])].pop(0)
        return False
    if "do" in entry:
        take_gains(document, entry)
        if not entry["do"]:
            stack.pop()
            return False
        if len(entry["do"]) == 1 and entry["do"][0] in FREE_ACTIONS:
            stack.pop()
            act(document, entry["do"][0])
            return False
    moves = legal_moves(document)
    if not moves:
        stack.pop()
    elif len(moves) == 1:
        carry_out(document, moves[0])
    return len(moves) > 1


def take_gains(document: Document, entry: Document) -> None:
    player = player_of(document)
    tiles = [f"1{tile}" for tile in document["well"]["tiles"]]
    effects = [part for effect in entry["do"] for part in (["1s", *tiles] if effect == "WELL" else [effect])]
    waiting = []
    for effect in effects:
        gain = gain_of(effect)
        if gain and fits(player, *gain):
            if gain[1] == "h":
                walk(document, gain[0])
            else:
                receive(player, *gain)
        else:
            waiting.append(effect)
    entry["do"] = waiting


def fits(player: Document, count: int, kind: str) -> bool:
    if kind in RESOURCES:
        return bool(player[RESOURCES[kind]] + count <= MOST_OF_A_RESOURCE)
    if kind == "s":
        return bool(player["seals"] + count <= MOST_SEALS)
    if kind == "h":
        path = range(player["influence"] + 1, player["influence"] + count + 1)
        return not any(space in CHECKPOINTS for space in path)
    return kind in ("c", "v")


def passes_on(document: Document) -> bool:
    """The stack is empty: what comes next. False if that is a player's choice of a die, or nothing any more."""
    phase = document["turn"]["phase"]
    if phase == "start":
        return next_start(document)
    if phase == "gardens":
        return next_garden(document)
    if dice_left(document) <= 3:
        return end_round(document)
    return begin_turn(document, follower(document))


def follower(document: Document) -> int | None:
    """Who comes after the player in turn; None after the last."""
    order = document["order"]
    place = order.index(seat_of(document)) + 1
    if document["turn"]["phase"] == "turn":
        place %= len(order)
    return order[place] if place < len(order) else None


def next_start(document: Document) -> bool:
    order = document["order"]
    place = order.index(seat_of(document)) - 1
    if document["solo"] or place < 0:
        document["starts"] = []
        return begin_turn(document, order[0])
    document["turn"]["player"] = order[place]
    push(document, {"start": True})
    return True


def begin_turn(document: Document, seat: int | None) -> bool:
    document["turn"] |= {"player": seat, "phase": "turn", "lines": []}
    if seat != rival_of(document):
        return False
    rival_takes_die(document)
    return True


def is_last_turn(document: Document) -> bool:
    """Of the player in turn, the die being taken."""
    is_player = document["turn"]["phase"] == "turn" and document["turn"]["player"] != rival_of(document)
    return is_player and document["round"] == 3 and dice_left(document) < 3 + len(document["players"])


def end_round(document: Document) -> bool:
    document["order"] = list(document["track"])
    rival = rival_of(document)
    if rival is not None:
        player, each = document["players"][rival], 3 if document["order"][0] == rival else 5
        player["points"] += player["coins"] // each * document["round"]
        player["coins"] %= each
    if document["round"] == 3:
        document["turn"] |= {"player": None, "phase": "over", "lines": []}
        return False
    document["turn"]["phase"] = "gardens"
    begin_garden(document, document["order"][0])
    return True


def begin_garden(document: Document, seat: int) -> None:
    document["turn"] |= {"player": seat, "lines": []}
    player = document["players"][seat]
    awake = [card for colour in COLOURS if dice_on(document, colour) for card in document["gardens"][colour]]
    own = [card for card in awake if card in player["gardeners"]["at"]]
    if seat == rival_of(document):
        player["points"] += document["round"] * len(own)
    elif own:
        push(document, {"do": [GARDENS[number(card)][2] for card in own]})


def next_garden(document: Document) -> bool:
    seat = follower(document)
    if seat is not None:
        begin_garden(document, seat)
        return True
    for name in ROOMS:
        document["rooms"][name]["dice"] = []
    document["outside"] = {"left": [], "right": []}
    document["well"]["dice"] = []
    for player in document["players"]:
        player["dice"] = dict.fromkeys(COLOURS)
    document["round"] += 1
    rolls = document["rolls"].pop(str(document["round"]))
    for colour in COLOURS:
        left, *centre, right = rolls[colour]
        document["bridges"][colour] = {"left": left, "centre": centre, "right": right}
    if document["solo"]:
        document["solo"] |= {"deck": document["solo"]["next"].pop(0), "turned": 0}
    return begin_turn(document, document["order"][0])


# The rival.


def rival_takes_die(document: Document) -> None:
    solo = document["solo"]
    deck, turned = solo["deck"], []
    while True:
        turned.append(deck.pop(0))
        where, target, _ = SOLITAIRE[number(deck[0])]
        colour, place = where.split()
        bridge = document["bridges"][colour]
        if bridge[place] not in (None, []):
            break
    deck += turned
    solo["turned"] = min(len(deck), solo["turned"] + len(turned))
    if place == "centre":
        value = bridge["centre"].pop(0)
    else:
        value = bridge[place]
        bridge[place] = bridge["centre"].pop(0 if place == "left" else -1) if bridge["centre"] else None
    rival_places(document, f"{colour[0]}{value}", target)
    push(document, {"rival": [action for card in turned[-2:] for action in SOLITAIRE[number(card)][2].split()]})


def rival_places(document: Document, die: str, target: str) -> None:
    """Of any colour anywhere; into the Well if the place is taken."""
    player = player_of(document)
    if target.startswith("outside-"):
        dice, printed = document["outside"][target.removeprefix("outside-")], 5
    elif target == "well":
        dice, printed = [], 1
    else:
        dice, printed = document["rooms"][target]["dice"], 3 if target in STEWARD_ROOMS else 4
    if target == "well" or dice:
        dice, printed = document["well"]["dice"], 1
    dice.append(die)
    player["coins"] += max(0, int(die[1]) - printed)


def rival_acts(document: Document, entry: Document) -> None:
    """The next action of its cards; round number in points for one that is impossible."""
    if not entry["rival"]:
        document["turn"]["stack"].pop()
        return
    action = entry["rival"].pop(0)
    if not entry["rival"]:
        document["turn"]["stack"].pop()
    if not rival_does(document, action):
        player_of(document)["points"] += document["round"]


def rival_does(document: Document, action: str) -> bool:
    player = player_of(document)
    courtiers = player["courtiers"]
    if action == "gate":
        if not courtiers["home"]:
            return False
        courtiers["home"] -= 1
        courtiers["gate"] += 1
        return True
    if action.startswith("up-"):
        return rival_climbs(document, int(action[3:]))
    if action.startswith("yard-"):
        if not player["warriors"]["home"]:
            return False
        player["warriors"]["home"] -= 1
        player["warriors"][action[5:]] += 1
        return True
    if action in ("plant", "stone"):
        return rival_gardens(document, 0 if action == "plant" else 1)
    count, kind = int(action[0]), action[1]
    if kind == "h":
        before = player["influence"]
        for _ in range(count):
            if player["influence"] < LAST_SPACE:
                step_to(document, seat_of(document), player["influence"] + 1)
        return bool(player["influence"] > before)
    player["coins" if kind == "c" else "points"] += count
    return True


def rival_climbs(document: Document, levels: int) -> bool:
    courtiers = player_of(document)["courtiers"]
    here = next((name for name in ("gate", *ROOMS) if courtiers[name]), None)
    if here is None:
        return False
    floor = 0 if here == "gate" else 1 if here in STEWARD_ROOMS else 2
    floor = min(3, floor + levels)
    if floor < 3:
        push(document, {"rival-room": floor, "from": here})
        return True
    courtiers[here] -= 1
    courtiers["daimyo"] += 1
    places = document["daimyo"]["places"]
    if None in places:
        places[places.index(None)] = seat_of(document)
    return True


def rival_gardens(document: Document, kind: int) -> bool:
    player = player_of(document)
    own = player["gardeners"]["at"]
    free = [document["gardens"][colour][kind] for colour in COLOURS]
    free = [card for card in free if card not in own]
    if not player["gardeners"]["home"] or not free:
        return False
    fewest = min(GARDENS[number(card)][1] for card in free)
    push(document, {"rival-garden": [card for card in free if GARDENS[number(card)][1] == fewest]})
    return True


# Points.


def scores(document: Document) -> Document:
    sheets = [sheet(document, seat) for seat in range(len(document["players"]))]
    track = document["track"]
    ranking = sorted(range(len(sheets)), key=lambda seat: (-sheets[seat]["total"], track.index(seat)))
    return {"players": sheets, "ranking": ranking}


def sheet(document: Document, seat: int) -> dict[str, int]:
    player = document["players"][seat]
    courtiers, space = player["courtiers"], player["influence"]
    inside = sum(courtiers[name] for name in INSIDE)
    parts = {"points": player["points"], "coins": (player["coins"] + player["seals"]) // 5}
    for name in RESOURCES.values():
        parts[name] = 2 if player[name] == 7 else 1 if player[name] >= 3 else 0
    parts["track"] = 0 if space < 6 else 3 if space < 11 else 6 if space < 15 else space - 5
    parts["courtiers"] = (
        courtiers["gate"]
        + 3 * sum(courtiers[name] for name in STEWARD_ROOMS)
        + 6 * sum(courtiers[name] for name in DIPLOMAT_ROOMS)
        + 10 * courtiers["daimyo"]
    )
    parts["warriors"] = inside * sum(value * player["warriors"][yard] for yard, value in YARDS.items())
    parts["gardeners"] = sum(GARDENS[number(card)][1] for card in player["gardeners"]["at"])
    if seat == rival_of(document):
        parts |= {"coins": 0, "food": 0, "iron": 0, "pearl": 0}
    return parts | {"total": sum(parts.values())}
