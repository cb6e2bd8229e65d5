"""Pictures of the table as PNG files, for people to look at: `python tests/client/shots.py FOLDER`.

`python tests/client/shots.py --goldens` writes the text files that the tests compare with: read the diff.
Each cell is drawn by itself in DejaVu Sans Mono, so that box glyphs meet as they do in a terminal.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

import cairosvg

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.client.goldens import write
from tests.client.table.scenes import SCENES

from relspace_client.look.palette import Palette, palette
from relspace_client.look.styles import BOLD, DIMMED, REVERSE, UNDERLINE
from relspace_client.picture.picture import Picture

GOLDEN = Path(__file__).parent / "table" / "golden"

WIDTH, HEIGHT, SIZE, MARGIN = 12, 23, 20, 14
"""Pixels of a cell, of the font and of the margin."""

PLAIN_INK, PLAIN_BOLD, PLAIN_DIM, PLAIN_GROUND = "d0d0d0", "ffffff", "8a8a8a", "101010"

ANSI = [
    "000000",
    "cd3131",
    "0dbc79",
    "e5e510",
    "2472c8",
    "bc3fbc",
    "11a8cd",
    "cccccc",
    "666666",
    "f14c4c",
    "23d18b",
    "f5f543",
    "3b8eea",
    "d670d6",
    "29b8db",
    "ffffff",
]


def svg(picture: Picture, colours: Palette) -> str:
    """A picture as an SVG document."""
    width, height = picture.width * WIDTH + 2 * MARGIN, picture.height * HEIGHT + 2 * MARGIN
    ground = _colours(0, colours)[1]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" xml:space="preserve">']
    parts.append(f'<rect width="100%" height="100%" fill="#{ground}"/>')
    parts.append(f'<g font-family="DejaVu Sans Mono, Noto Sans CJK JP, monospace" font-size="{SIZE}px">')
    for y, row in enumerate(picture.rows()):
        for x, (text, style) in enumerate(zip(row.cells, row.styles, strict=True)):
            parts += _cell(MARGIN + x * WIDTH, MARGIN + y * HEIGHT, text, style, colours)
    return "\n".join([*parts, "</g></svg>"])


def _cell(left: int, top: int, text: str, style: int, colours: Palette) -> Iterator[str]:
    ink, ground = _colours(style, colours)
    attributes = colours.looks[style].attributes
    fill = ink if text == "█" else ground
    yield f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="#{fill}" shape-rendering="crispEdges"/>'
    if fill is ground and text.strip():
        weight = ' font-weight="bold"' if attributes & BOLD else ""
        line = ' text-decoration="underline"' if attributes & UNDERLINE else ""
        yield f'<text x="{left}" y="{top + 18}" fill="#{ink}"{weight}{line}>{escape(text)}</text>'


def _colours(style: int, colours: Palette) -> tuple[str, str]:
    """Ink and ground as six digits."""
    look = colours.looks[style]
    if look.ink is None or look.ground is None:
        ink = PLAIN_BOLD if look.attributes & BOLD else PLAIN_DIM if look.attributes & DIMMED else PLAIN_INK
        return (PLAIN_GROUND, ink) if look.attributes & REVERSE else (ink, PLAIN_GROUND)
    if colours.depth == "16":
        return ANSI[look.ink.ansi], ANSI[look.ground.ansi]
    if colours.depth == "256":
        return _xterm(look.ink.xterm), _xterm(look.ground.xterm)
    return look.ink.rgb, look.ground.rgb


def _xterm(number: int) -> str:
    """One of xterm's colours beyond the first 16."""
    if number >= 232:
        return f"{8 + 10 * (number - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    number -= 16
    return f"{steps[number // 36]:02x}{steps[number // 6 % 6]:02x}{steps[number % 6]:02x}"


def save(picture: Picture, path: Path, depth: str = "truecolor") -> None:
    """Writes a picture as a PNG file."""
    cairosvg.svg2png(svg(picture, palette("dark", depth)).encode(), write_to=str(path))


def save_all(folder: Path) -> None:
    """Writes every scene, ASCII ones without colour; the table also in 16 colours and in none."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        save(scene(), folder / f"{name}.png", "none" if "ascii" in name else "truecolor")
    for name in ("table-80x24", "table-120x40", "table-40x20"):
        save(SCENES[name](), folder / f"{name}-16.png", "16")
        save(SCENES[name](), folder / f"{name}-nocolour.png", "none")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("shots"), help="where pictures go")
    parser.add_argument("--goldens", action="store_true", help="write the text files that the tests compare with")
    wanted = parser.parse_args()
    if wanted.goldens:
        write(GOLDEN, SCENES)
    else:
        save_all(wanted.folder)
