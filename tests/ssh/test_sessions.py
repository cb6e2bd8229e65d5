"""An app for each session, from beginning to end."""

import asyncio
import gc
import re
import sys
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from relspace_client.compat import HostedApp
from relspace_client.start import InLobby, JoinRoom, PlayBots, WatchRoom
from relspace_server.ssh.door import Answer, Visitor

from .house import House, still_line, until

Open = Callable[..., Awaitable[House]]

MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")


def last_states(data: bytes | bytearray) -> dict[bytes, bytes]:
    """Whether each mode is on after all that was sent."""
    return dict(MODE.findall(bytes(data)))


def open_files() -> int:
    """Descriptors that this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def on(data: bytes | bytearray) -> set[int]:
    """The modes that are on; cursor and autowrap count when they are off, which is not as they should be."""
    states = last_states(data)
    return {int(mode) for mode, state in states.items() if (state == b"h") != (mode in (b"25", b"7"))}


@pytest.mark.parametrize(
    ("command", "start"),
    [
        (None, InLobby()),
        ("join vega7", JoinRoom("VEGA7")),
        ("watch vega7", WatchRoom("VEGA7")),
        ("play --bots 2", PlayBots(2, 3)),
    ],
)
async def test_one_comes_in_where_one_asked_to(house: House, command: str | None, start: object) -> None:
    player = await house.play(command=command)
    await player.shows("welcome vega")
    assert house.door.apps[0].start == start


async def test_quitting_gives_the_terminal_back(house: House) -> None:
    player = await house.play()
    await player.shows("welcome")
    await player.until(lambda: on(player.received) == {1049, 25, 7, 2004, 1000, 1006})  # once the whole frame has come
    player.press(b"q")
    assert await player.ended() == 0
    assert on(player.received) == set()
    assert player.received.endswith(b"Until next time. Come back: ssh play.example.net\r\n")
    assert player.received.rindex(b"\x1b[0m") < player.received.rindex(b"\x1b[?1049l")
    assert house.door.ended == [house.door.apps[0].visitor.session]


async def test_ctrl_c_leaves(house: House) -> None:
    player = await house.play()
    await player.shows("welcome")
    player.press(b"\x1b[200~endless")
    player.press(b"\x03")
    assert await player.ended() == 0
    assert on(player.received) == set()


async def test_an_app_says_why_it_ends(house: House) -> None:
    player = await house.play()
    await player.shows("welcome")
    player.press(b"\x12")
    assert await player.ended() == 3
    assert on(player.received) == set()
    assert player.received.endswith(b"The room has been closed. Come back: ssh play.example.net\r\n")


async def test_a_crash_gives_the_terminal_back_and_hurts_nobody_else(
    house: House, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    vega, rigel = await house.play(), await house.play()
    await vega.shows("welcome")
    await rigel.shows("welcome")
    vega.press(b"\x18")
    assert await vega.ended() == 1
    assert on(vega.received) == set()
    line = vega.received.rpartition(b"\x1b[?1049l")[2].decode()
    assert re.fullmatch(r"Something went wrong on the server \(incident [0-9a-f]{8}\).*\r\n", line)
    incident = line.partition("incident ")[2][:8]
    assert incident in caplog.text
    assert "hand" not in vega.received.decode()
    rigel.press(b"a")
    await rigel.shows("keys: a")
    told = capsys.readouterr()
    assert told.out == told.err == ""


async def test_each_session_has_its_own_kind_of_colour(house: House) -> None:
    kinds = {
        "monochrome": await house.play(term="vt100"),
        "256": await house.play(),
        "truecolor": await house.play(env={"COLORTERM": "truecolor"}),
        "none": await house.play(env={"NO_COLOR": "1", "COLORTERM": "truecolor"}),
        "16": await house.play(term="linux"),
    }
    for player in kinds.values():
        await player.shows("welcome")
        player.press(b"a\x04x")
        await player.shows("Fine")
    assert b"38;2;" in kinds["truecolor"].received
    assert b"38;5;" in kinds["256"].received
    for name, player in kinds.items():
        if name != "truecolor":
            assert b"8;2;" not in player.received, name
        if name in ("monochrome", "none"):
            assert not re.search(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])[;m]", player.received), name
    by_term = {app.visitor.session: app.terminal for app in house.door.apps}
    assert {terminal.colours for terminal in by_term.values() if terminal} == {"none", "256", "truecolor", "16"}


@pytest.mark.parametrize("term", ["foo", pytest.param("x" * 5_000, id="5 kB"), "xterm\x1b[2J"])
async def test_an_odd_term_is_no_reason_to_end(house: House, term: str) -> None:
    player = await house.play(term=term)
    await player.shows("welcome")
    assert house.door.apps[0].terminal is not None
    assert house.door.apps[0].terminal.colours == "16"


async def test_a_term_that_is_not_ascii_is_no_reason_to_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asyncssh.channel.String", _latin_1_string)
    player = await house.play(term="términal")
    await player.shows("welcome")


def _latin_1_string(value: object) -> bytes:
    """What a client sends that knows nothing of SSH's encodings."""
    data = value.encode("latin-1") if isinstance(value, str) else bytes(value)  # type: ignore[call-overload]
    return len(data).to_bytes(4, "big") + data


