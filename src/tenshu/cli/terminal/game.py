"""A game at the terminal: who is asked, what was said, what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rich.console import Console

from tenshu.cli.sentences import Sentences
from tenshu.cli.terminal import commands
from tenshu.cli.terminal.face import Face, Scene
from tenshu.cli.terminal.keyboard import Keyboard
from tenshu.cli.terminal.menu import Choice, Menu
from tenshu.cli.terminal.typed import meant, plain
from tenshu.players.player import Player
from tenshu.table.errors import Malformed
from tenshu.table.search import Budget
from tenshu.table.session import Session
from tenshu.table.texts import Texts

PROMPT = "> "


@dataclass(frozen=True)
class Computer:
    """A seat that nobody at the keyboard decides for."""

    player: Player
    budget: Budget


@dataclass
class Table:
    """Everything a game at the terminal consists of."""

    session: Session
    face: Face
    words: Texts
    sentences: Sentences
    console: Console
    keyboard: Keyboard
    computers: Sequence[Computer | None]
    """Who decides for each seat; None is a person."""
    rng: Random
    title: str = ""
    record_file: str = ""

    @property
    def names(self) -> list[str]:
        return self.sentences.names


class TerminalGame:
    """Plays a session to its end, or until the player leaves."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.session = table.session
        self.say = table.words.say
        self.told = [table.sentences.of_events(events) for events in table.session.events()]
        """What each move did, one line a move."""
        self.seat = next((seat for seat, computer in enumerate(table.computers) if computer is None), 0)
        """Whose realm is shown: that of the person who decided last."""
        self.watched = False
        """Whether the last move was a computer's, so that its sentence still stands below the table."""

    def play(self) -> None:
        """Raises `Gone`, `Left` or KeyboardInterrupt when the player leaves before the end."""
        while (seat := self.session.state.to_move) is not None:
            computer = self.table.computers[seat]
            if computer is None:
                self.seat, self.watched = seat, False
                self._decide()
            else:
                self._watch(seat, computer)

    # The computer's moves.

    def _watch(self, seat: int, computer: Computer) -> None:
        if self.table.keyboard.live and not self.watched:
            self.draw(status=self.say("status.thinking", who=self.table.names[seat]))
        move = computer.player.choose(self.session.state.seen_by(seat), computer.budget, self.table.rng)
        self.carry_out(move)
        self.watched = True
        sentence = self.told[-1]
        if self.table.keyboard.live:
            self.draw(status=sentence or self.say("status.thinking", who=self.table.names[seat]))
            self.table.keyboard.give_time()
        elif sentence:
            self.print(sentence)

    # The player's decisions.

    def _decide(self) -> None:
        """Ask until a move has been played or taken back."""
        before = self.session.moves
        trail = [self.table.face.menu(self.session.state)]
        shown = None
        while self.session.moves == before:
            if trail[-1] is not shown:
                shown = trail[-1]
                self.draw(shown)
            line = self.table.keyboard.ask(PROMPT)
            if line:
                self._answer(line, trail)
            else:
                shown = None

    def _answer(self, line: str, trail: list[Menu]) -> None:
        """Do what a line says: a command, half a move, or a move."""
        typed = plain(line)
        if typed and commands.carry_out(self, typed, line, trail):
            return
        choice = self._chosen(typed, trail[-1])
        if choice is None:
            return
        if choice.further is not None:
            trail.append(choice.further)
        else:
            self.carry_out(choice.move)

    def _chosen(self, typed: Sequence[str], menu: Menu) -> Choice | None:
        """The choice a line means; if there is none, the line has been answered with a sentence."""
        if len(typed) == 1 and typed[0].isascii() and typed[0].isdigit():
            return self._by_number(typed[0], menu)
        aliases = self.table.face.aliases
        found = meant(typed, self.session.state.legal_moves(), aliases) if typed else []
        if len(found) == 1:
            return Choice("", move=found[0])
        opened = [choice for choice in menu.choices if choice.further and meant(typed, [choice.word], aliases)]
        if len(opened) == 1:
            return opened[0]
        self.print(self._about(typed, found))
        return None

    def _by_number(self, text: str, menu: Menu) -> Choice | None:
        number = int(text) if len(text) <= 4 else 0
        if 1 <= number <= len(menu.choices):
            return menu.choices[number - 1]
        self.print(self.say("typed.number", most=len(menu.choices)))
        return None

    def _about(self, typed: Sequence[str], found: Sequence[str]) -> str:
        """Why a line is no answer."""
        if found:
            examples = ", ".join(found[:3]) + (" …" if len(found) > 3 else "")
            return self.say("typed.several", examples=examples)
        reason = self.reason_against(typed)
        return self.say("typed.unknown") if reason is None else self.say("typed.not-allowed", why=reason)

    def reason_against(self, typed: Sequence[str]) -> str | None:
        """Why the move a line spells is not allowed; None if it spells no move, or one that is."""
        move = self.table.face.well_formed(self.session.state, typed)
        if move is None:
            return None
        try:
            reason = self.session.state.why_not(move)
        except Malformed:
            return None
        return None if reason is None else self.table.sentences.of_reason(reason)

    # What the commands use too.

    def carry_out(self, move: str) -> None:
        after = self.session.play(move)
        self.told.append(self.table.sentences.of_events(after.events))

    def take_back(self) -> None:
        self.session.undo()
        self.told.pop()

    def scene(self, menu: Menu | None = None, status: str = "") -> Scene:
        """The present moment as it is to be drawn."""
        return Scene(
            state=self.session.state,
            seat=self.seat,
            log=[line for line in self.told if line],
            menu=menu,
            status=status,
            names=self.table.names,
            title=self.table.title,
        )

    def draw(self, menu: Menu | None = None, status: str = "") -> None:
        console = self.table.console
        picture = self.table.face.picture(self.scene(menu, status), console)
        if self.table.keyboard.live:
            console.clear()
        console.print(picture, no_wrap=True, overflow="crop")

    def print(self, sentence: str) -> None:
        self.table.console.print(sentence, markup=False, highlight=False)

    def print_unbroken(self, sentence: str) -> None:
        """A sentence with the name of a file, which somebody may want to copy."""
        self.table.console.print(sentence, markup=False, highlight=False, soft_wrap=True)
