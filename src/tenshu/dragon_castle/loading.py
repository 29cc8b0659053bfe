"""Reading positions: anything malformed or impossible is refused with one sentence that names the place."""

from __future__ import annotations

from collections import Counter

from tenshu.dragon_castle import castle as ruins
from tenshu.dragon_castle.castle import HIGHEST, Castle, board_for, floors_of
from tenshu.dragon_castle.grid import CELL, MOST_COLUMNS, MOST_ROWS, Grid, first_cell, grid
from tenshu.dragon_castle.notation import DRAGON_CARDS, SPIRITS
from tenshu.dragon_castle.pieces import (
    COUNTDOWN_PLAYERS_IN_SOLO,
    SHRINES_IN_THE_BOX,
    TOKENS_IN_THE_BOX,
    Ingenuity,
    Seat,
    Setup,
    Turn,
)
from tenshu.dragon_castle.position import POSITION_VERSION
from tenshu.dragon_castle.realm import Realm, Stack
from tenshu.dragon_castle.sets import SMALLEST_SET
from tenshu.dragon_castle.spirits import CUNNING_SIZE
from tenshu.dragon_castle.state import SKIPPED, STEPS, DragonCastle
from tenshu.dragon_castle.tiles import COPIES, FULL_SET, SYMBOLS, TILE, TYPE_NAMES, UNKNOWN
from tenshu.table.errors import Impossible, Malformed
from tenshu.table.games import shown
from tenshu.table.reading import fields, flag, inside, listed, one_of, whole
from tenshu.table.state import Document

MOST_POINTS = 1_000_000
"""Points are unlimited; this only keeps absurd numbers out."""

_POSITION = (
    "game", "version", "realm", "solo", "spirits", "dragons",
    "castle", "supply", "countdown", "first", "players", "turn",
)  # fmt: skip
_PLAYER = ("realm", "shrines", "vp", "tokens", "discarded")
_TURN = (
    "phase", "doing", "settling", "hand", "from", "picked", "used", "elegance", "pair", "set", "left", "moved",
)  # fmt: skip
_PHASES = ("action", "complete", "place", "end")
_DOING = tuple(name for name in STEPS if name not in (*_PHASES, "consolidate"))
_SPIRIT_BEHIND = {name: name.split("-")[0] for name in _DOING if name != "build"}


def load(document: Document) -> DragonCastle:
    """The state of a position or view document."""
    fields(document, "", _POSITION, ("ingenuity", "unseen"))
    if document["game"] != DragonCastle.game:
        raise Malformed("game", f"must be {DragonCastle.game!r}, not {shown(document['game'])}")
    if type(document["version"]) is not int or document["version"] != POSITION_VERSION:
        raise Malformed("version", f"must be {POSITION_VERSION}, not {shown(document['version'])}")
    setup = read_setup(document)
    players = [read_player(value, f"players[{seat}]", setup.realm) for seat, value in enumerate(document["players"])]
    castle, floors = read_castle(document)
    turn = read_turn(document["turn"], setup, castle.grid)
    state = DragonCastle(
        setup=setup,
        castle=castle,
        floors=floors,
        supply=whole(document["supply"], "supply", 0, SHRINES_IN_THE_BOX),
        countdown=whole(document["countdown"], "countdown", 0, TOKENS_IN_THE_BOX),
        players=players,
        turn=turn,
        ingenuity=read_ingenuity(document, setup.solo),
    )
    check_pieces(state)
    check_tokens(state)
    check_realms(state)
    check_turn(state)
    check_decision(state)
    return state


# The parts of a document.


def read_setup(document: Document) -> Setup:
    size = listed(document["realm"], "realm", 2)
    if len(size) != 2:
        raise Malformed("realm", "must be [columns, rows]")
    columns = even(whole(size[0], "realm[0]", 2, MOST_COLUMNS), "realm[0]")
    rows = even(whole(size[1], "realm[1]", 2, MOST_ROWS), "realm[1]")
    solo = flag(document["solo"], "solo")
    players = len(listed(document["players"], "players", 4))
    if solo and players != 1:
        raise Impossible("players", f"a solo game has one player, not {players}")
    if not solo and players < 2:
        raise Impossible("players", f"a game has 2 to 4 players, not {players}")
    dragons = cards(document["dragons"], "dragons", DRAGON_CARDS)
    if solo and "power" in dragons:
        raise Impossible("dragons", "power compares neighbours; a solo game has none")
    first = whole(document["first"], "first", 0, players - 1)
    return Setup(players, grid(columns, rows), cards(document["spirits"], "spirits", SPIRITS), dragons, first, solo)


