"""The game's words: effects are told in full, spaces and goods by name. English serves the sentences of errors;
whoever speaks to a person chooses the language."""

from __future__ import annotations

import re

from tenshu.table.texts import FALLBACK, Texts, load_texts

PACKAGE = "tenshu.white_castle"
HEADINGS = {
    "asked": "ask", "from": "space", "to": "space", "room": "space", "resource": "what", "tile": "colour",
}  # fmt: skip
"""Under which heading of the catalogue the names of a fact stand, where that is not the fact's own name."""
TOLD_AS_EFFECTS = frozenset({"effect", "gain", "gains", "price"})
_AMOUNT = re.compile(r"(\d+)([a-z]+)")


class CastleTexts(Texts):
    """The words of the game in one language."""

    def _name(self, fact: str, value: object) -> object:
        if isinstance(value, list | tuple):
            return ", ".join(str(self._name(fact, each)) for each in value)
        if not isinstance(value, str):
            return value
        if fact in TOLD_AS_EFFECTS:
            return self.effect(value)
        key = f"{HEADINGS.get(fact, fact)}.{value}"
        return self.say(key) if key in self else value

    def effect(self, text: str) -> str:
        """An effect in words: `2f` is 2 food, `s:C` a seal for a Courtier action."""
        price, paid, action = text.partition(":")
        if paid:
            return self.say(
                "effect.paid", price=self.effect("1s" if price == "s" else price), effect=self.effect(action)
            )
        amount = _AMOUNT.fullmatch(text)
        if amount:
            return self.say(f"gain.{amount[2]}", n=int(amount[1]))
        return self.say(f"effect.{text}")


def words_in(language: str) -> Texts:
    """The catalogue in a language; an unknown one gives English."""
    return load_texts(PACKAGE, language, CastleTexts)


ENGLISH = words_in(FALLBACK)
