"""A room before the game, in sentences."""

from collections.abc import Iterator

from relspace.wire.messages import SeatInfo, Snapshot
from relspace_client.around.end import can_sit
from relspace_client.around.options import in_short
from relspace_client.around.parts import Reader
from relspace_client.around.room import Scene, can_bring_somebody, invitation, keeps_waiting, room_prompt
from relspace_client.around.seats import all_ready, free_seats, level_name
from relspace_client.locale.titles import title_in


def room_lines(reader: Reader, snapshot: Snapshot, address: str) -> list[str]:
    """The room's code, how to bring a friend, the options, the seats, and what to say now."""
    title = title_in(reader.words, snapshot)
    lines = [reader.say("Room {title}, code {code}.", title=title, code=snapshot.room)]
    if address and can_bring_somebody(snapshot):
        line = invitation(address, snapshot)
        if free_seats(snapshot):
            lines.append(reader.say("A friend comes in with: {line}", line=line))
        else:
            lines.append(reader.say("A friend can watch with: {line}", line=line))
    lines.append(options_line(reader, snapshot))
    lines += seat_lines(reader, snapshot)
    lines.append(room_next(reader, snapshot))
    return lines


def options_line(reader: Reader, snapshot: Snapshot) -> str:
    """What the host has chosen."""
    said = in_short(reader, snapshot.options)
    return reader.count("{n} seat, {options}.", "{n} seats, {options}.", snapshot.options.seats, options=said)


def seat_lines(reader: Reader, snapshot: Snapshot) -> list[str]:
    """One line for each seat, and one for those who watch."""
    lines = [_seat(reader, snapshot, number, seat) for number, seat in enumerate(snapshot.seats, 1)]
    if snapshot.watching:
        lines.append(reader.count("{n} person is watching.", "{n} people are watching.", snapshot.watching))
    return lines


def _seat(reader: Reader, snapshot: Snapshot, number: int, seat: SeatInfo) -> str:
    if seat.kind == "free":
        return reader.say("{seat}. free.", seat=number)
    name = reader.say("You") if number == snapshot.you else seat.name
    marks = reader.say(", ").join(_marks(reader, snapshot, number, seat))
    return reader.say("{seat}. {name}: {said}.", seat=number, name=name, said=marks)


def _marks(reader: Reader, snapshot: Snapshot, number: int, seat: SeatInfo) -> Iterator[str]:
    """What is to be known of who sits there."""
    if seat.kind == "bot":
        level = level_name(reader, seat.level) if seat.level else ""
        yield reader.say("bot, {level}", level=level) if level else reader.say("bot")
    elif seat.kind == "guest":
        yield reader.say("guest")
    if number == snapshot.host:
        yield reader.say("host")
    if seat.presence != "here":
        yield reader.say("away")
    if seat.muted:
        yield reader.say("muted")
    if snapshot.phase == "over":
        if seat.kind != "bot":
            yield reader.say("wants a rematch") if seat.ready else reader.say("has not said rematch yet")
    else:
        yield reader.say("ready") if seat.ready else reader.say("not ready")


def room_next(reader: Reader, snapshot: Snapshot) -> str:
    """What to say now, or what is waited for."""
    if snapshot.you is None:
        if free_seats(snapshot):
            return reader.say("Type join to take a free seat.")
    elif not snapshot.seats[snapshot.you - 1].ready:
        return reader.say("Type ready when you are. The game starts when all seats are taken and all are ready.")
    elif can_start(snapshot):
        return reader.say("Type start to start the game with those who are here.")
    said = room_prompt(Scene(snapshot, ""), reader).said
    return f"{said} {reader.say('To play at once: leave, then quick.')}" if keeps_waiting(snapshot) else said


def can_join(snapshot: Snapshot) -> bool:
    """Whether a seat is free for the viewer, who has none."""
    if snapshot.phase == "gathering":
        return snapshot.you is None and free_seats(snapshot) > 0
    return snapshot.phase == "over" and can_sit(snapshot)


def can_start(snapshot: Snapshot) -> bool:
    """Whether the viewer is the host of a room in which all are ready."""
    return snapshot.you is not None and snapshot.you == snapshot.host and all_ready(snapshot)
