"""How many may come in."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from relspace_server.config import Settings
from relspace_server.networks import neighbourhood_of, network_of, plain_address
from relspace_server.ssh.limits import Logins, Sessions, Share, Turns

from .house import House, settings, until

Open = Callable[..., Awaitable[House]]


@pytest.mark.parametrize(
    ("address", "plain", "network"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::1", "fe80::/64"),
        ("", "", ""),
    ],
)
def test_what_counts_as_one_address(address: str, plain: str, network: str) -> None:
    assert plain_address(address) == plain
    assert network_of(address) == network


def test_sessions_are_counted_by_account_by_address_and_all_together() -> None:
    sessions = Sessions(Settings(max_sessions=4, max_sessions_per_account=2, max_sessions_per_address=3))
    assert sessions.enter("vega", "192.0.2.1") is None
    assert sessions.enter("vega", "192.0.2.2") is None
    assert sessions.enter("vega", "192.0.2.3") == "account"
    assert sessions.enter("rigel", "::ffff:192.0.2.1") is None
    assert sessions.enter("lyra", "192.0.2.1") is None
    assert sessions.enter("mira", "192.0.2.9") == "server"
    sessions.leave("vega", "192.0.2.2")
    assert sessions.enter("mira", "192.0.2.1") == "address"
    assert sessions.enter("vega", "192.0.2.3") is None
    assert sessions.count == 4


class Connection:
    ended = False
    has_begun = False

    def abort(self) -> None:
        self.ended = True


def test_where_too_many_wait_to_log_in_the_oldest_of_those_who_have_the_most_makes_room() -> None:
    logins: Logins[Connection] = Logins(Settings(max_logins=3, max_logins_per_address=2))
    waiting = [Connection() for _ in range(6)]

    def arrive(number: int, address: str) -> list[int]:
        logins.arrive(waiting[number], address)
        return [number for number, each in enumerate(waiting) if each.ended]

    assert arrive(0, "192.0.2.1") == []
    assert arrive(1, "192.0.2.2") == []
    assert arrive(2, "192.0.2.2") == []
    assert arrive(3, "192.0.2.2") == [1]
    assert arrive(4, "192.0.2.3") == [1, 2]
    logins.done(waiting[3])
    assert arrive(5, "192.0.2.4") == [1, 2]
    assert logins.refused == {"logins": 2}


def test_whoever_reads_the_question_about_the_host_key_is_not_driven_out_by_silence() -> None:
    logins: Logins[Connection] = Logins(Settings(max_logins=4, max_logins_per_address=4))
    waiting = [Connection() for _ in range(6)]
    for newcomer in waiting[:3]:
        newcomer.has_begun = True
        logins.arrive(newcomer, "192.0.2.1")
    for number, silent in enumerate(waiting[3:], 2):
        logins.arrive(silent, f"192.0.2.{number}")
    assert [each.ended for each in waiting] == [False, False, False, True, True, False]
    waiting[5].has_begun = True
    logins.arrive(Connection(), "192.0.2.9")
    assert [each.ended for each in waiting] == [True, False, False, True, True, False]


@pytest.mark.parametrize(("one", "other"), [("192.0.2.{}", "198.51.100.7"), ("2001:db8:1:{}::1", "2001:db8:2::1")])
def test_whoever_has_a_whole_network_drives_nobody_else_out_with_one_connection_from_each_address(
    one: str, other: str
) -> None:
    logins: Logins[Connection] = Logins(Settings(max_logins=3))
    reader, *many = [Connection() for _ in range(8)]
    for each in (reader, *many):
        each.has_begun = True
    logins.arrive(reader, other)
    for number, each in enumerate(many):
        logins.arrive(each, one.format(number))
    assert not reader.ended
    assert [each.ended for each in many] == [True] * 5 + [False] * 2


@pytest.mark.parametrize(
    ("address", "neighbourhood"),
    [
        ("192.0.2.200", "192.0.2.0/24"),
        ("::ffff:192.0.2.200", "192.0.2.0/24"),
        ("2001:db8:1:2::3%eth0", "2001:db8:1::/48"),
        ("", ""),
    ],
)
def test_a_neighbourhood_is_what_one_customer_may_have_all_of(address: str, neighbourhood: str) -> None:
    assert neighbourhood_of(address) == neighbourhood


def test_new_connections_of_an_address_are_counted_by_the_minute() -> None:
    logins: Logins[Connection] = Logins(Settings(connections_per_minute=2))
    assert logins.admits("192.0.2.1", 100)
    assert logins.admits("192.0.2.1", 101)
    assert not logins.admits("192.0.2.1", 102)
    assert logins.admits("192.0.2.2", 103)
    assert logins.admits("192.0.2.1", 161)


def test_a_client_has_its_share_of_the_time() -> None:
    share = Share(0.1, 0.5)
    assert share.spend(0.4, 10.0) == 0
    assert share.spend(0.2, 10.0) == pytest.approx(1.0)
    assert share.spend(0.0, 10.5) == pytest.approx(0.5)
    assert share.spend(0.0, 12.0) == 0
    assert share.spend(0.5, 100.0) == 0
    assert Share(0.1, 0.5, longest=3.0).spend(100.0, 10.0) == pytest.approx(3.0)


def in_line(*names: str) -> Turns[str]:
    """Ten begin a second; these have come."""
    turns: Turns[str] = Turns(10)
    for name in names:
        turns.join(name)
    return turns


def test_turns_are_spread_over_time_in_the_order_in_which_people_came() -> None:
    turns = in_line("vega", "rigel", "lyra")
    assert [turns.next(now) for now in (5.0, 5.05, 5.11, 5.12)] == ["vega", None, "rigel", None]
    assert [turns.next(now) for now in (5.3, 60.0)] == ["lyra", None]
    assert turns.empty
    turns.join("mira")
    assert turns.wait(60.0) == 0
    assert turns.next(60.0) == "mira"


def test_whoever_waits_has_a_place_in_line_and_knows_how_long() -> None:
    turns = in_line("vega", "rigel", "lyra", "mira")
    assert turns.next(5.0) == "vega"
    assert [turns.place(name) for name in ("rigel", "lyra", "mira")] == [1, 2, 3]
    assert [turns.wait(5.0, place) for place in (1, 2, 3)] == pytest.approx([0.1, 0.2, 0.3])
    assert turns.wait(5.06) == pytest.approx(0.04)


def test_whoever_leaves_the_line_costs_those_behind_nothing() -> None:
    turns = in_line(*map(str, range(1_000)), "vega")
    assert turns.next(5.0) == "0"
    for name in map(str, range(1_000)):
        turns.leave(name)  # the first one as well, whose turn has come
    assert turns.place("vega") == 1
    assert turns.next(5.2) == "vega"


def test_another_rate_holds_for_those_who_wait() -> None:
    turns = in_line("vega", "rigel")
    turns.next(5.0)
    turns.rate = 100
    assert turns.wait(5.0) == pytest.approx(0.01)


def test_sessions_that_begin_are_counted_by_address_and_minute() -> None:
    sessions = Sessions(Settings(sessions_per_minute=2))
    assert sessions.begin("192.0.2.1", 100)
    assert sessions.begin("::ffff:192.0.2.1", 101)
    assert not sessions.begin("192.0.2.1", 102)
    assert sessions.begin("192.0.2.2", 103)
    assert sessions.begin("192.0.2.1", 161)


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ({"max_sessions": 1}, "The server is full"),
        ({"max_sessions_per_account": 1}, "as many sessions open as one player may have"),
        ({"max_sessions_per_address": 1}, "Your network has as many sessions"),
    ],
)
async def test_who_is_too_many_is_told_and_may_come_later(
    open_house: Open, key: asyncssh.SSHKey, limit: dict[str, int], sentence: str
) -> None:
    house = await open_house(**limit)
    first = await house.play(await house.connect(key))
    await first.shows("welcome")
    second = await house.play(await house.connect(key))
    assert await second.ended() == 3
    assert sentence in second.text
    assert b"\x1b" not in second.received
    first.press(b"q")
    await first.ended()
    third = await house.play(await house.connect(key))
    await third.shows("welcome")


@pytest.mark.parametrize("command", [None, "plain", "api"])
async def test_who_begins_too_many_sessions_is_told_and_may_ask_all_the_same(
    open_house: Open, command: str | None
) -> None:
    house = await open_house(sessions_per_minute=2)
    client = await house.connect()
    for _ in range(2):
        player = await house.play(client)
        await player.shows("welcome")
        player.channel.abort()
        await until(lambda: house.listener._house.sessions.count == 0)
    refused = await house.play(await house.connect(), command=command, term=None if command else "xterm")
    assert await refused.ended() == 3
    assert b"Your network has begun as many sessions as one may in a minute. Try again in a minute." in refused.received
    assert house.listener._house.counts.sessions_refused["rate"] == 1
    assert (await house.ask("rooms")).status == 0


async def test_one_game_at_a_time_on_a_connection(house: House) -> None:
    client = await house.connect()
    first = await house.play(client)
    await first.shows("welcome")
    second = await house.play(client)
    assert await second.ended() == 3
    assert "open on this connection already" in second.text
    assert (await house.ask("rooms", client=client)).status == 0
    first.press(b"q")
    await first.ended()
    await (await house.play(client)).shows("welcome")


async def test_channels_of_a_connection_are_counted(open_house: Open) -> None:
    house = await open_house(max_channels=3)
    client = await house.connect()
    first = await house.play(client)
    await first.shows("welcome")
    tried = await asyncio.gather(*[_open_channel(client) for _ in range(300)], return_exceptions=True)
    refused = [each for each in tried if isinstance(each, asyncssh.ChannelOpenError)]
    assert len(refused) == 298
    assert {error.code for error in refused} == {asyncssh.OPEN_RESOURCE_SHORTAGE}
    first.press(b"k")
    await first.shows("keys: k")


async def _open_channel(client: asyncssh.SSHClientConnection) -> None:
    """Opens a session's channel, and asks for nothing on it."""
    loop = asyncio.get_running_loop()
    channel = asyncssh.SSHClientChannel[bytes](client, loop, "strict", None, "strict", 65_536, 32_768)
    channel._session = asyncssh.SSHClientSession()
    await channel._open(b"session")


