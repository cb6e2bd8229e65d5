"""What the keys of a page do, and what the cards do: a page each."""

from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.rules.cards import Card
from relspace_client.around.parts import Cap, Key, Reader, bar, footer, key, rows_of
from relspace_client.locale.words import message
from relspace_client.look.faces import NAMES, face, inks
from relspace_client.look.styles import BRIGHT, DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap

HelpName: TypeAlias = Literal[
    "lobby", "room", "table", "watching", "end", "welcome", "settings", "rankings", "profile", "learn", "replay"
]
"""The page whose keys are explained."""


class Line(NamedTuple):
    """A key and what it does."""

    keys: str
    does: str


NAMED: Final = (
    message("Enter"),
    message("Esc"),
    message("Tab"),
    message("Space"),
    message("Home"),
    message("End"),
)
"""Keys with a name, to be translated where keyboards bear another one."""

LEAVE: Final = Line("Ctrl-C", message("leave; it asks first"))

KEYS: Final[dict[HelpName, tuple[Line, ...]]] = {
    "lobby": (
        Line("↑ ↓", message("choose a room; a click does too")),
        Line("Enter", message("sit down there, or go back to your game")),
        Line("w", message("watch it without a seat")),
        Line("p", message("play now: an open room, or a new one with bots")),
        Line("n", message("open a room: seats, clock, layout, bots")),
        Line("j", message("join a room by the code that a friend sent")),
        Line("t", message("say something to everybody in the lobby")),
        Line("i", message("ignore somebody, or read them again")),
        Line("l", message("learn: the game in three minutes")),
        Line("r", message("the rankings")),
        Line("m", message("your own profile and games")),
        Line("s", message("settings: name, language, colours, bell")),
        LEAVE,
    ),
    "room": (
        Line("Enter", message("ready, or not ready after all")),
        Line("c", message("copy the line that brings a friend here")),
        Line("t", message("say something to everybody here")),
        Line("p", message("players: profile, ignore; host: mute, give host")),
        Line("b", message("host: a bot takes a free seat")),
        Line("x", message("host: free somebody's seat, by its number")),
        Line("o", message("host: change the options")),
        Line("s", message("host: start with those who are here")),
        Line("Esc", message("leave the room")),
        LEAVE,
    ),
    "table": (
        Line("← →", message("the next card that is free")),
        Line("a1 … x1", message("a card by the name on its edge")),
        Line("1 2 4 …", message("a pod: plays the chosen card onto it")),
        Line("Enter", message("play where it is clear; use a Keycard")),
        Line("o", message("everybody's stash")),
        Line("p", message("all cards of the pods")),
        Line("l", message("what happened so far")),
        Line("h", message("the hint below the prompt")),
        Line("t", message("say something")),
        Line("Esc", message("menu: leave, resign, players, votes")),
        LEAVE,
    ),
    "watching": (
        Line("o", message("everybody's stash")),
        Line("p", message("all cards of the pods")),
        Line("l", message("what happened so far")),
        Line("h", message("the hint below the prompt")),
        Line("Esc", message("menu: players, back to the lobby")),
        LEAVE,
    ),
    "end": (
        Line("r", message("you want a rematch, or not after all")),
        Line("s", message("what saves the record of the game on your machine")),
        Line("v", message("see the game again, move by move")),
        Line("t", message("say something to everybody here")),
        Line("p", message("players: ignore; host: mute, give host")),
        Line("1 2 …", message("the profile of the player in that place")),
        Line("Esc", message("back to the lobby")),
        LEAVE,
    ),
    "welcome": (
        Line("Enter", message("go on, and play")),
        Line("↑ ↓", message("choose a line; a click does too")),
        Line("← →", message("change it, at once")),
        Line("n", message("another name")),
        Line("l", message("learn: the game in three minutes")),
        Line("Esc", message("to the lobby")),
        LEAVE,
    ),
    "settings": (
        Line("↑ ↓", message("choose a line; a click does too")),
        Line("← →", message("change it, at once")),
        Line("Enter", message("the next value")),
        Line("n", message("another name")),
        Line("Esc", message("back to where you were")),
        LEAVE,
    ),
    "rankings": (
        Line("↑ ↓", message("another player; the page keys go further")),
        Line("Enter", message("their profile")),
        Line("m", message("your own profile")),
        Line("Esc", message("back to where you were")),
        LEAVE,
    ),
    "profile": (
        Line("↑ ↓", message("another game; the page keys go further")),
        Line("Enter", message("see it again, move by move")),
        Line("Esc", message("back to where you were")),
        LEAVE,
    ),
    "learn": (
        Line("← → a1", message("choose a card, as in a game")),
        Line("1 2 …", message("play it onto that pod")),
        Line("Enter", message("go on; in the list: begin")),
        Line("↑ ↓", message("in the list: another lesson")),
        Line("Tab", message("the list of lessons")),
        Line("Esc", message("back to where you were")),
        LEAVE,
    ),
    "replay": (
        Line("← →", message("a step back, a step further")),
        Line("Home End", message("to the deal, to the last move")),
        Line("Space", message("play, and pause")),
        Line("+ -", message("play faster or slower")),
        Line("g", message("to the move whose number you type")),
        Line("1 2 …", message("through the eyes of that seat")),
        Line("o", message("all cards open")),
        Line("s", message("everybody's stash")),
        Line("p", message("all cards of the pods")),
        Line("Esc", message("back to where you were")),
        LEAVE,
    ),
}
"""The keys of each page, to be translated."""

