"""With the SSH clients that people have: OpenSSH, dropbear's dbclient, PuTTY's plink."""

import asyncio
import gc
import logging
import os
import re
import shutil
import signal
import subprocess
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from ..ssh.house import until
from ..ssh.openssh import Terminal, command, environment, run
from .game import DUEL, YOUR_TURN, Game, still

pytestmark = [pytest.mark.ssh, pytest.mark.timeout(120)]

Begin = Callable[..., Awaitable[Game]]
Start = Callable[..., Awaitable[Terminal]]

PACKAGES = {"dbclient": "dropbear-bin", "plink": "putty-tools", "ssh": "openssh-client"}
"""What Debian calls the packages that hold the clients."""

HOST = "vega@127.0.0.1"
POD = re.compile(r"─ (\d) ─|(\d) (?:↓|!|\?)")


def need(program: str) -> None:
    """Skips where a client is missing, and says so; where no skip is allowed, it fails instead."""
    if shutil.which(program) is None:
        reason = f"there is no {program} on this machine: install {PACKAGES[program]}"
        if os.environ.get("RELSPACE_NO_SKIP"):
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts clients in pseudo-terminals, and ends them."""
    terminals: list[Terminal] = []

    async def begin(line: list[str], **variables: str) -> Terminal:
        terminals.append(Terminal())
        return await terminals[-1].start(line, **variables)

    yield begin
    for each in terminals:
        await each.close()


def made(*line: str) -> None:
    """Runs something that makes a key."""
    subprocess.run(line, check=True, capture_output=True, timeout=30)


def openssh_key(folder: Path, kind: str, name: str = "key") -> Path:
    path = folder / name
    made("ssh-keygen", "-q", "-t", kind, "-N", "", "-f", str(path))
    return path


def openssh(game: Game, folder: Path, kind: str, *words: str) -> list[str]:
    need("ssh")
    return command(game.listener.port, "-tt", HOST, *words, key=openssh_key(folder, kind), RekeyLimit="30K")


def dropbear(game: Game, folder: Path, kind: str, *words: str) -> list[str]:
    need("dbclient")
    key = folder / "dropbear"
    made("dropbearkey", "-t", kind, "-f", str(key))
    return ["dbclient", "-y", "-y", "-t", "-i", str(key), "-p", str(game.listener.port), HOST, *words]


def putty(game: Game, folder: Path, kind: str, *words: str) -> list[str]:
    need("plink")
    key = folder / "key.ppk"
    made("puttygen", str(openssh_key(folder, kind)), "-O", "private", "-o", str(key))
    line = ["plink", "-ssh", "-batch", "-t", "-noagent", "-hostkey", game.listener.fingerprint, "-i", str(key)]
    return [*line, "-P", str(game.listener.port), HOST, *words]


CLIENTS = [
    (openssh, "ed25519"),
    (openssh, "rsa"),
    (openssh, "ecdsa"),
    (dropbear, "ed25519"),
    (dropbear, "rsa"),
    (dropbear, "ecdsa"),
    (putty, "ed25519"),
    (putty, "rsa"),
    (putty, "ecdsa"),
]


@pytest.mark.parametrize(("client", "kind"), CLIENTS, ids=[f"{client.__name__}-{kind}" for client, kind in CLIENTS])
async def test_a_game_can_be_played(
    game: Game, start: Start, tmp_path: Path, client: Callable[..., list[str]], kind: str
) -> None:
    vega = await start(client(game, tmp_path, kind, *DUEL.split()), HOME=str(tmp_path))
    await vega.shows(YOUR_TURN)
    (app,) = game.desk.apps
    assert not app.session.link.player.id.startswith("guest")  # type: ignore[attr-defined]
    await plays(game, vega)
    vega.resize(100, 30)
    await until(lambda: app.size == (100, 30))
    vega.press(b"\x03\x03")
    assert await vega.ended() == 0
    assert "Until next time." in vega.text


async def plays(game: Game, terminal: Terminal) -> None:
    """Plays, by keys, until two moves were made."""
    (room,) = game.hub.rooms
    first = room.state.game.position.ply  # type: ignore[union-attr]
    for _ in range(60):
        terminal.press(b"\x1b[C")
        await still(terminal)
        pod = POD.search(terminal.text)
        # Each key that may ask whether a jam is meant is followed by the yes to it; digits also give Albert away.
        for key in (pod[1] or pod[2] if pod else "1", "y", "\r", "y", "1", "y", "2"):
            terminal.press(key.encode())
            await still(terminal)
            if room.state.game.position.ply >= first + 2:  # type: ignore[union-attr]
                return
    raise AssertionError(f"no card is played:\n{terminal.text}")


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The socket of an agent with eight keys, and the fingerprint of the first."""
    need("ssh")
    place = tmp_path / "agent"
    process = subprocess.Popen(["ssh-agent", "-D", "-a", str(place)], stdout=subprocess.DEVNULL)
    try:
        for _ in range(500):
            if place.exists():
                break
            time.sleep(0.01)
        keys = [openssh_key(tmp_path, "ed25519", f"key {number}") for number in range(8)]
        for key in keys:
            line = ["ssh-add", "-q", str(key)]
            subprocess.run(line, env=environment(SSH_AUTH_SOCK=str(place)), check=True, capture_output=True)
        shown = subprocess.run(["ssh-keygen", "-lf", str(keys[0])], capture_output=True, text=True, check=True)
        yield str(place), shown.stdout.split()[1]
    finally:
        process.terminate()
        process.wait()


