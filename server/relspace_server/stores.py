"""Which store the settings ask for."""

from typing import TYPE_CHECKING, Final

from relspace_server.config import CannotStart, Settings, store_file
from relspace_server.store.bucket import Store, StoreFault
from relspace_server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from relspace_server.store.nats_access import Access

MISSING: Final = "--store needs more than is installed: pip install 'relative-space[cluster]'."


async def open_store(settings: Settings) -> Store:
    """Opens it: a database in the data folder, or NATS.

    Raises:
        CannotStart: it cannot be used; one line says what to do.
    """
    try:
        if settings.store:
            return await _open_nats(settings)
        return await SqliteStore.open(store_file(settings.data_dir))
    except StoreFault as error:
        raise CannotStart(str(error)) from None


async def _open_nats(settings: Settings) -> Store:
    try:
        from relspace_server.store.nats import NatsStore  # noqa: PLC0415 - of an optional extra
    except ModuleNotFoundError:
        raise CannotStart(MISSING) from None
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
        raise CannotStart(MISSING) from None
    return Access(
        Access.split(settings.store),
        credentials=settings.store_credentials,
        nkey=settings.store_nkey,
        ca=settings.store_ca,
        certificate=settings.store_certificate,
        key=settings.store_key,
    )
