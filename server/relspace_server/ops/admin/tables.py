"""Tables of plain text, in which no cell can disturb another."""

from collections.abc import Sequence
from typing import Final

from relspace.text import clean, width

WIDEST_CELL: Final = 200
LONGEST_CELL: Final = 800


def table(head: Sequence[str], rows: Sequence[Sequence[str]], nothing: str) -> str:
    """Rows under their heads, each column as wide as its widest cell.

    Args:
        head: what the columns are called.
        rows: their cells; made safe to show here.
        nothing: what is said where there are no rows.
    """
    if not rows:
        return nothing
    cells = [list(head), *([clean(cell, WIDEST_CELL, LONGEST_CELL) for cell in row] for row in rows)]
    widths = [max(width(row[nth]) for row in cells) for nth in range(len(head))]
    return "\n".join(_line(row, widths) for row in cells)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True))
    return "  ".join(padded).rstrip()
