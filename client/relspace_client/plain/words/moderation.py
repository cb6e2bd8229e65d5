"""Words for keeping the peace: votes, muting, handing the room over, and not hearing somebody."""

from relspace.room.commands import CallVote, CastVote, GiveHost, MuteSeat
from relspace.wire.commands import Ignore
from relspace_client.plain.answering import answered
from relspace_client.plain.voice import Voice, room_of
from relspace_client.plain.votes import vote_lines
from relspace_client.plain.words.whom import is_host, somebody_else, why_no_host, why_no_vote, why_not_muted


async def vote(voice: Voice, text: str) -> None:
    """Calls a vote on a player, or votes in the one that is open; asks first before calling one."""
    snapshot, reader = room_of(voice), voice.reader
    answer = answered(reader, text)
    if answer is not None:
        await voice.send(CastVote(snapshot.room, yes=answer == "yes"))
        return
    if not text and snapshot.vote is not None:
        voice.say(*vote_lines(reader, snapshot))
        return
    ask = reader.say("On whom? Type vote and the number or name of a player; or vote yes, or vote no.")
    seat = somebody_else(voice, text, ask, why_no_vote)
    if seat is None:
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
    if not is_host(voice):
        return
    ask = voice.reader.say("Whom? Type a number or a name; players lists them.")
    seat = somebody_else(voice, text, ask, why_not_muted)
    if seat is not None and await voice.send(MuteSeat(room_of(voice).room, seat, on)) is not None:
        name = room_of(voice).seats[seat - 1].name
        muted = voice.reader.say("{name} cannot talk here any more.", name=name)
        voice.say(muted if on else voice.reader.say("{name} can talk here again.", name=name))


async def host(voice: Voice, text: str) -> None:
    """Hands the room over to somebody else; asks first."""
    snapshot, reader = room_of(voice), voice.reader
    if not is_host(voice):
        return
    ask = reader.say("To whom? Type host and a number or a name; players lists them.")
    seat = somebody_else(voice, text, ask, why_no_host)
    if seat is None:
        return

    async def given() -> None:
        await voice.send(GiveHost(snapshot.room, seat))

    voice.ask(reader.say("{name} becomes the host.", name=snapshot.seats[seat - 1].name), given)


async def ignore(voice: Voice, text: str) -> None:
    """Does not hear somebody any more."""
    if not text:
        voice.say(voice.reader.say("Whom? Type ignore and a name."))
    elif await voice.send(Ignore(text)) is not None:
        voice.say(voice.reader.say("You do not hear {name} any more, until you leave.", name=text))


async def unignore(voice: Voice, text: str) -> None:
    """Hears them again."""
    if not text:
        voice.say(voice.reader.say("Whom? Type unignore and a name."))
    elif await voice.send(Ignore(text, on=False)) is not None:
        voice.say(voice.reader.say("You hear {name} again.", name=text))
