"""The picture of an analysis: how the chances went, or alone the points to expect, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from tenshu.arena.extra import load
from tenshu.arena.plots import COLOURS, INK, WIDTH, headline, style
from tenshu.cli.advised import seat_names
from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.words import language_of_the_user, say
from tenshu.table.games import find_game

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tenshu.table.state import Document

HEIGHT = 5.0
LINES = ("-", "--", "-.", ":")
MARKS = ("o", "s", "D", "^")
"""One of each for each seat, since nothing is said by colour alone."""
BREADTH = 0.03
"""The part of the picture's width that the number of a turn may need."""
ROW = 11
"""How far apart, in points, two rows of such numbers are."""


def draw(found: Document, file: str) -> None:
    """Write the picture; its kind follows from the name of the file."""
    figure = curve(found)
    try:
        with style():
            figure.savefig(Path(file), dpi=150, metadata={"Date": None} if file.lower().endswith(".svg") else None)
    except OSError as problem:
        raise Complaint(say("file.unwritable", file=one_line(file), problem=problem.strerror or problem)) from None


def curve(found: Document) -> Figure:
    """Chances to win (alone, expected points) after so many turns; the turning points and the result are marked."""
    with style():
        figure: Figure = load("matplotlib.figure").Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        alone = found["curve"][0]["wins"] is None
        title = say("analyse.title.alone") if alone else say("analyse.title")
        headline(figure, title, f"{_game(found)} · {' · '.join(seat_names(found))}")
        turns = [point["turn"] for point in found["curve"]]
        for seat, name in enumerate(_with_results(found)):
            heights = [point["points"][seat] if alone else 100 * point["wins"][seat] for point in found["curve"]]
            axes.plot(
                turns, heights, LINES[seat % len(LINES)], color=COLOURS[seat % len(COLOURS)], label=name,
                marker=MARKS[seat % len(MARKS)], markevery=[len(turns) - 1], markersize=8, clip_on=False,
            )  # fmt: skip
        axes.set_xlim(0, max(turns[-1], 1))
        axes.locator_params(axis="x", integer=True)
        _mark(axes, found)
        axes.set_xlabel(say("analyse.axis.turn"))
        axes.set_ylabel(say("analyse.axis.points") if alone else say("analyse.axis.win"))
        if not alone:
            axes.set_ylim(0, 100)
            axes.set_yticks(range(0, 101, 25))
        axes.grid(axis="y")
        figure.legend(loc="outside lower center", ncols=2)
        return figure


def _game(found: Document) -> str:
    """The name of the game in the user's language."""
    texts = find_game(found["game"]).texts(language_of_the_user())
    return texts.say("game") if "game" in texts else str(found["game"])


def _with_results(found: Document) -> list[str]:
    """The seats with what they ended with, if the game has ended."""
    names = seat_names(found)
    if found["result"] is None:
        return names
    points = found["curve"][-1]["points"]
    return [say("analyse.ended", name=name, n=round(total)) for name, total in zip(names, points, strict=True)]


def _mark(axes: Axes, found: Document) -> None:
    """A band for each turn at which the game turned, with its number above."""
    ends = {before["turn"]: after["turn"] for before, after in pairwise(found["curve"])}
    turned = sorted(point["turn"] for point in found["turning_points"])
    for turn, row in zip(turned, rows(turned, BREADTH * found["curve"][-1]["turn"]), strict=True):
        axes.axvspan(turn, ends[turn], color=INK, linewidth=0, alpha=0.1)
        axes.annotate(
            str(turn + 1), ((turn + ends[turn]) / 2, 1), xycoords=("data", "axes fraction"), xytext=(0, 2 + ROW * row),
            textcoords="offset points", ha="center", va="bottom", fontsize=8,
        )  # fmt: skip


def rows(places: Sequence[float], breadth: float) -> list[int]:
    """In which row each label stands, so that none touches another: the lowest that is free there.

    The places are in order; a label is so broad.
    """
    ends: list[float] = []
    found = []
    for place in places:
        row = next((row for row, end in enumerate(ends) if place - end >= breadth), len(ends))
        ends[row : row + 1] = [place]
        found.append(row)
    return found
