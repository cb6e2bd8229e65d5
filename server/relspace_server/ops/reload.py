"""Reading the settings again while people play."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from relspace_server.config import SETTINGS, Settings
from relspace_server.logs import set_level
from relspace_server.ops.at_run_time import AT_RUN_TIME
from relspace_server.ssh.house import House
from relspace_server.ssh.keylist import read_keys

LOG: Final = logging.getLogger(__name__)


class Read(NamedTuple):
    """What the files say."""

    settings: Settings
    admins: frozenset[str]
    allowed: frozenset[str] | None


class Reloaded(NamedTuple):
    """What has changed."""

    changed: tuple[str, ...]
    """Names of settings that hold from now on."""
    waiting: tuple[str, ...]
    """Names of settings that have changed, and hold after a restart."""
    admins: int
    """Keys of admins."""
    allowed: int | None
    """Keys of those who may come in; None for everybody."""


def read_all(reread: Callable[[], Settings]) -> Read:
    """Reads the settings and the lists of keys.

    Raises:
        CannotStart: one of the files cannot be read, or says what cannot be; one line says which and why.
    """
    return lists_of(reread())


def lists_of(settings: Settings) -> Read:
    """Reads the lists of keys that settings name.

    Raises:
        CannotStart: as `read_all` does.
    """
    admins = read_keys(settings.admin_keys, "admin_keys") or frozenset()
    return Read(settings, admins, read_keys(settings.allowed_keys, "allowed_keys"))


class Reload:
    """Reads everything again, and has the server go by it.

    Args:
        house: what goes by the settings.
        reread: reads the settings; it may block.
    """

    def __init__(self, house: House, reread: Callable[[], Settings]) -> None:
        self._house = house
        self._reread = reread
        self._turn = asyncio.Lock()

    def adopt(self, read: Read) -> Reloaded:
        """Has the server go by what was read, as far as it can without a restart."""
        old, new = self._house.settings, read.settings
        differing = [each.name for each in SETTINGS if getattr(old, each.name) != getattr(new, each.name)]
        kept = {each.name: getattr(new if each.name in AT_RUN_TIME else old, each.name) for each in SETTINGS}
        self._house.adopt(Settings(**kept))
        self._house.admins, self._house.allowed = read.admins, read.allowed
        if "log_level" in differing:
            set_level(new.log_level)
        return Reloaded(
            tuple(name for name in differing if name in AT_RUN_TIME),
            tuple(name for name in differing if name not in AT_RUN_TIME),
            len(read.admins),
            None if read.allowed is None else len(read.allowed),
        )

    async def again(self) -> Reloaded:
        """Reads everything again; if it cannot be read, everything stays as it is.

        Who asks while it is being read waits: what was read last holds.

        Raises:
            CannotStart: as `read_all` does.
        """
        async with self._turn:
            reloaded = self.adopt(await asyncio.to_thread(read_all, self._reread))
        LOG.info("settings were read again; changed: %s", ", ".join(reloaded.changed) or "none")
        return reloaded
