"""Everything that can go wrong, and whose fault it was.

    RelspaceError
    ├── Refused          the peer asked for what it cannot have; carries a stable code
    │   ├── Unreadable   not parsable: bytes, notation, a field of the wrong type or size
    │   ├── Illegal      readable, but against the rules of the game or of the room
    │   └── NotNow       right at another moment: not your turn, a stale ply, the game is over
    └── Fault            our side failed; the peer did nothing wrong

Codes are stable: programs may compare them, screens translate them, and `CODES` lists every one.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # not parsable
        "bad-message": "the message is not a map that names a known type",
        "bad-version": "the format is newer than this program understands",
        "unknown-type": "the message, or a part of it, is of a type that this program does not know",
        "bad-field": "a field is missing, or has the wrong type or size",
        "too-large": "the message is larger than anything this program sends",
        "bad-move": "not a move in the game's notation, such as A1>P2, A2+, peek C3, give S2 or resign",
        "bad-position": "not a position of the game",
        "bad-seed": "a seed is 32 bytes, 64 hexadecimal digits",
        "bad-record": "not the record of a game",
        "bad-options": "a game has 2 to 10 seats and the options that the rules name",
        "bad-name": "a name is 2 to 16 columns of letters, digits, - and _ in one script besides Latin",
        # against the rules of the game
        "illegal-move": "the rules do not allow this move in this position",
        "no-such-seat": "the game has no such seat",
        "seat-is-out": "this seat has left the game",
        # not now
        "not-your-turn": "it is another seat's turn",
        "stale-ply": "the game has moved on since this move was chosen",
        "game-over": "the game is over",
        "no-game": "no game is being played in this room",
        "game-running": "a game is being played in this room",
        "not-ready": "somebody is not ready yet",
        "too-few": "a game needs at least two players",
        "not-settled": "the outcome of the last game is still being entered; that takes a moment",
        "not-due": "what was to be fired has happened already, or is not due yet",
        # rooms
        "no-such-room": "no room has this code",
        "no-such-record": "no game has this id",
        "no-such-player": "no account has this name",
        "room-full": "every seat of the room is taken",
        "sent-out": "the host has freed this player's seat a short while ago",
        "room-closed": "the room has been closed",
        "seat-in-use": "another connection of the same player holds the seat; asking to take over moves it here",
        "not-seated": "only somebody with a seat in the room can do this",
        "not-host": "only the room's host can do this",
        "not-away": "the player of this seat is here",
        "no-watching": "the host has switched watching off",
        "nothing-to-say": "the line has no visible text",
        "too-fast": "too many lines in a short time",
        "too-many-rooms": "no more rooms can be opened just now",
        "too-many-of-yours": "the player is the host of as many rooms as one may have open",
        "too-many-of-address": "as many rooms are open from the player's address as may be",
        "muted": "the room's host has muted this player",
        "nobody-called-so": "nobody else here has this name",
        "vote-open": "a vote is open already",
        "called-lately": "this player has called a vote a short while ago",
        "no-vote": "no vote is open",
        "voted": "this player has voted already",
        "no-voter": "this player has no say in the vote",
        "few-voters": "a vote needs two others who are still in the game",
        "draining": "the server is about to restart; games that run go on, and nothing new is begun",
        "banned": "the host has banned this person from the server",
        # accounts
        "name-taken": "somebody has this name, or one that looks like it",
        "too-many-names": "too many names in a short time; keep this one for ten minutes",
        "needs-key": "only somebody with a key can do this: guests have no account",
        "no-account": "there is no such account any more",
        "no-such-code": "no such code, or it was used, or it is older than ten minutes",
        "too-many-tries": "too many wrong codes; try again in ten minutes",
        "linked-already": "this key leads to that account already",
        "own-account": "this key has an account of its own, which it would leave",
        "too-many-keys": "the account has as many keys as one may have",
        "no-such-key": "the account has no such key",
        "last-key": "the last key of an account cannot be unlinked",
        "not-your-name": "the name is not that of the account",
        "still-here": "the account is in use by another connection",
        # our side
        "unavailable": "the store does not answer; nothing that was shown is lost",
    }
)
"""Every code, with an explanation for engineers; people read the translated sentence instead."""


class RelspaceError(Exception):
    """Root of everything that this project raises on purpose."""


class Refused(RelspaceError):
    """What the peer asked for cannot be had.

    Args:
        code: one of `CODES`.
        **details: facts for the sentence that people read, such as the ply a move was meant for.
    """

    def __init__(self, code: str, **details: object) -> None:
        if code not in CODES:
            raise KeyError(code)
        super().__init__(code)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        facts = "".join(f", {name} {value!r}" for name, value in self.details.items())
        return f"{self.code}: {CODES[self.code]}{facts}"


class Unreadable(Refused):
    """The bytes, the notation or a field cannot be read at all."""


class Illegal(Refused):
    """Readable, but the rules of the game or of the room forbid it."""


class NotNow(Refused):
    """Right at another moment, or in another state of the room."""


class Fault(RelspaceError):
    """Our side failed. The peer did nothing wrong and may try again."""
