"""Pictures kept as text: what every one of them must be like, and how they are written anew."""

from collections.abc import Callable, Mapping
from pathlib import Path

from relspace_client.picture.canvas import Area
from relspace_client.picture.picture import Picture


def widths(picture: Picture) -> set[int]:
    """How wide its rows are."""
    return {row.width for row in picture.rows()}


def not_drawn(picture: Picture) -> list[Area]:
    """The areas that lie outside the picture, or on nothing."""
    rows = picture.rows()
    return [area for area in picture.areas if not _is_drawn(area, picture, [row.cells for row in rows])]


def _is_drawn(area: Area, picture: Picture, cells: list[tuple[str, ...]]) -> bool:
    end = area.x + area.width
    inside = 0 <= area.y < picture.height and 0 <= area.x < end <= picture.width
    return inside and any(cells[area.y][x].strip() for x in range(area.x, end))


def write(folder: Path, scenes: Mapping[str, Callable[[], Picture]]) -> None:
    """Writes all pictures of a folder anew, and removes those that have no scene."""
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for name, scene in scenes.items():
        (folder / f"{name}.txt").write_text(scene().text() + "\n")
