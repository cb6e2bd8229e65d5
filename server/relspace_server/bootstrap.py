"""The one place where the real parts are put together."""

import gc
import secrets
import time

from relspace.errors import Fault
from relspace.room.due import Pace
from relspace_server.accounts.accounts import Accounts
from relspace_server.config import CannotStart, Settings
from relspace_server.desk import Desk
from relspace_server.rooms.hub import Hub, Surroundings
from relspace_server.ssh.listener import serve
from relspace_server.store.sqlite import SqliteStore

STORE_FILE = "relative-space.sqlite3"
"""What the database is called in the data folder."""


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def run(settings: Settings) -> None:
    """Serves until the process is told to stop.

    Raises:
        CannotStart: the data folder, the database, the host key or the port cannot be used.
    """
    try:
        store = await SqliteStore.open(settings.data_dir / STORE_FILE)
    except Fault as error:
        raise CannotStart(str(error)) from None
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
    )
    hub = Hub(store, around)
    await hub.start()
    _settle_memory()
    try:
        await serve(settings, Desk(hub, Accounts(store, wall_clock)))
    finally:
        await hub.close()
        await store.close()


def _settle_memory() -> None:
    """Keeps what all sessions share out of the collector's way, and lets it run seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
