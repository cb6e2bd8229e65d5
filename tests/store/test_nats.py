"""What the store on NATS does beyond the conformance suite: against a real server, which is stopped and killed."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from relspace_server.store.bucket import Bucket, Change, Conflict, TooLarge, Unavailable, Value
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access
from relspace_server.store.nats_bucket import NatsBucket
from relspace_server.store.nats_entries import BATCH, Entries
from relspace_server.store.nats_keys import key_of, token
from relspace_server.store.nats_streams import MAX_MESSAGE, ensure_stream
from relspace_server.store.update import Form, Updater, remember

from .nats_servers import NatsServer

PATIENCE = 0.4
"""Seconds that stores wait here for a server that does not answer."""


def rooms(store: NatsStore) -> NatsBucket:
    bucket = store.bucket("rooms")
    assert isinstance(bucket, NatsBucket)
    return bucket


@pytest.fixture
def own_server(tmp_path: Path) -> "AsyncIterator[NatsServer]":
    """A server that a test may kill."""
    server = NatsServer(tmp_path / "own").start()
    yield server  # type: ignore[misc]
    server.end()


@pytest.fixture
async def pair(own_server: NatsServer) -> AsyncIterator[tuple[NatsStore, NatsStore]]:
    """Two stores on that server, which soon lose patience."""
    stores = [await NatsStore.open(Access((own_server.url,)), patience=PATIENCE) for _ in range(2)]
    yield stores[0], stores[1]
    for store in stores:
        await store.close()


# ── how values are kept ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_bucket_is_a_stream_made_as_it_must_be(nats_store: NatsStore, prefix: str) -> None:
    await rooms(nats_store).put("VEGA1", b"one", 0)
    config = (await nats_store._link.streams.stream_info(f"KV_{prefix}_rooms")).config
    assert config.max_msgs_per_subject == 1
    assert config.max_msg_size == MAX_MESSAGE == 69_632
    assert config.max_bytes
    assert config.max_bytes > 0
    assert config.discard == "new"
    assert config.storage == "file"
    assert not config.allow_direct
    assert config.allow_msg_ttl
    assert config.republish is not None
    assert (config.republish.src, config.republish.dest) == (f"$KV.{prefix}_rooms.>", f"{prefix}.news.rooms.>")


@pytest.mark.parametrize("key", ["VEGA1", "SHA256:uNiV/+", "ベガ", "a b.c*>=", "=41", "k" * 256])
def test_every_key_is_one_plain_part_of_a_subject(key: str) -> None:
    assert set(token(key)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=")
    assert key_of(f"$KV.relspace_rooms.{token(key)}") == key


async def test_headers_and_all_more_than_a_stream_takes_is_too_large(nats_store: NatsStore) -> None:
    with pytest.raises(TooLarge):
        await rooms(nats_store)._write("VEGA1", bytes(MAX_MESSAGE), 0, {})
    assert await rooms(nats_store).get("VEGA1") is None
    assert nats_store.healthy()


async def test_who_wrote_last_is_known_to_the_other(nats_store: NatsStore, other: NatsStore) -> None:
    here, there = rooms(nats_store), rooms(other)
    first = await here.put("VEGA1", b"one", 0)
    with pytest.raises(Conflict):
        await there.put("VEGA1", b"two", 0)
    second = await there.put("VEGA1", b"two", first)
    with pytest.raises(Conflict):
        await here.put("VEGA1", b"three", first)
    await here.delete("VEGA1", second)
    with pytest.raises(Conflict):
        await there.put("VEGA1", b"three", second)
    assert await there.put("VEGA1", b"four", 0) > second


async def test_more_values_than_are_read_in_one_go(nats_store: NatsStore, other: NatsStore) -> None:
    bucket = rooms(nats_store)
    keys = [f"room {n:04}" for n in range(BATCH * 2 + 3)]
    await asyncio.gather(*(bucket.put(key, b"x" * 1_000, 0) for key in keys))
    found = await rooms(other).scan("room")
    assert [key for key, _ in found] == keys
    consumers = await nats_store._link.streams.consumers_info(bucket.place.stream)
    assert consumers == []


async def test_a_list_holds_what_the_leader_has_beyond_what_a_consumer_told(
    nats_store: NatsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is when the consumer reads from a server that is behind."""
    bucket = rooms(nats_store)
    revisions = [await bucket.put(key, b"x", 0) for key in ("A", "B", "C")]

    async def nothing(_self: Entries) -> AsyncIterator[object]:
        for _ in ():
            yield _

    monkeypatch.setattr(Entries, "_consumed", nothing)
    found = await bucket.scan("")
    assert [(key, value.revision) for key, value in found] == list(zip("ABC", revisions, strict=True))


