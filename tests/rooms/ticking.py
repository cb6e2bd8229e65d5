"""A process with one game, whose turns have two seconds; it says what happens. Run by `test_stopped.py`."""

import asyncio
import secrets
import sys
import time

from relspace.room import options
from relspace.room.commands import SetReady
from relspace.room.options import RoomOptions
from relspace.room.state import Player
from relspace.wire.commands import Create, Join
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.store.memory import MemoryStore

TURN = 2
options.CLOCKS = (*options.CLOCKS, TURN)  # type: ignore[misc]


async def main() -> None:
    """Plays nothing; prints `playing`, and how many milliseconds after the start the first turn ran out."""
    around = Surroundings(
        lambda: time.time_ns() // 1_000_000, lambda: secrets.token_bytes(32), "node", "play.example.net"
    )
    hub = Hub(MemoryStore(), around)
    await hub.start()
    people = [hub.visit(Player(f"SHA256:{name}", name), name) for name in ("Vega", "Rigel")]
    code = (await people[0].send(Create("", RoomOptions(seats=2, clock=TURN)))).room
    await people[1].send(Join(code))
    for one in people:
        await one.send(SetReady(code, ready=True))
    sys.stdout.write("playing\n")
    sys.stdout.flush()
    while True:
        game = hub.room(code).state.game
        if game is not None and game.moves:
            sys.stdout.write(f"{game.moves[0].ms}\n")
            sys.stdout.flush()
            break
        await asyncio.sleep(0.01)
    await hub.close()


asyncio.run(main())
