"""Writes without end from twenty tasks, and says what was acknowledged. Run by test_crash.py, which kills it."""

import asyncio
import os
import sys
from pathlib import Path

from relspace_server.store.bucket import Bucket
from relspace_server.store.sqlite import SqliteStore


async def count_up(bucket: Bucket, key: str) -> None:
    """Writes 1, 2, 3 … under a key, going on where an earlier run was killed."""
    found = await bucket.get(key)
    number, revision = (int(found.data), found.revision) if found else (0, 0)
    while True:
        number += 1
        revision = await bucket.put(key, b"%d" % number, revision)
        os.write(1, f"{key} {number} {revision}\n".encode())


async def main() -> None:
    store = await SqliteStore.open(Path(sys.argv[1]))
    async with asyncio.TaskGroup() as group:
        for n in range(20):
            group.create_task(count_up(store.bucket("rooms"), f"key{n}"))


asyncio.run(main())
