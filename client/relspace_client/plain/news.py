"""What changed between two snapshots of a room, as one short line each."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from relspace.room.state import LogEntry
from relspace.rules.cards import HIDDEN
from relspace.rules.events import Gave, Jammed, Peeked
from relspace.wire.messages import SeatInfo, Snapshot
from relspace_client.around.parts import Reader
from relspace_client.plain.room import can_start, options_line
from relspace_client.plain.voice import closed, name_of, own_seat, players_of
from relspace_client.plain.votes import vote_news
from relspace_client.table.about import named
from relspace_client.table.logtext import Names, log_lines
from relspace_client.table.own import own_card, still_in

FEW_CARDS: Final = 3
"""Cards left of somebody who is about to escape: from here on they are counted aloud."""


def news(reader: Reader, before: Snapshot, after: Snapshot) -> list[str]:
    """What happened in a room that was looked at before: moves, then people, then the host's choices."""
    return [
        *moves_since(reader, before, after),
        *vote_news(reader, before, after),
        *_out(reader, before, after),
        *_people(reader, before, after),
        *_choices(reader, before, after),
    ]


# ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def moves_since(reader: Reader, before: Snapshot, after: Snapshot) -> list[str]:
    """The moves made since an earlier snapshot of the same game; those that are no longer in the log are counted."""
    known = before.view.ply if before.view is not None and before.commitment == after.commitment else 0
    fresh = tuple(entry for entry in after.log if entry.ply > known)
    if not fresh:
        return []
    missed = fresh[0].ply - known - 1
    lines = []
    if missed > 0:
        lines.append(reader.count("{n} move before that is left out.", "{n} moves before that are left out.", missed))
    return lines + [line for entry in fresh for line in _move(reader, after, entry)]


def _move(reader: Reader, after: Snapshot, entry: LogEntry) -> Iterator[str]:
    yield move_line(reader, after, entry)
    yield from _own_cards(reader, after, entry)
    yield from _almost(reader, after, entry.seat)


def move_line(reader: Reader, after: Snapshot, entry: LogEntry) -> str:
    """A move in one line, such as `Rigel: 8 on pod 2.` for those who read it in English."""
    names = Names(players_of(after), own_seat(after))
    (line,) = log_lines((entry,), names, reader.words)
    name = name_of(reader, after, entry.seat)
    end = "" if line.text.endswith(("!", ".")) else "."
    auto = f" ({reader.say('autopilot')})" if line.auto else ""
    return f"{name}: {line.text}{auto}{end}"


def _own_cards(reader: Reader, after: Snapshot, entry: LogEntry) -> Iterator[str]:
    """What a move brought the viewer, or showed to the viewer alone."""
    for event in entry.events:
        if isinstance(event, Jammed) and entry.seat == own_seat(after):
            came = [f"{space} {named(card, reader.words)}" for space, card in event.refilled if card != HIDDEN]
            if came:
                yield closed(reader.say("Back in your stash: {cards}.", cards=reader.say(", ").join(came)))
        elif isinstance(event, Peeked) and entry.seat == own_seat(after):
            yield from _shown(reader, after, event.space)
        elif isinstance(event, Gave) and event.seat == own_seat(after):
            yield closed(reader.say("{space} is {card}.", space=event.space, card=named(event.card, reader.words)))


def _shown(reader: Reader, after: Snapshot, space: str) -> Iterator[str]:
    """The card that Winston showed."""
    lies = None if after.view is None else own_card(after, after.view, space)
    if lies is not None and len(lies) > 1:
        yield closed(reader.say("{space} is {card}.", space=space, card=named(lies[1:], reader.words)))


def _almost(reader: Reader, after: Snapshot, seat: int) -> Iterator[str]:
    if after.phase != "playing" or seat > len(after.seats):
        return
    left = after.seats[seat - 1].left
    if not 0 < left <= FEW_CARDS:
        return
    if seat == after.you:
        yield reader.count("You have {n} card left.", "You have {n} cards left.", left)
    else:
        name = after.seats[seat - 1].name
        yield reader.count("{name} has {n} card left.", "{name} has {n} cards left.", left, name=name)


def _out(reader: Reader, before: Snapshot, after: Snapshot) -> Iterator[str]:
    """What is left to somebody who has just given up, or was voted out, in a game that goes on."""
    if after.you is None or after.you != before.you or after.phase != "playing":
        return
    if still_in(before, after.you) and not still_in(after, after.you):
        yield reader.say("You are out of the game. Watch it to its end, or type leave for the lobby.")


# ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _people(reader: Reader, before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Who came, left, is ready, away or back. Seats may move up when the host changes their number: names count."""
    renamed = _renamed(before, after)
    old, new = _by_name(before, renamed), _by_name(after)
    yours = "" if after.you is None else after.seats[after.you - 1].name
    freed = "" if before.you is None or after.you is not None else before.seats[before.you - 1].name
    for name, taken in renamed.items():
        if taken != yours:
            yield reader.say("{old} is called {name} now.", old=name, name=taken)
    for name in old:
        if name not in new and name != freed:  # who loses the seat is told why
            yield reader.say("{name} has left.", name=name)
    for name, (number, seat) in new.items():
        if name not in old:
            yield _sat_down(reader, number, seat, you=name == yours)
        else:
            was = old[name][1]
            if before.phase == after.phase:
                yield from _readiness(reader, after, was, seat, you=name == yours)
            if was.muted != seat.muted and name == yours:
                muted = reader.say("The host has muted you here.")
                yield muted if seat.muted else reader.say("You may talk here again.")
            if name != yours:
                yield from _presence(reader, was, seat)
            elif seat.presence == "autopilot" and was.presence != "autopilot":
                yield reader.say("The autopilot plays for you. Type anything to take your seat back.")


def _by_name(snapshot: Snapshot, renamed: Mapping[str, str] = MappingProxyType({})) -> dict[str, tuple[int, SeatInfo]]:
    """Who sits where, under the names that they have taken since."""
    taken = [(number, seat) for number, seat in enumerate(snapshot.seats, 1) if seat.kind != "free"]
    return {renamed.get(seat.name, seat.name): (number, seat) for number, seat in taken}


def _renamed(before: Snapshot, after: Snapshot) -> dict[str, str]:
    """Old names and new ones of those who took another: in their seat nothing but the name has changed."""
    old, new = ({seat.name for seat in snapshot.seats} for snapshot in (before, after))
    return {
        was.name: now.name
        for was, now in zip(before.seats, after.seats, strict=False)
        if was.kind in ("person", "guest") and was.name not in new and now.name not in old
        if replace(was, name=now.name) == now
    }


def _sat_down(reader: Reader, number: int, seat: SeatInfo, *, you: bool) -> str:
    if you:
        return reader.say("You sit in seat {seat}.", seat=number)
    if seat.kind == "bot":
        return reader.say("{name}, a bot, sits down in seat {seat}.", name=seat.name, seat=number)
    return reader.say("{name} sits down in seat {seat}.", name=seat.name, seat=number)


def _readiness(reader: Reader, after: Snapshot, was: SeatInfo, now: SeatInfo, *, you: bool) -> Iterator[str]:
    if was.ready == now.ready or now.kind == "bot":
        return
    if after.phase == "gathering":
        if you:
            yield reader.say("You are ready.") if now.ready else reader.say("You are not ready.")
        elif now.ready:
            yield reader.say("{name} is ready.", name=now.name)
        else:
            yield reader.say("{name} is not ready.", name=now.name)
    elif after.phase == "over":
        if you:
            yield reader.say("You want a rematch.") if now.ready else reader.say("You want no rematch.")
        elif now.ready:
            yield reader.say("{name} wants a rematch.", name=now.name)
        else:
            yield reader.say("{name} wants no rematch.", name=now.name)


def _presence(reader: Reader, was: SeatInfo, now: SeatInfo) -> Iterator[str]:
    if was.presence == now.presence:
        return
    if now.presence == "away":
        yield reader.say("{name} is away.", name=now.name)
    elif now.presence == "autopilot":
        yield reader.say("The autopilot plays for {name}.", name=now.name)
    else:
        yield reader.say("{name} is back.", name=now.name)


# ── the host's choices ───────────────────────────────────────────────────────────────────────────────────────────────


def _choices(reader: Reader, before: Snapshot, after: Snapshot) -> Iterator[str]:
    if before.options != after.options:
        yield options_line(reader, after)
    old, new = _host(before), _host(after)
    if new and _renamed(before, after).get(old, old) != new:
        yours = after.host == after.you
        yield reader.say("You are the host now.") if yours else reader.say("{name} is the host now.", name=new)
    if after.phase == "gathering" and can_start(after) and not can_start(replace(before, you=after.you)):
        yield reader.say("Type start to start the game with those who are here.")


def _host(snapshot: Snapshot) -> str:
    return "" if snapshot.host is None else snapshot.seats[snapshot.host - 1].name
