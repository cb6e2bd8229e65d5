"""The pictures that are kept as text in Spanish and Japanese: `python -m tests.locale.goldens` writes them anew."""

import asyncio
from pathlib import Path

from .catalogues import TRANSLATED
from .pictures import picture
from .sessions import lines

FOLDER = Path(__file__).parent / "golden"

NAMES = (
    "table-table-80x24",
    "table-table-120x40",
    "table-table-40x20",
    "table-ten-players",
    "around-lobby-80x24",
    "around-lobby-120x40",
    "around-lobby-40x20",
    "around-room-80x24",
    "around-end-80x24",
    "around-keys-table",
    "around-cards-80x24",
    "around-welcome-80x24",
    "around-settings-80x24",
)

GOLDENS = {f"{name.partition('-')[2]}-{language}": (name, language) for name in NAMES for language in TRANSLATED}
"""The scene and the language of each."""


def written(name: str) -> str:
    """A picture as its file."""
    return picture(*GOLDENS[name]).text() + "\n"


def main() -> None:
    """Writes every picture as text, and a plain session."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name in GOLDENS:
        (FOLDER / f"{name}.txt").write_text(written(name))
    for language in TRANSLATED:
        told = asyncio.run(lines("session", language))
        (FOLDER / f"plain-{language}.txt").write_text("\n".join(told) + "\n")


if __name__ == "__main__":
    main()
