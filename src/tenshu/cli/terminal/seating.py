"""Who sits where: from the wishes on the command line to a game at the table, and what becomes of it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import Any

from rich.console import Console

from tenshu.cli import dealing
from tenshu.cli.complaint import Complaint, about, one_line
from tenshu.cli.reading import name_of, read_record
from tenshu.cli.sentences import Sentences
from tenshu.cli.terminal.commands import Left, offer_record
from tenshu.cli.terminal.dragon_castle.face import DragonCastleFace
from tenshu.cli.terminal.game import Table, TerminalGame
from tenshu.cli.terminal.keyboard import Gone, Keyboard
from tenshu.cli.terminal.saving import check_file, save_record
from tenshu.cli.words import words_in
from tenshu.players import PLAYERS, Player
from tenshu.table.games import find_game
from tenshu.table.session import Session
from tenshu.table.state import State
from tenshu.table.texts import Texts

HUMAN = "human"
RIVALS = ("Mei", "Jade", "Ren")
INTERRUPTED = 130
SEEDS = 1_000_000

__all__ = ["Wishes", "check_file", "host"]


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for; options of the deal that are None were not given."""

    deal: dict[str, Any]
    opponent: str
    hot_seat: bool
    language: str
    record_file: str
    resume: str
    no_colour: bool
    pace: float


def host(wishes: Wishes) -> int:
    """Play a game from the start menu to the score sheet; gives the exit code."""
    words = words_in(wishes.language)
    console = Console(no_color=True if wishes.no_colour else None, highlight=False, emoji=False)
    keyboard = Keyboard(console, words, wishes.pace)
    game = None
    try:
        start, session = resumed(wishes.resume) if wishes.resume else new_session(wishes, keyboard, words)
        game = TerminalGame(seat(start, session, wishes, console, keyboard))
        game.play()
        part(game)
    except (Gone, Left):
        _farewell(game, console, words)
    except KeyboardInterrupt:
        console.print()
        _farewell(game, console, words)
        return INTERRUPTED
    return 0


def part(game: TerminalGame) -> None:
    """The game is over: the score sheet, and the record."""
    table = game.table
    game.draw(status=table.words.say("status.over"))
    table.console.print(table.face.sheet(game.session.state, table.names))
    if table.record_file:
        keep(game)
    else:
        offer_record(game)


def _farewell(game: TerminalGame | None, console: Console, words: Texts) -> None:
    """The player left early: keep the record if one was wanted."""
    if game is not None and game.table.record_file and game.session.moves:
        keep(game)
    console.print(words.say("farewell"))


def keep(game: TerminalGame) -> None:
    save_record(game.session.record(), game.table.record_file)
    game.print_unbroken(game.say("save.done", file=game.table.record_file))


# A new game.


def new_session(wishes: Wishes, keyboard: Keyboard, words: Texts) -> tuple[State, Session]:
    """A deal as wished, and a session that begins with it."""
    deal = dict(wishes.deal)
    if keyboard.live and not wishes.hot_seat and all(value is None for value in deal.values()):
        deal |= start_menu(keyboard, words)
    if deal["seed"] is None:
        deal["seed"] = str(secrets.randbelow(SEEDS))
    state, options = dealing.deal(**deal)
    computers = 0 if wishes.hot_seat else state.seats - 1
    seats = [HUMAN] * (state.seats - computers) + [wishes.opponent] * computers
    return state, Session(state, options=options, seats=seats)


def start_menu(keyboard: Keyboard, words: Texts) -> dict[str, Any]:
    """A few questions that the Enter key answers sensibly."""
    keyboard.console.print(words.say("start.welcome"), style="bold")
    players = _number(keyboard, words.say("start.players"), words, range(1, 5), 2)
    cards = _number(keyboard, words.say("start.cards"), words, range(4), 0)
    chosen: dict[str, Any] = {"solo": True} if players == 1 else {"players": str(players)}
    return chosen | ({"spirits": f"random:{cards}", "dragons": f"random:{cards}"} if cards else {})


def _number(keyboard: Keyboard, question: str, words: Texts, allowed: range, default: int) -> int:
    while True:
        answer = keyboard.ask(f"{question} [{default}] ")
        if not answer:
            return default
        if answer.isascii() and answer.isdigit() and int(answer[:4]) in allowed:
            return int(answer)
        keyboard.console.print(words.say("start.number", least=allowed[0], most=allowed[-1]))


# A game that was left.


def resumed(file: str) -> tuple[State, Session]:
    """The deal of a record, and a session that stands where the record ends."""
    record = read_record(file)
    with about(name_of(file)):
        steps = list(record.states())
    start = steps[0][1]
    session = Session(start, options=record.options, seats=record.seats)
    for told, _ in steps[:-1]:  # the game's own answers follow by themselves
        session.play(record.moves[told])
    return start, session


# Chairs.


def seat(start: State, session: Session, wishes: Wishes, console: Console, keyboard: Keyboard) -> Table:
    """Everything laid out for a game; `start` is its deal."""
    words = words_in(wishes.language)
    texts = find_game(start.game).texts(wishes.language)
    computers = [PLAYERS[name]() if name in PLAYERS else None for name in session.seats]
    people = [number for number, computer in enumerate(computers) if computer is None]
    if not people:
        raise Complaint(words.say("resume.nobody"))
    you = people[0] if len(people) == 1 else None
    return Table(
        session=session,
        face=DragonCastleFace(start, texts, words, console),
        words=words,
        sentences=Sentences(texts, _names(computers, you, words), you),
        console=console,
        keyboard=keyboard,
        computers=computers,
        rng=Random(f"players {session.options.get('seed')}"),
        title=_title(session, texts, words),
        record_file=wishes.record_file,
    )


def _names(computers: list[Player | None], you: int | None, words: Texts) -> list[str]:
    """You and the computer's usual names, or numbers if several people play."""
    rivals = iter(RIVALS)
    return [
        next(rivals)
        if computer is not None
        else words.say("you")
        if number == you
        else words.say("seat", number=number + 1)
        for number, computer in enumerate(computers)
    ]


def _title(session: Session, texts: Texts, words: Texts) -> str:
    parts = [texts.say("game")]
    if "layout" in session.options:
        parts.append(str(session.options["layout"]))
    if "seed" in session.options:
        parts.append(words.say("title.seed", seed=session.options["seed"]))
    return one_line(", ".join(parts))