# ── two processes ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_one_writes_the_other_is_told(nats_store: NatsStore, other: NatsStore) -> None:
    here = rooms(nats_store)
    with closing(rooms(other).watch("VEGA1")) as one, closing(rooms(other).watch(None)) as everything:
        assert await anext(one) == Change("VEGA1", None)
        first = await here.put("VEGA1", b"one", 0)
        assert await anext(one) == await anext(everything) == Change("VEGA1", Value(b"one", first))
        await here.delete("VEGA1", first)
        assert await anext(one) == await anext(everything) == Change("VEGA1", None)
        again = await here.put("VEGA1", b"again", 0)
        assert await anext(one) == await anext(everything) == Change("VEGA1", Value(b"again", again))


async def test_a_refused_write_is_told_to_nobody(nats_store: NatsStore, other: NatsStore) -> None:
    first = await rooms(nats_store).put("VEGA1", b"one", 0)
    with closing(rooms(other).watch(None)) as watch:
        assert await anext(watch) == Change("VEGA1", Value(b"one", first))
        with pytest.raises(Conflict):
            await rooms(nats_store).put("VEGA1", b"refused", first + 7)
        second = await rooms(nats_store).put("VEGA1", b"two", first)
        assert await anext(watch) == Change("VEGA1", Value(b"two", second))


async def test_operations_of_two_processes_happen_once_each(nats_store: NatsStore, other: NatsStore) -> None:
    def encode(ops: tuple[str, ...]) -> bytes:
        return json.dumps(ops).encode()

    def decode(data: bytes) -> tuple[str, ...]:
        return tuple(json.loads(data))

    form = Form(encode, decode, lambda ops: ops[-16:], lambda _key: ())
    op = "timeout:game:{}".format

    def do(op_id: str, ops: tuple[str, ...]) -> tuple[str, ...]:
        assert len(remember(ops, op_id)) <= 16
        return (*ops, op_id)

    updates = [
        Updater().update(bucket, "VEGA1", op(n), partial(do, op(n)), form)
        for n in range(8)
        for bucket in (rooms(nats_store), rooms(other))
    ]
    await asyncio.gather(*updates)
    found = await rooms(nats_store).get("VEGA1")
    assert found is not None
    assert sorted(decode(found.data)) == [op(n) for n in range(8)]


async def test_news_that_got_lost_are_found_by_the_sweep(nats_store: NatsStore, other: NatsStore) -> None:
    here, there = rooms(nats_store), rooms(other)
    vega, rigel = await here.put("VEGA1", b"one", 0), await here.put("RIGEL", b"one", 0)
    with closing(there.watch(None)) as everything, closing(there.watch("LYRA1")) as one:
        assert {(await anext(everything)).key for _ in range(2)} == {"VEGA1", "RIGEL"}
        await anext(one)
        for subscription in there._subscriptions.values():
            await subscription.unsubscribe()
        await here.delete("VEGA1", vega)
        second = await here.put("RIGEL", b"two", rigel)
        third = await here.put("LYRA1", b"three", 0)
        await there.catch_up()
        found = [await anext(everything) for _ in range(3)]
        assert found == [
            Change("VEGA1", None),
            Change("RIGEL", Value(b"two", second)),
            Change("LYRA1", Value(b"three", third)),
        ]
        assert await anext(one) == found[2]


