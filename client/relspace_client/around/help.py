"""What the keys of a page do, and what the cards do: a page each."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.rules.cards import Card
from relspace_client.around.parts import Reader, bar, footer, key, rows_of, wrap
from relspace_client.locale.words import message
from relspace_client.look.faces import NAMES, face, inks
from relspace_client.look.styles import BRIGHT, DIM, TEXT
from relspace_client.picture.canvas import Canvas
from relspace_client.picture.picture import Picture
from relspace_client.picture.row import width_of

HelpName: TypeAlias = Literal["lobby", "room", "table", "end"]
"""The page whose keys are explained."""


class Line(NamedTuple):
    """A key and what it does."""

    keys: str
    does: str


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
        LEAVE,
    ),
    "room": (
        Line("Enter", message("ready, or not ready after all")),
        Line("c", message("copy the line that brings a friend here")),
        Line("t", message("say something to everybody here")),
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
        Line("Esc", message("menu: leave, resign")),
        LEAVE,
    ),
    "end": (
        Line("r", message("you want a rematch, or not after all")),
        Line("s", message("what saves the record of the game on your machine")),
        Line("t", message("say something to everybody here")),
        Line("Esc", message("back to the lobby")),
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


def keys_picture(name: HelpName, reader: Reader, width: int, height: int) -> Picture:
    """What the keys of a page do."""
    canvas = Canvas(width, height)
    bar(canvas, reader, reader.say("Keys"))
    lines = [(reader.glyphs.plain(line.keys), reader.say(line.does)) for line in KEYS[name]]
    column = 3 + max(width_of(keys) for keys, _ in lines)
    rows = _lines(lines, reader, width - column - 1, height - 2)
    air = 1 if 2 + sum(len(does) + 1 for _, does in rows) < height - 1 else 0
    y = 2 if 2 + sum(len(does) for _, does in rows) < height else 1
    for keys, does in rows:
        canvas.put(1, y, keys, BRIGHT)
        for line in does:
            canvas.put(column, y, line, TEXT)
            y += 1
        y += air
    cards = key("Tab", "tab", reader.say("rules and cards"))
    footer(canvas, [cards, key("Esc", "escape", reader.say("back"))])
    return rows_of(canvas)


def cards_picture(reader: Reader, width: int, height: int) -> Picture:
    """The rules in short, and what each special card does."""
    canvas = Canvas(width, height)
    bar(canvas, reader, reader.say("Rules and cards"))
    y = 2 if height >= 22 else 1
    if width >= 80:
        for rule in RULES:
            canvas.put(1, y, reader.clip(reader.say(rule), width - 2), TEXT)
            y += 1
        y += 1 if height >= 18 else 0
    names = {card: reader.words.term("card", NAMES[card]) for card in CARDS}
    named = width >= 60
    column = 7 + max(width_of(name) for name in names.values()) if named else 5
    rows = _lines(
        [(card, reader.say(does)) for card, does in CARDS.items()], reader, width - column - 1, height - 1 - y
    )
    for card, does in rows:
        canvas.put(1, y, face(card, reader.glyphs), inks(card).small)
        if named:
            canvas.put(5, y, names[card], BRIGHT)
        for line in does:
            canvas.put(column, y, line, DIM)
            y += 1
    footer(canvas, [key("Tab", "tab", reader.say("keys")), key("Esc", "escape", reader.say("back"))])
    return rows_of(canvas)


def _lines(said: Sequence[tuple[str, str]], reader: Reader, width: int, height: int) -> list[tuple[str, list[str]]]:
    """Sentences, each broken into lines; if they would take more than `height` rows, each cut to one line."""
    rows = [(name, wrap(sentence, width)) for name, sentence in said]
    if sum(len(lines) for _, lines in rows) > height:
        return [(name, [reader.clip(sentence, width)]) for name, sentence in said]
    return rows
