"""The keys of every page, and what they do."""

from typing import Final, Literal, NamedTuple, TypeAlias

from relspace_client.locale.words import message

HelpName: TypeAlias = Literal[
    "lobby",
    "practice",
    "room",
    "table",
    "watching",
    "end",
    "end-watched",
    "welcome",
    "settings",
    "rankings",
    "profile",
    "learn",
    "replay",
]
"""The page whose keys are explained; `practice` is the lobby of games on the player's own machine."""


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

TALK: Final = "t"
"""The key that says something, on every page."""

LEAVE: Final = Line("Ctrl-C", message("leave; it asks first"))

_ROOMS: Final = (
    Line("↑ ↓", message("choose a room; a click does too")),
    Line("Enter", message("sit down there, watch, or go back to your game")),
    Line("w", message("watch it without a seat")),
)

_NEW: Final = (
    Line("p", message("play now: an open room, or a new one with bots")),
    Line("n", message("open a room: seats, clock, layout, bots")),
)

_OWN: Final = (
    Line("l", message("learn: the game in three minutes")),
    Line("r", message("the rankings")),
    Line("m", message("your own profile and games")),
    Line("s", message("settings: name, language, colours, bell")),
)

HINT: Final = Line("h", message("the hint below the prompt"))
"""The key that hides the hint and shows it again. A small table has none."""

LEGEND: Final = Line("h", message("how to read the cards, below them"))
"""What that key does on a large table."""

_TO_SEE: Final = (
    Line("o", message("everybody's stash")),
    Line("p", message("all cards of the pods")),
    Line("l", message("the last moves, and what was said")),
    HINT,
)
"""What everybody at a table may look at."""

_AGAIN: Final = (
    Line("s", message("what saves the record of the game on your machine")),
    Line("v", message("see the game again, move by move")),
)
"""What can be done with a game that is over."""

_STANDINGS: Final = (
    Line("p", message("players: ignore; host: mute, give host")),
    Line("1 2 …", message("the profile of the player in that place")),
)
"""What can be done with those who played it."""

KEYS: Final[dict[HelpName, tuple[tuple[Line, ...], ...]]] = {
    "lobby": (
        _ROOMS,
        (*_NEW, Line("j", message("join a room by the code that a friend sent"))),
        (
            Line("t", message("say something to everybody in the lobby")),
            Line("i", message("ignore somebody, or read them again")),
        ),
        _OWN,
        (LEAVE,),
    ),
    "practice": (_ROOMS, _NEW, _OWN, (LEAVE,)),
    "room": (
        (
            Line("Enter", message("ready, or not ready after all")),
            Line("c", message("copy the line that brings a friend here")),
        ),
        (
            Line("t", message("say something to everybody here")),
            Line("p", message("players: profile, ignore; host: mute, give host")),
        ),
        (
            Line("b", message("host: a bot takes a free seat")),
            Line("x", message("host: free somebody's seat, by its number")),
            Line("o", message("host: change the options")),
            Line("s", message("host: start with those who are here")),
        ),
        (Line("Esc", message("leave the room")), LEAVE),
    ),
    "table": (
        (
            Line("← →", message("the next card that is free")),
            Line("a1 … x1", message("a card by the name on its edge")),
            Line("1 2 …", message("a pod: plays the chosen card onto it")),
            Line("Enter", message("play where it is clear; use a Keycard")),
        ),
        _TO_SEE,
        (
            Line("t", message("say something")),
            Line("Esc", message("menu: leave, resign, players, votes")),
            LEAVE,
        ),
    ),
    "watching": (
        _TO_SEE,
        (Line("Esc", message("menu: players, back to the lobby")), LEAVE),
    ),
    "end": (
        (
            Line("r", message("you want a rematch, or not after all")),
            *_AGAIN,
        ),
        (
            Line("t", message("say something to everybody here")),
            *_STANDINGS,
        ),
        (Line("Esc", message("back to the lobby")), LEAVE),
    ),
    "end-watched": (
        _AGAIN,
        _STANDINGS,
        (Line("Esc", message("back to the lobby")), LEAVE),
    ),
    "welcome": (
        (
            Line("Enter", message("go on, as the page says")),
            Line("l", message("learn: the game in three minutes")),
        ),
        (
            Line("↑ ↓", message("choose a line; a click does too")),
            Line("← →", message("change it, at once")),
            Line("n", message("another name")),
        ),
        (Line("Esc", message("to the lobby")), LEAVE),
    ),
    "settings": (
        (
            Line("↑ ↓", message("choose a line; a click does too")),
            Line("← →", message("change it, at once")),
            Line("Enter", message("the next value")),
            Line("n", message("another name")),
        ),
        (Line("Esc", message("back to where you were")), LEAVE),
    ),
    "rankings": (
        (
            Line("↑ ↓", message("another player; the page keys go further")),
            Line("Enter", message("their profile")),
            Line("m", message("your own profile")),
        ),
        (Line("Esc", message("back to where you were")), LEAVE),
    ),
    "profile": (
        (
            Line("↑ ↓", message("another game; the page keys go further")),
            Line("Enter", message("see it again, move by move")),
        ),
        (Line("Esc", message("back to where you were")), LEAVE),
    ),
    "learn": (
        (
            Line("← → a1", message("choose a card, as in a game")),
            Line("1 2 …", message("play it onto that pod")),
            Line("Enter", message("go on; in the list: begin")),
        ),
        (
            Line("↑ ↓", message("in the list: another lesson")),
            Line("Tab", message("the list of lessons")),
        ),
        (Line("Esc", message("back to where you were")), LEAVE),
    ),
    "replay": (
        (
            Line("← →", message("a step back, a step further")),
            Line("Home End", message("to the deal, to the last move")),
            Line("Space", message("play, and pause")),
            Line("+ -", message("play faster or slower")),
            Line("g", message("to the move whose number you type")),
        ),
        (
            Line("1 2 …", message("through the eyes of that seat")),
            Line("a", message("all cards open")),
        ),
        (
            Line("o", message("everybody's stash")),
            Line("p", message("all cards of the pods")),
        ),
        (Line("Esc", message("back to where you were")), LEAVE),
    ),
}
"""The keys of each page in groups, to be translated."""
