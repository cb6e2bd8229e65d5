"""Makes the pictures of the gallery, and its page: `python docs/gallery.py`, from the root of the repository.

Every picture is drawn by the program itself: one game of practice is played by keys to where it is interesting.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from drawing import still
from practice_game import BUSY, SHORT, Game, Player, playing
from tests.client.around.rooms import LOBBY, LOBBY_TALK

from relspace.wire.frame import Frame
from relspace.wire.messages import Talk
from relspace_client.look.appearance import Appearance
from relspace_client.look.palette import palette
from relspace_client.start import InLobby, Learn, Start

DOCS: Final = Path(__file__).parent
PICTURES: Final = DOCS / "pictures"

MOST_BYTES: Final = 150_000
"""A page of many pictures loads quickly only if each is small."""

HEAD: Final = """# Gallery

Every picture here is made by the program itself, with `.venv/bin/python docs/gallery.py`; the recording with
`.venv/bin/python docs/recording.py`. `make test` sets up what they need.

![A whole game against two bots](pictures/game.svg)
"""


class View(NamedTuple):
    """One picture of the gallery."""

    name: str
    title: str
    about: str
    """A sentence or two below the title."""
    go: Callable[[Player], Awaitable[None]]
    """Plays to where the picture is taken."""
    size: tuple[int, int] = (80, 24)
    look: Appearance = Appearance()
    start: Start | None = None
    game: Game = BUSY


def keys(text: str) -> Callable[[Player], Awaitable[None]]:
    """Presses these keys."""

    async def go(player: Player) -> None:
        await player.press(*text.split())

    return go


async def to_a_choice(player: Player) -> None:
    """To a turn on which the chosen card loads on some pods and jams on another, with that card chosen."""
    await player.until(27)
    await player.press("a", "4")


async def to_the_stashes(player: Player) -> None:
    """To the same turn, with everybody's stash."""
    await player.until(27)
    await player.press("o")


async def to_the_end(player: Player) -> None:
    """To the end of the game."""
    await player.until_over()
    await player.press("enter")


async def to_the_replay(player: Player) -> None:
    """To the replay of the game, some plies on."""
    await to_the_end(player)
    await player.press("v")
    await player.press("g", "1", "3", "enter", "1")


async def to_a_busy_lobby(player: Player) -> None:
    """To the lobby of a server on which others play."""
    for message in (LOBBY, Talk("", LOBBY_TALK)):
        player.app.session.receive(Frame.of(message))
    await player.press("down", "down")


VIEWS: Final[Sequence[View]] = (
    View(
        "table",
        "The table",
        "The chosen card is amber. Each pod's lower edge says what would happen: whether the card loads, or how many "
        "cards a jam would bring back.",
        to_a_choice,
    ),
    View(
        "table-large",
        "On a large terminal",
        "Whole piles, a longer log, talk, a key to the signs.",
        to_a_choice,
        (120, 40),
    ),
    View("table-small", "On a phone", "40 columns and 20 rows; 40 and 18 are enough.", to_a_choice, (40, 20)),
    View(
        "table-ascii",
        "Without box glyphs, without colour",
        "For old terminals, by choice, or with NO_COLOR: nothing is said by colour alone.",
        to_a_choice,
        look=Appearance(glyphs="ascii", colours="none"),
    ),
    View("table-light", "Light", "`light`, one of four themes.", to_a_choice, look=Appearance(theme="light")),
    View("table-contrast", "High contrast", "`contrast`.", to_a_choice, look=Appearance(theme="contrast")),
    View("table-colourblind", "Colour-blind safe", "`colourblind`.", to_a_choice, look=Appearance(theme="colourblind")),
    View("stashes", "Everybody's stash", "On the key `o`; what you may not know stays hidden.", to_the_stashes),
    View("end", "The end", "Who escaped, what the others had left, and whether it was fair.", to_the_end, game=SHORT),
    View("replay", "Replay", "Any finished game again, step by step, from any seat.", to_the_replay, game=SHORT),
    View(
        "learn",
        "Learn",
        "Eight steps on a real table, then the specials.",
        keys("right a 1 1 right a 2"),
        start=Learn(),
    ),
    View("lessons", "Lessons", "Each special has its own.", keys("tab down down"), start=Learn()),
    View("lobby", "The lobby", "Rooms, your games, and who is here.", to_a_busy_lobby, start=InLobby()),
)
"""The gallery, in its order."""


async def taken(view: View) -> str:
    """The picture as SVG."""
    async with playing(view.game, view.size, view.look, view.start) as player:
        await view.go(player)
        player.world.ms += 3_000  # what was just shown for a moment is over
        return still(player.rows, palette(view.look.theme, view.look.colours))


def write(view: View) -> None:
    """Writes a picture.

    Raises:
        SystemExit: it has become too large.
    """
    text = asyncio.run(taken(view))
    if len(text.encode()) > MOST_BYTES:
        raise SystemExit(f"{view.name}.svg would have {len(text.encode()):,} bytes, more than {MOST_BYTES:,}")
    (PICTURES / f"{view.name}.svg").write_text(text, encoding="utf-8")
    print(f"{view.name}.svg: {len(text.encode()):,} bytes")


def page() -> str:
    """The gallery's page."""
    parts = [f"## {view.title}\n\n{view.about}\n\n![{view.title}](pictures/{view.name}.svg)\n" for view in VIEWS]
    return "\n".join((HEAD, *parts))


def main() -> None:
    """Writes every picture, and the page."""
    PICTURES.mkdir(exist_ok=True)
    for view in VIEWS:
        write(view)
    (DOCS / "gallery.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
