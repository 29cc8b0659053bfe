"""What Dragon Castle promises beyond the table's contract, for the checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from tenshu.table.state import Document, State
from tests.dragon_castle import naive, naive_scores
from tests.table.checker import Promises, claim

EVENTS = frozenset({
    "taken", "uncovered", "shrine-gained", "discarded", "token-taken", "final-round", "placed", "set-turned",
    "shrine-built", "spirit-called", "shrine-paid", "tile-paid", "destroyed", "flipped", "shrine-carried", "moved",
    "turn-ended", "dragon-took", "dragon-summoned", "game-over",
})  # fmt: skip
SHRINES = 40
TOKENS = 7
ANY_CELL = [f"{column}{row}" for row in range(1, 13) for column in "abcdefghijklmn"]


class DragonCastlePromises(Promises):
    """Pieces are conserved from the start of the game on; moves, positions and scores are those of the naive rules."""

    events = EVENTS

    def __init__(self, start: State) -> None:
        self.tiles = all_tiles(start.to_json())

    def at_decision(self, state: State, moves: Sequence[str]) -> None:
        only = moves[0].split(" ")[0] if len(moves) == 1 else ""
        claim(only not in naive.NO_DECISION, "no decision", "{} is asked although nothing else is possible", moves[0])
        in_order = sorted(moves, key=naive.place_in_order)
        claim(list(moves) == in_order, "order", "{} should be {}", moves, in_order)

    def at_position(self, state: State, document: Document) -> None:
        check_pieces(document, self.tiles)
        for player in document["players"]:
            check_stacks(player["realm"])
        if document["turn"].keys() == {"player"}:
            for seat, player in enumerate(document["players"]):
                left = naive.waiting(player["realm"])
                claim(not left, "waiting", "seat {} has the sets {} when a turn begins", seat, left)
        expected = naive.legal_moves(document)
        moves = list(map(str, state.legal_moves()))
        claim(moves == expected, "legal moves", "{} should be {}", moves, expected)
        claim(state.is_over == naive.is_over(document), "end", "over: {}", state.is_over)

    def at_step(self, before: Document, move: str, after: State, document: Document) -> None:
        expected = naive.play(before, move)
        claim(document == expected, "step", "{} leads to {}, should lead to {}", move, document, expected)
        for seat, (old, new) in enumerate(zip(before["players"], document["players"], strict=True)):
            claim(new["vp"] >= old["vp"], "points", "seat {} lost points by {}", seat, move)
            kept = new["discarded"][: len(old["discarded"])]
            claim(kept == old["discarded"], "discarded", "seat {} got a discarded tile back by {}", seat, move)
            if seat != before["turn"]["player"]:
                claim(new == old, "others", "{} changed what lies before seat {}", move, seat)
        gained = sum(player["vp"] for player in document["players"]) - sum(player["vp"] for player in before["players"])
        told = sum(event.get("points", 0) for event in after.events)
        claim(gained == told, "events", "{} brings {} points, its events tell of {}", move, gained, told)

    def at_view(self, document: Document, view: Document, seat: int | None) -> None:
        hidden = Counter(tile for stack in document["castle"].values() for tile in stack[:-1])
        claim(view.get("unseen") == dict(hidden), "unseen", "{} should be {}", view.get("unseen"), dict(hidden))
        for cell, stack in document["castle"].items():
            expected = ["?"] * (len(stack) - 1) + stack[-1:]
            claim(view["castle"].get(cell) == expected, "view", "{} shows {}", cell, view["castle"].get(cell))
        for name in document:
            claim(name == "castle" or view.get(name) == document[name], "view", "{} is not shown as it is", name)
        claim(view.keys() == {*document, "unseen"}, "view", "its fields are {}", [*view])

    def at_scores(self, document: Document, scores: Document) -> None:
        for sheet in scores["players"]:
            parts = sheet["vp"] + sheet["shrines"] + sheet["countdown"] + sum(sheet["dragons"].values())
            claim(sheet["total"] == parts, "sum", "{}", sheet)
        totals = [[scores["players"][seat]["total"] for seat in place] for place in scores["ranking"]]
        claim(all(len(set(place)) == 1 for place in totals), "ranking", "{} share a place", totals)
        best_first = sorted(totals, key=lambda place: -place[0])
        claim(totals == best_first, "ranking", "{} are not in order", totals)
        expected = naive_scores.scores(document)
        claim(scores == expected, "scores", "{} should be {}", scores, expected)

    def strange_moves(self, state: State, rng: Random) -> Iterable[str]:
        return [strange_move(rng) for _ in range(4)]


def check_pieces(document: Document, expected: Counter[str]) -> None:
    """Nothing is lost, nothing comes from nowhere."""
    tiles = all_tiles(document)
    claim(tiles == expected, "tiles", "too many {}, too few {}", tiles - expected, expected - tiles)
    built = sum("*" in stack for player in document["players"] for stack in player["realm"].values())
    shrines = document["supply"] + built + sum(player["shrines"] for player in document["players"])
    claim(shrines == SHRINES, "shrines", "there are {}", shrines)
    tokens = document["countdown"] + sum(player["tokens"] for player in document["players"])
    tokens += document.get("ingenuity", {"tokens": 0})["tokens"]
    claim(tokens == TOKENS, "tokens", "there are {}", tokens)
    pools = [player["shrines"] for player in document["players"]]
    claim(min(document["supply"], document["countdown"], *pools) >= 0, "negative", "{} {}", document["supply"], pools)


def all_tiles(document: Document) -> Counter[str]:
    tiles = Counter(tile for stack in document["castle"].values() for tile in stack)
    for player in document["players"]:
        tiles.update(piece.upper() for stack in player["realm"].values() for piece in stack if piece != "*")
        tiles.update(player["discarded"])
    tiles.update(document["turn"].get("hand", []))
    tiles.update(document.get("ingenuity", {"tiles": []})["tiles"])
    return tiles


def check_stacks(realm: dict[str, list[str]]) -> None:
    """A face-up tile is a top tile; a shrine stands on a face-down one and closes its stack."""
    for cell, stack in realm.items():
        claim(bool(stack), "stacks", "{} is an empty stack", cell)
        claim(all(piece.islower() for piece in stack[:-1]), "stacks", "{} at {}", stack, cell)
        claim(stack[-1] != "*" or len(stack) > 1, "stacks", "a shrine without a tile at {}", cell)


def strange_move(rng: Random) -> str:
    """A well-formed move; most often it is not legal."""

    def any_of(items: Sequence[str]) -> str:
        return items[int(rng.random() * len(items))]

    verb = any_of(naive.VERBS)
    cell, other = any_of(ANY_CELL[:30]), any_of(ANY_CELL)
    words: dict[str, list[str]] = {
        "place": [any_of(naive.SYMBOLS), cell],
        "spirit": [any_of(naive.SPIRITS), any_of(["shrine", cell])],
        "carry": [cell, any_of(ANY_CELL[:30])],
        "move": [cell, any_of(ANY_CELL[:30])],
        "as": [cell, any_of(naive.TYPES)],
    }
    words |= {name: [other] for name in ("take", "pair", "destroy")}
    words |= {name: [cell] for name in ("consolidate", "build", "flip", "set")}
    return " ".join([verb, *words.get(verb, [])])
