"""A terminal emulator, compared cell by cell with what a picture should look like on it."""

import unicodedata

import pyte

from relspace_client.look.palette import Palette
from relspace_client.look.styles import BOLD, REVERSE, UNDERLINE
from relspace_client.picture.picture import Picture

ANSI = pyte.graphics.FG_ANSI | pyte.graphics.FG_AIXTERM | pyte.graphics.BG_ANSI | pyte.graphics.BG_AIXTERM
COLOURS_256 = pyte.graphics.FG_BG_256


class Screen(pyte.Screen):
    """Nearer to xterm: erasing reaches cells that were never written to, and marks join the character before them."""

    def draw(self, data):
        for char in data:
            if not unicodedata.combining(char):
                super().draw(char)
                continue
            line = self.buffer[self.cursor.y]
            x = self.cursor.x - 1 - (line[self.cursor.x - 1].data == "")
            line[x] = line[x]._replace(data=unicodedata.normalize("NFC", line[x].data + char))

    def erase_in_display(self, how=0, *args, **kwargs):
        if how == 2:
            for y in range(self.lines):
                for x in range(self.columns):
                    self.buffer[y][x] = self.cursor.attrs
        super().erase_in_display(how, *args, **kwargs)


class Terminal:
    def __init__(self, width: int, height: int) -> None:
        self.screen = Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.received = b""

    def feed(self, data: bytes) -> None:
        self.received += data
        self.stream.feed(data)

    def cells(self) -> list[list[tuple[object, ...]]]:
        screen = self.screen
        return [[shown(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def shown(cell: pyte.screens.Char) -> tuple[object, ...]:
    """What can be seen of a cell: on a space neither the ink nor the weight."""
    if cell.data == " ":
        return (" ", None, cell.bg, False, cell.reverse, cell.underscore)
    return (cell.data, cell.fg, cell.bg, cell.bold, cell.reverse, cell.underscore)


def expected(picture: Picture, palette: Palette) -> list[list[tuple[object, ...]]]:
    return [
        [_cell(text, style, palette) for text, style in zip(row.cells, row.styles, strict=True)]
        for row in picture.rows()
    ]


def _cell(text: str, style: int, palette: Palette) -> tuple[object, ...]:
    look = palette.looks[style]
    ground = _name(look.ground, palette, ground=True)
    bold, reverse, under = (bool(look.attributes & bit) for bit in (BOLD, REVERSE, UNDERLINE))
    if text == " ":
        return (" ", None, ground, False, reverse, under)
    return (unicodedata.normalize("NFC", text), _name(look.ink, palette), ground, bold, reverse, under)


def _name(colour: object, palette: Palette, *, ground: bool = False) -> str:
    if colour is None:
        return "default"
    if palette.depth == "truecolor":
        return colour.rgb
    if palette.depth == "256":
        return COLOURS_256[colour.xterm]
    base = 40 if ground else 30
    return ANSI[base + colour.ansi if colour.ansi < 8 else base + 60 + colour.ansi - 8]