@pytest.mark.parametrize(
    ("size", "taken"),
    [((0, 0), (80, 24)), ((1, 1), (1, 1)), ((4_294_967_295, 4_294_967_295), (240, 80)), ((120, 40), (120, 40))],
)
async def test_sizes(house: House, size: tuple[int, int], taken: tuple[int, int]) -> None:
    player = await house.play(size=size)
    await player.until(lambda: b"\x1b[1;1H" in player.received)
    assert house.door.apps[0].size == taken
    assert house.door.apps[0].terminal is not None
    assert house.door.apps[0].terminal.size == taken


async def test_many_window_changes_and_the_last_one_is_drawn(house: House) -> None:
    player = await house.play()
    await player.shows("welcome")
    player.screen.resize(30, 100)
    for width in range(2_000):
        player.channel.change_terminal_size(40 + width % 60, 20)
    player.channel.change_terminal_size(100, 30)
    await player.until(lambda: player.screen.buffer[29][99].bg != "default")
    assert house.door.apps[0].size == (100, 30)
    assert player.text.startswith("welcome")


async def test_the_size_may_change_before_the_app_begins(house: House) -> None:
    player = await house.play()
    player.channel.change_terminal_size(60, 20)
    await player.shows("welcome")
    await player.until(lambda: house.door.apps[0].size == (60, 20))


async def test_hostile_keys_do_nothing(house: House) -> None:
    player = await house.play()
    await player.shows("welcome")
    hostile = (
        b"\x1b[48;24;80;0;0t\x1b[48;60000;60000;1;1t\x1b[1114112;1u\x1b[99999999999;1u\x1b[55296;1u\x1b[?1u"
        b"\x1b[?62;22c\x1b[>1;10;0c\x1b]11;rgb:1414/1919/1f1f\x07\x1bP>|kitty(0.36)\x1b\\\x1b_Gi=31;OK\x1b\\"
        b"\x1b[24;80R\x1b[?2026;2$y\x1b[<0;99999999;99999999M\xff\xfe\xc2\x9b"
    )
    player.press(hostile)
    for byte in hostile:
        player.press(bytes((byte,)))
    player.press(b"k")
    await player.shows("keys: k")
    assert house.door.apps[0].keys == ["k"]
    assert house.door.apps[0].size == (80, 24)


async def test_end_of_input_is_not_the_end(house: House) -> None:
    player = await house.play()
    await player.shows("welcome")
    player.press(b"\xe4")
    player.channel.write_eof()
    player.channel.change_terminal_size(60, 20)
    await player.until(lambda: house.door.apps[0].size == (60, 20))
    assert not player.closed


async def test_several_sessions_leave_the_process_output_alone(house: House) -> None:
    out, err = sys.stdout, sys.stderr
    players = [await house.play() for _ in range(3)]
    for player in players:
        await player.shows("welcome")
    assert (sys.stdout, sys.stderr) == (out, err)
    for player in players:
        player.press(b"q")
        await player.ended()
        assert (sys.stdout, sys.stderr) == (out, err)


