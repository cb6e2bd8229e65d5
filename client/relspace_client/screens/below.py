"""A page while a dialog lies over it: dim, without its line of keys, and without the rows that the box covers.

What a box leaves of a row, at either side, is rags: ends of sentences, and edges of cards and pods.
"""

from functools import lru_cache

from textual.css.query import NoMatches
from textual.geometry import Region
from textual.screen import Screen

from relspace_client.look.styles import BELOW_DIALOG
from relspace_client.picture.row import Row, blank, row


def box_of(screen: Screen[object]) -> Region:
    """Where the box of a dialog is; an empty region as long as it is not laid out."""
    try:
        return screen.query_one("#box").region
    except NoMatches:
        return Region()


@lru_cache(maxsize=512)
def below(line: Row) -> Row:
    """A row of a page under a dialog."""
    return row(line.cells, line.styles.translate(BELOW_DIALOG))


@lru_cache(maxsize=16)
def nothing(width: int) -> Row:
    """What stands beside the box, and in place of the line of keys."""
    return below(blank(width))
