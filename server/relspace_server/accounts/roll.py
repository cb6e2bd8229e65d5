"""The roll: all accounts as a start reads them, once, and no more of each than whoever starts must know."""

import logging
from dataclasses import dataclass
from typing import Final, NamedTuple

from relspace.codec.codec import Codec
from relspace.errors import Refused
from relspace.room.outcome import Skill
from relspace_server.accounts.account import FORMAT, refuse_newer
from relspace_server.store.bucket import Bucket

log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ScorePart:
    """What of a score the rankings need."""

    skill: Skill | None = None
    rated: int = 0
    rated_wins: int = 0


@dataclass(frozen=True, slots=True)
class Outline:
    """What of an account the rankings and the sweep need: reading no more makes a start with many accounts quick."""

    name: str
    keys: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    gone: bool = False
    score: ScorePart = ScorePart()
    v: int = FORMAT


_CODEC: Final = Codec()


def read_outline(stored: bytes) -> Outline:
    """The outline of an account that was stored.

    Raises:
        Unreadable: not an account, or one of a newer format.
    """
    outline: Outline = _CODEC.unpack(Outline, stored)
    refuse_newer(outline.v)
    return outline


class Roll(NamedTuple):
    """All accounts at one moment, by id."""

    outlines: dict[str, Outline]
    """Of those that can be read."""
    unread: frozenset[str]
    """Those that cannot. Nothing is known of what is theirs, so all of it is left alone."""
    revisions: dict[str, int]
    """At which each was read, whether it could be or not."""


async def read_roll(accounts: Bucket) -> Roll:
    """Reads all of them; those that cannot be read are logged.

    Args:
        accounts: the bucket of that name.

    Raises:
        Unavailable: the store does not answer.
    """
    outlines: dict[str, Outline] = {}
    revisions: dict[str, int] = {}
    for account_id, value in await accounts.scan(""):
        revisions[account_id] = value.revision
        try:
            outlines[account_id] = read_outline(value.data)
        except Refused as error:
            log.error("the account %s cannot be read, and is neither ranked nor touched: %s", account_id, error)
    return Roll(outlines, frozenset(revisions.keys() - outlines.keys()), revisions)
