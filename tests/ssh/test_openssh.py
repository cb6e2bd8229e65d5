"""With the client that nearly everybody has."""

import asyncio
import signal
import termios
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from .house import House, until
from .openssh import Terminal, command, needs_ssh, run, written_key
from .test_sessions import on

pytestmark = needs_ssh

Open = Callable[..., Awaitable[House]]
HOST = "vega@127.0.0.1"


@pytest.fixture
async def terminal(house: House) -> AsyncIterator[Callable[..., Awaitable[Terminal]]]:
    """Starts clients in pseudo-terminals, and ends them."""
    terminals: list[Terminal] = []

    async def start(*words: str, size: tuple[int, int] = (80, 24), term: str = "xterm-256color") -> Terminal:
        terminals.append(Terminal(*size))
        return await terminals[-1].start(command(house.listener.port, *(words or (HOST,))), term=term)

    yield start
    for each in terminals:
        await each.close()


async def test_a_guest_plays_and_quits_and_has_the_terminal_back(
    house: House, terminal: Callable[..., Awaitable[Terminal]]
) -> None:
    vega = await terminal()
    await vega.shows("welcome vega")
    await vega.until(lambda: on(vega.received) == {1049, 25, 7, 2004, 1000, 1006})  # once the whole frame has come
    vega.press(b"ab\x1b[A\x1bOB\x7f\r")
    await vega.shows("keys: a b up down backspace enter")
    vega.press(b"\x04")
    await vega.shows("Fine")
    vega.press(b"Lyra\x1b")
    await vega.until(lambda: "Fine" not in vega.text)
    vega.press(b"q")
    assert await vega.ended() == 0
    assert on(vega.received) == set()
    assert termios.tcgetattr(vega.tty) == vega.settings
    assert vega.text.strip() == "Until next time. Come back: ssh play.example.net"


async def test_a_crash_gives_the_terminal_back(
    house: House, terminal: Callable[..., Awaitable[Terminal]], caplog: pytest.LogCaptureFixture
) -> None:
    vega = await terminal("-tt", HOST, "play")
    await vega.shows("welcome")
    vega.press(b"\x18")
    assert await vega.ended() == 1
    assert on(vega.received) == set()
    assert termios.tcgetattr(vega.tty) == vega.settings
    assert "Something went wrong on the server (incident " in vega.text
    assert "incident" in caplog.text


async def test_the_window_changes_its_size(house: House, terminal: Callable[..., Awaitable[Terminal]]) -> None:
    vega = await terminal(size=(60, 20))
    await vega.shows("welcome")
    vega.resize(100, 30)
    await vega.until(lambda: vega.screen.buffer[29][99].bg != "default")
    assert house.door.apps[0].size == (100, 30)
    vega.resize(50, 18)
    await until(lambda: house.door.apps[0].size == (50, 18))


async def test_keys_are_exchanged_anew_in_mid_game(house: House, terminal: Callable[..., Awaitable[Terminal]]) -> None:
    vega = await terminal("-o", "RekeyLimit=20K", HOST)
    await vega.shows("welcome")
    for _ in range(10):
        vega.press(b"k\x04")
        await vega.shows("Fine")
        vega.press(b"\x1b")
        await vega.until(lambda: "Fine" not in vega.text)
    vega.press(b"q")
    assert await vega.ended() == 0


@pytest.mark.parametrize("term", ["", "foo", "linux", "vt100", "x" * 200])
async def test_any_term(house: House, terminal: Callable[..., Awaitable[Terminal]], term: str) -> None:
    vega = await terminal("-tt", HOST, term=term)
    await vega.shows("welcome")


async def test_a_killed_client_leaves_nothing(house: House, terminal: Callable[..., Awaitable[Terminal]]) -> None:
    for number in range(10):
        await _killed_after(await terminal(), 10 * number)
    await until(lambda: not house.listener._house.parties)
    await until(lambda: house.listener._house.sessions.count == 0)
    assert len(house.door.ended) == len(house.door.apps)


async def _killed_after(vega: Terminal, received: int) -> None:
    await vega.until(lambda: len(vega.received) > received)
    vega.signal(signal.SIGKILL)
    await vega.ended()


@pytest.mark.parametrize("words", [("-T", HOST), (HOST,), ("-T", HOST, "play"), ("-T", HOST, "join", "VEGA7")])
async def test_without_a_terminal_one_line_says_what_to_do(house: House, words: tuple[str, ...]) -> None:
    status, out, err = await run(*command(house.listener.port, *words))
    assert status == 2
    assert out == b""
    line = next(line for line in err.decode().splitlines() if "Pseudo-terminal" not in line)
    assert line == " ".join(["This needs a terminal: ssh -t play.example.net", *words[words.index(HOST) + 1 :]])
    assert b"\x1b" not in err


