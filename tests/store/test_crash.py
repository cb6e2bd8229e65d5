"""What was acknowledged is there after a kill."""

import asyncio
import subprocess
import sys
from itertools import islice
from pathlib import Path

from relspace_server.store.bucket import Value
from relspace_server.store.database import check_file
from relspace_server.store.sqlite import SqliteStore

WRITER = Path(__file__).with_name("crash_writer.py")


def acknowledged(path: Path, most: int) -> dict[str, tuple[int, int]]:
    """Kills a writer after so many acknowledged writes; returns the last number and revision it told of each key."""
    with subprocess.Popen([sys.executable, WRITER, path], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        lines = list(islice(writer.stdout, most))
        writer.kill()
        lines += [line for line in writer.stdout if line.endswith(b"\n")]
    found = {}
    for line in lines:
        key, number, revision = line.decode().split()
        found[key] = (int(number), int(revision))
    return found


async def contents(path: Path) -> dict[str, Value]:
    store = await SqliteStore.open(path)
    found = dict(await store.bucket("rooms").scan(""))
    await store.close()
    return found


def test_no_acknowledged_write_is_lost_by_a_kill(path: Path) -> None:
    highest = 0
    for most in (1, 40, 200, 777):
        told = acknowledged(path, most)
        kept = asyncio.run(contents(path))
        check_file(path)
        for key, (number, revision) in told.items():
            assert int(kept[key].data) in (number, number + 1)
            assert kept[key].revision >= revision
        assert min(revision for _, revision in told.values()) > highest
        highest = max(value.revision for value in kept.values())
