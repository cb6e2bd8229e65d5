"""What the keys of a page do, and what the cards do: a page each."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from relspace.rules.cards import Card
from relspace_client.around.page_keys import HINT, KEYS, LEGEND, NAMED, TALK, HelpName, Line
from relspace_client.around.parts import Key, Reader, bar, footer, key, rows_of, some_of, up_down
from relspace_client.locale.words import message
from relspace_client.look.faces import NAMES, face, inks, sign
from relspace_client.look.glyphs import Glyphs
from relspace_client.look.styles import BRIGHT, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap
from relspace_client.table.chips import chips
from relspace_client.table.measures import SizeName, measures, size_of

RULES: Final = (
    message("Get rid of your whole stash: whoever does first escapes."),
    message("A number loads on a pod whose number is the same or lower."),
    message("If it does not load it jams: it and the pod's cards refill your stash."),
    message("Only cards that nothing covers can be played. Specials always load."),
)
"""The rules in four sentences, to be translated."""

BOT: Final = "•"
"""The mark of a bot; where there is room for one cell beside a name it is `b`."""

BOT_IS_B: Final = message("beside a name: a bot")
"""What the mark of a bot means where both are `b`."""

MARKS: Final = (
    (
        ("*", message("has come by a jam or a gift since your last move")),
        ("!", message("would jam on the pod that you chose")),
        ("░", message("face-down; over its lower edge: you looked at it")),
    ),
    (
        (BOT, message("beside a name, or b: a bot")),
        ("~", message("beside a name, or zz: away")),
    ),
)
"""Marks and what they mean, to be translated. Those of the second group share a row where there is room."""

BARS: Final = ("▌░·", message("a player's rows A, B, C: face-up, face-down, gone; + more in X"))
"""What the ring says of a player's cards where each is drawn, to be translated."""

DIGITS: Final = ("344", message("below a name: a player's cards in rows A, B, C; + more in X"))
"""The same where there is a digit for each row."""

NUMBER: Final = ("11", message("beside a name: how many cards a player has"))
"""The same where there is room for a number alone."""

HALF: Final = 40
"""The column of a second mark in a row."""

CARDS: Final[dict[Card, str]] = {
    "KEY": message("opens a new pod; play one more card onto it"),
    "BRB": message("launches the pod, cards and all"),
    "WORM": message("the pod goes away; the next one brings it back"),
    "OXY": message("slips under the top card"),
    "WIN": message("look at a face-down card of yours; then launch"),
    "ALB": message("give away the card below; then launch"),
    "MINI": message("the next number must be 3 or less"),
    "GRAV": message("the order turns round"),
    "ODD": message("the next number must be odd"),
    "EVEN": message("the next number must be even"),
}
"""What each special does, to be translated."""


_HINTS: Final[dict[SizeName | None, Line | None]] = {"large": LEGEND, "medium": HINT, "small": None, None: None}
"""What is said of the key of the hint on a table of each size."""

USUAL: Final = 4
"""Players at a table of which nothing is known."""


class Scene(NamedTuple):
    """What a picture of help is made of."""

    of: HelpName
    """The page whose keys are explained."""
    cards: bool = False
    """Whether the rules and cards are shown, in place of the keys."""
    offset: int = 0
    """The line of the sheet that is shown first."""
    alone: bool = False
    """Whether the viewer plays on their own machine, where nobody hears them: the keys that talk are left out."""
    players: int = USUAL
    """How many sit at the table."""

    def sheet(self, reader: Reader, width: int, height: int) -> "Sheet":
        """All lines; without the empty ones between groups where only then everything fits."""
        if self.cards:
            sheet = cards_sheet(reader, width, height, self.players)
        else:
            sheet = keys_sheet(self.of, reader, width, height, alone=self.alone)
        close = [line for line in sheet if line]
        return close if len(close) <= rows_for(height) < len(sheet) else sheet


class Piece(NamedTuple):
    """A part of a line."""

    x: int
    text: str
    style: int


Sheet: TypeAlias = list[list[Piece]]
"""The lines of a page of help, of which a part is shown where there are too many."""


def _keys_named(reader: Reader, keys: str) -> str:
    """Keys as the reader's keyboard names them."""
    return reader.plain(" ".join(reader.say(key) if key in NAMED else key for key in keys.split(" ")))


