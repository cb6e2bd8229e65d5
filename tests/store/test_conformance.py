"""What every store does, whatever is behind it."""

import asyncio
import gc
from contextlib import closing

import pytest

from relspace_server.store.bucket import MAX_VALUE, Bucket, Change, Conflict, Node, Store, TooLarge, Unavailable, Value

# ── reading and writing ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_value_is_what_was_written_last(bucket: Bucket) -> None:
    assert await bucket.get("VEGA1") is None
    first = await bucket.put("VEGA1", b"one", 0)
    assert await bucket.get("VEGA1") == Value(b"one", first)
    second = await bucket.put("VEGA1", b"two", first)
    assert await bucket.get("VEGA1") == Value(b"two", second)
    assert 0 < first < second


async def test_nothing_is_written_at_another_revision(bucket: Bucket) -> None:
    revision = await bucket.put("VEGA1", b"one", 0)
    for expected in (0, revision + 1, revision - 1):
        with pytest.raises(Conflict):
            await bucket.put("VEGA1", b"two", expected)
    with pytest.raises(Conflict):
        await bucket.put("RIGEL", b"two", revision)
    assert await bucket.scan("") == [("VEGA1", Value(b"one", revision))]


async def test_a_removed_key_holds_nothing_and_can_be_made_again(bucket: Bucket) -> None:
    made = await bucket.put("VEGA1", b"one", 0)
    removed = await bucket.delete("VEGA1", made)
    assert await bucket.get("VEGA1") is None
    again = await bucket.put("VEGA1", b"two", 0)
    assert made < removed < again


async def test_nothing_is_removed_at_another_revision(bucket: Bucket) -> None:
    revision = await bucket.put("VEGA1", b"one", 0)
    for key, expected in (("VEGA1", revision + 1), ("VEGA1", 0), ("RIGEL", 0), ("RIGEL", revision)):
        with pytest.raises(Conflict):
            await bucket.delete(key, expected)
    assert await bucket.get("VEGA1") == Value(b"one", revision)


async def test_nothing_is_written_or_removed_at_the_revision_of_a_removal(bucket: Bucket) -> None:
    removed = await bucket.delete("VEGA1", await bucket.put("VEGA1", b"one", 0))
    with pytest.raises(Conflict):
        await bucket.put("VEGA1", b"two", removed)
    with pytest.raises(Conflict):
        await bucket.delete("VEGA1", removed)
    assert await bucket.get("VEGA1") is None
    assert await bucket.put("VEGA1", b"three", 0) > removed
    with pytest.raises(Conflict):
        await bucket.put("VEGA1", b"four", removed)


async def test_revisions_grow_over_the_whole_bucket(bucket: Bucket) -> None:
    revisions = [await bucket.put(key, b"", 0) for key in ("A", "B", "C")]
    revisions.append(await bucket.delete("C", revisions[-1]))
    revisions.append(await bucket.put("A", b"", revisions[0]))
    revisions.append(await bucket.put("C", b"", 0))
    assert revisions == sorted(set(revisions))


async def test_an_empty_value_is_a_value(bucket: Bucket) -> None:
    revision = await bucket.put("VEGA1", b"", 0)
    assert await bucket.get("VEGA1") == Value(b"", revision)


async def test_the_largest_value_and_one_that_is_too_large(bucket: Bucket) -> None:
    revision = await bucket.put("VEGA1", bytes(MAX_VALUE), 0)
    with pytest.raises(TooLarge):
        await bucket.put("VEGA1", bytes(MAX_VALUE + 1), revision)
    with pytest.raises(TooLarge):
        await bucket.put("RIGEL", bytes(MAX_VALUE + 1), 0)
    assert [(key, len(value.data)) for key, value in await bucket.scan("")] == [("VEGA1", MAX_VALUE)]


async def test_what_the_caller_does_to_its_buffer_later_does_not_matter(bucket: Bucket) -> None:
    buffer = bytearray(b"one")
    await bucket.put("VEGA1", buffer, 0)  # type: ignore[arg-type]
    buffer[:] = b"two"
    found = await bucket.get("VEGA1")
    assert found is not None
    assert found.data == b"one"


async def test_buckets_know_nothing_of_each_other(store: Store) -> None:
    rooms, names = store.bucket("rooms"), store.bucket("names")
    assert store.bucket("rooms") is rooms
    await rooms.put("vega", b"room", 0)
    await names.put("vega", b"name", 0)
    assert [value.data for _, value in await rooms.scan("")] == [b"room"]
    assert [value.data for _, value in await names.scan("")] == [b"name"]


async def test_scan_finds_the_keys_with_a_prefix_in_order(bucket: Bucket) -> None:
    keys = ["a%", "a%b", "a_", "ab", "aé", "a\U0001f44d", "A%", "b", "é"]
    for key in reversed(keys):
        await bucket.put(key, key.encode(), 0)
    assert [key for key, _ in await bucket.scan("")] == sorted(keys)
    assert [key for key, _ in await bucket.scan("a%")] == ["a%", "a%b"]
    assert [key for key, _ in await bucket.scan("a_")] == ["a_"]
    assert [key for key, _ in await bucket.scan("a")] == sorted(key for key in keys if key.startswith("a"))
    assert await bucket.scan("zz") == []