async def test_a_lost_connection_ends_the_app(house: House) -> None:
    client = await house.connect()
    player = await house.play(client)
    await player.shows("welcome")
    client.abort()
    await client.wait_closed()
    await until(lambda: bool(house.door.ended))
    assert house.door.ended == [house.door.apps[0].visitor.session]


async def test_the_loop_keeps_its_task_factory(house: House) -> None:
    loop = asyncio.get_running_loop()
    factory = loop.get_task_factory()
    player = await house.play()
    await player.shows("welcome")
    player.press(b"q")
    await player.ended()
    assert loop.get_task_factory() is factory
    await (await house.play()).shows("welcome")


async def test_nothing_is_left_of_fifty_connections(house: House) -> None:
    await (await house.play()).shows("welcome")
    settled = len(house.door.apps)
    client = house.clients.pop()
    before = (len(asyncio.all_tasks()), open_files())
    apps: list[weakref.ref[HostedApp]] = []
    for number in range(50):
        visitor = await house.connect()
        player = await house.play(visitor)
        await player.shows("welcome")
        apps.append(weakref.ref(house.door.apps.pop()))
        if number % 2:
            player.press(b"q")
            await player.ended()
        visitor.abort() if number % 3 else visitor.close()
        await visitor.wait_closed()
        house.clients.remove(visitor)
    del player, visitor
    await until(lambda: len(house.door.ended) == 50)
    await until(lambda: (len(asyncio.all_tasks()), open_files()) <= before)
    gc.collect()
    assert [app for app in apps if app() is not None] == []
    assert len(house.door.apps) == settled
    client.close()
    await client.wait_closed()


async def test_the_server_stops_in_good_order(house: House) -> None:
    players = [await house.play() for _ in range(3)]
    for player in players:
        await player.shows("welcome")
    await house.listener.drain()
    for player in players:
        assert await player.ended() == 0
        assert on(player.received) == set()
        assert b"The server is going down" in player.received
        assert player.received.endswith(b"ssh play.example.net\r\n")
    with pytest.raises(ConnectionRefusedError):
        await house.connect()


async def test_a_question_that_is_cut_short_is_told_why(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.Event()

    async def never(_visitor: Visitor) -> Answer:
        asked.set()
        return await asyncio.Event().wait()  # type: ignore[return-value]

    monkeypatch.setattr(house.door, "rooms", never)
    player = await house.play(command="rooms", term=None)
    await asked.wait()
    await house.listener.drain()
    assert await player.ended() == 1
    assert player.errors.decode() == "The server is going down; a guest's seats are not kept.\n"
    assert player.received == b""


async def test_forwarding_and_files_are_refused_and_the_session_lives(house: House) -> None:
    client = await house.connect(agent_forwarding=True)
    player = await house.play(client)
    await player.shows("welcome")
    with pytest.raises(asyncssh.ChannelOpenError):
        await client.open_connection("127.0.0.1", 22)
    with pytest.raises(asyncssh.ChannelOpenError):
        await client.open_unix_connection("/tmp/x")
    with pytest.raises(asyncssh.ChannelListenError):
        await client.forward_remote_port("", 0, "127.0.0.1", 22)
    with pytest.raises(asyncssh.ChannelOpenError):
        await client.start_sftp_client()
    with pytest.raises(asyncssh.ChannelOpenError):
        await client.create_process(subsystem="foo")
    player.press(b"k")
    await player.shows("keys: k")


async def test_whoever_waits_is_told_the_place_in_line(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.ssh.line.TELL_AGAIN", 0.02)
    line = house.listener._house.line = still_line()
    players = [await house.play() for _ in range(3)]
    await players[0].shows("welcome")
    await players[1].until(lambda: b"You are number 1 in line.\r\n" in players[1].received)
    await players[2].until(lambda: b"You are number 2 in line.\r\n" in players[2].received)
    assert house.listener._house.counts.starts_waiting == 2
    players[1].channel.abort()
    await players[2].until(lambda: b"You are number 1 in line.\r\n" in players[2].received)
    line.adopt(1_000)
    await players[2].shows("welcome")
    await until(lambda: house.listener._house.counts.starts_waiting == 0)
