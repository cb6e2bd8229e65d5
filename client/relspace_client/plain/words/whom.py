"""Whom a word is about: another player, or the reason why it cannot be about them."""

from collections.abc import Callable
from typing import Final, TypeAlias

from relspace.room.voting import FEWEST
from relspace.wire.messages import Snapshot
from relspace_client.around.parts import Reader
from relspace_client.plain.voice import Voice, room_of, seat_meant
from relspace_client.screens.refusals import REFUSALS

Why: TypeAlias = Callable[[Reader, Snapshot, int], str]
"""Why a word cannot be about a seat, in a sentence; empty if it can."""

_PEOPLE: Final = ("person", "guest")


def somebody_else(voice: Voice, text: str, ask: str, why: Why) -> int | None:
    """The seat of another player.

    Args:
        voice: the session.
        text: what was typed after the word.
        ask: what the person is asked if it is not clear whom they mean.
        why: the reason that there may be.

    Returns:
        The seat; None if it cannot be about anybody, which the person was told.
    """
    snapshot, reader = room_of(voice), voice.reader
    taken = [number for number, seat in enumerate(snapshot.seats, 1) if seat.kind != "free"]
    seat = seat_meant([seat.name for seat in snapshot.seats], text, taken)
    if seat is None:
        voice.say(reader.say(REFUSALS["no-such-seat"]) if text.isdecimal() else ask)
        return None
    reason = reader.say("That is you.") if seat == snapshot.you else why(reader, snapshot, seat)
    if reason:
        voice.say(reason)
    return None if reason else seat


def is_host(voice: Voice) -> bool:
    """Whether the room is the viewer's; if not, they are told."""
    snapshot = room_of(voice)
    hosts = snapshot.you is not None and snapshot.you == snapshot.host
    if not hosts:
        voice.say(voice.reader.say(REFUSALS["not-host"]))
    return hosts


def never(_reader: Reader, _snapshot: Snapshot, _seat: int) -> str:
    """No reason: the word can be about everybody."""
    return ""


def why_not_muted(reader: Reader, snapshot: Snapshot, seat: int) -> str:
    """Why somebody's talk cannot be muted: bots do not talk."""
    one = snapshot.seats[seat - 1]
    return "" if one.kind in _PEOPLE else reader.say("{name} is a bot.", name=one.name)


def why_no_host(reader: Reader, snapshot: Snapshot, seat: int) -> str:
    """Why somebody cannot become the host."""
    one = snapshot.seats[seat - 1]
    if one.kind in _PEOPLE and one.presence != "here":
        return reader.say("{name} is away.", name=one.name)
    return why_not_muted(reader, snapshot, seat)


def why_no_autopilot(reader: Reader, snapshot: Snapshot, seat: int) -> str:
    """Why a seat cannot be handed to the autopilot."""
    one = snapshot.seats[seat - 1]
    reason = why_not_muted(reader, snapshot, seat) or _out(reader, snapshot, seat)
    if reason:
        return reason
    if one.presence == "here":
        return reader.say("{name} is not away.", name=one.name)
    if one.presence == "autopilot":
        return reader.say("The autopilot plays for {name}.", name=one.name)
    if snapshot.options.clock:
        return reader.say("There is a clock: the autopilot plays when time runs out.")
    return ""


def why_no_vote(reader: Reader, snapshot: Snapshot, seat: int) -> str:
    """Why the others cannot be asked whether somebody shall leave."""
    reason = why_not_muted(reader, snapshot, seat) or _out(reader, snapshot, seat)
    if reason:
        return reason
    people = [number for number, one in enumerate(snapshot.seats, 1) if one.kind in _PEOPLE]
    voters = [number for number in people if number != seat and not _out(reader, snapshot, number)]
    if snapshot.you not in voters:
        return reader.say("You have left the game.")
    return "" if len(voters) >= FEWEST else reader.say(REFUSALS["few-voters"])


def _out(reader: Reader, snapshot: Snapshot, seat: int) -> str:
    """That somebody has left the game; empty if they have not."""
    stashes = snapshot.view.seats if snapshot.view is not None else ()
    out = seat <= len(stashes) and stashes[seat - 1].out
    return reader.say("{name} has left the game.", name=snapshot.seats[seat - 1].name) if out else ""