@pytest.mark.parametrize("key", ["", "a\nb", "\x00", "\udcff", "k" * 257, "\U0010ffff"])
async def test_what_is_no_key_is_a_mistake_of_the_program(bucket: Bucket, key: str) -> None:
    with pytest.raises(ValueError, match="not a key"):
        await bucket.get(key)
    with pytest.raises(ValueError, match="not a key"):
        await bucket.put(key, b"", 0)
    with pytest.raises(ValueError, match="not a key"):
        await bucket.delete(key, 1)
    with pytest.raises(ValueError, match="not a key"):
        bucket.watch(key)


@pytest.mark.parametrize("key", ["SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDaXmYSWCtOk+/c", "timeout:7:31", "ベガ", "k" * 256])
async def test_keys(bucket: Bucket, key: str) -> None:
    revision = await bucket.put(key, b"x", 0)
    assert await bucket.scan(key[:2]) == [(key, Value(b"x", revision))]


# ── many at once ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_of_many_who_write_at_once_one_wins(bucket: Bucket) -> None:
    start = await bucket.put("VEGA1", b"", 0)
    outcomes = await asyncio.gather(
        *(bucket.put("VEGA1", bytes([n]), start) for n in range(50)), return_exceptions=True
    )
    won = [Value(bytes([n]), outcome) for n, outcome in enumerate(outcomes) if isinstance(outcome, int)]
    assert won == [await bucket.get("VEGA1")]
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 49


async def test_no_increment_is_lost(bucket: Bucket) -> None:
    await bucket.put("count", b"0", 0)

    async def increment() -> None:
        while True:
            found = await bucket.get("count")
            assert found is not None
            try:
                await bucket.put("count", b"%d" % (int(found.data) + 1), found.revision)
            except Conflict:
                continue
            return

    await asyncio.gather(*(increment() for _ in range(30)))
    found = await bucket.get("count")
    assert found is not None
    assert found.data == b"30"


async def test_a_caller_who_gives_up_disturbs_nobody(bucket: Bucket) -> None:
    writes = [asyncio.create_task(bucket.put(f"key{n}", b"", 0)) for n in range(10)]
    await asyncio.sleep(0)
    for write in writes[::2]:
        write.cancel()
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert all(isinstance(outcome, int) for outcome in outcomes[1::2])


# ── watching ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_watch_tells_what_is_there_then_what_is_newest(bucket: Bucket) -> None:
    first = await bucket.put("VEGA1", b"one", 0)
    with closing(bucket.watch("VEGA1")) as watch:
        assert await anext(watch) == Change("VEGA1", Value(b"one", first))
        second = await bucket.put("VEGA1", b"two", first)
        assert await anext(watch) == Change("VEGA1", Value(b"two", second))
        await bucket.delete("VEGA1", second)
        assert await anext(watch) == Change("VEGA1", None)
        third = await bucket.put("VEGA1", b"three", 0)
        assert await anext(watch) == Change("VEGA1", Value(b"three", third))


async def test_a_watch_of_a_key_that_holds_nothing_says_so_first(bucket: Bucket) -> None:
    with closing(bucket.watch("VEGA1")) as watch:
        assert await anext(watch) == Change("VEGA1", None)
        revision = await bucket.put("VEGA1", b"one", 0)
        assert await anext(watch) == Change("VEGA1", Value(b"one", revision))


async def test_a_watch_waits_until_something_changes(bucket: Bucket) -> None:
    with closing(bucket.watch("VEGA1")) as watch:
        await anext(watch)
        waiting = asyncio.ensure_future(anext(watch))
        await bucket.put("RIGEL", b"not this one", 0)
        assert not waiting.done()
        revision = await bucket.put("VEGA1", b"one", 0)
        assert await waiting == Change("VEGA1", Value(b"one", revision))


async def test_a_slow_reader_gets_only_the_newest(bucket: Bucket) -> None:
    with closing(bucket.watch("VEGA1")) as watch:
        await anext(watch)
        revision = 0
        for n in range(100):
            revision = await bucket.put("VEGA1", b"%d" % n, revision)
        assert await anext(watch) == Change("VEGA1", Value(b"99", revision))
        revision = await bucket.put("VEGA1", b"last", revision)
        assert await anext(watch) == Change("VEGA1", Value(b"last", revision))


async def test_what_was_written_before_the_first_look_is_told_once(bucket: Bucket) -> None:
    with closing(bucket.watch("VEGA1")) as watch:
        first = await bucket.put("VEGA1", b"one", 0)
        assert await anext(watch) == Change("VEGA1", Value(b"one", first))
        second = await bucket.put("VEGA1", b"two", first)
        assert await anext(watch) == Change("VEGA1", Value(b"two", second))