def even(size: int, place: str) -> int:
    """Ruling: Harmony mirrors across lines between cells, so both sizes are even."""
    if size % 2:
        raise Impossible(place, f"must be even, not {size}")
    return size


def cards(value: object, place: str, known: tuple[str, ...]) -> list[str]:
    names = [one_of(name, f"{place}[{i}]", known) for i, name in enumerate(listed(value, place, len(known)))]
    for name, count in Counter(names).items():
        if count > 1:
            raise Impossible(place, f"{name} is there {count} times")
    return names


def tile(value: object, place: str) -> int:
    """A tile written in capitals."""
    if not isinstance(value, str) or value not in TILE:
        raise Malformed(place, f"{shown(value)} is not a tile such as M1")
    return TILE[value]


def tiles(value: object, place: str, most: int = len(FULL_SET)) -> tuple[int, ...]:
    return tuple(tile(symbol, f"{place}[{i}]") for i, symbol in enumerate(listed(value, place, most)))


def read_castle(document: Document) -> tuple[Castle, ruins.Floors]:
    value = document["castle"]
    if not isinstance(value, dict):
        raise Malformed("castle", f"must be an object of stacks, not {shown(value)}")
    if len(value) > len(FULL_SET):
        raise Impossible("castle", f"has {len(value)} stacks, more than there are tiles")
    for name in value:
        if not isinstance(name, str) or not CELL.fullmatch(name):
            raise Malformed("castle", f"{shown(name)} is not a cell such as c4")
    board = board_for([*value, *_origin_name(document["turn"])])
    stacks = {board.index[name]: castle_stack(stack, inside("castle", name)) for name, stack in value.items()}
    hidden = sum(stack.count(UNKNOWN) for stack in stacks.values())
    return Castle(board, stacks, read_unseen(document, hidden)), floors_of(stacks)


def _origin_name(turn: object) -> list[str]:
    """The cell of the first tile, whose stack may be gone: the board must be large enough for it too."""
    origin = turn.get("from") if isinstance(turn, dict) else None
    name = origin[0] if isinstance(origin, list) and origin else None
    return [name] if isinstance(name, str) and CELL.fullmatch(name) else []


def castle_stack(value: object, place: str) -> list[int]:
    if not isinstance(value, list) or not 1 <= len(value) <= HIGHEST:
        raise Impossible(place, f"a stack has 1 to {HIGHEST} tiles")
    stack = [UNKNOWN if symbol == "?" else tile(symbol, place) for symbol in value]
    if stack[-1] == UNKNOWN:
        raise Impossible(place, "the top tile of a stack is never hidden")
    return stack


def read_unseen(document: Document, hidden: int) -> list[int]:
    """The multiset under the `?`."""
    value = document.get("unseen", {})
    if not isinstance(value, dict):
        raise Malformed("unseen", f"must be an object of counts, not {shown(value)}")
    found: list[int] = []
    for symbol, count in value.items():
        found += [tile(symbol, "unseen")] * whole(count, inside("unseen", str(symbol)), 0, COPIES)
    if len(found) != hidden:
        raise Impossible("unseen", f"counts {len(found)} tiles, the castle hides {hidden}")
    return found


def read_player(value: object, place: str, board: Grid) -> Seat:
    player = fields(value, place, _PLAYER)
    return Seat(
        realm=read_realm(player["realm"], inside(place, "realm"), board),
        shrines=whole(player["shrines"], inside(place, "shrines"), 0, SHRINES_IN_THE_BOX),
        vp=whole(player["vp"], inside(place, "vp"), 0, MOST_POINTS),
        tokens=whole(player["tokens"], inside(place, "tokens"), 0, TOKENS_IN_THE_BOX),
        discarded=tiles(player["discarded"], inside(place, "discarded")),
    )


