"""What sessions leave behind is freed a while after they have ended."""

import asyncio

import pytest

from relspace_server.ssh.leavings import COLLECT_AFTER, Leavings

from .house import House, until


def test_the_collector_runs_once_for_all_who_left_meanwhile_and_again_for_the_next(impatient: asyncio.Runner) -> None:
    async def leave() -> list[float]:
        clock, at = asyncio.get_running_loop().time, list[float]()
        began = clock()
        leavings = Leavings(lambda: at.append(clock() - began))
        for _ in range(3):
            leavings.left()
            await asyncio.sleep(COLLECT_AFTER / 4)
        await asyncio.sleep(COLLECT_AFTER * 5)
        leavings.left()
        await asyncio.sleep(COLLECT_AFTER * 2)
        return at

    first, second = impatient.run(leave())
    assert first == pytest.approx(COLLECT_AFTER)
    assert second == pytest.approx(COLLECT_AFTER * 6.75)


async def test_whoever_goes_has_it_run(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.ssh.leavings.COLLECT_AFTER", 0.0)
    collected: list[bool] = []
    house.listener._house.leavings = Leavings(lambda: collected.append(not house.listener._house.parties))
    await (await house.play()).shows("welcome")
    assert not collected
    house.clients.pop().abort()
    await until(lambda: collected)
    assert collected == [True]
