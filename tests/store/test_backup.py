"""Copies of a store: taken while it runs, checked, brought back."""

import asyncio
import errno
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from relspace_server.store import backup
from relspace_server.store.backup import CopyNotRead, CopyNotWritten, back_up, restore
from relspace_server.store.bucket import StoreFault
from relspace_server.store.database import check_file, last_revision
from relspace_server.store.file_faults import Corrupt, Locked, NotWritable
from relspace_server.store.sqlite import SqliteStore


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


async def _write(path: Path, data: bytes) -> None:
    store = await SqliteStore.open(path)
    found = await store.bucket("rooms").get("VEGA1")
    await store.bucket("rooms").put("VEGA1", data, found.revision if found else 0)
    await store.close()


async def _read(path: Path) -> bytes | None:
    store = await SqliteStore.open(path)
    found = await store.bucket("rooms").get("VEGA1")
    await store.close()
    return found.data if found else None


def write(path: Path, data: bytes) -> None:
    """Puts a value into a store that nobody uses."""
    asyncio.run(_write(path, data))


def read(path: Path) -> bytes | None:
    """The value in a store that nobody uses."""
    return asyncio.run(_read(path))


async def test_a_copy_of_a_store_in_use_holds_all_that_was_acknowledged(
    sqlite: SqliteStore, path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    copy = tmp_path_factory.mktemp("another folder") / "copy.db"  # that of the store is locked as a whole
    bucket = sqlite.bucket("rooms")
    revision = await bucket.put("VEGA1", b"one", 0)
    await asyncio.to_thread(back_up, path, copy)
    after = await bucket.put("VEGA1", b"two", revision)
    assert await _read(copy) == b"one"
    assert sqlite.healthy()
    assert after > revision


def test_nobody_else_can_read_a_copy_while_it_is_written(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, b"secret")
    seen: list[int] = []

    def looked(connection: sqlite3.Connection) -> int:
        seen.append(stat.S_IMODE(copy.with_name("copy.db.part").stat().st_mode))
        return last_revision(connection)

    monkeypatch.setattr("relspace_server.store.backup.last_revision", looked)
    before = os.umask(0)
    try:
        back_up(path, copy)
    finally:
        os.umask(before)
    assert seen == [0o600]


def test_nothing_is_left_of_a_copy_that_could_not_be_made(path: Path, copy: Path) -> None:
    path.write_bytes(b"no database" * 1_000)
    with pytest.raises(StoreFault):
        back_up(path, copy)
    assert [one.name for one in copy.parent.iterdir()] == [path.name]


def test_the_copy_goes_on_with_the_revisions(path: Path, copy: Path) -> None:
    async def made_and_removed(file: Path) -> list[int]:
        store = await SqliteStore.open(file)
        made = await store.bucket("rooms").put("VEGA1", b"", 0)
        removed = await store.bucket("rooms").delete("VEGA1", made)
        await store.close()
        return [made, removed]

    before = asyncio.run(made_and_removed(path))
    back_up(path, copy)
    revisions = before + asyncio.run(made_and_removed(copy))
    assert revisions == sorted(set(revisions))


def test_a_copy_is_for_its_owner_alone(path: Path, copy: Path) -> None:
    write(path, b"one")
    back_up(path, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_copy_never_replaces_a_file(path: Path, copy: Path) -> None:
    write(path, b"one")
    copy.write_bytes(b"something dear")
    with pytest.raises(StoreFault, match="is there already"):
        back_up(path, copy)
    assert copy.read_bytes() == b"something dear"


def test_there_is_nothing_to_copy(path: Path, copy: Path) -> None:
    with pytest.raises(NotWritable):
        back_up(path, copy)
    assert not path.exists()
    assert not copy.exists()


def test_a_copy_to_a_folder_that_is_not_there(path: Path, tmp_path: Path) -> None:
    write(path, b"one")
    with pytest.raises(StoreFault, match=f"^{tmp_path / 'nowhere'}: no such folder; make it"):
        back_up(path, tmp_path / "nowhere" / "copy.db")


def test_a_copy_that_cannot_be_written_is_not_blamed_on_the_store(path: Path) -> None:
    write(path, b"one")
    with pytest.raises(CopyNotWritten, match=r"^/proc/copy\.db: cannot be written"):
        back_up(path, Path("/proc/copy.db"))
    assert read(path) == b"one"


def test_a_store_that_is_none_is_not_blamed_on_the_copy(path: Path, copy: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(os.urandom(5_000))
    with pytest.raises(Corrupt, match=f"^{path}: "):
        back_up(path, copy)
    assert not copy.exists()


def test_what_root_restores_belongs_to_whoever_the_folder_belongs_to(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, b"one")
    back_up(path, copy)
    given: list[tuple[str, int, int]] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda file, user, group: given.append((file.name, user, group)))
    restore(copy, path)
    owner = path.parent.stat()
    assert {(path.name, owner.st_uid, owner.st_gid), (f"{path.name}.lock", owner.st_uid, owner.st_gid)} <= {*given}


def test_restore_puts_the_copy_in_place_and_keeps_what_was_there(path: Path, copy: Path) -> None:
    write(path, b"one")
    back_up(path, copy)
    write(path, b"two")
    replaced = restore(copy, path)
    assert read(path) == b"one"
    assert replaced is not None
    assert read(replaced) == b"two"
    assert read(copy) == b"one"
    again = restore(copy, path)
    assert again not in (None, replaced)


@pytest.mark.parametrize("fails_at", ["-wal", "-shm", "", ".part", "fsync"])
def test_a_restore_that_fails_half_way_leaves_the_store_as_it_was(
    path: Path, copy: Path, fails_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, b"one")
    back_up(path, copy)
    write(path, b"two")
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).write_bytes(ending.encode())
    path.with_name(f"{path.name}.lock").touch()
    before = {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith(".lock")}
    rename, flush = Path.rename, backup._flush

    def renames(self: Path, target: Path) -> Path:
        if self.name == path.name + fails_at:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return rename(self, target)

    def flushes(file: Path) -> None:
        if file == path.parent and fails_at == "fsync":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        flush(file)

    monkeypatch.setattr(Path, "rename", renames)
    monkeypatch.setattr(backup, "_flush", flushes)
    with pytest.raises(NotWritable):
        restore(copy, path)
    assert before == {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith(".lock")}
    monkeypatch.undo()
    assert read(path) == b"two"


def test_a_store_that_cannot_be_moved_back_is_named(path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, b"one")
    back_up(path, copy)
    rename = Path.rename

    def renames(self: Path, target: Path) -> Path:
        if self.name != path.name:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", renames)
    with pytest.raises(StoreFault, match=rf"it is .*{path.name}\.replaced-1; rename it"):
        restore(copy, path)
    monkeypatch.undo()
    assert read(path.with_name(f"{path.name}.replaced-1")) == b"one"


def test_restore_into_a_new_folder(path: Path, copy: Path, tmp_path: Path) -> None:
    write(path, b"one")
    back_up(path, copy)
    assert restore(copy, tmp_path / "new" / "store.db") is None
    assert read(tmp_path / "new" / "store.db") == b"one"


def test_restore_over_a_damaged_store(path: Path, copy: Path) -> None:
    write(path, b"one")
    back_up(path, copy)
    path.write_bytes(os.urandom(5_000))
    path.with_name(path.name + "-wal").write_bytes(os.urandom(5_000))
    assert restore(copy, path) is not None
    assert read(path) == b"one"


async def test_restore_waits_for_no_server_and_refuses_beside_one(sqlite: SqliteStore, path: Path, copy: Path) -> None:
    await sqlite.bucket("rooms").put("VEGA1", b"one", 0)
    await asyncio.to_thread(back_up, path, copy)
    with pytest.raises(Locked):
        await asyncio.to_thread(restore, copy, path)
    found = await sqlite.bucket("rooms").get("VEGA1")
    assert found is not None
    assert found.data == b"one"


def test_a_damaged_copy_is_not_brought_back(path: Path, copy: Path) -> None:
    write(path, b"one")
    back_up(path, copy)
    with copy.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(4096))
    with pytest.raises(Corrupt):
        check_file(copy)
    with pytest.raises(CopyNotRead, match="damaged"):
        restore(copy, path)
    assert read(path) == b"one"


def test_an_empty_file_is_no_copy(copy: Path, path: Path) -> None:
    copy.write_bytes(b"")
    with pytest.raises(CopyNotRead, match="not a store of this program"):
        restore(copy, path)
    assert not path.exists()
