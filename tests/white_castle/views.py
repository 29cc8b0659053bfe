"""What a player may see of a position, read from the formats a second time."""

from __future__ import annotations

import json
from typing import Any

Document = dict[str, Any]


def expected_view(document: Document) -> Document:
    """The same for every seat: both decks, the rolls to come, and alone the rival's cards to come are hidden."""
    view: Document = json.loads(json.dumps(document))
    if "unseen" in document:
        return view
    unseen = {name: by_number(cards) for name, cards in document["decks"].items()}
    view["decks"] = {name: ["?"] * len(cards) for name, cards in document["decks"].items()}
    view["rolls"] = dict.fromkeys(document["rolls"], "?")
    solo = view["solo"]
    unseen["solo"] = []
    if solo:
        hidden = range(1, len(solo["deck"]) - solo["turned"])
        unseen["solo"] = by_number([solo["deck"][place] for place in hidden])
        for place in hidden:
            solo["deck"][place] = "?"
        solo["next"] = ["?"] * len(solo["next"])
    view["unseen"] = unseen
    return view


def by_number(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda card: int(card[1:]))
