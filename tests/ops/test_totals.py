"""The figures of a machine, out of those of its workers."""

import asyncio
import os
import socket
from typing import Any

import pytest

from relspace_server.ops import reports as reports_module
from relspace_server.ops.exposition import FIGURES, exposition
from relspace_server.ops.machine import not_ready, pages
from relspace_server.ops.metrics import people, snapshot
from relspace_server.ops.reports import Reporter, Watcher
from relspace_server.ops.totals import Report, Totals, decode_report, encode_report

from .hosting import Begin, Hosting
from .test_metrics import samples


def report(host: Hosting, *, healthy: bool = True) -> Report:
    """What a worker would say of this server."""
    taken = Report(snapshot(host.house, host.hub, healthy=healthy), people(host.hub))
    return decode_report(encode_report(taken))


def shown(totals: Totals) -> dict[str, float]:
    return samples(exposition(totals.figures(), {0: os.getpid()}))


def count(host: Hosting, times: int) -> None:
    """So many things happen."""
    counts = host.house.counts
    for _ in range(times):
        counts.sent(100)
        counts.key_to_paint.add(0.03)
        counts.store_writes.add(0.003)
        counts.sessions_refused["account"] += 1


async def test_what_workers_count_is_added_up(begin: Begin) -> None:
    totals = Totals()
    for pid, times in enumerate((2, 3)):
        host = await begin()
        count(host, times)
        totals.take(pid, report(host))
    found = shown(totals)
    assert found["relspace_frames_total"] == 5
    assert found["relspace_bytes_out_total"] == 500
    assert found["relspace_sessions_refused_total reason=account"] == 5
    assert found["relspace_key_to_paint_seconds_bucket le=0.025"] == 0
    assert found["relspace_key_to_paint_seconds_bucket le=0.05"] == 5
    assert found["relspace_key_to_paint_seconds_count"] == 5
    assert found["relspace_key_to_paint_seconds_sum"] == pytest.approx(0.15)
    assert found["relspace_store_seconds_bucket le=0.005 operation=write"] >= 5
    assert found["relspace_workers"] == 2
    assert found["process_resident_memory_bytes worker=0"] > 0


async def test_what_all_workers_know_alike_is_not_added_up(begin: Begin) -> None:
    totals = Totals()
    for pid in range(2):
        host = await begin()
        await host.enter("Vega")
        await host.enter("Rigel" if pid else "Lyra")
        await host.ask("ban name Mira")
        host.house.standing.draining = bool(pid)
        totals.take(pid, report(host, healthy=not pid))
    found = shown(totals)
    assert found["relspace_sessions"] == 4
    assert found["relspace_people"] == 3, "Vega is connected to both"
    assert found["relspace_bans"] == 1
    assert found["relspace_draining"] == 1
    assert found["relspace_store_healthy"] == 0
    assert [name for name in found if name.startswith("relspace_build_info")] == [
        f"relspace_build_info version={next(iter(report(host).figures['build_info']))}"
    ]


async def test_no_total_falls_when_a_worker_ends_and_nothing_is_counted_twice(begin: Begin) -> None:
    totals = Totals()
    for pid in range(2):
        host = await begin()
        await host.enter("Vega" if pid else "Rigel")
        count(host, 4)
        totals.take(pid, report(host))
        totals.take(pid, report(host))
    lasting = [one.name for one in FIGURES if one.kind == "counter"]
    before = shown(totals)
    totals.end(0)
    totals.end(7)
    totals.restarts += 1
    without = shown(totals)
    assert without["relspace_sessions"] == without["relspace_people"] == without["relspace_workers"] == 1
    assert without["relspace_worker_restarts_total"] == 1
    totals.take(9, report(await begin()))
    totals.end(1)
    after = shown(totals)
    for found in (without, after):
        assert [found[f"relspace_{name}"] for name in lasting if name.startswith(("frames", "bytes", "moves"))] == [
            before[f"relspace_{name}"] for name in lasting if name.startswith(("frames", "bytes", "moves"))
        ]
        assert found["relspace_key_to_paint_seconds_count"] == 8
    assert after["relspace_sessions"] == 0


def test_before_the_first_report_there_is_nothing_to_tell() -> None:
    assert Totals().figures() == {}


