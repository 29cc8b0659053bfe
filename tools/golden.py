"""Golden games: whole games written down as text, so that any change of the rules shows up as a change of a file.

    python tools/golden.py            writes tests/dragon_castle/golden/*.txt anew
    python tools/golden.py --check    shows what would change, and fails if anything would

A changed golden game is not wrong in itself: read the diff, and commit it with the change of rules that caused it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any

import tenshu
from tenshu.table.state import Document, State

FOLDER = Path(__file__).parents[1] / "tests" / "dragon_castle" / "golden"
DRAWN_EVERY = 25
"""Decisions from one drawing of the position to the next."""
MOST_LINES_OF_DIFF = 60

_SPIRITS = ["beauty", "wind", "elegance", "deception", "strength", "change", "faith", "deep", "destruction", "cunning"]
_DRAGONS = [
    "humility", "righteousness", "tranquility", "bravery", "majesty",
    "power", "knowledge", "harmony", "devotion", "fortitude",
]  # fmt: skip

_GLADLY = {"beauty": 0.9, "change": 0.9, "cunning": 0.5, "faith": 0.7}
"""How gladly a spirit is called. Those that only cost are called seldom: whoever always pays never builds."""

GAMES: dict[str, dict[str, Any]] = {
    "two-players": {"players": 2, "seed": 1},
    "three-players": {"players": 3, "seed": 2, "first": 1},
    "four-players": {"players": 4, "seed": 3, "first": "random"},
    "solo": {"solo": True, "seed": 4},
    "solo-with-cards": {"solo": True, "seed": 5, "spirits": "random:1", "dragons": "random:1", "layout": "keep"},
    "solo-with-all-cards": {"solo": True, "seed": 6, "spirits": _SPIRITS, "dragons": "random:9"},
    "small-realms": {"players": 2, "seed": 7, "realm": [2, 4], "layout": "four-seasons", "dragons": _DRAGONS},
    "smallest-realms": {"players": 3, "seed": 15, "realm": [2, 2], "spirits": ["faith"], "dragons": _DRAGONS},
    "wide-realms": {"players": 3, "seed": 8, "realm": [10, 2], "layout": "blockhouse"},
    "beauty-wind": {"players": 2, "seed": 9, "spirits": _SPIRITS[0:2], "dragons": _DRAGONS[0:2]},
    "elegance-deception": {"players": 3, "seed": 10, "spirits": _SPIRITS[2:4], "dragons": _DRAGONS[2:4]},
    "strength-change": {"players": 2, "seed": 11, "spirits": _SPIRITS[4:6], "dragons": _DRAGONS[4:6]},
    "faith-deep": {"players": 4, "seed": 12, "spirits": _SPIRITS[6:8], "dragons": _DRAGONS[6:8]},
    "destruction-cunning": {"players": 2, "seed": 13, "spirits": _SPIRITS[8:], "dragons": _DRAGONS[8:]},
    "all-cards": {"players": 2, "seed": 14, "spirits": _SPIRITS, "dragons": _DRAGONS},
}


def told(name: str) -> str:
    """The text of a golden game, played anew."""
    return "".join(f"{line}\n" for line in _lines(name, GAMES[name]))


def _lines(name: str, options: dict[str, Any]) -> Iterator[str]:
    state = tenshu.new_game("dragon-castle", **options)
    rng = Random(name)
    yield f"{name.replace('-', ' ')}: a golden game of Dragon Castle, written by tools/golden.py"
    yield f"options {json.dumps(options)}"
    yield ""
    yield "A decision: its number, the seat, how many moves are legal, the one played | what it did."
    yield "A castle cell: the top tile and the height of its stack. A realm cell: the same, small letters face down,"
    yield "* a shrine. The digest is that of the whole position document."
    number = 0
    while not state.is_over:
        if number % DRAWN_EVERY == 0:
            yield from _drawing(state)
        moves = state.legal_moves()
        seat = state.to_move
        move = choose(state, moves, rng)
        state = state.play(move)
        number += 1
        yield f"{number:3} seat {seat} {len(moves):2} {move} | {'; '.join(map(_event, state.events))}"
    yield from _drawing(state)
    yield from _scores(state.scores())


def choose(state: State, moves: Sequence[str], rng: Random) -> str:
    """A deterministic player for these games: builds sets, likes pairs and shrines, calls spirits now and then."""
    spirits = [move for move in moves if move.startswith("spirit ")]
    others = [move for move in moves if not move.startswith("spirit ")]
    for name in sorted({move.split()[1] for move in spirits}):
        if not others or rng.random() < _GLADLY.get(name, 0.08):
            return _any([move for move in spirits if move.split()[1] == name], rng)
    for verb, share in (("pair", 0.8), ("shrine", 0.7), ("build", 0.9), ("summon", 0.4)):
        wanted = [move for move in others if move.split()[0] == verb]
        if wanted and rng.random() < share:
            return _any(wanted, rng)
    if others[0].startswith("place ") and rng.random() < 0.9:
        document = state.to_json()
        worth = [_worth(document, *move.split()[1:]) for move in others]
        return _any([move for move, points in zip(others, worth, strict=True) if points == max(worth)], rng)
    return _any(others, rng)


def _any(items: Sequence[str], rng: Random) -> str:
    return items[int(rng.random() * len(items))]


def _worth(document: Document, tile: str, cell: str) -> tuple[int, int]:
    """Tiles beside a cell that could make a set with this one (of its type or, for Beauty, its number), then height."""
    realm = document["players"][document["turn"]["player"]]["realm"]
    column, row = ord(cell[0]), int(cell[1:])
    beside = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    tops = [realm.get(f"{chr(other)}{number}", ["  "])[-1] for other, number in beside]
    if "beauty" in document["spirits"] and tile[0] in "MSF":
        friends = sum(2 * (top[1:] == tile[1:]) - (top[0] == tile[0]) for top in tops if top[0] in "MSF")
    else:
        friends = sum(top[0] == tile[0] for top in tops)
    return friends, len(realm.get(cell, ()))


# Writing it down.


def _event(event: Document) -> str:
    """`taken S4 d5 3`: the name, then the facts in their order; the seat is known, the final scores follow below."""
    facts = [fact for name, fact in event.items() if name not in ("seat", "scores")]
    return " ".join(",".join(fact) if isinstance(fact, list) else str(fact) for fact in facts)


def _drawing(state: State) -> Iterator[str]:
    document = state.to_json()
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:12]
    yield ""
    yield f"digest {digest}, supply {document['supply']}, track {document['countdown']}, turn {_turn(document['turn'])}"
    if "ingenuity" in document:
        dragon = document["ingenuity"]
        yield f"Ingenuity: {dragon['tokens']} tokens, {' '.join(dragon['tiles'])}"
    yield from _board(document["castle"])
    for seat, player in enumerate(document["players"]):
        yield (
            f"seat {seat}: {player['vp']} points, {player['shrines']} shrines, {player['tokens']} tokens, "
            f"discarded {' '.join(player['discarded']) or 'nothing'}"
        )
        yield from _board(player["realm"])
    yield ""


def _turn(turn: Document) -> str:
    return json.dumps(turn).replace('"', "")


def _board(stacks: dict[str, list[str]]) -> Iterator[str]:
    """The rows of a castle or realm, as far as there are stacks."""
    if not stacks:
        return
    columns = max(ord(cell[0]) for cell in stacks) - ord("a") + 1
    for row in range(1, max(int(cell[1:]) for cell in stacks) + 1):
        cells = [_stack(stacks.get(f"{chr(ord('a') + column)}{row}", [])) for column in range(columns)]
        yield f"  {row:2} {' '.join(cells)}".rstrip()


def _stack(stack: list[str]) -> str:
    if not stack:
        return ".   "
    tiles = [piece for piece in stack if piece != "*"]
    return f"{tiles[-1]}{len(tiles)}{'*' if stack[-1] == '*' else ' '}"


def _scores(scores: Document) -> Iterator[str]:
    for seat, sheet in enumerate(scores["players"]):
        dragons = ", ".join(f"{name} {points}" for name, points in sheet["dragons"].items())
        yield (
            f"seat {seat}: points {sheet['vp']}, shrines {sheet['shrines']}, countdown {sheet['countdown']}, "
            f"dragons ({dragons}), total {sheet['total']}"
        )
    yield f"ranking {scores['ranking']}" + (f", rank {scores['rank']}" if "rank" in scores else "")


# Comparing.


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def difference(name: str) -> str:
    """What playing the game anew would change in its file; empty if nothing."""
    old = path_of(name).read_text("utf-8") if path_of(name).exists() else ""
    new = told(name)
    if old == new:
        return ""
    lines = list(unified_diff(old.splitlines(), new.splitlines(), f"{name}.txt", "played anew", lineterm=""))
    shown = lines[:MOST_LINES_OF_DIFF]
    if len(lines) > len(shown):
        shown.append(f"… and {len(lines) - len(shown)} lines more")
    return "\n".join(shown)


def strangers() -> list[str]:
    """Files in the folder that belong to no golden game."""
    return sorted(path.name for path in FOLDER.glob("*") if path.stem not in GAMES or path.suffix != ".txt")


def main(arguments: Sequence[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    changed = [difference(name) for name in GAMES]
    if arguments:
        print("\n\n".join(change for change in changed if change) or "all golden games are as written")
        return int(any(changed))
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        path_of(name).write_text(told(name), "utf-8")
    print(f"{len(GAMES)} golden games written, {sum(map(bool, changed))} of them changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
