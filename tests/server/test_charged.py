"""Who pays for the steps of a task."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextvars import Context

import pytest

from relspace_server.charged import Charged, charge_tasks, start_task

from ..ssh.work import Work


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """What is measured instead of the processor's time."""
    passes = Work()
    monkeypatch.setattr("relspace_server.charged.thread_time", passes)
    return passes


@pytest.fixture
async def charging() -> AsyncIterator[None]:
    """Tasks are paid for."""
    loop = asyncio.get_running_loop()
    charge_tasks(loop)
    yield
    loop.set_task_factory(None)


async def test_each_step_is_paid_for_and_waiting_is_not(work: Work) -> None:
    paid: list[float] = []

    async def does() -> str:
        work.done += 1
        await asyncio.sleep(0)
        work.done += 2
        return "done"

    task = asyncio.create_task(Charged(does(), paid.append))
    await asyncio.sleep(0)
    work.done += 100  # somebody else's
    assert await task == "done"
    assert paid == [1, 2]
    assert await Charged(does(), paid.append) == "done"
    assert paid == [1, 2, 1, 2]


async def test_what_is_done_once_it_was_told_to_end_is_paid_for(work: Work) -> None:
    paid: list[float] = []

    async def does() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            work.done += 3

    task = asyncio.create_task(Charged(does(), paid.append))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert paid == [0, 3]


async def test_work_that_never_begins_ends_without_a_word() -> None:
    async def never() -> None:
        raise AssertionError

    task = asyncio.create_task(Charged(never(), lambda _: None))
    task.cancel()
    await asyncio.wait((task,))
    Charged(never(), lambda _: None).close()
    gc.collect()  # a coroutine that nobody has awaited or closed would warn now


# ── all tasks of a session ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("charging")
async def test_tasks_that_begin_in_a_task_are_paid_by_the_same_once_and_those_of_all_by_nobody(work: Work) -> None:
    paid: list[float] = []
    lists: list[asyncio.Task[None]] = []

    async def costs(seconds: float) -> None:
        work.done += seconds

    async def begins_others() -> None:
        loop = asyncio.get_running_loop()
        lists.append(loop.create_task(costs(1)))
        lists.append(start_task(costs(2), "another"))
        lists.append(loop.create_task(costs(4), context=Context()))
        lists.append(loop.create_task(Charged(costs(8), paid.append)))

    await start_task(begins_others(), "first", paid.append)
    await asyncio.gather(*lists)
    assert sorted(paid) == [0, 1, 2, 8]


@pytest.mark.usefixtures("charging")
async def test_nobody_pays_where_there_is_no_payer(work: Work) -> None:
    async def costs() -> str:
        work.done += 1
        return "done"

    task = start_task(costs(), "costs")
    assert asyncio.iscoroutine(task.get_coro())
    assert not isinstance(task.get_coro(), Charged)
    assert await task == "done"
