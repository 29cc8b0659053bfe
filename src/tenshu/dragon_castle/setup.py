"""Dealing a new game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tenshu.dragon_castle import layouts
from tenshu.dragon_castle.castle import Castle, floors_of
from tenshu.dragon_castle.grid import MOST_COLUMNS, MOST_ROWS, grid
from tenshu.dragon_castle.layouts import Layout
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
from tenshu.dragon_castle.realm import Realm
from tenshu.dragon_castle.state import DragonCastle
from tenshu.dragon_castle.tiles import FULL_SET
from tenshu.table.errors import Impossible, Malformed
from tenshu.table.games import shown
from tenshu.table.randomness import drawn, shuffled
from tenshu.table.reading import flag, whole

DEFAULT_REALM = (6, 4)
"""Ruling: the printed size could not be found; columns and rows are data, both even."""
SHRINES_AT_THE_START = 1
LONGEST_LAYOUT = 10_000
"""Characters of a layout file; the largest castle needs a quarter of it."""

Cards = Sequence[str] | str | None


def new_game(
    *,
    players: int | None = None,
    seed: int | str | None = None,
    layout: str | Layout | None = None,
    spirits: Cards = None,
    dragons: Cards = None,
    solo: bool = False,
    first: int | str = 0,
    realm: Sequence[int] = DEFAULT_REALM,
) -> DragonCastle:
    """Deals a game.

    `layout` is a name, a file of a drawing, or a `Layout`; left out, the basic one for the players. `spirits` and
    `dragons` are names, or "random:1", or "none". `first` is a seat or "random". Without a seed each deal differs.
    """
    flag(solo, "solo")
    if players is None:
        players = 1 if solo else 2
    if solo and players != 1:
        raise Impossible("players", f"a solo game has one player, not {shown(players)}")
    whole(players, "players", 1 if solo else 2, 4)
    rng = Random(checked_seed(seed))
    heights = chosen_layout(layout, COUNTDOWN_PLAYERS_IN_SOLO if solo else players)
    columns, rows = realm_size(realm)
    deck = shuffled(FULL_SET, rng)
    board = grid(heights.columns, heights.rows)
    stacks = {
        row * board.stride + column: [deck.pop() for _ in range(height)] for column, row, height in heights.stacks()
    }
    spirits_in_play = chosen_cards(spirits, "spirits", SPIRITS, rng)
    dragons_in_play = chosen_cards(dragons, "dragons", DRAGON_CARDS, rng, left_out=("power",) if solo else ())
    if first == "random":
        first = int(rng.random() * players)
    first = whole(first, "first", 0, players - 1)
    setup = Setup(players, grid(columns, rows), spirits_in_play, dragons_in_play, first, solo)
    return DragonCastle(
        setup=setup,
        castle=Castle(board, stacks),
        floors=floors_of(stacks),
        supply=SHRINES_IN_THE_BOX - players * SHRINES_AT_THE_START,
        countdown=TOKENS_IN_THE_BOX,
        players=[Seat(Realm(setup.realm), SHRINES_AT_THE_START, 0, 0, ()) for _ in range(players)],
        turn=Turn(first),
        ingenuity=Ingenuity() if solo else None,
    )


def chosen_layout(layout: object, players: int) -> Layout:
    """A layout by name or from a file; one that breaks a hard fact is refused."""
    if layout is None:
        return layouts.for_players(players)
    if isinstance(layout, Layout):
        found = layout
    elif isinstance(layout, str):
        found = _layout_called(layout)
    else:
        raise Malformed("layout", f"must be a name or a file, not {shown(layout)}")
    for problem in layouts.errors(found):
        raise Impossible(f"layout {found.key}", problem)
    return found


def _layout_called(name: str) -> Layout:
    path = Path(name)
    looks_like_a_file = path.suffix == ".txt" or "/" in name or "\\" in name
    if not looks_like_a_file:
        return layouts.find(name)
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST_LAYOUT + 1)
    except (OSError, ValueError) as problem:
        raise Malformed(f"layout {shown(name)}", f"cannot be read ({type(problem).__name__})") from None
    if len(text) > LONGEST_LAYOUT:
        raise Malformed(f"layout {shown(name)}", f"is longer than {LONGEST_LAYOUT} characters")
    return layouts.parse(text, key=path.stem, place=name)


def checked_seed(seed: object) -> int | str | None:
    if seed is None or (isinstance(seed, int | str) and not isinstance(seed, bool)):
        return seed
    raise Malformed("seed", f"must be a whole number or a text, not {shown(seed)}")


def realm_size(realm: object) -> tuple[int, int]:
    if not isinstance(realm, list | tuple) or len(realm) != 2:
        raise Malformed("realm", f"must be columns and rows, not {shown(realm)}")
    columns = whole(realm[0], "realm[0]", 2, MOST_COLUMNS)
    rows = whole(realm[1], "realm[1]", 2, MOST_ROWS)
    if columns % 2 or rows % 2:
        raise Impossible("realm", f"columns and rows must be even, not {columns} and {rows}")
    return columns, rows


def chosen_cards(
    cards: object, place: str, known: tuple[str, ...], rng: Random, left_out: tuple[str, ...] = ()
) -> list[str]:
    """Cards by name, or drawn at random. Ruling: the Dragon of Power compares neighbours and is not played in solo."""
    allowed = [name for name in known if name not in left_out]
    if cards is None or cards == "none":
        return []
    if isinstance(cards, str):
        if cards.startswith("random:"):
            return _random_cards(cards, place, allowed, rng)
        cards = [name.strip() for name in cards.split(",")]
    if not isinstance(cards, list | tuple):
        raise Malformed(place, f"must be names of cards, not {shown(cards)}")
    names = list(cards)
    for name in names:
        if name in left_out:
            raise Impossible(place, f"{name} compares neighbours; a solo game has none")
        if name not in allowed:
            raise Malformed(place, f"no card called {shown(name)}; known: {', '.join(allowed)}")
        if names.count(name) > 1:
            raise Impossible(place, f"{name} is named {names.count(name)} times")
    return names


def _random_cards(cards: str, place: str, allowed: list[str], rng: Random) -> list[str]:
    count = cards.removeprefix("random:")
    if not (count.isascii() and count.isdigit() and len(count) <= 2 and int(count) <= len(allowed)):
        raise Malformed(place, f"{shown(cards)}: random takes a number from 0 to {len(allowed)}")
    chosen = drawn(allowed, int(count), rng)
    return [name for name in allowed if name in chosen]


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game as its record keeps them: only what differs from the defaults."""
    kept = {name: value for name, value in options.items() if value is not None and value is not False}
    if isinstance(kept.get("layout"), Layout):
        kept["layout"] = kept["layout"].key
    return kept