async def test_of_an_agent_with_eight_keys_the_first_is_taken(game: Game, agent: tuple[str, str]) -> None:
    place, fingerprint = agent
    options = {"IdentityAgent": place, "IdentitiesOnly": "no", "PubkeyAuthentication": "yes"}
    status, out, err = await run(*command(game.listener.port, HOST, "whoami", "--json", **options))
    assert status == 0, err
    assert fingerprint in out.decode()


async def test_fifty_sessions_over_one_connection(game: Game, start: Start, tmp_path: Path) -> None:
    need("ssh")
    place = str(tmp_path / "s")
    vega = await start(command(game.listener.port, "-M", "-S", place, "-tt", HOST))
    await vega.shows("Play now")
    for _ in range(5):
        line = command(game.listener.port, "-S", place, HOST, "rooms", ControlMaster="no")
        answers = await asyncio.gather(*[run(*line) for _ in range(10)])
        assert [status for status, _, _ in answers] == [0] * 10
    vega.press(b"?")
    await vega.shows("Esc back")
    await until(lambda: game.counts == (1, 1, 1))


async def test_clients_that_are_killed_in_mid_frame_leave_nothing(game: Game, start: Start) -> None:
    need("ssh")
    for number in range(8):
        vega = await start(command(game.listener.port, "-tt", HOST, *(DUEL.split() if number % 2 else ())))
        await _killed_after(vega, 200 * number)
    await until(lambda: game.counts == (0, 0, 0))
    apps = [weakref.ref(app) for app in game.desk.apps]
    game.desk.apps.clear()
    await until(lambda: gc.collect() >= 0 and all(app() is None for app in apps))
    await until(lambda: not [task for task in asyncio.all_tasks() if "session" in task.get_name()])


async def _killed_after(vega: Terminal, received: int) -> None:
    await vega.until(lambda: len(vega.received) > received)
    vega.signal(signal.SIGKILL)
    await vega.ended()


async def test_a_client_that_is_stopped_is_taken_for_gone(begin_game: Begin, start: Start) -> None:
    need("ssh")
    game = await begin_game(keepalive_seconds=0.5, keepalive_misses=4)
    vega = await start(command(game.listener.port, "-tt", HOST))
    await vega.shows("Play now")
    vega.signal(signal.SIGSTOP)
    await until(lambda: game.counts == (0, 0, 0))
    vega.signal(signal.SIGCONT)
    assert await vega.ended() == 255


async def test_a_client_that_is_stopped_in_a_flood_of_output_is_ended_with_a_reason(
    begin_game: Begin, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    need("ssh")
    game = await begin_game(stalled_seconds=0.1)
    vega = await start(command(game.listener.port, "-tt", HOST))
    await vega.shows("Play now")
    rigel = await game.play(await game.connect())
    await rigel.shows("Play now")
    vega.signal(signal.SIGSTOP)
    with caplog.at_level(logging.INFO):
        await until(lambda: game.desk.apps[0].repaint() or game.counts[0] == 1)
    assert "took no output for too long" in caplog.text
    rigel.press(b"?")
    await rigel.shows("Esc back")
    vega.signal(signal.SIGCONT)


async def test_compression_is_not_to_be_had(game: Game) -> None:
    need("ssh")
    line = command(game.listener.port, "-v", HOST, "version", Compression="yes", LogLevel="DEBUG1")
    status, _, err = await run(*line)
    assert status == 0
    assert b"compression: none" in err
    assert b"compression: zlib" not in err
