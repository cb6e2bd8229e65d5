"""Words of a room before a game and after it."""

from relspace.bots.levels import LEVELS
from relspace.room.commands import RemoveSeat, SetOptions, SetReady
from relspace.room.commands import Start as StartGame
from relspace.wire.commands import AddBot
from relspace_client.around.options import option_lines
from relspace_client.plain.voice import Voice, room_of
from relspace_client.plain.words.lobby import wrong_options
from relspace_client.plain.words.options import read_options
from relspace_client.plain.words.whom import is_host, never, somebody_else


async def ready(voice: Voice, _text: str) -> None:
    """Ready to start; after a game, for the rematch."""
    await _set_ready(voice, ready=True)


async def unready(voice: Voice, _text: str) -> None:
    """Not ready after all."""
    await _set_ready(voice, ready=False)


async def _set_ready(voice: Voice, *, ready: bool) -> None:
    snapshot = room_of(voice)
    if snapshot.you is not None and snapshot.seats[snapshot.you - 1].ready == ready:
        already = voice.reader.say("You are ready already. Type unready if you are not.")
        voice.say(already if ready else voice.reader.say("You are not ready yet."))
        return
    await voice.send(SetReady(snapshot.room, ready=ready))


async def bot(voice: Voice, text: str) -> None:
    """Gives a free seat to a bot, of a level if one is named."""
    level = text.casefold()
    if level and level not in LEVELS:
        voice.say(voice.reader.say("A bot is {levels}.", levels=voice.reader.words.either(list(LEVELS))))
        return
    await voice.send(AddBot(room_of(voice).room, level))


async def start(voice: Voice, _text: str) -> None:
    """Starts the game with those who are here."""
    await voice.send(StartGame(room_of(voice).room))


async def remove(voice: Voice, text: str) -> None:
    """Frees a seat; asks first if a person sits there."""
    snapshot, reader = room_of(voice), voice.reader
    if not is_host(voice):
        return
    ask = reader.say("Whose seat? Type remove and a number or a name; players lists them.")
    seat = somebody_else(voice, text, ask, never)
    if seat is None:
        return
    command = RemoveSeat(snapshot.room, seat)
    if snapshot.seats[seat - 1].kind == "bot":
        await voice.send(command)
        return

    async def removed() -> None:
        await voice.send(command)

    voice.ask(reader.say("{name} goes back to the lobby.", name=snapshot.seats[seat - 1].name), removed)


async def options(voice: Voice, text: str) -> None:
    """The room's options, or other ones."""
    snapshot = room_of(voice)
    if not text:
        voice.say(*(f"{name}: {value}." for name, value in option_lines(voice.reader, snapshot)))
        return
    wanted = read_options(text, snapshot.options, new=False)
    if wanted.wrong:
        voice.say(wrong_options(voice, wanted.wrong[0]))
    else:
        await voice.send(SetOptions(snapshot.room, wanted.options))
