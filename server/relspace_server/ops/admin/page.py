"""`admin status` as text: a page for each node."""

from collections.abc import Mapping, Sequence
from typing import Any

from relspace.text import clean
from relspace_server.accounts.bans import moment
from relspace_server.ops.admin.tables import LONGEST_CELL, WIDEST_CELL
from relspace_server.ops.orders import Row
from relspace_server.ops.shown_settings import unusual
from relspace_server.ops.store_size import megabytes

UNITS = (("d", 86_400), ("h", 3_600), ("min", 60))


SLACK = 30
"""Seconds after the start at which the first figures may have been taken."""


def span(seconds: int) -> str:
    """`45 s`, `12 min`, `3 h` or `5 d`."""
    for unit, size in UNITS:
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def status_page(row: Row, now: int, *, alone: bool) -> str:
    """What runs on a node.

    Args:
        row: as `Status.row` and `node` say it.
        now: wall-clock milliseconds.
        alone: whether there is no other node, so that it need not be named.
    """
    lately, rooms = row["lately"], row["rooms"]
    runs = max(0, now - row["since"]) // 1000
    minutes = _lately(lately["seconds"], runs)
    since = f"since {moment(row['since'])}, for {span(runs)}"
    connections = _number(row["connections"], "connection")
    phases = ", ".join(f"{number} {phase}" for phase, number in rooms.items())
    lines = [
        ("server", f"{row['version'] or 'unknown'} on {row['host']}, port {row['port']}, process {row['process']}"),
        ("runs", f"{since}; {'draining' if row['draining'] else 'open'}"),
        ("sessions", f"{row['sessions']} of at most {row['settings']['max_sessions']}; {connections}"),
        ("people", f"{row['people']}; {_number(row['guests'], 'guest')} among them"),
        ("rooms", f"{phases}; {_number(row['bots'], 'bot')} in them"),
        ("loop", f"late by {_at_most(lately['lag_seconds'])}, {_number(lately['stalls'], 'stall')}, {minutes}"),
        ("store", _store(row, minutes)),
        ("disk", f"{row['disk_free'] / 1e9:.1f} GB free"),
        ("memory", f"{row['memory'] / 1e6:.0f} MB" if row["memory"] else "not known"),
        ("refused", f"{_refused(lately)}, {minutes}"),
        ("keys", f"{_number(row['admins'], 'admin')}; {_allowed(row['allowed'])}; {_number(row['bans'], 'ban')}"),
        ("incidents", f"{row['incidents']} since the start"),
        ("settings", _settings(row["settings"])),
    ]
    if not alone:
        lines.insert(0, ("node", f"{row['node']}{' (this one)' if row['this'] else ''}"))
    return "\n".join(f"{about:<10} {clean(says, WIDEST_CELL, LONGEST_CELL)}" for about, says in lines)


def _lately(counted: int, runs: int) -> str:
    """Since when things are counted, of a server that runs for so many seconds."""
    return f"in the last {span(counted)}" if counted < runs - SLACK else "since the start"


def _number(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _at_most(seconds: float | None) -> str:
    """What 99 of 100 stay within."""
    return "nothing yet" if seconds is None else f"{1000 * seconds:g} ms at most, 99 times of 100"


def _store(row: Row, minutes: str) -> str:
    store = row["store"]
    kind = f"NATS at {row['settings']['store']}" if store["shared"] else f"SQLite, {megabytes(store['bytes'])}"
    health = "answers" if store["healthy"] else "DOES NOT ANSWER"
    failures = _number(row["lately"]["store_failures"], "failure")
    wrote = "no writes" if store["write_seconds"] is None else f"writes take {_at_most(store['write_seconds'])}"
    return f"{kind}, {health}; {wrote}, {failures}, {minutes}"


def _refused(lately: Mapping[str, Any]) -> str:
    told = [
        f"{what} {', '.join(f'{number} ({reason})' for reason, number in sorted(reasons.items()))}"
        for what in ("connections", "sessions")
        if (reasons := lately[f"{what}_refused"])
    ]
    return "; ".join(told) or "nobody"


def _allowed(number: int | None) -> str:
    return "every key may come in" if number is None else f"{number} may come in"


def _settings(shown: dict[str, Any]) -> str:
    others: Sequence[str] = [f"{name} {_value(value)}" for name, value in unusual(shown).items()]
    return f"{', '.join(others) or 'all'}{'; the others' if others else ''} as by default"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value) or "(empty)"
