"""Many people at their tables: coming in, sitting down, and a game in every room."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from .games import FloorRoom, Room, rooms_of
from .served import Served
from .terminals import PATIENCE, Terminal, connect_all, leave_all, player_of

SEATS: Final = 4
"""Seats of a room, if not said otherwise."""

QUIET: Final = 0.5
"""Seconds until nothing more is on its way."""


@dataclass
class Crowd:
    """Who is connected to a server, room by room."""

    served: Served
    rooms: list[Room]
    seats: list[list[Terminal | None]]
    """By room, by seat; None for somebody who is not connected."""
    players: list[list[tuple[str, str]]]
    """The same: account and name. Empty at the floor."""
    watchers: list[list[Terminal]] = field(default_factory=list)
    """By room: who looks on."""
    came_in: float = 0.0
    """Seconds of the server's processor time that coming in took, all of them together."""

    @property
    def seated(self) -> list[Terminal]:
        """Everybody with a seat who is connected."""
        return [one for room in self.seats for one in room if one is not None]

    @property
    def everybody(self) -> list[Terminal]:
        """All who are connected."""
        return [*self.seated, *(one for room in self.watchers for one in room)]

    def viewers(self, room: int) -> list[Terminal]:
        """Who sees what happens in a room."""
        looking_on = self.watchers[room] if self.watchers else []
        return [*(one for one in self.seats[room] if one is not None), *looking_on]

    async def leave(self) -> None:
        """Everybody leaves."""
        await leave_all(self.everybody)


def _shares(people: int, seats: int) -> list[int]:
    """How many of these people sit in each room."""
    full, rest = divmod(people, seats)
    return [seats] * full + ([rest] if rest else [])


async def sit_down(
    served: Served, people: int, *, seats: int = SEATS, clock: int = 0, watching: int = 0, motion: bool = False
) -> Crowd:
    """Seats people in rooms of the real server, and begins a game in each.

    Args:
        served: the server.
        people: how many; where they do not fill a room, its other seats belong to people who are not there.
        seats: seats of a room.
        clock: seconds of a turn; 0 without one.
        watching: how many look on in the first room.
        motion: whether they want to see what happened as a short film; else an update is one picture.
    """
    shares = _shares(people, seats)
    players = [[player_of(room * seats + seat) for seat in range(seats)] for room in range(len(shares))]
    everybody = [player_of(number) for number in range(len(shares) * seats + watching)]
    await served.ask("know", people=everybody, motion=motion)
    codes = [await served.ask("open", players=room, seats=seats, clock=clock) for room in players]
    going = [(room * seats + seat, f"join {codes[room]}") for room, share in enumerate(shares) for seat in range(share)]
    going += [(len(shares) * seats + number, f"watch {codes[0]}") for number in range(watching)]
    before = served.cpu
    terminals = await connect_all(served.port, going)
    came = iter(terminals)
    places = [[next(came) if seat < share else None for seat in range(seats)] for share in shares]
    crowd = Crowd(served, [], places, players, [list(came), *([] for _ in shares[1:])])
    await _quiet(terminals)
    crowd.came_in = served.cpu - before
    await _begin(crowd, codes)
    return crowd


async def _begin(crowd: Crowd, codes: Sequence[str]) -> None:
    """Everybody says that they are ready, by the key for it; who is not there is made ready."""
    for code, players, places in zip(codes, crowd.players, crowd.seats, strict=True):
        absent = [player for player, place in zip(players, places, strict=True) if place is None]
        await crowd.served.ask("ready", room=code, players=absent)
    for terminal in crowd.seated:
        terminal.press(b"\r")
    end = perf_counter() + PATIENCE
    while True:
        await _quiet(crowd.everybody)
        try:
            crowd.rooms = list(rooms_of(await crowd.served.ask("rooms"), codes))
            return
        except AssertionError:
            if perf_counter() > end:
                raise RuntimeError("the games do not begin") from None


async def sit_at_floor(served: Served, people: int, sizes: dict[str, int], *, seats: int = SEATS) -> Crowd:
    """Connects as many people to the floor, in rooms of the same size.

    Args:
        served: the floor.
        people: how many.
        sizes: bytes of the first picture, of an update, and of what a key changes: `first`, `update`, `own`.
        seats: people in a room.
    """
    await served.ask("sizes", **sizes)
    shares = _shares(people, seats)
    going = [(room * seats + seat, f"room {room}") for room, share in enumerate(shares) for seat in range(share)]
    before = served.cpu
    terminals = await connect_all(served.port, going)
    came_in = served.cpu - before
    came = iter(terminals)
    places: list[list[Terminal | None]] = [[next(came) for _ in range(share)] for share in shares]
    rooms: list[Room] = [FloorRoom(f"room {number}", share) for number, share in enumerate(shares)]
    return Crowd(served, rooms, places, [], [], came_in)


async def _quiet(terminals: Sequence[Terminal]) -> None:
    """Waits until nobody is sent anything for a while."""
    end = perf_counter() + PATIENCE
    seen = -1
    while seen != (now := sum(terminal.frames for terminal in terminals)) and perf_counter() < end:
        seen = now
        await asyncio.sleep(QUIET)
