"""What the server does for a client: it costs time of the one loop that all share, and each has a share of that."""

import asyncio
from typing import Final
from weakref import WeakValueDictionary

from relspace_server.config import Settings
from relspace_server.networks import network_of
from relspace_server.ssh.limits import Share

SHARE: Final = 0.2
"""How much of the server's time one connection may take, on average."""

BURST: Final = 0.5
"""Seconds of it at once: a thousand keys, or thousands of packets, or a hundred questions. Coming in and opening a few
dialogs takes a tenth of a second, and several times that on a small machine; nobody's keys are to wait for that."""

SHARE_OF_A_SESSION: Final = 0.01
"""How much of it an address may take with all its connections, for each session that it may have: with 24 of them a
quarter. People at a table take less, even if they all press keys at once."""

LITTLE: Final = 0.05
"""Seconds at once that a connection has of its own, beside that share of a session, whatever its address owes."""

ADDRESS_SECONDS: Final = 2.0
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
    """What one connection may cost: its own purse pays, and that of its address with it.

    While it takes little, it does not wait for what others from its address owe.
    """

    def __init__(self) -> None:
        self._own = Purse(SHARE, BURST)
        self._little = Purse(SHARE_OF_A_SESSION, LITTLE)
        self._address: Purse | None = None

    def draw_on(self, address: Purse) -> None:
        """From now on the address pays as well."""
        self._address = address

    def spend(self, work: float) -> float:
        """Pays for seconds of work that was done.

        Returns:
            Seconds until the client may have more done; 0 if it may at once.
        """
        now = asyncio.get_running_loop().time()
        own, little = self._own.spend(work, now), self._little.spend(work, now)
        if self._address is None:
            return own
        return max(own, min(little, self._address.spend(work, now)))

    @property
    def owes(self) -> float:
        """Seconds until the client may have more done."""
        return self.spend(0.0)

    async def turn(self, price: float = 0.0) -> None:
        """Waits until more may be done for the client, and pays for what of it is not measured."""
        await asyncio.sleep(0)  # a step of a task is paid for when it is over: what was done in this one counts as well
        await self._own.turn(price)
        if self._address is None:
            return
        now = asyncio.get_running_loop().time()
        if self._little.spend(price, now):
            await self._address.turn(price)
        else:
            self._address.spend(price, now)
