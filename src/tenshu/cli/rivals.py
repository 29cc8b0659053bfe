"""Players by name, as they are typed on the command line."""

from __future__ import annotations

from tenshu.cli.complaint import Complaint, one_line
from tenshu.cli.words import language_of_the_user, words_in


def player_called(text: str, language: str | None = None, option: str = "") -> str:
    """The name under which the players know whoever was typed, in whatever case; complains if there is nobody."""
    from tenshu.players.roster import NoPlayer, contestant

    try:
        return contestant(text.lower()).name
    except NoPlayer as problem:
        told = words_in(language or language_of_the_user()).say(f"player.{problem.code}", **problem.facts)
        raise Complaint(f"{option}: {one_line(told)}" if option else one_line(told)) from None
