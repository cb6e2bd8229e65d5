"""Who may come in, and how many at once. Given the time and read from nowhere, so that tests need not wait."""

import math
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from relspace_server.config import Settings
from relspace_server.networks import neighbourhood_of, network_of

MINUTE: Final = 60.0

Refusal: TypeAlias = Literal["proxy", "rate", "logins", "banned"]
"""Why a connection is closed before anybody logged in: its PROXY header, too many a minute, room for a newer one, or a
ban of where it comes from."""

Full: TypeAlias = Literal["server", "account", "address", "rate"]
"""Which limit of sessions is reached; `rate` is that of those that begin in a minute."""


class _ThisMinute:
    """How often something came from each address since the minute began."""

    def __init__(self) -> None:
        self._began = 0.0
        self._counted: Counter[str] = Counter()

    def add(self, network: str, now: float) -> int:
        """Counts one in; returns how many there are with it."""
        if now - self._began >= MINUTE:
            self._began = now
            self._counted.clear()
        self._counted[network] += 1
        return self._counted[network]


class Sessions:
    """The sessions that there are, and how many have begun."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._begun = _ThisMinute()
        self._accounts: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()
        self.elsewhere: Callable[[str], int] = lambda _account: 0
        """How many sessions an account has on other nodes."""
        self.count = 0

    def adopt(self, settings: Settings) -> None:
        """Goes by other settings from now on; who is in stays in."""
        self._settings = settings

    def begin(self, address: str, now: float) -> bool:
        """Counts a session that somebody wants to begin, however soon it is over.

        Args:
            address: where from.
            now: seconds, of a clock that never goes back.

        Returns:
            Whether it may, as far as those before it are concerned.
        """
        return self._begun.add(network_of(address), now) <= self._settings.sessions_per_minute

    def enter(self, account: str, address: str) -> Full | None:
        """Counts a session in.

        Returns:
            None if it may begin, else the limit that keeps it out; then it was not counted.
        """
        network = network_of(address)
        if self.count >= self._settings.max_sessions:
            return "server"
        if self._accounts[account] + self.elsewhere(account) >= self._settings.max_sessions_per_account:
            return "account"
        if self._networks[network] >= self._settings.max_sessions_per_address:
            return "address"
        self.count += 1
        self._accounts[account] += 1
        self._networks[network] += 1
        return None

    def leave(self, account: str, address: str) -> None:
        """Counts a session out."""
        self.count -= 1
        _drop(self._accounts, account)
        _drop(self._networks, network_of(address))


def _drop(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


class Endable(Protocol):
    """A connection that can be ended."""

    @property
    def has_begun(self) -> bool:
        """Whether the client has said more than its version: somebody may be reading the host key."""
        ...

    def abort(self) -> None:
        """Ends it at once."""
        ...


class _Origin(NamedTuple):
    """Where a connection comes from."""

    neighbourhood: str
    network: str


C = TypeVar("C", bound=Endable)
W = TypeVar("W", bound=Hashable)


class Logins(Generic[C]):
    """The connections that have not logged in yet."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._waiting: dict[C, _Origin] = {}  # oldest first
        self._arrived = _ThisMinute()
        self.refused: Counter[Refusal] = Counter()
        """Connections closed since the server started, by reason."""

    def adopt(self, settings: Settings) -> None:
        """Goes by other settings from now on."""
        self._settings = settings

    def admits(self, address: str, now: float) -> bool:
        """Counts a connection that somebody makes, however soon it is over.

        Args:
            address: where from.
            now: seconds, of a clock that never goes back.

        Returns:
            Whether it may be made, as far as those before it are concerned.
        """
        return self._arrived.add(network_of(address), now) <= self._settings.connections_per_minute

    def arrive(self, connection: C, address: str) -> None:
        """Counts a connection in. Where there are too many, the oldest one of those who have the most makes room.

        Those that have said nothing go first: people who come in together are not driven out by silence. And whoever
        has a whole network counts as one: a connection from each of its addresses drives out none from elsewhere.

        Args:
            connection: the newcomer.
            address: where from.
        """
        origin = _Origin(neighbourhood_of(address), network_of(address))
        everybody = list(self._waiting.values())
        if sum(one.network == origin.network for one in everybody) >= self._settings.max_logins_per_address:
            self._end_oldest(origin.network)
        elif len(everybody) >= self._settings.max_logins:
            silent = [where for one, where in self._waiting.items() if not one.has_begun]
            self._end_oldest(_most_crowded(silent or everybody))
        self._waiting[connection] = origin

    def done(self, connection: C) -> None:
        """The connection has logged in, or is gone."""
        self._waiting.pop(connection, None)

    def refuse(self, why: Refusal) -> None:
        """Counts a connection that is closed."""
        self.refused[why] += 1

    def _end_oldest(self, network: str) -> None:
        theirs = [one for one, where in self._waiting.items() if where.network == network]
        connection = min(theirs, key=lambda one: one.has_begun)  # the first of several
        self.refuse("logins")
        del self._waiting[connection]
        connection.abort()


def _most_crowded(origins: list[_Origin]) -> str:
    """The network with the most connections, of the neighbourhood with the most."""
    crowded = Counter(one.neighbourhood for one in origins).most_common(1)[0][0]
    return Counter(one.network for one in origins if one.neighbourhood == crowded).most_common(1)[0][0]


class Share:
    """Bounds how much of the server's time one client takes. Seconds of work and seconds of the clock are given to it.

    Args:
        rate: seconds of work that a second of the clock pays for.
        burst: seconds of work that may be done at once.
        longest: seconds that the client waits at most; what it owes beyond is forgotten.
    """

    def __init__(self, rate: float, burst: float, longest: float = math.inf) -> None:
        self._rate = rate
        self._burst = burst
        self._most_owed = longest * rate
        self._left = burst
        self._at = 0.0

    def spend(self, work: float, now: float) -> float:
        """Pays for work that was done.

        Returns:
            Seconds until the client may have more done; 0 if it may at once.
        """
        left = min(self._burst, self._left + (now - self._at) * self._rate) - work
        self._left = max(left, -self._most_owed)
        self._at = now
        return max(0.0, -self._left / self._rate)


class Turns(Generic[W]):
    """Spreads what is dear over time: so many a second, the others later, in the order in which they came.

    Whoever goes before their turn has come leaves no gap: those behind move up.

    Args:
        rate: how many a second.
    """

    def __init__(self, rate: float) -> None:
        self.rate = rate
        """How many a second; may be changed while they wait."""
        self._last = -math.inf
        self._waiting: dict[W, None] = {}  # the next one first

    def join(self, who: W) -> None:
        """Goes to the end of the line."""
        self._waiting[who] = None

    def leave(self, who: W) -> None:
        """Waits no longer; nothing happens if their turn has come."""
        self._waiting.pop(who, None)

    @property
    def empty(self) -> bool:
        """Whether nobody waits."""
        return not self._waiting

    def place(self, who: W) -> int:
        """The place in line of somebody who waits; 1 is next."""
        return 1 + list(self._waiting).index(who)

    def wait(self, now: float, place: int = 1) -> float:
        """Seconds until the turn of a place in line, if nobody before it goes; 0 if it is now."""
        return max(0.0, self._last + 1 / self.rate - now) + (place - 1) / self.rate

    def next(self, now: float) -> W | None:
        """Takes the first one out of the line, if there is one and their turn has come."""
        who = next(iter(self._waiting), None)
        if who is None or self.wait(now) > 0:
            return None
        self._last = now
        self.leave(who)
        return who
