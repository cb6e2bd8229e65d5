"""Following what changes in a store for as long as the process lives, whatever goes wrong with one change."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

AGAIN_S: Final = 1.0
"""Seconds until a watch is asked again that could not say what is there."""


async def follow(watch: AsyncIterator[T], take: Callable[[T], Awaitable[None] | None], what: str) -> None:
    """Takes every change until the watch is closed.

    A defect in taking one change is told to the host once, as an incident, and the next change is taken all the same:
    a process that no longer hears what others do would go on serving people with what it heard last. A watch that
    fails is asked again: it has not ended, and begins with what is there.

    Args:
        watch: it ends only when it is closed, or when the store is, which is then no longer healthy.
        take: takes one change.
        what: what is followed, for the log.
    """
    failing = False
    while True:
        try:
            change = await anext(watch)
        except StopAsyncIteration:
            return
        except Exception:  # the edge of a task that lives as long as the process
            if not failing:
                log.exception("incident %s: %s cannot be followed for the moment", secrets.token_hex(4), what)
            failing = True
            await asyncio.sleep(AGAIN_S)
            continue
        failing = False
        try:
            taken = take(change)
            if taken is not None:
                await taken
        except Exception:  # the same
            log.exception("incident %s: a change of %s could not be taken", secrets.token_hex(4), what)
