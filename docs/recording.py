"""Records a whole game as an animated picture: `python docs/recording.py`, from the root of the repository.

The game is played by keys in the program itself, always the same one; time is the film's own.
"""

import asyncio
from pathlib import Path
from typing import Final

from drawing import Shot, moving
from practice_game import SHORT, Player, playing

from relspace_client.look.palette import palette

FILE: Final = Path(__file__).parent / "pictures" / "game.svg"

MOST_BYTES: Final = 1_000_000
"""A page with a larger picture would load slowly."""

BEFORE, KEY, FRAME, AFTER, END = 1.2, 0.35, 0.1, 0.8, 4.0
"""Seconds: before a move, after each of its keys, of a frame of what happens, after it, and at the end."""


async def record() -> list[Shot]:
    """Every shot of the game."""
    shots: list[Shot] = []
    async with playing(SHORT) as player:
        while player.snapshot.phase == "playing":
            if player.on_turn:
                shots.append(Shot(player.rows, BEFORE))
                *before, last = player.next_keys()
                for key in before:
                    await player.press(key)
                    shots.append(Shot(player.rows, KEY))
                await player.press(last)
            else:
                await player.world.tick()
            what_happens(player, shots)
        shots.append(Shot(player.rows, AFTER))
        await player.press("enter")
        shots.append(Shot(player.rows, END))
    return joined(shots)


def what_happens(player: Player, shots: list[Shot]) -> None:
    """The frames of the move that was just made, and what came of it."""
    for _ in range(10):
        before = player.rows
        shots.append(Shot(before, FRAME))
        player.world.ms += round(1000 * FRAME)
        if player.rows == before:
            break
    shots.append(Shot(player.rows, AFTER))


def joined(shots: list[Shot]) -> list[Shot]:
    """The same, shots that show the same thing being one."""
    kept: list[Shot] = []
    for shot in shots:
        if kept and kept[-1].rows == shot.rows:
            kept[-1] = Shot(shot.rows, kept[-1].seconds + shot.seconds)
        else:
            kept.append(shot)
    return kept


def main() -> None:
    """Writes the recording.

    Raises:
        SystemExit: it has become too large.
    """
    shots = asyncio.run(record())
    text = moving(shots, palette("dark", "truecolor"))
    if len(text.encode()) > MOST_BYTES:
        raise SystemExit(f"{FILE} would have {len(text.encode()):,} bytes, more than {MOST_BYTES:,}")
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text, encoding="utf-8")
    seconds = sum(shot.seconds for shot in shots)
    print(f"{FILE.name}: {len(shots)} shots, {seconds:.0f} s, {len(text.encode()):,} bytes")


if __name__ == "__main__":
    main()
