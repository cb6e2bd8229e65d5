"""Bots that search do it elsewhere, and never keep anybody waiting."""

import pytest

from relspace.bots.levels import choose
from relspace.bots.table import Question
from relspace.rules.deal import deal
from relspace.rules.position import Options
from relspace.rules.view import view
from relspace_server.rooms.thinkers import STAND_IN, WAITING, Thinkers

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
        assert bots._busy == 0
    finally:
        bots.close()


async def test_when_too_many_wait_no_search_is_begun() -> None:
    bots = Thinkers(1)
    bots._busy = WAITING
    assert await bots.move(asked("hard")) == choose(*asked(STAND_IN))
    assert bots._pool is None


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
