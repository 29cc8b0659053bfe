"""Games for the harness and the tests of the web client, played by computer players.

    .venv/bin/python web/dev/make_fixtures.py

A file holds the first frame whole and every further one as a JSON merge patch (RFC 7396) of the frame before. A frame
is what the server would send: view, scores, legal moves, previews, and the step that led there.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from tenshu.players.roster import contestant
from tenshu.table.games import find_game
from tenshu.table.state import State

HERE = Path(__file__).parent / "fixtures"
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "two": ("search:simulations=150", {"players": 2, "seed": 7, "spirits": ["faith"], "dragons": ["bravery"]}),
    "three": ("greedy", {"players": 3, "seed": 21, "spirits": ["strength"], "dragons": ["harmony"]}),
    "four": ("greedy", {"players": 4, "seed": 5, "spirits": ["wind", "deep"], "dragons": ["majesty", "devotion"]}),
    "solo": ("greedy", {"players": 1, "seed": 11, "solo": True}),
    "spirits": (
        "random",
        {
            "players": 2,
            "seed": 3,
            "spirits": [
                "beauty",
                "wind",
                "elegance",
                "deception",
                "strength",
                "change",
                "faith",
                "deep",
                "destruction",
                "cunning",
            ],
            "dragons": ["humility", "righteousness", "tranquility", "power", "knowledge", "fortitude"],
        },
    ),
}


def preview(state: State, move: str) -> dict[str, Any]:
    """What a placement brings when the sets it completes are turned."""
    seat = state.to_move
    after = state.play(move)
    events = list(after.events)
    while not after.is_over and after.to_move == seat:
        turning = [each for each in after.legal_moves() if each.startswith("consolidate")]
        if not turning:
            break
        after = after.play(turning[0])
        events += after.events
    return {"events": [event for event in events if event["event"] in ("set-turned", "uncovered")]}


def frame(state: State, seat: int | None, move: str | None) -> dict[str, Any]:
    moves = [str(each) for each in state.legal_moves()]
    previews = {each: preview(state, each) for each in moves if each.startswith("place")}
    return {
        "view": state.view(0),
        "scores": state.scores(),
        "moves": moves,
        "previews": {each: found for each, found in previews.items() if found["events"]},
        "step": {"seat": seat, "move": move, "events": list(state.events) if move else []},
    }


def patch(old: Any, new: Any) -> Any:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    changed = {key: patch(old.get(key), value) for key, value in new.items() if old.get(key) != value}
    return changed | {key: None for key in old if key not in new}


def play(name: str, player: str, options: dict[str, Any]) -> None:
    state = find_game("dragon-castle").new(**options)
    who = contestant(player)
    players = {seat: who.make() for seat in range(4)}
    rng = Random(options["seed"])
    frames = [frame(state, None, None)]
    deltas: list[Any] = [frames[0]]
    while not state.is_over:
        seat = state.to_move
        move = players[seat].choose(state.seen_by(seat), who.budget, rng)
        state = state.play(move)
        frames.append(frame(state, seat, str(move)))
        deltas.append(patch(frames[-2], frames[-1]))
    text = "[\n" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in deltas) + "\n]\n"
    (HERE / f"{name}.json").write_text(text, encoding="utf-8")
    print(name, len(frames), "frames", len(text) // 1024, "KiB")


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each, (its_player, its_options) in GAMES.items():
        play(each, its_player, its_options)
