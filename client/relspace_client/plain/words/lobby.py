"""Words of the lobby, and going into rooms."""

from dataclasses import replace
from typing import Final

from relspace.errors import Refused
from relspace.room.commands import SetReady
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Join, QuickPlay, Watch
from relspace_client.around.help import RULES
from relspace_client.codes import code_in
from relspace_client.locale.titles import title_in
from relspace_client.locale.words import message
from relspace_client.plain.lobby import room_lines, waiting
from relspace_client.plain.voice import Voice
from relspace_client.plain.words.options import read_options
from relspace_client.start import InLobby, JoinRoom, Learn, PlayBots, Replay, Start, WatchRoom
from relspace_client.table.about import SENTENCES

ELSEWHERE: Final = message("You are already there from another terminal. It goes back to the lobby if you come here.")

QUICK: Final = message("Type quick to play now, against bots.")

NO_REPLAY: Final = message("Lines cannot show a replay. The command record gives the moves of a game.")


async def enter(voice: Voice, start: Start) -> None:
    """Goes where the person asked to come in."""
    match start:
        case JoinRoom(code):
            await _join(voice, code)
        case WatchRoom(code):
            await voice.send(Watch(code))
        case PlayBots(bots, seats, options):
            await _play_bots(voice, bots, seats, options)
        case Learn():
            reader = voice.reader
            voice.say(*(reader.say(sentence) for sentence in (*RULES, *SENTENCES.values(), QUICK)))
        case Replay():
            voice.say(voice.reader.say(NO_REPLAY))
        case InLobby():
            pass


async def rooms(voice: Voice, _text: str) -> None:
    """The list of rooms."""
    lobby = voice.model.lobby
    if lobby is not None:
        voice.say(*room_lines(voice.reader, lobby))


async def quick(voice: Voice, _text: str) -> None:
    """An open room where a game is about to begin, or a new one with bots."""
    await voice.send(QuickPlay())


async def new(voice: Voice, text: str) -> None:
    """Opens a room."""
    wanted = read_options(text, RoomOptions(), new=True)
    if wanted.wrong:
        voice.say(wrong_options(voice, wanted.wrong[0]))
        return
    if wanted.bots >= wanted.options.seats:
        voice.say(voice.reader.say("One seat is yours: {n} bots do not fit.", n=wanted.bots))
        return
    await voice.send(Create(wanted.title, wanted.options, wanted.bots, wanted.level))


def wrong_options(voice: Voice, word: str) -> str:
    """What is said of a word that is no option."""
    return voice.reader.say("{word} is no option, or has no such value. Type help new for the options.", word=word[:20])


async def join(voice: Voice, text: str) -> None:
    """Takes a seat: of the room with this code; without one in the room that is looked at, or comes back to a game."""
    snapshot = voice.model.snapshot
    if snapshot is None:
        code = _code(voice, text) if text else _own_code(voice)
        if code:
            await _join(voice, code)
    elif text and code_in(text) != snapshot.room:
        voice.say(voice.reader.say("You are in room {code}. Type leave first.", code=snapshot.room))
    elif snapshot.you is not None:
        voice.say(voice.reader.say("You have a seat here already."))
    else:
        await voice.send(Join(snapshot.room))


async def watch(voice: Voice, text: str) -> None:
    """Sees a room without a seat."""
    code = _code(voice, text)
    if code:
        await voice.send(Watch(code))


def _code(voice: Voice, text: str) -> str:
    """The code that was typed; empty if it is none, which the person is told."""
    code = code_in(text)
    if not code:
        voice.say(voice.reader.say("Which room? A code is five letters and digits; type rooms for the list."))
    return code


def _own_code(voice: Voice) -> str:
    """The code of the one game that waits for the person; empty if there is none or several, which they are told."""
    games = waiting(voice.model.lobby) if voice.model.lobby else []
    if len(games) < 2:
        return games[0].code if games else _code(voice, "")
    words = voice.reader.words
    named = words.either([f"{game.code} {title_in(words, game)}" for game in games])
    voice.say(voice.reader.say("Which of yours? {games}. Type join and its code.", games=named))
    return ""


async def _join(voice: Voice, code: str) -> None:
    reader = voice.reader

    def refused(error: Refused) -> bool:
        if error.code == "seat-in-use":
            voice.ask(reader.say(ELSEWHERE), lambda: _take_over(voice, code))
        elif error.code in ("room-full", "game-running"):
            full = reader.say("Every seat there is taken. You can watch.")
            runs = reader.say("A game is being played there already. You can watch.")
            voice.ask(full if error.code == "room-full" else runs, lambda: _watch(voice, code))
        else:
            return False
        return True

    await voice.send(Join(code), refused)


async def _take_over(voice: Voice, code: str) -> None:
    await voice.send(Join(code, take_over=True))


async def _watch(voice: Voice, code: str) -> None:
    await voice.send(Watch(code))


async def _play_bots(voice: Voice, bots: int, seats: int, options: RoomOptions) -> None:
    """Opens a room with bots and is ready at once, so that the game starts if they fill it."""
    done = await voice.send(Create(options=replace(options, seats=seats or bots + 1), bots=bots))
    if done is not None:
        await voice.send(SetReady(done.room, ready=True))
