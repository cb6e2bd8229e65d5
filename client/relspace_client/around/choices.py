"""What a person can set, in words: each setting with its values, and a list of them to choose in."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from relspace.wire.settings import PlayerSettings
from relspace_client.around.parts import Reader
from relspace_client.locale.words import message, term
from relspace_client.look.appearance import Appearance
from relspace_client.look.styles import BRIGHT, DIM, PANEL, PANEL_ACCENT, PANEL_BRIGHT, PANEL_DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.row import width_of


class Setting(NamedTuple):
    """One thing that can be set."""

    field: str
    """The attribute of `PlayerSettings`; `name` for the person's name, which is no setting."""
    label: str
    about: str
    """What it does, in a sentence."""
    values: tuple[Any, ...] = ()
    """In the order in which they follow one another; the first is what counts as long as nothing is set.

    An empty first one stands for what is suggested.
    """


NAME: Final = Setting(
    "name", term("setting", "name"), message("What the others see; n changes it. If it was taken, a number is added.")
)
LANGUAGE: Final = Setting(
    "language", term("setting", "language"), message("Cards look the same in every language."), ("", "en", "es", "ja")
)
THEME: Final = Setting(
    "theme",
    term("setting", "theme"),
    message("How bright the screen is. Colour is never the only sign."),
    ("dark", "light", "contrast", "colourblind"),
)
COLOURS: Final = Setting(
    "colours",
    term("setting", "colours"),
    message("If colours look wrong, your terminal shows fewer than it says."),
    ("", "truecolor", "256", "16", "none"),
)
GLYPHS: Final = Setting(
    "glyphs",
    term("setting", "cards"),
    message("If the edges of cards are broken or apart, choose ASCII."),
    ("", "box", "ascii"),
)
MOTION: Final = Setting(
    "motion", term("setting", "motion"), message("Shows what just happened as a short film."), (True, False)
)
BELL: Final = Setting("bell", term("setting", "bell"), message("Rings when it becomes your turn."), (False, True))
ASK_JAM: Final = Setting(
    "ask_jam", term("setting", "ask before a jam"), message("Asks before a move that is known to jam."), (True, False)
)

SETTINGS: Final = (NAME, LANGUAGE, THEME, COLOURS, GLYPHS, MOTION, BELL, ASK_JAM)
"""Everything on the page of settings, from the top."""

WELCOME: Final = (NAME, LANGUAGE, GLYPHS, COLOURS)
"""What is asked the first time."""

LANGUAGE_NAMES: Final = {"en": "English", "es": "Español", "ja": "日本語"}
"""Each language in its own words."""

VALUE_NAMES: Final = {
    ("theme", "dark"): term("setting", "dark"),
    ("theme", "light"): term("setting", "light"),
    ("theme", "contrast"): term("setting", "high contrast"),
    ("theme", "colourblind"): term("setting", "colour-blind"),
    ("colours", "truecolor"): term("setting", "16 million"),
    ("colours", "256"): term("setting", "256 colours"),
    ("colours", "16"): term("setting", "16 colours"),
    ("colours", "none"): term("setting", "no colours"),
    ("glyphs", "box"): term("setting", "lines, blocks"),
    ("glyphs", "ascii"): term("setting", "ASCII"),
}
"""Values in words, to be translated."""


def changed(settings: PlayerSettings, setting: Setting, step: int, suggested: Appearance) -> PlayerSettings:
    """The settings with the next value of one of them, or the one before it.

    Each step leads to a value that looks like another one: what is suggested anyhow is not set.
    """
    usual = getattr(suggested, setting.field) if "" in setting.values else None
    values = [value for value in setting.values if value != ""]
    now = getattr(settings, setting.field)
    if now not in values:
        now = values[0] if usual is None else usual
    value = values[(values.index(now) + step) % len(values)]
    change: dict[str, Any] = {setting.field: "" if value == usual else value}
    return replace(settings, **change)


def value_name(reader: Reader, setting: Setting, value: Any, suggested: Appearance, width: int = 80) -> str:
    """A value in words; one that was not set says so, if there is room for it."""
    if isinstance(value, bool):
        return reader.say("on") if value else reader.say("off")
    if value not in setting.values:
        value = setting.values[0]
    if value:
        return _named(reader, setting.field, value)
    usual = _named(reader, setting.field, getattr(suggested, setting.field))
    guess = reader.say("{value} (a guess)", value=usual)
    return guess if width_of(guess) <= width else usual


def _named(reader: Reader, field: str, value: str) -> str:
    if field == "language":
        return LANGUAGE_NAMES[value]
    return reader.words.term("setting", VALUE_NAMES[field, value])


class Chosen(NamedTuple):
    """What a list of settings is made of."""

    settings: PlayerSettings
    suggested: Appearance
    name: str
    """What the person is called."""
    cursor: int
    """Which of the listed settings is chosen."""


def draw_settings(canvas: Canvas, reader: Reader, y: int, listed: Sequence[Setting], chosen: Chosen) -> int:
    """One row for each setting, from row `y` on. Returns the row after them.

    A click on a row is `row n`; on an arrow it is `less n` or `more n`.
    """
    glyphs, words = reader.glyphs, reader.words
    labels = [words.term("setting", setting.label) for setting in listed]
    x = 3 + max(map(width_of, labels)) + 2
    for number, (setting, label) in enumerate(zip(listed, labels, strict=True)):
        here = number == chosen.cursor
        canvas.area(0, y, canvas.width, 1, f"row {number}")
        if here:
            canvas.fill(0, y, canvas.width, 1, PANEL)
            canvas.put(1, y, glyphs.turn, PANEL_ACCENT)
        canvas.put(3, y, label, PANEL_DIM if here else DIM)
        ink = PANEL_BRIGHT if here else TEXT
        if setting is NAME:
            canvas.put(x + 2, y, reader.clip(chosen.name, canvas.width - x - 4), ink)
        else:
            room = canvas.width - x - 5
            now = getattr(chosen.settings, setting.field)
            value = reader.clip(value_name(reader, setting, now, chosen.suggested, room), room)
            arrow = PANEL_BRIGHT if here else BRIGHT
            canvas.put(x, y, glyphs.left, arrow)
            end = canvas.put(x + 2, y, value, ink)
            canvas.put(end + 1, y, glyphs.right, arrow)
            canvas.area(x, y, 1, 1, f"less {number}")
            canvas.area(end + 1, y, 1, 1, f"more {number}")
        y += 1
    return y