async def test_few_environment_variables_are_taken(house: House) -> None:
    many = {f"LC_{number}": "x" for number in range(5_000)}
    player = await house.play(env={**many, "LANG": "es_ES.UTF-8"})
    await player.shows("welcome")
    channel = next(iter(next(iter(house.listener._house.parties)).open))._channel
    assert len(channel.variables) <= 32
    assert channel._env == {}


async def test_a_long_environment_variable_is_not_taken(house: House) -> None:
    player = await house.play(env={"LANG": "x" * 10_000, "LC_ALL": "es_ES.UTF-8"})
    await player.shows("welcome")
    assert house.door.apps[0].visitor.language == "es_ES.UTF-8"


async def test_who_does_not_log_in_makes_room(open_house: Open) -> None:
    house = await open_house(max_logins=8, max_logins_per_address=8)
    silent = [await asyncio.open_connection("127.0.0.1", house.listener.port) for _ in range(40)]
    await (await house.play()).shows("welcome")
    ended = 0
    for reader, writer in silent:
        await reader.readline()
        writer.close()
        ended += reader.at_eof()
    assert ended >= 30


async def test_too_many_connections_of_one_address_are_refused(open_house: Open) -> None:
    house = await open_house(connections_per_minute=2)
    await house.connect()
    await house.connect()
    with pytest.raises(asyncssh.DisconnectError, match="Too many connections came from your address"):
        await house.connect()
    assert house.listener._house.logins.refused == {"rate": 1}