def read_realm(value: object, place: str, board: Grid) -> Realm:
    if not isinstance(value, dict):
        raise Malformed(place, f"must be an object of stacks, not {shown(value)}")
    stacks: dict[int, Stack] = {}
    up = shrines = 0
    for name, stack in value.items():
        cell = realm_cell(name, place, board)
        stacks[cell], is_up, has_shrine = realm_stack(stack, inside(place, str(name)))
        up |= is_up << cell
        shrines |= has_shrine << cell
    return Realm.of(board, stacks, up, shrines)


def realm_cell(name: object, place: str, board: Grid) -> int:
    cell = board.index.get(name) if isinstance(name, str) else None
    if cell is None:
        raise Malformed(
            place, f"{shown(name)} is not a cell of a realm of {board.columns} columns and {board.rows} rows"
        )
    return cell


def realm_stack(value: object, place: str) -> tuple[Stack, bool, bool]:
    """The tiles, whether the top one is face up, and whether a shrine stands on it."""
    symbols = listed(value, place, len(FULL_SET) + 1)
    has_shrine = bool(symbols) and symbols[-1] == "*"
    if has_shrine:
        symbols = symbols[:-1]
    if not symbols:
        raise Malformed(place, "a stack has at least one tile")
    for symbol in symbols:
        if symbol == "*":
            raise Impossible(place, "a shrine under another piece")
        if not isinstance(symbol, str) or symbol.upper() not in TILE or symbol not in (symbol.upper(), symbol.lower()):
            raise Malformed(place, f"{shown(symbol)} is not a tile such as M1 or, face down, m1")
    faces = [symbol in TILE for symbol in symbols]
    if any(faces[:-1]):
        raise Impossible(place, "a face-up tile under another tile")
    if has_shrine and faces[-1]:
        raise Impossible(place, "a shrine on a face-up tile")
    return tuple(TILE[str(symbol).upper()] for symbol in symbols), faces[-1], has_shrine


def read_ingenuity(document: Document, solo: bool) -> Ingenuity | None:
    if not solo:
        if "ingenuity" in document:
            raise Impossible("ingenuity", "only a solo game has the Dragon of Ingenuity")
        return None
    if "ingenuity" not in document:
        raise Malformed("ingenuity", "is missing")
    dragon = fields(document["ingenuity"], "ingenuity", ("tiles", "tokens"))
    return Ingenuity(
        tiles(dragon["tiles"], "ingenuity.tiles"), whole(dragon["tokens"], "ingenuity.tokens", 0, TOKENS_IN_THE_BOX)
    )


def read_turn(value: object, setup: Setup, board: Grid) -> Turn:
    """The turn object; whether it fits the position is asked by `check_turn`."""
    document = fields(value, "turn", ("player",), _TURN)
    turn = Turn(whole(document["player"], "turn.player", 0, setup.players - 1))
    turn.phase = one_of(document.get("phase", "action"), "turn.phase", _PHASES)
    if "doing" in document:
        turn.doing = one_of(document["doing"], "turn.doing", _DOING)
    turn.settling = flag(document.get("settling", False), "turn.settling")
    turn.hand = tiles(document.get("hand", []), "turn.hand", 2)
    turn.picked = tiles(document.get("picked", []), "turn.picked", 2)
    used = cards(document.get("used", []), "turn.used", setup.spirits)
    turn.used = tuple(spirit for spirit in SPIRITS if spirit in used)
    if "elegance" in document:
        turn.elegance = one_of(document["elegance"], "turn.elegance", ("must", "on"))
    if "pair" in document:
        turn.pair = one_of(document["pair"], "turn.pair", ("deep", "deception"))
    for name in listed(document.get("set", []), "turn.set", len(setup.realm.index)):
        turn.set |= 1 << realm_cell(name, "turn.set", setup.realm)
    turn.left = whole(document.get("left", 0), "turn.left", 0, 2)
    if "moved" in document:
        turn.moved = realm_cell(document["moved"], "turn.moved", setup.realm)
    if "from" in document:
        origin = listed(document["from"], "turn.from", 2)
        if len(origin) != 2 or not isinstance(origin[0], str) or origin[0] not in board.index:
            raise Malformed("turn.from", "must be [cell, floor]")
        turn.origin = board.index[origin[0]], whole(origin[1], "turn.from[1]", 1, HIGHEST)
    return turn


# What no game can look like.


