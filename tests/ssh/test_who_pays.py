"""Who pays for what is done for a client, over real connections."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import asyncssh
import pytest
from textual.events import Key

from relspace.wire.api import Rooms
from relspace_server.ssh.api.session import ApiSession
from relspace_server.ssh.app_session import AppSession
from relspace_server.ssh.budget import LITTLE, Budget
from relspace_server.ssh.door import Access, Answer, Visitor
from relspace_server.ssh.terminal.hosting import end_task
from relspace_server.ssh.terminal.terminal import ChannelTerminal

from .house import House, Toy, ToyDoor, until
from .work import Work

Open = Callable[..., Awaitable[House]]

HOUR = 3_600.0
VERY_DEAR = 1_000 * HOUR


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """What is measured instead of the processor's time."""
    passes = Work()
    monkeypatch.setattr("relspace_server.charged.thread_time", passes)
    monkeypatch.setattr("relspace_server.ssh.compat.connection.thread_time", passes)
    monkeypatch.setattr("relspace_server.ssh.budget.LONGEST_WAIT", 10 * VERY_DEAR)
    monkeypatch.setattr("relspace_server.ssh.budget.SHARE_OF_ALL", 10 * VERY_DEAR)
    monkeypatch.setattr("relspace_server.ssh.compat.connection.LONGEST_PAUSE", 0.01)
    return passes


def budget_of(house: House) -> Budget:
    """That of the only connection."""
    (party,) = house.listener._house.parties
    assert party._connection is not None
    return party._connection.budget


def terminal_of(house: House) -> ChannelTerminal:
    """That of the app on the only connection."""
    (party,) = house.listener._house.parties
    (session,) = party.open
    assert isinstance(session._running, AppSession)
    return session._running.terminal


async def leave_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ends the newest connection, what would wait for hours on it as well."""
    monkeypatch.setattr("relspace_server.ssh.running.end_task", partial(end_task, seconds=0.01))
    house.clients[-1].abort()
    await until(lambda: house.listener._house.sessions.count == 0)


class Dear(ToyDoor):
    """Where questions cost a lot."""

    def __init__(self, work: Work) -> None:
        super().__init__()
        self._work = work
        self.asked: list[str] = []

    async def rooms(self, visitor: Visitor) -> Answer:
        self.asked.append(visitor.address)
        self._work.done += VERY_DEAR
        return Answer("no rooms", [])


async def test_what_a_question_costs_is_paid_by_the_connection_and_by_its_address(open_house: Open, work: Work) -> None:
    house = await open_house()
    house.listener._house.door = door = Dear(work)
    client = await house.connect()
    assert (await house.ask("rooms", client=client)).status == 0
    again = await house.play(client, command="rooms", term=None)
    paid, next_door = budget_of(house), await house.connect()
    (theirs,) = {party._connection.budget for party in house.listener._house.parties if party._connection} - {paid}
    theirs.spend(2 * LITTLE)  # more than it may take while its address owes
    neighbour = await house.play(next_door, command="rooms", term=None)
    purses = house.listener._house.purses
    await until(purses.of("127.0.0.1").common._line.locked)
    client.abort()
    await again.ended()
    elsewhere = await house.connect(local_addr=("127.0.0.2", 0))
    assert (await house.ask("rooms", client=elsewhere)).status == 0
    assert door.asked == ["127.0.0.1", "127.0.0.2"]
    assert not neighbour.closed
    assert not neighbour.received


async def test_who_plays_is_not_kept_waiting_by_what_others_of_the_address_ask(open_house: Open, work: Work) -> None:
    house = await open_house()
    house.listener._house.door = Dear(work)
    player = await house.play()
    await player.shows("welcome")
    assert (await house.ask("rooms", client=await house.connect())).status == 0
    player.press(b"k")
    await player.shows("keys: k")


async def test_what_a_line_of_plain_mode_costs_is_paid(
    house: House, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await house.play(command="plain")
    await player.until(lambda: b"Relative Space in plain lines." in player.received)

    carried_out: list[str] = []

    async def feed_line(_session: object, line: str) -> None:
        carried_out.append(line)
        work.done += VERY_DEAR

    monkeypatch.setattr("relspace_client.plain.session.PlainSession.feed_line", feed_line)
    player.press(b"first\rsecond\r")
    await until(lambda: budget_of(house).spend(0.0) > HOUR)
    await until(budget_of(house)._own._line.locked)
    assert carried_out == ["first"]
    await leave_at_once(house, monkeypatch)


async def test_what_a_request_of_a_program_costs_is_paid(
    house: House, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_api(*_: object) -> Access:
        return Access(house.door.links[-1], lambda: None)  # type: ignore[arg-type, return-value]

    async def carry_out(_api: ApiSession, _access: Access, asked: Any) -> object:
        assert asked == Rooms()
        work.done += VERY_DEAR
        return house.door.lobby

    await house.play(await house.connect(), command="plain")
    await until(lambda: house.door.links)
    house.clients.pop().abort()
    await until(lambda: not house.listener._house.parties)
    monkeypatch.setattr(house.door, "open_api", open_api, raising=False)
    monkeypatch.setattr(ApiSession, "_carry_out", carry_out)
    program = await house.play(command="api", term=None)
    program.press(b'{"id": 1, "type": "rooms"}\n' * 2)
    await program.until(lambda: b'"ok"' in program.received)
    await until(budget_of(house)._own._line.locked)
    assert program.received.count(b'"ok"') == 1
    await leave_at_once(house, monkeypatch)


async def test_what_an_app_does_with_keys_is_paid_and_those_that_come_next_wait(
    house: House, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def dear(_app: Toy, event: Key) -> None:
        seen.append(event.key)
        work.done += VERY_DEAR

    monkeypatch.setattr(Toy, "on_key", dear)
    player = await house.play()
    await player.shows("welcome")
    driver = terminal_of(house)._driver
    assert driver is not None
    player.press(b"a")
    await until(lambda: budget_of(house).spend(0.0) > HOUR)
    now = asyncio.get_running_loop().time
    await until(lambda: now() > driver._pause_over)
    player.press(b"bc")
    await until(lambda: len(driver._queue) == 2)
    assert driver._queue_timer is not None
    assert seen == ["a"]
    await leave_at_once(house, monkeypatch)


async def test_what_asyncssh_does_in_tasks_of_its_own_is_paid(house: House, work: Work) -> None:
    await house.connect()

    async def dear() -> None:
        work.done += VERY_DEAR

    (party,) = house.listener._house.parties
    assert party._connection is not None
    await party._connection.create_task(dear())
    assert budget_of(house).spend(0.0) > HOUR


async def test_what_asyncssh_reads_when_it_goes_on_by_itself_is_paid(house: House, work: Work) -> None:
    client = await house.connect()
    (party,) = house.listener._house.parties
    connection = party._connection
    assert connection is not None
    assert "self._recv_data()" in inspect.getsource(asyncssh.SSHServerConnection._finish_recv_packet)
    handler = connection._recv_handler

    def dear() -> bool:
        work.done += VERY_DEAR
        connection._recv_handler = handler
        return bool(handler())

    connection._recv_handler = dear
    (await house.play(client)).channel.abort()
    assert budget_of(house).spend(0.0) > HOUR
