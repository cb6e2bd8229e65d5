"""Whether the server lives, and whether it should be sent people."""

import asyncio
from collections.abc import Awaitable
from http import HTTPStatus
from typing import Final

from relspace.errors import Fault
from relspace_server.ops.exposition import CONTENT_TYPE, exposition
from relspace_server.ops.metrics import snapshot
from relspace_server.ops.web import Page, Pages
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.house import House
from relspace_server.store.bucket import Store

STORE_PATIENCE: Final = 2.0
"""Seconds that the store has to answer."""


def pages(house: House, hub: Hub, store: Store) -> Pages:
    """What is answered: `/metrics`, `/healthz` and `/readyz`."""

    async def metrics() -> Page:
        taken = snapshot(house, hub, healthy=store.healthy())
        return Page(await asyncio.to_thread(exposition, taken), kind=CONTENT_TYPE)

    async def alive() -> Page:
        return Page(b"ok\n")

    async def ready() -> Page:
        why = await not_ready(house, store)
        return Page(f"{why}\n".encode(), HTTPStatus.SERVICE_UNAVAILABLE) if why else Page(b"ok\n")

    return {"/metrics": metrics, "/healthz": alive, "/readyz": ready}


async def not_ready(house: House, store: Store) -> str:
    """Why nobody should be sent here; empty if they may come."""
    if house.standing.draining:
        return "draining"
    if not house.standing.open:
        return "starting"
    return "" if await _answers(store) else "the store does not answer"


async def _answers(store: Store) -> bool:
    if not store.healthy():
        return False
    asked: Awaitable[object] = store.bucket("host").get("motd")
    try:
        async with asyncio.timeout(STORE_PATIENCE):
            await asked
    except (Fault, TimeoutError):
        return False
    return True
