"""The figures of a machine, out of those of its workers.

The process that watches over the workers collects them, rather than prometheus-client's multiprocess mode: that one
keeps every figure in files which must be cleared at each start, knows only metrics of its own, and none of `process_…`.
What a worker has counted stays counted when it ends, so that no total ever falls: Prometheus would take that for a
restart, and count everything twice.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from relspace_server.counts import Latency
from relspace_server.ops.exposition import FIGURES, Figure, Snapshot, Values


@dataclass(frozen=True, slots=True)
class Report:
    """What one worker says of itself."""

    figures: Snapshot
    people: frozenset[str]
    """The ids of everybody who is connected: whoever is connected to two workers counts once."""


def encode_report(report: Report) -> dict[str, Any]:
    """A report as JSON takes it."""
    figures = {
        name: {
            label: [list(value.bounds), value.numbers, value.seconds] if isinstance(value, Latency) else value
            for label, value in values.items()
        }
        for name, values in report.figures.items()
    }
    return {"figures": figures, "people": sorted(report.people)}


def decode_report(data: dict[str, Any]) -> Report:
    """A report, out of what `encode_report` has made."""
    figures: dict[str, dict[str, Any]] = {
        name: {label: _latency(value) if isinstance(value, list) else float(value) for label, value in values.items()}
        for name, values in data["figures"].items()
    }
    return Report({**figures}, frozenset(data["people"]))


def _latency(parts: Sequence[Any]) -> Latency:
    latency = Latency(tuple(parts[0]))
    latency.numbers, latency.seconds = list(parts[1]), float(parts[2])
    return latency


class Totals:
    """What the workers say, and what those have counted that ended."""

    def __init__(self) -> None:
        self._last: dict[int, Report] = {}
        """The last report of each worker that lives, by its process."""
        self._ended: list[Snapshot] = []
        """One with what all have counted that ended; none if no worker has."""
        self.restarts = 0
        """Workers that were started anew."""

    def take(self, process: int, report: Report) -> None:
        """A worker has reported."""
        self._last[process] = report

    def end(self, process: int) -> None:
        """A worker has ended: what it counted stays, what it was does not."""
        report = self._last.pop(process, None)
        if report is not None:
            self._ended = [{one.name: _joined(one, self._ended, [report.figures]) for one in FIGURES if _lasts(one)}]

    def figures(self) -> Snapshot:
        """The figures of the machine: none before the first worker has reported."""
        reports = list(self._last.values())
        living = [report.figures for report in reports]
        if not living:
            return {}
        found = {one.name: _joined(one, self._ended if _lasts(one) else [], living) for one in FIGURES}
        people = frozenset[str]().union(*(report.people for report in reports))
        return found | {"people": {"": float(len(people))}, "worker_restarts_total": {"": float(self.restarts)}}


def _lasts(figure: Figure) -> bool:
    """Whether a figure only ever grows."""
    return figure.kind in ("counter", "histogram")


_JOIN: Final[Mapping[str, Callable[[list[float]], float]]] = {"sum": sum, "highest": max, "lowest": min}


def _joined(figure: Figure, ended: list[Snapshot], living: list[Snapshot]) -> Values | dict[str, Latency]:
    every = [taken[figure.name] for taken in (*ended, *living)]
    if figure.joined == "first":
        return living[0][figure.name]
    if figure.kind == "histogram":
        return _histograms(every)
    labels = dict.fromkeys(label for values in every for label in values)
    return {label: _JOIN[figure.joined]([_number(values, label) for values in every]) for label in labels}


def _number(values: Values | dict[str, Latency], label: str) -> float:
    value = values.get(label, 0.0)
    return 0.0 if isinstance(value, Latency) else value


def _histograms(every: Iterable[Values | dict[str, Latency]]) -> dict[str, Latency]:
    found: dict[str, Latency] = {}
    for values in every:
        for label, value in values.items():
            if isinstance(value, Latency):
                found[label] = value + found[label] if label in found else value
    return found


def line_of(message: dict[str, Any]) -> bytes:
    """A message between a worker and the process that watches over it."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
