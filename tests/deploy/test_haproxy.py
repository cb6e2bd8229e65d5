"""HAProxy takes its configuration, and brings everybody to a node that is there."""

import asyncio
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from relspace_server.ops.web import Page, Web

from ..ports import free_port
from .files import DEPLOY, need

CONFIGURATION = (DEPLOY / "haproxy.cfg").read_text()

PROXY_V2 = b"\r\n\r\n\0\r\nQUIT\n"
"""What each connection to a node begins with."""

WAIT_S = 10


def placed(places: dict[str, str]) -> str:
    """The configuration with other addresses."""
    text = CONFIGURATION
    for address, place in places.items():
        assert text.count(address) == 1, address
        text = text.replace(address, place)
    return text


async def ask_for_health(port: int) -> bytes:
    """What HAProxy says of itself, once it runs."""
    while True:
        with suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /healthz HTTP/1.0\r\n\r\n")
            answer = await reader.read()
            writer.close()
            return answer
        await asyncio.sleep(0.02)


def test_haproxy_takes_the_configuration() -> None:
    need("haproxy")
    done = subprocess.run(
        ["haproxy", "-c", "-f", str(DEPLOY / "haproxy.cfg")], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if "[WARNING]" in line and "could not resolve" not in line]
    assert told == []


async def test_whoever_is_sent_to_a_node_that_has_just_gone_comes_to_the_other(tmp_path: Path) -> None:
    need("haproxy")
    came: asyncio.Queue[bytes] = asyncio.Queue()

    async def ready() -> Page:
        return Page(b"ok")

    async def node(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await came.put(await reader.readexactly(len(PROXY_V2)))
        await reader.read()
        writer.close()

    web = Web({"/readyz": ready})  # answers the checks of both nodes: that one is gone, they have not noticed
    await web.start("127.0.0.1", 0)
    server = await asyncio.start_server(node, "127.0.0.1", 0)
    front, health = free_port(), free_port()
    places = {
        "bind :2222": f"bind 127.0.0.1:{front}",
        "bind 127.0.0.1:8404": f"bind 127.0.0.1:{health}",
        "check port 9222": f"check port {web.port}",
        " node1:2222": f" 127.0.0.1:{free_port()}",
        " node2:2222": f" 127.0.0.1:{server.sockets[0].getsockname()[1]}",
    }
    (tmp_path / "haproxy.cfg").write_text(placed(places))
    with (tmp_path / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            "haproxy", "-db", "-f", str(tmp_path / "haproxy.cfg"), stdout=log, stderr=log
        )
    try:
        async with asyncio.timeout(WAIT_S):
            assert b"200 OK" in await ask_for_health(health)
            writers = [(await asyncio.open_connection("127.0.0.1", front))[1] for _ in range(2)]
            assert [await came.get() for _ in writers] == [PROXY_V2] * 2
            for writer in writers:
                writer.write(b"SSH-2.0-Vega\r\n")
                writer.close()
            process.send_signal(signal.SIGUSR1)  # as its image is stopped: it ends when the last connection has
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        server.close()
        await web.close()
    told = (tmp_path / "log").read_text()
    assert re.search(r" ssh nodes/", told), "connections of players are in the log"
    assert "healthz" not in told
    assert "(health/" not in told, "what Docker asks each few seconds is not"
