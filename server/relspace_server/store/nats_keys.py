"""How buckets and keys are called in NATS: `$KV.<prefix>_<bucket>.<key>`, which the `nats` tool shows as well.

A subject's part takes no dots, spaces, `*` or `>`; whatever is not a plain letter, digit, `-` or `_` becomes `=XX`, one
for each byte of its UTF-8.
"""

import re
from typing import Final, NamedTuple

_UNSAFE: Final = re.compile(rb"[^A-Za-z0-9_-]")
_ESCAPED: Final = re.compile(rb"=([0-9A-F]{2})")


def token(key: str) -> str:
    """The part of a subject that stands for a key."""
    return _UNSAFE.sub(lambda found: b"=%02X" % found[0][0], key.encode()).decode("ascii")


def key_of(subject: str) -> str:
    """The key that a subject is of; the subject's last part stands for it."""
    part = subject.rpartition(".")[2].encode("ascii")
    return _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), part).decode()


class Place(NamedTuple):
    """Where a bucket is in NATS."""

    prefix: str
    bucket: str

    @property
    def stream(self) -> str:
        """The stream that keeps it."""
        return f"KV_{self.prefix}_{self.bucket}"

    @property
    def all_values(self) -> str:
        """The subjects of its values. A subscription to them would see writes that are refused as well."""
        return f"$KV.{self.prefix}_{self.bucket}.>"

    @property
    def all_news(self) -> str:
        """The subjects under which each value is told again once it is stored."""
        return f"{self.prefix}.news.{self.bucket}.>"

    def value(self, key: str) -> str:
        """The subject of a value."""
        return f"$KV.{self.prefix}_{self.bucket}.{token(key)}"

    def news(self, key: str | None) -> str:
        """The subject under which a value is told again; of all of them for None."""
        return self.all_news if key is None else f"{self.prefix}.news.{self.bucket}.{token(key)}"
