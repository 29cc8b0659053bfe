"""The picture of an analysis: how the chances went, turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tenshu.arena.extra import load
from tenshu.arena.plots import COLOURS, INK, WIDTH, headline, style
from tenshu.cli.advised import seat_names
from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.words import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tenshu.table.state import Document

HEIGHT = 5.0
LINES = ("-", "--", "-.", ":")
"""One for each seat, since nothing is said by colour alone."""


def draw(found: Document, file: str) -> None:
    """Write the picture; its kind follows from the name of the file."""
    figure = curve(found)
    try:
        with style():
            figure.savefig(Path(file), dpi=150, metadata={"Date": None} if file.lower().endswith(".svg") else None)
    except OSError as problem:
        raise Complaint(say("file.unwritable", file=one_line(file), problem=problem.strerror or problem)) from None


def curve(found: Document) -> Figure:
    """Chances to win (alone, expected points) over the turns; the turning points are marked."""
    with style():
        figure: Figure = load("matplotlib.figure").Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        headline(figure, say("analyse.title"), f"{found['game']} · {' · '.join(seat_names(found))}")
        alone = found["curve"][0]["wins"] is None
        turns = [point["turn"] + 1 for point in found["curve"]]
        for seat, name in enumerate(seat_names(found)):
            heights = [point["points"][seat] if alone else 100 * point["wins"][seat] for point in found["curve"]]
            axes.plot(turns, heights, LINES[seat % len(LINES)], color=COLOURS[seat % len(COLOURS)], label=name)
        _mark(axes, found)
        axes.set_xlabel(say("analyse.axis.turn"))
        axes.set_ylabel(say("analyse.axis.points") if alone else say("analyse.axis.win"))
        if not alone:
            axes.set_ylim(0, 100)
        axes.grid(axis="y")
        figure.legend(loc="outside lower center", ncols=len(found["seats"]))
        return figure


def _mark(axes: Axes, found: Document) -> None:
    for point in found["turning_points"]:
        axes.axvline(point["turn"] + 1, color=INK, linewidth=0.8, alpha=0.35)
        axes.annotate(
            str(point["turn"] + 1), (point["turn"] + 1, 1), xycoords=("data", "axes fraction"), ha="center",
            va="bottom", fontsize=8,
        )  # fmt: skip