def check_pieces(state: DragonCastle) -> None:
    """Four copies of each symbol, 40 shrines, 7 tokens."""
    everywhere = Counter(state.castle.unseen)
    for stack in ruins.stacks_of(state.castle, state.floors).values():
        everywhere.update(tile for tile in stack if tile != UNKNOWN)
    for seat in state.players:
        everywhere.update(seat.discarded)
        for tiles_of_stack in seat.realm.stacks:
            everywhere.update(tiles_of_stack)
    everywhere.update(state.turn.hand)
    if state.ingenuity is not None:
        everywhere.update(state.ingenuity.tiles)
    for symbol, count in sorted(everywhere.items()):
        if count > COPIES:
            raise Impossible("position", f"{SYMBOLS[symbol]} is there {count} times, there are only {COPIES}")
    shrines = state.supply + sum(seat.shrines + seat.realm.shrines.bit_count() for seat in state.players)
    if shrines != SHRINES_IN_THE_BOX:
        raise Impossible("supply", f"supply, pools and realms hold {shrines} shrines, there are {SHRINES_IN_THE_BOX}")


def check_tokens(state: DragonCastle) -> None:
    taken = sum(seat.tokens for seat in state.players)
    if state.ingenuity is not None:
        taken += state.ingenuity.tokens
    if state.countdown + taken != TOKENS_IN_THE_BOX:
        raise Impossible(
            "countdown", f"the track and the players hold {state.countdown + taken} tokens, not {TOKENS_IN_THE_BOX}"
        )
    most = most_tokens_gone(state)
    if taken > most:
        raise Impossible("countdown", f"{taken} tokens are gone, at most {most} can be by this turn")


def most_tokens_gone(state: DragonCastle) -> int:
    """One less than triggers the end before this round, and one for each who holds a token and could have taken it in
    this round. After a whole round the game is over."""
    setup, turn = state.setup, state.turn
    trigger = COUNTDOWN_PLAYERS_IN_SOLO if setup.solo else setup.players
    whole_round = turn.is_start and turn.player == setup.first
    turns = setup.players if whole_round else (turn.player - setup.first) % setup.players + has_summoned(turn)
    could = [state.players[(setup.first + number) % setup.players].tokens for number in range(turns)]
    if whole_round and state.ingenuity is not None:
        could.append(state.ingenuity.tokens)
    return trigger - 1 + sum(tokens > 0 for tokens in could)


def has_summoned(turn: Turn) -> bool:
    """The action is over without a tile picked."""
    return turn.phase == "end" and not turn.picked


def check_realms(state: DragonCastle) -> None:
    """Sets are turned in the turn that makes them."""
    turn = state.turn
    waiting = turn.phase == "place" or turn.settling or turn.doing == "strength-again"
    for number, seat in enumerate(state.players):
        groups = seat.realm.sets(SMALLEST_SET)
        if groups and not (waiting and number == turn.player):
            group = groups[0]
            kind = next(name for name, mask in zip(TYPE_NAMES, seat.realm.types, strict=True) if mask & group)
            cell = seat.realm.grid.names[first_cell(group)]
            raise Impossible(
                f"players[{number}].realm.{cell}", f"{group.bit_count()} face-up {kind} should have been consolidated"
            )


def check_turn(state: DragonCastle) -> None:
    """The fields of the turn fit each other and the position. How the turn came so far is not examined: what has been
    picked, used or turned before only has to leave a position that can be played on."""
    _check_tiles_in_turn(state)
    _check_first_tile(state)
    _check_sets_in_turn(state)
    _check_spirits_in_turn(state)
    _check_elegance(state)
    _check_pair(state)
    _check_set(state)


def check_decision(state: DragonCastle) -> None:
    """A state rests at a decision, or the game is over."""
    moves = state.legal_moves()
    if (not moves and not state.is_over) or (len(moves) == 1 and moves[0].verb in SKIPPED):
        raise Impossible("turn", "leaves nothing to decide")
    if state.turn.pair and moves[0].verb != "pair":
        raise Impossible("turn.pair", "there is no second tile to take")


