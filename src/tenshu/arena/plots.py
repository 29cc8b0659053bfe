"""Pictures of a match: a ladder of ratings, how totals are spread, where points come from, which ranks were earned; and
what a castle does; how a judgement was fitted.

Each is written as PNG and as SVG. Colours are those of Okabe and Ito, which everybody can tell apart; nothing is said
by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from tenshu.arena.balance import ALLOWED, CLOSE, Balance, Comparison
from tenshu.arena.extra import load
from tenshu.arena.fit import Fitted
from tenshu.arena.intervals import percent
from tenshu.arena.match import Match
from tenshu.arena.ratings import Rating
from tenshu.arena.results import Standing
from tenshu.table.games import find_game
from tenshu.table.texts import FALLBACK, Texts, load_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")
INK = "#222222"
FAINT = "#D9D9D9"
WIDTH = 9.0
ROW = 0.55
"""Inches a contestant takes."""
SURE = 1.96
MOST_BINS = 40
MOST_COMPARED = 12
ABOUT_WIDTH = 130
"""Letters in a line below the title."""
_STYLE = {
    "font.size": 10,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.hashsalt": "tenshu",
    "legend.frameon": False,
}
Naming = Callable[[str], str]
"""Names lines of a score sheet and ranks for people."""


@dataclass(frozen=True)
class Words:
    """In which language a picture speaks, and how it calls what belongs to the game."""

    texts: Texts
    name: Naming

    def say(self, key: str, **facts: object) -> str:
        return self.texts.say(key, **facts)


def words(language: str = FALLBACK, name: Naming = str) -> Words:
    return Words(load_texts("tenshu.arena", language), name)


def match_plots(
    folder: Path, match: Match, standings: Sequence[Standing], rated: Mapping[str, Rating] | None, said: Words
) -> list[Path]:
    """Draw everything that a match gives into a folder; the files are returned. Raises `MissingExtra`."""
    about = settings_in_words(match, standings[0].deals, said)
    written = []
    if rated:
        written += write(ladder(standings, rated, about, said), folder / "ratings")
    written += write(scores(standings, about, said), folder / "scores")
    written += write(categories(standings, about, said), folder / "categories")
    if standings[0].ranks:
        written += write(ranks(standings, about, said), folder / "ranks")
    return written


def settings_in_words(match: Match, deals: int, said: Words) -> str:
    """What was measured, with so many whole deals: the second line of every title."""
    games = deals * len(match.seatings()) // match.deals
    options = find_game(match.game).options(match.options)
    facts = [
        match.game,
        said.say("plot.seats", n=match.seats),
        *([match.contestants[0]] if len(match.contestants) == 1 else []),
        said.say("plot.games", n=games),
        said.say("plot.deals", n=deals, seed=match.seed),
        *(f"{name} {in_words(value)}" for name, value in options.items() if name not in ("players", "solo")),
    ]
    return " · ".join(facts)


def in_words(value: object) -> str:
    """The value of an option."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def ladder(standings: Sequence[Standing], rated: Mapping[str, Rating], about: str, said: Words) -> Figure:
    """Ratings with their intervals, the best on top, and the wins beside them."""
    ordered = sorted(standings, key=lambda one: rated[one.contestant].mu)
    with _figure(len(ordered), said.say("plot.ratings"), about) as (figure, axes):
        places = range(len(ordered))
        mus = [rated[one.contestant].mu for one in ordered]
        spread = [SURE * rated[one.contestant].sigma for one in ordered]
        axes.errorbar(mus, places, xerr=spread, fmt="o", color=COLOURS[0], ecolor=COLOURS[0], capsize=4, markersize=8)
        _name_rows(axes, [one.contestant for one in ordered])
        axes.grid(axis="x")
        axes.set_xlabel(said.say("plot.ratings.axis"))
        for place, one in zip(places, ordered, strict=True):
            axes.annotate(f"{percent(one.wins)} %", (1.015, place), xycoords=("axes fraction", "data"), va="center")
        axes.annotate(
            said.say("plot.wins"), (1.015, 1), xycoords="axes fraction", va="bottom", fontweight="bold", fontsize=9
        )
        return figure


