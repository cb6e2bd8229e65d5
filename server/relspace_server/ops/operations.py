"""Puts together what a host needs while the server runs, and starts and ends it."""

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from socket import gethostname
from typing import Final

from relspace_server.accounts.bans import Bans
from relspace_server.config import CannotStart, Settings
from relspace_server.ops.admin.everywhere import Everywhere
from relspace_server.ops.admin.local import LocalOffice
from relspace_server.ops.admin.office import AdminOffice
from relspace_server.ops.admin.parts import Itself, Parts
from relspace_server.ops.audit import Audit
from relspace_server.ops.disk import DiskWatch
from relspace_server.ops.drain import Drain
from relspace_server.ops.health import not_ready, pages
from relspace_server.ops.metrics import people, snapshot
from relspace_server.ops.motd import MessageOfTheDay
from relspace_server.ops.orders import Orders
from relspace_server.ops.reload import Read, Reload
from relspace_server.ops.reports import Reporter, Tether
from relspace_server.ops.stalls import StallWatch
from relspace_server.ops.status import Status
from relspace_server.ops.totals import Report
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
        tether: what ties this process to the one that watches over several.
    """

    def __init__(
        self,
        house: House,
        hub: Hub,
        store: Store,
        bans: Bans,
        reread: Callable[[], Settings],
        folder: Path | None = None,
        tether: Tether | None = None,
    ) -> None:
        self._house = house
        self._hub = hub
        self._store = store
        self._stalls = StallWatch(house.counts)
        self._disk = DiskWatch(house.counts, house.settings.data_dir)
        self._motd = MessageOfTheDay(store, house.standing, hub.hall.changed)
        self._drain = Drain(house, hub)
        self._reload = Reload(house, reread)
        itself = Itself(gethostname(), tether.worker, tether.server) if tether is not None else Itself(gethostname())
        self._status = Status(house, hub, store)
        parts = Parts(house, hub, bans, self._drain, self._reload, itself, self._status)
        self._orders = Orders(store, hub.around.node, hub.around.now, parts.do)
        self.office: Final = AdminOffice(
            house,
            hub,
            bans,
            Audit(store, hub.around.now),
            self._motd,
            Everywhere(parts, self._orders, lambda: hub.nodes.others),
            hub.lookups.account_called,
        )
        self._local = LocalOffice(self.office, folder or house.settings.data_dir)
        self._web = Web(pages(house, hub, store))
        self._reporter: Reporter | None = None
        if tether is not None:
            self._reporter = Reporter(tether.line, self._report, lambda: not_ready(house, store), house.stopping.set)
        self._reloading: set[asyncio.Task[None]] = set()
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
        self._orders.start()
        if self._reporter is not None:
            await self._reporter.start()
        self._stalls.start()
        self._status.start()
        await self._disk.start()
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self._hung_up)

    async def close(self) -> None:
        """Ends."""
        with suppress(ValueError):
            asyncio.get_running_loop().remove_signal_handler(signal.SIGHUP)
        self._stalls.close()
        self._status.close()
        await self._disk.close()
        self._drain.close()
        await self._orders.close()
        await self._local.close()
        await self._web.close()
        await self._motd.close()
        if self._reporter is not None:
            await self._reporter.close()

    def _report(self) -> Report:
        """What this worker says of itself to the process that watches over it."""
        return Report(snapshot(self._house, self._hub, healthy=self._store.healthy()), people(self._hub))

    def _hung_up(self) -> None:
        """SIGHUP: everything is read again."""
        task = asyncio.get_running_loop().create_task(self._read_again(), name="reload")
        self._reloading.add(task)
        task.add_done_callback(self._reloading.discard)

    async def _read_again(self) -> None:
        try:
            await self._reload.again()
        except CannotStart as error:
            LOG.error("settings stay as they are: %s", error)
