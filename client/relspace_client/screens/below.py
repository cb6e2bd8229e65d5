"""A page while a dialog lies over it: dim, without its line of keys, and without the words that the box cuts."""

from functools import lru_cache
from typing import Final, NamedTuple

from textual.css.query import NoMatches
from textual.geometry import Region
from textual.screen import Screen

from relspace_client.look.styles import BELOW_DIALOG
from relspace_client.picture.row import Cells, Row, blank, row


class Covered(NamedTuple):
    """The columns of a row that lie under a dialog."""

    start: int = 0
    end: int = 0
    """The first column after them; that of the start where none is covered."""


NOT_COVERED = Covered()

BORDERS: Final = frozenset("+-|=#")
"""What borders are drawn with without box glyphs; those have a range of their own."""


def box_of(screen: Screen[object]) -> Region:
    """Where the box of a dialog is; an empty region as long as it is not laid out."""
    try:
        return screen.query_one("#box").region
    except NoMatches:
        return Region()


def covered(box: Region, y: int) -> Covered:
    """What a box covers of a row."""
    return Covered(box.x, box.right) if box.y <= y < box.bottom else NOT_COVERED


@lru_cache(maxsize=512)
def below(line: Row, under: Covered = NOT_COVERED) -> Row:
    """A row of a page under a dialog."""
    styles = line.styles.translate(BELOW_DIALOG)
    start, end = _whole_words(line.cells, under)
    if start == end:
        return row(line.cells, styles)
    gap = blank(end - start, styles[start])
    return row((*line.cells[:start], *gap.cells, *line.cells[end:]), styles)


@lru_cache(maxsize=16)
def no_keys(width: int) -> Row:
    """What stands in place of the line of keys."""
    return below(blank(width))


def _whole_words(cells: Cells, under: Covered) -> Covered:
    """The covered columns, and those of the phrases that they cut: words with single spaces between them."""
    start, end = max(0, under.start), min(under.end, len(cells))
    if start >= end:
        return NOT_COVERED
    while start and _are_one(cells, start - 1):
        start -= 1
    while end < len(cells) and _are_one(cells, end - 1):
        end += 1
    return Covered(start, end)


def _are_one(cells: Cells, x: int) -> bool:
    """Whether a cell and the one after it belong together: of one word, or of two with a single space between them."""
    first, second = cells[x], cells[x + 1]
    if second == " ":
        return _is_of_word(first) and x + 2 < len(cells) and _is_of_word(cells[x + 2])
    if first == " ":
        return _is_of_word(second) and x > 0 and _is_of_word(cells[x - 1])
    return not second or (_is_of_word(first) and _is_of_word(second))


def _is_of_word(cell: str) -> bool:
    """Whether a cell is of a word, and not of a space or a border; the second half of a wide character is empty."""
    return cell != " " and cell not in BORDERS and not "\u2500" <= cell[:1] <= "\u259f"
