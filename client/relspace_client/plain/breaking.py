"""Long lines of plain mode, broken between words: a terminal would break them anywhere."""

from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap


def broken(line: str, columns: int) -> list[str]:
    """A line as it is shown.

    Args:
        line: what is said.
        columns: of the terminal; 0 where there is none, and whoever reads wants whole lines. The last column stays
            free, since some terminals go on to the next line once something stands there.
    """
    width = columns - 1
    return wrap(line, width) if width > 0 and width_of(line) > width else [line]