def _check_tiles_in_turn(state: DragonCastle) -> None:
    turn = state.turn
    held, picked = len(turn.hand), len(turn.picked)
    if turn.phase == "action" and (held or picked):
        raise Impossible("turn.phase", "before the action no tile has been picked")
    if turn.phase == "complete" and held != 1:
        raise Impossible("turn.hand", "while an action is completed it holds the one tile picked")
    if turn.phase == "place" and not held and not turn.settling:
        raise Impossible("turn.hand", "there is no tile left to place")
    if turn.phase == "end" and held:
        raise Impossible("turn.hand", "at the end of a turn all tiles are placed")
    if turn.picked and Counter(turn.hand) - Counter(turn.picked):
        raise Impossible("turn.hand", "holds a tile that was not picked")
    if turn.phase == "place" and (state.me.realm.open & ~turn.set).bit_count() < held:
        raise Impossible("turn.hand", "there is no room in the realm for it")


def _check_first_tile(state: DragonCastle) -> None:
    """Where the first tile came from: the top floor."""
    turn = state.turn
    if (turn.phase == "complete") != (turn.origin is not None):
        raise Impossible("turn.from", "is given exactly while an action is completed")
    if turn.origin is None:
        return
    cell, floor = turn.origin
    if ruins.height_at(state.floors, 1 << cell) >= floor or ruins.top_floor(state.floors) > floor:
        raise Impossible("turn.from", "the first tile came from the top floor and is gone from there")


def _check_sets_in_turn(state: DragonCastle) -> None:
    turn = state.turn
    if not turn.settling:
        return
    if "strength" not in turn.used and (turn.phase in ("action", "complete") or turn.hand):
        raise Impossible("turn.settling", "sets are turned when all tiles are placed")
    if not turn.doing and not state.me.realm.sets():
        raise Impossible("turn.settling", "no set waits to be turned")


def _check_spirits_in_turn(state: DragonCastle) -> None:
    turn, me = state.turn, state.me
    spirit = _SPIRIT_BEHIND.get(turn.doing)
    if spirit and spirit not in turn.used:
        raise Impossible("turn.doing", f"{turn.doing} goes on although {spirit} is not among the used spirits")
    if spirit == "faith" and not me.shrines:
        raise Impossible("turn.doing", "faith builds a shrine of the pool, which is empty")
    if spirit == "wind" and not me.realm.shrines:
        raise Impossible("turn.doing", "wind carries a shrine of the realm, which has none")
    if (turn.doing == "strength-again") != (turn.moved is not None):
        raise Impossible("turn.moved", "is given exactly between two moves of strength")
    if turn.moved is not None and not (me.realm.up | me.realm.bare) >> turn.moved & 1:
        raise Impossible("turn.moved", "there is no tile that was moved")


def _check_elegance(state: DragonCastle) -> None:
    turn = state.turn
    if turn.elegance and "elegance" not in turn.used:
        raise Impossible("turn.elegance", "elegance is not among the used spirits")
    if turn.elegance == "must" and (turn.phase not in ("action", "complete") or turn.doing or turn.settling):
        raise Impossible("turn.elegance", "the pick follows at once")
    if turn.elegance == "on" and turn.phase == "action":
        raise Impossible("turn.elegance", "its pick is still to come")


def _check_pair(state: DragonCastle) -> None:
    """Deception and the Deep are called for the second tile, and it follows at once."""
    turn = state.turn
    if turn.pair and turn.pair not in turn.used:
        raise Impossible("turn.pair", f"{turn.pair} is not among the used spirits")
    if turn.pair and (turn.phase != "complete" or turn.doing or turn.settling):
        raise Impossible("turn.pair", "the second tile follows at once")
    if turn.pair == "deception" and turn.elegance == "must":
        raise Impossible("turn.elegance", "deception needs no elegance")


def _check_set(state: DragonCastle) -> None:
    turn, realm = state.turn, state.me.realm
    building = turn.doing in ("build", "faith")
    if building != bool(turn.set):
        raise Impossible("turn.set", "is given exactly while building")
    if not building:
        if turn.left:
            raise Impossible("turn.left", "is given only while building")
        return
    if turn.set & ~realm.down:
        raise Impossible("turn.set", "holds a cell without a face-down tile")
    if realm.grid.group(turn.set & -turn.set, turn.set) != turn.set:
        raise Impossible("turn.set", "is not connected")
    if turn.set.bit_count() < CUNNING_SIZE:
        raise Impossible("turn.set", "is too small for a set")
