"""What the server does for a client: it costs time of the one loop that all share, and each has a share of that."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from time import thread_time
from types import TracebackType
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from typing_extensions import override

from relspace_server.config import Settings
from relspace_server.networks import network_of
from relspace_server.ssh.limits import Share

T = TypeVar("T")
Pay = Callable[[float], object]

SHARE: Final = 0.1
"""How much of the server's time one connection may take, on average."""

BURST: Final = 0.1
"""Seconds of it at once: hundreds of keys, or thousands of packets, or some tens of questions."""

SHARE_OF_A_SESSION: Final = 0.01
"""How much of it an address may take with all its connections, for each session that it may have: with 24 of them a
quarter. People at a table take less, even if they all press keys at once."""

ADDRESS_SECONDS: Final = 1.0
"""Seconds for which an address may save up what it does not take."""

LONGEST_WAIT: Final = 10.0
"""Seconds for which a client may owe. A machine that stands still meanwhile makes the least work very dear."""

UNMEASURED: Final = 0.001
"""Seconds that whatever is asked for costs where nobody measures it, for instance in the store's thread."""


class Purse(Share):
    """A share of the server's time, and the line of those who wait until there is some of it left."""

    def __init__(self, rate: float, burst: float) -> None:
        super().__init__(rate, burst, LONGEST_WAIT)
        self._line = asyncio.Lock()

    async def turn(self, price: float) -> None:
        """Waits until nothing is owed, one after the other, then pays a price."""
        clock = asyncio.get_running_loop().time
        async with self._line:
            await asyncio.sleep(self.spend(0.0, clock()))
            self.spend(price, clock())


class Purses:
    """The purses of all addresses that somebody is connected from."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._of: WeakValueDictionary[str, Purse] = WeakValueDictionary()

    def adopt(self, settings: Settings) -> None:
        """Goes by other settings from now on; those who are connected keep what they have."""
        self._settings = settings

    def of(self, address: str) -> Purse:
        """The purse of an address, for as long as somebody keeps it."""
        network = network_of(address)
        purse = self._of.get(network)
        if purse is None:
            rate = SHARE_OF_A_SESSION * self._settings.max_sessions_per_address
            purse = self._of[network] = Purse(rate, rate * ADDRESS_SECONDS)
        return purse


class Budget:
    """What one connection may cost: its own purse pays, and that of its address with it."""

    def __init__(self) -> None:
        self._purses = [Purse(SHARE, BURST)]

    def draw_on(self, address: Purse) -> None:
        """From now on the address pays as well."""
        self._purses.append(address)

    def spend(self, work: float) -> float:
        """Pays for seconds of work that was done.

        Returns:
            Seconds until the client may have more done; 0 if it may at once.
        """
        now = asyncio.get_running_loop().time()
        return max([purse.spend(work, now) for purse in self._purses])

    async def turn(self, price: float = 0.0) -> None:
        """Waits until more may be done for the client, and pays for what of it is not measured."""
        for purse in self._purses:
            await purse.turn(price)

    def charged(self, work: Coroutine[Any, Any, T]) -> "Charged[T]":
        """The same work, which pays for each of its steps."""
        return Charged(work, self.spend)


class Charged(Coroutine[Any, Any, T], Generator[Any, Any, T]):
    """A coroutine that pays for the processor's time between two of its waits; can be awaited, or run as a task.

    Args:
        work: what is to be done.
        pay: given seconds.
    """

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
