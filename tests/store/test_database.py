"""Which files are opened, and what the host is told about the others."""

import asyncio
import errno
import fcntl
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from relspace_server.store.bucket import StoreFault
from relspace_server.store.database import (
    APPLICATION_ID,
    MIGRATIONS,
    check_file,
    migrate,
    open_writer,
    read_number,
)
from relspace_server.store.file_faults import Corrupt, Held, Locked, Newer, NoFile, NoFolder, NotWritable
from relspace_server.store.file_lock import FileLock, is_locked
from relspace_server.store.sqlite import SqliteStore

NOBODY = 65_534

TRY = """
import sys
from pathlib import Path
from relspace_server.store.bucket import StoreFault
from relspace_server.store.file_lock import FileLock
try:
    FileLock(Path(sys.argv[1]))
    print("taken")
except StoreFault as fault:
    print(type(fault).__name__)
"""


def refused(path: Path) -> StoreFault:
    """Why a file is not opened."""
    with pytest.raises(StoreFault) as fault:
        asyncio.run(SqliteStore.open(path))
    assert "\n" not in str(fault.value)
    assert str(fault.value).endswith(f" [{fault.value.code}]")
    assert str(path) in str(fault.value) or str(path.parent) in str(fault.value)
    return fault.value


async def test_the_folder_and_the_files_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "deeper" / "store.db"
    store = await SqliteStore.open(path)
    await store.bucket("rooms").put("VEGA1", b"", 0)
    modes = await asyncio.to_thread(
        lambda: {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    )
    await store.close()
    assert modes == dict.fromkeys(["store.db", "store.db-wal", "store.db-shm", "store.db.lock"], 0o600)


async def test_a_second_server_on_the_same_folder_is_refused(sqlite: SqliteStore, path: Path) -> None:
    with pytest.raises(Locked) as fault:
        await SqliteStore.open(path)
    assert str(path) in str(fault.value)
    assert f"(process {os.getpid()})" in str(fault.value)
    assert "--data-dir" in str(fault.value)
    await sqlite.close()
    store = await SqliteStore.open(path)
    await store.close()


async def test_a_second_server_is_refused_also_where_somebody_has_removed_the_lock(
    sqlite: SqliteStore, path: Path
) -> None:
    await sqlite.bucket("rooms").put("VEGA1", b"one", 0)
    lock = path.with_name(f"{path.name}.lock")
    for _ in range(2):
        await asyncio.to_thread(lock.unlink)
        assert await asyncio.to_thread(is_locked, path)
        with pytest.raises(Locked) as fault:
            await SqliteStore.open(path)
        assert "in use by another relspace-server; stop that one first" in str(fault.value)
        with pytest.raises(Locked):
            await asyncio.to_thread(FileLock, path)
    assert await sqlite.bucket("rooms").put("VEGA2", b"two", 0) == 2
    await sqlite.close()
    assert not await asyncio.to_thread(is_locked, path)
    store = await SqliteStore.open(path)
    assert len(await store.bucket("rooms").scan("")) == 2
    await store.close()


def test_a_second_process_is_refused_where_the_lock_was_removed(path: Path) -> None:
    lock = FileLock(path)
    path.with_name(f"{path.name}.lock").unlink()
    other = subprocess.run([sys.executable, "-c", TRY, path], check=True, capture_output=True, text=True)
    assert other.stdout == "Locked\n"
    lock.release()
    other = subprocess.run([sys.executable, "-c", TRY, path], check=True, capture_output=True, text=True)
    assert other.stdout == "taken\n"


@pytest.mark.parametrize("which", ["file", "folder"])
def test_who_only_looks_whether_a_server_runs_keeps_none_from_starting(
    path: Path, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = path.with_name(f"{path.name}.lock")
    lock.touch()
    looks = os.open(lock if which == "file" else path.parent, os.O_RDONLY)
    fcntl.flock(looks, fcntl.LOCK_SH)
    monkeypatch.setattr("relspace_server.store.file_lock.time.sleep", lambda _: fcntl.flock(looks, fcntl.LOCK_UN))
    taken = FileLock(path)
    os.close(looks)
    assert is_locked(path)
    taken.release()


def test_a_folder_that_cannot_be_locked_leaves_it_to_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(file: int, operation: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(errno.EBADF, "no locks on folders here")
        real(file, operation)

    real = fcntl.flock
    monkeypatch.setattr("relspace_server.store.file_lock.fcntl.flock", flock)
    lock = FileLock(path)
    assert is_locked(path)
    with pytest.raises(Locked):
        FileLock(path)
    lock.release()
    assert not is_locked(path)


def test_a_refused_file_is_let_go_of(path: Path) -> None:
    path.write_bytes(b"no database" * 1_000)
    assert isinstance(refused(path), Corrupt)
    assert isinstance(refused(path), Corrupt)
    FileLock(path).release()


@pytest.fixture
def others_folder() -> Iterator[Path]:
    """A folder that this process may read and not write, even if it runs as root."""
    folder = Path(tempfile.mkdtemp())
    as_root = os.geteuid() == 0
    folder.chmod(0o555)
    if as_root:
        os.seteuid(NOBODY)
    yield folder
    if as_root:
        os.seteuid(0)
    folder.chmod(0o700)
    shutil.rmtree(folder)


def test_a_folder_that_cannot_be_written_to(others_folder: Path) -> None:
    for path in (others_folder / "store.db", others_folder / "data" / "store.db"):
        fault = refused(path)
        assert isinstance(fault, NotWritable)
        assert str(others_folder) in str(fault)
        assert "--data-dir" in str(fault)


def test_a_folder_where_the_file_should_be(path: Path) -> None:
    path.mkdir()
    assert isinstance(refused(path), NoFile)


def test_a_file_where_the_folder_should_be(path: Path) -> None:
    path.write_bytes(b"")
    for below in (path / "store.db", path / "data" / "store.db"):
        assert isinstance(refused(below), NoFolder)


async def fill(path: Path) -> None:
    """A store with something in it, all of it in the main file."""
    store = await SqliteStore.open(path)
    for n in range(40):
        await store.bucket("rooms").put(f"key{n}", bytes([n]) * 5_000, 0)
    await store.close()


def test_a_damaged_file(path: Path) -> None:
    asyncio.run(fill(path))
    with path.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(os.urandom(4096 * 8))
    fault = refused(path)
    assert isinstance(fault, Corrupt)
    assert "relspace-server restore" in str(fault)


def test_a_file_that_was_cut_off(path: Path) -> None:
    asyncio.run(fill(path))
    os.truncate(path, 4096 * 5)
    assert isinstance(refused(path), Corrupt)


def test_an_empty_file_is_a_new_store(path: Path) -> None:
    path.write_bytes(b"")
    asyncio.run(fill(path))
    check_file(path)


def test_another_programs_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    before = path.read_bytes()
    fault = refused(path)
    assert isinstance(fault, Corrupt)
    assert "another program" in str(fault)
    assert path.read_bytes() == before


def test_a_newer_version(path: Path) -> None:
    asyncio.run(fill(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    fault = refused(path)
    assert isinstance(fault, Newer)
    assert f"tables {len(MIGRATIONS) + 1}" in str(fault)
    assert path.read_bytes() == before


def test_a_file_that_another_program_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relspace_server.store.database.BUSY_S", 0.0)
    asyncio.run(fill(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN EXCLUSIVE")
        fault = refused(path)
    assert isinstance(fault, Held)
    assert "another program holds it" in str(fault)


# ── migrations ───────────────────────────────────────────────────────────────────────────────────────────────────────

STEPS = (
    ("CREATE TABLE one (n INTEGER)", "INSERT INTO one VALUES (1)"),
    ("ALTER TABLE one RENAME TO two", "UPDATE two SET n = n + 1"),
)


def test_the_tables_are_brought_from_any_version_to_the_newest(path: Path) -> None:
    for first in (1, 2):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            migrate(connection, STEPS[:first])
            assert read_number(connection, "user_version") == first
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, STEPS)
        assert connection.execute("SELECT n FROM two").fetchall() == [(2,)]
        assert read_number(connection, "application_id") == APPLICATION_ID


def test_a_step_that_fails_leaves_the_version_before_it(path: Path) -> None:
    broken = (STEPS[0], ("UPDATE one SET n = 7", "UPDATE nowhere SET n = 7"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        with pytest.raises(sqlite3.OperationalError):
            migrate(connection, broken)
        assert connection.execute("SELECT n FROM one").fetchall() == [(1,)]
        assert read_number(connection, "user_version") == 1
        migrate(connection, STEPS)
        assert connection.execute("SELECT n FROM two").fetchall() == [(2,)]


def test_the_tables_of_this_version(path: Path) -> None:
    with closing(open_writer(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        assert tables == [("counter",), ("entry",)]
        assert read_number(connection, "user_version") == len(MIGRATIONS)
