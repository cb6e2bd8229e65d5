"""What only the SQLite store does: durable, grouped commits; one server; failures of the file."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from relspace_server.store.bucket import Conflict, Unavailable, Value
from relspace_server.store.sqlite import Ask, SqliteStore
from relspace_server.store.write_ahead import log_of


class Halt:
    """Stops the writer's thread at a statement until it is told to go on, and keeps a list of what it carries out."""

    def __init__(self, store: SqliteStore, statement: str = "") -> None:
        self.reached = asyncio.Event()
        self.statements: list[str] = []
        self._go = threading.Event()
        self._statement = statement
        self._loop = asyncio.get_running_loop()
        store._opened.writer.set_trace_callback(self._trace)

    def go(self) -> None:
        self._go.set()

    def _trace(self, statement: str) -> None:
        self.statements.append(statement)
        if self._statement and statement.startswith(self._statement):
            self._loop.call_soon_threadsafe(self.reached.set)
            self._go.wait(30)


async def hold(store: SqliteStore) -> tuple[threading.Event, asyncio.Future[object]]:
    """Keeps the writer's thread busy until the event is set."""
    go = threading.Event()
    holding = asyncio.Event()
    loop = asyncio.get_running_loop()

    def wait(connection: sqlite3.Connection) -> None:
        loop.call_soon_threadsafe(holding.set)
        go.wait(30)

    answer: asyncio.Future[object] = loop.create_future()
    store._writer.put(Ask(wait, answer))
    await holding.wait()
    return go, answer


async def limit_pages(store: SqliteStore, pages: int) -> None:
    """Lets the file grow to so many pages and no further: a full disk."""
    await store._ask(
        store._writer, lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()
    )


# ── durability ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_every_commit_is_flushed_to_the_disk(sqlite: SqliteStore) -> None:
    assert await sqlite.durability() == ("wal", 2)


async def test_all_that_waits_goes_into_one_transaction(sqlite: SqliteStore) -> None:
    bucket = sqlite.bucket("rooms")
    halt = Halt(sqlite)
    go, held = await hold(sqlite)
    writes = [asyncio.ensure_future(bucket.put(f"key{n}", b"x", 0)) for n in range(50)]
    writes += [asyncio.ensure_future(bucket.put("key0", b"y", 0))]
    await asyncio.sleep(0)
    assert halt.statements == []
    go.set()
    outcomes = await asyncio.gather(held, *writes, return_exceptions=True)
    assert halt.statements.count("COMMIT") == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1
    assert len(await bucket.scan("")) == 50


async def test_a_write_is_acknowledged_after_its_commit_and_not_before(sqlite: SqliteStore) -> None:
    bucket = sqlite.bucket("rooms")
    halt = Halt(sqlite, "COMMIT")
    watch = bucket.watch("VEGA1")
    await anext(watch)
    write = asyncio.ensure_future(bucket.put("VEGA1", b"one", 0))
    seen = asyncio.ensure_future(anext(watch))
    await halt.reached.wait()
    assert await bucket.get("VEGA1") is None
    assert not write.done()
    assert not seen.done()
    halt.go()
    revision = await write
    assert await bucket.get("VEGA1") == Value(b"one", revision)
    assert (await seen).value == Value(b"one", revision)


async def test_reading_does_not_wait_for_writing(sqlite: SqliteStore) -> None:
    bucket = sqlite.bucket("rooms")
    revision = await bucket.put("VEGA1", b"one", 0)
    go, held = await hold(sqlite)
    assert await bucket.get("VEGA1") == Value(b"one", revision)
    assert await bucket.scan("") == [("VEGA1", Value(b"one", revision))]
    go.set()
    await held


async def test_what_was_asked_for_before_the_end_is_carried_out(path: Path) -> None:
    store = await SqliteStore.open(path)
    writes = [asyncio.ensure_future(store.bucket("rooms").put(f"key{n}", b"x", 0)) for n in range(30)]
    await asyncio.sleep(0)
    await store.close()
    assert all(write.done() for write in writes)
    again = await SqliteStore.open(path)
    assert len(await again.bucket("rooms").scan("")) == 30
    await again.close()


async def test_a_restart_keeps_everything_and_revisions_go_on_growing(path: Path) -> None:
    store = await SqliteStore.open(path)
    kept = await store.bucket("rooms").put("VEGA1", b"one", 0)
    removed = await store.bucket("rooms").delete("RIGEL", await store.bucket("rooms").put("RIGEL", b"x", 0))
    await store.close()
    store = await SqliteStore.open(path)
    assert await store.bucket("rooms").scan("") == [("VEGA1", Value(b"one", kept))]
    assert await store.bucket("rooms").put("RIGEL", b"y", 0) > removed
    await store.close()


