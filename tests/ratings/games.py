"""Rated games to test with: two people with accounts in a public room with a clock."""

from dataclasses import dataclass

from relspace.room.commands import MakeMove, SetReady
from relspace.room.options import RoomOptions
from relspace.room.settling import unsettled
from relspace.room.state import Player, RoomState
from relspace.room.stored import decode_room
from relspace.wire.commands import Create, Join
from relspace_server.accounts.account import Account, decode_account
from relspace_server.accounts.accounts import Accounts
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import Store

from ..rooms.people import Guest, World

RATED = RoomOptions(seats=2, clock=30)
NAMES = ("Vega", "Rigel", "Lyra", "Deneb")


@dataclass
class Played:
    """A game at which people with accounts sit."""

    hub: Hub
    people: list[Guest]
    code: str

    @property
    def state(self) -> RoomState:
        return self.hub.room(self.code).state

    @property
    def game_id(self) -> str:
        return self.state.game_id

    async def resign(self, seat: int) -> None:
        """The player of a seat, from 1, gives up."""
        await self.people[seat - 1].visit.send(MakeMove(self.code, "resign", 0))

    async def settled(self) -> None:
        """Waits until the last game is settled."""
        async for _, value in self.hub._bucket.watch(self.code):
            if value is None or not unsettled(decode_room(value.data)):
                return

    async def rematch(self) -> None:
        for one in self.people:
            await one.visit.send(SetReady(self.code, ready=True))
        for one in self.people:
            await one.until(lambda one=one: one.snapshot.phase == "playing")  # type: ignore[misc]


async def accounts_of(store: Store, names: tuple[str, ...] = NAMES) -> list[Player]:
    """People who have been here before."""
    accounts = Accounts(store, lambda: 0)
    return [(await accounts.enter(f"SHA256:{name.lower()}", name)).player for name in names]


async def at_play(hub: Hub, players: list[Player], options: RoomOptions = RATED) -> Played:
    """A game of these players that has begun."""
    people = [Guest.enters(hub, player) for player in players]
    code = (await people[0].visit.send(Create("Orion", options))).room
    for one in people[1:]:
        await one.visit.send(Join(code))
    played = Played(hub, people, code)
    await played.rematch()
    return played


async def account(store: Store, name: str) -> Account:
    value = await store.bucket("accounts").get(f"SHA256:{name.lower()}")
    assert value is not None
    return decode_account(value.data)


__all__ = ["NAMES", "RATED", "Played", "World", "account", "accounts_of", "at_play"]
