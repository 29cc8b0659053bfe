"""The one list of games. A third game is one package and one line here."""

from __future__ import annotations

from importlib import import_module

from tenshu.table.games import Game, register

PACKAGES = {"dragon-castle": "tenshu.dragon_castle", "white-castle": "tenshu.white_castle"}


def _announce(name: str, package: str) -> None:
    def source() -> Game:
        game = import_module(package).GAME
        assert isinstance(game, Game)
        return game

    register(name, source)


for _name, _package in PACKAGES.items():
    _announce(_name, _package)
