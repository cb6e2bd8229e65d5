"""Which store the settings ask for."""

import shlex
import sys
from typing import TYPE_CHECKING, Final

from relspace_server.config import SETTINGS, CannotStart, Settings, store_file
from relspace_server.store.bucket import Store, StoreFault
from relspace_server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from relspace_server.store.nats import NatsStore
    from relspace_server.store.nats_access import Access

OF_STORE: Final = ("data_dir", *(each.name for each in SETTINGS if each.name.startswith("store")))
"""The settings that say which store it is, and how to get in."""

LIBRARY: Final = "nats-py[nkeys]>=2.12,<3"
"""What the store on NATS needs, as pyproject.toml has it under `cluster`."""

MISSING: Final = (
    "--store needs a library that is not installed: "
    f"{shlex.quote(sys.executable)} -m pip install {shlex.quote(LIBRARY)}"
)


async def open_store(settings: Settings) -> Store:
    """Opens it: a database in the data folder, or NATS.

    Raises:
        CannotStart: it cannot be used; one line says what to do.
    """
    try:
        if settings.store:
            return await open_nats(settings)
        return await SqliteStore.open(store_file(settings.data_dir))
    except StoreFault as error:
        raise CannotStart(error.says, error.code) from None


async def open_nats(settings: Settings) -> "NatsStore":
    """Opens the store on NATS that `store` names.

    Raises:
        CannotStart: what it needs is not installed.
        StoreFault: NATS cannot be used; one line says what to do.
    """
    try:
        from relspace_server.store.nats import NatsStore  # noqa: PLC0415 - of an optional extra
    except ModuleNotFoundError:
        raise CannotStart(MISSING, "cluster-not-installed") from None
    return await NatsStore.open(access_of(settings))


def access_of(settings: Settings) -> "Access":
    """How NATS is reached.

    Raises:
        CannotStart: what it needs is not installed.
        StoreFault: an address is none.
    """
    try:
        from relspace_server.store.nats_access import Access  # noqa: PLC0415 - of an optional extra
    except ModuleNotFoundError:
        raise CannotStart(MISSING, "cluster-not-installed") from None
    return Access(
        Access.split(settings.store),
        credentials=settings.store_credentials,
        nkey=settings.store_nkey,
        ca=settings.store_ca,
        certificate=settings.store_certificate,
        key=settings.store_key,
    )