async def test_a_sweep_where_nothing_is_missing_reads_nothing(nats_store: NatsStore, other: NatsStore) -> None:
    here, there = rooms(nats_store), rooms(other)
    with closing(there.watch(None)) as everything:
        revision = await here.put("VEGA1", b"one", 0)
        await anext(everything)
        for n in range(20):
            revision = await here.put("VEGA1", b"%d" % n, revision)
        while (await anext(everything)).value != Value(b"19", revision):
            pass
        assert there._frontier.reached == revision


async def test_nobody_listens_any_more_to_what_nobody_watches(nats_store: NatsStore) -> None:
    bucket = rooms(nats_store)
    watch = bucket.watch("VEGA1")
    await anext(watch)
    watch.close()
    await bucket.catch_up()
    assert not bucket._subscriptions
    with closing(bucket.watch("VEGA1")) as again:
        await anext(again)
        revision = await bucket.put("VEGA1", b"one", 0)
        assert await anext(again) == Change("VEGA1", Value(b"one", revision))


# ── trouble ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def healthy(*stores: NatsStore) -> None:
    while not all(store.healthy() for store in stores):  # noqa: ASYNC110 - a store tells nobody
        await asyncio.sleep(0.02)


async def killed(server: NatsServer, *stores: NatsStore) -> None:
    """Kills a server; the stores have noticed when this returns."""
    server.end()
    while any(store.healthy() for store in stores):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


async def test_a_server_that_hangs(own_server: NatsServer, pair: tuple[NatsStore, NatsStore]) -> None:
    store, _ = pair
    bucket = rooms(store)
    revision = await bucket.put("VEGA1", b"one", 0)
    assert own_server.process is not None
    own_server.process.send_signal(signal.SIGSTOP)
    with pytest.raises(Unavailable, match="did not answer"):
        await bucket.put("VEGA1", b"two", revision)
    assert not store.healthy()
    with pytest.raises(Unavailable):
        await bucket.get("VEGA1")
    own_server.process.send_signal(signal.SIGCONT)
    await healthy(store)
    found = await bucket.get("VEGA1")
    assert found is not None
    assert found.data in (b"one", b"two")


async def test_a_write_that_was_given_up_while_there_was_no_server_never_happens(
    own_server: NatsServer, pair: tuple[NatsStore, NatsStore]
) -> None:
    store, _ = pair
    bucket = rooms(store)
    revision = await bucket.put("VEGA1", b"one", 0)
    own_server.end()
    for _ in range(3):
        with pytest.raises(Unavailable):
            await bucket.put("VEGA1", b"two", revision)
    assert not store.healthy()
    await asyncio.to_thread(own_server.start)
    await healthy(store)
    assert await bucket.get("VEGA1") == Value(b"one", revision)


async def test_all_is_well_only_when_each_bucket_takes_writes(
    pair: tuple[NatsStore, NatsStore], caplog: pytest.LogCaptureFixture
) -> None:
    """Each stream has a leader of its own, and one may be without."""
    store, _ = pair
    bucket, accounts = rooms(store), store.bucket("accounts")
    await bucket.put("VEGA1", b"one", 0)
    await accounts.put("vega", b"one", 0)
    await store._link.streams.delete_stream(bucket.place.stream)
    with pytest.raises(Unavailable):
        await bucket.put("RIGEL", b"two", 0)
    for n in range(3):
        await accounts.put(f"key{n}", b"", 0)
        assert not store.healthy()
    await ensure_stream(store._link.streams, bucket.place)
    await healthy(store)
    await store.beat("vega", 1_000)
    assert not caplog.records


