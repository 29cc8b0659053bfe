"""The `tenshu` command: its parts, and one place where everything that can go wrong becomes one sentence."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

from tenshu import __version__
from tenshu.cli import advice, arena, castles, new, play, positions, serve, worker
from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.words import say
from tenshu.cli.writing import print_text

WRONG_INPUT = 2
OUR_MISTAKE = 1
INTERRUPTED = 130

app = typer.Typer(
    name="tenshu",
    help=say("help.tenshu"),
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print_text(f"tenshu {__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", help=say("help.version"), callback=_show_version, is_eager=True)]


@app.callback()
def tenshu(
    context: typer.Context,
    version: Version = False,  # noqa: ARG001  answered by its callback
) -> None:
    if context.invoked_subcommand is None:
        context.get_help()


app.command("play", help=say("help.play"))(play.play)
app.command("serve", help=say("help.serve"))(serve.serve)
app.command("worker", help=say("help.worker"))(worker.worker)
app.add_typer(new.app, name="new")
positions.register(app)
advice.register(app)
app.add_typer(castles.app, name="layouts")
app.add_typer(arena.app, name="arena")


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry of the `tenshu` script."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and give its exit code; only one sentence ever reaches the standard error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = app(args=arguments, prog_name="tenshu", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except Complaint as problem:
        return _report(str(problem), WRONG_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except SystemExit as problem:
        return problem.code if isinstance(problem.code, int) else OUR_MISTAKE
    except Exception as problem:
        if hasattr(problem, "format_message"):
            return _report(_about_usage(problem), WRONG_INPUT)
        if os.environ.get("TENSHU_DEBUG"):
            raise
        return _report(say("our-mistake", problem=f"{type(problem).__name__}: {problem}"), OUR_MISTAKE)


def _report(sentence: str, code: int) -> int:
    with suppress(OSError):
        sys.stderr.write(f"tenshu: {one_line(sentence)}\n")
    return code


def _about_usage(problem: Exception) -> str:
    """Typer's complaints about the command line, in our words where we know them."""
    context = getattr(problem, "ctx", None)
    command = context.command_path if context else "tenshu"
    return say("usage", problem=_usage_problem(problem), command=command)


def _usage_problem(problem: Exception) -> str:
    kind = type(problem).__name__
    if kind == "NoSuchOption":
        return say("usage.option", name=getattr(problem, "option_name", "?"))
    if kind == "MissingParameter":
        return say("usage.missing", name=getattr(getattr(problem, "param", None), "human_readable_name", "?"))
    message: str = problem.format_message()  # type: ignore[attr-defined]
    for pattern, key in _USAGE.items():
        if found := re.match(pattern, message):
            return say(key, **found.groupdict())
    return message.strip().rstrip(".")


_USAGE = {
    r"No such command '(?P<name>.*?)'(\. Did you mean .*)?\.?$": "usage.command",
    r"Missing command": "usage.no-command",
    r"Got unexpected extra arguments?(\(s\))? \((?P<name>.*)\)": "usage.extra",
    r"Option '?(?P<name>.*?)'? requires (an|\d+) argument": "usage.value",
    r"Option '?(?P<name>.*?)'? does not take a value": "usage.no-value",
}
"""What Typer says, and what we say."""
