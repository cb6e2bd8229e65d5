"""What one viewer's terminal shows, and how it comes to show something else."""

from collections.abc import Callable
from itertools import compress
from operator import is_not
from typing import Final

from relspace_client.look.palette import UNSTYLED, Palette
from relspace_client.picture.encode import RESET, Change, encode, encode_one
from relspace_client.picture.picture import Picture, empty_sheet

_CLEAR: Final = "\x1b[2J"


class View:
    """One terminal. It is told which picture to show, and is sent what that changes, in one write."""

    def __init__(self, out: Callable[[bytes], None], palette: Palette) -> None:
        """Makes a view of which nothing is known to be shown yet.

        Args:
            out: takes bytes for the terminal; called once for each change.
            palette: which colours the terminal has.
        """
        self._out = out
        self._palette = palette
        self.shown: Picture | None = None
        """What the terminal shows. None: nothing is known of it, so the next picture is sent whole."""

    @property
    def palette(self) -> Palette:
        """Which colours the terminal has. Another one makes the next picture be sent whole."""
        return self._palette

    @palette.setter
    def palette(self, palette: Palette) -> None:
        if palette is not self._palette:
            self._palette = palette
            self.shown = None

    def show(self, picture: Picture) -> None:
        """Makes the terminal show a picture. Nothing is written if nothing changes."""
        shown, self.shown = self.shown, picture
        if shown is picture:
            return
        if shown is None or (shown.width, shown.height) != (picture.width, picture.height):
            made = whole(picture, self._palette)
        else:
            made = difference(shown, picture, self._palette)
        if made:
            self._out(made)


def whole(picture: Picture, palette: Palette) -> bytes:
    """The bytes that show a picture on a terminal of which nothing is known."""
    if palette.erase[0]:
        start = f"{RESET}{palette.change(UNSTYLED, 0)}{_CLEAR}{RESET}".encode()
        return start + difference(Picture(empty_sheet(picture.sheet.grid)), picture, palette)
    return RESET.encode() + encode((Change(0, y, None, row, True) for y, row in enumerate(picture.rows())), palette)


def difference(old: Picture, new: Picture, palette: Palette) -> bytes:
    """The bytes that turn one picture into another of the same size."""
    grid = new.sheet.grid
    if grid is not old.sheet.grid:
        pairs = enumerate(zip(old.rows(), new.rows(), strict=True))
        return encode((Change(0, y, before, after, True) for y, (before, after) in pairs), palette)
    before, after = old.private, new.private
    made = []
    if new.sheet is not old.sheet:
        own = before.keys() | after.keys()
        made.append(new.sheet.encoded_from(old.sheet, own, palette, old.covered & new.covered))
    changed = compress(after, map(is_not, map(before.get, after), after.values()))
    for number in sorted([*changed, *(before.keys() - after.keys())]):
        one, other = before.get(number) or old.sheet.row(number), after.get(number) or new.sheet.row(number)
        if one is not other:
            made.append(encode_one(grid.places[number], one, other, palette))
    return b"".join(made)