# ── failures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_full_disk_is_unavailable_and_afterwards_all_goes_on(sqlite: SqliteStore) -> None:
    bucket = sqlite.bucket("rooms")
    revision = await bucket.put("VEGA1", b"one", 0)
    await limit_pages(sqlite, 1)
    writes = [bucket.put(f"key{n}", bytes(60_000), 0) for n in range(3)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [Unavailable] * 3
    assert "full" in str(outcomes[0])
    assert not sqlite.healthy()
    assert await bucket.scan("") == [("VEGA1", Value(b"one", revision))]
    assert not sqlite.healthy()
    await limit_pages(sqlite, 1_000_000)
    later = await bucket.put("key0", bytes(60_000), 0)
    assert later > revision + 1
    assert sqlite.healthy()


async def test_health_comes_back_without_anybody_writing(sqlite: SqliteStore) -> None:
    bucket = sqlite.bucket("rooms")
    await limit_pages(sqlite, 1)
    with pytest.raises(Unavailable):
        await bucket.put("VEGA1", bytes(60_000), 0)
    assert sqlite._probing is not None
    await limit_pages(sqlite, 1_000_000)
    assert not sqlite.healthy()
    sqlite._probe()
    await sqlite.durability()
    assert sqlite.healthy()


async def test_a_failing_probe_is_followed_by_another(sqlite: SqliteStore) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    sqlite._count = fail  # type: ignore[method-assign]
    sqlite._probe()
    await sqlite.durability()
    assert not sqlite.healthy()
    assert sqlite._probing is not None


async def test_a_file_that_cannot_be_read_is_unavailable(sqlite: SqliteStore) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(Unavailable, match="disk I/O error"):
        await sqlite.read(fail)
    assert not sqlite.healthy()
    await sqlite.bucket("rooms").put("VEGA1", b"", 0)
    assert sqlite.healthy()


async def test_a_disk_that_hangs_is_unavailable_and_the_write_may_still_happen(path: Path) -> None:
    store = await SqliteStore.open(path, patience=0.05)
    bucket = store.bucket("rooms")
    watch = bucket.watch("VEGA1")
    assert (await anext(watch)).value is None
    halt = Halt(store, "COMMIT")
    with pytest.raises(Unavailable, match=r"did not answer within 0\.05 s"):
        await bucket.put("VEGA1", b"one", 0)
    assert not store.healthy()
    halt.go()
    change = await anext(watch)
    assert change.value is not None
    assert change.value.data == b"one"
    assert store.healthy()
    await store.close()


async def test_a_slow_answer_is_got_over_though_nobody_writes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.store.sqlite.PROBE_S", 0.0)
    store = await SqliteStore.open(path, patience=0.05)
    go = threading.Event()
    with pytest.raises(Unavailable, match="did not answer"):
        await store.read(lambda _: go.wait(30))
    assert not store.healthy()
    go.set()
    while not store.healthy():  # noqa: ASYNC110 - a store tells nobody
        await asyncio.sleep(0)
    assert await store.bucket("rooms").get("VEGA1") is None
    await store.close()


async def test_what_nobody_waits_for_any_more_is_not_written(sqlite: SqliteStore) -> None:
    bucket = sqlite.bucket("rooms")
    go, held = await hold(sqlite)
    writes = [asyncio.ensure_future(bucket.put(f"key{n}", b"x", 0)) for n in range(3)]
    await asyncio.sleep(0)
    writes[1].cancel()
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(held, *writes, return_exceptions=True)
    assert [key for key, _ in await bucket.scan("")] == ["key0", "key2"]


async def test_a_disk_that_hangs_does_not_fill_the_memory(sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.store.sqlite.MAX_WAITING", 3)
    bucket = sqlite.bucket("rooms")
    go, held = await hold(sqlite)
    writes = [asyncio.ensure_future(bucket.put(f"key{n}", b"x", 0)) for n in range(5)]
    await asyncio.wait(writes, return_when=asyncio.FIRST_COMPLETED)
    go.set()
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, int, int, Unavailable, Unavailable]
    await held


async def test_another_connection_may_read_meanwhile(sqlite: SqliteStore, path: Path) -> None:
    def count() -> int:
        with closing(sqlite3.connect(path)) as connection:
            return int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])

    await sqlite.bucket("rooms").put("VEGA1", b"", 0)
    assert await asyncio.to_thread(count) == 1


async def test_a_file_that_was_removed_takes_no_writes_until_it_is_back(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "store.sqlite3")
    rooms = store.bucket("rooms")
    first = await rooms.put("a", b"kept", 0)
    store.path.rename(tmp_path / "elsewhere")
    with pytest.raises(Unavailable, match="removed or replaced"):
        await rooms.put("a", b"lost", first)
    assert not store.healthy()
    (tmp_path / "elsewhere").rename(store.path)
    await rooms.put("a", b"kept too", first)
    assert store.healthy()
    await store.close()


async def test_where_the_log_was_removed_nothing_more_is_written_and_a_restart_keeps_all(path: Path) -> None:
    store = await SqliteStore.open(path)
    first = await store.bucket("rooms").put("a", b"kept", 0)
    await asyncio.to_thread(log_of(path).unlink)
    with pytest.raises(Unavailable, match="it or its log was removed or replaced"):
        await store.bucket("rooms").put("a", b"lost", first)
    await store.close()
    again = await SqliteStore.open(path)
    assert await again.bucket("rooms").get("a") == Value(b"kept", first)
    await again.close()
