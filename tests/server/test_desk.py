"""Who comes in for a room, over a terminal or in plain lines."""

from collections.abc import AsyncIterator

import pytest

from relspace.errors import Refused
from relspace.room.options import RoomOptions
from relspace.wire.commands import Create
from relspace_client.start import JoinRoom, Start, WatchRoom
from relspace_server.accounts.accounts import Accounts
from relspace_server.desk import Desk
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.door import Visitor
from relspace_server.store.memory import MemoryStore

from ..client.fakes import FakeTerminal, hosted
from ..rooms.people import VEGA, Guest, World, started

GONE = "AAAAA"


def visitor(name: str) -> Visitor:
    return Visitor(f"SHA256:{name}", False, name, "127.0.0.1", name)


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    one = await started(MemoryStore(), World())
    yield one
    await one.close()


@pytest.fixture
def desk(hub: Hub) -> Desk:
    return Desk(hub, Accounts(MemoryStore(), lambda: 0))


@pytest.mark.parametrize("start", [JoinRoom(GONE), WatchRoom(GONE)])
async def test_who_comes_for_a_room_that_has_closed_is_in_the_lobby_and_reads_it(desk: Desk, start: Start) -> None:
    terminal = FakeTerminal()
    app = await desk.open_session(visitor("lyra"), start, terminal)
    async with hosted(app, terminal) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert f"Room {GONE} is not there: it has closed, or has another code." in terminal.text
        assert app.session.page.name == "lobby"
    desk.session_ended(visitor("lyra"))


async def test_lines_may_come_from_a_program_which_is_refused(desk: Desk) -> None:
    with pytest.raises(Refused, match="no-such-room"):
        await desk.open_plain(visitor("lyra"), JoinRoom(GONE), print, lambda error: None, False)


async def test_lines_on_a_terminal_lead_to_the_lobby_too(desk: Desk) -> None:
    lines: list[str] = []
    plain = await desk.open_plain(visitor("lyra"), JoinRoom(GONE), lines.append, lambda error: None, True)
    await plain.begin()
    assert "No room has this code: it has closed, or has another one." in lines
    assert "You are lyra, in the lobby." in lines
    plain.close()


async def test_a_room_that_is_full_is_still_refused_at_the_door(desk: Desk, hub: Hub) -> None:
    code = (await Guest.enters(hub, VEGA).visit.send(Create("", RoomOptions(seats=2), 1))).room
    with pytest.raises(Refused, match="room-full"):
        await desk.open_session(visitor("lyra"), JoinRoom(code), FakeTerminal())