# ── a worker, and who watches over it ────────────────────────────────────────────────────────────────────────────────


class Tied:
    """A worker that reports, in this process."""

    def __init__(self, host: Hosting) -> None:
        self.host = host
        self.why = ""
        self.totals = Totals()
        self.alone = asyncio.Event()
        own, theirs = socket.socketpair()
        self.own = own
        self.watcher = Watcher(own, lambda report: self.totals.take(0, report))
        self.reporter = Reporter(theirs, lambda: report(host), self.ready, self.alone.set)

    async def ready(self) -> str:
        return self.why

    async def start(self) -> "Tied":
        await self.watcher.start()
        return self

    async def reports(self) -> "Tied":
        await self.reporter.start()
        async with asyncio.timeout(10):
            while not self.watcher.heard:  # noqa: ASYNC110
                await asyncio.sleep(0)
        return self


async def test_a_worker_that_cannot_report_stops(
    host: Hosting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reports_module, "PATIENCE", 0.05)
    tied = await (await Tied(host).start()).reports()

    async def broken() -> str:
        raise RuntimeError("broken")

    tied.reporter._ready = broken
    async with asyncio.timeout(10):
        assert await asyncio.gather(tied.watcher.ready(), tied.alone.wait()) == ["does not answer", True]
    assert "this worker cannot report" in caplog.text
    await tied.reporter.close()
    await tied.watcher.ended()


async def test_a_worker_is_asked_for_figures_and_whether_it_is_ready(host: Hosting) -> None:
    tied = await Tied(host).start()
    assert await tied.watcher.ready() == "starting"
    assert not await tied.watcher.report()
    await tied.reports()
    count(host, 2)
    assert await tied.watcher.report()
    assert shown(tied.totals)["relspace_frames_total"] == 2
    assert await tied.watcher.ready() == ""
    tied.why = "draining"
    assert await tied.watcher.ready() == "draining"
    count(host, 1)
    await tied.reporter.close()
    await tied.watcher.ended()
    assert shown(tied.totals)["relspace_frames_total"] == 3, "it reports for the last time when it ends"
    assert await tied.watcher.ready() == "does not answer"
    assert not tied.alone.is_set()


async def test_a_worker_that_nobody_watches_stops(host: Hosting) -> None:
    tied = await (await Tied(host).start()).reports()
    assert tied.watcher._writer is not None
    tied.watcher._writer.close()
    async with asyncio.timeout(10):
        await tied.alone.wait()
    await tied.reporter.close()


async def test_a_worker_that_stands_still_is_missed(host: Hosting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports_module, "PATIENCE", 0.05)
    tied = await (await Tied(host).start()).reports()

    async def never() -> str:
        await asyncio.Event().wait()
        return ""

    tied.reporter._ready = never
    assert await tied.watcher.ready() == "does not answer"
    await tied.reporter.close()
    await tied.watcher.ended()


async def page(machine: Any, path: str) -> tuple[int, str]:
    made = await machine[path]()
    return made.status, made.body.decode()


async def test_health_of_a_machine(begin: Begin) -> None:
    workers = [await Tied(await begin()).start() for _ in range(2)]
    watchers = {number: tied.watcher for number, tied in enumerate(workers)}
    totals = workers[0].totals
    machine = pages(lambda: watchers, totals, lambda: {0: os.getpid()})
    for path in ("/metrics", "/readyz", "/healthz"):
        assert (await page(machine, path))[0] == 503
    assert await not_ready({}) == "starting"
    await workers[0].reports()
    assert await page(machine, "/readyz") == (200, "ok\n"), "who still starts does not listen"
    assert await page(machine, "/healthz") == (200, "ok\n")
    assert (await page(machine, "/metrics"))[1].count("relspace_sessions 0.0") == 1
    await workers[1].reports()
    workers[1].why = "the store does not answer"
    assert await page(machine, "/readyz") == (503, "worker 1: the store does not answer\n")
    assert await page(machine, "/healthz") == (200, "ok\n")
    for tied in workers:
        await tied.reporter.close()
        await tied.watcher.ended()
    assert await page(machine, "/healthz") == (503, "no worker answers\n")
