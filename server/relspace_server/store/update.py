"""The one way to change a value: a pure function, put through by compare-and-set, tried until it is known to be done.

A write whose answer was lost may have happened, and a retry can meet its own write as a conflict. So every value keeps
the ids of the last operations that made it, and the id is looked for before anything is tried again: an operation
happens once, however often it is tried.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Generic, NamedTuple, NoReturn, TypeVar

from relspace.errors import Fault, Refused
from relspace_server.store.bucket import Bucket, Conflict, Unavailable, Value

S = TypeVar("S")

DELAYS: Final = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 2.0, 2.0, 2.0)
"""Seconds before each further try."""

PATIENCE_S: Final = 12.0
"""Seconds after which nothing is tried again, the wait for others who change the same value included."""

REMEMBERED: Final = 16
"""How many operation ids a value keeps."""


class Missing(Fault):
    """The key holds nothing, and this kind of value is not made by a change."""


def _missing(key: str) -> NoReturn:
    raise Missing(f"nothing is kept under {key}")


@dataclass(frozen=True, slots=True)
class Form(Generic[S]):
    """How values of one kind are kept."""

    encode: Callable[[S], bytes]
    decode: Callable[[bytes], S]
    """Raises `Refused` for what it cannot read."""
    operations: Callable[[S], tuple[str, ...]]
    """The ids of the last operations that made the value; at least `REMEMBERED` are kept."""
    absent: Callable[[str], S] = _missing
    """What a change starts from when the key holds nothing; it may raise `Refused`."""


class Updated(NamedTuple, Generic[S]):
    """A value, as it is stored."""

    state: S
    revision: int
    """0 if the key holds nothing."""


def remember(operations: tuple[str, ...], op_id: str) -> tuple[str, ...]:
    """The operation ids of a value after one more operation."""
    return (*operations, op_id)[-REMEMBERED:]


class Updater:
    """Changes values."""

    def __init__(
        self,
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Waits with `sleep`, and reads seconds that only grow from `clock`."""
        self._sleep = sleep
        self._clock = clock

    async def update(
        self,
        bucket: Bucket,
        key: str,
        op_id: str,
        function: Callable[[S], S],
        form: Form[S],
        *,
        known: Callable[[], tuple[S, int] | None] | None = None,
    ) -> Updated[S]:
        """Puts a change through, once, and returns the new state; or the state found, if it had happened before.

        One update of a key at a time runs in this process; the others wait their turn.

        Args:
            bucket: where the value is.
            key: its key.
            op_id: names the operation, the same wherever and whenever it is tried.
            function: pure; from the state to the next one, which remembers `op_id`. It may be called several times.
                If it returns the very state that it was given, nothing is written.
            form: how the value is kept.
            known: a state and its revision that the caller has at hand when the turn comes, which saves reading it; it
                may be old.

        Raises:
            Refused: as `function` or `form.absent` does, against the newest state.
            Missing: the key holds nothing.
            Unavailable: the store did not answer for so long that the outcome is unknown.
            Conflict: others were quicker each time; nothing was written.
            TooLarge: the new value is too large; nothing was written.
            Fault: the value that is kept cannot be read.
        """
        start = self._clock()
        attempt = _Attempt(bucket, key, op_id, function, form)
        async with bucket.turn(key):
            at_hand = known() if known is not None else None
            current = Updated(*at_hand) if at_hand is not None else None
            lost: Unavailable | None = None
            for delay in (*DELAYS, None):
                try:
                    return await attempt.run(current)
                except (Conflict, Unavailable) as error:
                    lost = error if isinstance(error, Unavailable) else lost
                    if delay is None or self._clock() - start + delay > PATIENCE_S:
                        # A conflict after a lost answer may be with that very write.
                        raise lost or error from None
                current = None
                if delay:
                    await self._sleep(delay)
        raise AssertionError("the last try returns or raises")


@dataclass(frozen=True, slots=True)
class _Attempt(Generic[S]):
    """One operation, as it is tried."""

    bucket: Bucket
    key: str
    op_id: str
    function: Callable[[S], S]
    form: Form[S]

    async def run(self, known: Updated[S] | None) -> Updated[S]:
        """Tries once, on the state that is known or else on the one that is stored."""
        current = known or await self._read()
        if self.op_id in self.form.operations(current.state):
            return current
        try:
            state = self.function(current.state)
        except Refused:
            if known is None or not await self._is_old(known):
                raise
            return await self.run(None)
        if state is current.state:
            return current
        if self.op_id not in self.form.operations(state):
            raise ValueError(f"the new state of {self.key} does not remember the operation {self.op_id}")
        revision = await self.bucket.put(self.key, self.form.encode(state), current.revision)
        return Updated(state, revision)

    async def _read(self) -> Updated[S]:
        value = await self.bucket.get(self.key)
        if value is None:
            return Updated(self.form.absent(self.key), 0)
        return Updated(self._decode(value), value.revision)

    def _decode(self, value: Value) -> S:
        try:
            return self.form.decode(value.data)
        except Refused as error:
            raise Fault(f"what is kept under {self.bucket.name}/{self.key} cannot be read: {error}") from error

    async def _is_old(self, known: Updated[S]) -> bool:
        value = await self.bucket.get(self.key)
        return (value.revision if value else 0) != known.revision
