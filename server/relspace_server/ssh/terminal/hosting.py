"""Running Textual apps in a process that serves other things as well."""

import asyncio
from typing import Any, Final

from textual.app import App

CLOSING_TIME: Final = 5.0
"""Seconds that an app has to end by itself after it was told to."""


def keep_task_factory(loop: asyncio.AbstractEventLoop) -> None:
    """Makes `loop.set_task_factory` do nothing.

    From Python 3.12 on Textual sets the eager task factory on the whole loop; SSH connections made later then hang.
    """
    loop.set_task_factory = _ignore_task_factory  # type: ignore[method-assign]


def _ignore_task_factory(factory: object) -> None:
    """The loop keeps the factory that it has."""


async def run_app(app: App[Any], size: tuple[int, int]) -> None:
    """Runs an app to its end.

    Args:
        app: the app; it must bring a driver of its own.
        size: columns and rows to begin with.
    """
    await app.run_async(size=size)


async def end_task(task: asyncio.Task[Any], seconds: float = CLOSING_TIME) -> None:
    """Waits for a task that was told to end, and ends it if it does not."""
    await asyncio.wait((task,), timeout=seconds)
    if not task.done():
        task.cancel()
        await asyncio.wait((task,), timeout=seconds)
