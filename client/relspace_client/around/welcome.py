"""The welcome, once: what the person is called, in which language they read, and whether cards look right."""

from typing import Final, Literal, NamedTuple

from relspace_client.around.choices import WELCOME, Chosen, draw_settings
from relspace_client.around.parts import (
    ALWAYS,
    Key,
    Reader,
    badge,
    bar,
    footer,
    heading,
    key,
    notice,
    paragraph,
    rows_of,
    where,
)
from relspace_client.around.sample import ROWS, draw_sample
from relspace_client.around.settings import change_keys
from relspace_client.look.styles import BRIGHT, DIM, FILL_ACCENT, PANEL_BRIGHT, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap

MAKE_KEY: Final = "ssh-keygen -t ed25519"
"""What makes a key, typed on one's own computer."""


class Scene(NamedTuple):
    """What a picture of the welcome is made of."""

    chosen: Chosen
    guest: bool = False
    goes: Literal["plays", "joins", "watches"] = "plays"
    """What Enter does."""
    address: str = ""
    """What leads here, after `ssh`; empty while it is not known."""
    notice: str = ""
    """A sentence for the viewer, in their language; empty most of the time."""
    room: str = ""
    """The code of the room that Enter leads to; empty if it deals in."""


def welcome_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """The welcome on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    bar(canvas, reader, reader.say("Welcome to Relative Space"), right=(where(scene.address),))
    tall = height >= 24
    y = 1
    if tall:
        y = paragraph(canvas, 1, 2, width - 2, reader.say("Get rid of every card before the others do."), TEXT) + 1
    y = draw_settings(canvas, reader, y, WELCOME, scene.chosen) + (1 if tall else 0)
    heading(canvas, 1, y, reader.say("Do these cards look right?"))
    draw_sample(canvas, reader, 1, y + 1)
    y = _advice(canvas, reader, scene, y + 1) + (1 if tall else 0)
    y = _ways(canvas, reader, scene, y)
    if scene.guest:
        _guest(canvas, reader, y + (1 if tall else 0))
    notice(canvas, reader, scene.notice)
    footer(canvas, _keys(reader, scene))
    return rows_of(canvas)


def _advice(canvas: Canvas, reader: Reader, scene: Scene, y: int) -> int:
    """What to do if the cards look wrong: beside them, or below. Returns the row after cards and advice."""
    said = (
        reader.say("If edges are whole and words easy to read, all is well. If not, change cards or colours above."),
        reader.say(WELCOME[scene.chosen.cursor].about),
    )
    if canvas.width >= 72:
        x = 42
        row = paragraph(canvas, x, y, canvas.width - 1 - x, said[0], TEXT)
        paragraph(canvas, x, row, canvas.width - 1 - x, said[1], DIM)
        return y + ROWS
    if canvas.height >= 20:
        short = reader.say("If not, change cards or colours above.")
        return paragraph(canvas, 1, y + ROWS, canvas.width - 2, short, DIM)
    return y + ROWS


def _ways(canvas: Canvas, reader: Reader, scene: Scene, y: int) -> int:
    """What Enter does, and the ways to the lesson and to the lobby. Returns the row after them."""
    x = badge(canvas, 2, y, reader.say("ENTER"), FILL_ACCENT) + 1
    does = {
        "plays": reader.say("deals you in at once, against bots if nobody waits."),
        "joins": reader.say("takes you to room {code}.", code=scene.room),
        "watches": reader.say("lets you watch in room {code}.", code=scene.room),
    }
    end = paragraph(canvas, x, y, canvas.width - 1 - x, does[scene.goes], TEXT)
    canvas.area(1, y, x - 1, 1, "enter")
    learn = reader.say("teaches you the game first, in three minutes.")
    if x + width_of(learn) >= canvas.width:
        learn = reader.say("teaches you the game first.")
    _way(canvas, x, end, "L", "l", learn)
    if end + 2 > canvas.height - (6 if scene.guest else 2):
        return end + 1
    _way(canvas, x, end + 1, reader.say("Esc").upper(), "escape", reader.say("takes you to the lobby."))
    return end + 2


def _way(canvas: Canvas, x: int, y: int, shown: str, action: str, does: str) -> None:
    """A key, and from column `x` on what it does."""
    badge(canvas, 2, y, shown, PANEL_BRIGHT)
    canvas.put(x, y, does, TEXT)
    canvas.area(1, y, x - 1, 1, action)


def _guest(canvas: Canvas, reader: Reader, y: int) -> None:
    """That a guest cannot come back, and how to make a key."""
    gone = reader.say("You are a guest: you cannot come back as the same person. With a key you can:")
    lines = wrap(gone, canvas.width - 2)
    if y + len(lines) + 1 > canvas.height - 2:
        lines = wrap(reader.say("A guest cannot come back. With a key:"), canvas.width - 2)
    for line in lines:
        canvas.put(1, y, line, DIM)
        y += 1
    end = canvas.put(1, y, MAKE_KEY, BRIGHT)
    after = (reader.say("on your computer, then connect again."), reader.say("and come again."))
    said = after[0] if end + 2 + width_of(after[0]) < canvas.width else after[1]
    canvas.put(end + 2, y, reader.clip(said, canvas.width - end - 3), DIM)


def _keys(reader: Reader, scene: Scene) -> list[Key]:
    verbs = {"plays": reader.words.term("a game", "play"), "joins": reader.say("go"), "watches": reader.say("watch")}
    enter = key(reader.say("Enter"), "enter", verbs[scene.goes])
    lobby = key(reader.say("Esc"), "escape", reader.say("lobby"), ALWAYS)
    return change_keys(reader, lobby, [enter], [key("l", "l", reader.say("learn"))])
