"""What was written last stands in the log beside the file; what is done where one of the two is damaged or gone."""

import asyncio
import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from relspace_server.store import file_faults
from relspace_server.store.backup import back_up, restore
from relspace_server.store.bucket import StoreFault
from relspace_server.store.database import check_file
from relspace_server.store.file_faults import (
    CannotOpen,
    Corrupt,
    DiskFull,
    Gone,
    Held,
    Locked,
    LogDamaged,
    Newer,
    NoFile,
    NoFolder,
    NotWritable,
    refusal,
    unwritable,
)
from relspace_server.store.file_lock import is_locked
from relspace_server.store.sqlite import SqliteStore
from relspace_server.store.write_ahead import is_damaged, log_of

WRITES = 40
HEAD = 32
FRAME = 24 + 4096


async def _killed(path: Path, cut: Callable[[Path], None]) -> None:
    store = await SqliteStore.open(path)
    for number in range(WRITES):
        await store.bucket("rooms").put(f"key{number:02}", bytes([number]) * 3_000, 0)
    await asyncio.to_thread(cut, path)
    await store.close()


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The file and the log that a server leaves which is killed: none of the writes is in the file yet."""
    (tmp_path / "left").mkdir()

    def copy(path: Path) -> None:
        for file in (path, log_of(path)):
            shutil.copy(file, tmp_path / "left" / file.name)

    asyncio.run(_killed(tmp_path / "store.db", copy))
    return tmp_path / "left" / "store.db"


def kept(path: Path) -> list[str]:
    """The keys that a server finds."""

    async def read() -> list[str]:
        store = await SqliteStore.open(path)
        found = [key for key, _ in await store.bucket("rooms").scan("")]
        await store.close()
        return found

    return asyncio.run(read())


def flip(path: Path, offset: int) -> None:
    """Turns over bytes of a file."""
    with path.open("r+b") as file:
        file.seek(offset)
        found = file.read(16)
        file.seek(offset)
        file.write(bytes(one ^ 0xFF for one in found))


def files(path: Path) -> dict[str, bytes]:
    """All files of a store and their contents."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith(".lock")}


def frames_of(log: Path) -> list[bytes]:
    data = log.read_bytes()
    return [data[start : start + FRAME] for start in range(HEAD, len(data), FRAME)]


def test_a_log_as_a_crash_leaves_it_is_whole(killed: Path) -> None:
    assert not is_damaged(log_of(killed))
    assert len(kept(killed)) == WRITES


@pytest.mark.parametrize("cut", [1, FRAME - 1, FRAME, FRAME + 1, 2 * FRAME + 9], ids=str)
def test_a_log_that_was_broken_off_is_read_as_far_as_it_goes(killed: Path, cut: int) -> None:
    os.truncate(log_of(killed), log_of(killed).stat().st_size - cut)
    assert not is_damaged(log_of(killed))
    assert WRITES - 3 <= len(kept(killed)) < WRITES


def test_the_last_transaction_may_not_be_whole(killed: Path) -> None:
    flip(log_of(killed), HEAD + (len(frames_of(log_of(killed))) - 1) * FRAME + 24)
    assert len(kept(killed)) == WRITES - 1


@pytest.mark.parametrize(
    "place", [0, 8, 16, 28, HEAD, HEAD + 8, HEAD + 16, HEAD + 24 + 100, HEAD + 30 * FRAME + 24, HEAD + 60 * FRAME + 9]
)
def test_a_log_that_is_damaged_in_the_middle_is_refused_and_left_as_it_is(killed: Path, place: int) -> None:
    flip(log_of(killed), place)
    before = files(killed)
    for look in (kept, check_file):
        with pytest.raises(LogDamaged, match=r"backup FILE, and then restore FILE \[store-log-damaged\]$"):
            look(killed)
    assert files(killed) == before


def test_what_was_there_before_the_last_checkpoint_is_no_damage(tmp_path: Path) -> None:
    """A log begins anew over the frames of an earlier round, and those stay behind it."""
    path = tmp_path / "store.db"

    async def two_rounds() -> None:
        store = await SqliteStore.open(path)
        bucket = store.bucket("rooms")
        revision = 0
        for number in range(600):
            revision = await bucket.put("key", bytes([number % 256]) * 9_000, revision)
        await asyncio.to_thread(shutil.copy, log_of(path), tmp_path / "left-wal")
        await store.close()

    asyncio.run(two_rounds())
    salts = {frame[8:16] for frame in frames_of(tmp_path / "left-wal")}
    assert len(salts) > 1, "the log has begun anew"
    assert not is_damaged(tmp_path / "left-wal")


