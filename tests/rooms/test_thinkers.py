"""Bots that search do it elsewhere, and never keep anybody waiting."""

import asyncio
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from relspace.bots.levels import STAND_IN, choose
from relspace.bots.table import Question
from relspace.rules.deal import deal
from relspace.rules.moves import Move
from relspace.rules.position import Options
from relspace.rules.view import view
from relspace_server.rooms import thinkers
from relspace_server.rooms.thinkers import WAITING, Thinkers

SEED = bytes(range(32))


def asked(level: str) -> Question:
    position = deal(2, Options(), SEED)
    return Question(view(position, position.turn, "private"), position.turn, level, SEED)


@pytest.mark.parametrize("level", ["easy", "normal"])
async def test_quick_bots_answer_at_once_and_start_no_process(level: str) -> None:
    bots = Thinkers()
    assert await bots.move(asked(level)) == choose(*asked(level))
    assert bots._pool is None


async def test_a_search_answers_from_another_process_what_it_would_answer_here() -> None:
    bots = Thinkers(1, patience=50)
    try:
        assert await bots.move(asked("hard")) == choose(*asked("hard"))
        assert bots._pool is not None
    finally:
        bots.close()


async def test_a_search_that_comes_too_late_is_replaced() -> None:
    bots = Thinkers(1, patience=0)
    try:
        assert await bots.move(asked("hard")) == choose(*asked(STAND_IN))
    finally:
        bots.close()


async def test_when_too_many_wait_no_search_is_begun() -> None:
    bots = Thinkers(1)
    bots._searches = {Future() for _ in range(WAITING)}
    assert await bots.move(asked("hard")) == choose(*asked(STAND_IN))
    assert bots._pool is None
    bots._searches.pop().cancel()
    assert bots.busy == WAITING - 1


async def test_a_search_that_nobody_waits_for_counts_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    began, may_end = threading.Event(), threading.Event()

    def held(*question: Any) -> Move:
        began.set()
        may_end.wait()
        return choose(*question)

    monkeypatch.setattr(thinkers, "choose", held)
    monkeypatch.setattr(thinkers, "ProcessPoolExecutor", lambda workers, mp_context: ThreadPoolExecutor(workers))
    bots = Thinkers(1, patience=50)
    try:
        waits = asyncio.create_task(bots.move(asked("hard")))
        await asyncio.to_thread(began.wait)
        waits.cancel()
        with suppress(asyncio.CancelledError):
            await waits
        (search,) = bots._searches
        assert bots.busy == 1
        may_end.set()
        await asyncio.wrap_future(search)
        assert bots.busy == 0
    finally:
        may_end.set()
        bots.close()


async def test_processes_that_die_are_replaced() -> None:
    bots = Thinkers(1, patience=50)
    try:
        await bots.move(asked("hard"))
        assert bots._pool is not None
        for process in list(bots._pool._processes.values()):
            process.kill()
        assert await bots.move(asked("hard")) == choose(*asked(STAND_IN))
        assert await bots.move(asked("hard")) == choose(*asked("hard"))
    finally:
        bots.close()


async def test_all_who_waited_for_processes_that_died_share_the_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[ProcessPoolExecutor] = []

    def begins(*given: Any, **named: Any) -> ProcessPoolExecutor:
        begun.append(ProcessPoolExecutor(*given, **named))
        return begun[-1]

    monkeypatch.setattr(thinkers, "ProcessPoolExecutor", begins)
    bots = Thinkers(1, patience=50)

    async def moves_twice() -> tuple[Move, Move]:
        return await bots.move(asked("hard")), await bots.move(asked("hard"))

    try:
        await bots.move(asked("hard"))
        waiting = [asyncio.create_task(moves_twice()) for _ in range(3)]
        while bots.busy < len(waiting):  # noqa: ASYNC110 - each has asked at its first step
            await asyncio.sleep(0)
        for process in list(begun[0]._processes.values()):
            process.kill()
        own, stand_in = choose(*asked("hard")), choose(*asked(STAND_IN))
        assert await asyncio.gather(*waiting) == [(stand_in, own)] * 3
        assert len(begun) == 2
    finally:
        bots.close()
        begun[-1].shutdown()


async def test_no_process_is_started_once_they_are_to_end() -> None:
    bots = Thinkers(1)
    bots.close()
    assert await bots.move(asked("hard")) == choose(*asked(STAND_IN))
    assert bots._pool is None
