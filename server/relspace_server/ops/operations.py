"""Puts together what a host needs while the server runs, and starts and ends it."""

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from relspace_server.config import CannotStart, Settings
from relspace_server.ops.admin.local import LocalOffice
from relspace_server.ops.admin.office import AdminOffice
from relspace_server.ops.audit import Audit
from relspace_server.ops.bans import Bans
from relspace_server.ops.drain import Drain
from relspace_server.ops.health import pages
from relspace_server.ops.motd import MessageOfTheDay
from relspace_server.ops.reload import Read, Reload
from relspace_server.ops.stalls import StallWatch
from relspace_server.ops.web import Web
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.house import House
from relspace_server.store.bucket import Store

LOG: Final = logging.getLogger(__name__)


class Operations:
    """The host's side of a running server.

    Args:
        house: who is in.
        hub: the games.
        store: where everything is kept.
        bans: who may not come in; started by whoever made them.
        reread: reads the settings again; it may block.
        folder: where admins of this machine are answered; the data folder if none is given.
    """

    def __init__(
        self,
        house: House,
        hub: Hub,
        store: Store,
        bans: Bans,
        reread: Callable[[], Settings],
        folder: Path | None = None,
    ) -> None:
        self._house = house
        self._stalls = StallWatch(house.counts)
        self._motd = MessageOfTheDay(store, house.standing, hub.hall.changed)
        self._drain = Drain(house, hub)
        self._reload = Reload(house, reread)
        audit = Audit(store, hub.around.now)
        self.office: Final = AdminOffice(
            house, hub, bans, audit, self._motd, self._drain, self._reload, hub.lookups.account_called
        )
        self._local = LocalOffice(self.office, folder or house.settings.data_dir)
        self._web = Web(pages(house, hub, store))
        self._reloading: asyncio.Task[None] | None = None
        house.office = self.office

    async def start(self, lists: Read) -> None:
        """Begins.

        Args:
            lists: the lists of keys, as they were read when the server started.

        Raises:
            CannotStart: the port for metrics cannot be had.
            Fault: the store does not answer.
        """
        self._reload.adopt(lists)
        settings = self._house.settings
        if settings.metrics_port:
            await self._web.start(settings.metrics_host, settings.metrics_port)
        await self._motd.start()
        await self._local.start()
        self._stalls.start()
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self._hung_up)

    async def close(self) -> None:
        """Ends."""
        with suppress(ValueError):
            asyncio.get_running_loop().remove_signal_handler(signal.SIGHUP)
        self._stalls.close()
        self._drain.close()
        await self._local.close()
        await self._web.close()
        await self._motd.close()

    def _hung_up(self) -> None:
        """SIGHUP: everything is read again."""
        self._reloading = asyncio.get_running_loop().create_task(self._read_again(), name="reload")

    async def _read_again(self) -> None:
        try:
            await self._reload.again()
        except CannotStart as error:
            LOG.error("settings stay as they are: %s", error)
