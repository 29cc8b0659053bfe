"""What `tenshu arena balance` reports of castles: a table, sentences, pictures, and the table of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tenshu.arena import Folder, Match, plots
from tenshu.arena.balance import ALLOWED, Balance, balance, verdict
from tenshu.arena.intervals import percent
from tenshu.cli import dealing, standings
from tenshu.cli.castles import name_in_words
from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.matches import with_the_extra
from tenshu.cli.reading import read_text
from tenshu.cli.terminal.saving import check_file
from tenshu.cli.words import language_of_the_user, say
from tenshu.cli.writing import print_text
from tenshu.dragon_castle.layouts import Layout, catalogue, errors
from tenshu.table.games import find_game

ANY_CASTLE = (2,)
"""How many play in a drawing that does not say for how many it is."""
HEADING = "## Balance"
CHAPTER = rf"(?ms)^{HEADING}$.*?(?=^## |\Z)"


@dataclass(frozen=True)
class Castle:
    """A castle for a number of players, and the match that measures it."""

    layout: Layout
    players: int
    match: Match

    @property
    def folder(self) -> str:
        return f"{self.layout.key}-for-{self.players}"


def chosen(typed: list[str], players: int | None) -> list[tuple[Layout, int]]:
    """The castles to measure, each for the numbers of players it is best for, or for the one that was asked for."""
    if not typed:
        shipped = [(layout, count) for layout in catalogue().values() for count in layout.players]
        return [(layout, count) for layout, count in shipped if players in (None, count)]
    found = []
    for name in typed:
        layout = dealing.layout_of(name)
        wrong = errors(layout, find_game(dealing.GAME).texts(language_of_the_user()))
        if wrong:
            raise Complaint(f"{one_line(name)}: {'; '.join(wrong)}")
        counts = layout.players or ANY_CASTLE
        found += [(layout, count) for count in (counts if players is None else (players,))]
    different = list(dict.fromkeys(found))
    for layout, count in different:
        if [(other.key, seats) for other, seats in different].count((layout.key, count)) > 1:
            raise Complaint(say("arena.same-name", name=layout.key))
    return different


def text_of_page(page: str) -> str:
    """What is on a page that can take the table; complains about one that cannot."""
    text = read_text(page)
    check_file(page)
    if not re.search(CHAPTER, text):
        raise Complaint(say("arena.no-chapter", file=one_line(page), heading=HEADING))
    return text


class Report:
    """What was found, castle by castle."""

    def __init__(self, games: str, player: str, seed: str, spirits: str | None, dragons: str | None) -> None:
        self.games = games
        self.player = player
        self.options = {"games": games, "player": player, "seed": seed, "spirits": spirits, "dragons": dragons}
        self.found: list[tuple[Castle, Balance]] = []
        self.games_kept = 0

    def add(self, castle: Castle, folder: Folder) -> None:
        """Judge what a folder holds, draw it, and say it in a sentence."""
        self.games_kept += len(folder.outcomes)
        folder.write_table()
        measured = balance(folder.match, folder.outcomes)
        if measured is None:
            return
        self.found.append((castle, measured))
        said = plots.words(language_of_the_user(), standings.naming(dealing.GAME))
        name = name_in_words(castle.layout)
        sentence = verdict(measured, name, said.texts, said.name)
        print_text(sentence)
        with with_the_extra():
            about = plots.settings_in_words(folder.match, measured.games, said)
            title = f"{name} · {said.say('plot.seats', n=castle.players)}"
            plots.write(plots.balance(measured, title, about, said), folder.path / "balance")

    def show(self) -> None:
        """All castles side by side, and for a single one what winners do."""
        if self.found:
            print_text("\n" + standings.castles([(one.layout.key, found) for one, found in self.found]))
        if len(self.found) == 1:
            naming = standings.naming(dealing.GAME)
            print_text("\n" + standings.compared(self.found[0][1], naming))

    def write(self, page: str) -> None:
        """Put the table into a page, in place of the one that is there."""
        written = re.sub(CHAPTER, lambda _: self.section(page), text_of_page(page), count=1)
        try:
            Path(page).write_text(written.rstrip("\n") + "\n", "utf-8")
        except OSError as problem:
            raise Complaint(say("file.unwritable", file=one_line(page), problem=problem.strerror)) from None

    def section(self, page: str) -> str:
        """The chapter of the page; pages are in English."""
        given = " ".join(f"--{name} {value}" for name, value in self.options.items() if value is not None)
        cards = "with cards" if self.options["spirits"] or self.options["dragons"] else "no cards"
        lines = [
            HEADING,
            "",
            f"{self.games} games a row between equal players (`{self.player}`), {cards}; seat 1 begins.",
            "Wins in per cent with 95 % intervals, a shared win counted in parts. Repeat them with",
            f"`tenshu arena balance {given} --page {page}`.",
            "",
            "| castle | players | wins by seat, % | mean points | turns | decisions | ends within 5 points, % "
            f"| within {100 * ALLOWED:.0f} points of fair |",
            "|---|---|---|---|---|---|---|---|",
            *(_line(castle, found) for castle, found in self.found),
        ]
        return "\n".join(lines) + "\n\n"


def _line(castle: Castle, found: Balance) -> str:
    wins = " · ".join(percent(one, "± ") for one in found.wins)
    fair = "unclear" if found.is_open else "yes" if found.is_fair else "**no**"
    cells = [castle.layout.key, str(castle.players), wins, f"{found.points.mean:.1f}", f"{found.turns.mean:.0f}"]
    cells += [f"{found.decisions.mean:.0f}", f"{100 * found.close.mean:.0f}", fair]
    return f"| {' | '.join(cells)} |"
