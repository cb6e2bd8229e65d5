"""What `relspace-server doctor` asks NATS. It changes nothing there."""

import json
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlsplit

from relspace_server.store.bucket import StoreFault
from relspace_server.store.nats_access import Access
from relspace_server.store.nats_checks import check_jetstream, check_server, connect
from relspace_server.store.nats_link import CONNECT_S, NatsLink

PATIENCE_S: Final = 3.0


async def version_of(access: Access) -> str:
    """Connects, looks whether NATS is fit, and returns its version.

    Raises:
        StoreFault: it is not, or cannot be reached; one line says what to do.
    """
    link = NatsLink(access, lambda _up: None)
    try:
        await connect(link, access.shown, CONNECT_S)
        check_server(link.client, access.shown)
        await check_jetstream(link, access.shown)
        found = link.client.connected_server_version
        return f"{found.major}.{found.minor}.{found.patch}"
    finally:
        await link.close()


def flushes_always(monitor: str) -> bool:
    """Whether a server writes each value to the disk before it acknowledges it. Blocks.

    Args:
        monitor: the address of its monitoring, `http://host:8222`.

    Raises:
        StoreFault: it does not answer there.
    """
    if not _is_web(monitor):
        raise StoreFault("--store-monitor takes an address such as http://127.0.0.1:8222")
    try:
        with urllib.request.urlopen(f"{monitor.rstrip('/')}/jsz", timeout=PATIENCE_S) as answer:  # noqa: S310 - checked above
            found: Any = json.load(answer)
    except (OSError, ValueError, HTTPException) as error:  # the last one of what is no web server, such as NATS itself
        reason = " ".join(str(error.reason if isinstance(error, urllib.error.URLError) else error).split())
        raise StoreFault(f"{monitor}: NATS does not answer there ({reason}); look at its http_port") from None
    config = found.get("config") if isinstance(found, dict) else None
    return bool(config.get("sync_always")) if isinstance(config, dict) else False


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none, a bracket without its other one
        return False
