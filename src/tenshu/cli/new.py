"""`tenshu new GAME`: a dealt position. One command for each game, since each has options of its own."""

from __future__ import annotations

import typer

from tenshu.cli import dealing
from tenshu.cli.words import say
from tenshu.cli.writing import print_document

app = typer.Typer(help=say("help.new"), no_args_is_help=False, pretty_exceptions_enable=False)


@app.command(dealing.GAME, help=say("help.new.dragon-castle"))
def dragon_castle(
    players: dealing.Players = None,
    seed: dealing.Seed = None,
    layout: dealing.Layout_ = None,
    spirits: dealing.Spirits = None,
    dragons: dealing.Dragons = None,
    solo: dealing.Solo = False,
    first: dealing.First = None,
    realm: dealing.Realm = None,
) -> None:
    state, _ = dealing.deal(
        dealing.GAME,
        players=players,
        seed=seed,
        layout=layout,
        spirits=spirits,
        dragons=dragons,
        solo=solo,
        first=first,
        realm=realm,
    )
    print_document(state.to_json())


@app.command(dealing.WHITE_CASTLE, help=say("help.new.white-castle"))
def white_castle(players: dealing.Players = None, seed: dealing.Seed = None, solo: dealing.Rival = None) -> None:
    state, _ = dealing.deal(dealing.WHITE_CASTLE, players=players, seed=seed, solo=solo)
    print_document(state.to_json())
