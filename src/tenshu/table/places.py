"""Who came where: the places of a score sheet's ranking."""

from __future__ import annotations

from tenshu.table.state import Document


def places(scores: Document) -> list[list[int]]:
    """The seats of each place, best first. A game whose ties are always broken lists plain seats; a solo rival that the
    game itself plays has a number behind the seats."""
    return [[place] if isinstance(place, int) else list(place) for place in scores["ranking"]]
