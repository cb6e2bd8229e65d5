"""What is to be played: who sits where, under which options, from which seed."""

from hashlib import sha256
from typing import NamedTuple

from relspace.rules.fairness import SEED_SIZE, derive
from relspace.rules.position import Options


class Lineup(NamedTuple):
    """One arrangement of bots, which plays many games."""

    levels: tuple[str, ...]
    """The bots' levels, by seat."""
    options: Options
    seed: bytes
    """32 bytes, from which every game's seed comes."""

    @property
    def label(self) -> str:
        """What it is called: `easy,normal`."""
        return ",".join(self.levels)

    def game_seed(self, number: int) -> bytes:
        """The seed of a game, from 1. Games of the same number have the same seed in every line-up."""
        return derive(self.seed, f"game:{number}")


def seed_of(text: str) -> bytes:
    """The 32 bytes that a text stands for: 64 hexadecimal digits themselves, the SHA-256 of anything else."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    return seed if len(seed) == SEED_SIZE and len(text) == 2 * SEED_SIZE else sha256(text.encode()).digest()
