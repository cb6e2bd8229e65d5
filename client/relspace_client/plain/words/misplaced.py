"""Words that cannot be said here, or are none: why, and what to say instead."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from relspace.wire.messages import Lobby, Snapshot
from relspace_client.around.parts import Reader
from relspace_client.locale.words import message
from relspace_client.plain.room import can_join
from relspace_client.plain.voice import LONGEST_QUOTED, Here, place_of, watches
from relspace_client.plain.words.vocabulary import HELP, WORDS, Word

ALIKE: Final = 0.75
"""How much a mistyped word must be like a known one that is offered instead, from 0 to 1."""

NOT_HERE: Final[Mapping[Here, str]] = {
    "lobby": message("{word} is not for the lobby. Type help for what is."),
    "room": message("{word} is not for a room before the game. Type help for what is."),
    "table": message("{word} is not for the table. Type help for what is."),
    "end": message("{word} is not for the end of a game. Type help for what is."),
}
"""What is said of a word that is said in the wrong place, to be translated."""

HINTS: Final[Mapping[tuple[Here, str], str]] = {
    ("lobby", "play"): message("There is no game here. Type quick to play now."),
    ("room", "play"): message("The game has not begun. Type ready when you are."),
    ("end", "play"): message("The game is over. Type rematch to play again."),
    ("lobby", "leave"): message("You are in the lobby. Type quit to leave the server."),
}
"""Better sentences for some of them, to be translated."""

LEADS: Final[Mapping[str, tuple[str, ...]]] = {
    "rename": ("name",),
    "nick": ("name",),
    "whoami": ("name",),
    "settings": ("language", "name", "options"),
    "learn": ("rules", "help cards"),
    "replay": ("log", "record"),
    "plain": ("here", "help"),
    "who": ("players",),
    "tell": ("say",),
    "chat": ("say", "talk"),
    "exit": ("quit",),
    "logout": ("quit",),
    "bye": ("quit",),
}
"""Words of elsewhere, and what does here what they do there."""

OUTSIDE: Final = ("rankings", "profile", "records", "link", "unlink", "account", "api", "admin", "version")
"""What the server is asked for before one comes in, as the command of an `ssh` of its own."""


def refused(reader: Reader, word: Word, snapshot: Snapshot | None) -> str:
    """Why a word cannot be said where the person is; empty if it can.

    Args:
        reader: who said it.
        word: what was said.
        snapshot: the room that they look at; None in the lobby.
    """
    place = place_of(snapshot)
    if place not in word.places:
        hint = "" if watches(snapshot) else HINTS.get((place, word.name), "")
        return reader.say(hint) if hint else reader.say(NOT_HERE[place], word=word.name)
    if snapshot is not None and watches(snapshot) and word.seat == "with":
        return _needs_a_seat(reader, word, snapshot)
    return ""


def _needs_a_seat(reader: Reader, word: Word, snapshot: Snapshot) -> str:
    if word.name == "say":
        return reader.say("Those who watch do not talk at the table.")
    said = reader.say("You are watching: {word} is for those who have a seat.", word=word.name)
    return f"{said} {reader.say('Type join to take a free seat.')}" if can_join(snapshot) else said


def unknown(reader: Reader, word: str, could_be: list[str], lobby: Lobby | None) -> str:
    """What is said of a word that is none.

    Args:
        reader: who said it.
        word: what was said.
        could_be: the words that begin like it.
        lobby: what is known of the server.
    """
    quoted, known = word[:LONGEST_QUOTED], word.casefold()
    if could_be:
        return reader.say("{word} could be {words}.", word=quoted, words=reader.words.either(could_be))
    if known in LEADS:
        words = reader.words.either(list(LEADS[known]))
        return reader.say("There is no word {word} here. Type {words}.", word=known, words=words)
    if known in OUTSIDE and lobby is not None and lobby.address:
        command = f"ssh {lobby.address} {known}"
        return reader.say("{word} is asked for outside the game: {command}", word=known, command=command)
    near = next(iter(get_close_matches(known, [HELP, *WORDS], 1, ALIKE)), "")
    if near:
        return reader.say("There is no word {word}. The nearest is {near}.", word=quoted, near=near)
    return reader.say("There is no word {word}. Type help for the words.", word=quoted)
