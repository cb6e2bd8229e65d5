"""What runs: as admins read it, and as `doctor` compares it with the settings that it was given."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from relspace.room.due import Pace
from relspace.room.options import RoomOptions
from relspace_server.commands import checks, running
from relspace_server.commands.finding import Finding
from relspace_server.config import SETTINGS, Settings, store_file
from relspace_server.counts import Counts, Latency
from relspace_server.ops.admin.asking import question
from relspace_server.ops.admin.page import status_page
from relspace_server.ops.exposition import Snapshot
from relspace_server.ops.lately import KEPT, Lately, within
from relspace_server.ops.shown_settings import shown_settings, unusual
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.store.file_lock import FileLock
from relspace_server.store.memory import MemoryStore
from relspace_server.version import VERSION

from ..rooms.people import QUICK, World
from .hosting import Begin, Hosting

# ── admin status ─────────────────────────────────────────────────────────────────────────────────────────────────────


def lines(page: str) -> dict[str, str]:
    """What a page says, by the words at the beginning of its lines."""
    return {line.split()[0]: line[11:] for line in page.splitlines()}


async def test_who_is_in_and_what_goes_on(begin: Begin) -> None:
    host = await begin(max_sessions=9, guests=True)
    vega = await host.enter("Vega")
    await host.enter("Vega", session="s-again")
    await host.enter("Lyra", guest=True)
    await host.hub.open(vega.visit.player, vega.visit.session, "", RoomOptions(seats=3), 1, "easy")
    said = lines(await host.ask("status"))
    assert said["sessions"] == "3 of at most 9; 0 connections"
    assert said["people"] == "2; 1 guest among them"
    assert said["rooms"] == "1 gathering, 0 playing, 0 over; 1 bot in them"
    assert said["keys"] == "0 admins; every key may come in; 0 bans"
    assert said["runs"].endswith("for 0 s; open")
    assert "max_sessions 9" in said["settings"]
    assert "guests" not in said["settings"]
    (row,) = await host.data("status")
    assert (row["sessions"], row["people"], row["guests"], row["bots"]) == (3, 2, 1, 1)
    assert row["rooms"] == {"gathering": 1, "playing": 0, "over": 0}
    assert (row["this"], row["draining"], row["store"]["healthy"]) == (True, False, True)
    assert row["memory"] > 1_000_000


async def test_whom_the_limits_turned_away_lately(host: Hosting) -> None:
    assert lines(await host.ask("status"))["refused"].startswith("nobody, ")
    host.house.logins.refuse("rate")
    host.house.logins.refuse("rate")
    host.house.logins.refuse("banned")
    host.house.counts.sessions_refused["account"] += 1
    said = lines(await host.ask("status"))["refused"]
    assert said == ("connections 1 (banned), 2 (rate); sessions 1 (account), since the start")
    (row,) = await host.data("status")
    assert row["lately"]["connections_refused"] == {"rate": 2, "banned": 1}


async def test_what_is_not_well_is_told(host: Hosting) -> None:
    host.house.standing.draining = True
    host.house.counts.incidents = 2
    host.house.counts.lag.add(2.0)
    host.house.counts.stalls += 1
    said = lines(await host.ask("status"))
    assert said["runs"].endswith("; draining")
    assert said["incidents"] == "2 since the start"
    assert said["loop"] == ("late by 5000 ms at most, 99 times of 100, 1 stall, since the start")
    (row,) = await host.data("status")
    ill = {**row, "store": {**row["store"], "healthy": False}}
    assert "DOES NOT ANSWER" in lines(status_page(ill, 0, alone=True))["store"]


@pytest.mark.parametrize(
    ("counted", "runs", "told"),
    [
        (0, 0, "since the start"),
        (540, 541, "since the start"),
        (600, 625, "since the start"),
        (600, 7200, "in the last 10 min"),
        (659, 7200, "in the last 10 min"),
    ],
)
async def test_since_when_things_are_counted(host: Hosting, counted: int, runs: int, told: str) -> None:
    (row,) = await host.data("status")
    row = {**row, "since": 0, "lately": {**row["lately"], "seconds": counted}}
    said = lines(status_page(row, 1000 * runs, alone=True))
    assert all(said[about].endswith(f", {told}") for about in ("loop", "store", "refused"))


async def test_each_node_has_its_page(host: Hosting) -> None:
    (row,) = await host.data("status")
    assert status_page(row, 0, alone=False).splitlines()[0] == f"node       {row['node']} (this one)"


async def test_to_look_is_not_written_down(host: Hosting) -> None:
    await host.ask("status")
    assert await host.data("audit") == []


def test_settings_are_shown_without_passwords() -> None:
    settings = Settings(store="tls://relspace:s3cret@10.0.0.1:4222, nats://t0ken@10.0.0.2,nats://10.0.0.3")
    shown = shown_settings(settings)
    assert shown["store"] == "tls://…@10.0.0.1:4222,nats://…@10.0.0.2,nats://10.0.0.3"
    assert list(shown) == [each.name for each in SETTINGS]
    assert list(unusual(shown)) == ["store"]
    assert shown_settings(Settings(admin_keys="keys"))["admin_keys"] == str(Path("keys").absolute())


# ── lately ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_only_the_last_minutes_count() -> None:
    counts = Counts()

    def figures() -> Snapshot:
        lag = {"": counts.lag.copy()}
        return {"moves_total": {"": float(counts.moves)}, "loop_lag_seconds": lag, "rooms": {"": 7.0}}

    lately = Lately(figures)
    for minute in range(KEPT + 5):
        counts.moves += 1
        counts.lag.add(0.5)
        lately.look(60.0 * minute)
    counts.moves += 3
    grown = lately.grown(60.0 * (KEPT + 5))
    assert grown.seconds == 60.0 * KEPT
    assert 600.0 <= 60.0 * (KEPT - 1) < 660.0, "ten minutes, as docs/operating.md says"
    assert grown.counted == {"moves_total": {"": KEPT - 1 + 3}}
    assert sum(grown.taken["loop_lag_seconds"][""].numbers) == KEPT - 1
    assert Lately(figures).grown(0.0).counted == {}


def test_within_which_time_nearly_all_were() -> None:
    latency = Latency((0.1, 1.0))
    assert within(latency) is None
    for _ in range(99):
        latency.add(0.05)
    latency.add(0.5)
    assert within(latency) == 0.1
    latency.add(0.5)
    assert within(latency) == 1.0
    latency.numbers = [0, 0, 1]
    assert within(latency) == float("inf")


# ── doctor asks the server that runs ─────────────────────────────────────────────────────────────────────────────────


@contextmanager
def listening() -> Iterator[int]:
    """A port that takes connections."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


