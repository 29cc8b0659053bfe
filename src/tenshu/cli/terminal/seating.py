"""Who sits where: from the wishes on the command line to a game at the table, and what becomes of it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import Any

from rich.console import Console
from rich.text import Text

from tenshu.cli import dealing
from tenshu.cli.complaint import Complaint, about, one_line
from tenshu.cli.reading import name_of, read_record
from tenshu.cli.sentences import Sentences
from tenshu.cli.terminal.commands import Left, offer_record
from tenshu.cli.terminal.faces import FACES
from tenshu.cli.terminal.game import Computer, Table, TerminalGame
from tenshu.cli.terminal.keyboard import Gone, Keyboard
from tenshu.cli.terminal.saving import check_file, save_record
from tenshu.cli.words import words_in
from tenshu.players.guard import Guard
from tenshu.players.levels import LEVELS, USUAL_LEVEL
from tenshu.players.roster import contestant
from tenshu.table.errors import Malformed
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

    game: str
    deal: dict[str, Any]
    opponent: str | None
    """A text of `players.roster`; None if the menu may ask."""
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
    deal, level = dict(wishes.deal), wishes.opponent or USUAL_LEVEL
    if keyboard.live and not wishes.hot_seat and all(value is None for value in deal.values()):
        chosen, level = start_menu(keyboard, words, wishes)
        deal |= chosen
    if deal["seed"] is None:
        deal["seed"] = str(secrets.randbelow(SEEDS))
    state, options = dealing.deal(wishes.game, **deal)
    computers = 0 if wishes.hot_seat else state.seats - 1
    seats = [HUMAN] * (state.seats - computers) + [level] * computers
    return state, Session(state, options=options, seats=seats)


def start_menu(keyboard: Keyboard, words: Texts, wishes: Wishes) -> tuple[dict[str, Any], str]:
    """A few questions that the Enter key answers sensibly: options of the deal, and who the computer is."""
    name = find_game(wishes.game).texts(wishes.language).say("game")
    keyboard.console.print(words.say("start.welcome", game=name), style="bold")
    players = _number(keyboard, words.say("start.players"), words, range(1, 5), 2)
    chosen: dict[str, Any] = {"players": str(players)} if players > 1 else {"solo": True}
    if wishes.game == dealing.GAME:
        cards = _number(keyboard, words.say("start.cards"), words, range(4), 0)
        chosen |= {"spirits": f"random:{cards}", "dragons": f"random:{cards}"} if cards else {}
    elif players == 1:
        chosen["solo"] = dealing.LEVELS[_number(keyboard, words.say("start.rival"), words, range(1, 4), 2) - 1]
    return chosen, wishes.opponent or (USUAL_LEVEL if players == 1 else _level(keyboard, words))


def _level(keyboard: Keyboard, words: Texts) -> str:
    """Which level the computer plays at."""
    names = list(LEVELS)
    keyboard.console.print(words.say("start.level"))
    for number, name in enumerate(names, start=1):
        line = Text(f"  {number}  {words.say(f'level.{name}'):<12}", style="bold")
        keyboard.console.print(line.append(words.say(f"level.{name}.about"), style="not bold"))
    usual = names.index(USUAL_LEVEL) + 1
    return names[_number(keyboard, words.say("start.level.number"), words, range(1, len(names) + 1), usual) - 1]


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
    computers = [_computer(name) for name in session.seats]
    people = [number for number, computer in enumerate(computers) if computer is None]
    if not people:
        raise Complaint(words.say("resume.nobody"))
    you = people[0] if len(people) == 1 else None
    return Table(
        session=session,
        face=FACES[start.game](start, texts, words, console),
        words=words,
        sentences=Sentences(texts, _names(computers, you, words), you),
        console=console,
        keyboard=keyboard,
        computers=computers,
        rng=Random(f"players {session.options.get('seed')}"),
        title=_title(session, texts, words),
        record_file=wishes.record_file,
    )


def _computer(name: str) -> Computer | None:
    """The player a seat of a record names; None for a person."""
    try:
        found = contestant(name)
    except Malformed:
        return None
    return Computer(Guard(found.make()), found.budget)


def _names(computers: list[Computer | None], you: int | None, words: Texts) -> list[str]:
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