def keys_sheet(name: HelpName, reader: Reader, width: int, height: int, *, alone: bool = False) -> Sheet:
    """What the keys of a page do, with an empty line between groups; `alone` leaves out those that talk."""
    hint = _HINTS[size_of(width, height)]
    groups = [
        [
            (_keys_named(reader, line.keys), reader.say(line.does))
            for line in (hint if line is HINT else line for line in group)
            if line is not None and not (alone and line.keys == TALK)
        ]
        for group in KEYS[name]
    ]
    column = 3 + max(width_of(keys) for group in groups for keys, _ in group)
    sheet: Sheet = []
    for group in groups:
        sheet += [[]] if sheet else []
        for keys, does in group:
            sheet += _explained([Piece(1, keys, BRIGHT)], column, does, width)
    return sheet


def _explained(start: list[Piece], column: int, text: str, width: int) -> Sheet:
    """Lines with a text from a column on, of which the first one starts with something else."""
    first, *more = wrap(text, width - column - 1)
    return [[*start, Piece(column, first, TEXT)], *([Piece(column, line, TEXT)] for line in more)]


def cards_sheet(reader: Reader, width: int, height: int, players: int) -> Sheet:
    """The rules in short, what each special card does, and what the marks mean that a table of this size draws."""
    sheet: Sheet = []
    for rule in RULES:
        sheet += [[Piece(1, line, TEXT)] for line in wrap(reader.say(rule), width - 2)]
    sheet.append([])
    names = {card: reader.say(NAMES[card]) for card in CARDS}
    named = width >= 60
    column = 9 + max(width_of(name) for name in names.values()) if named else 7
    for card, does in CARDS.items():
        start = [Piece(1, face(card, reader.glyphs), inks(card).small), Piece(5, sign(card, reader.glyphs), BRIGHT)]
        start += [Piece(7, names[card], BRIGHT)] if named else []
        sheet += _explained(start, column, reader.say(does), width)
    sheet.append([])
    signs, people = MARKS
    for group in ((*signs, _cards_left(width, height, players)), people):
        sheet += _marks(reader, group, width)
    return sheet


def _cards_left(width: int, height: int, players: int) -> tuple[str, str]:
    """How the ring tells what each player has left, and what it means."""
    ring = measures(width, height, players=players).panes["ring"]
    stand = chips(ring.width, ring.height, players)
    if stand is None:
        return NUMBER
    return BARS if stand.bars else DIGITS


def _marks(reader: Reader, group: Sequence[tuple[str, str]], width: int) -> Sheet:
    """What marks mean: two that are short share a row where there is room."""
    lines: Sheet = []
    for mark, means in group:
        sign = _drawn(reader.glyphs, mark)
        start = [Piece(2 if len(mark) < len(BARS[0]) else 1, sign, BRIGHT)]
        lines += _explained(start, 5, reader.say(BOT_IS_B if (mark, sign) == (BOT, "b") else means), width)
    if len(group) != 2 or len(lines) != 2 or width < 2 * HALF:
        return lines
    pair, second = lines
    return [[*pair, *(piece._replace(x=piece.x + HALF) for piece in second)]]


def _drawn(glyphs: Glyphs, mark: str) -> str:
    """A mark as the table draws it."""
    cards = {"▌": glyphs.bar, "░": glyphs.back, "·": glyphs.dot}
    return "".join(cards.get(char) or glyphs.plain(char) for char in mark)


def rows_for(height: int) -> int:
    """Lines of a sheet that a terminal has room for."""
    return height - 2


def most_scrolled(sheet: Sheet, height: int) -> int:
    """The last line of a sheet that can be the first one shown."""
    return max(0, len(sheet) - rows_for(height))


def help_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """A page of help on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    sheet = scene.sheet(reader, width, height)
    most = most_scrolled(sheet, height)
    offset = min(scene.offset, most)
    seen = some_of(reader, offset, rows_for(height), len(sheet))
    bar(canvas, reader, reader.say("Rules") if scene.cards else reader.say("Keys"), right=(seen,))
    top = 2 if len(sheet) + 2 <= rows_for(height) else 1  # first of all an empty row above the line of keys
    for y, line in enumerate(sheet[offset : offset + rows_for(height)], top):
        for piece in line:
            canvas.put(piece.x, y, piece.text, piece.style)
    footer(canvas, _keys(reader, scene, scrolls=bool(most)))
    return rows_of(canvas)


def _keys(reader: Reader, scene: Scene, *, scrolls: bool) -> list[Key]:
    more = up_down(reader, reader.say("more"))
    settings = key("s", "s", reader.say("settings"), 1)
    return [
        key(reader.say("Tab"), "tab", reader.say("keys") if scene.cards else reader.say("rules")),
        *([more] if scrolls else []),
        *([settings] if scene.of != "settings" else []),
        key(reader.say("Esc"), "escape", reader.say("back")),
    ]
