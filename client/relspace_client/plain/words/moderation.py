"""Words for keeping the peace: votes, muting, handing the room over, and not hearing somebody."""

from relspace.room.commands import CallVote, CastVote, GiveHost, MuteSeat
from relspace.wire.commands import Ignore
from relspace_client.plain.answering import NO, YES
from relspace_client.plain.voice import Voice, seat_meant
from relspace_client.plain.votes import vote_lines
from relspace_client.plain.words.room import room_of


async def vote(voice: Voice, text: str) -> None:
    """Calls a vote on a player, or votes in the one that is open; asks first before calling one."""
    snapshot, reader, word = room_of(voice), voice.reader, text.casefold()
    if word in (*YES, *NO, reader.say("yes").casefold(), reader.say("no").casefold()):
        await voice.send(CastVote(snapshot.room, word in (*YES, reader.say("yes").casefold())))
        return
    if not text and snapshot.vote is not None:
        voice.say(*vote_lines(reader, snapshot))
        return
    seat = _person(voice, text)
    if seat is None:
        voice.say(reader.say("On whom? Say vote and the number or name of a player; or vote yes, or vote no."))
        return

    async def called() -> None:
        await voice.send(CallVote(snapshot.room, seat))

    name = snapshot.seats[seat - 1].name
    voice.ask(reader.say("The others vote on whether {name} shall leave the game.", name=name), called)


async def mute(voice: Voice, text: str) -> None:
    """Keeps somebody from talking in the room."""
    await _mute(voice, text, on=True)


async def unmute(voice: Voice, text: str) -> None:
    """Lets them talk again."""
    await _mute(voice, text, on=False)


async def _mute(voice: Voice, text: str, *, on: bool) -> None:
    seat = _person(voice, text)
    if seat is None:
        voice.say(voice.reader.say("Whom? Say a number or a name; players lists them."))
    elif await voice.send(MuteSeat(room_of(voice).room, seat, on)) is not None:
        name = room_of(voice).seats[seat - 1].name
        muted = voice.reader.say("{name} cannot talk here any more.", name=name)
        voice.say(muted if on else voice.reader.say("{name} can talk here again.", name=name))


async def host(voice: Voice, text: str) -> None:
    """Hands the room over to somebody else; asks first."""
    snapshot, reader = room_of(voice), voice.reader
    seat = _person(voice, text)
    if seat is None:
        voice.say(reader.say("To whom? Say host and a number or a name; players lists them."))
        return

    async def given() -> None:
        await voice.send(GiveHost(snapshot.room, seat))

    voice.ask(reader.say("{name} becomes the host.", name=snapshot.seats[seat - 1].name), given)


async def ignore(voice: Voice, text: str) -> None:
    """Does not hear somebody any more."""
    if not text:
        voice.say(voice.reader.say("Whom? Say ignore and a name."))
    elif await voice.send(Ignore(text)) is not None:
        voice.say(voice.reader.say("You do not hear {name} any more, until you leave.", name=text))


async def unignore(voice: Voice, text: str) -> None:
    """Hears them again."""
    if not text:
        voice.say(voice.reader.say("Whom? Say unignore and a name."))
    elif await voice.send(Ignore(text, on=False)) is not None:
        voice.say(voice.reader.say("You hear {name} again.", name=text))


def _person(voice: Voice, text: str) -> int | None:
    """The seat of another person that is meant; None if that is not clear."""
    snapshot = room_of(voice)
    names = [seat.name for seat in snapshot.seats]
    people = [n for n, seat in enumerate(snapshot.seats, 1) if seat.kind in ("person", "guest") and n != snapshot.you]
    return seat_meant(names, text, people)
