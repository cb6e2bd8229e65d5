"""Which nodes live, with time that a test sets."""

import pytest

from relspace_server.store.beats import Beats
from relspace_server.store.bucket import Node


class Clock:
    """Seconds that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


VEGA = Node("vega", False)
RIGEL = Node("rigel", False)


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def test_a_beat_counts_for_its_time_and_no_longer(clock: Clock) -> None:
    beats = Beats(clock)
    beats.beat(VEGA, 12_000)
    clock.now += 11.999
    assert beats.nodes() == (VEGA,)
    clock.now += 0.001
    assert beats.nodes() == ()
    beats.close()


async def test_each_beat_counts_anew(clock: Clock) -> None:
    beats = Beats(clock)
    for _ in range(5):
        beats.beat(VEGA, 12_000)
        clock.now += 4
        beats.refresh()
    assert beats.nodes() == (VEGA,)
    beats.close()


async def test_watches_are_told_of_the_gone_even_when_another_beats_first(clock: Clock) -> None:
    beats = Beats(clock)
    beats.beat(VEGA, 12_000)
    beats.beat(RIGEL, 20_000)
    watch = beats.watch()
    assert await anext(watch) == (RIGEL, VEGA)
    clock.now += 15
    beats.beat(RIGEL, 20_000)
    assert await anext(watch) == (RIGEL,)
    beats.close()
    assert [nodes async for nodes in watch] == []