class OfThisVersion(World):
    """The world of a server that is as new as the tests."""

    def around(self, pace: Pace = QUICK, max_rooms: int = 50) -> Surroundings:
        return replace(super().around(pace, max_rooms), program=VERSION)


async def found(settings: Settings, *about: str) -> list[Finding]:
    """What doctor finds about some things."""
    every = await asyncio.to_thread(lambda: list(checks.examine(settings, lambda: 2e9)))
    return [one for one in every if one.about in about]


async def test_a_server_that_runs_with_the_same_settings(begin: Begin) -> None:
    with listening() as port:
        host = await begin(world=OfThisVersion(), host="127.0.0.1", port=port)
        server, *others = await found(host.settings, "server", "port", "settings")
    assert (server.grade, f"on port {port}, sessions: 0." in server.says) == ("ok", True)
    assert others == [
        Finding("ok", "settings", "each can be used."),
        Finding("ok", "port", f"the server listens on port {port} of 127.0.0.1."),
    ]


async def test_each_setting_that_is_otherwise_is_told_and_is_not_wrong(begin: Begin) -> None:
    with listening() as port:
        host = await begin(world=OfThisVersion(), host="127.0.0.1", port=port, guests=False)
        given = replace(host.settings, port=port + 1, guests=True, public_address="vega.example")
        notes = [one for one in await found(given, "settings") if one.grade != "ok"]
    assert [one.grade for one in notes] == ["note"] * 3
    assert notes[0].says == (
        f"port is {port} in the server that runs, {port + 1} here. "
        "If it is to change, restart it; else give doctor the server's own settings."
    )
    assert "public_address is empty in the server that runs, vega.example here" in notes[1].says
    assert "guests is false in the server that runs, true here" in notes[2].says
    assert "relspace-server admin reload" in notes[2].says


async def test_a_server_that_nobody_can_reach_is_wrong(begin: Begin) -> None:
    with listening() as port:
        pass
    host = await begin(world=OfThisVersion(), host="127.0.0.1", port=port)
    (server,) = await found(host.settings, "server")
    assert (server.grade, "nobody answers there" in server.says) == ("wrong", True)


async def test_what_else_is_not_well_with_it(begin: Begin) -> None:
    with listening() as port:
        host = await begin(world=OfThisVersion(), host="127.0.0.1", port=port)
        (row,) = await host.data("status")
        ill: dict[str, Any] = {**row, "store": {**row["store"], "healthy": False}, "version": "9.9.9"}
        told = await asyncio.to_thread(lambda: list(running.what_runs(host.settings, ill)))
        drains = await asyncio.to_thread(lambda: list(running.what_runs(host.settings, {**row, "draining": True})))
    assert [one.grade for one in told] == ["ok", "wrong", "note"]
    assert f"this program is {VERSION}: restart the server" in told[2].says
    assert ("It is draining" in drains[0].says, drains[0].grade) == (True, "note")


async def test_lists_of_keys_that_it_has_not_read_again(begin: Begin, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    made = [asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode() for _ in range(2)]
    keys.write_text(made[0])
    with listening() as port:
        host = await begin(world=OfThisVersion(), host="127.0.0.1", port=port, admin_keys=str(keys))
        assert {one.grade for one in await found(host.settings, "settings")} == {"ok"}
        keys.write_text("".join(made))
        note, *_ = await found(host.settings, "settings")
    assert note.says == "admin_keys lists 2 keys, and the server goes by 1: relspace-server admin reload."


async def test_several_workers_have_one_port_for_metrics(begin: Begin) -> None:
    host = await begin(world=OfThisVersion(), host="127.0.0.1", port=0)
    (row,) = await host.data("status")
    worker = {**row, "settings": {**row["settings"], "workers": 2}}
    given = replace(host.settings, workers=2, metrics_port=9222)
    assert [one.grade for one in running.what_runs(given, worker)] == ["ok"]


async def test_an_older_server_cannot_say(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    host = await begin(MemoryStore())
    monkeypatch.setattr(running, "question", lambda folder, _words, patience: question(folder, ("state",), patience))
    (server,) = await found(host.settings, "server")
    assert (server.grade, "is of another version than this program" in server.says) == ("note", True)


async def test_a_server_that_does_not_say_is_told_of(tmp_path: Path) -> None:
    lock = FileLock(store_file(tmp_path))
    (server,) = await found(Settings(data_dir=tmp_path, host="127.0.0.1", port=0), "server")
    lock.release()
    assert (server.grade, "does not say what it runs with (No such file or directory" in server.says) == ("note", True)
    assert await found(Settings(data_dir=tmp_path, host="127.0.0.1", port=0), "server") == []
