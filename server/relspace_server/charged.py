"""Work that somebody pays for: each step of each task that begins in a session, by the processor's time."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar
from time import thread_time
from types import TracebackType
from typing import Any, Final, TypeAlias, TypeVar

from typing_extensions import override

T = TypeVar("T")

Pay: TypeAlias = Callable[[float], object]
"""Pays for seconds of work."""

PAYER: Final[ContextVar[Pay]] = ContextVar("PAYER")
"""Who pays for what is done here, for the tasks that begin here, and for what others are told of it."""


def start_task(work: Coroutine[Any, Any, T], name: str, pay: Pay | None = None) -> asyncio.Task[T]:
    """Runs `work` in a task that inherits nothing but who pays: Textual finds its current app in a context variable.

    Args:
        work: what is to be done.
        name: of the task.
        pay: pays for it, and for all that begins in it; whoever pays here if None.
    """
    context = Context()
    payer = pay or PAYER.get(None)
    if payer is not None:
        context.run(PAYER.set, payer)
    return asyncio.get_running_loop().create_task(work, name=name, context=context)


def charge_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Makes somebody pay for each task that begins where there is a payer: apps begin many, and ask nobody."""
    loop.set_task_factory(_paid_task)


def _paid_task(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
    context: Context | None = options.get("context")
    pay = PAYER.get(None) if context is None else context.get(PAYER)
    if pay is not None and not isinstance(work, Charged):
        work = Charged(work, pay)
    return asyncio.Task(work, loop=loop, **options)


class Charged(Coroutine[Any, Any, T], Generator[Any, Any, T]):
    """A coroutine that pays for the processor's time between two of its waits; can be awaited, or run as a task.

    Args:
        work: what is to be done.
        pay: given seconds.
    """

    __slots__ = ("_pay", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], pay: Pay) -> None:
        self._work = work
        self._pay = pay

    @override
    def __await__(self) -> Generator[Any, Any, T]:
        return self

    @override
    def send(self, value: Any) -> Any:
        """Goes on until it waits for something."""
        began = thread_time()
        try:
            return self._work.send(value)
        finally:
            self._pay(thread_time() - began)

    @override
    def throw(self, typ: Any, val: Any = None, tb: TracebackType | None = None) -> Any:
        """Goes on with an error; it may have something to do yet, and pays for that too."""
        began = thread_time()
        try:
            return self._work.throw(typ if val is None else val)
        finally:
            self._pay(thread_time() - began)

    @override
    def close(self) -> None:
        """Ends it where it is."""
        self._work.close()