async def test_an_account_is_the_key(house: House, tmp_path: Path, key: asyncssh.SSHKey) -> None:
    path = written_key(tmp_path, key)
    status, out, _ = await run(*command(house.listener.port, HOST, "whoami", "--json", key=path))
    assert status == 0
    assert key.get_fingerprint() in out.decode()


@pytest.mark.parametrize(
    ("user", "suggested"),
    [
        ("\U0001f680", ""),
        ("v\u202ega", "vga"),
        ("\u0639vega", "vega"),
        ("b" * 5_000, "b" * 64),
        ("手手", "手手"),
    ],
)
async def test_no_user_name_refuses_entry(
    house: House, tmp_path: Path, key: asyncssh.SSHKey, user: str, suggested: str
) -> None:
    for path in (None, written_key(tmp_path, key)):
        status, out, _ = await run(*command(house.listener.port, "-l", user, "127.0.0.1", "whoami", key=path))
        assert (status, out.decode().rstrip("\r\n")) == (0, suggested)


async def test_none_is_no_way_to_log_in(house: House) -> None:
    status, _, err = await run(*command(house.listener.port, HOST, "rooms", PreferredAuthentications="none"))
    assert status == 255
    assert b"Permission denied (publickey,keyboard-interactive)" in err


async def test_guests_that_are_not_wanted_are_told_once_what_to_do(open_house: Open) -> None:
    house = await open_house(guests=False)
    status, _, err = await run(*command(house.listener.port, HOST, "rooms", LogLevel="INFO"))
    assert status == 255
    assert err.count(b"ssh-keygen -t ed25519") == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (("-s", HOST, "foo"), b"subsystem request failed"),
        ((HOST, "scp -t /tmp"), b"There is no command scp"),
        ((HOST, "git-upload-pack 'x'"), b"There is no command git-upload-pack"),
        (("-W", "127.0.0.1:22", HOST), b"stdio forwarding failed"),
        (("-R", "0:127.0.0.1:22", "-o", "ExitOnForwardFailure=yes", "-N", HOST), b"remote port forwarding failed"),
    ],
)
async def test_nothing_else_is_to_be_had(house: House, line: tuple[str, ...], reason: bytes) -> None:
    status, out, err = await run(*command(house.listener.port, *line))
    assert status != 0
    assert reason in err
    assert out == b""


@pytest.mark.parametrize("program", ["sftp", "scp"])
async def test_there_are_no_files(house: House, tmp_path: Path, program: str) -> None:
    words = ("-b", "/dev/null", HOST) if program == "sftp" else (f"{HOST}:x", str(tmp_path / "x"))
    status, _, _ = await run(*command(house.listener.port, *words, program=program))
    assert status != 0
    assert not (tmp_path / "x").exists()


async def test_agents_and_displays_are_not_forwarded_and_one_plays(
    house: House, tmp_path: Path, terminal: Callable[..., Awaitable[Terminal]]
) -> None:
    vega = await terminal("-A", "-X", "-L", f"{tmp_path}/s:127.0.0.1:22", HOST)
    await vega.shows("welcome")
    vega.press(b"k")
    await vega.shows("keys: k")


async def test_many_sessions_over_one_connection(
    house: House, tmp_path: Path, terminal: Callable[..., Awaitable[Terminal]]
) -> None:
    path = str(tmp_path / "s")
    vega = await terminal("-M", "-S", path, HOST)
    await vega.shows("welcome")
    answers = await asyncio.gather(
        *[run(*command(house.listener.port, "-S", path, HOST, "rooms", ControlMaster="no")) for _ in range(6)]
    )
    assert [status for status, _, _ in answers] == [0] * 6
    second = await terminal("-S", path, "-o", "ControlMaster=no", HOST)
    assert await second.ended() == 3
    assert "open on this connection already" in second.text
    vega.press(b"k")
    await vega.shows("keys: k")


async def test_the_server_makes_no_terminal_of_its_own(
    house: House, terminal: Callable[..., Awaitable[Terminal]]
) -> None:
    vega = await terminal()
    await vega.shows("welcome")
    assert terminals_made() == 1  # the client's


def terminals_made() -> int:
    """Pseudo-terminals that this process has made and has open."""
    descriptors = [path for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    return sum(str(path.readlink()) == "/dev/ptmx" for path in descriptors)
