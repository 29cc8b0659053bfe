"""What a person is shown before a move is confirmed is what the move then brings, and nothing hidden."""

from __future__ import annotations

from random import Random

import tenshu


def test_promises_are_kept_and_tell_nothing_hidden() -> None:
    turned = built = 0
    for seed in range(6):
        rng = Random(seed)
        state = tenshu.new_game("dragon-castle", players=2, seed=str(seed), spirits="random:2")
        while not state.is_over:
            other = state.determinize(rng)
            moves = state.legal_moves()
            for move in rng.sample(list(moves), min(3, len(moves))):
                promised = state.promises(move)
                assert promised == other.promises(move)
                assert all(event["event"] != "uncovered" for event in promised)
                sets = [event for event in promised if event["event"] == "set-turned"]
                after = state.play(move)
                happened = list(after.events)
                while after.to_move == state.to_move and not after.turn_passed:
                    turning = [each for each in after.legal_moves() if each.startswith("consolidate")]
                    if not turning:
                        break
                    after = after.play(turning[0])
                    happened += after.events
                assert sets == [event for event in happened if event["event"] == "set-turned"]
                turned += len(sets)
                offered = [event for event in promised if event["event"] == "may-build"]
                if sets and any(each.startswith("build") for each in after.legal_moves()):
                    view = after.view(after.to_move)
                    shrines = min(view["turn"]["left"], view["players"][view["turn"]["player"]]["shrines"])
                    assert offered == [{"event": "may-build", "seat": view["turn"]["player"], "shrines": shrines}]
                    built += 1
                else:
                    assert offered == []
            state = state.play(state.plausible(rng))
    assert turned > 20
    assert built > 10
