"""A room that another node has closed and removed does not come back with an answer that was late."""

import asyncio

import pytest
from typing_extensions import override

from relspace.room.commands import Depart, Say
from relspace.wire.commands import Create
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import Bucket, Value
from relspace_server.store.memory import MemoryStore

from ..rooms.people import Guest
from ..store.wrapped import WrappedBucket, WrappedStore
from .nodes import Cluster, SharedMemory, eventually
from .test_two_nodes import TWO, VEGA, two


class LateBucket(WrappedBucket):
    """Carries out what it is asked for; the answer comes when it may."""

    def __init__(self, inner: Bucket) -> None:
        super().__init__(inner)
        self.answers = asyncio.Event()
        self.answers.set()
        self.asked = 0

    @override
    async def get(self, key: str) -> Value | None:
        value = await super().get(key)
        await self._late()
        return value

    @override
    async def put(self, key: str, data: bytes, expected: int) -> int:
        revision = await super().put(key, data, expected)
        await self._late()
        return revision

    async def _late(self) -> None:
        self.asked += 1
        await self.answers.wait()


class LateStore(WrappedStore):
    """Its rooms answer late."""

    @property
    @override
    def shared(self) -> bool:
        return True

    @override
    def wrap(self, bucket: Bucket) -> Bucket:
        return LateBucket(bucket) if bucket.name == "rooms" else bucket


async def late_room() -> tuple[Cluster, Hub, Hub, LateBucket, Guest, str]:
    """Two nodes; the first has opened a room, and its store answers late from now on."""
    memory = MemoryStore()
    stores = iter((LateStore(SharedMemory(memory)), SharedMemory(memory)))
    cluster = Cluster(lambda: next(stores))
    here, there = await two(cluster)
    vega = Guest.enters(here, VEGA)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    await eventually(lambda: code in {room.state.code for room in there.rooms})
    bucket = here._bucket
    assert isinstance(bucket, LateBucket)
    bucket.answers.clear()
    bucket.asked = 0
    return cluster, here, there, bucket, vega, code


async def test_a_room_that_was_removed_before_the_answer_to_a_write_came_stays_gone() -> None:
    cluster, here, there, bucket, vega, code = await late_room()
    says = asyncio.create_task(vega.visit.send(Say(code, "anybody?")))
    await eventually(lambda: bucket.asked == 1)
    await there.change(code, Depart(""), VEGA)
    await eventually(lambda: not here.rooms and not there.rooms)
    bucket.answers.set()
    await says
    assert not here.rooms
    assert vega.visit.in_lobby
    await cluster.close()


async def test_a_room_that_was_removed_before_the_answer_to_a_question_came_stays_gone() -> None:
    cluster, here, there, bucket, _, code = await late_room()
    here._drop(code)  # as if nothing had been heard of it yet
    finds = asyncio.create_task(here.find(code))
    await eventually(lambda: bucket.asked == 1)
    await there.change(code, Depart(""), VEGA)
    await eventually(lambda: not there.rooms and here.settling.removals == 2)
    bucket.answers.set()
    await finds
    assert not here.rooms
    await cluster.close()


@pytest.mark.parametrize("heard", [1, 2])
async def test_a_closed_room_that_is_not_removed_yet_is_not_known_by_an_older_answer(heard: int) -> None:
    cluster, here, _, bucket, _, code = await late_room()
    bucket.answers.set()
    state, revision = here.room(code).state, here.room(code).rev
    here._drop(code)
    here.settling.closed(state, revision + heard)
    here._know(code, state, revision + 1)
    assert not here.rooms
    here.settling.removed(code)
    here._know(code, state, revision + 1)
    assert [room.state.code for room in here.rooms] == [code]
    await cluster.close()
