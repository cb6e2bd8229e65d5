"""One drawn part of a picture, and the canvas it is drawn on."""

from typing import NamedTuple

from relspace_client.picture.canvas import Area, Canvas
from relspace_client.picture.row import Row
from relspace_client.table.measures import Pane


class Drawn(NamedTuple):
    """The rows of a pane and what can be clicked there."""

    rows: tuple[Row, ...]
    areas: tuple[Area, ...]
    """In cells of the whole picture."""


def sheet_of(pane: Pane, style: int = 0) -> Canvas:
    """An empty canvas of a pane's size."""
    return Canvas(pane.width, pane.height, style)


def drawn(canvas: Canvas, pane: Pane) -> Drawn:
    """What was drawn on a pane's canvas."""
    areas = [Area(pane.x + x, pane.y + y, width, height, action) for x, y, width, height, action in canvas.areas]
    return Drawn(canvas.rows(), tuple(areas))
