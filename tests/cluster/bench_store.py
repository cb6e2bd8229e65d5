"""What the stores take, one by one: SQLite, one NATS server, three of them; and one move with nothing else going on."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import asyncssh

from relspace_server.store.bucket import Bucket, Store
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.store.sqlite import SqliteStore

from ..store.nats_servers import NatsServer
from .servers import Servers, enters, newest, on_turn, ply

SECONDS = 4.0
VALUE = 8_192
"""Bytes of a room in the middle of a game."""


def shown(times: Sequence[float]) -> str:
    """The middle and the slowest of a hundred, in milliseconds."""
    ordered = sorted(times)
    middle, slow = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"p50 {1000 * middle:6.2f} ms, p99 {1000 * slow:6.2f} ms of {len(times)}"


async def write(bucket: Bucket, key: str, until: float, pause: float, times: list[float]) -> None:
    """Compare-and-set, again and again."""
    revision = 0
    while perf_counter() < until:
        began = perf_counter()
        revision = await bucket.put(key, secrets.token_bytes(VALUE), revision)
        times.append(perf_counter() - began)
        if pause:
            await asyncio.sleep(pause)


async def writes(name: str, store: Store, writers: int, pause: float = 0.0) -> None:
    times: list[float] = []
    bucket, until = store.bucket("rooms"), perf_counter() + SECONDS
    marks = [secrets.token_hex(4) for _ in range(writers)]
    await asyncio.gather(*(write(bucket, mark, until, pause, times) for mark in marks))
    load = f"{writers} writers, {'as fast as they can' if not pause else f'one each {1000 * pause:.0f} ms'}"
    print(f"{name:<22} {load:<38} {len(times) / SECONDS:7.0f}/s  {shown(times)}", flush=True)


async def store_figures(name: str, store: Store) -> None:
    await writes(name, store, 20, 0.1)
    await writes(name, store, 1)
    await writes(name, store, 50)
    await store.close()


async def watched(url: str) -> list[float]:
    """Seconds from the beginning of a write until another connection that watches is told of it, for each of many."""
    here, there = [await NatsStore.open(Access((url,)), prefix="watched") for _ in range(2)]
    times: list[float] = []
    began, seen, revision = 0.0, asyncio.Event(), 0

    async def follow() -> None:
        async for _ in there.bucket("rooms").watch("VEGA1"):
            times.append(perf_counter() - began)
            seen.set()

    task = asyncio.create_task(follow())
    await seen.wait()
    times.clear()
    for _ in range(300):
        seen.clear()
        began = perf_counter()
        revision = await here.bucket("rooms").put("VEGA1", bytes(VALUE), revision)
        await seen.wait()
        await asyncio.sleep(0.003)
    task.cancel()
    for store in (here, there):
        await store.close()
    return times


async def told_of_writes(name: str, url: str) -> None:
    print(f"{name:<22} {'write here until told there':<38} {'':9}  {shown(await watched(url))}", flush=True)


class Screen(asyncssh.SSHClientSession[bytes]):
    """A terminal that somebody looks at."""

    def __init__(self) -> None:
        self.painted = asyncio.Event()
        self.at = 0.0

    def data_received(self, data: bytes, datatype: object) -> None:
        if not self.painted.is_set():
            self.at = perf_counter()
            self.painted.set()


async def watches(port: int, key: asyncssh.SSHKey, code: str) -> Screen:
    """The screen of somebody who watches a room, past the welcome."""
    client = await asyncssh.connect(
        "127.0.0.1", port, username="lyra", client_keys=[key], known_hosts=None, agent_path=None, config=None
    )
    channel, screen = await client.create_session(
        Screen, f"watch {code}", term_type="xterm-256color", term_size=(100, 30), encoding=None
    )
    await asyncio.sleep(2)
    channel.write(b"\r")
    await asyncio.sleep(2)
    return screen


async def moves(name: str, nats: str, folder: Path) -> None:
    """From a move that a program asks for on one node to the picture of somebody who watches on another."""
    folder.mkdir()
    servers = Servers(folder, nats)
    here, there = await servers.start(), await servers.start()
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(3)]
    vega, rigel = await enters(here.port, "vega", keys[0]), await enters(there.port, "rigel", keys[1])
    code = (await vega.ask("create", options={"seats": 2, "clock": 0}))["room"]
    await rigel.ask("join", room=code)
    screen = await watches(there.port, keys[2], code)
    for one in (vega, rigel):
        await one.ask("ready")
    asked, told, painted = list[float](), list[float](), list[float]()
    until = perf_counter() + 25
    while len(painted) < 100 and perf_counter() < until:
        mover = next((one for one in (vega, rigel) if on_turn(one)), None)
        if mover is None:
            if newest(vega)["phase"] == "over":
                for one in (vega, rigel):
                    await one.asks("rematch")
            await asyncio.sleep(0.01)
            continue
        await asyncio.sleep(0.15)
        other = rigel if mover is vega else vega
        at = ply(mover)
        screen.painted.clear()
        began = perf_counter()
        await mover.ask("move", move=newest(mover)["legal"][0]["move"], ply=at)
        asked.append(perf_counter() - began)
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                while ply(other) <= at and newest(other)["phase"] == "playing":
                    await asyncio.sleep(0.0005)
                told.append(perf_counter() - began)
        if mover is vega:
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await screen.painted.wait()
                painted.append(screen.at - began)
    print(f"{name:<22} {'move until its answer':<38} {'':9}  {shown(asked)}")
    print(f"{name:<22} {'move until told on the other node':<38} {'':9}  {shown(told)}")
    print(f"{name:<22} {'move until painted on the other node':<38} {'':9}  {shown(painted)}", flush=True)
    await servers.stop()


async def lines(folder: Path, trio: list[NatsServer]) -> None:
    """Prints all of it, a line for each figure."""
    print(f"values of {VALUE} bytes, each flushed to the disk")
    await store_figures("SQLite", await SqliteStore.open(folder / "store.sqlite3"))
    one = await asyncio.to_thread(NatsServer(folder / "one").start)
    try:
        await store_figures("NATS, one server", await NatsStore.open(Access((one.url,)), prefix="bench"))
        await told_of_writes("NATS, one server", one.url)
        await moves("NATS, one server", one.url, folder / "nodes1")
    finally:
        one.end()
    urls = tuple(server.url for server in trio)
    await store_figures("NATS, three servers", await NatsStore.open(Access(urls), prefix="bench"))
    await told_of_writes("NATS, three servers", trio[0].url)
    await moves("NATS, three servers", ",".join(urls), folder / "nodes3")
