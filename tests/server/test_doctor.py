"""`relspace-server doctor`: each check by itself, and the command as a host types it."""

import asyncio
import os
import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import asyncssh
import pytest
from click.testing import CliRunner, Result

from relspace_server.cli import main
from relspace_server.commands import checks, running
from relspace_server.commands.finding import Finding
from relspace_server.config import Settings, store_file
from relspace_server.ops.store_size import megabytes, store_size
from relspace_server.ssh.hostkey import FILE_NAME, host_key, sshfp
from relspace_server.store.sqlite import SqliteStore
from relspace_server.store.write_ahead import log_of

from ..ports import free_port
from .conftest import Typed

NOW = datetime(2026, 11, 30, tzinfo=UTC).timestamp()


def typed(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["doctor", *map(str, words)])


def only(findings: Iterator[Finding]) -> Finding:
    (found,) = findings
    return found


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder as a server leaves it."""
    host_key(tmp_path / "data")
    asyncio.run(_opened(tmp_path / "data"))
    return tmp_path / "data"


async def _opened(data: Path) -> None:
    await (await SqliteStore.open(store_file(data))).close()


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    """A port at which something listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


# ── the command ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("started", [True, False])
def test_all_is_well_before_the_first_start_and_after_it(tmp_path: Path, data: Path, started: bool) -> None:
    folder = data if started else tmp_path / "new"
    before = sorted(folder.glob("*"))
    done = typed("--data-dir", folder, "--port", str(free_port()), "--host", "127.0.0.1")
    assert done.exit_code == 0, done.output
    first, *rest = done.output.splitlines()
    assert [line.split()[0] for line in rest if not line.startswith("note")] == ["ok"] * 6
    assert first.startswith(f"{'ok' if started else 'note':<6} data folder  {folder} is ")
    assert sorted(folder.glob("*")) == before, "nothing was made"


def test_one_thing_that_is_wrong_ends_it_with_1(data: Path) -> None:
    store_file(data).write_bytes(b"no database, whatever it is called" * 100)
    done = typed("--data-dir", data, "--port", str(free_port()), "--host", "127.0.0.1")
    assert done.exit_code == 1
    (wrong,) = [line for line in done.output.splitlines() if line.startswith("WRONG")]
    assert "relspace-server restore" in wrong


@pytest.mark.parametrize("words", [("--port", "70000"), ("--proxy-networks", "everywhere"), ("--max-sessions", "0")])
def test_settings_that_cannot_be_are_told(words: tuple[str, str]) -> None:
    done = typed(*words)
    assert done.exit_code == 1
    assert f"\nWRONG  settings     {words[0]} must " in done.output
    assert "each can be used" not in done.output


@pytest.mark.parametrize(
    ("text", "environment", "told"),
    [
        ("port = 'many'\ncolour = 1\nlog_format = 'xml'", {}, ["wrong type", "setting, colour", "log_format in"]),
        ("port = ", {}, ["is not TOML"]),
        (
            "",
            {"RELSPACE_PORT": "many", "RELSPACE_GUESTS": "maybe"},
            ["RELSPACE_PORT: 'many'", "RELSPACE_GUESTS: 'maybe'"],
        ),
    ],
)
def test_it_goes_on_without_what_is_wrong_with_the_settings(
    data: Path, tmp_path: Path, text: str, environment: dict[str, str], told: list[str]
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f"host = '127.0.0.1'\n{text}")
    done = CliRunner().invoke(main, ["doctor", "--config", str(file), "--data-dir", str(data)], env=environment)
    first, *rest = done.output.splitlines()
    assert (done.exit_code, first) == (1, f"ok     data folder  {data} is the server's alone.")
    wrong = [line for line in rest if line.startswith("WRONG  settings")]
    assert len(wrong) == len(told)
    assert all(says in line for says, line in zip(told, wrong, strict=True))
    assert {line[7:].split()[0] for line in rest} >= {"disk", "clock", "port", "host", "store"}
    assert done.stderr == ""


# ── each check ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_files_of_keys_are_read(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode())
    settings = Settings(allowed_keys=str(keys), public_address="play.example.net")
    assert [one.grade for one in checks.settings_files(settings)] == ["ok", "ok"]
    keys.write_text("no key\n")
    assert "Line 1" in only(checks.settings_files(settings)).says
    missing = Settings(admin_keys=str(tmp_path / "none"), public_address="play.example.net")
    assert only(checks.settings_files(missing)).grade == "wrong"


