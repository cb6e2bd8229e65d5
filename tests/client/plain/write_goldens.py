"""Writes the goldens anew: `python -m tests.client.plain.write_goldens`, from the root of the repository."""

import asyncio

from .scenes import SCENES
from .test_goldens import GOLDEN


async def write() -> None:
    for name, scene in SCENES.items():
        (GOLDEN / f"{name}.txt").write_text((await scene()).text)


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for path in GOLDEN.glob("*.txt"):
        path.unlink()
    asyncio.run(write())


if __name__ == "__main__":
    main()
