"""Blocks of the screen: lists of lines that can be framed, stacked and set side by side, and whose height is known."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from tenshu.cli.terminal.signs import FRAME, Signs

Block = list[Text]


def wrapped(text: Text, width: int, console: Console) -> Block:
    """A text in lines of at most this width, broken between words."""
    return list(text.wrap(console, max(1, width), no_wrap=text.no_wrap, overflow=text.overflow))


def flowing(entries: Iterable[Text], width: int, gap: str = "   ") -> Block:
    """Entries one after the other, as many on a line as fit; none is broken."""
    lines: Block = []
    for entry in entries:
        if lines and lines[-1].cell_len + len(gap) + entry.cell_len <= width:
            lines[-1].append(gap).append_text(entry)
        else:
            lines.append(Text().append_text(entry))
    return lines


def framed(title: Text, inside: Block, width: int, signs: Signs) -> Block:
    """A block of this width with a line around it and its title in that line."""
    top_left, top_right, bottom_left, bottom_right, across, down = tuple(signs.frame)
    head = title.copy()
    head.truncate(width - 4, overflow="ellipsis" if signs.raised else "crop")
    top = _frame(f"{top_left}{across} ").append_text(head)
    top.append(f" {across * (width - head.cell_len - 3)}{top_right}", FRAME)
    middle = [_frame(down).append_text(padded(line, width)).append(down, FRAME) for line in inside]
    return [top, *middle, _frame(f"{bottom_left}{across * width}{bottom_right}")]


def beside(blocks: list[Block], gap: int = 1) -> Block:
    """Blocks side by side, aligned at their tops."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    lines: Block = []
    for parts in zip_longest(*blocks):
        line = Text()
        for part, width in zip(parts[:-1], widths[:-1], strict=True):
            line.append_text(padded(part or Text(), width + gap))
        lines.append(line.append_text(parts[-1] or Text()))
    return lines


def padded(line: Text, width: int) -> Text:
    """A line with spaces up to a width, or cut to it."""
    line = line.copy()
    line.truncate(width, pad=True)
    return line


def _frame(signs: str) -> Text:
    return Text().append(signs, FRAME)
