"""Every word of plain mode: how it is written, what it does, where it can be said."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace_client.locale.words import message
from relspace_client.plain.voice import Here, Voice
from relspace_client.plain.words import everywhere, lobby, moderation, oneself, room, table

Does = Callable[[Voice, str], Awaitable[None]]

Seat: TypeAlias = Literal["", "with", "without"]
"""Whether a word is, in a room, for those who have a seat there, for those who only watch, or for all."""


class Written(NamedTuple):
    """How a word is written, and what it does."""

    usage: str
    does: str
    """To be translated."""


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
    seat: Seat = ""
    watching: Written | None = None
    """The word as it is for those who watch, if it does less for them."""

    @property
    def name(self) -> str:
        """The word itself."""
        return self.usage.partition(" ")[0]

    def written(self, place: Here, *, watching: bool) -> Written | None:
        """The word as it is listed.

        Args:
            place: where the person is.
            watching: whether they look at a room in which they have no seat.

        Returns:
            None if it cannot be said there.
        """
        not_for = "with" if watching else "without"
        if place not in self.places or (place != "lobby" and self.seat == not_for):
            return None
        return self.watching if watching and self.watching else Written(self.usage, self.does)


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

_KEPT: Final = message("It is kept with your account; a guest's lasts as long as the session.")

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
    Word(
        "join [CODE]",
        message("take a seat in a room, or come back to yours"),
        lobby.join,
        ("lobby", "room", "end"),
        message("In the lobby, without a code, it leads to your game that waits."),
        seat="without",
    ),
    Word("watch CODE", message("see a room without a seat"), lobby.watch, _LOBBY),
    # the room
    Word("ready", message("you are ready to start"), room.ready, _AROUND, seat="with"),
    Word("unready", message("you are not ready after all"), room.unready, _AROUND, seat="with"),
    Word("rematch", message("you want to play again"), room.ready, ("end",), seat="with"),
    Word("start", message("start with those who are here; the host's"), room.start, _AROUND, seat="with"),
    Word("bot [easy|normal|hard]", message("give a free seat to a bot; the host's"), room.bot, _AROUND, seat="with"),
    Word("remove N", message("free a seat; the host's"), room.remove, _AROUND, seat="with"),
    # the table
    Word(
        "play SPACE POD",
        message("play a card onto a pod, such as play A1 1; the word play can be left out"),
        table.play,
        _TABLE,
        message("If it would jam, you are asked first."),
        seat="with",
    ),
    Word("open SPACE", message("open a new pod with a Keycard"), table.open_pod, _TABLE, seat="with"),
    Word("peek SPACE", message("look at a face-down card, after Winston"), table.peek, _TABLE, seat="with"),
    Word(
        "give N",
        message("give a card to a player, by number or name, after Albert"),
        table.give,
        _TABLE,
        seat="with",
    ),
    Word(
        "moves",
        message("every card that you can play, and what it does on each pod"),
        table.moves,
        _TABLE,
        seat="with",
    ),
    Word(
        "stash [N]",
        message("your stash, or another player's"),
        table.stash,
        _GAME,
        watching=Written("stash N", message("a player's stash")),
    ),
    Word("pods [N]", message("what each pod takes; with a number, all its cards"), table.pods, _GAME),
    Word(
        "turn",
        message("whose turn it is, and what you can play"),
        table.turn,
        _TABLE,
        watching=Written("turn", message("whose turn it is")),
    ),
    Word("log", message("the last moves"), table.log, _GAME),
    Word("hand N", message("let the autopilot play for somebody who is away"), table.hand, _TABLE, seat="with"),
    Word("resign", message("leave the game for good; asks first"), table.resign, _TABLE, seat="with"),
    Word(
        "vote N|yes|no",
        message("ask the others whether a player shall leave, or answer; asks first"),
        moderation.vote,
        _TABLE,
        message("The majority of the others decides, two at least, within a minute."),
        seat="with",
    ),
    Word("seed", message("the promise before the game, and its check afterwards"), everywhere.seed, _GAME),
    Word("record", message("what the record of the game is called, and how you save it"), everywhere.record, ("end",)),
    Word(
        "options [OPTIONS]",
        message("the options; the host changes them"),
        room.options,
        _ROOMS,
        _OPTIONS_HELP,
        watching=Written("options", message("the options; the host changes them")),
    ),
    Word("mute N", message("keep a player from talking in the room; the host's"), moderation.mute, _ROOMS, seat="with"),
    Word("unmute N", message("let them talk again; the host's"), moderation.unmute, _ROOMS, seat="with"),
    Word(
        "host N",
        message("hand the room over to somebody; the host's; asks first"),
        moderation.host,
        _ROOMS,
        seat="with",
    ),
    # everywhere
    Word("rules", message("the rules in short"), everywhere.rules, _ALL),
    Word("here", message("where you are, and everything there"), everywhere.here, _ALL),
    Word("players", message("who is here"), everywhere.players, _ALL),
    Word("say TEXT", message("say something to everybody here"), everywhere.say, _ALL, seat="with"),
    Word("talk", message("what was said last"), everywhere.talk, _ALL),
    Word("ignore NAME", message("do not hear somebody any more"), moderation.ignore, _ALL),
    Word("unignore NAME", message("hear them again"), moderation.unignore, _ALL),
    Word("name [NEW]", message("what you are called, or another name"), oneself.name, _ALL, _KEPT),
    Word("language [CODE]", message("the language, or another one: en, es or ja"), oneself.language, _ALL, _KEPT),
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
