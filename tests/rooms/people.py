"""People in the rooms of one node: what each was sent, and waiting for something to be sent, without sleeping."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from relspace.errors import Refused
from relspace.room.commands import SetReady
from relspace.room.due import Pace
from relspace.room.options import RoomOptions
from relspace.room.state import Player
from relspace.wire.commands import Create, Join
from relspace.wire.frame import Frame
from relspace.wire.messages import Lobby, Message, Notice, Snapshot, Talk
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.rooms.visit import Visit
from relspace_server.store.bucket import Store

VEGA = Player("SHA256:vega", "Vega")
RIGEL = Player("SHA256:rigel", "Rigel")
LYRA = Player("guest:lyra", "Lyra", "guest")
TWO = RoomOptions(seats=2, clock=0)

QUICK = Pace(0, 0, 0)
"""Bots that need no time."""


@dataclass
class World:
    """The time and the entropy of a test."""

    now: int = 1_800_000_000_000
    drawn: int = 0
    node: str = "node"
    uptime: float = 0.0
    """Seconds; where it moves on, the server stood still."""
    rooms_each: int = 50

    def entropy(self) -> bytes:
        self.drawn += 1
        return self.drawn.to_bytes(8) * 4

    def around(self, pace: Pace = QUICK, max_rooms: int = 50) -> Surroundings:
        return Surroundings(
            lambda: self.now,
            self.entropy,
            self.node,
            "play.example.net",
            pace,
            max_rooms,
            self.rooms_each,
            seconds=lambda: self.uptime,
        )

    def stands_still(self, ms: int) -> None:
        """Time goes by, and the server does not get to do anything."""
        self.now += ms
        self.uptime += ms / 1000


@dataclass(eq=False)
class Guest:
    """One connection, and everything it was sent."""

    visit: Visit
    got: list[Message] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    def enters(cls, hub: Hub, player: Player, session: str = "", answers: Callable[[], bool] = lambda: True) -> "Guest":
        guest = cls(hub.visit(player, session or player.name, answers=answers))
        guest.visit.open(guest.receive)
        return guest

    def receive(self, frame: Frame) -> None:
        self.got.append(frame.message)
        self.arrived.set()

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Waits until a frame makes the condition true."""
        while not wanted():
            self.arrived.clear()
            if not wanted():
                await self.arrived.wait()

    def last(self, kind: type) -> object:
        """The newest message of a kind, or None."""
        return next((message for message in reversed(self.got) if isinstance(message, kind)), None)

    @property
    def snapshot(self) -> Snapshot:
        message = self.last(Snapshot)
        assert isinstance(message, Snapshot)
        return message

    @property
    def lobby(self) -> Lobby:
        message = self.last(Lobby)
        assert isinstance(message, Lobby)
        return message

    @property
    def talk(self) -> Talk:
        message = self.last(Talk)
        assert isinstance(message, Talk)
        return message

    @property
    def notices(self) -> list[str]:
        return [message.code for message in self.got if isinstance(message, Notice)]


async def started(store: Store, world: World, pace: Pace = QUICK, max_rooms: int = 50) -> Hub:
    """A hub that has read its store."""
    hub = Hub(store, world.around(pace, max_rooms))
    await hub.start()
    return hub


async def eventually(wanted: Callable[[], bool]) -> None:
    """Lets everything go on that is under way until something has come true."""
    for _ in range(20_000):
        if wanted():
            return
        await asyncio.sleep(0)
    raise AssertionError("it does not come true")


async def refused(asked: object) -> str:
    with pytest.raises(Refused) as caught:
        await asked  # type: ignore[misc]
    return caught.value.code


async def seated(hub: Hub) -> tuple[Guest, Guest, str]:
    """Vega and Rigel in a room of two."""
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    await rigel.visit.send(Join(code))
    return vega, rigel, code


async def at_play(hub: Hub) -> tuple[Guest, Guest, str]:
    """The same, in a game."""
    vega, rigel, code = await seated(hub)
    await vega.visit.send(SetReady(code, ready=True))
    await rigel.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")
    await rigel.until(lambda: rigel.snapshot.phase == "playing")
    return vega, rigel, code


def mover(*people: Guest) -> Guest:
    """Who is on turn."""
    return next(one for one in people if one.snapshot.view and one.snapshot.view.turn == one.snapshot.you)
