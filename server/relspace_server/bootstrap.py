"""The one place where the real parts are put together."""

import gc
import secrets
import time
from collections.abc import Callable
from functools import partial

from relspace.room.due import Pace
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.links import Links
from relspace_server.accounts.sweep import sweep
from relspace_server.config import CannotStart, Settings
from relspace_server.desk import Desk
from relspace_server.ops.bans import Bans
from relspace_server.ops.counts import Counts
from relspace_server.ops.operations import Operations
from relspace_server.ops.reload import Read, lists_of
from relspace_server.ops.timed_store import TimedStore
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.ssh import wayout
from relspace_server.ssh.commands import VERSION
from relspace_server.ssh.hostkey import host_key
from relspace_server.ssh.house import House
from relspace_server.ssh.listener import serve
from relspace_server.ssh.shared_key import agree_on_host_key
from relspace_server.store.bucket import Store, Unavailable
from relspace_server.stores import open_store
from relspace_server.workers import folder_of_worker, of_worker


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def run(
    settings: Settings,
    reread: Callable[[], Settings] | None = None,
    counts: Counts | None = None,
    worker: int = 0,
) -> None:
    """Serves until the process is told to stop.

    Args:
        settings: the host's.
        reread: reads the settings again, for when they change; without it they stay.
        counts: where the log counts incidents.
        worker: the number of this process, where several share a port.

    Raises:
        CannotStart: the data folder, the store, the host key, a list of keys or a port cannot be used.
    """
    lists = lists_of(settings)
    counts = counts or Counts()
    store = TimedStore(await open_store(settings), counts)
    try:
        await _run(of_worker(settings, worker), store, counts, reread or (lambda: settings), lists, worker)
    except Unavailable as error:
        raise CannotStart(f"The store does not answer: {error}.") from None
    finally:
        await store.close()


async def _run(
    settings: Settings, store: Store, counts: Counts, reread: Callable[[], Settings], lists: Read, worker: int
) -> None:
    if store.shared:
        await agree_on_host_key(store, host_key(settings.data_dir).get_fingerprint())
    usual = Pace()
    around = Surroundings(
        now=wall_clock,
        entropy=lambda: secrets.token_bytes(32),
        node=secrets.token_hex(4),
        address=settings.ssh_words,
        pace=Pace(
            int(usual.bot_least * settings.bot_pace),
            int(usual.bot_most * settings.bot_pace),
            int(usual.autopilot * settings.bot_pace),
        ),
        max_rooms=settings.max_rooms,
        max_rooms_per_account=settings.max_rooms_per_account,
        counts=counts,
        program=VERSION,
    )
    hub = Hub(store, around)
    await hub.start()
    accounts = Accounts(store, wall_clock)
    if not hub.nodes.others:  # what looks half done may be what another node does at the moment
        await sweep(accounts, Links(accounts))
    bans = Bans(store, wall_clock)
    await bans.start()
    desk = Desk(hub, accounts, bans)
    house = House.of(settings, desk, bans, counts, around.standing)
    desk.accounts.end_sessions = partial(house.end_key, ending=wayout.UNLINKED)
    if store.shared:
        house.sessions.elsewhere = hub.elsewhere.sessions
        desk.people.lost_key = partial(house.end_key, ending=wayout.UNLINKED)
        desk.people.follow_others()
    operations = Operations(house, hub, store, bans, reread, folder_of_worker(settings.data_dir, worker))
    try:
        await operations.start(lists)
        _settle_memory()
        await serve(settings, desk, house=house, announce=_tell if worker == 0 else _keep_quiet)
    finally:
        await operations.close()
        await bans.close()
        await hub.close()


def _tell(line: str) -> None:
    """Tells the host something at once, even where a program reads it."""
    print(line, flush=True)  # noqa: T201 - the command's own output


def _keep_quiet(_line: str) -> None:
    """The first worker says it for all."""


def _settle_memory() -> None:
    """Keeps what all sessions share out of the collector's way, and lets it run seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
