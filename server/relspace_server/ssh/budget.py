"""What the server does for a client: it costs time of the one loop that all share, and each has a share of that."""

import asyncio
from dataclasses import dataclass
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

SHARE_OF_WHO_TAKES_LITTLE: Final = 0.01
"""How much of it a connection may take whatever its address owes: ten keys a second. All 24 of an address that take so
much leave something of `SHARE_OF_ALL`: a newcomer of theirs waits for nobody."""

LITTLE: Final = 0.05
"""Seconds of that at once: coming in, or a few dialogs."""

SHARE_OF_ALL: Final = 0.6
"""How much of it all addresses may take together that take more than a few keys: the rest is for everybody else."""

AT_ONCE: Final = 0.05
"""Seconds of that at once: what many of them have saved up is not all done in the same moment."""

SHARE_OF_A_FEW_KEYS: Final = 0.05
"""How much of it an address may take whatever all others do: a family that plays."""

A_FEW_KEYS: Final = 0.1
"""Seconds of that at once."""

COMING_IN: Final = 0.02
"""Seconds for which a connection waits for nobody, once: coming in takes a third of it, in a dozen packets, and to wait
at each for what others owe would take longer than a key exchange may. How often somebody may connect bounds this: 120
times a minute, 0.04 of the time for an address."""

IN_ADVANCE: Final = 0.005
"""Seconds that are paid before the work is done: of many who wait for the same purse, one goes on at a time."""

ADDRESS_SECONDS: Final = 2.0
"""Seconds for which an address may save up what it does not take."""

KEPT: Final = 256
"""Addresses whose purses are kept once nobody is connected from them: who goes and comes again owes what they owed."""

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


@dataclass(frozen=True, eq=False)
class Address:
    """What all connections of an address pay from together."""

    common: Purse
    """Whoever takes more than a little waits while there is nothing left in it."""
    few: Purse
    """While there is something left in this one, nobody waits for the other addresses."""
    everybody: Purse
    """That of all addresses."""

    @classmethod
    def of(cls, sessions: int, everybody: Purse) -> "Address":
        """One that may have so many sessions."""
        rate = SHARE_OF_A_SESSION * sessions
        few = Purse(SHARE_OF_A_FEW_KEYS, A_FEW_KEYS)
        return cls(Purse(rate, rate * ADDRESS_SECONDS), few, everybody)

    def spend(self, work: float, now: float, little: float) -> float:
        """Pays for work of one of its connections.

        Args:
            work: seconds of it.
            now: by the loop's clock.
            little: seconds until that connection takes little again.

        Returns:
            Seconds until it may have more done.
        """
        common, few = self.common.spend(work, now), self.few.spend(work, now)
        return max(min(little, common), min(few, self.everybody.spend(work, now)))


class Purses:
    """The purses of all addresses that somebody is connected from, or was lately."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._everybody = Purse(SHARE_OF_ALL, AT_ONCE)
        self._of: WeakValueDictionary[str, Address] = WeakValueDictionary()
        self._lately: dict[str, Address] = {}
        """Those that were asked for last, the last one at the end."""

    def adopt(self, settings: Settings) -> None:
        """Goes by other settings from now on; those who are connected keep what they have."""
        self._settings = settings
        self._lately.clear()

    def of(self, address: str) -> Address:
        """The purses of an address, for as long as somebody keeps them, and until many others have come."""
        network = network_of(address)
        purses = self._of.get(network)
        if purses is None:
            purses = self._of[network] = Address.of(self._settings.max_sessions_per_address, self._everybody)
        self._lately.pop(network, None)
        self._lately[network] = purses
        if len(self._lately) > KEPT:
            del self._lately[next(iter(self._lately))]
        return purses


class Budget:
    """What one connection may cost: its own purse pays, and those of its address with it.

    While it takes little, it does not wait for what others from its address owe; while its address does, it does not
    wait for the other addresses.
    """

    def __init__(self) -> None:
        self._own = Purse(SHARE, BURST)
        self._little = Purse(SHARE_OF_WHO_TAKES_LITTLE, LITTLE)
        self._address: Address | None = None
        self._coming_in = COMING_IN
        """Seconds of work for which it still waits for nobody else."""
        self._ahead = 0.0
        """Seconds of work that are paid already."""

    def draw_on(self, address: Address) -> None:
        """From now on the address pays as well."""
        self._address = address

    def spend(self, work: float) -> float:
        """Pays for seconds of work that was done.

        Returns:
            Seconds until the client may have more done; 0 if it may at once.
        """
        paid = min(work, self._ahead)
        self._ahead -= paid
        return self._pay(work - paid)

    def _pay(self, work: float) -> float:
        now = asyncio.get_running_loop().time()
        own, little = self._own.spend(work, now), self._little.spend(work, now)
        if self._address is None:
            return own
        others = self._address.spend(work, now, little)
        self._coming_in -= work
        return own if self._comes_in else max(own, others)

    def book(self) -> float:
        """Pays for a bit of work in advance, which may be done after a while.

        Of all who wait for the same purse each is behind those who have booked before, and none goes on with others.

        Returns:
            Seconds until it may be done; 0 if at once.
        """
        wait = self._pay(0.0)
        if self._ahead < IN_ADVANCE:
            self._pay(IN_ADVANCE - self._ahead)
            self._ahead = IN_ADVANCE
        return wait

    @property
    def _comes_in(self) -> bool:
        """Whether the connection is so new that it waits for nobody else."""
        return self._coming_in > 0

    async def turn(self, price: float = 0.0) -> None:
        """Waits until more may be done for the client, and pays for what of it is not measured."""
        await asyncio.sleep(0)  # a step of a task is paid for when it is over: what was done in this one counts as well
        await self._own.turn(price)
        address = self._address
        if address is None:
            return
        now = asyncio.get_running_loop().time
        self._coming_in -= price
        await _turn(address.common, price, alone=not self._little.spend(price, now()) or self._comes_in)
        await _turn(address.everybody, price, alone=not address.few.spend(price, now()) or self._comes_in)


async def _turn(purse: Purse, price: float, *, alone: bool) -> None:
    """Waits for a purse, unless somebody takes so little that they only pay into it."""
    if alone:
        purse.spend(price, asyncio.get_running_loop().time())
    else:
        await purse.turn(price)
