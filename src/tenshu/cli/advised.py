"""Hints and analyses as tables for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from tenshu.cli.sentences import numbered
from tenshu.cli.tables import drawn, table_of
from tenshu.cli.words import say
from tenshu.table.state import Document

NAMES = frozenset({"move", "player", "played", "best"})
"""Columns of words; the others are figures."""
NOTHING = "–"
CERTAIN = 0.98
"""With such a chance to win a game is as good as won."""


def hint_in_words(found: Document) -> str:
    """Whose turn it is, the best moves, what is as good as decided, and how the turn may go on."""
    alone = found["moves"][0]["win"] is None
    who = say("seat", number=found["seat"] + 1)
    table = _table("move", *([] if alone else ["win"]), "points", "visits")
    for one in found["moves"]:
        win = [] if alone else [_percent(one["win"])]
        table.add_row(one["move"], *win, f"{one['points']:.1f}", str(one["visits"]))
    parts = [say("hint.turn", who=who, n=found["simulations"]), drawn(table), say("hint.points")]
    if not alone and found["moves"][0]["win"] >= CERTAIN:
        parts.append(say("hint.won", who=who))
    if not alone and found["moves"][0]["win"] <= 1 - CERTAIN:
        parts.append(say("hint.lost", who=who))
    if len(found["line"]) > 1:
        parts.append(say("hint.line", moves=", ".join(found["line"])))
    return "\n\n".join(parts)


def analysis_in_words(found: Document) -> str:
    """Who decided how well, where the game turned, and the worst decisions."""
    names = seat_names(found)
    parts = [drawn(_players(found, names))]
    if found["turning_points"]:
        parts.append(say("analyse.turning-points") + "\n" + drawn(_turning_points(found, names)))
    if any(player["worst"] for player in found["players"]):
        parts.append(say("analyse.worst") + "\n" + drawn(_worst(found, names)))
    return "\n\n".join(parts)


def seat_names(found: Document) -> list[str]:
    """The seats by number and name."""
    return [numbered(seat, name) for seat, name in enumerate(found["seats"])]


def _players(found: Document, names: Sequence[str]) -> Table:
    alone = len(names) == 1
    table = _table("player", "decisions", "agreed", *([] if alone else ["mean-win"]), "mean-points")
    for player in found["players"]:
        count, lost = player["decisions"], player["lost"]
        agreed = _percent(player["agreed"] / count) if count else NOTHING
        win = f"{100 * lost['win'] / count:.1f} %" if count and not alone else NOTHING
        points = f"{lost['points'] / count:.2f}" if count else NOTHING
        table.add_row(names[player["seat"]], str(count), agreed, *([] if alone else [win]), points)
    return table


def _turning_points(found: Document, names: Sequence[str]) -> Table:
    table = _table("turn", "number")
    for name in names:
        table.add_column(name, justify="right")
    for point in found["turning_points"]:
        swings = (f"{swing:+.1f}" if len(names) == 1 else f"{100 * swing:+.0f} %" for swing in point["swing"])
        table.add_row(str(point["turn"] + 1), str(point["move"] + 1), *swings)
    return table


def _worst(found: Document, names: Sequence[str]) -> Table:
    alone = len(names) == 1
    table = _table("player", "number", "played", "best", *([] if alone else ["lost-win"]), "lost-points")
    for player in found["players"]:
        for number in player["worst"]:
            one = found["decisions"][number]
            win = [] if alone else [_percent(one["lost"]["win"])]
            points = f"{one['lost']['points']:.1f}"
            moves = one["played"]["move"], one["best"]["move"]
            table.add_row(names[player["seat"]], str(one["move"] + 1), *moves, *win, points)
    return table


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def _table(*columns: str) -> Table:
    return table_of({name: say(f"advice.column.{name}") for name in columns}, NAMES)
