"""The one place where the real parts are put together."""

import gc
import secrets
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from relspace.room.due import Pace
from relspace_server.accounts.accounts import Accounts
from relspace_server.accounts.bans import Bans
from relspace_server.accounts.guest_names import GuestNames
from relspace_server.accounts.links import Links
from relspace_server.accounts.sweep import sweep
from relspace_server.config import CannotStart, Settings
from relspace_server.counts import Counts
from relspace_server.desk import Desk
from relspace_server.ops.deleted import end_deleted
from relspace_server.ops.operations import Operations
from relspace_server.ops.reload import Read, lists_of
from relspace_server.ops.reports import Tether
from relspace_server.ops.surplus import end_surplus
from relspace_server.ops.timed_store import TimedStore
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.ssh import wayout
from relspace_server.ssh.hostkey import host_key
from relspace_server.ssh.house import House
from relspace_server.ssh.listener import serve
from relspace_server.ssh.shared_key import agree_on_host_key
from relspace_server.store.bucket import Store, Unavailable
from relspace_server.stores import open_store
from relspace_server.tell_host import tell_host
from relspace_server.version import VERSION
from relspace_server.workers import folder_of_worker, of_worker

THREADS_TAKE_TURNS: Final = 0.001
"""Seconds after which a thread that waits for the interpreter gets it."""


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def run(
    settings: Settings,
    reread: Callable[[], Settings] | None = None,
    counts: Counts | None = None,
    tether: Tether | None = None,
) -> None:
    """Serves until the process is told to stop.

    Args:
        settings: the host's.
        reread: reads the settings again, for when they change; without it they stay.
        counts: where the log counts incidents.
        tether: what ties this process to the one that watches, where several share a port.

    Raises:
        CannotStart: the data folder, the store, the host key, a list of keys or a port cannot be used.
    """
    lists = lists_of(settings)
    counts = counts or Counts()
    again = reread or (lambda: settings)
    if tether is not None:
        settings, told = of_worker(settings), again
        again = lambda: of_worker(told())  # noqa: E731 - what is set for the worker stays as it is
    store = TimedStore(await open_store(settings), counts)
    try:
        await _run(settings, store, counts, again, lists, tether)
    except Unavailable as error:
        raise CannotStart(f"The store does not answer: {error}.", "nats-silent" if store.shared else "") from None
    finally:
        await store.close()


async def _run(
    settings: Settings,
    store: Store,
    counts: Counts,
    reread: Callable[[], Settings],
    lists: Read,
    tether: Tether | None,
) -> None:
    worker = tether.worker if tether is not None else 0
    if store.shared:
        await agree_on_host_key(store, host_key(settings.data_dir).get_fingerprint())
    around = _surroundings(settings, counts)
    hub = Hub(store, around)
    accounts = Accounts(store, wall_clock)
    await _read_all(hub, accounts)
    if store.shared:
        accounts.names.shared = await _guest_names(store, hub)
    bans = Bans(store, wall_clock)
    await bans.start()
    desk = Desk(hub, accounts, bans)
    house = House.of(settings, desk, bans, counts, around.standing)
    desk.accounts.end_sessions = partial(house.end_key, ending=wayout.UNLINKED)
    desk.people.lost_account = partial(end_deleted, house, hub)
    if store.shared:
        house.sessions.elsewhere = hub.elsewhere.sessions
        hub.elsewhere.heard = partial(end_surplus, house, hub)
        desk.people.lost_key = partial(house.end_key, ending=wayout.UNLINKED)
    folder = folder_of_worker(settings.data_dir, worker)
    operations = Operations(house, hub, store, bans, reread, folder, tether)
    try:
        await operations.start(lists)
        settle_interpreter()
        announce = tell_host if worker == 0 else _keep_quiet
        await serve(settings, desk, house=house, announce=announce, opened=hub.begin)
    finally:
        await operations.close()
        await bans.close()
        if accounts.names.shared is not None:
            await accounts.names.shared.close()
        await hub.close()


def _surroundings(settings: Settings, counts: Counts) -> Surroundings:
    usual = Pace()
    return Surroundings(
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
        max_rooms_per_address=settings.max_rooms_per_address,
        counts=counts,
        program=VERSION,
    )


async def _read_all(hub: Hub, accounts: Accounts) -> None:
    """Reads rooms and accounts, the latter once for all who must know them."""
    roll = await hub.load()
    if not hub.nodes.others:  # what looks half done may be what another node does at the moment
        await sweep(accounts, Links(accounts), roll)


async def _guest_names(store: Store, hub: Hub) -> GuestNames:
    """The names that guests have on all nodes."""
    names = GuestNames(store, hub.around.node, lambda: hub.nodes.living)
    names.elsewhere = hub.elsewhere.guests
    await names.sweep()
    return names


def _keep_quiet(_line: str) -> None:
    """The first worker says it for all."""


def settle_interpreter() -> None:
    """Keeps what all sessions share out of the collector's way, lets it run seldom, and threads take turns quickly.

    The collector has not run since the process began (`commands/serve.py`); of what there is by now, next to nothing is
    garbage. To store a move, the store's thread needs the interpreter several times; each time it would wait 5 ms while
    pictures are drawn.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
    sys.setswitchinterval(THREADS_TAKE_TURNS)
