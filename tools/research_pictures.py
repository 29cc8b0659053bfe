"""The pictures of docs/research.md: a moment of each game, and one of them as the encoding tells it.

python tools/research_pictures.py
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import matplotlib as mpl
import numpy as np

import tenshu
from tenshu.dragon_castle.tiles import SYMBOLS
from tenshu.research import pictures
from tenshu.research.table import encoding_of, named

mpl.use("Agg")
import matplotlib.pyplot as plt

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SEAT = 0
SHOWN = ("castle heights", "castle tiles", "realm 0 heights", "realm 0 tiles", "realm 0 faces", "realm 1 tiles")


def main() -> None:
    state = tenshu.new_game("dragon-castle", players=2, seed=4, spirits=["faith"])
    rng = Random(2)
    for _ in range(90):
        state = state.play(state.plausible(rng))
    (FOLDER / "research-board.png").write_bytes(pictures.png(state, SEAT))
    white = tenshu.new_game("white-castle", players=3, seed=4)
    for _ in range(60):
        white = white.play(white.plausible(rng))
    (FOLDER / "research-white-castle.png").write_bytes(pictures.png(white, SEAT))
    encoding = encoding_of("dragon-castle")
    seen = np.frombuffer(encoding.observe(state, SEAT), np.uint8)
    parts = named(encoding.parts(2), seen)
    figure, axes = plt.subplots(2, 3, figsize=(12, 6.6), width_ratios=(2, 1.4, 1.4))
    order = (axes[0, 0], axes[1, 0], axes[0, 1], axes[0, 2], axes[1, 1], axes[1, 2])
    for axis, name in zip(order, SHOWN, strict=True):
        plane = parts[name]
        axis.imshow(np.ma.masked_equal(plane, 0), cmap="viridis", vmin=0, vmax=max(3, int(plane.max())))
        for (row, column), value in np.ndenumerate(plane):
            if value:
                text = f"{value}\n{SYMBOLS[value - 1]}" if name.endswith("tiles") else str(value)
                axis.text(column, row, text, ha="center", va="center", fontsize=6, color="white")
        axis.set_title(f"{name}  {plane.shape[0]} × {plane.shape[1]}", fontsize=10)
        axis.set_xticks(range(plane.shape[1]), "abcdefghijklm"[: plane.shape[1]], fontsize=7)
        axis.set_yticks(range(plane.shape[0]), range(1, plane.shape[0] + 1), fontsize=7)
    figure.tight_layout()
    figure.savefig(FOLDER / "research-encoding.png", dpi=90)


if __name__ == "__main__":
    main()
