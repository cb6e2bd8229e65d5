"""How many seats of a room are taken is the same wherever it is told."""

from relspace.room.commands import SetReady, Start
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create, Join
from relspace_server.accounts.accounts import Accounts
from relspace_server.desk import Desk
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.door import Visitor
from relspace_server.store.memory import MemoryStore

from .people import LYRA, RIGEL, VEGA, Guest


async def test_a_game_of_two_in_a_room_of_four_takes_two_of_four_seats(hub: Hub, store: MemoryStore) -> None:
    vega, rigel, lyra = (Guest.enters(hub, player) for player in (VEGA, RIGEL, LYRA))
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=4, clock=0)))).room
    await rigel.visit.send(Join(code))
    for one in (vega, rigel):
        await one.visit.send(SetReady(code, ready=True))
    await vega.visit.send(Start(code))
    await vega.until(lambda: vega.snapshot.phase == "playing")
    asked = await Desk(hub, Accounts(store, lambda: 0)).rooms(Visitor("SHA256:mira", False, "Mira", "127.0.0.1", "s"))
    assert "2 of 4" in asked.text
    await lyra.until(lambda: bool(lyra.lobby.rooms) and lyra.lobby.rooms[0].phase == "playing")
    (listed,) = lyra.lobby.rooms
    assert (listed.taken, listed.options.seats) == (2, 4)
