"""What is kept of a person, and its stored form."""

from dataclasses import dataclass
from typing import Final

from relspace.codec.codec import Codec
from relspace.errors import Fault, Refused, Unreadable
from relspace.room.state import Player
from relspace.wire.settings import PlayerSettings
from relspace_server.accounts.score import Score
from relspace_server.store.update import Form

FORMAT: Final = 1
"""The version of the stored form; a newer one is refused."""

MS_PER_DAY: Final = 86_400_000

MAX_KEYS: Final = 10
"""Keys that one account may have."""


@dataclass(frozen=True, slots=True)
class Account:
    """What is kept of a person, and nothing else is.

    The bucket `keys` decides which account a key leads to; `keys` here repeats it for the person to read.
    """

    id: str
    """The fingerprint of the key that made it, `SHA256:…`, or another unique word."""
    name: str
    created: int
    """Wall-clock milliseconds."""
    seen: int = 0
    """The day of the last visit, counted from 1970-01-01 in UTC; nothing finer is kept."""
    keys: tuple[str, ...] = ()
    """Fingerprints of the keys that lead here, the oldest first."""
    dropped: tuple[str, ...] = ()
    """Keys on their way out: they must still be told to lead elsewhere."""
    gone: bool = False
    """Whether the person has given the account up; what belongs to it is being removed."""
    settings: PlayerSettings = PlayerSettings()
    score: Score = Score()
    """What the person has played."""
    ops: tuple[str, ...] = ()
    """The last operation ids, newest last."""
    v: int = FORMAT
    """The version of the stored form."""

    @property
    def player(self) -> Player:
        """Who sits at a table."""
        return Player(self.id, self.name)


_CODEC: Final = Codec()


def encode_account(account: Account) -> bytes:
    """The account as bytes for the store."""
    return _CODEC.pack(Account, account)


def decode_account(stored: bytes) -> Account:
    """The account that was stored.

    Raises:
        Unreadable: not an account, or one of a newer format.
    """
    account: Account = _CODEC.unpack(Account, stored)
    refuse_newer(account.v)
    return account


def refuse_newer(version: int) -> None:
    """Refuses an account of a format that is newer than this program.

    Raises:
        Unreadable: it is.
    """
    if version > FORMAT:
        raise Unreadable("bad-version", version=version, newest=FORMAT)


ACCOUNT_FORM: Final = Form(encode_account, decode_account, lambda account: account.ops)
"""How accounts are kept, for whoever changes one with an `Updater`."""


def readable(stored: bytes, account_id: str) -> Account:
    """The account that was stored under an id.

    Raises:
        Fault: it cannot be read; nobody but the host can do something about it.
    """
    try:
        return decode_account(stored)
    except Refused as error:
        raise Fault(f"the account {account_id} cannot be read: {error}") from error


def day_of(now: int) -> int:
    """The day of a moment in wall-clock milliseconds, counted from 1970-01-01 in UTC."""
    return now // MS_PER_DAY
