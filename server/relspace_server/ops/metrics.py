"""The figures in the form that Prometheus reads.

They are read off the objects that have them in the event loop, which takes well under a millisecond; the text is made
of these copies outside the loop, so that nobody waits for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypeVar

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

from relspace_server.ops.counts import Latency
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.commands import VERSION
from relspace_server.ssh.house import House

CONTENT_TYPE: Final[str] = CONTENT_TYPE_LATEST

Kind: TypeAlias = Literal["gauge", "counter", "histogram", "info"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One metric, as docs/operating.md lists it."""

    name: str
    kind: Kind
    doc: str
    label: str = ""
    """What tells its values apart; empty for a single one."""


PREFIX: Final = "relspace_"

FIGURES: Final = (
    Figure("build_info", "info", "The version of the server, in the label `version`."),
    Figure("sessions", "gauge", "Sessions that go on: apps, plain mode and programs."),
    Figure("connections", "gauge", "SSH connections, those that log in among them."),
    Figure("people", "gauge", "People and programs connected; whoever has two sessions counts once."),
    Figure("rooms", "gauge", "Rooms, by what happens in them.", "phase"),
    Figure("app_starts_waiting", "gauge", "Sessions that wait for their turn to begin."),
    Figure("bans", "gauge", "Bans that hold."),
    Figure("draining", "gauge", "1 while nothing new is begun, since the server is about to stop."),
    Figure("store_healthy", "gauge", "1 while the store carries out what it is asked for."),
    Figure("connections_refused_total", "counter", "Connections closed before anybody logged in.", "reason"),
    Figure("sessions_refused_total", "counter", "Sessions that were not let in.", "reason"),
    Figure("frames_total", "counter", "Pictures and lines sent to clients, one write each."),
    Figure("bytes_out_total", "counter", "Bytes of them, before encryption."),
    Figure("moves_total", "counter", "Moves in all games, those of bots among them."),
    Figure("games_finished_total", "counter", "Games that came to an end."),
    Figure("incidents_total", "counter", "Crashes of a session or a part; the log has each under its id."),
    Figure("store_failures_total", "counter", "Reads and writes that the store did not answer."),
    Figure("loop_stalls_total", "counter", "Times that the event loop was late by more than 0.1 s."),
    Figure("key_to_paint_seconds", "histogram", "From a key to the next picture within a second."),
    Figure("store_seconds", "histogram", "Until the store has answered; a write is on the disk then.", "operation"),
    Figure("loop_lag_seconds", "histogram", "How late the event loop is, four times a second."),
)
"""Every metric of the server's own; those of the process (`process_…`) come from prometheus-client."""

CONNECTION_REASONS: Final = ("proxy", "rate", "logins", "banned")
SESSION_REASONS: Final = ("server", "account", "address", "banned", "draining")
PHASES: Final = ("gathering", "playing", "over")

Values: TypeAlias = dict[str, float]
"""By label; a single value under the empty one."""

Snapshot: TypeAlias = dict[str, Values | dict[str, Latency]]
"""What every metric is at one moment, by name."""

K = TypeVar("K", bound=str)


def snapshot(house: House, hub: Hub, *, healthy: bool) -> Snapshot:
    """What every metric is now; to be asked in the event loop."""
    counts = house.counts
    phases = Counter(room.state.phase for room in hub.rooms)
    return {
        "build_info": {VERSION: 1.0},
        "sessions": _one(len(house.live)),
        "connections": _one(len(house.parties)),
        "people": _one(len({visit.player.id for visit in hub.presence.visits})),
        "rooms": {phase: float(phases[phase]) for phase in PHASES},
        "app_starts_waiting": _one(counts.starts_waiting),
        "bans": _one(house.bans.number if house.bans is not None else 0),
        "draining": _one(house.standing.draining),
        "store_healthy": _one(healthy),
        "connections_refused_total": _all_of(house.logins.refused, CONNECTION_REASONS),
        "sessions_refused_total": _all_of(counts.sessions_refused, SESSION_REASONS),
        "frames_total": _one(counts.frames),
        "bytes_out_total": _one(counts.bytes_out),
        "moves_total": _one(counts.moves),
        "games_finished_total": _one(counts.games_finished),
        "incidents_total": _one(counts.incidents),
        "store_failures_total": _one(counts.store_failures),
        "loop_stalls_total": _one(counts.stalls),
        "key_to_paint_seconds": {"": counts.key_to_paint.copy()},
        "store_seconds": {"read": counts.store_reads.copy(), "write": counts.store_writes.copy()},
        "loop_lag_seconds": {"": counts.lag.copy()},
    }


def _one(value: float) -> Values:
    return {"": float(value)}


def _all_of(counted: "Counter[K]", known: Iterable[str]) -> Values:
    """Every reason, whether it has happened or not, so that rates can be computed from the first one on."""
    return {**dict.fromkeys(known, 0.0), **{str(reason): float(number) for reason, number in counted.items()}}


def exposition(taken: Snapshot) -> bytes:
    """The text that Prometheus reads; may be made in any thread."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Taken(taken))
    ProcessCollector(registry=registry)
    return generate_latest(registry)


class _Taken(Collector):
    """Metrics whose values were taken before."""

    def __init__(self, taken: Snapshot) -> None:
        self._taken = taken

    @override
    def collect(self) -> Iterator[Metric]:
        for figure in FIGURES:
            yield _family(figure, self._taken[figure.name])


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
