"""Every word of plain mode: how it is written, what it does, where it can be said."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from relspace_client.locale.words import message
from relspace_client.plain.voice import Here, Voice
from relspace_client.plain.words import everywhere, lobby, moderation, room, table

Does = Callable[[Voice, str], Awaitable[None]]

ALIKE: Final = 0.6
"""How much a mistyped word must be like a known one that is offered instead, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word."""

    usage: str
    """The word and what may follow it."""
    does: str
    """What it does, to be translated."""
    do: Does
    places: tuple[Here, ...]
    more: str = ""
    """Another sentence for `help` and this word, to be translated."""

    @property
    def name(self) -> str:
        """The word itself."""
        return self.usage.partition(" ")[0]


_ALL: Final[tuple[Here, ...]] = ("lobby", "room", "table", "end")
_ROOMS: Final[tuple[Here, ...]] = ("room", "table", "end")
_AROUND: Final[tuple[Here, ...]] = ("room", "end")
_GAME: Final[tuple[Here, ...]] = ("table", "end")
_LOBBY: Final[tuple[Here, ...]] = ("lobby",)
_TABLE: Final[tuple[Here, ...]] = ("table",)

_OPTIONS_HELP: Final = message(
    "Options: seats 2 to 10; clock 15, 30, 60, day or off; pyramid or grid; strict or lenient; open or hidden stashes; "
    "private or public; watch or nowatch."
)

_WORDS: Final = (
    # the lobby
    Word("quick", message("play now: an open room, or a new one with bots"), lobby.quick, _LOBBY),
    Word("rooms", message("the rooms, yours first"), lobby.rooms, _LOBBY),
    Word(
        "new [OPTIONS] [bots N] [level L] [called TITLE]",
        message("open a room"),
        lobby.new,
        _LOBBY,
        _OPTIONS_HELP,
    ),
    Word("join [CODE]", message("take a seat in a room, or come back to yours"), lobby.join, ("lobby", "room", "end")),
    Word("watch CODE", message("see a room without a seat"), lobby.watch, _LOBBY),
    # the room
    Word("ready", message("you are ready to start"), room.ready, _AROUND),
    Word("unready", message("you are not ready after all"), room.unready, _AROUND),
    Word("rematch", message("you want to play again"), room.ready, ("end",)),
    Word("start", message("start with those who are here; the host's"), room.start, _AROUND),
    Word("bot [easy|normal|hard]", message("give a free seat to a bot; the host's"), room.bot, _AROUND),
    Word("remove N", message("free a seat; the host's"), room.remove, _AROUND),
    # the table
    Word(
        "play SPACE POD",
        message("play a card onto a pod, such as play A1 1; the word play can be left out"),
        table.play,
        _TABLE,
        message("If it would jam, you are asked first."),
    ),
    Word("open SPACE", message("open a new pod with a Keycard"), table.open_pod, _TABLE),
    Word("peek SPACE", message("look at a face-down card, after Winston"), table.peek, _TABLE),
    Word("give N", message("give a card to a player, by number or name, after Albert"), table.give, _TABLE),
    Word("moves", message("every card that you can play, and what it does on each pod"), table.moves, _TABLE),
    Word("stash [N]", message("your stash, or another player's"), table.stash, _GAME),
    Word("pods [N]", message("what each pod takes; with a number, all its cards"), table.pods, _GAME),
    Word("turn", message("whose turn it is, and what you can play"), table.turn, _TABLE),
    Word("log", message("the last moves"), table.log, _GAME),
    Word("hand N", message("let the autopilot play for somebody who is away"), table.hand, _TABLE),
    Word("resign", message("leave the game for good; asks first"), table.resign, _TABLE),
    Word(
        "vote N|yes|no",
        message("ask the others whether a player shall leave, or answer; asks first"),
        moderation.vote,
        _TABLE,
        message("The majority of the others decides, two at least, within a minute."),
    ),
    Word("seed", message("the promise before the game, and its check afterwards"), everywhere.seed, _GAME),
    Word("options [OPTIONS]", message("the options; the host changes them"), room.options, _ROOMS, _OPTIONS_HELP),
    Word("mute N", message("keep a player from talking in the room; the host's"), moderation.mute, _ROOMS),
    Word("unmute N", message("let them talk again; the host's"), moderation.unmute, _ROOMS),
    Word("host N", message("hand the room over to somebody; the host's; asks first"), moderation.host, _ROOMS),
    # everywhere
    Word("rules", message("the rules in short"), everywhere.rules, _ALL),
    Word("here", message("where you are, and everything there"), everywhere.here, _ALL),
    Word("players", message("who is here"), everywhere.players, _ALL),
    Word("say TEXT", message("say something to everybody here"), everywhere.say, _ALL),
    Word("talk", message("what was said last"), everywhere.talk, _ALL),
    Word("ignore NAME", message("do not hear somebody any more"), moderation.ignore, _ALL),
    Word("unignore NAME", message("hear them again"), moderation.unignore, _ALL),
    Word("leave", message("back to the lobby"), everywhere.leave, _ROOMS),
    Word("quit", message("leave the server"), everywhere.leave_all, _ALL),
)

WORDS: Final[Mapping[str, Word]] = {word.name: word for word in _WORDS}
"""Every word but `help`, by its name, in the order in which they are listed."""

HELP: Final = "help"


def meant(text: str) -> list[str]:
    """The words that a word or the beginning of one can mean; one if it is clear, none if it is unknown."""
    word = HELP if text == "?" else text.casefold()
    names = [HELP, *WORDS]
    return [word] if word in names else [name for name in names if name.startswith(word)]


def nearest(text: str) -> str:
    """The known word that a mistyped one is most like; empty if none is."""
    return next(iter(get_close_matches(text.casefold(), [HELP, *WORDS], 1, ALIKE)), "")
