"""The drawings of the browser as sheets that Python can use: `tenshu.research` makes pictures of them.

    python tools/sheets.py            writes src/tenshu/*/pieces.svg anew
    python tools/sheets.py --check    fails if that would change anything

The pieces are printed by the browser client's own components (web/dev/sheet.mjs). What a rasteriser without a browser
cannot do is done here: the colours of the dark theme stand for variables, numerals are outlines (of DejaVu Sans Bold,
which matplotlib brings), and a shrine takes its colour from `color`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from matplotlib.font_manager import FontProperties
from matplotlib.path import Path as Outline
from matplotlib.textpath import TextPath

ROOT = Path(__file__).parents[1]
GAMES = {"dragon-castle": "dragon_castle", "white-castle": "white_castle"}
WEB = ROOT / "web" / "src"
WHITE = WEB / "lib" / "games" / "white-castle"
THEMES = {
    "dragon-castle": [WEB / "themes.css"],
    "white-castle": [WHITE / "theme.css", WHITE / "players.css"],
}
"""The first list of colours in each file is taken."""
OWN_COLOUR = {"--shrine", "--mark"}
"""Variables that whoever uses a piece sets."""
FONT = FontProperties(family="DejaVu Sans", weight="bold")


def main() -> int:
    check = sys.argv[1:] == ["--check"]
    changed = False
    for game, package in GAMES.items():
        file = ROOT / "src" / "tenshu" / package / "pieces.svg"
        sheet = sheet_of(game)
        if not file.exists() or file.read_text("utf-8") != sheet:
            changed = True
            print(f"{file.relative_to(ROOT)} {'is not what the browser draws' if check else 'written'}")
            if not check:
                file.write_text(sheet, "utf-8")
    return 1 if check and changed else 0


def sheet_of(game: str) -> str:
    command = [str(ROOT / "tools" / "node.sh"), "node", str(ROOT / "web" / "dev" / "sheet.mjs"), game]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    colours = theme(THEMES[game])
    printed = re.sub(r":where\((\.[\w-]+)\)", r"\1", printed)
    printed = re.sub(r"var\((--[a-z0-9-]+)(?:,\s*([^()]+))?\)", lambda found: resolved(found, colours), printed)
    styles, pieces = re.fullmatch(r"<style>(.*?)</style>\n(.*)\n", printed, re.DOTALL).groups()  # type: ignore[union-attr]
    pieces = re.sub(r'style="--mark: ([^;"]+);?"', r'color="\1"', pieces)
    pieces = re.sub(r"<text([^>]*)>([^<]*)</text>", lambda found: outlined(found, styles), pieces)
    styles = re.sub(r"(?:font|font-weight|text-anchor):[^;]*;", "", styles)  # of no use to outlines
    digits = "".join(f'<path id="digit-{digit}" d="{path_data(digit_outline(digit), 0, 0)}"/>' for digit in range(10))
    pieces += digits
    themed = "\n".join(f".fill{name[1:]}{{fill:{colour}}}" for name, colour in sorted(colours.items()))
    pieces = re.sub(r">\s*<", ">\n<", pieces.strip())
    styles = styles.replace("}", "}\n").strip()
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>\n<style>\n{styles}\n{themed}\n</style>\n{pieces}\n</defs>\n</svg>\n'


def theme(files: list[Path]) -> dict[str, str]:
    """The plain colours of a game's first theme, by variable."""
    lists = [re.findall(r"\{([^{}]*--[^{}]*)\}", file.read_text("utf-8"))[0] for file in files]
    return dict(re.findall(r"(--[a-z0-9-]+): (#[0-9a-f]+);", "\n".join(lists)))


def digit_outline(digit: int) -> TextPath:
    """Ten units high, its middle at 0."""
    outline = TextPath((0, 0), str(digit), size=10, prop=FONT)
    box = outline.get_extents()
    return TextPath((-(box.x0 + box.x1) / 2, 0), str(digit), size=10, prop=FONT)


def resolved(found: re.Match[str], colours: dict[str, str]) -> str:
    name, default = found.groups()
    return "currentColor" if name in OWN_COLOUR else colours.get(name) or default


def outlined(found: re.Match[str], styles: str) -> str:
    """A text as the outline of its letters, where and as large as its class says."""
    attributes, text = found.groups()
    given = dict(re.findall(r'([a-z]+)="([^"]*)"', attributes))
    classes = [name for name in given["class"].split() if not name.startswith("of-")]
    size = next(
        float(size) for name in classes for size in re.findall(rf"\.{name}[\w.-]*\s*\{{[^}}]*?([\d.]+)px", styles)
    )
    outline = TextPath((0, 0), text, size=size, prop=FONT)
    middle = any(re.search(rf"\.{name}[\w.-]*\s*\{{[^}}]*text-anchor:\s*middle", styles) for name in classes)
    box = outline.get_extents()
    left = float(given.get("x", 0)) - ((box.x0 + box.x1) / 2 if middle else 0)
    path = path_data(outline, left, float(given.get("y", 0)))
    name = f' id="{given["id"]}"' if "id" in given else ""
    return f'<path{name} class="{given["class"]}" d="{path}"/>'


def path_data(outline: TextPath, x: float, y: float) -> str:
    letters = {Outline.MOVETO: "M", Outline.LINETO: "L", Outline.CURVE3: "Q", Outline.CURVE4: "C"}
    words = []
    for points, code in outline.iter_segments(curves=True, simplify=False):
        if code == Outline.CLOSEPOLY:
            words.append("Z")
            continue
        numbers = [
            f"{(value + x if place % 2 == 0 else y - value):.2f}".rstrip("0").rstrip(".")
            for place, value in enumerate(points)
        ]
        words.append(letters[code] + " ".join(numbers))
    return "".join(words)


if __name__ == "__main__":
    sys.exit(main())