def scores(standings: Sequence[Standing], about: str, said: Words) -> Figure:
    """How the totals of each contestant are spread, one row each over one scale; the best median on top."""
    ordered = sorted(standings, key=lambda one: one.quartiles[1])
    low = min(one.totals[0] for one in ordered)
    high = max(one.totals[-1] for one in ordered)
    step = max(1, ceil((high - low + 1) / MOST_BINS))
    edges = [low - 0.5 + step * number for number in range((high - low) // step + 2)]
    with _figure(len(ordered), said.say("plot.scores"), about, row=0.85) as (figure, axes):
        counted = [_shares(one.totals, edges) for one in ordered]
        highest = max(max(shares) for shares in counted)
        for place, (one, shares) in enumerate(zip(ordered, counted, strict=True)):
            heights = [place + 0.8 * share / highest for share in shares]
            colour = COLOURS[place % len(COLOURS)]
            axes.stairs(heights, edges, baseline=place, fill=True, color=colour, alpha=0.55)
            axes.stairs(heights, edges, baseline=place, color=colour, linewidth=1.2)
            lower, middle, upper = one.quartiles
            axes.plot([lower, upper], [place - 0.06] * 2, color=INK, linewidth=2.5, solid_capstyle="butt")
            axes.plot([middle], [place - 0.06], marker="o", color="white", markeredgecolor=INK, markersize=6)
            axes.annotate(
                f"{middle:.3g}  ({lower:.3g} – {upper:.3g})", (1.015, place + 0.25), xycoords=("axes fraction", "data"),
            )  # fmt: skip
        axes.annotate(
            said.say("plot.quartiles"), (1.015, 1), xycoords="axes fraction", va="bottom", fontweight="bold", fontsize=9
        )
        axes.set_yticks([place + 0.3 for place in range(len(ordered))], [one.contestant for one in ordered])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(-0.25, len(ordered))
        axes.grid(axis="x")
        axes.set_xlabel(said.say("plot.points"))
        return figure


def categories(standings: Sequence[Standing], about: str, said: Words) -> Figure:
    """Where the points of each contestant come from; the most on top."""
    ordered = sorted(standings, key=lambda one: one.points.mean)
    lines = list(dict.fromkeys(line for one in ordered for line in one.categories))
    with _figure(len(ordered), said.say("plot.categories"), about, extra=0.35) as (figure, axes):
        widest = max(one.points.mean for one in ordered)
        above, below = [0.0] * len(ordered), [0.0] * len(ordered)
        for number, line in enumerate(lines):
            values = [one.categories.get(line, 0.0) for one in ordered]
            lefts = [high if value >= 0 else low for value, high, low in zip(values, above, below, strict=True)]
            colour = COLOURS[number % len(COLOURS)]
            bars = axes.barh(range(len(ordered)), values, left=lefts, color=colour, label=said.name(line), height=0.62)
            shown = [f"{value:.1f}" if abs(value) > widest / 18 else "" for value in values]
            axes.bar_label(bars, shown, label_type="center", fontsize=9, color=_readable_on(colour))
            above = [high + max(value, 0) for high, value in zip(above, values, strict=True)]
            below = [low + min(value, 0) for low, value in zip(below, values, strict=True)]
        _name_rows(axes, [one.contestant for one in ordered])
        for place, one in enumerate(ordered):
            axes.annotate(
                f"{one.points.mean:.1f}", (above[place], place), xytext=(5, 0), textcoords="offset points",
                va="center", fontweight="bold",
            )  # fmt: skip
        axes.margins(x=0.08)
        axes.grid(axis="x")
        axes.set_xlabel(said.say("plot.mean-points"))
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=min(5, len(lines)))
        return figure


def ranks(standings: Sequence[Standing], about: str, said: Words) -> Figure:
    """Which part of its games earned each contestant which rank."""
    ordered = sorted(standings, key=lambda one: one.points.mean)
    found = list(ordered[0].ranks)
    shades = load("matplotlib").colormaps["cividis"]
    with _figure(len(ordered), said.say("plot.ranks"), about, extra=0.35 + 0.2 * (len(found) // 5)) as (figure, axes):
        lefts = [0.0] * len(ordered)
        for number, rank in enumerate(found):
            parts = [100 * one.ranks[rank] / one.games for one in ordered]
            colour = shades(1 - number / max(1, len(found) - 1))
            bars = axes.barh(
                range(len(ordered)), parts, left=lefts, color=colour, label=said.name(rank), height=0.62,
                edgecolor="white", linewidth=0.8,
            )  # fmt: skip
            shown = [f"{part:.0f}" if part >= 4 else "" for part in parts]
            axes.bar_label(bars, shown, label_type="center", fontsize=9, color=_readable_on(colour))
            lefts = [left + part for left, part in zip(lefts, parts, strict=True)]
        _name_rows(axes, [one.contestant for one in ordered])
        axes.set_xlim(0, 100)
        axes.set_xlabel(said.say("plot.part-of-games"))
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=min(5, len(found)))
        return figure


def balance(found: Balance, title: str, about: str, said: Words) -> Figure:
    """What a castle does, on one page: seats, closeness, and what winners do and earn more than losers."""
    actions, lines = (
        [one for one in compared if one.difference.margin is not None][:MOST_COMPARED]
        for compared in (found.actions, found.lines)
    )
    rows = max(len(actions), len(lines), 3)
    with style():
        figure: Figure = load("matplotlib.figure").Figure(figsize=(WIDTH, 4.6 + 0.3 * rows), layout="constrained")
        headline(figure, title, about)
        grid = figure.add_gridspec(2, 1, height_ratios=[2.4, 0.3 * rows + 0.8])
        above, below = figure.add_subfigure(grid[0]), figure.add_subfigure(grid[1])
        seats, leads = above.subplots(1, 2)
        _seats(seats, found, said)
        _leads(leads, found, said)
        done, earned = below.subplots(1, 2)
        _compare(done, actions, said.say("plot.actions"), said)
        _compare(earned, lines, said.say("plot.lines"), said)
        return figure


def _seats(axes: Axes, found: Balance, said: Words) -> None:
    fair = 100 / found.seats
    axes.axhspan(fair - 100 * ALLOWED, fair + 100 * ALLOWED, color=FAINT, alpha=0.5, linewidth=0)
    axes.axhline(fair, color=INK, linewidth=1, linestyle="--")
    wins = [one.scaled(100) for one in found.wins]
    places = range(found.seats)
    means, spread = [one.mean for one in wins], [one.margin or 0.0 for one in wins]
    axes.errorbar(places, means, yerr=spread, fmt="o", color=COLOURS[0], capsize=5, markersize=8)
    for place, mean in zip(places, means, strict=True):
        axes.annotate(
            f"{mean:.1f}", (place, mean), xytext=(9, 0), textcoords="offset points", va="center",
            bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.8},
        )  # fmt: skip
    axes.set_xticks(list(places), [said.say("plot.seat", number=place + 1) for place in places])
    axes.set_xlim(-0.5, found.seats - 0.35)
    far = max(100 * ALLOWED, *(abs(one.low - fair) for one in wins), *(abs(one.high - fair) for one in wins))
    axes.set_ylim(max(0.0, fair - 1.25 * far), min(100.0, fair + 1.25 * far))
    axes.set_title(said.say("plot.wins-by-seat"), fontsize=10, loc="left")


def _leads(axes: Axes, found: Balance, said: Words) -> None:
    edges = [number - 0.5 for number in range(found.leads[-1] + 2)]
    shares = [100 * share for share in _shares(found.leads, edges)]
    near = [index <= CLOSE for index in range(len(shares))]
    colours = [COLOURS[2] if is_near else COLOURS[4] for is_near in near]
    axes.bar(range(len(shares)), shares, width=0.9, color=colours)
    axes.axvline(CLOSE + 0.5, color=INK, linewidth=1, linestyle="--")
    told = said.say("plot.close", points=CLOSE, percent=f"{100 * found.close.mean:.0f}")
    axes.annotate(
        told, (CLOSE + 0.5, 1), xycoords=("data", "axes fraction"), xytext=(5, -2), textcoords="offset points",
        va="top", fontsize=9,
    )  # fmt: skip
    axes.grid(axis="y")
    axes.set_title(said.say("plot.leads"), fontsize=10, loc="left")


def _compare(axes: Axes, compared: Sequence[Comparison], title: str, said: Words) -> None:
    ordered = list(reversed(compared))
    axes.axvline(0, color=INK, linewidth=1)
    for place, one in enumerate(ordered):
        clear = one.weight >= 1
        colour = (COLOURS[0] if one.difference.mean > 0 else COLOURS[5]) if clear else COLOURS[7]
        axes.errorbar(
            [one.difference.mean], [place], xerr=[one.difference.margin or 0.0], fmt="o" if clear else "d",
            color=colour, capsize=3, markersize=6,
        )  # fmt: skip
        axes.annotate(
            f"{one.winners:.1f} : {one.losers:.1f}", (1.02, place), xycoords=("axes fraction", "data"), va="center",
            fontsize=8,
        )  # fmt: skip
    _name_rows(axes, [said.name(one.name) for one in ordered])
    axes.tick_params(axis="y", labelsize=9)
    axes.margins(x=0.1)
    axes.grid(axis="x")
    axes.set_title(title, fontsize=10, loc="left")
    axes.set_xlabel(said.say("plot.difference"), fontsize=9)


def fits(fitted: Sequence[Fitted], about: str, said: Words) -> Figure:
    """A row for each judgement: errors in the exam and the duels, by generation; a line marks the one that was kept."""
    with style():
        size = (WIDTH, 1.2 + 2.6 * len(fitted))
        figure: Figure = load("matplotlib.figure").Figure(figsize=size, layout="constrained")
        headline(figure, said.say("plot.fits"), about)
        for (errors, duels), one in zip(figure.subplots(len(fitted), 2, squeeze=False), fitted, strict=True):
            _errors(errors, one, said)
            _duels(duels, one, said)
            for axes in (errors, duels):
                axes.axvline(one.best.number, color=INK, linewidth=0.8, alpha=0.35)
                axes.xaxis.set_major_locator(load("matplotlib.ticker").MaxNLocator(integer=True))
                axes.set_xlabel(said.say("plot.generation"), fontsize=9)
                axes.grid(axis="y")
        return figure


def _errors(axes: Axes, one: Fitted, said: Words) -> None:
    numbers = [reached.number for reached in one.generations]
    linear = [reached.linear for reached in one.generations]
    network = [reached.network for reached in one.generations]
    axes.plot(numbers, linear, "s--", color=COLOURS[1], markersize=4, label=said.say("plot.fits.linear"))
    axes.plot(numbers, network, "o-", color=COLOURS[0], markersize=4, label=said.say("plot.fits.network"))
    axes.set_title(said.say("plot.fits.errors", name=one.name), fontsize=10, loc="left")
    axes.legend(fontsize=8)


def _duels(axes: Axes, one: Fitted, said: Words) -> None:
    part = 1 if one.alone else 100
    numbers = [reached.number for reached in one.generations]
    duels = [reached.duel.scaled(part) for reached in one.generations]
    means, spread = [duel.mean for duel in duels], [duel.margin or 0.0 for duel in duels]
    axes.errorbar(numbers, means, yerr=spread, fmt="o-", color=COLOURS[2], capsize=3, markersize=4)
    axes.axhline(part * one.best.par, color=INK, linewidth=1, linestyle="--")
    if not one.alone:
        axes.set_ylim(bottom=0)
    title = "plot.fits.points" if one.alone else "plot.fits.wins"
    axes.set_title(said.say(title, name=one.name), fontsize=10, loc="left")


def write(figure: Figure, path: Path) -> list[Path]:
    """A picture as PNG and SVG; the same picture is the same file."""
    files = [path.with_name(f"{path.name}.{kind}") for kind in ("png", "svg")]
    with load("matplotlib").rc_context(_STYLE):
        figure.savefig(files[0], dpi=150)
        figure.savefig(files[1], metadata={"Date": None})
    return files


@contextmanager
def _figure(
    rows: int, title: str, about: str, *, row: float = ROW, extra: float = 0.0
) -> Iterator[tuple[Figure, Axes]]:
    """A picture of so many rows with its title, in the style of the house."""
    with style():
        figure = load("matplotlib.figure").Figure(figsize=(WIDTH, 1.75 + extra + row * rows), layout="constrained")
        axes = figure.add_subplot()
        headline(figure, title, about)
        yield figure, axes


def style() -> Any:
    """The look of all pictures, while they are drawn."""
    return load("matplotlib").rc_context(_STYLE)


def headline(figure: Figure, title: str, about: str) -> None:
    """Title and, smaller, what was measured; the picture grows with the lines they need."""
    lines = fill(about, ABOUT_WIDTH)
    count = lines.count("\n") + 1
    width, height = figure.get_size_inches()
    height += 0.15 * (count - 1)
    figure.set_size_inches(width, height)
    figure.suptitle(title + "\n" * count, x=0.01, ha="left", fontsize=13, fontweight="bold")
    figure.text(0.01, 1 - 0.36 / height, lines, ha="left", va="top", fontsize=8.5, color="#555555")


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), list(names))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(-0.6, len(names) - 0.4)


def _shares(totals: Sequence[int], edges: Sequence[float]) -> list[float]:
    counts = [0] * (len(edges) - 1)
    step = edges[1] - edges[0]
    for total in totals:
        counts[int((total - edges[0]) / step)] += 1
    return [count / len(totals) for count in counts]


def _readable_on(colour: Any) -> str:
    red, green, blue = load("matplotlib.colors").to_rgb(colour)
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"
