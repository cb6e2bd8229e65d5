"""`relspace-server backup` and `restore`, as a host types them."""

import asyncio
import os
import shutil
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from relspace_server.cli import main
from relspace_server.config import store_file
from relspace_server.store.sqlite import SqliteStore
from relspace_server.store.write_ahead import log_of

from .conftest import Typed


def typed(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder in which somebody is called Vega."""
    asyncio.run(_called(tmp_path / "data", b"Vega"))
    return tmp_path / "data"


async def _called(data: Path, name: bytes) -> None:
    store = await SqliteStore.open(store_file(data))
    found = await store.bucket("names").get("vega")
    await store.bucket("names").put("vega", name, found.revision if found else 0)
    await store.close()


async def _name(data: Path) -> bytes:
    store = await SqliteStore.open(store_file(data))
    found = await store.bucket("names").get("vega")
    await store.close()
    assert found is not None
    return found.data


def test_a_copy_brings_back_what_was(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    made = typed("backup", copy, "--data-dir", data)
    assert (made.exit_code, made.stderr) == (0, "")
    assert "whole and checked" in made.output
    assert str(data / "ssh_host_ed25519_key") in made.output
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    asyncio.run(_called(data, b"Rigel"))
    back = typed("restore", copy, "--data-dir", data)
    assert (back.exit_code, back.stderr) == (0, "")
    assert asyncio.run(_name(data)) == b"Vega"
    replaced = next(data.glob("*.replaced-1"))
    assert str(replaced) in back.output


def test_what_can_be_read_of_a_damaged_log_is_copied_and_told_so(data: Path, tmp_path: Path) -> None:
    log, left = log_of(store_file(data)), tmp_path / "log"

    async def killed() -> None:
        store = await SqliteStore.open(store_file(data))
        for number in range(9):
            await store.bucket("names").put(f"name{number}", bytes(5_000), 0)
        await asyncio.to_thread(shutil.copy, log, left)
        await store.close()

    asyncio.run(killed())
    with left.open("r+b") as file:
        file.seek(left.stat().st_size // 2)
        file.write(b"damaged")
    left.rename(log)
    assert "store-log-damaged" in typed("doctor", "--data-dir", data, "--host", "127.0.0.1", "--port", "0").output
    made = typed("backup", tmp_path / "copy", "--data-dir", data)
    assert (made.exit_code, made.stderr) == (0, f"What was written last is damaged: {log}\n")
    assert "all that can be read, checked" in made.output
    assert typed("restore", tmp_path / "copy", "--data-dir", data).exit_code == 0
    assert asyncio.run(_name(data)) == b"Vega"
    assert log.with_name(f"{store_file(data).name}.replaced-1-wal").exists()


def test_a_log_without_its_file_is_no_store_to_copy(data: Path, tmp_path: Path) -> None:
    log_of(store_file(data)).write_bytes(bytes(9_000))
    store_file(data).unlink()
    made = typed("backup", tmp_path / "copy", "--data-dir", data)
    assert (made.exit_code, made.stdout) == (1, "")
    assert made.stderr.endswith("[store-gone]\n")


def test_a_copy_can_be_brought_to_another_folder(data: Path, tmp_path: Path) -> None:
    typed("backup", tmp_path / "copy", "--data-dir", data)
    back = typed("restore", tmp_path / "copy", "--data-dir", tmp_path / "other")
    assert back.exit_code == 0
    assert "What was there before" not in back.output
    assert asyncio.run(_name(tmp_path / "other")) == b"Vega"


async def test_while_the_server_runs_a_copy_can_be_made_and_none_brought_back(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    store = await SqliteStore.open(store_file(data))
    await store.bucket("names").put("vega", b"Vega", 0)
    made = await asyncio.to_thread(typed, "backup", copy, "--data-dir", data)
    assert made.exit_code == 0
    back = await asyncio.to_thread(typed, "restore", copy, "--data-dir", data)
    assert (back.exit_code, back.stdout) == (1, "")
    assert "in use by another relspace-server" in back.stderr
    assert "stop that one first" in back.stderr
    assert back.stderr.count("\n") == 1
    await store.close()


def test_the_folder_comes_from_the_environment_and_the_file_of_settings(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'port = 2401\ndata_dir = "{data}"\n')
    assert typed("backup", tmp_path / "one", "--config", settings).exit_code == 0
    monkeypatch.setenv("RELSPACE_DATA_DIR", str(data))
    assert typed("backup", tmp_path / "two").exit_code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("backup", "{there}", "--data-dir", "{data}"), "is there already"),
        (("backup", "{new}", "--data-dir", "{new}"), "there is no store; name the server's folder with --data-dir"),
        (("backup", "{new}/below", "--data-dir", "{data}"), "new: no such folder; make it, or name a file in another"),
        (("backup", "{there}/below", "--data-dir", "{data}"), "there: is no folder"),
        (("backup", "{data}", "--data-dir", "{data}"), "data: is a folder; name a file in it"),
        (("backup", "/proc/copy", "--data-dir", "{data}"), "/proc/copy: cannot be written"),
        (("backup", "{new}" + "x" * 300, "--data-dir", "{data}"), "cannot be written (File name too long)"),
        (("backup", "{new}", "--data-dir", "{taken}"), "relative-space.sqlite3: is a folder, not a store; move it"),
        (("restore", "{new}", "--data-dir", "{data}"), "there is no such file"),
        (("restore", "{there}", "--data-dir", "{data}"), "not a store of this program"),
        (("restore", "{data}", "--data-dir", "{data}"), "data: is a folder; name a file that relspace-server backup"),
        (("restore", "{pipe}", "--data-dir", "{data}"), "pipe: is no regular file; name one that relspace-server"),
        (("restore", "{new}/below", "--data-dir", "{data}"), "new: no such folder"),
        (("restore", "{there}/below", "--data-dir", "{data}"), "there: is no folder"),
        (("restore", "{new}/below", "--store", "nats://127.0.0.1:1"), "new: no such folder"),
    ],
)
def test_what_cannot_be_is_told_in_one_line_and_nothing_is_lost(
    data: Path, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    (tmp_path / "there").write_text("something else")
    store_file(tmp_path / "taken").mkdir(parents=True)
    names = {name: tmp_path / name for name in ("there", "new", "taken", "pipe")}
    os.mkfifo(names["pipe"])
    done = typed(*(word.format(data=data, **names) for word in words))
    assert (done.exit_code, done.stdout) == (1, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert asyncio.run(_name(data)) == b"Vega"
    assert (tmp_path / "there").read_text() == "something else"


@pytest.mark.parametrize("below", ["", "data"])
def test_another_user_is_told_so(barred: Path, by_another_user: Typed, below: str) -> None:
    done = by_another_user("backup", "/tmp/copy-of-vega", "--data-dir", barred / below)
    assert (done.returncode, done.stdout) == (1, "")
    store = barred / below / "relative-space.sqlite3"
    assert done.stderr == f"{store}: this user may not read it; run this as the user of the server, or as root\n"


@pytest.mark.parametrize(
    ("command", "says"), [("backup", "cannot be written (Permission"), ("restore", "cannot be read (Permission")]
)
def test_a_copy_in_a_folder_of_somebody_else(barred: Path, by_another_user: Typed, command: str, says: str) -> None:
    done = by_another_user(command, barred / "copy", "--store", "nats://127.0.0.1:1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{barred / 'copy'}: {says}")
    assert done.stderr.count("\n") == 1
