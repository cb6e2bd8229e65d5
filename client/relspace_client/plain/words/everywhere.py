"""Words that can be said everywhere, and leaving."""

from relspace.room.commands import Say
from relspace.wire.commands import Leave
from relspace.wire.messages import Snapshot
from relspace_client.around.help import RULES
from relspace_client.around.lobby import is_alone
from relspace_client.around.record import record_sentence
from relspace_client.plain.end import seed_lines
from relspace_client.plain.lobby import people_lines
from relspace_client.plain.room import seat_lines
from relspace_client.plain.scene import scene_lines
from relspace_client.plain.table import order_sentence, player_lines
from relspace_client.plain.voice import Voice, place_of, room_of
from relspace_client.table.own import seat_waits


async def rules(voice: Voice, _text: str) -> None:
    """The rules in short."""
    voice.say(*map(voice.reader.say, RULES), voice.reader.say("Type help cards for what each special card does."))


async def here(voice: Voice, _text: str) -> None:
    """Where one is, and everything that is to be known there."""
    voice.say(*scene_lines(voice.reader, voice.model, voice.time_left))


async def players(voice: Voice, _text: str) -> None:
    """Who is here."""
    model, reader = voice.model, voice.reader
    snapshot = model.snapshot
    if snapshot is None:
        if model.lobby is not None:
            voice.say(*people_lines(reader, model.lobby))
    elif place_of(snapshot) == "table" and snapshot.view is not None:
        voice.say(*player_lines(reader, snapshot, snapshot.view), order_sentence(reader, snapshot, snapshot.view))
    else:
        voice.say(*seat_lines(reader, snapshot))


async def say(voice: Voice, text: str) -> None:
    """Says a line to everybody here."""
    if is_alone(voice.model.lobby):
        voice.say(voice.reader.say("Nobody else is here."))
    elif text:
        await voice.send(Say(voice.model.room, text))
    else:
        voice.say(voice.reader.say("Say what? Type say and your line."))


async def talk(voice: Voice, _text: str) -> None:
    """What was said last."""
    lines = voice.model.talk[-10:]
    if not lines:
        voice.say(voice.reader.say("Nobody has said anything yet."))
    voice.say(*(voice.reader.say("{name}: {text}", name=line.name, text=line.text) for line in lines))


async def seed(voice: Voice, _text: str) -> None:
    """Whether the shuffle was fair."""
    voice.say(*seed_lines(voice.reader, room_of(voice)))


async def record(voice: Voice, _text: str) -> None:
    """What the record of the game is called, and how it is saved."""
    snapshot, lobby = room_of(voice), voice.model.lobby
    voice.say(
        voice.reader.say("The record of this game is called {game}.", game=snapshot.game),
        record_sentence(voice.reader, lobby.address if lobby else "", snapshot.game),
    )


async def leave(voice: Voice, _text: str) -> None:
    """Back to the lobby; asks first if a seat waits in a game."""
    snapshot = room_of(voice)

    async def left() -> None:
        await voice.send(Leave(snapshot.room))

    if seat_waits(snapshot):
        voice.ask(_waits(voice, snapshot), left)
    else:
        await left()


async def leave_all(voice: Voice, _text: str) -> None:
    """Ends the session; asks first if a seat waits in a game."""
    snapshot = voice.model.snapshot

    async def left() -> None:
        voice.leave()

    if snapshot is not None and seat_waits(snapshot) and voice.model.guest:
        voice.ask(voice.reader.say("A guest cannot come back to a running game."), left)
    elif snapshot is not None and seat_waits(snapshot):
        voice.ask(_waits(voice, snapshot), left)
    else:
        await left()


def _waits(voice: Voice, snapshot: Snapshot) -> str:
    reader = voice.reader
    if snapshot.options.clock:
        return reader.say("Your seat waits for you. The autopilot plays for you when your time runs out.")
    return reader.say("Your seat waits for you, and the others wait too.")
