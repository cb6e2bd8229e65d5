"""Watches outlive failures of the store."""

import asyncio

from relspace_server.store.bucket import Change, Unavailable, Value
from relspace_server.store.watch import RETRY_S, BucketWatch


async def test_a_watch_asks_again_until_the_store_answers() -> None:
    waited: list[float] = []
    answers: list[list[Change] | Unavailable] = [
        Unavailable("no answer"),
        Unavailable("no answer"),
        [Change("VEGA1", Value(b"one", 3))],
    ]

    async def load() -> list[Change]:
        answer = answers.pop(0)
        if isinstance(answer, Unavailable):
            raise answer
        return answer

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    watch = BucketWatch(load, sleep)
    assert await anext(watch) == Change("VEGA1", Value(b"one", 3))
    assert waited == [RETRY_S, RETRY_S]


async def test_what_is_found_late_does_not_hide_what_is_newer() -> None:
    loading, loaded = asyncio.Event(), asyncio.Event()

    async def load() -> list[Change]:
        loading.set()
        await loaded.wait()
        return [
            Change("LYRA1", Value(b"old", 1)),
            Change("RIGEL", Value(b"old", 2)),
            Change("VEGA1", Value(b"same", 3)),
        ]

    watch = BucketWatch(load)
    first = asyncio.ensure_future(anext(watch))
    await loading.wait()
    watch.take(Change("LYRA1", Value(b"new", 4)), 4)
    watch.take(Change("RIGEL", None), 5)
    loaded.set()
    found = [await first, await anext(watch), await anext(watch)]
    assert found == [
        Change("LYRA1", Value(b"new", 4)),
        Change("RIGEL", None),
        Change("VEGA1", Value(b"same", 3)),
    ]


async def test_a_reader_that_is_cancelled_while_it_waits_for_the_first_look_misses_nothing() -> None:
    stuck = asyncio.Event()

    async def load() -> list[Change]:
        if not stuck.is_set():
            stuck.set()
            await asyncio.Event().wait()
        return [Change("VEGA1", Value(b"one", 3))]

    watch = BucketWatch(load)
    first = asyncio.ensure_future(anext(watch))
    await stuck.wait()
    first.cancel()
    assert await anext(watch) == Change("VEGA1", Value(b"one", 3))
