"""What `relspace-server doctor` looks at: each check finds what is well, what could be better, and what is wrong."""

import asyncio
import errno
import os
import shutil
import socket
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from relspace_server.commands.finding import Finding
from relspace_server.commands.running import Running, as_it_runs, has_port, listens, what_runs, who_runs
from relspace_server.config import CannotStart, Settings, store_file
from relspace_server.ops.store_size import megabytes, store_size
from relspace_server.ssh.hostkey import FILE_NAME, read_host_key, sshfp
from relspace_server.ssh.keylist import read_keys
from relspace_server.store.bucket import StoreFault
from relspace_server.store.database import check_file, check_log, check_writable
from relspace_server.store.file_lock import is_locked
from relspace_server.stores import access_of
from relspace_server.workers import check_workers

SPACE_NOTED: Final = 1_000_000_000
"""Bytes of free disk space below which the host is told."""

SPACE_NEEDED: Final = 100_000_000
"""Bytes below which something is wrong: a backup needs as much as the store, and a full disk stops all games."""

EARLIEST: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right shows an earlier moment: this program is younger."""

CLOCK_SLACK: Final = 120.0
"""Seconds by which what was written may be ahead of the clock."""

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def examine(settings: Settings, now: Callable[[], float], faults: Sequence[str] = ()) -> Iterator[Finding]:
    """Looks at everything, one after the other.

    Args:
        settings: the host's.
        now: seconds since 1970, by the clock of this machine.
        faults: what is wrong with settings that have their defaults here instead.
    """
    folder = list(data_folder(settings.data_dir))
    settings = replace(settings, data_dir=settings.data_dir.absolute())
    open_to_us = all(one.grade != "wrong" for one in folder)
    yield from folder
    row, silent = who_runs(settings) if open_to_us else (None, [])
    yield from silent
    if row is not None:
        yield from what_runs(settings, row)
    yield from settings_files(settings, faults)
    yield from address(settings if row is None else as_it_runs(settings, row))
    yield from disk_space(settings.data_dir)
    if open_to_us:
        yield from clock(settings.data_dir, now())
    yield from port(settings, row)
    yield from metrics_port(settings, row)
    if open_to_us:
        yield from host_key(settings)
    if settings.store:
        yield from nats(settings)
    elif open_to_us:
        yield from store(settings.data_dir)


def settings_files(settings: Settings, faults: Sequence[str] = ()) -> Iterator[Finding]:
    """The files that settings name, and whether there can be so many workers."""
    yield from (Finding("wrong", "settings", says) for says in faults)
    try:
        check_workers(settings)
        for name in ("admin_keys", "allowed_keys"):
            keys = read_keys(getattr(settings, name), name)
            if keys is not None:
                yield Finding("ok" if keys else "note", "settings", f"{name} lists {len(keys)} keys.")
    except CannotStart as error:
        yield Finding("wrong", "settings", str(error))
    else:
        if not faults:
            yield Finding("ok", "settings", "each can be used.")


def address(settings: Settings) -> Iterator[Finding]:
    """The address that invitations show."""
    if not settings.public_address:
        shown = f"ssh {settings.ssh_words}"
        yield Finding("note", "address", f"players are told to type: {shown}. If that is wrong, set --public-address.")


def data_folder(folder: Path) -> Iterator[Finding]:
    """Whether the server can keep things in its folder, and nobody else can.

    The folder is named in full: who looks at the wrong one is to see so.
    """
    folder = folder.absolute()
    if not _is_there(folder):
        parent = next(one for one in folder.parents if _is_there(one))
        if not parent.is_dir():
            yield Finding("wrong", "data folder", f"{parent} is no folder; name another one with --data-dir.")
        elif os.access(parent, os.W_OK | os.X_OK):
            advice = "the first start makes it. If a server has run, name its folder with --data-dir"
            yield Finding("note", "data folder", f"{folder} is not there: {advice}.")
        else:
            advice = f"run this as the user of the server, or let this user write to {parent}"
            yield Finding("wrong", "data folder", f"{folder} cannot be looked at, or made: {advice}.")
        return
    if not folder.is_dir():
        yield Finding("wrong", "data folder", f"{folder} is no folder; name another one with --data-dir.")
    elif not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        advice = "run this as the user of the server, and give the folder to that user"
        yield Finding("wrong", "data folder", f"{folder} cannot be written to: {advice}.")
    elif folder.stat().st_mode & _OTHERS:
        yield Finding("note", "data folder", f"others can look into {folder}. To stop that: chmod 700 {folder}")
    else:
        yield Finding("ok", "data folder", f"{folder} is the server's alone.")


def _is_there(path: Path) -> bool:
    """Whether this user can see that there is such a file or folder."""
    try:
        return path.exists()
    except OSError:
        return False


def disk_space(folder: Path) -> Iterator[Finding]:
    """Whether there is room on the disk."""
    there = next(one for one in (folder.absolute(), *folder.absolute().parents) if _is_there(one))
    free = shutil.disk_usage(there).free
    says = f"{free / 1e9:.1f} GB free where {folder} is"
    if free < SPACE_NEEDED:
        yield Finding("wrong", "disk", f"{says}: make room, or no move can be stored.")
    elif free < SPACE_NOTED:
        yield Finding("note", "disk", f"{says}: make room soon.")
    else:
        yield Finding("ok", "disk", f"{says}.")


def clock(folder: Path, now: float) -> Iterator[Finding]:
    """Whether the clock shows a moment that can be, and not one before what was written already.

    Turns of correspondence games and link codes go by it.
    """
    shown = datetime.fromtimestamp(now, UTC)
    advice = "set the clock, best by NTP: timedatectl set-ntp true"
    written = max((path.stat().st_mtime for path in folder.glob("relative-space.sqlite3*")), default=0.0)
    if shown < EARLIEST:
        yield Finding("wrong", "clock", f"it shows {shown:%Y-%m-%d}: {advice}")
    elif written > now + CLOCK_SLACK:
        ahead = datetime.fromtimestamp(written, UTC)
        says = f"it shows {shown:%Y-%m-%d %H:%M}, but the store was last written at {ahead:%Y-%m-%d %H:%M}: {advice}"
        yield Finding("wrong", "clock", says)
    else:
        yield Finding("ok", "clock", f"it shows {shown:%Y-%m-%d %H:%M} UTC.")


def port(settings: Settings, row: Running | None = None) -> Iterator[Finding]:
    """Whether the port can be listened on, or this server does so already.

    Args:
        settings: the host's.
        row: what the server says that runs on the data folder.
    """
    where = f"port {settings.port}" + (f" of {settings.host}" if settings.host else "")
    try:
        _bind(settings.host, settings.port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and has_port(row, settings):
            yield Finding("ok", "port", f"the server listens on {where}.")
        else:
            yield _port_in_trouble(settings, where, error)
    else:
        yield Finding("ok", "port", f"{where} is free.")


def metrics_port(settings: Settings, row: Running | None = None) -> Iterator[Finding]:
    """The same of the port for metrics, if there is one.

    Args:
        settings: the host's.
        row: what the server says that runs on the data folder.
    """
    if not settings.metrics_port:
        return
    where = f"port {settings.metrics_port} of {settings.metrics_host}"
    try:
        _bind(settings.metrics_host, settings.metrics_port)
    except OSError as error:
        ours = row is not None and settings.metrics_port == row["settings"]["metrics_port"]
        if error.errno == errno.EADDRINUSE and (ours or listens(settings.host, settings.port)):
            yield Finding("ok", "metrics", f"{where} is in use, as it should be while the server runs.")
        else:
            advice = "choose another with --metrics-port and --metrics-host"
            yield Finding("wrong", "metrics", f"{where} cannot be had ({error.strerror or error}): {advice}.")
    else:
        yield Finding("ok", "metrics", f"{where} is free.")


def _bind(host: str, number: int) -> None:
    """Takes every address that a server would listen on, and lets go of it.

    Raises:
        OSError: one of them cannot be had.
    """
    found = socket.getaddrinfo(host or None, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    for family, kind, protocol, _, address in found:
        with closing(socket.socket(family, kind, protocol)) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind(address)


def _port_in_trouble(settings: Settings, where: str, error: OSError) -> Finding:
    if error.errno == errno.EADDRINUSE:
        if listens(settings.host, settings.port):
            return _port_of_ours(settings, where)
        return Finding("wrong", "port", f"another program listens on {where}: stop it, or choose another with --port.")
    if error.errno == errno.EACCES:
        advice = "give it CAP_NET_BIND_SERVICE, as the systemd unit does, or choose one from 1024 on with --port"
        return Finding("wrong", "port", f"{where} needs a right: {advice}.")
    return Finding("wrong", "port", f"{where} cannot be had ({error.strerror or error}): look at --host and --port.")


def _port_of_ours(settings: Settings, where: str) -> Finding:
    """A server of this program has the port; whether it is the one whose folder is looked at."""
    folder, says = settings.data_dir, f"a server of this program listens on {where}"
    barred = _is_there(folder) and not os.access(folder, os.R_OK | os.X_OK)
    if settings.store or barred or is_locked(store_file(folder)):
        return Finding("ok", "port", f"{says}.")
    return Finding("note", "port", f"{says}, but none runs on {folder}: name the folder of that one with --data-dir.")


def host_key(settings: Settings) -> Iterator[Finding]:
    """Whether the host key can be read, by the server alone, and what to publish of it."""
    path = settings.data_dir / FILE_NAME
    if not os.path.lexists(path):
        yield Finding("ok", "host key", f"{path} is not there yet; the first start makes it.")
        return
    try:
        key = read_host_key(path)
    except CannotStart as error:
        yield Finding("wrong", "host key", str(error))
        return
    if path.stat().st_mode & _OTHERS:
        yield Finding("wrong", "host key", f"others can read {path}: chmod 600 {path}, and think of a new key.")
    else:
        yield Finding("ok", "host key", f"{key.get_fingerprint()} in {path}; keep a copy of it.")
    record = sshfp(settings.public_host, key)
    yield Finding("note", "DNS", f"with DNSSEC, this record lets clients know the key: {record}")


def store(folder: Path) -> Iterator[Finding]:
    """Whether the database is whole and of a version that this program knows."""
    path = store_file(folder)
    try:
        check_writable(path)
        if not path.exists():
            check_log(path)
            yield Finding("ok", "store", f"{path} is not there yet; the first start makes it.")
            return
        check_file(path)
    except StoreFault as error:
        yield Finding("wrong", "store", _sentence(str(error)))
        return
    use = "a server runs on it" if is_locked(path) else "no server runs on it"
    yield Finding("ok", "store", f"{path} is whole, {megabytes(store_size(path))}; {use}.")


def nats(settings: Settings) -> Iterator[Finding]:
    """Whether NATS can be reached, is fit, and flushes what it acknowledges."""
    try:
        access = access_of(settings)
        from relspace_server.store import nats_doctor  # noqa: PLC0415 - of an optional extra

        yield Finding("ok", "store", f"NATS {asyncio.run(nats_doctor.version_of(access))} at {access.shown} is fit.")
    except (StoreFault, CannotStart) as error:
        yield Finding("wrong", "store", _sentence(str(error)))
        return
    if not settings.store_monitor:
        advice = "name its monitoring with --store-monitor to have that checked"
        yield Finding("note", "store", f"whether NATS flushes each write is not known: {advice}.")
        return
    try:
        flushes = nats_doctor.flushes_always(settings.store_monitor)
    except StoreFault as error:
        yield Finding("wrong", "store", _sentence(str(error)))
        return
    if flushes:
        yield Finding("ok", "store", "NATS flushes each write before it acknowledges it.")
    else:
        advice = "set sync_interval: always in its jetstream section"
        yield Finding("wrong", "store", f"NATS acknowledges moves before they are on the disk: {advice}.")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "]")) else f"{text}."
