"""`python -m tests.soak.somebody PORT`: turns a page again and again until stdin ends; tells how long each took."""

import asyncio
import json
import sys
from typing import Final

import asyncssh

from ..hostile.fuzz import Client, log_in

PAUSE: Final = 0.02
"""Seconds between a picture and the next key."""

LOST: Final = 10.0
"""Seconds after which a key is given up."""


class Reader(Client):
    """Notes when something comes."""

    def __init__(self) -> None:
        self.news = asyncio.Event()

    def data_received(self, data: bytes, datatype: object) -> None:
        super().data_received(data, datatype)
        self.news.set()


async def main(port: int) -> None:
    """Presses Tab on the page of keys, which turns it."""
    loop = asyncio.get_running_loop()
    client = await log_in(port)
    _, reader = await client.create_session(Reader, None, term_type="xterm-256color", term_size=(80, 24), encoding=None)
    await painted(reader)
    reader.channel.write(b"?")
    await painted(reader)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    over = loop.run_in_executor(None, sys.stdin.read)
    seconds = []
    while not over.done():
        await asyncio.sleep(PAUSE)
        began = loop.time()
        reader.channel.write(b"\t")
        await painted(reader)
        seconds.append(loop.time() - began)
    client.close()
    await client.wait_closed()
    sys.stdout.write(json.dumps(seconds))


async def painted(reader: Reader) -> None:
    """Waits for the next picture."""
    reader.news.clear()
    async with asyncio.timeout(LOST):
        await reader.news.wait()


if __name__ == "__main__":
    asyncssh.set_log_level("CRITICAL")
    asyncio.run(main(int(sys.argv[1])))
