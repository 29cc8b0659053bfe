"""The parts of the screen beside the boards: points, countdown, cards, hidden tiles, legends."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tenshu.cli.terminal.dragon_castle.look import Look
from tenshu.cli.terminal.dragon_castle.palette import TileSigns
from tenshu.cli.terminal.signs import SEATS, TITLE
from tenshu.table.texts import Texts

TYPES = "MSFEWD"
FEW_CARDS = 2


class Panels:
    """Words and figures in one language, drawn with one set of signs."""

    def __init__(self, game: Texts, words: Texts, signs: TileSigns) -> None:
        self.game = game
        self.words = words
        self.signs = signs

    def countdown(self, look: Look) -> Text:
        """The track: the stack on the left, the single tokens right of it, taken from the right."""
        left, last = look.document["countdown"], look.last_countdown
        token, gone = self.signs.tokens
        track = Text.assemble((self.words.say("countdown") + " ", TITLE))
        track.append(token * min(left, last)).append(gone * (last - min(left, last)), "dim").append(" ")
        singles = max(0, left - last)
        track.append("!" if not singles else token, "bold" if singles else "bold red")
        track.append(token * (singles - 1) + gone * (7 - last - max(1, singles)))
        key = "countdown.final" if not singles else "countdown.left" if look.top_floor <= 1 else "countdown.closed"
        return track.append("  " + self.words.say(key, n=singles), "dim")

    def name(self, look: Look, seat: int, names: Sequence[str]) -> Text:
        """Who sits there, and the points as of now."""
        who = (f"{self.signs.seats[seat]} {names[seat]} ", f"bold {SEATS[seat]}")
        total = look.scores["players"][seat]["total"]
        return Text.assemble(who, (self.words.say("points", n=total), "bold"), no_wrap=True, overflow="ellipsis")

    def points(self, look: Look, seat: int) -> Text:
        """The Shrine Pool, and where the points come from."""
        sheet = look.scores["players"][seat]
        parts = [
            f"{self.words.say('points.pool')} {look.players[seat]['shrines']}",
            *(f"{self.words.say(f'points.{part}')} {sheet[part]}" for part in ("vp", "shrines", "countdown")),
            *self._dragon_points(sheet["dragons"]),
        ]
        return Text(f" {self.signs.dot} ".join(parts), "dim")

    def _dragon_points(self, points: dict[str, int]) -> list[str]:
        """One by one, or together if there are many."""
        if len(points) > FEW_CARDS:
            return [f"{self.words.say('points.dragons')} {sum(points.values())}"]
        return [f"{self.short_name('dragon', card)} {worth}" for card, worth in points.items()]

    def short_name(self, kind: str, card: str) -> str:
        """A card without the word that all of its kind begin with."""
        return self.game.say(f"{kind}.{card}.short")

    def covered(self, look: Look) -> Text:
        """How many tiles are hidden, by type."""
        counts = dict.fromkeys(TYPES, 0)
        for symbol, count in look.unseen.items():
            counts[symbol[0]] += count
        if not any(counts.values()):
            return Text(self.words.say("covered.none"), "dim")
        text = Text.assemble((self.words.say("covered", n=sum(counts.values())) + " ", TITLE))
        named = [f"{self.game.say(f'type.{kind}')} {count}" for kind, count in counts.items() if count]
        return text.append(f" {self.signs.dot} ".join(named), "dim")

    def cards(self, look: Look) -> list[Text]:
        """The cards in play with their texts."""
        return [
            Text.assemble((f"{self.game.say(f'{kind}.{card}')}: ", f"bold {TITLE}"), self.text(kind, card))
            for kind, card in self._in_play(look)
        ]

    def card_names(self, look: Look) -> list[Text]:
        """Only their names."""
        line = Text()
        for kind in ("spirit", "dragon"):
            names = [self.short_name(kind, card) for of, card in self._in_play(look) if of == kind]
            if names:
                line.append("   " if line else "").append(self.words.say(f"cards.{kind}") + " ", TITLE)
                line.append(f" {self.signs.dot} ".join(names))
        return [line] if line else []

    def text(self, kind: str, card: str) -> str:
        return self.game.say(f"{kind}.{card}.text")

    @staticmethod
    def _in_play(look: Look) -> list[tuple[str, str]]:
        spirits = [("spirit", card) for card in look.document["spirits"]]
        return spirits + [("dragon", card) for card in look.document["dragons"]]

    def ingenuity(self, look: Look) -> Text:
        """The solo Dragon's open tiles and tokens."""
        dragon = look.document["ingenuity"]
        counts = {kind: sum(symbol[0] == kind for symbol in dragon["tiles"]) for kind in TYPES}
        named = [f"{self.game.say(f'type.{kind}')} {count}" for kind, count in counts.items() if count]
        told = self.words.say("ingenuity", n=len(dragon["tiles"]), tokens=dragon["tokens"])
        text = Text.assemble((told + " ", TITLE))
        return text.append(f" {self.signs.dot} ".join(named), "dim")

    def castle_legend(self, lines: int, pitch: int) -> Text:
        """How the three tiers of castle tiles are drawn."""
        key = "legend.tiles" if lines == 2 else "legend.lines" if pitch > 4 else "legend.narrow"
        three, two, one = (self.signs.floor(floor)[-1] for floor in (3, 2, 1))
        return Text(self.words.say(key, three=three, two=two, one=one), "dim")

    def realm_legend(self) -> Text:
        return Text(self.words.say("legend.realm", down=self.signs.down * 2, shrine=self.signs.shrine), "dim")