def test_workers_that_serve_would_refuse_are_wrong() -> None:
    done = CliRunner().invoke(main, ["doctor", "--port", str(free_port())], env={"RELSPACE_WORKERS": "2"})
    assert done.exit_code == 1
    (wrong,) = [line for line in done.output.splitlines() if line.startswith("WRONG")]
    assert "--workers needs --store" in wrong


def test_without_a_public_address_the_host_sees_what_players_are_told() -> None:
    note = only(checks.address(Settings(host="127.0.0.1")))
    assert (note.grade, "ssh -p 2222 localhost" in note.says, "--public-address" in note.says) == ("note", True, True)
    assert not list(checks.address(Settings(public_address="play.example.net")))


def test_the_host_sees_what_the_server_that_runs_tells_players() -> None:
    theirs = Settings(host="127.0.0.1", port=2391)
    row = {"port": 2391, "settings": {"host": theirs.host, "public_address": ""}}
    note = only(checks.address(running.as_it_runs(Settings(), row)))
    assert "ssh -p 2391 localhost" in note.says


def test_a_folder_that_others_can_look_into_is_noted(data: Path) -> None:
    assert only(checks.data_folder(data)).grade == "ok"
    data.chmod(0o755)
    assert only(checks.data_folder(data)) == Finding(
        "note", "data folder", f"others can look into {data}. To stop that: chmod 700 {data}"
    )


def test_a_folder_that_is_none_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert only(checks.data_folder(tmp_path / "file")).grade == "wrong"
    (tmp_path / "file").chmod(0o700)
    assert only(checks.data_folder(tmp_path / "file" / "below")) == Finding(
        "wrong", "data folder", f"{tmp_path / 'file'} is no folder; name another one with --data-dir."
    )


@pytest.mark.parametrize("below", ["", "new"])
def test_a_folder_that_cannot_be_written_to_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: str
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path)
    found = only(checks.data_folder(tmp_path / below))
    assert found.grade == "wrong"
    assert str(tmp_path) in found.says


@pytest.mark.parametrize("below", ["", "data"])
def test_another_user_is_told_so_and_the_rest_is_looked_at(barred: Path, by_another_user: Typed, below: str) -> None:
    done = by_another_user("doctor", "--data-dir", barred / below, "--port", str(free_port()), "--host", "127.0.0.1")
    assert (done.returncode, done.stderr) == (1, "")
    (wrong,) = [line for line in done.stdout.splitlines() if line.startswith("WRONG")]
    assert "run this as the user of the server" in wrong
    assert [line.split()[1] for line in done.stdout.splitlines() if line.startswith("ok")] == [
        "settings",
        "disk",
        "port",
    ]


@pytest.mark.parametrize(("free", "grade"), [(10**12, "ok"), (5 * 10**8, "note"), (10**7, "wrong")])
def test_room_on_the_disk(data: Path, monkeypatch: pytest.MonkeyPatch, free: int, grade: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10**13, 0, free))  # type: ignore[attr-defined]
    found = only(checks.disk_space(data))
    assert found.grade == grade
    assert f"{free / 1e9:.1f} GB free" in found.says


def test_the_clock_cannot_be_before_the_program_nor_before_what_was_written(data: Path) -> None:
    for path in data.iterdir():
        os.utime(path, (NOW, NOW))
    assert only(checks.clock(data, NOW - 60)).grade == "ok"
    slow = only(checks.clock(data, NOW - 3_600))
    assert (slow.grade, "last written at 2026-11-30 00:00" in slow.says) == ("wrong", True)
    assert "1970-01-01" in only(checks.clock(data, 5.0)).says
    assert "timedatectl" in only(checks.clock(data, 5.0)).says


def test_a_port_that_is_free() -> None:
    assert only(checks.port(Settings(host="127.0.0.1", port=free_port()))).grade == "ok"
    assert only(checks.port(Settings(port=free_port()))).grade == "ok"


def test_a_port_at_which_something_else_listens(taken: socket.socket) -> None:
    number = taken.getsockname()[1]
    taken.settimeout(0)
    settings = Settings(host="127.0.0.1", port=number)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "PATIENCE", 0.05)
        found = only(checks.port(settings))
    assert (found.grade, "another program listens" in found.says) == ("wrong", True)


