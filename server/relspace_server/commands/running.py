"""The server that runs on a data folder, as it says itself: what `doctor` compares with the settings it was given."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from relspace_server.commands.finding import Finding
from relspace_server.config import SETTINGS, CannotStart, Setting, Settings, store_file
from relspace_server.ops.admin.asking import DONE, SOCKET, Silent, question
from relspace_server.ops.at_run_time import AT_RUN_TIME
from relspace_server.ops.shown_settings import PATHS, Shown, shown_settings
from relspace_server.ssh.keylist import read_keys
from relspace_server.store.file_lock import is_locked
from relspace_server.version import VERSION

BANNER: Final = b"SSH-2.0-RelativeSpace"
"""What this server says first."""

PATIENCE: Final = 3.0
"""Seconds to wait for whoever listens on the port or at the socket."""

Running = dict[str, Any]
"""What a server says that was asked for its status."""


def who_runs(settings: Settings) -> tuple[Running | None, list[Finding]]:
    """Asks the server that uses the data folder.

    Returns:
        What it says, or None; and what a host should know if one runs and does not say.
    """
    folder = settings.data_dir
    try:
        told = question(folder, ("status", "--json"), PATIENCE)
        if told.code != DONE:
            older = f"the server that runs on {folder} is of another version than this program, {VERSION}"
            return None, [Finding("note", "server", f"{older}: it cannot say what it runs with. Restart it.")]
        return next(row for row in json.loads(told.text) if row.get("this")), []
    except Silent as why:
        if not is_locked(store_file(folder)):
            return None, []
        silent = f"a server runs on {folder}, but does not say what it runs with ({why}: {folder / SOCKET})"
        return None, [Finding("note", "server", f"{silent}: it may have other settings than these.")]


def listens(host: str, port: int) -> bool:
    """Whether it is a server of this program that answers on a port; one that turns this address away does not."""
    return _knock(host, port, len(BANNER)) == BANNER


def _knock(host: str, port: int, size: int) -> bytes | None:
    """So many bytes of what is said first on a port; None if nobody answers there, or not as much is said in time."""
    try:
        with closing(socket.create_connection((host or "127.0.0.1", port), PATIENCE)) as one:
            return one.recv(size, socket.MSG_WAITALL) if size else b""
    except OSError:
        return None


def has_port(row: Running | None, settings: Settings) -> bool:
    """Whether a server that said what it runs with has the port that is set."""
    return row is not None and (row["settings"]["host"], row["port"]) == (settings.host, settings.port)


def as_it_runs(settings: Settings, row: Running) -> Settings:
    """The settings with those of a server that runs which say where players come in."""
    theirs = row["settings"]
    return replace(settings, host=theirs["host"], port=row["port"], public_address=theirs["public_address"])


def what_runs(settings: Settings, row: Running) -> Iterator[Finding]:
    """Whether the server is well, and what it runs with that is otherwise in these settings."""
    host, port = str(row["settings"]["host"]), int(row["port"])
    since = datetime.fromtimestamp(row["since"] / 1000, UTC)
    runs = f"{row['version']} runs since {since:%Y-%m-%d %H:%M} UTC on port {port}, sessions: {row['sessions']}"
    if row["draining"]:
        yield Finding("note", "server", f"{runs}. It is draining: nothing new is begun, and it stops soon.")
    elif port and _knock(host, port, 0) is None:
        yield Finding("wrong", "server", f"{runs}, but nobody answers there: restart it, and look at its log.")
    else:
        yield Finding("ok", "server", f"{runs}.")
    if not row["store"]["healthy"]:
        yield Finding("wrong", "server", "its store does not answer: no move can be stored. Look at its log.")
    if row["version"] != VERSION:
        yield Finding("note", "server", f"this program is {VERSION}: restart the server to have that version run.")
    yield from _other_settings(settings, row)
    yield from _other_lists(settings, row)


def _other_settings(settings: Settings, row: Running) -> Iterator[Finding]:
    theirs, ours = row["settings"], shown_settings(settings)
    for each in SETTINGS:
        if each.name == "metrics_port" and theirs["workers"] > 1:
            continue  # the process that watches over the workers has it
        if each.name in theirs and _comparable(each, theirs[each.name]) != _comparable(each, ours[each.name]):
            says = f"{_said(theirs[each.name])} in the server that runs, {_said(ours[each.name])} here"
            yield Finding("note", "settings", f"{each.name} is {says}. {_way_out(each)}")


def _way_out(setting: Setting) -> str:
    changes = "reload it (relspace-server admin reload)" if setting.name in AT_RUN_TIME else "restart it"
    return f"If it is to change, {changes}; else give doctor the server's own settings."


def _comparable(setting: Setting, value: Shown) -> Shown:
    return os.path.realpath(str(value)) if setting.name in PATHS and value else value


def _said(value: Shown) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value) or "empty"


def _other_lists(settings: Settings, row: Running) -> Iterator[Finding]:
    """Lists of keys that were changed after the server has read them."""
    for name, theirs in (("admin_keys", row["admins"]), ("allowed_keys", row["allowed"])):
        path = getattr(settings, name)
        if not path or os.path.realpath(path) != os.path.realpath(str(row["settings"].get(name, ""))):
            continue
        try:
            ours = len(read_keys(path, name) or ())
        except CannotStart:
            continue  # which is told of the settings
        if ours != theirs:
            says = f"{name} lists {ours} keys, and the server goes by {theirs}: relspace-server admin reload"
            yield Finding("note", "settings", f"{says}.")