def test_what_can_be_read_of_a_damaged_log_comes_back(killed: Path, tmp_path: Path) -> None:
    flip(log_of(killed), HEAD + 60 * FRAME + 30)
    before, copy = files(killed), tmp_path / "copy.db"
    assert not back_up(killed, copy)
    assert files(killed) == before
    assert restore(copy, killed) is not None
    assert 10 < len(kept(killed)) < WRITES
    after = files(killed)
    assert after["store.db.replaced-1"] == before["store.db"]
    assert after["store.db.replaced-1-wal"] == before["store.db-wal"]
    assert list(tmp_path.glob("copy.db?*")) == []


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_without_its_file_is_not_thrown_away(killed: Path, tmp_path: Path, empty: bool) -> None:
    main = tmp_path / "main"
    killed.rename(main)
    if empty:
        killed.write_bytes(b"")
    before = files(killed)
    for look in (kept, check_file):
        with pytest.raises(Gone, match=r"put the file back.*\[store-gone\]$"):
            look(killed)
    assert files(killed) == before
    main.replace(killed)
    assert len(kept(killed)) == WRITES


def test_a_log_without_its_file_is_not_read_into_what_is_restored(killed: Path, tmp_path: Path) -> None:
    other, copy = tmp_path / "other.db", tmp_path / "copy.db"

    async def write() -> None:
        store = await SqliteStore.open(other)
        await store.bucket("rooms").put("of the copy", b"1", 0)
        await store.close()

    asyncio.run(write())
    assert back_up(other, copy)
    killed.unlink()
    log = log_of(killed).read_bytes()
    moved = restore(copy, killed)
    assert kept(killed) == ["of the copy"]
    assert moved is not None
    assert log_of(moved).read_bytes() == log


@contextmanager
def as_nobody() -> Iterator[None]:
    """This process is not root meanwhile, if it is."""
    as_root = os.geteuid() == 0
    if as_root:
        os.seteuid(65_534)
    try:
        yield
    finally:
        if as_root:
            os.seteuid(0)


@pytest.mark.parametrize("end", ["", "-wal", "-shm", ".lock"])
def test_a_file_of_another_user_is_named(end: str) -> None:
    with TemporaryDirectory() as name:
        path = Path(name) / "store.db"
        kept(path)
        for other in ("-wal", "-shm"):
            path.with_name(path.name + other).write_bytes(b"")
        for file in (path.parent, *path.parent.iterdir()):
            file.chmod(0o777)
        path.with_name(path.name + end).chmod(0o444)
        with as_nobody(), pytest.raises(NotWritable) as why:
            kept(path)
    assert str(why.value).startswith(f"{path}{end}: cannot be written to (Permission denied)")


# ── what is no file, or finds no room ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["store.db", "store.db.lock"])
def test_a_pipe_is_no_store_and_nobody_waits_for_it(path: Path, name: str) -> None:
    os.mkfifo(path.with_name(name))
    assert not is_locked(path)
    with pytest.raises(NoFile, match=r"is no regular file; move it away"):
        kept(path)


def test_a_folder_that_is_called_as_the_lock(path: Path) -> None:
    path.with_name(f"{path.name}.lock").mkdir()
    with pytest.raises(NoFile, match=r"is a folder"):
        kept(path)


def test_a_full_disk_is_called_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as error:
            connection.execute("CREATE TABLE one (n INTEGER)")
    assert isinstance(refusal(path, error.value), CannotOpen)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10**9, 10**9, 0))  # type: ignore[attr-defined]
    for full in (refusal(path, error.value), unwritable(path, OSError(errno.ENOSPC, "No space left on device"))):
        assert isinstance(full, DiskFull)
        assert str(full).endswith("make room on it, and start again: nothing is lost [store-disk-full]")


def test_the_page_explains_every_word() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    part = page[page.index("| word | what to do |") : page.index("The exit status is 1, or 2")]
    faults = [
        Locked(Path("a"), "7"),
        NotWritable(Path("a"), "why"),
        NoFolder(Path("a")),
        Corrupt(Path("a"), "why"),
        Newer(Path("a"), 2, 1),
        CannotOpen(Path("a"), "why"),
        Gone(Path("a"), Path("a-wal")),
        *(fault(Path("a")) for fault in (Held, DiskFull, NoFile, LogDamaged)),
    ]
    declared = [one for one in vars(file_faults).values() if isinstance(one, type) and issubclass(one, StoreFault)]
    assert {type(fault) for fault in faults} == set(declared) - {StoreFault}
    assert {fault.code for fault in faults} == set(re.findall(r"`(store-[a-z-]+)`", part))
