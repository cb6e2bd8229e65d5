"""One host key for all nodes: players meet any of them under one name, and must not be warned of a stranger."""

from typing import Final

from relspace_server.config import CannotStart
from relspace_server.ssh.hostkey import FILE_NAME
from relspace_server.store.bucket import Conflict, Store

BUCKET: Final = "host"
KEY: Final = "host-key"


async def agree_on_host_key(store: Store, fingerprint: str) -> None:
    """Enters the fingerprint of this node's host key where there is none, or compares it with the one that is there.

    Args:
        store: what the nodes share.
        fingerprint: `SHA256:…`.

    Raises:
        CannotStart: the other nodes have another key.
        Fault: the store does not answer.
    """
    bucket = store.bucket(BUCKET)
    found = await bucket.get(KEY)
    if found is None:
        try:
            await bucket.put(KEY, fingerprint.encode(), 0)
        except Conflict:
            found = await bucket.get(KEY)
        else:
            return
    known = found.data.decode("ascii", "replace") if found is not None else ""
    if known != fingerprint:
        raise CannotStart(
            f"The host key of this node is {fingerprint}, that of the others {known}. Copy {FILE_NAME} from the data "
            "folder of another node into this one's. To give all of them a new key, see docs/clustering.md.",
            "host-key-differs",
        )
