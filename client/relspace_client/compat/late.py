"""What Textual makes for each app and each screen ahead of any need: small, or made when there is one."""

import asyncio
from collections.abc import Iterator, MutableMapping
from functools import cached_property
from typing import TypeVar
from weakref import WeakKeyDictionary

from textual import _queue, signal, timer
from textual.app import App
from textual.message_pump import MessagePump

K = TypeVar("K")
V = TypeVar("V")


class LeanEvent(asyncio.Event):
    """An event that keeps who waits for it in a list: a deque has room for 64, and here hardly anybody waits."""

    def __init__(self) -> None:
        super().__init__()
        self._waiters = []  # type: ignore[assignment]


class LateWeakKeys(MutableMapping[K, V]):
    """A dictionary with weak keys that takes its room with the first of them.

    An app and its screen have ten signals, and hardly one that anything listens to.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[K, V] | None = None

    def __getitem__(self, key: K) -> V:
        if self._kept is None:
            raise KeyError(key)
        return self._kept[key]

    def __setitem__(self, key: K, value: V) -> None:
        if self._kept is None:
            self._kept = WeakKeyDictionary()
        self._kept[key] = value

    def __delitem__(self, key: K) -> None:
        if self._kept is None:
            raise KeyError(key)
        del self._kept[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._kept or ())

    def __len__(self) -> int:
        return 0 if self._kept is None else len(self._kept)


def _make_event(_owner: object) -> asyncio.Event:
    return LeanEvent()


signal.WeakKeyDictionary = LateWeakKeys  # type: ignore[assignment, attr-defined]
_queue.Event = timer.Event = LeanEvent  # type: ignore[attr-defined]
for _owner, _name in ((MessagePump, "_mounted_event"), (App, "_exception_event")):
    _made = cached_property(_make_event)
    _made.__set_name__(_owner, _name)
    setattr(_owner, _name, _made)
