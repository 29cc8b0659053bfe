"""Which rules a game has really used: one row a rule, counted move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from tenshu.table.errors import IllegalMove
from tenshu.table.state import Document, State
from tests.dragon_castle import naive, naive_scores
from tests.dragon_castle.promises import EVENTS, strange_move
from tests.dragon_castle.seekers import document_of, moment_of
from tests.table.checker import Chooser

REASONS = (
    "game-over", "not-now", "no-tile-there", "no-such-cell", "not-the-top-floor", "closed-in", "closed-in-all-round",
    "elegance-not-needed", "elegance-promised", "pair-promised", "floors-left", "not-identical", "not-the-same-type",
    "not-adjacent", "other-floor", "no-room", "supply-empty", "not-in-hand", "face-up-tile-there",
    "shrine-there", "no-set-there", "set-allows-no-more", "pool-empty", "not-in-the-set", "spirit-not-in-play",
    "spirit-used", "spirit-not-now", "no-face-up-tile-there", "effect-impossible", "no-special-tile-there",
    "already-that-type", "set-too-small", "must-flip", "no-shrine-there", "moved-already", "same-cell",
    "uncovers-the-unknown",
)  # fmt: skip
"""Every reason a move can be refused for."""
WAYS = ("consolidate", "beauty", "cunning", "change")
LARGE = (9, 10, 11, 12, 13, 14)
"""Set sizes beyond the table of points; the last row is for that size and more."""

ROWS = (
    *(f"event {name}" for name in sorted(EVENTS)),
    *(f"move {verb}" for verb in naive.VERBS),
    *(f"set of {size}" for size in (3, 4, 5, 6, 7, 8, *LARGE)),
    *(f"set turned by {way}" for way in WAYS),
    *(f"consolidated {kind}" for kind in naive.TYPES),
    *(f"changed to {kind}" for kind in naive.TYPES),
    *(f"{number} sets wait at once" for number in (2, 3)),
    "a waiting set falls below 4",
    "a set waits while tiles are in hand",
    *(f"Strength called at {moment} makes a set" for moment in naive.ANY_TIME),
    *(f"{spirit} at {moment}" for spirit in naive.SPIRITS for moment in naive.MOMENTS[spirit]),
    *(f"{spirit} paid with a {means}" for spirit in naive.SPIRITS for means in ("shrine", "tile")),
    "a paid tile uncovers a tile",
    "a paid tile makes room for a pair",
    *(f"Faith on a set turned by {way}" for way in WAYS),
    "Faith after the set's own shrines",
    "Faith on a set that has shrines left",
    "Elegance used for the second tile as well",
    "Deception takes a tile that is not available",
    "Deception takes a tile that is not identical",
    "the Deep takes a tile that is not identical",
    "Wind: nothing to flip, so the flip is skipped",
    "Wind: the flip is declined",
    "Wind: a tile must be flipped",
    "Wind: the shrine goes to the flipped tile",
    "Strength: one tile",
    "Strength: two tiles",
    "Strength: a face-down tile",
    "Strength: the second onto the first",
    "Strength: the second from under the first",
    "Destruction opens the ground floor, then a summon",
    "Destruction opens a lower floor",
    *(f"shrine on floor {floor}" for floor in ("1", "2", "3", "4 or higher")),
    *(f"stack of {height}" for height in (4, 5, 6)),
    "no room for a pair",
    "no room for tile and shrine",
    "no free cell at all",
    "the supply is empty",
    "the castle is empty, summoning is all there is",
    "the castle is empty, a spirit is called first",
    "six spirits called in one turn",
    *(f"final round begun by seat {seat} of {of} from the first" for of in (2, 3, 4) for seat in range(of)),
    "final round begun by you, alone",
    "final round begun by the Dragon of Ingenuity",
    "a summon within the final round",
    "the last of the seven tokens",
    *(f"Ingenuity takes {what}" for what in ("your type", "a Dragon", "a special", "a faction tile")),
    *(f"Ingenuity takes {how_many}" for how_many in ("a pair", "one tile")),
    *(f"{card} scores" for card in naive_scores.CARDS),
    *(f"harmony scores {points}" for points in ("2", "4", "6", "8", "10 or 12")),
    "righteousness: a line full of shrines",
    "a place is shared",
    "a tie broken by face-down stacks",
    "a tie broken by shrines",
    *(f"rank {name}" for name in ("Student", *naive_scores.RANKS.values())),
    *(f"reason {code}" for code in REASONS),
)  # fmt: skip


class Tally:
    """Counts rows over many games."""

    def __init__(self) -> None:
        self.fired = Counter[str](dict.fromkeys(ROWS, 0))
        self.games = 0
        self.decisions = 0

    def never(self) -> list[str]:
        return [row for row in ROWS if not self.fired[row]]

    def table(self) -> str:
        """Rarest first."""
        width = max(map(len, self.fired))
        rows = sorted(self.fired.items(), key=lambda row: row[1])
        head = f"{self.games} games, {self.decisions} decisions; how often each rule fired, rarest first\n\n"
        return head + "".join(f"{row:{width}} {count:8}\n" for row, count in rows)

    def follow(self, state: State, choose: Chooser, rng: Random, ask: float = 0.06) -> State:
        """Play a game to its end and count what it uses; `ask` is how often strange moves are asked about."""
        heard: list[str] = []
        watch = Watch(document_of(state))
        while not state.is_over:
            moves = [*map(str, state.legal_moves())]
            if rng.random() < ask:
                self.fired.update(self._reasons(state, heard, moves, rng))
                heard += moves
            move = choose(state, rng)
            after = state.play(move)
            self.fired.update(watch.rows(moves, str(move), after))
            self.decisions += 1
            state = after
        self.fired.update(rows_at_the_end(state))
        self.fired.update(self._reasons(state, heard, [], rng))
        self.games += 1
        return state

    @staticmethod
    def _reasons(state: State, heard: Sequence[str], legal: Sequence[str], rng: Random) -> Iterator[str]:
        asked = {strange_move(rng) for _ in range(4)} | {"shrine", "summon", "pass", "spirit faith shrine"}
        asked |= {heard[int(rng.random() * len(heard))] for _ in range(6) if heard}
        asked |= set(tempting_moves(document_of(state))) if legal else set()
        for move in sorted(asked - {*legal}):
            reason = state.why_not(move)
            assert reason is not None, move
            yield f"reason {reason.code}"
            if reason.code == "no-room":
                yield "no room for a pair" if reason.facts["n"] == 2 else "no room for tile and shrine"
        if legal:
            move = legal[int(rng.random() * len(legal))]
            try:
                state.seen_by(state.to_move).play(move)
            except IllegalMove as problem:
                yield f"reason {problem.reason.code}"


def tempting_moves(document: Document) -> Iterator[str]:
    """Moves that are nearly legal at this question, and one that the question is not about."""
    turn, castle = document["turn"], document["castle"]
    shown = naive.up(naive.mine(document)["realm"])
    match naive.question(document):
        case "complete":
            first, (origin, _) = turn["hand"][0], turn["from"]
            near = naive.around(origin, naive.CROSS) if "pair" in turn else []
            yield from (f"pair {cell}" for cell in castle if castle[cell][-1] == first or cell in near)
        case "build" | "faith":
            yield from (f"build {cell}" for cell in turn["set"][:3])
        case "change":
            yield from (f"as {cell} {kind}" for cell, tile in shown.items() if tile[0] in "EWD" for kind in naive.TYPES)
        case "strength" | "strength-again":
            yield from (f"move {cell} {cell}" for cell in shown)


class Watch:
    """Looks at each move of one game."""

    def __init__(self, document: Document) -> None:
        self.before = document
        self.set_turned_by = ""
        self.strength_called_at = ""
        self.strength_from = ""
        self.flipped = ""
        self.opened = False

    def rows(self, moves: Sequence[str], move: str, after: State) -> Iterator[str]:
        document = document_of(after)
        verb, *words = move.split(" ")
        yield f"move {verb}"
        for event in after.events:
            yield f"event {event['event']}"
            yield from self._of_event(event)
        if verb == "spirit":
            yield from self._of_spirit(moment_of(moves), *words)
        else:
            yield from self._of_effect(verb, words, moves)
        yield from self._of_place(moves, document)
        if verb == "destroy":
            yield from self._of_destruction(moves, document, after)
        yield from self._of_strength(document)
        if after.turn_passed:
            self.opened = False
            self.strength_called_at = ""
        self.before = document

    @property
    def turn(self) -> Document:
        turn: Document = self.before["turn"]
        return turn

    @property
    def realm(self) -> dict[str, list[str]]:
        realm: dict[str, list[str]] = naive.mine(self.before)["realm"]
        return realm

    def _of_event(self, event: Document) -> Iterator[str]:
        match event["event"]:
            case "set-turned":
                self.set_turned_by = event["how"]
                size = len(event["cells"])
                yield f"set of {min(size, LARGE[-1])}"
                yield f"set turned by {event['how']}"
                if event["how"] in ("consolidate", "change"):
                    yield f"{event['how']}d {event['type']}".replace("changed", "changed to")
            case "shrine-built":
                yield f"shrine on floor {event['floor'] if event['floor'] < 4 else '4 or higher'}"
            case "placed":
                if event["floor"] >= 4:
                    yield f"stack of {min(event['floor'], 6)}"
            case "token-taken" | "dragon-summoned":
                yield from self._of_token(event)
            case "dragon-took":
                yield from self._of_ingenuity(event)

    def _of_token(self, event: Document) -> Iterator[str]:
        seats = len(self.before["players"])
        last = 7 - (3 if self.before["solo"] else seats)
        if event["left"] < last:
            yield "a summon within the final round"
        if not event["left"]:
            yield "the last of the seven tokens"
        if event["left"] == last:
            if event["event"] == "dragon-summoned":
                yield "final round begun by the Dragon of Ingenuity"
            elif self.before["solo"]:
                yield "final round begun by you, alone"
            else:
                place = (event["seat"] - self.before["first"]) % seats
                yield f"final round begun by seat {place} of {seats} from the first"

    def _of_ingenuity(self, event: Document) -> Iterator[str]:
        picked = {tile[0] for tile in self.turn.get("picked", [])}
        kind = event["tile"][0]
        yield "Ingenuity takes " + (
            "your type" if kind in picked
            else "a Dragon" if kind == "D"
            else "a special" if kind in "EW"
            else "a faction tile"
        )  # fmt: skip

    def _of_spirit(self, moment: str, spirit: str, payment: str) -> Iterator[str]:
        yield f"{spirit} at {moment}"
        yield f"{spirit} paid with a {'shrine' if payment == 'shrine' else 'tile'}"
        if payment != "shrine" and len(self.realm[payment]) > 1:
            yield "a paid tile uncovers a tile"
        if payment != "shrine" and moment == "complete" and len(naive.open_cells(self.before)) < 2:
            yield "a paid tile makes room for a pair"
        if moment == "consolidate" and any(payment in group and len(group) == 4 for group in naive.waiting(self.realm)):
            yield "a waiting set falls below 4"
        if not self.before["castle"] and moment == "action":
            yield "the castle is empty, a spirit is called first"
        if len(self.turn.get("used", ())) >= 5:
            yield "six spirits called in one turn"
        if spirit == "faith":
            yield f"Faith on a set turned by {self.set_turned_by}"
            yield "Faith on a set that has shrines left" if "left" in self.turn else "Faith after the set's own shrines"
        if spirit == "wind":
            self.flipped = ""
            left = [cell for cell in naive.up(self.realm) if cell != payment]
            if not left:
                yield "Wind: nothing to flip, so the flip is skipped"
        if spirit == "strength":
            self.strength_called_at = moment

    def _of_effect(self, verb: str, words: list[str], moves: Sequence[str]) -> Iterator[str]:
        match verb:
            case "pair":
                yield from self._of_pair(words[0])
            case "flip" | "carry":
                yield from self._of_wind(verb, words, moves)
            case "move":
                yield from self._of_moving(*words)
            case "pass":
                if self.turn["doing"] != "build":
                    is_wind = self.turn["doing"] == "wind-flip"
                    yield "Wind: the flip is declined" if is_wind else "Strength: one tile"
            case "summon":
                if self.opened:
                    yield "Destruction opens the ground floor, then a summon"
            case "place":
                if len(self.turn["hand"]) == 1 and naive.waiting(self.realm):
                    yield "a set waits while tiles are in hand"

    def _of_wind(self, verb: str, words: list[str], moves: Sequence[str]) -> Iterator[str]:
        if verb == "flip":
            self.flipped = words[0]
            if "pass" not in moves:
                yield "Wind: a tile must be flipped"
        elif words[1] == self.flipped:
            yield "Wind: the shrine goes to the flipped tile"

    def _of_moving(self, source: str, target: str) -> Iterator[str]:
        if self.turn["doing"] == "strength":
            self.strength_from = source
            if self.realm[source][-1].islower():
                yield "Strength: a face-down tile"
            return
        yield "Strength: two tiles"
        if target == self.turn["moved"]:
            yield "Strength: the second onto the first"
        if source == self.strength_from:
            yield "Strength: the second from under the first"

    def _of_pair(self, cell: str) -> Iterator[str]:
        castle, turn = self.before["castle"], self.turn
        first, second = turn["hand"][0], castle[cell][-1]
        is_available = naive.is_available(self.before, cell)
        if turn.get("elegance") == "on" and "pair" not in turn and not is_available:
            yield "Elegance used for the second tile as well"
        if turn.get("pair") == "deception":
            if not is_available:
                yield "Deception takes a tile that is not available"
            if first != second:
                yield "Deception takes a tile that is not identical"
        if turn.get("pair") == "deep" and first != second:
            yield "the Deep takes a tile that is not identical"

    def _of_place(self, moves: Sequence[str], document: Document) -> Iterator[str]:
        waiting = sum(move.startswith("consolidate ") for move in moves)
        if waiting > 1:
            yield f"{min(waiting, 3)} sets wait at once"
        if "discard" in moves:
            if not self.before["supply"]:
                yield "the supply is empty"
            if not naive.open_cells(self.before):
                yield "no free cell at all"
        if list(moves) == ["summon"]:
            yield "the castle is empty, summoning is all there is"
        if document["solo"]:
            taken = len(document["ingenuity"]["tiles"]) - len(self.before["ingenuity"]["tiles"])
            if taken:
                yield f"Ingenuity takes {'a pair' if taken == 2 else 'one tile'}"

    def _of_destruction(self, moves: Sequence[str], document: Document, after: State) -> Iterator[str]:
        now = naive.top_floor(document)
        if now < naive.top_floor(self.before):
            yield "Destruction opens a lower floor"
            self.opened = self.opened or (now <= 1 and "summon" in after.legal_moves())

    def _of_strength(self, document: Document) -> Iterator[str]:
        """Strength settles at once what it has joined; tiles still in hand wait for nobody."""
        called_at = self.strength_called_at
        if called_at and self.turn.get("doing") in ("strength", "strength-again"):
            turn = document["turn"]
            if turn.get("settling") or turn.get("doing") == "build":
                yield f"Strength called at {called_at} makes a set"


def rows_at_the_end(state: State) -> Iterator[str]:
    """What the final scores show."""
    document, scores = state.to_json(), state.scores()
    for seat, sheet in enumerate(scores["players"]):
        for card, points in sheet["dragons"].items():
            if points:
                yield f"{card} scores"
            if card == "harmony" and points:
                yield f"harmony scores {points if points < 10 else '10 or 12'}"
        if "righteousness" in sheet["dragons"]:
            yield from _full_lines(document, seat)
    yield from _ties(document, scores)
    if "rank" in scores:
        yield f"rank {scores['rank']}"


def _full_lines(document: Document, seat: int) -> Iterator[str]:
    look = naive_scores.Look(document, seat)
    columns, rows = document["realm"]
    if any(count == rows for count in Counter(cell[0] for cell in look.shrines).values()) or any(
        count == columns for count in Counter(cell[1:] for cell in look.shrines).values()
    ):
        yield "righteousness: a line full of shrines"


def _ties(document: Document, scores: Document) -> Iterator[str]:
    if any(len(place) > 1 for place in scores["ranking"]):
        yield "a place is shared"
    totals = [sheet["total"] for sheet in scores["players"]]
    stacks = [len(naive_scores.Look(document, seat).down) for seat in range(len(totals))]
    order = [place[0] for place in scores["ranking"]]
    for better, worse in pairwise(order):
        if totals[better] == totals[worse]:
            same = stacks[better] == stacks[worse]
            yield "a tie broken by shrines" if same else "a tie broken by face-down stacks"