async def test_who_presses_nothing_for_long_is_let_go(open_house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.ssh.running.LOOK_AGAIN", 0.02)
    house = await open_house(idle_lobby_seconds=1.5, idle_seated_seconds=3_600, idle_watching_seconds=3_600)
    seated = await house.play()
    await seated.shows("welcome")
    house.door.apps[0].where = "seated"
    gone = await house.play()
    await gone.shows("welcome")
    assert await gone.ended() == 0
    assert "No key was pressed for long" in gone.text
    seated.press(b"\x1b[?62;22c")
    assert not seated.closed
    house.door.apps[0].where = "lobby"
    assert await seated.ended() == 0


@pytest.mark.parametrize("noise", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", bytes(range(256)) * 64, b"\n" * 10_000])
async def test_noise_is_closed_at_once(house: House, noise: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.listener.port)
    writer.write(noise)
    async with asyncio.timeout(10):
        try:
            while await reader.read(65_536):
                pass
        except ConnectionError:
            pass
    writer.close()
    await (await house.play()).shows("welcome")


def test_the_defaults_are_those_that_hosts_are_told(tmp_path: Path) -> None:
    usual = Settings()
    assert (usual.max_sessions, usual.max_sessions_per_account, usual.max_sessions_per_address) == (500, 3, 24)
    assert (usual.max_logins, usual.max_logins_per_address, usual.connections_per_minute) == (256, 24, 120)
    assert usual.sessions_per_minute == 120
    assert (usual.login_seconds, usual.keepalive_seconds, usual.keepalive_misses) == (20, 12, 3)
    assert (usual.max_channels, usual.input_bytes_per_second, usual.stalled_seconds) == (8, 32_768, 30)
    assert settings(tmp_path).max_sessions == 500
