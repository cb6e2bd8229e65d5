"""Opening a room: its code, its name, its first seat."""

from collections.abc import Collection
from typing import Final

from relspace.room.options import RoomOptions
from relspace.room.state import Player, RoomState, Seat
from relspace.text import clean

CODE_LETTERS: Final = "ACDEFGHJKMNPQRTUVWXY34679"
"""What room codes are made of: speakable, and none that looks like another."""

CODE_LENGTH: Final = 5

TITLE_COLUMNS: Final = 14
"""The widest title, as the lobby has room for it."""

TITLES: Final = (
    "Orion", "Red button", "Tea time", "Slow boat", "Escape class", "Last call", "Airlock", "Blue shift",
    "Hot pod", "Deck nine", "Soft landing", "Odd company", "Full bags", "Countdown", "Far side", "Warm engine",
)  # fmt: skip
"""Names for rooms whose host did not give one."""


def room_code(entropy: bytes) -> str:
    """A code for a new room, from at least 8 bytes of entropy."""
    number = int.from_bytes(entropy[:8])
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)


def create(
    host: Player,
    session: str,
    title: str,
    options: RoomOptions,
    now: int,
    entropy: bytes,
    taken: Collection[str] = (),
) -> RoomState:
    """A new room with its host in the first seat.

    Args:
        host: whose room it is.
        session: the host's connection.
        title: what the host calls it; where that is nothing, it gets a name.
        options: the room's options.
        now: wall-clock milliseconds.
        entropy: 32 bytes, for the code and the name.
        taken: names that other rooms have.

    Raises:
        Illegal: `bad-options`.
    """
    seats = (Seat(player=host, session=session), *(Seat() for _ in range(options.checked().seats - 1)))
    free = [name for name in TITLES if name not in taken] or TITLES
    given = clean(title, TITLE_COLUMNS, 64)
    name = given or free[entropy[8] % len(free)]
    code = room_code(entropy)
    return RoomState(code, name, options, seats, host=host.id, created=now, touched=now, named=bool(given))
