"""Sizes that clients claim, and how often they may change."""

import asyncio

import pytest

from relspace_server.ssh.terminal.size import Size, SizeChanges, clamp


@pytest.mark.parametrize(
    ("claimed", "taken"),
    [
        ((0, 0), (80, 24)),
        ((0, 50), (80, 50)),
        ((1, 1), (1, 1)),
        ((120, 40), (120, 40)),
        ((240, 80), (240, 80)),
        ((241, 81), (240, 80)),
        ((4_294_967_295, 4_294_967_295), (240, 80)),
    ],
)
def test_claims_are_clamped(claimed: tuple[int, int], taken: tuple[int, int]) -> None:
    assert clamp(*claimed) == taken


async def test_of_many_changes_the_first_and_the_last_are_told() -> None:
    told: list[Size] = []
    changes = SizeChanges(told.append)
    for width in range(2_001):
        changes.change(Size(width, 24))
    assert told == [(0, 24)]
    await asyncio.sleep(0.11)
    assert told == [(0, 24), (2_000, 24)]
    await asyncio.sleep(1)
    assert told == [(0, 24), (2_000, 24)]


async def test_a_change_after_a_pause_is_told_at_once() -> None:
    told: list[Size] = []
    changes = SizeChanges(told.append)
    changes.change(Size(80, 24))
    await asyncio.sleep(1)
    changes.change(Size(100, 30))
    assert told == [(80, 24), (100, 30)]


async def test_nothing_is_told_after_the_end() -> None:
    told: list[Size] = []
    changes = SizeChanges(told.append)
    changes.change(Size(80, 24))
    changes.change(Size(100, 30))
    changes.close()
    await asyncio.sleep(1)
    assert told == [(80, 24)]
