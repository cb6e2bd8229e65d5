"""Random choices that anybody can check afterwards (docs/rules.md 7): all from a secret seed, each under a label."""

import hmac
import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Final, TypeVar

from relspace.errors import Unreadable

T = TypeVar("T")

SEED_SIZE: Final = 32
"""Bytes of a seed."""

_WORDS: Final = struct.Struct(">8I")
"""How one block is cut: eight 32-bit big-endian words."""


def checked_seed(seed: bytes) -> bytes:
    """The seed itself, if it is one.

    Raises:
        Unreadable: `bad-seed`, if it has not 32 bytes.
    """
    if len(seed) != SEED_SIZE:
        raise Unreadable("bad-seed", size=len(seed))
    return seed


def seed_from_hex(text: str) -> bytes:
    """The seed that 64 hexadecimal digits stand for.

    Raises:
        Unreadable: `bad-seed`.
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise Unreadable("bad-seed", size=len(text)) from None
    if len(text) != 2 * SEED_SIZE:
        raise Unreadable("bad-seed", size=len(text))
    return checked_seed(seed)


def commitment(seed: bytes) -> str:
    """What is published before the first move: the SHA-256 of the seed, in hex (docs/rules.md 7).

    Raises:
        Unreadable: `bad-seed`, if the seed has not 32 bytes.
    """
    return sha256(checked_seed(seed)).hexdigest()


def words(label: str, seed: bytes) -> Iterator[int]:
    """The endless stream of random words under a label, each 0 to 2**32 - 1.

    They come from HMAC-SHA256 of `label/0`, `label/1`, … (docs/rules.md 7).

    Raises:
        Unreadable: `bad-seed`, if the seed has not 32 bytes.
    """
    return _words(label, checked_seed(seed))


def _words(label: str, seed: bytes) -> Iterator[int]:
    for block in count():
        yield from _WORDS.unpack(hmac.digest(seed, f"{label}/{block}".encode("ascii"), "sha256"))


def next_below(n: int, stream: Iterator[int]) -> int:
    """The next number from 0 to n - 1 of a stream; words that would favour the low ones are skipped."""
    limit = 2**32 - 2**32 % n
    for word in stream:
        if word < limit:
            return word % n
    raise AssertionError("the stream of words never ends")


def below(n: int, label: str, seed: bytes) -> int:
    """The first number from 0 to n - 1 under a label.

    Raises:
        Unreadable: `bad-seed`, if the seed has not 32 bytes.
    """
    return next_below(n, words(label, seed))


def shuffle(items: Sequence[T], label: str, seed: bytes) -> list[T]:
    """`items` in the order that the seed gives them under a label; `items` itself stays as it is.

    Raises:
        Unreadable: `bad-seed`, if the seed has not 32 bytes.
    """
    stream = words(label, seed)
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        # `next_below` written out: a pile is shuffled at each jam.
        limit = 2**32 - 2**32 % (i + 1)
        word = next(stream)
        while word >= limit:
            word = next(stream)
        j = word % (i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled


def derive(seed: bytes, label: str) -> bytes:
    """32 bytes for another use than shuffling, such as a bot's choices; they tell nothing about the seed.

    Raises:
        Unreadable: `bad-seed`, if the seed has not 32 bytes.
    """
    return hmac.digest(checked_seed(seed), f"{label}/0".encode("ascii"), "sha256")