RULES: Final = (
    message("Get rid of your whole stash: whoever does first escapes."),
    message("A number loads on a pod whose number is the same or lower."),
    message("If it does not load it jams: the pod's cards fill up your stash."),
    message("Only cards that nothing covers can be played. Specials always load."),
)
"""The rules in four sentences, to be translated."""

MARKS: Final = (
    ("*", message("has come by a jam or a gift since your last move")),
    ("!", message("would jam on the pod that you chose")),
    ("░", message("face-down; over its lower edge: you looked at it")),
    ("•", message("beside a name, or b: a bot")),
    ("~", message("beside a name, or zz: away")),
)
"""Marks on cards and beside names, and what they mean, to be translated."""

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


class Scene(NamedTuple):
    """What a picture of help is made of."""

    of: HelpName
    """The page whose keys are explained."""
    cards: bool = False
    """Whether the rules and cards are shown, in place of the keys."""
    offset: int = 0
    """The line of the sheet that is shown first."""

    def sheet(self, reader: Reader, width: int) -> "Sheet":
        """All lines."""
        return cards_sheet(reader, width) if self.cards else keys_sheet(self.of, reader, width)


class Piece(NamedTuple):
    """A part of a line."""

    x: int
    text: str
    style: int


Sheet: TypeAlias = list[list[Piece]]
"""The lines of a page of help, of which a part is shown where there are too many."""


def _keys_named(reader: Reader, keys: str) -> str:
    """Keys as the reader's keyboard names them."""
    return reader.glyphs.plain(" ".join(reader.say(key) if key in NAMED else key for key in keys.split(" ")))


def keys_sheet(name: HelpName, reader: Reader, width: int) -> Sheet:
    """What the keys of a page do."""
    lines = [(_keys_named(reader, line.keys), reader.say(line.does)) for line in KEYS[name]]
    column = 3 + max(width_of(keys) for keys, _ in lines)
    sheet: Sheet = []
    for keys, does in lines:
        first, *more = wrap(does, width - column - 1)
        sheet.append([Piece(1, keys, BRIGHT), Piece(column, first, TEXT)])
        sheet += [[Piece(column, line, TEXT)] for line in more]
    return sheet


def cards_sheet(reader: Reader, width: int) -> Sheet:
    """The rules in short, what the marks on cards mean, and what each special card does."""
    sheet: Sheet = []
    for rule in RULES:
        sheet += [[Piece(1, line, TEXT)] for line in wrap(reader.say(rule), width - 2)]
    sheet.append([])
    names = {card: reader.say(NAMES[card]) for card in CARDS}
    named = width >= 60
    column = 7 + max(width_of(name) for name in names.values()) if named else 5
    for card, does in CARDS.items():
        first, *more = wrap(reader.say(does), width - column - 1)
        name = [Piece(5, names[card], BRIGHT)] if named else []
        sheet.append([Piece(1, face(card, reader.glyphs), inks(card).small), *name, Piece(column, first, DIM)])
        sheet += [[Piece(column, line, DIM)] for line in more]
    sheet.append([])
    for mark, means in MARKS:
        first, *more = wrap(reader.say(means), width - 6)
        sheet.append([Piece(2, reader.glyphs.plain(mark), BRIGHT), Piece(5, first, DIM)])
        sheet += [[Piece(5, line, DIM)] for line in more]
    return sheet


def rows_for(height: int) -> int:
    """Lines of a sheet that a terminal has room for."""
    return height - 2


def most_scrolled(sheet: Sheet, height: int) -> int:
    """The last line of a sheet that can be the first one shown."""
    return max(0, len(sheet) - rows_for(height))


def help_picture(scene: Scene, reader: Reader, width: int, height: int) -> Picture:
    """A page of help on a terminal of at least 40 × 18 cells."""
    canvas = Canvas(width, height)
    sheet = scene.sheet(reader, width)
    most = most_scrolled(sheet, height)
    offset = min(scene.offset, most)
    right = []
    if most:
        last = min(len(sheet), offset + rows_for(height))
        right = [reader.say("{first} to {last} of {n}", first=offset + 1, last=last, n=len(sheet))]
    bar(canvas, reader, reader.say("Rules and cards") if scene.cards else reader.say("Keys"), right=right)
    spare = rows_for(height) - len(sheet)
    step = 2 if spare >= len(sheet) else 1
    y = 2 if spare >= 1 else 1
    for line in sheet[offset : offset + rows_for(height)]:
        for piece in line:
            canvas.put(piece.x, y, piece.text, piece.style)
        y += step
    footer(canvas, _keys(reader, scene, scrolls=bool(most)))
    return rows_of(canvas)


def _keys(reader: Reader, scene: Scene, *, scrolls: bool) -> list[Key]:
    glyphs = reader.glyphs
    more = Key((Cap(glyphs.up, "up"), Cap(glyphs.down, "down")), reader.say("more"))
    settings = key("s", "s", reader.say("settings"), 1)
    return [
        key(reader.say("Tab"), "tab", reader.say("keys") if scene.cards else reader.say("rules")),
        *([more] if scrolls else []),
        *([settings] if scene.of != "settings" else []),
        key(reader.say("Esc"), "escape", reader.say("back")),
    ]
