"""Metrics and health of a machine with several workers: one page of each, over all of them."""

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus

from relspace_server.ops.exposition import CONTENT_TYPE, exposition
from relspace_server.ops.reports import STARTING, Watcher
from relspace_server.ops.totals import Totals
from relspace_server.ops.web import Page, Pages


def pages(
    watchers: Callable[[], Mapping[int, Watcher]], totals: Totals, pids: Callable[[], Mapping[int, int]]
) -> Pages:
    """What is answered: `/metrics`, `/healthz` and `/readyz`.

    Args:
        watchers: the workers that live, by their numbers.
        totals: what they have reported.
        pids: their processes, by their numbers.
    """

    async def metrics() -> Page:
        await report(watchers())
        figures = totals.figures()
        if not figures:
            return _unavailable(STARTING)
        return Page(await asyncio.to_thread(exposition, figures, dict(pids())), kind=CONTENT_TYPE)

    async def alive() -> Page:
        answered = await report(watchers())
        return Page(b"ok\n") if answered else _unavailable("no worker answers")

    async def ready() -> Page:
        why = await not_ready(watchers())
        return _unavailable(why) if why else Page(b"ok\n")

    return {"/metrics": metrics, "/healthz": alive, "/readyz": ready}


async def report(watchers: Mapping[int, Watcher]) -> int:
    """Has all workers report; returns how many have answered."""
    return sum(await asyncio.gather(*(watcher.report() for watcher in watchers.values())))


async def not_ready(watchers: Mapping[int, Watcher]) -> str:
    """Why nobody should be sent to this machine; empty if they may come.

    The system deals connections out to all workers that listen: one of them that cannot serve is reason enough. One
    that still starts does not listen.
    """
    said = await asyncio.gather(*(watcher.ready() for watcher in watchers.values()))
    for number, why in zip(watchers, said, strict=True):
        if why not in ("", STARTING):
            return f"worker {number}: {why}"
    return "" if "" in said else STARTING


def _unavailable(why: str) -> Page:
    return Page(f"{why}\n".encode(), HTTPStatus.SERVICE_UNAVAILABLE)