async def test_a_watch_of_all_keys(bucket: Bucket) -> None:
    revisions = {key: await bucket.put(key, b"one", 0) for key in ("LYRA1", "RIGEL", "VEGA1")}
    with closing(bucket.watch(None)) as watch:
        found = [await anext(watch) for _ in range(3)]
        assert sorted(found) == [Change(key, Value(b"one", revision)) for key, revision in revisions.items()]
        for n in range(20):
            revisions["VEGA1"] = await bucket.put("VEGA1", b"%d" % n, revisions["VEGA1"])
        await bucket.delete("RIGEL", revisions["RIGEL"])
        found = [await anext(watch) for _ in range(2)]
        assert found == [Change("VEGA1", Value(b"19", revisions["VEGA1"])), Change("RIGEL", None)]
        again = await bucket.put("RIGEL", b"again", 0)
        assert await anext(watch) == Change("RIGEL", Value(b"again", again))


async def test_a_watch_never_goes_back_and_ends_with_the_newest(bucket: Bucket) -> None:
    async def write() -> int:
        revision = 0
        for n in range(200):
            revision = await bucket.put("VEGA1", b"%d" % n, revision)
        return revision

    watch = bucket.watch("VEGA1")
    writing = asyncio.create_task(write())
    seen: list[int] = []
    async for change in watch:
        seen.append(change.value.revision if change.value else 0)
        if change.value and change.value.data == b"199":
            break
    assert seen == sorted(set(seen))
    assert seen[-1] == await writing


async def test_many_watches_of_one_key(bucket: Bucket) -> None:
    watches = [bucket.watch("VEGA1") for _ in range(20)]
    assert [await anext(watch) for watch in watches] == [Change("VEGA1", None)] * 20
    watches[0].close()
    revision = await bucket.put("VEGA1", b"one", 0)
    assert [await anext(watch) for watch in watches[1:]] == [Change("VEGA1", Value(b"one", revision))] * 19


async def test_a_closed_watch_ends(bucket: Bucket) -> None:
    watch = bucket.watch("VEGA1")
    await anext(watch)
    waiting = asyncio.ensure_future(anext(watch, "the end"))
    await asyncio.sleep(0)
    watch.close()
    assert await waiting == "the end"
    assert [change async for change in watch] == []
    unread = bucket.watch(None)
    unread.close()
    assert [change async for change in unread] == []


async def test_a_watch_that_nobody_refers_to_is_forgotten(bucket: Bucket) -> None:
    watch = bucket.watch("VEGA1")
    await anext(watch)
    del watch
    gc.collect()
    await bucket.put("VEGA1", b"one", 0)
    watchers = bucket.watchers  # type: ignore[attr-defined]
    assert not watchers._keyed
    assert not watchers._all


# ── nodes ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_nodes_that_beat_live(store: Store) -> None:
    assert store.nodes() == ()
    await store.beat("n2", 60_000)
    await store.beat("n1", 60_000)
    assert store.nodes() == (Node("n1", False), Node("n2", False))
    await store.beat("n1", 60_000, draining=True)
    assert store.nodes() == (Node("n1", True), Node("n2", False))
    await store.beat("n1", 0)
    assert store.nodes() == (Node("n2", False),)


async def test_a_watch_of_the_nodes_tells_what_changes(store: Store) -> None:
    with closing(store.watch_nodes()) as watch:
        assert await anext(watch) == ()
        await store.beat("n1", 60_000)
        assert await anext(watch) == (Node("n1", False),)
        await store.beat("n1", 60_000)
        await store.beat("n2", 60_000)
        await store.beat("n1", 60_000, draining=True)
        assert await anext(watch) == (Node("n1", True), Node("n2", False))


async def test_a_node_that_stops_beating_is_gone_after_its_time(store: Store) -> None:
    await store.beat("n1", 60_000)
    await store.beat("n2", 20)
    with closing(store.watch_nodes()) as watch:
        while await anext(watch) != (Node("n1", False),):
            pass
    assert store.nodes() == (Node("n1", False),)


# ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_closed_store_does_not_answer(store: Store, bucket: Bucket) -> None:
    assert store.healthy()
    watches = [bucket.watch(None), bucket.watch("VEGA1")]
    nodes = store.watch_nodes()
    await anext(watches[1])
    await anext(nodes)
    await store.close()
    assert not store.healthy()
    with pytest.raises(Unavailable):
        await bucket.get("VEGA1")
    with pytest.raises(Unavailable):
        await bucket.put("VEGA1", b"", 0)
    with pytest.raises(Unavailable):
        await bucket.delete("VEGA1", 1)
    with pytest.raises(Unavailable):
        await bucket.scan("")
    with pytest.raises(Unavailable):
        await store.beat("n1", 1_000)
    assert [[change async for change in watch] for watch in watches] == [[], []]
    assert [found async for found in nodes] == []
    late = bucket.watch(None)
    assert [change async for change in late] == []
    await store.close()