async def test_a_port_at_which_a_server_of_ours_listens(tmp_path: Path) -> None:
    async def greets(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-RelativeSpace\r\n")
        writer.close()

    store = await SqliteStore.open(store_file(tmp_path))
    async with await asyncio.start_server(greets, "127.0.0.1", 0) as server:
        settings = Settings(host="127.0.0.1", port=server.sockets[0].getsockname()[1], data_dir=tmp_path)
        its_own = await asyncio.to_thread(lambda: list(checks.port(settings)))
        await store.close()
        another = await asyncio.to_thread(lambda: list(checks.port(replace(settings, data_dir=tmp_path / "other"))))
    assert [one.grade for one in (*its_own, *another)] == ["ok", "note"]
    assert "a server of this program listens" in its_own[0].says
    assert f"none runs on {tmp_path / 'other'}: name the folder of that one" in another[0].says


@pytest.mark.parametrize(("number", "says"), [(1, "CAP_NET_BIND_SERVICE"), (2222, "look at --host and --port")])
def test_a_port_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch, number: int, says: str) -> None:
    if number == 1:

        class Forbidden(socket.socket):
            def bind(self, _address: object) -> None:
                raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(socket, "socket", Forbidden)
    found = only(checks.port(Settings(host="127.0.0.1" if number == 1 else "192.0.2.1", port=number)))
    assert (found.grade, says in found.says) == ("wrong", True)


def test_the_port_for_metrics(taken: socket.socket) -> None:
    settings = Settings(host="127.0.0.1", port=free_port(), metrics_port=taken.getsockname()[1])
    assert only(checks.metrics_port(settings)).grade == "wrong"
    assert only(checks.metrics_port(Settings(metrics_port=free_port()))).grade == "ok"
    assert list(checks.metrics_port(Settings())) == []


def test_a_host_key_that_others_can_read_is_wrong(data: Path) -> None:
    (data / FILE_NAME).chmod(0o640)
    found = next(checks.host_key(Settings(data_dir=data)))
    assert (found.grade, f"chmod 600 {data / FILE_NAME}" in found.says) == ("wrong", True)
    (data / FILE_NAME).write_bytes(b"no key")
    assert only(checks.host_key(Settings(data_dir=data))).grade == "wrong"
    (data / FILE_NAME).unlink()
    (data / FILE_NAME).mkdir()
    assert "is a folder, not a key" in only(checks.host_key(Settings(data_dir=data))).says


@pytest.mark.ssh
def test_the_dns_record_is_that_of_ssh_keygen(data: Path) -> None:
    told = subprocess.run(
        ["ssh-keygen", "-r", "play.example.net", "-f", data / FILE_NAME], check=True, capture_output=True, timeout=30
    )
    settings = Settings(data_dir=data, public_address="play.example.net:22")
    record = sshfp(settings.public_host, host_key(data))
    assert record in told.stdout.decode().splitlines()
    assert list(checks.host_key(settings))[1].says.endswith(record)


async def test_a_store_is_whole_whether_a_server_runs_on_it_or_not(tmp_path: Path) -> None:
    store = await SqliteStore.open(store_file(tmp_path))
    found = await asyncio.to_thread(lambda: list(checks.store(tmp_path)))
    assert [one.grade for one in found] == ["ok"]
    assert "a server runs on it" in found[0].says
    assert log_of(store_file(tmp_path)).stat().st_size
    assert f"whole, {megabytes(store_size(store_file(tmp_path)))};" in found[0].says
    await store.close()
    assert "no server runs on it" in only(checks.store(tmp_path)).says


def test_the_log_of_a_store_counts_as_the_store(tmp_path: Path) -> None:
    path = store_file(tmp_path)
    assert store_size(path) == 0
    path.write_bytes(b"0" * 100_000)
    log_of(path).write_bytes(b"0" * 2_300_000)
    assert megabytes(store_size(path)) == "2.4 MB"


def test_a_folder_in_the_place_of_the_store_is_told(tmp_path: Path) -> None:
    store_file(tmp_path).mkdir()
    assert "is a folder, not a store; move it away" in only(checks.store(tmp_path)).says


def test_a_store_of_a_later_version_is_told(data: Path) -> None:
    with sqlite3.connect(store_file(data)) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    found = only(checks.store(data))
    assert (found.grade, "newer version" in found.says) == ("wrong", True)
