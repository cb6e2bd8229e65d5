"""Bots that search do it beside the game."""

import asyncio

from relspace.bots.levels import choose
from relspace.bots.table import Question
from relspace.rules.deal import deal
from relspace.rules.position import Options
from relspace.rules.view import view
from relspace_client.practice.thinker import Thinker

from .world import SEED


def asked(level: str) -> Question:
    position = deal(3, Options(), SEED)
    return Question(view(position, position.turn, "private"), position.turn, level, SEED)


async def test_a_search_answers_what_it_would_answer_here():
    thinker = Thinker()
    try:
        first, second = await asyncio.gather(thinker.move(asked("hard")), thinker.move(asked("hard")))
        assert first == second == choose(*asked("hard"))
    finally:
        thinker.close()


async def test_the_loop_goes_on_while_a_bot_searches():
    thinker = Thinker()
    passes = 0
    search = asyncio.create_task(thinker.move(asked("hard")))
    try:
        while not search.done():
            passes += 1
            await asyncio.sleep(0.01)
        assert passes > 3
    finally:
        thinker.close()


async def test_a_search_is_broken_off():
    thinker = Thinker()
    search = asyncio.create_task(thinker.move(asked("hard")))
    await asyncio.sleep(0)
    process = thinker._process
    assert process is not None
    thinker.close()
    await asyncio.to_thread(process.join, 10)
    assert not process.is_alive()
    assert await search == choose(*asked("normal"))


async def test_quick_bots_need_no_process():
    thinker = Thinker()
    assert await thinker.move(asked("easy")) == choose(*asked("easy"))
    assert thinker._process is None
    thinker.close()
