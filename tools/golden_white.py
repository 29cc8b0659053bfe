"""Golden games of The White Castle: whole games written down as text, so that any change of the rules shows up as a
change of a file.

    python tools/golden_white.py            writes tests/white_castle/golden/*.txt anew
    python tools/golden_white.py --check    shows what would change, and fails if anything would

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

FOLDER = Path(__file__).parents[1] / "tests" / "white_castle" / "golden"
DRAWN_EVERY = 20
"""Decisions from one drawing of the position to the next."""
MOST_LINES_OF_DIFF = 60
FIGURES = ("food", "iron", "pearl", "coins", "seals", "points", "influence")

GAMES: dict[str, dict[str, Any]] = {
    "two-players": {"players": 2, "seed": 1},
    "two-players-again": {"players": 2, "seed": 21},
    "three-players": {"players": 3, "seed": 3},
    "four-players": {"players": 4, "seed": 4},
    "solo-easy": {"solo": "easy", "seed": 5},
    "solo-medium": {"solo": "medium", "seed": 6},
    "solo-hard": {"solo": "hard", "seed": 7},
}


def told(name: str) -> str:
    """The text of a golden game, played anew."""
    return "".join(f"{line}\n" for line in _lines(name, GAMES[name]))


def _lines(name: str, options: dict[str, Any]) -> Iterator[str]:
    state = tenshu.new_game("white-castle", **options)
    rng = Random(name)
    yield f"{name.replace('-', ' ')}: a golden game of The White Castle, written by tools/golden_white.py"
    yield f"options {json.dumps(options)}"
    yield ""
    yield "A decision: its number, the seat, how many moves are legal, the one played | what it did."
    yield "The digest is that of the whole position document."
    number = 0
    while not state.is_over:
        if number % DRAWN_EVERY == 0:
            yield from _drawing(state)
        moves = state.legal_moves()
        seat = state.to_move
        move = choose(moves, rng)
        state = state.play(move)
        number += 1
        yield f"{number:3} seat {seat} {len(moves):2} {move} | {'; '.join(map(_event, state.events))}".rstrip()
    yield from _drawing(state)
    yield from _scores(state.scores())


_GLADLY = (
    ("climb", 0.9),
    ("pay", 0.4),
    ("gate", 0.8),
    ("garden", 0.8),
    ("yard", 0.8),
    ("do", 0.9),
    ("row", 0.9),
    ("line", 0.9),
)


def choose(moves: Sequence[str], rng: Random) -> str:
    """A deterministic player for these games: sends people wherever it can, declines and trades now and then."""
    for verb, share in _GLADLY:
        wanted = [move for move in moves if move.split(" ")[0] == verb]
        if wanted and rng.random() < share:
            return _any(wanted, rng)
    others = [move for move in moves if move != "skip"]
    return _any(others if others and rng.random() < 0.8 else moves, rng)


def _any(items: Sequence[str], rng: Random) -> str:
    return items[int(rng.random() * len(items))]


# Writing it down.


def _event(event: Document) -> str:
    """`die-placed c5 well 4`: the name, then the facts in their order; the seat is known, the final scores follow."""
    facts = [fact for name, fact in event.items() if name not in ("seat", "scores", "colour", "value")]
    return " ".join(",".join(map(str, fact)) if isinstance(fact, list) else str(fact) for fact in facts)


def _drawing(state: State) -> Iterator[str]:
    document = state.to_json()
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:12]
    turn = json.dumps(document["turn"]).replace('"', "")
    yield ""
    order, track = (" ".join(map(str, document[name])) for name in ("order", "track"))
    yield f"digest {digest}, round {document['round']}, order {order}, track {track}, turn {turn}"
    if document["solo"]:
        solo = document["solo"]
        yield f"  rival: {solo['level']}, cards {' '.join(solo['deck'])}, turned {solo['turned']}"
    for colour, bridge in document["bridges"].items():
        dice = [bridge["left"], *bridge["centre"], bridge["right"]]
        cards = " ".join(document["gardens"][colour])
        yield f"  {colour}: {' '.join('.' if die is None else str(die) for die in dice)}, gardens {cards}"
    for name, room in document["rooms"].items():
        yield f"  {name}: {room['card']} ({' '.join(room['tiles'])}) {' '.join(room['dice'])}".rstrip()
    outside, well, daimyo = document["outside"], document["well"], document["daimyo"]
    yield f"  outside: left {' '.join(outside['left']) or '.'}, right {' '.join(outside['right']) or '.'}"
    yield f"  well: ({' '.join(well['tiles'])}) {' '.join(well['dice'])}".rstrip()
    yield f"  Daimyo: {daimyo['card']} {' '.join('.' if seat is None else str(seat) for seat in daimyo['places'])}"
    yield f"  yards: {', '.join(name + ' ' + ' '.join(tiles) for name, tiles in document['yards'].items())}"
    for name, deck in document["decks"].items():
        yield f"  {name}: {' '.join(deck) or 'none'}"
    for seat, player in enumerate(document["players"]):
        yield from _player(seat, player)
    yield ""


def _player(seat: int, player: Document) -> Iterator[str]:
    figures = ", ".join(f"{player[name]} {name}" for name in FIGURES)
    courtiers = ", ".join(f"{place} {count}" for place, count in player["courtiers"].items() if count)
    warriors = ", ".join(f"{place} {count}" for place, count in player["warriors"].items() if count)
    dice = " ".join(die for die in player["dice"].values() if die) or "none"
    yield f"  seat {seat}: {figures}"
    yield f"    card {player['card']}, lantern {' '.join(player['lantern']) or 'none'}, dice {dice}"
    yield (
        f"    courtiers {courtiers}; gardeners {' '.join(player['gardeners']['at']) or 'none'}, "
        f"home {player['gardeners']['home']}; warriors {warriors}"
    )


def _scores(scores: Document) -> Iterator[str]:
    for seat, sheet in enumerate(scores["players"]):
        yield f"seat {seat}: {', '.join(f'{name} {points}' for name, points in sheet.items())}"
    yield f"ranking {scores['ranking']}"


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
