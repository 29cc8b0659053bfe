"""Games of The White Castle for the harness of the web client, played by computer players.

    .venv/bin/python web/dev/make_white_fixtures.py

The files have the form of `make_fixtures.py`: the first frame whole, every further one a JSON merge patch of the frame
before.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from make_fixtures import HERE, patch

from tenshu.table.games import find_game
from tenshu.table.state import State

GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "seed": 7},
    "three": {"players": 3, "seed": 21},
    "four": {"players": 4, "seed": 5},
    "solo": {"players": 1, "seed": 11, "solo": "medium"},
}


def frame(state: State, seat: int | None, move: str | None) -> dict[str, Any]:
    moves = [str(each) for each in state.legal_moves()]
    return {
        "view": state.view(0),
        "scores": state.scores(),
        "moves": moves,
        "previews": {each: {"events": list(state.promises(each))} for each in moves if each.startswith("put")},
        "step": {"seat": seat, "move": move, "events": list(state.events) if move else []},
    }


def best(state: State, seat: int, rng: Random) -> str:
    """The move after which the seat may expect most; equal ones by lot."""
    return max(state.legal_moves(), key=lambda each: (state.play(each).estimate(seat), rng.random()))


def play(name: str, options: dict[str, Any]) -> None:
    state = find_game("white-castle").new(**options)
    rng = Random(options["seed"])
    frames = [frame(state, None, None)]
    deltas: list[Any] = [frames[0]]
    while (seat := state.to_move) is not None:
        move = best(state, seat, rng)
        state = state.play(move)
        frames.append(frame(state, seat, str(move)))
        deltas.append(patch(frames[-2], frames[-1]))
    text = "[\n" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in deltas) + "\n]\n"
    (HERE / f"white-{name}.json").write_text(text, encoding="utf-8")
    print(name, len(frames), "frames", len(text) // 1024, "KiB")


def catalogue() -> None:
    """What the Python package knows of the cards: `cards.test.ts` holds the client's tables to it."""
    text = json.dumps(find_game("white-castle").catalogue(), separators=(",", ":")) + "\n"
    (HERE / "white-catalogue.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    catalogue()
    for each, its_options in GAMES.items():
        play(each, its_options)