async def test_what_tries_whether_writes_are_taken_is_told_to_nobody(nats_store: NatsStore, other: NatsStore) -> None:
    here, there = rooms(nats_store), rooms(other)
    with closing(there.watch(None)) as watch:
        waiting = asyncio.ensure_future(anext(watch))
        await here.probe()
        await here.probe()
        revision = await here.put("VEGA1", b"one", 0)
        assert await waiting == Change("VEGA1", Value(b"one", revision))
        await there.catch_up()
        assert await there.scan("") == [("VEGA1", Value(b"one", revision))]


async def test_what_waits_for_an_answer_is_told_at_once_that_the_connection_is_lost(own_server: NatsServer) -> None:
    store = await NatsStore.open(Access((own_server.url,)), patience=50.0)
    bucket = rooms(store)
    revision = await bucket.put("VEGA1", b"one", 0)
    assert own_server.process is not None
    own_server.process.send_signal(signal.SIGSTOP)
    write = asyncio.ensure_future(bucket.put("VEGA1", b"two", revision))
    await asyncio.sleep(0)
    own_server.end()
    with pytest.raises(Unavailable):
        await write
    await asyncio.to_thread(own_server.start)
    await healthy(store)
    await store.close()


async def test_watches_outlive_the_server(own_server: NatsServer, pair: tuple[NatsStore, NatsStore]) -> None:
    here, there = rooms(pair[0]), rooms(pair[1])
    revision = await here.put("VEGA1", b"one", 0)
    with closing(there.watch("VEGA1")) as one, closing(there.watch(None)) as everything:
        await anext(one)
        await anext(everything)
        await killed(own_server, *pair)
        await asyncio.to_thread(own_server.start)
        await healthy(*pair)
        second = await here.put("VEGA1", b"two", revision)
        assert await anext(one) == await anext(everything) == Change("VEGA1", Value(b"two", second))
        third = await here.put("VEGA1", b"three", second)
        assert await anext(one) == await anext(everything) == Change("VEGA1", Value(b"three", third))


async def test_acknowledged_writes_outlive_a_kill(own_server: NatsServer, pair: tuple[NatsStore, NatsStore]) -> None:
    bucket = rooms(pair[0])
    known = {f"key{n}": (0, 0) for n in range(10)}

    async def count_up(key: str) -> None:
        while True:
            number, revision = known[key]
            known[key] = (number + 1, await bucket.put(key, b"%d" % (number + 1), revision))

    tasks = [asyncio.create_task(count_up(key)) for key in known]
    while min(number for number, _ in known.values()) < 20:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    own_server.end()
    assert {type(outcome) for outcome in await asyncio.gather(*tasks, return_exceptions=True)} == {Unavailable}
    await asyncio.to_thread(own_server.start)
    await healthy(pair[0])
    for key, value in await bucket.scan(""):
        number, revision = known[key]
        assert (int(value.data), value.revision) >= (number, revision)
        assert int(value.data) <= number + 1


async def test_a_stream_that_is_lost_is_not_made_again_in_silence(nats_store: NatsStore) -> None:
    bucket: Bucket = rooms(nats_store)
    revision = await bucket.put("VEGA1", b"one", 0)
    await nats_store._link.streams.delete_stream(rooms(nats_store).place.stream)
    with pytest.raises(Unavailable):
        await bucket.put("VEGA1", b"two", revision)
    with pytest.raises(Unavailable):
        await bucket.get("VEGA1")
    with pytest.raises(Unavailable):
        await bucket.scan("")


async def test_a_bucket_that_is_full_refuses_and_loses_nothing(nats_store: NatsStore) -> None:
    bucket = rooms(nats_store)
    revision = await bucket.put("VEGA1", bytes(1_000), 0)
    streams = nats_store._link.streams
    config = (await streams.stream_info(bucket.place.stream)).config
    config.max_bytes = 1_500
    await streams.update_stream(config)
    with pytest.raises(Unavailable):
        await bucket.put("RIGEL", bytes(1_000), 0)
    assert await bucket.get("VEGA1") == Value(bytes(1_000), revision)
    assert not nats_store.healthy()
    await healthy(nats_store)
