"""Every metric there is, and the text that Prometheus reads.

Nothing here knows the server that the figures are of: where several workers share a port, the process that watches over
them makes the text of what they report.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from typing_extensions import override

from relspace_server.counts import Latency

CONTENT_TYPE: Final[str] = CONTENT_TYPE_LATEST

Kind: TypeAlias = Literal["gauge", "counter", "histogram", "info"]

Joined: TypeAlias = Literal["sum", "first", "highest", "lowest"]
"""What the figure of a machine is, given those of its workers. `first`: all know the same, and one of them is asked."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One metric, as docs/operating.md lists it."""

    name: str
    kind: Kind
    doc: str
    label: str = ""
    """What tells its values apart; empty for a single one."""
    joined: Joined = "sum"


PREFIX: Final = "relspace_"

FIGURES: Final = (
    Figure("build_info", "info", "The version of the server, in the label `version`.", joined="first"),
    Figure("workers", "gauge", "Processes that serve; 1 unless `workers` says more."),
    Figure("sessions", "gauge", "Sessions that go on: apps, plain mode and programs."),
    Figure("connections", "gauge", "SSH connections, those that log in among them."),
    Figure("people", "gauge", "People and programs connected; whoever has two sessions counts once."),
    Figure("rooms", "gauge", "Rooms, by what happens in them.", "phase", "first"),
    Figure("app_starts_waiting", "gauge", "Sessions that wait for their turn to begin."),
    Figure("bans", "gauge", "Bans that hold.", joined="first"),
    Figure("draining", "gauge", "1 while nothing new is begun, since the server is about to stop.", joined="highest"),
    Figure("store_healthy", "gauge", "1 while the store carries out what it is asked for.", joined="lowest"),
    Figure("disk_free_bytes", "gauge", "Bytes left on the disk where the data folder is.", joined="lowest"),
    Figure("connections_refused_total", "counter", "Connections closed before anybody logged in.", "reason"),
    Figure("sessions_refused_total", "counter", "Sessions that were not let in.", "reason"),
    Figure("frames_total", "counter", "Pictures and lines sent to clients, one write each."),
    Figure("bytes_out_total", "counter", "Bytes of them, before encryption."),
    Figure("moves_total", "counter", "Moves in all games, those of bots among them."),
    Figure("games_finished_total", "counter", "Games that came to an end."),
    Figure("incidents_total", "counter", "Crashes of a session or a part; the log has each under its id."),
    Figure("store_failures_total", "counter", "Reads and writes that the store did not answer."),
    Figure("loop_stalls_total", "counter", "Times that the event loop was late by more than 0.1 s."),
    Figure("worker_restarts_total", "counter", "Workers that ended by themselves and were started anew."),
    Figure("key_to_paint_seconds", "histogram", "From a key to the next picture within a second."),
    Figure("store_seconds", "histogram", "Until the store has answered; a write is on the disk then.", "operation"),
    Figure("loop_lag_seconds", "histogram", "How late the event loop is, four times a second."),
)
"""Every metric of the server's own; those of the process (`process_…`) come from prometheus-client."""

Values: TypeAlias = dict[str, float]
"""By label; a single value under the empty one."""

Snapshot: TypeAlias = dict[str, Values | dict[str, Latency]]
"""What every metric is at one moment, by name."""


def exposition(taken: Snapshot, workers: Mapping[int, int] | None = None) -> bytes:
    """The text that Prometheus reads; may be made in any thread.

    Args:
        taken: the figures.
        workers: the ids of the processes that serve, by their numbers; None if it is this one.
    """
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Taken(taken))
    if workers is None:
        ProcessCollector(registry=registry)
    else:
        registry.register(_Processes(workers))
    return generate_latest(registry)


class _Taken(Collector):
    """Metrics whose values were taken before."""

    def __init__(self, taken: Snapshot) -> None:
        self._taken = taken

    @override
    def collect(self) -> Iterator[Metric]:
        for figure in FIGURES:
            yield _family(figure, self._taken[figure.name])


class _Processes(Collector):
    """What the system says of several processes, told apart by the label `worker`."""

    def __init__(self, workers: Mapping[int, int]) -> None:
        self._workers = workers

    @override
    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        for worker, pid in self._workers.items():
            for one in ProcessCollector(pid=lambda pid=pid: pid, registry=None).collect():  # type: ignore[misc]
                family = families.setdefault(one.name, Metric(one.name, one.documentation, one.type))
                for sample in one.samples:
                    family.add_sample(sample.name, {**sample.labels, "worker": str(worker)}, sample.value)
        yield from families.values()


def _family(figure: Figure, values: Values | dict[str, Latency]) -> Metric:
    name, labels = PREFIX + figure.name, [figure.label] if figure.label else []
    if figure.kind == "info":
        return InfoMetricFamily(name.removesuffix("_info"), figure.doc, {"version": next(iter(values))})
    if figure.kind == "histogram":
        histogram = HistogramMetricFamily(name, figure.doc, labels=labels)
        for label, latency in values.items():
            if isinstance(latency, Latency):
                histogram.add_metric([label] if labels else [], _buckets(latency), latency.seconds)
        return histogram
    kind = GaugeMetricFamily if figure.kind == "gauge" else CounterMetricFamily
    family = kind(name, figure.doc, labels=labels)
    for label, value in values.items():
        if not isinstance(value, Latency):
            family.add_metric([label] if labels else [], value)
    return family


def _buckets(latency: Latency) -> list[tuple[str, float]]:
    """How many were within each bound, those within the bounds before included."""
    total = 0
    buckets: list[tuple[str, float]] = []
    for bound, number in zip((*map(str, latency.bounds), "+Inf"), latency.numbers, strict=True):
        total += number
        buckets.append((bound, total))
    return buckets
