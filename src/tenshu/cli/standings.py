"""The tables of `tenshu arena`, as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.table import Table

from tenshu.arena.balance import Balance
from tenshu.arena.fit import Fitted
from tenshu.arena.intervals import Figure, percent
from tenshu.arena.ratings import Rating
from tenshu.arena.results import Standing
from tenshu.cli.tables import drawn, has_room, table_of
from tenshu.cli.words import language_of_the_user, say, words_in
from tenshu.table.games import find_game

NAMES = frozenset({"player", "against", "castle", "what", "rank", "judgement"})
"""Columns of words; the others are figures."""


def together(standings: Sequence[Standing], rated: Mapping[str, Rating] | None) -> str:
    """Who won how much against the others."""
    some_failed = any(one.faults for one in standings)
    optional = [*(["rating"] if rated else []), "elo", "pace", *(["faults"] if some_failed else [])]
    table = _table("player", "games", "wins", "points", "lead", *optional)
    for one in standings:
        rating = [f"{rated[one.contestant].mu:.1f} ±{rated[one.contestant].sigma:.1f}"] if rated else []
        table.add_row(
            one.contestant,
            str(one.games),
            percent(one.wins),
            sure(one.points),
            sure(one.lead, "+.1f"),
            *rating,
            f"{one.elo:+.0f}",
            short(one.pace),
            *([str(one.faults)] if some_failed else []),
        )
    return drawn(table)


def meetings(found: Mapping[tuple[str, str], Figure]) -> str:
    """Who won how much against whom."""
    table = _table("player", "against", "wins")
    for (one, other), wins in found.items():
        table.add_row(one, other, percent(wins))
    return drawn(table)


def alone(standings: Sequence[Standing]) -> str:
    """What each reached on the same deals, and how often it beat a rival that the game itself plays."""
    some_failed = any(one.faults for one in standings)
    some_rival = any(one.has_rival for one in standings)
    optional = ["faults"] if some_failed else []
    beaten = ["wins"] if some_rival else []
    table = _table("player", "games", *beaten, "points", "median", "quartiles", "least", "most", "pace", *optional)
    for one in standings:
        low, middle, high = one.quartiles
        table.add_row(
            one.contestant,
            str(one.games),
            *([percent(one.wins)] if some_rival else []),
            sure(one.points),
            f"{middle:.3g}",
            f"{low:.3g} – {high:.3g}",
            str(one.totals[0]),
            str(one.totals[-1]),
            short(one.pace),
            *([str(one.faults)] if some_failed else []),
        )
    return drawn(table)


def ranks(standings: Sequence[Standing], name: Callable[[str], str]) -> str:
    """How often each earned which rank."""
    table = _table("rank")
    for one in standings:
        table.add_column(one.contestant, justify="right")
    for rank in standings[0].ranks:
        table.add_row(name(rank), *(f"{one.ranks[rank]}" for one in standings))
    return drawn(table)


def castles(found: Sequence[tuple[str, Balance]]) -> str:
    """What castles do, side by side. In a narrow terminal the seats stand below each other; if that is not enough,
    the decisions are left out."""
    broad = [_castle(name, one, " · ") for name, one in found]
    tall = [_castle(name, one, "\n") for name, one in found]
    short = [{title: cell for title, cell in row.items() if title != "decisions"} for row in tall]
    tables = [_filled(rows) for rows in (broad, tall, short)]
    return drawn(next((table for table in tables if has_room(table)), tables[-1]))


def _castle(name: str, one: Balance, between_seats: str) -> dict[str, str]:
    return {
        "castle": name,
        "seats": str(one.seats),
        "by-seat": between_seats.join(map(percent, one.wins)),
        "points": sure(one.points),
        "turns": f"{one.turns.mean:.0f}",
        "decisions": f"{one.decisions.mean:.0f}",
        "lead": sure(one.lead),
        "close": percent(one.close),
        "fair": say("arena.unclear" if one.is_open else "arena.yes" if one.is_fair else "arena.no"),
    }


def compared(found: Balance, name: Callable[[str], str]) -> str:
    """What winners did, and were paid for, beside losers."""
    table = _table("what", "winners", "losers", "difference", "games")
    for number, kind in enumerate((found.actions, found.lines)):
        if number:
            table.add_section()
        for one in kind:
            figures = (f"{one.winners:.2f}", f"{one.losers:.2f}", sure(one.difference, "+.2f", ".2f"))
            table.add_row(name(one.name), *figures, str(one.games))
    return drawn(table)


def fits(fitted: Sequence[Fitted]) -> str:
    """What each judgement reached."""
    table = _table("judgement", "generation", "off-linear", "off", "duel", "par")
    for one in fitted:
        errors = [f"{one.best.linear:.2f}", f"{one.best.network:.2f}"]
        table.add_row(one.name, str(one.best.number), *errors, *duel(one.proof, one.par, alone=one.alone))
    return drawn(table)


def duel(reached: Figure, par: float, *, alone: bool) -> tuple[str, str]:
    """What a duel gave, and what the present numbers get: points, or wins in per cent."""
    return (sure(reached), f"{par:.1f}") if alone else (percent(reached), f"{100 * par:.1f}")


def naming(game: str) -> Callable[[str], str]:
    """What ranks, moves, cards and lines of a score sheet are called in the user's language; a code that has no name
    stays as it is."""
    texts = find_game(game).texts(language_of_the_user())
    own = words_in(language_of_the_user())

    def name(code: str) -> str:
        heading, _, card = code.replace(" ", ".").partition(".")
        for key in (f"rank.{code}", f"{heading.removesuffix('s')}.{card}", f"verb.{code}"):
            if key in texts:
                return texts.say(key).split(" ")[0] if key.startswith("verb.") else texts.say(key)
        return next((own.say(key) for key in (f"sheet.{code}", f"points.{code}") if key in own), code)

    return name


def sure(figure: Figure, form: str = ".1f", spread: str = ".1f") -> str:
    """A figure with its interval."""
    mean = format(figure.mean, form)
    return mean if figure.margin is None else f"{mean} ±{format(figure.margin, spread)}"


def short(number: float) -> str:
    """A number that counts: three digits, or all that stand before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _filled(rows: Sequence[Mapping[str, str]]) -> Table:
    """A table of rows that have the same columns."""
    table = _table(*rows[0])
    for row in rows:
        table.add_row(*row.values())
    return table


def _table(*columns: str) -> Table:
    return table_of({name: say(f"arena.column.{name}") for name in columns}, NAMES)
