"""Copies of a store on NATS: taken while it runs, brought back, and from one kind of store into the other."""

import asyncio
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from relspace_server.cli import main
from relspace_server.store.backup import back_up as back_up_file
from relspace_server.store.backup import restore as restore_file
from relspace_server.store.bucket import Store, StoreFault
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.store.nats_backup import BATCH, back_up, restore
from relspace_server.store.sqlite import SqliteStore

from .nats_servers import NatsServer

Opens = Callable[[], Awaitable[NatsStore]]

VALUES = {
    ("rooms", "VEGA1"): b"a room",
    ("rooms", "RIGEL"): b"",
    ("accounts", "SHA256:a+b/c"): b"vega\x00\xff",
    ("names", "véga.of.lyra"): b"SHA256:a+b/c",
    ("records", "g1"): bytes(60_000),
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.sqlite3"


async def fill(store: Store) -> None:
    for (bucket, key), data in VALUES.items():
        await store.bucket(bucket).put(key, data, 0)


async def contents(store: Store) -> dict[tuple[str, str], bytes]:
    """All that a store keeps in the buckets of these tests."""
    return {
        (bucket, key): value.data
        for bucket in ("rooms", "accounts", "names", "records", "present", "bans")
        for key, value in await store.bucket(bucket).scan("")
    }


async def in_file(path: Path) -> dict[tuple[str, str], bytes]:
    """All that a copy holds."""
    store = await SqliteStore.open(path)
    try:
        return await contents(store)
    finally:
        await store.close()


def stands_alone_for_its_owner(copy: Path) -> None:
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in copy.parent.glob(f"{copy.name}*")] == [copy.name]


async def test_a_copy_of_nats_is_a_store_of_one_process(nats_store: NatsStore, copy: Path, path: Path) -> None:
    await fill(nats_store)
    await nats_store.bucket("present").put("node", b"who is there now", 0)
    await nats_store.bucket("rooms").delete("RIGEL", (await nats_store.bucket("rooms").scan("RIGEL"))[0][1].revision)
    await nats_store.beat("vega", 12_000)
    assert await back_up(nats_store, copy) == len(VALUES) - 1
    await asyncio.to_thread(stands_alone_for_its_owner, copy)
    await asyncio.to_thread(restore_file, copy, path)
    assert await in_file(path) == {place: data for place, data in VALUES.items() if place != ("rooms", "RIGEL")}
    store = await SqliteStore.open(path)
    room = await store.bucket("rooms").get("VEGA1")
    assert room is not None
    assert await store.bucket("rooms").put("VEGA1", b"goes on", room.revision) > room.revision
    await store.close()


async def test_games_move_from_a_file_into_nats(
    sqlite: SqliteStore, path: Path, nats_store: NatsStore, other: NatsStore, copy: Path
) -> None:
    await fill(sqlite)
    for number in range(2 * BATCH):
        await sqlite.bucket("bans").put(f"ban{number}", b"one of more than go at once", 0)
    await sqlite.bucket("present").put("node", b"long gone", 0)
    await asyncio.to_thread(back_up_file, path, copy)
    assert await restore(copy, nats_store) == len(VALUES) + 2 * BATCH
    found = await contents(other)
    assert {place: data for place, data in found.items() if place[0] != "bans"} == VALUES
    assert len(found) == len(VALUES) + 2 * BATCH


async def test_what_nats_keeps_is_replaced_only_if_that_is_asked_for(nats_store: NatsStore, copy: Path) -> None:
    await fill(nats_store)
    await back_up(nats_store, copy)
    rooms = nats_store.bucket("rooms")
    room = await rooms.get("VEGA1")
    assert room is not None
    await rooms.put("VEGA1", b"went on", room.revision)
    await rooms.put("LYRA1", b"came later", 0)
    with pytest.raises(StoreFault, match=r"keeps 6 values already; back them up, then run this again with --replace"):
        await restore(copy, nats_store)
    assert (await contents(nats_store))["rooms", "LYRA1"] == b"came later"
    await restore(copy, nats_store, replace=True)
    assert await contents(nats_store) == VALUES


async def test_nothing_is_restored_under_a_node_that_runs(nats_store: NatsStore, open_other: Opens, copy: Path) -> None:
    await back_up(nats_store, copy)
    await nats_store.beat("vega", 12_000)
    store = await open_other()
    with pytest.raises(StoreFault, match="in use by 1 of the game's servers; stop all of them first"):
        await restore(copy, store, replace=True)
    await store.close()


@pytest.fixture
def open_other(nats_server: NatsServer, prefix: str) -> Opens:
    """Opens the store of another process when it is wanted."""
    return lambda: NatsStore.open(Access((nats_server.url,)), prefix=prefix)


async def test_a_copy_is_not_written_over_a_file_and_not_out_of_silence(
    nats_store: NatsStore, copy: Path, tmp_path: Path
) -> None:
    await asyncio.to_thread(copy.write_text, "here already")
    with pytest.raises(StoreFault, match="is there already"):
        await back_up(nats_store, copy)
    with pytest.raises(StoreFault, match=r"cannot be written to|no such folder"):
        await back_up(nats_store, tmp_path / "none" / "copy")
    await nats_store.close()
    with pytest.raises(StoreFault, match="nothing was copied, try again"):
        await back_up(nats_store, tmp_path / "silent")
    assert await asyncio.to_thread(lambda: [*tmp_path.glob("silent*")]) == []


def test_the_commands(tmp_path: Path) -> None:
    run = CliRunner()
    first, second = tmp_path / "first", tmp_path / "second"
    server = NatsServer(tmp_path / "nats").start()
    try:

        async def filled() -> None:
            store = await NatsStore.open(Access((server.url,)))
            await fill(store)
            await store.close()

        asyncio.run(filled())
        at = ("--store", server.url, "--data-dir", str(tmp_path))
        done = run.invoke(main, ["backup", str(first), *at])
        assert done.exit_code == 0, done.output
        assert "whole and checked" in done.output
        refused = run.invoke(main, ["restore", str(first), *at])
        assert refused.exit_code == 1
        assert "with --replace" in refused.output
        done = run.invoke(main, ["restore", str(first), "--replace", *at])
        assert done.output == f"NATS: {len(VALUES)} values restored from {first}.\n"
        assert run.invoke(main, ["backup", str(second), *at]).exit_code == 0
        assert asyncio.run(in_file(second)) == VALUES
    finally:
        server.end()
