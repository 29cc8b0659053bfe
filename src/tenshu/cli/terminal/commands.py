"""What can be said to the table besides moves: `undo`, `why c4`, `hint`, …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rich.text import Text

from tenshu.cli.complaint import Complaint
from tenshu.cli.terminal.menu import Menu
from tenshu.cli.terminal.saving import check_file, save_record
from tenshu.cli.terminal.typed import plain

if TYPE_CHECKING:
    from tenshu.cli.terminal.game import TerminalGame

SIMULATIONS_FOR_A_HINT = 2000
SECONDS_FOR_A_HINT = 1.0
ALSO = {"?": "help", "h": "help", "u": "undo", "q": "quit"}
"""Short forms, the same in every language."""


class Left(Exception):
    """The player has left the table."""


def carry_out(game: TerminalGame, typed: Sequence[str], line: str, trail: list[Menu]) -> bool:
    """Carry out a command; gives whether the line was one."""
    name = ALSO.get(typed[0]) or command_called(game, typed[0])
    if name is None:
        return False
    if name == "undo" and len(trail) > 1:
        trail.pop()
    else:
        _COMMANDS[name](game, line.split(maxsplit=1)[1] if len(typed) > 1 else "")
    return True


def command_called(game: TerminalGame, word: str) -> str | None:
    """The command of a word, in the player's language or in English."""
    for name in _COMMANDS:
        if word in (name, *plain(game.say(f"command.{name}"))):
            return name
    return None


def examples(game: TerminalGame) -> dict[str, str]:
    """A move of the game being played and a part of it, for sentences that need one."""
    return {kind: game.say(f"example.{game.session.state.game}.{kind}") for kind in ("move", "part")}


def help_(game: TerminalGame, _: str) -> None:
    for name in _COMMANDS:
        line = Text(f"  {game.say(f'command.{name}.form', **examples(game)):<16}", style="bold")
        game.table.console.print(line.append(game.say(f"command.{name}.help"), style="not bold"))
    game.print(game.say("typed.help", **examples(game)))


def undo(game: TerminalGame, _: str) -> None:
    session = game.session
    if not session.moves:
        game.print(game.say("undo.nothing"))
    elif session.state.turn_passed:
        game.print(game.say("undo.turn-passed"))
    elif session.state.reveals:
        game.print(game.say("undo.revealed"))
    else:
        game.take_back()


def log(game: TerminalGame, _: str) -> None:
    lines = [line for line in game.told if line]
    for line in lines or [game.say("log.empty")]:
        game.print(f"  {line}")


def why(game: TerminalGame, rest: str) -> None:
    typed = plain(rest)
    if not typed:
        game.print(game.say("why.what", **examples(game)))
        return
    move = game.table.face.well_formed(game.session.state, typed)
    reason = game.reason_against(typed)
    if reason is not None:
        game.print(game.say("why.because", move=move, why=reason))
    elif move in game.session.state.legal_moves():
        game.print(game.say("why.allowed", move=move))
    else:
        game.print(game.say("why.unknown", **examples(game)))


def hint(game: TerminalGame, _: str) -> None:
    from tenshu.players.analysis import hint as hint_of
    from tenshu.table.search import Budget

    state = game.session.state
    thoughts = Random(f"hint {len(game.session.moves)}")
    budget = Budget(simulations=SIMULATIONS_FOR_A_HINT, seconds=SECONDS_FOR_A_HINT)
    found = hint_of(state.seen_by(state.to_move), budget, thoughts)
    game.print(game.say("hint", move=", ".join(found["line"])))


def rules(game: TerminalGame, rest: str) -> None:
    found = game.table.face.cards(game.session.state, plain(rest))
    for name, text in found:
        game.table.console.print(Text(f"  {name}: ", style="bold").append(text, style="not bold"))
    if not found:
        game.print(game.say("rules.unknown") if rest else game.say("rules.none"))


def rivals(game: TerminalGame, _: str) -> None:
    if len(game.session.state.view()["players"]) < 2:  # in some games the rival of a single player has a place
        game.print(game.say("rivals.none"))
    else:
        picture = game.table.face.rivals(game.scene(), game.table.console)
        game.table.console.print(picture, no_wrap=True, overflow="crop")


def hidden(game: TerminalGame, _: str) -> None:
    game.table.console.print(game.table.face.unseen(game.session.state))


def save(game: TerminalGame, rest: str) -> None:
    file = rest.strip() or game.table.record_file
    if not file:
        game.print(game.say("save.where"))
        return
    save_politely(game, file)


def quit_(game: TerminalGame, _: str) -> None:
    if not game.table.keyboard.confirm(game.say("quit.sure")):
        return
    if not game.table.record_file:
        offer_record(game)
    raise Left


def offer_record(game: TerminalGame) -> None:
    """Ask for a file to keep the game in; none is a fine answer."""
    while file := game.table.keyboard.ask(game.say("save.offer") + " "):
        if save_politely(game, file):
            return


def save_politely(game: TerminalGame, file: str) -> bool:
    """Keep the game so far in a file, a present one only if that is wanted; tells what became of it."""
    is_ours = file == game.table.record_file
    try:
        check_file(file)
        if Path(file).exists() and not is_ours and not game.table.keyboard.confirm(game.say("save.over", file=file)):
            return False
        save_record(game.session.record(), file)
    except Complaint as problem:
        game.print_unbroken(str(problem))
        return False
    game.print_unbroken(game.say("save.done", file=file))
    return True


_COMMANDS: dict[str, Callable[[TerminalGame, str], None]] = {
    "help": help_,
    "undo": undo,
    "hint": hint,
    "why": why,
    "rules": rules,
    "rivals": rivals,
    "hidden": hidden,
    "log": log,
    "save": save,
    "quit": quit_,
}
