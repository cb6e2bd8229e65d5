"""The settings: how the game looks and behaves for one person."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from relspace_client.around.choices import SETTINGS, Chosen, draw_settings
from relspace_client.around.parts import (
    ALWAYS,
    Key,
    Reader,
    bar,
    footer,
    heading,
    key,
    left_right,
    notice,
    paragraph,
    rows_of,
    up_down,
)
from relspace_client.around.sample import ROWS, draw_sample
from relspace_client.look.styles import DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.wrap import wrap


class Scene(NamedTuple):
    """What a picture of the settings is made of."""

    chosen: Chosen
    kept: Literal["account", "session", "machine"] = "account"
    """How long the settings last, or where they are kept."""
    notice: str = ""
    """A sentence for the viewer, in their language; empty most of the time."""


def settings_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """The settings on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    bar(canvas, reader, reader.say("Settings"), right=(scene.chosen.name,))
    tall = height >= 22
    y = draw_settings(canvas, reader, 2 if tall else 1, SETTINGS, scene.chosen)
    about = reader.say(SETTINGS[scene.chosen.cursor].about)
    paragraph(canvas, 1, y + (1 if tall else 0), width - 2, about, DIM)
    y += 4 if tall else 2
    if tall:
        heading(canvas, 1, y - 1, reader.say("Your cards"))
    draw_sample(canvas, reader, 1, y)
    y += ROWS + (1 if tall else 0)
    for kept in _kept(reader, scene.kept):
        lines = wrap(kept, width - 2)
        if y + len(lines) < height:
            paragraph(canvas, 1, y, width - 2, kept, TEXT)
            break
    notice(canvas, reader, scene.notice)
    footer(canvas, change_keys(reader, key(reader.say("Esc"), "escape", reader.say("back"), ALWAYS)))
    return rows_of(canvas)


def _kept(reader: Reader, kept: Literal["account", "session", "machine"]) -> tuple[str, str]:
    """How long the settings last, and a shorter way to say so."""
    say = reader.say
    if kept == "account":
        return say("Everything applies at once, and is kept with your account."), say("Kept with your account.")
    if kept == "machine":
        return say("Everything applies at once, and is kept on this machine."), say("Kept on this machine.")
    long = say("Everything applies at once, and ends with this session: a guest's settings are not kept.")
    return long, say("A guest's settings are not kept.")


def change_keys(reader: Reader, way_out: Key, first: Sequence[Key] = (), more: Sequence[Key] = ()) -> list[Key]:
    """The keys of a list of settings, others before them and after them, and last the way out."""
    return [
        *first,
        up_down(reader, reader.say("line"), 4),
        left_right(reader, reader.say("change"), 1),
        key("n", "n", reader.say("name"), 3),
        *more,
        key("?", "?", reader.say("keys"), ALWAYS),
        way_out,
    ]
