"""The legal moves of Dragon Castle as a menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from tenshu.cli.terminal.dragon_castle.look import Look
from tenshu.cli.terminal.menu import Choice, Menu, Spot
from tenshu.table.state import Document, State
from tenshu.table.texts import Texts

CASTLE, REALM = "castle", "realm"
IN_TWO_STEPS = {"place": "place", "move": "move", "carry": "carry", "spirit": "pay"}
"""Moves of two words after the verb: the first is chosen, then this is asked."""
TURNS_A_SET = frozenset({"consolidate", "set", "as"})


class Menus:
    """Makes menus in one language out of the game's words and the terminal's."""

    def __init__(self, game: Texts, words: Texts) -> None:
        self.game = game
        self.words = words

    def menu(self, state: State) -> Menu:
        look = Look(state)
        choices: list[Choice] = []
        for head, moves in groupby(state.legal_moves(), key=_head):
            choices += self._choices(state, look, head, list(moves))
        return Menu(self.question(state, look), tuple(choices))

    def question(self, state: State, look: Look) -> str:
        """What is asked, with the tiles in hand."""
        key = f"ask.{look.asked}"
        if look.asked == "action" and "summon" in state.legal_moves():
            key = "ask.action.summon" if look.castle else "ask.action.only-summon"
        asked = self.game.say(key)
        return self.words.say("status.in-hand", asked=asked, tiles=self.tiles(look.hand)) if look.hand else asked

    def tiles(self, symbols: Iterable[str]) -> str:
        return ", ".join(f"{self.game.say(f'tile.{symbol}')} ({symbol})" for symbol in symbols)

    def _choices(self, state: State, look: Look, head: tuple[str, ...], moves: list[str]) -> list[Choice]:
        """The choices for moves that begin alike: one for each, or one for all that asks on."""
        verb = head[0]
        asks_on = verb in IN_TWO_STEPS and (verb != "place" or len(set(look.hand)) > 1)
        if not asks_on or (len(moves) == 1 and verb != "place"):
            return [self._whole(state, look, move) for move in moves]
        asked = self.words.say(f"further.{IN_TWO_STEPS[verb]}", **self._facts(look, head))
        further = Menu(asked, tuple(self._whole(state, look, move) for move in moves))
        label = self.words.say(f"choice.{verb}.first", **self._facts(look, head))
        spot = Spot(REALM, head[1]) if verb in ("move", "carry") else None
        return [Choice(label, further=further, word=" ".join(head), spot=spot)]

    def _whole(self, state: State, look: Look, move: str) -> Choice:
        verb, *words = move.split()
        facts = self._facts(look, (verb, *words))
        key = f"choice.{verb}"
        mark = ""
        if verb in TURNS_A_SET:
            facts |= self._set_facts(state, move)
        elif verb == "spirit":
            key += ".shrine" if words[1] == "shrine" else ".tile"
        elif verb == "place":
            mark = completes_a_set(state, move)
        elif verb == "take" and (twins := look.twins(words[0])):
            key, facts["twins"] = f"{key}.twins", ",".join(twins)
        spot, telling = _spot(verb, words), verb in TURNS_A_SET
        return Choice(self.words.say(key, **facts), move=move, spot=spot, telling=telling, mark=mark)

    def _facts(self, look: Look, words: tuple[str, ...]) -> dict[str, object]:
        """What a label can tell about a move: its cells, tiles and cards."""
        return _FACTS[words[0]](self, look, words) if words[0] in _FACTS else {}

    def _castle_tile(self, look: Look, words: tuple[str, ...]) -> dict[str, object]:
        return {"cell": words[1], "tile": look.top(words[1]), "floor": len(look.castle[words[1]])}

    def _hand_tile(self, look: Look, words: tuple[str, ...]) -> dict[str, object]:
        name = self.game.say(f"tile.{words[1]}")
        return {"tile": words[1], "name": name, "cell": words[2] if len(words) > 2 else ""}

    def _realm_cell(self, look: Look, words: tuple[str, ...]) -> dict[str, object]:
        stack = look.stack(look.turn["player"], words[1])
        facts: dict[str, object] = {"cell": words[1], "n": stack.height if stack else 0}
        facts["tile"] = stack.face_up if stack and stack.face_up else self.words.say("label.face-down")
        if len(words) > 2:
            facts["to"] = words[2]
        return facts

    def _changed(self, look: Look, words: tuple[str, ...]) -> dict[str, object]:
        facts = self._realm_cell(look, words[:2])
        return facts | {"type": self.game.say(f"type.{words[2]}")}

    def _called(self, look: Look, words: tuple[str, ...]) -> dict[str, object]:
        facts: dict[str, object] = {"spirit": self.game.say(f"spirit.{words[1]}")}
        if len(words) > 2 and words[2] != "shrine":
            facts |= self._realm_cell(look, ("pay", words[2]))
        return facts

    def _set_facts(self, state: State, move: str) -> dict[str, object]:
        turned = turned_set(state.play(move).events)
        assert turned is not None
        kind = turned["type"]
        named = self.game.say(f"type.{kind}") if kind else self.words.say("label.one-number")
        return {"size": len(turned["cells"]), "n": turned["points"], "kind": named}


_FACTS: dict[str, Callable[[Menus, Look, tuple[str, ...]], dict[str, object]]] = {
    "take": Menus._castle_tile,
    "pair": Menus._castle_tile,
    "destroy": Menus._castle_tile,
    "place": Menus._hand_tile,
    "consolidate": Menus._realm_cell,
    "set": Menus._realm_cell,
    "build": Menus._realm_cell,
    "flip": Menus._realm_cell,
    "carry": Menus._realm_cell,
    "move": Menus._realm_cell,
    "as": Menus._changed,
    "spirit": Menus._called,
}


def _head(move: str) -> tuple[str, ...]:
    """What moves that are asked for together have in common."""
    words = move.split()
    return tuple(words[:2]) if words[0] in IN_TWO_STEPS else (words[0],)


def _spot(verb: str, words: list[str]) -> Spot | None:
    """The cell a choice belongs to."""
    if verb in ("take", "pair", "destroy"):
        return Spot(CASTLE, words[0])
    if verb in ("consolidate", "set", "build", "flip"):
        return Spot(REALM, words[0])
    if verb in ("place", "move", "carry") or (verb == "spirit" and words[1] != "shrine"):
        return Spot(REALM, words[1])
    return None


def turned_set(events: Iterable[Document]) -> Document | None:
    """The first set that was turned, if any."""
    return next((event for event in events if event["event"] == "set-turned"), None)


def completes_a_set(state: State, move: str) -> str:
    """`+3` if a placement completes a set worth 3 points, else nothing.

    Placing shows nothing hidden, so the full position may be asked; what the solo Dragon then answers is not looked at.
    """
    after = state.play(move)
    turned = turned_set(after.events)
    if turned is None and not after.turn_passed:
        waiting = next((other for other in after.legal_moves() if other.startswith("consolidate")), None)
        turned = turned_set(after.play(waiting).events) if waiting else None
    return f"+{turned['points']}" if turned else ""
